//! Values that the lanes of a warp share.

use crate::lanes::WARP;
use crate::lanes::active::Active;
use crate::lanes::registers::Column;

/// Writes the mask of the active lanes of each warp to the elements of the active lanes.
pub(crate) fn mask(active: Active<'_>, threads: usize, column: &mut Column) {
    for warp in warps(active, threads) {
        let number = |lane: &usize| lane % threads % WARP;
        let mask = warp.iter().fold(0, |mask, (_, lane)| mask | 1 << number(lane));
        warp.iter().for_each(|(element, _)| column.set(*element, mask));
    }
}

/// Copies the element of the first active lane of each warp to the elements of all lanes of the warp.
pub(crate) fn unify(active: Active<'_>, threads: usize, column: &mut Column) {
    let all = warps(Active { mask: None, ..active }, threads);
    for (from, to) in warps(active, threads).iter().flat_map(|warp| {
        let first = warp.first()?;
        let is_same = |all: &&Vec<(usize, usize)>| all.contains(first);
        Some((first.0, all.iter().find(is_same)?))
    }) {
        let bits = column.get(from);
        to.iter().for_each(|(element, _)| column.set(*element, bits));
    }
}

/// Returns the element and the lane of the active lanes of each warp.
fn warps(active: Active<'_>, threads: usize) -> Vec<Vec<(usize, usize)>> {
    let mut warps: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut end = 0;
    for (element, lane) in active.each() {
        if lane >= end {
            end = (lane - lane % threads % WARP + WARP).min((lane / threads + 1) * threads);
            warps.push(Vec::with_capacity(WARP));
        }
        if let Some(warp) = warps.last_mut() {
            warp.push((element, lane));
        }
    }
    warps
}
