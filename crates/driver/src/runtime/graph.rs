//! Graphs of the Runtime API.

use super::{exported_runtime, of};
use crate::api::{dependency, graph};

exported_runtime! {
    fn cudaGraphCreate(to: *mut u64, flags: u32) { of(graph::cuGraphCreate(to, flags)) }
    fn cudaGraphDestroy(handle: u64) { of(graph::cuGraphDestroy(handle)) }
    fn cudaGraphInstantiate(to: *mut u64, handle: u64, flags: u64) { of(graph::cuGraphInstantiateWithFlags(to, handle, flags)) }
    fn cudaGraphInstantiateWithFlags(to: *mut u64, handle: u64, flags: u64) { of(graph::cuGraphInstantiateWithFlags(to, handle, flags)) }
    fn cudaGraphExecDestroy(handle: u64) { of(graph::cuGraphExecDestroy(handle)) }
    fn cudaGraphUpload(handle: u64, stream: u64) { of(graph::cuGraphUpload(handle, stream)) }
    fn cudaGraphLaunch(handle: u64, stream: u64) { of(graph::cuGraphLaunch(handle, stream)) }
    fn cudaGraphGetNodes(handle: u64, to: *mut u64, count: *mut usize) { of(dependency::cuGraphGetNodes(handle, to, count)) }
}
