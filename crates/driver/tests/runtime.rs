//! Tests the Runtime API with kernels that are registered as a compiled program registers its own.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

/// `cudaKernelNodeParams`.
#[repr(C)]
struct KernelNode {
    function: u64,
    blocks: [u32; 3],
    threads: [u32; 3],
    shared: u32,
    parameters: *const *const c_void,
    extra: *const *const c_void,
}

/// `cudaGraphNodeParams`, with the words of the node's own parameters.
#[repr(C)]
struct AnyNode {
    kind: i32,
    reserved: [i32; 3],
    words: [u64; 30],
}

const ONE_BLOCK: Extent = Extent(1, 1, 1);

/// `cudaPitchedPtr`: the address, the bytes from one row to the next, and the bytes and the rows of a slice.
#[repr(C)]
#[derive(Clone, Copy)]
struct Pitched([usize; 4]);

/// `cudaExtent`.
#[repr(C)]
#[derive(Clone, Copy)]
struct Region([usize; 3]);

unsafe extern "C" {
    fn __cudaRegisterFatBinary(image: *const u8) -> *mut usize;
    fn __cudaRegisterFunction(
        handle: *mut usize,
        host: *const c_void,
        device: *mut c_char,
        name: *const c_char,
        limit: i32,
        thread: *mut c_void,
        block: *mut c_void,
        block_size: *mut c_void,
        grid_size: *mut c_void,
        warp_size: *mut i32,
    );
    fn __cudaRegisterVar(
        handle: *mut usize,
        host: *mut c_char,
        device: *mut c_char,
        name: *const c_char,
        is_extern: i32,
        size: usize,
        is_constant: i32,
        is_global: i32,
    );
    fn __cudaGetKernel(to: *mut u64, host: u64) -> i32;
    fn __cudaLaunchKernel(
        kernel: u64,
        grid: Extent,
        block: Extent,
        parameters: *const *const c_void,
        shared: usize,
        stream: u64,
    ) -> i32;
    fn cudaDeviceReset() -> i32;
    fn cudaDeviceGetByPCIBusId(to: *mut i32, id: *const c_char) -> i32;
    fn cudaDeviceGetPCIBusId(to: *mut c_char, size: i32, device: i32) -> i32;
    fn cudaDeviceGetMemPool(to: *mut u64, device: i32) -> i32;
    fn cudaDeviceSetMemPool(device: i32, pool: u64) -> i32;
    fn cudaMallocManaged(to: *mut u64, bytes: usize, flags: u32) -> i32;
    fn cudaMemcpyBatchAsync(
        to: *const u64,
        from: *const u64,
        bytes: *const usize,
        count: usize,
        attributes: *const c_void,
        starts: *const usize,
        attributes_count: usize,
        stream: u64,
    ) -> i32;
    fn cudaOccupancyAvailableDynamicSMemPerBlock(
        to: *mut usize,
        host: u64,
        blocks: i32,
        threads: i32,
    ) -> i32;
    fn cudaMemGetDefaultMemPool(to: *mut u64, location: *const [u32; 2], kind: u32) -> i32;
    fn cudaMemGetMemPool(to: *mut u64, location: *const [u32; 2], kind: u32) -> i32;
    fn cudaMemSetMemPool(location: *const [u32; 2], kind: u32, pool: u64) -> i32;
    fn cudaMemPoolCreate(to: *mut u64, properties: *const [u32; 22]) -> i32;
    fn cudaMemPoolDestroy(pool: u64) -> i32;
    fn cudaMalloc3D(to: *mut Pitched, extent: Region) -> i32;
    fn cudaMemset3D(to: Pitched, value: i32, extent: Region) -> i32;
    fn cudaMemset3DAsync(to: Pitched, value: i32, extent: Region, stream: u64) -> i32;
    fn cudaMemAdvise(address: u64, bytes: usize, advice: i32, location: u64) -> i32;
    fn cudaMemPrefetchAsync(address: u64, bytes: usize, to: u64, flags: u32, stream: u64) -> i32;
    fn cudaStreamAttachMemAsync(stream: u64, address: u64, bytes: usize, flags: u32) -> i32;
    fn cudaMemcpyFromSymbol(to: u64, host: u64, bytes: usize, offset: usize, kind: i32) -> i32;
    fn cudaGraphDestroy(graph: u64) -> i32;
    fn cudaGraphClone(to: *mut u64, graph: u64) -> i32;
    fn cudaGraphNodeFindInClone(to: *mut u64, node: u64, graph: u64) -> i32;
    fn cudaGraphExecUpdate(plan: u64, graph: u64, to: *mut [u64; 3]) -> i32;
    fn cudaGraphExecDestroy(plan: u64) -> i32;
    fn cudaGraphAddEmptyNode(to: *mut u64, graph: u64, after: *const u64, count: usize) -> i32;
    fn cudaGraphAddKernelNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        p: *const KernelNode,
    ) -> i32;
    fn cudaGraphExecKernelNodeSetParams(plan: u64, node: u64, p: *const KernelNode) -> i32;
    fn cudaGraphKernelNodeGetParams(node: u64, to: *mut KernelNode) -> i32;
    fn cudaGraphKernelNodeSetParams(node: u64, p: *const KernelNode) -> i32;
    fn cudaGraphAddMemcpyNodeFromSymbol(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        target: u64,
        host: u64,
        bytes: usize,
        offset: usize,
        kind: i32,
    ) -> i32;
    fn cudaGraphAddMemcpyNodeToSymbol(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        host: u64,
        from: u64,
        bytes: usize,
        offset: usize,
        kind: i32,
    ) -> i32;
    fn cudaGraphMemsetNodeSetParams(node: u64, p: *const SetNode) -> i32;
    fn cudaGraphAddDependencies(
        graph: u64,
        from: *const u64,
        to: *const u64,
        edges: *const c_void,
        count: usize,
    ) -> i32;
    fn cudaGraphAddNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        edges: *const c_void,
        count: usize,
        p: *mut AnyNode,
    ) -> i32;
    fn cudaGraphNodeSetParams(node: u64, p: *mut AnyNode) -> i32;
    fn cudaGraphNodeGetType(node: u64, to: *mut i32) -> i32;
    fn cudaUserObjectCreate(
        to: *mut u64,
        data: *mut c_void,
        destructor: Option<Function>,
        count: u32,
        flags: u32,
    ) -> i32;
    fn cudaUserObjectRetain(object: u64, count: u32) -> i32;
    fn cudaUserObjectRelease(object: u64, count: u32) -> i32;
    fn cudaGraphRetainUserObject(graph: u64, object: u64, count: u32, flags: u32) -> i32;
    fn cudaGraphReleaseUserObject(graph: u64, object: u64, count: u32) -> i32;
}

