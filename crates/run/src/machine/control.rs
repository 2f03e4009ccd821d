//! Branches, calls, and instructions without an effect here.

use super::operand::{Own, number, predicate, source};
use super::{INSTRUCTION, Lowered, Machine};
use crate::code::warp::{Kind, Vote, Warp};
use crate::code::{Action, Guard, Reg, Scope, Width};
use crate::decode::order::Decoded;
use ptx_module::resolve::flow::Line;
use ptx_sass::{Instruction, Operand, Predicate};

/// Instructions that only matter for the time that a kernel takes.
const WITHOUT_EFFECT: [&str; 6] = ["ERRBAR", "CCTL", "CGAERRBAR", "PREEXIT", "ACQBULK", "PMTRIG"];

/// Returns the addresses to which an instruction may jump, if they do not depend on a register.
pub(super) fn targets(one: &Instruction) -> Vec<u64> {
    match (one.name, &one.operands[..]) {
        ("BRA" | "BRA.DIV" | "BRA.CONV", [_, Operand::Target(to)])
        | ("CALL.REL", [Operand::Target(to)])
        | ("CALL.ABS", [Operand::Number(to)]) => {
            vec![*to]
        }
        _ => Vec::new(),
    }
}

/// Returns whether code may return to the instruction after this one.
pub(super) fn is_call(one: &Instruction) -> bool {
    one.name.starts_with("CALL")
}

/// Returns whether an instruction jumps to an address of a table.
pub(super) fn is_indirect(one: &Instruction) -> bool {
    matches!(one.name, "BRX" | "BRXU")
}

/// Returns whether an instruction calls a function of the kernel's code by the address in a register.
pub(super) fn is_call_of_address(one: &Instruction) -> bool {
    match one.name {
        "CALL.REL" => one.operands.len() > 1,
        "CALL.ABS" => matches!(one.operands[..], [Operand::Source(_)]),
        _ => false,
    }
}

