//! Computes warp operations: `shfl`, `vote`, `match`, `redux`, `elect`.

use crate::instruction::Collective;
use crate::types::Type;

/// The sources of each of 32 lanes; `None` for a lane that does not participate.
pub(crate) type Lanes<'a> = [Option<&'a [u64]>; 32];

/// Computes an operation for the participating lanes. Returns two results for each lane.
pub(crate) fn compute(operation: Collective, lanes: &Lanes<'_>) -> [[u64; 2]; 32] {
    let mut results = [[0; 2]; 32];
    let present = mask(lanes, |_| true);
    let same = |bits: u32, value: u64| {
        let kind = Type::of(if bits == 64 { "b64" } else { "b32" }).expect("a type");
        mask(lanes, |own| kind.integer(own[0]) == kind.integer(value))
    };
    for (lane, own) in lanes.iter().enumerate().filter_map(|(lane, own)| Some((lane, (*own)?))) {
        results[lane] = match operation {
            Collective::Up | Collective::Down | Collective::Butterfly | Collective::Index => {
                shuffle(operation, lane as u32, own, lanes)
            }
            Collective::All => [u64::from(mask(lanes, |own| own[0] == 1) == present), 0],
            Collective::Any => [u64::from(mask(lanes, |own| own[0] == 1) != 0), 0],
            Collective::Uniform => {
                let held = mask(lanes, |own| own[0] == 1);
                [u64::from(held == 0 || held == present), 0]
            }
            Collective::Ballot => [mask(lanes, |own| own[0] == 1).into(), 0],
            Collective::MatchAny(bits) => [same(bits, own[0]).into(), 0],
            Collective::MatchAll(bits) => {
                let is_same = same(bits, own[0]) == present;
                [if is_same { present.into() } else { 0 }, is_same.into()]
            }
            Collective::Reduce(atomic, kind) => {
                let values = lanes.iter().flatten().map(|own| own[0]);
                [values.reduce(|a, b| atomic.apply(kind, a, &[b])).unwrap_or_default(), 0]
            }
            Collective::Elect => {
                let leader = present.trailing_zeros();
                [leader.into(), (leader == lane as u32).into()]
            }
            // `complete_collective` computes matrix instructions, because they access memory.
            Collective::Synchronise | Collective::Matrix(_) => [0; 2],
        };
    }
    results
}

/// Returns the mask of the lanes that satisfy a condition.
fn mask(lanes: &Lanes<'_>, condition: impl Fn(&[u64]) -> bool) -> u32 {
    let bit =
        |(lane, own): (usize, &Option<&[u64]>)| u32::from(own.is_some_and(&condition)) << lane;
    lanes.iter().enumerate().map(bit).sum()
}

/// Computes `shfl` like the pseudo-code of the PTX manual. `own` has the operands a, b and c of lane `lane`. A lane
/// that reads from no other lane returns its own operand a.
fn shuffle(mode: Collective, lane: u32, own: &[u64], lanes: &Lanes<'_>) -> [u64; 2] {
    let (b, clamp, segments) = (own[1] as u32 & 31, own[2] as u32 & 31, own[2] as u32 >> 8 & 31);
    let max = (lane & segments) | (clamp & !segments);
    let min = lane & segments;
    let (from, is_inside) = match mode {
        Collective::Up => (lane as i32 - b as i32, lane as i32 - b as i32 >= max as i32),
        Collective::Down => ((lane + b) as i32, lane + b <= max),
        Collective::Butterfly => ((lane ^ b) as i32, lane ^ b <= max),
        _ => {
            let from = min | (b & !segments);
            (from as i32, from <= max)
        }
    };
    let from = if is_inside { from } else { lane as i32 };
    let value = lanes.get(from as usize).copied().flatten().unwrap_or(own)[0];
    [value, is_inside.into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::instruction::Atomic;

    /// Returns the results of a shuffle. The first `count` lanes have the values 100, 101, … and
    /// the operands b and c.
    fn shuffled(mode: Collective, count: usize, b: u64, c: u64) -> Vec<[u64; 2]> {
        let sources: Vec<_> = (0..count as u64).map(|lane| [100 + lane, b, c]).collect();
        let mut lanes: Lanes<'_> = [None; 32];
        for (lane, own) in lanes.iter_mut().zip(&sources) {
            *lane = Some(own);
        }
        compute(mode, &lanes)[..count].to_vec()
    }

    #[test]
    fn shuffles_in_segments_agree_with_cuda() {
        // Segments of 8 lanes: c is (32 - 8) << 8 | 31. For `up`, the low bits are 0.
        let down = shuffled(Collective::Down, 32, 3, 0x181f);
        let up = shuffled(Collective::Up, 32, 3, 0x1800);
        let index = shuffled(Collective::Index, 32, 5, 0x181f);
        for lane in 0..32u64 {
            let place = lane % 8;
            let source = if place + 3 < 8 { lane + 3 } else { lane };
            assert_eq!(down[lane as usize], [100 + source, (place + 3 < 8).into()]);
            let source = if place >= 3 { lane - 3 } else { lane };
            assert_eq!(up[lane as usize], [100 + source, (place >= 3).into()]);
            assert_eq!(index[lane as usize], [100 + lane / 8 * 8 + 5, 1]);
        }
        let butterfly = shuffled(Collective::Butterfly, 6, 4, 0x1f);
        let values: Vec<_> = butterfly.iter().map(|result| result[0] - 100).collect();
        // Lanes 6 and 7 do not participate, so lanes 2 and 3 keep their values.
        assert_eq!(values, [4, 5, 2, 3, 0, 1]);
        assert!(butterfly.iter().all(|result| result[1] == 1));
    }

    #[test]
    fn votes_matches_and_sums_use_the_participating_lanes() {
        let values = [[7u64], [0], [7], [1]];
        let mut lanes: Lanes<'_> = [None; 32];
        for (lane, value) in [0, 5, 6, 31].into_iter().zip(&values) {
            lanes[lane] = Some(value);
        }
        let of = |operation, lane: usize| compute(operation, &lanes)[lane];
        assert_eq!(of(Collective::MatchAny(32), 0), [0x41, 0]);
        assert_eq!(of(Collective::MatchAny(32), 31), [1 << 31, 0]);
        assert_eq!(of(Collective::MatchAll(32), 0), [0, 0]);
        assert_eq!(of(Collective::Ballot, 5), [1 << 31, 0]);
        assert_eq!(of(Collective::Uniform, 5), [0, 0]);
        let sum = Collective::Reduce(Atomic::Add, Type::of("u32").expect("a type"));
        assert_eq!(of(sum, 6), [15, 0]);
        assert_eq!(of(Collective::Elect, 0), [0, 1]);
        assert_eq!(of(Collective::Elect, 6), [0, 0]);
        assert_eq!(of(Collective::Any, 6), [1, 0]);
        assert_eq!(of(Collective::All, 6), [0, 0]);
    }
}
