//! For people: excerpts with underlines, and how many there are.

use annotate_snippets as show;
use ptx_text::{Source, Span};
use ptx_tool::check::{Finding, Level};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};

/// Lines longer than this are not shown: an excerpt is for reading.
const LONGEST_EXCERPT: usize = 2000;

/// Colour is for terminals that have it and people who want it.
fn wants_colour() -> bool {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    std::io::stdout().is_terminal() && variable("NO_COLOR").is_empty() && variable("TERM") != "dumb"
}

pub(super) fn write(
    out: &mut impl Write,
    source: &Source,
    said: &[Finding],
) -> std::io::Result<()> {
    let renderer = if wants_colour() { show::Renderer::styled() } else { show::Renderer::plain() };
    for diagnostic in said.iter().filter(|d| d.level != Level::Unchecked) {
        writeln!(out, "{}\n", renderer.render(&[group(source, diagnostic)]))?;
    }
    let count = |level| said.iter().filter(|d| d.level == level).count();
    write!(out, "{}: {}", source.name, counted(count(Level::Error), "error"))?;
    for (level, what) in [(Level::Warning, "warning"), (Level::Note, "note")] {
        if count(level) > 0 {
            write!(out, ", {}", counted(count(level), what))?;
        }
    }
    let mut unchecked = BTreeMap::<&str, usize>::new();
    for diagnostic in said.iter().filter(|d| d.level == Level::Unchecked) {
        *unchecked.entry(&source.text[diagnostic.span.clone()]).or_default() += 1;
    }
    if !unchecked.is_empty() {
        let list: Vec<_> = unchecked.iter().map(|(name, n)| format!("{name} ({n})")).collect();
        write!(out, "\n{}: unchecked: {}", source.name, list.join(", "))?;
    }
    writeln!(out)
}

fn counted(count: usize, what: &str) -> String {
    match count {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

/// A diagnostic with the lines that it is about.
fn group<'a>(source: &'a Source, diagnostic: &'a Finding) -> show::Group<'a> {
    let level = match diagnostic.level {
        Level::Error => show::Level::ERROR,
        Level::Warning => show::Level::WARNING,
        _ => show::Level::NOTE,
    };
    let mut group = show::Group::with_title(level.primary_title(diagnostic.message.what.as_str()));
    let mut around = diagnostic.span.clone();
    if let Some((other, _)) = diagnostic.other.as_deref() {
        around = around.start.min(other.start)..around.end.max(other.end);
    }
    let (line, bytes) = source.lines(&around);
    let place = source.place(diagnostic.span.start);
    if bytes.len() > LONGEST_EXCERPT {
        let origin = show::Origin::path(source.name.as_str());
        group = group.element(origin.line(place.line).char_column(place.column));
    } else {
        let within = |span: &Span| span.start - bytes.start..span.end - bytes.start;
        let mut snippet = show::Snippet::source(&source.text[bytes.clone()])
            .path(source.name.as_str())
            .line_start(line)
            .annotation(show::AnnotationKind::Primary.span(within(&diagnostic.span)));
        if let Some((other, label)) = diagnostic.other.as_deref() {
            let context = show::AnnotationKind::Context.span(within(other));
            snippet = snippet.annotation(context.label(label.as_str()));
        }
        group = group.element(snippet);
    }
    for note in &diagnostic.message.notes {
        group = group.element(show::Level::NOTE.message(note.as_str()));
    }
    if let Some(help) = &diagnostic.message.help {
        group = group.element(show::Level::HELP.message(help.as_str()));
    }
    group
}
