//! Instructions on two binary16 or bfloat16 numbers.

use super::float::flushing;
use super::operand::source;
use super::{Lowered, Machine};
use crate::code::Width;
use ptx_sass::{Base, Instruction, Part, Value};

impl Machine<'_> {
    /// Adds the operations of an instruction on halves.
    pub(super) fn half(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            "HADD2" if one.has("F32") => self.half_to_float(one),
            "HADD2" => self.float_to_half(one),
            "HMNMX2" => self.extreme_halves(one, &[1, 2]),
            "VHMNMX" => self.extreme_halves(one, &[1, 2, 3]),
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
