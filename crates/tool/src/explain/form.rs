//! Explains a PTX instruction, or all forms of a mnemonic.

use super::page::{capitalised, sections, wrapped};
use super::rust::rust;
use ptx_isa::{Availability, COMMAND, Dialect, Form, Selection, Targets, doc, forms};
use std::fmt::Write;

/// Explains an instruction. `chosen` are its forms in the dialect `home`. If the `requested` dialect does not
/// have the instruction, the text mentions this.
pub(super) fn instruction(chosen: &[Selection], home: &Dialect, requested: &Dialect) -> String {
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
        let _ = writeln!(text, "    {}", capitalised(&since(selection)));
        let operands: Vec<_> = (0..selection.form.operands.len())
            .map(|i| {
                let name = selection.form.operands[i].name;
                let ty = selection.operand_type(i).map_or("", ptx_isa::Type::word);
                format!("{name} .{ty}")
            })
            .collect();
        let _ = writeln!(text, "    Operands: {}", operands.join(", "));
    }
    if let (Some(version), Some(target)) = (requested.version, requested.target)
        && (home.version, home.target) != (Some(version), Some(target))
    {
        let _ = writeln!(text, "    Not in PTX ISA {version} for {target}");
    }
    let _ = writeln!(text, "    PTX ISA, {}", first.form.section);
    text.push_str(&defaults(first));
    if let Some(page) = &page {
        sections(&mut text, page, Some((first.form, &modifiers)));
    }
    text.push_str("\nIn Rust\n");
    for line in rust(first, home) {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// Returns a sentence with the versions and targets that support an instruction.
pub(super) fn since(chosen: &Selection) -> String {
    let form = chosen.form;
    let later = |m: &&&str| form.later.iter().find(|later| later.words.contains(m));
    let words: Vec<_> = chosen.modifiers.iter().flatten().collect();
    let mut needs = requirement(&form.availability);
    for (word, later) in words.iter().filter_map(|word| Some((word, later(word)?))) {
        let since: Vec<_> = later
            .availability
            .alternatives
            .iter()
            .map(|one| format!("from {} and {} on", one.since, one.targets))
            .collect();
        let _ = write!(needs, "; .{word} {}", since.join(" or "));
    }
    needs
}

/// Returns the versions and targets that support a form, and those that support modifiers that were added later.
pub(super) fn requirement_of_form(form: &Form) -> String {
    let mut text = requirement(&form.availability);
    for later in form.later {
        let words: Vec<_> = later.words.iter().map(|word| format!(".{word}")).collect();
        let _ = write!(text, "; {} {}", words.join(" "), later.availability);
    }
    text
}

/// Returns the sentence for an availability.
fn requirement(availability: &Availability) -> String {
    let alternatives = availability.alternatives.iter().map(|one| {
        let mut text = format!("from PTX ISA {}", one.since);
        if let Some(last) = one.until {
            let _ = write!(text, " to {last}");
        }
        let exactly = matches!(one.targets, Targets::Specific(_) | Targets::Family(_));
        let _ = write!(text, ", {}{}", if exactly { "on " } else { "from " }, one.targets);
        if one.or_map {
            text.push_str(" (or map_f64_to_f32)");
        }
        text
    });
    alternatives.collect::<Vec<_>>().join("; or ")
}

/// Returns a section that explains what the absence of optional modifiers means. Returns an empty text if no modifier
/// is absent.
pub(super) fn defaults(chosen: &Selection) -> String {
    if let forms::Compute::Means(meant) = chosen.form.compute {
        let long = meant.join(".");
        return format!("\nDefaults\n  It is short for {}.{long}\n", chosen.form.mnemonic);
    }
    let omitted = chosen
        .form
        .slots
        .iter()
        .zip(&chosen.modifiers)
        .filter(|(slot, word)| slot.optional && word.is_none())
        .map(|(slot, _)| match slot.words {
            words if words.contains(&"rn") && !forms::matrix(chosen.form.mnemonic).is_empty() => {
                "Without a rounding it rounds to nearest".into()
            }
            words if words.contains(&"rn") => {
                "Without a rounding it rounds to nearest, and ptxas may fuse it".into()
            }
            [word] => format!("Without .{word}: {}", without(word)),
            words => format!("Without .{}: none of them", words.join(", .")),
        });
    let lines: String = omitted.map(|sentence| format!("  {sentence}\n")).collect();
    if lines.is_empty() { lines } else { format!("\nDefaults\n{lines}") }
}

/// Returns what an instruction does without a modifier.
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

/// Explains a mnemonic: lists all its forms, then its whole documentation page.
pub(super) fn family(mnemonic: &str) -> String {
    let mut text = format!("{mnemonic}\n");
    let page = doc::page(mnemonic);
    if let Some(page) = &page {
        wrapped(&mut text, &page.summary());
    }
    text.push_str("\nForms\n");
    let lines: Vec<_> =
        super::family(mnemonic).iter().map(|form| (form.to_string(), form)).collect();
    let width = lines.iter().map(|(line, _)| line.len()).max().unwrap_or(0);
    for (line, form) in &lines {
        let _ = write!(text, "  {line:<width$}  {}", requirement_of_form(form));
        if let forms::Compute::Means(meant) = form.compute {
            let _ = write!(text, "; short for {mnemonic}.{}", meant.join("."));
        }
        text.push('\n');
    }
    if let Some(page) = &page {
        sections(&mut text, page, None);
    }
    let _ = writeln!(text, "\n`{COMMAND} explain {}` describes one form.", example(mnemonic));
    text
}

/// Returns the shortest spelling of a mnemonic's first form.
fn example(mnemonic: &str) -> String {
    let words = super::family(mnemonic).first().map(|form| form.shortest()).unwrap_or_default();
    format!("{mnemonic}.{}", words.join("."))
}
