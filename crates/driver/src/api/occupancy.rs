//! Occupancy: how many blocks a multiprocessor holds.

use crate::api::function::attribute;
use crate::attributes::{MULTIPROCESSORS, occupancy, shared};
use crate::border::exported;
use crate::code::*;
use crate::pointer::put;
use crate::state::{find, healthy};
use std::ffi::c_void;

fn blocks(function: u64, threads: i32, dynamic: usize) -> Outcome<i32> {
    let state = healthy()?;
    let function = find(&state.functions, function)?;
    match threads {
        1..=1024 => Ok(occupancy(threads, function.kernel.sizes().0.saturating_add(dynamic))),
        1025.. => Ok(0),
        _ => Err(INVALID_VALUE),
    }
}

/// The function of the program that gives the dynamic shared memory for a size of blocks.
type Dynamic = unsafe extern "C" fn(i32) -> usize;

unsafe fn best(
    to_blocks: *mut i32,
    to_threads: *mut i32,
    function: u64,
    map: Option<Dynamic>,
    dynamic: usize,
    limit: i32,
) -> Outcome {
    let most = attribute(&*healthy()?, function, 0)?;
    let most = if limit > 0 { most.min(limit) } else { most };
    let mut found = (0, 0);
    for threads in (1..=most).rev().filter(|threads| *threads == most || threads % 32 == 0) {
        // SAFETY: the program has passed the function for these calls.
        let dynamic = map.map_or(dynamic, |map| unsafe { map(threads) });
        let held = blocks(function, threads, dynamic)?;
        if held * threads > found.0 * found.1 {
            found = (held, threads);
        }
    }
    // SAFETY: the caller's guarantee for both is that of `put`.
    unsafe {
        put(to_blocks, found.0 * MULTIPROCESSORS)?;
        put(to_threads, found.1)
    }
}

exported! {
    fn cuOccupancyMaxActiveBlocksPerMultiprocessor(to: *mut i32, function: u64, threads: i32, dynamic: usize) { put(to, blocks(function, threads, dynamic)?) }
    fn cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(to: *mut i32, function: u64, threads: i32, dynamic: usize, _flags: u32) { put(to, blocks(function, threads, dynamic)?) }
    fn cuOccupancyMaxPotentialBlockSize(to_blocks: *mut i32, to_threads: *mut i32, function: u64, map: Option<Dynamic>, dynamic: usize, limit: i32) {
        best(to_blocks, to_threads, function, map, dynamic, limit)
    }
    fn cuOccupancyMaxPotentialBlockSizeWithFlags(to_blocks: *mut i32, to_threads: *mut i32, function: u64, map: Option<Dynamic>, dynamic: usize, limit: i32, _flags: u32) {
        best(to_blocks, to_threads, function, map, dynamic, limit)
    }
    fn cuOccupancyAvailableDynamicSMemPerBlock(to: *mut usize, function: u64, count: i32, _threads: i32) {
        let fixed = find(&healthy()?.functions, function)?.kernel.sizes().0;
        let all = usize::try_from(shared()).unwrap_or(0) / usize::try_from(count).ok().filter(|count| *count > 0).ok_or(INVALID_VALUE)?;
        put(to, all.saturating_sub(fixed))
    }
    fn cuOccupancyMaxActiveClusters(to: *mut i32, function: u64, _config: *const c_void) {
        find(&healthy()?.functions, function)?;
        put(to, MULTIPROCESSORS / 8)
    }
    fn cuOccupancyMaxPotentialClusterSize(to: *mut i32, function: u64, _config: *const c_void) {
        find(&healthy()?.functions, function)?;
        put(to, 8)
    }
}
