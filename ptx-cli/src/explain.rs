//! `ptx explain`: what there is to know about an instruction.

use crate::eval::functions;
use ptx_isa::doc::{self, Page, Section};
use ptx_isa::sass::opcodes;
use ptx_isa::{
    At, Call, Dialect, Fault, Form, Results, Selection, Target, Type, Version, forms, select_all,
};
use std::fmt::Write;

/// What there is to know about `rcp.rn.ftz.f32`, `rcp` or `MUFU.RCP`, as text to print; without a
/// name, what there is.
///
/// ```
/// let text = ptx_cli::explain::explain("rcp.rn.f32", &ptx_isa::Dialect::default()).unwrap();
/// assert!(text.contains("ptx::ptx! { rcp.rn.f32 d, a; }"));
/// ```
///
/// # Errors
/// What the checker says to the instruction.
pub fn explain(name: &str, dialect: &Dialect) -> Result<String, Fault> {
    let name = name.trim().trim_end_matches(';');
    let mut words = name.split('.');
    let mnemonic = words.next().unwrap_or_default();
    let modifiers: Vec<_> = words.collect();
    if name.is_empty() {
        return Ok(contents());
    }
    if opcodes::all().any(|row| row.opcode == mnemonic) {
        return machine(mnemonic, &modifiers, dialect);
    }
    if modifiers.is_empty() && !forms::family(mnemonic).is_empty() {
        return Ok(family(mnemonic));
    }
    let (chosen, home) = selected(mnemonic, &modifiers, dialect)?;
    Ok(instruction(&chosen, &home))
}

/// Every instruction with its summary.
fn contents() -> String {
    let mut text = String::from("PTX instructions:\n");
    let mut names: Vec<_> = forms::mnemonics().collect();
    names.sort_unstable();
    names.dedup();
    let lines = |names: &[String], text: &mut String| {
        for name in names {
            let summary = doc::page(name).map(|page| page.summary()).unwrap_or_default();
            let _ = writeln!(text, "  {name:<12}{summary}");
        }
    };
    lines(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), &mut text);
    text.push_str("\nMachine instructions:\n");
    let mut machine: Vec<_> = opcodes::all().map(opcodes::Row::name).collect();
    machine.sort();
    machine.dedup();
    lines(&machine, &mut text);
    text
}

/// The forms of an instruction, and the dialect that has them: the one given, else the newest.
fn selected(
    mnemonic: &str,
    modifiers: &[&str],
    dialect: &Dialect,
) -> Result<(Vec<Selection>, Dialect), Fault> {
    let fault = match select_all(mnemonic, modifiers, dialect) {
        Ok(chosen) => return Ok((chosen, dialect.clone())),
        Err(fault) => fault,
    };
    let versions: Vec<_> = Version::all().collect();
    let targets: Vec<_> = Target::all().collect();
    let homes = versions.iter().rev().flat_map(|v| targets.iter().rev().map(move |t| (*v, *t)));
    homes
        .filter(|(version, target)| ptx_isa::directives::clash(*version, *target).is_none())
        .map(|(version, target)| Dialect::of(version, target))
        .find_map(|home| Some((select_all(mnemonic, modifiers, &home).ok()?, home)))
        .ok_or(fault)
}

