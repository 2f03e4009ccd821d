//! Tests the evidence on the pages: every target from sm_50 to sm_121 is in exactly one range.

use ptx_isa::Target;
use ptx_isa::doc::{Basis, Evidence, Section, names, page};
use std::collections::BTreeMap;

/// The pages with evidence for every target.
const PAGES: [&str; 19] = [
    "DADD",
    "DFMA",
    "DMUL",
    "MUFU.COS",
    "MUFU.EX2",
    "MUFU.LG2",
    "MUFU.RCP",
    "MUFU.RCP64H",
    "MUFU.RSQ",
    "MUFU.RSQ64H",
    "MUFU.SIN",
    "MUFU.SQRT",
    "RRO.EX2",
    "RRO.SINCOS",
    "ex2",
    "mma",
    "tanh",
    "wgmma",
    "wmma",
];

fn evidence(name: &str) -> Vec<Evidence> {
    page(name).expect("a page").evidence()
}

#[test]
fn these_pages_have_evidence() {
    let found: Vec<_> = names().filter(|name| !evidence(name).is_empty()).collect();
    assert_eq!(found, PAGES);
}

#[test]
fn every_line_has_targets_a_basis_and_a_source() {
    for name in PAGES {
        let lines = page(name).expect("a page").section(Section::Evidence);
        assert_eq!(lines.len(), evidence(name).len(), "{name}: {lines:#?}");
        for line in evidence(name) {
            // A colon in the source would mean that two entries were joined.
            assert!(!line.source.is_empty() && !line.source.contains(": "), "{name}: {line:?}");
        }
    }
}

#[test]
fn every_target_is_in_one_range() {
    let mut targets: Vec<_> = Target::all().map(|target| target.sm).collect();
    targets.retain(|sm| (50..=121).contains(sm));
    targets.dedup();
    for name in PAGES {
        let mut forms = BTreeMap::<_, Vec<_>>::new();
        for line in evidence(name) {
            forms.entry(line.keys.clone()).or_default().push(line);
        }
        for (keys, lines) in forms {
            for sm in &targets {
                let ranges = lines.iter().filter(|line| (line.first..=line.last).contains(sm));
                assert_eq!(ranges.count(), 1, "{name} {keys:?}: sm_{sm}");
            }
            let ends = lines.iter().flat_map(|line| [line.first, line.last]);
            assert!(ends.is_sorted(), "{name} {keys:?}: in the order of the targets");
            let mut ends = lines.iter().flat_map(|line| [line.first, line.last]);
            assert!(ends.all(|sm| targets.contains(&sm)), "{name} {keys:?}: real targets");
        }
    }
}

#[test]
fn a_basis_is_what_it_prints() {
    let all = [
        Basis::EveryResult,
        Basis::Digest,
        Basis::PartOfADigest,
        Basis::Results(9),
        Basis::Samples,
        Basis::Specified,
        Basis::Presumed,
    ];
    for basis in all {
        assert_eq!(basis.to_string().parse(), Ok(basis));
    }
    assert_eq!("some results".parse::<Basis>(), Err(()));
}
