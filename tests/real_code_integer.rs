//! Compares device code that uses integers and floats with known results.

use ptx::ptx;

/// Rounds a number in two ways: by adding and subtracting 1.5 * 2^23, and by conversion.
fn rounded(x: f32) -> (f32, i32) {
    ptx! {
        .reg .f32 t, magic; .reg .s32 i;
        mov.f32 magic, 0f4B400000;
        add.rn.f32 t, x, magic;
        sub.rn.f32 t, t, magic;
        cvt.rni.s32.f32 i, x;
        (t, i)
    }
}

#[test]
fn rounding_by_a_magic_number_is_rounding_by_conversion() {
    for i in -40_000..40_000 {
        let x = i as f32 / 16.0;
        let nearest = x.round_ties_even();
        let (magic, converted) = rounded(x);
        assert_eq!((magic, converted as f32), (nearest, nearest), "{x}");
    }
}

/// Converts two packed halves to floats and back.
fn repacked(word: u32) -> (f32, f32, u32) {
    ptx! {
        .reg .b16 lo, hi; .reg .f32 a, b; .reg .b32 w;
        mov.b32 {lo, hi}, word;
        cvt.f32.f16 a, lo;
        cvt.f32.f16 b, hi;
        cvt.rn.f16x2.f32 w, b, a;
        (a, b, w)
    }
}

#[test]
fn halves_unpack_to_their_value_and_pack_again() {
    for half in 0..0x7c00_u32 {
        let (low, high, packed) = repacked(half | (half | 0x8000) << 16);
        let (exponent, fraction) = (half >> 10, f64::from(half & 0x3ff));
        let value = match exponent {
            0 => fraction * 2.0_f64.powi(-24),
            _ => (1024.0 + fraction) * 2.0_f64.powi(exponent as i32 - 25),
        };
        assert_eq!((f64::from(low), f64::from(high)), (value, -value));
        assert_eq!(packed, half | (half | 0x8000) << 16);
    }
}

/// Computes a step of PCG32 (XSH RR). Returns the new state and the random number.
const fn pcg(state: u64, increment: u64) -> (u64, u32) {
    ptx! {
        .reg .u64 next, mixed; .reg .u32 word, turn;
        mad.lo.u64 next, state, 6364136223846793005, increment;
        shr.u64 mixed, state, 18;
        xor.b64 mixed, mixed, state;
        shr.u64 mixed, mixed, 27;
        cvt.u32.u64 word, mixed;
        shr.u64 mixed, state, 59;
        cvt.u32.u64 turn, mixed;
        shf.r.wrap.b32 word, word, word, turn;
        (next, word)
    }
}

/// Converts the high 24 bits of a word to a float in [0, 1).
fn unit(word: u32) -> f32 {
    ptx! {
        .reg .u32 high; .reg .f32 f;
        shr.u32 high, word, 8;
        cvt.rn.f32.u32 f, high;
        mul.f32 f, f, 0f33800000;
        f
    }
}

#[test]
fn pcg_gives_the_numbers_of_its_demo() {
    let increment = 54 << 1 | 1;
    let (state, _) = pcg(0, increment);
    let (mut state, _) = pcg(state.wrapping_add(42), increment);
    for expected in [0xa15c_02b7, 0x7b47_f409, 0xba1d_3330, 0x83d2_f293, 0xbfa4_784b, 0xcbed_606e] {
        let (next, word) = pcg(state, increment);
        state = next;
        assert_eq!(word, expected);
        assert_eq!(f64::from(unit(word)), f64::from(word >> 8) / 2.0_f64.powi(24));
    }
    assert_eq!((unit(0), unit(u32::MAX)), (0.0, 1.0 - 2.0_f32.powi(-24)));
}

/// Computes a round of Philox 4x32.
fn philox_round(x: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let mut y = [0; 4];
    ptx! {
        .reg .u32 high, low;
        mul.hi.u32 high, (x[2]), 0xCD9E8D57;
        mul.lo.u32 low, (x[2]), 0xCD9E8D57;
        lop3.b32 high, high, (x[1]), (key[0]), 0x96;
        mov.b32 (y[0]), high;
        mov.b32 (y[1]), low;
        mul.hi.u32 high, (x[0]), 0xD2511F53;
        mul.lo.u32 low, (x[0]), 0xD2511F53;
        lop3.b32 high, high, (x[3]), (key[1]), 0x96;
        mov.b32 (y[2]), high;
        mov.b32 (y[3]), low;
    }
    y
}

