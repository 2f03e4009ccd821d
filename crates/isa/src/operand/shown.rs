//! Operands with their text, to show in helps.

use super::Operand;
use crate::literal::Literal;
use std::ops::Deref;

/// The operands of an instruction, and the text of each where it is known.
#[derive(Clone, Copy, Debug)]
pub struct Operands<'a> {
    operands: &'a [Operand],
    texts: &'a [Option<String>],
}

impl<'a> Operands<'a> {
    /// Returns operands with their texts. A text is `None` if a help cannot show it, for example because it is too
    /// long.
    #[must_use]
    pub fn written(operands: &'a [Operand], texts: &'a [Option<String>]) -> Self {
        Self { operands, texts }
    }

    /// Returns the text of each of `others`. An operand that is as written has the written text.
    pub(crate) fn texts_of(&self, others: &[Operand]) -> Option<Vec<String>> {
        let as_written = |i: usize, one: &Operand| {
            let is_own = |i: &usize| self.operands[*i] == *one;
            let same = Some(i).filter(|i| *i < self.operands.len() && is_own(i));
            let own = same.or_else(|| (0..self.operands.len()).find(is_own))?;
            self.texts.get(own).cloned().flatten()
        };
        others.iter().enumerate().map(|(i, one)| as_written(i, one).or_else(|| text(one))).collect()
    }

    /// Returns the text of each operand; `None` if one of them is unknown.
    pub(crate) fn texts(&self) -> Option<Vec<String>> {
        self.texts_of(self.operands)
    }
}

impl Deref for Operands<'_> {
    type Target = [Operand];

    fn deref(&self) -> &[Operand] {
        self.operands
    }
}

impl<'a> From<&'a [Operand]> for Operands<'a> {
    fn from(operands: &'a [Operand]) -> Self {
        Self { operands, texts: &[] }
    }
}

impl<'a> From<&'a Vec<Operand>> for Operands<'a> {
    fn from(operands: &'a Vec<Operand>) -> Self {
        operands.as_slice().into()
    }
}

impl<'a, const N: usize> From<&'a [Operand; N]> for Operands<'a> {
    fn from(operands: &'a [Operand; N]) -> Self {
        operands.as_slice().into()
    }
}

/// Returns the text of an operand, if it is known.
pub(crate) fn text(operand: &Operand) -> Option<String> {
    let all =
        |items: &[Operand]| Some(items.iter().map(text).collect::<Option<Vec<_>>>()?.join(", "));
    Some(match operand {
        Operand::Register { name, .. } | Operand::Wide { name, .. } => name.clone(),
        Operand::Special(name) | Operand::Symbol(name) => name.clone(),
        Operand::Sink => "_".into(),
        Operand::Complement(inner) => format!("!{}", text(inner)?),
        Operand::Negated(inner) => format!("-{}", text(inner)?),
        Operand::Immediate(Literal::Integer(value)) => value.cast_signed().to_string(),
        Operand::Immediate(Literal::SingleBits(bits)) => format!("0f{bits:08X}"),
        Operand::Immediate(Literal::DoubleBits(bits)) => format!("0d{bits:016X}"),
        Operand::Immediate(Literal::Decimal(value)) => format!("{value:?}"),
        Operand::Vector(items) => format!("{{{}}}", all(items)?),
        Operand::List(items) => format!("({})", all(items)?),
        Operand::Pair(both) => format!("{}|{}", text(&both[0])?, text(&both[1])?),
        Operand::Lanes { of, word } => format!("{}.{word}", text(of)?),
        Operand::Address(base) => format!("[{}]", text(base)?),
        Operand::Tensor(base, coordinates) => {
            format!("[{}, {{{}}}]", text(base)?, all(coordinates)?)
        }
        Operand::Host => return None,
    })
}
