//! Compares the grades in three places with their source, the pages in `crates/isa/src/doc`. A grade states the evidence
//! for the bits of a result. The three places are the documentation of every function, the book's page `grades.md`, and
//! the table of `sass!`.
#![forbid(unsafe_code)]

mod documentation;
mod pages;
mod tables;

use documentation::Grades;
use ptx_isa::doc::{Entry, Section, is_helper, names, page};
use ptx_isa::sass::opcodes;
use ptx_isa::signatures;
use std::collections::{BTreeMap, BTreeSet};
use tables::Row;

#[test]
fn every_row_has_one_grade() {
    let groups = pages::groups().into_iter().chain(pages::matrix_groups());
    let wrong: Vec<_> = groups
        .filter(|group| group.grades.len() != 1)
        .map(|group| {
            let spelling = group.spellings[0].join(".");
            format!("`{}` as .{spelling} has {} grades", group.form, group.grades.len())
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_function_says_what_the_pages_say() {
    let rendered = documentation::rendered();
    let mut wrong = Vec::new();
    for (function, expected) in pages::by_function() {
        let agrees = match documentation::grades(&rendered, &function) {
            Some(Grades::Own(found)) => {
                found.len() == 1 && expected.iter().all(|grade| found[0].starts_with(grade))
            }
            Some(Grades::Linked(found)) => {
                expected.iter().all(|grade| found.iter().any(|one| one.starts_with(grade)))
            }
            None => is_helper(&function),
        };
        if !agrees {
            wrong.push(format!("{function}: the page says {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_function_computes_some_instruction() {
    let mut called: BTreeSet<_> = signatures().into_iter().map(|called| called.function).collect();
    called.extend(pages::matrix_groups().into_iter().flat_map(|group| group.functions));
    let documented = documentation::functions(&documentation::rendered());
    // The function `environment_is_default` checks the floating-point environment of the host. No instruction calls
    // this function.
    called.insert("environment_is_default".into());
    let idle: Vec<_> = documented.difference(&called).collect();
    assert!(idle.is_empty(), "no instruction calls {idle:?}");
}

#[test]
fn the_page_of_grades_has_every_grade() {
    let page = pages::plain(include_str!("../../docs/src/grades.md"));
    for (function, grades) in pages::by_function() {
        for grade in grades {
            let grade = grade.trim_end_matches('.');
            assert!(page.contains(grade), "docs/src/grades.md: {function}: {grade}");
        }
    }
}

/// Tests that the targets after grade \[H\] are exactly the targets of the measured evidence on the same page.
#[test]
fn grades_name_the_targets_of_the_evidence() {
    for (name, page) in names().filter_map(|name| Some((name, page(name)?))) {
        let mut measured = BTreeMap::<_, BTreeSet<u16>>::new();
        for line in page.evidence() {
            let targets = measured.entry(line.keys).or_default();
            targets
                .extend(pages::targets(line.first, line.last).filter(|_| line.basis.is_measured()));
        }
        for (keys, targets) in measured {
            let grades = page.section(Section::Grade);
            let has_key = |entry: &&Entry| keys.first().is_some_and(|key| entry.keys.contains(key));
            // An entry without keys applies to all forms that no other entry names.
            let of_others = || grades.iter().find(|entry| entry.keys.is_empty());
            let grade = grades.iter().find(has_key).or_else(of_others);
            let grade = grade.unwrap_or_else(|| panic!("{name}: {keys:?}"));
            assert_eq!(pages::measured(&grade.text), targets, "{name} {keys:?}: {}", grade.text);
        }
    }
}

#[test]
fn the_table_of_machine_instructions_says_what_the_pages_say() {
    let tables = tables::tables(include_str!("../../src/sass.md"));
    assert_eq!(tables.len(), 1);
    machine_grades_agree(&tables[0]);
}

fn machine_grades_agree(rows: &[Row]) {
    assert!(!rows.is_empty());
    for row in rows {
        let first = row.names[0][0];
        let is_meant = |other: &&opcodes::Row| {
            other.to_string().split(' ').next() == Some(first) || other.name() == first
        };
        let name = opcodes::all().find(is_meant).map(opcodes::Row::name);
        let name = name.unwrap_or_else(|| panic!("{:?} is not a machine instruction", row.names));
        let grades = pages::machine_grades(&name);
        assert!(
            row.agrees(&BTreeSet::from([grades[0].clone()])),
            "{name}: the page says {grades:?}"
        );
    }
}
