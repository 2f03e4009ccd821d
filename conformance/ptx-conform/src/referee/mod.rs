//! What digests are compared with while they are made: the digests of the C model in
//! `conformance/model`, or the host's own floats and integers.

mod floats;
mod integers;

use crate::sweep::following;
use floats::{BF16, F16, Limits, Rounding, clamped, directed, flushed, half, integral, narrowed};
use ptx_isa::{Argument, Call};
use std::path::{Path, PathBuf};

/// The file of the C model for a computation: 4096 digests, each over those of 16 blocks.
#[must_use]
pub fn model(name: &str) -> Option<PathBuf> {
    let file = match name {
        "rcp_approx_f32(a, Subnormals::Keep)" => "rcp_approx",
        "rcp_approx_f32(a, Subnormals::Flush)" => "rcp",
        "rsqrt_approx_f32(a, Subnormals::Keep)" => "rsqrt_approx",
        "rsqrt_approx_f32(a, Subnormals::Flush)" => "rsq",
        "sqrt_approx_f32(a, Subnormals::Keep, Sm(50))" => "sqrt_approx_sm50",
        "sqrt_approx_f32(a, Subnormals::Flush, Sm(50))" => "sqrt_approx_ftz_sm50",
        "sqrt_approx_f32(a, Subnormals::Keep, Sm(52))" => "sqrt_approx_sm52",
        "sqrt_approx_f32(a, Subnormals::Flush, Sm(52))" => "sqrt",
        "lg2_approx_f32(a, Subnormals::Keep)" => "lg2_approx",
        "lg2_approx_f32(a, Subnormals::Flush)" => "lg2",
        "ex2_approx_f32(a, Subnormals::Keep, Sm(50))" => "ex2_approx",
        "ex2_approx_f32(a, Subnormals::Flush, Sm(50))" => "ex2_float",
        "sin_approx_f32(a, Subnormals::Keep, Sm(50))" => "sin_approx_sm50",
        "sin_approx_f32(a, Subnormals::Keep, Sm(70))" => "sin_approx_sm70",
        "cos_approx_f32(a, Subnormals::Keep, Sm(50))" => "cos_approx_sm50",
        "cos_approx_f32(a, Subnormals::Keep, Sm(70))" => "cos_approx_sm70",
        "tanh_approx_f32(a)" => "tanh_approx",
        "rcp64h" => "rcp64h",
        "rsq64h" => "rsq64h",
        _ => return None,
    };
    let blocks = Path::new(env!("CARGO_MANIFEST_DIR")).join("../model/blocks");
    Some(blocks.join(format!("{file}.bin")))
}

