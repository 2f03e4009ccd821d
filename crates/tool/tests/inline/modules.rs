//! Compares the findings about PTX modules in strings with comments in the checked files.

use super::compared;
use ptx_module::syntax::Source;
use ptx_tool::check::Level;
use ptx_tool::inline::{Language, Report, Settings, check, is_module};

/// Compares the findings about `text` with its comments. Returns how many modules were found, and how many of these were
/// checked.
fn compare(name: &str, text: &str, language: Language) -> (usize, usize) {
    let counts = compared(name, text, language).modules;
    assert_eq!(counts.found, counts.checked + counts.unchecked.values().sum::<usize>());
    (counts.found, counts.checked)
}

fn report(text: &str, language: Language) -> Report {
    check(&Source::new("text", text.as_bytes()), language, &Settings::default())
}

const RUST: &str = include_str!("strings.rs");
const PYTHON: &str = include_str!("strings.py");
const CPP: &str = include_str!("strings.cu");
const GO: &str = include_str!("strings.go");

#[test]
fn modules_of_rust() {
    assert_eq!(compare("strings.rs", RUST, Language::Rust), (16, 8));
}

#[test]
fn modules_of_python() {
    assert_eq!(compare("strings.py", PYTHON, Language::Python), (11, 3));
}

#[test]
fn modules_of_cuda() {
    assert_eq!(compare("strings.cu", CPP, Language::Cpp), (11, 4));
}

#[test]
fn modules_of_other_languages() {
    assert_eq!(compare("strings.go", GO, Language::Other), (5, 3));
    assert_eq!(compare("strings.jl", include_str!("strings.jl"), Language::Other), (4, 2));
}

#[test]
fn line_ends_of_windows_change_no_place() {
    for (text, language) in [
        (RUST, Language::Rust),
        (PYTHON, Language::Python),
        (CPP, Language::Cpp),
        (GO, Language::Other),
    ] {
        let windows = text.replace('\n', "\r\n");
        let count = compare("windows", text, language);
        assert_eq!(compare("windows", &windows, language), count, "{language:?}");
    }
}

/// Tests that the directives that a message names have the places of the file.
#[test]
fn messages_name_places_of_the_file() {
    let text = "\n\nlet ptx = \".version 8.0\\n\\\n  .target sm_70\\n.address_size 64\\n\\\n\
                .visible .entry k() { .reg .b32 r; ld.global.nc.L2::cache_hint.u32 r, [0], r; }\";";
    let findings = report(text, Language::Rust).findings;
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(&text[findings[0].span.clone()], ".L2::cache_hint");
    assert_eq!(findings[0].message.notes, ["`.target sm_70` is set at text:4"]);
}

#[test]
fn a_module_begins_with_a_version() {
    assert!(is_module("// a comment\n/* another */\n.version 8.0"));
    for text in [".version", ".version 8", ".version .5\n", ".version 8.x", ".versions 8.0", "x"] {
        assert!(!is_module(text), "{text}");
    }
}

