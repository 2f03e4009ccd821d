//! Integers and bits: exact numbers, and the manual's loops over bits.

use super::modes::{Modes, combined};
use super::{Compute, Words, one, ones, two};
use ptx_core::{Amount, Permutation};

/// Bits of an integer's type, and whether it has a sign.
pub(super) fn integer(ty: &str) -> Option<(u32, bool)> {
    let (kind, bits) = ty.split_at_checked(1)?;
    let bits = bits.parse().ok()?;
    matches!(kind, "u" | "s" | "b").then_some((bits, kind == "s"))
}

/// The number that bits mean.
pub(super) fn value(x: u64, bits: u32, signed: bool) -> i128 {
    let x = i128::from(x & ones(bits));
    if signed && x >> (bits - 1) == 1 { x - (1 << bits) } else { x }
}

fn bit(x: u64, i: u32) -> bool {
    x >> i & 1 == 1
}

/// A number of `width` bits, each by its place.
fn by_bit(width: u32, of: impl Fn(u32) -> bool) -> u64 {
    (0..width).map(|i| u64::from(of(i)) << i).sum()
}

pub(super) fn of(name: &str, m: Modes) -> Option<Compute> {
    if let Some(predicate) = name.strip_suffix("_pred") {
        return Some(match predicate {
            "and" => Box::new(|x| one(x[0] * x[1])),
            "or" => Box::new(|x| one(u64::from(x[0] + x[1] > 0))),
            "xor" => Box::new(|x| one((x[0] + x[1]) % 2)),
            "not" => Box::new(|x| one(1 - x[0])),
            _ => return None,
        });
    }
    if let Some(dot) = name.strip_prefix("dp4a_") {
        return dot_product(dot, 8, 0, 4);
    }
    if let Some(dot) = name.strip_prefix("dp2a_lo_") {
        return dot_product(dot, 16, 0, 2);
    }
    if let Some(dot) = name.strip_prefix("dp2a_hi_") {
        return dot_product(dot, 16, 16, 2);
    }
    let (word, ty) = name.rsplit_once('_')?;
    let (bits, signed) = integer(ty)?;
    carrying(word, bits, signed)
        .or_else(|| arithmetic(word, bits, signed, &m))
        .or_else(|| of_bits(word, bits, signed, m))
}

/// The 128 bits of a product.
fn product(x: &Words, bits: u32, signed: bool) -> u128 {
    // Those of unsigned numbers of 64 bits do not fit an `i128`.
    (value(x[0], bits, signed) as u128).wrapping_mul(value(x[1], bits, signed) as u128)
}

/// The upper half of a product.
fn high(x: &Words, bits: u32, signed: bool) -> u64 {
    (product(x, bits, signed) >> bits) as u64 & ones(bits)
}

fn arithmetic(word: &str, bits: u32, signed: bool, m: &Modes) -> Option<Compute> {
    let of = move |x: u64| value(x, bits, signed);
    let cut = move |x: i128| one(x as u64 & ones(bits));
    let clamped = move |x: i128| {
        let half = 1 << (bits - 1);
        cut(x.clamp(-half, half - 1))
    };
    let (sat, relu) = (m.is_saturating(), m.is_rectifying());
    // Of numbers of 24 bits, whose products have 48.
    let low_24 = move |x: u64| value(x, 24, signed);
    Some(match word {
        "add" => Box::new(move |x| {
            let exact = of(x[0]) + of(x[1]);
            if sat { clamped(exact) } else { cut(exact) }
        }),
        "sub" => Box::new(move |x| {
            let exact = of(x[0]) - of(x[1]);
            if sat { clamped(exact) } else { cut(exact) }
        }),
        "mul_lo" => Box::new(move |x| cut(product(x, bits, signed) as i128)),
        "mul_hi" => Box::new(move |x| one(high(x, bits, signed))),
        "mul_wide" => Box::new(move |x| one(product(x, bits, signed) as u64 & ones(2 * bits))),
        "mad_lo" => {
            Box::new(move |x| cut((product(x, bits, signed) as i128).wrapping_add(of(x[2]))))
        }
        "mad_hi" => Box::new(move |x| cut(i128::from(high(x, bits, signed)) + of(x[2]))),
        "mad_hi_sat" => Box::new(move |x| clamped(of(high(x, bits, signed)) + of(x[2]))),
        "mad_wide" => Box::new(move |x| {
            let sum = (product(x, bits, signed) as i128) + i128::from(x[2]);
            one(sum as u64 & ones(2 * bits))
        }),
        "mul24_lo" => Box::new(move |x| cut(low_24(x[0]) * low_24(x[1]))),
        "mul24_hi" => Box::new(move |x| cut((low_24(x[0]) * low_24(x[1])) >> 16)),
        "mad24_lo" => Box::new(move |x| cut(low_24(x[0]) * low_24(x[1]) + of(x[2]))),
        "mad24_hi" => Box::new(move |x| cut(((low_24(x[0]) * low_24(x[1])) >> 16) + of(x[2]))),
        "mad24_hi_sat" => {
            Box::new(move |x| clamped(((low_24(x[0]) * low_24(x[1])) >> 16) + of(x[2])))
        }
        "sad" => Box::new(move |x| cut(of(x[2]) + (of(x[0]) - of(x[1])).abs())),
        // By zero: all ones, which the tests of `ptx-core` say of both.
        "div" => Box::new(move |x| cut(of(x[0]).checked_div(of(x[1])).unwrap_or(-1))),
        "rem" => Box::new(move |x| cut(of(x[0]).checked_rem(of(x[1])).unwrap_or(-1))),
        "min" | "max" => {
            let is_max = word == "max";
            Box::new(move |x| {
                let (a, b) = (of(x[0]), of(x[1]));
                let result = if is_max { a.max(b) } else { a.min(b) };
                cut(if relu { result.max(0) } else { result })
            })
        }
        "neg" => Box::new(move |x| cut(-of(x[0]))),
        "abs" => Box::new(move |x| cut(of(x[0]).abs())),
        "shr" => Box::new(move |x| cut(of(x[0]) >> x[1].min(127))),
        _ => return None,
    })
}

