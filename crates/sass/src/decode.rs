//! Decodes instruction words by the rows of the table.

use crate::fields::Fields;
use crate::instruction::{Base, Constant, Instruction, Operand, Part, Predicate, Source, Value};
use crate::memory;
use crate::table::{self, Modifier, Row, Signs};
use std::fmt;

/// A word that the table does not explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The instruction word.
    pub word: u128,
    /// The offset of the instruction in the code of its kernel.
    pub address: u64,
    /// The mnemonic, if the opcode is known and other bits of the word are not.
    pub name: Option<&'static str>,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { word, address, name } = self;
        match name {
            Some(name) => write!(f, "this form of `{name}` at 0x{address:04x} is not decoded")?,
            None => write!(f, "the instruction at 0x{address:04x} is not decoded")?,
        }
        write!(f, " (word 0x{word:032x})")
    }
}

impl std::error::Error for Unknown {}

/// Decodes one instruction for the architecture `sm` (90 for sm_90). `address` is the offset of the instruction in the code
/// of its kernel. Branch targets are relative to it.
///
/// # Errors
/// If no row of the table explains all bits of the word.
pub fn decode(word: u128, address: u64, sm: u32) -> Result<Instruction, Unknown> {
    let mut name = None;
    for row in table::rows(word as u64, sm) {
        name = name.or(Some(row.name));
        let decoder = Decoder { fields: Fields::new(word), row, address, sm };
        if let Some(found) = decoder.instruction() {
            return Ok(found);
        }
    }
    Err(Unknown { word, address, name })
}

/// The state of decoding a word by a row.
pub(crate) struct Decoder<'a> {
    pub(crate) fields: Fields,
    pub(crate) row: &'a Row,
    pub(crate) address: u64,
    pub(crate) sm: u32,
}

