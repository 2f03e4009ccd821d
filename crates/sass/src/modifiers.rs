//! Decodes modifiers that depend on several bits or on the architecture.

use crate::decode::Decoder;
use crate::instruction::Part;

const COMPARISONS: [&str; 16] = [
    "F", "LT", "EQ", "LE", "GT", "NE", "GE", "NUM", "NAN", "LTU", "EQU", "LEU", "GTU", "NEU",
    "GEU", "T",
];
const ATOMICS: [&str; 16] = [
    "ADD", "MIN", "MAX", "INC", "DEC", "AND", "OR", "XOR", "EXCH", "SAFEADD", "?", "?", "?", "?",
    "?", "?",
];
const ATOMIC_FLOATS: [&str; 16] = [
    "F16x2",
    "F16x4",
    "F16x8",
    "BF16x2",
    "BF16x4",
    "BF16x8",
    "?",
    "?",
    "?",
    "F32.FTZ",
    "F32x2.FTZ",
    "F32x4.FTZ",
    "?",
    "?",
    "?",
    "F64",
];
/// `LDG.U.128` has the last code.
const SIZES: [&str; 8] = ["U8", "S8", "U16", "S16", "", "64", "128", "128"];
const FLOATS: [&str; 8] = ["?", "F16", "F32", "F64", "BF16", "?", "?", "?"];
const INTEGERS: [[&str; 2]; 4] = [["U8", "S8"], ["U16", "S16"], ["U32", "S32"], ["U64", "S64"]];
const ROUNDINGS: [&str; 4] = ["", "RM", "RP", "RZ"];
const ROUNDINGS_TO_INTEGER: [&str; 4] = ["", "FLOOR", "CEIL", "TRUNC"];

