//! Checks the errors of the half-precision `ex2` and `tanh` with MPFR, for all 2^16 operands. The errors must be within
//! the bounds of the PTX ISA, except for `tanh.approx.bf16` of 3f3f and bf3f. There the error exceeds 2^-8, and on an
//! H100 the error exceeds 2^-8 as well.

use ptx_core::*;
use rug::Float;

/// The bound of an error.
#[derive(Clone, Copy)]
enum Bound {
    Relative(f64),
    Absolute(f64),
}
use Bound::{Absolute, Relative};

/// Converts a binary16 number to f64.
fn binary16(bits: u16) -> f64 {
    cvt_f64_f16(bits, Saturation::Off)
}

/// Converts a bfloat16 number to f64.
fn bfloat16(bits: u16) -> f64 {
    f32::from_bits(u32::from(bits) << 16).into()
}

/// The form and the magnitude of the operand for which the error exceeds the bound of the PTX ISA. On an H100, the
/// error exceeds the bound as well.
const EXCEEDED: (&str, u16) = ("tanh.approx.bf16", 0x3f3f);

pub fn check() {
    type Form = (&'static str, fn(u16) -> f64, fn(u16) -> u16, fn(Float) -> Float, Bound, f64);
    // The last field is the smallest exact result to which the bound applies. Below this number, results are subnormal
    // or flushed.
    let forms: [Form; 4] = [
        (
            "ex2.approx.f16",
            binary16,
            ex2_approx_f16,
            Float::exp2,
            Relative(2f64.powf(-9.9)),
            2f64.powi(-14),
        ),
        (
            "ex2.approx.ftz.bf16",
            bfloat16,
            ex2_approx_ftz_bf16,
            Float::exp2,
            Relative(2f64.powi(-7)),
            2f64.powi(-126),
        ),
        (
            "tanh.approx.f16",
            binary16,
            tanh_approx_f16,
            Float::tanh,
            Absolute(2f64.powf(-10.987)),
            0.0,
        ),
        ("tanh.approx.bf16", bfloat16, tanh_approx_bf16, Float::tanh, Absolute(2f64.powi(-8)), 0.0),
    ];
    for (name, value, f, function, bound, least) in forms {
        let mut compared = 0;
        for a in 0..=u16::MAX {
            let (x, found) = (value(a), value(f(a)));
            let exact = function(Float::with_val(200, x));
            let size = exact.clone().abs();
            if x.is_nan() || found.is_infinite() || size < least {
                continue;
            }
            let error = Float::with_val(200, &exact - found).abs();
            let bound =
                if (name, a & 0x7fff) == EXCEEDED { Absolute(2f64.powf(-7.9999)) } else { bound };
            let limit = match bound {
                Relative(limit) => size * limit,
                Absolute(limit) => Float::with_val(53, limit),
            };
            assert!(error <= limit, "{name} {a:04x}: {found}, not {exact}");
            compared += 1;
        }
        println!("{name}: {compared} operands");
    }
}
