//! Compares integer and bit instructions with exact integers, and with loops over bits as in the manual's definitions.

use super::random_sets;
use ptx_core::*;
use referee::bits::{bfe, bfi, bfind, bit, bits, bmsk, fns, szext};
use steered::Random;

const EDGES: &[u64] = &[
    0,
    1,
    2,
    3,
    7,
    8,
    15,
    16,
    31,
    32,
    33,
    63,
    64,
    65,
    0x7f,
    0x80,
    0xff,
    0x100,
    0x7fff,
    0x8000,
    0xffff,
    0x1_0000,
    0x7fff_ffff,
    0x8000_0000,
    0xffff_ffff,
    0x1_0000_0000,
    1 << 62,
    (1 << 63) - 1,
    1 << 63,
    (1 << 63) + 1,
    u64::MAX - 1,
    u64::MAX,
    0x5555_5555_5555_5555,
    0xdead_beef_0123_4567,
];

/// Checks all triples of edge cases, then random triples.
fn triples(mut check: impl FnMut([u64; 3])) {
    for a in EDGES {
        for b in EDGES {
            for c in EDGES {
                check([*a, *b, *c]);
            }
        }
    }
    let mut g = Random(5);
    for _ in 0..random_sets() {
        check(
            [(); 3]
                .map(|()| g.next() >> g.below(64))
                .map(|x| if g.below(2) == 0 { x } else { x.wrapping_neg() }),
        );
    }
}

macro_rules! arithmetic {
    ($($t:ident: $add:ident $sub:ident $lo:ident $hi:ident $mad_lo:ident $mad_hi:ident $sad:ident $div:ident $rem:ident
        $min:ident $max:ident $shr:ident [$($mode:ident)?] [$($relu:ident)?];)*) => {
        #[test]
        fn arithmetic() {
            triples(|x| { $(
                let [a, b, c] = x.map(|x| x as $t);
                let [i, j, k] = [a, b, c].map(i128::from);
                // The product of two unsigned 64-bit numbers may exceed `i128::MAX`, so its high half comes from
                // u128.
                let product = i.wrapping_mul(j);
                let high = if $t::MIN == 0 { ((i as u128 * j as u128) >> $t::BITS) as i128 } else { product >> $t::BITS };
                assert_eq!($add(a, b $(, Saturation::$mode)?), (i + j) as $t, "{x:x?}");
                assert_eq!($sub(a, b $(, Saturation::$mode)?), (i - j) as $t, "{x:x?}");
                assert_eq!($lo(a, b), product as $t, "{x:x?}");
                assert_eq!($hi(a, b), high as $t, "{x:x?}");
                assert_eq!($mad_lo(a, b, c), (product as $t).wrapping_add(c), "{x:x?}");
                assert_eq!($mad_hi(a, b, c), (high + k) as $t, "{x:x?}");
                assert_eq!($sad(a, b, c), (k + (i - j).abs()) as $t, "{x:x?}");
                let (quotient, remainder) = if j == 0 { (-1, -1) } else { (i / j, i % j) };
                assert_eq!($div(a, b), quotient as $t, "{x:x?}");
                assert_eq!($rem(a, b), remainder as $t, "{x:x?}");
                assert_eq!($min(a, b $(, Rectification::$relu)?), i.min(j) as $t, "{x:x?}");
                assert_eq!($max(a, b $(, Rectification::$relu)?), i.max(j) as $t, "{x:x?}");
                let amount = x[1] as u32;
                assert_eq!($shr(a, amount), (i >> amount.min(127)) as $t, "{x:x?}");
            )* });
        }
    };
}
arithmetic! {
    u16: add_u16 sub_u16 mul_lo_u16 mul_hi_u16 mad_lo_u16 mad_hi_u16 sad_u16 div_u16 rem_u16 min_u16 max_u16 shr_u16 [] [];
    u32: add_u32 sub_u32 mul_lo_u32 mul_hi_u32 mad_lo_u32 mad_hi_u32 sad_u32 div_u32 rem_u32 min_u32 max_u32 shr_u32 [] [];
    u64: add_u64 sub_u64 mul_lo_u64 mul_hi_u64 mad_lo_u64 mad_hi_u64 sad_u64 div_u64 rem_u64 min_u64 max_u64 shr_u64 [] [];
    i16: add_s16 sub_s16 mul_lo_s16 mul_hi_s16 mad_lo_s16 mad_hi_s16 sad_s16 div_s16 rem_s16 min_s16 max_s16 shr_s16 [] [];
    i32: add_s32 sub_s32 mul_lo_s32 mul_hi_s32 mad_lo_s32 mad_hi_s32 sad_s32 div_s32 rem_s32 min_s32 max_s32 shr_s32 [Off] [Linear];
    i64: add_s64 sub_s64 mul_lo_s64 mul_hi_s64 mad_lo_s64 mad_hi_s64 sad_s64 div_s64 rem_s64 min_s64 max_s64 shr_s64 [] [];
}

