//! What `ptx check` prints: excerpts with underlines, or JSON.

use crate::check::{Defaults, Diagnostic, Level, check};
use crate::eval::batch;
use crate::{FOUND, OK, UNREADABLE};
use annotate_snippets as show;
use ptx_isa::Dialect;
use ptx_syntax::{Source, Span};
use std::collections::BTreeMap;
use std::io::{ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};

/// Lines longer than this are not shown: an excerpt is for reading.
const LONGEST_EXCERPT: usize = 2000;

/// Checks files one after the other and prints the messages; returns the exit code.
pub(crate) fn check_files(files: &[PathBuf], json: bool, defaults: &Defaults) -> u8 {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut code = OK;
    for file in files {
        let source = match read(file) {
            Ok(source) => source,
            Err(error) => {
                eprintln!("ptx: cannot read {}: {error}", file.display());
                code = UNREADABLE;
                continue;
            }
        };
        let said = check(&source, defaults);
        if said.iter().any(|d| d.level == Level::Error) {
            code = code.max(FOUND);
        }
        let printed =
            if json { in_json(&mut out, &source, &said) } else { plain(&mut out, &source, &said) };
        code = code.max(written(printed));
    }
    code.max(written(out.flush()))
}

/// Answers the lines of a file on the standard output; returns the exit code.
pub(crate) fn batch(file: &Path, default: &Dialect) -> u8 {
    let out = std::io::stdout().lock();
    let answered = match file == Path::new("-") {
        true => batch::answer(std::io::stdin().lock(), out, default),
        false => match std::fs::File::open(file) {
            Ok(input) => batch::answer(input, out, default),
            Err(error) => Err(batch::Broken::Input(error)),
        },
    };
    match answered {
        Ok(faulty) => {
            if faulty {
                FOUND
            } else {
                OK
            }
        }
        Err(batch::Broken::Output(error)) => written(Err(error)),
        Err(batch::Broken::Input(error)) => {
            eprintln!("ptx: cannot read {}: {error}", file.display());
            UNREADABLE
        }
    }
}

/// The exit code after writing; a closed pipe is not an error.
pub(crate) fn written(result: std::io::Result<()>) -> u8 {
    match result {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            eprintln!("ptx: cannot write: {error}");
            UNREADABLE
        }
        _ => OK,
    }
}

/// Prints on the standard output; returns the exit code.
pub(crate) fn print(bytes: &[u8]) -> u8 {
    let mut out = std::io::stdout();
    written(out.write_all(bytes).and_then(|()| out.flush()))
}

fn read(file: &Path) -> std::io::Result<Source> {
    if file == Path::new("-") {
        let mut bytes = Vec::new();
        std::io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(Source::new("<stdin>", &bytes));
    }
    Ok(Source::new(&file.display().to_string(), &std::fs::read(file)?))
}

fn in_json(out: &mut impl Write, source: &Source, said: &[Diagnostic]) -> std::io::Result<()> {
    for diagnostic in said {
        let place = source.place(diagnostic.span.start);
        let object = serde_json::json!({
            "file": source.name,
            "level": match diagnostic.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Note => "note",
                Level::Unchecked => "unchecked",
            },
            "line": place.line,
            "column": place.column,
            "message": diagnostic.message.what,
            "note": (!diagnostic.message.notes.is_empty()).then(|| diagnostic.message.notes.join("\n")),
            "help": diagnostic.message.help,
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}

/// Colour is for terminals that have it and people who want it.
fn wants_colour() -> bool {
    let variable = |name| std::env::var_os(name).unwrap_or_default();
    std::io::stdout().is_terminal() && variable("NO_COLOR").is_empty() && variable("TERM") != "dumb"
}

fn plain(out: &mut impl Write, source: &Source, said: &[Diagnostic]) -> std::io::Result<()> {
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
fn group<'a>(source: &'a Source, diagnostic: &'a Diagnostic) -> show::Group<'a> {
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
