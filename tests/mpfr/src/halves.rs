//! Compares the half-precision `ex2` and `tanh` with MPFR for all 2^16 operands.

use ptx_core::*;
use rug::Float;
use rug::float::Special;

/// A format: its precision, and the exponent of its smallest normal number.
#[derive(Clone, Copy)]
struct Format {
    bits: u32,
    min_exp: i32,
}

const BINARY16: Format = Format { bits: 11, min_exp: -14 };
const BFLOAT16: Format = Format { bits: 8, min_exp: -126 };

impl Format {
    fn infinity(self) -> u16 {
        0x7fff & !0 << (self.bits - 1)
    }

    /// Returns the value of a number without its sign bit.
    fn decode(self, magnitude: u16) -> Float {
        let fraction = magnitude & ((1 << (self.bits - 1)) - 1);
        let field = i32::from(magnitude >> (self.bits - 1));
        let sig = if field == 0 { fraction } else { fraction | 1 << (self.bits - 1) };
        Float::with_val(16, sig) << (self.min_exp + field.max(1) - self.bits as i32)
    }

    /// Rounds `x` to nearest in units of the last place, and returns the bits. `x` must not be negative.
    fn encode(self, x: &Float) -> u16 {
        let Some(exp) = x.get_exp() else {
            return if x.is_zero() { 0 } else { self.infinity() };
        };
        // MPFR's significands are in [1/2, 1).
        let exp = (exp - 1).max(self.min_exp);
        let units = Float::with_val(200, x << (self.bits as i32 - 1 - exp));
        let units = units.round_even().to_f64() as u64;
        let field = (exp - self.min_exp) as u64;
        let magnitude = units + (field << (self.bits - 1));
        magnitude.min(self.infinity().into()) as u16
    }
}

fn expected(f: Format, a: u16, function: fn(Float) -> Float, ftz: bool) -> u16 {
    let (sign, magnitude) = (a & 0x8000, a & 0x7fff);
    if magnitude > f.infinity() {
        return 0x7fff;
    }
    let x = match magnitude == f.infinity() {
        true => Float::with_val(16, Special::Infinity),
        false => f.decode(magnitude),
    };
    let x = if sign == 0 { x } else { -x };
    let value = function(Float::with_val(200, x));
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = f.encode(&value.abs());
    if ftz && magnitude < 1 << (f.bits - 1) { sign } else { sign | magnitude }
}

pub fn check() {
    type Form = (&'static str, Format, fn(u16) -> u16, fn(Float) -> Float, bool);
    let forms: [Form; 4] = [
        ("ex2.approx.f16", BINARY16, ex2_approx_f16, Float::exp2, false),
        ("ex2.approx.ftz.bf16", BFLOAT16, ex2_approx_ftz_bf16, Float::exp2, true),
        ("tanh.approx.f16", BINARY16, tanh_approx_f16, Float::tanh, false),
        ("tanh.approx.bf16", BFLOAT16, tanh_approx_bf16, Float::tanh, false),
    ];
    for (name, format, f, function, ftz) in forms {
        for a in 0..=u16::MAX {
            let expected = expected(format, a, function, ftz);
            assert_eq!(f(a), expected, "{name} {a:04x}: {:04x}, not {expected:04x}", f(a));
        }
        println!("{name}: all operands");
    }
}
