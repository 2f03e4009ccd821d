//! Decodes `bar` and `barrier`.

use super::{Body, Decoder};
use crate::code::Action;
use crate::code::barrier::{self, Kind};
use ptx_isa::Type;
use ptx_module::operation::{Barrier, BarrierKind, BarrierReduction};
use ptx_module::resolve::Fault;

impl<'a> Decoder<'a, '_> {
    pub(super) fn barrier(
        &mut self,
        body: &mut Body<'a>,
        one: &Barrier<'_, 'a>,
    ) -> Result<(), Fault> {
        let mut copy = None;
        let kind = match &one.kind {
            BarrierKind::Sync => Kind::Sync,
            BarrierKind::Arrive => Kind::Arrive,
            BarrierKind::Reduce { with, to: (to, at), predicate: (predicate, of) } => {
                let ty = match with {
                    BarrierReduction::Count => Type::U32,
                    BarrierReduction::And | BarrierReduction::Or => Type::Pred,
                };
                let to = self.destination(body, to, at)?;
                let (result, after) = self.receiver(to, ty);
                copy = after;
                let predicate = self.value(body, predicate, of, Type::Pred)?;
                Kind::Reduce { with: *with, predicate, result }
            }
        };
        let (operand, at) = &one.number;
        let number = self.value(body, operand, at, Type::U32)?;
        let count = match &one.count {
            Some((operand, at)) => Some(self.value(body, operand, at, Type::U32)?),
            None => None,
        };
        let is_aligned = one.is_aligned;
        self.push(Action::Barrier(barrier::Barrier { kind, number, count, is_aligned }));
        copy.into_iter().for_each(|copy| self.push(copy));
        Ok(())
    }
}
