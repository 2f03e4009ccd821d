//! Describes the result of an instruction: its fields, its value, and the machine sequence in words.

use ptx_isa::{Dialect, Type, doc, doc::Section};
use ptx_tool::eval::{Number, instruction::Instruction};
use serde_json::{Value, json};

/// Returns the sentences about the machine sequence that the instruction's page contains.
pub(crate) fn sentence(known: &Instruction) -> Vec<String> {
    let Some(selection) = &known.selection else { return Vec::new() };
    let words: Vec<_> = selection.modifiers.iter().flatten().copied().collect();
    let entries = doc::page(selection.form.mnemonic).map(|page| page.section(Section::Sequence));
    let about = entries.unwrap_or_default().into_iter();
    about
        .filter(|entry| entry.is_about_form(selection.form, &words))
        .map(|entry| entry.text)
        .collect()
}

/// Returns sign, exponent and fraction of a float as binary digits. Each part comes with its name and its meaning, such
/// as `2^-3`.
pub(crate) fn fields(known: &Instruction, digits: &str) -> Option<Value> {
    let [result] = known.results.as_slice() else { return None };
    let (exponent_bits, fraction_bits) = float(result.ty)?;
    let bits = u64::from_str_radix(digits, 16).ok()?;
    let exponent = bits >> fraction_bits & ((1 << exponent_bits) - 1);
    let fraction = bits & ((1 << fraction_bits) - 1);
    let bias = (1 << (exponent_bits - 1)) - 1;
    let reading = match (exponent, fraction) {
        (0, 0) => "zero".into(),
        (0, _) => format!("subnormal, 2^{}", 1 - bias),
        (field, 0) if field as i64 == 2 * bias + 1 => "infinity".into(),
        (field, _) if field as i64 == 2 * bias + 1 => "NaN".into(),
        (field, _) => format!("2^{}", field as i64 - bias),
    };
    let sign = bits >> (exponent_bits + fraction_bits) & 1;
    Some(json!([
        ["sign", sign.to_string(), if sign == 0 { "+" } else { "-" }],
        ["exponent", format!("{exponent:0exponent_bits$b}"), reading],
        ["fraction", format!("{fraction:0fraction_bits$b}"), ""],
    ]))
}

/// Returns the output of `ptx-bits eval`: decimal, bits, exact value, true value, error in ulps. Appends the line of
/// [`nearest`].
pub(crate) fn numbers(
    instruction: &str,
    known: &Instruction,
    operands: &[String],
    dialect: &Dialect,
) -> String {
    let literal = |(digits, slot): (&String, &ptx_tool::eval::instruction::Slot)| match slot.ty {
        Type::F32 => format!("0f{digits:0>8}"),
        Type::F64 => format!("0d{digits:0>16}"),
        Type::Pred => digits.clone(),
        _ => format!("0x{digits}"),
    };
    let literals: Vec<_> = operands.iter().zip(&known.sources).map(literal).collect();
    let name = instruction.split(' ').next().unwrap_or_default();
    let Ok(answer) = ptx_tool::eval::eval(name, &literals, dialect) else { return String::new() };
    let nearest = match answer.results.as_slice() {
        [result] => result.numbers.first().and_then(|number| nearest(number, result.ty)),
        _ => None,
    };
    nearest.map_or_else(
        || answer.to_string(),
        |line| format!("{}\n{line}", answer.to_string().trim_end()),
    )
}

/// Returns a line with the correctly rounded result and its distance from `number`, both computed from the error in
/// ulps. Returns `None` if the error does not determine the correctly rounded result. This happens near a midpoint of
/// two floats and for errors above 10^6 ulps. It also happens next to a power of two, where the spacing of floats
/// changes.
fn nearest(number: &Number, ty: Type) -> Option<String> {
    let fraction_bits = float(ty)?.1;
    let ulps = number.ulps.as_deref()?;
    let (size, is_below) = ulps.strip_prefix('-').map_or((ulps, false), |size| (size, true));
    let size: f64 = size.parse().ok()?;
    let steps = size.round();
    if (size - steps).abs() > 0.499_998 || steps > 1e6 {
        return None;
    }
    if steps == 0.0 {
        return Some("nearest  this result".into());
    }
    let is_negative = number.bits >> (ty.bits() - 1) & 1 == 1;
    let away = steps as u128;
    let bits = if is_below == is_negative {
        number.bits.wrapping_sub(away)
    } else {
        number.bits.wrapping_add(away)
    };
    let is_regular = |bits: u128| bits & ((1 << fraction_bits) - 1) != 0;
    let same = bits >> fraction_bits == number.bits >> fraction_bits;
    let digits = ty.bits() as usize / 4;
    let side = if is_below { "above" } else { "below" };
    let plural = if away == 1 { "" } else { "s" };
    (same && is_regular(bits) && is_regular(number.bits))
        .then(|| format!("nearest  0x{bits:0digits$x}, {away} float{plural} {side}"))
}

/// Returns the numbers of exponent bits and of fraction bits of a float type.
fn float(ty: Type) -> Option<(usize, usize)> {
    match ty {
        Type::F16 => Some((5, 10)),
        Type::Bf16 => Some((8, 7)),
        Type::F32 => Some((8, 23)),
        Type::F64 => Some((11, 52)),
        _ => None,
    }
}
