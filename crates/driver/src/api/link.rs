//! The linker. Its result is the only text that was added, or the list of all images, which a load then links.

use crate::border::exported;
use crate::code::*;
use crate::image;
use crate::pointer::*;
use crate::report;
use crate::state::{find_mut, healthy, initialised, remove};
use std::ffi::{c_char, c_void};

fn add(link: u64, kind: i32, bytes: &[u8]) -> Outcome {
    // `CU_JIT_INPUT_CUBIN`, `PTX`, `FATBINARY`, `OBJECT` and `LIBRARY`
    if !(0..=4).contains(&kind) {
        return Err(INVALID_VALUE);
    }
    if bytes.starts_with(b"!<arch>") {
        report::say(&"the linker does not support archives, such as `libcudadevrt.a`");
        return Err(NOT_SUPPORTED);
    }
    find_mut(&mut healthy()?.links, link)?.0.push(bytes.to_vec());
    Ok(())
}

unsafe fn add_data(link: u64, kind: i32, data: *const u8, size: usize) -> Outcome {
    if data.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: the caller passes `size` bytes.
    add(link, kind, unsafe { std::slice::from_raw_parts(data, size) })
}

unsafe fn add_file(link: u64, kind: i32, path: *const c_char) -> Outcome {
    // SAFETY: the caller passes a text.
    let path = unsafe { text(path)? };
    let bytes = std::fs::read(&path).map_err(|error| {
        report::say(&format_args!("{path}: {error}"));
        FILE_NOT_FOUND
    })?;
    add(link, kind, &bytes)
}

unsafe fn create(to: *mut u64) -> Outcome {
    let mut state = healthy()?;
    let handle = state.handle();
    // SAFETY: the caller's guarantee for `to` is that of `put`.
    unsafe { put(to, handle)? };
    state.links.insert(handle, (Vec::new(), Vec::new()));
    Ok(())
}

exported! {
    fn cuLinkCreate(_count: u32, _numbers: *const i32, _values: *const *mut c_void, to: *mut u64) { create(to) }
    fn cuLinkCreate_v2(_count: u32, _numbers: *const i32, _values: *const *mut c_void, to: *mut u64) { create(to) }
    fn cuLinkAddData(link: u64, kind: i32, data: *const u8, size: usize, _name: *const c_char, _count: u32,
        _numbers: *const i32, _values: *const *mut c_void) { add_data(link, kind, data, size) }
    fn cuLinkAddData_v2(link: u64, kind: i32, data: *const u8, size: usize, _name: *const c_char, _count: u32,
        _numbers: *const i32, _values: *const *mut c_void) { add_data(link, kind, data, size) }
    fn cuLinkAddFile(link: u64, kind: i32, path: *const c_char, _count: u32, _numbers: *const i32,
        _values: *const *mut c_void) { add_file(link, kind, path) }
    fn cuLinkAddFile_v2(link: u64, kind: i32, path: *const c_char, _count: u32, _numbers: *const i32,
        _values: *const *mut c_void) { add_file(link, kind, path) }
    fn cuLinkComplete(link: u64, to: *mut *const c_void, size: *mut usize) {
        let mut state = healthy()?;
        let (images, result) = find_mut(&mut state.links, link)?;
        if images.is_empty() {
            return Err(INVALID_VALUE);
        }
        *result = image::joined(images);
        put_if(size, result.len());
        put(to, result.as_ptr().cast())
    }
    fn cuLinkDestroy(link: u64) { remove(&mut initialised()?.links, link).map(drop) }
}
