//! Checks the tables in `tests/mutants`. A mutant is the code with an inserted fault, and a test should fail on it. A
//! hand-made mutant replaces a text, which must occur exactly once in the mutated file. A mutant that no test detects
//! (a survivor) must have a reason in the table and in the book. The script `tests/mutants/run` runs the mutants.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::fs;
use test_support::root;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Replaces the escapes `\n`, `\t` and `\\`.
fn plain(cell: &str) -> String {
    let (mut text, mut characters) = (String::new(), cell.chars());
    while let Some(character) = characters.next() {
        text.push(match character {
            '\\' => match characters.next().expect("a character after a backslash") {
                'n' => '\n',
                't' => '\t',
                other => other,
            },
            other => other,
        });
    }
    text
}

/// Returns the rows of a table, without its header.
fn rows<const COLUMNS: usize>(name: &str, header: [&str; COLUMNS]) -> Vec<[String; COLUMNS]> {
    let text = read(&format!("tests/mutants/{name}"));
    let (first, rest) = text.split_once('\n').expect("a header");
    assert_eq!(first, header.join("\t"), "the header of {name}");
    let row = |line: &str| line.split('\t').map(plain).collect::<Vec<_>>().try_into();
    rest.lines().map(|line| row(line).unwrap_or_else(|_| panic!("{name}: {line}"))).collect()
}

fn hand_made() -> Vec<[String; 4]> {
    rows("hand-made.tsv", ["name", "file", "old", "new"])
}

#[test]
fn every_mutant_made_by_hand_fits_its_file() {
    let (mutants, mut names) = (hand_made(), BTreeSet::new());
    assert!(mutants.len() >= 150, "{} mutants", mutants.len());
    for [name, file, old, new] in mutants {
        let places = read(&file).matches(&old).count();
        assert_eq!(places, 1, "{name}: occurrences in {file} of\n{old}");
        assert_ne!(old, new, "{name} changes nothing");
        assert!(names.insert(name.clone()), "two mutants have the name {name}");
    }
}

#[test]
fn every_survivor_has_its_reason() {
    let by_hand: BTreeSet<_> = hand_made().into_iter().map(|[name, ..]| name).collect();
    let (page, mut names) = (read("docs/src/mutants.md"), BTreeSet::new());
    for [name, outcome, reason] in rows("survivors.tsv", ["name", "outcome", "reason"]) {
        assert!(["survives", "survives the first tests"].contains(&&*outcome), "{name}: {outcome}");
        // A mutant is hand-made, or cargo-mutants made it and its name starts with "package: ".
        assert!(by_hand.contains(&name) || name.contains(": "), "{name} is not in hand-made.tsv");
        assert!(reason.ends_with('.'), "{name}: {reason}");
        let line = format!("- `{name}`: {reason}\n");
        assert!(page.contains(&line), "not in docs/src/mutants.md: {line}");
        assert!(names.insert(name.clone()), "{name} has two reasons");
    }
}
