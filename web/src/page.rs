//! Computes the values that the web page shows for an input.

use crate::line::{self, bits};
use crate::sequence;
use ptx_isa::{Dialect, Message, Type, Version, doc, doc::Section, forms, sass};
use ptx_module::syntax::{Item, Source, Statement, Tree, parse};
use ptx_tool::check::{Defaults, check};
use ptx_tool::eval::{Number, instruction::Instruction};
use ptx_tool::{Diagnostic, dialect};
use serde_json::{Value, json};

/// Answers a request. The request is an object with `target`, `instruction` and `operands`, the fields of a line of
/// `ptx-bits eval --batch`. If the request has `text`, the last instruction of this PTX text replaces `instruction`.
/// Operands may also be numbers, which the answer replaces by their bits.
///
/// The answer contains the fields of the request and `names`, `text`, `bits`, `messages`, `sentence`,
/// `steps`, `units`, `fields` and `numbers`.
#[must_use]
pub fn answer(request: &[u8]) -> Value {
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    let word = |name: &str| request[name].as_str().unwrap_or_default().to_string();
    let target = word("target");
    let operands = request["operands"].as_array().map_or(&[][..], Vec::as_slice);
    let operands: Vec<_> = operands.iter().filter_map(Value::as_str).map(str::to_string).collect();
    let typed = request["text"].as_str();
    let instruction = match typed {
        Some(text) => last_instruction(text).unwrap_or_default(),
        None => word("instruction"),
    };
    let defaults = defaults(&target);
    let (operands, fault) = match defaults.as_ref().map(Defaults::dialect) {
        Ok(dialect) => match line::operands(&instruction, &operands, &dialect) {
            Ok(bits) => (bits, None),
            Err(message) => (operands, Some(message)),
        },
        Err(_) => (operands, None),
    };
    let known = defaults.as_ref().ok().and_then(|defaults| {
        Instruction::new(&instruction, operands.len(), &[defaults.dialect()]).ok()
    });
    let text = typed.map_or_else(|| statement(&instruction, known.as_ref(), &operands), Into::into);
    let bits = match fault {
        Some(message) => format!("error: {}", message.to_string().replace('\n', "; ")),
        None => bits(&target, &instruction, &operands),
    };
    let (steps, units) = sequence::steps(&target, &instruction, &operands).unzip();
    json!({
        "target": target,
        "instruction": instruction,
        "operands": operands,
        "names": known.iter().flat_map(|found| &found.sources).map(|slot| &slot.name).collect::<Vec<_>>(),
        "text": text,
        "bits": bits,
        "messages": messages(&text, &instruction, &defaults),
        "sentence": known.as_ref().map_or_else(Vec::new, sentence),
        "steps": steps,
        "units": units,
        "fields": known.as_ref().and_then(|known| fields(known, &bits)),
        "numbers": known.as_ref().zip(defaults.as_ref().ok()).map(|(known, defaults)| {
            numbers(&instruction, known, &operands, &defaults.dialect())
        }),
    })
}

/// Parses the first field of a line: the target, and the version if there is one.
fn defaults(field: &str) -> Result<Defaults, Message> {
    let (word, version) = match field.split_once(' ') {
        Some((word, version)) => (word, Some(dialect::version(version)?)),
        None => (field, None),
    };
    if matches!(word, "-" | "") {
        return Ok(Defaults { version, target: None });
    }
    let target = dialect::target(word)?;
    let newest = target.versions().1.unwrap_or(Version::NEWEST);
    Ok(Defaults { version: Some(version.unwrap_or(newest)), target: Some(target) })
}

