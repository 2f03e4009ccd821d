use super::{Format, Lane, Layout, bits};
use crate::types::Type;

#[test]
fn integers_fit_their_type() {
    for (ty, text, expected) in [
        (Type::U8, "255", Some(255)),
        (Type::U8, "256", None),
        (Type::U8, "-1", None),
        (Type::U8, "-0", Some(0)),
        (Type::S8, "-128", Some(0x80)),
        (Type::S8, "128", None),
        (Type::S8, "0xff", Some(0xff)),
        (Type::B8, "-1", Some(0xff)),
        (Type::B8, "255", Some(0xff)),
        (Type::B8, "-129", None),
        (Type::U64, "18446744073709551615", Some(u64::MAX.into())),
        (Type::U64, "18446744073709551616", None),
        (Type::S64, "-9223372036854775808", Some(1 << 63)),
        (Type::S64, "-9223372036854775809", None),
        (Type::B128, "340282366920938463463374607431768211455", Some(u128::MAX)),
        (Type::B128, "340282366920938463463374607431768211456", None),
        (Type::B128, "-1", None),
        (Type::U32, "0x1ffffffff", None),
        (Type::U32, "0x00000000000000000000000000000000000000001", Some(1)),
        (Type::U32, "0X1F", Some(31)),
        (Type::U32, "+7", Some(7)),
        // Octal numbers exist only in PTX text.
        (Type::U32, "017", Some(17)),
        (Type::U32, "1.0", None),
        (Type::U32, "0b1", None),
        (Type::U32, "1U", None),
        (Type::U32, "", None),
        (Type::U32, "-", None),
        (Type::U32, "-0x1", None),
        (Type::U32, "+-1", None),
        (Type::U32, "0x", None),
        (Type::U32, "0x+1", None),
        (Type::U32, "99999999999999999999999999999999999999999", None),
        (Type::U32, "0f3F800000", None),
        (Type::B32, "0f3F800000", Some(0x3f80_0000)),
        (Type::B64, "0D3ff0000000000000", Some(0x3ff0_0000_0000_0000)),
        (Type::B64, "1.0", None),
        (Type::B32, "0d3ff0000000000000", None),
        (Type::Pred, "1", Some(1)),
        (Type::Pred, "2", None),
    ] {
        assert_eq!(bits(ty, text).ok(), expected, "{} {text}", ty.word());
    }
}

#[test]
fn floats_round_once() {
    for (ty, text, expected) in [
        (Type::F32, "5", 0x40a0_0000),
        (Type::F32, ".5", 0x3f00_0000),
        (Type::F32, "+5.", 0x40a0_0000),
        (Type::F32, "-2.5e-3", 0xbb23_d70a),
        (Type::F32, "-2.5E+3", 0xc51c_4000),
        // The number is above the midpoint of 1 and the next binary32 number. Rounded to binary64, the number
        // equals this midpoint.
        (Type::F32, "1.00000005960464477539062500001", 0x3f80_0001),
        (Type::F32, "1.000000059604644775390625", 0x3f80_0000),
        (Type::F32, "1.00000005960464477539062499999", 0x3f80_0000),
        (Type::F32, "nan", 0x7fff_ffff),
        (Type::F32, "-inf", 0xff80_0000),
        (Type::F32, "1e-400", 0),
        (Type::F32, "-1e-99999999999", 0x8000_0000),
        (Type::F32, "0x7fc00001", 0x7fc0_0001),
        (Type::F32, "0f7FC00001", 0x7fc0_0001),
        // `0d` is rounded: these are the bits of 1 + 2^-24 + 2^-52.
        (Type::F32, "0d3FF0000010000001", 0x3f80_0001),
        (Type::F64, "nan", 0x7ff8_0000_0000_0000),
        (Type::F64, "inf", 0x7ff0_0000_0000_0000),
        (Type::F64, "4.9e-324", 1),
        (Type::F16, "1", 0x3c00),
        (Type::F16, "-0.0", 0x8000),
        // 1 + 2^-11 is the midpoint of two binary16 numbers, so it is rounded to even. With an additional digit,
        // far below binary64's precision, the number is rounded up.
        (Type::F16, "1.00048828125", 0x3c00),
        (Type::F16, "1.000488281250000000000000000001", 0x3c01),
        (Type::F16, "1.000488281249999999999999999999", 0x3c00),
        (Type::F16, "1.00146484375", 0x3c02),
        (Type::F16, "65519.99", 0x7bff),
        (Type::F16, "65519.9999999999999999999999999999", 0x7bff),
        (Type::F16, "5.960464477539063e-8", 1),
        // 2^-25 is the midpoint of 0 and the smallest subnormal number.
        (Type::F16, "2.98023223876953125e-8", 0),
        (Type::F16, "2.980232238769531250000000000000001e-8", 1),
        (Type::F16, "nan", 0x7fff),
        (Type::F16, "1e-999999999", 0),
        (Type::Bf16, "1.00390625", 0x3f80),
        (Type::Bf16, "1.003906250000000000000000000001", 0x3f81),
        (Type::Bf16, "3.39e38", 0x7f7f),
        (Type::Bf16, "inf", 0x7f80),
        (Type::Bf16, "nan", 0x7fff),
        // The low 13 bits of a decimal tf32 are zeros. 1 + 2^-11 is a midpoint.
        (Type::Tf32, "1.00048828125", 0x3f80_0000),
        (Type::Tf32, "1.00048828125000000000000000001", 0x3f80_2000),
        (Type::Tf32, "nan", 0x7fff_e000),
        (Type::Tf32, "-inf", 0xff80_0000),
        (Type::Tf32, "0x3f800001", 0x3f80_0001),
    ] {
        assert_eq!(bits(ty, text).ok(), Some(expected), "{} {text}", ty.word());
    }
}

