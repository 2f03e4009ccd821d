//! Computes the arithmetic of one thread with native integers and floats.

use crate::instruction::{Atomic, Comparison, Half, Logic, Operation};
use crate::types::{Kind, Type};

/// The NaN of all `.f32` results.
const NAN: u32 = 0x7fff_ffff;

/// Computes an instruction. Only `setp` has a second result, its second predicate.
pub(crate) fn compute(operation: Operation, kind: Type, sources: &[u64]) -> [u64; 2] {
    let one = |value: u64| [value, 0];
    match operation {
        Operation::Set { comparison, is_unordered, combination } => {
            let held = compare(comparison, is_unordered, kind, sources[0], sources[1]);
            let combined = |held: bool| match combination {
                None => held,
                Some(logic) => logic.apply(held.into(), sources[2]) == 1,
            };
            [combined(held).into(), combined(!held).into()]
        }
        Operation::Select => one(sources[usize::from(sources[2] == 0)]),
        Operation::Convert(from) => one(convert(kind, from, sources[0])),
        _ if kind.kind == Kind::Float => one(float(operation, sources).into()),
        _ => one(integer(operation, kind, sources)),
    }
}

/// Computes an `.f32` instruction.
fn float(operation: Operation, sources: &[u64]) -> u32 {
    let value = |i: usize| f32::from_bits(sources[i] as u32);
    let result = match operation {
        Operation::Move => return sources[0] as u32,
        Operation::Add => value(0) + value(1),
        Operation::Subtract => value(0) - value(1),
        Operation::Multiply(_) => value(0) * value(1),
        Operation::Fma => value(0).mul_add(value(1), value(2)),
        _ => unreachable!("the decoder rejects {operation:?} of floats"),
    };
    if result.is_nan() { NAN } else { result.to_bits() }
}

/// Computes an integer instruction.
fn integer(operation: Operation, kind: Type, sources: &[u64]) -> u64 {
    let value = |i: usize| kind.integer(sources[i]);
    let word = |i: usize| sources[i] as u32;
    let result = match operation {
        Operation::Move => value(0),
        Operation::Add => value(0) + value(1),
        Operation::Subtract => value(0) - value(1),
        Operation::Multiply(half) => return product(half, kind, value(0) * value(1), 0),
        Operation::MultiplyAdd(half) => {
            return product(half, kind, value(0) * value(1), sources[2].into());
        }
        Operation::Divide => value(0) / value(1),
        Operation::Remainder => value(0) % value(1),
        Operation::Minimum => value(0).min(value(1)),
        Operation::Maximum => value(0).max(value(1)),
        Operation::Absolute => value(0).abs(),
        Operation::Negate => -value(0),
        Operation::Bitwise(logic) => return logic.apply(sources[0], sources[1]),
        Operation::Not => !value(0),
        Operation::ShiftLeft => value(0) << word(1).min(64),
        Operation::ShiftRight => value(0) >> word(1).min(64),
        Operation::Population => sources[0].count_ones().into(),
        Operation::LeadingZeros => {
            i128::from(sources[0].leading_zeros()) - i128::from(64 - kind.width)
        }
        Operation::Reverse => i128::from(sources[0].reverse_bits() >> (64 - kind.width)),
        Operation::Extract => extract(kind, sources[0], word(1) & 255, word(2) & 255),
        Operation::Insert => {
            insert(kind.width, sources[0], sources[1], word(2) & 255, word(3) & 255)
        }
        Operation::Lookup => lookup(sources).into(),
        Operation::Permute => permute(word(0), word(1), word(2)).into(),
        _ => unreachable!("the decoder rejects {operation:?} of integers"),
    };
    kind.cut(result)
}

/// Returns the low half, the high half or all bits of a product, plus an addend.
fn product(half: Half, kind: Type, product: i128, addend: i128) -> u64 {
    match half {
        Half::Low => kind.cut(product + addend),
        Half::High => kind.cut((product >> kind.width) + addend),
        Half::Wide => Type { width: 2 * kind.width, ..kind }.cut(product + addend),
    }
}