macro_rules! signs {
    ($($t:ident: $neg:ident $abs:ident;)*) => {
        #[test]
        fn signs() {
            triples(|x| { $(
                let a = x[0] as $t;
                assert_eq!($neg(a), -i128::from(a) as $t);
                assert_eq!($abs(a), i128::from(a).abs() as $t);
            )* });
        }
    };
}
signs! {
    i16: neg_s16 abs_s16;
    i32: neg_s32 abs_s32;
    i64: neg_s64 abs_s64;
}

macro_rules! wide {
    ($($t:ident $wide:ident: $mul:ident $mad:ident;)*) => {
        #[test]
        fn wide_products() {
            triples(|x| { $(
                let (a, b, c) = (x[0] as $t, x[1] as $t, x[2] as $wide);
                let product = i128::from(a) * i128::from(b);
                assert_eq!(i128::from($mul(a, b)), product, "{x:x?}");
                assert_eq!($mad(a, b, c), (product + i128::from(c)) as $wide, "{x:x?}");
            )* });
        }
    };
}
wide! {
    u16 u32: mul_wide_u16 mad_wide_u16;
    i16 i32: mul_wide_s16 mad_wide_s16;
    u32 u64: mul_wide_u32 mad_wide_u32;
    i32 i64: mul_wide_s32 mad_wide_s32;
}

macro_rules! products_of_24_bits {
    ($($t:ident: $mul_lo:ident $mul_hi:ident $mad_lo:ident $mad_hi:ident;)*) => {
        #[test]
        fn products_of_24_bits() {
            triples(|x| { $(
                let [a, b, c] = x.map(|x| x as $t);
                let signed = i64::from($t::MIN != 0) << 24;
                let low24 = |x: $t| {
                    let rest = i64::from(x).rem_euclid(1 << 24);
                    if rest < 1 << 23 { rest } else { rest - signed }
                };
                let (product, c_exact) = (low24(a) * low24(b), i64::from(c));
                assert_eq!($mul_lo(a, b), product as $t, "{x:x?}");
                assert_eq!($mul_hi(a, b), product.div_euclid(1 << 16) as $t, "{x:x?}");
                assert_eq!($mad_lo(a, b, c), (product + c_exact) as $t, "{x:x?}");
                assert_eq!($mad_hi(a, b, c), (product.div_euclid(1 << 16) + c_exact) as $t, "{x:x?}");
                if $t::MIN != 0 {
                    let sum = product.div_euclid(1 << 16) + c_exact;
                    let clamped = sum.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
                    assert_eq!(mad24_hi_sat_s32(a as i32, b as i32, c as i32), clamped, "{x:x?}");
                }
            )* });
        }
    };
}
products_of_24_bits! {
    u32: mul24_lo_u32 mul24_hi_u32 mad24_lo_u32 mad24_hi_u32;
    i32: mul24_lo_s32 mul24_hi_s32 mad24_lo_s32 mad24_hi_s32;
}

#[test]
fn clamped_results() {
    triples(|x| {
        let [a, b, c] = x.map(|x| x as i32);
        let [i, j, k] = [a, b, c].map(i64::from);
        let clamped = |x: i64| x.clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        assert_eq!(add_s32(a, b, Saturation::Sat), clamped(i + j));
        assert_eq!(sub_s32(a, b, Saturation::Sat), clamped(i - j));
        assert_eq!(mad_hi_sat_s32(a, b, c), clamped(((i * j) >> 32) + k));
        assert_eq!(min_s32(a, b, Rectification::Relu), i.min(j).max(0) as i32);
        assert_eq!(max_s32(a, b, Rectification::Relu), i.max(j).max(0) as i32);
    });
}

macro_rules! logic {
    ($($t:ident: $and:ident $or:ident $xor:ident $not:ident $cnot:ident $shl:ident $shr:ident;)*) => {
        #[test]
        fn logic_and_shifts() {
            triples(|x| { $(
                let [a, b, _] = x.map(|x| x as $t);
                let [i, j] = [u64::from(a), u64::from(b)];
                let by_bit = |of: &dyn Fn(u32) -> bool| bits($t::BITS, of) as $t;
                assert_eq!($and(a, b), by_bit(&|n| bit(i, n) && bit(j, n)), "{x:x?}");
                assert_eq!($or(a, b), by_bit(&|n| bit(i, n) || bit(j, n)), "{x:x?}");
                assert_eq!($xor(a, b), by_bit(&|n| bit(i, n) != bit(j, n)), "{x:x?}");
                assert_eq!($not(a), by_bit(&|n| !bit(i, n)), "{x:x?}");
                assert_eq!($cnot(a), $t::from(i == 0), "{x:x?}");
                let by = x[1] as u32;
                assert_eq!($shl(a, by), by_bit(&|n| n >= by && bit(i, n - by)), "{x:x?}");
                let above = |n: u32| n.checked_add(by).filter(|n| *n < $t::BITS);
                assert_eq!($shr(a, by), by_bit(&|n| above(n).is_some_and(|n| bit(i, n))), "{x:x?}");
            )* });
        }
    };
}
logic! {
    u16: and_b16 or_b16 xor_b16 not_b16 cnot_b16 shl_b16 shr_b16;
    u32: and_b32 or_b32 xor_b32 not_b32 cnot_b32 shl_b32 shr_b32;
    u64: and_b64 or_b64 xor_b64 not_b64 cnot_b64 shl_b64 shr_b64;
}

