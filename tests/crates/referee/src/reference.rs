//! The reference for an instruction: references for functions, nested like the function calls that
//! compute the instruction.

use crate::{Compute, Modes, Results, WORDS, Words, function, one};
use ptx_isa::{Argument, Call, Returns};

/// The reference for a computation.
pub enum Reference {
    /// The operand with this index.
    Source(usize),
    /// The carry flag: the word at this index, after the words of the operands.
    Carry(usize),
    /// A function of all operands, in order.
    Operands(Compute),
    /// A function of the results of other references. The list has the other references, each with
    /// the number of words of its result.
    Call(Compute, Vec<(Self, usize)>),
}

impl Reference {
    /// Returns the reference for a computation with this many operands. Returns `None` if a
    /// function has no reference.
    #[must_use]
    pub fn of(computation: &Argument, operands: usize) -> Option<Self> {
        match computation {
            Argument::Source(i, _) => (*i < WORDS).then_some(Self::Source(*i)),
            Argument::Carry(_) => Some(Self::Carry(operands)),
            Argument::Call(call) => Self::of_call(call, operands),
            Argument::Mode(_) | Argument::Number(..) | Argument::Array(_) => None,
        }
    }

    fn of_call(call: &Call, operands: usize) -> Option<Self> {
        let mut modes = Modes::default();
        let mut values = Vec::new();
        for argument in &call.arguments {
            match argument {
                Argument::Mode(path) => modes.add(path)?,
                Argument::Number(_, number) => modes.add_number(*number),
                value => values.push((Self::of(value, operands)?, words(value))),
            }
        }
        let compute = function(&call.function, &modes)?;
        let is_operand = |(i, value): (usize, &(Self, usize))| match value.0 {
            Self::Source(place) | Self::Carry(place) => place == i,
            _ => false,
        };
        Some(match values.len() >= operands && values.iter().enumerate().all(is_operand) {
            true => Self::Operands(compute),
            false => Self::Call(compute, values),
        })
    }

    /// Computes the results for these operands.
    #[inline]
    #[must_use]
    pub fn compute(&self, operands: &Words) -> Results {
        match self {
            Self::Source(i) | Self::Carry(i) => one(operands[*i]),
            Self::Operands(compute) => compute(operands),
            Self::Call(compute, values) => {
                let (mut arguments, mut next) = ([0; WORDS], 0);
                for (value, words) in values {
                    let value = value.compute(operands);
                    arguments[next..next + words].copy_from_slice(&value[..*words]);
                    next += words;
                }
                compute(&arguments)
            }
        }
    }
}

/// Returns the number of words in a value. A pair of predicates has two words.
fn words(value: &Argument) -> usize {
    match value.returns() {
        Some(Returns::Array(_, count)) => count,
        _ => 1,
    }
}
