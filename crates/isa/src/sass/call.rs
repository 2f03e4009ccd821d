//! Builds the computation of a machine instruction.

use super::opcodes::{self, Kind, OperandSlot, Row};
use super::operand::{Base, Operand};
use super::select::Selection;
use crate::call::{Argument, Call, Computation, Returns};
use crate::class::Class;
use crate::types::Rust;

impl Kind {
    /// Returns the Rust type that holds a value of this kind.
    #[must_use]
    pub fn rust(self) -> Rust {
        match self {
            Self::Double => Rust::U64,
            Self::Predicate => Rust::Bool,
            _ => Rust::U32,
        }
    }

    /// Returns whether a source of this kind accepts `|…|`.
    pub(super) fn takes_absolute(self) -> bool {
        matches!(self, Self::Float | Self::High | Self::Double)
    }

    /// Returns the functions that compute the absolute value and the negation of a source of this
    /// kind.
    fn signs(self, carries: bool) -> [&'static str; 2] {
        match self {
            Self::Double => ["sass::absolute_double", "sass::negate_double"],
            Self::Integer if carries => ["sass::absolute", "sass::negate_with_carry"],
            Self::Integer => ["sass::absolute", "sass::negate_integer"],
            _ => ["sass::absolute", "sass::negate"],
        }
    }
}

impl Selection {
    /// Returns whether this instruction reads or writes the carry flag.
    #[must_use]
    pub fn carries(&self, operands: &[Operand]) -> bool {
        self.row.function == "iadd_x" || operands.first().is_some_and(|operand| operand.carry)
    }

    /// Returns the computation of this instruction. The sources of the computation are, in order:
    ///
    /// 1. the source operands; a binary64 value in registers counts as two sources, low word first,
    /// 2. the flags that the instruction reads. If the instruction only writes the carry flag
    ///    ([`Self::carries`]), the last source is a constant carry-in: 1 for a difference, otherwise 0.
    ///
    /// A binary64 destination in registers counts as two results, low word first.
    #[must_use]
    pub fn computation(&self, operands: &[Operand]) -> Computation {
        let carries = self.carries(operands);
        let flags = if carries { 1 } else { self.row.flags().len() };
        let mut next = 0;
        let mut arguments = Vec::new();
        let mut is_pair_written = false;
        for (slot, operand) in self.row.operands.iter().zip(operands) {
            if slot.is_destination {
                is_pair_written = is_pair(slot.kind, &operand.base);
            } else {
                arguments.push(source(slot.kind, operand, carries, &mut next));
            }
        }
        let chosen = |passed: &&'static Class| {
            let place = self.row.classes.iter().position(|class| class == passed)?;
            passed.meaning(self.words[place])
        };
        arguments.extend((next..next + flags).map(|i| Argument::Source(i, Rust::Bool)));
        arguments.extend(self.row.passed.iter().filter_map(chosen).map(Argument::Mode));
        let function = if carries { self.row.with_carry() } else { self.row.function };
        let returned = if carries { Returns::WithCondition(Rust::U32) } else { returns(self.row) };
        let call = Call::new(format!("sass::{function}"), arguments, returned);
        let value = Argument::Call(call);
        let value = match is_pair_written {
            true => Argument::Call(Call::new("unpack_b64_b32", vec![value], WORDS)),
            false => value,
        };
        Computation { value, writes_carry: None }
    }
}

/// The two words of a binary64 value.
const WORDS: Returns = Returns::Array(Rust::U32, 2);

/// Returns whether an operand is a binary64 value in a register pair.
fn is_pair(kind: Kind, base: &Base) -> bool {
    kind == Kind::Double && matches!(base, Base::Register(Some(_)))
}

/// Returns the calls of all rows, with all signs that their sources accept.
pub(crate) fn calls() -> Vec<Call> {
    let operand = |slot: &OperandSlot| Operand {
        negated: slot.kind.takes_absolute() || slot.kind == Kind::Integer,
        absolute: slot.kind.takes_absolute(),
        ..Operand::plain(Base::Register(Some(0)))
    };
    let call = |row: &'static Row| {
        let default = |class: &&'static Class| class.default.is_none().then(|| class.words[0]);
        let selection = Selection { row, words: row.classes.iter().map(default).collect() };
        let operands: Vec<_> = row.operands.iter().map(operand).collect();
        let computation = selection.computation(&operands);
        computation.value.call().map_or(vec![], |call| call.each().into_iter().cloned().collect())
    };
    opcodes::all().flat_map(call).collect()
}

/// Builds a source, including its signs.
fn source(kind: Kind, operand: &Operand, carries: bool, next: &mut usize) -> Argument {
    let mut source = |ty| {
        *next += 1;
        Argument::Source(*next - 1, ty)
    };
    let mut value = if is_pair(kind, &operand.base) {
        let words = vec![source(Rust::U32), source(Rust::U32)];
        Argument::Call(Call::new("pack_b64_b32", words, Returns::One(Rust::U64)))
    } else {
        source(kind.rust())
    };
    let [absolute, negate] = kind.signs(carries);
    if operand.absolute {
        value = value.through(absolute, kind.rust());
    }
    if operand.negated {
        value = value.through(negate, kind.rust());
    }
    value
}

fn returns(row: &Row) -> Returns {
    let destinations: Vec<&OperandSlot> =
        row.operands.iter().filter(|s| s.is_destination).collect();
    match destinations.as_slice() {
        [one] => Returns::One(one.kind.rust()),
        several => Returns::Array(Rust::Bool, several.len()),
    }
}
