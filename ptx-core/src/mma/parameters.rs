//! What differs from chip to chip: the parameters of the step, one table.
//!
//! Sources: rows and floors by Khattak and Mikaitis (MATLAB-tensor-core, ACM TACO 10.1145/3830409),
//! lengths and widths of every architecture by MMA-Sim (arXiv 2511.10909), A100 and H100 by Hawkeye
//! (arXiv 2603.20421), sweeps of RTX 4090, H100 and RTX PRO 6000 by veritor.

use super::Type;
use crate::mode::Sm;

/// How the sum of a step becomes its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounded {
    /// To an f32 with so many fraction bits, towards zero.
    Single(i32),
    /// To an f16, to nearest even.
    Half,
}

/// In which order a form's products enter its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the order of k, the accumulator in the first step.
    Ascending,
    /// Converted to f16: those with k mod 4 in {0, 1}, then the others, from +0 on; the accumulator
    /// is added to the result.
    Halves,
}

/// The parameters of a step, which differ from chip to chip: [`mma`](crate::mma) describes the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The most products in a step.
    pub products: usize,
    /// How many bits below the largest exponent a term keeps.
    pub kept: i32,
    /// The least value of the largest exponent.
    pub floor: i32,
    /// The exponent of subnormal accumulators.
    pub least: i32,
    /// How the sum becomes the result.
    pub rounded: Rounded,
    /// In which order products enter the steps.
    pub order: Order,
}

/// The tensor core's units, by the operands that they multiply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    F16,
    Bf16,
    Tf32,
    /// The 8-bit formats and the shorter ones of `.kind::f8f6f4`.
    Fp8,
    /// The 8-bit formats in `wgmma`.
    WgmmaFp8,
}

impl Unit {
    /// The unit for operands of a type.
    #[inline]
    pub(super) const fn of(operands: Type, wgmma: bool) -> Self {
        match operands {
            Type::F16 => Self::F16,
            Type::Bf16 => Self::Bf16,
            Type::Tf32 => Self::Tf32,
            _ if wgmma => Self::WgmmaFp8,
            _ => Self::Fp8,
        }
    }
}

/// A line of the table: what holds for a unit from a target on.
pub(super) struct Line {
    pub(super) unit: Unit,
    pub(super) since: Sm,
    products: usize,
    kept: i32,
    /// With f32 and with f16 results.
    floors: [i32; 2],
    fraction: i32,
    order: Order,
}

const fn line(
    unit: Unit,
    since: u16,
    products: usize,
    kept: i32,
    floors: [i32; 2],
    fraction: i32,
    order: Order,
) -> Line {
    Line { unit, since: Sm(since), products, kept, floors, fraction, order }
}

/// Grades in the documentation of `mma`. Floors that nothing can reach are those that the others
/// suggest, 18 bits more than are kept below the least exponent of the result's format; with 13 bits
/// kept they are the least exponents that terms have.
#[rustfmt::skip]
pub(super) const TABLE: [Line; 11] = [
    line(Unit::F16,      70,  4, 23, [-131, -19], 23, Order::Ascending),
    line(Unit::F16,      75,  8, 24, [-132, -20], 23, Order::Ascending),
    line(Unit::F16,      90, 16, 25, [-133, -21], 23, Order::Ascending),
    line(Unit::Bf16,     80,  8, 24, [-132, -20], 23, Order::Ascending),
    line(Unit::Bf16,     90, 16, 25, [-133, -21], 23, Order::Ascending),
    line(Unit::Tf32,     80,  4, 24, [-132, -20], 23, Order::Ascending),
    line(Unit::Tf32,     90,  8, 25, [-133, -21], 23, Order::Ascending),
    line(Unit::Fp8,      89, 16, 13, [-126, -28], 13, Order::Ascending),
    line(Unit::Fp8,      90, 16, 25, [-133, -21], 23, Order::Halves),
    line(Unit::Fp8,     120, 32, 25, [-133, -21], 23, Order::Ascending),
    line(Unit::WgmmaFp8, 90, 32, 13, [-126, -28], 13, Order::Ascending),
];

/// The exponents of subnormal f32 and f16.
const LEAST_F32: i32 = -126;
pub(super) const LEAST_F16: i32 = -14;

/// The parameters of a unit on a target, with f16 or f32 results. A target before the unit's first
/// computes as that.
#[inline]
pub(super) const fn parameters(unit: Unit, half: bool, sm: Sm) -> Parameters {
    let mut line = &TABLE[0];
    let mut found = false;
    let mut i = 0;
    while i < TABLE.len() {
        let next = &TABLE[i];
        if next.unit as u8 == unit as u8 && (!found || next.since.0 <= sm.0) {
            line = next;
            found = true;
        }
        i += 1;
    }
    let [single, floor_half] = line.floors;
    Parameters {
        products: line.products,
        kept: line.kept,
        floor: if half { floor_half } else { single },
        least: if half { LEAST_F16 } else { LEAST_F32 },
        rounded: if half { Rounded::Half } else { Rounded::Single(line.fraction) },
        order: line.order,
    }
}

impl Sm {
    /// This target, or the first that has a form.
    #[inline]
    pub(super) const fn at_least(self, first: u16) -> Self {
        if self.0 < first { Self(first) } else { self }
    }
}
