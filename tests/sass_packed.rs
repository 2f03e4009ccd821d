//! Tests machine instructions on packed numbers, and on parts of registers, against arithmetic of Rust: halves, pairs of
//! floats, bytes, and floats of 8 bits. Also tests registers of the uniform unit.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::{ptx, sass};

/// Returns the value of a float with a sign, exponents of `exponent` bits and fractions of `fraction` bits. The highest
/// exponent is that of infinities and NaNs.
fn value(bits: u32, exponent: u32, fraction: u32) -> f64 {
    let sign = if bits >> (exponent + fraction) & 1 == 1 { -1.0 } else { 1.0 };
    let (field, rest) = (bits >> fraction & ((1 << exponent) - 1), bits & ((1 << fraction) - 1));
    let (bias, unit) = ((1_i32 << (exponent - 1)) - 1, f64::from(1_u32 << fraction));
    let rest = f64::from(rest) / unit;
    sign * match field {
        0 => rest * 2.0_f64.powi(1 - bias),
        field if field == (1 << exponent) - 1 && rest == 0.0 => f64::INFINITY,
        field if field == (1 << exponent) - 1 => f64::NAN,
        field => (1.0 + rest) * 2.0_f64.powi(field.cast_signed() - bias),
    }
}

fn half(bits: u32) -> f64 {
    value(bits & 0xffff, 5, 10)
}

fn brain(bits: u32) -> f64 {
    f64::from(f32::from_bits(bits << 16))
}

const HALVES: [u32; 12] = [
    0x0000, 0x8000, 0x0001, 0x83ff, 0x3c00, 0xbc00, 0x3c01, 0x7bff, 0xfc00, 0x7c00, 0x7e00, 0xfd01,
];

/// Returns pairs of words of two halves.
fn words() -> impl Iterator<Item = (u32, u32)> {
    let word = |i: usize| HALVES[i % 12] << 16 | HALVES[(5 * i + i / 12) % 12];
    (0..144).flat_map(move |i| (0..29).map(move |j| (word(i), word(7 * j + 3))))
}

#[test]
fn halves_are_compared_like_numbers() {
    for (a, b) in words() {
        for p in [false, true] {
            macro_rules! compared {
                ($name:ident $holds:expr) => {{
                    let holds: fn(f64, f64) -> bool = $holds;
                    let both = [half, brain].map(|number| {
                        [0, 16].map(|at| holds(number(a >> at & 0xffff), number(b >> at & 0xffff)))
                    });
                    let [[low, high], [brain_low, brain_high]] = both;
                    let found = sass! { HSETP2.$name.AND P0, P1, a, b, p; (P0, P1) };
                    assert_eq!(found, (low && p, high && p), "{a:x} {b:x}");
                    let found = sass! { HSETP2.BF16_V2.$name.OR P0, P1, a, b, p; (P0, P1) };
                    assert_eq!(found, (brain_low || p, brain_high || p), "{a:x} {b:x}");
                    let mask = |unit: u32, [low, high]: [bool; 2]| {
                        unit * u32::from(low) | (unit * u32::from(high)) << 16
                    };
                    let found = sass! {
                        HSET2.$name.XOR R0, a, b, p;
                        HSET2.BF.$name.AND R1, a, b, PT;
                        HSET2.BF16_V2.BF.$name.AND R2, a, b, p;
                        (R0, R1, R2)
                    };
                    let expected = (
                        mask(0xffff, [low ^ p, high ^ p]),
                        mask(0x3c00, [low, high]),
                        mask(0x3f80, [brain_low && p, brain_high && p]),
                    );
                    assert_eq!(found, expected, "{a:x} {b:x}");
                }};
            }
            compared!(LT | a, b | a < b);
            compared!(GE | a, b | a >= b);
            compared!(NE | a, b | a != b && !a.is_nan() && !b.is_nan());
            compared!(EQU | a, b | a == b || a.is_nan() || b.is_nan());
            compared!(NAN | a, b | a.is_nan() || b.is_nan());
        }
    }
}

