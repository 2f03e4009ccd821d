//! Fields of bits, bytes and shifts, by the manual's loops.

use crate::Call;
use crate::referee::bits::{bfe, bfi, bit, bmsk, fns, szext};
use ptx_core::Amount;

pub(crate) fn result(call: &Call<'_>) -> Option<u64> {
    let word = |at: usize| call.words.get(at).copied();
    let (a, b, c) = (word(0)?, word(1).unwrap_or(0), word(2).unwrap_or(0));
    let low = |word: u64| word as u32;
    let wraps = call.has("Amount::Wrap");
    let amount = if wraps { Amount::Wrap } else { Amount::Clamp };
    Some(match call.function {
        "bfe_s32" => bfe(a, low(b), low(c), 31, true),
        "bfe_u32" => bfe(a, low(b), low(c), 31, false),
        "bfe_s64" => bfe(a, low(b), low(c), 63, true),
        "bfe_u64" => bfe(a, low(b), low(c), 63, false),
        "bfi_b32" => bfi(a, b, low(c), low(word(3)?), 31),
        "bfi_b64" => bfi(a, b, low(c), low(word(3)?), 63),
        "szext_s32" => szext(low(a), low(b), amount, true).into(),
        "szext_u32" => szext(low(a), low(b), amount, false).into(),
        "bmsk_b32" => bmsk(low(a), low(b), amount).into(),
        "fns_b32" => fns(low(a), low(b), low(c).cast_signed()).into(),
        "shf_l_b32" => funnel(a, b, c, wraps, |both, n| both << n >> 32),
        "shf_r_b32" => funnel(a, b, c, wraps, |both, n| both >> n),
        "prmt_b32" => permuted(a, b, low(c), call)?,
        "clmad_lo_u64" => low_and_high(a, b).0 ^ c,
        "clmad_hi_u64" => low_and_high(a, b).1 ^ c,
        "selp" => {
            if c & 1 == 1 {
                a
            } else {
                b
            }
        }
        "slct_s32" => {
            if low(c) >> 31 == 0 {
                a
            } else {
                b
            }
        }
        function => {
            let (operation, types) = function.split_once('_')?;
            match operation {
                "bfind" => bfind(a, types)?,
                "dp4a" | "dp2a" => dot(operation, types, [a, b, c])?,
                "pack" => packed(types, call.words)?,
                _ => return None,
            }
        }
    })
}

fn bfind(a: u64, types: &str) -> Option<u64> {
    let (shift, ty) = match types.strip_prefix("shiftamt_") {
        Some(ty) => (true, ty),
        None => (false, types),
    };
    let width = if ty.ends_with("64") { 64 } else { 32 };
    let negative = ty.starts_with('s') && bit(a, width - 1);
    let found = (0..width).rev().find(|i| bit(a, *i) != negative);
    Some(match found {
        Some(at) if shift => (width - 1 - at).into(),
        Some(at) => at.into(),
        None => u32::MAX.into(),
    })
}

fn funnel(a: u64, b: u64, c: u64, wraps: bool, shifted: impl Fn(u128, u64) -> u128) -> u64 {
    let amount = if wraps { c % 32 } else { c.min(32) };
    shifted(u128::from(b) << 32 | u128::from(a), amount) as u64 & 0xffff_ffff
}

/// The manual's table of bytes, highest first.
#[rustfmt::skip]
const PERMUTATIONS: [(&str, [[usize; 4]; 4]); 6] = [
    ("F4e",  [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]]),
    ("B4e",  [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]]),
    ("Rc8",  [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]),
    ("Ecl",  [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]]),
    ("Ecr",  [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]]),
    ("Rc16", [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]]),
];

fn permuted(a: u64, b: u64, c: u32, call: &Call<'_>) -> Option<u64> {
    let bytes = (b << 32 | a).to_le_bytes();
    let mode = call.modes.iter().find_map(|mode| mode.strip_prefix("Permutation::"))?;
    if mode != "Selected" {
        let row = PERMUTATIONS.iter().find(|row| row.0 == mode)?.1[(c & 3) as usize];
        return Some(u32::from_be_bytes(row.map(|i| bytes[i])).into());
    }
    let picked = |i: u32| {
        let select = c >> (4 * i) & 0xf;
        let byte = bytes[(select & 7) as usize];
        if select < 8 { byte } else { [0, 0xff][usize::from(byte >> 7)] }
    };
    Some(u32::from_le_bytes([0, 1, 2, 3].map(picked)).into())
}

/// The product without carries.
fn low_and_high(a: u64, b: u64) -> (u64, u64) {
    let terms = (0..64).filter(|i| bit(b, *i)).map(|i| u128::from(a) << i);
    let product = terms.fold(0, |sum, term| sum ^ term);
    (product as u64, (product >> 64) as u64)
}

/// The sum of products of parts; `dp2a` has halves of `a` and the low or the high bytes of `b`.
fn dot(operation: &str, types: &str, [a, b, c]: [u64; 3]) -> Option<u64> {
    let (from, types) = match types.split_once('_')? {
        ("lo", types) => (0, types),
        ("hi", types) => (16, types),
        _ => (0, types),
    };
    let (first, second) = types.split_once('_')?;
    let (bits, count) = if operation == "dp4a" { (8, 4) } else { (16, 2) };
    let part = |x: u64, from: u32, bits: u32, ty: &str| {
        let part = (x >> from) as i64 & ((1 << bits) - 1);
        if ty == "s32" && part >> (bits - 1) == 1 { part - (1 << bits) } else { part }
    };
    let products =
        (0..count).map(|i| part(a, i * bits, bits, first) * part(b, from + 8 * i, 8, second));
    Some((products.sum::<i64>() + c as i64).cast_unsigned() & 0xffff_ffff)
}

/// Words one after the other, the first lowest.
fn packed(types: &str, words: &[u64]) -> Option<u64> {
    let bits: u32 = types.rsplit_once("_b")?.1.parse().ok()?;
    Some(words.iter().rev().fold(0, |all, word| all << bits | word))
}
