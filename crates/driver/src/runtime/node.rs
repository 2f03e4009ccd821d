//! The nodes of graphs of the Runtime API. A kernel is named by its host function.

use super::memory::{RuntimeCopy3d, copied, kinds};
use super::registration::{function, host};
use super::symbol::part;
use super::version::is_old;
use super::{exported_runtime, of};
use crate::api::graph::{add, set, set_in};
use crate::api::node::{changed, copy_of, described, description_of, kernel_of};
use crate::api::{copy, graph, launch, node};
use crate::code::*;
use crate::graph::{COPY, KERNEL, Operation};
use crate::pointer::{get, put};
use crate::state::{find, healthy};
use crate::structs::{AllocNode, HostNode, KernelNode, NodeParameters, SetNode};
use std::ffi::c_void;

/// Returns the launch that `cudaKernelNodeParams` describe.
unsafe fn kernel(parameters: *const KernelNode) -> Outcome<Operation> {
    // SAFETY: the caller's guarantees are those of `get` and of `launch::node`.
    unsafe {
        let p = get(parameters)?;
        let p = KernelNode { function: function(p.function as usize)?, ..p };
        launch::node(&raw const p)
    }
}

/// Returns `cudaKernelNodeParams` of a node.
fn launch_of(node: u64) -> Outcome<KernelNode> {
    let p = kernel_of(node)?;
    Ok(KernelNode { function: host(p.function), ..p })
}

/// Returns a copy of contiguous bytes. The kind is a `cudaMemcpyKind`.
fn linear(to: u64, from: u64, bytes: usize, kind: i32) -> Outcome<Operation> {
    let [target, source] = kinds(kind)?;
    Ok(copy::linear((to, target), (from, source), bytes))
}

/// Returns the operation that `cudaGraphNodeParams` describe, by `otherwise` where they are those of the Driver API.
unsafe fn any(
    parameters: *mut NodeParameters,
    otherwise: unsafe fn(*mut NodeParameters) -> Outcome<Operation>,
) -> Outcome<Operation> {
    // SAFETY: the caller's guarantees are those of `described`. A node of a copy contains `cudaMemcpy3DParms`.
    unsafe {
        let p = get(parameters)?;
        match p.kind {
            KERNEL => kernel((&raw const p.content).cast()),
            COPY => copied((&raw const p.content).cast::<u8>().add(16).cast()),
            _ => otherwise(parameters),
        }
    }
}

unsafe fn add_any(
    to: *mut u64,
    graph: u64,
    after: *const u64,
    count: usize,
    p: *mut NodeParameters,
) -> Outcome {
    // Without a graph, the node may not allocate memory.
    find(&healthy()?.graphs, graph)?;
    // SAFETY: the caller's guarantees are those of the functions.
    unsafe { add(to, graph, after, count, any(p, described)?) }
}