fn instruction(chosen: &[Selection], home: &Dialect) -> String {
    let first = &chosen[0];
    let modifiers: Vec<_> = first.modifiers.iter().flatten().copied().collect();
    let mut text = String::new();
    let _ = writeln!(text, "{}", first.spelling());
    let page = doc::page(first.form.mnemonic);
    if let Some(page) = &page {
        wrapped(&mut text, &page.summary());
    }
    text.push_str("\nForm\n");
    for selection in chosen {
        let _ = writeln!(text, "  {}", selection.form);
        let _ = writeln!(text, "    {}", since(selection));
        let operands: Vec<_> = (0..selection.form.operands.len())
            .map(|i| {
                let name = selection.form.operands[i].name;
                format!("{name} .{}", selection.operand_type(i).word())
            })
            .collect();
        let _ = writeln!(text, "    operands: {}", operands.join(", "));
    }
    let _ = writeln!(text, "    PTX ISA, {}", first.form.section);
    text.push_str("\nDefaults\n");
    let _ = writeln!(text, "  {}", defaults(first));
    if let Some(page) = &page {
        sections(&mut text, page, Some(&modifiers));
    }
    text.push_str("\nIn Rust\n");
    for line in rust(first, home) {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// Since when and for which targets an instruction exists.
fn since(chosen: &Selection) -> String {
    let form = chosen.form;
    let later = |m: &&&str| form.later.iter().find(|later| later.words.contains(m));
    let words: Vec<_> = chosen.modifiers.iter().flatten().collect();
    let mut needs = requirement(form.since, form.sm, form);
    for (word, later) in words.iter().filter_map(|word| Some((word, later(word)?))) {
        let _ = write!(needs, "; .{word} from {} and sm_{} on", later.since, later.sm);
    }
    needs
}

fn requirement(since: Version, sm: u16, form: &Form) -> String {
    let mut text = format!("from PTX ISA {since}");
    if let Some(last) = form.until {
        let _ = write!(text, " to {last}");
    }
    let _ = write!(text, ", from sm_{sm}");
    if let Some(last) = form.last_sm {
        let _ = write!(text, " to sm_{last}");
    }
    if form.or_map {
        text.push_str(" (or map_f64_to_f32)");
    }
    text
}

/// What the modifiers left out mean.
fn defaults(chosen: &Selection) -> String {
    if let forms::Compute::Means(meant) = chosen.form.compute {
        return format!("it is short for {}.{}", chosen.form.mnemonic, meant.join("."));
    }
    let left_out: Vec<_> = chosen
        .form
        .slots
        .iter()
        .zip(&chosen.modifiers)
        .filter(|(slot, word)| slot.optional && word.is_none())
        .map(|(slot, _)| match slot.words {
            words if words.contains(&"rn") => {
                "without a rounding it rounds to nearest, and ptxas may fuse it".into()
            }
            [word] => format!("without .{word}: {}", without(word)),
            words => format!("without .{}: none of them", words.join(", .")),
        })
        .collect();
    if left_out.is_empty() { "nothing is left out".into() } else { left_out.join("\n  ") }
}

fn without(word: &str) -> &'static str {
    match word {
        "ftz" => "subnormals are kept (from sm_20 on)",
        "sat" => "the whole range of the type",
        "relu" => "results of both signs",
        "NaN" => "a NaN is ignored beside a number",
        "abs" => "operands count with their signs",
        _ => "as the manual describes the plain form",
    }
}

fn sections(text: &mut String, page: &Page, modifiers: Option<&[&str]>) {
    for section in Section::ALL {
        let entries = page.section(section);
        let about = |entry: &&doc::Entry| modifiers.is_none_or(|words| entry.is_about(words));
        let mut chosen = entries.iter().filter(about).peekable();
        if chosen.peek().is_none() {
            continue;
        }
        let _ = writeln!(text, "\n{}", section.title());
        for entry in chosen {
            let keys = match modifiers {
                None if !entry.keys.is_empty() => {
                    let keys: Vec<_> = entry.keys.iter().map(|key| readable(key)).collect();
                    format!("{}: ", keys.join(", "))
                }
                _ => String::new(),
            };
            let said = if keys.is_empty() { capitalised(&entry.text) } else { entry.text.clone() };
            wrapped(text, &format!("{keys}{said}"));
        }
    }
}

/// A key with its classes of types written out: `.f16type` is `.f16|f16x2`.
fn readable(key: &str) -> String {
    let words = |part: &str| match forms::class(part) {
        Some(words) if words != forms::RND => words.join("|"),
        _ => part.into(),
    };
    key.split('.').map(words).collect::<Vec<_>>().join(".")
}

/// A sentence that begins with a word, not with the name of a value.
fn capitalised(text: &str) -> String {
    let word: String = text.chars().take_while(char::is_ascii_lowercase).collect();
    let is_word = word.len() > 1 && text[word.len()..].starts_with([' ', ',']);
    match is_word {
        true => format!("{}{}", word[..1].to_ascii_uppercase(), &text[1..]),
        false => text.into(),
    }
}

/// As wide as a terminal always is.
const WIDTH: usize = 78;

/// A paragraph, indented, its lines broken between words.
fn wrapped(text: &mut String, paragraph: &str) {
    let mut line = String::from(" ");
    for word in paragraph.split_whitespace() {
        if line.len() + word.len() > WIDTH && line.len() > 4 {
            let _ = writeln!(text, "{line}");
            line = "   ".into();
        }
        line.push(' ');
        line.push_str(word);
    }
    let _ = writeln!(text, "{line}");
}

/// Lines of Rust that run the instruction: with the macro, and the function behind it.
fn rust(chosen: &Selection, home: &Dialect) -> Vec<String> {
    let names: Vec<_> =
        chosen.form.operands.iter().map(|o| o.name.trim_end_matches("{|q}")).collect();
    let spelling = chosen.spelling();
    let mut directives = String::new();
    if !chosen.is_in(&Dialect::default())
        && let (Some(version), Some(target)) = (home.version, home.target)
    {
        let _ = write!(directives, ".version {version} .target {target} ");
    }
    let typed = |i: usize| {
        let ty = rust_type(chosen.operand_type(i));
        let each = names[i].trim_matches(['{', '}']).split([',', '|']);
        each.map(|name| format!("{}: {ty}", name.trim())).collect::<Vec<_>>()
    };
    let sources: Vec<_> = (1..names.len()).flat_map(typed).collect();
    let results: Vec<_> = typed(0);
    let lets: Vec<_> = results.iter().map(|result| format!("let {result};")).collect();
    let operands = names.join(", ");
    let mut lines = vec![format!(
        "{} ptx::ptx! {{ {directives}{spelling} {operands}; }}  // {}",
        lets.join(" "),
        sources.join(", ")
    )];
    if let Some(call) = chosen.computation(home).filter(|call| !call.narrowed) {
        let pattern = match (&call.results, results.as_slice()) {
            (Results::Both, [_]) => "[p, _]".into(),
            (Results::Both, _) => "[p, q]".into(),
            (_, results) => results.join(", "),
        };
        lines.push(format!(
            "let {pattern} = {{ use ptx::core::*; {} }};",
            function(&call, &names[1..])
        ));
    }
    lines
}

/// The call of `ptx-core`'s functions, as Rust.
fn function(call: &Call, sources: &[&str]) -> String {
    let path = |variant: &&str| match functions::mode(variant) {
        Some(mode) => format!("{mode}::{variant}"),
        None => (*variant).into(),
    };
    let (sources, last) = match (call.combination, sources) {
        (Some(op), [sources @ .., c]) => (sources, Some((op, c))),
        _ => (sources, None),
    };
    let mut arguments: Vec<String> = sources.iter().map(ToString::to_string).collect();
    arguments.extend(call.modes.iter().map(path));
    arguments.extend(call.sm.map(|sm| format!("Sm({sm})")));
    let mut text = format!("{}({})", call.function, arguments.join(", "));
    if let Some((op, c)) = last {
        text = format!("boolop({text}, {c}, {})", path(&op));
    }
    match &call.results {
        Results::Set(set) => format!("{set}({text})"),
        Results::Value | Results::Both => text,
    }
}

/// The Rust type that an operand has.
fn rust_type(ty: Type) -> &'static str {
    match ty {
        Type::Pred => "bool",
        Type::F32 => "f32",
        Type::F64 => "f64",
        Type::S8 => "i8",
        Type::S16 => "i16",
        Type::S32 => "i32",
        Type::S64 => "i64",
        _ => match ty.bits() {
            8 => "u8",
            16 => "u16",
            32 => "u32",
            _ => "u64",
        },
    }
}