/// All tests have the primary context.
static ONE: Mutex<()> = Mutex::new(());

const TEXT: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 bias = 7;
.visible .entry add(.param .u64 x, .param .u32 n)
{
    .reg .b32 %r<5>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r3, [%rd3];
    ld.global.u32 %r4, [bias];
    mad.lo.u32 %r3, %r3, %r1, %r4;
    st.global.u32 [%rd3], %r3;
    ret;
}
\0";

/// The addresses of these stand for the host function and the host variable of a program.
static HOST_FUNCTION: u8 = 0;
static HOST_VARIABLE: u8 = 0;

fn address<T>(of: &T) -> u64 {
    (&raw const *of).expose_provenance() as u64
}

/// Registers the kernel `add` and the variable `bias` once. Returns the addresses of the host function and variable.
fn program() -> (u64, u64) {
    static IS_REGISTERED: Mutex<bool> = Mutex::new(false);
    let mut is_registered = IS_REGISTERED.lock().expect("no test panics here");
    if !*is_registered {
        unsafe {
            let handle = __cudaRegisterFatBinary(TEXT.as_ptr());
            let function = (&raw const HOST_FUNCTION).cast();
            let nothing = null_mut();
            __cudaRegisterFunction(
                handle,
                function,
                null_mut(),
                c"add".as_ptr(),
                -1,
                nothing,
                nothing,
                nothing,
                nothing,
                null_mut(),
            );
            let variable = (&raw const HOST_VARIABLE).cast_mut().cast();
            __cudaRegisterVar(handle, variable, null_mut(), c"bias".as_ptr(), 0, 4, 0, 0);
        }
        *is_registered = true;
    }
    (address(&HOST_FUNCTION), address(&HOST_VARIABLE))
}

