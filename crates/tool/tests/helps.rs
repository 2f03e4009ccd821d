//! Applies every help that is code to the text with the fault. The next check must accept the text, or find another
//! fault. Advice must not read like code.

#[path = "helps/mistakes.rs"]
mod mistakes;

use mistakes::Mistakes;
use ptx_isa::{Code, Help, Message};
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, Finding, Level, check};
use ptx_tool::fix::{apply, corrections};
use std::collections::BTreeMap;

/// The number of generated mistakes in a quick run and in a full run.
const MISTAKES: [usize; 2] = [4_000, 30_000];

/// Returns the errors and warnings of a text.
fn faults(source: &Source) -> Vec<Finding> {
    let is_fault = |one: &Finding| matches!(one.level, Level::Error | Level::Warning);
    let mut all = check(source, &Defaults::default());
    all.retain(is_fault);
    // Without a valid version and target, the needs of other statements are not known.
    if all.iter().any(|one| one.message.code == Code::Directive) {
        all.retain(|one| one.message.code == Code::Directive);
    }
    all
}

/// Counts the faults with each message.
fn counted(faults: &[Finding]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for fault in faults {
        *counts.entry(fault.message.what.as_str()).or_insert(0) += 1;
    }
    counts
}

/// What became of the helps of some texts.
#[derive(Default)]
struct Outcome {
    faults: usize,
    /// The faults without a help, and those with advice.
    silent: usize,
    advised: usize,
    /// The corrections, and those after which the text has no fault.
    applied: usize,
    accepted: usize,
    refused: Vec<String>,
    odd: Vec<String>,
}

impl Outcome {
    /// Applies each correction of each fault.
    fn judge(&mut self, source: &Source) {
        let faults = faults(source);
        let before = counted(&faults);
        for fault in &faults {
            self.faults += 1;
            if let Some(odd) = reads_wrong(&fault.message) {
                self.odd.push(format!("{}\n{odd}", fault.message));
            }
            match fault.message.help.as_deref() {
                None => self.silent += 1,
                Some(Help::Advice(_)) => self.advised += 1,
                Some(Help::Code { fixes, .. }) => {
                    let corrections = corrections(source, fault);
                    if corrections.len() != fixes.len() {
                        self.refused.push(format!("{}\nnowhere to apply it", fault.message));
                    }
                    for edits in corrections {
                        self.applied += 1;
                        let what = fault.message.what.as_str();
                        let text = apply(&source.text, &edits);
                        let next = Source::new("t.ptx", text.as_bytes());
                        let next = self::faults(&next);
                        self.accepted += usize::from(next.is_empty());
                        let remains = counted(&next).get(what).copied().unwrap_or(0);
                        if remains >= before[what] {
                            let edit = edits.first().map_or("", |edit| edit.text.as_str());
                            let start =
                                source.text[..fault.span.start].rfind('\n').map_or(0, |i| i + 1);
                            let line = source.text[start..].lines().next().unwrap_or_default();
                            self.refused
                                .push(format!("{line}\n{}\napplied: {edit}", fault.message));
                        }
                    }
                }
            }
        }
    }

    fn assert_right(&self, what: &str) {
        println!(
            "{what}: {} faults, {} without a help, {} with advice; of {} corrections {} accepted",
            self.faults, self.silent, self.advised, self.applied, self.accepted
        );
        let shown = |all: &[String]| all.iter().take(30).cloned().collect::<Vec<_>>().join("\n\n");
        assert!(
            self.refused.is_empty(),
            "{} refused:\n{}",
            self.refused.len(),
            shown(&self.refused)
        );
        assert!(self.odd.is_empty(), "{} read wrong:\n{}", self.odd.len(), shown(&self.odd));
    }
}

/// Returns how a help reads unlike its kind: advice that says "write", and code that the help does not quote.
fn reads_wrong(message: &Message) -> Option<&'static str> {
    match message.help.as_deref()? {
        Help::Advice(text) if text.starts_with("write `") => Some("advice reads like code"),
        Help::Advice(_) => None,
        Help::Code { text, fixes } => {
            let is_quoted = |code: &str| {
                code.lines().all(|line| text.contains(&format!("`{line}`")))
                    || text.contains(code.trim())
            };
            let is_right = fixes.iter().all(|fix| is_quoted(&fix.text));
            (!is_right).then_some("the help does not quote its code")
        }
    }
}

#[test]
fn helps_for_generated_mistakes_can_be_applied() {
    let count = MISTAKES[usize::from(test_support::is_full())];
    let mut outcome = Outcome::default();
    for text in Mistakes::new(count) {
        outcome.judge(&Source::new("t.ptx", text.as_bytes()));
    }
    assert!(outcome.faults >= count / 2, "{}", outcome.faults);
    outcome.assert_right("generated mistakes");
}

#[test]
fn helps_for_recorded_texts_can_be_applied() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ptx");
    let mut outcome = Outcome::default();
    for file in std::fs::read_dir(folder).expect("the texts") {
        let path = file.expect("a file").path();
        outcome.judge(&Source::new("t.ptx", &std::fs::read(path).expect("a text")));
    }
    outcome.assert_right("recorded texts");
}

#[test]
fn helps_for_slips_can_be_applied() {
    const REGISTERS: &str = ".reg .f32 %f<4>; .reg .f64 %e<4>; .reg .b32 %r<4>; .reg .b64 %d<4>; .reg .b16 %h<4>; \
                             .reg .pred %p<4>;";
    let mut outcome = Outcome::default();
    for line in include_str!("slips.tsv").lines().filter(|line| !line.starts_with('#')) {
        let text = line.split('\t').nth(1).expect("a text");
        let head = ".version 9.5\n.target sm_121\n.address_size 64\n";
        let text = format!("{head}.func f()\n{{\n{REGISTERS}\n{text}\n}}\n");
        outcome.judge(&Source::new("t.ptx", text.as_bytes()));
    }
    outcome.assert_right("slips");
}
