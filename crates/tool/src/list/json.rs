//! Writes the instruction table as JSON.

use super::{Rows, form, machine};
use ptx_isa::Message;
use serde_json::Value;

/// Returns the rows of the named instructions as one JSON document. If `names` is empty, returns all rows.
/// The schema is `list.schema.json` in the package `ptx-bits`.
///
/// ```
/// let text = ptx_tool::list::json(&["rcp"]).unwrap();
/// let table: serde_json::Value = serde_json::from_str(&text).unwrap();
/// assert_eq!(table["instructions"][1]["form"], "rcp.rnd{.ftz}.f32 d, a");
/// assert_eq!(table["instructions"][1]["availability"][0]["since"], "2.0");
/// ```
///
/// # Errors
/// If a name is not an instruction.
pub fn json(names: &[impl AsRef<str>]) -> Result<String, Message> {
    let rows = Rows::named(names)?;
    let forms: Vec<_> = rows.forms.iter().map(|form| form::row(form)).collect();
    let machine: Vec<_> = rows.machine.iter().map(|row| machine::row(row)).collect();
    Ok(format!(
        "{{\n\"version\": \"{}\",\n\"instructions\": [{}],\n\"machine_instructions\": [{}]\n}}\n",
        env!("CARGO_PKG_VERSION"),
        lines(&forms),
        lines(&machine)
    ))
}

/// Writes each row on its own line, so that `diff` can compare two versions of the table.
fn lines(rows: &[Value]) -> String {
    let rows: Vec<_> = rows.iter().map(|row| format!("\n{row}")).collect();
    rows.join(",")
}
