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
        let tree = Tree::new(dominators);
        for (header, from) in before.iter().enumerate() {
            let mut back = from.iter().filter(|from| **from >= header);
            if !back.all(|from| tree.dominates(header, *from)) {
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

/// The tree of dominators. Its blocks are numbered depth first, so that the blocks below a block have consecutive
/// numbers.
struct Tree {
    numbers: Vec<usize>,
    /// For each block, the number of blocks that it dominates, including itself.
    sizes: Vec<usize>,
}

impl Tree {
    /// Builds the tree from the immediate dominator of each block. An immediate dominator precedes its blocks.
    fn new(dominators: &[usize]) -> Self {
        let count = dominators.len();
        let mut sizes = vec![1; count];
        for place in (1..count).rev() {
            sizes[dominators[place]] += sizes[place];
        }
        let mut numbers = vec![0; count];
        // For each block, the number of the next block below it.
        let mut next = vec![1; count];
        for place in 1..count {
            let above = dominators[place];
            numbers[place] = next[above];
            next[above] += sizes[place];
            next[place] = numbers[place] + 1;
        }
        Self { numbers, sizes }
    }

    fn dominates(&self, above: usize, place: usize) -> bool {
        let first = self.numbers[above];
        (first..first + self.sizes[above]).contains(&self.numbers[place])
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

#[cfg(test)]
mod tests {
    use super::Tree;

    #[test]
    fn a_block_dominates_those_below_it() {
        for seed in 0..200_usize {
            let above = |place: usize| (seed * 7919 + place * 31) % 97 % place;
            let dominators: Vec<_> =
                (0..40).map(|place| if place == 0 { 0 } else { above(place) }).collect();
            let tree = Tree::new(&dominators);
            for (place, by) in (0..40).flat_map(|place| (0..40).map(move |by| (place, by))) {
                let mut at = place;
                while at > by {
                    at = dominators[at];
                }
                assert_eq!(tree.dominates(by, place), at == by, "{dominators:?}");
            }
        }
    }
}
