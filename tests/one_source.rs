//! Tests the source file `kernel.rs`, which the host and the device share in `examples/one_source`.
#![forbid(unsafe_code)]

#[macro_use]
extern crate ptx;

#[path = "../examples/one_source/kernel.rs"]
mod kernel;

#[test]
fn saxpy_truncates() {
    let tiny = 2.0_f32.powi(-30);
    assert_eq!(kernel::saxpy(3.0, 1.0, tiny), 3.0);
    assert_eq!(kernel::saxpy(3.0, 1.0, -tiny).to_bits(), 3.0_f32.to_bits() - 1);
}

/// Tests `softmax` with eight equal values. Every step is exact: each exponential is 2^0, their sum is 8, and its
/// reciprocal is 1/8.
#[test]
fn equal_values_have_equal_shares() {
    let mut result = [0.0; 8];
    kernel::softmax(&[-3.5; 8], &mut result);
    assert_eq!(result, [0.125; 8]);
}

/// Tests that `softmax` flushes an exponential to zero if the element is more than 126 * ln 2 below the largest
/// element.
#[test]
fn distant_values_vanish() {
    let mut result = [1.0; 3];
    kernel::softmax(&[0.0, -200.0, f32::NEG_INFINITY], &mut result);
    assert_eq!(result, [1.0, 0.0, 0.0]);
}
