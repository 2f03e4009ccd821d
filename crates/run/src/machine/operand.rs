//! Turns operands of machine instructions into registers of the engine.

use super::{Lowered, Machine};
use crate::code::{Guard, Reg, Source, Width};
use ptx_isa::{Argument, Call, Returns, Rust};
use ptx_sass::{Base, Instruction, Operand, Part, Predicate, Value};

/// A register of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Own {
    Register(u8),
    Uniform(u8),
    Predicate(u8),
    UniformPredicate(u8),
    /// The mask of a convergence barrier.
    Convergence(u8),
    /// The mask of `WARPSYNC.COLLECTIVE`.
    Collective,
    /// The result of `BAR.RED`.
    Reduced,
    /// A word of the register for an address to return to, in which the assembler also keeps other values.
    ReturnAddress {
        is_high: bool,
    },
}

impl Own {
    /// Returns whether a warp has the register only once.
    pub(super) fn is_of_warp(self) -> bool {
        matches!(self, Self::Uniform(_) | Self::UniformPredicate(_))
    }
}

/// The guard of an instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guarded {
    /// Whether the instruction always runs or never runs.
    pub(super) constant: Option<bool>,
    pub(super) register: Option<Guard>,
}

/// Returns the destination at an index.
pub(super) fn destination(one: &Instruction, at: usize) -> Lowered<Base> {
    match one.operands.get(at)? {
        Operand::Destination(base) => Some(*base),
        _ => None,
    }
}

/// Returns the source at an index.
pub(super) fn source(one: &Instruction, at: usize) -> Lowered<ptx_sass::Source> {
    match one.operands.get(at)? {
        Operand::Source(source) => Some(*source),
        _ => None,
    }
}

/// Returns the predicate at an index.
pub(super) fn predicate(one: &Instruction, at: usize) -> Lowered<Predicate> {
    match one.operands.get(at)? {
        Operand::Predicate(predicate) => Some(*predicate),
        _ => None,
    }
}

/// Returns the number at an index.
pub(super) fn number(one: &Instruction, at: usize) -> Lowered<u64> {
    match one.operands.get(at)? {
        Operand::Number(number) | Operand::Target(number) => Some(*number),
        _ => None,
    }
}

/// Returns whether an operand is a predicate that is always false.
pub(super) fn is_false(one: &Instruction, at: usize) -> bool {
    predicate(one, at).is_some_and(|read| read.number.is_none() && read.is_negated)
}

/// Returns whether an instruction writes a predicate at an index.
pub(super) fn writes(one: &Instruction, at: usize) -> bool {
    predicate(one, at).is_some_and(|written| written.number.is_some())
}

