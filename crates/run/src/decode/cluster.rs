//! Decodes `mapa`, `getctarank` and `barrier.cluster`.

use super::{Body, Decoder};
use crate::code::Action;
use crate::code::cluster::{ClusterAddress, ClusterBarrier};
use ptx_isa::Type;
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    /// Decodes `mapa` and `getctarank`.
    pub(super) fn cluster_address(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let ty = selection.instruction_type().unwrap_or(Type::U64);
        let from = self.value(body, &operands[1], &written.operands[1].span, ty)?;
        let rank = match operands.get(2).zip(written.operands.get(2)) {
            Some((operand, at)) => Some(self.value(body, operand, &at.span, Type::U32)?),
            None => None,
        };
        let to = self.destination(body, &operands[0], &written.operands[0].span)?;
        if let Some(to) = to {
            let result = if rank.is_some() { ty } else { Type::U32 };
            let (to, copy) = self.receiver(Some(to), result);
            self.push(Action::ClusterAddress(ClusterAddress { to, from, rank }));
            copy.into_iter().for_each(|copy| self.push(copy));
        }
        Ok(())
    }

    pub(super) fn cluster_barrier(&mut self, instruction: &Instruction<'a>) {
        let has =
            |word: &str| instruction.selection.modifiers.iter().flatten().any(|one| *one == word);
        self.push(Action::ClusterBarrier(match has("arrive") {
            true => ClusterBarrier::Arrive { releases: !has("relaxed") },
            false => ClusterBarrier::Wait,
        }));
    }
}
