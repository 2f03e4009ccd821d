//! The file of digests is what this build gives, and the results that are digested are the referee's.

use crate::{CHECKED, FUNCTIONS, INPUTS};
use referee::Call;

/// What the referee is told of a call.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) words: Vec<u64>,
    pub(crate) modes: Vec<String>,
}

/// Functions that have no referee here, by how their names begin, and what their results are tested with.
const ELSEWHERE: &[(&str, &str)] = &[];

#[test]
fn digests_are_those_of_the_file() {
    let found = FUNCTIONS.iter().map(|(name, digest)| {
        let name = name.trim_end_matches('\0');
        format!("{name}\t{:016x}\n", digest())
    });
    assert_eq!(found.collect::<String>(), include_str!("../digests.tsv"));
}

#[test]
fn results_are_the_referees() {
    let (mut wrong, mut without) = (Vec::new(), Vec::new());
    for (name, call) in CHECKED {
        let mut refereed = 0;
        for seed in 0..INPUTS {
            let (told, found) = call(seed.into());
            let modes: Vec<&str> = told.modes.iter().map(String::as_str).collect();
            let Some(expected) =
                (Call { function: name, words: &told.words, modes: &modes }).results()
            else {
                continue;
            };
            refereed += 1;
            if found != expected {
                wrong.push(format!("{name} {:x?} {modes:?}: {found:x?}, not {expected:x?}", told.words));
                break;
            }
        }
        if refereed * 100 < INPUTS {
            without.push(*name);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    without.retain(|name| !ELSEWHERE.iter().any(|(start, _)| name.starts_with(start)));
    assert!(without.is_empty(), "no referee for {without:?}");
}
