//! Functions of modules, and kernels of libraries. A kernel is a function, and its handle is the function's.

use crate::attributes::{capability, shared};
use crate::border::exported;
use crate::code::*;
use crate::pointer::*;
use crate::state::{State, find, find_mut, healthy};
use std::ffi::c_char;

/// `CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES`.
const MOST_DYNAMIC: i32 = 8;

/// Returns an attribute of a function.
pub(crate) fn attribute(state: &State, function: u64, attribute: i32) -> Outcome<i32> {
    let function = find(&state.functions, function)?;
    let (shared, local) = function.kernel.sizes();
    let signature = function.kernel.signature();
    let [major, minor] = capability();
    let size = |bytes: usize| i32::try_from(bytes).unwrap_or(i32::MAX);
    Ok(match attribute {
        // MAX_THREADS_PER_BLOCK, SHARED_SIZE_BYTES, CONST_SIZE_BYTES, LOCAL_SIZE_BYTES, NUM_REGS
        0 => signature.most_threads.unwrap_or(1024).min(1024) as i32,
        1 => size(shared),
        2 => {
            let variables = find(&state.modules, function.module)?.module.variables().iter();
            size(variables.filter(|one| one.is_constant).filter_map(|one| one.bytes).sum())
        }
        3 => size(local),
        // The engine does not allocate registers for PTX.
        4 => function.kernel.registers().map_or(32, |count| count.try_into().unwrap_or(i32::MAX)),
        // PTX_VERSION, BINARY_VERSION
        5 | 6 => major * 10 + minor,
        MOST_DYNAMIC => function.most_dynamic,
        // PREFERRED_SHARED_MEMORY_CARVEOUT
        9 => -1,
        7 | 10.. => 0,
        _ => return Err(INVALID_VALUE),
    })
}

fn set_attribute(function: u64, attribute: i32, value: i32) -> Outcome {
    let mut state = healthy()?;
    let function = find_mut(&mut state.functions, function)?;
    if attribute == MOST_DYNAMIC {
        if !(0..=shared()).contains(&value) {
            return Err(INVALID_VALUE);
        }
        function.most_dynamic = value;
    }
    Ok(())
}

unsafe fn parameter(function: u64, index: usize, offset: *mut usize, bytes: *mut usize) -> Outcome {
    let state = healthy()?;
    let mut end = 0;
    for (number, one) in
        find(&state.functions, function)?.kernel.signature().parameters.iter().enumerate()
    {
        let start = usize::next_multiple_of(end, one.alignment);
        end = start + one.bytes();
        if number == index {
            // SAFETY: the caller's guarantee for both is that of `put_if`.
            unsafe {
                put(offset, start)?;
                put_if(bytes, one.bytes());
            }
            return Ok(());
        }
    }
    Err(INVALID_VALUE)
}

unsafe fn parameters(to: *mut usize, function: u64) -> Outcome {
    let state = healthy()?;
    let signature = find(&state.functions, function)?.kernel.signature();
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, signature.parameters.len()) }
}

unsafe fn name(to: *mut *const c_char, function: u64) -> Outcome {
    // SAFETY: the caller's guarantee for `to` is that of `put`. The name lives as long as the module.
    unsafe { put(to, find(&healthy()?.functions, function)?.name.as_ptr()) }
}

fn exists(function: u64) -> Outcome {
    find(&healthy()?.functions, function).map(|_| ())
}

exported! {
    fn cuKernelGetFunction(to: *mut u64, kernel: u64) { exists(kernel)?; put(to, kernel) }
    fn cuKernelGetLibrary(to: *mut u64, kernel: u64) { put(to, find(&healthy()?.functions, kernel)?.module) }
    fn cuKernelGetAttribute(to: *mut i32, kind: i32, kernel: u64, _device: i32) { put(to, attribute(&*healthy()?, kernel, kind)?) }
    fn cuKernelSetAttribute(kind: i32, value: i32, kernel: u64, _device: i32) { set_attribute(kernel, kind, value) }
    fn cuKernelSetCacheConfig(kernel: u64, _config: i32, _device: i32) { exists(kernel) }
    fn cuKernelGetName(to: *mut *const c_char, kernel: u64) { name(to, kernel) }
    fn cuKernelGetParamInfo(kernel: u64, index: usize, offset: *mut usize, bytes: *mut usize) { parameter(kernel, index, offset, bytes) }
    fn cuFuncGetName(to: *mut *const c_char, function: u64) { name(to, function) }
    fn cuFuncGetParamInfo(function: u64, index: usize, offset: *mut usize, bytes: *mut usize) { parameter(function, index, offset, bytes) }
    fn cuKernelGetParamCount(kernel: u64, to: *mut usize) { parameters(to, kernel) }
    fn cuFuncGetParamCount(function: u64, to: *mut usize) { parameters(to, function) }
    fn cuFuncGetModule(to: *mut u64, function: u64) { put(to, find(&healthy()?.functions, function)?.module) }
    fn cuFuncIsLoaded(to: *mut i32, function: u64) { exists(function)?; put(to, 1) }
    fn cuFuncLoad(function: u64) { exists(function) }
    fn cuFuncGetAttribute(to: *mut i32, kind: i32, function: u64) { put(to, attribute(&*healthy()?, function, kind)?) }
    fn cuFuncSetAttribute(function: u64, kind: i32, value: i32) { set_attribute(function, kind, value) }
    fn cuFuncSetCacheConfig(function: u64, _config: i32) { exists(function) }
    fn cuFuncSetSharedMemConfig(function: u64, _config: i32) { exists(function) }
}