impl Decoder<'_> {
    /// Returns the instruction if the row explains all bits of the word.
    fn instruction(&self) -> Option<Instruction> {
        let fields = &self.fields;
        fields.bits(0, 12);
        let form = self.form();
        // Bit 91 marks uniform registers. In rows without forms, the operands read it where it has a meaning.
        if self.row.has_forms && fields.bit(91) != (self.row.is_uniform || matches!(form, 6 | 7)) {
            return None;
        }
        if self.row.is_uniform {
            fields.bit(91);
        }
        let is_guard_uniform = self.row.is_uniform && self.row.name != "VOTEU"
            || matches!(self.row.name, "S2UR" | "ULDC") && self.sm >= 90;
        let guard = self.predicate(12, Some(15), is_guard_uniform);
        let mut modifiers = Vec::new();
        for modifier in &self.row.modifiers {
            match modifier {
                Modifier::Bit(name, at, when) => {
                    modifiers.extend((fields.bit(*at) == *when).then_some(*name));
                }
                Modifier::Choice(low, high, names) => {
                    let name = *names.get(fields.bits(*low, *high) as usize)?;
                    if name == "?" {
                        return None;
                    }
                    modifiers.extend((!name.is_empty()).then_some(name));
                }
                Modifier::Ignored(low, high) => drop(fields.bits(*low, *high)),
                Modifier::Fixed(low, high, value) => {
                    if fields.bits(*low, *high) != *value {
                        return None;
                    }
                }
                Modifier::Named(name) => modifiers.extend(self.named(name)?),
            }
        }
        let operands = self.row.operands.iter().map(|word| self.operand(word));
        let operands = operands.collect::<Option<Vec<_>>>()?;
        let name = self.row.name;
        let address = self.address;
        (fields.unread() == 0).then_some(Instruction { address, guard, name, modifiers, operands })
    }

    /// Returns bits 11:9, which choose where the sources are.
    fn form(&self) -> u64 {
        self.fields.bits(9, 12)
    }

    fn operand(&self, word: &'static str) -> Option<Operand> {
        let fields = &self.fields;
        let number = |text: &str| text.parse::<u32>().ok();
        let source = |value: Value| Operand::Source(plain(value));
        Some(match word {
            "d" => Operand::Destination(self.register(16)),
            "D" => Operand::Destination(self.uniform(16)),
            "a" => Operand::Source(self.first()),
            "b" | "c" | "B" | "C" => Operand::Source(self.source(word)?),
            "dc" => Operand::Source(self.source(if self.form() == 1 { "C" } else { "B" })?),
            "leab" => match self.form() {
                2 | 3 | 7 => source(Value::Base(self.either(64))),
                _ => Operand::Source(self.source("b")?),
            },
            "leac" => match self.form() {
                2 | 3 | 7 => Operand::Source(self.source("B")?),
                _ => source(Value::Base(self.either(64))),
            },
            "r32" | "r64" | "R24" => source(Value::Base(self.register(number(&word[1..])?))),
            "u32" => {
                fields.bit(91);
                source(Value::Base(self.uniform(32)))
            }
            "imm64" => Operand::Number(fields.bits(24, 88)),
            "PR" => Operand::Predicates,
            "i2fb" => {
                let mut source = self.source("B")?;
                if self.form() == 1 {
                    let part = fields.bits(60, 62) as u8;
                    source.part = match (fields.bits(84, 86), part) {
                        (_, 0) => Part::Whole,
                        (0, part) => Part::Byte(part),
                        (1, 1) => Part::Upper,
                        _ => return None,
                    };
                }
                Operand::Source(source)
            }
            "ex" => match fields.bit(72) {
                true => Operand::Predicate(self.predicate(68, Some(71), self.row.is_uniform)),
                false => {
                    fields.bits(68, 72);
                    Operand::Predicate(constant(true))
                }
            },
            "sign24" | "sign32" | "sign64" => {
                source(Value::Base(self.register(number(&word[4..])?)))
            }
            "lut0" => Operand::Number(fields.bits(64, 67) | fields.bits(72, 77) << 3),
            "sr" => Operand::Special(fields.bits(72, 80) as u8),
            "B16" => Operand::Barrier(fields.bits(16, 20) as u8),
            "B24" => Operand::Barrier(fields.bits(24, 28) as u8),
            "r68u" => Operand::Predicate(self.predicate(68, Some(71), true)),
            "r24u" => {
                fields.bit(91);
                Operand::Predicate(self.predicate(24, Some(27), true))
            }
            "w81u" => Operand::Predicate(self.predicate(81, None, true)),
            "r87v" => Operand::Predicate(self.predicate(87, Some(90), false)),
            "anyu" => {
                // `BRA.DIV` leaves a warp only where its lanes are not together. Here the branch is never taken.
                if fields.bits(32, 34) != 2 || !fields.bit(91) {
                    return None;
                }
                fields.bits(24, 32);
                fields.bits(87, 91);
                Operand::Predicate(constant(false))
            }
            "const" | "uconst" | "ldcu" => source(Value::Constant(self.bank(word)?)),
            "wsync" => self.warp_mask()?,
            "to" => Operand::Target(self.target(82)),
            "tobssy" => Operand::Target(self.target(64)),
            _ if memory::is_address(word) => Operand::Address(self.memory(word)),
            _ => match word.split_at(1) {
                ("w", at) => {
                    Operand::Predicate(self.predicate(number(at)?, None, self.row.is_uniform))
                }
                ("r", at) => {
                    let at = number(at)?;
                    Operand::Predicate(self.predicate(at, Some(at + 3), self.row.is_uniform))
                }
                ("x", at) => {
                    let at = number(at)?;
                    let predicate = self.predicate(at, Some(at + 3), self.row.is_uniform);
                    let is_extended = fields.bit(74);
                    Operand::Predicate(if is_extended { predicate } else { constant(false) })
                }
                ("n", range) => {
                    let (low, high) = range.split_once(':')?;
                    Operand::Number(fields.bits(number(low)?, number(high)?))
                }
                _ => return None,
            },
        })
    }

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
    fn either(&self, low: u32) -> Base {
        if self.row.is_uniform { self.uniform(low) } else { self.register(low) }
    }

    pub(crate) fn predicate(&self, low: u32, negation: Option<u32>, is_uniform: bool) -> Predicate {
        let number = self.fields.bits(low, low + 3) as u8;
        let is_negated = negation.is_some_and(|at| self.fields.bit(at));
        Predicate { number: (number != 7).then_some(number), is_uniform, is_negated }
    }

    /// Returns the first source, in bits 31:24.
    fn first(&self) -> Source {
        let value = Value::Base(self.either(24));
        match self.row.signs {
            Signs::Vector => plain(value),
            Signs::Half => Source { part: self.part(74), ..self.signed(value, 72, 73) },
            _ => self.signed(value, 72, 73),
        }
    }

    /// Returns the second or third source.
    fn source(&self, which: &str) -> Option<Source> {
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
            'i' => return Some(plain(Value::Immediate(fields.bits(32, 64) as u32))),
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
                    Signs::Packed => plain(value),
                    Signs::Half => Source { part: self.part(81), ..self.signed(value, 84, 83) },
                    _ => self.signed(value, 75, 74),
                });
            }
        };
        Some(match self.row.signs {
            Signs::Half => Source { part: self.part(60), ..self.signed(value, 63, 62) },
            _ => self.signed(value, 63, 62),
        })
    }

    /// Returns a source with the signs at these bits, as far as the row has signs.
    fn signed(&self, value: Value, negation: u32, absolute: u32) -> Source {
        let fields = &self.fields;
        let source = plain(value);
        match self.row.signs {
            Signs::None => source,
            Signs::Float | Signs::Half | Signs::Packed => {
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

    /// Returns the part of two halves that the bits from `low` on choose.
    fn part(&self, low: u32) -> Part {
        match self.fields.bits(low, low + 2) {
            0 => Part::Whole,
            1 => Part::Float,
            2 => Part::Low,
            _ => Part::High,
        }
    }

    /// Returns the target of a branch whose distance ends before bit `high`.
    fn target(&self, high: u32) -> u64 {
        let mut distance = self.fields.signed(34, high);
        if self.sm >= 90 && high == 82 {
            distance = distance << 8 | self.fields.bits(16, 24).cast_signed();
        }
        self.address.wrapping_add(16).wrapping_add_signed(4 * distance)
    }

    /// Returns the words of a modifier that depends on several bits or on the architecture.
    fn named(&self, name: &str) -> Option<Vec<&'static str>> {
        const COMPARISONS: [&str; 16] = [
            "F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU",
            "NEU", "GEU", "T",
        ];
        const FLOATS: [&str; 8] = ["?", "F16", "F32", "F64", "BF16", "?", "?", "?"];
        let fields = &self.fields;
        let choose =
            |names: &[&'static str], low, high| match names.get(fields.bits(low, high) as usize) {
                None | Some(&"?") => None,
                Some(&"") => Some(Vec::new()),
                Some(name) => Some(vec![*name]),
            };
        let flag = |name: &'static str, at| if fields.bit(at) { vec![name] } else { Vec::new() };
        let integer = |low, sign: u32| {
            const INTEGERS: [[&str; 2]; 4] =
                [["U8", "S8"], ["U16", "S16"], ["U32", "S32"], ["U64", "S64"]];
            vec![INTEGERS[fields.bits(low, low + 2) as usize][usize::from(fields.bit(sign))]]
        };
        let rounding = ["", "RM", "RP", "RZ"];
        let to_integer = ["", "FLOOR", "CEIL", "TRUNC"];
        Some(match name {
            "rnd" => choose(&rounding, 78, 80)?,
            "fcmp" => choose(&COMPARISONS, 76, 80)?,
            "icmp" => choose(&["F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"], 76, 79)?,
            "bool" => choose(&["AND", "OR", "XOR", "?"], 74, 76)?,
            "wide" => {
                if self.sm >= 100 {
                    flag("64", 80)
                } else {
                    Vec::new()
                }
            }
            "size" => choose(&["U8", "S8", "U16", "S16", "", "64", "128", "?"], 73, 76)?,
            "operation" => choose(
                &[
                    "ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR", "EXCH", "SAFEADD", "?",
                    "?", "?", "?", "?", "?",
                ],
                87,
                91,
            )?,
            "floats" => choose(
                &[
                    "F16x2", "?", "?", "BF16x2", "?", "?", "?", "?", "?", "F32.FTZ", "?", "?",
                    "F32", "?", "?", "F64",
                ],
                73,
                77,
            )?,
            "order" => self.order(),
            "BF" => {
                fields.bits(80, 81);
                vec!["BF"]
            }
            "i2f" => {
                [choose(&FLOATS, 75, 78)?, integer(84, 74), choose(&rounding, 78, 80)?].concat()
            }
            "f2i" => [
                flag("FTZ", 80),
                integer(75, 72),
                choose(&FLOATS, 84, 87)?,
                choose(&to_integer, 78, 80)?,
                flag("NTZ", 77),
            ]
            .concat(),
            "f2f" => [
                flag("FTZ", 80),
                choose(&FLOATS, 75, 78)?,
                choose(&FLOATS, 84, 87)?,
                choose(&rounding, 78, 80)?,
            ]
            .concat(),
            "frnd" => {
                fields.bits(75, 78);
                [flag("FTZ", 80), choose(&FLOATS, 84, 87)?, choose(&to_integer, 78, 80)?].concat()
            }
            "mufu" => match self.sm >= 90 {
                true => choose(&["", "F16", "BF16", "?"], 72, 74)?,
                false => choose(&["", "?", "F16", "?"], 72, 74)?,
            },
            "idp" => {
                let signs = [
                    ["U", "S"][usize::from(fields.bit(73))],
                    ["U", "S"][usize::from(fields.bit(74))],
                ];
                let kind = match (fields.bit(76), fields.bit(77)) {
                    (false, _) => "4A",
                    (true, false) => "2A.LO",
                    (true, true) => "2A.HI",
                };
                vec![kind, signs[0], signs[1]]
            }
            "bar" => {
                let kind = choose(&["SYNC", "ARV", "RED", "?"], 77, 79)?;
                let with = fields.bits(74, 76) as usize;
                fields.bit(80);
                match kind[0] {
                    "RED" => [kind, vec![*["POPC", "AND", "OR"].get(with)?]].concat(),
                    _ => kind,
                }
            }
            "b2r" => {
                fields.bits(72, 78);
                fields.bit(78).then(|| vec!["RESULT"])?
            }
            "hmma" => {
                let shape = fields.bits(75, 76) | fields.bits(78, 79) << 1;
                let shape = *["1688", "16816", "1684"].get(shape as usize)?;
                let to = if fields.bit(76) { "F32" } else { "F16" };
                [vec![shape, to], choose(&["", "BF16", "TF32", "?"], 82, 84)?].concat()
            }
            "imma" => {
                let shape = match fields.bits(75, 76) | fields.bits(85, 87) << 1 {
                    0 => "8816",
                    2 => "8832",
                    4 => "16816",
                    5 => "16832",
                    6 => "16864",
                    _ => return None,
                };
                let ty = |sign, narrow| match (fields.bit(sign), fields.bit(narrow)) {
                    (false, false) => "U8",
                    (true, false) => "S8",
                    (false, true) => "U4",
                    (true, true) => "S4",
                };
                [vec![shape, ty(76, 83), ty(78, 84)], flag("SAT", 82)].concat()
            }
            "f2fp" => self.packing()?,
            _ => return None,
        })
    }

    /// Returns the words of `F2FP`. Of its kinds, the packing and merging of two halves is decoded.
    fn packing(&self) -> Option<Vec<&'static str>> {
        let fields = &self.fields;
        let flag = |name: &'static str, at| if fields.bit(at) { vec![name] } else { Vec::new() };
        let kind = if fields.bit(78) { "MERGE_C" } else { "PACK_AB" };
        let to = if fields.bit(76) { "BF16" } else { "F16" };
        let rounding = ["", "RM", "RP", "RZ"][fields.bits(79, 81) as usize];
        let words = [flag("SATFINITE", 77), flag("RELU", 75), vec![to, kind, rounding]].concat();
        Some(words.into_iter().filter(|word| !word.is_empty()).collect())
    }

    /// Returns the words of the memory order.
    fn order(&self) -> Vec<&'static str> {
        let order = self.fields.bits(77, 81);
        match self.sm {
            // Bits 80:79 are CONSTANT, weak, STRONG, MMIO, and bits 78:77 are CTA, SM, GPU, SYS.
            ..80 => match (order >> 2, order & 3) {
                (0 | 1, _) => Vec::new(),
                (_, 0 | 1) => vec!["STRONG", "SM"],
                _ => vec!["STRONG", "GPU"],
            },
            _ => match order {
                0 | 4 => Vec::new(),
                1..=6 => vec!["STRONG", "SM"],
                _ => vec!["STRONG", "GPU"],
            },
        }
    }
}

/// Returns a source without modifiers.
fn plain(value: Value) -> Source {
    let (is_negated, is_absolute, is_inverted, part) = (false, false, false, Part::Whole);
    Source { value, is_negated, is_absolute, is_inverted, part }
}

/// Returns the predicate with this constant value.
fn constant(value: bool) -> Predicate {
    Predicate { number: None, is_uniform: false, is_negated: !value }
}
