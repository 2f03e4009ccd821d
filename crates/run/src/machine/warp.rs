//! Barriers and instructions that lanes of a warp run together.

use super::operand::{predicate, source};
use super::{Lowered, Machine};
use crate::code::barrier::{Barrier, Kind as BarrierKind, Reduction};
use crate::code::warp::{Kind, Reduce, Shuffle, Vote, Warp};
use crate::code::{Action, Reg, Special, Width};
use ptx_sass::{Instruction, Operand};

impl Machine<'_> {
    /// Adds the operations of an instruction of a warp or of a block.
    pub(super) fn of_warp(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            "SHFL" => {
                let kind = match *one.modifiers.first()? {
                    "IDX" => Shuffle::Idx,
                    "UP" => Shuffle::Up,
                    "DOWN" => Shuffle::Down,
                    _ => Shuffle::Bfly,
                };
                let a = self.raw(source(one, 2)?, 0)?;
                let sources = vec![a, self.number(one, 3)?, self.number(one, 4)?];
                let results = [Some(self.result(one, 1)?), Some(self.written(one, 0)?)];
                self.together(Kind::Shuffle(kind), None, sources, results)
            }
            "VOTE" => {
                let from = self.read(one, 2)?;
                if !Self::is_sink(one, 0) {
                    let to = self.result(one, 0)?;
                    self.together(Kind::Vote(Vote::Ballot), None, vec![from], [Some(to), None])?;
                }
                if let Some(which) = self.patterns.electing.get(&one.address) {
                    self.push(Action::Elect(*which));
                }
                if predicate(one, 1)?.number.is_none() {
                    return Some(());
                }
                let kind = match *one.modifiers.first()? {
                    "ALL" => Vote::All,
                    "ANY" => Vote::Any,
                    _ => Vote::Uni,
                };
                let to = self.written(one, 1)?;
                self.together(Kind::Vote(kind), None, vec![from], [Some(to), None])
            }
            "MATCH" => {
                let is_wide = one.has("U64");
                let from = source(one, 2)?;
                let from = if is_wide { self.pair(from, false)? } else { self.raw(from, 0)? };
                let bits = if is_wide { 64 } else { 32 };
                let (kind, flag) = match one.has("ALL") {
                    true => (Kind::MatchAll(bits), Some(self.written(one, 0)?)),
                    false => (Kind::MatchAny(bits), None),
                };
                let to = self.result(one, 1)?;
                self.together(kind, None, vec![from], [Some(to), flag])
            }
            "REDUX" | "CREDUX" => {
                let is_signed = one.has("S32");
                let with = *one.modifiers.first()?;
                let kind = match (with, is_signed) {
                    _ if one.has("F32") => Reduce::Float {
                        is_max: with.starts_with("MAX"),
                        is_abs: with.ends_with("ABS"),
                        propagates_nan: one.has("NAN"),
                    },
                    ("AND", _) => Reduce::And,
                    ("OR", _) => Reduce::Or,
                    ("XOR", _) => Reduce::Xor,
                    ("SUM", _) => Reduce::Add,
                    ("MIN", true) => Reduce::MinS32,
                    ("MIN", false) => Reduce::MinU32,
                    ("MAX", true) => Reduce::MaxS32,
                    ("MAX", false) => Reduce::MaxU32,
                    _ => return None,
                };
                let from = self.raw(source(one, 1)?, 0)?;
                let to = self.result(one, 0)?;
                self.together(Kind::Reduce(kind), None, vec![from], [Some(to), None])
            }
            "WARPSYNC" => {
                let mask = match one.operands.first()? {
                    Operand::Number(mask) => self.word(*mask as u32),
                    Operand::Source(from) => self.raw(*from, 0)?,
                    _ => return None,
                };
                self.together(Kind::Barrier, Some(mask), Vec::new(), [None; 2])
            }
            "ELECT" => {
                if !predicate(one, 2)?.is_true() {
                    return None;
                }
                let results = [Some(self.result(one, 1)?), Some(self.written(one, 0)?)];
                self.together(Kind::Elect, None, Vec::new(), results)
            }
            "BAR" => self.barrier(one),
            "B2R" => {
                let from = self.reduced();
                let zero = self.word(0);
                let (to, flag) = (self.result(one, 0)?, self.written(one, 1)?);
                self.ptx("setp.ne.u32", &[from, zero], &[flag])?;
                self.copy(to, from, false);
                Some(())
            }
            _ => None,
        }
    }

    pub(super) fn together(
        &mut self,
        kind: Kind,
        mask: Option<Reg>,
        sources: Vec<Reg>,
        results: [Option<Reg>; 2],
    ) -> Lowered<()> {
        let mask = mask.or(self.collective);
        self.push(Action::Warp(Box::new(Warp { kind, mask, sources, results })));
        Some(())
    }

    /// Returns a register with an operand that is a number or a register.
    fn number(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        match one.operands.get(at)? {
            Operand::Number(number) => Some(self.word(*number as u32)),
            _ => self.raw(source(one, at)?, 0),
        }
    }

    /// Returns the number of a barrier, from bits 3:0 of a register, and the number of threads, from bits 27:16. No threads
    /// stand for all of the block.
    fn packed_barrier(&mut self, one: &Instruction) -> Lowered<(Reg, Option<Reg>)> {
        let from = self.raw(source(one, 0)?, 0)?;
        let [of_number, shift, of_count, zero] = [0xf, 16, 0xfff, 0].map(|word| self.word(word));
        let number = self.value("and.b32", Width::B32, &[from, of_number])?;
        let count = self.value("shr.u32", Width::B32, &[from, shift])?;
        let count = self.value("and.b32", Width::B32, &[count, of_count])?;
        let mut all = self.special_register(Special::Ntid(0));
        for axis in 1..3 {
            let more = self.special_register(Special::Ntid(axis));
            all = self.value("mul.lo.u32", Width::B32, &[all, more])?;
        }
        let is_all = self.value("setp.eq.u32", Width::B8, &[count, zero])?;
        let count = self.value("selp.b32", Width::B32, &[all, count, is_all])?;
        Some((number, Some(count)))
    }

    fn barrier(&mut self, one: &Instruction) -> Lowered<()> {
        let (number, count) = match one.operands[..] {
            [Operand::Source(_), Operand::Source(_), ..] => self.packed_barrier(one)?,
            [_, Operand::Number(0), ..] => (self.number(one, 0)?, None),
            _ => (self.number(one, 0)?, Some(self.number(one, 1)?)),
        };
        let is_aligned = false;
        if !one.has("RED") {
            let kind = if one.has("ARV") { BarrierKind::Arrive } else { BarrierKind::Sync };
            self.push(Action::Barrier(Barrier { kind, number, count, is_aligned }));
            return Some(());
        }
        let predicate = self.read(one, 2)?;
        let to = self.reduced();
        let (with, result) = match () {
            () if one.has("POPC") => (Reduction::Count, to),
            () if one.has("AND") => (Reduction::And, self.temporary(Width::B8)),
            () => (Reduction::Or, self.temporary(Width::B8)),
        };
        let kind = BarrierKind::Reduce { with, predicate, result };
        self.push(Action::Barrier(Barrier { kind, number, count, is_aligned }));
        if result != to {
            self.copy(to, result, false);
        }
        Some(())
    }
}
