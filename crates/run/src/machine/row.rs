//! Instructions that a PTX instruction computes, by the table of `ptx-isa`.

use super::operand::source;
use super::{Lowered, Machine};
use crate::code::Width;
use ptx_isa::sass;
use ptx_isa::sass::opcodes::SlotKind;
use ptx_sass::{Instruction, Part, Source, Value};

impl Machine<'_> {
    /// Adds the operations of an instruction whose row names a PTX instruction. Returns `None` for other instructions.
    pub(super) fn of_row(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let (opcode, rest) = name.split_once('.').map_or((name, None), |(a, b)| (a, Some(b)));
        let mut words: Vec<&str> = rest.map(|rest| rest.split('.').collect()).unwrap_or_default();
        words.extend(&one.modifiers);
        let chosen = sass::select(opcode, &words, self.dialect).ok()?;
        let (ptx, spelling) = (chosen.row.ptx?, chosen.ptx()?);
        let slots = chosen.row.operands;
        // `conversion` merges the last source, and `sum_of_lanes` computes differences.
        let has_minus = |at: usize| source(one, at).is_some_and(|source| source.is_negated);
        let is_difference = ptx.difference.is_some() && (0..slots.len()).any(has_minus);
        if ptx.merge.is_some() || is_difference {
            return None;
        }
        if slots.len() != one.operands.len() {
            return None;
        }
        let mut sources = Vec::new();
        for (at, slot) in slots.iter().enumerate().filter(|(_, slot)| !slot.is_destination) {
            // Only sources with several numbers, and halves, have parts here. A conversion reads other parts.
            let is_whole = source(one, at).is_none_or(|source| source.part == Part::Whole);
            let has_parts = matches!(
                slot.kind,
                SlotKind::Halves | SlotKind::BrainHalves | SlotKind::Half | SlotKind::Floats
            );
            if !is_whole && !has_parts {
                return None;
            }
            // A word has no sign here. Other functions compute the sign of a half: `FRND.F16 R0, |R2|`.
            let has_sign = |source: Source| source.is_absolute || source.is_negated;
            if slot.kind == SlotKind::Word && source(one, at).is_some_and(has_sign) {
                return None;
            }
            sources.push(match slot.kind {
                SlotKind::Word | SlotKind::Integer | SlotKind::Invertible => self.int(one, at)?,
                SlotKind::Float => self.real(one, at)?,
                SlotKind::Double => self.double_source(one, at)?,
                SlotKind::Halves | SlotKind::BrainHalves => self.halves(source(one, at)?)?,
                SlotKind::Half => self.float_source(one, at, "f16")?,
                SlotKind::Floats => self.two_reals(source(one, at)?)?,
                SlotKind::Predicate => self.read(one, at)?,
                // A conversion reads the constants of 64 bits.
                SlotKind::Long => match source(one, at)?.value {
                    Value::Immediate(_) => return None,
                    _ => self.pair(source(one, at)?, false)?,
                },
                _ => return None,
            });
        }
        let placed = |at: usize| sources[ptx.order.get(at).map_or(at, |chosen| chosen.at)];
        let sources: Vec<_> = (0..sources.len()).map(placed).collect();
        if slots.first()?.kind.is_pair() {
            let found = self.value(&spelling, Width::B64, &sources)?;
            return self.unpack_to(one, 0, found);
        }
        if slots.first()?.kind == SlotKind::Predicate {
            let results = [self.written(one, 0)?, self.written(one, 1)?];
            return self.ptx(&spelling, &sources, &results);
        }
        let to = self.result(one, 0)?;
        self.ptx(&spelling, &sources, &[to])
    }
}
