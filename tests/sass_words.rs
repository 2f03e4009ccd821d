//! Tests the instruction sequences that NVIDIA's assembler emits for `add`, `sub` and `setp` on 64-bit integers. Each
//! integer is stored as two 32-bit words. The sequences for sm_50 use the condition code, and the sequences for sm_90
//! use a predicate. The reference is Rust's arithmetic.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::sass;

const PAIRS: usize = 100_000;

/// Returns pairs of 64-bit numbers. The 32-bit words of the numbers are often equal, adjacent, or at a limit of the
/// range.
fn pairs() -> impl Iterator<Item = (u64, u64)> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let mut word = move |near: u64| {
        let bits = random();
        let word = match bits >> 60 {
            0..=3 => near,
            4 => near.wrapping_add(1),
            5 => near.wrapping_sub(1),
            6 => 0,
            7 => u64::from(u32::MAX),
            8 => 1 << 31,
            9 => (1 << 31) - 1,
            10 => !near,
            _ => bits,
        };
        word & u64::from(u32::MAX)
    };
    (0..PAIRS).map(move |_| {
        let (low, high) = (word(1), word(0));
        (high << 32 | low, word(high) << 32 | word(low))
    })
}

fn words(x: u64) -> (u32, u32) {
    (x as u32, (x >> 32) as u32)
}

fn joined((low, high): (u32, u32)) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

#[test]
fn sums_and_differences_with_the_condition_code() {
    for (a, b) in pairs() {
        let ((a0, a1), (b0, b1)) = (words(a), words(b));
        let sum = sass! { IADD R6.CC, a0, b0; IADD.X R7, a1, b1; (R6, R7) };
        assert_eq!(joined(sum), a.wrapping_add(b), "{a:x} + {b:x}");
        let difference = sass! { IADD R6.CC, a0, -b0; IADD.X R7, a1, -b1; (R6, R7) };
        assert_eq!(joined(difference), a.wrapping_sub(b), "{a:x} - {b:x}");
        let negative = sass! { IADD R6.CC, RZ, -b0; IADD.X R7, RZ, -b1; (R6, R7) };
        assert_eq!(joined(negative), b.wrapping_neg(), "-{b:x}");
        let swapped = sass! { IADD R6.CC, -a0, b0; IADD.X R7, -a1, b1; (R6, R7) };
        assert_eq!(joined(swapped), b.wrapping_sub(a), "{b:x} - {a:x}");
    }
}

#[test]
fn sums_and_differences_with_an_immediate() {
    for (a, _) in pairs() {
        let (a0, a1) = words(a);
        let sum = sass! { IADD32I R6.CC, a0, 0x23456789; IADD32I.X R7, a1, 0x1; (R6, R7) };
        assert_eq!(joined(sum), a.wrapping_add(0x1_2345_6789));
        let difference = sass! { IADD32I R6.CC, a0, -0x5; IADD32I.X R7, a1, -0x1; (R6, R7) };
        assert_eq!(joined(difference), a.wrapping_sub(5));
    }
}

#[test]
fn sums_of_three_words() {
    for (a, b) in pairs() {
        let ((a0, a1), (b0, b1)) = (words(a), words(b));
        let (low, middle, high) = sass! {
            IADD R0.CC, a0, b0;
            IADD.X R1.CC, a1, b1;
            IADD.X R2, RZ, RZ;
            (R0, R1, R2)
        };
        let sum = u128::from(a) + u128::from(b);
        assert_eq!(joined((low, middle)), sum as u64);
        assert_eq!(u128::from(high), sum >> 64);
    }
}

/// Compares 64-bit integers in two ways: with the condition code (`.X`, before sm_70) and with a predicate (`.EX`,
/// sm_90). Checks the results of the comparison and of its negation, each combined with the predicate `c` by AND.
macro_rules! compared {
    ($a:ident $operator:tt $b:ident, $c:ident, $comparison:ident $(. $unsigned:ident)?) => {{
        let ((a0, a1), (b0, b1)) = (words($a as u64), words($b as u64));
        let expected = ($a $operator $b) && $c;
        let complement = !($a $operator $b) && $c;
        let with_code = sass! {
            IADD RZ.CC, a0, -b0;
            ISETP.$comparison $(.$unsigned)?.X.AND P0, P1, a1, b1, $c;
            (P0, P1)
        };
        assert_eq!(with_code, (expected, complement), "{} of {:x} and {:x}", stringify!($comparison), $a, $b);
        let with_predicate = sass! {
            .target sm_90
            ISETP.$comparison.U32.AND P0, PT, a0, b0, PT;
            ISETP.$comparison $(.$unsigned)?.AND.EX P0, P1, a1, b1, $c, P0;
            (P0, P1)
        };
        assert_eq!(with_predicate, (expected, complement), "{} of {:x} and {:x}", stringify!($comparison), $a, $b);
    }};
}

