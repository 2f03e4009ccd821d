//! Reads and writes through pointers of the caller. A null pointer is the result "invalid value".

use crate::code::{INVALID_VALUE, Outcome};
use std::ffi::{CStr, c_char};

/// Writes a result.
///
/// # Safety
/// `to` is null or valid for a write.
pub(crate) unsafe fn put<T>(to: *mut T, value: T) -> Outcome {
    if to.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: `to` is not null, so it is valid for a write.
    unsafe { to.write_unaligned(value) };
    Ok(())
}

/// Writes a result that the caller may omit.
///
/// # Safety
/// `to` is null or valid for a write.
pub(crate) unsafe fn put_if<T>(to: *mut T, value: T) {
    // SAFETY: the caller's guarantee is that of `put`.
    let _ = unsafe { put(to, value) };
}

/// Reads a value.
///
/// # Safety
/// `from` is null or valid for a read, and its bytes are a `T`.
pub(crate) unsafe fn get<T: Copy>(from: *const T) -> Outcome<T> {
    if from.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: `from` is not null, so it is valid for a read.
    Ok(unsafe { from.read_unaligned() })
}

/// Reads element `index` of an array.
///
/// # Safety
/// `from` is null, or valid for reads of `index + 1` elements.
pub(crate) unsafe fn at<T: Copy>(from: *const T, index: usize) -> Outcome<T> {
    if from.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: `from` is not null, so it is valid for this element.
    unsafe { get(from.add(index)) }
}

/// Reads an array.
///
/// # Safety
/// `from` is null, or valid for reads of `count` elements.
pub(crate) unsafe fn array<T: Copy>(from: *const T, count: usize) -> Outcome<Vec<T>> {
    // SAFETY: the caller's guarantee is that of `at`.
    (0..count).map(|index| unsafe { at(from, index) }).collect()
}

/// Reads a text that ends with a zero byte.
///
/// # Safety
/// `from` is null, or points to bytes with a zero byte at the end.
pub(crate) unsafe fn text(from: *const c_char) -> Outcome<String> {
    if from.is_null() {
        return Err(INVALID_VALUE);
    }
    // SAFETY: `from` is not null, so it points to a text with a zero byte at the end.
    Ok(unsafe { CStr::from_ptr(from) }.to_string_lossy().into_owned())
}

/// Writes a text with a zero byte at the end, cut off after `size` bytes.
///
/// # Safety
/// `to` is null, or valid for writes of `size` bytes.
pub(crate) unsafe fn put_text(to: *mut c_char, size: usize, text: &str) -> Outcome {
    if to.is_null() || size == 0 {
        return Err(INVALID_VALUE);
    }
    let count = text.len().min(size - 1);
    // SAFETY: `to` is valid for `size` bytes, and at most `size` bytes are written.
    unsafe {
        std::ptr::copy_nonoverlapping(text.as_ptr(), to.cast(), count);
        to.add(count).write(0);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{array, at, get, put, put_if, put_text, text};
    use crate::code::INVALID_VALUE;
    use std::ptr::{null, null_mut};

    #[test]
    fn null_pointers_are_invalid() {
        // SAFETY: the functions accept null pointers.
        unsafe {
            assert_eq!(put(null_mut(), 1u32), Err(INVALID_VALUE));
            put_if(null_mut(), 1u32);
            assert_eq!(get::<u32>(null()), Err(INVALID_VALUE));
            assert_eq!(at::<u32>(null(), 3), Err(INVALID_VALUE));
            assert_eq!(array::<u32>(null(), 2), Err(INVALID_VALUE));
            assert_eq!(array::<u32>(null(), 0), Ok(Vec::new()));
            assert_eq!(text(null()), Err(INVALID_VALUE));
            assert_eq!(put_text(null_mut(), 4, "abc"), Err(INVALID_VALUE));
        }
    }

    #[test]
    fn values_may_be_misaligned() {
        let mut bytes = [0u8; 13];
        let odd: *mut u32 = bytes.as_mut_ptr().wrapping_add(1).cast();
        // SAFETY: three words lie in the array, one byte after its start.
        unsafe {
            assert_eq!(put(odd, 0x0403_0201), Ok(()));
            put_if(odd.add(2), 0x0c0b_0a09);
            assert_eq!(get(odd), Ok(0x0403_0201));
            assert_eq!(at(odd, 2), Ok(0x0c0b_0a09));
            assert_eq!(array(odd, 3), Ok(vec![0x0403_0201, 0, 0x0c0b_0a09]));
        }
        assert_eq!(bytes, [0, 1, 2, 3, 4, 0, 0, 0, 0, 9, 10, 11, 12]);
    }

    #[test]
    fn texts_are_cut_off() {
        let mut bytes = [7; 6];
        // SAFETY: the array has more bytes than are passed, and the texts end with a zero byte.
        unsafe {
            assert_eq!(put_text(bytes.as_mut_ptr(), 4, "abcdef"), Ok(()));
            assert_eq!(text(bytes.as_ptr()).as_deref(), Ok("abc"));
            assert_eq!(put_text(bytes.as_mut_ptr(), 0, ""), Err(INVALID_VALUE));
            assert_eq!(put_text(bytes.as_mut_ptr(), 6, "de"), Ok(()));
        }
        assert_eq!(bytes, [100, 101, 0, 0, 7, 7]);
    }
}
