//! Functions by name.

use crate::api::functions;
use crate::border::exported;
use crate::code::*;
use crate::pointer::*;
use crate::report;
use std::collections::HashMap;
use std::ffi::{c_char, c_void};
use std::sync::LazyLock;

/// The versions of CUDA that added a later version of a function. Without an entry, a name with `_v2` is as old as the rest.
const SINCE: &[(&str, i32)] = &[
    ("cuCtxCreate_v3", 11040),
    ("cuCtxCreate_v4", 12050),
    ("cuCtxGetDevice_v2", 13000),
    ("cuCtxSynchronize_v2", 13000),
    ("cuDeviceGetUuid_v2", 11040),
    ("cuEventElapsedTime_v2", 12080),
    ("cuGetProcAddress_v2", 12000),
    ("cuGraphAddDependencies_v2", 12030),
    ("cuGraphAddKernelNode_v2", 12000),
    ("cuGraphAddNode_v2", 12030),
    ("cuGraphExecKernelNodeSetParams_v2", 12000),
    ("cuGraphExecUpdate_v2", 12000),
    ("cuGraphGetEdges_v2", 12030),
    ("cuGraphKernelNodeGetParams_v2", 12000),
    ("cuGraphKernelNodeSetParams_v2", 12000),
    ("cuGraphNodeGetDependencies_v2", 12030),
    ("cuGraphNodeGetDependentNodes_v2", 12030),
    ("cuGraphRemoveDependencies_v2", 12030),
    ("cuLaunchHostFunc_v2", 13010),
    ("cuMemAdvise_v2", 12020),
    ("cuMemPrefetchAsync_v2", 12020),
    ("cuMemcpyBatchAsync_v2", 13000),
    ("cuStreamGetCaptureInfo_v2", 11030),
    ("cuStreamGetCaptureInfo_v3", 12030),
    ("cuStreamGetCtx_v2", 12050),
    ("cuStreamUpdateCaptureDependencies_v2", 12030),
];

/// `CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND`.
const SYMBOL_NOT_FOUND: i32 = 1;

/// The ends of the names of functions for which stream 0 is the default stream of the thread.
const SUFFIXES: [&str; 2] = ["_ptsz", "_ptds"];
/// `CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM`.
const PER_THREAD: u64 = 2;

/// Returns the newest version of a function that the given version of CUDA has.
fn procedure(name: &str, version: i32, is_per_thread: bool) -> Option<*const ()> {
    static ALL: LazyLock<HashMap<&str, &crate::border::Function>> =
        LazyLock::new(|| functions().map(|one| (one.0, one)).collect());
    let plain = SUFFIXES.into_iter().find_map(|suffix| name.strip_suffix(suffix));
    let is_per_thread = is_per_thread || plain.is_some();
    let name = plain.unwrap_or(name);
    let names = ["_v4", "_v3", "_v2", ""].map(|suffix| format!("{name}{suffix}"));
    names.iter().find_map(|full| {
        let since = SINCE.iter().find(|one| one.0 == full).map_or(0, |one| one.1);
        let named = |suffix| ALL.get(format!("{full}{suffix}").as_str());
        let of_thread = SUFFIXES.into_iter().filter(|_| is_per_thread).find_map(named);
        of_thread.or_else(|| named("")).filter(|_| since <= version).map(|one| one.1)
    })
}

unsafe fn look_up(
    symbol: *const c_char,
    to: *mut *const (),
    version: i32,
    flags: u64,
    status: *mut i32,
) -> Outcome {
    // SAFETY: the caller passes a text, and pointers as `put` and `put_if` demand.
    unsafe {
        let name = text(symbol)?;
        let found = procedure(&name, version, flags & PER_THREAD != 0);
        put(to, found.unwrap_or(std::ptr::null()))?;
        put_if(status, if found.is_some() { 0 } else { SYMBOL_NOT_FOUND });
        found.map(|_| ()).ok_or(NOT_FOUND)
    }
}

exported! {
    fn cuGetProcAddress(symbol: *const c_char, to: *mut *const (), version: i32, flags: u64) {
        look_up(symbol, to, version, flags, std::ptr::null_mut())
    }
    fn cuGetProcAddress_v2(symbol: *const c_char, to: *mut *const (), version: i32, flags: u64, status: *mut i32) {
        look_up(symbol, to, version, flags, status)
    }
    fn cuGetExportTable(to: *mut *const c_void, _id: *const c_void) {
        if report::missing("cuGetExportTable") {
            report::say(
                &"the program asks for a private table of NVIDIA's driver, which does not exist here; if it now ends with an \
                 error, link it with `nvcc -cudart shared`",
            );
        }
        put(to, std::ptr::null())?;
        Err(NOT_FOUND)
    }
}
