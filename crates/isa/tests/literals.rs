//! Tests literals (PTX ISA, "Constants"): their values, malformed literals, and the bits for each
//! kind of type.

use ptx_isa::Type;
use ptx_isa::literal::Literal::{self, Decimal, DoubleBits, Integer, SingleBits};
use ptx_isa::literal::parse;

#[test]
fn values() {
    for (text, expected) in [
        ("0", Integer(0)),
        ("0U", Integer(0)),
        ("42U", Integer(42)),
        ("+7", Integer(7)),
        ("-7", Integer(u64::MAX - 6)),
        ("017", Integer(15)),
        ("017U", Integer(15)),
        ("0b101", Integer(5)),
        ("0B101U", Integer(5)),
        ("0xfF", Integer(255)),
        ("0XfFU", Integer(255)),
        ("18446744073709551615", Integer(u64::MAX)),
        ("1.", Decimal(1.0)),
        (".5", Decimal(0.5)),
        ("-0.0", Decimal(-0.0)),
        ("0e9", Decimal(0.0)),
        ("25e-1", Decimal(2.5)),
        ("2.5E+1", Decimal(25.0)),
        ("0F3f800000", SingleBits(0x3f80_0000)),
        ("0D3FF0000000000000", DoubleBits(0x3ff0_0000_0000_0000)),
    ] {
        assert_eq!(parse(text), Ok(expected), "{text}");
        if let (Decimal(zero), Ok(Decimal(value))) = (expected, parse(text)) {
            assert_eq!(value.to_bits(), zero.to_bits(), "{text}");
        }
    }
}

#[test]
fn malformed_texts() {
    for (text, part) in [
        (".", "a decimal number is digits"),
        ("e5", "a decimal number is digits"),
        ("1x.5", "a decimal number is digits"),
        ("1.5x", "a decimal number is digits"),
        ("1.5f", "a decimal number is digits"),
        ("1e", "expected an integer as the exponent"),
        ("1e+", "expected an integer as the exponent"),
        ("1e5x", "expected an integer as the exponent"),
        ("1e400", "a decimal number must be a normal binary64 number"),
        ("1e-310", "a decimal number must be a normal binary64 number"),
        ("1_0.5", "`_` is not allowed"),
        ("1_000", "`_` is not allowed"),
        ("09", "`9` is not an octal digit"),
        ("0b2", "unexpected `2` in a binary number"),
        ("12a", "unexpected `a` in a decimal number"),
        ("0xg", "unexpected `g` in a hexadecimal number"),
        ("0x", "expected digits in a hexadecimal number"),
        ("18446744073709551616", "exceeds 64 bits"),
        ("0f3F80000", "expected exactly 8 hexadecimal digits"),
        ("0f3F80000g", "expected exactly 8 hexadecimal digits"),
        ("-0f3F800000", "cannot have a sign"),
        ("+0d3FF0000000000000", "cannot have a sign"),
    ] {
        let message = parse(text).expect_err(text);
        let what = match part.contains("normal") {
            true => format!("number `{text}` is out of range"),
            false => format!("malformed number `{text}`"),
        };
        assert_eq!(message.what, what);
        let notes = message.notes;
        assert!(notes.len() == 1 && notes[0].contains(part), "{text}: {notes:?}");
    }
}

#[test]
fn bits_in_types() {
    let ty = |word| Type::from_word(word).expect("a type");
    for (word, literal, expected) in [
        ("pred", Integer(0), 0),
        ("pred", Integer(2), 1),
        ("u16", Integer(u64::MAX), 0xffff),
        ("b16", Integer(0x1_2345), 0x2345),
        ("s32", Integer(0x1_0000_0002), 2),
        ("s64", Integer(u64::MAX), u64::MAX),
        ("b32", SingleBits(0x3f80_0000), 0x3f80_0000),
        ("f32", SingleBits(0x7f80_0001), 0x7f80_0001),
        ("f32", Decimal(0.1), 0x3dcc_cccd),
        ("f32", DoubleBits(0xbfb9_9999_9999_999a), 0xbdcc_cccd),
        // The conversion keeps the sign and the high payload bits, and quiets the NaN.
        ("f32", DoubleBits(0xfff4_0000_2000_0000), 0xffe0_0001),
        ("f32", DoubleBits(0x7ff0_0000_0000_0001), 0x7fc0_0000),
        ("f32", DoubleBits(0x7ff0_0000_0000_0000), 0x7f80_0000),
        ("f64", Decimal(0.1), 0x3fb9_9999_9999_999a),
        ("b64", Decimal(-2.0), 0xc000_0000_0000_0000),
        ("f64", DoubleBits(0x7ff0_0000_0000_0001), 0x7ff0_0000_0000_0001),
        ("b64", DoubleBits(1), 1),
    ] {
        assert_eq!(Literal::bits(literal, ty(word)), Ok(expected), "{literal:?} in .{word}");
    }
}

#[test]
fn refused_types() {
    let ty = |word| Type::from_word(word).expect("a type");
    for (word, literal, what, help) in [
        ("pred", Decimal(1.0), "expected a literal of `.pred`, found a float", "write `1`"),
        ("s32", Decimal(1.0), "expected a literal of `.s32`, found a float", "write `1`"),
        (
            "f32",
            Integer(0x3f80_0000),
            "expected a literal of `.f32`, found an integer",
            "write `1065353216.0`, or `0f3F800000` if these are its bits",
        ),
        ("f32", Integer(1), "expected a literal of `.f32`, found an integer", "write `1.0`"),
        (
            "f64",
            Integer(0x3ff0_0000_0000_0000),
            "expected a literal of `.f64`, found an integer",
            "write `4607182418800017408.0`, or `0d3FF0000000000000` if these are its bits",
        ),
        (
            "f64",
            SingleBits(0),
            "expected a literal of `.f64`, found `0f`",
            "write `0d` and 16 digits: `0d0000000000000000`",
        ),
        ("s32", DoubleBits(0), "expected a literal of `.s32`, found `0d`", ""),
        ("f16", Decimal(1.0), "an operand of `.f16` cannot be a literal", ""),
        ("u16x2", Integer(1), "an operand of `.u16x2` cannot be a literal", ""),
        ("e4m3x2", Integer(1), "an operand of `.e4m3x2` cannot be a literal", ""),
        ("f16x2", Integer(1), "an operand of `.f16x2` cannot be a literal", ""),
    ] {
        let message = literal.bits(ty(word)).expect_err(word);
        let found = (message.what.as_str(), message.help_text().unwrap_or_default());
        assert!(found.0 == what && found.1.starts_with(help), "{literal:?} in .{word}: {found:?}");
    }
}