#[test]
fn nothing_else_is_a_float() {
    for text in [
        "infinity",
        "Inf",
        "INF",
        "+inf",
        "NaN",
        "-nan",
        "+nan",
        "1.5f",
        "",
        ".",
        "+",
        "-",
        "e5",
        "1e",
        "1e+",
        "--1",
        "0x1ffff",
        "0xg",
        "0x",
        "1_0",
        "1 * 2^-3",
        "1,5",
        "1.5.2",
        "1e5.0",
        " 1",
        "1 ",
        "0x1p3",
        "0f3F800000",
        "0d3FF0000000000000",
        "0b1",
        "one",
        "٣",
        "{1}",
        "3c00",
    ] {
        assert!(bits(Type::F16, text).is_err(), "{text}");
    }
    for text in ["0f3f80000", "-0f3F800000", "0f3F80000g", "0d3FF000000000000", "017x"] {
        assert!(bits(Type::F32, text).is_err(), "{text}");
    }
}

#[test]
fn lanes_are_separated_by_commas() {
    for (ty, text, expected) in [
        (Type::S16x2, "-1,3", Some(0x0003_ffff)),
        (Type::S16x2, "{-1, 3}", Some(0x0003_ffff)),
        (Type::U16x2, "0x00050001", Some(0x0005_0001)),
        (Type::U16x2, "0x1,0xffff", Some(0xffff_0001)),
        (Type::U8x4, "1,2,3,255", Some(0xff03_0201)),
        (Type::S8x4, "{-1,-128,127,0}", Some(0x007f_80ff)),
        (Type::F16x2, "1.5,-inf", Some(0xfc00_3e00)),
        (Type::Bf16x2, "{nan, 1}", Some(0x3f80_7fff)),
        (Type::F32x2, "{0f3F800000, -0}", Some(0x8000_0000_3f80_0000)),
        (Type::E4m3x2, "448,-0.0", Some(0x807e)),
        (Type::E2m1x4, "0.5,-6,0,1", Some(0x20f1)),
        (Type::E2m3x2, "7.5,-0.125", Some(0x211f)),
        (Type::S16x2, "1", None),
        (Type::S16x2, "{1}", None),
        (Type::S16x2, "1,2,3", None),
        (Type::S16x2, "1,", None),
        (Type::S16x2, "{1,2", None),
        (Type::S16x2, "1,2}", None),
        (Type::S16x2, "1 2", None),
        (Type::S16x2, "32768,0", None),
        (Type::U16x2, "-1,0", None),
        (Type::U16x2, "0x100000000", None),
        (Type::E2m3x2, "0x40,0", None),
        (Type::E2m1x2, "nan,0", None),
        (Type::F32, "{1}", None),
    ] {
        assert_eq!(bits(ty, text).ok(), expected, "{} {text}", ty.word());
    }
}

