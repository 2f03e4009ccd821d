//! The mbarrier objects of a run (PTX ISA, "Contents of the mbarrier object").

use std::collections::BTreeMap;

/// The size and alignment of an object in bytes.
pub(crate) const BYTES: usize = 8;
/// The largest number of arrivals, and of expected bytes (PTX ISA, "Contents of the mbarrier object").
pub(crate) const MOST: u32 = (1 << 20) - 1;

/// The state of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Object {
    /// The number of the current phase, from 0.
    pub(crate) phase: u64,
    /// The arrivals that the current phase still expects.
    pub(crate) pending: u32,
    /// The arrivals that the next phase expects.
    pub(crate) expected: u32,
    /// The bytes that the current phase still expects. Negative if copies have written more bytes than were expected so
    /// far.
    pub(crate) bytes: i32,
}

impl Object {
    /// Returns the state that `mbarrier.arrive` returns: the parity of the phase, and the pending count in the low 32
    /// bits.
    pub(crate) fn state(self) -> u64 {
        (self.phase & 1) << 63 | u64::from(self.pending)
    }

    /// Returns whether the phase with this parity has completed: the current phase has the other parity.
    pub(crate) fn has_completed(self, parity: u64) -> bool {
        self.phase & 1 != parity & 1
    }
}

/// All objects of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mbarriers {
    /// The objects by the index of their first byte in the shared memory of the run.
    pub(crate) all: BTreeMap<usize, Object>,
    /// For each 8 bytes of shared memory, whether an object starts there. Empty before the first object.
    is_object: Vec<bool>,
    /// Whether a phase has completed that waiting threads have not noticed.
    pub(crate) has_news: bool,
    /// The number of phases that have completed.
    pub(crate) completed: u64,
}

impl Mbarriers {
    /// Returns whether these bytes of shared memory overlap an object.
    pub(crate) fn overlap(&self, place: usize, bytes: usize) -> bool {
        // The shared memory of the later blocks of a run need not start at a multiple of 8.
        let (first, end) = (place.saturating_sub(BYTES - 1), place + bytes.max(1));
        let near = self.is_object.get(first / BYTES..=(end - 1) / BYTES);
        near.is_some_and(|some| some.contains(&true)) && self.all.range(first..end).next().is_some()
    }

    pub(crate) fn are_any(&self) -> bool {
        !self.all.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Returns the state of an object.
    pub(crate) fn get(&self, place: usize) -> Option<Object> {
        self.all.get(&place).copied()
    }

    pub(crate) fn init(&mut self, place: usize, count: u32, shared: usize) {
        self.is_object.resize(shared.div_ceil(BYTES), false);
        self.is_object[place / BYTES] = true;
        let object = Object { phase: 0, pending: count, expected: count, bytes: 0 };
        self.all.insert(place, object);
    }

    pub(crate) fn invalidate(&mut self, place: usize) {
        self.is_object[place / BYTES] = false;
        self.all.remove(&place);
    }

    /// Stores an object. Completes its phase if nothing is pending. Returns whether the phase has completed.
    pub(crate) fn set(&mut self, place: usize, mut object: Object) -> bool {
        let is_complete = object.pending == 0 && object.bytes == 0;
        if is_complete {
            object.phase += 1;
            object.pending = object.expected;
            self.has_news = true;
            self.completed += 1;
        }
        self.all.insert(place, object);
        is_complete
    }
}
