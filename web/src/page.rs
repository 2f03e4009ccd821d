//! Computes the values that the web page shows for an input.

use crate::line::bits;
use crate::number::{fields, numbers, sentence};
use crate::{flow, message, sequence};
use ptx_isa::{Dialect, Message, Target, Type, Version, forms};
use ptx_module::syntax::{Function, FunctionKind, Source, Tree, parse};
use ptx_tool::check::{Defaults, Finding, Level, findings};
use ptx_tool::dialect;
use ptx_tool::eval::instruction::Instruction;
use ptx_tool::eval::matrix::is_matrix;
use ptx_tool::inline::{self, Language, Settings};
use serde_json::{Value, json};

/// Answers a request. The request is an object with `target`, `instruction` and `operands`, the fields of a line of
/// `ptx-bits eval --batch`. If the request has `text`, this text replaces `instruction`, and `operands` are the values of
/// its inputs as `ptx-bits eval` has them.
///
/// The answer contains a line of a batch (`target`, `instruction`, `operands`), its answer `bits`, and `text`, `given`,
/// `names`, `rows`, `read`, `kernels`, `messages`, `sentence`, `steps`, `units`, `fields` and `numbers`.
#[must_use]
pub fn answer(request: &[u8]) -> Value {
    let request: Value = serde_json::from_slice(request).unwrap_or_default();
    let word = |name: &str| request[name].as_str().unwrap_or_default();
    let operands = request["operands"].as_array().map_or(&[][..], Vec::as_slice);
    let operands: Vec<_> = operands.iter().filter_map(Value::as_str).map(str::to_string).collect();
    let defaults = defaults(word("target"));
    match request["text"].as_str() {
        Some(text) => typed(word("target"), text, &operands.join(" "), &defaults),
        None => line(word("target"), word("instruction"), operands, &defaults),
    }
}

/// Answers a request for a line of a batch.
fn line(
    target: &str,
    instruction: &str,
    operands: Vec<String>,
    defaults: &Result<Defaults, Message>,
) -> Value {
    let known = known(instruction, operands.len(), defaults);
    let text = statement(instruction, known.as_ref(), &operands);
    let findings =
        if is_outside(instruction) { Vec::new() } else { checked(&text, defaults, None) };
    let given: Vec<_> = match &known {
        _ if is_matrix(instruction) => operands.clone(),
        Some(known) => given(known, &operands),
        None => operands.iter().map(|digits| format!("0x{digits}")).collect(),
    };
    let computed = flow::Computed {
        instruction: instruction.into(),
        bits: bits(target, instruction, &operands),
        operands,
        ..flow::Computed::default()
    };
    let mut answer = shown(target, &computed, defaults);
    answer["messages"] = message::all(&Source::new("<text>", text.as_bytes()), &findings);
    answer["text"] = text.into();
    answer["given"] = given.join(" ").into();
    answer
}

/// Answers a request for a text.
fn typed(target: &str, text: &str, given: &str, defaults: &Result<Defaults, Message>) -> Value {
    let read = if text.contains("asm") { inline::read(text) } else { None };
    let last = read.as_ref().map(|(_, all)| all.last().map_or("", String::as_str));
    let source = Source::new("<text>", last.unwrap_or(text).as_bytes());
    let tree = parse(&source.text);
    let kernels = kernels(&tree, &source.text);
    let computed = match defaults {
        Ok(defaults) if kernels.is_empty() => {
            flow::compute(&tree, &source.text, given, target, &dialects(&defaults.dialect()))
        }
        _ => flow::Computed::default(),
    };
    let mut findings = match is_outside(&computed.instruction) {
        true => Vec::new(),
        false => checked(text, defaults, read.as_ref().map(|read| read.0)),
    };
    let has_error = findings.iter().any(|finding| finding.level == Level::Error);
    let mut answer = match has_error {
        true => shown(target, &flow::Computed { bits: "error".into(), ..computed }, defaults),
        false => shown(target, &computed, defaults),
    };
    answer["kernels"] = if kernels.is_empty() { Value::Null } else { kernels.into() };
    findings.sort_by_key(|finding| finding.span.start);
    answer["messages"] = message::all(&Source::new("<text>", text.as_bytes()), &findings);
    answer["read"] = read.map(|(language, all)| sentence_of(language, all.len())).into();
    answer["text"] = text.into();
    answer["given"] = given.into();
    answer
}