/// Tests the numbers next to the limits of formats without infinity. The limits are those of the manual.
#[test]
fn narrow_floats() {
    for (ty, text, expected) in [
        (Type::E4m3x2, "464", Some(0x7e)),
        (Type::E4m3x2, "464.00000000000000000000001", None),
        (Type::E4m3x2, "nan", Some(0x7f)),
        (Type::E4m3x2, "inf", None),
        (Type::E4m3x2, "0.0009765625", Some(0)),
        (Type::E4m3x2, "0.00097656250000000000000000001", Some(1)),
        (Type::E5m2x2, "61439.999", Some(0x7b)),
        (Type::E5m2x2, "61440", None),
        (Type::E5m2x2, "inf", Some(0x7c)),
        (Type::E5m2x2, "nan", Some(0x7f)),
        (Type::E2m3x2, "7.7499", Some(0x1f)),
        (Type::E2m3x2, "7.75", None),
        (Type::E3m2x2, "28", Some(0x1f)),
        (Type::E3m2x2, "30", None),
        (Type::E2m1x2, "6.9", Some(7)),
        (Type::E2m1x2, "7", None),
        (Type::E2m1x2, "0.25", Some(0)),
        (Type::E2m1x2, "0.75", Some(2)),
        (Type::Ue8m0x2, "1", Some(127)),
        (Type::Ue8m0x2, "1.4999", Some(127)),
        // The midpoint of 1 (7f) and 2 (80) is rounded to the even code.
        (Type::Ue8m0x2, "1.5", Some(128)),
        (Type::Ue8m0x2, "3", Some(128)),
        (Type::Ue8m0x2, "3.000000000000000000000001", Some(129)),
        (Type::Ue8m0x2, "0", Some(0)),
        (Type::Ue8m0x2, "1e-60", Some(0)),
        (Type::Ue8m0x2, "1.7014118346046923e38", Some(254)),
        (Type::Ue8m0x2, "2.6e38", None),
        (Type::Ue8m0x2, "-1", None),
        (Type::Ue8m0x2, "nan", Some(0xff)),
        (Type::Ue5m3x2, "114688", Some(0xfe)),
        (Type::Ue5m3x2, "-1", None),
        (Type::Ue5m3x2, "nan", Some(0xff)),
        (Type::S2f6x2, "-2", Some(0x80)),
        (Type::S2f6x2, "-2.0078125", Some(0x80)),
        (Type::S2f6x2, "-2.01", None),
        (Type::S2f6x2, "1.984375", Some(0x7f)),
        (Type::S2f6x2, "1.9921875", None),
        (Type::S2f6x2, "0.0078125", Some(0)),
        (Type::S2f6x2, "-0.015625", Some(0xff)),
        (Type::S2f6x2, "nan", None),
        (Type::S2f6x2, "1e300", None),
    ] {
        // 1 is a number of each format.
        let one = bits(ty, "{1, 1}").expect("a pair") & ((1 << (ty.bits() / 2)) - 1);
        let expected = expected.map(|code: u128| code | one << (ty.bits() / 2));
        assert_eq!(bits(ty, &format!("{text},1")).ok(), expected, "{} {text}", ty.word());
    }
}

