//! Graphs. A graph that is instantiated is a list of operations in an order that fits the dependencies.

use crate::api::copy::copied;
use crate::api::launch;
use crate::border::exported;
use crate::code::*;
use crate::graph::{Address, Graph, Operation, Place};
use crate::operation::{run, submit};
use crate::pointer::*;
use crate::state::{Kind, State, find, find_mut, healthy, initialised};
use crate::structs::{AllocNode, Copy3d, HostNode, KernelNode, SetNode};
use std::ffi::c_void;

/// Adds a node. Writes its handle.
unsafe fn add(
    to: *mut u64,
    graph: u64,
    after: *const u64,
    count: usize,
    operation: Operation,
) -> Outcome {
    // SAFETY: the caller passes `count` handles, and `to` as `put` demands.
    unsafe {
        let after = if count == 0 { Vec::new() } else { array(after, count)? };
        if to.is_null() {
            return Err(INVALID_VALUE);
        }
        put(to, healthy()?.add_node(graph, after, operation)?)
    }
}

unsafe fn filled(parameters: *const SetNode) -> Outcome<Operation> {
    // SAFETY: the caller's guarantee is that of `get`.
    let p = unsafe { get(parameters)? };
    let to = Place { row: p.pitch as u64, ..Place::at(p.target, false) };
    Ok(Operation::Fill {
        to,
        value: p.value,
        element: p.element as usize,
        extent: [p.width, p.height],
    })
}

unsafe fn hosted(parameters: *const HostNode) -> Outcome<Operation> {
    // SAFETY: the caller's guarantee is that of `get`.
    let p = unsafe { get(parameters)? };
    Ok(Operation::Host(p.function.ok_or(INVALID_VALUE)?, Address(p.data)))
}

/// Replaces the operation of a node in a graph.
fn set(node: u64, operation: Operation) -> Outcome {
    find_mut(&mut healthy()?.nodes, node)?.operation = operation;
    Ok(())
}

/// Replaces the operation of a node in an instantiated graph.
fn set_in(plan: u64, node: u64, operation: Operation) -> Outcome {
    let mut state = healthy()?;
    let plan = find_mut(&mut state.plans, plan)?;
    let found = plan.operations.iter_mut().find(|one| one.0 == node).ok_or(INVALID_VALUE)?;
    found.1 = operation;
    Ok(())
}

unsafe fn instantiate(to: *mut u64, graph: u64) -> Outcome {
    let mut state = healthy()?;
    let plan = state.plan(graph)?;
    let handle = state.handle();
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, handle)? };
    state.plans.insert(handle, plan);
    Ok(())
}

fn remove(state: &mut State, graph: u64) -> Outcome {
    let removed = state.graphs.remove(&graph).ok_or(INVALID_VALUE)?;
    removed.nodes.iter().for_each(|node| drop(state.nodes.remove(node)));
    Ok(())
}

/// Writes a list of handles in the way of CUDA: `count` is the size of `to`, and then the number of handles.
unsafe fn list(to: *mut u64, count: *mut usize, all: &[u64]) -> Outcome {
    // SAFETY: `to` is null or has as many elements as `count` says.
    unsafe {
        let size = get(count)?;
        if !to.is_null() {
            for (index, handle) in all.iter().take(size).enumerate() {
                put(to.add(index), *handle)?;
            }
        }
        put(count, all.len())
    }
}

