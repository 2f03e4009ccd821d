//! Compares `cvt.pack` with exact integers.

use ptx_core::*;
use steered::Random;

/// Returns numbers near the limits of all integer types, and random numbers.
fn operands() -> Vec<i32> {
    let mut g = Random(1);
    let limits = (0..32).flat_map(|bits| (-2..=2).map(move |near| (1_i64 << bits) + near));
    let both_signs = limits.flat_map(|x| [x as i32, -x as i32]);
    both_signs.chain((0..50).map(|_| (g.next() >> g.below(64)) as i32)).collect()
}

/// Clamps `a` and `b` to `bits` bits, and packs them with `c`. From the highest bit down, the result consists of `c`,
/// `a` and `b`.
fn pack(bits: u32, signed: bool, a: i32, b: i32, c: u32) -> u32 {
    let size = 1_i128 << bits;
    let (least, greatest) = if signed { (-size / 2, size / 2 - 1) } else { (0, size - 1) };
    let [a, b] = [a, b].map(|x| i128::from(x).clamp(least, greatest).rem_euclid(size));
    ((i128::from(c) * size + a) * size + b).rem_euclid(1 << 32) as u32
}

fn compare(bits: u32, signed: bool, function: fn(i32, i32, u32) -> u32) {
    let operands = operands();
    let mut g = Random(2);
    for &a in &operands {
        for &b in &operands {
            let c = g.next() as u32;
            assert_eq!(function(a, b, c), pack(bits, signed, a, b, c), "{a:x} {b:x} {c:x}");
        }
    }
}

#[test]
fn halves() {
    // Two 16-bit numbers fill the result, so no bits of `c` remain.
    compare(16, false, |a, b, _| cvt_pack_sat_u16_s32(a, b));
    compare(16, true, |a, b, _| cvt_pack_sat_s16_s32(a, b));
}

#[test]
fn shorter() {
    compare(8, false, cvt_pack_sat_u8_s32_b32);
    compare(8, true, cvt_pack_sat_s8_s32_b32);
    compare(4, false, cvt_pack_sat_u4_s32_b32);
    compare(4, true, cvt_pack_sat_s4_s32_b32);
    compare(2, false, cvt_pack_sat_u2_s32_b32);
    compare(2, true, cvt_pack_sat_s2_s32_b32);
}
