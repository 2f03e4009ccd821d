//! Graphs of the Runtime API, their dependencies and their user objects.
//!
//! CUDA 13 gave the functions of dependencies the data of edges, under the old names. [`version`] tells which signature the
//! program means. CUDA 12 has the functions of CUDA 13 under names that end with `_v2`.

use super::version::is_old;
use super::{exported_runtime, of};
use crate::api::{dependency, dot, graph, node, user_object};
use crate::graph::HostFunction;
use crate::structs::{InstantiateParameters, UpdateResult};
use std::ffi::{c_char, c_void};

/// Returns the number of edges: of the two arguments, CUDA 12 passes it first.
fn count(first: usize, second: usize) -> usize {
    if is_old() { first } else { second }
}

/// Returns the lists of edge data and of the count: CUDA 12 passes only the count.
fn lists(first: *mut usize, second: *mut usize) -> (*mut [u8; 8], *mut usize) {
    if is_old() { (std::ptr::null_mut(), first) } else { (first.cast(), second) }
}

exported_runtime! {
    fn cudaGraphCreate(to: *mut u64, flags: u32) { of(graph::cuGraphCreate(to, flags)) }
    fn cudaGraphDestroy(handle: u64) { of(graph::cuGraphDestroy(handle)) }
    fn cudaGraphClone(to: *mut u64, handle: u64) { of(dependency::cuGraphClone(to, handle)) }
    fn cudaGraphInstantiate(to: *mut u64, handle: u64, flags: u64) { of(graph::cuGraphInstantiateWithFlags(to, handle, flags)) }
    fn cudaGraphInstantiateWithFlags(to: *mut u64, handle: u64, flags: u64) { of(graph::cuGraphInstantiateWithFlags(to, handle, flags)) }
    fn cudaGraphExecDestroy(handle: u64) { of(graph::cuGraphExecDestroy(handle)) }
    fn cudaGraphExecGetFlags(handle: u64, to: *mut u64) { of(graph::cuGraphExecGetFlags(handle, to)) }
    fn cudaGraphExecUpdate(handle: u64, from: u64, to: *mut UpdateResult) { of(graph::cuGraphExecUpdate_v2(handle, from, to)) }
    fn cudaGraphGetNodes(handle: u64, to: *mut u64, count: *mut usize) { of(dependency::cuGraphGetNodes(handle, to, count)) }
    fn cudaGraphGetRootNodes(handle: u64, to: *mut u64, count: *mut usize) { of(dependency::cuGraphGetRootNodes(handle, to, count)) }
    fn cudaGraphAddDependencies(handle: u64, from: *const u64, to: *const u64, first: usize, second: usize) { of(dependency::cuGraphAddDependencies(handle, from, to, count(first, second))) }
    fn cudaGraphAddDependencies_v2(handle: u64, from: *const u64, to: *const u64, _edges: *const c_void, count: usize) { of(dependency::cuGraphAddDependencies(handle, from, to, count)) }
    fn cudaGraphRemoveDependencies(handle: u64, from: *const u64, to: *const u64, first: usize, second: usize) { of(dependency::cuGraphRemoveDependencies(handle, from, to, count(first, second))) }
    fn cudaGraphRemoveDependencies_v2(handle: u64, from: *const u64, to: *const u64, _edges: *const c_void, count: usize) { of(dependency::cuGraphRemoveDependencies(handle, from, to, count)) }
    fn cudaGraphGetEdges(handle: u64, from: *mut u64, to: *mut u64, first: *mut usize, second: *mut usize) {
        let (edges, count) = lists(first, second);
        of(dependency::cuGraphGetEdges_v2(handle, from, to, edges, count))
    }
    fn cudaGraphGetEdges_v2(handle: u64, from: *mut u64, to: *mut u64, edges: *mut [u8; 8], count: *mut usize) { of(dependency::cuGraphGetEdges_v2(handle, from, to, edges, count)) }
    fn cudaGraphNodeGetDependencies(node: u64, to: *mut u64, first: *mut usize, second: *mut usize) {
        let (edges, count) = lists(first, second);
        of(dependency::cuGraphNodeGetDependencies_v2(node, to, edges, count))
    }
    fn cudaGraphNodeGetDependencies_v2(node: u64, to: *mut u64, edges: *mut [u8; 8], count: *mut usize) { of(dependency::cuGraphNodeGetDependencies_v2(node, to, edges, count)) }
    fn cudaGraphNodeGetDependentNodes(node: u64, to: *mut u64, first: *mut usize, second: *mut usize) {
        let (edges, count) = lists(first, second);
        of(dependency::cuGraphNodeGetDependentNodes_v2(node, to, edges, count))
    }
    fn cudaGraphNodeGetDependentNodes_v2(node: u64, to: *mut u64, edges: *mut [u8; 8], count: *mut usize) { of(dependency::cuGraphNodeGetDependentNodes_v2(node, to, edges, count)) }
    fn cudaGraphNodeFindInClone(to: *mut u64, node: u64, handle: u64) { of(dependency::cuGraphNodeFindInClone(to, node, handle)) }
    fn cudaGraphNodeGetContainingGraph(node: u64, to: *mut u64) { of(dependency::cuGraphNodeGetContainingGraph(node, to)) }
    fn cudaGraphNodeGetType(node: u64, to: *mut i32) { of(graph::cuGraphNodeGetType(node, to)) }
    fn cudaGraphDebugDotPrint(handle: u64, path: *const c_char, flags: u32) { of(dot::cuGraphDebugDotPrint(handle, path, flags)) }
    fn cudaGraphGetId(handle: u64, to: *mut u32) { of(node::cuGraphGetId(handle, to)) }
    fn cudaGraphExecGetId(handle: u64, to: *mut u32) { of(node::cuGraphExecGetId(handle, to)) }
    fn cudaGraphNodeGetLocalId(handle: u64, to: *mut u32) { of(node::cuGraphNodeGetLocalId(handle, to)) }
    fn cudaGraphNodeGetToolsId(handle: u64, to: *mut u64) { of(node::cuGraphNodeGetToolsId(handle, to)) }
    fn cudaGraphDestroyNode(node: u64) { of(graph::cuGraphDestroyNode(node)) }
    fn cudaUserObjectCreate(to: *mut u64, data: *mut c_void, destructor: Option<HostFunction>, count: u32, flags: u32) { of(user_object::cuUserObjectCreate(to, data, destructor, count, flags)) }
    fn cudaUserObjectRetain(object: u64, count: u32) { of(user_object::cuUserObjectRetain(object, count)) }
    fn cudaUserObjectRelease(object: u64, count: u32) { of(user_object::cuUserObjectRelease(object, count)) }
    fn cudaGraphRetainUserObject(handle: u64, object: u64, count: u32, flags: u32) { of(user_object::cuGraphRetainUserObject(handle, object, count, flags)) }
    fn cudaGraphReleaseUserObject(handle: u64, object: u64, count: u32) { of(user_object::cuGraphReleaseUserObject(handle, object, count)) }
    "_ptsz" {
        fn cudaGraphInstantiateWithParams(to: *mut u64, handle: u64, p: *mut InstantiateParameters) { of(graph::cuGraphInstantiateWithParams(to, handle, p)) }
        fn cudaGraphUpload(handle: u64, stream: u64) { of(graph::cuGraphUpload(handle, stream)) }
        fn cudaGraphLaunch(handle: u64, stream: u64) { of(graph::cuGraphLaunch(handle, stream)) }
    }
}
