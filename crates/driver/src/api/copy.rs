//! Copies. A copy between addresses takes each end as memory of the device or of the program, whichever it is.

use crate::border::exported;
use crate::code::*;
use crate::graph::{Operation, Place};
use crate::operation::submit;
use crate::pointer::{array, get, put_if};
use crate::state::ready;
use crate::structs::{Copy2d, Copy3d};
use std::ffi::c_void;

/// `CU_MEMORYTYPE_HOST`, `DEVICE`, `ARRAY` and `UNIFIED`.
pub(crate) const HOST: u32 = 1;
pub(crate) const DEVICE: u32 = 2;
const ARRAY: u32 = 3;
pub(crate) const UNIFIED: u32 = 4;

/// One end of a copy.
#[derive(Clone, Copy)]
pub(crate) struct End {
    /// The `CUmemorytype`.
    pub(crate) kind: u32,
    pub(crate) address: u64,
    /// The first byte, row and slice.
    pub(crate) at: [usize; 3],
    /// The bytes of a row, or 0 for rows without a gap.
    pub(crate) pitch: usize,
    /// The rows of a slice, or 0 for slices without a gap.
    pub(crate) height: usize,
}

impl Copy3d {
    /// Returns a copy of bytes, rows and slices.
    pub(crate) fn new(to: End, from: End, [width, height, depth]: [usize; 3]) -> Self {
        let host = |end: End| if end.kind == HOST { end.address } else { 0 };
        let device = |end: End| if end.kind == HOST { 0 } else { end.address };
        Self {
            source_x: from.at[0],
            source_y: from.at[1],
            source_z: from.at[2],
            source_level: 0,
            source_kind: from.kind,
            source_host: host(from),
            source_device: device(from),
            source_array: 0,
            reserved_0: 0,
            source_pitch: from.pitch,
            source_height: from.height,
            target_x: to.at[0],
            target_y: to.at[1],
            target_z: to.at[2],
            target_level: 0,
            target_kind: to.kind,
            target_host: host(to),
            target_device: device(to),
            target_array: 0,
            reserved_1: 0,
            target_pitch: to.pitch,
            target_height: to.height,
            width,
            height,
            depth,
        }
    }

    /// Returns the end that the copy writes, and the end that it reads.
    pub(crate) fn ends(&self) -> [End; 2] {
        let address = |kind: u32, host: u64, device: u64| if kind == HOST { host } else { device };
        let to = End {
            kind: self.target_kind,
            address: address(self.target_kind, self.target_host, self.target_device),
            at: [self.target_x, self.target_y, self.target_z],
            pitch: self.target_pitch,
            height: self.target_height,
        };
        let from = End {
            kind: self.source_kind,
            address: address(self.source_kind, self.source_host, self.source_device),
            at: [self.source_x, self.source_y, self.source_z],
            pitch: self.source_pitch,
            height: self.source_height,
        };
        [to, from]
    }

    /// Returns where the ends begin.
    pub(crate) fn places(&self) -> Outcome<[Place; 2]> {
        let [to, from] = self.ends();
        if self.source_level != 0 || self.target_level != 0 {
            return Err(INVALID_VALUE);
        }
        Ok([self.place(to)?, self.place(from)?])
    }

    fn place(&self, end: End) -> Outcome<Place> {
        let is_host_allowed = match end.kind {
            HOST | UNIFIED => true,
            DEVICE => false,
            ARRAY => return Err(NOT_SUPPORTED),
            _ => return Err(INVALID_VALUE),
        };
        let row = if end.pitch == 0 { self.width } else { end.pitch };
        if row < self.width {
            return Err(INVALID_VALUE);
        }
        let slice = row.checked_mul(if end.height == 0 { self.height } else { end.height });
        let start = || {
            let start = slice?.checked_mul(end.at[2])?.checked_add(row.checked_mul(end.at[1])?)?;
            start.checked_add(end.at[0])
        };
        let (start, slice) = (start().ok_or(INVALID_VALUE)?, slice.ok_or(INVALID_VALUE)?);
        let address = end.address.wrapping_add(start as u64);
        Ok(Place { address, row: row as u64, slice: slice as u64, is_host_allowed })
    }
}

impl From<Copy2d> for Copy3d {
    fn from(p: Copy2d) -> Self {
        Self {
            source_x: p.source_x,
            source_y: p.source_y,
            source_z: 0,
            source_level: 0,
            source_kind: p.source_kind,
            source_host: p.source_host,
            source_device: p.source_device,
            source_array: p.source_array,
            reserved_0: 0,
            source_pitch: p.source_pitch,
            source_height: 0,
            target_x: p.target_x,
            target_y: p.target_y,
            target_z: 0,
            target_level: 0,
            target_kind: p.target_kind,
            target_host: p.target_host,
            target_device: p.target_device,
            target_array: p.target_array,
            reserved_1: 0,
            target_pitch: p.target_pitch,
            target_height: 0,
            width: p.width,
            height: p.height,
            depth: 1,
        }
    }
}

