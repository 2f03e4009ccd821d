//! Natural loops: a header, and the blocks from which control returns to it without leaving it.

/// The loops of a graph, by places in reverse postorder.
#[derive(Debug)]
pub(super) struct Loops {
    /// For each place the header of the innermost loop around it, itself for a header.
    innermost: Vec<Option<usize>>,
    /// For each header that of the next loop around.
    parents: Vec<Option<usize>>,
    /// For each header the number of loops around its own; by place.
    depths: Vec<usize>,
}

impl Loops {
    /// The loops, if every jump back goes to a dominator: no loop has a second entry.
    pub(super) fn new(before: &[Vec<usize>], dominators: &[usize]) -> Option<Self> {
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
        // Blocks that are in loops already, by the outermost of them, with shortcuts.
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

    pub(super) fn is_header(&self, place: usize) -> bool {
        self.innermost[place] == Some(place)
    }

    /// How many loops are around a place, without the one that it is the header of.
    pub(super) fn depth(&self, place: usize) -> usize {
        match self.innermost[place] {
            None => 0,
            Some(header) if header == place => self.depths[header],
            Some(header) => self.depths[header] + 1,
        }
    }

    /// The header of the outermost loop around one place and not around another, which control
    /// reaches from there.
    pub(super) fn left(&self, from: usize, to: usize) -> Option<usize> {
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
