//! The threads that run an access to memory. A group is a set of threads at the same instruction (`groups.rs`).

/// The lanes that run an access. The registers are in a [`Frame`], with one element of each register for each lane.
#[derive(Clone, Copy)]
pub(crate) struct Group<'a> {
    /// The lane of each frame element.
    pub(crate) lanes: &'a [u16],
    /// The frame elements whose lanes run the access, because their guard is true. `None` if all lanes run it.
    pub(crate) active: Option<&'a [u16]>,
}

impl Group<'_> {
    pub(crate) fn count(&self) -> usize {
        self.active.unwrap_or(self.lanes).len()
    }

    /// Returns the position in the registers of the `i`-th active thread.
    pub(crate) fn element(&self, i: usize) -> usize {
        self.active.map_or(i, |active| usize::from(active[i]))
    }

    pub(crate) fn lane(&self, i: usize) -> usize {
        usize::from(self.lanes[self.element(i)])
    }
}
