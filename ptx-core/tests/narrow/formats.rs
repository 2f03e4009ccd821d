//! The five signed floating-point formats of eight bits or fewer, and the functions that convert them. The functions in
//! this file pass packed elements as `u32`; the functions of `ptx_core` use the width of the packed elements.

use ptx_core::*;
use referee::table::Table;

pub(crate) struct Format {
    pub(crate) name: &'static str,
    /// The number of bits that an element occupies in the packed result, padding included.
    pub(crate) width: u32,
    /// The number of bits of an element without padding.
    pub(crate) bits: u32,
    pub(crate) table: Table,
    /// The code of infinity, without the sign bit.
    pub(crate) infinity: Option<u32>,
    /// The codes of NaN, without the sign bit.
    pub(crate) nans: &'static [u32],
    pub(crate) from_f32: fn(f32, f32, Rounding, Rectification, NegativeZero) -> u32,
    pub(crate) from_f16x2: fn(u32, Rounding, Rectification, NegativeZero) -> u32,
    pub(crate) from_bf16x2: fn(u32, Rounding, Rectification, NegativeZero) -> u32,
    pub(crate) scaled_from_f32: fn(f32, f32, u8, Rounding, Rectification, NegativeZero) -> u32,
    pub(crate) scaled_from_f16x2: fn(u32, u8, Rounding, Rectification, NegativeZero) -> u32,
    pub(crate) scaled_from_bf16x2: fn(u32, u8, Rounding, Rectification, NegativeZero) -> u32,
    pub(crate) to_f16x2: fn(u32, Rectification) -> u32,
    pub(crate) to_bf16x2: fn(u32, Rectification, Limit) -> u32,
    pub(crate) scaled: fn(u32, u16, Rectification, Limit) -> u32,
    pub(crate) stochastic: fn([f32; 4], u32, Rectification) -> u32,
}

macro_rules! formats {
    ($(
        $name:literal $pair:ident, $width:literal $bits:literal: ($exponent:literal $fraction:literal $last:literal)
        $infinity:expr, $nans:expr;
        $from_f32:ident $from_f16x2:ident $from_bf16x2:ident
        $scaled_f32:ident $scaled_f16x2:ident $scaled_bf16x2:ident
        $to_f16x2:ident $to_bf16x2:ident $scaled:ident $stochastic:ident;
    )*) => {
        pub(crate) fn formats() -> Vec<Format> {
            vec![$( Format {
                name: $name,
                width: $width,
                bits: $bits,
                table: Table::new($exponent, $fraction, $last),
                infinity: $infinity,
                nans: $nans,
                from_f32: |a, b, rounding, relu, zero| $from_f32(a, b, rounding, relu, zero).into(),
                from_f16x2: |a, rounding, relu, zero| $from_f16x2(a, rounding, relu, zero).into(),
                from_bf16x2: |a, rounding, relu, zero| $from_bf16x2(a, rounding, relu, zero).into(),
                scaled_from_f32: |a, b, by, rounding, relu, zero| {
                    $scaled_f32(a, b, by, rounding, relu, zero).into()
                },
                scaled_from_f16x2: |a, by, rounding, relu, zero| {
                    $scaled_f16x2(a, by, rounding, relu, zero).into()
                },
                scaled_from_bf16x2: |a, by, rounding, relu, zero| {
                    $scaled_bf16x2(a, by, rounding, relu, zero).into()
                },
                to_f16x2: |a, relu| $to_f16x2(a as $pair, relu),
                to_bf16x2: |a, relu, limit| $to_bf16x2(a as $pair, relu, limit),
                scaled: |a, scale, relu, limit| $scaled(a as $pair, scale, relu, limit),
                stochastic: |[a, b, e, f], rbits, relu| $stochastic(a, b, e, f, rbits, relu).into(),
            } ),*]
        }
    };
}

formats! {
    "e4m3" u16, 8 8: (4 3 0x7e) None, &[0x7f];
        cvt_e4m3x2_f32 cvt_e4m3x2_f16x2 cvt_e4m3x2_bf16x2
        cvt_scaled_e4m3x2_f32 cvt_scaled_e4m3x2_f16x2 cvt_scaled_e4m3x2_bf16x2
        cvt_f16x2_e4m3x2 cvt_bf16x2_e4m3x2 cvt_scaled_bf16x2_e4m3x2 cvt_rs_e4m3x4_f32;
    "e5m2" u16, 8 8: (5 2 0x7b) Some(0x7c), &[0x7d, 0x7e, 0x7f];
        cvt_e5m2x2_f32 cvt_e5m2x2_f16x2 cvt_e5m2x2_bf16x2
        cvt_scaled_e5m2x2_f32 cvt_scaled_e5m2x2_f16x2 cvt_scaled_e5m2x2_bf16x2
        cvt_f16x2_e5m2x2 cvt_bf16x2_e5m2x2 cvt_scaled_bf16x2_e5m2x2 cvt_rs_e5m2x4_f32;
    "e2m3" u16, 8 6: (2 3 0x1f) None, &[];
        cvt_e2m3x2_f32 cvt_e2m3x2_f16x2 cvt_e2m3x2_bf16x2
        cvt_scaled_e2m3x2_f32 cvt_scaled_e2m3x2_f16x2 cvt_scaled_e2m3x2_bf16x2
        cvt_f16x2_e2m3x2 cvt_bf16x2_e2m3x2 cvt_scaled_bf16x2_e2m3x2 cvt_rs_e2m3x4_f32;
    "e3m2" u16, 8 6: (3 2 0x1f) None, &[];
        cvt_e3m2x2_f32 cvt_e3m2x2_f16x2 cvt_e3m2x2_bf16x2
        cvt_scaled_e3m2x2_f32 cvt_scaled_e3m2x2_f16x2 cvt_scaled_e3m2x2_bf16x2
        cvt_f16x2_e3m2x2 cvt_bf16x2_e3m2x2 cvt_scaled_bf16x2_e3m2x2 cvt_rs_e3m2x4_f32;
    "e2m1" u8, 4 4: (2 1 0x7) None, &[];
        cvt_e2m1x2_f32 cvt_e2m1x2_f16x2 cvt_e2m1x2_bf16x2
        cvt_scaled_e2m1x2_f32 cvt_scaled_e2m1x2_f16x2 cvt_scaled_e2m1x2_bf16x2
        cvt_f16x2_e2m1x2 cvt_bf16x2_e2m1x2 cvt_scaled_bf16x2_e2m1x2 cvt_rs_e2m1x4_f32;
}

impl Format {
    /// Packs elements, the first in the highest bits.
    pub(crate) fn join(&self, elements: &[u32]) -> u32 {
        elements.iter().fold(0, |joined, element| joined << self.width | element)
    }

    /// Returns the value of a code, or `None` for a NaN. Padding bits are ignored.
    pub(crate) fn value(&self, code: u32) -> Option<f64> {
        let code = code & ((1 << self.bits) - 1);
        let magnitude = code & (self.table.sign - 1);
        if self.nans.contains(&magnitude) {
            return None;
        }
        let value = match self.infinity {
            Some(infinity) if infinity == magnitude => f64::INFINITY,
            _ => self.table.magnitudes[magnitude as usize],
        };
        Some(if code == magnitude { value } else { -value })
    }
}