unsafe fn dependencies(
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
    fn cuGraphCreate(to: *mut u64, flags: u32) {
        let mut state = healthy()?;
        if flags != 0 {
            return Err(INVALID_VALUE);
        }
        let handle = state.handle();
        put(to, handle)?;
        state.graphs.insert(handle, Graph::default());
        Ok(())
    }
    fn cuGraphDestroy(graph: u64) { remove(&mut *initialised()?, graph) }
    fn cuGraphDestroyNode(node: u64) {
        let mut state = initialised()?;
        let removed = state.nodes.remove(&node).ok_or(INVALID_VALUE)?;
        if let Some(graph) = state.graphs.get_mut(&removed.graph) {
            graph.nodes.retain(|one| *one != node);
        }
        state.nodes.values_mut().for_each(|one| one.after.retain(|before| *before != node));
        Ok(())
    }
    fn cuGraphExecDestroy(plan: u64) { initialised()?.plans.remove(&plan).map(|_| ()).ok_or(INVALID_VALUE) }
    fn cuGraphAddKernelNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const KernelNode) { add(to, graph, after, count, launch::node(p)?) }
    fn cuGraphAddKernelNode_v2(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const KernelNode) { add(to, graph, after, count, launch::node(p)?) }
    fn cuGraphAddMemcpyNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const Copy3d, _context: u64) { add(to, graph, after, count, copied(p)?) }
    fn cuGraphAddMemsetNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const SetNode, _context: u64) { add(to, graph, after, count, filled(p)?) }
    fn cuGraphAddHostNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const HostNode) { add(to, graph, after, count, hosted(p)?) }
    fn cuGraphAddEmptyNode(to: *mut u64, graph: u64, after: *const u64, count: usize) { add(to, graph, after, count, Operation::Empty) }
    fn cuGraphAddChildGraphNode(to: *mut u64, graph: u64, after: *const u64, count: usize, child: u64) {
        // The node has a copy of the graph as it is now.
        let operations = healthy()?.plan(child)?.operations.into_iter().map(|one| one.1);
        add(to, graph, after, count, Operation::Child(operations.collect()))
    }
    fn cuGraphAddEventRecordNode(to: *mut u64, graph: u64, after: *const u64, count: usize, event: u64) {
        find(&healthy()?.events, event)?;
        add(to, graph, after, count, Operation::Record(event))
    }
    fn cuGraphAddEventWaitNode(to: *mut u64, graph: u64, after: *const u64, count: usize, event: u64) {
        find(&healthy()?.events, event)?;
        add(to, graph, after, count, Operation::Empty)
    }
    fn cuGraphAddMemAllocNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *mut AllocNode) {
        let mut parameters = get(p)?;
        find(&healthy()?.graphs, graph)?;
        parameters.address = healthy()?.allocate(parameters.bytes, Kind::Device)?;
        put(p, parameters)?;
        add(to, graph, after, count, Operation::Empty)
    }
    fn cuGraphAddMemFreeNode(to: *mut u64, graph: u64, after: *const u64, count: usize, address: u64) {
        // The graph can run again, so the memory stays.
        healthy()?.allocation(address).ok_or(INVALID_VALUE)?;
        add(to, graph, after, count, Operation::Empty)
    }
    fn cuGraphAddDependencies(graph: u64, from: *const u64, to: *const u64, count: usize) { dependencies(graph, from, to, count, true) }
    fn cuGraphRemoveDependencies(graph: u64, from: *const u64, to: *const u64, count: usize) { dependencies(graph, from, to, count, false) }
    fn cuGraphKernelNodeSetParams(node: u64, p: *const KernelNode) { set(node, launch::node(p)?) }
    fn cuGraphKernelNodeSetParams_v2(node: u64, p: *const KernelNode) { set(node, launch::node(p)?) }
    fn cuGraphMemcpyNodeSetParams(node: u64, p: *const Copy3d) { set(node, copied(p)?) }
    fn cuGraphMemsetNodeSetParams(node: u64, p: *const SetNode) { set(node, filled(p)?) }
    fn cuGraphHostNodeSetParams(node: u64, p: *const HostNode) { set(node, hosted(p)?) }
    fn cuGraphExecKernelNodeSetParams(plan: u64, node: u64, p: *const KernelNode) { set_in(plan, node, launch::node(p)?) }
    fn cuGraphExecKernelNodeSetParams_v2(plan: u64, node: u64, p: *const KernelNode) { set_in(plan, node, launch::node(p)?) }
    fn cuGraphExecMemcpyNodeSetParams(plan: u64, node: u64, p: *const Copy3d, _context: u64) { set_in(plan, node, copied(p)?) }
    fn cuGraphExecMemsetNodeSetParams(plan: u64, node: u64, p: *const SetNode, _context: u64) { set_in(plan, node, filled(p)?) }
    fn cuGraphExecHostNodeSetParams(plan: u64, node: u64, p: *const HostNode) { set_in(plan, node, hosted(p)?) }
    fn cuGraphGetNodes(graph: u64, to: *mut u64, count: *mut usize) {
        let nodes = find(&initialised()?.graphs, graph)?.nodes.clone();
        list(to, count, &nodes)
    }
    fn cuGraphGetRootNodes(graph: u64, to: *mut u64, count: *mut usize) {
        let state = initialised()?;
        let all = find(&state.graphs, graph)?.nodes.iter().copied();
        let roots: Vec<_> = all.filter(|one| state.nodes.get(one).is_some_and(|node| node.after.is_empty())).collect();
        list(to, count, &roots)
    }
    fn cuGraphNodeGetDependencies(node: u64, to: *mut u64, count: *mut usize) {
        let after = find(&initialised()?.nodes, node)?.after.clone();
        list(to, count, &after)
    }
    fn cuGraphNodeGetType(node: u64, to: *mut i32) {
        let kind = match find(&initialised()?.nodes, node)?.operation {
            Operation::Launch { .. } => 0,
            Operation::Copy { .. } => 1,
            Operation::Fill { .. } => 2,
            Operation::Host(..) => 3,
            Operation::Child(_) => 4,
            Operation::Empty => 5,
            Operation::Record(_) => 7,
            Operation::Free(_) => 11,
        };
        put(to, kind)
    }
    fn cuGraphInstantiate(to: *mut u64, graph: u64, _node: *mut u64, _log: *mut c_void, _size: usize) { instantiate(to, graph) }
    fn cuGraphInstantiate_v2(to: *mut u64, graph: u64, _node: *mut u64, _log: *mut c_void, _size: usize) { instantiate(to, graph) }
    fn cuGraphInstantiateWithFlags(to: *mut u64, graph: u64, _flags: u64) { instantiate(to, graph) }
    fn cuGraphInstantiateWithParams(to: *mut u64, graph: u64, _parameters: *mut c_void) { instantiate(to, graph) }
    fn cuGraphExecGetFlags(plan: u64, to: *mut u64) { find(&initialised()?.plans, plan)?; put(to, 0) }
    fn cuGraphExecUpdate_v2(plan: u64, graph: u64, _information: *mut c_void) {
        let mut state = healthy()?;
        let new = state.plan(graph)?;
        let old = find_mut(&mut state.plans, plan)?;
        if old.operations.len() != new.operations.len() {
            // CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE
            return Err(910);
        }
        for (old, new) in old.operations.iter_mut().zip(new.operations) {
            old.1 = new.1;
        }
        Ok(())
    }
    fn cuGraphUpload(plan: u64, stream: u64) {
        let state = healthy()?;
        state.check_stream(stream)?;
        find(&state.plans, plan).map(|_| ())
    }
    fn cuGraphLaunch(plan: u64, stream: u64) {
        let (plan, is_recording) = {
            let state = healthy()?;
            state.check_stream(stream)?;
            let is_recording = state.streams.get(&stream).is_some_and(|one| one.capture.is_some());
            (find(&state.plans, plan)?.clone(), is_recording)
        };
        match is_recording {
            true => plan.operations.into_iter().try_for_each(|one| submit(stream, one.1)),
            false => plan.operations.iter().try_for_each(|one| run(&one.1)),
        }
    }
}
