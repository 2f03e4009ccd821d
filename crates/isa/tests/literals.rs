//! Tests literals (PTX ISA, "Constants"): their values, malformed literals, and the bits for each
//! kind of type.

use ptx_isa::Type;
use ptx_isa::literal::Literal::{self, Decimal, DoubleBits, Integer, SingleBits};
use ptx_isa::literal::parse;
use ptx_isa::number::{self, Format, Lane};

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

/// Tests numbers of each packed float. The bits follow from the fields of the formats: E4M3, E5M2, E2M3, E3M2 and E2M1 with
/// the biases 7, 15, 1, 3 and 1, UE5M3 with 15, UE8M0 with 127, and S2F6 in two's complement.
#[test]
fn lanes_of_packed_floats() {
    for (ty, text, bits) in [
        (Type::E4m3x4, "{1, -2, 448, nan}", 0x7f7e_c038),
        (Type::E4m3x2, "1,-2", 0xc038),
        (Type::E5m2x4, "{1, -2, inf, 57344}", 0x7b7c_c03c),
        (Type::E5m2x2, "{-inf, 1}", 0x3cfc),
        (Type::E2m3x4, "{1, -2, 7.5, 0.125}", 0x011f_3008),
        (Type::E3m2x4, "{1, -2, 28, 0.0625}", 0x011f_300c),
        (Type::E2m1x4, "{1, -2, 6, 0.5}", 0x17c2),
        (Type::Ue5m3x2, "{-0, 1}", 0x7800),
        (Type::Ue8m0x2, "{1, 2}", 0x807f),
        (Type::Ue8m0x2, "{1e-300, 1}", 0x7f00),
        (Type::S2f6x2, "{1, -1.5}", 0xa040),
        (Type::S2f6x2, "{-2, 1.984375}", 0x7f80),
    ] {
        assert_eq!(number::bits(ty, text), Ok(bits), "{}: {text}", ty.word());
    }
    // Subnormals of binary64 keep the upper word of their bits: 1e-310 is 0x00001268_8b70e62b.
    let high = |text| number::of_lane(Lane::Float(Format::HIGH_WORD), "f64", text);
    assert_eq!([high("0"), high("1e-310")], [Ok(0), Ok(0x1269)]);
}

#[test]
fn wrong_numbers_have_a_cure() {
    for (ty, text, expected) in [
        (Type::E4m3x2, "inf,1", "has no infinity\nhelp: write `448.0`, its largest number"),
        (Type::E4m3x2, "-inf,1", "has no infinity\nhelp: write `-448.0`, its smallest number"),
        (Type::E2m1x2, "1,inf", "has no infinity\nhelp: write `6.0`, its largest number"),
        (Type::S2f6x2, "-inf,1", "has no infinity\nhelp: write `-2.0`, its smallest number"),
        (Type::S2f6x2, "2,1", "help: write `1.984375`, its largest number"),
        (Type::F16, "NaN", "help: write `nan`"),
        (Type::F32, "QNAN", "help: write `nan`"),
        (Type::F32, "-Inf", "help: write `-inf`"),
        (Type::F32, "+Infinity", "help: write `inf`"),
        (Type::B32, "1.5", "help: write `0x3fc00000` for the bits of the `f32`"),
        (Type::B64, "-2.0e0", "help: write `0xc000000000000000` for the bits of the `f64`"),
        (Type::F64, "1e400", "help: write `inf`, or `1.7976931348623157e308`, its"),
    ] {
        let message = number::bits(ty, text).expect_err(text).to_string();
        assert!(message.contains(expected), "{text}: {message}");
    }
    let message = number::bits(Type::Ue8m0x2, "-inf,1").unwrap_err();
    assert_eq!(message.help, None, "{message}");
    // Only floats and types without a sign accept the bits of a float.
    assert_eq!(number::bits(Type::B32, "0f3F800000"), Ok(0x3f80_0000));
    assert!(number::bits(Type::U32, "0f3F800000").is_err());
}

#[test]
fn refused_literals_have_a_cure() {
    for (text, ty, expected) in [
        ("1.5", Type::Pred, "expected a literal of `.pred`, found a float\nhelp: write `1`"),
        ("0.0", Type::Pred, "help: write `0`"),
        ("0f3F800000", Type::F64, "write `0d` and 16 digits: `0d3FF0000000000000`"),
        ("0f7FC00000", Type::F64, "help: the bits of an `.f64` are `0d` and 16 digits"),
        ("8999999999999999.0", Type::S64, "help: write `8999999999999999`"),
        ("9000000000000000.0", Type::S64, "help: an operand of this type is an integer"),
        ("1", Type::B128, "an operand of `.b128` cannot be a literal"),
    ] {
        let message = parse(text).unwrap().bits(ty).expect_err(text).to_string();
        assert!(message.contains(expected), "{text}: {message}");
    }
    // A number of C with a binary exponent has a help, and other letters have none.
    for (text, is_number) in
        [("0x1p-3", true), ("0x1.8p3", true), ("-0xAp3", true), ("0xzp3", false), ("0xp3", false)]
    {
        let message = parse(text).expect_err(text).to_string();
        assert_eq!(message.contains("PTX has no such numbers"), is_number, "{text}: {message}");
    }
}
