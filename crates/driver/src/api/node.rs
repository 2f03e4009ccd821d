//! Nodes of any type, which one struct describes (`CUgraphNodeParams`), and what programs read of nodes.

use super::graph::{add, allocation, child, filled, hosted, recorded, set, set_in, waited};
use crate::api::copy::copied;
use crate::api::launch;
use crate::border::exported;
use crate::code::*;
use crate::graph::*;
use crate::pointer::*;
use crate::state::{State, current, find, find_mut, healthy, initialised};
use crate::structs::{
    AllocNode, Copy3d, HostNode, KernelNode, KernelNodeOfKernel, NodeParameters, SetNode,
};
use std::ffi::c_void;

/// `CU_GRAPH_NODE_TYPE_EXT_SEMAS_SIGNAL` to `CU_GRAPH_NODE_TYPE_CONDITIONAL`, without those of memory.
const OTHERS: [i32; 4] = [8, 9, 12, 13];

/// Returns the operation of a node. Writes the address of new memory.
///
/// # Safety
/// `parameters` is null or valid, and its content has the type that it names.
pub(crate) unsafe fn described(parameters: *mut NodeParameters) -> Outcome<Operation> {
    // SAFETY: the caller's guarantees are those of the functions.
    unsafe {
        let mut p = get(parameters)?;
        let content: *mut c_void = (&raw mut p.content).cast();
        let first = p.content[0];
        let operation = match p.kind {
            KERNEL => launch::node_of_kernel(content.cast())?,
            // The copy follows 16 bytes of flags.
            COPY => copied(content.cast::<u8>().add(16).cast())?,
            FILL => filled(content.cast())?,
            HOST => hosted(content.cast())?,
            CHILD => child(first)?,
            EMPTY => Operation::Nothing(EMPTY, 0),
            WAIT => waited(first)?,
            RECORD => recorded(first)?,
            ALLOCATE => allocation(content.cast())?,
            FREE => Operation::Free(first),
            kind if OTHERS.contains(&kind) => return Err(NOT_SUPPORTED),
            _ => return Err(INVALID_VALUE),
        };
        put(parameters, p)?;
        Ok(operation)
    }
}

/// Adds a node that a struct describes.
unsafe fn add_described(
    to: *mut u64,
    graph: u64,
    after: *const u64,
    count: usize,
    p: *mut NodeParameters,
) -> Outcome {
    // Without a graph, the node may not allocate memory.
    find(&healthy()?.graphs, graph)?;
    // SAFETY: the caller's guarantees are those of the functions.
    unsafe { add(to, graph, after, count, described(p)?) }
}

/// Returns the operation that replaces that of a node. A node keeps its graph and its memory.
///
/// # Safety
/// The guarantees are those of [`described`].
pub(crate) unsafe fn changed(parameters: *mut NodeParameters) -> Outcome<Operation> {
    // SAFETY: the caller's guarantees are those of the functions.
    unsafe {
        match get(parameters)?.kind {
            KERNEL | COPY | FILL | HOST | WAIT | RECORD => described(parameters),
            _ => Err(NOT_SUPPORTED),
        }
    }
}

/// Checks that a node of an instantiated graph is one that a program may disable: a launch, a copy or a fill.
fn check_switch(plan: &Plan, node: u64) -> Outcome {
    let found = plan.operations.iter().find(|one| one.0 == node).ok_or(INVALID_VALUE)?;
    match found.1 {
        Operation::Launch { .. } | Operation::Copy(_) | Operation::Fill { .. } => Ok(()),
        _ => Err(INVALID_VALUE),
    }
}

/// Returns the parameters of a node that launches a kernel. The node owns the values of the kernel's parameters.
pub(crate) fn kernel_of(node: u64) -> Outcome<KernelNode> {
    let mut state = healthy()?;
    let node = find_mut(&mut state.nodes, node)?;
    let Operation::Launch { function, grid, arguments, .. } = &node.operation else {
        return Err(INVALID_VALUE);
    };
    Ok(KernelNode {
        function: *function,
        blocks: grid.blocks,
        threads: grid.threads,
        shared: grid.shared,
        parameters: node.values.get_or_insert_with(|| Values::new(arguments)).pointers(),
        extra: std::ptr::null(),
    })
}

