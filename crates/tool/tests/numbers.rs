//! Tests that every door reads numbers outside of PTX text alike: `eval`, the arguments and variables of `run`, and the
//! function that Python and the page call. The expected bits are computed with exact integers from the digits of the
//! numbers, not from their texts.

use num_bigint::BigUint;
use ptx_isa::{Dialect, Target, Type, Version, number};
use ptx_tool::eval::sources;
use ptx_tool::run::{Argument, Buffer, Contents, Named};
use std::cmp::Ordering;
use std::sync::OnceLock;
use test_support::{assert_linear, sample};

/// A float format as the manual and IEEE 754 define it.
#[derive(Clone, Copy, Debug)]
struct Format {
    /// The type, or the packed type whose lanes have the format.
    ty: Type,
    fraction: u32,
    /// The exponent of the smallest normal number.
    least: i64,
    /// The bits of the largest number, and the width of a number with its sign.
    largest: u64,
    bits: u32,
    /// The number of zero bits below a number, in `.tf32`.
    low: u32,
    /// Whether there is neither zero nor a subnormal number, so that the smallest number stands for them.
    is_power: bool,
    has_sign: bool,
}

const fn format(ty: Type, bits: u32, fraction: u32, least: i64, largest: u64) -> Format {
    Format { ty, fraction, least, largest, bits, low: 0, is_power: false, has_sign: true }
}

const FORMATS: &[Format] = &[
    format(Type::F16, 16, 10, -14, 0x7bff),
    format(Type::Bf16, 16, 7, -126, 0x7f7f),
    format(Type::F32, 32, 23, -126, 0x7f7f_ffff),
    format(Type::F64, 64, 52, -1022, 0x7fef_ffff_ffff_ffff),
    Format { low: 13, ..format(Type::Tf32, 19, 10, -126, 0x3_fbff) },
    format(Type::E4m3x2, 8, 3, -6, 0x7e),
    format(Type::E5m2x2, 8, 2, -14, 0x7b),
    format(Type::E2m3x2, 6, 3, 0, 0x1f),
    format(Type::E3m2x2, 6, 2, -2, 0x1f),
    format(Type::E2m1x2, 4, 1, 0, 0x7),
    Format { has_sign: false, ..format(Type::Ue5m3x2, 8, 3, -14, 0xfe) },
    Format { has_sign: false, is_power: true, ..format(Type::Ue8m0x2, 8, 0, -127, 0xfe) },
];

/// A decimal number: `digits * 10^exponent`.
#[derive(Clone, Debug)]
struct Decimal {
    is_negative: bool,
    digits: BigUint,
    exponent: i64,
}

/// The text of a number, and the bits of the nearest number of a format.
type Case = (String, Option<u64>);

/// A generator of random numbers (splitmix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, count: u64) -> u64 {
        self.next() % count
    }
}

fn ten(power: i64) -> BigUint {
    BigUint::from(10u8).pow(u32::try_from(power).expect("a small power"))
}

impl Format {
    /// Returns the significand and the exponent of a number: `significand * 2^exponent`.
    fn value(self, code: u64) -> (u64, i64) {
        let field = (code >> self.fraction).cast_signed();
        let fraction = code & ((1 << self.fraction) - 1);
        let fraction_bits = i64::from(self.fraction);
        match field {
            _ if self.is_power => (1, field + self.least),
            0 => (fraction, self.least - fraction_bits),
            _ => (fraction | 1 << self.fraction, field - 1 + self.least - fraction_bits),
        }
    }

    /// Returns the midpoint of a number and the next: `significand * 2^exponent`. The number after the largest has the
    /// same distance as the one before.
    fn midpoint(self, code: u64) -> (u64, i64) {
        let (significand, exponent) = self.value(code);
        if self.is_power { (3, exponent - 1) } else { (2 * significand + 1, exponent - 1) }
    }

