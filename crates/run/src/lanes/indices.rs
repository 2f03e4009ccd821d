//! Lists of the elements of a group for which a guard is true.

use crate::lanes::{Lanes, MOST_LANES};

/// The indices of the bytes of a mask that are 1. The list is made when an operation needs it.
#[derive(Debug)]
pub(crate) struct Indices {
    all: Box<[u16; MOST_LANES]>,
    /// The number of indices. `None` if the mask has changed since the list was made.
    count: Option<usize>,
}

impl Default for Indices {
    fn default() -> Self {
        Self { all: Box::new([0; MOST_LANES]), count: None }
    }
}

impl Indices {
    /// Discards the list, because the mask changes.
    pub(crate) fn discard(&mut self) {
        self.count = None;
    }

    /// Returns the indices of the bytes of `mask` that are 1, in ascending order. All bytes are 0 or 1.
    pub(crate) fn of(&mut self, mask: &[u8]) -> &[u16] {
        let count = self.count.unwrap_or_else(|| {
            let mut lanes = Lanes::default();
            lanes.set_where(mask, 1);
            lanes.list(&mut self.all)
        });
        self.count = Some(count);
        &self.all[..count]
    }
}