/// Returns the parameters of a node that copies.
pub(crate) fn copy_of(node: u64) -> Outcome<Copy3d> {
    match find(&healthy()?.nodes, node)?.operation {
        Operation::Copy(parameters) => Ok(parameters),
        _ => Err(INVALID_VALUE),
    }
}

/// Returns the parameters of a node that fills.
fn fill_of(operation: &Operation) -> Outcome<SetNode> {
    let Operation::Fill { to, value, element, extent: [width, height] } = *operation else {
        return Err(INVALID_VALUE);
    };
    let (target, pitch, element) = (to.address, to.row as usize, element as u32);
    Ok(SetNode { target, pitch, value, element, width, height })
}

/// Returns the parameters of a node that calls a host function.
fn host_of(operation: &Operation) -> Outcome<HostNode> {
    match *operation {
        Operation::Host(function, data) => Ok(HostNode { function: Some(function), data: data.0 }),
        _ => Err(INVALID_VALUE),
    }
}

/// Returns the struct that describes a node of any type.
pub(crate) fn description_of(node: u64) -> Outcome<NodeParameters> {
    let operation = find(&healthy()?.nodes, node)?.operation.clone();
    let mut p = NodeParameters { kind: operation.kind(), reserved: [0; 3], content: [0; 30] };
    let content: *mut c_void = (&raw mut p.content).cast();
    // SAFETY: the content has the bytes of each of these structs. The context precedes a copy, and follows the others.
    unsafe {
        match &operation {
            Operation::Launch { .. } => put(
                content.cast(),
                KernelNodeOfKernel { node: kernel_of(node)?, kernel: 0, context: current() },
            )?,
            Operation::Copy(copy) => {
                put(content.cast::<u64>().add(1), current())?;
                put(content.cast::<u64>().add(2).cast(), *copy)?;
            }
            Operation::Fill { .. } => {
                put(content.cast(), fill_of(&operation)?)?;
                put(content.cast::<SetNode>().add(1).cast(), current())?;
            }
            Operation::Host(..) => put(content.cast(), host_of(&operation)?)?,
            Operation::Allocate(memory) => put(content.cast(), AllocNode::from(*memory))?,
            Operation::Graph(word)
            | Operation::Free(word)
            | Operation::Record(word)
            | Operation::Nothing(_, word) => put(content.cast(), *word)?,
            // A node has a graph instead.
            Operation::Child(..) => return Err(INVALID_VALUE),
        }
    }
    Ok(p)
}

/// Returns the attributes of a node that launches a kernel.
fn attributes(state: &mut State, node: u64) -> Outcome<&mut Attributes> {
    match &mut find_mut(&mut state.nodes, node)?.operation {
        Operation::Launch { attributes, .. } => Ok(attributes),
        _ => Err(INVALID_VALUE),
    }
}

/// Returns the number of a handle, which no other handle has.
pub(super) fn number(handle: u64) -> u32 {
    (handle >> 8) as u32
}

