//! Adds the conversions that the rivals (other libraries) have and that no other module measures.

use super::half::{b, f};
use crate::data::Range;
use crate::harness::{Bench, Bf16};
use crate::rivals::{RM, RN, RP, RZ, apfloat, mode, softfloat};
use half::{bf16, f16};
use ptx_core::Rounding::{Rm, Rn, Rp, Rz};
use ptx_core::{
    self as ptx, NegativeZero, Rectification::Linear, Saturation::Off, Subnormals::Keep,
};
use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, Single};

const SINGLE: Range = Range::Moderate(20);
const HALF: Range = Range::Moderate(10);
/// Floats in the range of 32-bit integers.
const SMALL: Range = Range::Moderate(28);
const WORDS: Range = Range::Bits(1 << 32);
const LONGS: Range = Range::Bits(u64::MAX);

pub fn add(bench: &mut Bench) {
    formats(bench);
    integral(bench);
    to_integers(bench);
    from_integers(bench);
}

/// Adds the operations that convert a float to another float format.
#[rustfmt::skip]
fn formats(bench: &mut Bench) {
    bench.operation::<f32>("cvt.f64.f32", SINGLE).by("ptx", |a, _, _| ptx::cvt_f64_f32(a, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_f64_f32(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Single, Double>(a.to_bits(), RN));
    bench.operation::<u16>("cvt.f64.f16", HALF).by("ptx", |a, _, _| ptx::cvt_f64_f16(a, Off))
        .by("half", |a, _, _| f(a).to_f64())
        .by("softfloat", |a, _, _| softfloat::cvt_f64_f16(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Half, Double>(a, RN));
    bench.operation::<Bf16>("cvt.f64.bf16", SINGLE).by("ptx", |a, _, _| ptx::cvt_f64_bf16(a.0))
        .by("half", |a, _, _| b(a).to_f64())
        .by("apfloat", |a, _, _| apfloat::convert::<BFloat, Double>(a.0, RN));
    bench.operation::<f64>("cvt.rn.f16.f64", HALF).by("ptx", |a, _, _| ptx::cvt_f16_f64(a, Rn, Off))
        .by("half", |a, _, _| f16::from_f64(a).to_bits())
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f16_f64(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, Half>(a.to_bits(), RN) as u16);
    bench.operation::<f64>("cvt.rn.bf16.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_bf16_f64(a, Rn))
        .by("half", |a, _, _| bf16::from_f64(a).to_bits())
        .by("apfloat", |a, _, _| apfloat::convert::<Double, BFloat>(a.to_bits(), RN) as u16);
    bench.operation::<f64>("cvt.rz.f32.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_f32_f64(a, Rz, Keep, Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f32_f64(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, Single>(a.to_bits(), RZ) as u32);
    bench.operation::<f64>("cvt.rz.f16.f64", HALF).by("ptx", |a, _, _| ptx::cvt_f16_f64(a, Rz, Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f16_f64(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, Half>(a.to_bits(), RZ) as u16);
    bench.operation::<f64>("cvt.rz.bf16.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_bf16_f64(a, Rz))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, BFloat>(a.to_bits(), RZ) as u16);
    bench.operation::<f32>("cvt.rz.bf16.f32", SINGLE).by("ptx", |a, _, _| ptx::cvt_bf16_f32(a, Rz, Keep))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_bf16_f32(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Single, BFloat>(a.to_bits(), RZ) as u16);
    bench.operation::<f64>("cvt.rm.f32.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_f32_f64(a, Rm, Keep, Off))
        .after("softfloat", mode::rm, |a, _, _| softfloat::cvt_f32_f64(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, Single>(a.to_bits(), RM) as u32);
    bench.operation::<f64>("cvt.rm.f16.f64", HALF).by("ptx", |a, _, _| ptx::cvt_f16_f64(a, Rm, Off))
        .after("softfloat", mode::rm, |a, _, _| softfloat::cvt_f16_f64(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, Half>(a.to_bits(), RM) as u16);
    bench.operation::<f64>("cvt.rm.bf16.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_bf16_f64(a, Rm))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, BFloat>(a.to_bits(), RM) as u16);
    bench.operation::<f32>("cvt.rm.bf16.f32", SINGLE).by("ptx", |a, _, _| ptx::cvt_bf16_f32(a, Rm, Keep))
        .after("softfloat", mode::rm, |a, _, _| softfloat::cvt_bf16_f32(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Single, BFloat>(a.to_bits(), RM) as u16);
    bench.operation::<f32>("cvt.rm.f16.f32", HALF).by("ptx", |a, _, _| ptx::cvt_f16_f32(a, Rm, Keep, Off))
        .after("softfloat", mode::rm, |a, _, _| softfloat::cvt_f16_f32(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Single, Half>(a.to_bits(), RM) as u16);
    bench.operation::<f64>("cvt.rp.f32.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_f32_f64(a, Rp, Keep, Off))
        .after("softfloat", mode::rp, |a, _, _| softfloat::cvt_f32_f64(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, Single>(a.to_bits(), RP) as u32);
    bench.operation::<f64>("cvt.rp.f16.f64", HALF).by("ptx", |a, _, _| ptx::cvt_f16_f64(a, Rp, Off))
        .after("softfloat", mode::rp, |a, _, _| softfloat::cvt_f16_f64(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, Half>(a.to_bits(), RP) as u16);
    bench.operation::<f64>("cvt.rp.bf16.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_bf16_f64(a, Rp))
        .by("apfloat", |a, _, _| apfloat::convert::<Double, BFloat>(a.to_bits(), RP) as u16);
    bench.operation::<f32>("cvt.rp.bf16.f32", SINGLE).by("ptx", |a, _, _| ptx::cvt_bf16_f32(a, Rp, Keep))
        .after("softfloat", mode::rp, |a, _, _| softfloat::cvt_bf16_f32(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Single, BFloat>(a.to_bits(), RP) as u16);
    bench.operation::<f32>("cvt.rp.f16.f32", HALF).by("ptx", |a, _, _| ptx::cvt_f16_f32(a, Rp, Keep, Off))
        .after("softfloat", mode::rp, |a, _, _| softfloat::cvt_f16_f32(a))
        .by("apfloat", |a, _, _| apfloat::convert::<Single, Half>(a.to_bits(), RP) as u16);
    bench.operation::<f32>("cvt.rn.satfinite.e4m3x2.f32", Range::Moderate(6)).by("ptx", |a, b, _| ptx::cvt_e4m3x2_f32(a, b, Rn, Linear, NegativeZero::Unchanged))
        .by("apfloat", |a, b, _| (apfloat::convert::<Single, Float8E4M3FN>(a.to_bits(), RN) << 8 | apfloat::convert::<Single, Float8E4M3FN>(b.to_bits(), RN)) as u16);
    bench.operation::<u16>("cvt.rn.f16x2.e4m3x2", Range::Bits(1 << 16)).by("ptx", |a, _, _| ptx::cvt_f16x2_e4m3x2(a, Linear))
        .by("apfloat", |a, _, _| (apfloat::convert::<Float8E4M3FN, Half>(a >> 8, RN) << 16 | apfloat::convert::<Float8E4M3FN, Half>(a & 0xff, RN)) as u32);
    bench.operation::<f32>("cvt.rn.satfinite.e5m2x2.f32", Range::Moderate(6)).by("ptx", |a, b, _| ptx::cvt_e5m2x2_f32(a, b, Rn, Linear, NegativeZero::Unchanged))
        .by("apfloat", |a, b, _| (apfloat::convert::<Single, Float8E5M2>(a.to_bits(), RN) << 8 | apfloat::convert::<Single, Float8E5M2>(b.to_bits(), RN)) as u16);
    bench.operation::<u16>("cvt.rn.f16x2.e5m2x2", Range::Bits(1 << 16)).by("ptx", |a, _, _| ptx::cvt_f16x2_e5m2x2(a, Linear))
        .by("apfloat", |a, _, _| (apfloat::convert::<Float8E5M2, Half>(a >> 8, RN) << 16 | apfloat::convert::<Float8E5M2, Half>(a & 0xff, RN)) as u32);
}

/// Adds the operations that round a float to an integral float, such as `cvt.rni.f64.f64`.
#[rustfmt::skip]
fn integral(bench: &mut Bench) {
    bench.operation::<f64>("cvt.rni.f64.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_irnd_f64_f64(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f64(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::integral::<Double>(a.to_bits(), RN));
    bench.operation::<u16>("cvt.rni.f16.f16", HALF).by("ptx", |a, _, _| ptx::cvt_irnd_f16_f16(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f16(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::integral::<Half>(a, RN) as u16);
    bench.operation::<f32>("cvt.rzi.f32.f32", SINGLE).by("ptx", |a, _, _| ptx::cvt_irnd_f32_f32(a, Rz, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f32(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::integral::<Single>(a.to_bits(), RZ) as u32);
    bench.operation::<f64>("cvt.rzi.f64.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_irnd_f64_f64(a, Rz, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f64(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::integral::<Double>(a.to_bits(), RZ));
    bench.operation::<u16>("cvt.rzi.f16.f16", HALF).by("ptx", |a, _, _| ptx::cvt_irnd_f16_f16(a, Rz, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f16(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::integral::<Half>(a, RZ) as u16);
    bench.operation::<f32>("cvt.rmi.f32.f32", SINGLE).by("ptx", |a, _, _| ptx::cvt_irnd_f32_f32(a, Rm, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f32(a, softfloat::RMI))
        .by("apfloat", |a, _, _| apfloat::integral::<Single>(a.to_bits(), RM) as u32);
    bench.operation::<f64>("cvt.rmi.f64.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_irnd_f64_f64(a, Rm, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f64(a, softfloat::RMI))
        .by("apfloat", |a, _, _| apfloat::integral::<Double>(a.to_bits(), RM));
    bench.operation::<u16>("cvt.rmi.f16.f16", HALF).by("ptx", |a, _, _| ptx::cvt_irnd_f16_f16(a, Rm, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f16(a, softfloat::RMI))
        .by("apfloat", |a, _, _| apfloat::integral::<Half>(a, RM) as u16);
    bench.operation::<f32>("cvt.rpi.f32.f32", SINGLE).by("ptx", |a, _, _| ptx::cvt_irnd_f32_f32(a, Rp, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f32(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::integral::<Single>(a.to_bits(), RP) as u32);
    bench.operation::<f64>("cvt.rpi.f64.f64", SINGLE).by("ptx", |a, _, _| ptx::cvt_irnd_f64_f64(a, Rp, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f64(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::integral::<Double>(a.to_bits(), RP));
    bench.operation::<u16>("cvt.rpi.f16.f16", HALF).by("ptx", |a, _, _| ptx::cvt_irnd_f16_f16(a, Rp, Off))
        .by("softfloat", |a, _, _| softfloat::integral_f16(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::integral::<Half>(a, RP) as u16);
}

/// Adds the operations that convert a float to an integer.
#[rustfmt::skip]
fn to_integers(bench: &mut Bench) {
    bench.operation::<f32>("cvt.rpi.s32.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_s32_f32(a, Rp, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s32_f32(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Single>(a.to_bits(), 32, RP) as i32);
    bench.operation::<f32>("cvt.rni.u32.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_u32_f32(a, Rn, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u32_f32(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Single>(a.to_bits(), 32, RN) as u32);
    bench.operation::<f32>("cvt.rzi.u32.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_u32_f32(a, Rz, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u32_f32(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Single>(a.to_bits(), 32, RZ) as u32);
    bench.operation::<f32>("cvt.rpi.u32.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_u32_f32(a, Rp, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u32_f32(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Single>(a.to_bits(), 32, RP) as u32);
    bench.operation::<f32>("cvt.rni.s64.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_s64_f32(a, Rn, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s64_f32(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Single>(a.to_bits(), 64, RN));
    bench.operation::<f32>("cvt.rzi.s64.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_s64_f32(a, Rz, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s64_f32(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Single>(a.to_bits(), 64, RZ));
    bench.operation::<f32>("cvt.rpi.s64.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_s64_f32(a, Rp, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s64_f32(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Single>(a.to_bits(), 64, RP));
    bench.operation::<f32>("cvt.rni.u64.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_u64_f32(a, Rn, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u64_f32(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Single>(a.to_bits(), 64, RN));
    bench.operation::<f32>("cvt.rzi.u64.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_u64_f32(a, Rz, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u64_f32(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Single>(a.to_bits(), 64, RZ));
    bench.operation::<f32>("cvt.rpi.u64.f32", SMALL).by("ptx", |a, _, _| ptx::cvt_u64_f32(a, Rp, Keep, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u64_f32(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Single>(a.to_bits(), 64, RP));
    bench.operation::<f64>("cvt.rni.s32.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_s32_f64(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s32_f64(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Double>(a.to_bits(), 32, RN) as i32);
    bench.operation::<f64>("cvt.rzi.s32.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_s32_f64(a, Rz, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s32_f64(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Double>(a.to_bits(), 32, RZ) as i32);
    bench.operation::<f64>("cvt.rpi.s32.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_s32_f64(a, Rp, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s32_f64(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Double>(a.to_bits(), 32, RP) as i32);
    bench.operation::<f64>("cvt.rni.u32.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_u32_f64(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u32_f64(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Double>(a.to_bits(), 32, RN) as u32);
    bench.operation::<f64>("cvt.rzi.u32.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_u32_f64(a, Rz, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u32_f64(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Double>(a.to_bits(), 32, RZ) as u32);
    bench.operation::<f64>("cvt.rpi.u32.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_u32_f64(a, Rp, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u32_f64(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Double>(a.to_bits(), 32, RP) as u32);
    bench.operation::<f64>("cvt.rni.s64.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_s64_f64(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s64_f64(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Double>(a.to_bits(), 64, RN));
    bench.operation::<f64>("cvt.rzi.s64.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_s64_f64(a, Rz, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s64_f64(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Double>(a.to_bits(), 64, RZ));
    bench.operation::<f64>("cvt.rpi.s64.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_s64_f64(a, Rp, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s64_f64(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Double>(a.to_bits(), 64, RP));
    bench.operation::<f64>("cvt.rni.u64.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_u64_f64(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u64_f64(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Double>(a.to_bits(), 64, RN));
    bench.operation::<f64>("cvt.rzi.u64.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_u64_f64(a, Rz, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u64_f64(a, softfloat::RZI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Double>(a.to_bits(), 64, RZ));
    bench.operation::<f64>("cvt.rpi.u64.f64", SMALL).by("ptx", |a, _, _| ptx::cvt_u64_f64(a, Rp, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u64_f64(a, softfloat::RPI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Double>(a.to_bits(), 64, RP));
    bench.operation::<u16>("cvt.rni.s32.f16", HALF).by("ptx", |a, _, _| ptx::cvt_s32_f16(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s32_f16(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Half>(a, 32, RN) as i32);
    bench.operation::<u16>("cvt.rni.u32.f16", HALF).by("ptx", |a, _, _| ptx::cvt_u32_f16(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u32_f16(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Half>(a, 32, RN) as u32);
    bench.operation::<u16>("cvt.rni.s64.f16", HALF).by("ptx", |a, _, _| ptx::cvt_s64_f16(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_s64_f16(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_signed::<Half>(a, 64, RN));
    bench.operation::<u16>("cvt.rni.u64.f16", HALF).by("ptx", |a, _, _| ptx::cvt_u64_f16(a, Rn, Off))
        .by("softfloat", |a, _, _| softfloat::cvt_u64_f16(a, softfloat::RNI))
        .by("apfloat", |a, _, _| apfloat::to_unsigned::<Half>(a, 64, RN));
}

/// Adds the operations that convert an integer to a float.
#[rustfmt::skip]
fn from_integers(bench: &mut Bench) {
    bench.operation::<u32>("cvt.rn.f32.u32", WORDS).by("ptx", |a, _, _| ptx::cvt_f32_u32(a, Rn, Keep, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f32_u32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Single>(a, RN) as u32);
    bench.operation::<u32>("cvt.rz.f32.u32", WORDS).by("ptx", |a, _, _| ptx::cvt_f32_u32(a, Rz, Keep, Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f32_u32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Single>(a, RZ) as u32);
    bench.operation::<i64>("cvt.rn.f32.s64", LONGS).by("ptx", |a, _, _| ptx::cvt_f32_s64(a, Rn, Keep, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f32_s64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Single>(a, RN) as u32);
    bench.operation::<i64>("cvt.rz.f32.s64", LONGS).by("ptx", |a, _, _| ptx::cvt_f32_s64(a, Rz, Keep, Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f32_s64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Single>(a, RZ) as u32);
    bench.operation::<u64>("cvt.rn.f32.u64", LONGS).by("ptx", |a, _, _| ptx::cvt_f32_u64(a, Rn, Keep, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f32_u64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Single>(a, RN) as u32);
    bench.operation::<u64>("cvt.rz.f32.u64", LONGS).by("ptx", |a, _, _| ptx::cvt_f32_u64(a, Rz, Keep, Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f32_u64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Single>(a, RZ) as u32);
    bench.operation::<i32>("cvt.rn.f64.s32", WORDS).by("ptx", |a, _, _| ptx::cvt_f64_s32(a, Rn, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f64_s32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Double>(a, RN));
    bench.operation::<i32>("cvt.rz.f64.s32", WORDS).by("ptx", |a, _, _| ptx::cvt_f64_s32(a, Rz, Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f64_s32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Double>(a, RZ));
    bench.operation::<u32>("cvt.rn.f64.u32", WORDS).by("ptx", |a, _, _| ptx::cvt_f64_u32(a, Rn, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f64_u32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Double>(a, RN));
    bench.operation::<u32>("cvt.rz.f64.u32", WORDS).by("ptx", |a, _, _| ptx::cvt_f64_u32(a, Rz, Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f64_u32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Double>(a, RZ));
    bench.operation::<i64>("cvt.rn.f64.s64", LONGS).by("ptx", |a, _, _| ptx::cvt_f64_s64(a, Rn, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f64_s64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Double>(a, RN));
    bench.operation::<i64>("cvt.rz.f64.s64", LONGS).by("ptx", |a, _, _| ptx::cvt_f64_s64(a, Rz, Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f64_s64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Double>(a, RZ));
    bench.operation::<u64>("cvt.rn.f64.u64", LONGS).by("ptx", |a, _, _| ptx::cvt_f64_u64(a, Rn, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f64_u64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Double>(a, RN));
    bench.operation::<u64>("cvt.rz.f64.u64", LONGS).by("ptx", |a, _, _| ptx::cvt_f64_u64(a, Rz, Off))
        .after("softfloat", mode::rz, |a, _, _| softfloat::cvt_f64_u64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Double>(a, RZ));
    bench.operation::<i32>("cvt.rn.f16.s32", WORDS).by("ptx", |a, _, _| ptx::cvt_f16_s32(a, Rn, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f16_s32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Half>(a, RN) as u16);
    bench.operation::<u32>("cvt.rn.f16.u32", WORDS).by("ptx", |a, _, _| ptx::cvt_f16_u32(a, Rn, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f16_u32(a))
        .by("apfloat", |a, _, _| apfloat::from::<Half>(a, RN) as u16);
    bench.operation::<i64>("cvt.rn.f16.s64", LONGS).by("ptx", |a, _, _| ptx::cvt_f16_s64(a, Rn, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f16_s64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Half>(a, RN) as u16);
    bench.operation::<u64>("cvt.rn.f16.u64", LONGS).by("ptx", |a, _, _| ptx::cvt_f16_u64(a, Rn, Off))
        .after("softfloat", mode::rn, |a, _, _| softfloat::cvt_f16_u64(a))
        .by("apfloat", |a, _, _| apfloat::from::<Half>(a, RN) as u16);
}
