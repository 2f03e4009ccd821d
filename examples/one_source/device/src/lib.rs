//! The kernels for the GPU. Each thread computes a row of softmax, or an element of saxpy.
#![no_std]
#![feature(abi_ptx, asm_experimental_arch, stdarch_nvptx)]

#[macro_use]
extern crate ptx;

#[path = "../../kernel.rs"]
mod kernel;

use core::arch::nvptx::{_block_dim_x, _block_idx_x, _thread_idx_x};
use core::slice::{from_raw_parts, from_raw_parts_mut};

fn index() -> usize {
    // SAFETY: every thread may read these special registers.
    let thread = unsafe { _block_idx_x() * _block_dim_x() + _thread_idx_x() };
    thread as usize
}

/// Computes the softmax of row number `index()`.
///
/// # Safety
/// `x` and `y` must have `rows * columns` elements and must not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn softmax(x: *const f32, y: *mut f32, rows: u32, columns: u32) {
    let (row, columns) = (index(), columns as usize);
    if row < rows as usize {
        // SAFETY: the row is inside both buffers, and no other thread accesses it.
        let (x, y) = unsafe {
            (
                from_raw_parts(x.add(row * columns), columns),
                from_raw_parts_mut(y.add(row * columns), columns),
            )
        };
        kernel::softmax(x, y);
    }
}

/// Computes `y = a * x + y` for element number `index()`.
///
/// # Safety
/// `x` and `y` must have `count` elements and must not overlap.
#[unsafe(no_mangle)]
pub unsafe extern "ptx-kernel" fn saxpy(a: f32, x: *const f32, y: *mut f32, count: u32) {
    let i = index();
    if i < count as usize {
        // SAFETY: the element is inside both buffers, and no other thread accesses it.
        unsafe { *y.add(i) = kernel::saxpy(a, *x.add(i), *y.add(i)) };
    }
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {}
}