impl Machine<'_> {
    /// Returns the addresses in the tables of the indirect branches of a kernel.
    pub(super) fn tables(&mut self, instructions: &[Instruction]) -> Vec<u64> {
        let mut all = Vec::new();
        for one in instructions.iter().filter(|one| is_indirect(one)) {
            let Some(start) = number(one, 1) else { continue };
            let bytes = self.kernel.banks.values().flat_map(|bytes| bytes.chunks_exact(4));
            for word in bytes {
                let word = i32::from_le_bytes(word.try_into().unwrap_or_default());
                let to = start.wrapping_add_signed(word.into()) & u64::from(u32::MAX);
                if to.is_multiple_of(INSTRUCTION) && to < self.kernel.code.len() as u64 {
                    all.push(to);
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        self.table.clone_from(&all);
        all
    }

    /// Adds a control instruction. Returns `Some(None)` if the instruction is not a control instruction.
    pub(super) fn control(
        &mut self,
        one: &Instruction,
        guard: Option<Guard>,
    ) -> Lowered<Option<()>> {
        match one.name {
            "BRA" => {
                let to = *self.labels.get(&number(one, 1)?)?;
                let jump = |is_guarded| Line::Jump { to, is_guarded };
                // With `.U`, all lanes jump if each of them does, or with `.ANY` if one of them does.
                let other = predicate(one, 0)?;
                let vote = if one.has("ANY") { Vote::Any } else { Vote::All };
                let guard = match guard {
                    Some(guard) if one.has("U") || one.has("ANY") => {
                        if !other.is_true() && !other.is_uniform {
                            return None;
                        }
                        Some(self.of_lanes(vote, guard)?)
                    }
                    guard => guard,
                };
                self.on(other, guard, jump)?;
            }
            // Whether all lanes jump depends on whether those with the guard are all lanes of the mask.
            "BRA.DIV" | "BRA.CONV" => {
                let to = *self.labels.get(&number(one, 1)?)?;
                let here = match guard {
                    Some(guard) => self.ballot(guard)?,
                    None => {
                        let here = self.temporary(Width::B32);
                        self.push(Action::Group { to: here });
                        here
                    }
                };
                let mask = match one.operands.first()? {
                    Operand::Number(mask) => self.word(*mask as u32),
                    _ => self.int(one, 0)?,
                };
                let predicate = self.new_register(Width::B8, crate::code::Source::Zero);
                self.ptx("setp.ne.u32", &[here, mask], &[predicate])?;
                self.before();
                let divided = Guard { predicate, is_negated: one.name == "BRA.CONV" };
                self.emit(Line::Jump { to, is_guarded: true }, Some(divided), None);
            }
            // The instructions up to `ENDCOLLECTIVE` run for all lanes of the mask, which may be at different instructions.
            "WARPSYNC.COLLECTIVE" | "WARPSYNC.COLLECTIVE.ALL" => {
                let to = self.own(Own::Collective);
                let mask = match one.operands.is_empty() {
                    true => self.word(u32::MAX),
                    false => self.raw(source(one, 0)?, 0)?,
                };
                self.copy(to, mask, false);
                self.together(Kind::Barrier, Some(to), Vec::new(), [None; 2])?;
                self.emit(Line::Straight, guard, None);
                self.collective = Some(to);
            }
            "ENDCOLLECTIVE" => {
                self.collective = None;
                self.emit(Line::Straight, guard, None);
            }
            "EXIT" => {
                self.on(predicate(one, 0)?, guard, |is_guarded| Line::Leave { is_guarded })?
            }
            "CALL.REL" if !is_call_of_address(one) => {
                let to = *self.labels.get(&number(one, 0)?)?;
                self.emit(Line::Jump { to, is_guarded: guard.is_some() }, guard, None);
            }
            // The address of a function. Without functions, each address is a fault.
            "CALL.REL" => {
                let to: Vec<_> = self.kernel.functions.iter().map(|to| (*to, *to)).collect();
                let address = self.jumped(one)?;
                self.switch_to(address, guard, &to)?;
            }
            "CALL.ABS" => self.absolute(one, guard)?,
            // The address of this instruction, or of one at a distance from the next.
            "LEPC" => {
                let distance = number(one, 1).map_or(0, |distance| INSTRUCTION + distance);
                let address = self.bits(Width::B64, one.address + distance);
                self.unpack_to(one, 0, address)?;
                self.emit(Line::Straight, guard, None);
            }
            "RET.REL" | "RET.ABS" => {
                let to = self.returns.clone();
                let address = self.jumped(one)?;
                self.switch(address, guard, &to)?;
            }
            "BRX" | "BRXU" => {
                let to = self.table.clone();
                let address = self.jumped(one)?;
                self.switch(address, guard, &to)?;
            }
            "BSSY" => {
                let to = self.convergence(one, 0)?;
                self.push(Action::Group { to });
                self.emit(Line::Straight, guard, None);
            }
            "BSYNC" | "BREAK" => {
                let mask = self.convergence(one, 0)?;
                let kind = if one.name == "BSYNC" { Kind::Converge } else { Kind::Break };
                self.together(kind, Some(mask), Vec::new(), [None; 2])?;
                self.on(predicate(one, 1)?, guard, |_| Line::Straight)?;
                if self.patterns.synchronised.contains(&one.address) {
                    self.order_lanes(guard);
                }
            }
            "BMOV" => {
                let (to, from) = match one.operands[..] {
                    [Operand::Destination(_), _] => {
                        (self.result(one, 0)?, self.convergence(one, 1)?)
                    }
                    [_, Operand::Barrier(_)] => {
                        (self.convergence(one, 0)?, self.convergence(one, 1)?)
                    }
                    [_, Operand::Number(bits)] => {
                        (self.convergence(one, 0)?, self.word(bits as u32))
                    }
                    _ => (self.convergence(one, 0)?, self.raw(source(one, 1)?, 0)?),
                };
                self.copy(to, from, false);
                if one.has("CLEAR") {
                    let zero = self.word(0);
                    self.copy(from, zero, false);
                }
                self.emit(Line::Straight, guard, None);
            }
            "BPT" => {
                self.push(Action::Trap);
                self.emit(Line::Straight, guard, None);
            }
            "YIELD" | "NANOSLEEP" => {
                self.push(Action::Yield);
                self.emit(Line::Straight, guard, None);
            }
            // Where all lanes of a warp run together, the assembler turns `bar.warp.sync` into `NOP`. Elsewhere, it adds none.
            "NOP" => self.order_lanes(guard),
            "MEMBAR" => {
                let is_wide = ["GPU", "SYS", "VC"].iter().any(|word| one.has(word));
                let releases = Some(if is_wide { Scope::Device } else { Scope::Block });
                // Beyond the block, a thread may have old values in its cache until `CCTL.IVALL`.
                self.push(Action::Fence { acquires: !is_wide, releases });
                self.emit(Line::Straight, guard, None);
            }
            "CCTL" if one.has("IVALL") => {
                self.push(Action::Fence { acquires: true, releases: None });
                self.emit(Line::Straight, guard, None);
            }
            name if WITHOUT_EFFECT.contains(&name) => self.emit(Line::Straight, guard, None),
            _ => return Some(None),
        }
        Some(Some(()))
    }

    /// Returns the register with the mask of a convergence barrier.
    fn convergence(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        match one.operands.get(at)? {
            Operand::Barrier(number) => Some(self.own(Own::Convergence(*number))),
            _ => None,
        }
    }

    /// Adds a line that orders the accesses of the lanes that run it together.
    fn order_lanes(&mut self, guard: Option<Guard>) {
        let (kind, mask, sources, results) = (Kind::Barrier, None, Vec::new(), [None; 2]);
        self.push(Action::Warp(Box::new(Warp { kind, mask, sources, results })));
        self.emit(Line::Straight, guard, None);
    }

    /// Adds a line that runs where both the guard and another predicate hold.
    fn on(
        &mut self,
        predicate: Predicate,
        guard: Option<Guard>,
        line: impl Fn(bool) -> Line,
    ) -> Lowered<()> {
        let guard = match (self.guard(predicate).register, guard) {
            (None, guard) if predicate.is_true() => guard,
            (None, _) => {
                self.operations.clear();
                self.emit(Line::Straight, None, None);
                return Some(());
            }
            (only, None) => only,
            (Some(other), Some(guard)) => Some(self.both(other, guard)?),
        };
        self.emit(line(guard.is_some()), guard, None);
        Some(())
    }

    /// Returns the guard that holds where both guards hold. It is computed before the operations so far.
    pub(super) fn both(&mut self, one: Guard, other: Guard) -> Lowered<Guard> {
        let then = std::mem::take(&mut self.operations);
        let mut both = Vec::new();
        for one in [one, other] {
            both.push(self.truth_of(one));
        }
        // The register is read after the line of this instruction, so it is not an intermediate register.
        let predicate = self.new_register(Width::B8, crate::code::Source::Zero);
        self.ptx("and.pred", &both, &[predicate])?;
        self.before();
        self.operations = then;
        Some(Guard { predicate, is_negated: false })
    }

    /// Returns a register with the mask of the lanes of the warp that run the instruction and for which `guard` holds.
    fn ballot(&mut self, guard: Guard) -> Lowered<Reg> {
        let from = self.truth_of(guard);
        // The register is read after the line of this instruction, so it is not an intermediate register.
        let mask = self.new_register(Width::B32, crate::code::Source::Zero);
        self.together(Kind::Vote(Vote::Ballot), None, vec![from], [Some(mask), None])?;
        self.emit(Line::Straight, None, None);
        Some(mask)
    }

    /// Returns a predicate that is true where a guard holds.
    fn truth_of(&mut self, guard: Guard) -> Reg {
        match guard.is_negated {
            true => self.complement(guard.predicate),
            false => guard.predicate,
        }
    }

    /// Returns the guard that holds if `guard` holds for all lanes of the warp that run the instruction, or for one of them.
    fn of_lanes(&mut self, vote: Vote, guard: Guard) -> Lowered<Guard> {
        let from = self.truth_of(guard);
        // The register is read after the line of this instruction, so it is not an intermediate register.
        let predicate = self.new_register(Width::B8, crate::code::Source::Zero);
        self.together(Kind::Vote(vote), None, vec![from], [Some(predicate), None])?;
        self.emit(Line::Straight, None, None);
        Some(Guard { predicate, is_negated: false })
    }

    /// Adds the operations so far as a line of their own.
    pub(super) fn before(&mut self) {
        let operations = std::mem::take(&mut self.operations);
        let site = self.sites.len() - 1;
        self.line(Line::Straight, Decoded { operations, site, ..Decoded::default() });
    }

    /// Returns the address to which an instruction jumps: the sum of a number and a register.
    fn jumped(&mut self, one: &Instruction) -> Lowered<Reg> {
        let start = self.bits(Width::B64, number(one, 1)?);
        let distance = self.pair(source(one, 0)?, false)?;
        self.value("add.s64", Width::B64, &[start, distance])
    }

    /// Adds a jump to the address in a register. `to` has the possible addresses.
    pub(super) fn switch(&mut self, address: Reg, guard: Option<Guard>, to: &[u64]) -> Lowered<()> {
        if to.is_empty() {
            return None;
        }
        let pairs: Vec<_> = to.iter().map(|to| (*to, *to)).collect();
        self.switch_to(address, guard, &pairs)
    }

    /// Like [`switch`](Self::switch), where the code is not at the possible addresses but at the second ones.
    pub(super) fn switch_to(
        &mut self,
        address: Reg,
        guard: Option<Guard>,
        to: &[(u64, u64)],
    ) -> Lowered<()> {
        let address = self.converted(address, Width::B32, false);
        let addresses: Vec<_> = to.iter().map(|(address, _)| *address).collect();
        let index = self.index(address, &addresses)?;
        self.before();
        let labels = to.iter().map(|(_, to)| self.labels.get(to).copied());
        let to = labels.collect::<Option<Vec<_>>>()?;
        self.emit(Line::Switch { to, is_guarded: guard.is_some() }, guard, Some(index));
        Some(())
    }

    /// Returns a register with the index of an address in a list, or the length of the list.
    fn index(&mut self, address: Reg, list: &[u64]) -> Lowered<Reg> {
        let index = self.new_register(Width::B32, crate::code::Source::Zero);
        let mut found = self.word(list.len() as u32);
        for (i, one) in list.iter().enumerate() {
            let (one, i) = (self.word(*one as u32), self.word(i as u32));
            let is_it = self.value("setp.eq.u32", Width::B8, &[address, one])?;
            found = self.value("selp.b32", Width::B32, &[i, found, is_it])?;
        }
        self.copy(index, found, false);
        Some(index)
    }
}
