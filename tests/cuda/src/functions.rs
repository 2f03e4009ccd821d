//! Lists the measured functions, with their references and published errors. The errors are from the CUDA programming
//! guide, chapter "Mathematical Functions".

use crate::reference::{about, exact};
use rug::Float;
use rug::ops::Pow;

/// The reference of a function.
#[derive(Clone, Copy)]
pub(crate) enum Reference {
    /// A function of one `f32`: the reference in double precision, and the reference in MPFR.
    One(fn(f64) -> f64, fn(Float) -> Float),
    /// A function of two `f32`: the reference in double precision, and the reference in MPFR.
    Two(fn(f64, f64) -> f64, fn(Float, &Float) -> Float),
    /// A function of one `f64`: the reference in MPFR.
    OneDouble(fn(Float) -> Float),
    /// A function of two `f64`: the reference in MPFR.
    TwoDouble(fn(Float, &Float) -> Float),
}

/// A published error.
#[derive(Clone, Copy)]
pub(crate) enum Bound {
    /// The distance from the correctly rounded result, in ulps.
    Ulps(u32),
    /// The distance in ulps, which depends on the argument. The fields are the guide's formula as text and as a
    /// function.
    Growing(&'static str, fn(f64) -> f64),
    /// An absolute error of 2 to this power.
    Power(f64),
    /// An absolute error of this size.
    Absolute(f64),
    /// The guide gives no bound. The report shows the largest error in ulps.
    Unpublished,
}

/// The published error on a range of arguments. The function `holds` returns whether the range contains the arguments.
pub(crate) struct Claim {
    pub(crate) range: &'static str,
    pub(crate) holds: fn(f64, f64) -> bool,
    pub(crate) bound: Bound,
}

/// A measured function.
pub(crate) struct Function {
    pub(crate) name: &'static str,
    /// The expression in CUDA C that computes the function. `None` if the expression is a call of `name`.
    operator: Option<&'static str>,
    pub(crate) reference: Reference,
    /// The published errors. The first claim whose range contains the argument applies.
    pub(crate) claims: &'static [Claim],
    /// The intrinsic function that replaces this function under `-use_fast_math`, according to the guide.
    pub(crate) fast: Option<&'static str>,
    /// The maximum error in ulps on an RTX 4000 SFF Ada, as measured by LLVM's libc project
    /// (libc/docs/headers/math, "GPU Conformance"). The project tested all arguments of functions of one
    /// `f32`, and 2^32 sets of arguments of each other function.
    pub(crate) chip: Option<u32>,
}

/// An error that is known to exceed the published error, with the reason.
pub(crate) struct Known {
    pub(crate) name: &'static str,
    pub(crate) range: &'static str,
    pub(crate) max: Bound,
    pub(crate) reason: &'static str,
}

pub(crate) const KNOWN: &[Known] = &[Known {
    name: "__log10f",
    range: NEAR_ONE,
    max: Bound::Power(-23.877),
    reason: "the error of `lg2` reaches 2^-22.148, so that of `__log10f` reaches 2^-23.878; the guide rounds to 2^-24",
}];

const NEAR_ONE: &str = "0.5 ≤ x ≤ 2";

const fn all(bound: Bound) -> Claim {
    Claim { range: "", holds: |_, _| true, bound }
}

const fn within(range: &'static str, holds: fn(f64, f64) -> bool, bound: Bound) -> Claim {
    Claim { range, holds, bound }
}

const fn elsewhere(bound: Bound) -> Claim {
    Claim { range: "elsewhere", holds: |_, _| true, bound }
}

const EXACT: &[Claim] = &[all(Bound::Ulps(0))];
const ULP_1: &[Claim] = &[all(Bound::Ulps(1))];
const ULPS_2: &[Claim] = &[all(Bound::Ulps(2))];
const ULPS_3: &[Claim] = &[all(Bound::Ulps(3))];
const ULPS_4: &[Claim] = &[all(Bound::Ulps(4))];
const ULPS_5: &[Claim] = &[all(Bound::Ulps(5))];
const ANY: &[Claim] = &[all(Bound::Unpublished)];
const BESSEL: &[Claim] =
    &[within("|x| < 8", |x, _| x.abs() < 8.0, Bound::Ulps(9)), elsewhere(Bound::Absolute(2.2e-6))];
const LGAMMA: &[Claim] = &[
    within("-10.001 < x < -2.264", |x, _| x > -10.001 && x < -2.264, Bound::Unpublished),
    elsewhere(Bound::Ulps(6)),
];
const FAST_EXP: &[Claim] =
    &[all(Bound::Growing("2 + ⌊|1.173 x|⌋", |x| 2.0 + (1.173 * x).abs().floor()))];
const FAST_EXP10: &[Claim] =
    &[all(Bound::Growing("2 + ⌊|2.97 x|⌋", |x| 2.0 + (2.97 * x).abs().floor()))];
const FAST_LOG: &[Claim] = &[near_one(-21.41), elsewhere(Bound::Ulps(3))];
const FAST_LOG2: &[Claim] = &[near_one(-22.0), elsewhere(Bound::Ulps(2))];
const FAST_LOG10: &[Claim] = &[near_one(-24.0), elsewhere(Bound::Ulps(3))];
const FAST_SIN: &[Claim] = &[half_turn(-21.41), elsewhere(Bound::Unpublished)];
const FAST_COS: &[Claim] = &[half_turn(-21.19), elsewhere(Bound::Unpublished)];
/// The published bound is a relative error of 2^-11. An f32 ulp is between 2^-24 and 2^-23 of the value, so the bound
/// is 4096 to 8192 ulps. The test uses 4096 ulps.
const FAST_TANH: &[Claim] = &[all(Bound::Growing("2^-11, relative", |_| 4096.0))];
const FAST_DIVISION: &[Claim] = &[
    within(
        "2^-126 ≤ |y| ≤ 2^126",
        |_, y| (2f64.powi(-126)..=2f64.powi(126)).contains(&y.abs()),
        Bound::Ulps(2),
    ),
    elsewhere(Bound::Unpublished),
];

const fn near_one(power: f64) -> Claim {
    within(NEAR_ONE, |x, _| (0.5..=2.0).contains(&x), Bound::Power(power))
}

const fn half_turn(power: f64) -> Claim {
    within("-π ≤ x ≤ π", |x, _| x.abs() <= std::f64::consts::PI, Bound::Power(power))
}

const fn one(
    name: &'static str,
    about: fn(f64) -> f64,
    exact: fn(Float) -> Float,
    claims: &'static [Claim],
) -> Function {
    Function {
        name,
        operator: None,
        reference: Reference::One(about, exact),
        claims,
        fast: None,
        chip: None,
    }
}

const fn two(
    name: &'static str,
    about: fn(f64, f64) -> f64,
    exact: fn(Float, &Float) -> Float,
    claims: &'static [Claim],
) -> Function {
    Function {
        name,
        operator: None,
        reference: Reference::Two(about, exact),
        claims,
        fast: None,
        chip: None,
    }
}

const fn double(
    name: &'static str,
    exact: fn(Float) -> Float,
    claims: &'static [Claim],
) -> Function {
    Function {
        name,
        operator: None,
        reference: Reference::OneDouble(exact),
        claims,
        fast: None,
        chip: None,
    }
}

impl Function {
    const fn written(mut self, operator: &'static str) -> Self {
        self.operator = Some(operator);
        self
    }

