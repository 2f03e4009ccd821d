//! Sums with carries, products of 64 bits, and shifts of two words.

use super::operand::{is_false, number, source, writes};
use super::{Lowered, Machine};
use crate::code::{Reg, Width};
use ptx_sass::{Instruction, Source};

impl Machine<'_> {
    /// Adds the operations of `IADD3` and `IADD`: a sum of sources and carries, and the carries of the sum. The carry of a
    /// negated source is the carry of its complement, with the 1 added as a further carry.
    pub(super) fn sum(
        &mut self,
        one: &Instruction,
        sources: &[usize],
        carries: &[usize],
        flags: &[usize],
    ) -> Lowered<()> {
        let has_flags = flags.iter().any(|at| writes(one, *at));
        if one.has("64") {
            return match has_flags {
                true => self.sum_of_pairs_with_flags(one, sources, carries, flags),
                false => self.sum_of_pairs(one, sources, carries),
            };
        }
        if !has_flags {
            let mut sum = self.int(one, sources[0])?;
            let mut rest = Vec::new();
            for at in &sources[1..] {
                rest.push(self.int(one, *at)?);
            }
            for at in carries.iter().filter(|at| !is_false(one, **at)) {
                let carry = self.read(one, *at)?;
                rest.push(self.converted(carry, Width::B32, false));
            }
            let zero = self.word(0);
            rest.retain(|one| *one != zero);
            if rest.is_empty() {
                rest.push(zero);
            }
            let to = self.result(one, 0)?;
            let last = rest.pop()?;
            for next in rest {
                sum = self.value("add.s32", Width::B32, &[sum, next])?;
            }
            return self.ptx("add.s32", &[sum, last], &[to]);
        }
        let mut words = Vec::new();
        let mut ones = 0;
        for at in sources {
            let source = source(one, *at)?;
            ones += u64::from(source.is_negated);
            let from = self.complemented(source)?;
            words.extend(Some(from).filter(|from| self.known_bits(*from) != Some(0)));
        }
        for at in carries.iter().filter(|at| !is_false(one, **at)) {
            words.push(self.read(one, *at)?);
        }
        let is_short = ones == 0 && !flags[1..].iter().any(|at| writes(one, *at));
        if let [a, b] = words[..]
            && is_short
            && [a, b].iter().all(|word| self.slots[*word].width == Width::B32)
        {
            return self.sum_of_words(one, [a, b], flags[0]);
        }
        let terms: Vec<_> =
            words.into_iter().map(|word| self.converted(word, Width::B64, false)).collect();
        let mut sum = self.bits(Width::B64, ones);
        for term in terms {
            sum = self.value("add.s64", Width::B64, &[sum, term])?;
        }
        let (low, high) = (self.temporary(Width::B32), self.temporary(Width::B32));
        self.unpack(sum, low, high)?;
        for (i, at) in flags.iter().enumerate() {
            let flag = self.written(one, *at)?;
            let bound = self.word(i as u32 + 1);
            self.ptx("setp.ge.u32", &[high, bound], &[flag])?;
        }
        let to = self.result(one, 0)?;
        self.copy(to, low, false);
        Some(())
    }

    /// Adds the operations of a sum of two words and its carry: a sum below one of its terms has wrapped around.
    fn sum_of_words(&mut self, one: &Instruction, [a, b]: [Reg; 2], flag: usize) -> Lowered<()> {
        let sum = self.value("add.s32", Width::B32, &[a, b])?;
        let flag = self.written(one, flag)?;
        self.ptx("setp.lt.u32", &[sum, a], &[flag])?;
        let to = self.result(one, 0)?;
        self.copy(to, sum, false);
        Some(())
    }

    fn sum_of_pairs(
        &mut self,
        one: &Instruction,
        sources: &[usize],
        carries: &[usize],
    ) -> Lowered<()> {
        let mut sum = self.bits(Width::B64, 0);
        for at in sources {
            let term = self.signed_pair(source(one, *at)?)?;
            sum = self.value("add.s64", Width::B64, &[sum, term])?;
        }
        for at in carries.iter().filter(|at| !is_false(one, **at)) {
            let carry = self.read(one, *at)?;
            let carry = self.converted(carry, Width::B64, false);
            sum = self.value("add.s64", Width::B64, &[sum, carry])?;
        }
        self.unpack_to(one, 0, sum)
    }

    /// Adds the operations of a sum of pairs that also writes carries: a sum below one of its terms has wrapped around.
    fn sum_of_pairs_with_flags(
        &mut self,
        one: &Instruction,
        sources: &[usize],
        carries: &[usize],
        flags: &[usize],
    ) -> Lowered<()> {
        let mut terms = Vec::new();
        let mut ones = 0;
        for at in sources {
            let source = source(one, *at)?;
            ones += u64::from(source.is_negated);
            let pair = self.pair(source, true)?;
            terms.push(match source.is_negated || source.is_inverted {
                true => self.value("not.b64", Width::B64, &[pair])?,
                false => pair,
            });
        }
        for at in carries.iter().filter(|at| !is_false(one, **at)) {
            let carry = self.read(one, *at)?;
            terms.push(self.converted(carry, Width::B64, false));
        }
        let mut sum = self.bits(Width::B64, ones);
        let mut count = self.word(0);
        for term in terms {
            sum = self.value("add.s64", Width::B64, &[sum, term])?;
            let has_wrapped = self.value("setp.lt.u64", Width::B8, &[sum, term])?;
            let has_wrapped = self.converted(has_wrapped, Width::B32, false);
            count = self.value("add.s32", Width::B32, &[count, has_wrapped])?;
        }
        for (i, at) in flags.iter().enumerate() {
            let flag = self.written(one, *at)?;
            let bound = self.word(i as u32 + 1);
            self.ptx("setp.ge.u32", &[count, bound], &[flag])?;
        }
        self.unpack_to(one, 0, sum)
    }

    /// Returns a source, complemented if it is negated or complemented.
    fn complemented(&mut self, source: Source) -> Lowered<Reg> {
        let from = self.raw(source, 0)?;
        match source.is_negated || source.is_inverted {
            true => self.value("not.b32", Width::B32, &[from]),
            false => Some(from),
        }
    }

    /// Returns the 64 bits of a pair with its sign.
    fn signed_pair(&mut self, source: Source) -> Lowered<Reg> {
        let from = self.pair(source, true)?;
        match (source.is_negated, source.is_inverted) {
            (true, _) => self.value("neg.s64", Width::B64, &[from]),
            (_, true) => self.value("not.b64", Width::B64, &[from]),
            _ => Some(from),
        }
    }

    /// Adds the operations of `IMAD.WIDE` and `IMAD.HI`: a product of 64 bits plus a pair.
    pub(super) fn wide_product(&mut self, one: &Instruction, is_high: bool) -> Lowered<()> {
        let ty = if one.has("U32") { "u32" } else { "s32" };
        let (a, b) = (source(one, 2)?, source(one, 3)?);
        if a.is_inverted || b.is_inverted {
            return None;
        }
        let factors = [self.raw(a, 0)?, self.raw(b, 0)?];
        let mut product = self.value(&format!("mul.wide.{ty}"), Width::B64, &factors)?;
        if a.is_negated != b.is_negated {
            product = self.value("neg.s64", Width::B64, &[product])?;
        }
        let c = source(one, 4)?;
        let from = self.pair(c, ty == "s32")?;
        let (mut sum, mut carry);
        if c.is_negated {
            sum = self.value("sub.s64", Width::B64, &[product, from])?;
            // The carry of a difference is set if there is no borrow, also if 0 is subtracted.
            carry = self.value("setp.ge.u64", Width::B8, &[product, from])?;
        } else {
            let from =
                if c.is_inverted { self.value("not.b64", Width::B64, &[from])? } else { from };
            sum = self.value("add.s64", Width::B64, &[product, from])?;
            carry = self.value("setp.lt.u64", Width::B8, &[sum, product])?;
        }
        if !is_false(one, 5) {
            let more = self.read(one, 5)?;
            let more = self.converted(more, Width::B64, false);
            sum = self.value("add.s64", Width::B64, &[sum, more])?;
            let again = self.value("setp.lt.u64", Width::B8, &[sum, more])?;
            carry = self.value("or.pred", Width::B8, &[carry, again])?;
        }
        let flag = self.written(one, 1)?;
        self.copy(flag, carry, false);
        if !is_high {
            return self.unpack_to(one, 0, sum);
        }
        let (low, high) = (self.temporary(Width::B32), self.result(one, 0)?);
        self.unpack(sum, low, high)
    }

    /// Adds the operations of `LEA`: a shifted source plus another one.
    pub(super) fn scaled_sum(&mut self, one: &Instruction) -> Lowered<()> {
        let (a, b) = (source(one, 2)?, source(one, 3)?);
        let is_plain = [a, b].iter().all(|one| !one.is_negated && !one.is_inverted);
        if is_plain && let Some(part) = self.scaled_word(one)? {
            return self.sum_with_word(one, part);
        }
        let from = self.raw(a, 0)?;
        let wide = match (one.has("HI"), one.has("SX32")) {
            (_, true) => self.converted(from, Width::B64, true),
            (true, false) => {
                let high = self.raw(source(one, 4)?, 0)?;
                self.pack(from, high)?
            }
            (false, false) => self.converted(from, Width::B64, false),
        };
        let amount = self.word(number(one, 5)? as u32);
        let shifted = self.value("shl.b64", Width::B64, &[wide, amount])?;
        let (low, high) = (self.temporary(Width::B32), self.temporary(Width::B32));
        self.unpack(shifted, low, high)?;
        let mut part = if one.has("HI") { high } else { low };
        if a.is_negated || a.is_inverted {
            part = self.value("not.b32", Width::B32, &[part])?;
        }
        let other = self.complemented(b)?;
        let mut sum = self.bits(Width::B64, u64::from(a.is_negated || b.is_negated));
        let mut terms = vec![part, other];
        if !is_false(one, 6) {
            terms.push(self.read(one, 6)?);
        }
        for term in terms {
            let term = self.converted(term, Width::B64, false);
            sum = self.value("add.s64", Width::B64, &[sum, term])?;
        }
        let carry = self.temporary(Width::B32);
        let found = self.temporary(Width::B32);
        self.unpack(sum, found, carry)?;
        let zero = self.word(0);
        let flag = self.written(one, 1)?;
        self.ptx("setp.ne.u32", &[carry, zero], &[flag])?;
        let to = self.result(one, 0)?;
        self.copy(to, found, false);
        Some(())
    }

    /// Returns the word that `LEA` adds, as a shift of words. Returns `Some(None)` for other forms of `LEA`.
    fn scaled_word(&mut self, one: &Instruction) -> Lowered<Option<Reg>> {
        const BITS: u32 = u32::BITS;
        let low = self.raw(source(one, 2)?, 0)?;
        let amount = match u32::try_from(number(one, 5)?) {
            Ok(amount) if amount < BITS => amount,
            _ => return Some(None),
        };
        Some(match (one.has("HI"), one.has("SX32")) {
            (false, false) => {
                let amount = self.word(amount);
                Some(self.value("shl.b32", Width::B32, &[low, amount])?)
            }
            (true, true) => {
                let amount = self.word((BITS - amount).min(BITS - 1));
                Some(self.value("shr.s32", Width::B32, &[low, amount])?)
            }
            (true, false) => {
                let (high, amount) = (self.raw(source(one, 4)?, 0)?, self.word(amount));
                Some(self.value("shf.l.clamp.b32", Width::B32, &[low, high, amount])?)
            }
            (false, true) => None,
        })
    }

    /// Adds the operations of `LEA` without signs: a sum of a word, a source and a carry.
    fn sum_with_word(&mut self, one: &Instruction, part: Reg) -> Lowered<()> {
        let other = self.raw(source(one, 3)?, 0)?;
        let has_carry = !is_false(one, 6);
        let has_flag = writes(one, 1);
        let mut sum = self.value("add.s32", Width::B32, &[part, other])?;
        let mut flag = None;
        if has_flag {
            flag = Some(self.value("setp.lt.u32", Width::B8, &[sum, other])?);
        }
        if has_carry {
            let carry = self.read(one, 6)?;
            let carry = self.converted(carry, Width::B32, false);
            sum = self.value("add.s32", Width::B32, &[sum, carry])?;
            if let Some(first) = flag {
                let again = self.value("setp.lt.u32", Width::B8, &[sum, carry])?;
                flag = Some(self.value("or.pred", Width::B8, &[first, again])?);
            }
        }
        let to = self.result(one, 0)?;
        self.copy(to, sum, false);
        if let Some(from) = flag {
            let flag = self.written(one, 1)?;
            self.copy(flag, from, false);
        }
        Some(())
    }

    /// Adds the operations of `SHF`: a shift of two words, of which one is the result.
    pub(super) fn funnel_shift(&mut self, one: &Instruction) -> Lowered<()> {
        let (low, amount, high) = (self.int(one, 1)?, self.int(one, 2)?, self.int(one, 3)?);
        let (is_left, is_high) = (one.has("L"), one.has("HI"));
        let is_wide = one.has("U64") || one.has("S64");
        let sign = if one.has("S32") || one.has("S64") { 's' } else { 'u' };
        let to = self.result(one, 0)?;
        // A part of each word is in the result, unless the words are shifted by more than 32.
        if is_left == is_high && !is_wide {
            let direction = if is_left { "l" } else { "r" };
            let mode = if one.has("W") { "wrap" } else { "clamp" };
            return self.ptx(&format!("shf.{direction}.{mode}.b32"), &[low, high, amount], &[to]);
        }
        let mask = if is_wide { 63 } else { 31 };
        let amount = match (one.has("W"), self.known_bits(amount)) {
            (true, Some(bits)) => self.word(bits as u32 & mask),
            (true, None) => {
                let mask = self.word(mask);
                self.value("and.b32", Width::B32, &[amount, mask])?
            }
            (false, _) => amount,
        };
        match (is_left, is_high) {
            (true, false) => self.ptx("shl.b32", &[low, amount], &[to]),
            (false, true) => self.ptx(&format!("shr.{sign}32"), &[high, amount], &[to]),
            _ => {
                let both = self.pack(low, high)?;
                let spelling = if is_left { "shl.b64".into() } else { format!("shr.{sign}64") };
                let found = self.value(&spelling, Width::B64, &[both, amount])?;
                let rest = self.temporary(Width::B32);
                match is_high {
                    true => self.unpack(found, rest, to),
                    false => self.unpack(found, to, rest),
                }
            }
        }
    }
}
