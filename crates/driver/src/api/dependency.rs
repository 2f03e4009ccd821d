//! The nodes of graphs, and their dependencies. The data of an edge names the part of a node that the next node waits for.
//! Here a node waits for the whole node.

use crate::border::exported;
use crate::code::*;
use crate::pointer::*;
use crate::state::{State, find, find_mut, healthy, initialised};

/// The data of an edge: zeros, the default.
type Edge = [u8; 8];

/// Writes the first elements of a list. Ignores a null pointer.
unsafe fn fill<T: Copy>(to: *mut T, size: usize, all: impl Iterator<Item = T>) {
    for (index, one) in all.take(if to.is_null() { 0 } else { size }).enumerate() {
        // SAFETY: `to` has `size` elements.
        unsafe { put_if(to.add(index), one) };
    }
}

/// Writes a list of handles in the way of CUDA: `count` is the size of `to` and of `edges`, and then the number of handles.
unsafe fn list(to: *mut u64, edges: *mut Edge, count: *mut usize, all: &[u64]) -> Outcome {
    // SAFETY: `to` and `edges` are null or have as many elements as `count` says.
    unsafe {
        let size = get(count)?;
        fill(to, size, all.iter().copied());
        fill(edges, size, all.iter().map(|_| Edge::default()));
        put(count, all.len())
    }
}

/// Writes the dependencies of all nodes of a graph, as [`list`] does.
unsafe fn all_edges(
    graph: u64,
    from: *mut u64,
    to: *mut u64,
    edges: *mut Edge,
    count: *mut usize,
) -> Outcome {
    let state = initialised()?;
    let mut all = Vec::new();
    for node in &find(&state.graphs, graph)?.nodes {
        all.extend(find(&state.nodes, *node)?.after.iter().map(|before| (*before, *node)));
    }
    // SAFETY: the lists are null or have as many elements as `count` says.
    unsafe {
        let size = get(count)?;
        fill(from, size, all.iter().map(|one| one.0));
        fill(to, size, all.iter().map(|one| one.1));
        fill(edges, size, all.iter().map(|_| Edge::default()));
        put(count, all.len())
    }
}

/// Returns the nodes that a node depends on.
fn before(state: &State, node: u64) -> Outcome<Vec<u64>> {
    Ok(find(&state.nodes, node)?.after.clone())
}

/// Returns the nodes that depend on a node.
fn after(state: &State, node: u64) -> Outcome<Vec<u64>> {
    let graph = find(&state.graphs, find(&state.nodes, node)?.graph)?;
    let depends =
        |one: &&u64| state.nodes.get(one).is_some_and(|other| other.after.contains(&node));
    Ok(graph.nodes.iter().filter(depends).copied().collect())
}

unsafe fn change(
    graph: u64,
    from: *const u64,
    to: *const u64,
    count: usize,
    is_added: bool,
) -> Outcome {
    let mut state = healthy()?;
    find(&state.graphs, graph)?;
    // SAFETY: the caller passes `count` handles in each list.
    let (from, to) = unsafe { (array(from, count)?, array(to, count)?) };
    for (from, to) in from.into_iter().zip(to) {
        if from == to {
            return Err(INVALID_VALUE);
        }
        find(&state.nodes, from)?;
        let node = find_mut(&mut state.nodes, to)?;
        node.after.retain(|one| *one != from);
        if is_added {
            node.after.push(from);
        }
    }
    Ok(())
}

exported! {
    fn cuGraphAddDependencies(graph: u64, from: *const u64, to: *const u64, count: usize) { change(graph, from, to, count, true) }
    fn cuGraphAddDependencies_v2(graph: u64, from: *const u64, to: *const u64, _edges: *const Edge, count: usize) { change(graph, from, to, count, true) }
    fn cuGraphRemoveDependencies(graph: u64, from: *const u64, to: *const u64, count: usize) { change(graph, from, to, count, false) }
    fn cuGraphRemoveDependencies_v2(graph: u64, from: *const u64, to: *const u64, _edges: *const Edge, count: usize) { change(graph, from, to, count, false) }
    fn cuGraphGetNodes(graph: u64, to: *mut u64, count: *mut usize) {
        let nodes = find(&initialised()?.graphs, graph)?.nodes.clone();
        list(to, std::ptr::null_mut(), count, &nodes)
    }
    fn cuGraphGetRootNodes(graph: u64, to: *mut u64, count: *mut usize) {
        let state = initialised()?;
        let all = find(&state.graphs, graph)?.nodes.iter().copied();
        let roots: Vec<_> = all.filter(|one| state.nodes.get(one).is_some_and(|node| node.after.is_empty())).collect();
        list(to, std::ptr::null_mut(), count, &roots)
    }
    fn cuGraphGetEdges(graph: u64, from: *mut u64, to: *mut u64, count: *mut usize) { all_edges(graph, from, to, std::ptr::null_mut(), count) }
    fn cuGraphGetEdges_v2(graph: u64, from: *mut u64, to: *mut u64, edges: *mut Edge, count: *mut usize) { all_edges(graph, from, to, edges, count) }
    fn cuGraphNodeGetDependencies(node: u64, to: *mut u64, count: *mut usize) {
        list(to, std::ptr::null_mut(), count, &before(&*initialised()?, node)?)
    }
    fn cuGraphNodeGetDependencies_v2(node: u64, to: *mut u64, edges: *mut Edge, count: *mut usize) {
        list(to, edges, count, &before(&*initialised()?, node)?)
    }
    fn cuGraphNodeGetDependentNodes(node: u64, to: *mut u64, count: *mut usize) {
        list(to, std::ptr::null_mut(), count, &after(&*initialised()?, node)?)
    }
    fn cuGraphNodeGetDependentNodes_v2(node: u64, to: *mut u64, edges: *mut Edge, count: *mut usize) {
        list(to, edges, count, &after(&*initialised()?, node)?)
    }
    fn cuGraphNodeGetContainingGraph(node: u64, to: *mut u64) { put(to, find(&initialised()?.nodes, node)?.graph) }
    fn cuGraphClone(to: *mut u64, graph: u64) {
        let mut state = healthy()?;
        if to.is_null() {
            return Err(INVALID_VALUE);
        }
        put(to, state.copy_graph(graph)?)
    }
    fn cuGraphNodeFindInClone(to: *mut u64, node: u64, graph: u64) {
        put(to, *find(&initialised()?.graphs, graph)?.copies.get(&node).ok_or(INVALID_VALUE)?)
    }
}
