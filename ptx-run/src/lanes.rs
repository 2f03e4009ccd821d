//! Sets of lanes.

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

    pub(crate) fn insert(&mut self, lane: usize) {
        self.0[lane / 64] |= 1 << (lane % 64);
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

    /// Writes the lanes in ascending order into a list.
    pub(crate) fn list(&self, into: &mut Vec<u16>) {
        into.clear();
        for (i, word) in self.0.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                into.push((64 * i) as u16 + rest.trailing_zeros() as u16);
                rest &= rest - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lanes;

    #[test]
    fn predicates_become_lanes() {
        for count in [1, 7, 8, 31, 64, 65, 200, 1024] {
            let bytes: Vec<u8> = (0..count).map(|i| u8::from(i * i % 7 < 3)).collect();
            for wanted in [0, 1] {
                let mut lanes = Lanes::default();
                lanes.set_where(&bytes, wanted);
                let expected: Vec<_> = (0..count).filter(|i| bytes[*i] == wanted).collect();
                assert_eq!(lanes.iter().collect::<Vec<_>>(), expected);
                let mut list = Vec::new();
                lanes.list(&mut list);
                assert!(list.iter().map(|lane| usize::from(*lane)).eq(expected.clone()));
                for (start, end) in [(0, 1), (3, 67), (64, 128), (100, 1024), (1000, 1001)] {
                    let has = expected.iter().any(|lane| (start..end).contains(lane));
                    assert_eq!(lanes.has_any(start, end), has);
                }
            }
        }
    }
}
