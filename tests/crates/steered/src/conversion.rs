//! Computes operands of conversions from their intended results.

use crate::format::Number;
use crate::{Class, Format, Kind, Random, special};

/// A conversion that rounds numbers of one kind to numbers of another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conversion {
    /// The kind of the operand.
    pub from: Kind,
    /// The kind of the result.
    pub to: Kind,
}

impl Conversion {
    /// Returns an operand of a class. Returns `None` if the conversion has no operand of this class, or if the search
    /// that starts from `random` finds no operand.
    #[must_use]
    pub fn of_class(self, class: Class, random: u64) -> Option<u64> {
        let random = &mut Random(random);
        let mut result = match (class, self.to, self.from) {
            (Class::Nan, _, Kind::Float(from)) => return Some(special::one_nan(from, random)),
            (Class::Infinity, _, Kind::Float(from)) => {
                return Some(special::one_infinity(from, random));
            }
            (Class::Cancellation | Class::Nan | Class::Infinity, ..) => return None,
            (Class::Tie | Class::NextToTie, Kind::Float(to), from) => halfway(from, to, random)?,
            (Class::Tie | Class::NextToTie, Kind::Integer { bits, .. }, _) => Number::new(
                2 * u128::from(random.next() >> random.below(64) >> (64 - bits)) + 1,
                -1,
            ),
            (_, to, _) => limit(to, class, random)?,
        };
        result.negative |= random.is_even();
        match class {
            Class::Tie => self.from.exactly(result),
            Class::NextToTie => self.next_to(result, random),
            _ => self.from.truncated(result),
        }
    }

    /// Returns an operand of a random class; `None` if several attempts fail.
    #[must_use]
    pub fn operand(self, random: u64) -> Option<u64> {
        const ATTEMPTS: u32 = 8;
        let mut choose = Random(random);
        (0..ATTEMPTS).find_map(|_| {
            let class = Class::ALL[choose.below(Class::ALL.len() as u64) as usize];
            self.of_class(class, choose.next())
        })
    }

    /// Returns a neighbour of a midpoint. The operand's kind must have numbers between the midpoint
    /// and both possible results.
    fn next_to(self, tie: Number, random: &mut Random) -> Option<u64> {
        let bits = self.from.exactly(tie)?;
        // `half` is the midpoint plus half a unit of its last place. If the kind of the operand can
        // represent `half`, the kind has numbers between the midpoint and both results.
        let half =
            Number { significand: 2 * tie.significand + 1, exponent: tie.exponent - 1, ..tie };
        self.from.exactly(half)?;
        bits.checked_add_signed(if random.is_even() { 1 } else { -1 })
    }
}

/// Returns a midpoint between two numbers of a format, sometimes between subnormal numbers.
fn halfway(from: Kind, to: Format, random: &mut Random) -> Option<Number> {
    let top = 1_u128 << to.fraction;
    let fraction = u128::from(random.below(top as u64));
    let units = match from {
        Kind::Float(_) => to.least_unit()..to.greatest_unit(),
        // The midpoint must fit in the bits of the integer.
        Kind::Integer { bits, .. } => {
            let most = bits.checked_sub(to.precision())? as i32;
            to.least_unit().max(1)..most.min(to.greatest_unit()) + 1
        }
    };
    if random.below(4) == 0 && matches!(from, Kind::Float(_)) {
        return Some(Number::new(2 * fraction + 1, to.least_unit() - 1));
    }
    let count = units.len() as u64;
    let unit = units.start + if count == 0 { return None } else { random.below(count) as i32 };
    Some(Number::new(2 * (top | fraction) + 1, unit - 1))
}

/// Returns a limit of the result's range, plus or minus at most three quarters of a unit in the last
/// place.
fn limit(to: Kind, class: Class, random: &mut Random) -> Option<Number> {
    let mut quarters = |number: Number| {
        let quarters = 4 * number.significand as i128 + i128::from(random.around(3));
        let negative = number.negative != (quarters < 0);
        Number { negative, ..Number::new(quarters.unsigned_abs(), number.exponent - 2) }
    };
    Some(match (to, class) {
        (Kind::Float(to), Class::Overflow) => {
            let greatest = to.number(to.greatest());
            let units = greatest.significand << (greatest.exponent - to.greatest_unit());
            quarters(Number::new(units + 1, to.greatest_unit()))
        }
        (Kind::Float(to), Class::LeastNormal) => {
            quarters(Number::new(1 << to.fraction, to.least_unit()))
        }
        (Kind::Float(to), Class::LeastSubnormal) => quarters(Number::new(1, to.least_unit())),
        // The limit is 2^bits, or 2^(bits - 1) for signed integers. The caller chooses the sign.
        (Kind::Integer { bits, signed }, Class::Overflow) => {
            quarters(Number::new(1 << (bits - u32::from(signed)), 0))
        }
        (Kind::Integer { .. }, Class::LeastSubnormal) => quarters(Number::new(1, 0)),
        _ => return None,
    })
}
