//! Adds the conversions to the benchmark, with their competitors.

use super::ours;
use crate::data::Range;
use crate::harness::{Bench, Bf16};
use crate::native;
use crate::rivals::{RN, RZ, apfloat, mode, softfloat};
use half::{bf16, f16};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

const ANY: Range = Range::Moderate(20);
const SHORT: Range = Range::Moderate(10);
const INTEGERS: Range = Range::Bits(1 << 32);

#[rustfmt::skip]
pub fn add(bench: &mut Bench) {
    ours!(bench.operation::<f32>("cvt.rn.f16.f32", SHORT), p, |a, _, _| p::cvt_f16_f32(a, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("native", |a, _, _| native::cvt_f16_f32(a))
        .by("half", |a, _, _| f16::from_f32(a).to_bits())
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f16_f32(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Single, Half>(a.to_bits(), RN));
    ours!(bench.operation::<f32>("cvt.rz.f16.f32", SHORT), p, |a, _, _| p::cvt_f16_f32(a, p::Rounding::Rz, p::Subnormals::Keep, p::Saturation::Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f16_f32(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Single, Half>(a.to_bits(), RZ));
    ours!(bench.operation::<f32>("cvt.rn.bf16.f32", ANY), p, |a, _, _| p::cvt_bf16_f32(a, p::Rounding::Rn, p::Subnormals::Keep))
        .by("half", |a, _, _| bf16::from_f32(a).to_bits())
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_bf16_f32(a));
    ours!(bench.operation::<f32>("cvt.rni.s32.f32", ANY), p, |a, _, _| p::cvt_s32_f32(a, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("native", |a, _, _| a.round_ties_even() as i32)
        .by("softfloat", |a, _, _| softfloat::cvt_s32_f32(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Single>(a.to_bits(), 32, RN));
    ours!(bench.operation::<f32>("cvt.rzi.s32.f32", ANY), p, |a, _, _| p::cvt_s32_f32(a, p::Rounding::Rz, p::Subnormals::Keep, p::Saturation::Off))
        .by("native", |a, _, _| a as i32)
        .by("apfloat", |a, _, _| apfloat::to_signed::<Single>(a.to_bits(), 32, RZ));
    ours!(bench.operation::<f32>("cvt.rni.f32.f32", ANY), p, |a, _, _| p::cvt_irnd_f32_f32(a, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("native", |a, _, _| a.round_ties_even())
        .by("softfloat", |a, _, _| softfloat::integral_f32(a, softfloat::RNI));
    ours!(bench.operation::<i32>("cvt.rn.f32.s32", INTEGERS), p, |a, _, _| p::cvt_f32_s32(a, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("native", |a, _, _| a as f32)
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f32_s32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Single>(a, RN));
    ours!(bench.operation::<i32>("cvt.rz.f32.s32", INTEGERS), p, |a, _, _| p::cvt_f32_s32(a, p::Rounding::Rz, p::Subnormals::Keep, p::Saturation::Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f32_s32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Single>(a, RZ));
    ours!(bench.operation::<f64>("cvt.rn.f32.f64", ANY), p, |a, _, _| p::cvt_f32_f64(a, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("native", |a, _, _| a as f32)
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f32_f64(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, Single>(a.to_bits(), RN));
    ours!(bench.operation::<u16>("cvt.f32.f16", SHORT), p, |a, _, _| p::cvt_f32_f16(a, p::Subnormals::Keep, p::Saturation::Off))
        .by("half", |a, _, _| f16::from_bits(a).to_f32())
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f32_f16(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Half, Single>(a, RN) as u32);
    ours!(bench.operation::<Bf16>("cvt.f32.bf16", ANY), p, |a, _, _| p::cvt_f32_bf16(a.0, p::Subnormals::Keep))
        .by("half", |a, _, _| bf16::from_bits(a.0).to_f32())
        .by("apfloat", |a, _, _| apfloat::convert::<BFloat, Single>(a.0, RN) as u32);
}
