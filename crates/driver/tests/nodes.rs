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
    fn cudaGraphNodeGetType(node: u64, to: *mut i32) -> i32;
    fn cudaGraphAddMemcpyNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        p: *const Copy3d,
    ) -> i32;
    fn cudaGraphMemcpyNodeGetParams(node: u64, to: *mut Copy3d) -> i32;
    fn cudaGraphMemcpyNodeSetParams(node: u64, p: *const Copy3d) -> i32;
    fn cuGraphMemcpyNodeGetParams(node: u64, to: *mut DriverCopy3d) -> i32;
    fn cuGraphMemcpyNodeSetParams(node: u64, p: *const DriverCopy3d) -> i32;
    fn cuGraphAddKernelNode_v2(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        p: *const KernelNode,
    ) -> i32;
    fn cuGraphKernelNodeGetParams(node: u64, to: *mut KernelNode) -> i32;
    fn cuGraphKernelNodeGetParams_v2(node: u64, to: *mut KernelNode) -> i32;
    fn cuGraphKernelNodeSetParams_v2(node: u64, p: *const KernelNode) -> i32;
    fn cuGraphAddEventRecordNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        event: u64,
    ) -> i32;
    fn cuGraphAddEventWaitNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        event: u64,
    ) -> i32;
    fn cuGraphEventRecordNodeGetEvent(node: u64, to: *mut u64) -> i32;
    fn cuGraphEventRecordNodeSetEvent(node: u64, event: u64) -> i32;
    fn cuGraphEventWaitNodeGetEvent(node: u64, to: *mut u64) -> i32;
    fn cuGraphEventWaitNodeSetEvent(node: u64, event: u64) -> i32;
    fn cuGraphExecEventRecordNodeSetEvent(plan: u64, node: u64, event: u64) -> i32;
    fn cuGraphExecEventWaitNodeSetEvent(plan: u64, node: u64, event: u64) -> i32;
    fn cuEventElapsedTime(to: *mut f32, start: u64, end: u64) -> i32;
    fn cuGraphUpload(plan: u64, stream: u64) -> i32;
    fn cuUserObjectRetain(object: u64, count: u32) -> i32;
}

/// `CUDA_KERNEL_NODE_PARAMS_v2`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct KernelNode {
    function: u64,
    blocks: [u32; 3],
    threads: [u32; 3],
    shared: u32,
    parameters: *const *const c_void,
    extra: *const *const c_void,
    kernel: u64,
    context: u64,
}

/// `cudaPitchedPtr`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Pitched {
    address: u64,
    pitch: usize,
    width: usize,
    height: usize,
}

/// `cudaMemcpy3DParms`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Copy3d {
    source_array: u64,
    source_at: [usize; 3],
    source: Pitched,
    target_array: u64,
    target_at: [usize; 3],
    target: Pitched,
    extent: [usize; 3],
    kind: i32,
}

/// An end of `CUDA_MEMCPY3D`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct End {
    at: [usize; 3],
    level: usize,
    kind: u32,
    host: u64,
    device: u64,
    array: u64,
    reserved: usize,
    pitch: usize,
    height: usize,
}

/// `CUDA_MEMCPY3D`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct DriverCopy3d {
    source: End,
    target: End,
    extent: [usize; 3],
}

/// A kernel that writes its second and third parameter to the address in its first.
const TEXT: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry store(.param .u64 x, .param .u8 small, .param .align 16 .b8 large[24])
{
    .reg .b32 %r<3>;
    .reg .b64 %rd1;
    ld.param.u64 %rd1, [x];
    ld.param.u8 %r1, [small];
    ld.param.u32 %r2, [large+20];
    st.global.u32 [%rd1], %r1;
    st.global.u32 [%rd1+4], %r2;
    ret;
}
\0";

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

/// Returns the type of a node.
fn kind(node: u64) -> i32 {
    let mut kind = -1;
    assert_eq!(unsafe { cudaGraphNodeGetType(node, &raw mut kind) }, 0);
    kind
}

/// Returns two words of memory.
fn words(from: u64) -> [u32; 2] {
    let mut found = [0u32; 2];
    let to = found.as_mut_ptr().expose_provenance() as u64;
    assert_eq!(unsafe { cudaMemcpy(to, from, 8, 2) }, 0);
    found
}