/// A mnemonic: all its forms and everything on its page.
fn family(mnemonic: &str) -> String {
    let mut text = format!("{mnemonic}\n");
    let page = doc::page(mnemonic);
    if let Some(page) = &page {
        wrapped(&mut text, &page.summary());
    }
    text.push_str("\nForms\n");
    let lines: Vec<_> =
        forms::family(mnemonic).iter().map(|form| (form.to_string(), form)).collect();
    let width = lines.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    for (line, form) in &lines {
        let _ = write!(text, "  {line:<width$}  {}", requirement(form.since, form.sm, form));
        for later in form.later {
            let words: Vec<_> = later.words.iter().map(|word| format!(".{word}")).collect();
            let _ = write!(text, "; {} {}, sm_{}", words.join(" "), later.since, later.sm);
        }
        if let forms::Compute::Means(meant) = form.compute {
            let _ = write!(text, "; short for {mnemonic}.{}", meant.join("."));
        }
        text.push('\n');
    }
    if let Some(page) = &page {
        sections(&mut text, page, None);
    }
    let _ = writeln!(text, "\n`ptx explain {}` says more about one form.", example(mnemonic));
    text
}

/// The first form of a mnemonic, at its shortest.
fn example(mnemonic: &str) -> String {
    let words = forms::family(mnemonic).first().map(|form| form.shortest()).unwrap_or_default();
    format!("{mnemonic}.{}", words.join("."))
}