    /// Returns the bits of the nearest number, ties to even, or `None` if it exceeds the largest number.
    fn nearest(self, number: &Decimal) -> Option<u64> {
        let sign = u64::from(number.is_negative) << (self.bits - 1);
        if number.is_negative && !self.has_sign && number.digits != BigUint::ZERO {
            return None;
        }
        let sign = if self.has_sign { sign } else { 0 };
        let digits = number.digits.to_string().len() as i64;
        // Beyond these powers of ten, every number is 0 or exceeds all formats.
        if number.digits == BigUint::ZERO || digits + number.exponent < -400 {
            return Some(sign << self.low);
        }
        if digits + number.exponent > 400 {
            return None;
        }
        let (mut high, mut low) = (number.digits.clone(), BigUint::from(1u8));
        if number.exponent < 0 {
            low *= ten(-number.exponent)
        } else {
            high *= ten(number.exponent)
        }
        // The exponent of the leading bit: the largest n with 2^n <= high / low.
        let guess = high.bits().cast_signed() - low.bits().cast_signed();
        let reaches = |n: i64| match n < 0 {
            true => &high << n.unsigned_abs() >= low,
            false => high >= &low << n.unsigned_abs(),
        };
        let leading = if reaches(guess) { guess } else { guess - 1 };
        if self.is_power && leading < self.least {
            return Some(0);
        }
        let above = (leading - self.least).max(0);
        let quantum = above + self.least - i64::from(self.fraction);
        if quantum < 0 {
            high <<= quantum.unsigned_abs()
        } else {
            low <<= quantum.unsigned_abs()
        }
        let (kept, rest) = (&high / &low, &high % &low);
        let kept = u64::try_from(kept).expect("as many bits as a significand");
        let code = match self.is_power {
            true => above.cast_unsigned(),
            false => (above.cast_unsigned() << self.fraction) + kept,
        };
        let is_up = match (rest * 2u8).cmp(&low) {
            Ordering::Less => false,
            Ordering::Equal => code % 2 == 1,
            Ordering::Greater => true,
        };
        let code = code + u64::from(is_up);
        (code <= self.largest).then(|| (sign | code) << self.low)
    }

    /// Returns a random number: next to a midpoint, next to a number, or anywhere.
    fn decimal(self, random: &mut Random) -> Decimal {
        let is_negative = random.below(2) == 1;
        let any = random.below(self.largest + 1);
        let code = match random.below(8) {
            // Subnormal numbers, and the smallest normal ones.
            0 => random.below(2 << self.fraction).min(self.largest),
            // Next to the largest.
            1 => self.largest - random.below(4).min(self.largest),
            _ => any,
        };
        let (significand, exponent) = match random.below(16) {
            0..3 => self.value(code),
            3..11 => self.midpoint(code),
            11..15 => return anywhere(random, is_negative),
            _ => return far(random, is_negative),
        };
        let (mut digits, mut exponent) = match exponent < 0 {
            // n / 2^k is n * 5^k / 10^k.
            true => {
                (BigUint::from(5u8).pow(exponent.unsigned_abs() as u32) * significand, exponent)
            }
            false => (BigUint::from(significand) << exponent.unsigned_abs(), 0),
        };
        // A tail of zeros that ends with another digit is on one side of the midpoint, however long it is.
        let tail = match random.below(4) {
            0 => 0,
            1 => 1 + random.below(5),
            2 => 20 + random.below(60),
            _ => 1 + random.below(20),
        };
        digits *= ten(tail as i64);
        exponent -= tail as i64;
        if tail > 0 && digits != BigUint::ZERO {
            match random.below(3) {
                0 => digits += 1 + random.below(9),
                1 => digits -= 1 + random.below(9),
                _ => {}
            }
        }
        // A cut expansion is below the number.
        let length = digits.to_string().len() as u64;
        if random.below(4) == 0 && length > 1 {
            let cut = random.below(length - 1) as i64;
            digits /= ten(cut);
            exponent += cut;
        }
        Decimal { is_negative, digits, exponent }
    }
}

/// Returns a number with random digits, as people write them.
fn anywhere(random: &mut Random, is_negative: bool) -> Decimal {
    let count = 1 + random.below(30);
    let digits = (0..count).fold(BigUint::ZERO, |all, _| all * 10u8 + random.below(10));
    let exponent = random.below(90).cast_signed() - 55;
    Decimal { is_negative, digits, exponent }
}