#[test]
fn a_program_reads_and_changes_a_launch() {
    let memory = made(|to| unsafe { cudaMalloc(to, 8) });
    let module = made(|to| unsafe { cuModuleLoadData(to, TEXT.as_ptr()) });
    let function = made(|to| unsafe { cuModuleGetFunction(to, module, c"store".as_ptr()) });
    let graph = made(|to| unsafe { cudaGraphCreate(to, 0) });
    let (small, large) = (7u8, [1u32, 2, 3, 4, 5, 6]);
    let values: [*const c_void; 3] =
        [(&raw const memory).cast(), (&raw const small).cast(), (&raw const large).cast()];
    let launch = KernelNode {
        function,
        blocks: [1; 3],
        threads: [1; 3],
        shared: 16,
        parameters: values.as_ptr(),
        extra: null(),
        kernel: 0,
        context: 0,
    };
    let mut found = launch;
    unsafe {
        // A kernel takes the place of a null function.
        let by_kernel = KernelNode { function: 0, kernel: function, ..launch };
        let node = made(|to| cuGraphAddKernelNode_v2(to, graph, null(), 0, &raw const by_kernel));
        let run = || {
            let plan = made(|to| cudaGraphInstantiate(to, graph, 0));
            assert_eq!(cudaGraphLaunch(plan, 0), 0);
            words(memory)
        };
        assert_eq!(run(), [7, 6]);
        assert_eq!(cuGraphKernelNodeGetParams_v2(node, &raw mut found), 0);
        assert_ne!(found.parameters, launch.parameters);
        let expected =
            KernelNode { parameters: found.parameters, context: found.context, ..launch };
        assert_eq!(found, expected);
        let read = *found.parameters.cast::<[*const c_void; 3]>();
        assert_eq!(*read[0].cast::<u64>(), memory);
        assert_eq!(*read[1].cast::<u8>(), small);
        assert_eq!(*read[2].cast::<[u32; 6]>(), large);
        // The memory stays the same until the parameters change.
        let mut again = launch;
        assert_eq!(cuGraphKernelNodeGetParams(node, &raw mut again), 0);
        assert_eq!(again.parameters, found.parameters);
        // The program replaces one value, and passes the others as they are.
        let replaced = [read[0], (&raw const large).cast(), read[2]];
        found.parameters = replaced.as_ptr();
        assert_eq!(cuGraphKernelNodeSetParams_v2(node, &raw const found), 0);
        assert_eq!(run(), [1, 6]);
        assert_eq!(cuGraphKernelNodeGetParams(node, null_mut()), 1);
    }
}

/// A copy of 2 rows of 4 bytes in each of 2 slices.
#[test]
fn a_program_reads_and_changes_a_copy() {
    let [from, to] = [(); 2].map(|()| made(|to| unsafe { cudaMalloc(to, 256) }));
    let graph = made(|to| unsafe { cudaGraphCreate(to, 0) });
    let copy = Copy3d {
        source_at: [4, 1, 0],
        source: Pitched { address: from, pitch: 16, width: 4, height: 3 },
        target_at: [0, 0, 1],
        target: Pitched { address: to, pitch: 8, width: 4, height: 2 },
        extent: [4, 2, 2],
        kind: 3,
        ..Copy3d::default()
    };
    let (mut found, mut driver) = (Copy3d::default(), DriverCopy3d::default());
    unsafe {
        let node = made(|to| cudaGraphAddMemcpyNode(to, graph, null(), 0, &raw const copy));
        assert_eq!(cudaGraphMemcpyNodeGetParams(node, &raw mut found), 0);
        assert_eq!(found, copy);
        assert_eq!(cuGraphMemcpyNodeGetParams(node, &raw mut driver), 0);
        // `CU_MEMORYTYPE_DEVICE`
        let end = |at, device, pitch, height| End {
            at,
            kind: 2,
            device,
            pitch,
            height,
            ..End::default()
        };
        let source = end([4, 1, 0], from, 16, 3);
        let target = end([0, 0, 1], to, 8, 2);
        assert_eq!(driver, DriverCopy3d { source, target, extent: [4, 2, 2] });
        // From memory of the program.
        let own = [5u32, 6];
        let host = own.as_ptr().expose_provenance() as u64;
        let ends = [End { kind: 1, host, ..End::default() }, end([0; 3], to, 0, 0)];
        driver = DriverCopy3d { source: ends[0], target: ends[1], extent: [8, 1, 1] };
        assert_eq!(cuGraphMemcpyNodeSetParams(node, &raw const driver), 0);
        assert_eq!(cudaGraphMemcpyNodeGetParams(node, &raw mut found), 0);
        assert_eq!((found.source.address, found.target.address, found.kind), (host, to, 1));
        assert_eq!(found.extent, [8, 1, 1]);
        assert_eq!(cudaGraphMemcpyNodeSetParams(node, &raw const found), 0);
        let plan = made(|to| cudaGraphInstantiate(to, graph, 0));
        assert_eq!(cudaGraphLaunch(plan, 0), 0);
        assert_eq!(words(to), own);
        found.kind = 5;
        assert_eq!(cudaGraphMemcpyNodeSetParams(node, &raw const found), 21);
        // A row is longer than the distance of rows.
        driver.target.pitch = 4;
        assert_eq!(cuGraphMemcpyNodeSetParams(node, &raw const driver), 1);
        // Contiguous bytes.
        let line = made(|node| cudaGraphAddMemcpyNode1D(node, graph, null(), 0, to, from, 12, 3));
        assert_eq!(cudaGraphMemcpyNodeGetParams(line, &raw mut found), 0);
        assert_eq!((found.source.address, found.target.address), (from, to));
        assert_eq!((found.extent, found.kind), ([12, 1, 1], 3));
    }
}

