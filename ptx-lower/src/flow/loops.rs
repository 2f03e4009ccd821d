//! Natural loops: a header, and the blocks that reach the header again without leaving the loop.

/// The loops of a graph, by places in reverse postorder.
#[derive(Debug)]
pub struct Loops {
    /// The header of the innermost loop that contains each place; the header of a loop is its own.
    innermost: Vec<Option<usize>>,
    /// The header of the next outer loop, for each header.
    parents: Vec<Option<usize>>,
    /// The number of loops around the loop of each header.
    depths: Vec<usize>,
}

impl Loops {
    /// Finds the loops; `None` if a loop has a second entry. `before` lists the predecessors of
    /// each place in reverse postorder, and `dominators` the immediate dominator of each place.
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
        // The header of the outermost loop found so far around each block, compressed by `find`.
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

    /// Returns whether a loop begins at a place.
    #[must_use]
    pub fn is_header(&self, place: usize) -> bool {
        self.innermost[place] == Some(place)
    }

    /// Returns how many loops contain a place, without the loop that begins there.
    #[must_use]
    pub fn depth(&self, place: usize) -> usize {
        match self.innermost[place] {
            None => 0,
            Some(header) if header == place => self.depths[header],
            Some(header) => self.depths[header] + 1,
        }
    }

    /// Returns the header of the outermost loop that contains `from` and not `to`, where `from`
    /// dominates `to`. Returns `None` if every loop around `from` contains `to`.
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
