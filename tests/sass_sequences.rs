//! Tests the instruction sequences that GPUs use for correctly rounded division and square root, written in `sass!`. A
//! sequence applies Newton steps to a result of the multi-function unit (MUFU). For operands on its fast path, a
//! sequence must give the correctly rounded result. An error of one ulp in MUFU would make the tests fail.
//!
//! `cargo test --release --test sass_sequences -- --ignored` runs `rcp_f32` and `sqrt_f32` on all 2^32 operands. It
//! runs each of the other sequences on ten million operands.
#![forbid(unsafe_code)]

use ptx::sass;
use test_support::{is_full, sample};

/// The result of a sequence, or `None` if the operands are not on the fast path of the sequence. A function with a
/// parameter `nudge` adds this number to the bits of the MUFU result, to simulate an error of MUFU.
type Fast<T> = Option<T>;

/// Computes `rcp.rn.f32`. Operands with exponent fields from 1 to 252 take the fast path, as in the machine code.
fn rcp_f32(x: u32, nudge: u32) -> Fast<u32> {
    let (result, fast) = sass! {
        IADD32I R2, x, 0x1800000;
        LOP32I.AND R2, R2, 0x7f800000;
        ISETP.GT.U32.AND P0, PT, R2, 0x1ffffff, PT;
        MUFU.RCP R3, x &wr=0 ?WAIT1_END_GROUP;
        IADD R3, R3, nudge &req={0};
        FFMA R0, R3, x, -1;
        FADD.FTZ R0, -R0.reuse, -RZ;
        FFMA R0, R3, R0, R3;
        (R0, P0)
    };
    fast.then_some(result)
}

/// Computes `sqrt.rn.f32`. Operands of at least 2^-101 take the fast path.
fn sqrt_f32(x: u32, nudge: u32) -> Fast<u32> {
    let (result, slow) = sass! {
        MUFU.RSQ R3, x;
        IADD R3, R3, nudge;
        IADD32I R2, x, -0xd000000;
        ISETP.GT.U32.AND P0, PT, R2, 0x727fffff, PT;
        FMUL.FTZ R4, R3.reuse, x;
        FMUL.FTZ R3, R3, 0.5;
        FFMA R0, -R4, R4, x;
        FFMA R0, R0, R3, R4;
        (R0, P0)
    };
    (!slow).then_some(result)
}

/// Computes `div.rn.f32`. NVIDIA has not published the condition of the fast path. Here, the exponent fields of the
/// operands and of the quotient must be from 25 to 229.
fn div_f32(a: u32, b: u32) -> Fast<u32> {
    let exponent = |x: u32| (x >> 23 & 0xff) as i32;
    let inside = |e: i32| (25..=229).contains(&e);
    let quotient = exponent(a) - exponent(b) + 127;
    let result = sass! {
        MUFU.RCP R2, b;
        FFMA R3, R2, -b, 1;
        FFMA R3, R2, R3, R2;
        FFMA R2, a, R3, RZ;
        FFMA R4, R2, -b, a;
        FFMA R0, R3, R4, R2;
        R0
    };
    [exponent(a), exponent(b), quotient].into_iter().all(inside).then_some(result)
}

fn high(x: u64) -> u32 {
    (x >> 32) as u32
}

/// Computes `rcp.rn.f64`. FSETP on the low word of the seed selects the fast path.
fn rcp_f64(x: u64) -> Fast<u64> {
    let (low, high, fast) = sass! {
        MUFU.RCP64H R3, (high(x));
        IADD R2, (high(x)), 0x300402;
        FSETP.GEU.AND P0, PT, |R2|, 5.8789094863358348022e-39, PT;
        DFMA R4, R2, -x, 1;
        DFMA R4, R4, R4, R4;
        DFMA R4, R2, R4, R2;
        DFMA R6, R4, -x, 1;
        DFMA R4, R4, R6, R4;
        (R4, R5, P0)
    };
    fast.then_some(u64::from(high) << 32 | u64::from(low))
}

