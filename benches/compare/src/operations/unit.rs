//! Adds to the benchmark the operations of the multi-function unit, and the approximate instructions that use this
//! unit.

use super::ours;
use crate::data::Range;
use crate::harness::Bench;

const ANY: Range = Range::Moderate(20);
const POSITIVE: Range = Range::Positive(20);
/// The words that RRO.EX2 computes for EX2: an integer below 128 and 23 fraction bits.
const POWER: Range = Range::Bits(0x3fff_ffff);
/// The words that RRO.SINCOS computes for SIN and COS: a quadrant (two bits) and 23 fraction bits.
const QUADRANTS: Range = Range::Bits(0x01ff_ffff);
const ANGLE: Range = Range::Within(6.0);
const EXPONENT: Range = Range::Within(120.0);

/// Returns the float with these bits.
fn float(x: u32) -> f32 {
    f32::from_bits(x)
}

#[rustfmt::skip]
pub fn add(bench: &mut Bench) {
    ours!(bench.operation::<u32>("MUFU.RCP", ANY), p, |a, _, _| p::mufu::rcp(a))
        .by("native", |a, _, _| (1.0 / float(a)).to_bits());
    ours!(bench.operation::<u32>("MUFU.RSQ", POSITIVE), p, |a, _, _| p::mufu::rsq(a))
        .by("native", |a, _, _| (1.0 / float(a).sqrt()).to_bits());
    ours!(bench.operation::<u32>("MUFU.SQRT", POSITIVE), p, |a, _, _| p::mufu::sqrt(a))
        .by("native", |a, _, _| float(a).sqrt().to_bits());
    ours!(bench.operation::<u32>("MUFU.LG2", POSITIVE), p, |a, _, _| p::mufu::lg2(a))
        .by("native", |a, _, _| float(a).log2().to_bits())
        .by("libm", |a, _, _| libm::log2f(float(a)).to_bits());
    ours!(bench.operation::<u32>("MUFU.EX2", POWER), p, |a, _, _| p::mufu::ex2(a));
    ours!(bench.operation::<f32>("MUFU.EX2 of a float", EXPONENT), p, |a, _, _| f32::from_bits(p::mufu::ex2_float(a.to_bits())))
        .by("native", |a, _, _| a.exp2())
        .by("libm", |a, _, _| libm::exp2f(a));
    ours!(bench.operation::<u32>("MUFU.SIN", QUADRANTS), p, |a, _, _| p::mufu::sin(a));
    ours!(bench.operation::<u32>("MUFU.COS", QUADRANTS), p, |a, _, _| p::mufu::cos(a));
    ours!(bench.operation::<f32>("rcp.approx.f32", ANY), p, |a, _, _| p::rcp_approx_f32(a, p::Subnormals::Keep))
        .by("native", |a, _, _| 1.0 / a);
    ours!(bench.operation::<f32>("rsqrt.approx.f32", POSITIVE), p, |a, _, _| p::rsqrt_approx_f32(a, p::Subnormals::Keep))
        .by("native", |a, _, _| 1.0 / a.sqrt());
    ours!(bench.operation::<f32>("sqrt.approx.f32", POSITIVE), p, |a, _, _| p::sqrt_approx_f32(a, p::Subnormals::Keep, p::Sm(90)))
        .by("native", |a, _, _| a.sqrt());
    ours!(bench.operation::<f32>("lg2.approx.f32", POSITIVE), p, |a, _, _| p::lg2_approx_f32(a, p::Subnormals::Keep))
        .by("native", |a, _, _| a.log2())
        .by("libm", |a, _, _| libm::log2f(a));
    ours!(bench.operation::<f32>("ex2.approx.f32", EXPONENT), p, |a, _, _| p::ex2_approx_f32(a, p::Subnormals::Keep, p::Sm(90)))
        .by("native", |a, _, _| a.exp2())
        .by("libm", |a, _, _| libm::exp2f(a));
    ours!(bench.operation::<f32>("ex2.approx.ftz.f32", EXPONENT), p, |a, _, _| p::ex2_approx_f32(a, p::Subnormals::Flush, p::Sm(90)))
        .by("native", |a, _, _| a.exp2());
    ours!(bench.operation::<f32>("sin.approx.f32", ANGLE), p, |a, _, _| p::sin_approx_f32(a, p::Subnormals::Keep, p::Sm(90)))
        .by("native", |a, _, _| a.sin())
        .by("libm", |a, _, _| libm::sinf(a));
    ours!(bench.operation::<f32>("cos.approx.f32", ANGLE), p, |a, _, _| p::cos_approx_f32(a, p::Subnormals::Keep, p::Sm(90)))
        .by("native", |a, _, _| a.cos())
        .by("libm", |a, _, _| libm::cosf(a));
    ours!(bench.operation::<f32>("div.approx.f32", ANY), p, |a, b, _| p::div_approx_f32(a, b, p::Subnormals::Keep))
        .by("native", |a, b, _| a / b);
    ours!(bench.operation::<f32>("div.full.f32", ANY), p, |a, b, _| p::div_full_f32(a, b, p::Subnormals::Keep))
        .by("native", |a, b, _| a / b);
}
