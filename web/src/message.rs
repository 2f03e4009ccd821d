//! The messages of the checker as the page shows them.

use ptx_module::syntax::Source;
use ptx_tool::Diagnostic;
use ptx_tool::check::Finding;
use serde_json::{Value, json};

/// The maximum number of messages that the page shows.
const SHOWN: usize = 100;

/// Returns findings, which must be in order of position. Positions are in UTF-16 units, as in JavaScript.
pub(crate) fn all(source: &Source, findings: &[Finding]) -> Value {
    let mut units = Units { text: &source.text, byte: 0, units: 0 };
    let message = |finding: &Finding| {
        let diagnostic = Diagnostic::new(finding, source);
        let start = units.at(finding.span.start);
        let length = source.text.get(finding.span.clone()).unwrap_or_default();
        json!({
            "level": finding.level.name(),
            "start": start,
            "end": start + length.encode_utf16().count(),
            "text": format!("{}:{}: {diagnostic}", diagnostic.line, diagnostic.column),
        })
    };
    let mut shown: Vec<_> = findings.iter().take(SHOWN).map(message).collect();
    if findings.len() > SHOWN {
        let text = format!("{} further messages", findings.len() - SHOWN);
        shown.push(json!({ "level": "note", "start": 0, "end": 0, "text": text }));
    }
    shown.into()
}

/// Converts positions in bytes, each at or after the one before, to positions in UTF-16 units.
struct Units<'t> {
    text: &'t str,
    byte: usize,
    units: usize,
}

impl Units<'_> {
    fn at(&mut self, byte: usize) -> usize {
        let between = self.text.get(self.byte..byte).unwrap_or_default();
        self.units += between.encode_utf16().count();
        self.byte = self.byte.max(byte);
        self.units
    }
}
