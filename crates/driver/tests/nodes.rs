//! Tests that programs disable nodes of instantiated graphs, and read what nodes do.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::ffi::c_void;
use std::ptr::{null, null_mut};

unsafe extern "C" {
    fn cudaGraphMemsetNodeGetParams(node: u64, to: *mut SetNode) -> i32;
    fn cudaGraphHostNodeGetParams(node: u64, to: *mut HostNode) -> i32;
    fn cudaGraphNodeSetEnabled(plan: u64, node: u64, is_enabled: u32) -> i32;
    fn cudaGraphNodeGetEnabled(plan: u64, node: u64, to: *mut u32) -> i32;
    fn cudaGraphDestroyNode(node: u64) -> i32;
}

/// Calls a function that must succeed, and returns what it writes.
fn made(call: impl FnOnce(*mut u64) -> i32) -> u64 {
    let mut handle = 0;
    assert_eq!(call(&raw mut handle), 0);
    handle
}

/// Adds one to the number that the data points to.
unsafe extern "C" fn count(data: *mut c_void) {
    let count = data.cast::<u32>();
    unsafe { count.write(count.read() + 1) };
}

/// Returns whether a node is enabled.
fn enabled(plan: u64, node: u64) -> Result<u32, i32> {
    let mut found = 9;
    match unsafe { cudaGraphNodeGetEnabled(plan, node, &raw mut found) } {
        0 => Ok(found),
        code => Err(code),
    }
}

#[test]
fn a_launch_skips_disabled_nodes() {
    let memory = made(|to| unsafe { cudaMalloc(to, 8) });
    let graph = made(|to| unsafe { cudaGraphCreate(to, 0) });
    let mut calls = 0u32;
    let fill = SetNode { target: memory, pitch: 0, value: 5, element: 4, width: 1, height: 1 };
    let host = HostNode { function: Some(count), data: (&raw mut calls).cast() };
    let [set, copied, called] = unsafe {
        let set = made(|to| cudaGraphAddMemsetNode(to, graph, null(), 0, &raw const fill));
        let copied = made(|to| {
            cudaGraphAddMemcpyNode1D(to, graph, &raw const set, 1, memory + 4, memory, 4, 3)
        });
        [set, copied, made(|to| cudaGraphAddHostNode(to, graph, null(), 0, &raw const host))]
    };
    let [plan, other] = [(); 2].map(|()| made(|to| unsafe { cudaGraphInstantiate(to, graph, 0) }));
    let switch = |node, on| unsafe { cudaGraphNodeSetEnabled(plan, node, on) };
    // Runs a graph on the words 1 and 2.
    let run = |plan| {
        let mut words = [1u32, 2];
        let host = words.as_mut_ptr().expose_provenance() as u64;
        unsafe {
            assert_eq!(cudaMemcpy(memory, host, 8, 1), 0);
            assert_eq!(cudaGraphLaunch(plan, 0), 0);
            assert_eq!(cudaMemcpy(host, memory, 8, 2), 0);
        }
        words
    };
    assert_eq!((enabled(plan, set), run(plan)), (Ok(1), [5, 5]));
    assert_eq!((switch(set, 0), enabled(plan, set), run(plan)), (0, Ok(0), [1, 1]));
    assert_eq!((switch(copied, 0), enabled(plan, copied), run(plan)), (0, Ok(0), [1, 2]));
    assert_eq!((enabled(other, set), run(other)), (Ok(1), [5, 5]));
    assert_eq!((switch(set, 7), enabled(plan, set), run(plan)), (0, Ok(1), [5, 2]));
    // The documentation excludes other nodes.
    assert_eq!((switch(called, 0), enabled(plan, called)), (1, Err(1)));
    assert_eq!(switch(graph, 0), 1);
    assert_eq!(unsafe { cudaGraphDestroyNode(copied) }, 0);
    assert_eq!((switch(copied, 1), enabled(plan, copied)), (1, Err(1)));
    assert_eq!(calls, 5);

    let mut found = SetNode::default();
    let mut function = HostNode { function: None, data: null_mut() };
    unsafe {
        assert_eq!(cudaGraphMemsetNodeGetParams(set, &raw mut found), 0);
        assert_eq!(found, fill);
        assert_eq!(cudaGraphHostNodeGetParams(called, &raw mut function), 0);
        assert_eq!(function.data, host.data);
        assert!(function.function.is_some());
        assert_eq!(cudaGraphHostNodeGetParams(set, &raw mut function), 1);
        assert_eq!(cudaGraphMemsetNodeGetParams(called, &raw mut found), 1);
    }
}
