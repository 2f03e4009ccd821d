//! Runs `shfl` (PTX ISA, "Data Movement and Conversion Instructions").

use super::{are_whole, warp};
use crate::code::warp::{Kind, Shuffle};
use crate::lanes::registers::Column;
use crate::lanes::{Lanes, WARP};
use crate::schedule::run::Run;

/// Executes `shfl` if [`are_whole`] returns true for its mask. Otherwise does nothing and returns `false`.
///
/// The function works on whole columns of registers. The general path works on lists of lanes, and took a third of the
/// time of the softmax kernel (benches/RESULTS.md).
pub(super) fn of_whole_warps(run: &mut Run<'_>, place: usize, lanes: &Lanes) -> bool {
    let Some(warp) = warp(run, place) else { return false };
    let (Kind::Shuffle(mode), mask, &[a, b, c], [d, p]) =
        (warp.kind, warp.mask, &warp.sources[..], warp.results)
    else {
        return false;
    };
    if !are_whole(run, mask, lanes) {
        return false;
    }
    let slots = &run.code.slots;
    let columns = &mut run.full.columns;
    let firsts = || (0..run.lanes).step_by(WARP).filter(|first| lanes.contains(*first));
    let table = |columns: &[Column], first: usize| -> [(u8, bool); WARP] {
        std::array::from_fn(|i| {
            let (b, c) = (columns[b].get(first + i) as u32, columns[c].get(first + i) as u32);
            let (from, is_in_range) = source(mode, i as u32, b, c);
            (from as u8 % WARP as u8, is_in_range)
        })
    };
    let is_common = slots[b].source.is_uniform() && slots[c].source.is_uniform();
    let common = is_common.then(|| table(columns, 0));
    for first in firsts() {
        let table = common.unwrap_or_else(|| table(columns, first));
        let lanes = first..first + WARP;
        let mut values = [0; WARP];
        if let Column::B32(from) = &columns[a] {
            values.copy_from_slice(&from[lanes.clone()]);
        }
        if let Some(Column::B32(to)) = d.map(|d| &mut columns[d]) {
            for (to, (from, _)) in to[lanes.clone()].iter_mut().zip(table) {
                *to = values[usize::from(from)];
            }
        }
        if let Some(Column::B8(to)) = p.map(|p| &mut columns[p]) {
            for (to, (_, is_in_range)) in to[lanes].iter_mut().zip(table) {
                *to = is_in_range.into();
            }
        }
    }
    true
}

/// Returns the lane from which `lane` reads in `shfl`, and whether the source lane is in range. If the source lane is
/// not in range, `lane` reads its own value.
#[inline]
pub(super) fn source(mode: Shuffle, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segments) = (b & 31, c & 31, c >> 8 & 31);
    let first = lane & segments;
    let last = first | clamp & !segments;
    let (from, is_in_range) = match mode {
        // The difference may be negative.
        Shuffle::Up => (lane.wrapping_sub(b), lane as i32 - b as i32 >= last as i32),
        Shuffle::Down => (lane + b, lane + b <= last),
        Shuffle::Bfly => (lane ^ b, lane ^ b <= last),
        Shuffle::Idx => (first | b & !segments, first | b & !segments <= last),
    };
    if is_in_range { (from, true) } else { (lane, false) }
}

#[cfg(test)]
mod tests {
    use super::{Shuffle, source};

    /// Compares `source` with CUDA's definition of `__shfl_*_sync`. In CUDA, the parameter `width` is the number of
    /// lanes in a segment. A lane whose source is outside of its segment reads its own value.
    #[test]
    fn widths_of_cuda_are_segments() {
        for width in [1u32, 2, 4, 8, 16, 32] {
            let segments = (32 - width) << 8;
            for (lane, b) in (0..32u32).flat_map(|lane| (0..32).map(move |b| (lane, b))) {
                let start = lane / width * width;
                let inside =
                    |from: i64| (i64::from(start)..i64::from(start + width)).contains(&from);
                let expected =
                    |from: i64| if inside(from) { (from as u32, true) } else { (lane, false) };
                let (near, far) = (i64::from(lane), i64::from(b));
                assert_eq!(
                    source(Shuffle::Up, lane, b, segments),
                    expected(near - far),
                    "up {width} {lane} {b}"
                );
                assert_eq!(
                    source(Shuffle::Down, lane, b, segments | 31),
                    expected(near + far),
                    "down {width} {lane} {b}"
                );
                let from = start + b % width;
                assert_eq!(
                    source(Shuffle::Idx, lane, b, segments | 31),
                    (from, true),
                    "idx {width} {lane} {b}"
                );
                if b < width {
                    assert_eq!(source(Shuffle::Bfly, lane, b, segments | 31), (lane ^ b, true));
                }
            }
        }
    }
}
