//! Decodes instructions that lanes of a warp run together.

use super::{Body, Decoder, elements};
use crate::code::warp::{Kind, Reduce, Shuffle, Vote, Warp};
use crate::code::{Action, Reg};
use ptx_core::Nans;
use ptx_isa::Type;
use ptx_isa::forms::Effect;
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    pub(super) fn warp(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        effect: Effect,
    ) -> Result<(), Fault> {
        let Instruction { written, operands, selection, .. } = instruction;
        let has = |word: &str| selection.modifiers.iter().flatten().any(|one| *one == word);
        let Some(kind) = kind(effect, &has, selection.instruction_type().unwrap_or(Type::B32))
        else {
            let what = format!("`{}` is not supported", selection.spelling());
            return Err(Fault::new(written.spelling_span(), what));
        };
        let mut places = operands.iter().zip(&written.operands);
        let (mut results, mut copies): ([Option<Reg>; 2], Vec<Action>) = ([None; 2], Vec::new());
        if effect.has_destination()
            && let Some((operand, at)) = places.next()
        {
            let is_predicate = matches!(kind, Kind::Vote(Vote::All | Vote::Any | Vote::Uni));
            let types = [if is_predicate { Type::Pred } else { Type::B32 }, Type::Pred];
            let both = elements(operand, at).into_iter().zip(types).zip(&mut results);
            for (((operand, at), ty), result) in both {
                let Some(to) = self.destination(body, operand, at)? else { continue };
                let (receiver, copy) = self.receiver(Some(to), ty);
                *result = Some(receiver);
                copies.extend(copy);
            }
        }
        let source = match kind {
            Kind::Vote(_) => Type::Pred,
            Kind::MatchAny(64) | Kind::MatchAll(64) => Type::B64,
            _ => Type::B32,
        };
        let types = [source, Type::U32, Type::U32, Type::U32];
        let mut sources = Vec::new();
        for ((operand, at), ty) in places.zip(types) {
            // The first source of `bar.warp.sync` and `elect.sync` is the mask, because they have no other source.
            let is_mask = matches!(kind, Kind::Barrier | Kind::Elect);
            let ty = if is_mask { Type::U32 } else { ty };
            sources.push(self.value(body, operand, &at.span, ty)?);
        }
        let is_sync = has("sync") || kind == Kind::Barrier;
        let mask = if is_sync { sources.pop() } else { None };
        self.push(Action::Warp(Box::new(Warp { kind, mask, sources, results })));
        copies.into_iter().for_each(|copy| self.push(copy));
        Ok(())
    }
}

/// Returns the warp operation of an effect with these modifiers. Returns `None` if the effect is not a warp
/// operation.
fn kind(effect: Effect, has: &dyn Fn(&str) -> bool, ty: Type) -> Option<Kind> {
    let choose =
        |all: &[(&str, Kind)]| all.iter().find(|(word, _)| has(word)).map(|(_, kind)| *kind);
    Some(match effect {
        Effect::WarpBarrier => Kind::Barrier,
        Effect::ActiveMask => Kind::ActiveMask,
        Effect::Elect => Kind::Elect,
        Effect::Shuffle => choose(&[
            ("up", Kind::Shuffle(Shuffle::Up)),
            ("down", Kind::Shuffle(Shuffle::Down)),
            ("bfly", Kind::Shuffle(Shuffle::Bfly)),
            ("idx", Kind::Shuffle(Shuffle::Idx)),
        ])?,
        Effect::Vote => choose(&[
            ("all", Kind::Vote(Vote::All)),
            ("any", Kind::Vote(Vote::Any)),
            ("uni", Kind::Vote(Vote::Uni)),
            ("ballot", Kind::Vote(Vote::Ballot)),
        ])?,
        Effect::Match => {
            choose(&[("any", Kind::MatchAny(ty.bits())), ("all", Kind::MatchAll(ty.bits()))])?
        }
        Effect::WarpReduction => {
            let is_max = has("max");
            let nans = if has("NaN") { Nans::Propagated } else { Nans::Ignored };
            Kind::Reduce(match ty {
                Type::F32 => Reduce::Float { is_max, is_abs: has("abs"), nans },
                Type::S32 if has("min") => Reduce::MinS32,
                Type::S32 if is_max => Reduce::MaxS32,
                _ if has("min") => Reduce::MinU32,
                _ if is_max => Reduce::MaxU32,
                _ if has("add") => Reduce::Add,
                _ if has("and") => Reduce::And,
                _ if has("or") => Reduce::Or,
                _ => Reduce::Xor,
            })
        }
        _ => return None,
    })
}
