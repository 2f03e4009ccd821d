//! Patterns of several instructions, of which one instruction alone does not tell what it does.

use super::constant::PARAMETER_BANK;
use super::memory::order;
use super::operand::{destination, predicate, source};
use crate::code::{Elected, Order};
use ptx_sass::{Address, Base, Instruction, Operand, Value};
use std::collections::{BTreeMap, HashMap, HashSet};

/// The instructions of a kernel that are a part of a pattern, by their addresses.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    /// The stores that may create barriers: those of 64 bits to shared memory from which the code runs on to
    /// `SYNCS.CCTL.IVALL`.
    pub(super) creating: HashSet<u64>,
    /// The votes that elect a lane. For atomic operations of several lanes on one address, the assembler elects a lane that
    /// performs one operation for all. `VOTE.ANY` finds the lanes that run together. `FLO` then finds the highest of them.
    /// Without it, a comparison with -1 tells whether they are the warp, whose first lane is elected.
    pub(super) electing: HashMap<u64, Elected>,
    /// The loads that begin an atomic operation which a chip does not have, with the order of the operation. A swap in a
    /// loop ends it: `ATOMS.CAST.SPIN` in the loop of the load, or, for a half of a word, which `PRMT` inserts, `CAS` in
    /// the loop after the load.
    pub(super) swapped: HashMap<u64, Order>,
    /// The `BSYNC` that follow a `NOP`, the end of an acquiring operation within the block. The lanes that join there follow
    /// this operation, too: a shuffle hands over its result, as in the tiles of NVIDIA's cooperative groups.
    pub(super) synchronised: HashSet<u64>,
    /// The loads of a constant whose offset is in a register, with the offset that the instruction before moves to this
    /// register.
    pub(super) indices: HashMap<u64, i32>,
}

/// What the instructions since the last label have done.
#[derive(Default)]
struct Straight<'i> {
    /// The addresses of the stores of 64 bits to shared memory.
    stores: Vec<u64>,
    /// The registers that have a mask of lanes, with the address of the vote.
    masks: Vec<(Base, u64)>,
    loads: Vec<&'i Instruction>,
    /// The last load before the label.
    load_before: Option<&'i Instruction>,
    permutes: bool,
    /// The last instruction.
    last: Option<&'i Instruction>,
}

impl Patterns {
    /// Finds the patterns of a kernel. `labels` has the instructions to which the code may jump.
    pub(super) fn find(instructions: &[Instruction], labels: &BTreeMap<u64, usize>) -> Self {
        let mut patterns = Self::default();
        let mut before = Straight::default();
        // Unlike that of `before`, also the last instruction before a label.
        let mut last: Option<&Instruction> = None;
        for one in instructions {
            if labels.contains_key(&one.address) {
                let load_before = before.loads.pop();
                before = Straight { load_before, ..Straight::default() };
            }
            patterns.barrier(one, &mut before.stores);
            patterns.election(one, &mut before.masks);
            patterns.swap(one, &mut before);
            let index = before.last.and_then(|last| index(last, one));
            patterns.indices.extend(index.map(|index| (one.address, index)));
            let is_acquired = last.is_some_and(|last| last.name == "NOP" && last.guard.is_true());
            if is_acquired && one.name == "BSYNC" {
                patterns.synchronised.insert(one.address);
            }
            (before.last, last) = (Some(one), Some(one));
        }
        patterns
    }

    /// Finds the stores before `SYNCS.CCTL.IVALL`.
    fn barrier(&mut self, one: &Instruction, stores: &mut Vec<u64>) {
        match one.name {
            "STS" if one.has("64") => stores.push(one.address),
            "SYNCS.CCTL.IVALL" => self.creating.extend(stores.drain(..)),
            _ => {}
        }
    }

    /// Finds the vote whose mask an instruction reads to elect a lane.
    fn election(&mut self, one: &Instruction, masks: &mut Vec<(Base, u64)>) {
        let values = || (0..one.operands.len()).filter_map(|at| Some(source(one, at)?.value));
        let which = match one.name {
            "FLO" | "UFLO" => Some(Elected::Highest),
            "ISETP"
                if one.has("EQ") && values().any(|value| value == Value::Immediate(u32::MAX)) =>
            {
                Some(Elected::First)
            }
            _ => None,
        };
        let reads = |mask: Base| values().any(|value| value == Value::Base(mask));
        for (_, vote) in masks.iter().filter(|(mask, _)| reads(*mask)) {
            self.electing.extend(which.map(|which| (*vote, which)));
        }
        masks.retain(|(mask, _)| !one.operands.contains(&Operand::Destination(*mask)));
        let is_vote = matches!(one.name, "VOTE" | "VOTEU") && one.has("ANY");
        if is_vote && predicate(one, 2).is_some_and(|of| of.is_true()) {
            masks.extend(destination(one, 0).map(|mask| (mask, one.address)));
        }
    }

    /// Finds the load whose atomic operation a swap ends.
    fn swap<'i>(&mut self, one: &'i Instruction, before: &mut Straight<'i>) {
        let load = match one.name {
            "ATOMS.CAST.SPIN" => {
                let mut loads = before.loads.iter().rev();
                loads.find(|load| load.has("64") == one.has("64")).copied()
            }
            "ATOMS.CAS" | "ATOMG.CAS" | "ATOM.CAS" if before.permutes => {
                before.load_before.filter(|load| place(load) == place(one))
            }
            _ => None,
        };
        self.swapped.extend(load.map(|load| (load.address, order(one, true))));
        match one.name {
            "LD" | "LDG" | "LDS" => before.loads.push(one),
            "PRMT" => before.permutes = true,
            _ => {}
        }
    }
}

/// Returns the registers and the constant of the address of an instruction.
fn place(one: &Instruction) -> Option<(Base, Base, i64)> {
    one.operands.iter().find_map(|operand| match operand {
        Operand::Address(Address { base, uniform, offset, .. }) => Some((*base, *uniform, *offset)),
        _ => None,
    })
}

/// Returns the offset of the parameters' bank that `before` moves to the register from which `one` takes it.
fn index(before: &Instruction, one: &Instruction) -> Option<i32> {
    let Value::Constant(constant) = source(one, 1)?.value else { return None };
    let Value::Immediate(bits) = source(before, 1)?.value else { return None };
    let is_known = one.name == "LDC"
        && constant.bank == PARAMETER_BANK
        && before.name == "MOV"
        && before.guard.is_true()
        && destination(before, 0) == Some(constant.index);
    is_known.then_some(bits.cast_signed())
}
