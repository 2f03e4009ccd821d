//! Tests the memory, the child graphs and the attributes of nodes that CUDA's documentation describes.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::ffi::{CString, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;

unsafe extern "C" {
    fn cuMemAllocAsync(to: *mut u64, bytes: usize, stream: u64) -> i32;
    fn cuMemFreeAsync(address: u64, stream: u64) -> i32;
    fn cuMemFree_v2(address: u64) -> i32;
    fn cuMemsetD32Async(to: u64, value: u32, count: usize, stream: u64) -> i32;
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize) -> i32;
    fn cuStreamBeginCaptureToGraph(
        stream: u64,
        graph: u64,
        after: *const u64,
        edges: *const c_void,
        count: usize,
        mode: i32,
    ) -> i32;
    fn cuStreamCreateWithPriority(to: *mut u64, flags: u32, priority: i32) -> i32;
    fn cuStreamGetPriority(stream: u64, to: *mut i32) -> i32;
    fn cuStreamGetAttribute(stream: u64, id: u32, to: *mut [u32; 16]) -> i32;
    fn cuStreamSetAttribute(stream: u64, id: u32, value: *const [u32; 16]) -> i32;
    fn cuStreamCopyAttributes(to: u64, from: u64) -> i32;
    fn cuLaunchKernelEx(
        config: *const Config,
        function: u64,
        parameters: *const *const c_void,
        extra: *const *const c_void,
    ) -> i32;
    fn cuLaunchCooperativeKernel(
        function: u64,
        gx: u32,
        gy: u32,
        gz: u32,
        bx: u32,
        by: u32,
        bz: u32,
        shared: u32,
        stream: u64,
        parameters: *const *const c_void,
    ) -> i32;
    fn cuGraphGetNodes(graph: u64, nodes: *mut u64, count: *mut usize) -> i32;
    fn cuGraphNodeGetType(node: u64, to: *mut i32) -> i32;
    fn cuGraphAddMemAllocNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        p: *mut Memory,
    ) -> i32;
    fn cuGraphAddMemFreeNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        address: u64,
    ) -> i32;
    fn cuGraphMemAllocNodeGetParams(node: u64, to: *mut Memory) -> i32;
    fn cuGraphMemFreeNodeGetParams(node: u64, to: *mut u64) -> i32;
    fn cuGraphAddChildGraphNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        child: u64,
    ) -> i32;
    fn cuGraphChildGraphNodeGetGraph(node: u64, to: *mut u64) -> i32;
    fn cuGraphExecChildGraphNodeSetParams(plan: u64, node: u64, child: u64) -> i32;
    fn cuGraphClone(to: *mut u64, graph: u64) -> i32;
    fn cuGraphDestroyNode(node: u64) -> i32;
    fn cuGraphExecGetFlags(plan: u64, to: *mut u64) -> i32;
    fn cuGraphMemsetNodeGetParams(node: u64, to: *mut SetNode) -> i32;
    fn cuGraphMemsetNodeSetParams(node: u64, p: *const SetNode) -> i32;
    fn cuGraphNodeGetParams(node: u64, to: *mut AnyNode) -> i32;
    fn cuGraphAddNode_v2(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        edges: *const c_void,
        count: usize,
        p: *mut AnyNode,
    ) -> i32;
    fn cuGraphKernelNodeGetAttribute(node: u64, id: u32, to: *mut [u32; 16]) -> i32;
    fn cuGraphKernelNodeSetAttribute(node: u64, id: u32, value: *const [u32; 16]) -> i32;
    fn cuGraphKernelNodeCopyAttributes(to: u64, from: u64) -> i32;
    fn cuGraphDebugDotPrint(graph: u64, path: *const c_char, flags: u32) -> i32;
    fn cuGraphGetId(graph: u64, to: *mut u32) -> i32;
    fn cuGraphExecGetId(plan: u64, to: *mut u32) -> i32;
    fn cuGraphNodeGetLocalId(node: u64, to: *mut u32) -> i32;
    fn cuGraphNodeGetToolsId(node: u64, to: *mut u64) -> i32;
}

/// `CUDA_MEM_ALLOC_NODE_PARAMS`. The location is that of its pool.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct Memory {
    kind: u32,
    handles: u32,
    location: [u32; 2],
    rest: [u64; 9],
    access: *const c_void,
    count: usize,
    bytes: usize,
    address: u64,
}

/// `CUlaunchAttribute`.
#[repr(C, align(8))]
struct Attribute {
    id: u32,
    padding: u32,
    value: [u32; 16],
}

/// `CUlaunchConfig`.
#[repr(C)]
struct Config {
    blocks: [u32; 3],
    threads: [u32; 3],
    shared: u32,
    stream: u64,
    attributes: *const Attribute,
    count: u32,
}

/// `CUgraphNodeParams`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq)]
struct AnyNode {
    kind: i32,
    reserved: [i32; 3],
    words: [u64; 30],
}

