//! Values that the lanes of a warp share.

use crate::lanes::WARP;
use crate::lanes::active::Active;
use crate::lanes::registers::Column;
use std::ops::Range;

/// Writes the mask of the active lanes of each warp to the elements of the active lanes.
pub(crate) fn mask(active: Active<'_>, threads: usize, column: &mut Column) {
    let Active { lanes, mask } = active;
    for warp in warps(lanes, threads) {
        let is_active = |element: &usize| mask.is_none_or(|mask| mask[*element] != 0);
        let bit = |element: usize| 1 << (usize::from(lanes[element]) % threads % WARP);
        let bits = warp.clone().filter(is_active).fold(0, |bits, element| bits | bit(element));
        match mask {
            None => column.fill_range(warp, bits),
            Some(_) => warp.filter(is_active).for_each(|element| column.set(element, bits)),
        }
    }
}

/// Copies the element of the first active lane of each warp to the elements of all lanes of the warp.
pub(crate) fn unify(active: Active<'_>, threads: usize, column: &mut Column) {
    for (first, warp) in firsts(active, threads) {
        let bits = column.get(first);
        column.fill_range(warp, bits);
    }
}

/// Returns the element of the first active lane of each warp that has one, and the elements of all lanes of the warp.
pub(crate) fn firsts(
    active: Active<'_>,
    threads: usize,
) -> impl Iterator<Item = (usize, Range<usize>)> {
    let Active { lanes, mask } = active;
    warps(lanes, threads).filter_map(move |warp| {
        let is_active = |element: &usize| mask.is_none_or(|mask| mask[*element] != 0);
        Some((warp.clone().find(is_active)?, warp))
    })
}

/// Returns the elements of each warp that has lanes in ascending order.
fn warps(lanes: &[u16], threads: usize) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let lane = usize::from(*lanes.get(start)?);
        let end = (lane - lane % threads % WARP + WARP).min((lane / threads + 1) * threads);
        // Most groups have all lanes of a warp.
        let is_whole =
            lanes.get(start + end - lane - 1).is_some_and(|last| usize::from(*last) + 1 == end);
        let count = match is_whole {
            true => end - lane,
            false => lanes[start..].iter().take_while(|lane| usize::from(**lane) < end).count(),
        };
        let warp = start..start + count;
        start = warp.end;
        Some(warp)
    })
}
