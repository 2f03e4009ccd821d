//! Parses the versions and targets in rows and in the list of names.

use crate::availability::{Alternative, Targets};
use crate::cursor::Cursor;
use crate::version::Version;

/// Parses `7.8, sm_90 | 1.0 to 1.3, sm_10 to sm_13 or map`.
pub(super) fn alternatives(row: &mut Cursor) -> Result<Vec<Alternative>, String> {
    let mut all = Vec::new();
    while all.is_empty() || row.eats("|") {
        let since = version(row)?;
        let until = if row.eats("to") { Some(version(row)?) } else { None };
        row.expect(",")?;
        let first = row.word()?;
        let last = if row.eats("to") { Some(row.word()?) } else { None };
        let targets = Targets::new(first, last)
            .ok_or_else(|| format!("expected an architecture `sm_NN`, found `{first}`"))?;
        let or_map = row.eats("or");
        if or_map {
            row.expect("map")?;
        }
        all.push(Alternative { since, until, targets, or_map });
    }
    Ok(all)
}

/// Returns whether a version comes next.
pub(super) fn is_version(row: &mut Cursor) -> bool {
    row.rest().starts_with(|c: char| c.is_ascii_digit())
}

/// Parses a version, such as `7.8`.
pub(super) fn version(row: &mut Cursor) -> Result<Version, String> {
    let text = row.take_while(|byte| byte == b'.' || byte.is_ascii_digit());
    Version::parse(text).ok_or_else(|| format!("expected a version such as `7.8`, found `{text}`"))
}