exported_runtime! {
    fn cudaGraphAddKernelNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const KernelNode) { add(to, graph, after, count, kernel(p)?) }
    fn cudaGraphKernelNodeSetParams(node: u64, p: *const KernelNode) { set(node, kernel(p)?) }
    fn cudaGraphExecKernelNodeSetParams(plan: u64, node: u64, p: *const KernelNode) { set_in(plan, node, kernel(p)?) }
    fn cudaGraphAddMemcpyNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const RuntimeCopy3d) { add(to, graph, after, count, copied(p)?) }
    fn cudaGraphKernelNodeGetParams(node: u64, to: *mut KernelNode) { put(to, launch_of(node)?) }
    fn cudaGraphMemcpyNodeGetParams(node: u64, to: *mut RuntimeCopy3d) { put(to, copy_of(node)?.into()) }
    fn cudaGraphMemAllocNodeGetParams(node: u64, to: *mut AllocNode) { of(node::cuGraphMemAllocNodeGetParams(node, to)) }
    fn cudaGraphChildGraphNodeGetGraph(node: u64, to: *mut u64) { of(node::cuGraphChildGraphNodeGetGraph(node, to)) }
    fn cudaGraphExecChildGraphNodeSetParams(plan: u64, node: u64, child: u64) { of(graph::cuGraphExecChildGraphNodeSetParams(plan, node, child)) }
    fn cudaGraphKernelNodeGetAttribute(node: u64, id: u32, to: *mut [u32; 16]) { of(node::cuGraphKernelNodeGetAttribute(node, id, to)) }
    fn cudaGraphKernelNodeSetAttribute(node: u64, id: u32, value: *const [u32; 16]) { of(node::cuGraphKernelNodeSetAttribute(node, id, value)) }
    fn cudaGraphKernelNodeCopyAttributes(to: u64, from: u64) { of(node::cuGraphKernelNodeCopyAttributes(to, from)) }
    fn cudaGraphMemFreeNodeGetParams(node: u64, to: *mut u64) { of(node::cuGraphMemFreeNodeGetParams(node, to)) }
    fn cudaGraphEventRecordNodeGetEvent(node: u64, to: *mut u64) { of(node::cuGraphEventRecordNodeGetEvent(node, to)) }
    fn cudaGraphEventRecordNodeSetEvent(node: u64, event: u64) { of(graph::cuGraphEventRecordNodeSetEvent(node, event)) }
    fn cudaGraphEventWaitNodeGetEvent(node: u64, to: *mut u64) { of(node::cuGraphEventWaitNodeGetEvent(node, to)) }
    fn cudaGraphEventWaitNodeSetEvent(node: u64, event: u64) { of(graph::cuGraphEventWaitNodeSetEvent(node, event)) }
    fn cudaGraphExecEventRecordNodeSetEvent(plan: u64, node: u64, event: u64) { of(graph::cuGraphExecEventRecordNodeSetEvent(plan, node, event)) }
    fn cudaGraphExecEventWaitNodeSetEvent(plan: u64, node: u64, event: u64) { of(graph::cuGraphExecEventWaitNodeSetEvent(plan, node, event)) }
    fn cudaGraphMemcpyNodeSetParams(node: u64, p: *const RuntimeCopy3d) { set(node, copied(p)?) }
    fn cudaGraphExecMemcpyNodeSetParams(plan: u64, node: u64, p: *const RuntimeCopy3d) { set_in(plan, node, copied(p)?) }
    fn cudaGraphAddMemcpyNode1D(to: *mut u64, graph: u64, after: *const u64, count: usize, target: u64, from: u64, bytes: usize, kind: i32) { add(to, graph, after, count, linear(target, from, bytes, kind)?) }
    fn cudaGraphMemcpyNodeSetParams1D(node: u64, target: u64, from: u64, bytes: usize, kind: i32) { set(node, linear(target, from, bytes, kind)?) }
    fn cudaGraphExecMemcpyNodeSetParams1D(plan: u64, node: u64, target: u64, from: u64, bytes: usize, kind: i32) { set_in(plan, node, linear(target, from, bytes, kind)?) }
    fn cudaGraphAddMemcpyNodeToSymbol(to: *mut u64, graph: u64, after: *const u64, count: usize, host: usize, from: u64, bytes: usize, offset: usize, _kind: i32) {
        add(to, graph, after, count, linear(part(host, bytes, offset)?, from, bytes, 4)?)
    }
    fn cudaGraphMemcpyNodeSetParamsToSymbol(node: u64, host: usize, from: u64, bytes: usize, offset: usize, _kind: i32) { set(node, linear(part(host, bytes, offset)?, from, bytes, 4)?) }
    fn cudaGraphExecMemcpyNodeSetParamsToSymbol(plan: u64, node: u64, host: usize, from: u64, bytes: usize, offset: usize, _kind: i32) {
        set_in(plan, node, linear(part(host, bytes, offset)?, from, bytes, 4)?)
    }
    fn cudaGraphAddMemcpyNodeFromSymbol(to: *mut u64, graph: u64, after: *const u64, count: usize, target: u64, host: usize, bytes: usize, offset: usize, _kind: i32) {
        add(to, graph, after, count, linear(target, part(host, bytes, offset)?, bytes, 4)?)
    }
    fn cudaGraphMemcpyNodeSetParamsFromSymbol(node: u64, target: u64, host: usize, bytes: usize, offset: usize, _kind: i32) { set(node, linear(target, part(host, bytes, offset)?, bytes, 4)?) }
    fn cudaGraphExecMemcpyNodeSetParamsFromSymbol(plan: u64, node: u64, target: u64, host: usize, bytes: usize, offset: usize, _kind: i32) {
        set_in(plan, node, linear(target, part(host, bytes, offset)?, bytes, 4)?)
    }
    fn cudaGraphAddMemsetNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const SetNode) { of(graph::cuGraphAddMemsetNode(to, graph, after, count, p, 0)) }
    fn cudaGraphMemsetNodeSetParams(node: u64, p: *const SetNode) { of(graph::cuGraphMemsetNodeSetParams(node, p)) }
    fn cudaGraphExecMemsetNodeSetParams(plan: u64, node: u64, p: *const SetNode) { of(graph::cuGraphExecMemsetNodeSetParams(plan, node, p, 0)) }
    fn cudaGraphAddHostNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *const HostNode) { of(graph::cuGraphAddHostNode(to, graph, after, count, p)) }
    fn cudaGraphHostNodeSetParams(node: u64, p: *const HostNode) { of(graph::cuGraphHostNodeSetParams(node, p)) }
    fn cudaGraphExecHostNodeSetParams(plan: u64, node: u64, p: *const HostNode) { of(graph::cuGraphExecHostNodeSetParams(plan, node, p)) }
    fn cudaGraphAddEmptyNode(to: *mut u64, graph: u64, after: *const u64, count: usize) { of(graph::cuGraphAddEmptyNode(to, graph, after, count)) }
    fn cudaGraphAddChildGraphNode(to: *mut u64, graph: u64, after: *const u64, count: usize, child: u64) { of(graph::cuGraphAddChildGraphNode(to, graph, after, count, child)) }
    fn cudaGraphAddEventRecordNode(to: *mut u64, graph: u64, after: *const u64, count: usize, event: u64) { of(graph::cuGraphAddEventRecordNode(to, graph, after, count, event)) }
    fn cudaGraphAddEventWaitNode(to: *mut u64, graph: u64, after: *const u64, count: usize, event: u64) { of(graph::cuGraphAddEventWaitNode(to, graph, after, count, event)) }
    fn cudaGraphAddMemAllocNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *mut AllocNode) { of(graph::cuGraphAddMemAllocNode(to, graph, after, count, p)) }
    fn cudaGraphAddMemFreeNode(to: *mut u64, graph: u64, after: *const u64, count: usize, address: u64) { of(graph::cuGraphAddMemFreeNode(to, graph, after, count, address)) }
    fn cudaGraphAddNode(to: *mut u64, graph: u64, after: *const u64, first: usize, second: usize, third: *mut NodeParameters) {
        // CUDA 13 passes the data of the edges, which CUDA 12 does not have.
        let (count, p) = if is_old() { (first, std::ptr::with_exposed_provenance_mut(second)) } else { (second, third) };
        add_any(to, graph, after, count, p)
    }
    fn cudaGraphAddNode_v2(to: *mut u64, graph: u64, after: *const u64, _edges: *const c_void, count: usize, p: *mut NodeParameters) { add_any(to, graph, after, count, p) }
    fn cudaGraphNodeSetParams(node: u64, p: *mut NodeParameters) { set(node, any(p, changed)?) }
    fn cudaGraphNodeGetParams(node: u64, to: *mut NodeParameters) {
        let mut p = description_of(node)?;
        match p.kind {
            KERNEL => put((&raw mut p.content).cast(), launch_of(node)?)?,
            COPY => put((&raw mut p.content).cast::<u8>().add(16).cast(), RuntimeCopy3d::from(copy_of(node)?))?,
            _ => {}
        }
        put(to, p)
    }
    fn cudaGraphNodeSetEnabled(plan: u64, node: u64, is_enabled: u32) { of(node::cuGraphNodeSetEnabled(plan, node, is_enabled)) }
    fn cudaGraphNodeGetEnabled(plan: u64, node: u64, to: *mut u32) { of(node::cuGraphNodeGetEnabled(plan, node, to)) }
    fn cudaGraphMemsetNodeGetParams(node: u64, to: *mut SetNode) { of(node::cuGraphMemsetNodeGetParams(node, to)) }
    fn cudaGraphHostNodeGetParams(node: u64, to: *mut HostNode) { of(node::cuGraphHostNodeGetParams(node, to)) }
    fn cudaGraphExecNodeSetParams(plan: u64, node: u64, p: *mut NodeParameters) { set_in(plan, node, any(p, changed)?) }
}