/// Computes `div.rn.f64`. Two FSETP on the high words of the dividend and of the quotient select the fast path.
fn div_f64(a: u64, b: u64) -> Fast<u64> {
    let result: u64;
    let fast = sass! {
        MUFU.RCP64H R3, (high(b));
        MOV32I R2, 0x1;
        DFMA R6, R2, -b, 1;
        DFMA R6, R6, R6, R6;
        DFMA R6, R2, R6, R2;
        DFMA R2, R6, -b, 1;
        DFMA R2, R6, R2, R6;
        DMUL R6, R2, a;
        DFMA R8, R6, -b, a;
        DFMA R2, R2, R8, R6;
        FSETP.GEU.AND P1, PT, |(high(a))|, 6.5827683646048100446e-37, PT;
        FFMA R0, RZ, (high(b)), R3;
        FSETP.GT.AND P0, PT, |R0|, 1.469367938527859385e-39, P1;
        DADD result, R2, -RZ;
        P0
    };
    fast.then_some(result)
}

/// Computes `sqrt.rn.f64`. ISETP on the high word selects the fast path.
fn sqrt_f64(x: u64) -> Fast<u64> {
    let (low, high, slow) = sass! {
        MUFU.RSQ64H R5, (high(x));
        IADD32I R4, (high(x)), -0x3500000;
        ISETP.GE.U32.AND P0, PT, R4, 0x7ca00000, PT;
        DMUL R6, R4, R4;
        DFMA R6, x, -R6, 1;
        DFMA R8, R6, 0.375, 0.5;
        DMUL R6, R4, R6;
        DFMA R6, R8, R6, R4;
        DMUL R8, x, R6;
        IADD32I R11, R7, -0x100000;
        MOV R10, R6;
        DFMA R2, R8, -R8, x;
        DFMA R2, R2, R10, R8;
        (R2, R3, P0)
    };
    (!slow).then_some(u64::from(high) << 32 | u64::from(low))
}

/// A generator of pseudo-random words (SplitMix64).
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a double. One double in four has a special significand. This significand is near a power of two, has at
    /// most two set fraction bits, or has 31 set low bits.
    fn double(&mut self) -> u64 {
        let (x, shape) = (self.next(), self.next());
        let fraction = (1 << 52) - 1;
        match shape & 15 {
            0 => x & !fraction | x & 0xff,
            1 => x | fraction & !0xff,
            2 => x & !fraction | 1 << (x % 52) | 1 << ((shape >> 8) % 52),
            3 => x | 0x7fff_ffff,
            _ => x,
        }
    }
}

const ONE_UP: u32 = 1;
const ONE_DOWN: u32 = u32::MAX;

/// Compares results on the fast path with the correct results. Returns the number of wrong results and the number of
/// all results.
fn misrounded<T: PartialEq>(pairs: impl Iterator<Item = (Fast<T>, T)>) -> (usize, usize) {
    let (mut wrong, mut all) = (0, 0);
    for (fast, right) in pairs {
        if let Some(result) = fast {
            wrong += usize::from(result != right);
            all += 1;
        }
    }
    (wrong, all)
}

fn check_rcp_f32(words: impl Iterator<Item = u32>, nudge: u32) -> (usize, usize) {
    misrounded(words.map(|x| (rcp_f32(x, nudge), (1.0 / f32::from_bits(x)).to_bits())))
}

fn check_sqrt_f32(words: impl Iterator<Item = u32>, nudge: u32) -> (usize, usize) {
    misrounded(words.map(|x| (sqrt_f32(x, nudge), f32::from_bits(x).sqrt().to_bits())))
}

const ONE: u32 = 0x3f80_0000;
const BINADE: u32 = 1 << 23;

/// Returns the bits of the floats from 1.0 up to, but not including, `last`. Without `PTX_TESTS=full`, returns only
/// every 64th.
fn significands(last: u32) -> impl Iterator<Item = u32> {
    (ONE..last).step_by(if is_full() { 1 } else { 64 })
}