#[test]
fn a_flushed_half_is_zero() {
    let found = sass! { HSETP2.GT.FTZ.AND P0, P1, 0x00014000, RZ, PT; (P0, P1) };
    assert_eq!(found, (true, false));
    assert!(sass! { HSETP2.GT.AND P0, P1, 0x00014000, RZ, PT; P1 });
}

#[test]
fn minima_of_three_halves() {
    for (a, b) in words() {
        let c = a.rotate_left(7) & 0x3fff_3fff;
        let least = sass! { .target sm_90 VHMNMX R0, a, b, c, PT; R0 };
        let most = sass! { .target sm_90 VHMNMX.BF16_V2 R0, a, b, c, !PT; R0 };
        for at in [0, 16] {
            let of = |word: u32| word >> at & 0xffff;
            let expected = half(of(a)).min(half(of(b))).min(half(of(c)));
            assert!(half(of(least)) == expected, "{a:x} {b:x} {c:x}: {least:x}");
            let expected = brain(of(a)).max(brain(of(b))).max(brain(of(c)));
            assert!(brain(of(most)) == expected, "{a:x} {b:x} {c:x}: {most:x}");
        }
    }
}

const FLOATS: [f32; 8] = [0.0, -0.0, 1.0, -1.5, 3.4e38, 1.0e-40, f32::INFINITY, 0.1];

fn joined(low: f32, high: f32) -> u64 {
    u64::from(high.to_bits()) << 32 | u64::from(low.to_bits())
}

/// Returns the bits of two results. Every NaN is 7fffffff.
fn results(low: f32, high: f32) -> u64 {
    let bits = |x: f32| if x.is_nan() { f32::from_bits(0x7fff_ffff) } else { x };
    joined(bits(low), bits(high))
}

#[test]
fn pairs_of_floats() {
    for (i, a) in FLOATS.into_iter().enumerate() {
        for (j, b) in FLOATS.into_iter().enumerate() {
            let (c, d) = (FLOATS[(i + 3) % 8], FLOATS[(j + 5) % 8]);
            let (x, y) = (joined(a, c), joined(b, d));
            let (s, t, u): (u64, u64, u64);
            sass! {
                .target sm_100
                FADD2 s, x.F32x2.HI_LO, y.F32x2.HI_LO;
                FMUL2 t, -x.F32x2.HI_LO, y.F32x2.LO_HI;
                FFMA2 u, x, y, |x|;
            }
            assert_eq!(s, results(a + b, c + d));
            assert_eq!(t, results(-a * d, -c * b));
            assert_eq!(u, results(a.mul_add(b, a.abs()), c.mul_add(d, c.abs())));
            let one = a.to_bits();
            let (s, t, u): (u64, u64, u64);
            sass! {
                .target sm_100
                FADD2 s, one.F32, y.F32x2.HI_LO.NP;
                FADD2.FTZ t, x.F32x2.HI_LO, 1;
                FADD2 u, -one.F32.NP, -y.F32x2.LO_HI.NP;
            }
            assert_eq!(s, results(a + b, a - d));
            let flushed = |x: f32| if x.is_subnormal() { 0.0 } else { x };
            assert_eq!(t, results(flushed(a) + 1.0, flushed(c) + 1.0));
            assert_eq!(u, results(-a - d, a + b));
        }
    }
}

#[test]
fn pairs_of_floats_in_registers() {
    let found = sass! {
        .target sm_100
        MOV R2, 0x3f800000;
        MOV R3, 0x40000000;
        FADD2 R4, R2.F32x2.LO_HI, R3.F32;
        (R4, R5)
    };
    assert_eq!(found, (4.0_f32.to_bits(), 3.0_f32.to_bits()));
}

