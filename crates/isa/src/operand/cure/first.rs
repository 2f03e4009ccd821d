//! Suggests instructions before the faulty one that compute the operand: a negated value, a literal in a register, or the
//! value of a special register.

use super::{Case, NEW};
use crate::help::Help;
use crate::literal::Literal;
use crate::operand::Operand;
use crate::special;
use crate::types::{Kind, Type};

impl Case<'_> {
    /// Suggests `neg` for an operand with a minus sign.
    pub(super) fn negated_first(&self) -> Option<Help> {
        let Operand::Negated(inner) = self.faulty()? else { return None };
        let ty = self.form.operand_type(self.at)?;
        let negated = match (ty.kind(), ty.bits()) {
            (Kind::Float, _) => ty.word(),
            (Kind::Integer | Kind::Bits, 16 | 32 | 64) => Type::signed_of_width(ty.bits())?.word(),
            _ => return None,
        };
        let new = self.new_name(NEW);
        let declared = Type::bits_of_width(ty.bits())?;
        let value = self.text(inner)?;
        let before = format!(".reg .{} {new}; neg.{negated} {new}, {value};", declared.word());
        let register = Operand::Register { name: new, ty: Some(declared) };
        self.computed_first("compute it first: ", &before, register)
    }

    /// Suggests `mov` for a literal in an operand that must be a register.
    pub(super) fn literal_first(&self) -> Option<Help> {
        let Operand::Immediate(literal) = self.faulty()? else { return None };
        let ty = self.form.operand_type(self.at).filter(|_| !self.form.is_destination(self.at))?;
        let declared =
            Type::bits_of_width(ty.bits()).filter(|ty| (16..=64).contains(&ty.bits()))?;
        let new = self.new_name(NEW);
        let (moved, value) = match (literal, ty) {
            (Literal::Integer(_) | Literal::SingleBits(_), Type::F16 | Type::Bf16) => return None,
            (Literal::Decimal(value), Type::F16) => {
                (declared, format!("{:#06x}", rounded(*value, 5, 10)?))
            }
            (Literal::Decimal(value), Type::Bf16) => {
                (declared, format!("{:#06x}", rounded(*value, 8, 7)?))
            }
            (_, Type::F32 | Type::F64) => (ty, self.text(self.faulty()?)?),
            _ => (declared, self.text(self.faulty()?)?),
        };
        literal
            .bits(moved)
            .is_ok()
            .then_some(())
            .or_else(|| value.starts_with("0x").then_some(()))?;
        let (word, bits) = (moved.word(), declared.word());
        let before = format!(".reg .{bits} {new}; mov.{word} {new}, {value};");
        let register = Operand::Register { name: new, ty: Some(declared) };
        self.computed_first("move it into a register first: ", &before, register)
    }

    /// Suggests `mov` for a special register.
    pub(super) fn special_first(&self) -> Option<Help> {
        let Operand::Special(name) = self.faulty()? else { return None };
        let (ty, whole) = special::moved(name);
        let new = self.new_name(NEW);
        let before = format!(".reg .{ty} {new}; mov.{ty} {new}, {whole};");
        let register = Operand::Register { name: new, ty: Type::from_word(ty) };
        self.computed_first("move it into a register first: ", &before, register)
    }
}

/// Returns the bits of a number that is rounded to a narrow float type, ties to even. Returns `None` if the number is too
/// large for the type.
fn rounded(value: f64, exponent_bits: u32, fraction_bits: u32) -> Option<u64> {
    let bias = (1_i32 << (exponent_bits - 1)) - 1;
    let exponent = i32::try_from(value.to_bits() >> 52 & 0x7ff).ok()? - 1023;
    let quantum = exponent.max(1 - bias) - i32::try_from(fraction_bits).ok()?;
    let scaled = (value.abs() / 2.0_f64.powi(quantum)).round_ties_even();
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the number is whole and below 2^12"
    )]
    let significand = scaled as u64;
    let hidden = 1_u64 << fraction_bits;
    let magnitude = match significand < hidden {
        true => significand,
        false => {
            let biased = quantum + i32::try_from(fraction_bits).ok()? + bias;
            (u64::try_from(biased).ok()? << fraction_bits) + (significand - hidden)
        }
    };
    let infinity = ((1_u64 << exponent_bits) - 1) << fraction_bits;
    let sign = u64::from(value.is_sign_negative()) << (exponent_bits + fraction_bits);
    (magnitude < infinity).then_some(sign | magnitude)
}

#[cfg(test)]
mod tests {
    use super::rounded;

    /// The expected bits follow from IEEE 754: 65519.99 is below the midpoint of 65504 and 2^16, 65520 is the midpoint.
    #[test]
    fn decimals_are_rounded_to_halves() {
        let halves = [
            (1.0, 0x3c00),
            (-2.0, 0xc000),
            (0.1, 0x2e66),
            (65504.0, 0x7bff),
            (65519.99, 0x7bff),
            (6.103_515_625e-5, 0x0400),
            (5.960_464_477_539_063e-8, 0x0001),
            (0.0, 0x0000),
        ];
        for (value, bits) in halves {
            assert_eq!(rounded(value, 5, 10), Some(bits), "{value}");
        }
        assert_eq!(rounded(65520.0, 5, 10), None);
        assert_eq!(rounded(1.0, 8, 7), Some(0x3f80));
        assert_eq!(rounded(std::f64::consts::PI, 8, 7), Some(0x4049));
    }
}