/// Computes `bfe`: extracts `length` bits from bit `start` on. Signed fields are extended with
/// their top bit.
fn extract(kind: Type, bits: u64, start: u32, length: u32) -> i128 {
    let bit = |i: u32| i128::from(bits >> i & 1);
    let top = (start + length).wrapping_sub(1).min(kind.width - 1);
    let sign = if kind.kind == Kind::Signed && length > 0 { bit(top) } else { 0 };
    let of = |i: u32| if i < length && start + i < kind.width { bit(start + i) } else { sign };
    (0..kind.width).map(|i| of(i) << i).sum()
}

/// Computes `bfi`: replaces `length` bits of `base`, from bit `start` on, with the low bits of
/// `field`.
fn insert(width: u32, field: u64, base: u64, start: u32, length: u32) -> i128 {
    let is_field = |i: u32| i >= start && i - start < length;
    let of = |i: u32| if is_field(i) { field >> (i - start) & 1 } else { base >> i & 1 };
    (0..width).map(|i| i128::from(of(i)) << i).sum()
}

/// Computes `lop3`: three source bits select a bit of the table, for each bit of the result.
fn lookup(sources: &[u64]) -> u32 {
    let bit = |word: usize, i: u32| sources[word] >> i & 1;
    let of = |i: u32| sources[3] >> (bit(0, i) << 2 | bit(1, i) << 1 | bit(2, i)) & 1;
    (0..32).map(|i| (of(i) as u32) << i).sum()
}

/// Computes `prmt`: each byte of the result is a copy of one of eight source bytes, or has eight copies of the sign bit
/// of a source byte.
fn permute(a: u32, b: u32, selector: u32) -> u32 {
    let bytes = u64::from(b) << 32 | u64::from(a);
    let of = |i: u32| {
        let choice = selector >> (4 * i) & 15;
        let byte = (bytes >> (8 * (choice & 7))) as u8;
        if choice & 8 == 0 { byte } else { 0u8.wrapping_sub(byte >> 7) }
    };
    (0..4).map(|i| u32::from(of(i)) << (8 * i)).sum()
}

/// Computes `cvt` between integers, from an integer to `.f32`, and from `.f32` to an integer
/// towards zero.
fn convert(to: Type, from: Type, bits: u64) -> u64 {
    match (to.kind, from.kind) {
        (Kind::Float, Kind::Float) => unreachable!("the decoder rejects this conversion"),
        // The integer is exact in i128, so it is rounded only once.
        (Kind::Float, _) => (from.integer(bits) as f32).to_bits().into(),
        (_, Kind::Float) => {
            let value = f32::from_bits(bits as u32);
            let (low, high) = match to.kind {
                Kind::Signed => (-(1i128 << (to.width - 1)), (1i128 << (to.width - 1)) - 1),
                _ => (0, (1i128 << to.width) - 1),
            };
            to.cut((value as i128).clamp(low, high))
        }
        // `integer` extends the source by its own signedness, and `cut` truncates the integer to
        // the width of the result.
        _ => to.cut(from.integer(bits)),
    }
}

/// Computes a comparison of `setp`.
fn compare(comparison: Comparison, is_unordered: bool, kind: Type, a: u64, b: u64) -> bool {
    let order = if kind.kind == Kind::Float {
        f32::from_bits(a as u32).partial_cmp(&f32::from_bits(b as u32))
    } else {
        Some(kind.integer(a).cmp(&kind.integer(b)))
    };
    order.map_or(is_unordered, |order| match comparison {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessOrEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterOrEqual => order.is_ge(),
    })
}

impl Logic {
    /// Combines two words bit by bit.
    pub(crate) fn apply(self, a: u64, b: u64) -> u64 {
        match self {
            Self::And => a & b,
            Self::Or => a | b,
            Self::Xor => a ^ b,
        }
    }
}