#[test]
fn sums_and_products_of_a_half_and_a_float() {
    for (a, b) in words() {
        let c = 1.0_f32 + f32::from_bits(a & 0x3fff_ffff);
        let word = c.to_bits();
        let (sum, brain_sum, product): (u32, u32, u32);
        sass! {
            .target sm_100
            FHADD sum, -a.H1, word;
            FHADD.BF16 brain_sum, a, -word;
            FHFMA product, a, |b.H1|, word;
        }
        // A half, and the product of two halves, are exact in an f32.
        let bits = |x: f32| if x.is_nan() { 0x7fff_ffff } else { x.to_bits() };
        assert_eq!(sum, bits(-half(a >> 16) as f32 + c), "{a:x} {c}");
        assert_eq!(brain_sum, bits(brain(a & 0xffff) as f32 - c), "{a:x} {c}");
        let exact = (half(a & 0xffff) * half(b >> 16).abs()) as f32;
        assert_eq!(product, bits(exact + c), "{a:x} {b:x} {c}");
    }
}

#[test]
fn halves_on_the_unit() {
    for x in HALVES {
        let word = 0x3800 | x << 16;
        let y = x as u16;
        let expected: (u16, u16, u16, u16) = ptx! {
            .reg .b16 e, f, t, u;
            ex2.approx.f16 e, y;
            ex2.approx.ftz.bf16 f, y;
            tanh.approx.f16 t, y;
            tanh.approx.bf16 u, y;
            (e, f, t, u)
        };
        let found = sass! {
            .target sm_90
            MUFU.EX2.F16 R0, word.H1;
            MUFU.EX2.BF16 R1, word.H1;
            MUFU.TANH.F16 R2, x;
            MUFU.TANH.BF16 R3, word.H1;
            (R0, R1, R2, R3)
        };
        let (e, f, t, u) = expected;
        assert_eq!(found, (e.into(), f.into(), t.into(), u.into()), "{x:x}");
    }
    assert_eq!(sass! { .target sm_90 MUFU.EX2.F16 R0, -0x4000; R0 }, 0x3400);
    let (pair, brains) = sass! {
        .target sm_103
        MUFU.EX2.F16x2 R0, 0xbc004000;
        MUFU.EX2.BF16x2 R1, -R0;
        (R0, R1)
    };
    assert_eq!((pair >> 16, pair & 0xffff), (0x3800, 0x4400));
    assert_ne!(brains, 0);
}

/// Integers whose bits are spread.
fn integers() -> impl Iterator<Item = u64> {
    (0..200_u64).map(|i| i.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_right((i % 64) as u32))
}

#[test]
fn products_without_carries() {
    for (i, a) in integers().enumerate() {
        let (b, c) = (a.rotate_left(i as u32) ^ 0x55, !a);
        let product =
            (0..64).filter(|bit| b >> bit & 1 == 1).fold(0, |sum, bit| sum ^ u128::from(a) << bit);
        let (low, high): (u64, u64);
        sass! {
            .target sm_90
            CLMAD.LO low, a, b, c;
            CLMAD.HI high, a, b, c;
        }
        assert_eq!([low, high], [product as u64 ^ c, (product >> 64) as u64 ^ c]);
    }
}

