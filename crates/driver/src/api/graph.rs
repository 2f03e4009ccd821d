//! Graphs. A graph that is instantiated is a list of operations in an order that fits the dependencies.

use crate::api::copy::copied;
use crate::api::launch;
use crate::border::exported;
use crate::code::*;
use crate::graph::{ALLOCATE, Address, EMPTY, FREE, Graph, Operation, Place, WAIT};
use crate::operation::submit;
use crate::pointer::*;
use crate::state::{Kind, State, find, find_mut, healthy, initialised, ready, remove};
use crate::structs::{
    AllocNode, Copy3d, HostNode, InstantiateParameters, KernelNode, KernelNodeOfKernel, SetNode,
    UpdateResult,
};
use crate::user_object::{self, Unused};
use std::ffi::c_void;

/// `CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH`, `UPLOAD`, `DEVICE_LAUNCH` and `USE_NODE_PRIORITY`.
const INSTANTIATE_FLAGS: u64 = 15;
const AUTO_FREE_ON_LAUNCH: u64 = 1;
const DEVICE_LAUNCH: u64 = 4;

/// Adds a node. Writes its handle.
///
/// # Safety
/// `to` is null or valid for a write, and `after` is null or has `count` handles.
pub(crate) unsafe fn add(
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

/// Returns the fill that the parameters of a node describe.
///
/// # Safety
/// `parameters` is null or valid for a read.
pub(super) unsafe fn filled(parameters: *const SetNode) -> Outcome<Operation> {
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

/// Returns the call of a host function that the parameters of a node describe.
///
/// # Safety
/// `parameters` is null or valid for a read.
pub(super) unsafe fn hosted(parameters: *const HostNode) -> Outcome<Operation> {
    // SAFETY: the caller's guarantee is that of `get`.
    let p = unsafe { get(parameters)? };
    Ok(Operation::Host(p.function.ok_or(INVALID_VALUE)?, Address(p.data)))
}

/// Returns a copy of a graph as it is now.
pub(super) fn child(graph: u64) -> Outcome<Operation> {
    Ok(healthy()?.plan(graph)?.into_child())
}

pub(super) fn recorded(event: u64) -> Outcome<Operation> {
    find(&healthy()?.events, event).map(|_| Operation::Record(event))
}

pub(super) fn waited(event: u64) -> Outcome<Operation> {
    find(&healthy()?.events, event).map(|_| Operation::Nothing(WAIT, event))
}

/// Allocates the memory of a node. Writes its address.
///
/// # Safety
/// `parameters` is null or valid.
pub(super) unsafe fn allocation(parameters: *mut AllocNode) -> Outcome<Operation> {
    // SAFETY: the caller's guarantee is that of `get` and of `put`.
    unsafe {
        let mut p = get(parameters)?;
        p.address = healthy()?.allocate(p.bytes, Kind::Device)?;
        put(parameters, p)?;
        Ok(Operation::Nothing(ALLOCATE, p.address))
    }
}

/// Returns what a node does that frees memory: nothing, because the graph can run again.
pub(super) fn freed(address: u64) -> Outcome<Operation> {
    let found = healthy()?.allocation(address);
    found.map(|_| Operation::Nothing(FREE, address)).ok_or(INVALID_VALUE)
}

/// Replaces an operation by one of the same kind. A launch keeps its cluster, which is an attribute.
fn replace(old: &mut Operation, mut new: Operation) -> Outcome {
    if old.kind() != new.kind() {
        return Err(INVALID_VALUE);
    }
    if let (Operation::Launch { cluster, .. }, Operation::Launch { cluster: to, .. }) =
        (&*old, &mut new)
    {
        *to = *cluster;
    }
    *old = new;
    Ok(())
}

/// Replaces the operation of a node in a graph.
pub(crate) fn set(node: u64, operation: Operation) -> Outcome {
    let mut state = healthy()?;
    let node = find_mut(&mut state.nodes, node)?;
    replace(&mut node.operation, operation)?;
    node.values = None;
    Ok(())
}

/// Replaces the operation of a node in an instantiated graph.
pub(crate) fn set_in(plan: u64, node: u64, operation: Operation) -> Outcome {
    let mut state = healthy()?;
    let plan = find_mut(&mut state.plans, plan)?;
    let found = plan.operations.iter_mut().find(|one| one.0 == node).ok_or(INVALID_VALUE)?;
    replace(&mut found.1, operation)
}

unsafe fn instantiate(to: *mut u64, graph: u64, flags: u64) -> Outcome {
    let mut state = healthy()?;
    if flags & !INSTANTIATE_FLAGS != 0
        || flags & DEVICE_LAUNCH != 0 && flags & AUTO_FREE_ON_LAUNCH != 0
    {
        return Err(INVALID_VALUE);
    }
    if flags & DEVICE_LAUNCH != 0 {
        return Err(NOT_SUPPORTED);
    }
    let plan = state.plan(graph)?;
    let handle = state.handle();
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, handle)? };
    state.retain(&plan.references)?;
    state.plans.insert(handle, plan);
    Ok(())
}

