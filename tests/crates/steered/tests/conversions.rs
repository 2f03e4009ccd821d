//! Tests that operands are found for each conversion and each of its classes, and that the results
//! are in the class. The tests use binary128 of `rustc_apfloat`, which represents all operands,
//! results and midpoints.

use rustc_apfloat::ieee::{
    BFloat, Double, Float8E4M3FN, Float8E5M2, Half, IeeeFloat, Quad, Semantics, Single,
};
use rustc_apfloat::{Float, FloatConvert, Round};
use steered::{Class, Conversion, Format, Kind};

/// The number of attempts for each conversion and class.
const COUNT: u64 = 4_000;

struct Tf32Semantics;
impl Semantics for Tf32Semantics {
    const BITS: usize = 19;
    const EXP_BITS: usize = 8;
}
type Tf32 = IeeeFloat<Tf32Semantics>;

/// A kind, its limits, and functions for its numbers.
struct Known {
    name: &'static str,
    kind: Kind,
    /// Returns the number with these bits.
    exact: fn(u64) -> Quad,
    /// Rounds a number to this kind.
    rounded: fn(Quad, Round) -> Quad,
    /// The largest number.
    greatest: Quad,
    /// The exponent of the last place of the largest number; 0 for integers.
    greatest_unit: i32,
    /// The exponent of the smallest positive number; 0 for integers.
    least_unit: i32,
    /// The number of significant bits.
    precision: u32,
}

fn quad(power: i32) -> Quad {
    Quad::from_u128(1).value.scalbn(power)
}

macro_rules! float {
    ($name:literal $kind:ident $float:ident) => {
        Known {
            name: $name,
            kind: Kind::Float(Format::$kind),
            exact: |bits| $float::from_bits(bits.into()).convert(&mut true).value,
            rounded: |x, round| {
                let rounded: $float = x.convert_r(round, &mut true).value;
                rounded.convert(&mut true).value
            },
            greatest: $float::largest().convert(&mut true).value,
            greatest_unit: $float::largest().ilogb() - $float::PRECISION as i32 + 1,
            least_unit: $float::SMALLEST.ilogb(),
            precision: $float::PRECISION as u32,
        }
    };
}

macro_rules! integer {
    ($ty:ident $bits:literal $signed:literal) => {
        Known {
            name: stringify!($ty),
            kind: Kind::Integer { bits: $bits, signed: $signed },
            exact: |bits| Quad::from_i128((bits as $ty).into()).value,
            rounded: |x, round| x.round_to_integral(round).value,
            greatest: Quad::from_i128($ty::MAX.into()).value,
            greatest_unit: 0,
            least_unit: 0,
            precision: $bits - $signed as u32,
        }
    };
}

fn kinds() -> [Known; 15] {
    [
        float!("f16" BINARY16 Half),
        float!("bf16" BFLOAT16 BFloat),
        float!("f32" BINARY32 Single),
        float!("f64" BINARY64 Double),
        float!("tf32" TF32 Tf32),
        float!("e4m3" E4M3 Float8E4M3FN),
        float!("e5m2" E5M2 Float8E5M2),
        integer!(u8 8 false),
        integer!(i8 8 true),
        integer!(u16 16 false),
        integer!(i16 16 true),
        integer!(u32 32 false),
        integer!(i32 32 true),
        integer!(u64 64 false),
        integer!(i64 64 true),
    ]
}

impl Known {
    fn is_float(&self) -> bool {
        matches!(self.kind, Kind::Float(_))
    }

    /// Returns the distance from `x` to the next number.
    fn step(&self, x: Quad) -> Quad {
        let unit =
            if x.is_zero() { self.least_unit } else { x.ilogb() + 1 - self.precision as i32 };
        quad(if self.is_float() { unit.max(self.least_unit) } else { 0 })
    }
}

/// Returns whether a conversion has operands of a class.
fn has(from: &Known, to: &Known, class: Class) -> bool {
    let fits = from.precision >= to.precision + 2 && from.least_unit <= to.least_unit - 2;
    let is_rounded = match (from.is_float(), to.is_float()) {
        (_, true) => from.precision > to.precision + 1,
        (is_float, false) => is_float,
    };
    match class {
        Class::Overflow => from.greatest > to.greatest,
        Class::LeastNormal => from.is_float() && to.is_float() && fits,
        Class::LeastSubnormal => from.is_float() && from.least_unit < to.least_unit,
        Class::Tie => is_rounded,
        Class::NextToTie => is_rounded && (!to.is_float() || from.precision > to.precision + 2),
        Class::Cancellation => false,
        Class::Nan | Class::Infinity => from.is_float(),
    }
}

fn is_of(from: &Known, to: &Known, class: Class, bits: u64) -> bool {
    let x = (from.exact)(bits);
    let near = |limit: Quad, unit: i32| {
        let most = (quad(unit + 1) + from.step(x).scalbn(1)).value;
        (x.abs() - limit).value.abs() <= most
    };
    let middle = || {
        let away = if x.is_negative() { Round::TowardNegative } else { Round::TowardPositive };
        let (down, up) = ((to.rounded)(x, Round::TowardZero), (to.rounded)(x, away));
        let off = ((x - down).value - (up - x).value).value.abs();
        (down != up, off, (up - down).value.abs())
    };
    match class {
        Class::Overflow => near(to.greatest, to.greatest_unit),
        Class::LeastNormal => near(quad(to.least_unit + to.precision as i32 - 1), to.least_unit),
        Class::LeastSubnormal => near(quad(to.least_unit), to.least_unit),
        Class::Tie => matches!(middle(), (true, off, _) if off.is_zero()),
        Class::NextToTie => {
            matches!(middle(), (true, off, all) if !off.is_zero() && off.scalbn(1) <= all)
        }
        Class::Cancellation => false,
        Class::Nan => x.is_nan(),
        Class::Infinity => x.is_infinite(),
    }
}

#[test]
fn operands_of_every_class_are_found() {
    let kinds = kinds();
    let mut few = Vec::new();
    for from in kinds.iter().filter(|from| !["tf32", "e4m3", "e5m2"].contains(&from.name)) {
        for to in kinds.iter().filter(|to| to.kind != from.kind) {
            let conversion = Conversion { from: from.kind, to: to.kind };
            for class in Class::ALL.into_iter().filter(|class| has(from, to, *class)) {
                let made = (0..COUNT).filter_map(|random| conversion.of_class(class, random));
                let of_class = made.filter(|made| is_of(from, to, class, *made)).count() as u64;
                if of_class < COUNT / 100 {
                    few.push(format!("{} to {} {class:?}: {of_class}", from.name, to.name));
                }
            }
        }
    }
    assert!(few.is_empty(), "{few:#?}");
}

/// Tests that no operand has bits beyond the width of its type.
#[test]
fn operands_have_their_bits() {
    for from in kinds() {
        for to in kinds() {
            let conversion = Conversion { from: from.kind, to: to.kind };
            let made = (0..200).filter_map(|random| conversion.operand(random));
            for bits in made.filter(|_| from.kind.bits() < 64) {
                assert!(bits >> from.kind.bits() == 0, "{} to {}: {bits:x}", from.name, to.name);
            }
        }
    }
}
