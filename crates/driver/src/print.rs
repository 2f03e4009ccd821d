//! The output of `printf` in kernels, which goes through the C library, so that it keeps its place among the program's own.

use std::ffi::{c_int, c_void};
use std::io::{Error, Result, Write};

unsafe extern "C" {
    static stdout: *mut c_void;
    fn fwrite(from: *const c_void, size: usize, count: usize, file: *mut c_void) -> usize;
    fn fflush(file: *mut c_void) -> c_int;
}

/// Standard output of the C library.
#[derive(Default)]
pub(crate) struct StandardOutput {
    /// Whether bytes were written that were not flushed.
    is_pending: bool,
}

impl Write for StandardOutput {
    fn write(&mut self, bytes: &[u8]) -> Result<usize> {
        self.is_pending = true;
        // SAFETY: the C library has opened `stdout`, and `bytes` has its length.
        let count = unsafe { fwrite(bytes.as_ptr().cast(), 1, bytes.len(), stdout) };
        if count == 0 && !bytes.is_empty() { Err(Error::last_os_error()) } else { Ok(count) }
    }

    fn flush(&mut self) -> Result<()> {
        if !std::mem::take(&mut self.is_pending) {
            return Ok(());
        }
        // SAFETY: the C library has opened `stdout`.
        match unsafe { fflush(stdout) } {
            0 => Ok(()),
            _ => Err(Error::last_os_error()),
        }
    }
}