#[test]
fn messages_state_what_to_write() {
    for (ty, text, message) in [
        (
            Type::F32,
            "1e39",
            "number `1e39` is out of range of `f32`\nhelp: write `inf`, or `3.4028235e38`, its largest number",
        ),
        (
            Type::F16,
            "-65520",
            "number `-65520` is out of range of `f16`\nhelp: write `-inf`, or `-65504.0`, its smallest number",
        ),
        (
            Type::E4m3x2,
            "480,0",
            "number `480` is out of range of `e4m3x2`\nhelp: write `448.0`, its largest number",
        ),
        (Type::E2m1x2, "inf,0", "`e2m1x2` has no infinity\nhelp: write `6.0`, its largest number"),
        (Type::E2m1x2, "nan,0", "`e2m1x2` has no NaN"),
        (
            Type::F32,
            "+Inf",
            "expected a float of `f32`, found `+Inf`\n\
             note: a float is decimal, `inf`, `-inf`, `nan`, or `0x` and its bits\nhelp: write `inf`",
        ),
        (
            Type::F16,
            "3c00",
            "expected a float of `f16`, found `3c00`\n\
             note: a float is decimal, `inf`, `-inf`, `nan`, or `0x` and its bits\n\
             help: write `0x3c00` if these are its bits",
        ),
        (
            Type::U8,
            "-1",
            "`-1` does not fit `u8`\nnote: expected an integer from 0 to 255\n\
             help: write `0xff` if these are its bits",
        ),
        (Type::S8, "1000", "`1000` does not fit `s8`\nnote: expected an integer from -128 to 127"),
        (
            Type::F64,
            "1_000.5f",
            "expected a float of `f64`, found `1_000.5f`\n\
             note: a float is decimal, `inf`, `-inf`, `nan`, or `0x` and its bits\nhelp: write `1000.5`",
        ),
        (
            Type::S32,
            "10L",
            "expected an integer of `s32`, found `10L`\n\
             note: an integer is decimal, or `0x` and its bits\nhelp: write `10`",
        ),
        (
            Type::U32,
            "0b101",
            "expected an integer of `u32`, found `0b101`\n\
             note: an integer is decimal, or `0x` and its bits\nhelp: write `5`",
        ),
        (
            Type::B64,
            "1.5",
            "expected an integer of `b64`, found `1.5`\n\
             note: an integer is decimal, or `0x` and its bits\n\
             help: write `0x3ff8000000000000` for the bits of the `f64`",
        ),
        (
            Type::F16,
            "0x13c00",
            "`0x13c00` does not fit `f16`\nnote: expected at most 4 digits after `0x`",
        ),
        (
            Type::F16x2,
            "1.0",
            "an operand of `.f16x2` is given by its bits: `0x` and 8 digits\n\
             note: its 2 lanes are accepted too: `{1, 2}`, lane 0 first",
        ),
        (
            Type::F16,
            "0f3F800000",
            "`f16` does not accept `0f3F800000`\n\
             note: `0f` is the bits of an `.f32` or `.b32`, `0d` those of an `.f64` or `.b64`, or an `.f32` to round\n\
             help: write the bits: `0x` and 4 digits",
        ),
    ] {
        assert_eq!(bits(ty, text).expect_err(text).to_string(), message);
    }
}

/// Tests that the number in each help is accepted, and that it is the limit.
#[test]
fn limits_are_numbers() {
    for ty in Type::words().filter_map(Type::from_word) {
        let (Lane::Float(format), _) = Lane::of(ty) else { continue };
        let read = |text: &str| super::of_lane(Lane::Float(format), ty.word(), text);
        assert_eq!(read(&format.limit_text(false)), Ok(format.largest().into()), "{ty:?}");
        let smallest = match format.layout {
            Layout::Fixed => format.largest() + 1,
            _ => format.largest() | 1 << (format.bits - 1),
        };
        if format.has_sign() {
            assert_eq!(read(&format.limit_text(true)), Ok(smallest.into()), "{ty:?}");
        }
    }
    assert_eq!(Format::TF32.limit_text(false), "3.4011621342146535e38");
    assert_eq!(Format::HIGH_WORD.largest(), 0x7fef_ffff);
}

#[test]
fn no_text_panics() {
    let pieces = [
        "0",
        "1",
        "9",
        "-",
        "+",
        ".",
        "e",
        "E",
        "x",
        "0x",
        "0f",
        "0d",
        "f",
        "{",
        "}",
        ",",
        " ",
        "inf",
        "nan",
        "_",
        "é",
        "\0",
        "99999999999999999999",
        "ffffffffffffffff",
        "*",
        "2^",
        "U",
        "NEG",
    ];
    let types: Vec<_> = Type::words().filter_map(Type::from_word).collect();
    // A linear congruential generator (Knuth, MMIX).
    let mut state = 1u64;
    let mut next = |count: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % count
    };
    for _ in 0..100_000 {
        let text: String = (0..next(8)).map(|_| pieces[next(pieces.len())]).collect();
        let ty = types[next(types.len())];
        if let Ok(bits) = bits(ty, &text) {
            assert_eq!(bits >> (ty.bits() - 1) >> 1, 0, "{ty:?} {text}");
        }
    }
}