fn read(from: u64) -> [u32; 4] {
    let found = [0u32; 4];
    assert_eq!(unsafe { cudaMemcpy(address(&found), from, 16, 2) }, 0);
    found
}

/// Returns the parameters of a launch of `add` with 4 threads.
fn launch_of(function: u64, parameters: &[*const c_void; 2]) -> KernelNode {
    let (blocks, threads) = ([1; 3], [4, 1, 1]);
    let parameters = parameters.as_ptr();
    KernelNode { function, blocks, threads, shared: 0, parameters, extra: null() }
}

/// Adds 1000 to each of the four words that the data points to.
unsafe extern "C" fn thousand(data: *mut c_void) {
    let words: *mut [u32; 4] = data.cast();
    unsafe { (*words).iter_mut().for_each(|one| *one += 1000) };
}

/// A graph that copies four words to the device, computes `word * factor + bias`, copies them back, and adds 1000.
#[test]
fn nodes_build_a_graph() {
    let _one = ONE.lock();
    let (add, bias) = program();
    let (from, mut to, new_bias) = ([1u32, 2, 3, 4], [0u32; 4], 50u32);
    let target = (&raw mut to).cast::<c_void>();
    let target_address = target.expose_provenance() as u64;
    let x = made(|to| unsafe { cudaMalloc(to, 16) });
    let graph = made(|to| unsafe { cudaGraphCreate(to, 0) });
    let factor = |value: &u32| [(&raw const x).cast(), (&raw const *value).cast()];
    let (three, ten) = (factor(&3), factor(&10));
    let launch = launch_of(add, &three);
    let host = HostNode { function: Some(thousand), data: target };
    let mut kind = -1;
    unsafe {
        let node = |after: &[u64], call: &dyn Fn(*mut u64, *const u64, usize) -> i32| {
            made(|to| call(to, after.as_ptr(), after.len()))
        };
        let copy = node(&[], &|to, after, count| {
            cudaGraphAddMemcpyNode1D(to, graph, after, count, x, address(&from), 16, 1)
        });
        // The order comes from a dependency that is added later.
        let kernel = node(&[], &|to, after, count| {
            cudaGraphAddKernelNode(to, graph, after, count, &raw const launch)
        });
        let empty =
            node(&[kernel], &|to, after, count| cudaGraphAddEmptyNode(to, graph, after, count));
        let back = node(&[empty], &|to, after, count| {
            cudaGraphAddMemcpyNode1D(to, graph, after, count, target_address, x, 16, 2)
        });
        let last = node(&[back], &|to, after, count| {
            cudaGraphAddHostNode(to, graph, after, count, &raw const host)
        });
        assert_eq!(
            cudaGraphAddDependencies(graph, &raw const copy, &raw const kernel, null(), 1),
            0
        );
        for (node, expected) in [(kernel, 0), (copy, 1), (back, 1), (last, 3), (empty, 5)] {
            assert_eq!(cudaGraphNodeGetType(node, &raw mut kind), 0);
            assert_eq!(kind, expected);
        }
        // The function is the host function, and the node owns the values.
        let mut found = launch_of(0, &ten);
        assert_eq!(cudaGraphKernelNodeGetParams(kernel, &raw mut found), 0);
        assert_eq!((found.function, found.blocks, found.threads), (add, [1; 3], [4, 1, 1]));
        let values = *found.parameters.cast::<[*const u64; 2]>();
        assert_eq!((*values[0], *values[1].cast::<u32>()), (x, 3));
        assert_eq!(cudaGraphKernelNodeGetParams(copy, &raw mut found), 1);
        let plan = made(|to| cudaGraphInstantiate(to, graph, 0));
        assert_eq!(cudaGraphLaunch(plan, 0), 0);
        assert_eq!(to, [1, 2, 3, 4].map(|one: u32| one * 3 + 7 + 1000));
        // Other parameters in the instantiated graph, and then in a copy of the graph, which updates it.
        let other = launch_of(add, &ten);
        assert_eq!(cudaGraphExecKernelNodeSetParams(plan, kernel, &raw const other), 0);
        assert_eq!(cudaGraphExecKernelNodeSetParams(plan, copy, &raw const other), 1);
        assert_eq!(cudaGraphLaunch(plan, 0), 0);
        assert_eq!(to, [1, 2, 3, 4].map(|one: u32| one * 10 + 7 + 1000));
        let clone = made(|to| cudaGraphClone(to, graph));
        let in_clone = made(|to| cudaGraphNodeFindInClone(to, kernel, clone));
        assert_eq!(cudaGraphKernelNodeSetParams(in_clone, &raw const other), 0);
        let mut result = [9; 3];
        assert_eq!(cudaGraphExecUpdate(plan, graph, &raw mut result), 0);
        assert_eq!((result[0] as u32, result[1], result[2]), (0, 0, 0));
        assert_eq!(cudaGraphLaunch(plan, 0), 0);
        assert_eq!(to, [1, 2, 3, 4].map(|one: u32| one * 3 + 7 + 1000));
        assert_eq!(cudaGraphExecUpdate(plan, clone, &raw mut result), 0);
        // A variable of the program, before and after.
        let root = node(&[], &|to, after, count| {
            cudaGraphAddMemcpyNodeToSymbol(
                to,
                clone,
                after,
                count,
                bias,
                address(&new_bias),
                4,
                0,
                1,
            )
        });
        assert_eq!(
            cudaGraphAddDependencies(clone, &raw const root, &raw const in_clone, null(), 1),
            0
        );
        assert_eq!(cudaGraphExecUpdate(plan, clone, &raw mut result), 910);
        let plans = [plan, made(|to| cudaGraphInstantiate(to, clone, 0))];
        assert_eq!(cudaGraphLaunch(plans[0], 0), 0);
        assert_eq!(to, [1, 2, 3, 4].map(|one: u32| one * 10 + 7 + 1000));
        assert_eq!(cudaGraphLaunch(plans[1], 0), 0);
        assert_eq!(to, [1, 2, 3, 4].map(|one: u32| one * 10 + 50 + 1000));
        assert_eq!(plans.map(|plan| cudaGraphExecDestroy(plan)), [0; 2]);
        assert_eq!([graph, clone].map(|graph| cudaGraphDestroy(graph)), [0; 2]);
        // A wrong function, and a wrong offset.
        let graph = made(|to| cudaGraphCreate(to, 0));
        let (mut to, wrong) = (0, launch_of(add + 1, &ten));
        assert_eq!(cudaGraphAddKernelNode(&raw mut to, graph, null(), 0, &raw const wrong), 98);
        assert_eq!(cudaGraphAddKernelNode(&raw mut to, graph, null(), 0, null()), 1);
        assert_eq!(cudaGraphAddMemcpyNode1D(&raw mut to, graph, null(), 0, x, x, 4, 5), 21);
        assert_eq!(
            cudaGraphAddMemcpyNodeFromSymbol(&raw mut to, graph, null(), 0, x, bias, 4, 1, 2),
            1
        );
        assert_eq!(cudaDeviceReset(), 0);
    }
}