#[test]
fn a_program_reads_and_changes_events() {
    let graph = made(|to| unsafe { cudaGraphCreate(to, 0) });
    let events = [(); 3].map(|()| made(|to| unsafe { cuEventCreate(to, 0) }));
    let mut found = 0;
    unsafe {
        let record = made(|to| cuGraphAddEventRecordNode(to, graph, null(), 0, events[0]));
        let wait = made(|to| cuGraphAddEventWaitNode(to, graph, null(), 0, events[0]));
        let empty = made(|to| cuGraphAddEmptyNode(to, graph, null(), 0));
        assert_eq!([record, wait, empty].map(kind), [7, 6, 5]);
        assert_eq!(cuGraphEventRecordNodeGetEvent(record, &raw mut found), 0);
        assert_eq!(found, events[0]);
        assert_eq!(cuGraphEventRecordNodeSetEvent(record, events[1]), 0);
        assert_eq!(cuGraphEventRecordNodeGetEvent(record, &raw mut found), 0);
        assert_eq!(found, events[1]);
        assert_eq!(cuGraphEventWaitNodeSetEvent(wait, events[1]), 0);
        assert_eq!(cuGraphEventWaitNodeGetEvent(wait, &raw mut found), 0);
        assert_eq!(found, events[1]);
        // Nodes of another type.
        assert_eq!(cuGraphEventRecordNodeSetEvent(wait, events[1]), 1);
        assert_eq!(cuGraphEventWaitNodeSetEvent(empty, events[1]), 1);
        assert_eq!(cuGraphEventWaitNodeGetEvent(record, &raw mut found), 1);
        assert_eq!(cuGraphEventRecordNodeGetEvent(wait, &raw mut found), 1);
        // The instantiated graph records another event.
        let plan = made(|to| cudaGraphInstantiate(to, graph, 0));
        assert_eq!(cuGraphExecEventRecordNodeSetEvent(plan, record, events[2]), 0);
        assert_eq!(cuGraphExecEventWaitNodeSetEvent(plan, wait, events[2]), 0);
        assert_eq!(cuGraphExecEventWaitNodeSetEvent(plan, record, events[2]), 1);
        assert_eq!(cudaGraphLaunch(plan, 0), 0);
        let mut time = 0.0;
        assert_eq!(cuEventElapsedTime(&raw mut time, events[2], events[2]), 0);
        assert_eq!(cuEventElapsedTime(&raw mut time, events[1], events[2]), 400);
    }
}

/// `cuda.h` lists `CUDA_ERROR_INVALID_VALUE`, and not `CUDA_ERROR_INVALID_HANDLE`, for these functions.
#[test]
fn wrong_handles_of_graphs_are_invalid_values() {
    let memory = made(|to| unsafe { cudaMalloc(to, 8) });
    let graph = made(|to| unsafe { cudaGraphCreate(to, 0) });
    let node = made(|to| unsafe { cuGraphAddEmptyNode(to, graph, null(), 0) });
    let plan = made(|to| unsafe { cudaGraphInstantiate(to, graph, 0) });
    let mut to = 0;
    for wrong in [0, 3, u64::MAX, memory] {
        let codes = unsafe {
            [
                cudaGraphLaunch(wrong, 0),
                cuGraphUpload(wrong, 0),
                cuGraphExecDestroy(wrong),
                cuGraphDestroy(wrong),
                cudaGraphDestroyNode(wrong),
                cudaGraphInstantiate(&raw mut to, wrong, 0),
                cudaGraphNodeGetType(wrong, (&raw mut to).cast()),
                cudaGraphNodeSetEnabled(wrong, node, 1),
                cudaGraphNodeSetEnabled(plan, wrong, 1),
                cuGraphAddEmptyNode(&raw mut to, wrong, null(), 0),
                cuUserObjectRetain(wrong, 1),
            ]
        };
        assert_eq!(codes, [1; 11], "{wrong}");
    }
    // The handle of an object of another type.
    assert_eq!(unsafe { [cudaGraphLaunch(graph, 0), cuGraphDestroy(plan)] }, [1, 1]);
    assert_eq!(unsafe { [cuGraphExecDestroy(node), cudaGraphDestroyNode(graph)] }, [1, 1]);
}
