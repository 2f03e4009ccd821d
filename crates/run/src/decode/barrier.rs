//! Decodes `bar` and `barrier`.

use super::{Body, Decoder};
use crate::code::Action;
use crate::code::barrier::{Barrier, Kind, Reduction};
use ptx_isa::Type;
use ptx_isa::forms::Effect;
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    pub(super) fn barrier(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let has = |word: &str| selection.modifiers.iter().flatten().any(|one| *one == word);
        let all: Vec<_> = operands.iter().zip(&written.operands).collect();
        let is_reduction = selection.form.effect() == Some(Effect::BarrierReduction);
        let mut copy = None;
        let (kind, numbers) = match all[..] {
            [(destination, at), ref numbers @ .., (operand, of)] if is_reduction => {
                let (ty, with) = match (has("popc"), has("and")) {
                    (true, _) => (Type::U32, Reduction::Count),
                    (false, true) => (Type::Pred, Reduction::And),
                    (false, false) => (Type::Pred, Reduction::Or),
                };
                let to = self.destination(body, destination, &at.span)?;
                let (result, after) = self.receiver(to, ty);
                copy = after;
                let predicate = self.value(body, operand, &of.span, Type::Pred)?;
                (Kind::Reduce { with, predicate, result }, numbers)
            }
            ref numbers if has("arrive") => (Kind::Arrive, numbers),
            ref numbers => (Kind::Sync, numbers),
        };
        let mut registers = Vec::new();
        for (operand, at) in numbers {
            registers.push(self.value(body, operand, &at.span, Type::U32)?);
        }
        let (number, count) = match registers[..] {
            [number] => (number, None),
            [number, count] => (number, Some(count)),
            _ => return Ok(()),
        };
        let is_aligned = selection.form.mnemonic == "bar" || has("aligned");
        self.push(Action::Barrier(Barrier { kind, number, count, is_aligned }));
        copy.into_iter().for_each(|copy| self.push(copy));
        Ok(())
    }
}