const INVALID_VALUE: i32 = 1;
const OUT_OF_MEMORY: i32 = 2;
/// `CU_GRAPH_NODE_TYPE_KERNEL`, and further types of nodes.
const KERNEL: i32 = 0;
const FILL: i32 = 2;
const CHILD: i32 = 4;
const ALLOCATE: i32 = 10;
const FREE: i32 = 11;

/// A kernel that writes the number of the block to the address in its parameter, and the number of the block in its cluster.
const TEXT: &str = "
.version 8.0
.target sm_90
.address_size 64
.visible .entry blocks(.param .u64 x)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %ctaid.x;
    mul.wide.u32 %rd2, %r1, 4;
    add.s64 %rd3, %rd1, %rd2;
    mov.u32 %r2, %cluster_ctaid.x;
    st.global.u32 [%rd3], %r2;
    ret;
}
\0";

/// A kernel that writes whether its launch is cooperative: then `%envreg1` is not 0.
const COOPERATIVE: &str = "
.version 8.0
.target sm_90
.address_size 64
.visible .entry workspace(.param .u64 x)
{
    .reg .b32 %r1;
    .reg .b64 %rd1;
    .reg .pred %p;
    ld.param.u64 %rd1, [x];
    mov.u32 %r1, %envreg1;
    setp.ne.u32 %p, %r1, 0;
    selp.u32 %r1, 1, 0, %p;
    st.global.u32 [%rd1], %r1;
    ret;
}
\0";

/// The tests count the memory of the device.
static ONE: Mutex<()> = Mutex::new(());

fn instantiated(graph: u64, flags: u64) -> u64 {
    made(|to| unsafe { cuGraphInstantiateWithFlags(to, graph, flags) })
}

/// Returns the bytes of the device that are free.
fn free() -> usize {
    let (mut free, mut total) = (0, 0);
    assert_eq!(unsafe { cuMemGetInfo_v2(&raw mut free, &raw mut total) }, 0);
    free
}

fn read<const N: usize>(address: u64) -> [u32; N] {
    let mut found = [9u32; N];
    assert_eq!(unsafe { cuMemcpyDtoH_v2(found.as_mut_ptr().cast(), address, 4 * N) }, 0);
    found
}

fn nodes(graph: u64) -> Vec<u64> {
    let (mut all, mut count) = ([0; 8], 8);
    assert_eq!(unsafe { cuGraphGetNodes(graph, all.as_mut_ptr(), &raw mut count) }, 0);
    all[..count].to_vec()
}

fn kind(node: u64) -> i32 {
    let mut kind = -1;
    assert_eq!(unsafe { cuGraphNodeGetType(node, &raw mut kind) }, 0);
    kind
}

/// Returns the parameters of a new allocation.
fn memory(bytes: usize) -> Memory {
    let (location, access) = ([1, 0], null());
    Memory { kind: 1, handles: 0, location, rest: [0; 9], access, count: 0, bytes, address: 0 }
}

/// Adds a node that fills one word.
fn add_fill(graph: u64, after: &[u64], target: u64, value: u32) -> u64 {
    let fill = SetNode { target, pitch: 0, value, element: 4, width: 1, height: 1 };
    made(|to| unsafe {
        cudaGraphAddMemsetNode(to, graph, after.as_ptr(), after.len(), &raw const fill)
    })
}