#[test]
fn philox_gives_its_known_answers() {
    let philox = |mut x: [u32; 4], mut key: [u32; 2]| {
        for _ in 0..10 {
            x = philox_round(x, key);
            let [k, l] = key;
            ptx! {
                add.u32 (key[0]), k, 0x9E3779B9;
                add.u32 (key[1]), l, 0xBB67AE85;
            }
        }
        x
    };
    assert_eq!(philox([0; 4], [0; 2]), [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]);
    let ones = philox([u32::MAX; 4], [u32::MAX; 2]);
    assert_eq!(ones, [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]);
}

/// Multiplies four floats by the reciprocal of a scale, converts the products to bytes, and packs the bytes into a
/// word.
fn quantised(x: [f32; 4], scale: f32) -> u32 {
    ptx! {
        .reg .f32 inverse, t; .reg .b32 %b<4>; .reg .b32 low, high, word;
        rcp.rn.f32 inverse, scale;
        mul.rn.f32 t, (x[0]), inverse;
        cvt.rni.sat.s8.f32 %b0, t;
        mul.rn.f32 t, (x[1]), inverse;
        cvt.rni.sat.s8.f32 %b1, t;
        mul.rn.f32 t, (x[2]), inverse;
        cvt.rni.sat.s8.f32 %b2, t;
        mul.rn.f32 t, (x[3]), inverse;
        cvt.rni.sat.s8.f32 %b3, t;
        prmt.b32 low, %b0, %b1, 0x0040;
        prmt.b32 high, %b2, %b3, 0x0040;
        prmt.b32 word, low, high, 0x5410;
        word
    }
}

/// Converts byte number `place` of a word to a float, and multiplies the float by `scale`.
fn dequantised(word: u32, place: u32, scale: f32) -> f32 {
    ptx! {
        .reg .s32 byte; .reg .u32 pos; .reg .f32 f;
        shl.b32 pos, place, 3;
        shr.u32 byte, word, pos;
        cvt.rn.f32.s8 f, byte;
        mul.rn.f32 f, f, scale;
        f
    }
}

#[test]
fn bytes_of_a_scale_clamp_round_to_even_and_come_back() {
    for i in -3000..3000 {
        let x = [i, i + 1, -i, 2 * i].map(|i| i as f32 / 16.0);
        let word = quantised(x, 0.5);
        for (place, (x, byte)) in x.iter().zip(word.to_le_bytes()).enumerate() {
            let expected = (x * 2.0).round_ties_even().clamp(-128.0, 127.0);
            assert_eq!(f32::from(byte.cast_signed()), expected, "{x}");
            assert_eq!(dequantised(word, place as u32, 0.5), expected / 2.0, "{x}");
        }
    }
}

/// Computes exp(x) without the multi-function unit. Subtracts k * ln 2 from x, for an integer k, and evaluates a
/// polynomial. Then adds k to the exponent bits of the result.
fn exp(x: f32) -> f32 {
    ptx! {
        .reg .f32 n, r, p; .reg .s32 k; .reg .b32 w;
        mul.rn.f32 n, x, 0f3FB8AA3B;
        cvt.rni.f32.f32 n, n;
        fma.rn.f32 r, n, 0fBF317200, x;
        fma.rn.f32 r, n, 0fB5BFBE8E, r;
        fma.rn.f32 p, r, 0f3AB60B61, 0f3C088889;
        fma.rn.f32 p, p, r, 0f3D2AAAAB;
        fma.rn.f32 p, p, r, 0f3E2AAAAB;
        fma.rn.f32 p, p, r, 0.5;
        fma.rn.f32 p, p, r, 1.0;
        fma.rn.f32 p, p, r, 1.0;
        cvt.rzi.s32.f32 k, n;
        shl.b32 w, k, 23;
        mov.b32 k, p;
        add.s32 w, w, k;
        mov.b32 p, w;
        p
    }
}

#[test]
fn exp_by_bits_of_the_exponent_is_near_the_host_s() {
    assert_eq!(exp(0.0), 1.0);
    for i in -8600..8800 {
        let x = i as f32 / 100.0;
        let exact = f64::from(x).exp();
        let error = (f64::from(exp(x)) - exact).abs() / exact;
        assert!(error < 2.0 * 2.0_f64.powi(-23), "{x}: {error:e}");
    }
}