#[test]
fn bytes_and_saturated_integers() {
    for word in integers() {
        let (a, b, c) = (word as u32, (word >> 32) as u32, word.rotate_left(16) as u32);
        let unsigned = |x: u32, at: u32| i32::from((x >> (8 * at)) as u8);
        let signed = |x: u32, at: u32| i32::from((x >> (8 * at)) as i8);
        let difference = |of: &dyn Fn(u32, u32) -> i32, at| of(a, at).abs_diff(of(b, at));
        let packed = |of| (0..4).fold(0, |all, at| all | difference(of, at) << (8 * at));
        let sum = |of| (0..4).fold(c, |sum: u32, at| sum.wrapping_add(difference(of, at)));
        let found = sass! {
            VABSDIFF4.U8 R0, a, b, c;
            VABSDIFF4.ACC R1, a, b, c;
            VABSDIFF4.U8.ACC R2, a, b, c;
            (R0, R1, R2)
        };
        assert_eq!(found, (packed(&unsigned), sum(&signed), sum(&unsigned)));
        // Integers on both sides of the limits.
        let (x, y) = (a.cast_signed() >> (a & 31), b.cast_signed() >> (b & 31));
        let (i, j) = (x.cast_unsigned(), y.cast_unsigned());
        let found = sass! {
            I2I.U8.S32.SAT R0, i;
            I2I.S8.S32.SAT R1, i;
            I2I.U16.S32.SAT R2, i;
            I2I.S16.S32.SAT R3, i;
            I2IP.U8.S32.SAT R4, i, j, c;
            I2IP.S16.S32.SAT R5, i, j, RZ;
            (R0, R1, R2, R3, R4, R5)
        };
        let upper = sass! { I2IP.S8.S32.SAT R0, i, j, c.H1; R0 };
        let few = sass! {
            .target sm_75
            I2IP.U4.S32.SAT R0, i, j, c.24;
            I2IP.S4.S32.SAT R1, i, j, c;
            I2IP.U2.S32.SAT R2, i, j, c.reuse.28;
            I2IP.S2.S32.SAT R3, i, j, RZ;
            (R0, R1, R2, R3)
        };
        let within = |x: i32, least: i32, most: i32| x.clamp(least, most).cast_unsigned();
        let expected = (
            within(x, 0, 255),
            within(x, -128, 127),
            within(x, 0, 65535),
            within(x, -32768, 32767),
            c << 16 | within(x, 0, 255) << 8 | within(y, 0, 255),
            within(x, -32768, 32767) << 16 | within(y, -32768, 32767) & 0xffff,
        );
        assert_eq!(found, expected, "{x} {y}");
        let byte = |x: i32| within(x, -128, 127) & 0xff;
        assert_eq!(upper, c >> 16 << 16 | byte(x) << 8 | byte(y));
        let packed = |above: u32, bits: u32, least: i32, most: i32| {
            let of = |x| within(x, least, most) & ((1 << bits) - 1);
            above << (2 * bits) | of(x) << bits | of(y)
        };
        let expected =
            (packed(c, 4, 0, 15), packed(c, 4, -8, 7), packed(c, 2, 0, 3), packed(0, 2, -2, 1));
        assert_eq!(few, expected, "{x} {y}");
        let (sum, halves, first, last, difference) = sass! {
            .target sm_120
            VIADD.S32.ISAT R0, a, b;
            VIADD.16x2 R1, a, b;
            VIADD.S32.ISAT R2, a, -b;
            VIADD.S32.ISAT R3, -a, b;
            VIADD.16x2 R4, a, -b;
            (R0, R1, R2, R3, R4)
        };
        let (p, q) = (a.cast_signed(), b.cast_signed());
        assert_eq!(sum, p.saturating_add(q).cast_unsigned());
        assert_eq!(first, p.saturating_sub(q).cast_unsigned());
        assert_eq!(last, q.saturating_sub(p).cast_unsigned());
        let lanes = sass! {
            .target sm_90
            VIMNMX.U16x2 R0, a, b, PT;
            VIMNMX.S16x2 R1, PT, PT, a, b, !PT;
            VIMNMX.S16x2.RELU R2, a, b, PT;
            VIMNMX3.U16x2 R3, a, b, c, PT;
            VIMNMX3.S16x2 R4, a, b, c, !PT;
            VIMNMX3.S16x2.RELU R5, a, b, c, PT;
            VIADDMNMX.U16x2 R6, a, b, c, !PT;
            VIADDMNMX.S16x2 R7, a, b, c, PT;
            VIADDMNMX.S16x2.RELU R8, a, b, c, PT;
            (R0, R1, R2, R3, R4, R5, R6, R7, R8)
        };
        let lanes = <[u32; 9]>::from(lanes);
        let are_first = sass! { .target sm_90 VIMNMX.S16x2 R0, P0, P1, a, b, !PT; (P0, P1) };
        for at in [0, 16] {
            let of = |word: u32| (word >> at) as u16;
            let signed = |word: u32| of(word).cast_signed();
            assert_eq!(of(lanes[0]), of(a).min(of(b)));
            assert_eq!(signed(lanes[1]), signed(a).max(signed(b)));
            assert_eq!(signed(lanes[2]), signed(a).min(signed(b)).max(0));
            assert_eq!(of(lanes[3]), of(a).min(of(b)).min(of(c)));
            assert_eq!(signed(lanes[4]), signed(a).max(signed(b)).max(signed(c)));
            assert_eq!(signed(lanes[5]), signed(a).min(signed(b)).min(signed(c)).max(0));
            let sum = of(a).wrapping_add(of(b));
            assert_eq!(of(lanes[6]), sum.max(of(c)));
            assert_eq!(signed(lanes[7]), sum.cast_signed().min(signed(c)));
            assert_eq!(signed(lanes[8]), sum.cast_signed().min(signed(c)).max(0));
            assert_eq!(of(difference), of(a).wrapping_sub(of(b)));
            let is_first = if at == 0 { are_first.0 } else { are_first.1 };
            assert_eq!(is_first, signed(a) >= signed(b));
        }
        let r = c.cast_signed();
        let (three, after_sum) = sass! {
            VIMNMX3.RELU R0, a, b, c, PT;
            VIADDMNMX.RELU R1, a, -b, c, !PT;
            (R0, R1)
        };
        assert_eq!(three, p.min(q).min(r).max(0).cast_unsigned());
        assert_eq!(after_sum, p.wrapping_sub(q).max(r).max(0).cast_unsigned());
        let (least, most): (u64, u64);
        let other = word.rotate_left(c & 63) ^ u64::from(a & 1);
        sass! {
            .target sm_120
            IMNMX.S64 PT, PT, least, word, other, PT, !PT;
            IMNMX.U64 most, word, other, !PT, !PT;
        }
        assert_eq!(least, word.cast_signed().min(other.cast_signed()).cast_unsigned());
        assert_eq!(most, word.max(other));
        assert_eq!(halves & 0xffff, a.wrapping_add(b) & 0xffff);
        assert_eq!(halves >> 16, (a >> 16).wrapping_add(b >> 16) & 0xffff);
    }
}

