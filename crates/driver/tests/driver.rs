//! Tests the Driver API with kernels, through the C interface.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;

unsafe extern "C" {
    fn cuDeviceGetName(to: *mut c_char, size: i32, device: i32) -> i32;
    fn cuModuleUnload(module: u64) -> i32;
    fn cuModuleGetGlobal_v2(
        to: *mut u64,
        bytes: *mut usize,
        module: u64,
        name: *const c_char,
    ) -> i32;
    fn cuMemFree_v2(address: u64) -> i32;
    fn cuMemcpyHtoDAsync_v2(to: u64, from: *const c_void, bytes: usize, stream: u64) -> i32;
    fn cuMemsetD32_v2(to: u64, value: u32, count: usize) -> i32;
    fn cuEventDestroy_v2(event: u64) -> i32;
    fn cuGetProcAddress_v2(
        name: *const c_char,
        to: *mut *const c_void,
        version: i32,
        flags: u64,
        status: *mut i32,
    ) -> i32;
}

/// One context at a time is current in these tests, and they count handles.
static ONE: Mutex<()> = Mutex::new(());

const TEXT: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 bias = 7;
.visible .entry add(.param .u64 x, .param .u32 n)
{
    .reg .pred %p;
    .reg .b32 %r<5>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [x];
    ld.param.u32 %r1, [n];
    mov.u32 %r2, %tid.x;
    setp.ge.u32 %p, %r2, %r1;
    @%p bra DONE;
    mul.wide.u32 %rd2, %r2, 4;
    add.s64 %rd3, %rd1, %rd2;
    ld.global.u32 %r3, [%rd3];
    ld.global.u32 %r4, [bias];
    add.u32 %r3, %r3, %r4;
    st.global.u32 [%rd3], %r3;
DONE:
    ret;
}
.visible .entry stop() { trap; }
.visible .entry askew(.param .u64 x)
{
    .reg .b32 %r1;
    .reg .b64 %rd1;
    ld.param.u64 %rd1, [x];
    ld.global.u32 %r1, [%rd1+1];
    st.global.u32 [%rd1], %r1;
    ret;
}
\0";

fn function(module: u64, name: &CStr) -> u64 {
    made(|to| unsafe { cuModuleGetFunction(to, module, name.as_ptr()) })
}

/// Launches one block of 32 threads.
fn launch(function: u64, stream: u64, parameters: &[*const c_void]) -> i32 {
    unsafe { cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, parameters.as_ptr(), null()) }
}

fn read(address: u64) -> [u32; 4] {
    let mut found = [0u32; 4];
    assert_eq!(unsafe { cuMemcpyDtoH_v2(found.as_mut_ptr().cast(), address, 16) }, 0);
    found
}

#[test]
fn a_kernel_reads_and_writes_memory() {
    let _one = ONE.lock();
    let context = context();
    let mut name = [0; 64];
    assert_eq!(unsafe { cuDeviceGetName(name.as_mut_ptr(), 64, 0) }, 0);
    assert_eq!(unsafe { CStr::from_ptr(name.as_ptr()) }, c"ptx-bits engine, not a GPU (sm_90)");
    let module = made(|to| unsafe { cuModuleLoadData(to, TEXT.as_ptr()) });
    let add = function(module, c"add");
    let x = made(|to| unsafe { cuMemAlloc_v2(to, 16) });
    let from = [1u32, 2, 3, u32::MAX];
    assert_eq!(unsafe { cuMemcpyHtoD_v2(x, from.as_ptr().cast(), 16) }, 0);
    let count = 4u32;
    let parameters = [(&raw const x).cast(), (&raw const count).cast()];
    assert_eq!(launch(add, 0, &parameters), 0);
    assert_eq!(read(x), [8, 9, 10, 6]);
    let mut bytes = 0;
    let bias =
        made(|to| unsafe { cuModuleGetGlobal_v2(to, &raw mut bytes, module, c"bias".as_ptr()) });
    assert_eq!(bytes, 4);
    assert_eq!(unsafe { cuMemsetD32_v2(bias, 100, 1) }, 0);
    assert_eq!(launch(add, 0, &parameters), 0);
    assert_eq!(read(x), [108, 109, 110, 106]);
    // Managed memory has one address for both.
    let shared = made(|to| unsafe { cuMemAllocManaged(to, 16, 1) });
    let own: *mut u32 = std::ptr::with_exposed_provenance_mut(shared as usize);
    unsafe { own.write(1) };
    assert_eq!(launch(add, 0, &[(&raw const shared).cast(), (&raw const count).cast()]), 0);
    assert_eq!(unsafe { own.read() }, 101);
    // An offset, and copies that leave the memory.
    assert_eq!(unsafe { cuMemcpyDtoH_v2(name.as_mut_ptr().cast(), x + 8, 9) }, 1);
    assert_eq!(unsafe { cuMemFree_v2(x) }, 0);
    assert_eq!(unsafe { cuMemFree_v2(x) }, 1);
    assert_eq!(unsafe { cuMemcpyDtoH_v2(name.as_mut_ptr().cast(), x, 4) }, 1);
    assert_eq!(unsafe { cuModuleUnload(module) }, 0);
    assert_eq!(launch(add, 0, &parameters), 400);
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
    assert_eq!(unsafe { cuCtxSynchronize() }, 201);
}

