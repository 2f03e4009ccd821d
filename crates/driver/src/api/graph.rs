//! Graphs. A graph that is instantiated is a list of operations in an order that fits the dependencies.

use crate::api::copy::copied;
use crate::api::launch;
use crate::border::exported;
use crate::code::*;
use crate::graph::{Address, EMPTY, Graph, Operation, Place, References, WAIT};
use crate::operation::submit;
use crate::pointer::*;
use crate::state::{State, find, find_mut, healthy, initialised, ready, remove};
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
        let mut state = healthy()?;
        let new = state.add_node(graph, after, operation.clone());
        if let (Err(_), Operation::Allocate(memory)) = (&new, operation) {
            // No node owns the memory.
            let unused = state.release(References::from([(memory.object, 0)]));
            drop(state);
            unused.destroy();
        }
        put(to, new?)
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

/// Returns the operation of a node with a copy of a graph as it is now.
pub(super) fn child(graph: u64) -> Outcome<Operation> {
    find(&healthy()?.graphs, graph).map(|_| Operation::Graph(graph))
}

pub(super) fn recorded(event: u64) -> Outcome<Operation> {
    find(&healthy()?.events, event).map(|_| Operation::Record(event))
}

pub(super) fn waited(event: u64) -> Outcome<Operation> {
    find(&healthy()?.events, event).map(|_| Operation::Nothing(WAIT, event))
}

/// Reserves the memory of a node. Writes its address.
///
/// # Safety
/// `parameters` is null or valid.
pub(super) unsafe fn allocation(parameters: *mut AllocNode) -> Outcome<Operation> {
    // SAFETY: the caller's guarantee is that of `get` and of `put`.
    unsafe {
        let mut p = get(parameters)?;
        let memory = healthy()?.reserve(p.bytes)?;
        p.address = memory.address;
        put(parameters, p)?;
        Ok(Operation::Allocate(memory))
    }
}

/// Replaces an operation by one of the same kind. A launch keeps its attributes.
fn replace(old: &mut Operation, mut new: Operation) -> Outcome {
    if old.kind() != new.kind() {
        return Err(INVALID_VALUE);
    }
    if let (Operation::Launch { attributes, .. }, Operation::Launch { attributes: to, .. }) =
        (&mut *old, &mut new)
    {
        *to = std::mem::take(attributes);
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
    let mut plan = state.plan(graph)?;
    plan.flags = flags;
    for (_, operation) in &mut plan.operations {
        if let Operation::Allocate(memory) = operation {
            memory.is_freed_before = flags & AUTO_FREE_ON_LAUNCH != 0;
        }
    }
    let handle = state.handle();
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, handle)? };
    state.retain(&plan.references)?;
    state.plans.insert(handle, plan);
    Ok(())
}

/// Removes a graph, and the graphs of its nodes. Returns their references.
fn take(state: &mut State, graph: u64) -> Outcome<References> {
    let removed = remove(&mut state.graphs, graph)?;
    let mut references = removed.references;
    for handle in removed.nodes {
        let node = remove(&mut state.nodes, handle)?;
        user_object::add(&mut references, &references_of(state, &node.operation)?);
    }
    Ok(references)
}

/// Returns the references of the operation of a removed node. Removes the graph of the node.
fn references_of(state: &mut State, operation: &Operation) -> Outcome<References> {
    match operation {
        Operation::Graph(child) => take(state, *child),
        other => Ok(other.references()),
    }
}

fn remove_graph(state: &mut State, graph: u64) -> Outcome<Unused> {
    if find(&state.graphs, graph)?.parent.is_some() {
        return Err(INVALID_VALUE);
    }
    let references = take(state, graph)?;
    Ok(state.release(references))
}

fn remove_node(state: &mut State, node: u64) -> Outcome<Unused> {
    let removed = remove(&mut state.nodes, node)?;
    if let Some(graph) = state.graphs.get_mut(&removed.graph) {
        graph.nodes.retain(|one| *one != node);
    }
    state.nodes.values_mut().for_each(|one| one.after.retain(|before| *before != node));
    let references = references_of(state, &removed.operation)?;
    Ok(state.release(references))
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

/// Replaces the operations of a child graph in an instantiated graph. A graph with other nodes is refused.
fn update_child(state: &mut State, plan: u64, node: u64, graph: u64) -> Outcome<Unused> {
    let new = state.plan(graph)?.into_child();
    let known = find(&state.plans, plan)?;
    let index = known.operations.iter().position(|one| one.0 == node).ok_or(INVALID_VALUE)?;
    match (&known.operations[index].1, &new) {
        (Operation::Child(old, _), Operation::Child(new, _)) if old.len() == new.len() => {}
        _ => return Err(INVALID_VALUE),
    }
    let added = new.references();
    state.retain(&added)?;
    let plan = find_mut(&mut state.plans, plan)?;
    let old = std::mem::replace(&mut plan.operations[index].1, new).references();
    user_object::add(&mut plan.references, &added);
    for (object, count) in &old {
        if let Some(own) = plan.references.get_mut(object) {
            *own = own.saturating_sub(*count);
        }
    }
    Ok(state.release(old))
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
    fn cuGraphAddMemFreeNode(to: *mut u64, graph: u64, after: *const u64, count: usize, address: u64) { add(to, graph, after, count, Operation::Free(address)) }
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
    fn cuGraphExecGetFlags(plan: u64, to: *mut u64) { put(to, find(&initialised()?.plans, plan)?.flags) }
    fn cuGraphExecChildGraphNodeSetParams(plan: u64, node: u64, graph: u64) {
        ready()?;
        destroying(|state| update_child(state, plan, node, graph))
    }
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
