//! Compares conversions with the rows of `vectors.tsv`, which were computed with exact integers and fractions.

use crate::formats::formats;
use ptx_core::*;

struct Row<'a> {
    modifiers: Vec<&'a str>,
    inputs: Vec<u32>,
    result: u32,
}

impl<'a> Row<'a> {
    fn of(line: &'a str) -> Self {
        let mut fields = line.split('\t').skip(1);
        let mut field = || fields.next().expect("five fields");
        let (instruction, inputs, result) = (field(), field(), field());
        let value = |field: &str| {
            let (_, hex) = field.split_once('=').expect("name=hex");
            u32::from_str_radix(hex, 16).expect("hexadecimal digits")
        };
        Self {
            modifiers: instruction.split(' ').next().expect("a word").split('.').skip(1).collect(),
            inputs: inputs.split(' ').map(value).collect(),
            result: value(result),
        }
    }

    fn has(&self, modifier: &str) -> bool {
        self.modifiers.contains(&modifier)
    }

    fn computed(&self) -> u32 {
        let rounding = match self.modifiers[0] {
            "rz" => Rounding::Rz,
            "rp" => Rounding::Rp,
            _ => Rounding::Rn,
        };
        let relu = if self.has("relu") { Rectification::Relu } else { Rectification::Linear };
        let zero = if self.has("pzo") { NegativeZero::Positive } else { NegativeZero::Unchanged };
        let limit = if self.has("satfinite") { Limit::Satfinite } else { Limit::Unlimited };
        let [.., to, from] = self.modifiers[..] else { panic!("two types") };
        let float = |i: usize| f32::from_bits(self.inputs[i]);
        let word = |i: usize| self.inputs[i];
        let half = |i: usize| word(i) as u16;
        let scaled = self.has("scaled::n2::ue8m0");
        match (self.has("rs"), to, from) {
            (true, "f16x2", _) => {
                return cvt_rs_f16x2_f32(float(0), float(1), word(2), relu, limit);
            }
            (true, "bf16x2", _) => {
                return cvt_rs_bf16x2_f32(float(0), float(1), word(2), relu, limit);
            }
            (_, "ue8m0x2", "f32") => {
                return cvt_ue8m0x2_f32(float(0), float(1), rounding, limit).into();
            }
            (_, "ue8m0x2", _) => return cvt_ue8m0x2_bf16x2(word(0), rounding, limit).into(),
            (_, _, "ue8m0x2") => return cvt_bf16x2_ue8m0x2(half(0)),
            (_, "ue5m3x2", _) => {
                return cvt_ue5m3x2_f32(float(0), float(1), rounding, limit).into();
            }
            (_, _, "ue5m3x2") => return cvt_f16x2_ue5m3x2(half(0)),
            (_, "s2f6x2", "f32") if scaled => {
                return cvt_scaled_s2f6x2_f32(float(0), float(1), half(2), relu).into();
            }
            (_, "s2f6x2", "f32") => return cvt_s2f6x2_f32(float(0), float(1), relu).into(),
            (_, _, "s2f6x2") if scaled => {
                return cvt_scaled_bf16x2_s2f6x2(half(0), half(1), limit, relu);
            }
            _ => {}
        }
        let formats = formats();
        let is = |ty: &str, name: &str| ty.starts_with(name);
        if let Some(format) = formats.iter().find(|f| is(to, f.name)) {
            return match (self.has("rs"), from) {
                (true, _) => {
                    (format.stochastic)([float(0), float(1), float(2), float(3)], word(4), relu)
                }
                (_, "f32") => (format.from_f32)(float(0), float(1), rounding, relu, zero),
                (_, "f16x2") => (format.from_f16x2)(word(0), rounding, relu, zero),
                _ => (format.from_bf16x2)(word(0), rounding, relu, zero),
            };
        }
        let format = formats.iter().find(|f| is(from, f.name)).expect("a narrow type");
        match to {
            _ if scaled => (format.scaled)(word(0), half(1), relu, limit),
            "f16x2" => (format.to_f16x2)(word(0), relu),
            _ => (format.to_bf16x2)(word(0), relu, limit),
        }
    }
}

#[test]
fn rows() {
    let rows = include_str!("vectors.tsv").lines().filter(|line| !line.starts_with('#'));
    assert_eq!(rows.clone().count(), 670);
    for line in rows {
        let row = Row::of(line);
        let computed = row.computed();
        assert_eq!(computed, row.result, "{computed:x}: {line}");
    }
}
