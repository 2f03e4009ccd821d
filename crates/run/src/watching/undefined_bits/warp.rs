//! Follows undefined bits through instructions that lanes of a warp, or of a block, run together.

use super::UndefinedBits;
use super::registers::mask;
use crate::code::barrier::{Barrier, Kind as BarrierKind};
use crate::code::warp::{Kind, Vote, Warp};
use crate::code::{Action, Operation, Reg};
use crate::fault::Stop;
use crate::lanes::Lanes;
use crate::schedule::run::Run;

impl Run<'_> {
    /// Checks the operands that decide which lanes take part in an instruction, and what they read.
    ///
    /// # Errors
    /// If such an operand is undefined: the fault of the first lane.
    pub(crate) fn check_undefined(&self, sync: &Operation, lanes: &Lanes) -> Result<(), Stop> {
        let Some(registers) = &self.undefined_bits else { return Ok(()) };
        let operands: Vec<Reg> = match &sync.action {
            Action::Barrier(Barrier { number, count, .. }) => {
                [*number].into_iter().chain(*count).collect()
            }
            Action::Mbarrier(one) => one.sources(),
            // The masks of convergence barriers are no values of the program.
            Action::Warp(warp) if matches!(warp.kind, Kind::Converge | Kind::Break) => Vec::new(),
            Action::Warp(warp) => {
                let others = warp.sources.iter().skip(1).copied();
                warp.mask.into_iter().chain(others).collect()
            }
            _ => Vec::new(),
        };
        for operand in operands.iter().filter(|operand| !registers.is_defined(**operand)) {
            for lane in lanes.iter() {
                registers.use_whole(*operand, lane, sync.site, self.code)?;
            }
        }
        Ok(())
    }

    /// Follows undefined bits through a warp instruction. Each lane that takes part has its instruction, the number of the
    /// lane in the run, and the number of the lane in its warp. `read` has, for each of them, the index of the lane from
    /// which a shuffle reads.
    pub(crate) fn follow_warp(&mut self, members: &[(&Warp, usize, usize, u32)], read: &[usize]) {
        let Some(mut registers) = self.undefined_bits.take() else { return };
        let source = |(warp, site, lane, _): &(&Warp, usize, usize, u32)| {
            let source = warp.sources.first();
            source.map_or(UndefinedBits::default(), |source| registers.read(*source, *lane, *site))
        };
        let all: Vec<UndefinedBits> = members.iter().map(source).collect();
        let any = all.iter().copied().fold(UndefinedBits::default(), UndefinedBits::or);
        let votes = |wanted: u64| {
            members.iter().zip(&all).any(|((warp, _, lane, _), undefined)| {
                let vote = warp.sources.first().map(|source| self.full.columns[*source].get(*lane));
                undefined.is_defined() && vote == Some(wanted)
            })
        };
        for (i, (warp, _, lane, _)) in members.iter().enumerate() {
            let is_decided = any.is_defined()
                || match warp.kind {
                    Kind::ActiveMask
                    | Kind::Elect
                    | Kind::Barrier
                    | Kind::Converge
                    | Kind::Break
                    | Kind::Matrix
                    | Kind::Warpgroup
                    | Kind::Allocation => true,
                    Kind::Vote(Vote::All) => votes(0),
                    Kind::Vote(Vote::Any) => votes(1),
                    Kind::Vote(Vote::Uni) => votes(0) && votes(1),
                    _ => false,
                };
            let lanes = members.iter().zip(&all).filter(|(_, undefined)| !undefined.is_defined());
            let d = match warp.kind {
                _ if is_decided => UndefinedBits::default(),
                Kind::Shuffle(_) => all[read[i]],
                Kind::Vote(Vote::Ballot) => {
                    any.with(lanes.fold(0, |bits, ((.., number), _)| bits | 1 << number))
                }
                _ => any.with(u64::MAX),
            };
            let p = match warp.kind {
                Kind::MatchAll(_) if !is_decided => any.with(u64::MAX),
                Kind::Vote(_) if !is_decided => any.with(u64::MAX),
                _ => UndefinedBits::default(),
            };
            for (result, undefined) in warp.results.iter().zip([d, p]) {
                if let Some(result) = *result {
                    let bits = undefined.bits & mask(self.code, result);
                    registers.write(result, *lane, undefined.with(bits));
                }
            }
        }
        self.undefined_bits = Some(registers);
    }

    /// Follows undefined bits through `barrier.red`. `each` has the barriers at which lanes wait.
    pub(crate) fn follow_reduction(&mut self, each: &[(Barrier, usize, Lanes)]) {
        let Some(mut registers) = self.undefined_bits.take() else { return };
        let mut any = UndefinedBits::default();
        for (barrier, site, lanes) in each {
            let BarrierKind::Reduce { predicate, .. } = barrier.kind else { continue };
            any =
                lanes.iter().fold(any, |any, lane| any.or(registers.read(predicate, lane, *site)));
        }
        for (barrier, _, lanes) in each {
            let BarrierKind::Reduce { result, .. } = barrier.kind else { continue };
            let bits = if any.is_defined() { 0 } else { mask(self.code, result) };
            lanes.iter().for_each(|lane| registers.write(result, lane, any.with(bits)));
        }
        self.undefined_bits = Some(registers);
    }
}
