//! Tests that `of_class` finds operands for each operation and each of its classes, and that the
//! results are in the class. `rustc_apfloat` computes the results in wider formats, with one and
//! with six more fraction bits.

use rustc_apfloat::ieee::{BFloat, Double, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Category, Float, FloatConvert, Round, Status};
use std::collections::HashMap;
use steered::{Class, Format, Operation, of_class};

/// The number of attempts for each operation and class.
const COUNT: u64 = 2_000;

macro_rules! semantics {
    ($($name:ident: $bits:literal $exponent:literal;)*) => { $(
        struct $name;
        impl Semantics for $name {
            const BITS: usize = $bits;
            const EXP_BITS: usize = $exponent;
        }
    )* };
}

semantics! {
    HalfWide: 26 15;
    HalfOne: 17 5;
    HalfSix: 22 5;
    BFloatWide: 23 15;
    BFloatOne: 17 8;
    BFloatSix: 22 8;
    SingleWide: 39 15;
    SingleOne: 33 8;
    SingleSix: 38 8;
    DoubleWide: 68 15;
    DoubleOne: 65 11;
    DoubleSix: 70 11;
}

fn apply<F: Float>(operation: Operation, [a, b, c]: [F; 3]) -> (F, bool) {
    let near = Round::NearestTiesToEven;
    let result = match operation {
        Operation::Add => a.add_r(b, near),
        Operation::Sub => a.sub_r(b, near),
        Operation::Mul => a.mul_r(b, near),
        Operation::Div => a.div_r(b, near),
        Operation::Fma => a.mul_add_r(b, c, near),
        Operation::Rcp => F::from_u128(1).value.div_r(a, near),
        Operation::Sqrt => panic!("rustc_apfloat has no root"),
    };
    (result.value, result.status == Status::OK)
}

/// Returns whether a result is at most four units away from a power of two.
fn is_near<F: Float>(result: F, power: i32, unit: i32) -> bool {
    let one = F::from_u128(1).value;
    let distance = (result.abs() - one.scalbn(power)).value;
    distance.abs() <= one.scalbn(unit + 2)
}

/// Returns whether operands are in a class.
fn is_of<F, W, One, Six>(operation: Operation, class: Class, operands: [u64; 3]) -> bool
where
    W: Semantics,
    One: Semantics,
    Six: Semantics,
    F: Float
        + FloatConvert<IeeeFloat<W>>
        + FloatConvert<IeeeFloat<One>>
        + FloatConvert<IeeeFloat<Six>>,
    IeeeFloat<Six>: FloatConvert<F> + FloatConvert<IeeeFloat<One>>,
{
    let operands = operands.map(|bits| F::from_bits(bits.into()));
    let mut loses = false;
    let wide = operands.map(|x| FloatConvert::<IeeeFloat<W>>::convert(x, &mut loses).value);
    let (bias, fraction) = (F::MAX_EXP, F::PRECISION as i32 - 1);
    match class {
        Class::Overflow => is_near(apply(operation, wide).0, bias + 1, bias - fraction),
        Class::LeastNormal => is_near(apply(operation, wide).0, 1 - bias, 1 - bias - fraction),
        Class::LeastSubnormal => {
            is_near(apply(operation, wide).0, 1 - bias - fraction, 1 - bias - fraction)
        }
        Class::Tie | Class::NextToTie => {
            let one =
                operands.map(|x| FloatConvert::<IeeeFloat<One>>::convert(x, &mut loses).value);
            let six =
                operands.map(|x| FloatConvert::<IeeeFloat<Six>>::convert(x, &mut loses).value);
            let (_, is_exact) = apply(operation, operands);
            let (_, is_exact_with_one) = apply(operation, one);
            let (six, _) = apply(operation, six);
            let fits = |loses: bool| !loses;
            let (mut loses_f, mut loses_one) = (false, false);
            let _: F = six.convert(&mut loses_f).value;
            let _: IeeeFloat<One> = six.convert(&mut loses_one).value;
            let is_at_half = !fits(loses_f) && fits(loses_one);
            !is_exact && is_at_half && is_exact_with_one == (class == Class::Tie)
        }
        Class::Cancellation => {
            let (result, _) = apply(operation, wide);
            let added = wide[operation.arity() - 1];
            result.category() == Category::Zero || result.ilogb() < added.ilogb() - fraction + 4
        }
        Class::Nan => operands[..operation.arity()].iter().any(|x| x.is_nan()),
        Class::Infinity => operands[..operation.arity()].iter().any(|x| x.is_infinite()),
    }
}

