//! Writes diagnostics as SARIF 2.1.0 (OASIS, "Static Analysis Results Interchange Format"), which code scanners
//! display. Errors, warnings and notes become SARIF results. An instruction that is not in the table becomes a SARIF
//! notification, because the instruction was not checked. A file that cannot be read also becomes a notification.

use ptx_isa::{COMMAND, Code};
use ptx_module::Diagnostic;
use ptx_module::check::{Finding, Level};
use ptx_module::syntax::{Source, SourceLine};
use serde_json::{Value, json};
use std::io::Write;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/// A SARIF document with one run for all files.
#[derive(Clone, Debug, Default)]
pub struct Sarif {
    results: Vec<Value>,
    notifications: Vec<Value>,
    is_incomplete: bool,
}

impl Sarif {
    /// Adds a notification about a file that cannot be read.
    pub fn unreadable(&mut self, message: &str) {
        self.is_incomplete = true;
        self.notifications.push(json!({ "level": "error", "message": { "text": message } }));
    }

    /// Adds the findings about a text.
    pub fn add(&mut self, source: &Source, findings: &[Finding]) {
        for one in findings {
            let diagnostic = Diagnostic::new(one, source);
            let text = one.message.to_string();
            let location = location(source, &diagnostic);
            let code = one.message.code;
            let rule = Code::all().position(|other| other == code);
            let Some(rule) = rule.filter(|_| one.level != Level::Unchecked) else {
                self.notifications.push(json!({
                    "level": "note",
                    "message": { "text": text },
                    "locations": [location],
                }));
                continue;
            };
            let mut result = json!({
                "ruleId": code.name(),
                "ruleIndex": rule,
                "level": one.level.name(),
                "message": { "text": text },
                "locations": [location],
            });
            let mut related = Vec::new();
            if let Some((span, label)) = one.other.as_deref() {
                let there = Finding { span: span.clone(), ..one.clone() };
                related.push(self::location(source, &Diagnostic::new(&there, source)));
                related[0]["message"] = json!({ "text": label });
            }
            related.extend(sources(&diagnostic));
            if !related.is_empty() {
                result["relatedLocations"] = json!(related);
            }
            self.results.push(result);
        }
    }

    /// Writes the document. `exit_code` is the exit code of the run.
    ///
    /// # Errors
    /// If the writer returns an error.
    pub fn write(self, out: &mut impl Write, exit_code: u8) -> std::io::Result<()> {
        let rules: Vec<_> = Code::all()
            .map(|code| {
                json!({
                    "id": code.name(),
                    "shortDescription": { "text": code.meaning() },
                    "defaultConfiguration": { "level": level(code) },
                })
            })
            .collect();
        let run = json!({
            "tool": { "driver": {
                "name": COMMAND,
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            } },
            "invocations": [{
                "executionSuccessful": !self.is_incomplete,
                "exitCode": exit_code,
                "toolExecutionNotifications": self.notifications,
            }],
            "columnKind": "unicodeCodePoints",
            "results": self.results,
        });
        let log = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] });
        writeln!(out, "{log:#}")
    }
}

/// Returns the default level of findings of a kind.
fn level(code: Code) -> &'static str {
    match code {
        Code::Order => Level::Warning.name(),
        Code::CompilerOrder
        | Code::Carry
        | Code::Fusion
        | Code::Outside
        | Code::Macro
        | Code::Unread => Level::Note.name(),
        _ => Level::Error.name(),
    }
}

/// Returns the location of a diagnostic in a text.
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

/// Returns the locations of the line of the source that a finding was compiled from, and of the inlined calls.
fn sources(at: &Diagnostic) -> Vec<Value> {
    let (mut locations, mut line) = (Vec::new(), at.origin.as_deref());
    let mut text = "the source of this line".to_string();
    while let Some(SourceLine { file, line: number, column, inlined }) = line {
        let mut region = json!({ "startLine": number });
        if *column > 0 {
            region["startColumn"] = json!(column);
        }
        let place = json!({ "artifactLocation": { "uri": uri(file) }, "region": region });
        locations.push(json!({ "physicalLocation": place, "message": { "text": text } }));
        line = inlined.as_ref().map(|inlined| &*inlined.at);
        let function = inlined.as_ref().map_or("", |inlined| &*inlined.function);
        text = match function {
            "" => "the function is inlined here".into(),
            function => format!("`{function}` is inlined here"),
        };
    }
    locations
}

/// Converts a path to a URI reference (RFC 3986). An absolute path gets the prefix `file://`.
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
