//! What the macros say of every case, from one run of the compiler: each file of `fail` is a module of one
//! crate. The compiler stops after expansion, so that only cases whose fault a macro finds are asked; `ui`
//! has the others.

mod cases;

use std::collections::BTreeMap;
use test_support::UserCrate;

/// Of the compiler's text, what is said of each case, as beside the case.
fn said(text: &str, folder: &str) -> BTreeMap<String, String> {
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
    let mut said: BTreeMap<String, String> = BTreeMap::new();
    for message in messages {
        let place = message.split_once("--> fail/").and_then(|(_, rest)| rest.split_once(".rs:"));
        let Some((case, _)) = place else { continue };
        let of_case = said.entry(case.to_string()).or_default();
        of_case.push_str(message.trim_end());
        of_case.push_str("\n\n");
    }
    said
}

#[test]
fn what_the_macros_say_is_beside_the_cases() {
    let folder = env!("CARGO_MANIFEST_DIR");
    let mut texts = cases::files("stderr");
    let module = |case| format!("#[path = \"{folder}/fail/{case}.rs\"]\nmod {case};\n");
    let modules: String = texts.keys().map(module).collect();
    texts.retain(|_, text| cases::is_of_a_macro(text));
    assert!(texts.len() >= 300, "{} cases", texts.len());

    let user = UserCrate::new(env!("CARGO_TARGET_TMPDIR"), "at-once");
    user.write("src/main.rs", &format!("{modules}fn main() {{}}\n"));
    let (text, _) = user.fault();
    let mut said = said(&text, folder);
    for (case, text) in texts {
        let said = said.remove(&case).unwrap_or_default();
        assert_eq!(said.trim_end(), text.replace("$DIR/", "").trim_end(), "fail/{case}.rs");
    }
}
