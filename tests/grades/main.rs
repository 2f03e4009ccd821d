//! Grades have one source, the pages of `ptx-isa`: the documentation of every function and the
//! tables say the same.
#![forbid(unsafe_code)]

mod documentation;
mod pages;

use documentation::Said;

/// Functions without documentation of their own: what an instruction needs besides.
const HIDDEN: &[&str] = &["boolop", "pack_", "unpack_", "set_"];

#[test]
fn every_row_has_one_grade() {
    let groups = pages::groups();
    let wrong: Vec<_> = groups
        .iter()
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
            Some(Said::Itself(said)) => {
                said.len() == 1 && expected.iter().all(|grade| said[0].starts_with(grade))
            }
            Some(Said::Elsewhere(said)) => {
                expected.iter().all(|grade| said.iter().any(|one| one.starts_with(grade)))
            }
            None => HIDDEN.iter().any(|hidden| function.starts_with(hidden)),
        };
        if !agrees {
            wrong.push(format!("{function}: the page says {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
