//! `ptx eval`: one instruction on operands written out.

pub mod functions;
mod reference;
mod value;

use functions::Prepared;
use num_traits::{Signed, Zero};
use ptx_isa::{At, Dialect, Fault, Kind, Message, Returns, Selection, Type, literal, select_all};
use std::fmt::Write;
use value::{Format, Value};

/// A number with this many digits is read at a glance, and tells apart what a double can.
const DIGITS: u32 = 25;

/// What an instruction gives on operands, as text to print.
///
/// ```
/// use ptx_isa::Dialect;
///
/// let text = ptx_cli::eval::eval("rcp.rn.f32", &["3.0".into()], &Dialect::default()).unwrap();
/// assert!(text.contains("3eaaaaab"));
/// ```
///
/// # Errors
/// What the checker says to the instruction or to an operand.
pub fn eval(instruction: &str, operands: &[String], dialect: &Dialect) -> Result<String, Fault> {
    let mut words = instruction.trim().trim_end_matches(';').split('.');
    let mnemonic = words.next().unwrap_or_default();
    let modifiers: Vec<_> = words.collect();
    let forms = select_all(mnemonic, &modifiers, dialect)?;
    let form = taking(&forms, operands.len())?;
    let types = form.source_types();
    let sources: Vec<u64> = operands
        .iter()
        .zip(&types)
        .enumerate()
        .map(|(i, (text, ty))| {
            source(text, *ty).map_err(|mut message| {
                message.what = format!("`{text}`: {}", message.what);
                Fault::new(At::Operand(i + 1), message)
            })
        })
        .collect::<Result<_, _>>()?;
    let nothing = || Fault::new(At::Mnemonic, format!("`{}` has no function", form.spelling()));
    let computation = form.computation(dialect).ok_or_else(nothing)?;
    let prepared = Prepared::new(&computation).ok_or_else(nothing)?;
    let results = prepared.compute(&sources, false).ok_or_else(nothing)?;
    Ok(match (computation.value.returns(), results.bits()) {
        (Some(Returns::Array(..)), [p, q]) => {
            format!("p        {}\nq        {}\n", *p == 1, *q == 1)
        }
        (_, results) => printed(form, &types, &sources, results[0]),
    })
}

/// The form with one result and this many sources, the elements of vectors one by one.
fn taking(forms: &[Selection], sources: usize) -> Result<&Selection, Fault> {
    let has_one_result = |s: &&Selection| s.form.operands[0].elements.is_none();
    let taking = forms.iter().filter(has_one_result).find(|s| s.source_types().len() == sources);
    taking.ok_or_else(|| {
        let (first, spelling) = (forms[0].form, forms[0].spelling());
        let names = first.operands.iter().skip(1).map(|o| o.name);
        let names = names.flat_map(|name| name.split(['{', ',', ' ', '}']));
        let wanted: Vec<_> = names.filter(|name| !name.is_empty()).collect();
        let count = counted(wanted.len());
        Fault::new(At::Mnemonic, format!("`{spelling}` takes {count} here, not {sources}"))
            .help(format!("write `ptx eval {spelling} {}`", wanted.join(" ")))
    })
}

fn counted(operands: usize) -> String {
    if operands == 1 { "1 operand".into() } else { format!("{operands} operands") }
}

/// The bits of an operand: an immediate of PTX, or for what has no immediates the bits themselves.
fn source(text: &str, ty: Type) -> Result<u64, Message> {
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
        literal::Literal::Integer(bits) if is_raw(ty) => match bits >> (ty.bits() - 1) >> 1 {
            0 => Ok(bits),
            _ => Err(format!("`.{}` has {} bits", ty.word(), ty.bits()).into()),
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

fn is_raw(ty: Type) -> bool {
    matches!(ty.kind(), Kind::Float | Kind::Narrow) && !matches!(ty, Type::F32 | Type::F64)
}

fn printed(form: &Selection, types: &[Type], sources: &[u64], result: u64) -> String {
    let ty = form.destination_types()[0];
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        // Writing into a string does not fail.
        let _ = writeln!(text, "{name:<9}{value}");
    };
    let Some((format, lanes)) = Format::of(ty) else {
        line("decimal", integer(ty, result));
        line("hex", format!("{result:0width$x}", width = (ty.bits() / 4).max(1) as usize));
        return text;
    };
    if lanes > 1 {
        line("hex", format!("{result:0width$x}", width = (ty.bits() / 4) as usize));
    }
    for lane in 0..lanes {
        if lanes > 1 {
            line("lane", lane.to_string());
        }
        let bits = format.lane(result, lane);
        line("decimal", format.decimal(bits));
        line("hex", hex(format, bits));
        let value = format.value(bits);
        if let Value::Finite(x) = &value {
            let sign = if bits != 0 && x.is_zero() { "-" } else { "" };
            line("exactly", format!("{sign}{}", value::exact(x)));
        }
        let modifiers: Vec<_> = form.modifiers.iter().flatten().copied().collect();
        let operands: Option<Vec<_>> = sources
            .iter()
            .zip(types)
            .map(|(bits, ty)| match Format::of(*ty) {
                Some((format, lanes)) => {
                    Some(format.value(format.lane(*bits, if lanes > 1 { lane } else { 0 })))
                }
                None => integer(*ty, *bits).parse().ok().map(Value::Finite),
            })
            .collect();
        let reference =
            operands.and_then(|o| reference::reference(form.form.mnemonic, &modifiers, &o));
        let Some(reference) = reference else { continue };
        let how = reference.how.map_or(String::new(), |how| format!("  ({how})"));
        let same = matches!(&value, Value::Finite(x) if *x == reference.value);
        line(
            "true",
            match same {
                true => "the same".into(),
                false => format!("{}{how}", value::digits(&reference.value, DIGITS)),
            },
        );
        if let Value::Finite(x) = value {
            let error = (x - &reference.value) / format.ulp(&reference.value);
            let side = if error.is_negative() { "below" } else { "above" };
            line(
                "error",
                match same {
                    true => "0 ulp".into(),
                    false => format!("{} ulp {side}", value::digits(&error.abs(), 6)),
                },
            );
        }
    }
    text
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