type Check = fn(Operation, Class, [u64; 3]) -> bool;

const FORMATS: [(&str, Format, Check); 4] = [
    ("binary16", Format::BINARY16, is_of::<Half, HalfWide, HalfOne, HalfSix>),
    ("bfloat16", Format::BFLOAT16, is_of::<BFloat, BFloatWide, BFloatOne, BFloatSix>),
    ("binary32", Format::BINARY32, is_of::<Single, SingleWide, SingleOne, SingleSix>),
    ("binary64", Format::BINARY64, is_of::<Double, DoubleWide, DoubleOne, DoubleSix>),
];

/// Tests that at least a tenth of the operands are in the intended class. The other operands miss
/// the class because the computed operands had to be rounded to the format.
#[test]
fn operands_of_every_class_are_found() {
    let mut few = Vec::new();
    for (name, format, is_of) in FORMATS {
        for operation in Operation::ALL.into_iter().filter(|one| *one != Operation::Sqrt) {
            for class in Class::ALL.into_iter().filter(|class| class.is_of(operation)) {
                let made =
                    (0..COUNT).filter_map(|random| of_class(format, operation, class, random));
                let of_class = made.filter(|made| is_of(operation, class, *made)).count() as u64;
                if of_class < COUNT / 10 {
                    few.push(format!("{name} {operation:?} {class:?}: {of_class}"));
                }
            }
        }
    }
    assert!(few.is_empty(), "{few:#?}");
}

/// Tests that the root is close to a midpoint: the bits after the last place must be 0111… or 1000….
#[test]
fn roots_are_next_to_ties() {
    const MORE: u32 = 8;
    for (fraction, format) in [(23, Format::BINARY32), (52, Format::BINARY64)] {
        for random in 0..COUNT {
            let made = of_class(format, Operation::Sqrt, Class::NextToTie, random);
            let [a, ..] = made.expect("the class has operands");
            let significand = u128::from(a & ((1 << fraction) - 1) | 1 << fraction);
            // The exponents of the operands are even, so the significand of the root depends only
            // on the significand of the operand.
            let root = (significand << (fraction + 2 * MORE)).isqrt();
            let rest = root % (1 << MORE);
            assert!(rest == (1 << (MORE - 1)) - 1 || rest == 1 << (MORE - 1), "{a:x}: {rest:x}");
        }
    }
}

#[test]
fn nan_and_infinity_are_in_every_position() {
    for (name, format, _) in FORMATS {
        let (sign, infinity) = (1 << (format.bits() - 1), infinity(format));
        for operation in Operation::ALL {
            let mut counts = HashMap::new();
            for random in 0..COUNT {
                for class in [Class::Nan, Class::Infinity] {
                    let made =
                        of_class(format, operation, class, random).expect("the class has operands");
                    for (place, bits) in made.into_iter().take(operation.arity()).enumerate() {
                        let magnitude = bits & !sign;
                        // A NaN is quiet if its highest fraction bit is set. This bit is one place
                        // below the lowest set bit of infinity.
                        let quiet = (infinity & infinity.wrapping_neg()) / 2;
                        let kind = match magnitude {
                            _ if magnitude > infinity && bits & quiet != 0 => "quiet",
                            _ if magnitude > infinity => "signalling",
                            _ if magnitude == infinity => "infinite",
                            _ => continue,
                        };
                        *counts.entry((kind, place, bits & sign == 0)).or_insert(0) += 1;
                    }
                }
            }
            for kind in ["quiet", "signalling", "infinite"] {
                for place in 0..operation.arity() {
                    for positive in [false, true] {
                        let count = counts.get(&(kind, place, positive)).copied().unwrap_or(0);
                        assert!(count > 0, "{name} {operation:?} {kind} {place} {positive}");
                    }
                }
            }
        }
    }
}

fn infinity(format: Format) -> u64 {
    match format {
        Format::BINARY16 => 0x7c00,
        Format::BFLOAT16 => 0x7f80,
        Format::BINARY32 => 0x7f80_0000,
        _ => 0x7ff0_0000_0000_0000,
    }
}