fn remove_graph(state: &mut State, graph: u64) -> Outcome<Unused> {
    let removed = remove(&mut state.graphs, graph)?;
    let mut references = removed.references;
    for node in removed.nodes.iter().filter_map(|node| state.nodes.remove(node)) {
        user_object::add(&mut references, &node.operation.references());
    }
    Ok(state.release(references))
}

fn remove_node(state: &mut State, node: u64) -> Outcome<Unused> {
    let removed = remove(&mut state.nodes, node)?;
    if let Some(graph) = state.graphs.get_mut(&removed.graph) {
        graph.nodes.retain(|one| *one != node);
    }
    state.nodes.values_mut().for_each(|one| one.after.retain(|before| *before != node));
    Ok(state.release(removed.operation.references()))
}

fn remove_plan(state: &mut State, plan: u64) -> Outcome<Unused> {
    let removed = remove(&mut state.plans, plan)?;
    Ok(state.release(removed.references))
}

/// Replaces the operations of an instantiated graph. A graph with other nodes is refused.
fn update(state: &mut State, plan: u64, graph: u64) -> Outcome<Unused> {
    let new = state.plan(graph)?;
    if find(&state.plans, plan)?.operations.len() != new.operations.len() {
        return Err(UPDATE_FAILURE);
    }
    state.retain(&new.references)?;
    let old = find_mut(&mut state.plans, plan)?;
    for (old, new) in old.operations.iter_mut().zip(new.operations) {
        old.1 = new.1;
    }
    let references = std::mem::replace(&mut old.references, new.references);
    Ok(state.release(references))
}

/// Returns the `CUgraphExecUpdateResult`: `SUCCESS`, `ERROR` or `ERROR_TOPOLOGY_CHANGED`.
fn update_result(outcome: Outcome) -> i32 {
    match outcome {
        Ok(()) => 0,
        Err(UPDATE_FAILURE) => 2,
        Err(_) => 1,
    }
}