/// What a referee calls itself, and how it computes consecutive operands.
pub type Referee = (&'static str, Fill);

/// Fills results with those on the first operand and on those that follow it.
pub type Fill = Box<dyn Fn(u32, &mut [u64]) + Sync>;

/// What computes the same without `ptx-core`.
#[must_use]
pub fn referee(computation: &Argument) -> Option<Referee> {
    let Argument::Call(Call { function, arguments, .. }) = computation else { return None };
    let has = |mode: &str| {
        let is_mode =
            |argument: &Argument| matches!(argument, Argument::Mode(path) if *path == mode);
        arguments.iter().any(is_mode)
    };
    let rounding = match () {
        () if has("Rounding::Rz") => Rounding::Zero,
        () if has("Rounding::Rm") => Rounding::Down,
        () if has("Rounding::Rp") => Rounding::Up,
        () => Rounding::Nearest,
    };
    let sat = has("Saturation::Sat");
    // To `.f16` nothing is flushed.
    let ftz = has("Subnormals::Flush") && function != "cvt_f16_f32";
    let limits =
        Limits { sat, relu: has("Rectification::Relu"), satfinite: has("Limit::Satfinite") };
    if let Some(fill) = integers::converted(function) {
        return Some(("exact integers", fill));
    }
    let floats = |fill: Fill| Some(("host floats", fill));
    macro_rules! filled {
        (|$x:ident| $result:expr) => {
            Box::new(move |first, results: &mut [u64]| {
                ptx_wide::wide(|| {
                    for ($x, result) in following(first, results) {
                        *result = u64::from($result);
                    }
                });
            })
        };
    }
    macro_rules! by_rounding {
        (@ $rounding:ident |$x:ident: $from:expr, $r:ident| $result:expr) => {
            filled!(|bits| {
                let ($x, $r) = ($from(bits), Rounding::$rounding);
                $result
            })
        };
        (|$x:ident: $from:expr, $r:ident| $result:expr) => {
            match rounding {
                Rounding::Nearest => by_rounding!(@ Nearest |$x: $from, $r| $result),
                Rounding::Zero => by_rounding!(@ Zero |$x: $from, $r| $result),
                Rounding::Down => by_rounding!(@ Down |$x: $from, $r| $result),
                Rounding::Up => by_rounding!(@ Up |$x: $from, $r| $result),
            }
        };
        (|$x:ident, $r:ident| $result:expr) => {
            by_rounding!(|$x: |bits| flushed(f32::from_bits(bits), ftz), $r| $result)
        };
    }
    macro_rules! to_integer {
        ($ty:ty, $unsigned:ty) => {
            by_rounding!(|x, r| (integral(x, r) as $ty) as $unsigned)
        };
    }
    floats(match function.as_str() {
        "rcp_f32" => by_rounding!(|x, r| narrowed(1.0 / f64::from(x), r, ftz).to_bits()),
        "sqrt_f32" => by_rounding!(|x, r| narrowed(f64::from(x).sqrt(), r, ftz).to_bits()),
        "cvt_u8_f32" => to_integer!(u8, u8),
        "cvt_u16_f32" => to_integer!(u16, u16),
        "cvt_u32_f32" => to_integer!(u32, u32),
        "cvt_s8_f32" => to_integer!(i8, u8),
        "cvt_s16_f32" => to_integer!(i16, u16),
        "cvt_s32_f32" => to_integer!(i32, u32),
        "cvt_u64_f32" => {
            by_rounding!(|x, r| if x.is_nan() { 1 << 63 } else { integral(x, r) as u64 })
        }
        "cvt_s64_f32" => {
            by_rounding!(|x, r| if x.is_nan() { 1 << 63 } else { (integral(x, r) as i64) as u64 })
        }
        "cvt_irnd_f32_f32" => {
            by_rounding!(|x, r| clamped(integral(x, r).copysign(x), sat).to_bits())
        }
        "cvt_f32_u32" => by_rounding!(|x: f64::from, r| clamped(directed(x, r), sat).to_bits()),
        "cvt_f32_s32" => by_rounding!(|x: signed, r| clamped(directed(x, r), sat).to_bits()),
        "cvt_f16_f32" | "cvt_frnd2_f16_f32" => {
            by_rounding!(|x, r| half(x.into(), F16, r, limits))
        }
        "cvt_bf16_f32" | "cvt_frnd2_bf16_f32" => {
            by_rounding!(|x, r| half(x.into(), BF16, r, limits))
        }
        "cvt_f16_u32" => by_rounding!(|x: f64::from, r| half(x, F16, r, limits)),
        "cvt_f16_s32" => by_rounding!(|x: signed, r| half(x, F16, r, limits)),
        "cvt_bf16_u32" => by_rounding!(|x: f64::from, r| half(x, BF16, r, limits)),
        "cvt_bf16_s32" => by_rounding!(|x: signed, r| half(x, BF16, r, limits)),
        "neg_f32" => return Some(("exact integers", integers::magnitude(ftz, |x| x ^ 1 << 31))),
        "abs_f32" => return Some(("exact integers", integers::magnitude(ftz, |x| x & !(1 << 31)))),
        _ => return None,
    })
}

/// An integer with a sign as a number.
fn signed(bits: u32) -> f64 {
    bits.cast_signed().into()
}
