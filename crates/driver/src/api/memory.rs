//! Memory: allocations, and what a pointer is.

use crate::attributes::MEMORY;
use crate::border::exported;
use crate::code::*;
use crate::graph::Operation;
use crate::operation::submit;
use crate::pointer::*;
use crate::state::{Kind, find, healthy, initialised, ready};
use std::ffi::c_void;

/// The kinds that `cuMemFree` frees.
const FREED: &[Kind] = &[Kind::Device, Kind::Managed, Kind::Graph];
/// The alignment of a row of `cuMemAllocPitch`.
const PITCH: usize = 512;

unsafe fn allocate(to: *mut u64, bytes: usize, kind: Kind) -> Outcome {
    let mut state = healthy()?;
    state.refuse_unsafe()?;
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    let address = state.allocate(bytes, kind)?;
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, address) }
}

unsafe fn pointer_attribute(data: *mut c_void, attribute: i32, address: u64) -> Outcome {
    let state = initialised()?;
    let (start, allocation) = state.allocation(address).ok_or(INVALID_VALUE)?;
    let is_host = matches!(allocation.kind, Kind::Host | Kind::Registered);
    // SAFETY: the caller passes a place of the type that the documentation gives the attribute.
    unsafe {
        match attribute {
            // CONTEXT, MEMORY_TYPE, DEVICE_POINTER, HOST_POINTER
            1 => put(data.cast(), allocation.context),
            2 => put(data.cast(), if is_host { 1_u32 } else { 2 }),
            3 => put(data.cast(), address),
            4 if matches!(allocation.kind, Kind::Device | Kind::Variable | Kind::Graph) => {
                Err(INVALID_VALUE)
            }
            4 => put(data.cast(), address),
            // SYNC_MEMOPS, BUFFER_ID, IS_MANAGED, DEVICE_ORDINAL
            6 => put(data.cast(), 0_u32),
            7 => put(data.cast(), start),
            8 => put(data.cast(), u8::from(allocation.kind == Kind::Managed)),
            9 => put(data.cast(), 0_i32),
            // IS_LEGACY_CUDA_IPC_CAPABLE, RANGE_START_ADDR, RANGE_SIZE, MAPPED, ALLOWED_HANDLE_TYPES
            10 => put(data.cast(), 0_u8),
            11 => put(data.cast(), start),
            12 => put(data.cast(), allocation.bytes),
            13 => put(data.cast(), 1_u8),
            14 => put(data.cast(), 0_u64),
            // IS_GPU_DIRECT_RDMA_CAPABLE, ACCESS_FLAGS, MEMPOOL_HANDLE
            15 => put(data.cast(), 0_u8),
            16 => put(data.cast(), 3_u32),
            17 => put(data.cast(), 0_u64),
            _ => Err(INVALID_VALUE),
        }
    }
}