/// Returns the last instruction of a text without its operands. Includes the destination only if the destination
/// selects the form, as `p|q` does.
fn last_instruction(text: &str) -> Option<String> {
    let source = Source::new("<text>", text.as_bytes());
    let module = parse(&source.text);
    let span = last(&module)?;
    let text = source.text.get(span)?.trim_end_matches(';').trim();
    let text = match text.strip_prefix('@') {
        Some(guarded) => guarded.split_once(char::is_whitespace)?.1.trim_start(),
        None => text,
    };
    let (name, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let operands = operands.trim_start();
    let destination = match operands.strip_prefix('{') {
        Some(rest) => &operands[..rest.find('}').map_or(0, |end| end + 2)],
        None => operands.split(',').next().unwrap_or_default().trim(),
    };
    let chooses = destination.contains(['|', '{']) || name.starts_with("setp");
    Some(if chooses { format!("{name} {destination}") } else { name.into() })
}

/// Returns the span of the last instruction of a module.
fn last(module: &Tree<'_>) -> Option<ptx_module::syntax::Span> {
    fn of(statement: &Statement<'_>) -> Option<ptx_module::syntax::Span> {
        match statement {
            Statement::Instruction(instruction) => Some(instruction.span.clone()),
            Statement::Block(block) => block.statements.iter().rev().find_map(of),
            _ => None,
        }
    }
    module.items.iter().rev().find_map(|item| match item {
        Item::Statement(statement) => of(statement),
        Item::Function(function) => function.body.as_ref()?.statements.iter().rev().find_map(of),
    })
}

/// Returns an instruction as a PTX statement. The operands have the names of the manual: `add.f32 d, a, b;`.
fn statement(instruction: &str, known: Option<&Instruction>, operands: &[String]) -> String {
    let (name, destination) = instruction.split_once(' ').unwrap_or((instruction, ""));
    let Some(selection) = known.and_then(|known| known.selection.as_ref()) else {
        let destination = if destination.is_empty() { "d" } else { destination };
        let sources = ["a", "b", "c", "e", "f", "g"].into_iter().take(operands.len());
        let names: Vec<_> = std::iter::once(destination).chain(sources).collect();
        return format!("{name} {};", names.join(", "));
    };
    let mut values = operands.iter();
    let mut names = Vec::new();
    for (i, slot) in selection.form.operands.iter().enumerate() {
        let value =
            if i == 0 { None } else { values.nth(slot.elements.map_or(0, |n| n as usize - 1)) };
        names.push(match (i, slot.literals, value) {
            (0, ..) if !destination.is_empty() => destination.into(),
            (_, forms::Literals::Immediate, Some(value)) => format!("0x{value}"),
            _ => slot.name.replace("{|", "|").trim_end_matches("|q}").to_string(),
        });
    }
    format!("{name} {};", names.join(", "))
}

/// Returns the messages of the checker. Positions are in UTF-16 units, as in JavaScript.
///
/// Returns no messages for machine instructions and matrix products, because their operands are not registers of the
/// text. For these instructions, the field `bits` of the answer contains the errors.
fn messages(text: &str, instruction: &str, defaults: &Result<Defaults, Message>) -> Vec<Value> {
    let mnemonic = instruction.split('.').next().unwrap_or_default();
    if sass::is_opcode(mnemonic) || !forms::matrix(mnemonic).is_empty() {
        return Vec::new();
    }
    let defaults = match defaults {
        Ok(defaults) => defaults,
        Err(message) => {
            return vec![
                json!({ "level": "error", "start": 0, "end": 0, "text": format!("error: {message}") }),
            ];
        }
    };
    let source = Source::new("<text>", text.as_bytes());
    let units =
        |byte: usize| source.text.get(..byte).map_or(0, |before| before.encode_utf16().count());
    let message = |finding: &ptx_tool::check::Finding| {
        let diagnostic = Diagnostic::new(finding, &source);
        json!({
            "level": finding.level.name(),
            "start": units(finding.span.start),
            "end": units(finding.span.end),
            "text": format!("{}:{}: {diagnostic}", diagnostic.line, diagnostic.column),
        })
    };
    check(&source, defaults).iter().map(message).collect()
}

/// Returns the sentences about the machine sequence that the instruction's page contains.
fn sentence(known: &Instruction) -> Vec<String> {
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
fn fields(known: &Instruction, digits: &str) -> Option<Value> {
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
fn numbers(
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