#[test]
fn comparisons_of_unsigned_integers() {
    for (i, (a, b)) in pairs().enumerate() {
        let c = i % 3 != 0;
        compared!(a < b, c, LT.U32);
        compared!(a <= b, c, LE.U32);
        compared!(a > b, c, GT.U32);
        compared!(a >= b, c, GE.U32);
        compared!(a == b, c, EQ.U32);
        compared!(a != b, c, NE.U32);
    }
}

#[test]
fn comparisons_of_signed_integers() {
    for (i, (a, b)) in pairs().enumerate() {
        let (a, b, c) = (a.cast_signed(), b.cast_signed(), i % 3 != 0);
        compared!(a < b, c, LT);
        compared!(a <= b, c, LE);
        compared!(a > b, c, GT);
        compared!(a >= b, c, GE);
        compared!(a == b, c, EQ);
        compared!(a != b, c, NE);
    }
}

#[test]
fn comparisons_with_an_immediate() {
    for (a, _) in pairs() {
        let (a0, a1) = words(a);
        let with_code = sass! { IADD32I RZ.CC, a0, -0x4d; ISETP.GE.X.AND P0, PT, a1, RZ, PT; P0 };
        assert_eq!(with_code, a.cast_signed() >= 77);
        let with_predicate = sass! {
            .target sm_90
            ISETP.GE.U32.AND P0, PT, a0, 0x4d, PT;
            ISETP.GE.AND.EX P0, PT, a1, RZ, PT, P0;
            P0
        };
        assert_eq!(with_predicate, a.cast_signed() >= 77);
    }
}

#[test]
fn a_minimum_selects_both_words() {
    for (a, b) in pairs() {
        let ((a0, a1), (b0, b1)) = (words(a), words(b));
        let least = sass! {
            .target sm_90
            ISETP.LT.U32.AND P0, PT, a0, b0, PT;
            ISETP.LT.U32.AND.EX P0, PT, a1, b1, PT, P0;
            SEL R6, a0, b0, P0;
            SEL R7, a1, b1, P0;
            (R6, R7)
        };
        assert_eq!(joined(least), a.min(b));
    }
}

#[test]
fn the_code_is_kept_by_other_instructions_and_by_what_a_guard_skips() {
    let skipped = false;
    let sum: u32;
    sass! {
        IADD RZ.CC, -1, 1;
        FADD R0, 1.0, 1.0;
        IADD R0, 5, 6;
        @skipped IADD RZ.CC, 0, 0;
        IADD.X sum, RZ, RZ;
    }
    assert_eq!(sum, 1);
}

#[test]
fn negated_immediates() {
    let f = f32::to_bits;
    let words = sass! {
        FADD R0, RZ, 0.5.NEG;
        FFMA R1, 3.NEG, 2, 1.5e3.NEG;
        IADD R2, RZ, 3.NEG;
        MOV R3, 0x10.NEG;
        FMUL R4, 0x3f800000.NEG, 2.;
        (R0, R1, R2, R3, R4)
    };
    let expected = (f(-0.5), f(-1506.0), 3_u32.wrapping_neg(), 16_u32.wrapping_neg(), f(-2.0));
    assert_eq!(words, expected);
    let (low, high) = sass! { DADD R2, RZ, 0.5.NEG; (R2, R3) };
    assert_eq!(joined((low, high)), (-0.5_f64).to_bits());
}

#[test]
#[expect(non_snake_case, reason = "the name of a uniform register")]
fn a_variable_named_like_a_uniform_register_is_passed_in_parentheses() {
    let UR4 = 7;
    assert_eq!(sass! { IADD R0, (UR4), 1; R0 }, 8);
}

