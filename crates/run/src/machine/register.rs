//! The engine's registers for numbers and intermediate values.

use super::Machine;
use crate::code::{Reg, Slot, Source, Width};

impl Machine<'_> {
    pub(super) fn new_register(&mut self, width: Width, source: Source) -> Reg {
        self.slots.push(Slot { width, source, is_named: false });
        self.slots.len() - 1
    }

    /// Returns a register for an intermediate value of the current instruction.
    pub(super) fn temporary(&mut self, width: Width) -> Reg {
        let (all, used) = &mut self.temporaries[width as usize];
        *used += 1;
        if let Some(register) = all.get(*used - 1) {
            return *register;
        }
        let register = self.new_register(width, Source::Zero);
        self.temporaries[width as usize].0.push(register);
        register
    }

    /// Returns whether a register is for intermediate values.
    pub(super) fn is_temporary(&self, register: Reg) -> bool {
        self.temporaries.iter().any(|(all, _)| all.contains(&register))
    }

    /// Returns the bits of a register that is a number.
    pub(super) fn known_bits(&self, register: Reg) -> Option<u64> {
        match self.slots[register].source {
            Source::Bits(bits) => Some(bits),
            _ => None,
        }
    }

    /// Returns a register that the launch fills with the value of `source`.
    pub(super) fn known(&mut self, width: Width, source: Source) -> Reg {
        let source = match source {
            Source::Bits(bits) => Source::Bits(bits & width.mask()),
            source => source,
        };
        if let Some(register) = self.constants.get(&(width, source)) {
            return *register;
        }
        let register = self.new_register(width, source);
        self.constants.insert((width, source), register);
        register
    }

    pub(super) fn bits(&mut self, width: Width, bits: u64) -> Reg {
        self.known(width, Source::Bits(bits))
    }

    pub(super) fn word(&mut self, bits: u32) -> Reg {
        self.bits(Width::B32, bits.into())
    }

    /// Returns a register of this width with the value of another register.
    pub(super) fn converted(&mut self, from: Reg, width: Width, is_signed: bool) -> Reg {
        if self.slots[from].width == width {
            return from;
        }
        if let Some(bits) = self.known_bits(from).filter(|_| !is_signed) {
            return self.bits(width, bits);
        }
        let to = self.temporary(width);
        self.copy(to, from, is_signed);
        to
    }
}
