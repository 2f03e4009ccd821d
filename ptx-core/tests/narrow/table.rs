//! A format as the table of its numbers, and the numbers on either side of another.

use ptx_core::{NegativeZero, Rectification, Rounding};

pub(crate) struct Table {
    /// The magnitudes of the codes from 0 on, ascending; `f64` holds them exactly.
    pub(crate) magnitudes: Vec<f64>,
    /// The bit of the sign.
    pub(crate) sign: u32,
    /// What a NaN becomes.
    pub(crate) nan: u32,
    pub(crate) fraction_bits: u32,
}

/// Where a number lies: at the magnitude of a code, or between that and the next.
struct Place {
    code: u32,
    at: f64,
    /// Nothing, beyond the last code.
    next: Option<f64>,
}

impl Table {
    /// The numbers up to a code. Where the next code is infinity, it is in the table as the power of two that
    /// would be in its place: what reaches that is beyond the format.
    pub(crate) fn new(exponent_bits: i32, fraction_bits: i32, last: u32) -> Self {
        let bias = (1 << (exponent_bits - 1)) - 1;
        let magnitude = |code: u32| {
            let (field, fraction) =
                (code as i32 >> fraction_bits, code as i32 % (1 << fraction_bits));
            let fraction = f64::from(fraction) / f64::from(1 << fraction_bits);
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

    fn place(&self, x: f32) -> Place {
        let magnitude = f64::from(x.abs());
        let code = self.magnitudes.partition_point(|m| *m <= magnitude) - 1;
        Place {
            code: code as u32,
            at: self.magnitudes[code],
            next: self.magnitudes.get(code + 1).copied(),
        }
    }

    fn signed(&self, x: f32, magnitude: u32, relu: Rectification, zero: NegativeZero) -> u32 {
        match (x.is_sign_negative(), relu, zero) {
            (false, ..) => magnitude,
            (true, Rectification::Relu, _) => 0,
            (true, _, NegativeZero::Positive) if magnitude == 0 => 0,
            (true, ..) => self.sign | magnitude,
        }
    }

    /// A number rounded, not beyond the last code.
    pub(crate) fn rounded(
        &self,
        x: f32,
        rounding: Rounding,
        relu: Rectification,
        zero: NegativeZero,
    ) -> u32 {
        if x.is_nan() {
            return self.nan;
        }
        let (magnitude, negative) = (f64::from(x.abs()), x.is_sign_negative());
        let Place { code, at, next } = self.place(x);
        let up = next.is_some_and(|next| match rounding {
            Rounding::Rn => {
                let middle = (at + next) / 2.0;
                magnitude > middle || magnitude == middle && code % 2 == 1
            }
            Rounding::Rz => false,
            Rounding::Rm => negative && magnitude > at,
            Rounding::Rp => !negative && magnitude > at,
        });
        self.signed(x, code + u32::from(up), relu, zero)
    }

    /// A number rounded by so many random bits.
    pub(crate) fn stochastic(&self, x: f32, bits: u32, relu: Rectification) -> Stochastic {
        if x.is_nan() {
            return Stochastic { kept: self.nan, carried: self.nan, from: 0 };
        }
        let Place { code, at, next } = self.place(x);
        let all = f64::from(1 << bits);
        let signed = |magnitude| self.signed(x, magnitude, relu, NegativeZero::Keep);
        match next {
            None => Stochastic { kept: signed(code), carried: signed(code), from: 0 },
            Some(next) => {
                // The highest of the bits beyond the format: exact, as the distance of two codes is a power
                // of two.
                let beyond = ((f64::from(x.abs()) - at) / (next - at) * all).floor();
                let from = (all - beyond) as u32;
                Stochastic { kept: signed(code), carried: signed(code + 1), from }
            }
        }
    }
}

/// What becomes of a number under `.rs`: which result, and from which random number on the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stochastic {
    pub(crate) kept: u32,
    pub(crate) carried: u32,
    pub(crate) from: u32,
}

impl Stochastic {
    pub(crate) fn by(self, random: u32) -> u32 {
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
