//! Adds benchmarks of the remaining arithmetic and comparisons: operations that the rivals (other libraries) have and
//! that no other module measures.

use super::half::{b, f};
use crate::data::Range;
use crate::harness::{Bench, Bf16};
use crate::rivals::{RM, RN, RP, RZ, apfloat, mode, softfloat};
use ptx_core::Rounding::{Rm, Rn, Rp, Rz};
use ptx_core::{self as ptx, Comparison, Nans::Ignored, Saturation::Off, Subnormals::Keep};
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

const SINGLE: Range = Range::Moderate(20);
const DOUBLE: Range = Range::Moderate(60);
const HALF: Range = Range::Moderate(10);
const ROOT: Range = Range::Positive(20);

pub fn add(bench: &mut Bench) {
    arithmetic(bench);
    halves(bench);
    comparisons(bench);
}

/// Adds benchmarks of subtraction, and of the rounding modes that the other modules do not measure.
#[rustfmt::skip]
fn arithmetic(bench: &mut Bench) {
    bench.operation::<f32>("sub.rn.f32", SINGLE).by("ptx", |a, b, _| ptx::sub_f32(a, b, Rn, Keep, Off))
        .after("softfloat", mode::rn, |a, b, _| softfloat::sub_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::sub_f32(a, b, RN));
    bench.operation::<f32>("rcp.rz.f32", SINGLE).by("ptx", |a, _, _| ptx::rcp_f32(a, Rz, Keep))
        .after("softfloat", mode::rz, |a, _, _| softfloat::div_f32(1.0, a))
        .by("apfloat", |a, _, _| apfloat::div_f32(1.0, a, RZ));
    bench.operation::<f32>("add.rm.f32", SINGLE).by("ptx", |a, b, _| ptx::add_f32(a, b, Rm, Keep, Off))
        .after("softfloat", mode::rm, |a, b, _| softfloat::add_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::add_f32(a, b, RM));
    bench.operation::<f32>("mul.rm.f32", SINGLE).by("ptx", |a, b, _| ptx::mul_f32(a, b, Rm, Keep, Off))
        .after("softfloat", mode::rm, |a, b, _| softfloat::mul_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::mul_f32(a, b, RM));
    bench.operation::<f32>("div.rm.f32", SINGLE).by("ptx", |a, b, _| ptx::div_f32(a, b, Rm, Keep))
        .after("softfloat", mode::rm, |a, b, _| softfloat::div_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::div_f32(a, b, RM));
    bench.operation::<f32>("fma.rm.f32", SINGLE).by("ptx", |a, b, c| ptx::fma_f32(a, b, c, Rm, Keep, Off))
        .after("softfloat", mode::rm, |a, b, c| softfloat::fma_f32(a, b, c))
        .by("apfloat", |a, b, c| apfloat::fma_f32(a, b, c, RM));
    bench.operation::<f32>("rcp.rm.f32", SINGLE).by("ptx", |a, _, _| ptx::rcp_f32(a, Rm, Keep))
        .after("softfloat", mode::rm, |a, _, _| softfloat::div_f32(1.0, a))
        .by("apfloat", |a, _, _| apfloat::div_f32(1.0, a, RM));
    bench.operation::<f32>("sqrt.rm.f32", ROOT).by("ptx", |a, _, _| ptx::sqrt_f32(a, Rm, Keep))
        .after("softfloat", mode::rm, |a, _, _| softfloat::sqrt_f32(a));
    bench.operation::<f32>("add.rp.f32", SINGLE).by("ptx", |a, b, _| ptx::add_f32(a, b, Rp, Keep, Off))
        .after("softfloat", mode::rp, |a, b, _| softfloat::add_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::add_f32(a, b, RP));
    bench.operation::<f32>("mul.rp.f32", SINGLE).by("ptx", |a, b, _| ptx::mul_f32(a, b, Rp, Keep, Off))
        .after("softfloat", mode::rp, |a, b, _| softfloat::mul_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::mul_f32(a, b, RP));
    bench.operation::<f32>("sqrt.rp.f32", ROOT).by("ptx", |a, _, _| ptx::sqrt_f32(a, Rp, Keep))
        .after("softfloat", mode::rp, |a, _, _| softfloat::sqrt_f32(a));
    bench.operation::<f64>("sub.rn.f64", DOUBLE).by("ptx", |a, b, _| ptx::sub_f64(a, b, Rn))
        .after("softfloat", mode::rn, |a, b, _| softfloat::sub_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::sub_f64(a, b, RN));
    bench.operation::<f64>("rcp.rz.f64", DOUBLE).by("ptx", |a, _, _| ptx::rcp_f64(a, Rz))
        .after("softfloat", mode::rz, |a, _, _| softfloat::div_f64(1.0, a))
        .by("apfloat", |a, _, _| apfloat::div_f64(1.0, a, RZ));
    bench.operation::<f64>("add.rm.f64", DOUBLE).by("ptx", |a, b, _| ptx::add_f64(a, b, Rm))
        .after("softfloat", mode::rm, |a, b, _| softfloat::add_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::add_f64(a, b, RM));
    bench.operation::<f64>("mul.rm.f64", DOUBLE).by("ptx", |a, b, _| ptx::mul_f64(a, b, Rm))
        .after("softfloat", mode::rm, |a, b, _| softfloat::mul_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::mul_f64(a, b, RM));
    bench.operation::<f64>("div.rm.f64", DOUBLE).by("ptx", |a, b, _| ptx::div_f64(a, b, Rm))
        .after("softfloat", mode::rm, |a, b, _| softfloat::div_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::div_f64(a, b, RM));
    bench.operation::<f64>("fma.rm.f64", DOUBLE).by("ptx", |a, b, c| ptx::fma_f64(a, b, c, Rm))
        .after("softfloat", mode::rm, |a, b, c| softfloat::fma_f64(a, b, c))
        .by("apfloat", |a, b, c| apfloat::fma_f64(a, b, c, RM));
    bench.operation::<f64>("rcp.rm.f64", DOUBLE).by("ptx", |a, _, _| ptx::rcp_f64(a, Rm))
        .after("softfloat", mode::rm, |a, _, _| softfloat::div_f64(1.0, a))
        .by("apfloat", |a, _, _| apfloat::div_f64(1.0, a, RM));
    bench.operation::<f64>("sqrt.rm.f64", ROOT).by("ptx", |a, _, _| ptx::sqrt_f64(a, Rm))
        .after("softfloat", mode::rm, |a, _, _| softfloat::sqrt_f64(a));
    bench.operation::<f64>("add.rp.f64", DOUBLE).by("ptx", |a, b, _| ptx::add_f64(a, b, Rp))
        .after("softfloat", mode::rp, |a, b, _| softfloat::add_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::add_f64(a, b, RP));
    bench.operation::<f64>("mul.rp.f64", DOUBLE).by("ptx", |a, b, _| ptx::mul_f64(a, b, Rp))
        .after("softfloat", mode::rp, |a, b, _| softfloat::mul_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::mul_f64(a, b, RP));
    bench.operation::<f64>("rcp.rp.f64", DOUBLE).by("ptx", |a, _, _| ptx::rcp_f64(a, Rp))
        .after("softfloat", mode::rp, |a, _, _| softfloat::div_f64(1.0, a))
        .by("apfloat", |a, _, _| apfloat::div_f64(1.0, a, RP));
    bench.operation::<f64>("sqrt.rp.f64", ROOT).by("ptx", |a, _, _| ptx::sqrt_f64(a, Rp))
        .after("softfloat", mode::rp, |a, _, _| softfloat::sqrt_f64(a));
}