#[test]
fn floats_become_bytes() {
    for (x, byte, signed) in
        [(2.5, 2, 2), (-2.5, 0, -2), (300.0, 255, 127), (f32::NAN, 0, 0), (-1e9, 0, -128)]
    {
        let x = f32::to_bits(x);
        let found = sass! {
            .target sm_90
            F2IP.U8.F32.TRUNC.NTZ R0, RZ, x, RZ;
            F2I.U8.NTZ R1, x;
            F2I.S8.TRUNC.NTZ R2, x;
            (R0, R1, R2)
        };
        assert_eq!(found, (byte, byte, i32::cast_unsigned(signed)));
    }
}

/// Returns the value of a float of 8 bits. The NaNs of e4m3 have all bits of exponent and fraction.
fn narrow(bits: u32, is_e4m3: bool) -> f64 {
    match is_e4m3 {
        true if bits & 0x7f == 0x7f => f64::NAN,
        true if bits >> 3 & 15 == 15 => {
            (1.0 + f64::from(bits & 7) / 8.0) * if bits >> 7 == 1 { -256.0 } else { 256.0 }
        }
        true => value(bits, 4, 3),
        false => value(bits, 5, 2),
    }
}

/// Returns the nearest finite float of 8 bits, the even one of two.
fn nearest(x: f64, is_e4m3: bool) -> u32 {
    let positive = (0..0x80).filter(|bits| narrow(*bits, is_e4m3).is_finite());
    let distance = |bits: &u32| (narrow(*bits, is_e4m3) - x.abs()).abs();
    let rank = |a: &u32, b: &u32| distance(a).total_cmp(&distance(b)).then((a & 1).cmp(&(b & 1)));
    let found = positive.min_by(rank).unwrap_or_default();
    found | u32::from(x.is_sign_negative()) << 7
}