/// A stream that records gets nodes for allocations. The graph runs any number of times, and has memory only while it runs.
#[test]
fn a_captured_allocation_belongs_to_the_graph() {
    let _one = ONE.lock();
    let context = context();
    let before = free();
    unsafe {
        let stream = made(|to| cuStreamCreate(to, 1));
        let result = made(|to| cuMemAlloc_v2(to, 4));
        assert_eq!(cuStreamBeginCapture_v2(stream, 0), 0);
        let address = made(|to| cuMemAllocAsync(to, 1 << 20, stream));
        assert_eq!(cuMemsetD32Async(address, 7, 1, stream), 0);
        let copy = |to, from| cudaMemcpyAsync(to, from, 4, 3, stream);
        assert_eq!(copy(result, address), 0);
        // Memory that no graph has allocated.
        assert_eq!(cuMemFreeAsync(result, stream), INVALID_VALUE);
        assert_eq!(cuMemFreeAsync(address, stream), 0);
        // A graph frees memory once.
        assert_eq!(cuMemFreeAsync(address, stream), INVALID_VALUE);
        let graph = made(|to| cuStreamEndCapture(stream, to));
        assert_eq!(nodes(graph).into_iter().map(kind).collect::<Vec<_>>(), [10, 2, 1, 11]);
        // Without a launch there is no memory.
        assert_eq!(cuMemsetD32Async(address, 7, 1, stream), INVALID_VALUE);
        assert_eq!(cuMemFree_v2(address), INVALID_VALUE);
        let plan = instantiated(graph, 0);
        assert_eq!(cuGraphDestroy(graph), 0);
        for _ in 0..3 {
            assert_eq!(cuMemsetD32Async(result, 0, 1, stream), 0);
            assert_eq!(cuGraphLaunch(plan, stream), 0);
            assert_eq!(read::<1>(result), [7]);
            assert_eq!(free(), before - 4);
        }
        assert_eq!(cuGraphExecDestroy(plan), 0);
        assert_eq!(cuMemFree_v2(result), 0);
        assert_eq!(free(), before);
        // The address is free again.
        assert_eq!(made(|to| cuMemAlloc_v2(to, 1)), result);
        assert_eq!(made(|to| cuMemAlloc_v2(to, 1 << 20)), address);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

unsafe extern "C" {
    fn cudaMemcpyAsync(to: u64, from: u64, bytes: usize, kind: i32, stream: u64) -> i32;
}

/// The documentation of `cuGraphAddMemAllocNode` lists what may free the memory of a graph.
#[test]
fn a_program_frees_the_memory_of_a_graph() {
    let _one = ONE.lock();
    let context = context();
    let before = free();
    let (graph, mut p) = (graph(), memory(64));
    unsafe {
        let allocate = made(|to| cuGraphAddMemAllocNode(to, graph, null(), 0, &raw mut p));
        let fill = add_fill(graph, &[allocate], p.address, 5);
        assert_eq!([kind(allocate), kind(fill)], [ALLOCATE, FILL]);
        let mut found = memory(0);
        assert_eq!(cuGraphMemAllocNodeGetParams(allocate, &raw mut found), 0);
        assert_eq!(found, p);
        assert_eq!(cuGraphMemAllocNodeGetParams(fill, &raw mut found), INVALID_VALUE);
        // A node that does not exist, no graph and no bytes: nothing is allocated.
        let mut to = 0;
        let wrong = [(graph, 1, 64), (0, 0, 64), (graph, 0, 0)];
        for (graph, count, bytes) in wrong {
            let (mut p, after) = (memory(bytes), p.address);
            let add =
                cuGraphAddMemAllocNode(&raw mut to, graph, &raw const after, count, &raw mut p);
            assert_eq!(add, INVALID_VALUE);
        }
        let plan = instantiated(graph, 0);
        // Memory that is not freed makes the next launch fail.
        assert_eq!(cuGraphLaunch(plan, 0), 0);
        assert_eq!(read::<1>(p.address), [5]);
        assert_eq!(free(), before - 64);
        assert_eq!(cuGraphLaunch(plan, 0), INVALID_VALUE);
        for free in [|one| cuMemFree_v2(one), |one| cuMemFreeAsync(one, 0)] {
            assert_eq!(free(p.address), 0);
            assert_eq!(free(p.address), INVALID_VALUE);
            assert_eq!(cuGraphLaunch(plan, 0), 0);
            assert_eq!(read::<1>(p.address), [5]);
        }
        // The node of another graph.
        let other = made(|to| cuGraphCreate(to, 0));
        let freeing = made(|to| cuGraphAddMemFreeNode(to, other, null(), 0, p.address));
        assert_eq!(kind(freeing), FREE);
        // An address that no node has allocated.
        let own = made(|to| cuMemAlloc_v2(to, 64));
        assert_eq!(cuGraphAddMemFreeNode(&raw mut to, other, null(), 0, own), INVALID_VALUE);
        assert_eq!(cuMemFree_v2(own), 0);
        assert_eq!(cuGraphMemFreeNodeGetParams(fill, &raw mut to), INVALID_VALUE);
        let mut address = 0;
        assert_eq!(cuGraphMemFreeNodeGetParams(freeing, &raw mut address), 0);
        assert_eq!(address, p.address);
        let elsewhere = instantiated(other, 0);
        assert_eq!(cuGraphLaunch(elsewhere, 0), 0);
        assert_eq!(free(), before);
        // `CUDA_GRAPH_INSTANTIATE_FLAG_AUTO_FREE_ON_LAUNCH`
        let automatic = instantiated(graph, 1);
        assert_eq!(made(|to| cuGraphExecGetFlags(automatic, to)), 1);
        assert_eq!([cuGraphLaunch(automatic, 0), cuGraphLaunch(automatic, 0)], [0; 2]);
        assert_eq!(free(), before - 64);
        // Memory outlives the graphs.
        for plan in [plan, elsewhere, automatic] {
            assert_eq!(cuGraphExecDestroy(plan), 0);
        }
        assert_eq!([cuGraphDestroy(graph), cuGraphDestroy(other)], [0; 2]);
        assert_eq!(read::<1>(p.address), [5]);
        assert_eq!(cuMemFree_v2(p.address), 0);
        assert_eq!(free(), before);
        assert_eq!(made(|to| cuMemAlloc_v2(to, 64)), p.address);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

/// A graph with memory cannot be cloned, and not be a child.
#[test]
fn a_graph_with_memory_is_not_copied() {
    let _one = ONE.lock();
    let context = context();
    let ([outer, inner], mut p, mut to) = ([graph(), graph()], memory(64), 0);
    unsafe {
        let child = made(|to| cuGraphAddChildGraphNode(to, outer, null(), 0, inner));
        let node = made(|to| cuGraphAddMemAllocNode(to, inner, null(), 0, &raw mut p));
        assert_eq!(cuGraphClone(&raw mut to, inner), INVALID_VALUE);
        assert_eq!(cuGraphAddChildGraphNode(&raw mut to, outer, null(), 0, inner), INVALID_VALUE);
        // Neither is memory added to the graph of a node.
        let embedded = made(|to| cuGraphChildGraphNodeGetGraph(child, to));
        let mut other = memory(64);
        let add = cuGraphAddMemAllocNode(&raw mut to, embedded, null(), 0, &raw mut other);
        assert_eq!(add, INVALID_VALUE);
        let add = cuGraphAddMemFreeNode(&raw mut to, embedded, null(), 0, p.address);
        assert_eq!(add, INVALID_VALUE);
        assert_eq!(cuGraphDestroyNode(node), 0);
        assert_eq!(cuGraphAddMemFreeNode(&raw mut to, inner, null(), 0, p.address), INVALID_VALUE);
        assert_eq!([cuGraphDestroy(outer), cuGraphDestroy(inner)], [0; 2]);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

#[test]
fn a_node_owns_its_graph() {
    let _one = ONE.lock();
    let context = context();
    let [outer, inner] = [(); 2].map(|()| graph());
    let mut to = 0;
    unsafe {
        let x = made(|to| cuMemAlloc_v2(to, 16));
        let fill = add_fill(inner, &[], x, 5);
        let child = made(|to| cuGraphAddChildGraphNode(to, outer, null(), 0, inner));
        let empty = made(|to| cuGraphAddEmptyNode(to, outer, null(), 0));
        assert_eq!([kind(child), kind(empty)], [CHILD, 5]);
        let embedded = made(|to| cuGraphChildGraphNodeGetGraph(child, to));
        assert_eq!(cuGraphChildGraphNodeGetGraph(empty, &raw mut to), INVALID_VALUE);
        assert_eq!(made(|to| cuGraphChildGraphNodeGetGraph(child, to)), embedded);
        assert_ne!(embedded, inner);
        // The node has a copy, which changes without the original.
        let plan = instantiated(outer, 0);
        let copied = nodes(embedded)[0];
        assert_ne!(copied, fill);
        let mut p = SetNode { target: 0, pitch: 0, value: 0, element: 0, width: 0, height: 0 };
        assert_eq!(cuGraphMemsetNodeGetParams(copied, &raw mut p), 0);
        assert_eq!((p.target, p.value), (x, 5));
        p.value = 6;
        assert_eq!(cuGraphMemsetNodeSetParams(copied, &raw const p), 0);
        add_fill(embedded, &[copied], x + 4, 8);
        assert_eq!(nodes(inner), [fill]);
        assert_eq!([cuGraphDestroy(inner), cuGraphDestroy(embedded)], [0, INVALID_VALUE]);
        // Launches of the graph as it was, and of the graph as it is.
        let changed = instantiated(outer, 0);
        assert_eq!(cuGraphLaunch(plan, 0), 0);
        assert_eq!(read::<2>(x), [5, 0]);
        assert_eq!(cuGraphLaunch(changed, 0), 0);
        assert_eq!(read::<2>(x), [6, 8]);
        // The copy of a graph copies the graphs of its nodes.
        let clone = made(|to| cuGraphClone(to, outer));
        let other = made(|to| cuGraphChildGraphNodeGetGraph(nodes(clone)[0], to));
        assert_ne!(other, embedded);
        assert_eq!(nodes(other).len(), 2);
        // An instantiated graph takes the parameters of another graph with as many nodes.
        let [one, two] = [(); 2].map(|()| made(|to| cuGraphCreate(to, 0)));
        add_fill(one, &[], x, 50);
        let first = add_fill(two, &[], x, 60);
        add_fill(two, &[first], x + 4, 80);
        assert_eq!(cuGraphExecChildGraphNodeSetParams(changed, child, one), INVALID_VALUE);
        assert_eq!(cuGraphExecChildGraphNodeSetParams(changed, empty, two), INVALID_VALUE);
        assert_eq!(cuGraphExecChildGraphNodeSetParams(changed, child, two), 0);
        assert_eq!([cuGraphLaunch(changed, 0), cuGraphLaunch(changed, 0)], [0; 2]);
        assert_eq!(read::<2>(x), [60, 80]);
        // The node of a launch that a stream has recorded.
        let stream = made(|to| cuStreamCreate(to, 1));
        assert_eq!(cuStreamBeginCaptureToGraph(stream, one, null(), null(), 0, 0), 0);
        assert_eq!(cuGraphLaunch(changed, stream), 0);
        assert_eq!(made(|to| cuStreamEndCapture(stream, to)), one);
        let recorded = nodes(one)[1];
        let within = made(|to| cuGraphChildGraphNodeGetGraph(recorded, to));
        let within = made(|to| cuGraphChildGraphNodeGetGraph(nodes(within)[0], to));
        assert_eq!(nodes(within).into_iter().map(kind).collect::<Vec<_>>(), [FILL; 2]);
        // A node is destroyed with its graph.
        assert_eq!(cuGraphDestroyNode(child), 0);
        assert_eq!(cuGraphGetNodes(embedded, null_mut(), (&raw mut to).cast()), INVALID_VALUE);
        assert_eq!([outer, clone, one, two].map(|one| cuGraphDestroy(one)), [0; 4]);
        assert_eq!(cuGraphGetNodes(other, null_mut(), (&raw mut to).cast()), INVALID_VALUE);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

/// A limit, because the graphs that contain each other are visited by recursion.
#[test]
fn graphs_contain_each_other_to_a_limit() {
    let _one = ONE.lock();
    let context = context();
    unsafe {
        let mut to = 0;
        // Each graph has the last one as its child.
        let mut inner = graph();
        let mut levels = 1;
        loop {
            let outer = graph();
            match cuGraphAddChildGraphNode(&raw mut to, outer, null(), 0, inner) {
                0 => levels += 1,
                code => {
                    assert_eq!(code, INVALID_VALUE);
                    break;
                }
            }
            inner = outer;
        }
        assert_eq!(levels, 64);
        // A child of a child.
        let (outer, empty) = (graph(), graph());
        let mut last = outer;
        for level in 1.. {
            if cuGraphAddChildGraphNode(&raw mut to, last, null(), 0, empty) != 0 {
                assert_eq!(level, 64);
                break;
            }
            last = made(|graph| cuGraphChildGraphNodeGetGraph(to, graph));
        }
        // A launch that is recorded in the graph that is launched next.
        let stream = made(|to| cuStreamCreate(to, 1));
        let plan = instantiated(outer, 0);
        assert_eq!(cuStreamBeginCapture_v2(stream, 0), 0);
        assert_eq!(cuGraphLaunch(plan, stream), INVALID_VALUE);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

/// The parameters of any node are those that a node is made of.
#[test]
fn one_struct_describes_any_node() {
    let _one = ONE.lock();
    let context = context();
    let graph = graph();
    unsafe {
        let event = made(|to| cuEventCreate(to, 0));
        let x = made(|to| cuMemAlloc_v2(to, 64));
        let module = made(|to| cuModuleLoadData(to, TEXT.as_ptr()));
        let blocks = made(|to| cuModuleGetFunction(to, module, c"blocks".as_ptr()));
        let parameters: [*const c_void; 1] = [(&raw const x).cast()];
        let list = parameters.as_ptr().expose_provenance() as u64;
        let of = |kind: i32, words: &[u64]| {
            let mut all = [0; 30];
            all[..words.len()].copy_from_slice(words);
            AnyNode { kind, reserved: [0; 3], words: all }
        };
        let word = 1u64 | 1 << 32;
        // The copy follows flags and a context: its source and its target, with the kind in the fifth word, and its size.
        let mut copy = vec![0; 2 + 25];
        (copy[1], copy[2 + 4], copy[2 + 6], copy[2 + 15]) = (context, 2, x, 2);
        (copy[2 + 17], copy[2 + 22], copy[2 + 23], copy[2 + 24]) = (x + 4, 4, 1, 1);
        let all = [
            of(KERNEL, &[blocks, word, word, word, 0, list, 0, 0, context]),
            of(1, &copy),
            of(FILL, &[x, 16, 5 | 4 << 32, 2, 3, context]),
            of(3, &[(nothing as *const ()).expose_provenance() as u64, x]),
            of(5, &[]),
            of(6, &[event]),
            of(7, &[event]),
        ];
        for mut p in all {
            let node = made(|to| cuGraphAddNode_v2(to, graph, null(), null(), 0, &raw mut p));
            let mut found = of(99, &[99; 30]);
            assert_eq!(cuGraphNodeGetParams(node, &raw mut found), 0);
            if p.kind == KERNEL {
                // The values of the parameters belong to the node.
                let values: *const *const u64 =
                    std::ptr::with_exposed_provenance(found.words[5] as usize);
                assert_eq!(values.read().read(), x);
                found.words[5] = list;
            }
            assert_eq!(found, p);
        }
        let mut p = of(ALLOCATE, &[1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64]);
        // The kind of the pool has four bytes, and its location eight.
        let at = (&raw const p.words).cast::<Memory>().read();
        assert_eq!((at.kind, at.location), (1, [1, 0]));
        let node = made(|to| cuGraphAddNode_v2(to, graph, null(), null(), 0, &raw mut p));
        let mut found = of(99, &[99; 30]);
        assert_eq!(cuGraphNodeGetParams(node, &raw mut found), 0);
        assert_eq!(found, p);
        let address = (&raw const p.words).cast::<Memory>().read().address;
        let mut p = of(FREE, &[address]);
        let node = made(|to| cuGraphAddNode_v2(to, graph, null(), null(), 0, &raw mut p));
        assert_eq!(cuGraphNodeGetParams(node, &raw mut found), 0);
        assert_eq!(found, p);
        let other = made(|to| cuGraphCreate(to, 0));
        let mut p = of(CHILD, &[other]);
        let node = made(|to| cuGraphAddNode_v2(to, graph, null(), null(), 0, &raw mut p));
        assert_eq!(cuGraphNodeGetParams(node, &raw mut found), 0);
        assert_eq!(found, of(CHILD, &[made(|to| cuGraphChildGraphNodeGetGraph(node, to))]));
        assert_eq!(cuGraphNodeGetParams(graph, &raw mut found), INVALID_VALUE);
        assert_eq!(cuGraphNodeGetParams(node, null_mut()), INVALID_VALUE);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

unsafe extern "C" fn nothing(_data: *mut c_void) {}

/// Returns an attribute of a node.
fn attribute(node: u64, id: u32) -> Result<[u32; 3], i32> {
    let mut found = [9; 16];
    match unsafe { cuGraphKernelNodeGetAttribute(node, id, &raw mut found) } {
        0 => Ok([found[0], found[1], found[2]]),
        code => Err(code),
    }
}

#[test]
fn a_cooperative_launch_has_a_workspace() {
    let _one = ONE.lock();
    let context = context();
    unsafe {
        let x = made(|to| cuMemAlloc_v2(to, 4));
        let module = made(|to| cuModuleLoadData(to, COOPERATIVE.as_ptr()));
        let kernel = made(|to| cuModuleGetFunction(to, module, c"workspace".as_ptr()));
        let parameters: [*const c_void; 1] = [(&raw const x).cast()];
        let launch = parameters.as_ptr();
        let config = |attributes: &[Attribute]| {
            let attributes_of = if attributes.is_empty() { null() } else { attributes.as_ptr() };
            let (attributes, count) = (attributes_of, attributes.len() as u32);
            let config =
                Config { blocks: [1; 3], threads: [1; 3], shared: 0, stream: 0, attributes, count };
            assert_eq!(cuLaunchKernelEx(&raw const config, kernel, launch, null()), 0);
            read::<1>(x)
        };
        assert_eq!(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, launch, null()), 0);
        assert_eq!(read(x), [0]);
        assert_eq!(cuLaunchCooperativeKernel(kernel, 1, 1, 1, 1, 1, 1, 0, 0, launch), 0);
        assert_eq!(read(x), [1]);
        assert_eq!(config(&[]), [0]);
        let mut value = [0; 16];
        assert_eq!(config(&[Attribute { id: 2, padding: 0, value }]), [0]);
        value[0] = 1;
        assert_eq!(config(&[Attribute { id: 2, padding: 0, value }]), [1]);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

#[test]
fn nodes_keep_the_attributes_of_launches() {
    let _one = ONE.lock();
    let context = context();
    unsafe {
        let x = made(|to| cuMemAlloc_v2(to, 16));
        let module = made(|to| cuModuleLoadData(to, TEXT.as_ptr()));
        let blocks = made(|to| cuModuleGetFunction(to, module, c"blocks".as_ptr()));
        let parameters: [*const c_void; 1] = [(&raw const x).cast()];
        let stream = made(|to| cuStreamCreateWithPriority(to, 1, -3));
        let (mut value, mut cluster) = ([0; 16], [0; 16]);
        cluster[..3].copy_from_slice(&[2, 1, 1]);
        // Clusters of two blocks. Programmatic serialisation is no attribute of a node.
        let attributes =
            [(4, cluster), (6, [1; 16])].map(|(id, value)| Attribute { id, padding: 0, value });
        let (blocks_of, threads) = ([4, 1, 1], [1; 3]);
        let config = Config {
            blocks: blocks_of,
            threads,
            shared: 0,
            stream,
            attributes: attributes.as_ptr(),
            count: 2,
        };
        assert_eq!(cuStreamBeginCapture_v2(stream, 0), 0);
        let launch = parameters.as_ptr();
        assert_eq!(cuLaunchKernelEx(&raw const config, blocks, launch, null()), 0);
        assert_eq!(cuLaunchKernel(blocks, 4, 1, 1, 1, 1, 1, 0, stream, launch, null()), 0);
        assert_eq!(cuLaunchCooperativeKernel(blocks, 4, 1, 1, 1, 1, 1, 0, stream, launch), 0);
        let graph = made(|to| cuStreamEndCapture(stream, to));
        let all = nodes(graph);
        assert_eq!(all.iter().map(|one| kind(*one)).collect::<Vec<_>>(), [KERNEL; 3]);
        let [first, plain, cooperative] = all[..] else { panic!("three nodes") };
        // A cluster, cooperation, the priority of the stream, and a domain for each kind of memory.
        assert_eq!(attribute(first, 4), Ok([2, 1, 1]));
        assert_eq!([attribute(plain, 4), attribute(plain, 2)], [Ok([0; 3]); 2]);
        assert_eq!(attribute(cooperative, 2), Ok([1, 0, 0]));
        assert_eq!(attribute(plain, 8), Ok([-3i32 as u32, 0, 0]));
        assert_eq!(attribute(plain, 9), Ok([0x100, 0, 0]));
        // Attributes of launches and of streams only, and one that does not exist.
        assert_eq!([0, 3, 6, 7, 12, 99].map(|id| attribute(first, id)), [Err(1); 6]);
        assert_eq!(attribute(graph, 4), Err(INVALID_VALUE));
        let set = |node, id, value: &[u32; 16]| cuGraphKernelNodeSetAttribute(node, id, value);
        assert_eq!([set(first, 6, &cluster), set(first, 13, &cluster)], [INVALID_VALUE, 801]);
        assert_eq!(set(graph, 4, &cluster), INVALID_VALUE);
        // The plain launch has no clusters, then those of the first.
        let run = || {
            let plan = instantiated(graph, 0);
            assert_eq!(cuGraphLaunch(plan, 0), 0);
            read::<4>(x)
        };
        assert_eq!(cuGraphDestroyNode(cooperative), 0);
        assert_eq!(run(), [0; 4]);
        assert_eq!(cuGraphKernelNodeCopyAttributes(plain, first), 0);
        assert_eq!(run(), [0, 1, 0, 1]);
        cluster[0] = 4;
        assert_eq!(set(plain, 4, &cluster), 0);
        assert_eq!(run(), [0, 1, 2, 3]);
        assert_eq!(cuGraphKernelNodeCopyAttributes(plain, graph), INVALID_VALUE);
        // A stream has attributes, too.
        let other = made(|to| cuStreamCreate(to, 1));
        value[0] = 4;
        assert_eq!(cuStreamSetAttribute(stream, 3, &raw const value), 0);
        assert_eq!(cuStreamSetAttribute(stream, 4, &raw const value), INVALID_VALUE);
        assert_eq!(cuStreamSetAttribute(stream + 1, 3, &raw const value), 400);
        assert_eq!(cuStreamCopyAttributes(other, stream), 0);
        let (mut found, mut priority) = ([9; 16], 9);
        assert_eq!(cuStreamGetAttribute(other, 3, &raw mut found), 0);
        assert_eq!(found, value);
        assert_eq!(cuStreamGetAttribute(other, 8, &raw mut found), 0);
        assert_eq!(cuStreamGetPriority(other, &raw mut priority), 0);
        assert_eq!((found[0] as i32, priority), (-3, -3));
        assert_eq!(cuStreamGetAttribute(other, 4, &raw mut found), INVALID_VALUE);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

#[test]
fn objects_have_numbers() {
    let _one = ONE.lock();
    let context = context();
    let [first, second] = [(); 2].map(|()| graph());
    let nodes =
        [first, second].map(|one| made(|to| unsafe { cuGraphAddEmptyNode(to, one, null(), 0) }));
    let plan = instantiated(first, 0);
    let mut ids = [0; 5];
    let mut tools = [0; 2];
    unsafe {
        assert_eq!(cuGraphGetId(first, &raw mut ids[0]), 0);
        assert_eq!(cuGraphGetId(second, &raw mut ids[1]), 0);
        assert_eq!(cuGraphNodeGetLocalId(nodes[0], &raw mut ids[2]), 0);
        assert_eq!(cuGraphNodeGetLocalId(nodes[1], &raw mut ids[3]), 0);
        assert_eq!(cuGraphExecGetId(plan, &raw mut ids[4]), 0);
        assert_eq!(cuGraphNodeGetToolsId(nodes[0], &raw mut tools[0]), 0);
        assert_eq!(cuGraphNodeGetToolsId(nodes[1], &raw mut tools[1]), 0);
        assert_ne!(tools[0], tools[1]);
        for wrong in [0, nodes[0]] {
            assert_eq!(cuGraphGetId(wrong, &raw mut ids[0]), INVALID_VALUE);
            assert_eq!(cuGraphExecGetId(wrong, &raw mut ids[0]), INVALID_VALUE);
        }
        assert_eq!(cuGraphNodeGetLocalId(first, &raw mut ids[0]), INVALID_VALUE);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
    assert_eq!(std::collections::HashSet::from(ids).len(), 5);
}

/// The nodes of two graphs own more addresses than the device has memory.
#[test]
#[cfg_attr(miri, ignore = "takes too much memory")]
fn launches_share_the_memory_of_the_device() {
    let _one = ONE.lock();
    let context = context();
    let half = free() / 2 + 1;
    let mut plans = Vec::new();
    for _ in 0..2 {
        let (graph, mut p, mut node) = (graph(), memory(half), 0);
        let code = unsafe { cuGraphAddMemAllocNode(&raw mut node, graph, null(), 0, &raw mut p) };
        if code == OUT_OF_MEMORY {
            eprintln!("skipped: the process may not have so many addresses");
            assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
            return;
        }
        assert_eq!(code, 0);
        plans.push((instantiated(graph, 0), p.address));
    }
    let [(first, address), (second, other)] = plans[..] else { panic!("two plans") };
    unsafe {
        assert_eq!([cuGraphLaunch(first, 0), cuGraphLaunch(second, 0)], [0, OUT_OF_MEMORY]);
        assert_eq!(free(), half - 2);
        assert_eq!([cuMemFree_v2(address), cuGraphLaunch(second, 0)], [0; 2]);
        assert_eq!([cuMemFree_v2(other), cuCtxDestroy_v2(context)], [0; 2]);
    }
}

/// Makes graphs with memory, child graphs and copies. Each is destroyed with all that belongs to it.
#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn graphs_leave_no_memory_behind() {
    let _one = ONE.lock();
    let context = context();
    let first = made(|to| unsafe { cuMemAlloc_v2(to, 16) });
    assert_eq!(unsafe { cuMemFree_v2(first) }, 0);
    let before = free();
    let round = |count: u32| {
        for _ in 0..count {
            let [inner, outer] = [(); 2].map(|()| graph());
            let mut p = memory(1 << 16);
            unsafe {
                let allocate = made(|to| cuGraphAddMemAllocNode(to, inner, null(), 0, &raw mut p));
                let fill = add_fill(inner, &[allocate], p.address, 5);
                let node = &raw const fill;
                made(|to| cuGraphAddMemFreeNode(to, inner, node, 1, p.address));
                let plan = instantiated(inner, 0);
                assert_eq!(cuGraphLaunch(plan, 0), 0);
                let child = made(|to| cuGraphCreate(to, 0));
                made(|to| cuGraphAddEmptyNode(to, child, null(), 0));
                made(|to| cuGraphAddChildGraphNode(to, outer, null(), 0, child));
                let clone = made(|to| cuGraphClone(to, outer));
                assert_eq!([inner, child, outer, clone].map(|one| cuGraphDestroy(one)), [0; 4]);
                assert_eq!(cuGraphExecDestroy(plan), 0);
            }
        }
    };
    round(1000);
    let resident_before = resident();
    round(20_000);
    assert!(resident() < resident_before + (4 << 20), "{resident_before}, then {}", resident());
    assert_eq!(free(), before);
    // All addresses are free.
    assert_eq!(made(|to| unsafe { cuMemAlloc_v2(to, 16) }), first);
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

/// The documentation lists the topology, the types and the numbers of nodes, and the names of kernels.
#[test]
fn a_dot_file_describes_a_graph() {
    let _one = ONE.lock();
    let context = context();
    let [outer, inner] = [(); 2].map(|()| graph());
    let folder = std::env::temp_dir().join(format!("ptx-driver-dot-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("graph.dot");
    let path = CString::new(file.to_str().expect("UTF-8")).expect("a path");
    unsafe {
        let x = made(|to| cuMemAlloc_v2(to, 16));
        let module = made(|to| cuModuleLoadData(to, TEXT.as_ptr()));
        let blocks = made(|to| cuModuleGetFunction(to, module, c"blocks".as_ptr()));
        let parameters: [*const c_void; 1] = [(&raw const x).cast()];
        let stream = made(|to| cuStreamCreate(to, 1));
        assert_eq!(cuStreamBeginCaptureToGraph(stream, inner, null(), null(), 0, 0), 0);
        let launch = parameters.as_ptr();
        assert_eq!(cuLaunchKernel(blocks, 1, 1, 1, 1, 1, 1, 0, stream, launch, null()), 0);
        assert_eq!(made(|to| cuStreamEndCapture(stream, to)), inner);
        let fill = add_fill(outer, &[], x, 5);
        let child = made(|to| cuGraphAddChildGraphNode(to, outer, &raw const fill, 1, inner));
        assert_eq!(cuGraphDebugDotPrint(outer, path.as_ptr(), 0), 0);
        let text = std::fs::read_to_string(&file).expect("the file");
        let number = |node| {
            let mut id = 0;
            assert_eq!(cuGraphNodeGetLocalId(node, &raw mut id), 0);
            id
        };
        let mut id = 0;
        assert_eq!(cuGraphGetId(outer, &raw mut id), 0);
        let edge = format!(
            "\"graph_{id}_node_{}\" -> \"graph_{id}_node_{}\";",
            number(fill),
            number(child)
        );
        for part in [&*edge, "MEMSET", "GRAPH", "KERNEL blocks"] {
            assert_eq!(text.matches(part).count(), 1, "{part}: {text}");
        }
        assert_eq!(text.matches('{').count(), text.matches('}').count());
        assert_eq!(cuGraphDebugDotPrint(fill, path.as_ptr(), 0), INVALID_VALUE);
        assert_eq!(cuGraphDebugDotPrint(outer, null(), 0), INVALID_VALUE);
        // A folder is not a file.
        let path = CString::new(folder.to_str().expect("UTF-8")).expect("a path");
        assert_eq!(cuGraphDebugDotPrint(outer, path.as_ptr(), 0), 304);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
    std::fs::remove_dir_all(&folder).expect("the folder");
}