/// Adds benchmarks of binary16 and bfloat16 operations.
#[rustfmt::skip]
fn halves(bench: &mut Bench) {
    bench.operation::<u16>("sub.rn.f16", HALF).by("ptx", |a, b, _| ptx::sub_f16(a, b, Rn, Keep, Off))
        .by("half", |a, b, _| (f(a) - f(b)).to_bits())
        .after("softfloat", mode::rn, |a, b, _| softfloat::sub_f16(a, b))
        .by("apfloat", |a, b, _| apfloat::sub_f16(a, b, RN));
    bench.operation::<u16>("neg.f16", HALF).by("ptx", |a, _, _| ptx::neg_f16(a, Keep))
        .by("half", |a, _, _| (-f(a)).to_bits());
    bench.operation::<Bf16>("neg.bf16", SINGLE).by("ptx", |a, _, _| ptx::neg_bf16(a.0))
        .by("half", |a, _, _| (-b(a)).to_bits());
    bench.operation::<u16>("min.f16", HALF).by("ptx", |a, b, _| ptx::min_f16(a, b, Keep, Ignored))
        .by("half", |a, b, _| f(a).min(f(b)).to_bits())
        .by("apfloat", |a, b, _| apfloat::min::<Half>(a, b) as u16);
    bench.operation::<Bf16>("min.bf16", SINGLE).by("ptx", |x, y, _| ptx::min_bf16(x.0, y.0, Ignored))
        .by("half", |x, y, _| b(x).min(b(y)).to_bits())
        .by("apfloat", |x, y, _| apfloat::min::<BFloat>(x.0, y.0) as u16);
}

/// Adds benchmarks of comparisons and minimums.
#[rustfmt::skip]
fn comparisons(bench: &mut Bench) {
    bench.operation::<f32>("min.f32", SINGLE).by("ptx", |a, b, _| ptx::min_f32(a, b, Keep, Ignored))
        .by("apfloat", |a, b, _| apfloat::min::<Single>(a.to_bits(), b.to_bits()) as u32);
    bench.operation::<f64>("min.f64", DOUBLE).by("ptx", |a, b, _| ptx::min_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::min::<Double>(a.to_bits(), b.to_bits()));
    bench.operation::<f32>("setp.lt.f32", SINGLE).by("ptx", |a, b, _| ptx::setp_f32(a, b, Comparison::Lt, Keep)[0])
        .by("softfloat", |a, b, _| softfloat::lt_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::lt::<Single>(a.to_bits(), b.to_bits()));
    bench.operation::<f64>("setp.lt.f64", DOUBLE).by("ptx", |a, b, _| ptx::setp_f64(a, b, Comparison::Lt)[0])
        .by("softfloat", |a, b, _| softfloat::lt_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::lt::<Double>(a.to_bits(), b.to_bits()));
    bench.operation::<u16>("setp.lt.f16", HALF).by("ptx", |a, b, _| ptx::setp_f16(a, b, Comparison::Lt, Keep)[0])
        .by("half", |a, b, _| f(a) < f(b))
        .by("softfloat", |a, b, _| softfloat::lt_f16(a, b))
        .by("apfloat", |a, b, _| apfloat::lt::<Half>(a, b));
    bench.operation::<Bf16>("setp.lt.bf16", SINGLE).by("ptx", |x, y, _| ptx::setp_bf16(x.0, y.0, Comparison::Lt)[0])
        .by("half", |x, y, _| b(x) < b(y))
        .by("apfloat", |x, y, _| apfloat::lt::<BFloat>(x.0, y.0));
}
