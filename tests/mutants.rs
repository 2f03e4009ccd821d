//! The mutants of `tests/mutants` as text: the patches fit what they change, every one has been run, and every
//! survivor has its sentence. `tests/mutants/run` runs them.
#![forbid(unsafe_code)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use test_support::root;

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn folder() -> PathBuf {
    root().join("tests/mutants")
}

/// The patches: their names, and their texts.
fn patches() -> BTreeMap<String, String> {
    let top = folder().join("hand-made");
    let (mut found, mut folders) = (BTreeMap::new(), vec![top.clone()]);
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(&next).expect("a folder of patches") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(&top).expect("a patch").with_extension("");
                found.insert(name.to_string_lossy().into_owned(), read(&path));
            }
        }
    }
    found
}

/// The lines of a file in columns.
fn table(name: &str) -> Vec<Vec<String>> {
    let text = read(&folder().join(name));
    text.lines().map(|line| line.split('\t').map(String::from).collect()).collect()
}

#[test]
fn every_patch_fits_what_it_changes() {
    let patches = patches();
    assert!(patches.len() >= 150, "{} patches", patches.len());
    for (name, patch) in patches {
        let file = patch.lines().find_map(|line| line.strip_prefix("+++ b/")).expect("a file");
        let text = read(&root().join(file));
        // What comes after the two lines of the names: hunks, each after its places.
        let hunks =
            patch.split("\n@@ ").skip(1).map(|hunk| hunk.split_once('\n').expect("a hunk").1);
        for hunk in hunks {
            let lines = |sign: char| -> String {
                let of = hunk.split_inclusive('\n').filter(|line| line.starts_with([' ', sign]));
                of.map(|line| &line[1..]).collect()
            };
            let places = text.matches(&lines('-')).count();
            assert_eq!(places, 1, "{name}.patch has {places} places in {file}");
            assert_ne!(lines('-'), lines('+'), "{name}.patch changes nothing");
        }
    }
}

#[test]
fn every_patch_has_been_run() {
    let run: BTreeSet<_> = table("outcomes.tsv").into_iter().map(|row| row[0].clone()).collect();
    let left: Vec<_> = patches().into_keys().filter(|name| !run.contains(name)).collect();
    assert!(left.is_empty(), "`tests/mutants/run --hand-made` has not run {left:?}");
}

#[test]
fn every_survivor_has_its_sentence() {
    // The last line of a mutant counts. One that only the first tests were asked of may not survive the others.
    let last: BTreeMap<_, _> =
        table("outcomes.tsv").into_iter().map(|row| (row[0].clone(), row[1].clone())).collect();
    let sentences = table("survivors.tsv");
    let explained: BTreeSet<_> = sentences.iter().map(|row| row[0].clone()).collect();
    for (name, outcome) in &last {
        let has_sentence = explained.contains(name);
        assert!(
            has_sentence || outcome != "survives",
            "`survivors.tsv` does not say why {name} survives"
        );
        assert!(
            !has_sentence || outcome.starts_with("survives"),
            "{name}: {outcome}, but explained"
        );
    }
    let page = read(&root().join("docs/src/mutants.md"));
    for row in sentences {
        let line = format!("- `{}`: {}", row[0], row[1]);
        assert!(row[1].ends_with('.') && page.contains(&line), "not in the page: {line}");
    }
}
