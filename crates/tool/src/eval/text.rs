//! Writes results as text, for `ptx-bits eval`.

use super::answer::{Answer, Number, Output};
use super::source::is_bits;
use ptx_isa::Type;
use ptx_isa::number::{Format, Lane};
use std::fmt::{Display, Formatter, Result};

impl Display for Answer {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let are_several = self.results.len() > 1;
        for result in &self.results {
            match result {
                Output { name, ty: Type::Pred, numbers, .. } if are_several => {
                    line(f, name, &numbers[0].decimal)?;
                }
                _ => {
                    if are_several {
                        line(f, "result", &result.name)?;
                    }
                    output(f, result)?;
                }
            }
        }
        Ok(())
    }
}

/// Writes a line: a name, padded to nine characters, and a value.
fn line(f: &mut Formatter<'_>, name: &str, value: &dyn Display) -> Result {
    writeln!(f, "{name:<9}{value}")
}

/// Writes the lines of a result.
fn output(f: &mut Formatter<'_>, output: &Output) -> Result {
    let digits = output.ty.bits().div_ceil(4) as usize;
    let hex = format!("0x{:0digits$x}", output.bits);
    let (lane, lanes) = Lane::of(output.ty);
    if lanes > 1 {
        line(f, "hex", &hex)?;
    }
    for (index, one) in output.numbers.iter().enumerate() {
        if lanes > 1 {
            line(f, "lane", &index)?;
        }
        line(f, "decimal", &one.decimal)?;
        let digits = lane.bits().div_ceil(4) as usize;
        line(f, "hex", &format_args!("0x{:0digits$x}", one.bits))?;
        if let Lane::Float(format) = lane {
            float(f, format, lanes, one)?;
        }
    }
    Ok(())
}

/// Writes the lines that only a float has. A result has `lanes` floats.
fn float(f: &mut Formatter<'_>, format: Format, lanes: u32, number: &Number) -> Result {
    match format.bits {
        32 => line(f, "ptx", &format_args!("0f{:08X}", number.bits))?,
        64 => line(f, "ptx", &format_args!("0d{:016X}", number.bits))?,
        _ => {}
    }
    if let Some(exact) = &number.exact {
        // The user may pass this text to `eval` as an operand. In an operand, an integer with as many digits as the
        // hexadecimal bits is ambiguous: it could be a number or the bits. So `.0` marks it as a number.
        let is_ambiguous = lanes == 1 && is_bits(exact, format.bits);
        let suffix = if is_ambiguous { ".0" } else { "" };
        line(f, "exactly", &format_args!("{exact}{suffix}"))?;
    }
    let Some(truth) = &number.true_value else { return Ok(()) };
    match (truth.is_exact, truth.method) {
        (true, _) => line(f, "true", &"the same")?,
        (false, Some(method)) => line(f, "true", &format!("{}  ({method})", truth.decimal))?,
        (false, None) => line(f, "true", &truth.decimal)?,
    }
    let Some(ulps) = &number.ulps else { return Ok(()) };
    match ulps.strip_prefix('-') {
        _ if truth.is_exact => line(f, "error", &"0 ulp"),
        Some(size) => line(f, "error", &format!("{size} ulp below")),
        None => line(f, "error", &format!("{ulps} ulp above")),
    }
}
