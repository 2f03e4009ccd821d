//! Recomputes the largest errors of the multi-function unit over the reduced range of each function.
//!
//! Native f64 functions, whose relative error is below 2^-48, select the operands that may have the largest error. MPFR
//! then finds the largest error among these operands.

use ptx_core::{Sm, Subnormals, cos_approx_f32, mufu, sin_approx_f32};
use rug::Float;
use rug::float::Constant;
use std::ops::Range;

const PRECISION: u32 = 128;

/// An operation on a range of operand words, with a native function and an MPFR function that compute the reference.
struct Case {
    name: &'static str,
    words: Range<u32>,
    relative: bool,
    unit: fn(u32) -> f64,
    about: fn(u32) -> f64,
    exactly: fn(u32) -> Float,
    expected: &'static str,
    at: u32,
}

fn float(bits: u32) -> f64 {
    f32::from_bits(bits).into()
}

fn double(high: u32) -> f64 {
    f64::from_bits(u64::from(high) << 32)
}

fn exact(x: f64) -> Float {
    Float::with_val(PRECISION, x)
}

/// Returns the value of an operand of EX2, which is a 23-bit fraction.
fn fraction(word: u32) -> f64 {
    f64::from(word) / f64::from(1 << 23)
}

const ONE: u32 = 0x3f80_0000;
const TWO: u32 = 0x4000_0000;
const FOUR: u32 = 0x4080_0000;
/// The smallest argument of sine and cosine that is checked. Smaller arguments have smaller errors.
const SMALL: u32 = 0x3c00_0000;
/// The first f32 above pi.
const BEYOND_PI: u32 = 0x4049_0fdb;
const ONE_HIGH: u32 = 0x3ff0_0000;

#[rustfmt::skip]
const CASES: &[Case] = &[
    Case { name: "RCP", words: ONE..TWO, relative: false, unit: |x| float(mufu::rcp(x)), about: |x| 1.0 / float(x),
        exactly: |x| exact(float(x)).recip(), expected: "2^-24.0367", at: 0x3f81_cfff },
    Case { name: "RSQ", words: ONE..FOUR, relative: false, unit: |x| float(mufu::rsq(x)), about: |x| 1.0 / float(x).sqrt(),
        exactly: |x| exact(float(x)).recip_sqrt(), expected: "2^-23.4012", at: 0x3f82_0399 },
    Case { name: "RSQ", words: ONE..FOUR, relative: true, unit: |x| float(mufu::rsq(x)), about: |x| 1.0 / float(x).sqrt(),
        exactly: |x| exact(float(x)).recip_sqrt(), expected: "2^-22.9354", at: 0x4002_0000 },
    Case { name: "SQRT", words: ONE..FOUR, relative: true, unit: |x| float(mufu::sqrt(x)), about: |x| float(x).sqrt(),
        exactly: |x| exact(float(x)).sqrt(), expected: "2^-23.2534", at: 0x3f84_80a8 },
    Case { name: "LG2", words: ONE..TWO, relative: false, unit: |x| float(mufu::lg2(x)), about: |x| float(x).log2(),
        exactly: |x| exact(float(x)).log2(), expected: "2^-22.5770", at: 0x3f85_5fff },
    Case { name: "EX2", words: 0..1 << 23, relative: false, unit: |w| float(mufu::ex2(w)), about: |w| fraction(w).exp2(),
        exactly: |w| exact(fraction(w)).exp2(), expected: "2^-22.5246", at: 0x0042_fc00 },
    Case { name: "SIN", words: SMALL..BEYOND_PI, relative: false, unit: |x| sin_approx_f32(f32::from_bits(x), Subnormals::Keep, Sm(50)).into(),
        about: |x| float(x).sin(), exactly: |x| exact(float(x)).sin(), expected: "2^-21.4567", at: 0x3f27_4c12 },
    Case { name: "COS", words: SMALL..BEYOND_PI, relative: false, unit: |x| cos_approx_f32(f32::from_bits(x), Subnormals::Keep, Sm(50)).into(),
        about: |x| float(x).cos(), exactly: |x| exact(float(x)).cos(), expected: "2^-21.2398", at: 0x3fe1_1dca },
    Case { name: "RCP64H", words: ONE_HIGH..ONE_HIGH + (1 << 20), relative: true, unit: |h| double(mufu::rcp64h(h)), about: |h| 1.0 / double(h),
        exactly: |h| exact(double(h)).recip(), expected: "2^-20.0433", at: 0x3fff_e8bf },
    Case { name: "RSQ64H", words: ONE_HIGH..ONE_HIGH + (2 << 20), relative: true, unit: |h| double(mufu::rsq64h(h)), about: |h| 1.0 / double(h).sqrt(),
        exactly: |h| exact(double(h)).recip_sqrt(), expected: "2^-20.0366", at: 0x400f_81ab },
];

impl Case {
    fn about_error(&self, word: u32) -> f64 {
        let (result, about) = ((self.unit)(word), (self.about)(word));
        let error = (result - about).abs();
        if self.relative { error / about.abs() } else { error }
    }

    fn exact_error(&self, word: u32) -> Float {
        let exactly = (self.exactly)(word);
        let error = Float::with_val(PRECISION, (self.unit)(word) - &exactly).abs();
        if self.relative { error / exactly.abs() } else { error }
    }

    fn check(&self) {
        // Select the words whose error, measured with the native function, is at least `doubt` times the largest error.
        // No other word can have the largest error. The factor `doubt` is 1 - 2^-20, and the largest errors of the unit
        // exceed 2^-25. So a native function may be wrong by up to 2^-46. The errors of the native functions are below
        // this limit.
        let doubt = 1.0 - f64::from(2.0_f32.powi(-20));
        let max = self.words.clone().map(|word| self.about_error(word)).fold(0.0, f64::max);
        let mut worst = (Float::new(PRECISION), 0);
        for word in self.words.clone().filter(|&word| self.about_error(word) >= max * doubt) {
            let error = self.exact_error(word);
            if error > worst.0 {
                worst = (error, word);
            }
        }
        let shown = format!("2^{:.4}", worst.0.log2().to_f64());
        let kind = if self.relative { "relative" } else { "absolute" };
        assert_eq!((shown.as_str(), worst.1), (self.expected, self.at), "{}, {kind}", self.name);
        println!("{}: {shown} {kind} at {:08x}", self.name, worst.1);
    }
}

/// Checks all cases.
pub(crate) fn check() {
    assert!(Float::with_val(PRECISION, Constant::Pi) < float(BEYOND_PI));
    CASES.iter().for_each(Case::check);
}
