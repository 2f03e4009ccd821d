//! Declarations of CUDA's functions that several test files call, and how they make objects.
#![allow(dead_code, reason = "a test file calls a part of the functions")]

use std::ffi::{c_char, c_void};

/// `cudaHostFn_t`.
pub(crate) type Function = unsafe extern "C" fn(*mut c_void);

/// `dim3`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Extent(pub(crate) u32, pub(crate) u32, pub(crate) u32);

/// `cudaMemsetParams`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct SetNode {
    pub(crate) target: u64,
    pub(crate) pitch: usize,
    pub(crate) value: u32,
    pub(crate) element: u32,
    pub(crate) width: usize,
    pub(crate) height: usize,
}

/// `cudaHostNodeParams`.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct HostNode {
    pub(crate) function: Option<Function>,
    pub(crate) data: *mut c_void,
}

/// Returns the resident bytes of the process.
pub(crate) fn resident() -> usize {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|word| word.parse::<usize>().ok());
    pages.map_or(0, |pages| pages * 4096)
}

unsafe extern "C" {
    pub(crate) fn cuCtxCreate_v2(to: *mut u64, flags: u32, device: i32) -> i32;
    pub(crate) fn cuCtxDestroy_v2(context: u64) -> i32;
    pub(crate) fn cuCtxSynchronize() -> i32;
    pub(crate) fn cuEventCreate(to: *mut u64, flags: u32) -> i32;
    pub(crate) fn cuGraphAddEmptyNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
    ) -> i32;
    pub(crate) fn cuGraphCreate(to: *mut u64, flags: u32) -> i32;
    pub(crate) fn cuGraphDestroy(graph: u64) -> i32;
    pub(crate) fn cuGraphExecDestroy(graph: u64) -> i32;
    pub(crate) fn cuGraphInstantiateWithFlags(to: *mut u64, graph: u64, flags: u64) -> i32;
    pub(crate) fn cuGraphLaunch(graph: u64, stream: u64) -> i32;
    pub(crate) fn cuInit(flags: u32) -> i32;
    pub(crate) fn cuLaunchKernel(
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
        extra: *const *const c_void,
    ) -> i32;
    pub(crate) fn cuMemAllocManaged(to: *mut u64, bytes: usize, flags: u32) -> i32;
    pub(crate) fn cuMemAlloc_v2(to: *mut u64, bytes: usize) -> i32;
    pub(crate) fn cuMemcpyDtoH_v2(to: *mut c_void, from: u64, bytes: usize) -> i32;
    pub(crate) fn cuMemcpyHtoD_v2(to: u64, from: *const c_void, bytes: usize) -> i32;
    pub(crate) fn cuModuleGetFunction(to: *mut u64, module: u64, name: *const c_char) -> i32;
    pub(crate) fn cuModuleLoadData(to: *mut u64, image: *const u8) -> i32;
    pub(crate) fn cuStreamBeginCapture_v2(stream: u64, mode: i32) -> i32;
    pub(crate) fn cuStreamCreate(to: *mut u64, flags: u32) -> i32;
    pub(crate) fn cuStreamDestroy_v2(stream: u64) -> i32;
    pub(crate) fn cuStreamEndCapture(stream: u64, to: *mut u64) -> i32;
    pub(crate) fn cudaGetErrorName(code: i32) -> *const c_char;
    pub(crate) fn cudaGraphAddHostNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        p: *const HostNode,
    ) -> i32;
    pub(crate) fn cudaGraphAddMemcpyNode1D(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        target: u64,
        from: u64,
        bytes: usize,
        kind: i32,
    ) -> i32;
    pub(crate) fn cudaGraphAddMemsetNode(
        to: *mut u64,
        graph: u64,
        after: *const u64,
        count: usize,
        p: *const SetNode,
    ) -> i32;
    pub(crate) fn cudaGraphCreate(to: *mut u64, flags: u32) -> i32;
    pub(crate) fn cudaGraphInstantiate(to: *mut u64, graph: u64, flags: u64) -> i32;
    pub(crate) fn cudaGraphLaunch(plan: u64, stream: u64) -> i32;
    pub(crate) fn cudaLaunchKernel(
        host: u64,
        grid: Extent,
        block: Extent,
        parameters: *const *const c_void,
        shared: usize,
        stream: u64,
    ) -> i32;
    pub(crate) fn cudaMalloc(to: *mut u64, bytes: usize) -> i32;
    pub(crate) fn cudaMemcpy(to: u64, from: u64, bytes: usize, kind: i32) -> i32;
}

/// Calls a function that must succeed, and returns what it writes.
pub(crate) fn made(call: impl FnOnce(*mut u64) -> i32) -> u64 {
    let mut handle = 0;
    assert_eq!(call(&raw mut handle), 0);
    handle
}

/// Returns a new context, which is the current one.
pub(crate) fn context() -> u64 {
    assert_eq!(unsafe { cuInit(0) }, 0);
    made(|to| unsafe { cuCtxCreate_v2(to, 0, 0) })
}

/// Returns a new graph.
pub(crate) fn graph() -> u64 {
    made(|to| unsafe { cuGraphCreate(to, 0) })
}