/// Returns a number with a huge exponent, or with thousands of digits.
fn far(random: &mut Random, is_negative: bool) -> Decimal {
    let mut number = anywhere(random, is_negative);
    match random.below(3) {
        0 => number.exponent = (random.next() >> random.below(62)).cast_signed() / 4,
        1 => number.exponent = -(random.next() >> random.below(62)).cast_signed() / 4,
        _ => {
            let count = 1_000 + random.below(2_000) as i64;
            number.digits = number.digits * ten(count) + random.next();
            number.exponent -= count;
        }
    }
    number
}

impl Decimal {
    /// Returns a text of the number: with or without a point, an exponent and zeros around it.
    fn text(&self, random: &mut Random) -> String {
        let mut digits = "0".repeat(random.below(4) as usize / 2) + &self.digits.to_string();
        let mut exponent = self.exponent;
        let zeros = random.below(4) / 2;
        digits += &"0".repeat(zeros as usize);
        exponent -= zeros.cast_signed();
        let mut point = digits.len();
        if random.below(2) == 0 {
            point = random.below(digits.len() as u64 + 1) as usize;
        }
        // Writes the number without an exponent if its length allows that.
        if random.below(3) == 0 && (-900..200).contains(&exponent) {
            match exponent < 0 {
                true => {
                    let places = exponent.unsigned_abs() as usize;
                    if digits.len() <= places {
                        digits = "0".repeat(places + 1 - digits.len()) + &digits;
                    }
                    point = digits.len() - places;
                }
                false => {
                    digits += &"0".repeat(exponent.unsigned_abs() as usize);
                    point = digits.len();
                }
            }
            exponent = 0;
        } else {
            exponent += (digits.len() - point) as i64;
        }
        let (whole, fraction) = digits.split_at(point);
        let mark = if fraction.is_empty() && random.below(2) == 0 { "" } else { "." };
        let sign = match (self.is_negative, random.below(3)) {
            (true, _) => "-",
            (false, 0) => "+",
            _ => "",
        };
        let exponent = match (exponent, random.below(3)) {
            (0, 0 | 1) => String::new(),
            (0.., 0) => format!("E+{exponent}"),
            (_, 1) => format!("E{exponent}"),
            _ => format!("e{exponent}"),
        };
        format!("{sign}{whole}{mark}{fraction}{exponent}")
    }
}

/// Returns random numbers of a format, with their texts and their bits. The tests share them.
fn cases(format: &Format) -> &'static [Case] {
    static CASES: [OnceLock<Vec<Case>>; FORMATS.len()] = [const { OnceLock::new() }; FORMATS.len()];
    let place = FORMATS.iter().position(|one| one.ty == format.ty).expect("a format");
    CASES[place].get_or_init(|| {
        let mut random = Random(place as u64);
        let case = |_| {
            let number = format.decimal(&mut random);
            (number.text(&mut random), format.nearest(&number))
        };
        (0..sample(100_000, 50)).map(case).collect()
    })
}

fn with_all_forms() -> Dialect {
    Dialect::of(Version::NEWEST, Target::from_word("sm_107a").expect("a target"))
}

#[test]
fn every_decimal_is_rounded_once() {
    for format in FORMATS {
        let (mut exceeding, mut zeros) = (0, 0);
        for (text, expected) in cases(format) {
            let word = format.ty.word();
            let found = match format.ty.bits() {
                16 | 8 if word.ends_with("x2") => {
                    // The other lane is 1.
                    let stride = format.ty.bits() / 2;
                    number::bits(format.ty, &format!("1,{text}")).map(|bits| bits >> stride)
                }
                _ => number::bits(format.ty, text),
            };
            assert_eq!(found.ok(), expected.map(u128::from), "{word} {text}");
            exceeding += usize::from(expected.is_none());
            zeros += usize::from(*expected == Some(0));
        }
        assert!(exceeding > 0 && zeros > 0, "{format:?}: {exceeding} {zeros}");
    }
}