/// With `.cc`, or the carry of an earlier instruction, which comes last.
fn carrying(word: &str, bits: u32, signed: bool) -> Option<Compute> {
    let (word, writes) = match word.strip_suffix("_cc") {
        Some(word) => (word, true),
        None => (word, false),
    };
    let reads = word.starts_with("addc") || word.starts_with("subc") || word.starts_with("madc");
    if !reads && !writes {
        return None;
    }
    let cut = move |exact: i128| {
        let d = exact as u64 & ones(bits);
        let carry = exact != i128::from(d);
        if writes { two(d, carry) } else { one(d) }
    };
    let carry = move |x: &Words, place: usize| if reads { i128::from(x[place]) } else { 0 };
    let whole = move |x: u64| i128::from(x & ones(bits));
    Some(match word.trim_end_matches("_lo").trim_end_matches("_hi") {
        "add" | "addc" => Box::new(move |x| cut(whole(x[0]) + whole(x[1]) + carry(x, 2))),
        "sub" | "subc" => Box::new(move |x| cut(whole(x[0]) - whole(x[1]) - carry(x, 2))),
        "mad" | "madc" if word.ends_with("lo") => Box::new(move |x| {
            let low = product(x, bits, signed) as u64;
            cut(whole(low) + whole(x[2]) + carry(x, 3))
        }),
        "mad" | "madc" => {
            Box::new(move |x| cut(whole(high(x, bits, signed)) + whole(x[2]) + carry(x, 3)))
        }
        _ => return None,
    })
}

fn of_bits(word: &str, bits: u32, signed: bool, m: Modes) -> Option<Compute> {
    let msb = bits - 1;
    let each = move |of: &dyn Fn(u32) -> bool| one(by_bit(bits, of));
    let is_clamped = m.amount == Amount::Clamp;
    Some(match word {
        "and" => Box::new(move |x| each(&|i| bit(x[0], i) && bit(x[1], i))),
        "or" => Box::new(move |x| each(&|i| bit(x[0], i) || bit(x[1], i))),
        "xor" => Box::new(move |x| each(&|i| bit(x[0], i) != bit(x[1], i))),
        "not" => Box::new(move |x| each(&|i| !bit(x[0], i))),
        "cnot" => Box::new(|x| one((x[0] == 0).into())),
        "shl" => Box::new(move |x| each(&|i| u64::from(i) >= x[1] && bit(x[0], i - x[1] as u32))),
        "popc" => Box::new(move |x| one((0..bits).filter(|i| bit(x[0], *i)).count() as u64)),
        "brev" => Box::new(move |x| each(&|i| bit(x[0], msb - i))),
        "clz" => Box::new(move |x| {
            let found = (0..bits).rev().find(|i| bit(x[0], *i));
            one(found.map_or(bits, |i| msb - i).into())
        }),
        "bfind" | "bfind_shiftamt" => {
            let is_amount = word == "bfind_shiftamt";
            Box::new(move |x| {
                let inverted = signed && bit(x[0], msb);
                let found = (0..bits).rev().find(|i| bit(x[0], *i) != inverted);
                let place = found.map(|i| if is_amount { msb - i } else { i });
                one(place.unwrap_or(u32::MAX).into())
            })
        }
        "bfe" => Box::new(move |x| one(extracted(x, msb, signed))),
        "bfi" => Box::new(move |x| {
            let (pos, len) = (place(x[2], msb), place(x[3], msb));
            let inside = |i: u32| u64::from(i) >= pos && u64::from(i) - pos < len;
            each(&|i| if inside(i) { bit(x[0], i - pos as u32) } else { bit(x[1], i) })
        }),
        "bmsk" => Box::new(move |x| one(mask(x[0], x[1], is_clamped))),
        "szext" => Box::new(move |x| one(extended(x[0], x[1], is_clamped, signed))),
        "fns" => Box::new(|x| one(nth_set(x[0], x[1], x[2] as u32))),
        "lop3" => Box::new(|x| one(chosen(x))),
        "lop3_boolop" => Box::new(move |x| {
            let d = chosen(x);
            two(d, combined((d != 0).into(), x[4], m.combination))
        }),
        "prmt" => Box::new(move |x| one(permuted(x, m.permutation))),
        "shf_l" | "shf_r" => {
            let is_left = word == "shf_l";
            Box::new(move |x| {
                let both = u128::from(x[1]) << 32 | u128::from(x[0]);
                let amount = if is_clamped { x[2].min(32) } else { x[2] % 32 };
                let shifted = if is_left { both << amount >> 32 } else { both >> amount };
                one(shifted as u64 & ones(32))
            })
        }
        "clmad_lo" | "clmad_hi" => {
            let is_high = word == "clmad_hi";
            Box::new(move |x| {
                let rows = (0..64).filter(|i| bit(x[0], *i)).map(|i| u128::from(x[1]) << i);
                let product = rows.fold(0, |sum, row| sum ^ row);
                one((if is_high { product >> 64 } else { product }) as u64 ^ x[2])
            })
        }
        _ => return None,
    })
}

