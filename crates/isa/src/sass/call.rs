//! Builds the computation of a machine instruction.

use super::opcodes::{self, OperandSlot, Ptx, Row, SlotKind};
use super::operand::{Base, Operand};
use super::part::Part;
use super::ptx::choices;
use super::select::Selection;
use crate::call::{Argument, Call, Computation, Returns};
use crate::class::Class;
use crate::types::Rust;

impl SlotKind {
    /// Returns the Rust type that holds a value of this kind.
    #[must_use]
    pub fn rust(self) -> Rust {
        match self {
            kind if kind.is_pair() => Rust::U64,
            Self::Predicate | Self::Nothing | Self::False => Rust::Bool,
            _ => Rust::U32,
        }
    }

    /// Returns whether a source of this kind accepts `|…|`.
    pub(super) fn takes_absolute(self) -> bool {
        matches!(
            self,
            Self::Float
                | Self::High
                | Self::Double
                | Self::Halves
                | Self::BrainHalves
                | Self::Half
                | Self::Floats
        )
    }

    /// Returns whether a source of this kind accepts `-`.
    pub(super) fn takes_minus(self) -> bool {
        self.takes_absolute()
            || matches!(self, Self::Integer | Self::Lanes | Self::Extended | Self::SignedLong)
    }

    /// Returns whether a source of this kind accepts `~`.
    pub(super) fn takes_inversion(self) -> bool {
        matches!(self, Self::Invertible | Self::InvertibleLong)
    }