/// Faults have CUDA's codes, and stay until the context is destroyed.
#[test]
fn faults_are_sticky() {
    let _one = ONE.lock();
    for (name, code) in [(c"add", 700), (c"stop", 719), (c"askew", 716)] {
        let context = context();
        let module = made(|to| unsafe { cuModuleLoadData(to, TEXT.as_ptr()) });
        let function = function(module, name);
        let x = made(|to| unsafe { cuMemAlloc_v2(to, 16) });
        let count = 5u32;
        let parameters = [(&raw const x).cast(), (&raw const count).cast()];
        assert_eq!(launch(function, 0, &parameters), code);
        assert_eq!(unsafe { cuCtxSynchronize() }, code);
        let mut found = [0u8; 16];
        assert_eq!(unsafe { cuMemcpyDtoH_v2(found.as_mut_ptr().cast(), x, 16) }, code);
        assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
    }
}

#[test]
fn a_stream_records_a_graph() {
    let _one = ONE.lock();
    let context = context();
    let module = made(|to| unsafe { cuModuleLoadData(to, TEXT.as_ptr()) });
    let add = function(module, c"add");
    let x = made(|to| unsafe { cuMemAlloc_v2(to, 16) });
    let stream = made(|to| unsafe { cuStreamCreate(to, 1) });
    let (from, count) = ([1u32; 4], 4u32);
    assert_eq!(unsafe { cuStreamBeginCapture_v2(stream, 0) }, 0);
    assert_eq!(unsafe { cuMemcpyHtoDAsync_v2(x, from.as_ptr().cast(), 16, stream) }, 0);
    for _ in 0..2 {
        assert_eq!(launch(add, stream, &[(&raw const x).cast(), (&raw const count).cast()]), 0);
    }
    let graph = made(|to| unsafe { cuStreamEndCapture(stream, to) });
    assert_eq!(read(x), [0; 4]);
    let ready = made(|to| unsafe { cuGraphInstantiateWithFlags(to, graph, 0) });
    for _ in 0..2 {
        assert_eq!(unsafe { cuGraphLaunch(ready, stream) }, 0);
        assert_eq!(read(x), [15; 4]);
    }
    assert_eq!(unsafe { cuStreamDestroy_v2(stream) }, 0);
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

#[test]
#[cfg_attr(miri, ignore = "takes too long")]
fn a_million_handles_need_no_more_memory() {
    let _one = ONE.lock();
    let context = context();
    // Each pass makes ten handles or more.
    let round = |count: u32| {
        for number in 0..count {
            let x = made(|to| unsafe { cuMemAlloc_v2(to, 100) });
            let stream = made(|to| unsafe { cuStreamCreate(to, 0) });
            let event = made(|to| unsafe { cuEventCreate(to, 0) });
            let graph = made(|to| unsafe { cuGraphCreate(to, 0) });
            for _ in 0..5 {
                made(|to| unsafe { cuGraphAddEmptyNode(to, graph, null(), 0) });
            }
            let ready = made(|to| unsafe { cuGraphInstantiateWithFlags(to, graph, 0) });
            let results = unsafe {
                [
                    cuGraphExecDestroy(ready),
                    cuGraphDestroy(graph),
                    cuEventDestroy_v2(event),
                    cuStreamDestroy_v2(stream),
                    cuMemFree_v2(x),
                ]
            };
            assert_eq!(results, [0; 5]);
            if number % 100 == 0 {
                let context = made(|to| unsafe { cuCtxCreate_v2(to, 0, 0) });
                let module = made(|to| unsafe { cuModuleLoadData(to, TEXT.as_ptr()) });
                function(module, c"add");
                made(|to| unsafe { cuMemAlloc_v2(to, 100) });
                if number % 200 == 0 {
                    assert_eq!(unsafe { cuModuleUnload(module) }, 0);
                }
                // Frees what is left.
                assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
            }
        }
    };
    round(1000);
    let before = resident();
    round(100_000);
    assert!(resident() < before + (4 << 20), "{before} bytes before, {} after", resident());
    assert_eq!(unsafe { cuCtxDestroy_v2(context) }, 0);
}

#[test]
#[cfg_attr(miri, ignore = "a function has several addresses in Miri")]
fn functions_are_found_by_name_and_version() {
    let address = |name: &CStr, version: i32| {
        let (mut found, mut status) = (null(), 0);
        let code = unsafe {
            cuGetProcAddress_v2(name.as_ptr(), &raw mut found, version, 0, &raw mut status)
        };
        assert_eq!(code == 0, !found.is_null());
        found
    };
    assert_eq!(address(c"cuMemAlloc", 12000), cuMemAlloc_v2 as *const c_void);
    assert_eq!(address(c"cuCtxCreate", 11000), cuCtxCreate_v2 as *const c_void);
    assert_ne!(address(c"cuCtxCreate", 12000), cuCtxCreate_v2 as *const c_void);
    assert!(address(c"cuNothing", 12000).is_null());
    assert_eq!(unsafe { cuGetProcAddress_v2(null(), null_mut(), 0, 0, null_mut()) }, 1);
}
