//! Instructions that a PTX instruction computes, by the table of `ptx-isa`.

use super::operand::source;
use super::{Lowered, Machine};
use crate::code::{Reg, Width};
use ptx_isa::sass;
use ptx_isa::sass::opcodes::{Merge, Row, SlotKind};
use ptx_sass::{Base, Instruction, Part, Source, Value};

impl Machine<'_> {
    /// Adds the operations of an instruction whose row names a PTX instruction. Returns `None` for other instructions.
    pub(super) fn of_row(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let modifiers = one.modifiers.iter().flat_map(|word| word.split('.'));
        let words: Vec<&str> = name.split('.').chain(modifiers).collect();
        let chosen = sass::select(words[0], &words[1..], self.dialect).ok()?;
        let (row, ptx) = (chosen.row, chosen.row.ptx?);
        let slots = row.operands;
        if slots.len() != one.operands.len() {
            return None;
        }
        let mut sources = Vec::new();
        let mut subtracted = None;
        for at in (0..slots.len()).filter(|at| !slots[*at].is_destination) {
            let is_subtracted =
                row.difference.is_some() && source(one, at).is_some_and(|from| from.is_negated);
            if is_subtracted && subtracted.replace(sources.len()).is_some() {
                return None;
            }
            sources.extend(self.of_slot(one, at, row, is_subtracted)?);
        }
        let spelling = match subtracted {
            Some(at) => {
                let last = sources.remove(at);
                sources.push(last);
                chosen.difference()?
            }
            None => chosen.ptx()?,
        };
        let mut placed = Vec::new();
        for from in ptx.order {
            let half = if from.is_upper { 16 } else { 0 };
            placed.push(self.moved_down(sources[from.at], half)?);
        }
        let merged = ptx.merge.and_then(|merge| Some((merge, *sources.last()?)));
        if placed.is_empty() {
            placed = sources;
            placed.truncate(placed.len() - usize::from(merged.is_some()));
        }
        if let Some((merge, rest)) = merged {
            return self.merge(one, &spelling, &placed, merge, rest);
        }
        if slots.first()?.kind.is_pair() {
            let found = self.value(&spelling, Width::B64, &placed)?;
            return self.unpack_to(one, 0, found);
        }
        if slots.first()?.kind == SlotKind::Predicate {
            let results = [self.written(one, 0)?, self.written(one, 1)?];
            return self.ptx(&spelling, &placed, &results);
        }
        let to = self.result(one, 0)?;
        self.ptx(&spelling, &placed, &[to])
    }

    /// Returns a register with the source in a slot, or `Some(None)` if the slot is always `RZ`. A source that is
    /// subtracted has no sign.
    fn of_slot(
        &mut self,
        one: &Instruction,
        at: usize,
        row: &Row,
        is_subtracted: bool,
    ) -> Lowered<Option<Reg>> {
        let slot = &row.operands[at];
        if slot.kind == SlotKind::Predicate {
            return self.read(one, at).map(Some);
        }
        let mut from = source(one, at)?;
        from.is_negated &= !is_subtracted;
        let has_sign = from.is_absolute || from.is_negated;
        let has_parts = matches!(
            slot.kind,
            SlotKind::Halves | SlotKind::BrainHalves | SlotKind::Half | SlotKind::Floats
        );
        if from.part != Part::Whole && !has_parts && slot.suffixes.is_empty() {
            return None;
        }
        Some(Some(match slot.kind {
            // A word has no sign here. Other functions compute the sign of a half: `FRND.F16 R0, |R2|`.
            SlotKind::Word if has_sign => return None,
            SlotKind::Word | SlotKind::Integer | SlotKind::Invertible => {
                let word = self.integral(from)?;
                self.moved_down(word, place(from.part))?
            }
            SlotKind::Bits => {
                let word = self.raw(from, 0)?;
                self.moved_down(word, place(from.part))?
            }
            SlotKind::Lanes => self.lanes(from)?,
            SlotKind::Float => self.real(one, at)?,
            SlotKind::Double => self.double_source(one, at)?,
            SlotKind::Halves | SlotKind::BrainHalves => self.halves(from)?,
            SlotKind::Half => self.float_source(one, at)?,
            SlotKind::Floats => self.two_reals(from)?,
            SlotKind::Zero if !has_sign && from.value == Value::Base(Base::Zero) => {
                return Some(None);
            }
            SlotKind::Long => match from.value {
                // The immediate is the upper half of a constant whose lower half is 0.
                Value::Immediate(high) if row.opcode == "I2F" => {
                    self.bits(Width::B64, u64::from(high) << 32)
                }
                Value::Immediate(_) => return None,
                _ => self.pair(from, false)?,
            },
            _ => return None,
        }))
    }

    /// Adds the operations of an instruction that writes a source above the bits that a PTX instruction computes.
    fn merge(
        &mut self,
        one: &Instruction,
        spelling: &str,
        sources: &[Reg],
        merge: Merge,
        rest: Reg,
    ) -> Lowered<()> {
        let found = self.value(spelling, Width::B32, sources)?;
        let found = self.moved_down(found, merge.dropped)?;
        let distance = self.word(merge.distance);
        let rest = self.value("shl.b32", Width::B32, &[rest, distance])?;
        let to = self.result(one, 0)?;
        self.ptx("or.b32", &[found, rest], &[to])
    }

    /// Returns a register with the bits of a word from `distance` on.
    fn moved_down(&mut self, word: Reg, distance: u32) -> Lowered<Reg> {
        if distance == 0 {
            return Some(word);
        }
        let distance = self.word(distance);
        self.value("shr.u32", Width::B32, &[word, distance])
    }

    /// Returns a register with two integers of 16 bits.
    fn lanes(&mut self, from: Source) -> Lowered<Reg> {
        let word = self.raw(from, 0)?;
        if !from.is_negated {
            return Some(word);
        }
        let ones = self.word(0x0001_0001);
        let inverted = self.value("not.b32", Width::B32, &[word])?;
        self.value("add.u16x2", Width::B32, &[inverted, ones])
    }
}

/// Returns the first bit of a part of a word.
fn place(part: Part) -> u32 {
    match part {
        Part::Byte(byte) => 8 * u32::from(byte),
        Part::Upper => 16,
        _ => 0,
    }
}
