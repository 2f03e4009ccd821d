//! Iterates over the threads of a grid.

/// The position of a thread in a grid: PTX's `%tid`, `%ntid`, `%ctaid` and `%nctaid`, each as x, y,
/// z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    /// The index of the thread in its block.
    pub tid: [u32; 3],
    /// The size of a block.
    pub ntid: [u32; 3],
    /// The index of the block in the grid.
    pub ctaid: [u32; 3],
    /// The size of the grid in blocks.
    pub nctaid: [u32; 3],
}

/// Iterates over the threads of a grid: first the threads of block (0, 0, 0), x fastest, then the
/// threads of the next block.
///
/// ```
/// let all: Vec<_> = ptx::grid([2, 1, 1], [3, 1, 1]).map(|t| (t.ctaid[0], t.tid[0])).collect();
/// assert_eq!(all, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]);
/// ```
#[inline]
#[must_use]
pub const fn grid(blocks: [u32; 3], threads: [u32; 3]) -> Grid {
    let is_empty = blocks[0] == 0
        || blocks[1] == 0
        || blocks[2] == 0
        || threads[0] == 0
        || threads[1] == 0
        || threads[2] == 0;
    let first = Thread { tid: [0; 3], ntid: threads, ctaid: [0; 3], nctaid: blocks };
    Grid { next: if is_empty { None } else { Some(first) } }
}

/// The iterator that [`grid`] returns.
#[derive(Clone, Debug)]
pub struct Grid {
    next: Option<Thread>,
}

/// Advances to the next position, x fastest. Returns false after the last position.
fn advance(at: &mut [u32; 3], count: [u32; 3]) -> bool {
    for (at, count) in at.iter_mut().zip(count) {
        if *at + 1 < count {
            *at += 1;
            return true;
        }
        *at = 0;
    }
    false
}

impl Iterator for Grid {
    type Item = Thread;

    #[inline]
    fn next(&mut self) -> Option<Thread> {
        let thread = self.next?;
        let mut next = thread;
        let is_there =
            advance(&mut next.tid, thread.ntid) || advance(&mut next.ctaid, thread.nctaid);
        self.next = is_there.then_some(next);
        Some(thread)
    }
}