impl Decoder<'_> {
    /// Returns the words of a modifier that depends on several bits or on the architecture.
    pub(crate) fn named(&self, name: &str) -> Option<Vec<&'static str>> {
        match name {
            "rnd" => self.choose(&ROUNDINGS, 78),
            "fcmp" => self.choose(&COMPARISONS, 76),
            "icmp" => self.choose(&["F", "LT", "EQ", "LE", "GT", "NE", "GE", "T"], 76),
            "bool" => self.choose(&["AND", "OR", "XOR", "?"], 74),
            "wide" if self.sm >= 100 => Some(self.flag("64", 80)),
            "wide" => Some(Vec::new()),
            "size" => self.choose(&SIZES, 73),
            "operation" => self.choose(&ATOMICS, 87),
            "floats" => self.choose(&ATOMIC_FLOATS, 73),
            "order" => Some(self.order()),
            "BF" => {
                self.fields.bits(80, 81);
                Some(vec!["BF"])
            }
            "i2f" | "f2i" | "f2f" | "frnd" => self.conversion(name),
            "mufu" if self.sm == 103 && self.fields.bit(80) => {
                (self.fields.bits(72, 74) == 0).then(|| vec!["BF16x2"])
            }
            "mufu" if self.sm == 103 => self.choose(&["", "F16", "BF16", "F16x2"], 72),
            "mufu" if self.sm >= 90 => self.choose(&["", "F16", "BF16", "?"], 72),
            "mufu" => self.choose(&["", "?", "F16", "?"], 72),
            "bar" => self.barrier(),
            "b2r" => {
                self.fields.bits(72, 78);
                self.fields.bit(78).then(|| vec!["RESULT"])
            }
            "idp" => Some(self.dot_product()),
            "hmma" => self.product_of_floats(),
            "imma" => self.product_of_integers(),
            "bytes" => self.bytes(),
            "packed" => self.packed(),
            "unpacked" => self.unpacked(),
            _ => None,
        }
    }

    /// Returns the name that the bits from `low` on select, one of as many names as the bits have values. `?` stands for
    /// a value that is not decoded.
    fn choose(&self, names: &[&'static str], low: u32) -> Option<Vec<&'static str>> {
        match names[self.fields.bits(low, low + names.len().ilog2()) as usize] {
            "?" => None,
            "" => Some(Vec::new()),
            name => Some(vec![name]),
        }
    }

    /// Returns a word if its bit is set.
    fn flag(&self, name: &'static str, at: u32) -> Vec<&'static str> {
        if self.fields.bit(at) { vec![name] } else { Vec::new() }
    }

    /// Returns the type of an integer from the two bits of its width and the bit of its sign.
    fn integer(&self, low: u32, sign: u32) -> &'static str {
        let width = self.fields.bits(low, low + 2);
        INTEGERS[width as usize][usize::from(self.fields.bit(sign))]
    }

    /// Returns the words of a conversion.
    fn conversion(&self, name: &str) -> Option<Vec<&'static str>> {
        let words = match name {
            "i2f" => [
                unless("F32", self.choose(&FLOATS, 75)?),
                unless("S32", vec![self.integer(84, 74)]),
                self.choose(&ROUNDINGS, 78)?,
            ]
            .concat(),
            "f2i" => [
                self.flag("FTZ", 80),
                unless("S32", vec![self.integer(75, 72)]),
                unless("F32", self.choose(&FLOATS, 84)?),
                self.choose(&ROUNDINGS_TO_INTEGER, 78)?,
                self.flag("NTZ", 77),
            ]
            .concat(),
            "f2f" => [
                self.flag("FTZ", 80),
                self.choose(&FLOATS, 75)?,
                self.choose(&FLOATS, 84)?,
                self.choose(&ROUNDINGS, 78)?,
            ]
            .concat(),
            _ => {
                self.fields.bits(75, 78);
                let rounding = self.choose(&ROUNDINGS_TO_INTEGER, 78)?;
                let ty = unless("F32", self.choose(&FLOATS, 84)?);
                [self.flag("FTZ", 80), ty, rounding].concat()
            }
        };
        Some(words)
    }

    /// Returns the words of `BAR`.
    fn barrier(&self) -> Option<Vec<&'static str>> {
        let kind = self.choose(&["SYNC", "ARV", "RED", "?"], 77)?;
        let with = self.fields.bits(74, 76) as usize;
        self.fields.bit(80);
        match kind[0] {
            "RED" => Some([kind, vec![*["POPC", "AND", "OR"].get(with)?]].concat()),
            _ => Some(kind),
        }
    }

    /// Returns the words of `IDP`.
    fn dot_product(&self) -> Vec<&'static str> {
        let sign = |at| if self.fields.bit(at) { "S" } else { "U" };
        let kind = match (self.fields.bit(76), self.fields.bit(77)) {
            (false, _) => "4A",
            (true, false) => "2A.LO",
            (true, true) => "2A.HI",
        };
        vec![kind, sign(73), sign(74)]
    }

    /// Returns the words of `HMMA`.
    fn product_of_floats(&self) -> Option<Vec<&'static str>> {
        let shape = self.fields.bits(75, 76) | self.fields.bits(78, 79) << 1;
        let shape = match (shape, self.fields.bit(73)) {
            (0, _) => "1688",
            (1, _) => "16816",
            (2, false) => "1684",
            (3, true) => "16832",
            _ => return None,
        };
        let to = if self.fields.bit(76) { "F32" } else { "F16" };
        Some([vec![shape, to], self.choose(&["", "BF16", "TF32", "?"], 82)?].concat())
    }

    /// Returns the words of `IMMA`.
    fn product_of_integers(&self) -> Option<Vec<&'static str>> {
        let shape = self.fields.bits(75, 76) | self.fields.bits(85, 87) << 1;
        let shape = match (shape, self.fields.bit(72)) {
            (0, false) => "8816",
            (2, false) => "8832",
            (4, false) => "16816",
            (5, _) => "16832",
            (6, _) => "16864",
            (7, true) => "168128",
            _ => return None,
        };
        let ty = |sign, narrow| match (self.fields.bit(sign), self.fields.bit(narrow)) {
            (false, false) => "U8",
            (true, false) => "S8",
            (false, true) => "U4",
            (true, true) => "S4",
        };
        Some([vec![shape, ty(76, 83), ty(78, 84)], self.flag("SAT", 82)].concat())
    }

    /// Returns the types of the factors of `QMMA`. Only sm_120 and later chips have types with less than 8 bits.
    fn bytes(&self) -> Option<Vec<&'static str>> {
        let ty = |low, high| {
            let code = self.fields.bits(low, low + 1) | self.fields.bits(high, high + 2) << 1;
            match code {
                0 => Some("E4M3"),
                1 => Some("E5M2"),
                3 if self.sm >= 120 => Some("E3M2"),
                4 if self.sm >= 120 => Some("E2M3"),
                5 if self.sm >= 120 => Some("E2M1"),
                _ => None,
            }
        };
        Some(vec![ty(78, 82)?, ty(79, 84)?])
    }

    /// Returns the words of `F2FP` to two numbers of at most 8 bits.
    fn packed(&self) -> Option<Vec<&'static str>> {
        let is_second = self.fields.bit(76);
        let ty = match (self.fields.bits(85, 88), is_second) {
            (1, true) => "E2M1",
            (3, false) => "E2M3",
            (3, true) => "E3M2",
            (4, false) => "E5M2",
            (4, true) => "E4M3",
            (5, true) if !self.fields.bit(77) => "S2_6",
            (6, false) => "E8",
            _ => return None,
        };
        let limit = if ty == "S2_6" { vec!["SATFINITE"] } else { self.flag("SATFINITE", 77) };
        Some([limit, self.flag("RELU", 75), vec![ty]].concat())
    }

    /// Returns the words of `F2FP` from two numbers of at most 8 bits.
    fn unpacked(&self) -> Option<Vec<&'static str>> {
        let ty = match (self.fields.bits(82, 84), self.fields.bits(73, 75)) {
            (0, 2) => "E5M2",
            (0, 3) => "E4M3",
            (1, 1) => "E2M1",
            (1, 2) => "E2M3",
            (1, 3) => "E3M2",
            (2, 2) => "S2_6",
            (2, 3) => "E8",
            _ => return None,
        };
        let to = if self.fields.bit(76) { "BF16" } else { "F16" };
        Some([self.flag("SATFINITE", 77), self.flag("RELU", 75), vec![to, ty]].concat())
    }

    /// Returns the part of the source of `F2FP` from two numbers of at most 8 bits. Two numbers of 4 bits may be in any
    /// byte.
    pub(crate) fn unpacked_part(&self) -> Part {
        let is_of_4_bits = self.fields.bits(82, 84) == 1 && self.fields.bits(73, 75) == 1;
        match (self.fields.bit(88), is_of_4_bits && self.fields.bit(72)) {
            (false, false) => Part::Whole,
            (false, true) => Part::Byte(1),
            (true, false) if is_of_4_bits => Part::Byte(2),
            (true, false) => Part::Upper,
            (true, true) => Part::Byte(3),
        }
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

/// Returns words without the default, which a disassembler does not print.
fn unless(default: &str, mut words: Vec<&'static str>) -> Vec<&'static str> {
    words.retain(|word| *word != default);
    words
}