exported! {
    fn cuGraphKernelNodeGetParams(node: u64, to: *mut KernelNode) { put(to, kernel_of(node)?) }
    fn cuGraphKernelNodeGetParams_v2(node: u64, to: *mut KernelNodeOfKernel) {
        put(to, KernelNodeOfKernel { node: kernel_of(node)?, kernel: 0, context: current() })
    }
    fn cuGraphMemcpyNodeGetParams(node: u64, to: *mut Copy3d) { put(to, copy_of(node)?) }
    fn cuGraphEventRecordNodeGetEvent(node: u64, to: *mut u64) {
        match find(&healthy()?.nodes, node)?.operation {
            Operation::Record(event) => put(to, event),
            _ => Err(INVALID_VALUE),
        }
    }
    fn cuGraphEventWaitNodeGetEvent(node: u64, to: *mut u64) {
        match find(&healthy()?.nodes, node)?.operation {
            Operation::Nothing(WAIT, event) => put(to, event),
            _ => Err(INVALID_VALUE),
        }
    }
    fn cuGraphMemFreeNodeGetParams(node: u64, to: *mut u64) {
        match find(&healthy()?.nodes, node)?.operation {
            Operation::Free(address) => put(to, address),
            _ => Err(INVALID_VALUE),
        }
    }
    fn cuGraphMemAllocNodeGetParams(node: u64, to: *mut AllocNode) {
        match find(&healthy()?.nodes, node)?.operation {
            Operation::Allocate(memory) => put(to, memory.into()),
            _ => Err(INVALID_VALUE),
        }
    }
    fn cuGraphChildGraphNodeGetGraph(node: u64, to: *mut u64) {
        match find(&healthy()?.nodes, node)?.operation {
            Operation::Graph(graph) => put(to, graph),
            _ => Err(INVALID_VALUE),
        }
    }
    fn cuGraphKernelNodeGetAttribute(node: u64, id: u32, to: *mut [u32; 16]) {
        let mut state = healthy()?;
        put(to, attributes(&mut state, node)?.of_node(id).ok_or(INVALID_VALUE)?)
    }
    fn cuGraphKernelNodeSetAttribute(node: u64, id: u32, value: *const [u32; 16]) {
        let mut state = healthy()?;
        let attributes = attributes(&mut state, node)?;
        attributes.of_node(id).ok_or(INVALID_VALUE)?;
        if id == Attributes::UPDATABLE {
            return Err(NOT_SUPPORTED);
        }
        attributes.0.insert(id, get(value)?);
        Ok(())
    }
    fn cuGraphKernelNodeCopyAttributes(to: u64, from: u64) {
        let mut state = healthy()?;
        let copied = attributes(&mut state, from)?.clone();
        *attributes(&mut state, to)? = copied;
        Ok(())
    }
    fn cuGraphGetId(graph: u64, to: *mut u32) { find(&initialised()?.graphs, graph)?; put(to, number(graph)) }
    fn cuGraphExecGetId(plan: u64, to: *mut u32) { find(&initialised()?.plans, plan)?; put(to, number(plan)) }
    fn cuGraphNodeGetLocalId(node: u64, to: *mut u32) { find(&initialised()?.nodes, node)?; put(to, number(node)) }
    fn cuGraphNodeGetToolsId(node: u64, to: *mut u64) { find(&initialised()?.nodes, node)?; put(to, node) }
    fn cuGraphNodeSetEnabled(plan: u64, node: u64, is_enabled: u32) {
        let mut state = healthy()?;
        // A node of a graph that still has it.
        find(&state.nodes, node)?;
        let plan = find_mut(&mut state.plans, plan)?;
        check_switch(plan, node)?;
        if is_enabled == 0 {
            plan.disabled.insert(node);
        } else {
            plan.disabled.remove(&node);
        }
        Ok(())
    }
    fn cuGraphNodeGetEnabled(plan: u64, node: u64, to: *mut u32) {
        let state = healthy()?;
        find(&state.nodes, node)?;
        let plan = find(&state.plans, plan)?;
        check_switch(plan, node)?;
        put(to, u32::from(!plan.disabled.contains(&node)))
    }
    fn cuGraphMemsetNodeGetParams(node: u64, to: *mut SetNode) {
        put(to, fill_of(&find(&healthy()?.nodes, node)?.operation)?)
    }
    fn cuGraphHostNodeGetParams(node: u64, to: *mut HostNode) {
        put(to, host_of(&find(&healthy()?.nodes, node)?.operation)?)
    }
    fn cuGraphAddNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *mut NodeParameters) { add_described(to, graph, after, count, p) }
    fn cuGraphAddNode_v2(to: *mut u64, graph: u64, after: *const u64, _edges: *const c_void, count: usize, p: *mut NodeParameters) { add_described(to, graph, after, count, p) }
    fn cuGraphNodeGetParams(node: u64, to: *mut NodeParameters) { put(to, description_of(node)?) }
    fn cuGraphNodeSetParams(node: u64, p: *mut NodeParameters) { set(node, changed(p)?) }
    fn cuGraphExecNodeSetParams(plan: u64, node: u64, p: *mut NodeParameters) { set_in(plan, node, changed(p)?) }
}