#[test]
fn bit_fields() {
    triples(|[x, y, z]| {
        let [a, b, pos, len] = [x as u32, y as u32, y as u32, z as u32];
        assert_eq!(
            bfe_u32(a, pos, len),
            bfe(a.into(), pos, len, 31, false) as u32,
            "{a:x} {pos:x} {len:x}"
        );
        assert_eq!(
            bfe_s32(a as i32, pos, len),
            bfe(a.into(), pos, len, 31, true) as i32,
            "{a:x} {pos:x} {len:x}"
        );
        assert_eq!(bfe_u64(x, pos, len), bfe(x, pos, len, 63, false), "{x:x} {pos:x} {len:x}");
        assert_eq!(
            bfe_s64(x as i64, pos, len),
            bfe(x, pos, len, 63, true) as i64,
            "{x:x} {pos:x} {len:x}"
        );
        // Uses adjacent bytes of `z` as position and length.
        let (pos, len) = (z as u32, (z >> 8) as u32);
        assert_eq!(bfi_b32(a, b, pos, len), bfi(a.into(), b.into(), pos, len, 31) as u32);
        assert_eq!(bfi_b64(x, y, pos, len), bfi(x, y, pos, len, 63));
        assert_eq!(popc_b32(a), (0..32).filter(|i| bit(a.into(), *i)).count() as u32);
        assert_eq!(popc_b64(x), (0..64).filter(|i| bit(x, *i)).count() as u32);
        assert_eq!(clz_b32(a), 31_u32.wrapping_sub(bfind(a.into(), 31)).min(32));
        assert_eq!(clz_b64(x), 63_u32.wrapping_sub(bfind(x, 63)).min(64));
        assert_eq!(brev_b32(a), bits(32, |i| bit(a.into(), 31 - i)) as u32);
        assert_eq!(brev_b64(x), bits(64, |i| bit(x, 63 - i)));
        let shift = |found: u32, msb: u32| if found == u32::MAX { found } else { msb - found };
        let (found, found_64) = (bfind(a.into(), 31), bfind(x, 63));
        assert_eq!((bfind_u32(a), bfind_shiftamt_u32(a)), (found, shift(found, 31)));
        assert_eq!((bfind_u64(x), bfind_shiftamt_u64(x)), (found_64, shift(found_64, 63)));
        let (s, t) = (a as i32, x as i64);
        let found = bfind(if s < 0 { (!a).into() } else { a.into() }, 31);
        let found_64 = bfind(if t < 0 { !x } else { x }, 63);
        assert_eq!((bfind_s32(s), bfind_shiftamt_s32(s)), (found, shift(found, 31)));
        assert_eq!((bfind_s64(t), bfind_shiftamt_s64(t)), (found_64, shift(found_64, 63)));
    });
}

#[test]
fn bmsk_and_szext_by_their_definitions() {
    triples(|x| {
        let [a, b, _] = x.map(|x| x as u32);
        for mode in [Amount::Clamp, Amount::Wrap] {
            for (a, b) in [(a, b), (a & 0x3f, b & 0x3f)] {
                assert_eq!(bmsk_b32(a, b, mode), bmsk(a, b, mode), "{a:x} {b:x} {mode:?}");
            }
            for b in [b, b & 0x3f] {
                let (unsigned, signed) = (szext(a, b, mode, false), szext(a, b, mode, true) as i32);
                assert_eq!(szext_u32(a, b, mode), unsigned, "{a:x} {b:x} {mode:?}");
                assert_eq!(szext_s32(a as i32, b, mode), signed, "{a:x} {b:x} {mode:?}");
            }
        }
    });
}

#[test]
fn fns_finds_the_nth_set_bit() {
    triples(|x| {
        let [mask, base, c] = x.map(|x| x as u32);
        for offset in [c as i32, (c % 9) as i32 - 4] {
            for base in [base, base % 33] {
                let found = fns_b32(mask, base, offset);
                assert_eq!(found, fns(mask, base, offset), "{mask:x} {base} {offset}");
            }
        }
    });
}