#[test]
fn floats_of_8_bits() {
    for word in integers() {
        // The exponents are near those of the type.
        let float = |bits: u32| f32::from_bits(bits & 0x83ff_ffff | 0x3c00_0000);
        let (a, b, c) =
            (float(word as u32), float((word >> 32) as u32), word.rotate_left(9) as u32);
        let (x, y) = (a.to_bits(), b.to_bits());
        let found = sass! {
            .target sm_90
            F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C R0, x, y, c;
            F2FP.SATFINITE.RELU.E5M2.F32.PACK_AB_MERGE_C R1, x, y, RZ;
            (R0, R1)
        };
        let code = |x: f32, is_e4m3| nearest(x.into(), is_e4m3);
        assert_eq!(found.0, c << 16 | code(a, true) << 8 | code(b, true), "{a} {b}");
        let relu = |x: f32| if x < 0.0 { 0 } else { code(x, false) };
        assert_eq!(found.1, relu(a) << 8 | relu(b), "{a} {b}");
        let (low, high, bytes) = sass! {
            .target sm_100
            F2FP.F16.E4M3.UNPACK_B R0, c;
            F2FP.F16.E5M2.UNPACK_B R1, c.H1;
            F2FP.F16.E2M1.UNPACK_B R2, c.B3;
            (R0, R1, R2)
        };
        for (at, byte) in [(0, 0), (16, 8)] {
            let is_equal = |x: f64, y: f64| x == y || x.is_nan() && y.is_nan();
            assert!(is_equal(half(low >> at), narrow(c >> byte & 0xff, true)), "{c:x}");
            assert!(is_equal(half(high >> at), narrow(c >> (16 + byte) & 0xff, false)), "{c:x}");
        }
        const FOURS: [f64; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
        for (at, from) in [(0, 24), (16, 28)] {
            let four = c >> from & 15;
            let expected = FOURS[(four & 7) as usize] * if four > 7 { -1.0 } else { 1.0 };
            assert_eq!(half(bytes >> at).to_bits(), expected.to_bits(), "{c:x}");
        }
    }
}

/// Returns the code of an f32 in the normal range of a narrower type, after `added` units of its last place. The exponent
/// of the type has a smaller bias, the fraction fewer bits.
fn cut(x: f32, added: u32, bias: u32, fraction: u32) -> u32 {
    let dropped = 23 - fraction;
    ((x.abs().to_bits() + added) >> dropped) - ((127 - bias) << fraction)
}

/// Random bits are added below the last place of the result.
#[test]
fn floats_are_rounded_with_random_bits() {
    for word in integers() {
        let (low, high, c) = (word as u32, (word >> 32) as u32, word.rotate_left(23) as u32);
        // From 1/8 to 2, with a sign.
        let float = |bits: u32| f32::from_bits(bits & 0x81ff_ffff | 0x3e00_0000);
        let (a, b) = (float(low), float(high));
        let (x, y) = (a.to_bits(), b.to_bits());
        let found = sass! {
            .target sm_100
            F2FP.F16.F32.PACK_AB.RS R0, x, y, c;
            F2FP.RELU.BF16.F32.PACK_AB.RS R1, x, y, c;
            F2FP.SATFINITE.E4M3.F32.PACK_AB_MERGE_C.RS R2, x, y, c;
            F2FP.SATFINITE.RELU.E5M2.F32.PACK_AB_MERGE_C.RS R3, x, y, c;
            (R0, R1, R2, R3)
        };
        let sign = |x: f32, at: u32| u32::from(x < 0.0) << at;
        let half = |x: f32, random: u32| sign(x, 15) | cut(x, random & 0x1fff, 15, 10);
        assert_eq!(found.0, half(a, c >> 16) << 16 | half(b, c), "{a} {b} {c:x}");
        let brain = |x: f32, random: u32| if x < 0.0 { 0 } else { cut(x, random, 127, 7) };
        assert_eq!(found.1, brain(a, c >> 16) << 16 | brain(b, c & 0xffff), "{a} {b} {c:x}");
        // The first number takes the bits of the upper half in reverse order.
        let random = [c.reverse_bits() & 0xffff, c >> 16];
        let byte = |x: f32, at: usize| sign(x, 7) | cut(x, random[at] << 4, 7, 3);
        assert_eq!(found.2, c << 16 | byte(a, 0) << 8 | byte(b, 1), "{a} {b} {c:x}");
        let byte = |x: f32, at: usize| if x < 0.0 { 0 } else { cut(x, random[at] << 5, 15, 2) };
        assert_eq!(found.3, c << 16 | byte(a, 0) << 8 | byte(b, 1), "{a} {b} {c:x}");
        // From 1 to 4, for numbers of 4 bits. The random bits are two bytes.
        let float = |bits: u32| f32::from_bits(0x3f80_0000 + (bits & 0xff_ffff));
        let (a, b) = (float(low), -float(high));
        let (x, y) = (a.to_bits(), b.to_bits());
        let found = sass! {
            .target sm_100
            F2FP.SATFINITE.E2M1.F32.PACK_AB_MERGE_C.RS R0, x, y, c;
            R0
        };
        let random = c >> 16 & 0xff00 | c >> 8 & 0xff;
        let first = cut(a, (random.reverse_bits() >> 16) << 6, 1, 1);
        assert_eq!(found, c << 8 | first << 4 | 8 | cut(b, random << 6, 1, 1), "{a} {b} {c:x}");
    }
}

#[test]
fn a_converted_half_is_below_another() {
    for word in integers() {
        let c = (word >> 32) as u32;
        let x = f32::from_bits(word as u32 & 0x81ff_ffff | 0x3e00_0000);
        let bits = x.to_bits();
        let found = sass! {
            .target sm_90
            F2FP.RELU.F16.F32.MERGE_C R0, bits, c;
            F2FP.SATFINITE.MERGE_C.RZ R1, -bits, c;
            F2FP.BF16.F32.MERGE_C R2, |bits|, RZ;
            (R0, R1, R2)
        };
        // Ties round to even.
        let nearest = |dropped: u32| (1 << (dropped - 1)) - 1 + (bits >> dropped & 1);
        let relu = if x < 0.0 { 0 } else { cut(x, nearest(13), 15, 10) };
        let expected = (
            c << 16 | relu,
            c << 16 | u32::from(x > 0.0) << 15 | cut(x, 0, 15, 10),
            cut(x, nearest(16), 127, 7),
        );
        assert_eq!(found, expected, "{x} {c:x}");
    }
}

/// Returns the power of two of a scale.
fn power(scale: u32) -> f64 {
    2.0_f64.powi((scale & 0xff).cast_signed() - 127)
}

#[test]
fn numbers_have_scales() {
    for word in integers() {
        let bits = [word as u32, (word >> 32) as u32];
        // Exponents near that of 1, and scales from 2^-7 to 2^8.
        let [a, b] = bits.map(|bits| f32::from_bits(bits & 0x83ff_ffff | 0x3e00_0000));
        let (x, y) = (a.to_bits(), b.to_bits());
        let scales = 0x7878 + (bits[0] >> 4 & 0x0f0f);
        let c = scales << 16 | bits[1] & 0xffff;
        let both = x & 0xffff_0000 | y >> 16;
        let found = sass! {
            .target sm_100
            F2FP.SATFINITE.S2_6.F32.PACK_AB_MERGE_C R0, x, y, c;
            F2FP.SATFINITE.RELU.S2_6.BF16.UNPACK_B_MERGE_C R1, both, c;
            (R0, R1)
        };
        let code = |x: f64, scale: u32, least: f64| {
            let rounded = (64.0 * x / power(scale)).round_ties_even().clamp(least, 127.0);
            u32::from((rounded as i8).cast_unsigned())
        };
        let pair = |x: f64, y: f64, least| {
            code(x, scales >> 8, least) << 8 | code(y, scales, least) | c << 16
        };
        assert_eq!(found.0, pair(a.into(), b.into(), -128.0), "{a} {b} {c:x}");
        assert_eq!(found.1, pair(brain(both >> 16), brain(both & 0xffff), 0.0), "{both:x} {c:x}");
        let from = bits[1];
        let found = sass! {
            .target sm_100
            F2FP.BF16.E4M3.UNPACK_B R0, from.H1, scales.H0;
            F2FP.RELU.BF16.E5M2.UNPACK_B R1, from, scales.H0;
            F2FP.SATFINITE.BF16.S2_6.UNPACK_B R2, from.H1, scales;
            F2FP.BF16.E2M1.UNPACK_B R3, from.B3, scales.H0;
            (R0, R1, R2, R3)
        };
        const FOURS: [f64; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];
        for at in [0, 1] {
            let byte = |half: u32| from >> (16 * half + 8 * at) & 0xff;
            let scale = power(scales >> (8 * at));
            let of = |found: u32| brain(found >> (16 * at) & 0xffff);
            let is_equal = |x: f64, y: f64| x == y || x.is_nan() && y.is_nan();
            assert!(is_equal(of(found.0), narrow(byte(1), true) * scale), "{from:x} {scales:x}");
            let five = narrow(byte(0), false);
            // `f64::max` is not used: it ignores NaNs.
            let five = if five < 0.0 { 0.0 } else { five * scale };
            assert!(is_equal(of(found.1), five), "{from:x} {scales:x}");
            let fixed = f64::from((byte(1) as u8).cast_signed()) / 64.0;
            assert!(is_equal(of(found.2), fixed * scale), "{from:x} {scales:x}");
            let four = from >> (24 + 4 * at) & 15;
            let four = FOURS[(four & 7) as usize] * if four > 7 { -1.0 } else { 1.0 };
            assert!(is_equal(of(found.3), four * scale), "{from:x} {scales:x}");
        }
    }
}

#[test]
fn a_predicate_of_lop3_is_combined() {
    for (p, a) in [(false, 0_u32), (false, 1), (true, 0), (true, 1)] {
        let found = sass! {
            LOP3.LUT P0, RZ, a, RZ, RZ, 0xf0, p;
            LOP3.LUT.PAND P1, RZ, a, RZ, RZ, 0xf0, p;
            (P0, P1)
        };
        assert_eq!(found, (a != 0 || p, a != 0 && p));
    }
}

#[test]
fn the_halves_of_a_complex_product_are_exchanged() {
    // (1 + 2i) * i is -2 + i, with the real part in the low half.
    let found = sass! { MOV R1, 0x40003c00; HFMA2 R0, 0x3c003c00, R1.H0_NH1, RZ; R0 };
    assert_eq!(found, 0x3c00_c000);
}

#[test]
fn uniform_registers_are_registers_of_their_own() {
    let x = 7_u32;
    let found = sass! {
        .target sm_90
        MOV R4, 0x64;
        R2UR UR4, x;
        UIADD3 UR5, UP0, UR4, -0x1, URZ;
        USHF.L.U32 UR6, UR5, 0x2, URZ;
        UISETP.GT.U32.AND UP1, UPT, UR6, 0x10, UPT;
        @UP1 ULOP3.LUT UR6, UR6, 0x1, URZ, 0xfc, !UPT;
        IADD3 R5, R4, UR6, RZ;
        UIMAD.WIDE.U32 UR8, UR4, 0x10000000, URZ;
        USEL UR10, UR9, URZ, UP0;
        (R4, R5, UR8, UR9, UR10, UP1)
    };
    assert_eq!(found, (100, 125, 0x7000_0000, 0, 0, true));
}