/// Functions that call those of the Driver API with the same arguments, or with the handle of the kernel.
#[test]
fn functions_call_those_of_the_driver() {
    let _one = ONE.lock();
    let (add, _) = program();
    let memory = made(|to| unsafe { cudaMalloc(to, 16) });
    let managed = made(|to| unsafe { cudaMallocManaged(to, 16, 1) });
    let (words, mut id, mut number) = ([1u32, 2, 3, 4], [0; 32], -1);
    let (targets, sources) = ([memory, memory + 8], [address(&words[2]), address(&words[0])]);
    let (bytes, mut shared) = ([8usize; 2], 0);
    unsafe {
        let copy = |stream| {
            let (targets, sources) = (targets.as_ptr(), sources.as_ptr());
            cudaMemcpyBatchAsync(targets, sources, bytes.as_ptr(), 2, null(), null(), 0, stream)
        };
        // The documentation excludes the default stream.
        assert_eq!((copy(0), copy(2)), (1, 0));
        assert_eq!(read(memory), [3, 4, 1, 2]);
        // Hints about memory that exists, and about memory that does not.
        assert_eq!([cudaMemAdvise(managed, 16, 1, 1), cudaMemAdvise(3, 16, 1, 1)], [0, 1]);
        assert_eq!(cudaMemPrefetchAsync(managed, 16, 1, 0, 0), 0);
        assert_eq!(cudaMemPrefetchAsync(3, 16, 1, 0, 0), 1);
        assert_eq!(cudaMemPrefetchAsync(managed, 16, 1, 0, 3), 400);
        assert_eq!(cudaStreamAttachMemAsync(0, managed, 16, 1), 0);
        assert_eq!(cudaStreamAttachMemAsync(0, managed + 64, 16, 1), 1);
        assert_eq!(cudaDeviceGetPCIBusId(id.as_mut_ptr(), 32, 0), 0);
        assert_eq!(cudaDeviceGetByPCIBusId(&raw mut number, id.as_ptr()), 0);
        assert_eq!(number, 0);
        assert_eq!(cudaOccupancyAvailableDynamicSMemPerBlock(&raw mut shared, add, 1, 32), 0);
        assert!(shared >= 48 << 10, "{shared}");
        assert_eq!(cudaOccupancyAvailableDynamicSMemPerBlock(&raw mut shared, add + 1, 1, 32), 98);
        // The kind of the location and its number, and the kind of the memory: pinned.
        let device = [1, 0];
        let get = |to, location: [u32; 2], kind| cudaMemGetMemPool(to, &raw const location, kind);
        let default = made(|to| cudaDeviceGetMemPool(to, 0));
        assert_eq!(made(|to| cudaMemGetDefaultMemPool(to, &raw const device, 1)), default);
        let mut to = 0;
        let codes = [([1, 1], 1), ([2, 0], 1), ([1, 0], 2), ([9, 0], 1), ([1, 0], 9)]
            .map(|(location, kind)| get(&raw mut to, location, kind));
        assert_eq!(codes, [101, 801, 801, 1, 1]);
        let mut properties = [0u32; 22];
        (properties[0], properties[2]) = (1, 1);
        let pool = made(|to| cudaMemPoolCreate(to, &raw const properties));
        assert_eq!((cudaDeviceSetMemPool(0, pool), cudaDeviceSetMemPool(1, pool)), (0, 101));
        assert_eq!([(); 2].map(|()| made(|to| get(to, device, 1))), [pool; 2]);
        assert_eq!(made(|to| cudaDeviceGetMemPool(to, 0)), pool);
        assert_eq!(cudaMemSetMemPool(&raw const device, 1, pool + 1), 1);
        // A pool that is destroyed is no longer the current one.
        assert_eq!(cudaMemPoolDestroy(pool), 0);
        assert_eq!(made(|to| get(to, device, 1)), default);
        assert_eq!(cudaMemSetMemPool(&raw const device, 1, default), 0);
        assert_eq!(cudaDeviceReset(), 0);
    }
}

