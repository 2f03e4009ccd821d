//! The memory of a launch.

use crate::memory::placed::Placed;
use crate::memory::region::{Contents, Region};
use crate::memory::undo::Undo;

/// The regions that a run accesses, with their bytes.
pub(crate) struct Regions<'a> {
    pub(crate) all: &'a [Region],
    pub(crate) placed: &'a Placed,
    contents: &'a mut (dyn Contents + 'a),
    /// The record of overwritten bytes. `None` if the bytes are a copy that a failed launch drops.
    undo: Option<&'a mut Undo>,
}

impl<'a> Regions<'a> {
    pub(crate) fn new(
        all: &'a [Region],
        placed: &'a Placed,
        contents: &'a mut (dyn Contents + 'a),
        undo: Option<&'a mut Undo>,
    ) -> Self {
        Self { all, placed, contents, undo }
    }

    /// Returns the same regions, for a shorter time.
    pub(crate) fn reborrow(&mut self) -> Regions<'_> {
        let Self { all, placed, contents, undo } = self;
        Regions { all, placed, contents: *contents, undo: undo.as_deref_mut() }
    }

    pub(crate) fn bytes(&self, number: usize) -> &[u8] {
        self.contents.bytes(number)
    }

    pub(crate) fn bytes_mut(&mut self, number: usize) -> &mut [u8] {
        self.contents.bytes_mut(number)
    }

    /// Returns whether [`save`](Self::save) has an effect.
    pub(crate) fn saves(&self) -> bool {
        self.undo.is_some()
    }

    /// Saves the values of bytes that are about to be written, so that a failed launch can restore them.
    #[inline]
    pub(crate) fn save(&mut self, number: usize, place: usize, bytes: usize) {
        if let Some(undo) = &mut self.undo {
            undo.save(number, place, bytes, &*self.contents);
        }
    }
}
