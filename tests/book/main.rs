//! The parts of `README.md` and of the book that come from the table of instructions and its pages,
//! compared with what is generated; `PTX_GOLDEN=overwrite cargo test --test book` writes them anew.
//! Besides: the shape of the README, and that every command of these texts is run.
#![forbid(unsafe_code)]

mod commands;
mod entries;
mod families;
mod generated;
mod grades;
mod machine;
mod reference;

use generated::{read, region, whole};

#[test]
fn the_readme_lists_the_families_of_the_table() {
    region("README.md", "families", &families::covered());
}

#[test]
fn the_readme_says_the_worst_grade_and_error_of_each_family() {
    region("README.md", "confidence", &families::confidence());
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
    for page in &pages {
        whole(&page.path(), &page.text());
    }
    let expected =
        pages.iter().map(reference::Page::file).chain(["index.md", "machine.md"].map(String::from));
    generated::only("docs/src/reference", expected.collect());
}

/// What the front page has, in this order.
const HEADINGS: [&str; 8] = [
    "The problem",
    "Two commands",
    "In your crate",
    "Five examples",
    "What is covered",
    "How surely the bits are known",
    "What it does not do",
    "How it compares",
];

#[test]
fn the_readme_is_short_and_in_order() {
    let text = read("README.md");
    assert!(text.lines().count() <= 150, "{} lines", text.lines().count());
    let headings: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    assert_eq!(headings[..HEADINGS.len()], HEADINGS);
}

#[test]
fn every_command_is_run() {
    let run = commands::run_by_ci(&read(".ci/run"));
    let texts = generated::texts();
    let commands: Vec<_> =
        texts.iter().flat_map(|(name, text)| commands::documented(name, text)).collect();
    assert!(commands.len() > 3, "only {} commands found", commands.len());
    let missing: Vec<_> = commands
        .iter()
        .filter(|command| {
            !command.is_of_ptx() && !run.iter().any(|line| line.contains(&command.text))
        })
        .map(|command| format!("{}:{}: `{}`", command.file, command.line, command.text))
        .collect();
    assert!(
        missing.is_empty(),
        "run by neither `cargo test` nor `.ci/run`:\n{}",
        missing.join("\n")
    );
}
