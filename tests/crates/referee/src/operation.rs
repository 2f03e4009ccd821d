//! Computes correctly rounded `.f32` and `.f64` operations with `rustc_apfloat`.

use ptx_core::{Rounding, Saturation, Subnormals};
use rustc_apfloat::ieee::{Double, IeeeFloat, Quad, Semantics, Single};
use rustc_apfloat::{Category, Float, FloatConvert, Round};

/// All roundings.
pub const ROUNDINGS: [Rounding; 4] = [Rounding::Rn, Rounding::Rz, Rounding::Rm, Rounding::Rp];
/// Without `.ftz` and with `.ftz`.
pub const SUBNORMALS: [Subnormals; 2] = [Subnormals::Keep, Subnormals::Flush];
/// Without `.sat` and with `.sat`.
pub const SATURATIONS: [Saturation; 2] = [Saturation::Off, Saturation::Sat];

/// The canonical `.f32` NaN.
pub const NAN_F32: u32 = 0x7fff_ffff;
/// The NaN result of an invalid `.f64` operation.
pub const INVALID_F64: u64 = 0xfff8_0000_0000_0000;

/// An operation on the operands `[a, b, c]`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Op {
    /// `a + b`
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`
    Div,
    /// `1 / a`
    Rcp,
    /// `a * b + c`
    Fma,
}

impl Op {
    /// Returns the number of operands.
    #[must_use]
    pub fn arity(self) -> usize {
        match self {
            Op::Rcp => 1,
            Op::Fma => 3,
            _ => 2,
        }
    }

    pub(crate) fn apply<F: Float>(self, [a, b, c]: [F; 3], r: Round) -> F {
        match self {
            Op::Add => a.add_r(b, r).value,
            Op::Sub => a.sub_r(b, r).value,
            Op::Mul => a.mul_r(b, r).value,
            Op::Div => a.div_r(b, r).value,
            Op::Rcp => F::from_u128(1).value.div_r(a, r).value,
            Op::Fma => a.mul_add_r(b, c, r).value,
        }
    }
}

/// A format with the precision of binary32 (24 bits) and an exponent range that no operation here
/// exceeds.
struct Unbounded;
impl Semantics for Unbounded {
    const BITS: usize = 39;
    const EXP_BITS: usize = 15;
}
type Wide = IeeeFloat<Unbounded>;

/// Converts a rounding to the rounding type of `rustc_apfloat`.
#[must_use]
pub fn round(r: Rounding) -> Round {
    match r {
        Rounding::Rn => Round::NearestTiesToEven,
        Rounding::Rz => Round::TowardZero,
        Rounding::Rm => Round::TowardNegative,
        Rounding::Rp => Round::TowardPositive,
    }
}

/// Computes an `.f32` operation.
#[must_use]
pub fn f32(op: Op, x: [u32; 3], r: Rounding, s: Subnormals) -> u32 {
    let mut exact = true;
    let result = match s {
        Subnormals::Keep => op.apply(x.map(|x| Single::from_bits(x.into())), round(r)),
        Subnormals::Flush => {
            let wide = op.apply(x.map(|x| flushed(x).convert(&mut exact).value), round(r));
            flush(wide).convert_r(round(r), &mut exact).value
        }
    };
    if result.is_nan() { NAN_F32 } else { result.to_bits() as u32 }
}

/// Computes `mad.f32` of sm_1x: truncates the product to 24 bits, then rounds the sum.
#[must_use]
pub fn mad_f32([a, b, c]: [u32; 3], r: Rounding, s: Subnormals) -> u32 {
    let addend = if s == Subnormals::Flush { flushed(c) } else { Single::from_bits(c.into()) };
    if addend.is_zero() {
        return f32(Op::Add, [f32(Op::Mul, [a, b, 0], r, s), c, 0], r, s);
    }
    let mut exact = true;
    let [a, b, c] = [a, b, c].map(|x| match s {
        Subnormals::Keep => Single::from_bits(x.into()),
        Subnormals::Flush => flushed(x),
    });
    let [a, b, c]: [Wide; 3] = [a, b, c].map(|x| x.convert(&mut exact).value);
    let product = a.mul_r(b, Round::TowardZero).value;
    let result: Single = match s {
        Subnormals::Flush => {
            flush(product.add_r(c, round(r)).value).convert_r(round(r), &mut exact).value
        }
        // Rounding to 113 bits before rounding to 24 bits is harmless, because 113 >= 2 · 24 + 2.
        Subnormals::Keep => {
            let [product, c]: [Quad; 2] = [product, c].map(|x| x.convert(&mut exact).value);
            product.add_r(c, round(r)).value.convert_r(round(r), &mut exact).value
        }
    };
    if result.is_nan() { NAN_F32 } else { result.to_bits() as u32 }
}

fn flushed(x: u32) -> Single {
    let x = Single::from_bits(x.into());
    if x.is_denormal() { Single::ZERO.copy_sign(x) } else { x }
}

fn flush(x: Wide) -> Wide {
    if x.category() == Category::Normal && x.ilogb() < -126 { Wide::ZERO.copy_sign(x) } else { x }
}

/// Clamps a number to [0, 1] if `.sat` is set.
#[must_use]
pub fn saturated(x: u32, sat: Saturation) -> u32 {
    let value = f32::from_bits(x);
    match sat {
        Saturation::Off => x,
        Saturation::Sat if value > 0.0 => value.min(1.0).to_bits(),
        Saturation::Sat => 0,
    }
}

/// Computes an `.f64` operation.
#[must_use]
pub fn f64(op: Op, x: [u64; 3], r: Rounding) -> u64 {
    let result = op.apply(x.map(|x| Double::from_bits(x.into())), round(r));
    if !result.is_nan() {
        return result.to_bits() as u64;
    }
    let [a, b, c] = x;
    match op {
        Op::Add | Op::Sub | Op::Mul => nan_f64(&[b, a]),
        Op::Fma => nan_f64(&[b, c, a]),
        Op::Div => nan_f64(&[a, b]),
        Op::Rcp => nan_f64(&[a]),
    }
}

/// Returns the first NaN of the operands, quieted. Without a NaN operand, returns the NaN of an
/// invalid operation. `operands` must be in the order in which the instruction checks them for
/// NaNs.
#[must_use]
pub fn nan_f64(operands: &[u64]) -> u64 {
    let first = operands.iter().find(|x| f64::from_bits(**x).is_nan());
    first.map_or(INVALID_F64, |x| x | 1 << 51)
}
