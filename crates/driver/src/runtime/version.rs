//! The version of CUDA that the program was built for.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::sync::LazyLock;

/// `Dl_info`.
#[repr(C)]
struct Found {
    file: *const c_char,
    base: *mut c_void,
    name: *const c_char,
    address: *mut c_void,
}

unsafe extern "C" {
    fn dladdr(address: *const c_void, to: *mut Found) -> c_int;
}

/// Returns whether the program was linked with the runtime library of CUDA 12 or 11. The dynamic linker keeps the name under
/// which it found this library first.
pub(crate) fn is_old() -> bool {
    static IS_OLD: LazyLock<bool> = LazyLock::new(|| {
        let null: *mut c_void = std::ptr::null_mut();
        let mut found = Found { file: null.cast(), base: null, name: null.cast(), address: null };
        // SAFETY: `dladdr` writes the struct. The address is that of a function of this library.
        if unsafe { dladdr(is_old as *const c_void, &raw mut found) } == 0 || found.file.is_null() {
            return false;
        }
        // SAFETY: `dladdr` has returned a text, which lives as long as the library.
        let file = unsafe { CStr::from_ptr(found.file) }.to_bytes();
        [&b"libcudart.so.12"[..], b"libcudart.so.11.0"].iter().any(|name| file.ends_with(name))
    });
    *IS_OLD
}