/// Returns `count` fields of a number. Each field has `bits` bits, the first starts at bit `from`, and all are read as
/// signed or unsigned numbers.
fn parts(x: u32, from: u32, bits: u32, count: u32, signed: bool) -> impl Iterator<Item = i64> {
    (0..count).map(move |i| {
        let part = i64::from(x) >> (from + i * bits) & ((1 << bits) - 1);
        if signed && part >> (bits - 1) == 1 { part - (1 << bits) } else { part }
    })
}

macro_rules! dot_products {
    ($($a:ident $b:ident $d:ident: $dp4a:ident $lo:ident $hi:ident;)*) => {
        #[test]
        fn dot_products() {
            triples(|x| { $(
                let [a, b, c] = x.map(|x| x as u32);
                let signed = [$a::MIN != 0, $b::MIN != 0];
                let dot = |a_bits, b_from, count| {
                    let pairs = parts(a, 0, a_bits, count, signed[0]).zip(parts(b, b_from, 8, count, signed[1]));
                    (i64::from(c as $d) + pairs.map(|(a, b)| a * b).sum::<i64>()) as $d
                };
                let (a, b, c) = (a as $a, b as $b, c as $d);
                assert_eq!($dp4a(a, b, c), dot(8, 0, 4), "{x:x?}");
                assert_eq!($lo(a, b, c), dot(16, 0, 2), "{x:x?}");
                assert_eq!($hi(a, b, c), dot(16, 16, 2), "{x:x?}");
            )* });
        }
    };
}
dot_products! {
    u32 u32 u32: dp4a_u32_u32 dp2a_lo_u32_u32 dp2a_hi_u32_u32;
    u32 i32 i32: dp4a_u32_s32 dp2a_lo_u32_s32 dp2a_hi_u32_s32;
    i32 u32 i32: dp4a_s32_u32 dp2a_lo_s32_u32 dp2a_hi_s32_u32;
    i32 i32 i32: dp4a_s32_s32 dp2a_lo_s32_s32 dp2a_hi_s32_s32;
}

/// The manual's tables for the modes of `prmt`. A table has a row for each selector: the indices of the source bytes,
/// highest byte first.
#[rustfmt::skip]
const PERMUTATIONS: [(Permutation, [[u32; 4]; 4]); 6] = [
    (Permutation::F4e,  [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]]),
    (Permutation::B4e,  [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]]),
    (Permutation::Rc8,  [[0, 0, 0, 0], [1, 1, 1, 1], [2, 2, 2, 2], [3, 3, 3, 3]]),
    (Permutation::Ecl,  [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3, 3, 3, 3]]),
    (Permutation::Ecr,  [[0, 0, 0, 0], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]]),
    (Permutation::Rc16, [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]]),
];

#[test]
fn permutations_and_funnel_shifts() {
    triples(|x| {
        let [a, b, c] = x.map(|x| x as u32);
        let bytes = [a.to_le_bytes(), b.to_le_bytes()].concat();
        let picked = |i: u32| {
            let select = c >> (4 * i) & 0xf;
            let byte = bytes[(select & 7) as usize];
            if select < 8 { byte } else { [0, 0xff][usize::from(byte >> 7)] }
        };
        let expected = u32::from_le_bytes([0, 1, 2, 3].map(picked));
        assert_eq!(prmt_b32(a, b, c, Permutation::Selected), expected, "{x:x?}");
        for (mode, rows) in PERMUTATIONS {
            let row = rows[(c & 3) as usize];
            let expected = u32::from_be_bytes(row.map(|i| bytes[i as usize]));
            assert_eq!(prmt_b32(a, b, c, mode), expected, "{mode:?} {x:x?}");
        }
        let both = u128::from(b) << 32 | u128::from(a);
        for (mode, n) in [(Amount::Clamp, c.min(32)), (Amount::Wrap, c % 32)] {
            assert_eq!(shf_l_b32(a, b, c, mode), (both << n >> 32) as u32, "{mode:?} {x:x?}");
            assert_eq!(shf_r_b32(a, b, c, mode), (both >> n) as u32, "{mode:?} {x:x?}");
        }
    });
}

#[test]
fn every_function_of_three_bits() {
    let mut g = Random(6);
    for table in 0..=u8::MAX {
        for _ in 0..100 {
            let [a, b, c] = [g.next() as u32, g.next() as u32, g.next() as u32];
            let row = |i| {
                let [a, b, c] = [a, b, c].map(|x| u8::from(bit(x.into(), i)));
                4 * a + 2 * b + c
            };
            let expected = bits(32, |i| table >> row(i) & 1 == 1) as u32;
            assert_eq!(lop3_b32(a, b, c, table), expected, "{table:02x} {a:x} {b:x} {c:x}");
        }
    }
}
