//! Adds the binary32 operations to the benchmark, with their competitors.

use super::ours;
use crate::data::Range;
use crate::harness::Bench;
use crate::native;
use crate::rivals::{RN, RP, RZ, apfloat, mode, mpfr, softfloat};

const ANY: Range = Range::Moderate(20);
const POSITIVE: Range = Range::Positive(20);

#[rustfmt::skip]
pub fn add(bench: &mut Bench) {
    ours!(bench.operation::<f32>("add.rn.f32", ANY), p, |a, b, _| p::add_f32(a, b, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("native", |a, b, _| a + b)
        .after("softfloat", mode::rn, |a, b, _| softfloat::add_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::add_f32(a, b, RN))
        .by("mpfr", |a, b, _| mpfr::add_f32(a, b, mpfr::RN));
    ours!(bench.operation::<f32>("add.rz.f32", ANY), p, |a, b, _| p::add_f32(a, b, p::Rounding::Rz, p::Subnormals::Keep, p::Saturation::Off))
        .by("native rn", |a, b, _| a + b)
        .after("softfloat", mode::rz, |a, b, _| softfloat::add_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::add_f32(a, b, RZ));
    ours!(bench.operation::<f32>("mul.rn.f32", ANY), p, |a, b, _| p::mul_f32(a, b, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("native", |a, b, _| a * b)
        .after("softfloat", mode::rn, |a, b, _| softfloat::mul_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::mul_f32(a, b, RN))
        .by("mpfr", |a, b, _| mpfr::mul_f32(a, b, mpfr::RN));
    ours!(bench.operation::<f32>("mul.rn.ftz.sat.f32", ANY), p, |a, b, _| p::mul_f32(a, b, p::Rounding::Rn, p::Subnormals::Flush, p::Saturation::Sat))
        .by("native rn", |a, b, _| a * b);
    ours!(bench.operation::<f32>("mul.rz.f32", ANY), p, |a, b, _| p::mul_f32(a, b, p::Rounding::Rz, p::Subnormals::Keep, p::Saturation::Off))
        .by("native rn", |a, b, _| a * b)
        .after("softfloat", mode::rz, |a, b, _| softfloat::mul_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::mul_f32(a, b, RZ));
    ours!(bench.operation::<f32>("div.rn.f32", ANY), p, |a, b, _| p::div_f32(a, b, p::Rounding::Rn, p::Subnormals::Keep))
        .by("native", |a, b, _| a / b)
        .after("softfloat", mode::rn, |a, b, _| softfloat::div_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::div_f32(a, b, RN))
        .by("mpfr", |a, b, _| mpfr::div_f32(a, b, mpfr::RN));
    ours!(bench.operation::<f32>("div.rz.f32", ANY), p, |a, b, _| p::div_f32(a, b, p::Rounding::Rz, p::Subnormals::Keep))
        .by("native rn", |a, b, _| a / b)
        .after("softfloat", mode::rz, |a, b, _| softfloat::div_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::div_f32(a, b, RZ));
    ours!(bench.operation::<f32>("div.rp.f32", ANY), p, |a, b, _| p::div_f32(a, b, p::Rounding::Rp, p::Subnormals::Keep))
        .by("native rn", |a, b, _| a / b)
        .after("softfloat", mode::rp, |a, b, _| softfloat::div_f32(a, b))
        .by("apfloat", |a, b, _| apfloat::div_f32(a, b, RP));
    ours!(bench.operation::<f32>("rcp.rn.f32", ANY), p, |a, _, _| p::rcp_f32(a, p::Rounding::Rn, p::Subnormals::Keep))
        .by("native", |a, _, _| 1.0 / a)
        .after("softfloat", mode::rn, |a, _, _| softfloat::div_f32(1.0, a))
        .by("apfloat", |a, _, _| apfloat::div_f32(1.0, a, RN));
    ours!(bench.operation::<f32>("rcp.rp.f32", ANY), p, |a, _, _| p::rcp_f32(a, p::Rounding::Rp, p::Subnormals::Keep))
        .by("native rn", |a, _, _| 1.0 / a)
        .after("softfloat", mode::rp, |a, _, _| softfloat::div_f32(1.0, a))
        .by("apfloat", |a, _, _| apfloat::div_f32(1.0, a, RP));
    ours!(bench.operation::<f32>("sqrt.rn.f32", POSITIVE), p, |a, _, _| p::sqrt_f32(a, p::Rounding::Rn, p::Subnormals::Keep))
        .by("native", |a, _, _| a.sqrt())
        .after("softfloat", mode::rn, |a, _, _| softfloat::sqrt_f32(a))
        .by("mpfr", |a, _, _| mpfr::sqrt_f32(a, mpfr::RN));
    ours!(bench.operation::<f32>("sqrt.rz.f32", POSITIVE), p, |a, _, _| p::sqrt_f32(a, p::Rounding::Rz, p::Subnormals::Keep))
        .by("native rn", |a, _, _| a.sqrt())
        .after("softfloat", mode::rz, |a, _, _| softfloat::sqrt_f32(a));
    ours!(bench.operation::<f32>("fma.rn.f32", ANY), p, |a, b, c| p::fma_f32(a, b, c, p::Rounding::Rn, p::Subnormals::Keep, p::Saturation::Off))
        .by("native", native::fma_f32)
        .by("libm", |a, b, c| libm::fmaf(a, b, c))
        .after("softfloat", mode::rn, |a, b, c| softfloat::fma_f32(a, b, c))
        .by("apfloat", |a, b, c| apfloat::fma_f32(a, b, c, RN))
        .by("mpfr", |a, b, c| mpfr::fma_f32(a, b, c, mpfr::RN));
    ours!(bench.operation::<f32>("fma.rz.f32", ANY), p, |a, b, c| p::fma_f32(a, b, c, p::Rounding::Rz, p::Subnormals::Keep, p::Saturation::Off))
        .by("native rn", native::fma_f32)
        .after("softfloat", mode::rz, |a, b, c| softfloat::fma_f32(a, b, c))
        .by("apfloat", |a, b, c| apfloat::fma_f32(a, b, c, RZ))
        .by("mpfr", |a, b, c| mpfr::fma_f32(a, b, c, mpfr::RZ));
    ours!(bench.operation::<f32>("fma.rp.f32", ANY), p, |a, b, c| p::fma_f32(a, b, c, p::Rounding::Rp, p::Subnormals::Keep, p::Saturation::Off))
        .by("native rn", native::fma_f32)
        .after("softfloat", mode::rp, |a, b, c| softfloat::fma_f32(a, b, c))
        .by("apfloat", |a, b, c| apfloat::fma_f32(a, b, c, RP));
    ours!(bench.operation::<f32>("fma.rn.ftz.sat.f32", ANY), p, |a, b, c| p::fma_f32(a, b, c, p::Rounding::Rn, p::Subnormals::Flush, p::Saturation::Sat))
        .by("native rn", native::fma_f32);
}
