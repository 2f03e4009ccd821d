//! Compares the findings about PTX modules in strings with comments in the checked files.

use super::compared;
use ptx_module::syntax::Source;
use ptx_tool::inline::{Language, Report, Settings, check};

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
