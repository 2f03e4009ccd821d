//! `ptx-bits eval`: instructions on operands written out.

pub mod batch;
pub mod functions;
mod given;
pub mod instruction;
pub mod matrix;
mod reference;
mod value;
mod written;

use given::Given;
use instruction::{Instruction, Slot};
use num_traits::{Signed, Zero};
use ptx_isa::sass::{Immediate, opcodes};
use ptx_isa::{At, Dialect, Fault, Kind, Message, Type, literal, operand};
use reference::Reference;
use std::fmt::Write;
use value::{Format, Value};

/// A number with this many digits is read at a glance, and tells apart what a double can.
const DIGITS: u32 = 25;

/// Computes an instruction on operands, and returns the text to print.
///
/// ```
/// use ptx_isa::Dialect;
///
/// let text = ptx_tool::eval::eval("rcp.rn.f32", &["3.0".into()], &Dialect::default()).unwrap();
/// assert!(text.contains("3eaaaaab"));
/// ```
///
/// # Errors
/// What the checker says to the instruction or to an operand.
pub fn eval(instruction: &str, operands: &[String], dialect: &Dialect) -> Result<String, Fault> {
    if matrix::is_matrix(instruction) {
        let what = format!("`{instruction}` is not an instruction of one thread");
        return Err(Fault::new(At::Mnemonic, what)
            .help("`ptx-bits eval --batch` computes an element of a product of matrices"));
    }
    let (instruction, given) = Given::read(instruction, operands)?;
    let asked = Instruction::new(instruction, given.values.len(), std::slice::from_ref(dialect))?;
    given.check(&asked)?;
    let sources: Vec<u64> = given
        .values
        .iter()
        .zip(&asked.sources)
        .enumerate()
        .map(|(i, (text, slot))| {
            source(text, slot).map_err(|mut message| {
                // Many messages name it themselves.
                if !message.what.contains(&format!("`{text}`")) {
                    message.what = format!("`{text}`: {}", message.what);
                }
                Fault::new(At::Operand(i + 1), message)
            })
        })
        .collect::<Result<_, _>>()?;
    let nothing = || Fault::new(At::Mnemonic, format!("`{instruction}` has no function"));
    let results = asked.compute(&sources).ok_or_else(nothing)?;
    let several = asked.results.len() > 1;
    let mut text = String::new();
    for (slot, bits) in asked.wanted(&results) {
        match (several, slot.ty) {
            (true, Type::Pred) => line(&mut text, &slot.name, &(bits == 1).to_string()),
            (true, _) => {
                line(&mut text, "result", &slot.name);
                printed(&mut text, slot.ty, bits, &asked, &sources);
            }
            (false, ty) => printed(&mut text, ty, bits, &asked, &sources),
        }
    }
    Ok(text)
}

/// A line of what is printed.
fn line(text: &mut String, name: &str, value: &str) {
    // Writing into a string does not fail.
    let _ = writeln!(text, "{name:<9}{value}");
}

/// The bits of an operand: an immediate of PTX, or for what has no immediates the bits themselves.
fn source(text: &str, slot: &Slot) -> Result<u64, Message> {
    if let Some(kind) = slot.kind {
        return machine_source(text, kind);
    }
    let ty = slot.ty;
    if let (Type::Pred, Some(value)) = (ty, predicate(text)) {
        return Ok(value.into());
    }
    if slot.is_carry() {
        return Err("expected a carry, `0` or `1`".into());
    }
    let special = match text.trim_start_matches(['+', '-']).to_ascii_lowercase().as_str() {
        "inf" | "infinity" => Some(f64::INFINITY.to_bits()),
        "nan" => Some(f64::NAN.to_bits()),
        _ => None,
    };
    if let (Some(bits), Type::F32 | Type::F64) = (special, ty) {
        let bits = bits | u64::from(text.starts_with('-')) << 63;
        return literal::Literal::DoubleBits(bits).bits(ty);
    }
    match literal::parse(text)? {
        literal::Literal::Integer(256..) if slot.is_byte => {
            Err(operand::not_a_byte(&slot.name, &format!("`{text}`")))
        }
        literal::Literal::Integer(bits) if is_raw(ty) => match bits >> (ty.bits() - 1) >> 1 {
            0 => Ok(bits),
            _ => {
                Err(format!("the number exceeds the {} bits of `.{}`", ty.bits(), ty.word()).into())
            }
        },
        _ if is_raw(ty) => Err(format!(
            "an operand of `.{}` is given by its bits: `0x` and {} digits",
            ty.word(),
            ty.bits() / 4
        )
        .into()),
        literal => literal.bits(ty),
    }
}

