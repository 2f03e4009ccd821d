//! Copies. A copy between addresses takes each end as memory of the device or of the program, whichever it is.

use crate::border::exported;
use crate::code::*;
use crate::graph::{Operation, Place};
use crate::operation::{copy, submit};
use crate::pointer::{array, get, put_if};
use crate::state::ready;
use crate::structs::{Copy2d, Copy3d};
use std::ffi::c_void;

/// Copies between the device and the program, or inside the device.
fn linear(to: (u64, bool), from: (u64, bool), bytes: usize, stream: u64) -> Outcome {
    submit(stream, copy(Place::at(to.0, to.1), Place::at(from.0, from.1), bytes))
}

fn any(to: u64, from: u64, bytes: usize, stream: u64) -> Outcome {
    linear((to, true), (from, true), bytes, stream)
}

fn to_device(to: u64, from: u64, bytes: usize, stream: u64) -> Outcome {
    linear((to, false), (from, true), bytes, stream)
}

fn to_host(to: u64, from: u64, bytes: usize, stream: u64) -> Outcome {
    linear((to, true), (from, false), bytes, stream)
}

fn in_device(to: u64, from: u64, bytes: usize, stream: u64) -> Outcome {
    linear((to, false), (from, false), bytes, stream)
}

/// Returns an end of a copy of several rows: the address for the kind of memory, and whether it may be of the program.
fn end(kind: u32, host: u64, device: u64) -> Outcome<(u64, bool)> {
    // HOST, DEVICE, ARRAY, UNIFIED
    match kind {
        1 => Ok((host, true)),
        2 => Ok((device, false)),
        3 => Err(NOT_SUPPORTED),
        4 => Ok((device, true)),
        _ => Err(INVALID_VALUE),
    }
}

unsafe fn copy_2d(parameters: *const Copy2d, stream: u64) -> Outcome {
    ready()?;
    // SAFETY: the caller's guarantee is that of `get`.
    let p = unsafe { get(parameters)? };
    let place = |(address, is_host_allowed): (u64, bool),
                 x: usize,
                 y: usize,
                 pitch: usize|
     -> Outcome<Place> {
        let start =
            y.checked_mul(pitch).and_then(|start| start.checked_add(x)).ok_or(INVALID_VALUE)?;
        Ok(Place {
            address: address.wrapping_add(start as u64),
            row: pitch as u64,
            slice: 0,
            is_host_allowed,
        })
    };
    let from = end(p.source_kind, p.source_host, p.source_device)?;
    let to = end(p.target_kind, p.target_host, p.target_device)?;
    let pitch = |pitch: usize| if pitch == 0 { p.width } else { pitch };
    let (source, target) = (pitch(p.source_pitch), pitch(p.target_pitch));
    if source < p.width || target < p.width {
        return Err(INVALID_VALUE);
    }
    let from = place(from, p.source_x, p.source_y, source)?;
    let to = place(to, p.target_x, p.target_y, target)?;
    submit(stream, Operation::Copy { to, from, extent: [p.width, p.height, 1] })
}

/// Returns the copy that the parameters of a copy in three dimensions describe.
///
/// # Safety
/// `parameters` is null or valid for a read.
pub(crate) unsafe fn copied(parameters: *const Copy3d) -> Outcome<Operation> {
    // SAFETY: the caller's guarantee is that of `get`.
    let p = unsafe { get(parameters)? };
    if p.source_level != 0 || p.target_level != 0 {
        return Err(INVALID_VALUE);
    }
    let place = |(address, is_host_allowed): (u64, bool),
                 at: [usize; 3],
                 pitch: usize,
                 height: usize|
     -> Outcome<Place> {
        let row = if pitch == 0 { p.width } else { pitch };
        let slice = row.checked_mul(if height == 0 { p.height } else { height });
        let start = || {
            let slice = slice?;
            slice.checked_mul(at[2])?.checked_add(row.checked_mul(at[1])?)?.checked_add(at[0])
        };
        let (start, slice) = (start().ok_or(INVALID_VALUE)?, slice.ok_or(INVALID_VALUE)?);
        let address = address.wrapping_add(start as u64);
        Ok(Place { address, row: row as u64, slice: slice as u64, is_host_allowed })
    };
    let from = end(p.source_kind, p.source_host, p.source_device)?;
    let to = end(p.target_kind, p.target_host, p.target_device)?;
    Ok(Operation::Copy {
        from: place(from, [p.source_x, p.source_y, p.source_z], p.source_pitch, p.source_height)?,
        to: place(to, [p.target_x, p.target_y, p.target_z], p.target_pitch, p.target_height)?,
        extent: [p.width, p.height, p.depth],
    })
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
    fn cuMemcpyBatchAsync(to: *const u64, from: *const u64, bytes: *const usize, count: usize, _attributes: *const c_void,
        _starts: *const usize, _attributes_count: usize, failed: *mut usize, stream: u64) {
        put_if(failed, usize::MAX);
        batch(to, from, bytes, count, stream)
    }
    fn cuMemcpyBatchAsync_v2(to: *const u64, from: *const u64, bytes: *const usize, count: usize, _attributes: *const c_void,
        _starts: *const usize, _attributes_count: usize, stream: u64) {
        batch(to, from, bytes, count, stream)
    }
    fn cuMemcpy(to: u64, from: u64, bytes: usize) { any(to, from, bytes, 0) }
    fn cuMemcpyAsync(to: u64, from: u64, bytes: usize, stream: u64) { any(to, from, bytes, stream) }
    fn cuMemcpyPeer(to: u64, _to_context: u64, from: u64, _from_context: u64, bytes: usize) { in_device(to, from, bytes, 0) }
    fn cuMemcpyPeerAsync(to: u64, _to_context: u64, from: u64, _from_context: u64, bytes: usize, stream: u64) { in_device(to, from, bytes, stream) }
    fn cuMemcpyHtoD_v2(to: u64, from: u64, bytes: usize) { to_device(to, from, bytes, 0) }
    fn cuMemcpyHtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: u64) { to_device(to, from, bytes, stream) }
    fn cuMemcpyDtoH_v2(to: u64, from: u64, bytes: usize) { to_host(to, from, bytes, 0) }
    fn cuMemcpyDtoHAsync_v2(to: u64, from: u64, bytes: usize, stream: u64) { to_host(to, from, bytes, stream) }
    fn cuMemcpyDtoD_v2(to: u64, from: u64, bytes: usize) { in_device(to, from, bytes, 0) }
    fn cuMemcpyDtoDAsync_v2(to: u64, from: u64, bytes: usize, stream: u64) { in_device(to, from, bytes, stream) }
    fn cuMemcpy2D_v2(parameters: *const Copy2d) { copy_2d(parameters, 0) }
    fn cuMemcpy2DUnaligned_v2(parameters: *const Copy2d) { copy_2d(parameters, 0) }
    fn cuMemcpy2DAsync_v2(parameters: *const Copy2d, stream: u64) { copy_2d(parameters, stream) }
    fn cuMemcpy3D_v2(parameters: *const Copy3d) { ready()?; submit(0, copied(parameters)?) }
    fn cuMemcpy3DAsync_v2(parameters: *const Copy3d, stream: u64) { ready()?; submit(stream, copied(parameters)?) }
}
