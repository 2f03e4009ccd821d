//! Compares the generated parts of `README.md` and the book with the instruction table and the pages in
//! `crates/isa/src/doc`. The command `PTX_GOLDEN=overwrite cargo test --test book` rewrites these parts. Also tests the
//! headings of the README, and that CI or a test runs every command in the README and the book.
#![forbid(unsafe_code)]

mod chips;
mod entries;
mod evidence;
mod families;
mod generated;
mod grades;
mod machine;
mod program;
mod reference;
mod speed;

use generated::{read, region, whole};
use ptx_isa::COMMAND;
use std::collections::BTreeSet;
use test_support::{shown, texts};

#[test]
fn the_page_of_coverage_lists_the_families_of_the_table() {
    region("docs/src/coverage.md", "families", &families::covered());
}

#[test]
fn the_readme_has_the_times_of_the_results() {
    region("README.md", "speed", &speed::beside_others());
}

#[test]
fn the_evidence_is_that_of_the_pages() {
    region("docs/src/how-we-know.md", "generations", &evidence::by_generation());
    region("docs/src/how-we-know.md", "evidence", &evidence::by_target());
    region("docs/src/how-we-know.md", "NaN payloads", &evidence::of_payloads());
}

#[test]
fn the_page_of_grades_lists_the_errors_of_the_families() {
    region("docs/src/grades.md", "families", &families::errors());
}

#[test]
fn the_page_of_grades_says_what_the_pages_of_instructions_say() {
    region("docs/src/grades.md", "instructions", &grades::instructions());
    region("docs/src/grades.md", "machine instructions", &grades::machine_instructions());
}

#[test]
fn the_reference_is_that_of_the_table() {
    let pages = reference::pages();
    region("docs/src/SUMMARY.md", "reference", &reference::summary(&pages));
    whole("docs/src/reference/index.md", &reference::index(&pages));
    whole("docs/src/reference/machine.md", &machine::page());
    whole("docs/src/reference/program.md", &program::page());
    for page in &pages {
        whole(&page.path(), &page.text());
    }
    let chapters = reference::chapters(&pages);
    for (file, text) in &chapters {
        whole(&format!("docs/src/reference/{file}"), text);
    }
    let expected = pages
        .iter()
        .map(reference::Page::file)
        .chain(chapters.into_iter().map(|(file, _)| file))
        .chain(["index.md", "machine.md", "program.md"].map(String::from));
    generated::only("docs/src/reference", expected.collect());
}

/// The headings of the README, in order.
const HEADINGS: [&str; 9] = [
    "The problem",
    "A kernel without a GPU",
    "Inline PTX in Rust",
    "Inline PTX of C++ and Python",
    "Which door is yours?",
    "Two commands",
    "Is it exact on my chip?",
    "Speed",
    "More",
];

#[test]
fn the_readme_is_short_and_in_order() {
    let text = read("README.md");
    assert!(text.lines().count() <= 120, "{} lines", text.lines().count());
    let headings: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings, HEADINGS);
}

/// Returns the names of the links that a text defines.
fn links(text: &str) -> BTreeSet<&str> {
    let definitions = text.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
    definitions.map(|(name, _)| name).collect()
}

/// Tests that no link of the README points to a file that rustdoc does not have.
#[test]
fn rustdoc_replaces_the_links_of_the_readme() {
    let (readme, rustdoc) = (read("README.md"), read("src/links.md"));
    let missing: Vec<_> = links(&readme).difference(&links(&rustdoc)).copied().collect();
    assert!(missing.is_empty(), "src/links.md does not define {missing:?}");
}

/// Tests that the error message in the README is one that the macros print. Ignores its place, because the README shows
/// only the lines of the source.
#[test]
fn the_error_in_the_readme_is_printed() {
    let (readme, messages) = (read("README.md"), read("ui-tests/messages.stderr"));
    let shown = readme.split("```text\n").nth(1).expect("an error message");
    let shown = shown.split("```").next().expect("the end of the message");
    let (message, source) = shown.split_once("  |\n").expect("lines of the source");
    let mut found = messages.split("\n\n").filter(|printed| printed.starts_with(message));
    assert!(found.any(|printed| printed.ends_with(source.trim_end())), "not printed:\n{shown}");
}

/// Returns the lines of `.ci/run` and `.ci/steps`, without the options `--locked` and `--quiet`.
fn run_by_ci() -> Vec<String> {
    let script = (read(".ci/run") + &read(".ci/steps")).replace("\\\n", " ");
    let plain = |line: &str| {
        let words = line.split_whitespace().filter(|word| !matches!(*word, "--locked" | "--quiet"));
        words.collect::<Vec<_>>().join(" ")
    };
    script.lines().map(plain).collect()
}

/// Tests that `.ci/run` or `.ci/steps` runs every command in the README and the book. Ignores the commands of
/// `ptx-bits`, because the test `crates/bits/tests/book.rs` runs them.
#[test]
fn every_command_is_run() {
    let run = run_by_ci();
    let others = shown().into_iter().filter(|shown| !shown.runs(COMMAND));
    let missing: Vec<_> = others
        .filter(|shown| !run.iter().any(|line| line.contains(&shown.command)))
        .map(|shown| format!("{}:{}: `{}`", shown.file, shown.line, shown.command))
        .collect();
    assert!(
        missing.is_empty(),
        "run by neither `cargo test` nor `.ci/run`:\n{}",
        missing.join("\n")
    );
}

/// Tests that `src/book.rs` or `crates/run/src/lib.rs` includes every page that has examples. Rustdoc runs the examples of
/// included pages as tests.
#[test]
fn every_example_is_a_test() {
    let (tested, of_run) = (read("src/book.rs"), read("crates/run/src/lib.rs"));
    for (file, text) in texts() {
        let page = file.strip_prefix("docs/src/").and_then(|page| page.strip_suffix(".md"));
        if let Some(page) = page.filter(|_| text.contains("```rust")) {
            let is_tested =
                tested.contains(&format!("\"{page}\"")) || of_run.contains(&format!("{page}.md"));
            assert!(is_tested, "src/book.rs: {page} is missing");
        }
    }
}

#[test]
fn every_text_with_the_command_shows_how_to_install_it() {
    for (file, text) in texts() {
        let shows_it = !text.contains("ptx-bits explain") || text.contains(reference::INSTALL);
        assert!(shows_it, "{file}: `ptx-bits explain` without `{}`", reference::INSTALL);
    }
}
