//! Memory of the Runtime API.

use super::error::INVALID_DIRECTION;
use super::version::is_old;
use super::{exported_runtime, of};
use crate::api::copy::{self, DEVICE, End, HOST, UNIFIED};
use crate::api::{memory, pool, set};
use crate::code::*;
use crate::graph::Operation;
use crate::operation::submit;
use crate::pointer::*;
use crate::state::{Kind, initialised, ready};
use crate::structs::{Copy3d, Location, PoolProperties};
use std::ffi::c_void;

/// `cudaPitchedPtr`.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "C reads the members")]
pub(crate) struct Pitched {
    pub(crate) address: u64,
    pub(crate) pitch: usize,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// `cudaExtent`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Region {
    width: usize,
    height: usize,
    depth: usize,
}

/// `cudaMemcpy3DParms`, with its `cudaPos` and `cudaExtent`.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "C reads the members")]
pub(crate) struct RuntimeCopy3d {
    pub(crate) source_array: u64,
    pub(crate) source_at: [usize; 3],
    pub(crate) source: Pitched,
    pub(crate) target_array: u64,
    pub(crate) target_at: [usize; 3],
    pub(crate) target: Pitched,
    pub(crate) extent: [usize; 3],
    pub(crate) kind: i32,
}

/// `cudaPointerAttributes`.
#[repr(C)]
#[derive(Clone, Copy)]
#[allow(dead_code, reason = "C reads the members")]
pub(crate) struct PointerAttributes {
    pub(crate) kind: i32,
    pub(crate) device: i32,
    pub(crate) device_pointer: u64,
    pub(crate) host_pointer: u64,
    pub(crate) reserved: [i64; 8],
}

/// Returns the kinds of memory that a `cudaMemcpyKind` writes and reads.
pub(super) fn kinds(kind: i32) -> Outcome<[u32; 2]> {
    match kind {
        0 => Ok([HOST, HOST]),
        1 => Ok([DEVICE, HOST]),
        2 => Ok([HOST, DEVICE]),
        3 => Ok([DEVICE, DEVICE]),
        4 => Ok([UNIFIED, UNIFIED]),
        _ => Err(INVALID_DIRECTION),
    }
}

/// Copies contiguous bytes. The kind is a `cudaMemcpyKind`.
fn linear(to: u64, from: u64, bytes: usize, kind: i32, stream: u64) -> Outcome {
    let [target, source] = kinds(kind)?;
    submit(stream, copy::linear((to, target), (from, source), bytes))
}

fn rows(
    to: u64,
    to_pitch: usize,
    from: u64,
    from_pitch: usize,
    [width, height]: [usize; 2],
    kind: i32,
    stream: u64,
) -> Outcome {
    let [target, source] = kinds(kind)?;
    let end = |kind, address, pitch| End { kind, address, at: [0; 3], pitch, height: 0 };
    let (to, from) = (end(target, to, to_pitch), end(source, from, from_pitch));
    submit(stream, copy::valid(Copy3d::new(to, from, [width, height, 1]))?)
}

/// Returns the copy that `cudaMemcpy3DParms` describe.
///
/// # Safety
/// `parameters` is null or valid for a read.
pub(super) unsafe fn copied(parameters: *const RuntimeCopy3d) -> Outcome<Operation> {
    // SAFETY: the caller's guarantee is that of `get`.
    let p = unsafe { get(parameters)? };
    if (p.source_array, p.target_array) != (0, 0) {
        return Err(NOT_SUPPORTED);
    }
    let [target, source] = kinds(p.kind)?;
    let end = |kind, side: Pitched, at| End {
        kind,
        address: side.address,
        at,
        pitch: side.pitch,
        height: side.height,
    };
    let (to, from) = (end(target, p.target, p.target_at), end(source, p.source, p.source_at));
    copy::valid(Copy3d::new(to, from, p.extent))
}

impl From<Copy3d> for RuntimeCopy3d {
    fn from(p: Copy3d) -> Self {
        let [to, from] = p.ends();
        let side = |end: End| Pitched {
            address: end.address,
            pitch: end.pitch,
            width: p.width,
            height: end.height,
        };
        Self {
            source_array: p.source_array,
            source_at: from.at,
            source: side(from),
            target_array: p.target_array,
            target_at: to.at,
            target: side(to),
            extent: [p.width, p.height, p.depth],
            kind: (0..4).find(|kind| kinds(*kind) == Ok([to.kind, from.kind])).unwrap_or(4),
        }
    }
}

unsafe fn slices(parameters: *const RuntimeCopy3d, stream: u64) -> Outcome {
    // SAFETY: the caller's guarantee is that of `get`.
    submit(stream, unsafe { copied(parameters)? })
}

