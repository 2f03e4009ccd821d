//! Adds the binary16 and bfloat16 operations to the benchmark, with their competitors.

use super::ours;
use crate::data::Range;
use crate::harness::{Bench, Bf16};
use crate::rivals::{RN, apfloat, mode, softfloat};
use half::{bf16, f16};

const F16: Range = Range::Moderate(10);
const BF16: Range = Range::Moderate(20);

pub fn f(x: u16) -> f16 {
    f16::from_bits(x)
}

pub fn b(x: Bf16) -> bf16 {
    bf16::from_bits(x.0)
}

#[rustfmt::skip]
pub fn add(bench: &mut Bench) {
    ours!(bench.operation::<u16>("add.rn.f16", F16), p, |x, y, _| p::add_f16(x, y, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("half", |x, y, _| (f(x) + f(y)).to_bits())
        .after("softfloat", mode::rn, |x, y, _| softfloat::add_f16(x, y))
        .by("apfloat", |x, y, _| apfloat::add_f16(x, y, RN));
    ours!(bench.operation::<u16>("mul.rn.f16", F16), p, |x, y, _| p::mul_f16(x, y, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("half", |x, y, _| (f(x) * f(y)).to_bits())
        .after("softfloat", mode::rn, |x, y, _| softfloat::mul_f16(x, y))
        .by("apfloat", |x, y, _| apfloat::mul_f16(x, y, RN));
    ours!(bench.operation::<u16>("fma.rn.f16", F16), p, |x, y, z| p::fma_f16(x, y, z, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .after("softfloat", mode::rn, |x, y, z| softfloat::fma_f16(x, y, z))
        .by("apfloat", |x, y, z| apfloat::fma_f16(x, y, z, RN));
    ours!(bench.operation::<u16>("fma.rn.ftz.sat.f16", F16), p, |x, y, z| p::fma_f16(x, y, z, p::Rounding::Rn, p::Subnormals::Flush, p::Saturation::Sat));
    ours!(bench.operation::<u32>("fma.rn.f16x2", Range::Bits(1 << 32)), p, |x, y, z| p::fma_f16x2(x, y, z, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off));
    ours!(bench.operation::<Bf16>("add.rn.bf16", BF16), p, |x, y, _| p::add_bf16(x.0, y.0, p::Rounding::Rn))
        .by("half", |x, y, _| (b(x) + b(y)).to_bits())
        .by("apfloat", |x, y, _| apfloat::add_bf16(x.0, y.0, RN));
    ours!(bench.operation::<Bf16>("sub.rn.bf16", BF16), p, |x, y, _| p::sub_bf16(x.0, y.0, p::Rounding::Rn))
        .by("half", |x, y, _| (b(x) - b(y)).to_bits())
        .by("apfloat", |x, y, _| apfloat::sub_bf16(x.0, y.0, RN));
    ours!(bench.operation::<Bf16>("mul.rn.bf16", BF16), p, |x, y, _| p::mul_bf16(x.0, y.0, p::Rounding::Rn))
        .by("half", |x, y, _| (b(x) * b(y)).to_bits())
        .by("apfloat", |x, y, _| apfloat::mul_bf16(x.0, y.0, RN));
    ours!(bench.operation::<Bf16>("fma.rn.bf16", BF16), p, |x, y, z| p::fma_bf16(x.0, y.0, z.0, p::Rounding::Rn, p::Rectification::Linear))
        .by("apfloat", |x, y, z| apfloat::fma_bf16(x.0, y.0, z.0, RN));
    ours!(bench.operation::<u32>("fma.rn.bf16x2", Range::Bits(1 << 32)), p, |x, y, z| p::fma_bf16x2(x, y, z, p::Rounding::Rn, p::Rectification::Linear));
}
