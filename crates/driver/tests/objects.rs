//! Tests graphs, their user objects, and tensor maps, through the C interface.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::ffi::c_void;
use std::ptr::null;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

type Destructor = unsafe extern "C" fn(*mut c_void);

unsafe extern "C" {
    fn cuUserObjectCreate(
        to: *mut u64,
        data: *mut c_void,
        destructor: Option<Destructor>,
        count: u32,
        flags: u32,
    ) -> i32;
    fn cuUserObjectRetain(object: u64, count: u32) -> i32;
    fn cuUserObjectRelease(object: u64, count: u32) -> i32;
    fn cuGraphRetainUserObject(graph: u64, object: u64, count: u32, flags: u32) -> i32;
    fn cuGraphReleaseUserObject(graph: u64, object: u64, count: u32) -> i32;
    fn cuGraphDestroyNode(node: u64) -> i32;
    fn cuGraphAddChildGraphNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        child: u64,
    ) -> i32;
    fn cuGraphRemoveDependencies_v2(
        graph: u64,
        from: *const u64,
        to: *const u64,
        edges: *const u64,
        count: usize,
    ) -> i32;
    fn cuGraphGetEdges_v2(
        graph: u64,
        from: *mut u64,
        to: *mut u64,
        edges: *mut u64,
        count: *mut usize,
    ) -> i32;
    fn cuGraphNodeGetDependentNodes(node: u64, to: *mut u64, count: *mut usize) -> i32;
    fn cuGraphClone(to: *mut u64, graph: u64) -> i32;
    fn cuGraphNodeFindInClone(to: *mut u64, node: u64, graph: u64) -> i32;
    fn cuMemcpyBatchAsync_v2(
        to: *const u64,
        from: *const u64,
        bytes: *const usize,
        count: usize,
        attributes: *const c_void,
        starts: *const usize,
        attributes_count: usize,
        stream: u64,
    ) -> i32;
    fn cuGraphExecUpdate_v2(plan: u64, graph: u64, information: *mut c_void) -> i32;
    fn cuTensorMapEncodeTiled(
        to: *mut [u8; 128],
        kind: i32,
        rank: u32,
        address: u64,
        shape: *const u64,
        strides: *const u64,
        tile: *const u32,
        steps: *const u32,
        interleave: i32,
        swizzle: i32,
        promotion: i32,
        fill: i32,
    ) -> i32;
}

/// The destructors of these tests count their calls.
static ONE: Mutex<()> = Mutex::new(());
static DESTROYED: AtomicU32 = AtomicU32::new(0);

/// Adds the number that the data points to. Calls the driver, so that a lock that is held would be found.
unsafe extern "C" fn destructor(data: *mut c_void) {
    let mut object = 0;
    assert_eq!(unsafe { cuUserObjectCreate(&raw mut object, data, None, 1, 1) }, 1);
    DESTROYED.fetch_add(unsafe { data.cast::<u32>().read() }, Ordering::Relaxed);
}

/// Makes a user object with some references, which adds `value` when it is destroyed.
fn object(value: &'static u32, count: u32) -> u64 {
    let data = (&raw const *value).cast_mut().cast();
    made(|to| unsafe { cuUserObjectCreate(to, data, Some(destructor), count, 1) })
}

/// Returns the sum of the objects that were destroyed since the last call.
fn destroyed() -> u32 {
    DESTROYED.swap(0, Ordering::Relaxed)
}