exported! {
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) {
        let used = healthy()?.used;
        // Registered memory counts, too.
        put(free, MEMORY.saturating_sub(used))?;
        put(total, MEMORY)
    }
    fn cuMemAlloc_v2(to: *mut u64, bytes: usize) { allocate(to, bytes, Kind::Device) }
    fn cuMemAllocPitch_v2(to: *mut u64, pitch: *mut usize, width: usize, height: usize, element: u32) {
        ready()?;
        if !matches!(element, 4 | 8 | 16) {
            return Err(INVALID_VALUE);
        }
        let row = width.checked_next_multiple_of(PITCH).ok_or(INVALID_VALUE)?;
        let bytes = row.checked_mul(height).ok_or(INVALID_VALUE)?;
        put(pitch, row)?;
        allocate(to, bytes, Kind::Device)
    }
    fn cuMemFree_v2(address: u64) { free(address, FREED) }
    fn cuMemGetAddressRange_v2(base: *mut u64, bytes: *mut usize, address: u64) {
        let (start, allocation) = healthy()?.allocation(address).ok_or(NOT_FOUND)?;
        put_if(base, start);
        put_if(bytes, allocation.bytes);
        Ok(())
    }
    fn cuMemAllocHost_v2(to: *mut u64, bytes: usize) { allocate(to, bytes, Kind::Host) }
    fn cuMemHostAlloc(to: *mut u64, bytes: usize, flags: u32) {
        if flags & !7 != 0 {
            return Err(INVALID_VALUE);
        }
        allocate(to, bytes, Kind::Host)
    }
    fn cuMemFreeHost(address: u64) { free(address, &[Kind::Host]) }
    fn cuMemHostGetDevicePointer_v2(to: *mut u64, address: u64, _flags: u32) {
        let found = healthy()?.allocation(address);
        found.filter(|one| matches!(one.1.kind, Kind::Host | Kind::Registered)).ok_or(INVALID_VALUE)?;
        put(to, address)
    }
    fn cuMemHostGetFlags(to: *mut u32, address: u64) {
        let found = healthy()?.allocation(address);
        found.filter(|one| one.1.kind == Kind::Host).ok_or(INVALID_VALUE)?;
        put(to, 2)
    }
    fn cuMemHostRegister_v2(address: u64, bytes: usize, _flags: u32) {
        let mut state = healthy()?;
        state.refuse_unsafe()?;
        state.register(address, bytes)
    }
    fn cuMemHostUnregister(address: u64) {
        let mut state = healthy()?;
        state.refuse_unsafe()?;
        if address == 0 {
            return Err(INVALID_VALUE);
        }
        state.free(address, &[Kind::Registered]).map_err(|_| NOT_REGISTERED)
    }
    fn cuMemAllocManaged(to: *mut u64, bytes: usize, flags: u32) {
        if !matches!(flags, 1 | 2 | 4) {
            return Err(INVALID_VALUE);
        }
        allocate(to, bytes, Kind::Managed)
    }
    fn cuMemAdvise(address: u64, _bytes: usize, _advice: i32, _device: i32) { advised(address) }
    fn cuMemAdvise_v2(address: u64, _bytes: usize, _advice: i32, _location: u64) { advised(address) }
    fn cuPointerGetAttribute(data: *mut c_void, attribute: i32, address: u64) { pointer_attribute(data, attribute, address) }
    fn cuPointerGetAttributes(count: u32, attributes: *const i32, data: *const *mut c_void, address: u64) {
        initialised().map(drop)?;
        for index in 0..count as usize {
            let (attribute, to) = (at(attributes, index)?, at(data, index)?);
            if pointer_attribute(to, attribute, address).is_err() && !to.is_null() {
                // An unknown pointer has null attributes. The types of 1, 3 and 4 have 8 bytes.
                match attribute {
                    1 | 3 | 4 | 7 | 11 | 12 | 14 | 17 => put(to.cast(), 0_u64)?,
                    8 | 10 | 13 | 15 => put(to.cast(), 0_u8)?,
                    9 => put(to.cast(), -2_i32)?,
                    2 | 6 | 16 => put(to.cast(), 0_u32)?,
                    _ => return Err(INVALID_VALUE),
                }
            }
        }
        Ok(())
    }
    fn cuPointerSetAttribute(_value: *const c_void, _attribute: i32, address: u64) {
        healthy()?.allocation(address).map(|_| ()).ok_or(INVALID_VALUE)
    }
    "_ptsz" {
        fn cuMemPrefetchAsync(address: u64, _bytes: usize, _device: i32, stream: u64) { known_in(address, stream) }
        fn cuMemPrefetchAsync_v2(address: u64, _bytes: usize, _location: u64, _flags: u32, stream: u64) { known_in(address, stream) }
        fn cuStreamAttachMemAsync(stream: u64, address: u64, _bytes: usize, _flags: u32) {
            known_in(address, stream)?;
            healthy()?.refuse_capture(stream)
        }
        fn cuMemAllocAsync(to: *mut u64, bytes: usize, stream: u64) { allocate_from(to, bytes, crate::state::DEFAULT_POOL, stream) }
        fn cuMemAllocFromPoolAsync(to: *mut u64, bytes: usize, pool: u64, stream: u64) { allocate_from(to, bytes, pool, stream) }
        fn cuMemFreeAsync(address: u64, stream: u64) {
            {
                let state = healthy()?;
                if !state.allocations.contains_key(&address) && !state.reserved.contains_key(&address) {
                    return Err(INVALID_VALUE);
                }
            }
            submit(stream, Operation::Free(address))
        }
    }
}

/// Allocates memory of a pool. A stream that records gets a node, which owns the address.
unsafe fn allocate_from(to: *mut u64, bytes: usize, pool: u64, stream: u64) -> Outcome {
    let mut state = healthy()?;
    state.check_work(stream)?;
    find(&state.pools, pool)?;
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    let memory = match state.capture(stream)? {
        Some(_) => Some(state.reserve(bytes)?),
        None => None,
    };
    let address = match memory {
        Some(memory) => memory.address,
        None => state.allocate(bytes, Kind::Device)?,
    };
    drop(state);
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, address)? };
    memory.map_or(Ok(()), |memory| submit(stream, Operation::Allocate(memory)))
}

/// Frees memory of one of these kinds at once.
fn free(address: u64, kinds: &[Kind]) -> Outcome {
    let mut state = healthy()?;
    state.refuse_unsafe()?;
    state.free(address, kinds)
}

/// Checks the argument of a hint about memory that a capture prohibits.
fn advised(address: u64) -> Outcome {
    healthy()?.refuse_unsafe()?;
    known(address)
}

/// Checks the argument of a hint about memory, which has no effect.
fn known(address: u64) -> Outcome {
    healthy()?.allocation(address).map(|_| ()).ok_or(INVALID_VALUE)
}

/// Checks the arguments of a hint that a stream gives.
fn known_in(address: u64, stream: u64) -> Outcome {
    healthy()?.check_work(stream)?;
    known(address)
}
