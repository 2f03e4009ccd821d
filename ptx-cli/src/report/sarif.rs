//! SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), for tools that show the results of
//! linters.
//!
//! Errors, warnings and notes are results. An instruction that the table does not have is a notification,
//! since it was not checked, and so is a file that could not be read.

use crate::check::{self, Level};
use crate::{Diagnostic, UNREADABLE};
use ptx_text::Source;
use serde_json::{Value, json};
use std::io::Write;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/// The levels, each as a rule, in the order of `ruleIndex`.
const RULES: [(Level, &str, &str); 3] = [
    (Level::Error, "not-ptx", "The text is not PTX."),
    (Level::Warning, "ptxas-only", "The manual does not have it, but ptxas accepts it."),
    (Level::Note, "other-meaning", "The text is PTX, but may not mean what the reader expects."),
];

/// One run about all files.
#[derive(Default)]
pub(super) struct Log {
    results: Vec<Value>,
    notifications: Vec<Value>,
}

impl Log {
    /// A file that could not be read.
    pub(super) fn unreadable(&mut self, message: &str) {
        self.notifications.push(json!({ "level": "error", "message": { "text": message } }));
    }

    /// The messages about a text.
    pub(super) fn add(&mut self, source: &Source, said: &[check::Finding]) {
        for one in said {
            let diagnostic = Diagnostic::new(one, source);
            let text = one.message.to_string();
            let location = location(source, &diagnostic);
            let Some(rule) = RULES.iter().position(|rule| rule.0 == one.level) else {
                self.notifications.push(json!({
                    "level": "note",
                    "message": { "text": text },
                    "locations": [location],
                }));
                continue;
            };
            let mut result = json!({
                "ruleId": RULES[rule].1,
                "ruleIndex": rule,
                "level": one.level.name(),
                "message": { "text": text },
                "locations": [location],
            });
            if let Some((span, label)) = one.other.as_deref() {
                let there = check::Finding { span: span.clone(), ..one.clone() };
                let mut related = self::location(source, &Diagnostic::new(&there, source));
                related["message"] = json!({ "text": label });
                result["relatedLocations"] = json!([related]);
            }
            self.results.push(result);
        }
    }

    /// The document, for a run that ends with an exit code.
    pub(super) fn write(self, out: &mut impl Write, code: u8) -> std::io::Result<()> {
        let rules = RULES.map(|(level, id, text)| {
            json!({
                "id": id,
                "shortDescription": { "text": text },
                "defaultConfiguration": { "level": level.name() },
            })
        });
        let run = json!({
            "tool": { "driver": {
                "name": "ptx",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "invocations": [{
                "executionSuccessful": code != UNREADABLE,
                "exitCode": code,
                "toolExecutionNotifications": self.notifications,
            }],
            "columnKind": "unicodeCodePoints",
            "results": self.results,
        });
        let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] });
        writeln!(out, "{log:#}")
    }
}

fn location(source: &Source, at: &Diagnostic) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": { "uri": uri(&source.name) },
        "region": {
            "startLine": at.line,
            "startColumn": at.column,
            "endLine": at.end_line,
            "endColumn": at.end_column,
        },
    } })
}

/// A path as a reference (RFC 3986): relative as it is, absolute after `file://`.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.into() };
    let mut uri = String::from(if path.starts_with('/') { "file://" } else { "" });
    for byte in path.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(byte.into());
            }
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}
