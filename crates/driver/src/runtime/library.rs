//! Libraries of the Runtime API, and functions of the Driver API by name.

use super::registration::function;
use super::{exported_runtime, of};
use crate::api::{device, function as kernel, module, procedure};
use crate::code::{NOT_FOUND, Outcome};
use std::ffi::{c_char, c_void};

/// Finds a function. A function that does not exist is no error: the status tells it.
unsafe fn entry_point(
    symbol: *const c_char,
    to: *mut *const (),
    version: i32,
    flags: u64,
    status: *mut i32,
) -> Outcome {
    // SAFETY: the caller's guarantees are those of the function.
    match unsafe { procedure::cuGetProcAddress_v2(symbol, to, version, flags, status) } {
        NOT_FOUND => Ok(()),
        code => of(code),
    }
}

exported_runtime! {
    fn cudaLibraryLoadData(to: *mut u64, image: *const u8, numbers: *const i32, values: *const *mut c_void, count: u32,
        library_numbers: *const i32, library_values: *const *mut c_void, library_count: u32) {
        of(module::cuLibraryLoadData(to, image, numbers, values, count, library_numbers, library_values, library_count))
    }
    fn cudaLibraryLoadFromFile(to: *mut u64, path: *const c_char, numbers: *const i32, values: *const *mut c_void, count: u32,
        library_numbers: *const i32, library_values: *const *mut c_void, library_count: u32) {
        of(module::cuLibraryLoadFromFile(to, path, numbers, values, count, library_numbers, library_values, library_count))
    }
    fn cudaLibraryUnload(library: u64) { of(module::cuLibraryUnload(library)) }
    fn cudaLibraryGetKernel(to: *mut u64, library: u64, name: *const c_char) { of(module::cuLibraryGetKernel(to, library, name)) }
    fn cudaLibraryGetKernelCount(to: *mut u32, library: u64) { of(module::cuLibraryGetKernelCount(to, library)) }
    fn cudaLibraryEnumerateKernels(to: *mut u64, count: u32, library: u64) { of(module::cuLibraryEnumerateKernels(to, count, library)) }
    fn cudaLibraryGetGlobal(to: *mut u64, bytes: *mut usize, library: u64, name: *const c_char) { of(module::cuLibraryGetGlobal(to, bytes, library, name)) }
    fn cudaLibraryGetManaged(to: *mut u64, bytes: *mut usize, library: u64, name: *const c_char) { of(module::cuLibraryGetManaged(to, bytes, library, name)) }
    fn cudaKernelSetAttributeForDevice(host: u64, kind: i32, value: i32, device: i32) { of(kernel::cuKernelSetAttribute(kind, value, function(host as usize)?, device)) }
    fn cudaFuncGetParamCount(host: u64, to: *mut usize) { of(kernel::cuKernelGetParamCount(function(host as usize)?, to)) }
    fn cudaFuncGetParamInfo(host: u64, index: usize, offset: *mut usize, bytes: *mut usize) { of(kernel::cuKernelGetParamInfo(function(host as usize)?, index, offset, bytes)) }
    "_ptsz" {
        fn cudaGetDriverEntryPoint(symbol: *const c_char, to: *mut *const (), flags: u64, status: *mut i32) { entry_point(symbol, to, device::VERSION, flags, status) }
        fn cudaGetDriverEntryPointByVersion(symbol: *const c_char, to: *mut *const (), version: u32, flags: u64, status: *mut i32) { entry_point(symbol, to, version as i32, flags, status) }
    }
}
