//! Decimal numbers as text, and their nearest binary64 number.

use std::cmp::Ordering;

/// A decimal number without a sign: digits with at most one point, and an optional exponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decimal<'t> {
    whole: &'t str,
    fraction: &'t str,
    exponent: &'t str,
}

/// The malformed part of a decimal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Malformed {
    /// The digits and the point.
    Digits,
    /// The exponent.
    Exponent,
}

/// The greatest magnitude of an exponent that is computed exactly. No text is so long that its digits could balance
/// a larger exponent.
const GREATEST_EXPONENT: i64 = 1 << 60;

/// The greatest decimal exponent that reaches the parser of the standard library, which ignores digits of longer
/// exponents. Beyond it, every binary64 number is 0 or infinite.
const CLAMP: i64 = 9_999;

/// The number of digits after the first that determine every binary64 number exactly.
const EXACT_DIGITS: usize = 766;

/// Returns whether a text consists of decimal digits. An empty text does.
fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

impl<'t> Decimal<'t> {
    /// Parses a text such as `5`, `.5`, `5.` or `1.5e-3`.
    pub(crate) fn parse(text: &'t str) -> Result<Self, Malformed> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if !is_digits(whole) || !is_digits(fraction) || whole.len() + fraction.len() == 0 {
            return Err(Malformed::Digits);
        }
        if digits.is_empty() || !is_digits(digits) {
            return Err(Malformed::Exponent);
        }
        Ok(Self { whole, fraction, exponent })
    }

    /// Returns whether all digits are zeros.
    pub(crate) fn is_zero(&self) -> bool {
        self.whole.bytes().chain(self.fraction.bytes()).all(|digit| digit == b'0')
    }

    /// Returns the number as 0.D * 10^N: the digits D, without zeros at either end, and N.
    fn normalized(&self) -> (String, i64) {
        let all = [self.whole, self.fraction].concat();
        let significant = all.trim_start_matches('0');
        let zeros = i64::try_from(all.len() - significant.len()).unwrap_or(GREATEST_EXPONENT);
        let point = i64::try_from(self.whole.len()).unwrap_or(GREATEST_EXPONENT);
        (significant.trim_end_matches('0').into(), point - zeros + self.exponent())
    }

    /// Returns the exponent, limited to ±[`GREATEST_EXPONENT`].
    fn exponent(&self) -> i64 {
        let is_negative = self.exponent.starts_with('-');
        let digits = self.exponent.trim_start_matches(['+', '-']).trim_start_matches('0');
        let size = match digits {
            "" => 0,
            _ => digits.parse().unwrap_or(GREATEST_EXPONENT).min(GREATEST_EXPONENT),
        };
        if is_negative { -size } else { size }
    }

    /// Returns the nearest binary64 number, ties to even. Numbers above the largest are infinite.
    pub(crate) fn nearest(&self) -> f64 {
        let (digits, exponent) = self.normalized();
        if digits.is_empty() {
            return 0.0;
        }
        let exponent = exponent.clamp(-CLAMP, CLAMP);
        // The standard library rounds a decimal text once, whatever its length is.
        format!("0.{digits}e{exponent}").parse().unwrap_or(f64::NAN)
    }

    /// Compares the exact number with a finite binary64 number above 0.
    pub(crate) fn compare(&self, value: f64) -> Ordering {
        let (digits, exponent) = self.normalized();
        let exact = format!("{value:.EXACT_DIGITS$e}");
        let (mantissa, power) = exact.split_once('e').unwrap_or((&exact, "0"));
        let others = mantissa.replace('.', "");
        let power = power.parse::<i64>().unwrap_or_default() + 1;
        // Digits after a point compare like texts, because neither has zeros at its end.
        exponent.cmp(&power).then_with(|| digits.as_str().cmp(others.trim_end_matches('0')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_of_any_length() {
        let nearest = |text: &str| Decimal::parse(text).expect(text).nearest();
        assert_eq!(nearest("1e-99999999999999999999999999"), 0.0);
        assert_eq!(nearest("1e99999999999999999999999999"), f64::INFINITY);
        assert_eq!(nearest("0e99999999999999999999999999"), 0.0);
        assert_eq!(nearest("1e00000000000000000000000002"), 100.0);
        // The zeros balance an exponent that the parser of the standard library cuts off.
        let zeros = "0".repeat(1_000_000);
        assert_eq!(nearest(&format!("0.{zeros}5e1000001")), 5.0);
        assert_eq!(nearest(&format!("5{zeros}e-1000000")), 5.0);
    }

    #[test]
    fn digits_beyond_binary64_are_compared() {
        let compare = |text: &str, value| Decimal::parse(text).expect(text).compare(value);
        let midpoint = "1.000000059604644775390625";
        let value = 1.0 + 2f64.powi(-24);
        assert_eq!(compare(midpoint, value), Ordering::Equal);
        assert_eq!(compare(&format!("{midpoint}0000"), value), Ordering::Equal);
        assert_eq!(compare(&format!("{midpoint}0001"), value), Ordering::Greater);
        assert_eq!(compare("1.00000005960464477539062499999", value), Ordering::Less);
        assert_eq!(compare("0.9e1", 9.0), Ordering::Equal);
        let smallest = f64::from_bits(1);
        let exact = format!("{smallest:.1100}");
        assert_eq!(compare(&exact, smallest), Ordering::Equal);
        assert_eq!(compare(&format!("{exact}1"), smallest), Ordering::Greater);
    }
}