    const fn fast(mut self, name: &'static str) -> Self {
        self.fast = Some(name);
        self
    }

    const fn chip(mut self, ulps: u32) -> Self {
        self.chip = Some(ulps);
        self
    }

    pub(crate) fn is_double(&self) -> bool {
        matches!(self.reference, Reference::OneDouble(_) | Reference::TwoDouble(_))
    }

    pub(crate) fn has_two(&self) -> bool {
        matches!(self.reference, Reference::Two(..) | Reference::TwoDouble(_))
    }

    /// Returns whether the guide lists the function as an intrinsic function.
    pub(crate) fn is_intrinsic(&self) -> bool {
        self.name.starts_with("__")
    }

    /// Returns the error that the guide gives under `-use_fast_math`. The function must not be an intrinsic
    /// function.
    pub(crate) fn fast_bound(&self, target: u32) -> Bound {
        match self.name {
            "sqrtf" => Bound::Ulps(if target < 52 { 3 } else { 1 }),
            _ => Bound::Unpublished,
        }
    }

    /// Returns the function's name in the PTX file.
    pub(crate) fn symbol(&self) -> String {
        format!("k_{}", self.name.replace(' ', "_"))
    }

    /// Returns CUDA C code that calls the function.
    pub(crate) fn source(&self) -> String {
        let ty = if self.is_double() { "double" } else { "float" };
        let (parameters, arguments) = match self.has_two() {
            true => (format!("{ty} x, {ty} y"), "x, y"),
            false => (format!("{ty} x"), "x"),
        };
        let value = match self.operator {
            Some(written) => written.into(),
            None => format!("{}({arguments})", self.name),
        };
        let symbol = self.symbol();
        format!("extern \"C\" __device__ {ty} {symbol}({parameters}) {{ return {value}; }}\n")
    }

