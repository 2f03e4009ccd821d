//! Operands of floats made from the result back.

use crate::asked::Asked;
use crate::random::mixed;
use ptx_isa::Type;
use steered::{Format, Operation};

/// How operands are made from a result.
pub(crate) struct Made {
    operation: Operation,
    format: Format,
    lanes: u32,
}

impl Made {
    /// What is made for an instruction; `None` if its operation is not one of these.
    pub(crate) fn of(asked: &Asked) -> Option<Self> {
        let modifiers = &asked.selection.modifiers;
        if modifiers.iter().flatten().any(|word| *word == "approx") {
            return None;
        }
        let operation = match asked.selection.form.mnemonic {
            "add" => Operation::Add,
            "sub" => Operation::Sub,
            "mul" => Operation::Mul,
            "div" => Operation::Div,
            "fma" => Operation::Fma,
            "rcp" => Operation::Rcp,
            "sqrt" => Operation::Sqrt,
            _ => return None,
        };
        let first = *asked.sources.first()?;
        let (format, lanes) = match first {
            Type::F16 => (Format::BINARY16, 1),
            Type::F16x2 => (Format::BINARY16, 2),
            Type::Bf16 => (Format::BFLOAT16, 1),
            Type::Bf16x2 => (Format::BFLOAT16, 2),
            Type::F32 => (Format::BINARY32, 1),
            Type::F32x2 => (Format::BINARY32, 2),
            Type::F64 => (Format::BINARY64, 1),
            _ => return None,
        };
        asked.sources.iter().all(|ty| *ty == first).then_some(Self { operation, format, lanes })
    }

    /// Makes the operands of one input.
    pub(crate) fn fill(&self, operands: &mut [u64], seed: u64) {
        operands.fill(0);
        for lane in 0..self.lanes {
            let random = mixed(seed ^ u64::from(lane) << 60);
            let made = steered::operands(self.format, self.operation, random);
            for (operand, bits) in operands.iter_mut().zip(made) {
                *operand |= bits << (lane * self.format.bits());
            }
        }
    }
}
