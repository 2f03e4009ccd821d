//! Formats finite floats as C does, without the sign. Decimal digits are exact; the last digit is rounded to nearest
//! even.

/// The maximum number of digits that are computed after the decimal point. No `.f64` value has more than 1074 digits
/// there, so all further digits are zeros.
const MOST_DIGITS: usize = 1100;

/// Formats a number like `%f`.
pub(super) fn fixed(value: f64, precision: usize, has_point: bool) -> String {
    let digits = precision.min(MOST_DIGITS);
    let mut text = format!("{value:.digits$}");
    text.push_str(&"0".repeat(precision - digits));
    if precision == 0 && has_point {
        text.push('.');
    }
    text
}

/// Formats a number like `%e`.
pub(super) fn scientific(value: f64, precision: usize, has_point: bool) -> String {
    let (mut digits, exponent) = rounded(value, precision);
    if precision == 0 && has_point {
        digits.push('.');
    }
    with_exponent(&digits, exponent)
}

/// Formats a number like `%g`: uses `%e` or `%f` depending on the exponent. Trailing zeros are removed unless
/// `keeps_zeros`.
pub(super) fn shorter(value: f64, precision: usize, keeps_zeros: bool) -> String {
    let precision = precision.max(1);
    let (digits, exponent) = rounded(value, precision - 1);
    let is_fixed = exponent >= -4 && exponent < precision as i32;
    let mut text = match is_fixed {
        true => fixed(value, (precision as i32 - 1 - exponent) as usize, keeps_zeros),
        false => digits,
    };
    if keeps_zeros && !text.contains('.') {
        text.push('.');
    }
    if !keeps_zeros && text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    if is_fixed { text } else { with_exponent(&text, exponent) }
}

/// Returns the digits `d.ddd` with `precision` digits after the point, and the decimal exponent.
fn rounded(value: f64, precision: usize) -> (String, i32) {
    let count = precision.min(MOST_DIGITS);
    let text = format!("{value:.count$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let mut digits = digits.to_string();
    digits.push_str(&"0".repeat(precision - count));
    (digits, exponent.parse().unwrap_or(0))
}

fn with_exponent(digits: &str, exponent: i32) -> String {
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// Formats a number like `%a`, without the leading `0x`. Without a precision, prints as many digits as the
/// value needs.
pub(super) fn hexadecimal(value: f64, precision: Option<usize>, has_point: bool) -> String {
    const FRACTION_BITS: u32 = 52;
    const DIGITS: usize = 13;
    let bits = value.to_bits();
    let exponent = (bits >> FRACTION_BITS) as i32;
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    let (mut number, exponent) = match exponent {
        0 if fraction == 0 => (0, 0),
        0 => (fraction, -1022),
        _ => (fraction | 1 << FRACTION_BITS, exponent - 1023),
    };
    if let Some(precision) = precision
        && precision < DIGITS
    {
        let dropped = 4 * (DIGITS - precision) as u32;
        let (half, rest) = (1 << (dropped - 1), number & ((1 << dropped) - 1));
        number -= rest;
        if rest > half || (rest == half && number >> dropped & 1 == 1) {
            number += 1 << dropped;
        }
    }
    let (whole, fraction) = (number >> FRACTION_BITS, number & ((1 << FRACTION_BITS) - 1));
    let mut digits = format!("{fraction:013x}");
    match precision {
        None => digits.truncate(digits.trim_end_matches('0').len()),
        Some(precision) => {
            digits.push_str(&"0".repeat(precision.saturating_sub(DIGITS)));
            digits.truncate(precision);
        }
    }
    let point = if digits.is_empty() && !has_point { "" } else { "." };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{whole}{point}{digits}p{sign}{}", exponent.unsigned_abs())
}
