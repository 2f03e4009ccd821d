//! Compares conversions to and from `.ue8m0` with a list of its values, the powers of two from 2^-127 to 2^127.

use crate::{LIMITS, STRIDE, beside, sweep};
use ptx_core::{Limit, Rounding, cvt_bf16x2_ue8m0x2, cvt_ue8m0x2_bf16x2, cvt_ue8m0x2_f32};

/// The value of each code, from 00 to fe.
struct Powers(Vec<f64>);

impl Powers {
    fn new() -> Self {
        Self((0..=254).map(|code| 2.0_f64.powi(code - 127)).collect())
    }

    /// Returns the codes for `.rz` and `.rp` without `.satfinite`, or `None` for a NaN.
    fn codes(&self, x: f32) -> Option<[u16; 2]> {
        let magnitude = f64::from(x.abs());
        // The code for `.rp` is the number of powers below the magnitude.
        let up = self.0.partition_point(|power| *power < magnitude);
        let down = self.0.partition_point(|power| *power <= magnitude).saturating_sub(1);
        let down = if x.is_infinite() { 0xff } else { down as u16 };
        (!x.is_nan()).then_some([down, up as u16])
    }

    fn check(&self, [a, b]: [f32; 2], name: &str, call: impl Fn(Rounding, Limit) -> u16) {
        let pair = [a, b].map(|x| self.codes(x));
        for (rounding, i) in [(Rounding::Rz, 0), (Rounding::Rp, 1)] {
            for limit in LIMITS {
                let greatest = if limit == Limit::Satfinite { 0xfe } else { 0xff };
                let byte =
                    |codes: Option<[u16; 2]>| codes.map_or(0xff, |codes| codes[i].min(greatest));
                let expected = byte(pair[0]) << 8 | byte(pair[1]);
                let found = call(rounding, limit);
                assert!(
                    found == expected,
                    "{name} {a:e} {b:e} {rounding:?} {limit:?}: {found:04x}, not {expected:04x}"
                );
            }
        }
    }

    fn check_f32(&self, x: u32) {
        let [a, b] = [x, beside(x)].map(f32::from_bits);
        self.check([a, b], "f32", |rounding, limit| cvt_ue8m0x2_f32(a, b, rounding, limit));
    }
}

fn every_f32(stride: usize) {
    let powers = Powers::new();
    sweep(1 << 32, stride, |x| powers.check_f32(x as u32));
}

#[test]
fn to_ue8m0() {
    every_f32(STRIDE);
}

#[test]
#[ignore = "2^32 operands"]
fn all_to_ue8m0() {
    every_f32(1);
}

#[test]
fn powers_and_their_neighbours() {
    let powers = Powers::new();
    for power in &powers.0 {
        let bits = (*power as f32).to_bits();
        for x in [bits - 1, bits, bits + 1] {
            powers.check_f32(x);
            powers.check_f32(x | 1 << 31);
        }
    }
}

#[test]
fn every_bf16_to_ue8m0() {
    let powers = Powers::new();
    for a in 0..=u16::MAX {
        let b = !a.rotate_left(8);
        let pair = u32::from(a) << 16 | u32::from(b);
        let singles = [a, b].map(|x| f32::from_bits(u32::from(x) << 16));
        powers.check(singles, "bf16", |rounding, limit| cvt_ue8m0x2_bf16x2(pair, rounding, limit));
    }
}

#[test]
fn every_ue8m0_to_bf16() {
    let powers = Powers::new();
    let half = |code: u16| match powers.0.get(usize::from(code)) {
        // The conversion is exact, because the low 16 bits of every power are 0.
        Some(power) => (*power as f32).to_bits() >> 16,
        None => 0x7fff,
    };
    for pair in 0..=u16::MAX {
        let expected = half(pair >> 8) << 16 | half(pair & 0xff);
        assert_eq!(cvt_bf16x2_ue8m0x2(pair), expected, "{pair:04x}");
    }
}
