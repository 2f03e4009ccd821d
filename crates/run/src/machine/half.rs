//! Instructions on two binary16 or bfloat16 numbers.

use super::float::{COMPARISONS, flushing};
use super::integer::{combination, comparison};
use super::operand::source;
use super::{Lowered, Machine};
use crate::code::{Reg, Width};
use ptx_sass::{Base, Instruction, Part, Value};

impl Machine<'_> {
    /// Adds the operations of an instruction on halves.
    pub(super) fn half(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let is_brain = one.has("BF16_V2");
        let ty = if is_brain { "bf16x2" } else { "f16x2" };
        match name {
            "HADD2" if one.has("F32") => self.half_to_float(one),
            "HADD2" => self.float_to_half(one),
            "HFMA2" if one.has("OOB") => {
                let relu = if one.has("RELU") { ".relu" } else { "" };
                let sat = if one.has("SAT") { ".sat" } else { "" };
                let half = |machine: &mut Self, at| machine.halves(source(one, at)?);
                let sources = [half(self, 1)?, half(self, 2)?, half(self, 3)?];
                let to = self.result(one, 0)?;
                self.ptx(&format!("fma.rn.oob{sat}{relu}.{ty}"), &sources, &[to])
            }
            "HMNMX2" => self.extreme_halves(one, &[1, 2]),
            "VHMNMX" => self.extreme_halves(one, &[1, 2, 3]),
            "HSETP2" => {
                let [low, high] = self.compared(one, 2)?;
                let other = self.read(one, 4)?;
                let results = [self.written(one, 0)?, self.written(one, 1)?];
                let spelling = format!("{}.pred", combination(one));
                let low = self.value(&spelling, Width::B8, &[low, other])?;
                let high = self.value(&spelling, Width::B8, &[high, other])?;
                self.copy(results[0], low, false);
                self.copy(results[1], high, false);
                Some(())
            }
            "HSET2" => {
                let both = self.compared(one, 1)?;
                let other = self.read(one, 3)?;
                let unit = match (one.has("BF"), is_brain) {
                    (true, true) => 0x3f80,
                    (true, false) => 0x3c00,
                    (false, _) => 0xffff,
                };
                let spelling = format!("{}.pred", combination(one));
                let zero = self.word(0);
                let mut words = Vec::new();
                for (half, bits) in both.into_iter().zip([unit, unit << 16]) {
                    let is_set = self.value(&spelling, Width::B8, &[half, other])?;
                    let bits = self.word(bits);
                    words.push(self.value("selp.b32", Width::B32, &[bits, zero, is_set])?);
                }
                let to = self.result(one, 0)?;
                self.ptx("or.b32", &words, &[to])
            }
            _ => None,
        }
    }

    /// Adds the operations of a minimum or maximum of the sources at these indices. The predicate after them chooses the
    /// minimum.
    fn extreme_halves(&mut self, one: &Instruction, places: &[usize]) -> Lowered<()> {
        let flushing = flushing(one);
        let ty = if one.has("BF16_V2") { "bf16x2" } else { "f16x2" };
        let nan = if one.has("NAN") { ".NaN" } else { "" };
        let xorsign = if one.has("XORSIGN") { ".xorsign.abs" } else { "" };
        let mut sources = Vec::new();
        for at in places {
            let mut from = source(one, *at)?;
            from.is_absolute &= !one.has("XORSIGN");
            sources.push(self.halves(from)?);
        }
        let (first, others) = sources.split_first()?;
        let [mut least, mut most] = [*first; 2];
        for next in others {
            for (name, found) in [("min", &mut least), ("max", &mut most)] {
                let spelling = format!("{name}{flushing}{nan}{xorsign}.{ty}");
                *found = self.value(&spelling, Width::B32, &[*found, *next])?;
            }
        }
        let (is_least, to) = (self.read(one, places.len() + 1)?, self.result(one, 0)?);
        self.ptx("selp.b32", &[least, most, is_least], &[to])
    }

    /// Returns the comparisons of the low and of the high halves of the sources at an index and the next.
    fn compared(&mut self, one: &Instruction, at: usize) -> Lowered<[Reg; 2]> {
        let comparison = comparison(one, &COMPARISONS)?;
        let ty = if one.has("BF16_V2") { "bf16" } else { "f16" };
        let ftz = if one.has("FTZ") { ".ftz" } else { "" };
        let spelling = format!("setp.{comparison}{ftz}.{ty}");
        let (a, b) = (self.halves(source(one, at)?)?, self.halves(source(one, at + 1)?)?);
        let low = self.value(&spelling, Width::B8, &[a, b])?;
        let amount = self.word(16);
        let a = self.value("shr.u32", Width::B32, &[a, amount])?;
        let b = self.value("shr.u32", Width::B32, &[b, amount])?;
        let high = self.value(&spelling, Width::B8, &[a, b])?;
        Some([low, high])
    }

    /// Adds the operations of `HADD2` with a binary32 source (`.F32`), which it truncates to a half if the other source is
    /// `-RZ`. PTX uses only the lower half of the result.
    fn float_to_half(&mut self, one: &Instruction) -> Lowered<()> {
        let (a, b) = (source(one, 1)?, source(one, 2)?);
        let (from, zero) = if a.part == Part::Float { (a, b) } else { (b, a) };
        let is_zero = zero.value == Value::Base(Base::Zero) && zero.is_negated;
        if from.part != Part::Float || !is_zero || one.has("BF16_V2") {
            return None;
        }
        let at = if from == a { 1 } else { 2 };
        let (from, to) = (self.real(one, at)?, self.result(one, 0)?);
        self.ptx(&format!("cvt.rz{}.f16.f32", flushing(one)), &[from], &[to])
    }

    /// Adds the operations of `HADD2.F32`, which converts a half to binary32 if the other source is `-RZ`.
    fn half_to_float(&mut self, one: &Instruction) -> Lowered<()> {
        let is_zero = |source: &ptx_sass::Source| source.value == Value::Base(Base::Zero);
        let both = [source(one, 1)?, source(one, 2)?];
        let (zeros, halves): (Vec<_>, Vec<_>) = both.into_iter().partition(is_zero);
        let ([_], [half]) = (&zeros[..], &halves[..]) else { return None };
        let from = self.halves(*half)?;
        let to = self.result(one, 0)?;
        self.ptx(&format!("cvt{}.f32.f16", flushing(one)), &[from], &[to])
    }
}
