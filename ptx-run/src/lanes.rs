//! Sets of lanes.

/// The most threads that run together.
pub(crate) const MOST_LANES: usize = 1024;

const WORDS: usize = MOST_LANES / 64;

/// A set of the lanes of a run. Lanes are numbered block by block, in a block by the linear thread number.
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

    /// Returns the lanes from `start` up to and without `end`.
    pub(crate) fn between(start: usize, end: usize) -> Self {
        Self::first(end).without(&Self::first(start))
    }

    pub(crate) fn insert(&mut self, lane: usize) {
        self.0[lane / 64] |= 1 << (lane % 64);
    }

    /// Returns the lowest lane.
    pub(crate) fn lowest(&self) -> Option<usize> {
        self.iter().next()
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
        into.extend(self.iter().map(|lane| lane as u16));
    }
}
