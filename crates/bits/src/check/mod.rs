//! Runs the command `check`.

mod files;
mod total;

use crate::args::{CheckArgs, Color};
use crate::output::{Stream, written};
use crate::report::{Format, read, text};
use crate::status::{FOUND, OK, UNREADABLE};
use ptx_module::syntax::Source;
use ptx_tool::check::Level;
use ptx_tool::fix::{apply, edits};
use ptx_tool::inline::{self, Language, Report, Settings};
use ptx_tool::report::{Sarif, json};
use std::io::{BufWriter, Write};
use std::path::Path;
use total::Total;

/// Checks files one after the other and prints the findings. Returns the exit status.
pub(crate) fn run(arguments: &CheckArgs, out: &mut Stream<'_>, err: &mut Stream<'_>) -> u8 {
    let has_colour = match arguments.color {
        Color::Auto => out.has_colour(),
        Color::Always => true,
        Color::Never => false,
    };
    let format = if arguments.json { Format::Json } else { arguments.format };
    let settings = arguments.dialect.settings();
    let language = arguments.inline.map(Language::from);
    let mut out = BufWriter::new(out.writer());
    let mut status = OK;
    let mut log = Sarif::default();
    let mut total = Total::default();
    for file in files::files(&arguments.files, language) {
        let source = file.and_then(|file| match read(&file) {
            Ok(source) => Ok((source, language.or_else(|| files::language(&file)))),
            Err(error) => Err(format!("cannot read {}: {error}", file.display())),
        });
        let (source, language) = match source {
            Ok(source) => source,
            Err(message) => {
                err.failure(&message);
                log.unreadable(&message);
                total.add_unread();
                status = UNREADABLE;
                continue;
            }
        };
        let (mut source, language) = (source, language);
        let mut report = check(&source, language, &settings);
        if arguments.fix {
            let edits = edits(&source, &report.findings);
            if !edits.is_empty() {
                let text = apply(&source.text, &edits);
                if let Err(message) = rewrite(&source.name, &source.text, &text) {
                    err.failure(&message);
                    status = UNREADABLE;
                } else {
                    total.fixed += edits.len();
                    source = Source::new(&source.name, text.as_bytes());
                    report = check(&source, language, &settings);
                }
            }
        }
        if arguments.quiet {
            report
                .findings
                .retain(|finding| matches!(finding.level, Level::Error | Level::Warning));
        }
        total.add(&source, &report);
        let findings = &report.findings;
        let result = match format {
            Format::Text => text::write(&mut out, &source, findings, has_colour, arguments.quiet),
            Format::Json => json(&mut out, &source, findings),
            Format::Sarif => {
                log.add(&source, findings);
                Ok(())
            }
        };
        status = status.max(written(result, err));
    }
    if total.count(Level::Error) > 0 || arguments.deny_warnings && total.count(Level::Warning) > 0 {
        status = status.max(FOUND);
    }
    let last = match format {
        Format::Text if !arguments.quiet => total.write(&mut out),
        Format::Sarif => log.write(&mut out, status),
        _ => Ok(()),
    };
    status = status.max(written(last, err));
    status.max(written(out.flush(), err))
}

/// Replaces the contents of a file, unless they have changed since they were read.
fn rewrite(name: &str, old: &str, new: &str) -> Result<(), String> {
    match std::fs::read(name) {
        Ok(bytes) if bytes == old.as_bytes() => {
            std::fs::write(name, new).map_err(|error| format!("cannot write {name}: {error}"))
        }
        Ok(_) => Err(format!("cannot fix {name}: it is not UTF-8, or it has changed")),
        Err(error) => Err(format!("cannot fix {name}: {error}")),
    }
}

/// Checks a file. Without a language, the file is PTX, unless it has PTX modules in strings. A file with the extension of
/// PTX has none, and neither has a text on the standard input with a line that begins a module.
fn check(source: &Source, language: Option<Language>, settings: &Settings) -> Report {
    if let Some(language) = language {
        return inline::check(source, language, settings);
    }
    let begins_in_line = || source.text.lines().any(inline::is_module);
    let is_ptx = match source.name.as_str() {
        "<stdin>" => begins_in_line(),
        name => files::is_ptx(Path::new(name)) || inline::is_module(&source.text),
    };
    if !is_ptx {
        let report = inline::check(source, Language::Other, settings);
        if report.modules.found > 0 {
            return report;
        }
    }
    Report { findings: settings.check(source), ..Report::default() }
}
