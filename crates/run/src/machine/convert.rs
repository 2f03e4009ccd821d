//! Conversions.

use super::float::{flushing, rounding};
use super::operand::source;
use super::{Lowered, Machine};
use crate::code::{Reg, Width};
use ptx_sass::{Instruction, Part, Value};

const FLOATS: [&str; 4] = ["F64", "F32", "BF16", "F16"];
const INTEGERS: [&str; 8] = ["U8", "S8", "U16", "S16", "U32", "S32", "U64", "S64"];

impl Machine<'_> {
    /// Adds the operations of a conversion.
    pub(super) fn conversion(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let of = |known: &[&'static str]| {
            let words = one.modifiers.iter().filter(|word| known.contains(word));
            words.map(|word| word.to_ascii_lowercase()).collect::<Vec<_>>()
        };
        let (floats, integers) = (of(&FLOATS), of(&INTEGERS));
        let float = |at: usize| floats.get(at).map_or("f32", String::as_str);
        let to_integer = match () {
            () if one.has("TRUNC") => "rzi",
            () if one.has("FLOOR") => "rmi",
            () if one.has("CEIL") => "rpi",
            () => "rni",
        };
        let ftz = if one.has("FTZ") { ".ftz" } else { "" };
        match name {
            "I2F" | "I2FP" => {
                let from = integers.first()?;
                let value = self.integer_source(one, 1, from)?;
                let spelling = format!("cvt.{}.{}.{from}", rounding(one), float(0));
                self.finish_conversion(one, &spelling, value, float(0) == "f64")
            }
            "F2I" => {
                let to = integers.first()?;
                let value = self.float_source(one, 1, float(0))?;
                let spelling = format!("cvt.{to_integer}{ftz}.{to}.{}", float(0));
                let is_wide = to.ends_with("64");
                // Without `.NTZ`, a NaN gives 0x80000000.
                let is_plain = float(0) == "f32" && to.ends_with("32") && !one.has("NTZ");
                if !is_plain {
                    let found = self.value(&spelling, width_of(to), &[value])?;
                    if is_wide {
                        return self.unpack_to(one, 0, found);
                    }
                    let register = self.result(one, 0)?;
                    self.copy(register, found, to.starts_with('s'));
                    return Some(());
                }
                let found = self.value(&spelling, Width::B32, &[value])?;
                let is_nan = self.value("testp.notanumber.f32", Width::B8, &[value])?;
                let of_nan = self.word(0x8000_0000);
                let register = self.result(one, 0)?;
                self.ptx("selp.b32", &[of_nan, found, is_nan], &[register])
            }
            "FRND" => {
                let ty = float(0);
                let value = self.float_source(one, 1, ty)?;
                let ftz = if ty == "f32" { ftz } else { "" };
                self.finish_conversion(
                    one,
                    &format!("cvt.{to_integer}{ftz}.{ty}.{ty}"),
                    value,
                    ty == "f64",
                )
            }
            "F2F" => {
                let (to, from) = (float(0), float(1));
                let value = self.float_source(one, 1, from)?;
                let widens = matches!((to, from), ("f64", "f32" | "f16") | ("f32", "f16"));
                let rounding = if widens { String::new() } else { format!(".{}", rounding(one)) };
                let flushing = flushing(one);
                let spelling = format!("cvt{rounding}{flushing}.{to}.{from}");
                self.finish_conversion(one, &spelling, value, to == "f64")
            }
            "F2FP" => {
                let ty = if one.has("BF16") { "bf16" } else { "f16" };
                let (relu, finite) = limits(one);
                let start = format!("cvt.{}{relu}{finite}", rounding(one));
                // `MERGE_C` converts the second source and keeps the high half of the third.
                let (b, c) = (self.real(one, 2)?, self.raw(source(one, 3)?, 0)?);
                let to = self.result(one, 0)?;
                if one.has("PACK_AB") {
                    let mut sources = vec![self.real(one, 1)?, b];
                    sources.extend(one.has("RS").then_some(c));
                    return self.ptx(&format!("{start}.{ty}x2.f32"), &sources, &[to]);
                }
                let half = self.value(&format!("{start}.{ty}.f32"), Width::B16, &[b])?;
                let half = self.converted(half, Width::B32, false);
                let mask = self.word(0xffff_0000);
                let rest = self.value("and.b32", Width::B32, &[c, mask])?;
                self.ptx("or.b32", &[half, rest], &[to])
            }
            "F2FP.PACK_AB_MERGE_C" | "F2FP.UNPACK_B_MERGE_C" => self.pack_narrow(one, name),
            "F2FP.UNPACK_B" => self.unpack_narrow(one),
            // The other bytes come from `RZ`.
            "F2IP" => {
                let (from, to) = (self.real(one, 1)?, self.result(one, 0)?);
                self.ptx(&format!("cvt.{to_integer}.u8.f32"), &[from], &[to])
            }
            "F2FP.PACK_B" => {
                let (from, to) = (self.real(one, 1)?, self.result(one, 0)?);
                let (relu, finite) = limits(one);
                let spelling = format!("cvt.{}{finite}{relu}.tf32.f32", rounding(one));
                self.ptx(&spelling, &[from], &[to])
            }
            "I2IP" => {
                let to = one.modifiers.first()?.to_ascii_lowercase();
                let mut sources = vec![self.int(one, 1)?, self.int(one, 2)?];
                let merged = match &to[1..] {
                    "16" => "",
                    _ => {
                        let rest = self.raw(source(one, 3)?, 0)?;
                        sources.push(self.part(one, rest)?);
                        ".b32"
                    }
                };
                let register = self.result(one, 0)?;
                self.ptx(&format!("cvt.pack.sat.{to}.s32{merged}"), &sources, &[register])
            }
            "I2I" => {
                let to = integers.first()?;
                let from = self.int(one, 1)?;
                let found = self.value(&format!("cvt.sat.{to}.s32"), width_of(to), &[from])?;
                let register = self.result(one, 0)?;
                self.copy(register, found, to.starts_with('s'));
                Some(())
            }
            _ => None,
        }
    }

    /// Adds the operations of `F2FP` to two numbers of at most 8 bits. The third source moves up to make room for them.
    fn pack_narrow(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let (ty, (relu, finite)) = (narrow_float(one)?, limits(one));
        let (mut sources, from, c) = match name {
            "F2FP.PACK_AB_MERGE_C" => (vec![self.real(one, 1)?, self.real(one, 2)?], "f32", 3),
            _ => {
                let from = if one.has("BF16") { "bf16x2" } else { "f16x2" };
                (vec![self.raw(source(one, 1)?, 0)?], from, 2)
            }
        };
        let c = self.raw(source(one, c)?, 0)?;
        let [half, zero] = [16, 0].map(|word| self.word(word));
        let room = if ty == "e2m1" { self.word(8) } else { half };
        let low = match () {
            // The random bits for two numbers are those that PTX takes for the first two of four.
            () if one.has("RS") => {
                sources.extend([zero, zero, c]);
                let spelling = format!("cvt.rs{relu}{finite}.{ty}x4.{from}");
                let all = self.value(&spelling, Width::B32, &sources)?;
                self.value("shr.u32", Width::B32, &[all, room])?
            }
            // The scales are in the upper half of the third source.
            () if ty == "s2f6" => {
                sources.push(self.value("shr.u32", Width::B32, &[c, half])?);
                let spelling = format!("cvt.rn{finite}{relu}.scaled::n2::ue8m0.{ty}x2.{from}");
                self.value(&spelling, Width::B32, &sources)?
            }
            () => {
                let spelling = format!("cvt.{}{finite}{relu}.{ty}x2.{from}", rounding(one));
                self.value(&spelling, Width::B32, &sources)?
            }
        };
        let high = self.value("shl.b32", Width::B32, &[c, room])?;
        let to = self.result(one, 0)?;
        self.ptx("or.b32", &[low, high], &[to])
    }

    /// Returns a register whose lowest bits are the part of another one that an instruction reads.
    fn part(&mut self, one: &Instruction, from: Reg) -> Lowered<Reg> {
        const PARTS: [(&str, u32); 4] = [("B1", 8), ("B2", 16), ("H1", 16), ("B3", 24)];
        let Some((_, amount)) = PARTS.into_iter().find(|(word, _)| one.has(word)) else {
            return Some(from);
        };
        let amount = self.word(amount);
        self.value("shr.u32", Width::B32, &[from, amount])
    }

    /// Adds the operations of `F2FP` from two numbers of at most 8 bits. A second source contains their scales.
    fn unpack_narrow(&mut self, one: &Instruction) -> Lowered<()> {
        let from = self.raw(source(one, 1)?, 0)?;
        let from = self.part(one, from)?;
        let mut sources = vec![from];
        let mut scaled = "";
        if one.operands.len() > 2 {
            sources.push(self.raw(source(one, 2)?, 0)?);
            scaled = ".scaled::n2::ue8m0";
        }
        let to = if one.has("BF16") { "bf16x2" } else { "f16x2" };
        let (ty, (relu, finite)) = (narrow_float(one)?, limits(one));
        let limits =
            if ty == "s2f6" { finite.to_string() + relu } else { relu.to_string() + finite };
        let register = self.result(one, 0)?;
        self.ptx(&format!("cvt.rn{limits}{scaled}.{to}.{ty}x2"), &sources, &[register])
    }

    fn finish_conversion(
        &mut self,
        one: &Instruction,
        spelling: &str,
        from: Reg,
        is_wide: bool,
    ) -> Lowered<()> {
        if is_wide {
            let found = self.value(spelling, Width::B64, &[from])?;
            return self.unpack_to(one, 0, found);
        }
        let to = self.result(one, 0)?;
        self.ptx(spelling, &[from], &[to])
    }

    /// Returns a source of a float type.
    pub(super) fn float_source(&mut self, one: &Instruction, at: usize, ty: &str) -> Lowered<Reg> {
        match ty {
            "f64" => self.double_source(one, at),
            "f32" => self.real(one, at),
            _ => {
                let mut from = source(one, at)?;
                let is_upper = matches!(from.part, Part::Upper | Part::High);
                from.part = Part::Whole;
                let from = self.halves(from)?;
                if !is_upper {
                    return Some(from);
                }
                let amount = self.word(16);
                self.value("shr.u32", Width::B32, &[from, amount])
            }
        }
    }

    /// Returns a source of an integer type. A narrow source may be in any byte or half of its register.
    fn integer_source(&mut self, one: &Instruction, at: usize, ty: &str) -> Lowered<Reg> {
        let from = source(one, at)?;
        if ty.ends_with("64") {
            return match from.value {
                // `ptxas` writes the upper half of a constant whose lower half is 0.
                Value::Immediate(high) => Some(self.bits(Width::B64, u64::from(high) << 32)),
                _ => self.pair(from, ty.starts_with('s')),
            };
        }
        let register = self.integral(from)?;
        let amount = match from.part {
            Part::Byte(byte) => 8 * u32::from(byte),
            Part::Upper => 16,
            _ => return Some(register),
        };
        let amount = self.word(amount);
        self.value("shr.u32", Width::B32, &[register, amount])
    }
}

/// Returns `.relu` and `.satfinite` as far as an instruction has them.
fn limits(one: &Instruction) -> (&'static str, &'static str) {
    let relu = if one.has("RELU") { ".relu" } else { "" };
    let finite = if one.has("SATFINITE") { ".satfinite" } else { "" };
    (relu, finite)
}

/// Returns the type of numbers of at most 8 bits.
fn narrow_float(one: &Instruction) -> Lowered<&'static str> {
    const TYPES: [(&str, &str); 7] = [
        ("E4M3", "e4m3"),
        ("E5M2", "e5m2"),
        ("E2M3", "e2m3"),
        ("E3M2", "e3m2"),
        ("E2M1", "e2m1"),
        ("E8", "ue8m0"),
        ("S2_6", "s2f6"),
    ];
    TYPES.into_iter().find(|(word, _)| one.has(word)).map(|(_, ty)| ty)
}

/// Returns the width of an integer type.
fn width_of(ty: &str) -> Width {
    Width::of_bits(ty.trim_start_matches(['u', 's']).parse().unwrap_or(32))
}
