//! Computes `.f16` and `.bf16` operations with `rustc_apfloat`.

use crate::operation::{Op, round};
use ptx_core::{Rounding, Subnormals};
use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Category, Float, FloatConvert};

/// The canonical NaN of `.f16` and `.bf16`.
pub const NAN: u16 = 0x7fff;

/// A format with the precision of binary16 (11 bits) and an exponent range that no operation here
/// exceeds.
struct Unbounded;
impl Semantics for Unbounded {
    const BITS: usize = 26;
    const EXP_BITS: usize = 15;
}
type Wide = IeeeFloat<Unbounded>;

fn canonical(x: impl Float) -> u16 {
    if x.is_nan() { NAN } else { x.to_bits() as u16 }
}

/// Computes an `.f16` operation.
#[must_use]
pub fn f16(op: Op, x: [u16; 3], r: Rounding, s: Subnormals) -> u16 {
    let mut exact = true;
    canonical(match s {
        Subnormals::Keep => op.apply(x.map(|x| Half::from_bits(x.into())), round(r)),
        Subnormals::Flush => {
            let wide = |x| FloatConvert::<Wide>::convert(flushed(x), &mut exact).value;
            let result = op.apply(x.map(wide), round(r));
            let small = result.category() == Category::Normal && result.ilogb() < -14;
            let result = if small { Wide::ZERO.copy_sign(result) } else { result };
            FloatConvert::<Half>::convert_r(result, round(r), &mut exact).value
        }
    })
}

fn flushed(x: u16) -> Half {
    let x = Half::from_bits(x.into());
    if x.is_denormal() { Half::ZERO.copy_sign(x) } else { x }
}

/// Computes a `.bf16` operation.
#[must_use]
pub fn bf16(op: Op, x: [u16; 3], r: Rounding) -> u16 {
    canonical(op.apply(x.map(|x| BFloat::from_bits(x.into())), round(r)))
}

/// A 16-bit float format.
pub trait Format {
    /// Converts a number to f64, exactly.
    fn widened(x: u16) -> f64;
    /// Rounds an f64 to nearest.
    fn rounded(x: f64) -> u16;
}

macro_rules! format {
    ($($name:ident = $float:ident;)*) => { $(
        /// A 16-bit float format of `rustc_apfloat`.
        pub struct $name;
        impl Format for $name {
            fn widened(x: u16) -> f64 {
                let x: Double = $float::from_bits(x.into()).convert(&mut true).value;
                f64::from_bits(x.to_bits() as u64)
            }
            fn rounded(x: f64) -> u16 {
                let x: $float = Double::from_bits(x.to_bits().into()).convert(&mut true).value;
                canonical(x)
            }
        }
    )* };
}
format! {
    Binary16 = Half;
    Bfloat16 = BFloat;
}

/// Converts an `.f16` operand of a mixed-precision instruction to `.f32`.
#[must_use]
pub fn converted_f16(x: u16) -> u32 {
    let x: Single = Half::from_bits(x.into()).convert(&mut true).value;
    x.to_bits() as u32
}

/// Converts a `.bf16` operand of a mixed-precision instruction to `.f32`.
#[must_use]
pub fn converted_bf16(x: u16) -> u32 {
    u32::from(x) << 16
}
