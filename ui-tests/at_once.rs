//! Compares the macros' messages for all cases with the texts beside them, in one run of the
//! compiler: each file of `fail` is a module of one crate. The compiler stops after expansion, so
//! that this finds only faults that a macro reports; `ui` tests the others.

mod cases;

use std::collections::BTreeMap;
use test_support::UserCrate;

/// Splits the compiler's text into the messages of each case, as in the texts beside the cases.
fn messages_of(text: &str, folder: &str) -> BTreeMap<String, String> {
    let text = text.replace(&format!("{folder}/"), "");
    let starts = |line: &str| line.starts_with("error") || line.starts_with("warning");
    let mut messages: Vec<String> = Vec::new();
    for line in text.lines() {
        if starts(line) {
            messages.push(String::new());
        }
        if let Some(message) = messages.last_mut() {
            message.extend([line, "\n"]);
        }
    }
    let mut cases: BTreeMap<String, String> = BTreeMap::new();
    for message in messages {
        let place = message.split_once("--> fail/").and_then(|(_, rest)| rest.split_once(".rs:"));
        let Some((case, _)) = place else { continue };
        let texts = cases.entry(case.to_string()).or_default();
        texts.push_str(message.trim_end());
        texts.push_str("\n\n");
    }
    cases
}

#[test]
fn messages_of_macros_are_the_recorded_ones() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let mut texts = cases::files("stderr");
    let module = |case| format!("#[path = \"{folder}/fail/{case}.rs\"]\nmod {case};\n");
    let modules: String = texts.keys().map(module).collect();
    texts.retain(|_, text| cases::is_of_a_macro(text));
    assert!(texts.len() >= 300, "{} cases", texts.len());

    let user = UserCrate::new(env!("CARGO_TARGET_TMPDIR"), "at-once");
    user.write("src/main.rs", &format!("{modules}fn main() {{}}\n"));
    let (text, _) = user.fault();
    let mut found = messages_of(&text, folder);
    for (case, text) in texts {
        let found = found.remove(&case).unwrap_or_default();
        assert_eq!(found.trim_end(), text.replace("$DIR/", "").trim_end(), "fail/{case}.rs");
    }
}