/// Returns the verdict about the only module of a text: nothing if no module is found, `checked`, `error`, or the word
/// because of which the module is not checked. `GOOD` stands for a module, `WRONG` for a module with an error, `HEADER`
/// for its directives and `FORMAT` for a format.
fn verdict(text: &str, language: Language) -> String {
    let header = r".version 8.0\n.target sm_80\n.address_size 64\n";
    let vector = "{{ .reg .b32 %r<2>; .reg .b64 %rd; ld.global.v2.b32 {{%r0, %r1}}, [%rd]; ret; }}";
    let text = text
        .replace("GOOD", r#""HEADER.visible .entry k() { ret; }""#)
        .replace("WRONG", r#""HEADER.visible .entry k() { ret }""#)
        .replace("FORMAT", &format!("\"HEADER.visible .entry k() {vector}\""))
        .replace("HEADER", header);
    let report = report(&text, language);
    let found = report.findings.iter().map(|one| match one.level {
        Level::Unchecked => one.message.notes[0].split('`').nth(1).unwrap_or("no word").into(),
        Level::Error => String::from("error"),
        Level::Warning | Level::Note => panic!("{one:?}"),
    });
    let found = found.collect::<Vec<_>>().join(", ");
    match found.is_empty() && report.modules.checked > 0 {
        true => "checked".into(),
        false => found,
    }
}

/// Tests how a program uses the text of a module: the language, the program and the verdict.
#[test]
fn texts_that_the_program_changes_are_not_checked() {
    use Language::{Cpp, Other, Python, Rust};
    for (language, text, expected) in [
        (Rust, "format!(FORMAT)", "checked"),
        (Rust, "write!(out, FORMAT)", "checked"),
        (Rust, "f(FORMAT)", "error"),
        (Rust, "load(WRONG)", "error"),
        (Rust, "println!(\"{}\", WRONG)", "error"),
        (Rust, "let text = load(GOOD)?.replace(\"k\", name);", "replace"),
        (Rust, "GOOD.trim().replace(\"k\", name)", "replace"),
        (Rust, "GOOD.replace(\"k\", name)", "replace"),
        (Rust, "header + &GOOD", "+"),
        (Rust, "let text = bytes!(WRONG); text.replace(\"k\", name)", "replace"),
        (Rust, "let text: String = WRONG.into(); text.replace(\"k\", name)", "replace"),
        (Rust, "let text: std::string::String = WRONG.into(); text.replace(\"k\", a)", "replace"),
        (Rust, "fn f() { LATER.replace(\"k\", name) } const LATER: &str = WRONG;", "replace"),
        (Rust, "text.replace(\"k\", name); let text = WRONG;", "error"),
        (Rust, "{ let text = WRONG; load(text) } text.push_str(\"x\");", "error"),
        (Rust, "let first = \".version 8.0\";", ""),
        (Rust, "if text == \"HEADER\" {}", ""),
        (Rust, "if text != \"HEADER\" {}", ""),
        (Rust, "if \"HEADER\" == text {}", ""),
        (Rust, "load(\"HEADER\")", "no word"),
        (Python, "text = header + textwrap.dedent(GOOD)", "+"),
        (Python, "self.text += GOOD", "+="),
        (Python, "text = GOOD % name", "%"),
        (Python, "text = lambda: load(WRONG)\ntext.replace('k', name)", "replace"),
        (Python, "if \"HEADER\" in text: pass", ""),
        (Python, "texts = [WRONG]\ntexts.append(x)", "append"),
        (Python, "text.replace('k', name)\ntext = WRONG", "error"),
        (Python, "returnWRONG", "error"),
        (Python, "text = \".version .5\\n\"", ""),
        (Python, "text = \".version history\\nfirst\"", ""),
        (Cpp, "out << GOOD << name;", "<<"),
        (Cpp, "out << GOOD;", "<<"),
        (Cpp, "bool less = WRONG < other;", "error"),
        (Cpp, "auto view = WRONGsv;", "error"),
        (Cpp, "const char *text = GOOD BODY;", "BODY"),
        (Cpp, "const char *text = GOOD\n#if A\n\"x\"\n#endif\n;", "#if"),
        (Cpp, "std::string text = load(WRONG); text.replace(0, 1, \"x\");", "replace"),
        (Cpp, "load(WRONG)", "error"),
        (Cpp, "std::format(\n#define NAME(a) a\nGOOD, name);", "format"),
        (Other, "text = WRONG.strip", "error"),
        (Other, "texts = { WRONG => 1 }", "error"),
        (Other, "texts = { \"HEADER\" => 1 }", "no word"),
        (Other, "text = WRONG # a comment", "error"),
        (Other, "text = \"/* ü\\\" */ HEADER.visible .entry k() { ret }\"", "error"),
    ] {
        assert_eq!(verdict(text, language), expected, "{language:?} {text}");
    }
    for language in [Cpp, Other, Python, Rust] {
        assert_eq!(verdict("(WRONG)", language), "error", "{language:?}");
    }
    for operator in ["+", "++", "..", "<>", "."] {
        for (text, expected) in [
            ("text = \"HEADER\" + \".visible .entry k() { ret }\"", "error"),
            ("text = GOOD + $rest", operator),
            ("text = $rest + GOOD", operator),
        ] {
            let text = text.replace('+', operator);
            assert_eq!(verdict(&text, Other), expected, "{text}");
        }
    }
    // Only near its bracket, a string is a format.
    for (count, expected) in [(62, "checked"), (63, "error")] {
        let text = format!("write!({}FORMAT)", "x ".repeat(count));
        assert_eq!(verdict(&text, Rust), expected, "{count}");
    }
    // The start of the search for the quote is inside of a character.
    let comment = format!("x = \"{}\"\ny = WRONG", "ü".repeat(3000));
    assert_eq!(verdict(&comment, Other), "error");
    assert_eq!(verdict(&comment.replace("= W", "=  W"), Other), "error");
}

/// Tests which parts of a text with errors are placeholders of a format.
#[test]
fn texts_with_placeholders_are_not_checked() {
    for (entry, expected) in [
        (".visible .entry k() {}\\n.visible .entry l() { ret }", "error"),
        (".visible .entry k() {ret}", "error"),
        (".visible .entry k() {body}", "{body}"),
        (".visible .entry {}() { ret }", "{}"),
        (".visible .entry %s() { ret }", "%s"),
        (".visible .entry k() { .reg .u32 %s1; add.u32 %s1, %s1; ret; }", "error"),
        (".visible .entry k() { add.u32 %%r, %%r, 1; ret; }", "%%"),
        (".visible .entry k() { $L_1: ret }", "error"),
    ] {
        let text = format!("text = \"HEADER{entry}\"");
        assert_eq!(verdict(&text, Language::Python), expected, "{entry}");
    }
}
