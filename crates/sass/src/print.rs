//! Prints instructions.

use crate::instruction::{
    Address, Base, Constant, Instruction, Operand, Part, Predicate, Source, Value,
};
use std::fmt::{Display, Formatter, Result};

impl Display for Instruction {
    /// Prints the instruction: `@!P0 FADD.FTZ R5, R2, -R3`. Prints all operands, including those that have no effect.
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if !self.guard.is_true() {
            write!(f, "@{} ", self.guard)?;
        }
        f.write_str(&self.spelling())?;
        for (i, operand) in self.operands.iter().enumerate() {
            write!(f, "{}{operand}", if i == 0 { " " } else { ", " })?;
        }
        Ok(())
    }
}

impl Display for Predicate {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let not = if self.is_negated { "!" } else { "" };
        let uniform = if self.is_uniform { "U" } else { "" };
        match self.number {
            Some(number) => write!(f, "{not}{uniform}P{number}"),
            None => write!(f, "{not}{uniform}PT"),
        }
    }
}

impl Display for Base {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Register(number) => write!(f, "R{number}"),
            Self::Uniform(number) => write!(f, "UR{number}"),
            Self::Zero => f.write_str("RZ"),
        }
    }
}

impl Display for Constant {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { bank, offset, index } = self;
        match index {
            Base::Zero => write!(f, "c[0x{bank:x}][0x{offset:x}]"),
            index => write!(f, "c[0x{bank:x}][{index}{}]", Signed(i64::from(*offset))),
        }
    }
}

impl Display for Source {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let sign = match (self.is_negated, self.is_inverted) {
            (true, _) => "-",
            (_, true) => "~",
            _ => "",
        };
        let bar = if self.is_absolute { "|" } else { "" };
        write!(f, "{sign}{bar}")?;
        match self.value {
            Value::Base(base) => write!(f, "{base}")?,
            Value::Immediate(bits) => write!(f, "0x{bits:x}")?,
            Value::Constant(constant) => write!(f, "{constant}")?,
        }
        f.write_str(bar)?;
        match self.part {
            Part::Whole => Ok(()),
            Part::Float => f.write_str(".F32"),
            Part::Swapped => f.write_str(".F32x2.LO_HI"),
            Part::Low => f.write_str(".H0_H0"),
            Part::High => f.write_str(".H1_H1"),
            Part::Turned => f.write_str(".H0_NH1"),
            Part::Byte(byte) => write!(f, ".B{byte}"),
            Part::Upper => f.write_str(".H1"),
        }?;
        f.write_str(if self.is_high_negated { ".NP" } else { "" })
    }
}

/// A number that is added: `+0x10`, `-0x10`, or nothing for 0.
struct Signed(i64);

impl Display for Signed {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self.0 {
            0 => Ok(()),
            number => {
                write!(f, "{}0x{:x}", if number < 0 { "-" } else { "+" }, number.unsigned_abs())
            }
        }
    }
}

impl Display for Address {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "[{}", self.base)?;
        if self.is_wide {
            f.write_str(".64")?;
        }
        if self.shift != 0 {
            write!(f, ".X{}", 1 << self.shift)?;
        }
        if self.uniform != Base::Zero {
            write!(f, "+{}", self.uniform)?;
        }
        write!(f, "{}]", Signed(self.offset))
    }
}

/// The special registers, with the names that `nvdisasm` prints.
const SPECIAL: [(u8, &str); 25] = [
    (0x00, "SR_LANEID"),
    (0x02, "SR_VIRTCFG"),
    (0x03, "SR_VIRTID"),
    (0x21, "SR_TID.X"),
    (0x22, "SR_TID.Y"),
    (0x23, "SR_TID.Z"),
    (0x25, "SR_CTAID.X"),
    (0x26, "SR_CTAID.Y"),
    (0x27, "SR_CTAID.Z"),
    (0x2f, "SR_SWINHI"),
    (0x32, "SR_SMEMSZ"),
    (0x37, "SR_LMEMHIOFF"),
    (0x38, "SR_EQMASK"),
    (0x39, "SR_LTMASK"),
    (0x3a, "SR_LEMASK"),
    (0x3b, "SR_GTMASK"),
    (0x3c, "SR_GEMASK"),
    (0x43, "SR_VIRTUALSMID"),
    (0x50, "SR_CLOCKLO"),
    (0x51, "SR_CLOCKHI"),
    (0x52, "SR_GLOBALTIMERLO"),
    (0x53, "SR_GLOBALTIMERHI"),
    (0x88, "SR_CgaCtaId"),
    (0x8a, "SR_CgaSize"),
    (0xff, "SRZ"),
];

impl Display for Operand {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::Destination(base) => write!(f, "{base}"),
            Self::Source(source) => write!(f, "{source}"),
            Self::Predicate(predicate) => write!(f, "{predicate}"),
            Self::Predicates => f.write_str("PR"),
            Self::Number(number) | Self::Target(number) => write!(f, "0x{number:x}"),
            Self::Address(address) => write!(f, "{address}"),
            Self::Barrier(number) => write!(f, "B{number}"),
            Self::Special(number) => match SPECIAL.iter().find(|(special, _)| special == number) {
                Some((_, name)) => f.write_str(name),
                None => write!(f, "SR_0x{number:x}"),
            },
        }
    }
}
