//! The threads that run an access to memory. A group is a set of threads at the same instruction (`groups.rs`).

/// The lanes (threads of the run) that execute an access. The registers are in a [`Frame`](crate::lanes::registers::Frame),
/// where each register has one element for each lane of the group.
#[derive(Clone, Copy)]
pub(crate) struct Group<'a> {
    /// The lane of each register element.
    pub(crate) lanes: &'a [u16],
    /// The indices of the elements whose guard is true, so that their lanes run the access. `None` if all lanes run the
    /// access.
    pub(crate) active: Option<&'a [u16]>,
}

impl Group<'_> {
    pub(crate) fn count(&self) -> usize {
        self.active.unwrap_or(self.lanes).len()
    }

    /// Returns the index of the `i`-th active lane in the registers.
    pub(crate) fn element(&self, i: usize) -> usize {
        self.active.map_or(i, |active| usize::from(active[i]))
    }

    pub(crate) fn lane(&self, i: usize) -> usize {
        usize::from(self.lanes[self.element(i)])
    }
}

/// The lanes of a group, and a mask of the elements where the guard is true.
#[derive(Clone, Copy)]
pub(crate) struct Active<'a> {
    pub(crate) lanes: &'a [u16],
    pub(crate) mask: Option<&'a [u8]>,
}

impl<'a> Active<'a> {
    /// Returns the index in the columns ([`Frame`](super::registers::Frame)), and the lane, of each element where the guard is true.
    pub(crate) fn each(self) -> impl Iterator<Item = (usize, usize)> + use<'a> {
        let all = self.lanes.iter().enumerate().map(|(i, lane)| (i, usize::from(*lane)));
        all.filter(move |(i, _)| self.mask.is_none_or(|mask| mask[*i] != 0))
    }
}
