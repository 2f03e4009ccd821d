//! Decodes instruction words by the rows of the table.

use crate::fields::Fields;
use crate::instruction::{Base, Instruction, Operand, Part, Predicate, Source, Value};
use crate::table::{self, Modifier, Row};
use std::fmt;

/// A word that the table does not explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The instruction word.
    pub word: u128,
    /// The offset of the instruction in the code of its kernel.
    pub address: u64,
    /// The mnemonic, if the opcode belongs to one instruction and other bits of the word are not known, or to an
    /// instruction on textures or surfaces.
    pub name: Option<&'static str>,
}

/// Bits 8:0 of the instructions on textures and surfaces. If the address of a texture is in a register, the number is one
/// more.
const TEXTURES: [(u64, &str); 8] = [
    (0x160, "TEX"),
    (0x163, "TLD4"),
    (0x166, "TLD"),
    (0x16c, "TXD"),
    (0x16f, "TXQ"),
    (0x199, "SULD"),
    (0x19d, "SUST"),
    (0x19f, "SURED"),
];

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { word, address, name } = self;
        match name {
            Some(name) if TEXTURES.iter().any(|(_, texture)| texture == name) => {
                write!(
                    f,
                    "`{name}` at 0x{address:04x} is not supported: textures and surfaces do not run"
                )?;
            }
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
    let decoder = |row| Decoder { fields: Fields::new(word), row, address, sm };
    let mut names = Vec::new();
    for row in table::rows(word as u64, sm).filter(|row| decoder(*row).has_registers()) {
        if let Some(found) = decoder(row).instruction() {
            return Ok(found);
        }
        names.push(row.name);
    }
    Err(Unknown { word, address, name: common(&names).or_else(|| texture(word as u64)) })
}

/// Returns the mnemonic of an instruction on textures or surfaces.
fn texture(word: u64) -> Option<&'static str> {
    let number = word & 0x1ff;
    let found = TEXTURES.iter().find(|(first, _)| (*first..=first + 1).contains(&number));
    found.map(|(_, name)| *name)
}

