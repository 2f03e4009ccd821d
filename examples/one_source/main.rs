//! Runs the arithmetic of a kernel on the host. The crate `device` compiles the same source for a GPU, and the results
//! have the same bits.
//!
//! ```text
//! cargo run --release --example one_source
//! ```
#![forbid(unsafe_code)]

#[macro_use]
extern crate ptx;

mod kernel;

/// Computes softmax in `f32` with the functions of the standard library.
fn native(row: &[f32]) -> Vec<f32> {
    let largest = row.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let all: Vec<f32> = row.iter().map(|x| (x - largest).exp()).collect();
    let total: f32 = all.iter().sum();
    all.iter().map(|e| e / total).collect()
}

fn main() {
    let row: Vec<f32> = (0..8u8).map(|i| f32::from(i) * 0.75 - 2.0).collect();
    let mut result = vec![0.0; row.len()];
    kernel::softmax(&row, &mut result);
    println!("{:>6}  {:>10}  {:>8}  {:>8}", "x", "softmax", "device", "native");
    for ((x, device), native) in row.iter().zip(&result).zip(native(&row)) {
        println!("{x:>6}  {device:>10.7}  {:08x}  {:08x}", device.to_bits(), native.to_bits());
    }
    let d = kernel::saxpy(1.7, 0.1, 3.0);
    println!("saxpy(1.7, 0.1, 3.0), truncated: {d} ({:08x})", d.to_bits());
}
