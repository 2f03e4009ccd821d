//! Writes diagnostics as JSON lines. The schema is `check.schema.json` in the package `ptx-bits`.

use ptx_module::Diagnostic;
use ptx_module::check::Finding;
use ptx_module::syntax::Source;
use serde_json::json;
use std::io::{Result, Write};

/// Writes each finding about a text as a JSON object on its own line.
///
/// # Errors
/// If the writer returns an error.
pub fn json(out: &mut impl Write, source: &Source, findings: &[Finding]) -> Result<()> {
    for finding in findings {
        let diagnostic = Diagnostic::new(finding, source);
        let object = json!({
            "file": source.name,
            "level": diagnostic.level.name(),
            "code": diagnostic.code.name(),
            "line": diagnostic.line,
            "column": diagnostic.column,
            "end_line": diagnostic.end_line,
            "end_column": diagnostic.end_column,
            "message": diagnostic.message,
            "notes": diagnostic.notes,
            "note": (!diagnostic.notes.is_empty()).then(|| diagnostic.notes.join("\n")),
            "help": diagnostic.help,
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}
