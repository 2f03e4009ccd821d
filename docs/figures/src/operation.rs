//! Lists the operations of the multi-function unit (MUFU), with their documented error bounds.

use ptx_core::mufu;
use std::f64::consts::FRAC_PI_2;

/// An operation of the multi-function unit, and the axes of the operation's picture.
pub(crate) struct Operation {
    pub(crate) name: &'static str,
    /// The function that the operation approximates.
    pub(crate) function: &'static str,
    pub(crate) compute: fn(u32) -> u32,
    /// Converts an operand word to the argument of the function.
    pub(crate) argument: fn(u32) -> f64,
    pub(crate) exact: fn(f64) -> f64,
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) segments: u32,
    /// The label of the axis of arguments.
    pub(crate) axis: &'static str,
    /// The name of the variable in texts, such as `x`.
    pub(crate) variable: &'static str,
    /// Converts an argument to the value that the picture shows for the variable. For SIN and COS, the argument is a
    /// fraction of π/2, and the value is the angle in radians.
    pub(crate) value: fn(f64) -> f64,
    pub(crate) ticks: &'static [(f64, &'static str)],
    /// The unit of the errors as a binary logarithm. The unit is an ulp of the largest results.
    pub(crate) ulp: i32,
    pub(crate) unit: &'static str,
    /// Returns the documented error bound, which may depend on the exact result.
    pub(crate) bound: fn(f64) -> f64,
    pub(crate) promise: &'static str,
    /// The largest error that the picture can show.
    pub(crate) height: f64,
}

const ONE: u32 = 0x3f80_0000;

/// Converts the bits of an f32 to its value.
pub(crate) fn float(word: u32) -> f64 {
    f32::from_bits(word).into()
}

/// Converts a 23-bit fraction to its value.
fn fraction(word: u32) -> f64 {
    f64::from(word) / f64::from(1 << 23)
}

const TO_TWO: &[(f64, &str)] =
    &[(1.0, "1"), (1.25, "1.25"), (1.5, "1.5"), (1.75, "1.75"), (2.0, "2")];
const TO_FOUR: &[(f64, &str)] = &[(1.0, "1"), (1.5, "1.5"), (2.0, "2"), (3.0, "3"), (4.0, "4")];
const TO_ONE: &[(f64, &str)] =
    &[(0.0, "0"), (0.25, "0.25"), (0.5, "0.5"), (0.75, "0.75"), (1.0, "1")];
const QUADRANT: &[(f64, &str)] =
    &[(0.0, "0"), (0.25, "π/8"), (0.5, "π/4"), (0.75, "3π/8"), (1.0, "π/2")];

pub(crate) const OPERATIONS: [Operation; 7] = [
    Operation {
        name: "RCP",
        function: "1 / x",
        compute: mufu::rcp,
        argument: float,
        exact: |x| 1.0 / x,
        first: ONE,
        count: 1 << 23,
        segments: 128,
        axis: "x",
        variable: "x",
        value: |x| x,
        ticks: TO_TWO,
        ulp: -24,
        unit: "ulp",
        bound: |_| 1.0,
        promise: "bound of NVIDIA's page on SPA 5.0 (Maxwell) machine code: 1 ulp",
        height: 1.25,
    },
    Operation {
        name: "RSQ",
        function: "1 / √x",
        compute: mufu::rsq,
        argument: float,
        exact: |x| 1.0 / libm::sqrt(x),
        first: ONE,
        count: 1 << 24,
        segments: 128,
        axis: "x",
        variable: "x",
        value: |x| x,
        ticks: TO_FOUR,
        ulp: -24,
        unit: "ulp",
        bound: |y| y * libm::exp2(24.0 - 22.9),
        promise: "bound of the PTX manual: 2^-22.9 times the result",
        height: 2.5,
    },
    Operation {
        name: "SQRT",
        function: "√x",
        compute: mufu::sqrt,
        argument: float,
        exact: libm::sqrt,
        first: ONE,
        count: 1 << 24,
        segments: 128,
        axis: "x",
        variable: "x",
        value: |x| x,
        ticks: TO_FOUR,
        ulp: -23,
        unit: "ulp",
        bound: |y| y,
        promise: "bound of the PTX manual: 2^-23 times the result",
        height: 2.25,
    },
    Operation {
        name: "LG2",
        function: "log₂ x",
        compute: mufu::lg2,
        argument: float,
        exact: libm::log2,
        first: ONE,
        count: 1 << 23,
        segments: 64,
        axis: "x",
        variable: "x",
        value: |x| x,
        ticks: TO_TWO,
        ulp: -24,
        unit: "units of 2^-24, the ulp from 1/2 to 1",
        bound: |_| libm::exp2(24.0 - 22.6),
        promise: "bound of NVIDIA's page on SPA 5.0 (Maxwell) machine code: 2^-22.6",
        height: 3.5,
    },
    Operation {
        name: "EX2",
        function: "2^x",
        compute: mufu::ex2,
        argument: fraction,
        exact: libm::exp2,
        first: 0,
        count: 1 << 23,
        segments: 64,
        axis: "x",
        variable: "x",
        value: |x| x,
        ticks: TO_ONE,
        ulp: -23,
        unit: "ulp",
        bound: |_| libm::exp2(23.0 - 22.5),
        promise: "bound of NVIDIA's page on SPA 5.0 (Maxwell) machine code: 2^-22.5",
        height: 1.75,
    },
    Operation {
        name: "SIN",
        function: "sin a",
        compute: mufu::sin,
        argument: fraction,
        exact: |x| libm::sin(x * FRAC_PI_2),
        first: 0,
        count: 1 << 23,
        segments: 64,
        axis: "angle a in radians",
        variable: "a",
        value: |x| x * FRAC_PI_2,
        ticks: QUADRANT,
        ulp: -24,
        unit: "units of 2^-24, the ulp from 1/2 to 1",
        bound: |_| libm::exp2(24.0 - 21.41),
        promise: "bound of the CUDA guide, with the reduction of the angle: 2^-21.41",
        height: 7.0,
    },
    Operation {
        name: "COS",
        function: "cos a",
        compute: mufu::cos,
        argument: fraction,
        exact: |x| libm::cos(x * FRAC_PI_2),
        first: 0,
        count: 1 << 23,
        segments: 64,
        axis: "angle a in radians",
        variable: "a",
        value: |x| x * FRAC_PI_2,
        ticks: QUADRANT,
        ulp: -24,
        unit: "units of 2^-24, the ulp from 1/2 to 1",
        bound: |_| libm::exp2(24.0 - 21.19),
        promise: "bound of the CUDA guide, with the reduction of the angle: 2^-21.19",
        height: 8.0,
    },
];
