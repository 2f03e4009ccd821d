//! Integers, in exact arithmetic.

use crate::Call;

/// A type of integers.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    pub(crate) signed: bool,
    pub(crate) bits: u32,
}

impl Type {
    pub(crate) fn parse(name: &str) -> Option<Self> {
        let (kind, bits) = name.split_at_checked(1)?;
        matches!(kind, "s" | "u" | "b")
            .then(|| Some(Self { signed: kind == "s", bits: bits.parse().ok()? }))?
    }

    /// One of twice as many bits.
    fn wide(self) -> Self {
        Self { bits: 2 * self.bits, ..self }
    }

    /// The number that bits are.
    pub(crate) fn value(self, word: u64) -> i128 {
        let modulus = 1_i128 << self.bits;
        let rest = i128::from(word) % modulus;
        if self.signed && rest >= modulus / 2 { rest - modulus } else { rest }
    }

    /// The bits of a number, modulo a power of two.
    pub(crate) fn word(self, value: i128) -> u64 {
        value.rem_euclid(1 << self.bits) as u64
    }

    /// The nearest number of the type.
    pub(crate) fn clamp(self, value: i128) -> i128 {
        let (least, after) = match self.signed {
            true => (-(1 << (self.bits - 1)), 1 << (self.bits - 1)),
            false => (0, 1 << self.bits),
        };
        value.clamp(least, after - 1)
    }

    /// The high half of a product.
    pub(crate) fn high(self, a: i128, b: i128) -> i128 {
        match self.signed {
            true => (a * b) >> self.bits,
            // Of 64 bits, it has more than an i128's magnitude.
            false => ((a.cast_unsigned() * b.cast_unsigned()) >> self.bits).cast_signed(),
        }
    }
}

pub(crate) fn result(call: &Call<'_>) -> Option<u64> {
    let (operation, name) = call.split()?;
    if name == "pred" {
        return logic(operation, call.words, 1);
    }
    let ty = Type::parse(name)?;
    let word = |at: usize| call.words.get(at).copied();
    let value = |at: usize| word(at).map(|word| ty.value(word));
    let (a, b, c) = (value(0)?, value(1).unwrap_or(0), value(2).unwrap_or(0));
    let saturated = |x| if call.has("Saturation::Sat") { ty.clamp(x) } else { x };
    let rectified = |x: i128| if call.has("Rectification::Relu") { x.max(0) } else { x };
    let product = a.wrapping_mul(b);
    let (a24, b24) = (low24(a, ty), low24(b, ty));
    Some(ty.word(match operation {
        "add" => saturated(a + b),
        "add_sat" => ty.clamp(a + b),
        "sub" => saturated(a - b),
        "mul_lo" => product,
        "mul_hi" => ty.high(a, b),
        "mul_wide" => return Some(ty.wide().word(product)),
        "mad_lo" => product.wrapping_add(c),
        "mad_hi" => ty.high(a, b) + c,
        "mad_hi_sat" => ty.clamp(ty.high(a, b) + c),
        "mad_wide" => return Some(ty.wide().word(product + ty.wide().value(word(2)?))),
        "mul24_lo" => a24 * b24,
        "mul24_hi" => (a24 * b24).div_euclid(1 << 16),
        "mad24_lo" => a24 * b24 + c,
        "mad24_hi" => (a24 * b24).div_euclid(1 << 16) + c,
        "mad24_hi_sat" => ty.clamp((a24 * b24).div_euclid(1 << 16) + c),
        "sad" => c + (a - b).abs(),
        "div" => a.checked_div(b).unwrap_or(-1),
        "rem" => a.checked_rem(b).unwrap_or(-1),
        "min" => rectified(a.min(b)),
        "max" => rectified(a.max(b)),
        "neg" => -a,
        "abs" => a.abs(),
        "cnot" => (a == 0).into(),
        "popc" => (0..ty.bits).map(|i| a >> i & 1).sum(),
        "clz" => (0..ty.bits).rev().take_while(|i| a >> i & 1 == 0).count() as i128,
        "shl" => a.checked_shl(word(1)? as u32).filter(|_| word(1) < Some(64)).unwrap_or(0),
        "shr" => a >> word(1)?.min(127),
        _ => return logic(operation, call.words, ty.bits),
    }))
}

/// The low 24 bits as a number.
fn low24(x: i128, ty: Type) -> i128 {
    let rest = x.rem_euclid(1 << 24);
    if ty.signed && rest >= 1 << 23 { rest - (1 << 24) } else { rest }
}

/// Bit by bit.
fn logic(operation: &str, words: &[u64], bits: u32) -> Option<u64> {
    let bit = |at: usize, i: u32| words.get(at).is_some_and(|word| word >> i & 1 == 1);
    let of = |i: u32| {
        Some(match operation {
            "and" => bit(0, i) && bit(1, i),
            "or" => bit(0, i) || bit(1, i),
            "xor" => bit(0, i) != bit(1, i),
            "not" => !bit(0, i),
            "brev" => bit(0, bits - 1 - i),
            "lop3" => {
                let row =
                    4 * u32::from(bit(0, i)) + 2 * u32::from(bit(1, i)) + u32::from(bit(2, i));
                bit(3, row)
            }
            _ => return None,
        })
    };
    (0..bits).try_fold(0, |word, i| Some(word | u64::from(of(i)?) << i))
}