/// Fills the rows of each slice.
fn fill(to: Pitched, value: i32, region: Region, stream: u64) -> Outcome {
    let Region { width, height, depth } = region;
    // The documentation ignores the pitch of a single row.
    let row = if height == 1 && depth == 1 { width } else { to.pitch };
    let slice = row.checked_mul(to.height).ok_or(INVALID_VALUE)?;
    if row < width || depth > 1 && to.height < height {
        return Err(INVALID_VALUE);
    }
    if width == 0 || height == 0 {
        return ready();
    }
    for number in 0..depth {
        let start = number.checked_mul(slice).ok_or(INVALID_VALUE)? as u64;
        let address = to.address.wrapping_add(start);
        // SAFETY: the function accepts any address.
        of(unsafe { set::cuMemsetD2D8Async(address, row, value as u8, width, height, stream) })?;
    }
    Ok(())
}

unsafe fn host(to: *mut u64, bytes: usize) -> Outcome {
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { of(memory::cuMemAllocHost_v2(to, bytes)) }
}

exported_runtime! {
    fn cudaMalloc(to: *mut u64, bytes: usize) {
        // An empty allocation has a null address.
        if bytes == 0 { put(to, 0) } else { of(memory::cuMemAlloc_v2(to, bytes)) }
    }
    fn cudaMallocManaged(to: *mut u64, bytes: usize, flags: u32) { of(memory::cuMemAllocManaged(to, bytes, flags)) }
    fn cudaMallocHost(to: *mut u64, bytes: usize) { host(to, bytes) }
    fn cudaHostAlloc(to: *mut u64, bytes: usize, flags: u32) { of(memory::cuMemHostAlloc(to, bytes, flags)) }
    fn cudaMallocPitch(to: *mut u64, pitch: *mut usize, width: usize, height: usize) { of(memory::cuMemAllocPitch_v2(to, pitch, width, height, 4)) }
    fn cudaMalloc3D(to: *mut Pitched, extent: Region) {
        let Region { width, height, depth } = extent;
        let (mut address, mut pitch) = (0, 0);
        let rows = height.checked_mul(depth).ok_or(INVALID_VALUE)?;
        of(memory::cuMemAllocPitch_v2(&raw mut address, &raw mut pitch, width, rows, 4))?;
        put(to, Pitched { address, pitch, width, height })
    }
    fn cudaFree(address: u64) { of(memory::cuMemFree_v2(address)) }
    fn cudaFreeHost(address: u64) { of(memory::cuMemFreeHost(address)) }
    fn cudaHostRegister(address: u64, bytes: usize, flags: u32) { of(memory::cuMemHostRegister_v2(address, bytes, flags)) }
    fn cudaHostUnregister(address: u64) { of(memory::cuMemHostUnregister(address)) }
    fn cudaHostGetDevicePointer(to: *mut u64, address: u64, flags: u32) { of(memory::cuMemHostGetDevicePointer_v2(to, address, flags)) }
    fn cudaHostGetFlags(to: *mut u32, address: u64) { of(memory::cuMemHostGetFlags(to, address)) }
    fn cudaMemcpyPeer(to: u64, _to_device: i32, from: u64, _from_device: i32, bytes: usize) { linear(to, from, bytes, 3, 0) }
    fn cudaMemcpyPeerAsync(to: u64, _to_device: i32, from: u64, _from_device: i32, bytes: usize, stream: u64) { linear(to, from, bytes, 3, stream) }
    fn cudaMemGetInfo(free: *mut usize, total: *mut usize) { of(memory::cuMemGetInfo_v2(free, total)) }
    fn cudaMemAdvise(address: u64, bytes: usize, advice: i32, to: u64) { of(memory::cuMemAdvise_v2(address, bytes, advice, to)) }
    fn cudaMemAdvise_v2(address: u64, bytes: usize, advice: i32, to: u64) { of(memory::cuMemAdvise_v2(address, bytes, advice, to)) }
    fn cudaMemPoolCreate(to: *mut u64, properties: *const PoolProperties) { of(pool::cuMemPoolCreate(to, properties)) }
    fn cudaMemGetDefaultMemPool(to: *mut u64, location: *const Location, kind: u32) { of(pool::cuMemGetDefaultMemPool(to, location, kind)) }
    fn cudaMemGetMemPool(to: *mut u64, location: *const Location, kind: u32) { of(pool::cuMemGetMemPool(to, location, kind)) }
    fn cudaMemSetMemPool(location: *const Location, kind: u32, pool: u64) { of(pool::cuMemSetMemPool(location, kind, pool)) }
    fn cudaMemPoolDestroy(pool: u64) { of(pool::cuMemPoolDestroy(pool)) }
    fn cudaMemPoolSetAccess(pool: u64, access: *const c_void, count: usize) { of(pool::cuMemPoolSetAccess(pool, access, count)) }
    fn cudaMemPoolGetAccess(flags: *mut u32, pool: u64, location: *const c_void) { of(pool::cuMemPoolGetAccess(flags, pool, location)) }
    fn cudaMemPoolSetAttribute(pool: u64, attribute: i32, value: *const c_void) { of(pool::cuMemPoolSetAttribute(pool, attribute, value)) }
    fn cudaMemPoolGetAttribute(pool: u64, attribute: i32, value: *mut c_void) { of(pool::cuMemPoolGetAttribute(pool, attribute, value)) }
    fn cudaMemPoolTrimTo(pool: u64, keep: usize) { of(pool::cuMemPoolTrimTo(pool, keep)) }
    fn cudaPointerGetAttributes(to: *mut PointerAttributes, address: u64) {
        let found = initialised()?.allocation(address);
        // `cudaMemoryTypeUnregistered`, `Host`, `Device` and `Managed`
        let (kind, device, device_pointer, host_pointer) = match found.map(|one| one.1.kind) {
            None => (0, -2, 0, address),
            Some(Kind::Host | Kind::Registered) => (1, 0, address, address),
            Some(Kind::Device | Kind::Variable | Kind::Graph) => (2, 0, address, 0),
            Some(Kind::Managed) => (3, 0, address, address),
        };
        put(to, PointerAttributes { kind, device, device_pointer, host_pointer, reserved: [0; 8] })
    }
    "_ptsz" {
        fn cudaMallocAsync(to: *mut u64, bytes: usize, stream: u64) { of(memory::cuMemAllocAsync(to, bytes, stream)) }
        fn cudaMallocFromPoolAsync(to: *mut u64, bytes: usize, pool: u64, stream: u64) { of(memory::cuMemAllocFromPoolAsync(to, bytes, pool, stream)) }
        fn cudaFreeAsync(address: u64, stream: u64) { of(memory::cuMemFreeAsync(address, stream)) }
        fn cudaMemcpyAsync(to: u64, from: u64, bytes: usize, kind: i32, stream: u64) { linear(to, from, bytes, kind, stream) }
        fn cudaMemcpy2DAsync(to: u64, to_pitch: usize, from: u64, from_pitch: usize, width: usize, height: usize, kind: i32, stream: u64) { rows(to, to_pitch, from, from_pitch, [width, height], kind, stream) }
        fn cudaMemcpy3DAsync(parameters: *const RuntimeCopy3d, stream: u64) { slices(parameters, stream) }
        fn cudaMemsetAsync(to: u64, value: i32, count: usize, stream: u64) { of(set::cuMemsetD8Async(to, value as u8, count, stream)) }
        fn cudaMemset2DAsync(to: u64, pitch: usize, value: i32, width: usize, height: usize, stream: u64) { of(set::cuMemsetD2D8Async(to, pitch, value as u8, width, height, stream)) }
        fn cudaStreamAttachMemAsync(stream: u64, address: u64, bytes: usize, flags: u32) { of(memory::cuStreamAttachMemAsync(stream, address, bytes, flags)) }
        fn cudaMemcpyBatchAsync(to: *const u64, from: *const u64, bytes: *const usize, count: usize, attributes: *const c_void,
            starts: *const usize, attributes_count: usize, first: usize, second: u64) {
            // CUDA 12 passes where it writes the number of the copy that fails, before the stream.
            if is_old() {
                let failed = std::ptr::with_exposed_provenance_mut(first);
                return of(copy::cuMemcpyBatchAsync(to, from, bytes, count, attributes, starts, attributes_count, failed, second));
            }
            of(copy::cuMemcpyBatchAsync_v2(to, from, bytes, count, attributes, starts, attributes_count, first as u64))
        }
        fn cudaMemset3DAsync(to: Pitched, value: i32, extent: Region, stream: u64) { fill(to, value, extent, stream) }
        fn cudaMemPrefetchAsync(address: u64, bytes: usize, to: u64, first: u64, second: u64) {
            // CUDA 13 passes flags before the stream.
            let stream = if is_old() { first } else { second };
            of(memory::cuMemPrefetchAsync_v2(address, bytes, to, 0, stream))
        }
        fn cudaMemPrefetchAsync_v2(address: u64, bytes: usize, to: u64, flags: u32, stream: u64) { of(memory::cuMemPrefetchAsync_v2(address, bytes, to, flags, stream)) }
    }
    "_ptds" {
        fn cudaMemcpy(to: u64, from: u64, bytes: usize, kind: i32) { linear(to, from, bytes, kind, 0) }
        fn cudaMemcpy2D(to: u64, to_pitch: usize, from: u64, from_pitch: usize, width: usize, height: usize, kind: i32) { rows(to, to_pitch, from, from_pitch, [width, height], kind, 0) }
        fn cudaMemcpy3D(parameters: *const RuntimeCopy3d) { slices(parameters, 0) }
        fn cudaMemset(to: u64, value: i32, count: usize) { of(set::cuMemsetD8_v2(to, value as u8, count)) }
        fn cudaMemset3D(to: Pitched, value: i32, extent: Region) { fill(to, value, extent, 0) }
        fn cudaMemset2D(to: u64, pitch: usize, value: i32, width: usize, height: usize) { of(set::cuMemsetD2D8_v2(to, pitch, value as u8, width, height)) }
    }
}
