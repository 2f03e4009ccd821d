//! Tests that running the basic blocks executes the same lines as running the original lines.

use proptest::prelude::*;
use ptx_module::resolve::flow::{Block, Exit, Line, NoLabel, blocks};

const LONGEST: usize = 200;

/// Runs a list of lines. Returns the executed lines without labels and jumps, and whether the run
/// reached an end.
///
/// `choose(n)` returns a number below `n`. A guard is true if `choose(2)` returns 0. For a switch, the
/// number is the index of the target.
fn run_lines(lines: &[Line], choose: &mut impl FnMut(usize) -> usize) -> (Vec<usize>, bool) {
    let place = |label: &usize| {
        lines.iter().position(|line| *line == Line::Label(*label)).expect("a label")
    };
    let mut trace = Vec::new();
    let mut at = 0;
    for _ in 0..LONGEST {
        let Some(line) = lines.get(at) else { return (trace, true) };
        let is_taken = |is_guarded: bool, choose: &mut dyn FnMut(usize) -> usize| {
            !is_guarded || choose(2) == 0
        };
        at += 1;
        match line {
            Line::Label(_) => {}
            Line::Straight => trace.push(at - 1),
            Line::Jump { to, is_guarded } if is_taken(*is_guarded, choose) => at = place(to),
            Line::Switch { to, is_guarded } if is_taken(*is_guarded, choose) => {
                at = place(&to[choose(to.len())]);
            }
            Line::Leave { is_guarded } if is_taken(*is_guarded, choose) => {
                trace.push(at - 1);
                return (trace, true);
            }
            _ => {}
        }
    }
    (trace, false)
}

fn run_blocks(
    lines: &[Line],
    blocks: &[Block],
    choose: &mut impl FnMut(usize) -> usize,
) -> (Vec<usize>, bool) {
    let mut trace = Vec::new();
    let mut at = 0;
    for _ in 0..LONGEST {
        let Block { lines: range, last, exit, is_under_guard } = &blocks[at];
        trace.extend(range.clone().filter(|line| lines[*line] == Line::Straight));
        let is_guarded = |line: &Line| {
            matches!(
                line,
                Line::Jump { is_guarded: true, .. }
                    | Line::Switch { is_guarded: true, .. }
                    | Line::Leave { is_guarded: true }
            )
        };
        match exit {
            Exit::Leave => {
                trace.extend(last);
                return (trace, true);
            }
            Exit::Jump(to) => {
                // A guarded jump to the next line is not a branch between blocks, but `run_lines`
                // draws a number for its guard. Draw a number here too, so that later numbers agree.
                if last.is_some_and(|last| is_guarded(&lines[last])) {
                    choose(2);
                }
                at = *to;
            }
            Exit::Branch(then, otherwise) => {
                assert!(is_guarded(&lines[last.expect("a guard")]) && !is_under_guard);
                at = if choose(2) == 0 { *then } else { *otherwise };
            }
            Exit::Switch(to) => at = to[choose(to.len())],
        }
    }
    (trace, false)
}

fn any_line() -> impl Strategy<Value = Line> {
    prop_oneof![
        6 => Just(Line::Straight),
        3 => (0..8_usize, any::<bool>()).prop_map(|(to, is_guarded)| Line::Jump { to, is_guarded }),
        1 => (prop::collection::vec(0..8_usize, 1..4), any::<bool>())
            .prop_map(|(to, is_guarded)| Line::Switch { to, is_guarded }),
        1 => any::<bool>().prop_map(|is_guarded| Line::Leave { is_guarded }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(5000) })]

    #[test]
    fn blocks_run_like_lines(
        mut lines in prop::collection::vec(any_line(), 0..40),
        places in prop::collection::vec(any::<prop::sample::Index>(), 8),
        random in prop::collection::vec(any::<usize>(), 64),
    ) {
        for (label, place) in places.into_iter().enumerate() {
            lines.insert(place.index(lines.len() + 1), Line::Label(label));
        }
        let blocks = blocks(&lines).expect("the labels exist");
        let source = || {
            let mut random = random.iter().cycle();
            move |count: usize| random.next().expect("a cycle has no end") % count
        };
        let (expected, ends) = run_lines(&lines, &mut source());
        let (found, found_ends) = run_blocks(&lines, &blocks, &mut source());
        // Both runs stop after `LONGEST` iterations. One iteration of `run_blocks` covers several
        // lines, so compare the common prefix.
        prop_assert_eq!(&expected[..], &found[..expected.len()]);
        prop_assert!(!ends || found_ends && found.len() == expected.len());
    }
}

#[test]
fn a_missing_label_is_a_fault() {
    let jump = |to| Line::Jump { to, is_guarded: false };
    assert_eq!(blocks(&[jump(3)]), Err(NoLabel(3)));
    let many = (0..20_000).flat_map(|i| [Line::Label(i), jump(i)]);
    assert_eq!(blocks(&many.collect::<Vec<_>>()).map(|blocks| blocks.len()), Ok(20_001));
}

#[test]
fn consecutive_labels_share_one_block() {
    let lines: Vec<_> = (0..100_000).map(Line::Label).collect();
    let blocks = blocks(&lines).expect("the labels exist");
    assert_eq!(blocks.len(), 2);
    assert_eq!((blocks[0].lines.clone(), &blocks[0].exit), (0..100_000, &Exit::Jump(1)));
}
