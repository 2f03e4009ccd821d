//! The undefined bits of registers.

use super::{Origin, UndefinedBits};
use crate::code::{Code, Reg, Width};
use crate::lanes::active::Active;
use crate::lanes::warps::firsts;
use std::ops::Range;

/// The undefined bits of the registers of all lanes of a run.
#[derive(Debug)]
pub(crate) struct Registers {
    /// For each register: the undefined bits of each lane; empty if all bits of all lanes are defined.
    all: Vec<Vec<UndefinedBits>>,
    lanes: usize,
}

impl Registers {
    /// Creates the record of a run, if the kernel may use a value that nothing wrote.
    pub(crate) fn of(code: &Code, lanes: usize) -> Option<Self> {
        let may_use = !code.zeroed.is_empty()
            || code.local > 0
            || code.has_stack
            || !code.functions.is_empty();
        may_use.then(|| Self { all: vec![Vec::new(); code.slots.len()], lanes })
    }

    /// Prepares the record for a new block of threads: nothing has written its registers.
    pub(crate) fn start(&mut self, code: &Code) {
        self.all.iter_mut().for_each(Vec::clear);
        for register in &code.zeroed {
            let bits = mask(code, *register);
            self.all[*register] = vec![UndefinedBits { bits, origin: Origin::Unread }; self.lanes];
        }
    }

    /// Returns whether a register is defined in all lanes.
    pub(crate) fn is_defined(&self, register: Reg) -> bool {
        self.all[register].is_empty()
    }

    /// Returns the undefined bits of a register, without reading it.
    pub(crate) fn bits(&self, register: Reg, lane: usize) -> UndefinedBits {
        self.all[register].get(lane).copied().unwrap_or_default()
    }

    /// Returns the undefined bits that the instruction at `site` reads.
    pub(crate) fn read(&self, register: Reg, lane: usize, site: usize) -> UndefinedBits {
        let Some(one) = self.all[register].get(lane) else { return UndefinedBits::default() };
        let origin = match one.origin {
            Origin::Unread => Origin::Register { register: register as u32, site: site as u32 },
            known => known,
        };
        UndefinedBits { origin, ..*one }
    }

    /// Sets the undefined bits of a register.
    pub(crate) fn write(&mut self, register: Reg, lane: usize, undefined: UndefinedBits) {
        let all = &mut self.all[register];
        if all.is_empty() {
            if undefined.is_defined() {
                return;
            }
            all.resize(self.lanes, UndefinedBits::default());
        }
        all[lane] = undefined;
    }

    /// Copies the undefined bits of the first active lane of each warp to all lanes of the warp in a group. A block has
    /// `threads` threads.
    pub(crate) fn unify(&mut self, register: Reg, active: Active<'_>, threads: usize, site: usize) {
        if self.is_defined(register) {
            return;
        }
        for (first, warp) in firsts(active, threads) {
            let undefined = self.read(register, usize::from(active.lanes[first]), site);
            for lane in &active.lanes[warp] {
                self.write(register, usize::from(*lane), undefined);
            }
        }
        self.shorten(register);
    }

    /// Copies the undefined bits of registers that a warp has only once from a lane of each warp to all its lanes.
    pub(crate) fn spread(
        &mut self,
        registers: &[Reg],
        warps: impl Iterator<Item = (usize, Range<usize>)> + Clone,
    ) {
        for register in registers {
            let all = &mut self.all[*register];
            if all.is_empty() {
                continue;
            }
            for (from, lanes) in warps.clone() {
                let undefined = all[from];
                all[lanes].fill(undefined);
            }
        }
    }

    /// Forgets the undefined bits of a register that is defined in all lanes.
    pub(crate) fn shorten(&mut self, register: Reg) {
        if self.all[register].iter().all(|one| one.is_defined()) {
            self.all[register].clear();
        }
    }
}

/// Returns the bits that a register has.
pub(crate) fn mask(code: &Code, register: Reg) -> u64 {
    match code.slots[register].width {
        // A register of 8 bits is a predicate, which is 0 or 1, or a byte. Its undefined bits are all bits.
        Width::B8 => u64::from(u8::MAX),
        width => width.mask(),
    }
}
