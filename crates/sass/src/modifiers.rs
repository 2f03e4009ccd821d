//! Decodes modifiers that depend on several bits or on the architecture.

use crate::decode::Decoder;

impl Decoder<'_> {
    /// Returns the words of a modifier that depends on several bits or on the architecture.
    pub(crate) fn named(&self, name: &str) -> Option<Vec<&'static str>> {
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
