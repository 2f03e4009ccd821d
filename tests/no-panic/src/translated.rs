//! Functions that are translated from a PTX file and access no memory.

use core::hint::black_box;

ptx::include_ptx! {
    "../../include/functions.ptx"
    fn hypotenuse(a: f32, b: f32) -> f32;
    fn triangle(n: u32) -> u64;
    fn collatz(n: u32) -> u32;
    fn chosen(i: u32) -> i32;
    fn guarded(x: i32, y: i32) -> i32;
    fn tagged(s: (f32, u8, i16)) -> (f32, u8, i16);
    fn reversed(v: [u32; 4]) -> [u32; 4];
    fn bumped(c: u8, b: bool) -> u8;
    fn is_negative(x: f32) -> bool;
    fn divided(a: u32, b: u32) -> (u32, u32);
    fn sum128(a: (u64, u64), b: (u64, u64)) -> (u64, u64);
    fn unwritten(x: u32) -> u32;
    fn gauss(x: f32) -> f32;
}

/// Calls each function with arguments that the optimiser does not know.
pub(crate) fn call() {
    let _ = black_box(hypotenuse(black_box(3.0), black_box(4.0)));
    let _ = black_box(triangle(black_box(9)));
    let _ = black_box(collatz(black_box(9)));
    let _ = black_box(chosen(black_box(1)));
    let _ = black_box(guarded(black_box(1), black_box(2)));
    let _ = black_box(tagged(black_box((1.0, 2, 3))));
    let _ = black_box(reversed(black_box([1, 2, 3, 4])));
    let _ = black_box(bumped(black_box(1), black_box(true)));
    let _ = black_box(is_negative(black_box(1.0)));
    let _ = black_box(divided(black_box(7), black_box(0)));
    let _ = black_box(sum128(black_box((1, 2)), black_box((3, 4))));
    let _ = black_box(unwritten(black_box(1)));
    let _ = black_box(gauss(black_box(1.0)));
}
