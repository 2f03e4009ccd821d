//! The file of digests is what this build gives, and the results that are digested are the referee's.

use crate::{CHECKED, FUNCTIONS, INPUTS};
use referee::Call;

/// What the referee is told of a call.
#[derive(Default)]
pub(crate) struct Told {
    pub(crate) words: Vec<u64>,
    pub(crate) modes: Vec<String>,
}

/// Functions that have no referee here, by how their names begin, and why, or where they have one.
const ELSEWHERE: &[(&str, &str)] = &[
    ("boolop", "ptx-core/tests/differential/compare.rs"),
    ("cos_approx_", UNIT),
    ("cvt_bf16x2_", NARROW),
    ("cvt_e", NARROW),
    ("cvt_f16x2_", NARROW),
    ("cvt_frnd2_", "ptx-core/tests/differential/convert.rs"),
    ("cvt_pzo_", NARROW),
    ("cvt_rna_", "ptx-core/tests/differential/convert.rs"),
    ("cvt_rs_", NARROW),
    ("cvt_s2f6x2_", NARROW),
    ("cvt_scaled_", NARROW),
    ("cvt_ue8m0x2_", NARROW),
    ("div_approx_", UNIT),
    ("div_full_", UNIT),
    ("ex2_", UNIT),
    ("lg2_", UNIT),
    ("lop3_boolop_", "of lop3 and boolop"),
    ("mad_map_f64", MAP),
    ("narrow_map_f64", MAP),
    ("rcp_approx_", UNIT),
    ("rsqrt_", UNIT),
    ("sass::", "tests/sass.rs and tests/sass_words.rs"),
    ("sin_approx_", UNIT),
    ("slct_f32", "ptx-core/tests/differential/compare.rs"),
    ("sqrt_approx_", UNIT),
    ("tanh_", UNIT),
    ("unpack_", "ptx-core/tests/integers/pack.rs"),
    ("widen_map_f64", MAP),
];
const MAP: &str = "what map_f64_to_f32 does before and after an operation";
const NARROW: &str = "ptx-core/tests/narrow";
const UNIT: &str =
    "approximate: the unit's own answer, in ptx-core/tests/mufu_digests.rs and blocks.rs";

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
                wrong.push(format!(
                    "{name} {:x?} {modes:?}: {found:x?}, not {expected:x?}",
                    told.words
                ));
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
