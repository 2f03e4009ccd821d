//! Computes correctly rounded `.f32` and `.f64` operations with MPFR.

use ptx_core::Subnormals;
pub use rug::float::Round;

use rug::Float;
use std::cmp::Ordering;

/// An operation of MPFR. The arguments are the operands, a precision and a rounding. The operation returns the rounded
/// result and the sign of its error.
pub type Operation = fn(&[Float; 3], u32, Round) -> (Float, Ordering);

/// The operations: the name in PTX, the order in which the `.f64` instruction checks its operands for NaNs, and the
/// function.
pub const OPERATIONS: [(&str, &[usize], Operation); 7] = [
    ("add", &[1, 0], |[a, b, _], p, r| Float::with_val_round(p, a + b, r)),
    ("sub", &[1, 0], |[a, b, _], p, r| Float::with_val_round(p, a - b, r)),
    ("mul", &[1, 0], |[a, b, _], p, r| Float::with_val_round(p, a * b, r)),
    ("div", &[0, 1], |[a, b, _], p, r| Float::with_val_round(p, a / b, r)),
    ("rcp", &[0], |[a, ..], p, r| Float::with_val_round(p, a.recip_ref(), r)),
    ("sqrt", &[0], |[a, ..], p, r| Float::with_val_round(p, a.sqrt_ref(), r)),
    ("fma", &[1, 2, 0], |[a, b, c], p, r| Float::with_val_round(p, a.mul_add_ref(b, c), r)),
];

/// Computes a binary32 operation. MPFR has no exponent limit, so this function rounds subnormal
/// results in a separate step.
#[must_use]
pub fn single(op: Operation, x: [u32; 3], r: Round, s: Subnormals) -> u32 {
    let operands = x.map(|x| {
        let x = f32::from_bits(x);
        let x = if s == Subnormals::Flush && x.is_subnormal() { 0.0_f32.copysign(x) } else { x };
        Float::with_val(24, x)
    });
    let (mut d, error) = op(&operands, 24, r);
    if d.is_nan() {
        return 0x7fff_ffff;
    }
    match s {
        Subnormals::Keep => {
            d.subnormalize_ieee_round(error, r);
        }
        // MPFR's significands are in [1/2, 1), so the smallest normal number has exponent -125.
        Subnormals::Flush if d.get_exp().is_some_and(|exp| exp < -125) => {
            return 0.0_f32.copysign(d.to_f32()).to_bits();
        }
        Subnormals::Flush => {}
    }
    d.to_f32_round(r).to_bits()
}

/// Computes a binary64 operation. `order` lists the operands in the order in which the instruction
/// checks them for NaNs.
#[must_use]
pub fn double(op: Operation, order: &[usize], x: [u64; 3], r: Round) -> u64 {
    let operands = x.map(|x| Float::with_val(53, f64::from_bits(x)));
    let (mut d, error) = op(&operands, 53, r);
    if d.is_nan() {
        let nan = order.iter().map(|i| x[*i]).find(|x| f64::from_bits(*x).is_nan());
        return nan.map_or(0xfff8_0000_0000_0000, |x| x | 1 << 51);
    }
    d.subnormalize_ieee_round(error, r);
    d.to_f64_round(r).to_bits()
}

/// Clamps a number to [0, 1], like `.sat`.
#[must_use]
pub fn saturated(x: u32) -> u32 {
    let value = f32::from_bits(x);
    if value > 0.0 { value.min(1.0).to_bits() } else { 0 }
}
