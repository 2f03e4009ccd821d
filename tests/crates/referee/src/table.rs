//! A narrow float format as a table of its numbers, and the rounding of numbers to the format.

use ptx_core::{NegativeZero, Rectification, Rounding};

/// The numbers of a narrow float format.
pub struct Table {
    /// The exact magnitude of each code from 0, in ascending order.
    pub magnitudes: Vec<f64>,
    /// The sign bit.
    pub sign: u32,
    /// The result for a NaN.
    pub nan: u32,
    /// The number of fraction bits.
    pub fraction_bits: u32,
}

/// A number and its neighbours in the table. The field `at` is the largest magnitude in the table that does not exceed
/// the magnitude of the number. `code` is the code of `at`, and `next` is the magnitude after `at`.
pub struct Number<'a> {
    table: &'a Table,
    x: f64,
    code: u32,
    at: f64,
    /// The next magnitude; `None` if `code` is the last code.
    next: Option<f64>,
}

impl Table {
    /// Creates the table of all codes up to `last`. If `last` is the code of infinity, its entry is the
    /// power of two after the largest finite number. A magnitude that rounds to this entry, or exceeds
    /// it, becomes infinity.
    #[must_use]
    pub fn new(exponent_bits: i32, fraction_bits: i32, last: u32) -> Self {
        let bias = (1 << (exponent_bits - 1)) - 1;
        let magnitude = |code: u32| {
            let field = code as i32 >> fraction_bits;
            let fraction = f64::from(code as i32 % (1 << fraction_bits));
            let fraction = fraction / f64::from(1 << fraction_bits);
            match field {
                0 => fraction * 2.0_f64.powi(1 - bias),
                _ => (1.0 + fraction) * 2.0_f64.powi(field - bias),
            }
        };
        let sign = 1 << (exponent_bits + fraction_bits);
        Self {
            magnitudes: (0..=last).map(magnitude).collect(),
            sign,
            nan: sign - 1,
            fraction_bits: fraction_bits as u32,
        }
    }

    /// Finds the neighbours of a number in the table.
    #[must_use]
    pub fn number(&self, x: impl Into<f64>) -> Number<'_> {
        let x = x.into();
        let magnitude = x.abs();
        // A NaN gets code 0, because all comparisons with a NaN are false.
        let above = self.magnitudes.partition_point(|m| *m <= magnitude);
        let code = above.saturating_sub(1);
        let next = self.magnitudes.get(code + 1).copied();
        Number { table: self, x, code: code as u32, at: self.magnitudes[code], next }
    }
}

impl Number<'_> {
    fn signed(&self, magnitude: u32, relu: Rectification, zero: NegativeZero) -> u32 {
        match (self.x.is_sign_negative(), relu, zero) {
            (false, ..) => magnitude,
            (true, Rectification::Relu, _) => 0,
            (true, _, NegativeZero::Positive) if magnitude == 0 => 0,
            (true, ..) => self.table.sign | magnitude,
        }
    }

    /// Rounds the number to a code. Magnitudes beyond the table become the last code.
    #[must_use]
    pub fn rounded(&self, rounding: Rounding, relu: Rectification, zero: NegativeZero) -> u32 {
        if self.x.is_nan() {
            return self.table.nan;
        }
        let (magnitude, negative) = (self.x.abs(), self.x.is_sign_negative());
        let up = self.next.is_some_and(|next| match rounding {
            Rounding::Rn => {
                let middle = (self.at + next) / 2.0;
                magnitude > middle || magnitude == middle && self.code % 2 == 1
            }
            Rounding::Rz => false,
            Rounding::Rm => negative && magnitude > self.at,
            Rounding::Rp => !negative && magnitude > self.at,
        });
        self.signed(self.code + u32::from(up), relu, zero)
    }

    /// Computes the possible results of stochastic rounding with `bits` random bits.
    #[must_use]
    pub fn stochastic(&self, bits: u32, relu: Rectification) -> Stochastic {
        let signed = |magnitude| self.signed(magnitude, relu, NegativeZero::Unchanged);
        let (kept, carried) = (signed(self.code), signed(self.code + 1));
        match self.next {
            _ if self.x.is_nan() => Stochastic::always(self.table.nan),
            None => Stochastic::always(kept),
            Some(next) => {
                // Computes the first `bits` bits below the last place. The quotient is exact,
                // because the distance between neighbours is a power of two.
                let all = f64::from(1 << bits);
                let beyond = (self.x.abs() - self.at) / (next - self.at) * all;
                Stochastic { kept, carried, from: (all - beyond.floor()) as u32 }
            }
        }
    }
}

/// The results of stochastic rounding: `kept` for random numbers less than `from`, otherwise
/// `carried`.
#[derive(Clone, Copy, Debug)]
pub struct Stochastic {
    /// The result if the number is rounded towards zero.
    pub kept: u32,
    /// The result if the number is rounded away from zero.
    pub carried: u32,
    /// The smallest random number for which the result is `carried`.
    pub from: u32,
}

impl Stochastic {
    fn always(result: u32) -> Self {
        Self { kept: result, carried: result, from: 0 }
    }

    /// Returns the result for a random number.
    #[must_use]
    pub fn by(self, random: u32) -> u32 {
        if random < self.from { self.kept } else { self.carried }
    }
}

#[test]
fn tables_are_those_of_the_formats() {
    let numbers = |e, m, last| Table::new(e, m, last).magnitudes;
    assert_eq!(numbers(2, 1, 7), [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0]);
    let ends = |e, m, last: u32| {
        let numbers = numbers(e, m, last);
        (numbers[1], numbers[last as usize])
    };
    assert_eq!(ends(4, 3, 0x7e), (2.0_f64.powi(-9), 448.0));
    assert_eq!(ends(5, 2, 0x7b), (2.0_f64.powi(-16), 57344.0));
    assert_eq!(ends(2, 3, 0x1f), (0.125, 7.5));
    assert_eq!(ends(3, 2, 0x1f), (0.0625, 28.0));
}
