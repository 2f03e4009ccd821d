//! Decodes registers, predicates and sources.

use crate::decode::Decoder;
use crate::instruction::{Base, Constant, Part, Predicate, Source, Value};
use crate::table::Signs;

impl Decoder<'_> {
    /// Returns the general register whose number begins at bit `low`.
    pub(crate) fn register(&self, low: u32) -> Base {
        match self.fields.bits(low, low + 8) as u8 {
            u8::MAX => Base::Zero,
            number => Base::Register(number),
        }
    }

    /// Returns the uniform register whose number begins at bit `low`. The number has 6 bits, and 8 bits from sm_100 on.
    pub(crate) fn uniform(&self, low: u32) -> Base {
        let width = if self.sm >= 100 { 8 } else { 6 };
        let number = self.fields.bits(low, low + width);
        match number == (1 << width) - 1 {
            true => Base::Zero,
            false => Base::Uniform(number as u8),
        }
    }

    /// Returns the register of the row's kind.
    pub(crate) fn either(&self, low: u32) -> Base {
        if self.row.is_uniform { self.uniform(low) } else { self.register(low) }
    }

    pub(crate) fn predicate(&self, low: u32, negation: Option<u32>, is_uniform: bool) -> Predicate {
        let number = self.fields.bits(low, low + 3) as u8;
        let is_negated = negation.is_some_and(|at| self.fields.bit(at));
        Predicate { number: (number != 7).then_some(number), is_uniform, is_negated }
    }

    /// Returns the first source, in bits 31:24.
    pub(crate) fn first(&self) -> Source {
        let value = Value::Base(self.either(24));
        match self.row.signs {
            Signs::Vector => Source::plain(value),
            Signs::Half | Signs::Halves => {
                Source { part: self.part(74), ..self.signed(value, 72, 73) }
            }
            _ => self.signed(value, 72, 73),
        }
    }

    /// Returns the second or third source.
    pub(crate) fn source(&self, which: &str) -> Option<Source> {
        const FORMS: [(char, char); 8] = [
            ('C', 'C'),
            ('r', 'C'),
            ('C', 'i'),
            ('C', 'k'),
            ('i', 'C'),
            ('k', 'C'),
            ('u', 'C'),
            ('C', 'u'),
        ];
        let (b, c) = FORMS[self.form() as usize];
        let place = match which {
            "b" => b,
            "c" => c,
            "B" if b == 'C' => c,
            "B" => b,
            _ => 'C',
        };
        let fields = &self.fields;
        let value = match place {
            'i' => return Some(Source::plain(Value::Immediate(fields.bits(32, 64) as u32))),
            'r' => Value::Base(self.either(32)),
            'u' => Value::Base(self.uniform(32)),
            'k' => {
                if fields.bit(91) {
                    return None;
                }
                let (bank, offset) = (fields.bits(54, 59) as u8, fields.bits(38, 54) as i32);
                Value::Constant(Constant { bank, offset, index: Base::Zero })
            }
            _ => {
                let value = Value::Base(self.either(64));
                return Some(match self.row.signs {
                    Signs::Packed => Source::plain(value),
                    Signs::Half => Source { part: self.part(81), ..self.signed(value, 84, 83) },
                    Signs::Halves => Source { part: self.part(76), ..self.signed(value, 84, 83) },
                    _ => self.signed(value, 75, 74),
                });
            }
        };
        Some(match self.row.signs {
            Signs::Half | Signs::Halves => {
                Source { part: self.part(60), ..self.signed(value, 63, 62) }
            }
            _ => self.signed(value, 63, 62),
        })
    }

    /// Returns a source with the signs at these bits, as far as the row has signs.
    fn signed(&self, value: Value, negation: u32, absolute: u32) -> Source {
        let fields = &self.fields;
        let source = Source::plain(value);
        match self.row.signs {
            Signs::None => source,
            Signs::Float | Signs::Half | Signs::Halves | Signs::Packed => {
                let is_negated = fields.bit(negation);
                Source { is_negated, is_absolute: fields.bit(absolute), ..source }
            }
            Signs::Integer | Signs::Vector => Source { is_negated: fields.bit(negation), ..source },
            Signs::Invert => Source { is_inverted: fields.bit(negation), ..source },
            Signs::Extended => match fields.bit(74) {
                true => Source { is_inverted: fields.bit(negation), ..source },
                false => Source { is_negated: fields.bit(negation), ..source },
            },
        }
    }

    /// Returns a source of two numbers, whose parts and second sign begin at bit `low`.
    pub(crate) fn two(&self, source: Source, low: u32) -> Option<Source> {
        let part = match self.fields.bits(low, low + 2) {
            0 => Part::Whole,
            1 => Part::Swapped,
            2 => Part::Float,
            _ => return None,
        };
        Some(Source { part, is_high_negated: self.fields.bit(low + 2), ..source })
    }

    /// Returns the part of two halves that the bits from `low` on choose.
    fn part(&self, low: u32) -> Part {
        match self.fields.bits(low, low + 2) {
            0 => Part::Whole,
            1 => Part::Float,
            2 => Part::Low,
            _ => Part::High,
        }
    }
}
