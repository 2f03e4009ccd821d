//! Instructions on integers.

use super::operand::{destination, is_false, number, source, writes};
use super::{Lowered, Machine};
use crate::code::{Reg, Width};
use ptx_sass::{Base, Instruction};

/// The comparisons of integers.
const COMPARISONS: [&str; 6] = ["LT", "EQ", "LE", "GT", "NE", "GE"];

/// Returns the comparison of an instruction as PTX writes it.
pub(super) fn comparison(one: &Instruction, known: &[&'static str]) -> Lowered<String> {
    known.iter().find(|word| one.has(word)).map(|word| word.to_ascii_lowercase())
}

/// Returns how an instruction combines a comparison with a predicate.
pub(super) fn combination(one: &Instruction) -> &'static str {
    match () {
        () if one.has("OR") => "or",
        () if one.has("XOR") => "xor",
        () => "and",
    }
}

impl Machine<'_> {
    /// Adds the operations of an instruction on integers.
    pub(super) fn integer(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let ty = match () {
            () if one.has("U32") => "u32",
            () if one.has("U16x2") => "u16x2",
            () if one.has("S16x2") => "s16x2",
            () if one.has("U8x4") => "u8x4",
            () if one.has("S8x4") => "s8x4",
            () => "s32",
        };
        match name {
            "IADD3" => self.sum(one, &[3, 4, 5], &[6, 7], &[1, 2]),
            "IADD" => self.sum(one, &[2, 3], &[4], &[1]),
            "IMAD" => self.multiply_add(one),
            "IMAD.WIDE" | "IMAD.HI" => self.wide_product(one, name == "IMAD.HI"),
            "LEA" => self.scaled_sum(one),
            "LOP3" => self.logic(one),
            "SHF" => self.funnel_shift(one),
            "ISETP" => self.compare(one, ty),
            "FLO" => self.leading_bit(one, ty),
            "VIMNMX" if one.operands.len() > 4 => self.extreme_and_equal(one, ty),
            "IMNMX" | "VIMNMX" => {
                let (a, b) = (self.int(one, 1)?, self.int(one, 2)?);
                let found = self.extreme(one, ty, &[a, b], 3)?;
                let to = self.result(one, 0)?;
                self.copy(to, found, false);
                Some(())
            }
            "IMNMX.64" => {
                let ty = if one.has("U64") { "u64" } else { "s64" };
                let (a, b) = (self.pair(source(one, 1)?, true)?, self.pair(source(one, 2)?, true)?);
                let found = self.extreme(one, ty, &[a, b], 3)?;
                self.unpack_to(one, 0, found)
            }
            "VIMNMX3" => {
                let [a, b, c] = [self.int(one, 1), self.int(one, 2), self.int(one, 3)];
                let found = self.extreme(one, ty, &[a?, b?, c?], 4)?;
                let to = self.result(one, 0)?;
                self.copy(to, found, false);
                Some(())
            }
            "VIADDMNMX" => {
                let [a, b, c] = [self.int(one, 1), self.int(one, 2), self.int(one, 3)];
                let sum = if ty.ends_with("x2") { "add.u16x2" } else { "add.s32" };
                let sum = self.value(sum, Width::B32, &[a?, b?])?;
                let found = self.extreme(one, ty, &[sum, c?], 4)?;
                let to = self.result(one, 0)?;
                self.copy(to, found, false);
                Some(())
            }
            "IDP" => self.dot_product(one),
            _ => None,
        }
    }

    /// Adds the operations of `VIMNMX` with two predicates, which tell whether the low and the high half of the result are
    /// those of the first source.
    fn extreme_and_equal(&mut self, one: &Instruction, ty: &str) -> Lowered<()> {
        let (a, b) = (self.int(one, 3)?, self.int(one, 4)?);
        let found = self.extreme(one, ty, &[a, b], 5)?;
        let difference = self.value("xor.b32", Width::B32, &[found, a])?;
        let zero = self.word(0);
        for (at, half) in [(1, 0x0000_ffff), (2, 0xffff_0000)] {
            let half = self.word(half);
            let of_half = self.value("and.b32", Width::B32, &[difference, half])?;
            let to = self.written(one, at)?;
            self.ptx("setp.eq.u32", &[of_half, zero], &[to])?;
        }
        let to = self.result(one, 0)?;
        self.copy(to, found, false);
        Some(())
    }

    /// Adds the operations of `IMAD`.
    fn multiply_add(&mut self, one: &Instruction) -> Lowered<()> {
        let [a, b, c] = [self.int(one, 1), self.int(one, 2), self.int(one, 3)];
        let (a, b, mut c) = (a?, b?, c?);
        if !is_false(one, 4) {
            let carry = self.read(one, 4)?;
            let carry = self.converted(carry, Width::B32, false);
            c = self.value("add.s32", Width::B32, &[c, carry])?;
        }
        let to = self.result(one, 0)?;
        self.ptx("mad.lo.s32", &[a, b, c], &[to])
    }

    /// Adds the operations of `LOP3`.
    fn logic(&mut self, one: &Instruction) -> Lowered<()> {
        let sources = [self.int(one, 2), self.int(one, 3), self.int(one, 4)];
        let [a, b, c] = sources;
        let table = self.bits(Width::B32, number(one, 5)?);
        let sources = [a?, b?, c?, table];
        if !writes(one, 1) {
            let to = self.result(one, 0)?;
            return self.ptx("lop3.b32", &sources, &[to]);
        }
        let found = self.value("lop3.b32", Width::B32, &sources)?;
        let zero = self.word(0);
        let is_set = self.value("setp.ne.u32", Width::B8, &[found, zero])?;
        let other = self.read(one, 6)?;
        let combine = if one.has("PAND") { "and.pred" } else { "or.pred" };
        let is_set = self.value(combine, Width::B8, &[is_set, other])?;
        let (to, flag) = (self.result(one, 0)?, self.written(one, 1)?);
        self.copy(to, found, false);
        self.copy(flag, is_set, false);
        Some(())
    }

    /// Adds the operations of `FLO`.
    fn leading_bit(&mut self, one: &Instruction, ty: &str) -> Lowered<()> {
        let from = self.int(one, 2)?;
        let amount = if one.has("SH") { "shiftamt." } else { "" };
        let found = self.value(&format!("bfind.{amount}{ty}"), Width::B32, &[from])?;
        let none = self.word(u32::MAX);
        let is_found = self.value("setp.ne.u32", Width::B8, &[found, none])?;
        let (to, flag) = (self.result(one, 0)?, self.written(one, 1)?);
        self.copy(to, found, false);
        self.copy(flag, is_found, false);
        Some(())
    }

    /// Adds the operations of `IDP`.
    fn dot_product(&mut self, one: &Instruction) -> Lowered<()> {
        let [a, b, c] = [self.int(one, 1), self.int(one, 2), self.int(one, 3)];
        let ty = |at: usize| if one.modifiers.get(at) == Some(&"S") { "s32" } else { "u32" };
        let kind = match *one.modifiers.first()? {
            "4A" => "dp4a",
            "2A.LO" => "dp2a.lo",
            _ => "dp2a.hi",
        };
        let to = self.result(one, 0)?;
        self.ptx(&format!("{kind}.{}.{}", ty(1), ty(2)), &[a?, b?, c?], &[to])
    }

    /// Returns the minimum or maximum of several numbers. The predicate at index `at` chooses the minimum.
    fn extreme(&mut self, one: &Instruction, ty: &str, all: &[Reg], at: usize) -> Lowered<Reg> {
        let width = self.slots[all[0]].width;
        let mut both = Vec::new();
        for name in ["min", "max"] {
            let mut found = all[0];
            for next in &all[1..] {
                found = self.value(&format!("{name}.{ty}"), width, &[found, *next])?;
            }
            both.push(found);
        }
        let is_least = self.read(one, at)?;
        let select = if width == Width::B64 { "selp.b64" } else { "selp.b32" };
        let found = self.value(select, width, &[both[0], both[1], is_least])?;
        if !one.has("RELU") {
            return Some(found);
        }
        let zero = self.word(0);
        self.value(&format!("max.{ty}"), width, &[found, zero])
    }

    /// Adds the operations of `ISETP`.
    fn compare(&mut self, one: &Instruction, ty: &str) -> Lowered<()> {
        let comparison = comparison(one, &COMPARISONS)?;
        let combine = combination(one);
        let (other, results) = (self.read(one, 4)?, [self.written(one, 0)?, self.written(one, 1)?]);
        if one.has("64") {
            let (a, b) = (self.pair(source(one, 2)?, true)?, self.pair(source(one, 3)?, true)?);
            let ty = if ty == "u32" { "u64" } else { "s64" };
            return self.ptx(
                &format!("setp.{comparison}.{combine}.{ty}"),
                &[a, b, other],
                &results,
            );
        }
        let (a, b) = (self.int(one, 2)?, self.int(one, 3)?);
        if !one.has("EX") {
            return self.ptx(
                &format!("setp.{comparison}.{combine}.{ty}"),
                &[a, b, other],
                &results,
            );
        }
        // The high words decide, unless they are equal. Then the result for the low words decides.
        let low = self.condition(one, 5)?;
        let equal = self.value("setp.eq.u32", Width::B8, &[a, b])?;
        let found = match &comparison[..] {
            "eq" => self.value("and.pred", Width::B8, &[equal, low])?,
            "ne" => {
                let differ = self.complement(equal);
                self.value("or.pred", Width::B8, &[differ, low])?
            }
            comparison => {
                let strict = format!("setp.{}t.{ty}", &comparison[..1]);
                let strict = self.value(&strict, Width::B8, &[a, b])?;
                let equal = self.value("and.pred", Width::B8, &[equal, low])?;
                self.value("or.pred", Width::B8, &[strict, equal])?
            }
        };
        self.combine(found, other, combine, results)
    }

    /// Writes a condition and its opposite, both combined with another predicate.
    fn combine(
        &mut self,
        found: Reg,
        other: Reg,
        combine: &str,
        [to, opposite]: [Reg; 2],
    ) -> Lowered<()> {
        let not = self.complement(found);
        let spelling = format!("{combine}.pred");
        let first = self.value(&spelling, Width::B8, &[found, other])?;
        let second = self.value(&spelling, Width::B8, &[not, other])?;
        self.copy(to, first, false);
        self.copy(opposite, second, false);
        Some(())
    }

    /// Returns whether the destination at an index is `RZ`.
    pub(super) fn is_sink(one: &Instruction, at: usize) -> bool {
        destination(one, at) == Some(Base::Zero)
    }
}