/// Fills a part of a block of 8 by 3 by 2 bytes, whose rows are 512 bytes apart.
#[test]
fn a_fill_has_slices() {
    let _one = ONE.lock();
    program();
    let mut block = Pitched([0; 4]);
    unsafe {
        assert_eq!(cudaMalloc3D(&raw mut block, Region([8, 3, 2])), 0);
        let [address, pitch, width, height] = block.0;
        assert_eq!((pitch, width, height), (512, 8, 3));
        assert_eq!(cudaMemset3D(block, 0x102, Region([8, 3, 2])), 0);
        let part = Pitched([address + 1, pitch, width, height]);
        assert_eq!(cudaMemset3DAsync(part, 5, Region([3, 2, 2]), 2), 0);
        let mut found = [9u8; 8];
        for slice in 0..2 {
            for row in 0..3 {
                let from = (address + (slice * 3 + row) * 512) as u64;
                let to = found.as_mut_ptr().expose_provenance() as u64;
                assert_eq!(cudaMemcpy(to, from, 8, 2), 0);
                let expected = if row < 2 { [2, 5, 5, 5, 2, 2, 2, 2] } else { [2; 8] };
                assert_eq!(found, expected, "{slice} {row}");
            }
        }
        // The pitch of a single row is ignored.
        let row = Pitched([address, 0, 0, 0]);
        assert_eq!(cudaMemset3D(row, 7, Region([8, 1, 1])), 0);
        let codes =
            [[8, 2, 1], [8, 1, 2], [8, 4, 2], [600, 2, 1], [8, 3, usize::MAX]].map(|extent| {
                let block = if extent[0] == 8 && extent[1] < 3 { row } else { block };
                cudaMemset3D(block, 7, Region(extent))
            });
        assert_eq!(codes, [1; 5]);
        for extent in [[0, 3, 2], [8, 0, usize::MAX], [8, 3, 0]] {
            assert_eq!(cudaMemset3D(block, 7, Region(extent)), 0);
        }
        assert_eq!(cudaMemset3D(Pitched([3, 512, 8, 3]), 7, Region([8, 3, 2])), 1);
        assert_eq!(cudaMemset3DAsync(block, 7, Region([8, 3, 2]), 3), 400);
        assert_eq!(cudaDeviceReset(), 0);
    }
}

