//! What digests are compared with while they are made: the digests of the C model in
//! `conformance/model`, or the host's own floats and integers.
//!
//! The host's division and root of an `f64` decide the rounding of those of an `f32`: neither the
//! reciprocal nor the root of a number of 24 bits lies so close to a number of 25 bits, without being
//! it, that rounding it to 53 bits first could pass that number (its product with the operand, or its
//! square, would have to differ from 1, or from the operand, by less than a unit of 49 bits).

use crate::sweep::following;
use ptx_isa::{Argument, Call};
use std::path::{Path, PathBuf};

/// What every NaN result of these instructions is.
const NAN: f32 = f32::from_bits(0x7fff_ffff);

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
    let has =
        |mode: &str| arguments.iter().any(|argument| *argument == Argument::Mode(mode_of(mode)));
    let rounding = match () {
        () if has("Rounding::Rz") => Rounding::Zero,
        () if has("Rounding::Rm") => Rounding::Down,
        () if has("Rounding::Rp") => Rounding::Up,
        () => Rounding::Nearest,
    };
    let (ftz, sat) = (has("Subnormals::Flush"), has("Saturation::Sat"));
    let floats = |fill: Fill| Some(("host floats", fill));
    macro_rules! filled {
        (|$x:ident| $result:expr) => {
            Box::new(move |first, results: &mut [u64]| {
                ptx_wide::wide(|| {
                    for (bits, result) in following(first, results) {
                        let $x = flushed(f32::from_bits(bits), ftz);
                        *result = u64::from($result);
                    }
                });
            })
        };
    }
    macro_rules! by_rounding {
        (@ $rounding:ident |$x:ident, $r:ident| $result:expr) => {
            filled!(|$x| {
                let $r = Rounding::$rounding;
                $result
            })
        };
        (|$x:ident, $r:ident| $result:expr) => {
            match rounding {
                Rounding::Nearest => by_rounding!(@ Nearest |$x, $r| $result),
                Rounding::Zero => by_rounding!(@ Zero |$x, $r| $result),
                Rounding::Down => by_rounding!(@ Down |$x, $r| $result),
                Rounding::Up => by_rounding!(@ Up |$x, $r| $result),
            }
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
        "neg_f32" => return Some(("exact integers", exact(ftz, |x| x ^ 1 << 31))),
        "abs_f32" => return Some(("exact integers", exact(ftz, |x| x & !(1 << 31)))),
        _ => return None,
    })
}

/// Bits of a number without arithmetic; of a NaN the one that the instructions give.
fn exact(ftz: bool, f: impl Fn(u32) -> u32 + Sync + 'static) -> Fill {
    const EXPONENT: u32 = 0x7f80_0000;
    Box::new(move |first, results| {
        for (bits, result) in following(first, results) {
            let bits = if ftz && bits & EXPONENT == 0 { bits & 1 << 31 } else { bits };
            let is_nan = bits << 1 > EXPONENT << 1;
            *result = u64::from(if is_nan { NAN.to_bits() } else { f(bits) });
        }
    })
}

/// The path as the instruction table has it.
fn mode_of(mode: &str) -> &'static str {
    const MODES: [&str; 5] =
        ["Rounding::Rz", "Rounding::Rm", "Rounding::Rp", "Subnormals::Flush", "Saturation::Sat"];
    MODES.into_iter().find(|known| *known == mode).unwrap_or_default()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Nearest,
    Zero,
    Down,
    Up,
}

/// What `.ftz` makes of an operand.
#[inline(always)]
fn flushed(x: f32, ftz: bool) -> f32 {
    if ftz && x.abs() < f32::MIN_POSITIVE { 0.0_f32.copysign(x) } else { x }
}

#[inline(always)]
fn integral(x: f32, rounding: Rounding) -> f32 {
    match rounding {
        Rounding::Nearest => x.round_ties_even(),
        Rounding::Zero => x.trunc(),
        Rounding::Down => x.floor(),
        Rounding::Up => x.ceil(),
    }
}

/// The one NaN, and `.sat`.
#[inline(always)]
fn clamped(x: f32, sat: bool) -> f32 {
    match (sat, x.is_nan()) {
        (true, _) => {
            if x > 0.0 {
                x.min(1.0)
            } else {
                0.0
            }
        }
        (false, true) => NAN,
        (false, false) => x,
    }
}

/// A result of 53 bits rounded to an `f32`; with `.ftz` one below 2^-126 after rounding to 24 bits
/// becomes zero.
#[inline(always)]
fn narrowed(x: f64, rounding: Rounding, ftz: bool) -> f32 {
    const TWO_64: f64 = (1u128 << 64) as f64;
    let rounded = directed(x, rounding);
    if x.is_nan() {
        return NAN;
    }
    // Scaled, it has 24 bits however small it is.
    if ftz
        && x.abs() < 1.0
        && directed(x * TWO_64, rounding).abs() < f32::MIN_POSITIVE * TWO_64 as f32
    {
        return 0.0_f32.copysign(rounded);
    }
    rounded
}

#[inline(always)]
fn directed(x: f64, rounding: Rounding) -> f32 {
    let nearest = x as f32;
    let (is_above, is_below) = (f64::from(nearest) > x, f64::from(nearest) < x);
    match rounding {
        Rounding::Nearest => nearest,
        Rounding::Zero if is_above && x > 0.0 => nearest.next_down(),
        Rounding::Zero if is_below && x < 0.0 => nearest.next_up(),
        Rounding::Down if is_above => nearest.next_down(),
        Rounding::Up if is_below => nearest.next_up(),
        _ => nearest,
    }
}