/// The sequence of `mul.hi.u64` for sm_90.
#[test]
fn high_halves_of_products() {
    for (a, b) in pairs() {
        let ((low, high), (c, d)) = (words(a), words(b));
        let found = sass! {
            .target sm_90
            MOV R4, low;
            MOV R5, high;
            MOV R6, c;
            MOV R7, d;
            IMAD.WIDE.U32 R8, R5, R6, RZ;
            IMAD.WIDE.U32 R10, P0, R4, R7, R8;
            IMAD.WIDE.U32 R8, R4, R6, RZ;
            IADD3.X R13, RZ, RZ, RZ, P0, !PT;
            MOV R12, R11;
            IADD3 RZ, P0, R9, R10, RZ;
            IMAD.WIDE.U32.X R4, R5, R7, R12, P0;
            (R4, R5)
        };
        let exact = u128::from(a) * u128::from(b);
        assert_eq!(joined(found), (exact >> 64) as u64, "{a:x} {b:x}");
    }
}

/// The sequences of `sub` of a product, of a shifted integer, and of 128 bits.
#[test]
fn differences_with_carries() {
    for (a, b) in pairs() {
        let ((low, high), (c, d)) = (words(a), words(b));
        let (r0, r1, r2) = sass! {
            MOV R4, c;
            MOV R5, d;
            IMAD.WIDE.U32 R4, P0, low, high, -R4;
            IMAD.X R7, c, 0x1, ~d, P0;
            (R4, R5, R7)
        };
        let product = u64::from(low) * u64::from(high);
        let minuend = u128::from(c) << 64 | u128::from(product);
        let difference = minuend.wrapping_sub(u128::from(d) << 64 | u128::from(b));
        assert_eq!(
            (joined((r0, r1)), r2),
            (difference as u64, (difference >> 64) as u32),
            "{a:x} {b:x}"
        );
        let (r4, r5, r6, r7) = sass! {
            MOV R2, low;
            SHF.L.U64.HI R3, R2, 0x3, high;
            LEA R4, P0, -R2, c, 0x3;
            IMAD.X R5, d, 0x1, ~R3, P0;
            LEA R6, P0, R2, -c, 0x3;
            IMAD.X R7, R3, 0x1, ~d, P0;
            (R4, R5, R6, R7)
        };
        assert_eq!(joined((r4, r5)), b.wrapping_sub(a << 3), "{a:x} {b:x}");
        assert_eq!(joined((r6, r7)), (a << 3).wrapping_sub(b), "{a:x} {b:x}");
        let (lower, upper): (u64, u64);
        let (r4, r5) = sass! {
            .target sm_120
            IADD.64 lower, P0, a, -b;
            IADD.64.X upper, P1, b, ~a, P0;
            IADD.64.X R4, b, ~a, P0;
            (R4, R5)
        };
        let [x, y] = [(a, b), (b, a)].map(|(low, high)| u128::from(high) << 64 | u128::from(low));
        let difference = x.wrapping_sub(y);
        assert_eq!(lower, difference as u64);
        assert_eq!((upper, upper), ((difference >> 64) as u64, joined((r4, r5))));
    }
}

/// The sequence of `add.sat.s32` for sm_80.
#[test]
fn signs_of_sums_show_overflow() {
    for (a, b) in pairs() {
        let (a, b) = (a as u32, b as u32);
        let found = sass! {
            MOV R0, a;
            MOV R11, b;
            IMAD.IADD R6, R0, 0x1, R11;
            PLOP3.LUT P0, PT, R0.SIGN, R11.SIGN, R6.SIGN, 0x2, 0x0;
            PLOP3.LUT P1, PT, R0.SIGN, R11.SIGN, R6.SIGN, 0x40, 0x0;
            SEL R7, R6, 0x7fffffff, !P0;
            SEL R7, R7, 0x80000000, !P1;
            R7
        };
        assert_eq!(found, a.cast_signed().saturating_add(b.cast_signed()).cast_unsigned());
    }
}

#[test]
fn literals_of_64_bits() {
    let (moved, sum): (u64, u64);
    sass! {
        .target sm_120
        MOV.64 moved, 0x3ff0000000000000;
        IADD.64 sum, moved, -0x7;
    }
    assert_eq!((moved, sum), (0x3ff0_0000_0000_0000, 0x3fef_ffff_ffff_fff9));
    let (least, chosen): (u64, u64);
    sass! {
        .target sm_120
        IMNMX.S64 PT, PT, least, moved, -0x100, PT, !PT;
        SEL.64 chosen, moved, 0xffffffff, !PT;
    }
    assert_eq!((least, chosen), (u64::MAX - 0xff, 0xffff_ffff));
}
