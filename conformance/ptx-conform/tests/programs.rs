//! Tests that a simulated device answers the programs with the expected words, and that NVIDIA's ptxas accepts the
//! programs.

mod assembled;

use assembled::{assert_assembled, chip};
use ptx_conform::device::simulated::Simulated;
use ptx_conform::programs::{PROGRAMS, answers};

/// Returns the words of each thread of a program.
fn words(name: &str, sm: u16) -> Vec<Vec<u64>> {
    let program = PROGRAMS.iter().find(|program| program.name == name).expect("a program");
    let words = program.run(&mut Simulated::default(), &chip(sm));
    let words = words.unwrap_or_else(|why| panic!("{name}: {why}"));
    words.chunks(program.results()).map(<[u64]>::to_vec).collect()
}

/// Checks the words that each thread returns. The expected words follow the manual. Where the manual leaves a result
/// undefined, the expected words are those of `ptx-run`.
fn expect(name: &str, of: impl Fn(u64) -> [u64; 2]) {
    let expected: Vec<_> = (0..32).map(|lane| of(lane).to_vec()).collect();
    assert_eq!(words(name, 90), expected, "{name}");
}

#[test]
fn lanes_that_have_exited_do_not_take_part() {
    expect("shuffle_exited", |lane| if lane < 16 { [lane, 1] } else { [0, 0] });
    expect("shuffle_masks", |lane| [lane, 1]);
    let live = |lane: u64, words: [u64; 2]| if lane < 5 { [0, 0] } else { words };
    expect("vote_exited", |lane| live(lane, [0xffff_ff60, 0]));
    let equal = |lane: u64| (5..32).filter(|i| i % 4 == lane % 4).map(|i| 1 << i).sum();
    expect("match_exited", |lane| live(lane, [equal(lane), 0xffff_ffe0]));
    expect("redux_exited", |lane| live(lane, [(5..32).sum(), 5]));
    expect("elect_exited", |lane| live(lane, [5, u64::from(lane == 5)]));
}

#[test]
fn floats_are_flushed_in_global_memory_only() {
    assert_eq!(words("float_atomics", 90), [[0, 8, 0x007f_ffff, 0x0080_0000]]);
    assert_eq!(words("half_atomics", 90), [[0x0001_0401, 2]]);
}

#[test]
fn a_warp_counts_though_threads_of_it_have_exited() {
    let of = |word: u64| (0..128).map(|i| vec![if i < 70 { word } else { 0 }]).collect::<Vec<_>>();
    assert_eq!(words("counted_barrier", 90), of(1));
    // Of the 128 threads, 70 do not exit. The predicate is true in 69 of the 70.
    assert_eq!(words("count_of_reduction", 90), of(69));
}

/// Tests all 16 values of a metadata digit (4 bits that select columns). The file `digits.tsv` has the words that an
/// H100 returned.
#[test]
fn metadata_digits_select_the_elements_that_an_h100_selects() {
    let mut count = 0;
    for line in include_str!("digits.tsv").lines().filter(|line| !line.starts_with('#')) {
        let (name, recorded) = line.split_once('\t').expect("a name and words");
        let word = |text| u64::from_str_radix(text, 16).expect("a hexadecimal word");
        let recorded: Vec<_> = recorded.split(' ').map(word).collect();
        assert_eq!(words(name, 90).concat(), recorded, "{name}");
        count += 1;
    }
    assert_eq!(count, 7);
}

#[test]
fn a_simulated_chip_answers_as_the_engine() {
    for (sm, count) in [(70, 8), (80, 18), (90, 21), (120, 26)] {
        let chip = chip(sm);
        let mut device = Simulated::default();
        let all: Vec<_> = [false, true]
            .map(|barriers| answers(&mut device, &chip, barriers).collect::<Vec<_>>())
            .concat();
        assert_eq!(all.len(), count, "sm_{sm}");
        for answer in all {
            assert!(answer.operands.ends_with(": as ptx-run"), "sm_{sm}: {answer:?}");
            assert!(answer.results.split(' ').any(|word| word != "00000000"), "{answer:?}");
        }
    }
}

#[test]
fn the_assembler_accepts_every_program() {
    for sm in [80, 90, 120] {
        let chip = chip(sm);
        for program in PROGRAMS.iter().filter(|one| (one.targets.0..=one.targets.1).contains(&sm)) {
            assert_assembled(program.name, &program.text(&chip), &chip);
        }
    }
}