impl Machine<'_> {
    /// Returns the engine's register for a register of the machine.
    pub(super) fn own(&mut self, own: Own) -> Reg {
        if let Some(register) = self.registers.get(&own) {
            return *register;
        }
        let width = match own {
            Own::Predicate(_) | Own::UniformPredicate(_) => Width::B8,
            _ => Width::B32,
        };
        let register = self.new_register(width, Source::Zero);
        let name = match own {
            Own::Register(number) => Some(format!("register `R{number}`")),
            Own::Uniform(number) => Some(format!("register `UR{number}`")),
            Own::Predicate(number) => Some(format!("predicate `P{number}`")),
            Own::UniformPredicate(number) => Some(format!("predicate `UP{number}`")),
            Own::Convergence(_) | Own::Collective | Own::Reduced | Own::ReturnAddress { .. } => {
                None
            }
        };
        if let Some(name) = name {
            self.slots[register].is_named = true;
            self.names.insert(register, name);
        }
        if own.is_of_warp() {
            self.of_warp.insert(register);
        }
        self.registers.insert(own, register);
        register
    }

    /// Returns the register `distance` after `base`, for reading.
    pub(super) fn base(&mut self, base: Base, distance: u8) -> Reg {
        match base.next(distance) {
            Base::Register(number) => self.own(Own::Register(number)),
            Base::Uniform(number) => self.own(Own::Uniform(number)),
            Base::Zero => self.word(0),
        }
    }

    /// Returns the register `distance` after the destination. For `RZ`, returns an intermediate register.
    pub(super) fn to(&mut self, base: Base, distance: u8) -> Reg {
        match base {
            Base::Zero => self.temporary(Width::B32),
            base => self.base(base, distance),
        }
    }

    /// Returns the destination register at an index.
    pub(super) fn result(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        Some(self.to(destination(one, at)?, 0))
    }

    /// Returns the predicate register that an instruction writes. For `PT`, returns an intermediate register.
    pub(super) fn written(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        let predicate = predicate(one, at)?;
        Some(match predicate.number {
            None => self.temporary(Width::B8),
            Some(number) => self.own(own_predicate(number, predicate.is_uniform)),
        })
    }

    /// Returns a register with the value of a predicate that an instruction reads.
    pub(super) fn truth(&mut self, predicate: Predicate) -> Reg {
        let Predicate { number, is_uniform, is_negated } = predicate;
        match number {
            None => self.bits(Width::B8, u64::from(!is_negated)),
            Some(number) => {
                let from = self.own(own_predicate(number, is_uniform));
                if is_negated { self.complement(from) } else { from }
            }
        }
    }

    pub(super) fn read(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        Some(self.truth(predicate(one, at)?))
    }

    /// Returns an intermediate register with the opposite of a predicate.
    pub(super) fn complement(&mut self, from: Reg) -> Reg {
        let to = self.temporary(Width::B8);
        self.push(crate::code::Action::Not { to, from });
        to
    }

    pub(super) fn guard(&mut self, predicate: Predicate) -> Guarded {
        let Predicate { number, is_uniform, is_negated } = predicate;
        match number {
            None => Guarded { constant: Some(!is_negated), register: None },
            Some(number) => {
                let predicate = self.own(own_predicate(number, is_uniform));
                Guarded { constant: None, register: Some(Guard { predicate, is_negated }) }
            }
        }
    }

    /// Returns a register with word `k` of a source, without its signs.
    pub(super) fn raw(&mut self, source: ptx_sass::Source, k: u8) -> Lowered<Reg> {
        match source.value {
            Value::Base(base) => Some(self.base(base, k)),
            Value::Immediate(bits) if k == 0 => Some(self.word(bits)),
            Value::Immediate(_) => None,
            Value::Constant(constant) => self.constant_word(constant, 4 * i32::from(k)),
        }
    }

    /// Returns a register with an integer source.
    pub(super) fn integral(&mut self, source: ptx_sass::Source) -> Lowered<Reg> {
        let from = self.raw(source, 0)?;
        match (source.is_negated, source.is_inverted) {
            (true, _) => self.value("neg.s32", Width::B32, &[from]),
            (_, true) => self.value("not.b32", Width::B32, &[from]),
            _ => Some(from),
        }
    }

    pub(super) fn int(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        self.integral(source(one, at)?)
    }

    /// Returns a register with a binary32 source. Signs change bits, also those of a NaN.
    pub(super) fn real(&mut self, one: &Instruction, at: usize) -> Lowered<Reg> {
        let source = source(one, at)?;
        let from = self.raw(source, 0)?;
        self.signed(from, source, 0x7fff_ffff, 0x8000_0000)
    }

    /// Returns a register with two binary32 numbers.
    pub(super) fn two_reals(&mut self, source: ptx_sass::Source) -> Lowered<Reg> {
        let places = match source.part {
            Part::Whole => [0, 1],
            Part::Swapped => [1, 0],
            Part::Float => [0, 0],
            _ => return None,
        };
        let [low, high] = places.map(|k| self.raw(source, k));
        let low = self.signed(low?, source, 0x7fff_ffff, 0x8000_0000)?;
        let is_negated = source.is_negated != source.is_high_negated;
        let source = ptx_sass::Source { is_negated, ..source };
        let high = self.signed(high?, source, 0x7fff_ffff, 0x8000_0000)?;
        self.pack(low, high)
    }

    /// Returns a register with two halves.
    pub(super) fn halves(&mut self, source: ptx_sass::Source) -> Lowered<Reg> {
        let from = self.raw(source, 0)?;
        let selector = match source.part {
            Part::Low => Some(0x1010),
            Part::High => Some(0x3232),
            Part::Turned => Some(0x1032),
            Part::Whole => None,
            _ => return None,
        };
        let from = match selector {
            Some(selector) => {
                let selector = self.word(selector);
                self.value("prmt.b32", Width::B32, &[from, from, selector])?
            }
            None => from,
        };
        let from = self.signed(from, source, 0x7fff_7fff, 0x8000_8000)?;
        if source.part != Part::Turned {
            return Some(from);
        }
        let sign = self.word(0x0000_8000);
        self.value("xor.b32", Width::B32, &[from, sign])
    }

    fn signed(
        &mut self,
        from: Reg,
        source: ptx_sass::Source,
        rest: u32,
        sign: u32,
    ) -> Lowered<Reg> {
        let mut from = from;
        if source.is_absolute {
            let rest = self.word(rest);
            from = self.value("and.b32", Width::B32, &[from, rest])?;
        }
        if source.is_negated {
            let sign = self.word(sign);
            from = self.value("xor.b32", Width::B32, &[from, sign])?;
        }
        Some(from)
    }

    /// Returns a register with the 64 bits of a pair, without its signs. An immediate is extended.
    pub(super) fn pair(&mut self, source: ptx_sass::Source, is_signed: bool) -> Lowered<Reg> {
        match source.value {
            Value::Immediate(bits) if is_signed => {
                Some(self.bits(Width::B64, i64::from(bits.cast_signed()).cast_unsigned()))
            }
            Value::Immediate(bits) => Some(self.bits(Width::B64, bits.into())),
            _ => {
                let (low, high) = (self.raw(source, 0)?, self.raw(source, 1)?);
                self.pack(low, high)
            }
        }
    }

    /// Returns a register with two words.
    pub(super) fn pack(&mut self, low: Reg, high: Reg) -> Lowered<Reg> {
        let known = match (self.slots[low].source, self.slots[high].source) {
            (Source::Bits(low), Source::Bits(high)) => Some(Source::Bits(high << 32 | low)),
            (Source::Parameter(low), Source::Parameter(high)) if high == low + 4 => {
                Some(Source::Parameter(low))
            }
            _ => None,
        };
        if let Some(known) = known {
            return Some(self.known(Width::B64, known));
        }
        let words = vec![Argument::Source(0, Rust::U32), Argument::Source(1, Rust::U32)];
        let call = call("pack_b64_b32", words, Returns::One(Rust::U64));
        let to = self.temporary(Width::B64);
        self.compute(&call, &[low, high], &[to])?;
        Some(to)
    }

    /// Writes the words of a register to a pair.
    pub(super) fn unpack(&mut self, from: Reg, low: Reg, high: Reg) -> Lowered<()> {
        let source = vec![Argument::Source(0, Rust::U64)];
        let call = call("unpack_b64_b32", source, Returns::Array(Rust::U32, 2));
        self.compute(&call, &[from], &[low, high])
    }

    /// Writes the words of a register to the pair of destinations at an index.
    pub(super) fn unpack_to(&mut self, one: &Instruction, at: usize, from: Reg) -> Lowered<()> {
        let base = destination(one, at)?;
        let (low, high) = (self.to(base, 0), self.to(base, 1));
        self.unpack(from, low, high)
    }
}

/// Returns a call of a function of `ptx-core`.
pub(super) fn call(function: &str, arguments: Vec<Argument>, returns: Returns) -> Argument {
    Argument::Call(Call { function: function.into(), arguments, returns })
}

pub(super) fn own_predicate(number: u8, is_uniform: bool) -> Own {
    if is_uniform { Own::UniformPredicate(number) } else { Own::Predicate(number) }
}
