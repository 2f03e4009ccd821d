//! The parameters of the tensor core of each target: how many products a step adds, and how the step rounds.
//!
//! Sources: measurements by Khattak and Mikaitis (MATLAB-tensor-core, ACM TACO 10.1145/3830409), which include the
//! smallest exponent of a sum (`floor`); `products` and `kept` of every architecture by MMA-Sim (arXiv 2511.10909);
//! A100 and H100 by Hawkeye (arXiv 2603.20421); sweeps of RTX 4090, H100 and RTX PRO 6000 by veritor
//! (github.com/danielreuter/veritor).

use super::types::{Instruction, Type};
use crate::mode::Sm;

/// The rounding of the sum of one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounded {
    /// To an f32 with this number of fraction bits, towards zero.
    Single(i32),
    /// To an f16, to nearest even.
    Half,
}

/// The order in which a target adds the products of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// In the order of k. The first step also adds the accumulator.
    Ascending,
    /// The operands are converted to f16. The steps add the products with k mod 4 in {0, 1} to +0, then the products
    /// with k mod 4 in {2, 3}. At the end, an addition rounded to nearest adds the accumulator.
    Halves,
}

/// The parameters of a step on a target. [`mma`](crate::mma) describes the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameters {
    /// The maximum number of products in a step.
    pub products: usize,
    /// The number of bits from the largest exponent E of the terms down to the last bit of a truncated term. Every term
    /// is truncated to a multiple of 2^(E - kept).
    pub kept: i32,
    /// The lower bound of the largest exponent E.
    pub floor: i32,
    /// The exponent of a subnormal accumulator.
    pub least: i32,
    /// The rounding of the sum.
    pub rounded: Rounded,
    /// The order in which the products are added.
    pub order: Order,
}

/// A unit of the tensor core, named after its operand types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    F16,
    Bf16,
    Tf32,
    /// 8-bit floats, and the shorter floats of `.kind::f8f6f4`.
    Fp8,
    /// 8-bit floats in `wgmma`.
    WgmmaFp8,
    /// 8-bit and shorter floats, in `tcgen05.mma` and in forms with block scales.
    BlockFp8,
}

impl Unit {
    /// Returns the unit that computes an instruction with operands of a type. `scaled` tells whether the instruction
    /// has block scales.
    #[inline]
    pub(super) const fn of(operands: Type, instruction: Instruction, scaled: bool) -> Self {
        match (operands, instruction) {
            (Type::F16, _) => Self::F16,
            (Type::Bf16, _) => Self::Bf16,
            (Type::Tf32, _) => Self::Tf32,
            (_, Instruction::Wgmma) => Self::WgmmaFp8,
            (_, Instruction::Tcgen05) => Self::BlockFp8,
            _ if scaled => Self::BlockFp8,
            _ => Self::Fp8,
        }
    }
}

/// A row of [`TABLE`]: the parameters of a unit from the target `since` on.
pub(super) struct Line {
    pub(super) unit: Unit,
    pub(super) since: Sm,
    products: usize,
    kept: i32,
    /// The values of [`Parameters::floor`]: first for f32 results, then for f16 results.
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

/// The parameters of each unit. A row has the arguments of [`line`]: the unit, the first target, the number of
/// products, `kept`, and the floors for f32 and f16 results. The number of fraction bits of an f32 result and the order
/// follow. The documentation of `mma` has the grades.
///
/// A floor is the minimum exponent of the result's format, minus `kept`, plus 18. If `kept` is 13, the floor is instead
/// the minimum exponent of a term: -126 for an f32 accumulator, -28 for a product of two e5m2 numbers. A floor that
/// affects no result cannot be measured. The table then has the value that these rules give.
#[rustfmt::skip]
pub(super) const TABLE: [Line; 12] = [
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
    line(Unit::BlockFp8, 100, 32, 25, [-133, -21], 23, Order::Ascending),
];

/// The exponent of subnormal f32 numbers.
const LEAST_F32: i32 = -126;
/// The exponent of subnormal f16 numbers.
pub(super) const LEAST_F16: i32 = -14;

/// Returns the parameters of a unit on a target, with f16 results if `half` is true, otherwise with f32 results. For a
/// target before the first target of the unit, the function returns the parameters of the first target.
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
    /// Returns this target, or `first` for an earlier target.
    #[inline]
    pub(super) const fn at_least(self, first: u16) -> Self {
        if self.0 < first { Self(first) } else { self }
    }
}