/// Tests the arguments of `run`, alone, in a list and as the value of a variable.
#[test]
fn arguments_of_run_are_read_alike() {
    for format in FORMATS.iter().filter(|format| ptx_tool::run::is_element(format.ty)) {
        let word = format.ty.word();
        for (text, expected) in cases(format) {
            let scalar = expected.map(|bits| Argument::Scalar(format.ty, bits));
            let argument = format!("{word}:{text}");
            assert_eq!(argument.parse().ok(), scalar, "{argument}");
            let variable = format!("v={argument}").parse::<Named<String, Argument>>();
            assert_eq!(variable.ok().map(|named| named.value), scalar, "{argument}");
            let list = format!("{word}[]:{text}, 1").parse::<Argument>().ok();
            let size = format.ty.bits() as usize / 8;
            let first = list.map(|list| match list {
                Argument::Buffer(Buffer { contents: Contents::Bytes(bytes), .. }) => {
                    bytes[..size].to_vec()
                }
                other => panic!("{other:?}"),
            });
            assert_eq!(
                first,
                expected.map(|bits| bits.to_le_bytes()[..size].to_vec()),
                "{argument}"
            );
        }
    }
}

/// Tests the operands of `eval`, which reports integers that could also be bits.
#[test]
fn operands_of_eval_are_read_alike() {
    let dialect = with_all_forms();
    for (word, instruction) in [
        ("f16", "fma.rn.f16"),
        ("bf16", "fma.rn.bf16"),
        ("f32", "fma.rn.f32"),
        ("f64", "fma.rn.f64"),
        ("e4m3x2", "cvt.rn.f16x2.e4m3x2"),
        ("e5m2x2", "cvt.rn.f16x2.e5m2x2"),
        ("e2m3x2", "cvt.rn.f16x2.e2m3x2"),
        ("e3m2x2", "cvt.rn.f16x2.e3m2x2"),
        ("e2m1x2", "cvt.rn.f16x2.e2m1x2"),
        ("ue8m0x2", "cvt.rn.bf16x2.ue8m0x2"),
        ("ue5m3x2", "cvt.rn.f16x2.ue5m3x2"),
    ] {
        let format = FORMATS.iter().find(|format| format.ty.word() == word).expect("a format");
        let is_packed = word.ends_with("x2");
        // Three operands, or two lanes of one.
        let (count, stride) = if is_packed { (2, format.ty.bits() / 2) } else { (3, 0) };
        for numbers in cases(format).chunks_exact(count) {
            let texts: Vec<_> = numbers.iter().map(|(text, _)| text.clone()).collect();
            let operands = match is_packed {
                true => vec![texts.join(",")],
                false => texts.clone(),
            };
            let digits = format.bits.div_ceil(4) as usize;
            let is_ambiguous =
                |text: &String| text.len() == digits && number::is_whole(text) && !is_packed;
            let found = sources(instruction, &operands, &dialect);
            let expected: Option<Vec<u128>> =
                numbers.iter().map(|(_, bits)| bits.map(u128::from)).collect();
            let expected = expected.filter(|_| {
                !texts.iter().any(|text| {
                    is_ambiguous(text) && text.bytes().all(|byte| byte.is_ascii_digit())
                })
            });
            let found = found.map(|(_, bits)| match is_packed {
                true => vec![bits[0] & ((1 << stride) - 1), bits[0] >> stride],
                false => bits,
            });
            assert_eq!(found.ok(), expected, "{instruction} {operands:?}");
        }
    }
}

/// Tests integers of every type in every door: the decimal number, its bits, and what is out of range.
#[test]
fn integers_are_read_alike() {
    let mut random = Random(1);
    for ty in ptx_tool::run::TYPES
        .into_iter()
        .filter(|ty| !matches!(ty.word().as_bytes()[0], b'f' | b'b'))
    {
        let is_signed = ty.word().starts_with('s');
        let (least, greatest) = match is_signed {
            true => (-(1i128 << (ty.bits() - 1)), (1i128 << (ty.bits() - 1)) - 1),
            false => (0, (1i128 << ty.bits()) - 1),
        };
        let near = |limit: i128, random: &mut Random| limit + i128::from(random.below(5)) - 2;
        for _ in 0..sample(100_000, 100) {
            let number = match random.below(5) {
                0 => near(least, &mut random),
                1 => near(greatest, &mut random),
                2 => near(0, &mut random),
                _ => i128::from(random.next().cast_signed() >> random.below(64)),
            };
            let expected = (least..=greatest)
                .contains(&number)
                .then(|| number.cast_unsigned() & (u128::MAX >> (u128::BITS - ty.bits())));
            let text = number.to_string();
            assert_eq!(number::bits(ty, &text).ok(), expected, "{ty:?} {text}");
            let argument = format!("{}:{text}", ty.word()).parse::<Argument>().ok();
            assert_eq!(
                argument,
                expected.map(|bits| Argument::Scalar(ty, bits as u64)),
                "{ty:?} {text}"
            );
            if ty.bits() > 8 && random.below(20) == 0 {
                let instruction = format!("add.{}", ty.word());
                let found = sources(&instruction, &[text.clone(), "0".into()], &Dialect::default());
                let found = found.ok().map(|(_, bits)| bits[0]);
                assert_eq!(found, expected, "{instruction} {text}");
            }
        }
    }
}

