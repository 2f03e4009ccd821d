//! Writes diagnostics as JSON lines. The schema is `check.schema.json` in the package `ptx-bits`.

use ptx_module::Diagnostic;
use ptx_module::check::Finding;
use ptx_module::syntax::{Source, SourceLine};
use serde_json::{Value, json};
use std::io::{Result, Write};

/// Adds the line of the source to a JSON object about an instruction, if the PTX text has the line. `inlined_at` is the line
/// of the call, if the line is in the body of an inlined function.
///
/// ```
/// use ptx_module::syntax::SourceLine;
/// use ptx_tool::report::with_origin;
/// use serde_json::json;
///
/// let line = SourceLine { file: "k.cu".into(), line: 25, column: 0, inlined: None };
/// let object = with_origin(json!({ "line": 262 }), Some(&line));
/// assert_eq!(object, json!({ "line": 262, "origin": { "file": "k.cu", "line": 25, "column": 0 } }));
/// ```
#[must_use]
pub fn with_origin(mut object: Value, origin: Option<&SourceLine>) -> Value {
    if let Some(origin) = origin {
        object["origin"] = of_line(origin);
    }
    object
}

fn of_line(line: &SourceLine) -> Value {
    let mut object = json!({ "file": *line.file, "line": line.line, "column": line.column });
    if let Some(inlined) = &line.inlined {
        object["function"] = inlined.function.as_ref().into();
        object["inlined_at"] = of_line(&inlined.at);
    }
    object
}

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
            "origin": diagnostic.origin.as_deref().map(of_line),
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}