/// Returns the parts of an answer that describe the computed instruction.
fn shown(target: &str, computed: &flow::Computed, defaults: &Result<Defaults, Message>) -> Value {
    let flow::Computed { instruction, operands, bits, inputs, rows } = computed;
    let known = known(instruction, operands.len(), defaults);
    let (steps, units) = match bits.starts_with("error") {
        true => (None, None),
        false => sequence::steps(target, instruction, operands).unzip(),
    };
    json!({
        "target": target,
        "instruction": instruction,
        "operands": operands,
        "bits": bits,
        "names": inputs,
        "rows": rows,
        "sentence": known.as_ref().map_or_else(Vec::new, sentence),
        "steps": steps,
        "units": units,
        "fields": known.as_ref().and_then(|known| fields(known, bits)),
        "numbers": known.as_ref().zip(defaults.as_ref().ok()).map(|(known, defaults)| {
            numbers(instruction, known, operands, &defaults.dialect())
        }),
    })
}

/// Returns the kernels with a body, each with its parameters.
fn kernels<'t>(tree: &Tree<'_>, text: &'t str) -> Vec<&'t str> {
    let kernels = tree.functions().filter(|function| function.kind == FunctionKind::Entry);
    let header = |function: &Function<'_>| {
        let end = function.body.as_ref()?.span.start;
        Some(text.get(function.name.span.start..end)?.trim())
    };
    kernels.filter_map(header).collect()
}

/// Returns the sentence about a text in another language.
fn sentence_of(language: Language, count: usize) -> String {
    let name = match language {
        Language::Cpp => "C++",
        Language::Python => "Python",
        Language::Rust => "Rust",
        Language::Other => "source code",
    };
    let statements = if count == 1 { "1 statement" } else { &format!("{count} statements") };
    format!("Read as {name}: {statements} of inline PTX. The last one is computed.")
}

/// Returns the operands of an instruction as `ptx-bits eval` has them, without those that [`statement`] writes into the
/// text.
fn given(known: &Instruction, operands: &[String]) -> Vec<String> {
    let selection = known.selection.as_ref();
    let slots = selection.map_or(&[][..], |selection| &selection.form.operands[1..]);
    let is_immediate = slots.iter().flat_map(|slot| {
        let count = slot.elements.map_or(1, |count| count as usize);
        std::iter::repeat_n(slot.literals == forms::Literals::Immediate, count)
    });
    let is_immediate = is_immediate.chain(std::iter::repeat(false));
    let inputs = operands.iter().zip(&known.sources).zip(is_immediate);
    let inputs = inputs.filter(|(_, is_immediate)| !is_immediate);
    inputs
        .map(|((digits, slot), _)| match slot.ty {
            Type::Pred => digits.clone(),
            _ => format!("0x{digits}"),
        })
        .collect()
}

/// Selects an instruction. Returns `None` if the target or the instruction is faulty.
fn known(
    instruction: &str,
    count: usize,
    defaults: &Result<Defaults, Message>,
) -> Option<Instruction> {
    let dialect = defaults.as_ref().ok()?.dialect();
    Instruction::new(instruction, count, &[dialect]).ok()
}

/// Returns the dialects of an instruction: like a batch, the page computes for sm_NN also what only sm_NNa supports.
fn dialects(dialect: &Dialect) -> [Dialect; 2] {
    let target = dialect.target.map(Target::with_own_features);
    [dialect.clone(), Dialect { target, ..dialect.clone() }]
}

/// Returns the dialect of a text. Its messages name the fields of the page.
fn of_page(defaults: &Defaults) -> Dialect {
    let set = |is_given| if is_given { "in the field `Target`" } else { "by default" };
    Dialect {
        version_set: set(false).into(),
        target_set: set(defaults.target.is_some()).into(),
        settings: ptx_isa::Settings::Field,
        ..defaults.dialect()
    }
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

/// Returns whether an instruction is a machine instruction or a product of matrices. Their operands are not registers of
/// the text, so the checker does not check them.
fn is_outside(instruction: &str) -> bool {
    let mnemonic = instruction.split('.').next().unwrap_or_default();
    ptx_isa::sass::is_opcode(mnemonic) || !forms::matrix(mnemonic).is_empty()
}

/// Returns the findings of the checker.
fn checked(
    text: &str,
    defaults: &Result<Defaults, Message>,
    language: Option<Language>,
) -> Vec<Finding> {
    let source = Source::new("<text>", text.as_bytes());
    match (defaults, language) {
        (Err(message), _) => vec![Finding::error(0..0, message.clone())],
        (Ok(defaults), None) => {
            findings(&source, &parse(&source.text), of_page(defaults), None).findings
        }
        (Ok(Defaults { version, target }), Some(language)) => {
            let targets = target.iter().copied().collect();
            let settings = Settings { version: *version, targets };
            inline::check(&source, language, &settings).findings
        }
    }
}
