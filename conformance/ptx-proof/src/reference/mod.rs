//! What computations must give, by `rustc_apfloat` and exact integers: a tree of references in the
//! shape of the tree of calls.

mod compare;
mod convert;
mod floats;
mod integers;
mod modes;
mod reciprocal;
mod video;

use modes::Modes;
use ptx_isa::{Argument, Call};

/// The bits of operands, and zeros.
pub type Words = [u64; WORDS];

/// The bits of results, and a zero after one.
pub type Results = [u64; 2];

/// No instruction has more operands.
const WORDS: usize = 6;

/// Computes a function on the words of its operands, one after the other.
type Compute = Box<dyn Fn(&Words) -> Results + Send + Sync>;

/// The reference of a computation.
pub enum Reference {
    /// The operand with this index.
    Source(usize),
    /// The carry, which comes after the operands.
    Carry(usize),
    /// A function of the operands as they are.
    Operands(Compute),
    /// A function of other values, each with how many words it has.
    Call(Compute, Vec<(Self, usize)>),
}

impl Reference {
    /// The reference of a computation on so many operands; `None` if a function in it has none.
    #[must_use]
    pub fn of(computation: &Argument, operands: usize) -> Option<Self> {
        match computation {
            Argument::Source(i, _) => Some(Self::Source(*i)),
            Argument::Carry => Some(Self::Carry(operands)),
            Argument::Call(call) => Self::of_call(call, operands),
            Argument::Mode(_) | Argument::Number(..) | Argument::Array(_) => None,
        }
    }

    fn of_call(call: &Call, operands: usize) -> Option<Self> {
        let mut modes = Modes::default();
        let mut values = Vec::new();
        for argument in &call.arguments {
            match argument {
                Argument::Mode(path) => modes.tell(path)?,
                Argument::Number(_, number) => modes.numbers.push(*number),
                value => values.push((Self::of(value, operands)?, words(value))),
            }
        }
        let is_operand = |(i, value): (usize, &(Self, usize))| match value.0 {
            Self::Source(place) | Self::Carry(place) => place == i,
            _ => false,
        };
        let compute = function(&call.function, &modes)?;
        Some(match values.len() >= operands && values.iter().enumerate().all(is_operand) {
            true => Self::Operands(compute),
            false => Self::Call(compute, values),
        })
    }

    /// The results on operands.
    #[must_use]
    pub fn compute(&self, operands: &Words) -> Results {
        match self {
            Self::Source(i) | Self::Carry(i) => one(operands[*i]),
            Self::Operands(compute) => compute(operands),
            Self::Call(compute, values) => {
                let (mut given, mut next) = ([0; WORDS], 0);
                for (value, words) in values {
                    let value = value.compute(operands);
                    given[next..next + words].copy_from_slice(&value[..*words]);
                    next += words;
                }
                compute(&given)
            }
        }
    }
}

/// How many words a value has: comparisons give two.
fn words(value: &Argument) -> usize {
    match value {
        Argument::Call(call) if is_comparison(&call.function) => 2,
        _ => 1,
    }
}

fn is_comparison(function: &str) -> bool {
    function.starts_with("setp_") || function == "boolop"
}

fn function(name: &str, modes: &Modes) -> Option<Compute> {
    let modes = || modes.clone();
    compare::of(name, modes())
        .or_else(|| convert::of(name, modes()))
        .or_else(|| floats::of(name, modes()))
        .or_else(|| integers::of(name, modes()))
        .or_else(|| video::of(name, modes()))
}

/// One result.
pub(crate) fn one(bits: u64) -> Results {
    [bits, 0]
}

/// Two results.
fn two(first: u64, second: impl Into<u64>) -> Results {
    [first, second.into()]
}

/// That many ones.
fn ones(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// A function of each lane of so many bits.
fn in_lanes(bits: u32, count: u32, f: impl Fn(&Words) -> u64, x: &Words) -> Results {
    let lane = |i: u32| f(&x.map(|word| word >> (i * bits) & ones(bits))) << (i * bits);
    one((0..count).map(lane).sum())
}