/// Changes the state, and then destroys the user objects that the change has released.
fn destroying(change: impl FnOnce(&mut State) -> Outcome<Unused>) -> Outcome {
    let unused = change(&mut *initialised()?)?;
    unused.destroy();
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
    fn cuGraphDestroy(graph: u64) { destroying(|state| remove_graph(state, graph)) }
    fn cuGraphDestroyNode(node: u64) { destroying(|state| remove_node(state, node)) }
    fn cuGraphExecDestroy(plan: u64) { destroying(|state| remove_plan(state, plan)) }
    fn cuGraphAddKernelNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const KernelNode) { add(to, graph, after, count, launch::node(p)?) }
    fn cuGraphAddKernelNode_v2(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const KernelNodeOfKernel) { add(to, graph, after, count, launch::node_of_kernel(p)?) }
    fn cuGraphAddMemcpyNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const Copy3d, _context: u64) { add(to, graph, after, count, copied(p)?) }
    fn cuGraphAddMemsetNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const SetNode, _context: u64) { add(to, graph, after, count, filled(p)?) }
    fn cuGraphAddHostNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const HostNode) { add(to, graph, after, count, hosted(p)?) }
    fn cuGraphAddEmptyNode(to: *mut u64, graph: u64, after: *const u64, count: usize) { add(to, graph, after, count, Operation::Nothing(EMPTY, 0)) }
    fn cuGraphAddChildGraphNode(to: *mut u64, graph: u64, after: *const u64, count: usize, graph_of_node: u64) { add(to, graph, after, count, child(graph_of_node)?) }
    fn cuGraphAddEventRecordNode(to: *mut u64, graph: u64, after: *const u64, count: usize, event: u64) { add(to, graph, after, count, recorded(event)?) }
    fn cuGraphAddEventWaitNode(to: *mut u64, graph: u64, after: *const u64, count: usize, event: u64) { add(to, graph, after, count, waited(event)?) }
    fn cuGraphAddMemAllocNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *mut AllocNode) {
        find(&healthy()?.graphs, graph)?;
        add(to, graph, after, count, allocation(p)?)
    }
    fn cuGraphAddMemFreeNode(to: *mut u64, graph: u64, after: *const u64, count: usize, address: u64) { add(to, graph, after, count, freed(address)?) }
    fn cuGraphKernelNodeSetParams(node: u64, p: *const KernelNode) { set(node, launch::node(p)?) }
    fn cuGraphKernelNodeSetParams_v2(node: u64, p: *const KernelNodeOfKernel) { set(node, launch::node_of_kernel(p)?) }
    fn cuGraphMemcpyNodeSetParams(node: u64, p: *const Copy3d) { set(node, copied(p)?) }
    fn cuGraphMemsetNodeSetParams(node: u64, p: *const SetNode) { set(node, filled(p)?) }
    fn cuGraphHostNodeSetParams(node: u64, p: *const HostNode) { set(node, hosted(p)?) }
    fn cuGraphExecKernelNodeSetParams(plan: u64, node: u64, p: *const KernelNode) { set_in(plan, node, launch::node(p)?) }
    fn cuGraphExecKernelNodeSetParams_v2(plan: u64, node: u64, p: *const KernelNodeOfKernel) { set_in(plan, node, launch::node_of_kernel(p)?) }
    fn cuGraphExecMemcpyNodeSetParams(plan: u64, node: u64, p: *const Copy3d, _context: u64) { set_in(plan, node, copied(p)?) }
    fn cuGraphExecMemsetNodeSetParams(plan: u64, node: u64, p: *const SetNode, _context: u64) { set_in(plan, node, filled(p)?) }
    fn cuGraphExecHostNodeSetParams(plan: u64, node: u64, p: *const HostNode) { set_in(plan, node, hosted(p)?) }
    fn cuGraphNodeGetType(node: u64, to: *mut i32) { put(to, find(&initialised()?.nodes, node)?.operation.kind()) }
    fn cuGraphEventRecordNodeSetEvent(node: u64, event: u64) { set(node, recorded(event)?) }
    fn cuGraphEventWaitNodeSetEvent(node: u64, event: u64) { set(node, waited(event)?) }
    fn cuGraphExecEventRecordNodeSetEvent(plan: u64, node: u64, event: u64) { set_in(plan, node, recorded(event)?) }
    fn cuGraphExecEventWaitNodeSetEvent(plan: u64, node: u64, event: u64) { set_in(plan, node, waited(event)?) }
    fn cuGraphInstantiate(to: *mut u64, graph: u64, _node: *mut u64, _log: *mut c_void, _size: usize) { instantiate(to, graph, 0) }
    fn cuGraphInstantiate_v2(to: *mut u64, graph: u64, _node: *mut u64, _log: *mut c_void, _size: usize) { instantiate(to, graph, 0) }
    fn cuGraphInstantiateWithFlags(to: *mut u64, graph: u64, flags: u64) { instantiate(to, graph, flags) }
    fn cuGraphExecGetFlags(plan: u64, to: *mut u64) { find(&initialised()?.plans, plan)?; put(to, 0) }
    fn cuGraphExecUpdate(plan: u64, graph: u64, node: *mut u64, result: *mut i32) {
        ready()?;
        let outcome = destroying(|state| update(state, plan, graph));
        put_if(node, 0);
        put_if(result, update_result(outcome));
        outcome
    }
    fn cuGraphExecUpdate_v2(plan: u64, graph: u64, to: *mut UpdateResult) {
        ready()?;
        let outcome = destroying(|state| update(state, plan, graph));
        put_if(to, UpdateResult { result: update_result(outcome), node: 0, from: 0 });
        outcome
    }
    "_ptsz" {
        fn cuGraphInstantiateWithParams(to: *mut u64, graph: u64, p: *mut InstantiateParameters) {
            let mut parameters = get(p)?;
            (parameters.node, parameters.result) = (0, 0);
            instantiate(to, graph, parameters.flags)?;
            put(p, parameters)
        }
        fn cuGraphUpload(plan: u64, stream: u64) {
            let mut state = healthy()?;
            state.check_work(stream)?;
            find(&state.plans, plan).map(|_| ())
        }
        fn cuGraphLaunch(plan: u64, stream: u64) {
            // A stream that records gets a copy of the graph as one node.
            let plan = find(&healthy()?.plans, plan)?.clone();
            submit(stream, plan.into_child())
        }
    }
}