/// The bits of a machine instruction's operand: an immediate as a disassembler prints it, or the bits
/// themselves after `0x`; all of a double, not its high word alone.
fn machine_source(text: &str, kind: opcodes::Kind) -> Result<u64, Message> {
    if let (opcodes::Kind::Predicate, Some(value)) = (kind, predicate(text)) {
        return Ok(value.into());
    }
    let immediate = match text.to_ascii_lowercase().trim_start_matches('+') {
        "inf" => Immediate::Infinity { negative: false },
        "-inf" => Immediate::Infinity { negative: true },
        "nan" => Immediate::Nan { negative: false },
        _ => Immediate::parse(text)?,
    };
    match (kind, &immediate) {
        (opcodes::Kind::Double, Immediate::Bits { value, negative: false }) => Ok(*value),
        (opcodes::Kind::Double, Immediate::Whole(digits) | Immediate::Decimal(digits)) => {
            let value = digits.parse::<f64>().map_err(|_| "expected a number")?;
            Ok(value.to_bits())
        }
        (opcodes::Kind::Double, _) => Ok(u64::from(immediate.word(kind)?) << 32),
        _ => immediate.word(kind).map(u64::from),
    }
}

/// `true`, `!true`, `PT`, `1`, and their opposites.
fn predicate(text: &str) -> Option<bool> {
    match text.strip_prefix('!') {
        Some(inner) => predicate(inner).map(|value| !value),
        None => match text {
            "true" | "PT" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
    }
}

fn is_raw(ty: Type) -> bool {
    matches!(ty.kind(), Kind::Float | Kind::Narrow) && !matches!(ty, Type::F32 | Type::F64)
}

fn printed(text: &mut String, ty: Type, result: u64, asked: &Instruction, sources: &[u64]) {
    let Some((format, lanes)) = Format::of(ty) else {
        line(text, "decimal", &integer(ty, result));
        line(text, "hex", &format!("{result:0width$x}", width = (ty.bits() / 4).max(1) as usize));
        return;
    };
    if lanes > 1 {
        line(text, "hex", &format!("{result:0width$x}", width = (ty.bits() / 4) as usize));
    }
    for lane in 0..lanes {
        if lanes > 1 {
            line(text, "lane", &lane.to_string());
        }
        let bits = format.lane(result, lane);
        line(text, "decimal", &format.decimal(bits));
        line(text, "hex", &hex(format, bits));
        let value = format.value(bits);
        if let Value::Finite(x) = &value {
            let sign = if bits != 0 && x.is_zero() { "-" } else { "" };
            line(text, "exactly", &format!("{sign}{}", value::exact(x)));
        }
        let Some(reference) = reference(asked, sources, lane) else { continue };
        let how = reference.how.map_or(String::new(), |how| format!("  ({how})"));
        let same = matches!(&value, Value::Finite(x) if *x == reference.value);
        let exactly = match same {
            true => "the same".into(),
            false => format!("{}{how}", value::digits(&reference.value, DIGITS)),
        };
        line(text, "true", &exactly);
        if let Value::Finite(x) = value {
            let error = (x - &reference.value) / format.ulp(&reference.value);
            let side = if error.is_negative() { "below" } else { "above" };
            let error = match same {
                true => "0 ulp".into(),
                false => format!("{} ulp {side}", value::digits(&error.abs(), 6)),
            };
            line(text, "error", &error);
        }
    }
}

/// The mathematical result in a lane; `None` where there is none, or none that is a number.
fn reference(asked: &Instruction, sources: &[u64], lane: u32) -> Option<Reference> {
    let selection = asked.selection.as_ref()?;
    let modifiers: Vec<_> = selection.modifiers.iter().flatten().copied().collect();
    let value = |(bits, slot): (&u64, &Slot)| match Format::of(slot.ty) {
        Some((format, lanes)) => {
            Some(format.value(format.lane(*bits, if lanes > 1 { lane } else { 0 })))
        }
        None => integer(slot.ty, *bits).parse().ok().map(Value::Finite),
    };
    let operands: Vec<_> = sources.iter().zip(&asked.sources).map(value).collect::<Option<_>>()?;
    reference::reference(selection.form.mnemonic, &modifiers, &operands)
}

/// The bits as digits, and as PTX writes them where it can.
fn hex(format: Format, bits: u64) -> String {
    match format.bits {
        32 => format!("{bits:08x}  (0f{bits:08X})"),
        64 => format!("{bits:016x}  (0d{bits:016X})"),
        bits_of_code => format!("{bits:0width$x}", width = bits_of_code.div_ceil(4) as usize),
    }
}

fn integer(ty: Type, bits: u64) -> String {
    let unused = 64 - ty.bits();
    match ty {
        Type::Pred => (bits != 0).to_string(),
        Type::S8 | Type::S16 | Type::S32 | Type::S64 => {
            ((bits << unused).cast_signed() >> unused).to_string()
        }
        _ => bits.to_string(),
    }
}
