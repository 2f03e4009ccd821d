//! Dominators: block A dominates block B if every path from the entry to B contains A.
//!
//! The module implements the semi-NCA algorithm (L. Georgiadis, "Linear-Time Algorithms for Dominators and Related
//! Problems", 2005). The algorithm numbers the blocks depth first and computes semidominators with Lengauer and
//! Tarjan's path compression. The immediate dominator of a block is the nearest common ancestor of its parent and its
//! semidominator.

/// Returns the immediate dominator of each node. The entry, node 0, is its own immediate dominator.
///
/// `before` lists the predecessors of each node. The nodes are numbered in reverse postorder.
///
/// # Panics
/// Panics if a node is unreachable.
#[must_use]
pub fn dominators(before: &[Vec<usize>]) -> Vec<usize> {
    let count = before.len();
    let (numbers, parents, nodes) = depth_first(before);
    let mut semi: Vec<usize> = (0..count).collect();
    let mut forest = Forest { ancestors: parents.clone(), best: (0..count).collect() };
    for node in (1..count).rev() {
        for from in &before[nodes[node]] {
            let best = forest.best(numbers[*from], node, &semi);
            semi[node] = semi[node].min(semi[best]);
        }
    }
    let mut immediate = parents;
    for node in 1..count {
        while immediate[node] > semi[node] {
            immediate[node] = immediate[immediate[node]];
        }
    }
    (0..count).map(|node| nodes[immediate[numbers[node]]]).collect()
}

/// Searches the graph depth first. Returns three lists:
/// - for each node, its number in depth-first order
/// - for each number, the number of the parent
/// - for each number, the node
fn depth_first(before: &[Vec<usize>]) -> (Vec<usize>, Vec<usize>, Vec<usize>) {
    let count = before.len();
    let mut after = vec![Vec::new(); count];
    for (node, from) in before.iter().enumerate() {
        from.iter().for_each(|from| after[*from].push(node));
    }
    let mut numbers = vec![usize::MAX; count];
    let (mut parents, mut nodes) = (Vec::new(), Vec::new());
    let mut open = vec![(0, 0)];
    while let Some((node, parent)) = open.pop() {
        if numbers[node] != usize::MAX {
            continue;
        }
        numbers[node] = nodes.len();
        parents.push(parent);
        nodes.push(node);
        open.extend(after[node].iter().map(|next| (*next, numbers[node])));
    }
    (numbers, parents, nodes)
}

/// The processed nodes, as a forest whose edges are edges of the depth-first tree.
struct Forest {
    /// The parent of each node, or a higher ancestor after path compression.
    ancestors: Vec<usize>,
    /// For each node, the node with the lowest semidominator on the path from the node up to
    /// `ancestors[node]`.
    best: Vec<usize>,
}

impl Forest {
    /// Returns the node with the lowest semidominator on the path to `node` from the root of its tree in the forest.
    /// Nodes with numbers above `linked` have been linked to their parents.
    fn best(&mut self, node: usize, linked: usize, semi: &[usize]) -> usize {
        if node <= linked {
            return node;
        }
        let mut path = vec![node];
        let mut at = self.ancestors[node];
        while at > linked {
            path.push(at);
            at = self.ancestors[at];
        }
        let root = at;
        let mut least = path.pop().unwrap_or(node);
        for node in path.into_iter().rev() {
            if semi[self.best[least]] < semi[self.best[node]] {
                self.best[node] = self.best[least];
            }
            self.ancestors[node] = root;
            least = node;
        }
        self.best[node]
    }
}

#[cfg(test)]
mod tests {
    use super::dominators;

    /// Computes dominators by the definition: node A dominates each node that becomes unreachable if A
    /// is removed.
    fn by_definition(before: &[Vec<usize>]) -> Vec<usize> {
        let count = before.len();
        let reached = |without: usize| {
            let mut seen = vec![false; count];
            let mut open = vec![0];
            while let Some(node) = open.pop() {
                if node != without && !std::mem::replace(&mut seen[node], true) {
                    open.extend((0..count).filter(|next| before[*next].contains(&node)));
                }
            }
            seen
        };
        let dominates: Vec<Vec<bool>> =
            (0..count).map(|node| reached(node).into_iter().map(|seen| !seen).collect()).collect();
        // The immediate dominator is the strict dominator that itself has the most dominators.
        let immediate = |node: usize| {
            let others = (0..count).filter(|other| *other != node && dominates[*other][node]);
            others.max_by_key(|other| (0..count).filter(|d| dominates[*d][*other]).count())
        };
        (0..count).map(|node| immediate(node).unwrap_or(0)).collect()
    }

    #[test]
    fn dominators_are_those_of_the_definition() {
        let mut random = 1_u64;
        let mut below = |bound: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            usize::try_from(random >> 33).expect("31 bits fit") % bound
        };
        for round in 0..3000 {
            let count = 1 + round % 12;
            let mut before = vec![Vec::new(); count];
            // Give each node an earlier node as a predecessor, so that every node is reachable.
            for (node, from) in before.iter_mut().enumerate().skip(1) {
                from.push(below(node));
            }
            for _ in 0..below(2 * count) {
                before[below(count)].push(below(count));
            }
            assert_eq!(dominators(&before), by_definition(&before), "{before:?}");
        }
    }
}
