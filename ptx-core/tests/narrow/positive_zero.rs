//! Tests `.pzo` of `.f16`, `.bf16` and `.tf32`: -0 becomes +0, and every other result is the same as without `.pzo`.

use crate::{LIMITS, RECTIFICATIONS, STRIDE, sweep};
use ptx_core::*;

fn check(x: f32) {
    let half = |bits: u16| if bits == 0x8000 { 0 } else { bits };
    let word = |bits: u32| if bits == 0x8000_0000 { 0 } else { bits };
    let pair = |high: u16, low: u16| u32::from(half(high)) << 16 | u32::from(half(low));
    let (y, tiny) = (f32::from_bits(!x.to_bits()), -1e-45);
    for limit in LIMITS {
        assert_eq!(cvt_rna_pzo_tf32_f32(x, limit), word(cvt_rna_tf32_f32(x, limit)), "{x:e}");
        for rounding in [Rounding::Rn, Rounding::Rz] {
            for relu in RECTIFICATIONS {
                let [f16, f16_y, f16_tiny] =
                    [x, y, tiny].map(|x| cvt_frnd2_f16_f32(x, rounding, relu, limit));
                assert_eq!(cvt_pzo_f16_f32(x, rounding, relu, limit), half(f16), "{x:e}");
                let found = cvt_pzo_f16x2_f32(x, y, rounding, relu, limit);
                assert_eq!(found, pair(f16, f16_y), "{x:e}");
                let found = cvt_pzo_f16x2_f32(tiny, x, rounding, relu, limit);
                assert_eq!(found, pair(f16_tiny, f16), "{x:e}");
                let [bf16, bf16_y] = [x, y].map(|x| cvt_frnd2_bf16_f32(x, rounding, relu, limit));
                assert_eq!(cvt_pzo_bf16_f32(x, rounding, relu, limit), half(bf16), "{x:e}");
                let found = cvt_pzo_bf16x2_f32(x, y, rounding, relu, limit);
                assert_eq!(found, pair(bf16, bf16_y), "{x:e}");
                let tf32 = cvt_frnd2_tf32_f32(x, rounding, limit, relu);
                assert_eq!(cvt_pzo_tf32_f32(x, rounding, limit, relu), word(tf32), "{x:e}");
            }
        }
    }
}

#[test]
fn only_negative_zero_changes() {
    sweep(1 << 32, STRIDE, |x| check(f32::from_bits(x as u32)));
    // Operands whose result is -0: zeros, and negative numbers that round to zero in some format.
    for x in [0, 1, 0xfff, 0x1000, 0x7fff, 0x8000, 0x32ff_ffff, 0x3300_0000] {
        check(f32::from_bits(x | 1 << 31));
    }
    let (relu, limit) = (Rectification::Linear, Limit::Unlimited);
    assert_eq!(cvt_pzo_f16_f32(-1e-8, Rounding::Rn, relu, limit), 0);
    assert_eq!(cvt_pzo_bf16x2_f32(-0.0, -1e-41, Rounding::Rz, relu, limit), 0);
    assert_eq!(cvt_pzo_tf32_f32(-1e-45, Rounding::Rn, limit, relu), 0);
    assert_eq!(cvt_rna_pzo_tf32_f32(-1e-45, limit), 0);
}