    /// Returns the declaration for `include_ptx!`, and the function's entry in the generated program.
    pub(crate) fn declaration(&self) -> (String, String) {
        let ty = if self.is_double() { "f64" } else { "f32" };
        let parameters = match self.has_two() {
            true => format!("x: {ty}, y: {ty}"),
            false => format!("x: {ty}"),
        };
        let kind = match self.reference {
            Reference::One(..) => "One",
            Reference::Two(..) => "Two",
            Reference::OneDouble(_) => "OneDouble",
            Reference::TwoDouble(_) => "TwoDouble",
        };
        let symbol = self.symbol();
        (
            format!("fn {symbol}({parameters}) -> {ty};\n"),
            format!("serve::Function::{kind}({symbol})"),
        )
    }
}

#[rustfmt::skip]
pub(crate) static FUNCTIONS: &[Function] = &[
    two("division", |x, y| x / y, |x, y| x / y, EXACT).written("x / y").fast("__fdividef"),
    one("sqrtf", libm::sqrt, Float::sqrt, EXACT),
    two("fmodf", libm::fmod, |x, y| x % y, EXACT),
    two("remainderf", libm::remainder, |x, y| x.remainder(y), EXACT),
    one("expf", libm::exp, Float::exp, ULPS_2).fast("__expf").chip(2),
    one("exp2f", libm::exp2, Float::exp2, ULPS_2).chip(2),
    one("exp10f", libm::exp10, Float::exp10, ULPS_2).fast("__exp10f").chip(2),
    one("expm1f", libm::expm1, Float::exp_m1, ULP_1).chip(1),
    one("logf", libm::log, Float::ln, ULP_1).fast("__logf").chip(1),
    one("log2f", libm::log2, Float::log2, ULP_1).fast("__log2f").chip(1),
    one("log10f", libm::log10, Float::log10, ULPS_2).fast("__log10f").chip(2),
    one("log1pf", libm::log1p, Float::ln_1p, ULP_1).chip(1),
    one("sinf", libm::sin, Float::sin, ULPS_2).fast("__sinf").chip(1),
    one("cosf", libm::cos, Float::cos, ULPS_2).fast("__cosf").chip(2),
    one("tanf", libm::tan, Float::tan, ULPS_4).fast("__tanf").chip(3),
    one("sinpif", about::sin_pi, Float::sin_pi, ULP_1).chip(1),
    one("cospif", about::cos_pi, Float::cos_pi, ULP_1).chip(1),
    one("asinf", libm::asin, Float::asin, ULPS_2).chip(1),
    one("acosf", libm::acos, Float::acos, ULPS_2).chip(1),
    one("atanf", libm::atan, Float::atan, ULPS_2).chip(1),
    two("atan2f", libm::atan2, |y, x| y.atan2(x), ULPS_3).chip(2),
    one("sinhf", libm::sinh, Float::sinh, ULPS_3).chip(3),
    one("coshf", libm::cosh, Float::cosh, ULPS_2).chip(2),
    one("tanhf", libm::tanh, Float::tanh, ULPS_2).fast("__tanhf").chip(2),
    one("asinhf", libm::asinh, Float::asinh, ULPS_3).chip(2),
    one("acoshf", about::acosh, Float::acosh, ULPS_4).chip(2),
    one("atanhf", libm::atanh, Float::atanh, ULPS_3).chip(3),
    one("cbrtf", libm::cbrt, Float::cbrt, ULP_1).chip(1),
    one("rcbrtf", |x| 1.0 / libm::cbrt(x), |x| x.cbrt().recip(), ULP_1),
    one("rsqrtf", |x| 1.0 / libm::sqrt(x), Float::recip_sqrt, ULPS_2),
    two("hypotf", libm::hypot, |x, y| x.hypot(y), ULPS_3).chip(1),
    two("powf", libm::pow, |x, y| x.pow(y), ULPS_4).fast("__powf").chip(2),
    one("erff", libm::erf, Float::erf, ULPS_2).chip(1),
    one("erfcf", libm::erfc, Float::erfc, ULPS_4),
    one("erfcxf", about::erfcx, exact::erfcx, ULPS_4),
    one("erfinvf", about::erfinv, exact::erfinv, ULPS_2),
    one("erfcinvf", about::erfcinv, exact::erfcinv, ULPS_4),
    one("lgammaf", libm::lgamma, |x| x.ln_abs_gamma().0, LGAMMA),
    one("tgammaf", libm::tgamma, Float::gamma, ULPS_5),
    one("normcdff", about::normcdf, exact::normcdf, ULPS_5),
    one("normcdfinvf", about::normcdfinv, exact::normcdfinv, ULPS_5),
    one("j0f", libm::j0, Float::j0, BESSEL),
    one("j1f", libm::j1, Float::j1, BESSEL),
    one("y0f", libm::y0, Float::y0, BESSEL),
    one("y1f", libm::y1, Float::y1, BESSEL),
    one("__expf", libm::exp, Float::exp, FAST_EXP),
    one("__exp10f", libm::exp10, Float::exp10, FAST_EXP10),
    one("__logf", libm::log, Float::ln, FAST_LOG),
    one("__log2f", libm::log2, Float::log2, FAST_LOG2),
    one("__log10f", libm::log10, Float::log10, FAST_LOG10),
    one("__sinf", libm::sin, Float::sin, FAST_SIN),
    one("__cosf", libm::cos, Float::cos, FAST_COS),
    one("__tanf", libm::tan, Float::tan, ANY),
    one("__tanhf", libm::tanh, Float::tanh, FAST_TANH),
    two("__powf", libm::pow, |x, y| x.pow(y), ANY),
    two("__fdividef", |x, y| x / y, |x, y| x / y, FAST_DIVISION),
    one("__frcp_rn", |x| 1.0 / x, Float::recip, EXACT),
    one("__frsqrt_rn", |x| 1.0 / libm::sqrt(x), Float::recip_sqrt, EXACT),
    one("__fsqrt_rn", libm::sqrt, Float::sqrt, EXACT),
    two("__fdiv_rn", |x, y| x / y, |x, y| x / y, EXACT),
    double("exp", Float::exp, ULP_1).chip(1),
    double("log", Float::ln, ULP_1).chip(1),
    double("sin", Float::sin, ULPS_2).chip(1),
    double("tanh", Float::tanh, ULP_1),
    double("cbrt", Float::cbrt, ULP_1).chip(1),
    double("rsqrt", Float::recip_sqrt, ULP_1),
    Function { name: "double division", operator: Some("x / y"), reference: Reference::TwoDouble(|x, y| x / y), claims: EXACT, fast: None, chip: None },
];