/// Returns a copy of contiguous bytes between addresses of these kinds of memory.
pub(crate) fn linear(to: (u64, u32), from: (u64, u32), bytes: usize) -> Operation {
    let end = |(address, kind)| End { kind, address, at: [0; 3], pitch: 0, height: 0 };
    Operation::Copy(Copy3d::new(end(to), end(from), [bytes, 1, 1]))
}

fn any(to: u64, from: u64, bytes: usize, stream: u64) -> Outcome {
    submit(stream, linear((to, UNIFIED), (from, UNIFIED), bytes))
}

fn to_device(to: u64, from: u64, bytes: usize, stream: u64) -> Outcome {
    submit(stream, linear((to, DEVICE), (from, HOST), bytes))
}

fn to_host(to: u64, from: u64, bytes: usize, stream: u64) -> Outcome {
    submit(stream, linear((to, HOST), (from, DEVICE), bytes))
}

fn in_device(to: u64, from: u64, bytes: usize, stream: u64) -> Outcome {
    submit(stream, linear((to, DEVICE), (from, DEVICE), bytes))
}

unsafe fn copy_2d(parameters: *const Copy2d, stream: u64) -> Outcome {
    ready()?;
    // SAFETY: the caller's guarantee is that of `get`.
    let parameters = Copy3d::from(unsafe { get(parameters)? });
    submit(stream, valid(parameters)?)
}

/// Returns a copy, if its parameters are valid.
pub(crate) fn valid(parameters: Copy3d) -> Outcome<Operation> {
    parameters.places()?;
    Ok(Operation::Copy(parameters))
}

/// Returns the copy that the parameters of a copy in three dimensions describe.
///
/// # Safety
/// `parameters` is null or valid for a read.
pub(crate) unsafe fn copied(parameters: *const Copy3d) -> Outcome<Operation> {
    // SAFETY: the caller's guarantee is that of `get`.
    valid(unsafe { get(parameters)? })
}

/// Copies between pairs of addresses. The attributes of the copies are hints, and when the source is read: here at once.
unsafe fn batch(
    to: *const u64,
    from: *const u64,
    bytes: *const usize,
    count: usize,
    stream: u64,
) -> Outcome {
    // The documentation excludes the default stream.
    if stream == 0 || count == 0 {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller passes `count` elements in each list.
    let (to, from, bytes) =
        unsafe { (array(to, count)?, array(from, count)?, array(bytes, count)?) };
    let copies = to.into_iter().zip(from).zip(bytes);
    copies.into_iter().try_for_each(|((to, from), bytes)| any(to, from, bytes, stream))
}

exported! {
    "_ptsz" {
        fn cuMemcpyBatchAsync(to: *const u64, from: *const u64, bytes: *const usize, count: usize, _attributes: *const c_void,
            _starts: *const usize, _attributes_count: usize, failed: *mut usize, stream: u64) {
            put_if(failed, usize::MAX);
            batch(to, from, bytes, count, stream)
        }
        fn cuMemcpyBatchAsync_v2(to: *const u64, from: *const u64, bytes: *const usize, count: usize, _attributes: *const c_void,
            _starts: *const usize, _attributes_count: usize, stream: u64) {
            batch(to, from, bytes, count, stream)
        }
        fn cuMemcpyAsync(to: u64, from: u64, bytes: usize, stream: u64) { any(to, from, bytes, stream) }
        fn cuMemcpyPeerAsync(to: u64, _to_context: u64, from: u64, _from_context: u64, bytes: usize, stream: u64) { in_device(to, from, bytes, stream) }
        fn cuMemcpyHtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: u64) { to_device(to, from, bytes, stream) }
        fn cuMemcpyDtoHAsync_v2(to: u64, from: u64, bytes: usize, stream: u64) { to_host(to, from, bytes, stream) }
        fn cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: u64) { in_device(to, from, bytes, stream) }
        fn cuMemcpy2DAsync_v2(parameters: *const Copy2d, stream: u64) { copy_2d(parameters, stream) }
        fn cuMemcpy3DAsync_v2(parameters: *const Copy3d, stream: u64) { ready()?; submit(stream, copied(parameters)?) }
    }
    "_ptds" {
        fn cuMemcpy(to: u64, from: u64, bytes: usize) { any(to, from, bytes, 0) }
        fn cuMemcpyPeer(to: u64, _to_context: u64, from: u64, _from_context: u64, bytes: usize) { in_device(to, from, bytes, 0) }
        fn cuMemcpyHtoD_v2(to: u64, from: u64, bytes: usize) { to_device(to, from, bytes, 0) }
        fn cuMemcpyDtoH_v2(to: u64, from: u64, bytes: usize) { to_host(to, from, bytes, 0) }
        fn cuMemcpyDtoD_v2(to: u64, from: u64, bytes: usize) { in_device(to, from, bytes, 0) }
        fn cuMemcpy2D_v2(parameters: *const Copy2d) { copy_2d(parameters, 0) }
        fn cuMemcpy2DUnaligned_v2(parameters: *const Copy2d) { copy_2d(parameters, 0) }
        fn cuMemcpy3D_v2(parameters: *const Copy3d) { ready()?; submit(0, copied(parameters)?) }
    }
}