/// Nodes that one struct describes: fills, launches and copies.
#[test]
fn structs_describe_nodes() {
    let _one = ONE.lock();
    let (add, _) = program();
    let (x, two) = (made(|to| unsafe { cudaMalloc(to, 16) }), 2u32);
    let graph = made(|to| unsafe { cudaGraphCreate(to, 0) });
    let parameters: [*const c_void; 2] = [(&raw const x).cast(), (&raw const two).cast()];
    let any = |kind: i32, words: &[u64]| {
        let mut all = [0; 30];
        all[..words.len()].copy_from_slice(words);
        AnyNode { kind, reserved: [0; 3], words: all }
    };
    // The target, the pitch, the value and the size of an element, the width and the height.
    let fill = |value: u64| any(2, &[x, 0, value | 4 << 32, 4, 1]);
    // The function, three and three sizes and the dynamic shared memory, and the parameters.
    let size = 1u64 | 1 << 32;
    let launch = any(0, &[add, size, 1 | 4 << 32, size, 0, address(&parameters)]);
    unsafe {
        let add_node = |after: &[u64], mut p: AnyNode| {
            made(|to| cudaGraphAddNode(to, graph, after.as_ptr(), null(), after.len(), &raw mut p))
        };
        let first = add_node(&[], fill(30));
        let second = add_node(&[first], launch);
        let empty = add_node(&[second], any(5, &[]));
        // An event that does not exist, and conditions, which are not supported.
        let mut to = 0;
        for (mut p, code) in [(any(7, &[1]), 400), (any(13, &[0]), 801), (any(99, &[0]), 1)] {
            let found = cudaGraphAddNode(&raw mut to, graph, null(), null(), 0, &raw mut p);
            assert_eq!(found, code);
        }
        let plan = made(|to| cudaGraphInstantiate(to, graph, 0));
        assert_eq!(cudaGraphLaunch(plan, 0), 0);
        assert_eq!(read(x), [30 * 2 + 7; 4]);
        let mut new = fill(40);
        assert_eq!(cudaGraphNodeSetParams(first, &raw mut new), 0);
        assert_eq!(cudaGraphNodeSetParams(empty, &raw mut new), 1);
        let set = SetNode { target: x, pitch: 0, value: 60, element: 4, width: 4, height: 1 };
        let other = made(|to| cudaGraphInstantiate(to, graph, 0));
        assert_eq!(cudaGraphLaunch(other, 0), 0);
        assert_eq!(read(x), [40 * 2 + 7; 4]);
        assert_eq!(cudaGraphMemsetNodeSetParams(first, &raw const set), 0);
        assert_eq!(cudaGraphMemsetNodeSetParams(second, &raw const set), 1);
        assert_eq!(cudaGraphAddMemsetNode(&raw mut to, graph, null(), 0, null()), 1);
        let mut memory = any(10, &[0; 14]);
        memory.words[13] = 64;
        let _ = add_node(&[], memory);
        assert_eq!(cudaDeviceReset(), 0);
    }
}

