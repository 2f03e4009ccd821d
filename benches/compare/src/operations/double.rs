//! Adds the binary64 operations to the benchmark, with their competitors.

use super::ours;
use crate::data::Range;
use crate::harness::Bench;
use crate::native;
use crate::rivals::{RN, RP, RZ, apfloat, mode, mpfr, softfloat};

const ANY: Range = Range::Moderate(60);
const POSITIVE: Range = Range::Positive(60);

#[rustfmt::skip]
pub fn add(bench: &mut Bench) {
    ours!(bench.operation::<f64>("add.rn.f64", ANY), p, |a, b, _| p::add_f64(a, b, p::Rounding::Rn))
        .by("native", |a, b, _| a + b)
        .after("softfloat", mode::rn, |a, b, _| softfloat::add_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::add_f64(a, b, RN))
        .by("mpfr", |a, b, _| mpfr::add_f64(a, b, mpfr::RN));
    ours!(bench.operation::<f64>("add.rz.f64", ANY), p, |a, b, _| p::add_f64(a, b, p::Rounding::Rz))
        .by("native rn", |a, b, _| a + b)
        .after("softfloat", mode::rz, |a, b, _| softfloat::add_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::add_f64(a, b, RZ));
    ours!(bench.operation::<f64>("mul.rn.f64", ANY), p, |a, b, _| p::mul_f64(a, b, p::Rounding::Rn))
        .by("native", |a, b, _| a * b)
        .after("softfloat", mode::rn, |a, b, _| softfloat::mul_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::mul_f64(a, b, RN))
        .by("mpfr", |a, b, _| mpfr::mul_f64(a, b, mpfr::RN));
    ours!(bench.operation::<f64>("mul.rz.f64", ANY), p, |a, b, _| p::mul_f64(a, b, p::Rounding::Rz))
        .by("native rn", |a, b, _| a * b)
        .after("softfloat", mode::rz, |a, b, _| softfloat::mul_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::mul_f64(a, b, RZ));
    ours!(bench.operation::<f64>("div.rn.f64", ANY), p, |a, b, _| p::div_f64(a, b, p::Rounding::Rn))
        .by("native", |a, b, _| a / b)
        .after("softfloat", mode::rn, |a, b, _| softfloat::div_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::div_f64(a, b, RN))
        .by("mpfr", |a, b, _| mpfr::div_f64(a, b, mpfr::RN));
    ours!(bench.operation::<f64>("div.rz.f64", ANY), p, |a, b, _| p::div_f64(a, b, p::Rounding::Rz))
        .by("native rn", |a, b, _| a / b)
        .after("softfloat", mode::rz, |a, b, _| softfloat::div_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::div_f64(a, b, RZ));
    ours!(bench.operation::<f64>("div.rp.f64", ANY), p, |a, b, _| p::div_f64(a, b, p::Rounding::Rp))
        .by("native rn", |a, b, _| a / b)
        .after("softfloat", mode::rp, |a, b, _| softfloat::div_f64(a, b))
        .by("apfloat", |a, b, _| apfloat::div_f64(a, b, RP));
    ours!(bench.operation::<f64>("rcp.rn.f64", ANY), p, |a, _, _| p::rcp_f64(a, p::Rounding::Rn))
        .by("native", |a, _, _| 1.0 / a)
        .after("softfloat", mode::rn, |a, _, _| softfloat::div_f64(1.0, a));
    ours!(bench.operation::<f64>("sqrt.rn.f64", POSITIVE), p, |a, _, _| p::sqrt_f64(a, p::Rounding::Rn))
        .by("native", |a, _, _| a.sqrt())
        .after("softfloat", mode::rn, |a, _, _| softfloat::sqrt_f64(a))
        .by("mpfr", |a, _, _| mpfr::sqrt_f64(a, mpfr::RN));
    ours!(bench.operation::<f64>("sqrt.rz.f64", POSITIVE), p, |a, _, _| p::sqrt_f64(a, p::Rounding::Rz))
        .by("native rn", |a, _, _| a.sqrt())
        .after("softfloat", mode::rz, |a, _, _| softfloat::sqrt_f64(a));
    ours!(bench.operation::<f64>("fma.rn.f64", ANY), p, |a, b, c| p::fma_f64(a, b, c, p::Rounding::Rn))
        .by("native", native::fma_f64)
        .by("libm", |a, b, c| libm::fma(a, b, c))
        .by("std", |a: f64, b, c| a.mul_add(b, c))
        .after("softfloat", mode::rn, |a, b, c| softfloat::fma_f64(a, b, c))
        .by("apfloat", |a, b, c| apfloat::fma_f64(a, b, c, RN))
        .by("mpfr", |a, b, c| mpfr::fma_f64(a, b, c, mpfr::RN));
    ours!(bench.operation::<f64>("fma.rz.f64", ANY), p, |a, b, c| p::fma_f64(a, b, c, p::Rounding::Rz))
        .by("native rn", native::fma_f64)
        .after("softfloat", mode::rz, |a, b, c| softfloat::fma_f64(a, b, c))
        .by("apfloat", |a, b, c| apfloat::fma_f64(a, b, c, RZ))
        .by("mpfr", |a, b, c| mpfr::fma_f64(a, b, c, mpfr::RZ));
    ours!(bench.operation::<f64>("fma.rp.f64", ANY), p, |a, b, c| p::fma_f64(a, b, c, p::Rounding::Rp))
        .by("native rn", native::fma_f64)
        .after("softfloat", mode::rp, |a, b, c| softfloat::fma_f64(a, b, c))
        .by("apfloat", |a, b, c| apfloat::fma_f64(a, b, c, RP));
}
