//! Sets of lanes. A lane is the number of a thread among all threads that run together, not only in its warp.

pub(crate) mod active;
pub(crate) mod bits;
pub(crate) mod gathered;
pub(crate) mod indices;
pub(crate) mod registers;
pub(crate) mod warps;

pub(crate) use crate::code::WARP;
use std::ops::Range;

/// The maximum number of threads that run together.
pub(crate) const MOST_LANES: usize = 1024;

const WORDS: usize = MOST_LANES / 64;

/// A set of lanes of a run. Lanes are numbered block by block, and within a block by linear thread number.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Lanes([u64; WORDS]);

impl std::fmt::Debug for Lanes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

impl Lanes {
    /// Returns the first `count` lanes.
    pub(crate) fn first(count: usize) -> Self {
        let mut lanes = Self::default();
        for (i, word) in lanes.0.iter_mut().enumerate() {
            let here = count.saturating_sub(64 * i).min(64);
            *word = if here == 0 { 0 } else { u64::MAX >> (64 - here) };
        }
        lanes
    }

    /// Returns the lanes from `start` up to, but not including, `end`.
    pub(crate) fn between(start: usize, end: usize) -> Self {
        Self::first(end).without(&Self::first(start))
    }

    /// Returns whether the set contains a lane from `start` up to, but not including, `end`.
    pub(crate) fn has_any(&self, start: usize, end: usize) -> bool {
        let (first, last) = (start / 64, (end - 1) / 64);
        (first..=last).any(|i| {
            let low = if i == first { u64::MAX << (start % 64) } else { u64::MAX };
            let high = if i == last { u64::MAX >> (63 - (end - 1) % 64) } else { u64::MAX };
            self.0[i] & low & high != 0
        })
    }

    /// Returns whether the set contains all or none of the lanes of each warp. Assumes that every 32 lanes form a warp.
    pub(crate) fn has_whole_warps(&self) -> bool {
        let is_whole = |half: u64| matches!(half as u32, 0 | u32::MAX);
        self.0.iter().all(|word| is_whole(*word) && is_whole(word >> 32))
    }

    /// Returns all lanes of each warp that has a lane in the set. A block has `threads` threads. The last warp of a run of
    /// one block may get lanes that do not exist.
    pub(crate) fn whole_warps(&self, threads: usize) -> Self {
        let mut whole = *self;
        if threads.is_multiple_of(WARP) || !self.has_any(threads, MOST_LANES) {
            for word in &mut whole.0 {
                let half = |half: u64| if half as u32 == 0 { 0 } else { u64::from(u32::MAX) };
                *word = half(*word) | half(*word >> 32) << 32;
            }
            return whole;
        }
        // Blocks of one thread fill the lanes, and each lane is a warp.
        if threads == 1 {
            return whole;
        }
        let mut rest = *self;
        for i in 0..WORDS {
            while rest.0[i] != 0 {
                let lane = 64 * i + rest.0[i].trailing_zeros() as usize;
                let first = lane - lane % threads % WARP;
                let end = (lane / threads + 1) * threads;
                let warp = u64::MAX >> (64 - (end - first).min(WARP));
                whole.set_bits(first, warp, true);
                rest.set_bits(first, warp, false);
            }
        }
        whole
    }

    /// Inserts or removes the lanes from `first` on whose bits are 1.
    pub(crate) fn set_bits(&mut self, first: usize, bits: u64, are_inserted: bool) {
        let (word, shift) = (first / 64, first as u32 % 64);
        let parts = [bits << shift, bits.unbounded_shr(64 - shift)];
        for (word, part) in self.0[word..].iter_mut().zip(parts) {
            *word = if are_inserted { *word | part } else { *word & !part };
        }
    }

    pub(crate) fn contains(&self, lane: usize) -> bool {
        self.0[lane / 64] >> (lane % 64) & 1 == 1
    }

