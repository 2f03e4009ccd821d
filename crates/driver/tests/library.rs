//! Tests libraries, functions by name and missing functions of the Runtime API.
#![expect(clippy::undocumented_unsafe_blocks, reason = "each call passes valid pointers")]

mod cuda;

use cuda::*;
use ptx_driver as _;
use std::ffi::{c_char, c_void};
use std::ptr::{null, null_mut};
use std::sync::Mutex;

unsafe extern "C" {
    fn cudaLibraryLoadData(
        to: *mut u64,
        image: *const u8,
        numbers: *const i32,
        values: *const *mut c_void,
        count: u32,
        library_numbers: *const i32,
        library_values: *const *mut c_void,
        library_count: u32,
    ) -> i32;
    fn cudaLibraryUnload(library: u64) -> i32;
    fn cudaLibraryGetKernel(to: *mut u64, library: u64, name: *const c_char) -> i32;
    fn cudaLibraryGetKernelCount(to: *mut u32, library: u64) -> i32;
    fn cudaLibraryGetGlobal(
        to: *mut u64,
        bytes: *mut usize,
        library: u64,
        name: *const c_char,
    ) -> i32;
    fn cudaFuncGetParamInfo(host: u64, index: usize, offset: *mut usize, bytes: *mut usize) -> i32;
    fn cudaGetDriverEntryPoint(
        symbol: *const c_char,
        to: *mut *const c_void,
        flags: u64,
        status: *mut i32,
    ) -> i32;
    fn cudaStreamCreate(to: *mut u64) -> i32;
    fn cudaStreamBeginCapture(stream: u64, mode: i32) -> i32;
    fn cudaStreamEndCapture(stream: u64, to: *mut u64) -> i32;
    fn cudaStreamGetCaptureInfo(
        stream: u64,
        status: *mut i32,
        id: *mut u64,
        graph: *mut u64,
        nodes: *mut *const u64,
        edges: *mut *const c_void,
        count: *mut usize,
    ) -> i32;
    fn cudaCreateTextureObject(
        to: *mut u64,
        resource: *const c_void,
        texture: *const c_void,
        view: *const c_void,
    ) -> i32;
    fn cudaGetLastError() -> i32;
}

/// All tests have the primary context.
static ONE: Mutex<()> = Mutex::new(());

const TEXT: &str = "
.version 8.0
.target sm_80
.address_size 64
.visible .global .align 4 .u32 found;
.visible .entry put(.param .u32 a, .param .u64 b)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd1;
    ld.param.u32 %r1, [a];
    ld.param.u64 %rd1, [b];
    cvt.u32.u64 %r2, %rd1;
    add.u32 %r1, %r1, %r2;
    st.global.u32 [found], %r1;
    ret;
}
\0";

#[test]
fn a_library_has_kernels_and_variables() {
    let _one = ONE.lock();
    let (mut library, mut kernel, mut count, mut variable, mut bytes) = (0, 0, 0, 0, 0);
    let mut offset = 0;
    let (a, b, mut found) = (40u32, 2u64, 0u32);
    unsafe {
        let text = TEXT.as_ptr();
        let none = null_mut();
        assert_eq!(
            cudaLibraryLoadData(&raw mut library, text, null(), none, 0, null(), none, 0),
            0
        );
        assert_eq!(cudaLibraryGetKernelCount(&raw mut count, library), 0);
        assert_eq!(count, 1);
        assert_eq!(cudaLibraryGetKernel(&raw mut kernel, library, c"put".as_ptr()), 0);
        assert_eq!(cudaLibraryGetKernel(&raw mut kernel, library, c"get".as_ptr()), 500);
        assert_eq!(cudaFuncGetParamInfo(kernel, 1, &raw mut offset, &raw mut bytes), 0);
        assert_eq!((offset, bytes), (8, 8));
        let parameters = [(&raw const a).cast(), (&raw const b).cast()];
        let one = Extent(1, 1, 1);
        assert_eq!(cudaLaunchKernel(kernel, one, one, parameters.as_ptr(), 0, 0), 0);
        let name = c"found".as_ptr();
        assert_eq!(cudaLibraryGetGlobal(&raw mut variable, &raw mut bytes, library, name), 0);
        assert_eq!(bytes, 4);
        let to = (&raw mut found).expose_provenance() as u64;
        assert_eq!(cudaMemcpy(to, variable, 4, 2), 0);
        assert_eq!(found, 42);
        // The kernel that was not found.
        assert_eq!(cudaGetLastError(), 500);
        // `cudaErrorInvalidValue` for more shared memory than the function permits, which is also no 32-bit number, and
        // `cudaErrorInvalidConfiguration` for more threads than a block has.
        for (threads, shared, code) in
            [(1, 48 << 10, 0), (1, (48 << 10) + 1, 1), (1, 1 << 32, 1), (2000, 0, 9)]
        {
            let threads = Extent(threads, 1, 1);
            let launched = cudaLaunchKernel(kernel, one, threads, parameters.as_ptr(), shared, 0);
            assert_eq!(launched, code, "{shared}");
            assert_eq!(cudaGetLastError(), code, "{shared}");
        }
        assert_eq!(cudaLibraryUnload(library), 0);
        assert_eq!(cudaLaunchKernel(kernel, one, one, parameters.as_ptr(), 0, 0), 98);
        assert_eq!(cudaLibraryUnload(library), 400);
    }
}

#[test]
#[cfg_attr(miri, ignore = "a function has several addresses in Miri")]
fn functions_of_the_driver_are_found() {
    let _one = ONE.lock();
    let (mut found, mut status) = (null(), 9);
    let mut find = |name: *const c_char| unsafe {
        let code = cudaGetDriverEntryPoint(name, &raw mut found, 0, &raw mut status);
        (code, found, status)
    };
    assert_eq!(find(c"cuMemAlloc".as_ptr()), (0, cuMemAlloc_v2 as *const c_void, 0));
    // `cudaDriverEntryPointSymbolNotFound` is a status, and no error.
    assert_eq!(find(c"cuNothing".as_ptr()), (0, null(), 1));
    assert_eq!(find(null()).0, 1);
}

#[test]
fn a_recording_tells_its_graph() {
    let _one = ONE.lock();
    let (mut stream, mut status, mut id, mut graph, mut ended) = (0, 9, 0, 0, 0);
    let (mut nodes, mut edges, mut count) = (null(), null(), 9);
    unsafe {
        assert_eq!(cudaStreamCreate(&raw mut stream), 0);
        assert_eq!(cudaStreamBeginCapture(stream, 0), 0);
        assert_eq!(
            cudaStreamGetCaptureInfo(
                stream,
                &raw mut status,
                &raw mut id,
                &raw mut graph,
                &raw mut nodes,
                &raw mut edges,
                &raw mut count
            ),
            0
        );
        assert_eq!((status, count), (1, 0));
        assert_eq!(cudaStreamEndCapture(stream, &raw mut ended), 0);
        assert_eq!(graph, ended);
    }
}

#[test]
fn missing_functions_are_not_supported() {
    let mut texture = 0;
    let code = unsafe { cudaCreateTextureObject(&raw mut texture, null(), null(), null()) };
    assert_eq!((code, unsafe { cudaGetLastError() }), (801, 801));
}
