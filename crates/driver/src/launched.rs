//! Launches a kernel of three instructions and a graph with memory, also under Miri, where larger kernels take too long.

use crate::api::{context, copy, graph, launch, memory, module};
use crate::graph::Reservation;
use crate::state::{CURRENT, PRIMARY};
use crate::structs::{AllocNode, SetNode};
use std::ffi::c_void;

const TEXT: &[u8] = b".version 8.0
.target sm_80
.address_size 64
.visible .entry store(.param .u64 x)
{
    .reg .b64 %x;
    ld.param.u64 %x, [x];
    st.global.u32 [%x], 12345;
    ret;
}
\0";

/// Calls a function that must succeed, and returns what it writes.
fn made(call: impl FnOnce(*mut u64) -> i32) -> u64 {
    let mut handle = 0;
    assert_eq!(call(&raw mut handle), 0);
    handle
}

fn start() {
    crate::state::any().is_initialised = true;
    context::retain_primary().expect("the context");
    CURRENT.with_borrow_mut(|stack| *stack = vec![PRIMARY]);
}

#[test]
fn a_kernel_of_three_instructions_runs() {
    let _one = crate::handles::ONE.lock();
    start();
    let mut found = 0u32;
    // SAFETY: each call passes valid pointers.
    unsafe {
        let module = made(|to| module::cuModuleLoadData(to, TEXT.as_ptr()));
        let store = made(|to| module::cuModuleGetFunction(to, module, c"store".as_ptr()));
        let x = made(|to| memory::cuMemAlloc_v2(to, 4));
        let parameters = [(&raw const x).cast::<c_void>()];
        let (all, none) = (parameters.as_ptr(), std::ptr::null());
        assert_eq!(launch::cuLaunchKernel(store, 1, 1, 1, 1, 1, 1, 0, 0, all, none), 0);
        let to = (&raw mut found).expose_provenance() as u64;
        assert_eq!(copy::cuMemcpyDtoH_v2(to, x, 4), 0);
        assert_eq!(memory::cuMemFree_v2(x), 0);
    }
    assert_eq!(found, 12345);
}

#[test]
fn a_graph_allocates_its_memory_again() {
    let _one = crate::handles::ONE.lock();
    start();
    let wished = Reservation { address: 0, bytes: 64, object: 0, is_freed_before: false };
    let mut memory = AllocNode::from(wished);
    // SAFETY: each call passes valid pointers.
    unsafe {
        let graph = made(|to| graph::cuGraphCreate(to, 0));
        let none = std::ptr::null();
        let first = made(|to| graph::cuGraphAddMemAllocNode(to, graph, none, 0, &raw mut memory));
        let target = memory.address;
        let fill = SetNode { target, pitch: 0, value: 7, element: 4, width: 2, height: 1 };
        let after = &raw const first;
        made(|to| graph::cuGraphAddMemsetNode(to, graph, after, 1, &raw const fill, 0));
        let plan = made(|to| graph::cuGraphInstantiateWithFlags(to, graph, 0));
        assert_eq!(graph::cuGraphDestroy(graph), 0);
        for round in 0..3 {
            assert_eq!(graph::cuGraphLaunch(plan, 0), 0);
            let mut found = [0u32; 3];
            let to = (&raw mut found).expose_provenance() as u64;
            assert_eq!(copy::cuMemcpyDtoH_v2(to, target, 12), 0);
            assert_eq!(found, [7, 7, 0]);
            if round == 2 {
                // The memory outlives the graph.
                assert_eq!(graph::cuGraphExecDestroy(plan), 0);
            }
            assert_eq!(memory::cuMemFree_v2(target), 0);
        }
        let again = made(|to| memory::cuMemAlloc_v2(to, 64));
        assert_eq!(again, target);
        assert_eq!(memory::cuMemFree_v2(again), 0);
    }
}