#[test]
fn the_last_reference_destroys_an_object() {
    let _one = ONE.lock();
    let context = context();
    let first = object(&1, 2);
    unsafe {
        assert_eq!(cuUserObjectRetain(first, 3), 0);
        assert_eq!(cuUserObjectRelease(first, 4), 0);
        assert_eq!(cuUserObjectRelease(first, 2), 1);
        assert_eq!(destroyed(), 0);
        assert_eq!(cuUserObjectRelease(first, 1), 0);
        assert_eq!(destroyed(), 1);
        assert_eq!(cuUserObjectRelease(first, 1), 1);
        assert_eq!(cuUserObjectRetain(first, 1), 1);
        // Wrong counts, flags and destructors.
        let second = object(&2, 1);
        let (mut to, data) = (0, std::ptr::null_mut());
        assert_eq!(cuUserObjectRetain(second, 0), 1);
        assert_eq!(cuUserObjectRetain(second, 1 << 31), 1);
        assert_eq!(cuUserObjectCreate(&raw mut to, data, Some(destructor), 0, 1), 1);
        assert_eq!(cuUserObjectCreate(&raw mut to, data, Some(destructor), 1, 0), 1);
        assert_eq!(cuUserObjectCreate(&raw mut to, data, None, 1, 1), 1);
        assert_eq!(cuUserObjectRelease(second, 1), 0);
        assert_eq!(destroyed(), 2);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

#[test]
fn graphs_keep_objects() {
    let _one = ONE.lock();
    let context = context();
    let (moved, shared) = (object(&1, 1), object(&10, 1));
    let [first, second, empty] = [(); 3].map(|()| graph());
    unsafe {
        assert_eq!(cuGraphRetainUserObject(first, moved, 1, 1), 0);
        assert_eq!(cuGraphRetainUserObject(first, shared, 2, 0), 0);
        assert_eq!(cuGraphRetainUserObject(first, shared, 1, 2), 1);
        assert_eq!(cuGraphRetainUserObject(empty + 1, shared, 1, 0), 1);
        assert_eq!(cuGraphReleaseUserObject(first, shared, 3), 1);
        assert_eq!(cuGraphReleaseUserObject(empty, shared, 1), 1);
        assert_eq!(cuGraphReleaseUserObject(first, shared, 1), 0);
        assert_eq!(cuUserObjectRelease(shared, 1), 0);
        // A graph that is instantiated, and a node, have references of their own.
        let plan = made(|to| cuGraphInstantiateWithFlags(to, first, 0));
        let node = made(|to| cuGraphAddChildGraphNode(to, second, null(), 0, first));
        assert_eq!(cuGraphDestroy(first), 0);
        assert_eq!(destroyed(), 0);
        assert_eq!(cuGraphDestroyNode(node), 0);
        assert_eq!(destroyed(), 0);
        // A recorded launch has references, too.
        let stream = made(|to| cuStreamCreate(to, 1));
        assert_eq!(cuStreamBeginCapture_v2(stream, 0), 0);
        assert_eq!(cuGraphLaunch(plan, stream), 0);
        let recorded = made(|to| cuStreamEndCapture(stream, to));
        // An update replaces the references.
        assert_eq!(cuGraphExecUpdate_v2(plan, empty, std::ptr::null_mut()), 0);
        assert_eq!(destroyed(), 0);
        let other = made(|to| cuGraphInstantiateWithFlags(to, recorded, 0));
        assert_eq!(cuGraphDestroy(recorded), 0);
        assert_eq!(cuGraphExecDestroy(plan), 0);
        assert_eq!(destroyed(), 0);
        assert_eq!(cuGraphExecDestroy(other), 0);
        assert_eq!(destroyed(), 11);
        for graph in [second, empty] {
            assert_eq!(cuGraphDestroy(graph), 0);
        }
        assert_eq!(cuStreamDestroy_v2(stream), 0);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

/// A graph for launches on the device is not supported, and no such graph frees its memory.
#[test]
fn flags_of_graphs_are_checked() {
    let _one = ONE.lock();
    let (context, graph) = (context(), graph());
    let mut plan = 0;
    for (flags, code) in [(4, 801), (5, 1), (16, 1), (11, 0)] {
        let found = unsafe { cuGraphInstantiateWithFlags(&raw mut plan, graph, flags) };
        assert_eq!(found, code, "{flags}");
    }
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

/// Returns the edges of a graph, sorted.
fn edges(graph: u64) -> Vec<(u64, u64)> {
    let (mut from, mut to, mut data, mut count) = ([0; 8], [0; 8], [1; 8], 8);
    let [from_at, to_at, data_at] = [from.as_mut_ptr(), to.as_mut_ptr(), data.as_mut_ptr()];
    unsafe {
        assert_eq!(cuGraphGetEdges_v2(graph, from_at, to_at, data_at, &raw mut count), 0);
    }
    assert!(data[..count].iter().all(|one| *one == 0) && data[count..].iter().all(|one| *one == 1));
    let mut all: Vec<_> = from.into_iter().zip(to).take(count).collect();
    all.sort_unstable();
    all
}

#[test]
fn copies_of_graphs_have_the_edges() {
    let _one = ONE.lock();
    let (context, graph) = (context(), graph());
    let object = object(&5, 1);
    assert_eq!(unsafe { cuGraphRetainUserObject(graph, object, 1, 1) }, 0);
    let empty = |after: &[u64]| {
        made(|to| unsafe { cuGraphAddEmptyNode(to, graph, after.as_ptr(), after.len()) })
    };
    let first = empty(&[]);
    let second = empty(&[first]);
    let third = empty(&[first, second]);
    assert_eq!(edges(graph), [(first, second), (first, third), (second, third)]);
    let (mut nodes, mut count) = ([0; 1], 1);
    unsafe {
        assert_eq!(cuGraphNodeGetDependentNodes(first, nodes.as_mut_ptr(), &raw mut count), 0);
        assert_eq!((nodes, count), ([second], 2));
        let copy = made(|to| cuGraphClone(to, graph));
        let [one, two, three] =
            [first, second, third].map(|node| made(|to| cuGraphNodeFindInClone(to, node, copy)));
        assert_eq!(edges(copy), [(one, two), (one, three), (two, three)]);
        assert_eq!(
            cuGraphRemoveDependencies_v2(copy, &raw const one, &raw const three, null(), 1),
            0
        );
        assert_eq!(edges(copy), [(one, two), (two, three)]);
        assert_eq!(edges(graph).len(), 3);
        assert_eq!(cuGraphNodeFindInClone(nodes.as_mut_ptr(), first, graph), 1);
        assert_eq!(cuGraphDestroy(graph), 0);
        assert_eq!(destroyed(), 0);
        assert_eq!(cuGraphDestroy(copy), 0);
        assert_eq!(destroyed(), 5);
        assert_eq!(cuCtxDestroy_v2(context), 0);
    }
}

#[test]
fn a_batch_copies_pairs() {
    let _one = ONE.lock();
    let context = context();
    let x = made(|to| unsafe { cuMemAlloc_v2(to, 16) });
    let stream = made(|to| unsafe { cuStreamCreate(to, 1) });
    let (from, mut found) = ([1u32, 2, 3, 4], [0u32; 4]);
    let address = |words: &[u32]| words.as_ptr().expose_provenance() as u64;
    let (to, sources) = ([x + 4, x + 12], [address(&from[2..]), address(&from)]);
    let copy = |stream: u64| unsafe {
        let (to, from, bytes) = (to.as_ptr(), sources.as_ptr(), [8usize, 4]);
        cuMemcpyBatchAsync_v2(to, from, bytes.as_ptr(), 2, null(), null(), 0, stream)
    };
    assert_eq!(copy(0), 1);
    assert_eq!(copy(stream), 0);
    assert_eq!(unsafe { cuMemcpyDtoH_v2(found.as_mut_ptr().cast(), x, 16) }, 0);
    assert_eq!(found, [0, 3, 4, 1]);
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

/// Copies the tile at column 2 and row 1 to `y`.
const TILE: &[u8] = b"
.version 8.6
.target sm_90
.address_size 64
.visible .entry tile(.param .u64 y, .param .align 64 .b8 map[128])
{
    .shared .align 128 .b8 s[64];
    .shared .align 8 .b64 bar;
    .reg .pred %p;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [y];
    mov.b64 %rd2, map;
    cvta.param.u64 %rd2, %rd2;
    mbarrier.init.shared::cta.b64 [bar], 1;
    fence.mbarrier_init.release.cluster;
    mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [s], [%rd2, {2, 1}], [bar];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [bar], 0;
    @!%p bra.uni WAIT;
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [s], 64;
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
}
\0";

#[test]
fn a_tensor_map_describes_a_tile() {
    let _one = ONE.lock();
    let context = context();
    let module = made(|to| unsafe { cuModuleLoadData(to, TILE.as_ptr()) });
    let function = made(|to| unsafe { cuModuleGetFunction(to, module, c"tile".as_ptr()) });
    let [x, y] = [8 * 8 * 4, 64].map(|bytes| made(|to| unsafe { cuMemAlloc_v2(to, bytes) }));
    let values: Vec<u32> = (0..64).collect();
    assert_eq!(unsafe { cuMemcpyHtoD_v2(x, values.as_ptr().cast(), 256) }, 0);
    #[repr(align(64))]
    struct Map([[u8; 128]; 2]);
    let mut maps = Map([[0; 128]; 2]);
    let to = (&raw mut maps.0).cast::<[u8; 128]>();
    // 8 by 8 words. The tile has 4 words of each second row. The first step is ignored.
    let encode_at = |to, kind: i32, address: u64, steps: [u32; 2], swizzle: i32, fill: i32| unsafe {
        let (shape, strides, tile) = ([8u64; 2], [32u64], [4, 8]);
        let steps = steps.as_ptr();
        let [shape, strides] = [shape.as_ptr(), strides.as_ptr()];
        cuTensorMapEncodeTiled(
            to,
            kind,
            2,
            address,
            shape,
            strides,
            tile.as_ptr(),
            steps,
            0,
            swizzle,
            2,
            fill,
        )
    };
    let encode =
        |kind, address, steps, swizzle, fill| encode_at(to, kind, address, steps, swizzle, fill);
    // A map, an address, a step, a permutation, a fill and types that the documentation excludes, or that are not supported.
    assert_eq!(encode_at(to.wrapping_byte_add(32), 2, x, [1, 1], 0, 0), 1);
    assert_eq!(encode(2, x + 4, [1, 1], 0, 0), 1);
    assert_eq!(encode(2, x, [1, 9], 0, 0), 1);
    assert_eq!(encode(2, x, [1, 1], 7, 0), 1);
    assert_eq!(encode(2, x, [1, 1], 0, 1), 1);
    assert_eq!(encode(16, x, [1, 1], 0, 0), 1);
    assert_eq!(encode(11, x, [1, 1], 0, 0), 801);
    for swizzle in 0..7 {
        assert_eq!(encode(2, x, [1, 1], swizzle, 0), 0);
    }
    assert_eq!(encode(2, x, [8, 2], 0, 0), 0);
    let parameters = [(&raw const y).cast(), to.cast_const().cast()];
    let launched =
        unsafe { cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, 0, parameters.as_ptr(), null()) };
    assert_eq!(launched, 0);
    let mut found = [0u32; 16];
    assert_eq!(unsafe { cuMemcpyDtoH_v2(found.as_mut_ptr().cast(), y, 64) }, 0);
    let expected: Vec<u32> =
        [1, 3, 5, 7].iter().flat_map(|row| (2..6).map(move |column| row * 8 + column)).collect();
    assert_eq!(found.as_slice(), expected);
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}