    /// Returns the functions that compute the absolute value and the negation of a source of this
    /// kind.
    fn signs(self, carries: bool) -> [&'static str; 2] {
        match self {
            Self::Double => ["sass::absolute_double", "sass::negate_double"],
            Self::Integer if carries => ["sass::absolute", "sass::negate_with_carry"],
            Self::Integer => ["sass::absolute", "sass::negate_integer"],
            Self::Lanes => ["sass::absolute", "sass::negate_lanes"],
            Self::Halves | Self::BrainHalves | Self::Half => {
                ["sass::absolute_halves", "sass::negate_halves"]
            }
            Self::Floats => ["sass::absolute_floats", "sass::negate_floats"],
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

    /// Returns the computation of this instruction. `operands` has an operand for each slot of the row
    /// ([`Self::arranged`]). The sources of the computation are, in order:
    ///
    /// 1. the source operands; a value in a register pair counts as two sources, low word first,
    /// 2. the flags that the instruction reads. If the instruction only writes the carry flag
    ///    ([`Self::carries`]), the last source is a constant carry-in: 1 for a difference, otherwise 0.
    ///
    /// A destination in a register pair counts as two results, low word first.
    #[must_use]
    pub fn computation(&self, operands: &[Operand]) -> Computation {
        let carries = self.carries(operands);
        let flags = if carries { 1 } else { self.row.flags().len() };
        let mut next = 0;
        let mut arguments = Vec::new();
        let mut is_pair_written = false;
        let slots = || self.row.operands.iter().zip(operands);
        // The kind of the source computes its own difference.
        let is_minus = |(slot, operand): (&OperandSlot, &Operand)| {
            operand.negated && slot.kind != SlotKind::Extended
        };
        let difference = self.row.difference.filter(|_| slots().any(is_minus));
        // Without the sign, the source that had `-` is the last of two.
        let mut is_exchanged = false;
        for (slot, operand) in slots() {
            if slot.is_destination {
                is_pair_written |= operand.is_pair(slot.kind);
            } else if slot.kind.fixed().is_none() {
                let is_taken = difference.is_some() && is_minus((slot, operand));
                is_exchanged |= is_taken && arguments.is_empty();
                let negated = operand.negated && !is_taken;
                let absolute = operand.absolute && !self.row.needs_bars(slot);
                let plain = Operand { negated, absolute, ..operand.clone() };
                arguments.push(source(slot.kind, &plain, carries, &mut next));
            }
        }
        if is_exchanged && arguments.len() == 2 {
            arguments.reverse();
        }
        if let Some(ptx) = self.row.ptx {
            let typed: Vec<_> = arguments
                .into_iter()
                .map(|one| match one.returns() {
                    Some(Returns::One(ty)) => (one, ty),
                    _ => (one, Rust::U32),
                })
                .collect();
            let text = if difference.is_some() { self.difference() } else { self.ptx() };
            let value = text.and_then(|text| self.ptx_value(&text, ptx.order, &typed));
            let value = value.unwrap_or(Argument::Array(Vec::new()));
            let value = merged(ptx, value, typed.last());
            return Computation { value: unpacked(value, is_pair_written), writes_carry: None };
        }
        let chosen = |passed: &&'static Class| {
            let place = self.row.classes.iter().position(|class| class == passed)?;
            passed.meaning(self.words[place])
        };
        arguments.extend((next..next + flags).map(|i| Argument::Source(i, Rust::Bool)));
        arguments.extend(self.row.passed.iter().filter_map(chosen).map(Argument::Mode));
        let function = difference.unwrap_or(self.row.function);
        let function = if carries { self.row.with_carry() } else { function };
        let returned = if carries { Returns::WithCondition(Rust::U32) } else { returns(self.row) };
        let call = Call::new(format!("sass::{function}"), arguments, returned);
        let value = unpacked(Argument::Call(call), is_pair_written);
        Computation { value, writes_carry: None }
    }
}

/// Returns a value with the last source above it, if the instruction merges them.
fn merged(ptx: Ptx, value: Argument, last: Option<&(Argument, Rust)>) -> Argument {
    match (ptx.merge, last) {
        (Some(merge), Some((last, _))) => {
            let value = match merge.dropped {
                16 => value.through("sass::upper_half", Rust::U32),
                8 => value.through("sass::from_byte_1", Rust::U32),
                _ => value,
            };
            let both = vec![value, last.clone()];
            Argument::Call(Call::new(merge.function, both, Returns::One(Rust::U32)))
        }
        _ => value,
    }
}

/// Returns the two words of a value that a register pair receives.
fn unpacked(value: Argument, is_pair_written: bool) -> Argument {
    let (function, returns) = match value.returns() {
        Some(Returns::With(_)) => ("sass::unpack_with_flag", Returns::WordsWith),
        _ => ("unpack_b64_b32", WORDS),
    };
    match is_pair_written {
        true => Argument::Call(Call::new(function, vec![value], returns)),
        false => value,
    }
}

/// The two words of a binary64 value.
const WORDS: Returns = Returns::Array(Rust::U32, 2);

/// Returns the calls of all rows, with all signs that their sources accept.
pub(crate) fn calls() -> Vec<Call> {
    let register = || Operand::plain(Base::of_name("R0").ok().flatten().unwrap_or(Base::Host));
    // One operand for each part that the slot accepts, in turn.
    let operand = |slot: &OperandSlot, i: usize| Operand {
        negated: slot.kind.takes_minus(),
        absolute: slot.kind.takes_absolute(),
        inverted: slot.kind.takes_inversion(),
        part: (!slot.is_destination).then(|| Part::all(slot).nth(i)).flatten(),
        ..register()
    };
    let mut all = Vec::new();
    for row in opcodes::all() {
        let default = |class: &&'static Class| class.default.is_none().then(|| class.words[0]);
        let choices = match row.ptx {
            Some(_) => choices(row.classes),
            None => vec![row.classes.iter().map(default).collect()],
        };
        for words in choices {
            let selection = Selection { row, words };
            let plain = row.operands.iter().map(|_| register()).collect::<Vec<_>>();
            let count = row.operands.iter().map(|slot| Part::all(slot).count()).max();
            let signed = |i| row.operands.iter().map(|slot| operand(slot, i)).collect();
            let signed = (0..=count.unwrap_or_default()).map(signed);
            for operands in std::iter::once(plain).chain(signed) {
                let computation = selection.computation(&operands);
                let calls = computation.value.call().map(Call::each).unwrap_or_default();
                // The function that divides the first of two results has a tuple as its parameter.
                let has_values = |call: &&&Call| call.returns != Returns::WordsWith;
                all.extend(calls.iter().filter(has_values).copied().cloned());
            }
        }
    }
    all
}

/// Builds a source, including its signs.
fn source(kind: SlotKind, operand: &Operand, carries: bool, next: &mut usize) -> Argument {
    let mut source = |ty| {
        *next += 1;
        Argument::Source(*next - 1, ty)
    };
    let word = operand.kind(kind);
    let mut value = if operand.is_pair(kind) {
        let words = vec![source(Rust::U32), source(Rust::U32)];
        Argument::Call(Call::new("pack_b64_b32", words, Returns::One(Rust::U64)))
    } else {
        source(word.rust())
    };
    if kind == SlotKind::Extended {
        let name = if operand.negated { "sass::negate_extended" } else { "sass::extended" };
        return value.through(name, Rust::U64);
    }
    let [absolute, negate] = word.signs(carries);
    if operand.absolute {
        value = value.through(absolute, word.rust());
    }
    if operand.negated {
        value = value.through(negate, word.rust());
    }
    if operand.inverted {
        let complement = match kind {
            SlotKind::InvertibleLong => "sass::complement_long",
            _ => "sass::negate_with_carry",
        };
        value = value.through(complement, kind.rust());
    }
    let functions = operand.part.map_or(&[][..], |part| part.functions);
    functions.iter().fold(value, |value, function| value.through(*function, kind.rust()))
}

fn returns(row: &Row) -> Returns {
    let written = row.operands.iter().filter(|slot| slot.is_destination);
    let kinds: Vec<_> =
        written.map(|slot| slot.kind).filter(|kind| *kind != SlotKind::Nothing).collect();
    match kinds.as_slice() {
        [one] => Returns::One(one.rust()),
        [SlotKind::Predicate, ..] => Returns::Array(Rust::Bool, kinds.len()),
        [one, _] => Returns::With(one.rust()),
        [one, ..] => Returns::WithCondition(one.rust()),
        [] => Returns::One(Rust::Bool),
    }
}