#[test]
fn rcp_f32_is_right_for_every_significand() {
    let all = sample(BINADE as usize, 64);
    assert_eq!(check_rcp_f32(significands(ONE + BINADE), 0), (0, all));
    // For each sign, operands with 252 of the 256 exponent fields take the fast path.
    let step = if is_full() { 4099 } else { 65_537 };
    let (wrong, all) = check_rcp_f32((0..u32::MAX / step).map(|i| i * step), 0);
    assert_eq!(wrong, 0);
    let expected = (u64::from(u32::MAX / step) * 252 / 256) as usize;
    assert!(all.abs_diff(expected) <= (BINADE / step) as usize * 2, "{all} of {expected}");
}

#[test]
fn sqrt_f32_is_right_for_every_significand() {
    let all = sample(2 * BINADE as usize, 64);
    assert_eq!(check_sqrt_f32(significands(ONE + 2 * BINADE), 0), (0, all));
    let step = if is_full() { 4099 } else { 65_537 };
    let first = 0x0d00_0000;
    let last = 0x7f7f_ffff;
    let (wrong, all) = check_sqrt_f32((0..u32::MAX / step).map(|i| i * step), 0);
    assert_eq!((wrong, all as u32), (0, last / step - (first - 1) / step));
}

#[test]
fn rcp_and_sqrt_f32_show_a_unit_that_is_off_by_one_ulp() {
    if !is_full() {
        return;
    }
    let significands = ONE..ONE + BINADE;
    assert_eq!(check_rcp_f32(significands.clone(), ONE_UP).0, 21);
    assert_eq!(check_rcp_f32(significands, ONE_DOWN).0, 12);
    let significands = ONE..ONE + 2 * BINADE;
    assert_eq!(check_sqrt_f32(significands.clone(), ONE_UP).0, 2);
    assert_eq!(check_sqrt_f32(significands, ONE_DOWN).0, 4);
}

#[test]
#[ignore = "all exponents: minutes in release"]
fn f32_of_every_exponent() {
    let all = || 0..=u32::MAX;
    assert_eq!(check_rcp_f32(all(), 0), (0, 2 * 252 * BINADE as usize));
    assert_eq!(check_sqrt_f32(all(), 0), (0, 0x727f_ffff + 1));
}

/// Checks `div_f32` and the `f64` sequences on `count` random operands each.
fn on_random_operands(count: usize) {
    let mut words = Words(1);
    let quotients = (0..count).map(|_| {
        let x = words.next();
        let (a, b) = (high(x), x as u32);
        (div_f32(a, b), (f32::from_bits(a) / f32::from_bits(b)).to_bits())
    });
    let (wrong, all) = misrounded(quotients);
    assert!(wrong == 0 && all > count / 3, "div.rn.f32: {wrong} of {all}");

    let mut words = Words(2);
    let reciprocals = (0..count).map(|_| {
        let x = words.double();
        (rcp_f64(x), (1.0 / f64::from_bits(x)).to_bits())
    });
    let (wrong, all) = misrounded(reciprocals);
    assert!(wrong == 0 && all > count / 10 * 9, "rcp.rn.f64: {wrong} of {all}");

    let mut words = Words(3);
    let quotients = (0..count).map(|_| {
        let (a, b) = (words.double(), words.double());
        (div_f64(a, b), (f64::from_bits(a) / f64::from_bits(b)).to_bits())
    });
    let (wrong, all) = misrounded(quotients);
    assert!(wrong == 0 && all > count / 10 * 7, "div.rn.f64: {wrong} of {all}");

    let mut words = Words(4);
    let roots = (0..count).map(|_| {
        let x = words.double() & !(1 << 63);
        (sqrt_f64(x), f64::from_bits(x).sqrt().to_bits())
    });
    let (wrong, all) = misrounded(roots);
    assert!(wrong == 0 && all > count / 10 * 9, "sqrt.rn.f64: {wrong} of {all}");
}

#[test]
fn random_operands() {
    on_random_operands(sample(200_000, 10));
}

#[test]
#[ignore = "ten million operands each: run in release"]
fn ten_million_operands() {
    on_random_operands(10_000_000);
}