/// Tests that all doors give the same bits for a text, or all reject it.
#[test]
fn every_door_has_one_verdict() {
    let texts = [
        "nan",
        "NaN",
        "-nan",
        "+nan",
        "NAN",
        "inf",
        "-inf",
        "+inf",
        "Inf",
        "-Inf",
        "INF",
        "infinity",
        "1 * 2^-3",
        "0x1p3",
        "017",
        "08",
        "0b11",
        "0o7",
        "1_000",
        "1f",
        "1.0f",
        "1U",
        "1.",
        ".5",
        ".",
        "+1",
        "-0",
        "--1",
        "",
        "0x",
        "0xg",
        "-0x1",
        "0x00000000000000000001",
        "0X3c00",
        "0x10000",
        "0f3F800000",
        "0F3f800000",
        "-0f3F800000",
        "0f3F80000",
        "0d3FF0000000000000",
        "0d3ff",
        "65504",
        "65519.99",
        "65520.0",
        "-65520.0",
        "1e400",
        "-1e400",
        "1e-400",
        "2.98023223876953125e-8",
        "2.980232238769531250000000001e-8",
        "1.00000005960464477539062500001",
        "1e99999999999",
        "1e-99999999999",
        "3c00x",
        "{1}",
        "1,5",
        "true",
        "PT",
        "null",
    ];
    for (word, instruction) in [
        ("f16", "neg.f16"),
        ("bf16", "neg.bf16"),
        ("f32", "neg.f32"),
        ("f64", "neg.f64"),
        ("u16", "min.u16"),
        ("s32", "neg.s32"),
        ("u64", "min.u64"),
        ("b32", "not.b32"),
        ("b64", "not.b64"),
    ] {
        let ty = Type::from_word(word).expect("a type");
        for text in texts {
            let bits = number::bits(ty, text).ok();
            let argument = format!("{word}:{text}").parse().ok();
            assert_eq!(
                argument,
                bits.map(|bits| Argument::Scalar(ty, bits as u64)),
                "{word} {text}"
            );
            let mut operands = vec![text.to_string()];
            if instruction.starts_with("min") {
                operands.push("1".into());
            }
            let found = sources(instruction, &operands, &Dialect::default());
            assert_eq!(found.ok().map(|(_, bits)| bits[0]), bits, "{instruction} {text}");
        }
    }
}

#[test]
fn work_is_linear() {
    let read = |text: String| drop(std::hint::black_box(number::bits(Type::F32, &text)));
    // The second number is a midpoint, so all digits are compared.
    for (what, head, piece, tail) in [
        ("digits", "1.", "7", ""),
        ("a midpoint", "1.000000059604644775390625", "0", "1"),
        ("zeros", "0.", "0", "1e100000"),
        ("an exponent", "1e", "9", ""),
        ("a negative exponent", "1e-", "9", ""),
        ("zeros of an exponent", "1e", "0", "1"),
        ("bits", "0x", "0", "1"),
        ("no number", "", "e", ""),
        ("signs", "", "-", "1"),
        ("commas", "1", ",1", ""),
    ] {
        let input = |count| format!("{head}{}{tail}", piece.repeat(count));
        assert_linear(what, 1_000_000, input, read);
    }
    let packed = |text: String| drop(std::hint::black_box(number::bits(Type::U8x4, &text)));
    assert_linear("lanes", 300_000, |count| "1,".repeat(count), packed);
    let eval = |text: String| drop(sources("neg.f32", &[text], &Dialect::default()));
    for piece in ["1,", "{", "1 ", "!", "9", "-"] {
        assert_linear(piece, 100_000, |count| piece.repeat(count), eval);
    }
}
