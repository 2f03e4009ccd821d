//! Natural loops: a header, and the blocks that can return to the header without leaving the loop.

/// The loops of a control-flow graph. Blocks are numbered by their position in reverse postorder.
#[derive(Debug)]
pub struct Loops {
    /// For each block, the header of the innermost loop that contains the block. A header is in its
    /// own loop.
    innermost: Vec<Option<usize>>,
    /// For each header, the header of the next outer loop.
    parents: Vec<Option<usize>>,
    /// For each header, the number of loops around its loop.
    depths: Vec<usize>,
}

impl Loops {
    /// Finds the loops of a graph. Returns `None` if a loop has a second entry.
    ///
    /// `before` lists the predecessors of each block. `dominators` holds the immediate dominator of
    /// each block.
    #[must_use]
    pub fn new(before: &[Vec<usize>], dominators: &[usize]) -> Option<Self> {
        let count = before.len();
        let is_dominated = |place: usize, by: usize| {
            let mut at = place;
            while at > by {
                at = dominators[at];
            }
            at == by
        };
        for (header, from) in before.iter().enumerate() {
            let mut back = from.iter().filter(|from| **from >= header);
            if !back.all(|from| is_dominated(*from, header)) {
                return None;
            }
        }
        let mut innermost = vec![None; count];
        let mut parents = vec![None; count];
        // For each block, the header of a known loop that contains the block, or else the block
        // itself. `find` follows these headers to the outermost known loop, and shortens the path.
        let mut outermost: Vec<usize> = (0..count).collect();
        for header in (0..count).rev() {
            let back = before[header].iter().copied().filter(|from| *from >= header);
            let mut open: Vec<usize> = back.collect();
            if open.is_empty() {
                continue;
            }
            innermost[header] = Some(header);
            while let Some(place) = open.pop() {
                let top = find(&mut outermost, place);
                if top == header {
                    continue;
                }
                match innermost[top] {
                    None => innermost[top] = Some(header),
                    Some(_) => parents[top] = Some(header),
                }
                outermost[top] = header;
                open.extend(before[top].iter().copied().filter(|from| *from < top));
            }
        }
        let mut depths = vec![0; count];
        for header in 0..count {
            depths[header] = parents[header].map_or(0, |parent: usize| depths[parent] + 1);
        }
        Some(Self { innermost, parents, depths })
    }

    /// Returns whether a block is the header of a loop.
    #[must_use]
    pub fn is_header(&self, place: usize) -> bool {
        self.innermost[place] == Some(place)
    }

    /// Returns the number of loops that contain a block. For a header, its own loop is not counted.
    #[must_use]
    pub fn depth(&self, place: usize) -> usize {
        match self.innermost[place] {
            None => 0,
            Some(header) if header == place => self.depths[header],
            Some(header) => self.depths[header] + 1,
        }
    }

    /// Returns the header of the outermost loop that contains `from` but not `to`, or `None` if
    /// there is no such loop. `from` must dominate `to`.
    #[must_use]
    pub fn left(&self, from: usize, to: usize) -> Option<usize> {
        let depth = self.depth(to);
        let mut header = self.innermost[from].filter(|header| self.depths[*header] >= depth)?;
        while self.depths[header] > depth {
            header = self.parents[header]?;
        }
        Some(header)
    }
}

fn find(outermost: &mut [usize], place: usize) -> usize {
    let mut top = place;
    while outermost[top] != top {
        top = outermost[top];
    }
    let mut at = place;
    while outermost[at] != top {
        at = std::mem::replace(&mut outermost[at], top);
    }
    top
}
