//! For other programs: an object a line, as `check.schema.json` says.

use crate::{Diagnostic, check};
use ptx_text::Source;
use serde_json::json;
use std::io::Write;

pub(super) fn write(
    out: &mut impl Write,
    source: &Source,
    said: &[check::Finding],
) -> std::io::Result<()> {
    for said in said {
        let said = Diagnostic::new(said, source);
        let object = json!({
            "file": source.name,
            "level": said.level.name(),
            "line": said.line,
            "column": said.column,
            "end_line": said.end_line,
            "end_column": said.end_column,
            "message": said.message,
            "notes": said.notes,
            "note": (!said.notes.is_empty()).then(|| said.notes.join("\n")),
            "help": said.help,
        });
        writeln!(out, "{object}")?;
    }
    Ok(())
}
