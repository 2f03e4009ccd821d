//! Decodes `mbarrier` instructions and `cp.async.mbarrier.arrive`.

use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::mbarrier::{Arrive, Kind, Mbarrier, Phase, Test};
use crate::code::{Action, Order, Scope, Source, Width};
use ptx_isa::Type;
use ptx_isa::forms::Effect;
use ptx_module::operation::Placed;
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    pub(super) fn mbarrier(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        effect: Effect,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let has = |word: &str| selection.modifiers.iter().flatten().any(|one| *one == word);
        if has("layout::v1") {
            return Err(not_supported(instruction));
        }
        let of_result = usize::from(effect.has_destination());
        let by_parity = has("parity");
        let is_state = effect == Effect::MbarrierTest && !by_parity;
        let ty = if is_state { Type::B64 } else { Type::U32 };
        let number = match operands.get(of_result + 1).zip(written.operands.get(of_result + 1)) {
            Some((operand, at)) => Some(self.value(body, operand, &at.span, ty)?),
            None => None,
        };
        let kind = match effect {
            Effect::MbarrierTest => {
                let Some(register) = number else { return Err(not_supported(instruction)) };
                let phase =
                    if by_parity { Phase::Parity(register) } else { Phase::State(register) };
                let to = self.destination(body, &operands[0], &written.operands[0].span)?;
                let test = Test { to, phase };
                if has("try_wait") { Kind::Wait(test) } else { Kind::Test(test) }
            }
            Effect::MbarrierArrive => {
                let state = self.destination(body, &operands[0], &written.operands[0].span)?;
                let expects = has("expect_tx");
                Kind::Arrive(Arrive {
                    count: number.filter(|_| !expects),
                    bytes: number.filter(|_| expects),
                    drops: has("arrive_drop"),
                    may_complete: !has("noComplete"),
                    state,
                })
            }
            _ if has("inval") => Kind::Invalidate,
            _ if has("async") => Kind::ArriveAfterCopies { increments: !has("noinc") },
            _ => match number {
                Some(count) if has("init") => Kind::Init(count),
                Some(bytes) if has("expect_tx") => Kind::Expect(bytes),
                Some(bytes) if has("complete_tx") => Kind::Complete(bytes),
                _ => return Err(not_supported(instruction)),
            },
        };
        let at = &written.operands[of_result].span;
        let (space, address, offset) = self.address(body, instruction, &operands[of_result], at)?;
        let is_relaxed = has("relaxed");
        let order = Order {
            scope: Some(if has("cluster") { Scope::Device } else { Scope::Block }),
            acquires: effect == Effect::MbarrierTest && !is_relaxed,
            releases: effect == Effect::MbarrierArrive && !is_relaxed || has("async"),
        };
        self.push(Action::Mbarrier(Box::new(Mbarrier { kind, space, address, offset, order })));
        Ok(())
    }

    /// Adds the operation by which a barrier counts the bytes of `st.async` or `red.async`.
    pub(super) fn complete(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        mbarrier: Option<&Placed<'_, 'a>>,
        bytes: usize,
    ) -> Result<(), Fault> {
        let Some((operand, at)) = mbarrier else { return Ok(()) };
        let bytes = self.constant(Width::B32, Source::Bits(bytes as u64));
        let (space, address, offset) = self.address(body, instruction, operand, at)?;
        let (kind, scope) = (Kind::Complete(bytes), Some(Scope::Device));
        let order = Order { scope, acquires: false, releases: true };
        self.push(Action::Mbarrier(Box::new(Mbarrier { kind, space, address, offset, order })));
        Ok(())
    }

    /// Decodes `mbarrier.pending_count`. The low 32 bits of a state are the pending count.
    pub(super) fn pending_count(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, .. } = instruction;
        let state = self.value(body, &operands[1], &written.operands[1].span, Type::B64)?;
        let to = self.destination(body, &operands[0], &written.operands[0].span)?;
        if let Some(to) = to {
            self.push(Action::Copy { to, from: state, is_signed: false });
        }
        Ok(())
    }
}