/// Returns the name that all rows of an opcode have, with all of its words or the first.
fn common(names: &[&'static str]) -> Option<&'static str> {
    let first = *names.first()?;
    let mnemonic = |name: &'static str| name.split('.').next().unwrap_or(name);
    match () {
        () if names.iter().all(|name| *name == first) => Some(first),
        () if names.iter().all(|name| mnemonic(name) == mnemonic(first)) => Some(mnemonic(first)),
        () => None,
    }
}

/// The state of decoding a word by a row.
pub(crate) struct Decoder<'a> {
    pub(crate) fields: Fields,
    pub(crate) row: &'a Row,
    pub(crate) address: u64,
    pub(crate) sm: u32,
}

impl Decoder<'_> {
    /// Returns whether the word and the row agree on uniform registers. Bit 91 marks them. In rows without forms, the
    /// operands read it where it has a meaning.
    fn has_registers(&self) -> bool {
        let is_uniform = self.row.is_uniform || matches!(self.form(), 6 | 7);
        !self.row.has_forms || self.fields.bit(91) == is_uniform
    }

    /// Returns the instruction if the row explains all bits of the word.
    fn instruction(&self) -> Option<Instruction> {
        let fields = &self.fields;
        fields.bits(0, 12);
        if self.row.has_forms {
            fields.bit(91);
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
    pub(crate) fn form(&self) -> u64 {
        self.fields.bits(9, 12)
    }

    fn operand(&self, word: &'static str) -> Option<Operand> {
        let fields = &self.fields;
        let number = |text: &str| text.parse::<u32>().ok();
        let source = |value: Value| Operand::Source(Source::plain(value));
        Some(match word {
            "d" => Operand::Destination(self.register(16)),
            "d64" => Operand::Destination(self.register(64)),
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
            "r16" | "r32" | "r64" | "R24" | "R40" | "R52" => {
                source(Value::Base(self.register(number(&word[1..])?)))
            }
            // A factor of a product of matrices. One bit negates it.
            "-R24" | "-r32" => {
                let value = Value::Base(self.register(number(&word[2..])?));
                let is_negated = fields.bit(if word == "-R24" { 72 } else { 63 });
                Operand::Source(Source { is_negated, ..Source::plain(value) })
            }
            "u24" | "u32" | "u40" | "u48" | "u64" => {
                fields.bit(91);
                source(Value::Base(self.uniform(number(&word[1..])?)))
            }
            "i32" => source(Value::Immediate(fields.bits(32, 64) as u32)),
            // A bit for each of eight words.
            "mask" => Operand::Number(fields.bits(57, 64) | fields.bits(72, 73) << 7),
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
            "mufub" => Operand::Source(self.half_or_whole(fields.bits(72, 74) != 0)?),
            "f2xb" => {
                const HALVES: [u64; 2] = [1, 4];
                Operand::Source(self.half_or_whole(HALVES.contains(&fields.bits(84, 87)))?)
            }
            "ex" => match fields.bit(72) {
                true => Operand::Predicate(self.predicate(68, Some(71), self.row.is_uniform)),
                false => {
                    fields.bits(68, 72);
                    Operand::Predicate(constant(true))
                }
            },
            "lut0" => Operand::Number(fields.bits(64, 67) | fields.bits(72, 77) << 3),
            "sr" => Operand::Special(fields.bits(72, 80) as u8),
            "B16" => Operand::Barrier(fields.bits(16, 20) as u8),
            "B24" => Operand::Barrier(fields.bits(24, 28) as u8),
            "r68u" => Operand::Predicate(self.predicate(68, Some(71), true)),
            "r24u" => {
                fields.bit(91);
                Operand::Predicate(self.predicate(24, Some(27), true))
            }
            // The uniform register with the places of block scales.
            "scales" => {
                let number = fields.bits(60, 63) | fields.bits(73, 78) << 3;
                source(Value::Base(match number as u8 {
                    u8::MAX => Base::Zero,
                    number => Base::Uniform(number),
                }))
            }
            // The number of the predicate is stored as its distance to 7.
            "scale" => {
                let predicate = self.predicate(87, Some(90), true);
                let number = predicate.number.map_or(0, |number| 7 - number);
                Operand::Predicate(Predicate {
                    number: (number != 7).then_some(number),
                    ..predicate
                })
            }
            "w81u" => Operand::Predicate(self.predicate(81, None, true)),
            "r87v" => Operand::Predicate(self.predicate(87, Some(90), false)),
            // Before sm_80, the mask is that of all lanes.
            "divu" if !fields.bit(91) => Operand::Number(u32::MAX.into()),
            "divu" => {
                let value = Value::Base(self.uniform(24));
                let is_inverted = self.sm < 100 && fields.bit(30);
                Operand::Source(Source { is_inverted, ..Source::plain(value) })
            }
            "const" | "uconst" | "ldcu" => source(Value::Constant(self.bank(word)?)),
            "wsync" => self.warp_mask()?,
            "to" => Operand::Target(self.target(82)),
            "tobssy" => Operand::Target(self.target(64)),
            _ if Self::is_address(word) => Operand::Address(self.memory(word)),
            _ => match word.split_at(1) {
                ("m", place) => {
                    let Operand::Source(from) = self.operand(place)? else { return None };
                    Operand::Source(Source { part: self.unpacked_part(), ..from })
                }
                (which @ ("a" | "b" | "C"), at) => {
                    let from = if which == "a" { self.first() } else { self.source(which)? };
                    let part = if fields.bit(number(at)?) { Part::Upper } else { Part::Whole };
                    Operand::Source(Source { part, ..from })
                }
                ("p", place) => {
                    let (which, at) = place.split_at(1);
                    let from = if which == "a" { self.first() } else { self.source(which)? };
                    Operand::Source(self.two(from, number(at)?)?)
                }
                ("q", place) => {
                    let (which, at) = place.split_at(1);
                    let from = self.source(which)?;
                    let part = match (fields.bit(number(at)?), from.part) {
                        (false, part) => part,
                        (true, Part::Whole) => Part::Turned,
                        (true, _) => return None,
                    };
                    Operand::Source(Source { part, ..from })
                }
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

    /// Returns the source in bits 63:32. A half may be the upper one of a register.
    fn half_or_whole(&self, is_half: bool) -> Option<Source> {
        let source = self.source("B")?;
        if !is_half || self.form() != 1 {
            return Some(source);
        }
        let part = match self.fields.bits(60, 62) {
            0 => Part::Whole,
            1 => Part::Upper,
            _ => return None,
        };
        Some(Source { part, ..source })
    }

    /// Returns the target of a branch whose distance ends before bit `high`.
    fn target(&self, high: u32) -> u64 {
        let mut distance = self.fields.signed(34, high);
        if self.sm >= 90 && high == 82 {
            distance = distance << 8 | self.fields.bits(16, 24).cast_signed();
        }
        self.address.wrapping_add(16).wrapping_add_signed(4 * distance)
    }
}

/// Returns the predicate with this constant value.
fn constant(value: bool) -> Predicate {
    Predicate { number: None, is_uniform: false, is_negated: !value }
}
