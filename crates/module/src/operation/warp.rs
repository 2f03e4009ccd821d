//! Instructions that the threads of a warp run together.

use super::{Placed, Reader, elements};
use ptx_isa::Type;
use ptx_isa::forms::Effect;

/// An instruction that the threads of a warp run together.
#[derive(Clone, Debug)]
pub struct Warp<'o, 'a> {
    /// The operation.
    pub kind: WarpKind,
    /// The destination `d` and the predicate `p`, as far as the instruction has them, with their types.
    pub results: Vec<(Placed<'o, 'a>, Type)>,
    /// The sources without the mask, with their types.
    pub sources: Vec<(Placed<'o, 'a>, Type)>,
    /// The mask of the threads that take part, if the instruction has a mask.
    pub mask: Option<Placed<'o, 'a>>,
}

/// The operation, with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarpKind {
    /// `bar.warp.sync`
    Barrier,
    /// `activemask`
    ActiveMask,
    /// `elect.sync`
    Elect,
    /// `shfl`
    Shuffle(Shuffle),
    /// `vote`
    Vote(Vote),
    /// `match.any` on values of this many bits
    MatchAny(u32),
    /// `match.all` on values of this many bits
    MatchAll(u32),
    /// `redux.sync`
    Reduce(WarpReduction),
}

/// The mode of `shfl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// `.up`
    Up,
    /// `.down`
    Down,
    /// `.bfly`
    Bfly,
    /// `.idx`
    Idx,
}

/// The mode of `vote`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vote {
    /// `.all`
    All,
    /// `.any`
    Any,
    /// `.uni`
    Uni,
    /// `.ballot`
    Ballot,
}

/// The operation of `redux.sync`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WarpReduction {
    /// `.add`
    Add,
    /// `.min.u32`
    MinU32,
    /// `.max.u32`
    MaxU32,
    /// `.min.s32`
    MinS32,
    /// `.max.s32`
    MaxS32,
    /// `.and`
    And,
    /// `.or`
    Or,
    /// `.xor`
    Xor,
    /// `.min.f32` or `.max.f32`
    Float {
        /// Whether the result is the maximum.
        is_max: bool,
        /// `.abs`
        is_abs: bool,
        /// `.NaN`
        propagates_nan: bool,
    },
}

impl<'o, 'a> Reader<'o, '_, 'a> {
    /// Returns `None` for an unknown mode.
    pub(super) fn warp(&self, effect: Effect) -> Option<Warp<'o, 'a>> {
        let kind = self.warp_kind(effect)?;
        let of = |i: usize| {
            let operands = &self.instruction.written.operands;
            elements(&self.instruction.operands[i], &operands[i]).into_iter()
        };
        let first = usize::from(effect.has_destination());
        let is_predicate = matches!(kind, WarpKind::Vote(Vote::All | Vote::Any | Vote::Uni));
        let types = [if is_predicate { Type::Pred } else { Type::B32 }, Type::Pred];
        let results = (0..first).flat_map(of).zip(types);
        let value = match kind {
            WarpKind::Vote(_) => Type::Pred,
            WarpKind::MatchAny(64) | WarpKind::MatchAll(64) => Type::B64,
            // `bar.warp.sync` and `elect.sync` have only the mask.
            WarpKind::Barrier | WarpKind::Elect => Type::U32,
            _ => Type::B32,
        };
        let types = [value, Type::U32, Type::U32, Type::U32];
        let places = (first..self.instruction.operands.len()).map(|i| self.operand(i));
        let mut sources: Vec<_> = places.zip(types).collect();
        let has_mask = self.has("sync") || kind == WarpKind::Barrier;
        let mask = if has_mask { sources.pop().map(|(mask, _)| mask) } else { None };
        let results = results.map(|((operand, at), ty)| ((operand.clone(), at), ty)).collect();
        Some(Warp { kind, results, sources, mask })
    }

    fn warp_kind(&self, effect: Effect) -> Option<WarpKind> {
        let choose = |all: &[(&str, WarpKind)]| {
            all.iter().find(|(word, _)| self.has(word)).map(|(_, kind)| *kind)
        };
        let bits = self.ty().bits();
        Some(match effect {
            Effect::WarpBarrier => WarpKind::Barrier,
            Effect::ActiveMask => WarpKind::ActiveMask,
            Effect::Elect => WarpKind::Elect,
            Effect::Shuffle => choose(&[
                ("up", WarpKind::Shuffle(Shuffle::Up)),
                ("down", WarpKind::Shuffle(Shuffle::Down)),
                ("bfly", WarpKind::Shuffle(Shuffle::Bfly)),
                ("idx", WarpKind::Shuffle(Shuffle::Idx)),
            ])?,
            Effect::Vote => choose(&[
                ("all", WarpKind::Vote(Vote::All)),
                ("any", WarpKind::Vote(Vote::Any)),
                ("uni", WarpKind::Vote(Vote::Uni)),
                ("ballot", WarpKind::Vote(Vote::Ballot)),
            ])?,
            Effect::Match => {
                choose(&[("any", WarpKind::MatchAny(bits)), ("all", WarpKind::MatchAll(bits))])?
            }
            Effect::WarpReduction => WarpKind::Reduce(self.warp_reduction()),
            _ => return None,
        })
    }

    fn warp_reduction(&self) -> WarpReduction {
        let (is_min, is_max) = (self.has("min"), self.has("max"));
        match self.ty() {
            Type::F32 => WarpReduction::Float {
                is_max,
                is_abs: self.has("abs"),
                propagates_nan: self.has("NaN"),
            },
            Type::S32 if is_min => WarpReduction::MinS32,
            Type::S32 if is_max => WarpReduction::MaxS32,
            _ if is_min => WarpReduction::MinU32,
            _ if is_max => WarpReduction::MaxU32,
            _ if self.has("add") => WarpReduction::Add,
            _ if self.has("and") => WarpReduction::And,
            _ if self.has("or") => WarpReduction::Or,
            _ => WarpReduction::Xor,
        }
    }
}
