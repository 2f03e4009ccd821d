//! Modules and libraries. A library is a module, and its handle is the module's.

use crate::border::exported;
use crate::code::*;
use crate::image;
use crate::pointer::*;
use crate::report;
use crate::state::{any, find, healthy, initialised};
use std::ffi::{c_char, c_void};

/// `CU_JIT_ERROR_LOG_BUFFER` and its size.
const LOG: [i32; 2] = [5, 6];

/// The options of a load: their numbers and values.
#[derive(Clone, Copy)]
struct Options {
    count: u32,
    numbers: *const i32,
    values: *const *mut c_void,
}

/// Loads the bytes of an image. Writes an error to the log that the options name.
unsafe fn load_bytes(to: *mut u64, bytes: &[u8], options: Options) -> Outcome {
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    let loaded = healthy()?.load(bytes);
    match loaded {
        // SAFETY: the caller's guarantee for `to` is that of `put`.
        Ok(module) => unsafe { put(to, module) },
        Err((code, message)) => {
            report::say(&message);
            // SAFETY: the caller passes as many options and values as it counts, and a buffer of the size that it names.
            unsafe {
                let numbers = array(options.numbers, options.count as usize).unwrap_or_default();
                let value = |wanted: i32| {
                    let index = numbers.iter().position(|number| *number == wanted)?;
                    at(options.values, index).ok()
                };
                if let [Some(buffer), Some(size)] = LOG.map(value) {
                    // Without a buffer there is nothing to write.
                    let _ = put_text(buffer.cast(), size.addr(), &message);
                }
            }
            Err(code)
        }
    }
}

unsafe fn load(to: *mut u64, image: *const u8, options: Options) -> Outcome {
    if image.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller passes a whole image.
    let bytes = unsafe { image::bytes(image) }.map_err(|(code, message)| {
        report::say(&message);
        code
    })?;
    // SAFETY: the caller's guarantees are those of `load_bytes`.
    unsafe { load_bytes(to, bytes, options) }
}

unsafe fn load_file(to: *mut u64, path: *const c_char, options: Options) -> Outcome {
    // SAFETY: the caller passes a text and the pointers of `load_bytes`.
    unsafe {
        let path = text(path)?;
        let bytes = std::fs::read(&path).map_err(|error| {
            report::say(&format_args!("{path}: {error}"));
            FILE_NOT_FOUND
        })?;
        load_bytes(to, &bytes, options)
    }
}

const NO_OPTIONS: Options =
    Options { count: 0, numbers: std::ptr::null(), values: std::ptr::null() };

exported! {
    fn cuModuleLoad(to: *mut u64, path: *const c_char) { load_file(to, path, NO_OPTIONS) }
    fn cuModuleLoadData(to: *mut u64, image: *const u8) { load(to, image, NO_OPTIONS) }
    fn cuModuleLoadDataEx(to: *mut u64, image: *const u8, count: u32, numbers: *const i32, values: *const *mut c_void) {
        load(to, image, Options { count, numbers, values })
    }
    fn cuModuleLoadFatBinary(to: *mut u64, image: *const u8) { load(to, image, NO_OPTIONS) }
    fn cuModuleUnload(module: u64) { unload(module) }
    fn cuModuleGetLoadingMode(to: *mut i32) { put(to, 2) }
    fn cuModuleGetFunction(to: *mut u64, module: u64, name: *const c_char) { function(to, module, name) }
    fn cuModuleGetFunctionCount(to: *mut u32, module: u64) { count(to, module) }
    fn cuModuleEnumerateFunctions(to: *mut u64, count: u32, module: u64) { enumerate(to, count, module) }
    fn cuModuleGetGlobal(to: *mut u32, bytes: *mut u32, module: u64, name: *const c_char) {
        let (address, size) = healthy()?.variable(module, &text(name)?)?;
        put_if(to, address as u32);
        put_if(bytes, size as u32);
        Ok(())
    }
    fn cuModuleGetGlobal_v2(to: *mut u64, bytes: *mut usize, module: u64, name: *const c_char) { variable(to, bytes, module, name) }
    fn cuLibraryLoadData(to: *mut u64, image: *const u8, numbers: *const i32, values: *const *mut c_void, count: u32,
        _library_numbers: *const i32, _library_values: *const *mut c_void, _library_count: u32) {
        load(to, image, Options { count, numbers, values })
    }
    fn cuLibraryLoadFromFile(to: *mut u64, path: *const c_char, numbers: *const i32, values: *const *mut c_void, count: u32,
        _library_numbers: *const i32, _library_values: *const *mut c_void, _library_count: u32) {
        load_file(to, path, Options { count, numbers, values })
    }
    fn cuLibraryUnload(library: u64) { unload(library) }
    fn cuLibraryGetKernel(to: *mut u64, library: u64, name: *const c_char) { function(to, library, name) }
    fn cuLibraryGetKernelCount(to: *mut u32, library: u64) { count(to, library) }
    fn cuLibraryEnumerateKernels(to: *mut u64, count: u32, library: u64) { enumerate(to, count, library) }
    fn cuLibraryGetModule(to: *mut u64, library: u64) { find(&healthy()?.modules, library)?; put(to, library) }
    fn cuLibraryGetGlobal(to: *mut u64, bytes: *mut usize, library: u64, name: *const c_char) { variable(to, bytes, library, name) }
    fn cuLibraryGetManaged(to: *mut u64, bytes: *mut usize, library: u64, name: *const c_char) { variable(to, bytes, library, name) }
    fn cuLibraryGetUnifiedFunction(_to: *mut *mut c_void, library: u64, _name: *const c_char) {
        find(&any().modules, library)?;
        Err(NOT_FOUND)
    }
}

fn unload(module: u64) -> Outcome {
    let mut state = initialised()?;
    state.refuse_unsafe()?;
    state.unload(module)
}

unsafe fn function(to: *mut u64, module: u64, name: *const c_char) -> Outcome {
    // SAFETY: the caller passes a text, and `to` as `put` demands.
    unsafe {
        if to.is_null() {
            return Err(INVALID_VALUE);
        }
        let name = text(name)?;
        put(to, healthy()?.function(module, &name, None)?)
    }
}

unsafe fn count(to: *mut u32, module: u64) -> Outcome {
    let count = find(&healthy()?.modules, module)?.module.kernels().len();
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, u32::try_from(count).unwrap_or(u32::MAX)) }
}

unsafe fn enumerate(to: *mut u64, count: u32, module: u64) -> Outcome {
    let mut state = healthy()?;
    let kernels = find(&state.modules, module)?.module.kernels();
    let names: Vec<_> = kernels.iter().take(count as usize).map(|one| one.name.clone()).collect();
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    for (number, name) in names.iter().enumerate() {
        let handle = state.function(module, name, None)?;
        // SAFETY: `to` has `count` elements.
        unsafe { put(to.add(number), handle)? };
    }
    Ok(())
}

unsafe fn variable(to: *mut u64, bytes: *mut usize, module: u64, name: *const c_char) -> Outcome {
    // SAFETY: the caller passes a text, and pointers as `put_if` demands.
    unsafe {
        let name = text(name)?;
        let (address, size) = healthy()?.variable(module, &name)?;
        put_if(to, address);
        put_if(bytes, size);
    }
    Ok(())
}