/// A reset unloads the images of the program. The next call loads them again, and handles of kernels stay.
#[test]
fn kernels_survive_a_reset() {
    let _one = ONE.lock();
    let (add, bias) = program();
    let kernel = made(|to| unsafe { __cudaGetKernel(to, add) });
    for round in 0..3u32 {
        let (from, factor, mut found) = ([round, 1, 2, 3], 5u32, 0u32);
        let x = made(|to| unsafe { cudaMalloc(to, 16) });
        let parameters: [*const c_void; 2] = [(&raw const x).cast(), (&raw const factor).cast()];
        let (block, all) = (Extent(4, 1, 1), parameters.as_ptr());
        unsafe {
            assert_eq!(cudaMemcpy(x, address(&from), 16, 1), 0);
            // The first call after a reset is by the handle, or by the host function.
            let is_first = round % 2 == 0;
            let by_handle = || __cudaLaunchKernel(kernel, ONE_BLOCK, block, all, 0, 0);
            let by_host = || cudaLaunchKernel(add, ONE_BLOCK, block, all, 0, 0);
            assert_eq!(if is_first { by_handle() } else { by_host() }, 0);
            assert_eq!(if is_first { by_host() } else { by_handle() }, 0);
            assert_eq!(read(x), from.map(|one| (one * 5 + 7) * 5 + 7));
            assert_eq!(made(|to| __cudaGetKernel(to, add)), kernel);
            let to = (&raw mut found).expose_provenance() as u64;
            assert_eq!(cudaMemcpyFromSymbol(to, bias, 4, 0, 2), 0);
            assert_eq!(found, 7);
            assert_eq!(cudaDeviceReset(), 0);
        }
    }
    assert_eq!(unsafe { __cudaLaunchKernel(kernel + 1, ONE_BLOCK, ONE_BLOCK, null(), 0, 0) }, 98);
}

static DESTROYED: AtomicU32 = AtomicU32::new(0);

unsafe extern "C" fn destructor(_data: *mut c_void) {
    DESTROYED.fetch_add(1, Ordering::Relaxed);
}

#[test]
fn graphs_keep_user_objects() {
    let _one = ONE.lock();
    let graph = made(|to| unsafe { cudaGraphCreate(to, 0) });
    unsafe {
        let object = made(|to| cudaUserObjectCreate(to, null_mut(), Some(destructor), 1, 1));
        assert_eq!(cudaUserObjectRetain(object, 2), 0);
        assert_eq!(cudaGraphRetainUserObject(graph, object, 1, 1), 0);
        assert_eq!(cudaUserObjectRelease(object, 1), 0);
        assert_eq!(cudaGraphRetainUserObject(graph, object, 2, 0), 0);
        assert_eq!(cudaGraphReleaseUserObject(graph, object, 2), 0);
        assert_eq!(cudaUserObjectRelease(object, 1), 0);
        assert_eq!(DESTROYED.load(Ordering::Relaxed), 0);
        assert_eq!(cudaGraphDestroy(graph), 0);
        assert_eq!(DESTROYED.load(Ordering::Relaxed), 1);
        assert_eq!(cudaUserObjectRelease(object, 1), 1);
    }
    // The name is that of the Runtime API.
    let name = unsafe {
        unsafe extern "C" {}
        CStr::from_ptr(cudaGetErrorName(400))
    };
    assert_eq!(name, c"cudaErrorInvalidResourceHandle");
}
