//! Parses the lanes of a packed operand: `{1.5, -2.0}`, lowest lane first.

use super::format::Format;
use super::instruction::{Instruction, Slot};
use super::source::{is_raw, raw, scaled, source};
use super::values::Values;
use ptx_isa::literal::hexadecimal_digits;
use ptx_isa::{Dialect, Fault, Message, Type};

/// Selects the instruction for a list of values. A pair of braces among the values contains the elements of a vector
/// operand, or the lanes of a packed operand. The lanes in a pair of braces become one value.
pub(super) fn instruction(
    text: &str,
    values: Values,
    dialect: &Dialect,
) -> Result<(Instruction, Vec<String>), Fault> {
    let select = |count| Instruction::new(text, count, std::slice::from_ref(dialect));
    let with_vectors = select(values.texts.len()).and_then(|instruction| {
        values.check(&instruction)?;
        Ok(instruction)
    });
    match with_vectors {
        Ok(instruction) => Ok((instruction, values.texts)),
        Err(fault) => {
            let packed = values.packed();
            let is_lanes =
                |(text, slot): (&String, &Slot)| !text.starts_with('{') || is_raw(slot.ty);
            match select(packed.len()) {
                Ok(instruction) if packed.iter().zip(&instruction.sources).all(is_lanes) => {
                    Ok((instruction, packed))
                }
                _ => Err(fault),
            }
        }
    }
}

/// Returns the bits of an operand. The text is a number, `0x` and the bits, or the lanes in braces.
pub(super) fn operand(text: &str, slot: &Slot) -> Result<u128, Message> {
    match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(inner) => packed(inner, slot),
        None => source(text, slot),
    }
}

/// Returns the bits of a packed operand whose lanes are in braces.
fn packed(inner: &str, slot: &Slot) -> Result<u128, Message> {
    let Some((format, count)) = Format::of(slot.ty) else { return Err("expected a number".into()) };
    let texts: Vec<&str> = inner.split(", ").collect();
    if texts.len() != count as usize {
        return Err(format!("`.{}` has {count} lanes", slot.ty.word()).into());
    }
    let mut bits = 0;
    for (text, lane) in texts.into_iter().zip(0..) {
        bits |= number(text, format, slot)? << (lane * format.stride());
    }
    Ok(bits)
}

/// Returns the bits of a lane. A lane in f16, bf16 or f32 is parsed like a scalar operand. In a narrower format, only
/// numbers that the format represents exactly are accepted.
fn number(text: &str, format: Format, slot: &Slot) -> Result<u128, Message> {
    let scalars = [Type::F16, Type::Bf16, Type::F32];
    if let Some(ty) = scalars.into_iter().find(|ty| Format::of(*ty) == Some((format, 1))) {
        let (name, place) = (slot.name.clone(), slot.place);
        return source(text, &Slot { name, ty, kind: None, is_byte: false, place });
    }
    if let Some(digits) = hexadecimal_digits(text) {
        return raw(digits, format.bits);
    }
    let value = scaled(text).or_else(|| text.parse().ok()).ok_or("expected a number")?;
    let decimal = format!("{value:?}");
    let code = (0..1 << format.bits).find(|code| format.decimal(*code) == decimal);
    let bits = code.map(u128::from);
    bits.ok_or_else(|| format!("no number of `.{}` is `{text}`", slot.ty.word()).into())
}