    pub(crate) fn insert(&mut self, lane: usize) {
        self.0[lane / 64] |= 1 << (lane % 64);
    }

    /// Returns the 64 lanes from `first` on as bits.
    pub(crate) fn bits(&self, first: usize) -> u64 {
        let (word, shift) = (first / 64, first as u32 % 64);
        let next = self.0.get(word + 1).copied().unwrap_or(0);
        self.0[word] >> shift | next.unbounded_shl(64 - shift)
    }

    /// Returns the lowest lane of the set.
    pub(crate) fn lowest(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Inserts lane `i` if byte `i` of `bytes` is `wanted`. All bytes are 0 or 1.
    pub(crate) fn set_where(&mut self, bytes: &[u8], wanted: u8) {
        for (word, bytes) in self.0.iter_mut().zip(bytes.chunks(64)) {
            for (i, eight) in bytes.chunks(8).enumerate() {
                let mut all = [wanted ^ 1; 8];
                all[..eight.len()].copy_from_slice(eight);
                let ones =
                    u64::from_le_bytes(all) ^ (0x0101_0101_0101_0101 * u64::from(wanted ^ 1));
                // The multiplication gathers bit 0 of byte i of `ones` into bit i of the high byte.
                *word |= (ones.wrapping_mul(0x0102_0408_1020_4080) >> 56) << (8 * i);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0 == [0; WORDS]
    }

    pub(crate) fn count(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn union(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word |= other;
        }
        self
    }

    pub(crate) fn intersection(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= other;
        }
        self
    }

    pub(crate) fn without(mut self, other: &Self) -> Self {
        for (word, other) in self.0.iter_mut().zip(other.0) {
            *word &= !other;
        }
        self
    }

    /// Returns the lanes in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(i, word)| {
            let mut rest = *word;
            std::iter::from_fn(move || {
                let bit = (rest != 0).then(|| rest.trailing_zeros() as usize)?;
                rest &= rest - 1;
                Some(64 * i + bit)
            })
        })
    }

    /// Writes the lanes in ascending order to the start of a list. Returns their number.
    pub(crate) fn list(&self, into: &mut [u16; MOST_LANES]) -> usize {
        let mut count = 0;
        for (i, word) in self.0.iter().enumerate() {
            let end = count + word.count_ones() as usize;
            let mut rest = *word;
            for to in &mut into[count..end] {
                *to = (64 * i) as u16 + rest.trailing_zeros() as u16;
                rest &= rest.wrapping_sub(1);
            }
            count = end;
        }
        count
    }

    /// Writes the ranges of adjacent lanes into a list. Stops after `most` ranges. Returns whether the list is complete.
    pub(crate) fn ranges(&self, most: usize, into: &mut Vec<Range<usize>>) -> bool {
        into.clear();
        for (i, word) in self.0.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let first = rest.trailing_zeros();
                let count = (rest >> first).trailing_ones();
                rest &= u64::MAX.unbounded_shl(first + count);
                let (start, count) = (64 * i + first as usize, count as usize);
                let is_full = into.len() == most;
                match into.last_mut() {
                    Some(last) if last.end == start => last.end += count,
                    _ if is_full => return false,
                    _ => into.push(start..start + count),
                }
            }
        }
        true
    }

    /// Returns the lanes of this set whose byte is `wanted`. `bytes` has one byte, 0 or 1, for each lane of the set, in
    /// ascending order of the lanes.
    pub(crate) fn filter(&self, bytes: &[u8], wanted: u8) -> Self {
        let mut filtered = Self::default();
        let mut rest_of_bytes = bytes;
        for (to, word) in filtered.0.iter_mut().zip(self.0) {
            let (bytes, others) = rest_of_bytes.split_at(word.count_ones() as usize);
            rest_of_bytes = others;
            let mut rest = word;
            for byte in bytes {
                let lowest = rest & rest.wrapping_neg();
                *to |= if *byte == wanted { lowest } else { 0 };
                rest ^= lowest;
            }
        }
        filtered
    }
}

