//! Instructions that move values between registers.

use super::operand::{Own, number, source, writes};
use super::{Lowered, Machine};
use crate::code::{Action, Width};
use ptx_sass::{Instruction, Operand};

impl Machine<'_> {
    /// Adds the operations of an instruction that moves or selects values.
    pub(super) fn movement(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            "MOV" if one.has("64") => self.move_pair(one),
            "MOV" => {
                let (to, from) = (self.result(one, 0)?, self.raw(source(one, 1)?, 0)?);
                self.copy(to, from, false);
                Some(())
            }
            "RPCMOV" => {
                let kept = self.own(Own::ReturnAddress { is_high: one.has("HI") });
                match self.result(one, 0) {
                    Some(to) => self.copy(to, kept, false),
                    None => {
                        let from = self.raw(source(one, 0)?, 0)?;
                        self.copy(kept, from, false);
                    }
                }
                Some(())
            }
            "MOV.64" => {
                let from = self.bits(Width::B64, number(one, 1)?);
                self.unpack_to(one, 0, from)
            }
            "R2UR" => {
                let (to, from) = (self.result(one, 1)?, self.raw(source(one, 2)?, 0)?);
                self.copy(to, from, false);
                self.push(Action::Unify { register: to });
                if !writes(one, 0) {
                    return Some(());
                }
                // The predicate tells which lanes have another value, with `.OR` of this register or of an earlier one.
                let flag = self.written(one, 0)?;
                let mut differs = self.value("setp.ne.u32", Width::B8, &[from, to])?;
                if one.has("OR") {
                    differs = self.value("or.pred", Width::B8, &[differs, flag])?;
                }
                self.copy(flag, differs, false);
                Some(())
            }
            "SEL" => {
                let (a, b, condition) = (self.int(one, 1)?, self.int(one, 2)?, self.read(one, 3)?);
                let to = self.result(one, 0)?;
                self.ptx("selp.b32", &[a, b, condition], &[to])
            }
            "SEL.64" => {
                let a = self.pair(source(one, 1)?, false)?;
                let b = match one.operands.get(2)? {
                    // Bit 32 is the sign of the immediate.
                    Operand::Number(number) => {
                        let sign = if number >> 32 == 1 { u64::MAX << 32 } else { 0 };
                        self.bits(Width::B64, number & u64::from(u32::MAX) | sign)
                    }
                    _ => self.pair(source(one, 2)?, false)?,
                };
                let condition = self.read(one, 3)?;
                let found = self.value("selp.b64", Width::B64, &[a, b, condition])?;
                self.unpack_to(one, 0, found)
            }
            _ => None,
        }
    }

    fn move_pair(&mut self, one: &Instruction) -> Lowered<()> {
        let from = self.pair(source(one, 1)?, false)?;
        self.unpack_to(one, 0, from)
    }
}