/// A position or a length: the low byte, in 64 bits all of it.
fn place(x: u64, msb: u32) -> u64 {
    if msb == 63 { x } else { x & 0xff }
}

/// The manual's loop for `bfe`.
fn extracted(x: &Words, msb: u32, signed: bool) -> u64 {
    let (pos, len, top) = (place(x[1], msb), place(x[2], msb), u64::from(msb));
    let sign = signed && len != 0 && bit(x[0], (pos + len - 1).min(top) as u32);
    let inside = |i: u32| u64::from(i) < len && pos + u64::from(i) <= top;
    by_bit(msb + 1, |i| if inside(i) { bit(x[0], pos as u32 + i) } else { sign })
}

/// The manual's steps for `bmsk`.
fn mask(a: u64, b: u64, is_clamped: bool) -> u64 {
    let (first, count) = (a % 32, b % 32);
    if is_clamped && a >= 32 {
        return 0;
    }
    let ends = if is_clamped && b >= 32 { 32 } else { first + count };
    by_bit(32, |i| u64::from(i) >= first && u64::from(i) < ends)
}

/// The manual's steps for `szext`.
fn extended(a: u64, b: u64, is_clamped: bool, signed: bool) -> u64 {
    let count = if is_clamped && b >= 32 { 32 } else { b % 32 };
    let sign = signed && count != 0 && count < 32 && bit(a, count as u32 - 1);
    by_bit(32, |i| if u64::from(i) < count { bit(a, i) } else { sign })
}

/// The manual's loop for `fns`.
fn nth_set(mask: u64, base: u64, offset: u32) -> u64 {
    const NONE: u64 = 0xffff_ffff;
    let offset = i64::from(offset.cast_signed());
    let mut place = base as i64;
    if offset == 0 {
        return if place < 32 && bit(mask, place as u32) { base } else { NONE };
    }
    let mut left = offset.abs();
    while (0..32).contains(&place) {
        left -= i64::from(bit(mask, place as u32));
        if left == 0 {
            return place as u64;
        }
        place += offset.signum();
    }
    NONE
}

/// `lop3`: the table's bit that three bits choose.
fn chosen(x: &Words) -> u64 {
    let row =
        |i| 4 * u32::from(bit(x[0], i)) + 2 * u32::from(bit(x[1], i)) + u32::from(bit(x[2], i));
    by_bit(32, |i| bit(x[3], row(i)))
}

/// The manual's table of bytes, highest first.
fn bytes_of(permutation: Permutation) -> [[usize; 4]; 4] {
    match permutation {
        Permutation::Selected => [[0; 4]; 4],
        Permutation::F4e => [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]],
        Permutation::B4e => [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]],
        Permutation::Rc8 => [[0; 4], [1; 4], [2; 4], [3; 4]],
        Permutation::Ecl => [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3; 4]],
        Permutation::Ecr => [[0; 4], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]],
        Permutation::Rc16 => [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]],
    }
}

fn permuted(x: &Words, permutation: Permutation) -> u64 {
    let byte = |i: usize| (x[i / 4] >> (8 * (i % 4)) & 0xff) as u8;
    let bytes = match permutation {
        Permutation::Selected => [3, 2, 1, 0].map(|i| {
            let select = x[2] as usize >> (4 * i) & 0xf;
            let byte = byte(select & 7);
            if select < 8 { byte } else { 0xff * (byte >> 7) }
        }),
        _ => bytes_of(permutation)[x[2] as usize & 3].map(byte),
    };
    u32::from_be_bytes(bytes).into()
}

/// Parts of the first operand times bytes of the second from bit `from` on, and the third.
fn dot_product(types: &str, bits: u32, from: u32, count: u32) -> Option<Compute> {
    let (a, b) = types.split_once('_')?;
    let (a_signed, b_signed) = (integer(a)?.1, integer(b)?.1);
    Some(Box::new(move |x| {
        let products = (0..count).map(|i| {
            let a = value(x[0] >> (i * bits), bits, a_signed);
            a * value(x[1] >> (from + 8 * i), 8, b_signed)
        });
        one((i128::from(x[2]) + products.sum::<i128>()) as u64 & ones(32))
    }))
}
