//! Prints the faults of a PTX file as text, because stable Rust cannot underline words of another
//! file.

use ptx_isa::Message;
use ptx_module::check::Finding;
use ptx_module::resolve::Fault;
use ptx_module::syntax::Source;
use std::collections::BTreeMap;

/// The maximum number of faults that a message shows with their source lines.
const MOST: usize = 10;

/// The maximum number of characters in a source line that a message shows. A message omits longer lines.
const LONGEST: usize = 200;

/// Builds one message from all faults. The message shows the first faults with their source lines. For the other
/// faults, the message lists each instruction once, with the line numbers of its faults.
#[must_use]
pub fn report(source: &Source, what: String, faults: &[Fault]) -> Message {
    let mut message = Message::new(what);
    for fault in faults.iter().take(MOST) {
        let place = source.place(fault.span.start);
        let mut text =
            format!("{}:{}:{}: {}", source.name, place.line, place.column, fault.message.what);
        let (_, bytes) = source.lines(&(fault.span.start..fault.span.start));
        // Replace control characters, which a terminal would interpret.
        let shown = |c: char| match c {
            '\t' => ' ',
            c if c.is_control() => char::REPLACEMENT_CHARACTER,
            c => c,
        };
        let line: String = source.text[bytes].trim_end().chars().map(shown).collect();
        if !line.is_empty() && line.chars().count() <= LONGEST {
            let width = source.text.get(fault.span.clone()).map_or(1, |text| text.chars().count());
            let most = (line.chars().count() + 1).saturating_sub(place.column).max(1);
            let (number, gap) = (place.line, " ".repeat(place.line.to_string().len()));
            let (blank, carets) = (" ".repeat(place.column - 1), "^".repeat(width.clamp(1, most)));
            text += &format!("\n  {number} | {line}\n  {gap} | {blank}{carets}");
        }
        for note in &fault.message.notes {
            text += &format!("\n  {note}");
        }
        if let Some(help) = &fault.message.help {
            text += &format!("\n  help: {help}");
        }
        message = message.note(text);
    }
    if faults.len() > MOST {
        let mut lines = BTreeMap::<&str, Vec<usize>>::new();
        for fault in &faults[MOST..] {
            let name = fault.mnemonic.as_deref().unwrap_or("other");
            lines.entry(name).or_default().push(source.place(fault.span.start).line);
        }
        let counts: Vec<_> =
            lines.iter().map(|(name, lines)| format!("{name} ({})", lines.len())).collect();
        message = message.note(format!("and {} more: {}", faults.len() - MOST, counts.join(", ")));
        for (name, lines) in &lines {
            message = message.note(places(name, lines));
        }
    }
    message
}

/// Builds one message from the errors of a text.
#[must_use]
pub fn not_ptx(source: &Source, errors: &[Finding]) -> Message {
    let fault = |error: &Finding| Fault::new(error.span.clone(), error.message.clone());
    let faults: Vec<_> = errors.iter().map(fault).collect();
    report(source, format!("`{}` is not PTX", source.name), &faults)
}

/// Lists the lines of an instruction's faults: `ld.shared.f32: lines 12, 14, 20`.
fn places(name: &str, lines: &[usize]) -> String {
    let numbers: Vec<_> = lines.iter().map(ToString::to_string).collect();
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("{name}: {noun} {}", numbers.join(", "))
}
