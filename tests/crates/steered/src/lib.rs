//! Generates operands whose results are hard to compute: at limits, ties and special values.
//!
//! - [`of_class`] and [`Conversion`] compute operands from an intended result. The result is near
//!   overflow, near the smallest normal or subnormal number, a tie, or a neighbour of a tie. The
//!   functions also generate cancellation, NaNs and infinities.
//! - [`Kind`] generates random operands of a kind, without an intended result.
//! - [`Steering`] uses both methods for an instruction.

mod conversion;
mod edges;
mod format;
mod from_result;
mod instruction;
mod kind;
mod near;
mod special;

pub use conversion::Conversion;
pub use edges::{edges_f32, edges_f64};
pub use format::Format;
pub use instruction::Steering;
pub use kind::{Kind, Region};
pub use near::{triple_f32, triple_f64};

/// A float operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// a + b.
    Add,
    /// a - b.
    Sub,
    /// a · b.
    Mul,
    /// a / b.
    Div,
    /// a · b + c.
    Fma,
    /// 1 / a.
    Rcp,
    /// The square root of a.
    Sqrt,
}

impl Operation {
    /// All float operations.
    pub const ALL: [Self; 7] =
        [Self::Add, Self::Sub, Self::Mul, Self::Div, Self::Fma, Self::Rcp, Self::Sqrt];

    /// Returns the number of operands.
    #[must_use]
    pub const fn arity(self) -> usize {
        match self {
            Self::Rcp | Self::Sqrt => 1,
            Self::Fma => 3,
            _ => 2,
        }
    }
}

/// A class of hard cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// The result is near the largest finite number, on either side.
    Overflow,
    /// The result is near the smallest normal number.
    LeastNormal,
    /// The result is near the smallest subnormal number, or zero.
    LeastSubnormal,
    /// The exact result is a midpoint between two numbers.
    Tie,
    /// The exact result is close to a midpoint.
    NextToTie,
    /// The addends almost cancel.
    Cancellation,
    /// One operand is a quiet or signaling NaN with either sign.
    Nan,
    /// One operand is infinite.
    Infinity,
}

impl Class {
    /// All classes.
    pub const ALL: [Self; 8] = [
        Self::Overflow,
        Self::LeastNormal,
        Self::LeastSubnormal,
        Self::Tie,
        Self::NextToTie,
        Self::Cancellation,
        Self::Nan,
        Self::Infinity,
    ];

    /// Returns whether an operation has operands of this class.
    ///
    /// A square root is never near a limit, and never a midpoint. A reciprocal is near a limit only
    /// for the smallest and the largest operands.
    #[must_use]
    pub const fn is_of(self, operation: Operation) -> bool {
        match self {
            Self::Overflow | Self::LeastNormal => !matches!(operation, Operation::Sqrt),
            Self::LeastSubnormal | Self::Tie => {
                !matches!(operation, Operation::Rcp | Operation::Sqrt)
            }
            Self::Cancellation => {
                matches!(operation, Operation::Add | Operation::Sub | Operation::Fma)
            }
            Self::NextToTie | Self::Nan | Self::Infinity => true,
        }
    }
}

/// Returns operands `[a, b, c]` of a class. Unused operands are 0.
///
/// Returns `None` if the operation has no operands of this class, or if the search that starts from `random` finds no
/// operands.
#[must_use]
pub fn of_class(
    format: Format,
    operation: Operation,
    class: Class,
    random: u64,
) -> Option<[u64; 3]> {
    let random = &mut Random(random);
    if !class.is_of(operation) {
        return None;
    }
    match class {
        Class::Nan => Some(special::nan(format, operation, random)),
        Class::Infinity => Some(special::infinity(format, operation, random)),
        _ => from_result::operands(format, operation, class, random),
    }
}

/// Returns operands of a random class.
#[must_use]
pub fn operands(format: Format, operation: Operation, random: u64) -> [u64; 3] {
    let mut choose = Random(random);
    loop {
        let class = Class::ALL[choose.below(Class::ALL.len() as u64) as usize];
        if let Some(made) = of_class(format, operation, class, choose.next()) {
            return made;
        }
    }
}

/// The random number generator SplitMix64. A seed determines its sequence.
#[derive(Clone, Copy, Debug)]
pub struct Random(pub u64);

impl Random {
    /// Returns 64 random bits.
    #[inline]
    #[expect(clippy::should_implement_trait, reason = "the sequence never ends")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a random number from 0 to `n - 1`.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    #[inline]
    fn is_even(&mut self) -> bool {
        self.below(2) == 0
    }

    /// Returns a random number from `-max` to `max`.
    #[inline]
    fn around(&mut self, max: u32) -> i32 {
        self.below(2 * u64::from(max) + 1) as i32 - max as i32
    }
}
