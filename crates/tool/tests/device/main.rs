//! Tests `ptx!` on nvptx64: the instructions that rustc emits must give the same bits as the host.
//!
//! The pinned rustc emits `device.ptx` for `device.rs`. In this test, `include_ptx!` translates the file back to Rust.
//! This translation works with any toolchain.

#![forbid(unsafe_code)]
#![deny(warnings)]

#[macro_use]
extern crate ptx;

#[macro_use]
mod functions;
mod emitted;
mod kernel;
mod toolchain;

use std::fmt::Debug;

/// The functions of `kernel.rs`, as rustc compiled them for the device.
mod device {
    ptx::include_ptx! {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/device/device.ptx")
        pub(crate) fn d_exp_minus(x: f32, max: f32) -> f32;
        pub(crate) fn d_saxpy(a: f32, x: f32, y: f32) -> f32;
        pub(crate) fn d_sum_high(a: u64, b: u64, c: u64, d: u64) -> u64;
        pub(crate) fn d_difference_high(a: u32, b: u32, c: u32, d: u32) -> u32;
        pub(crate) fn d_mixed(a: u32, b: u32, c: u32, d: u32) -> u32;
        pub(crate) fn d_product_high(a: u32, b: u32, c: u32) -> u32;
        pub(crate) fn d_is_nan(x: f32) -> bool;
        pub(crate) fn d_between(x: u32, low: u32, high: u32, q: bool) -> bool;
        pub(crate) fn d_majority(a: u32, b: u32, c: u32) -> u32;
        pub(crate) fn d_high_half(x: u32) -> u16;
        pub(crate) fn d_byte(x: f32) -> u8;
        pub(crate) fn d_fp8(a: f32, b: f32) -> u16;
        pub(crate) fn d_halves(a: u32, b: u32, c: u32) -> u32;
        pub(crate) fn d_guarded(p: bool, x: f64, y: f64) -> f64;
        pub(crate) fn d_select(a: f32, b: f32, x: f32, y: f32) -> f32;
        pub(crate) fn d_bits(x: f32) -> u32;
        pub(crate) fn d_signed(x: i32, y: i32) -> i32;
        pub(crate) fn d_root(x: f32) -> f32;
        pub(crate) fn d_wide(x: i16, y: i16) -> i32;
        pub(crate) fn d_lanes(a: u32, b: u32, c: u32) -> u32;
        pub(crate) fn d_quotient(a: f64, b: f64) -> f64;
        pub(crate) fn d_extremum(a: f32, b: f32) -> f32;
        pub(crate) fn d_permuted(a: u32, b: u32, selector: u32) -> u32;
    }
}

/// An operand type. `draw` returns an operand with random or special bits.
trait Operand: Copy {
    fn draw(random: &mut Random) -> Self;
}

/// A generator of pseudo-random numbers (SplitMix64; Steele, Lea and Flood 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    }
}

/// Special operands: zeros, subnormals, numbers near 1, the largest numbers, infinities, NaNs, and limits of
/// integers.
const SPECIAL: [u32; 16] = [
    0,
    1,
    0x8000_0000,
    0x007f_ffff,
    0x0080_0000,
    0x3f7f_ffff,
    0x3f80_0000,
    0xbf80_0001,
    0x437f_0000,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7f80_0001,
    0x7fff_ffff,
    0xffff_ffff,
    0xfffe,
];

macro_rules! operands {
    ($($t:ty: $x:ident => $value:expr;)*) => { $(
        impl Operand for $t {
            fn draw(random: &mut Random) -> Self {
                let x = random.next();
                let special = SPECIAL[(x >> 8) as usize % SPECIAL.len()];
                let $x = match x % 4 {
                    0 => u64::from(special) << 32 | u64::from(special),
                    1 => u64::from(special),
                    _ => random.next(),
                };
                $value
            }
        }
    )* };
}
operands! {
    bool: x => x & 1 != 0;
    i16: x => x as i16;
    u32: x => x as u32;
    i32: x => x as i32;
    u64: x => x;
    f32: x => f32::from_bits(x as u32);
    f64: x => f64::from_bits(x);
}

/// A result type that can be converted to bits.
trait Bits {
    fn bits(self) -> u64;
}

macro_rules! bits {
    ($($t:ty: $x:ident => $bits:expr;)*) => { $(
        impl Bits for $t {
            fn bits(self) -> u64 {
                let $x = self;
                $bits
            }
        }
    )* };
}
bits! {
    bool: x => x.into();
    u8: x => x.into();
    u16: x => x.into();
    u32: x => x.into();
    i32: x => u64::from(x.cast_unsigned());
    u64: x => x;
    f32: x => x.to_bits().into();
    f64: x => x.to_bits();
}

/// The number of operand sets for each function.
const OPERANDS: usize = 20_000;

fn assert_same<A: Debug>(name: &str, operands: A, host: impl Bits, device: impl Bits) {
    let [host, device] = [host.bits(), device.bits()];
    assert_eq!(device, host, "{name}{operands:x?}: {device:x}, on the host {host:x}");
}

macro_rules! same {
    ($($function:ident as $name:ident($($x:ident: $t:ty),*) -> $r:ty;)*) => { $(
        #[test]
        fn $function() {
            let mut random = Random(stringify!($function).len() as u64);
            for _ in 0..OPERANDS {
                $(let $x = <$t as Operand>::draw(&mut random);)*
                let (host, device) = (kernel::$function($($x),*), device::$name($($x),*));
                assert_same(stringify!($function), ($($x),*), host, device);
            }
        }
    )* };
}
functions!(same);
