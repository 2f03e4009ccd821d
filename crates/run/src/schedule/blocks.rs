//! Positions of threads, and the blocks of threads that have lanes in a set.

use crate::lanes::{Lanes, MOST_LANES};

/// The maximum number of blocks of several threads that run together.
pub(crate) const MOST_BLOCKS: usize = 32;

/// Returns the maximum number of blocks of `threads` threads that run together. A block of one thread is never in two
/// groups, so nothing is recorded for it, and such blocks fill the lanes.
pub(crate) fn most_blocks(threads: usize) -> usize {
    if threads == 1 { MOST_LANES } else { MOST_BLOCKS.min(MOST_LANES / threads) }
}

/// The number of backward jumps after which another group of the block runs. Without this limit, a group that
/// waits in a loop for another group would never end. The limit is low, because a spin lock took 60 times as
/// long with a limit of 1000 as with 10.
pub(crate) const PATIENCE: u32 = 32;

/// The index of a basic block, and whether the threads have passed the synchronising instruction at its
/// start.
pub(crate) type Position = (usize, bool);

/// Returns the blocks of several threads that have lanes in a set, one bit for each block.
pub(crate) fn blocks_of(lanes: &Lanes, threads: usize, blocks: usize) -> u32 {
    if threads == 1 {
        return 0;
    }
    if blocks == 1 {
        return u32::from(!lanes.is_empty());
    }
    let has = |block: &usize| lanes.has_any(block * threads, (block + 1) * threads);
    (0..blocks).filter(has).fold(0, |all, block| all | 1 << block)
}

/// Returns the indices of the bits that are set.
pub(crate) fn bits(mut rest: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
        rest &= rest - 1;
        Some(bit)
    })
}