/// A machine instruction, or all operations of an opcode.
fn machine(opcode: &str, modifiers: &[&str], dialect: &Dialect) -> Result<String, Fault> {
    let operation = modifiers.first().copied();
    let mut rows: Vec<_> = opcodes::all()
        .filter(|row| row.opcode == opcode)
        .filter(|row| operation.is_none() || row.operation.is_none() || row.operation == operation)
        .collect();
    if rows.is_empty() {
        // Its fault names the operations there are.
        let unknown = || Fault::new(At::Mnemonic, format!("`{opcode}` has no such operation"));
        return Err(ptx_isa::sass::select(opcode, modifiers, dialect)
            .err()
            .unwrap_or_else(unknown));
    }
    let mut text = String::new();
    while let Some(row) = rows.first().copied() {
        let (same, others): (Vec<&opcodes::Row>, Vec<_>) =
            rows.into_iter().partition(|other| other.name() == row.name());
        let separator = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{separator}{}", row.name());
        let page = doc::page(&row.name());
        if let Some(page) = &page {
            wrapped(&mut text, &page.summary());
        }
        text.push_str("\nForm\n");
        for row in &same {
            let targets = match row.targets {
                (0, u16::MAX) => "every target".into(),
                (0, last) => format!("before sm_{}", last + 1),
                (first, _) => format!("from sm_{first} on"),
            };
            let _ = writeln!(text, "  {row}  {targets}");
        }
        if let Some(page) = &page {
            sections(&mut text, page, None);
        }
        let operands = row.operands.iter().enumerate().map(|(i, slot)| register(i, slot));
        let operands: Vec<_> = operands.collect();
        let mandatory = row.classes.iter().filter(|class| class.default.is_none());
        let words: String =
            mandatory.filter_map(|class| class.choices().next()).map(|w| format!(".{w}")).collect();
        let target = if row.is_in(50) { "" } else { ".target sm_70 " };
        let _ = writeln!(
            text,
            "\nIn Rust\n  ptx::sass! {{ {target}{}{words} {}; }}",
            row.name(),
            operands.join(", ")
        );
        rows = others;
    }
    Ok(text)
}

/// A register, or what else goes with a slot, for an example.
fn register(index: usize, slot: &opcodes::Slot) -> String {
    match slot.kind {
        opcodes::Kind::Predicate if slot.is_destination && index == 0 => "P0".into(),
        opcodes::Kind::Predicate => "PT".into(),
        opcodes::Kind::Constant => "0x1".into(),
        opcodes::Kind::Double => format!("R{}", 2 * index),
        _ => format!("R{index}"),
    }
}
