//! The half-precision forms, by `rustc_apfloat`.

use super::{Op, round};
use ptx_core::{Rounding, Subnormals};
use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Category, Float, FloatConvert};

pub(crate) const NAN: u16 = 0x7fff;

/// 11 bits of precision as binary16, with an exponent that no operation here exhausts.
pub(crate) struct Unbounded;
impl Semantics for Unbounded {
    const BITS: usize = 26;
    const EXP_BITS: usize = 15;
}
type Wide = IeeeFloat<Unbounded>;

fn canonical(x: impl Float) -> u16 {
    if x.is_nan() { NAN } else { x.to_bits() as u16 }
}

/// The `.f16` form of an operation.
pub(crate) fn f16(op: Op, x: [u16; 3], r: Rounding, s: Subnormals) -> u16 {
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

/// The `.bf16` form of an operation.
pub(crate) fn bf16(op: Op, x: [u16; 3], r: Rounding) -> u16 {
    canonical(op.apply(x.map(|x| BFloat::from_bits(x.into())), round(r)))
}

/// A half-precision format of the referee's.
pub(crate) trait Format {
    /// The number as an f64, exactly.
    fn widened(x: u16) -> f64;
    /// Rounded to nearest.
    fn rounded(x: f64) -> u16;
}

macro_rules! format {
    ($($name:ident = $float:ident;)*) => { $(
        pub(crate) struct $name;
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

/// An operand of a mixed-precision form as the `.f32` it is converted to.
pub(crate) fn converted_f16(x: u16) -> u32 {
    let x: Single = Half::from_bits(x.into()).convert(&mut true).value;
    x.to_bits() as u32
}

/// An operand of a mixed-precision form as the `.f32` it is converted to.
pub(crate) fn converted_bf16(x: u16) -> u32 {
    u32::from(x) << 16
}