impl Atomic {
    /// Returns the value that an atomic operation stores.
    pub(crate) fn apply(self, kind: Type, old: u64, sources: &[u64]) -> u64 {
        let source = sources[0];
        let (a, b) = (kind.integer(old), kind.integer(source));
        match self {
            Self::Add => kind.cut(a + b),
            Self::Minimum => kind.cut(a.min(b)),
            Self::Maximum => kind.cut(a.max(b)),
            Self::Bitwise(logic) => logic.apply(old, source),
            Self::Exchange => source,
            Self::CompareAndSwap => {
                if old == source {
                    sources[1]
                } else {
                    old
                }
            }
            Self::Increment => {
                if old >= source {
                    0
                } else {
                    old + 1
                }
            }
            Self::Decrement => {
                if old == 0 || old > source {
                    source
                } else {
                    old - 1
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bits(operation: Operation, kind: &str, sources: &[u64]) -> u64 {
        compute(operation, Type::of(kind).expect("a type"), sources)[0]
    }

    #[test]
    fn integers_follow_the_manual() {
        let minus = |n: u32| u64::from(n.wrapping_neg());
        assert_eq!(bits(Operation::Add, "u32", &[0xffff_ffff, 2]), 1);
        assert_eq!(bits(Operation::Multiply(Half::High), "s32", &[minus(1), 5]), 0xffff_ffff);
        assert_eq!(bits(Operation::Multiply(Half::Wide), "s32", &[minus(2), 3]), (-6i64) as u64);
        assert_eq!(bits(Operation::ShiftLeft, "b32", &[1, 32]), 0);
        assert_eq!(bits(Operation::ShiftRight, "s32", &[minus(1), 200]), 0xffff_ffff);
        assert_eq!(bits(Operation::ShiftRight, "u32", &[0xffff_ffff, 32]), 0);
        assert_eq!(bits(Operation::Extract, "s32", &[0x0000_0ff0, 4, 8]), 0xffff_ffff);
        assert_eq!(bits(Operation::Extract, "u32", &[0xabcd_1234, 24, 16]), 0xab);
        assert_eq!(bits(Operation::Extract, "s32", &[0x8000_0000, 40, 4]), 0xffff_ffff);
        assert_eq!(bits(Operation::Insert, "b32", &[0xff, 0, 28, 8]), 0xf000_0000);
        assert_eq!(bits(Operation::Lookup, "b32", &[0xf0, 0xcc, 0xaa, 0xca]), 0xca);
        assert_eq!(
            bits(Operation::Permute, "b32", &[0x8182_8384, 0x1122_3344, 0x7e30]),
            0x1100_8184
        );
        assert_eq!(bits(Operation::LeadingZeros, "b32", &[0x00ff_0000]), 8);
        assert_eq!(bits(Operation::Reverse, "b32", &[1]), 0x8000_0000);
        assert_eq!(
            bits(Operation::Convert(Type::of("s8").expect("a type")), "s32", &[0x80]),
            0xffff_ff80
        );
    }

    #[test]
    fn floats_have_one_nan() {
        let infinity = u64::from(f32::INFINITY.to_bits());
        assert_eq!(bits(Operation::Subtract, "f32", &[infinity, infinity]), 0x7fff_ffff);
        let tenth = u64::from(0.1f32.to_bits());
        let fused = 0.1f32.mul_add(0.1, 0.1).to_bits();
        assert_eq!(bits(Operation::Fma, "f32", &[tenth; 3]), fused.into());
        let float = Type::of("f32").expect("a type");
        assert_eq!(bits(Operation::Convert(float), "s32", &[0x7fc0_0000]), 0);
        assert_eq!(bits(Operation::Convert(float), "s32", &[infinity]), 0x7fff_ffff);
    }
}
