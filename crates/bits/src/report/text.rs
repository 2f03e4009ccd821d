//! Prints findings as text: excerpts with underlines, and a line with counts.

use annotate_snippets as show;
use ptx_module::syntax::{Source, Span};
use ptx_tool::check::{Finding, Level};
use std::collections::BTreeMap;
use std::io::{Result, Write};

/// The maximum length of an excerpt in bytes.
const LONGEST_EXCERPT: usize = 2000;

/// Writes the findings about a text, each with an excerpt. Then writes their counts, unless `is_quiet`.
/// Writes nothing if there are no findings.
pub(crate) fn write(
    out: &mut impl Write,
    source: &Source,
    findings: &[Finding],
    has_colour: bool,
    is_quiet: bool,
) -> Result<()> {
    let renderer = if has_colour { show::Renderer::styled() } else { show::Renderer::plain() };
    for finding in findings.iter().filter(|finding| finding.level != Level::Unchecked) {
        writeln!(out, "{}\n", renderer.render(&[group(source, finding)]))?;
    }
    if is_quiet {
        return Ok(());
    }
    let count = |level| findings.iter().filter(|finding| finding.level == level).count();
    let levels = [(Level::Error, "error"), (Level::Warning, "warning"), (Level::Note, "note")];
    if levels.iter().any(|(level, _)| count(*level) > 0) {
        write!(out, "{}: {}", source.name, no_or_counted(count(Level::Error), "error"))?;
        for (level, what) in &levels[1..] {
            if count(*level) > 0 {
                write!(out, ", {}", counted(count(*level), what))?;
            }
        }
        writeln!(out)?;
    }
    let mut unchecked = BTreeMap::<&str, usize>::new();
    for finding in findings.iter().filter(|finding| finding.level == Level::Unchecked) {
        *unchecked.entry(&source.text[finding.span.clone()]).or_default() += 1;
    }
    if !unchecked.is_empty() {
        let list: Vec<_> = unchecked.iter().map(|(name, n)| format!("{name} ({n})")).collect();
        writeln!(out, "{}: unchecked: {}", source.name, list.join(", "))?;
    }
    Ok(())
}

/// Returns a number with its noun, such as `1 error` or `2 errors`.
pub(crate) fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// Returns a number with its noun. For 0, returns `no` and the noun.
pub(crate) fn no_or_counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        _ => counted(count, what),
    }
}

/// Returns a finding as text with the lines that it refers to.
fn group<'a>(source: &'a Source, finding: &'a Finding) -> show::Group<'a> {
    let level = match finding.level {
        Level::Error => show::Level::ERROR,
        Level::Warning => show::Level::WARNING,
        _ => show::Level::NOTE,
    };
    let title = level.primary_title(finding.message.what.as_str());
    let mut group = show::Group::with_title(title.id(finding.message.code.name()));
    let mut around = finding.span.clone();
    if let Some((other, _)) = finding.other.as_deref() {
        around = around.start.min(other.start)..around.end.max(other.end);
    }
    let (line, bytes) = source.lines(&around);
    let place = source.place(finding.span.start);
    if bytes.len() > LONGEST_EXCERPT {
        let origin = show::Origin::path(source.name.as_str());
        group = group.element(origin.line(place.line).char_column(place.column));
    } else {
        let within = |span: &Span| span.start - bytes.start..span.end - bytes.start;
        let mut snippet = show::Snippet::source(&source.text[bytes.clone()])
            .path(source.name.as_str())
            .line_start(line)
            .annotation(show::AnnotationKind::Primary.span(within(&finding.span)));
        if let Some((other, label)) = finding.other.as_deref() {
            let context = show::AnnotationKind::Context.span(within(other));
            snippet = snippet.annotation(context.label(label.as_str()));
        }
        group = group.element(snippet);
    }
    if let Some(origin) = source.origin(finding.span.start) {
        group = group.element(show::Level::NOTE.message(format!("compiled from {origin}")));
    }
    for note in &finding.message.notes {
        group = group.element(show::Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = &finding.message.help {
        group = group.element(show::Level::HELP.message(help.text()));
    }
    group
}
