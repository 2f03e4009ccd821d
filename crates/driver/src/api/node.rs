//! Nodes of any type, which one struct describes (`CUgraphNodeParams`).

use super::graph::{add, allocation, child, filled, freed, hosted, recorded, set, set_in, waited};
use crate::api::copy::copied;
use crate::api::launch;
use crate::border::exported;
use crate::code::*;
use crate::graph::Operation;
use crate::pointer::*;
use crate::state::{find, healthy};
use crate::structs::NodeParameters;
use std::ffi::c_void;

/// `CU_GRAPH_NODE_TYPE_KERNEL`.
pub(crate) const KERNEL: i32 = 0;
/// `CU_GRAPH_NODE_TYPE_MEMCPY`. The copy follows 16 bytes of flags.
pub(crate) const MEMCPY: i32 = 1;
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
            KERNEL => launch::node(content.cast())?,
            MEMCPY => copied(content.cast::<u8>().add(16).cast())?,
            2 => filled(content.cast())?,
            3 => hosted(content.cast())?,
            4 => child(first)?,
            5 => Operation::Empty,
            6 => waited(first)?,
            7 => recorded(first)?,
            10 => allocation(content.cast())?,
            11 => freed(first)?,
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
            KERNEL..=3 | 6 | 7 => described(parameters),
            _ => Err(NOT_SUPPORTED),
        }
    }
}

exported! {
    fn cuGraphAddNode(to: *mut u64, graph: u64, after: *const u64, count: usize, p: *mut NodeParameters) { add_described(to, graph, after, count, p) }
    fn cuGraphAddNode_v2(to: *mut u64, graph: u64, after: *const u64, _edges: *const c_void, count: usize, p: *mut NodeParameters) { add_described(to, graph, after, count, p) }
    fn cuGraphNodeSetParams(node: u64, p: *mut NodeParameters) { set(node, changed(p)?) }
    fn cuGraphExecNodeSetParams(plan: u64, node: u64, p: *mut NodeParameters) { set_in(plan, node, changed(p)?) }
}