#[cfg(test)]
mod tests {
    use super::{Lanes, MOST_LANES, WARP};

    #[test]
    fn whole_warps_end_with_their_block() {
        let mut lanes = Lanes::default();
        [3, 75].into_iter().for_each(|lane| lanes.insert(lane));
        let whole = |parts: [(usize, usize); 2]| {
            parts.iter().fold(Lanes::default(), |all, (a, b)| all.union(&Lanes::between(*a, *b)))
        };
        assert_eq!(lanes.whole_warps(32), whole([(0, 32), (64, 96)]));
        assert_eq!(lanes.whole_warps(128), whole([(0, 32), (64, 96)]));
        assert_eq!(lanes.whole_warps(40), whole([(0, 32), (72, 80)]));
    }

    #[test]
    fn whole_warps_have_the_lanes_of_each_warp() {
        for threads in [1, 2, 5, 31, 33, 40, 64, 96, 100, 127, 250, 513] {
            let count = MOST_LANES / threads * threads;
            for step in [1, 3, 37, 100, 333, 1000] {
                let mut lanes = Lanes::default();
                (0..count)
                    .filter(|lane| lane * lane % step == 1 % step)
                    .for_each(|lane| lanes.insert(lane));
                let warp = |lane: usize| (lane / threads, lane % threads / WARP);
                let has = |lane: &usize| lanes.iter().any(|other| warp(other) == warp(*lane));
                let expected: Vec<_> = (0..count).filter(has).collect();
                let found: Vec<_> =
                    lanes.whole_warps(threads).iter().filter(|lane| *lane < count).collect();
                assert_eq!(found, expected, "{threads} {step}");
            }
        }
    }

    #[test]
    fn predicates_become_lanes() {
        for count in [1, 7, 8, 31, 64, 65, 200, 1024] {
            let bytes: Vec<u8> = (0..count).map(|i| u8::from(i * i % 7 < 3)).collect();
            for wanted in [0, 1] {
                let mut lanes = Lanes::default();
                lanes.set_where(&bytes, wanted);
                let expected: Vec<_> = (0..count).filter(|i| bytes[*i] == wanted).collect();
                assert_eq!(lanes.iter().collect::<Vec<_>>(), expected);
                let mut ranges = Vec::new();
                assert!(lanes.ranges(MOST_LANES, &mut ranges));
                assert!(ranges.windows(2).all(|pair| pair[0].end < pair[1].start));
                let fewer = ranges.len().saturating_sub(1);
                assert_eq!(lanes.ranges(fewer, &mut Vec::new()), ranges.is_empty());
                assert!(ranges.into_iter().flatten().eq(expected.clone()));
                let mut list = [0; MOST_LANES];
                let count = lanes.list(&mut list);
                assert!(list[..count].iter().map(|lane| usize::from(*lane)).eq(expected.clone()));
                let inner: Vec<u8> = expected.iter().map(|i| u8::from(i % 3 == 0)).collect();
                let filtered = lanes.filter(&inner, wanted);
                let of_inner = expected.iter().zip(&inner).filter(|(_, byte)| **byte == wanted);
                assert!(filtered.iter().eq(of_inner.map(|(lane, _)| *lane)));
                for (start, end) in [(0, 1), (3, 67), (64, 128), (100, 1024), (1000, 1001)] {
                    let has = expected.iter().any(|lane| (start..end).contains(lane));
                    assert_eq!(lanes.has_any(start, end), has);
                }
                let has = |lane: usize| expected.binary_search(&lane).is_ok();
                for lane in 0..MOST_LANES {
                    assert_eq!(lanes.contains(lane), has(lane), "{lane}");
                    let bits = (0..64).fold(0, |bits, i| bits | u64::from(has(lane + i)) << i);
                    assert_eq!(lanes.bits(lane), bits, "{lane}");
                }
            }
        }
    }
}
