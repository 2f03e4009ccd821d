//! Compares the races found in machine code with the races found in its text.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};

const TEXT: &str = include_str!("races.ptx");
const CHIPS: [&str; 5] = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"];

/// Kernels, the blocks and threads that run them, and whether they have a race.
const KERNELS: [(&str, [u32; 2], bool); 26] = [
    ("synchronised", [1, 32], false),
    ("twice", [1, 32], false),
    ("unsynchronised", [1, 32], true),
    ("late", [1, 32], true),
    ("fenced", [2, 1], false),
    ("fenced_before", [2, 1], true),
    ("fenced_after", [2, 1], true),
    ("fenced_in_block", [2, 1], true),
    ("released", [2, 1], false),
    ("relaxed", [2, 1], true),
    ("acquired", [2, 1], true),
    ("exchanged", [2, 1], false),
    ("released_in_block", [1, 33], false),
    ("relaxed_in_block", [1, 33], true),
    ("exchanged_in_block", [1, 33], false),
    ("of_blocks", [2, 1], true),
    ("elected", [2, 32], false),
    ("elected_unfenced", [2, 32], true),
    ("alone", [2, 32], true),
    ("summed", [1, 64], false),
    ("summed_early", [1, 64], true),
    ("swapped", [1, 64], true),
    ("halves", [1, 64], false),
    ("largest", [2, 32], false),
    ("released_by_all", [2, 32], false),
    ("handed_over", [1, 64], false),
];

const TEXT_80: &str = include_str!("races_80.ptx");
const CHIPS_80: [&str; 3] = ["sm_80", "sm_89", "sm_90"];
const KERNELS_80: [(&str, [u32; 2], bool); 3] =
    [("tested", [1, 64], false), ("untested", [1, 64], true), ("consumed", [1, 64], false)];

/// Returns whether a launch reports a race.
fn has_race(module: &Module, name: &str, [blocks, threads]: [u32; 2]) -> bool {
    let mut memory = Memory::new();
    let y = memory.add(&[0u32; 64]);
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
    let options = Options::default().races(true);
    let launched = kernel.launch(Grid::new(blocks, threads), &[y.into()], &mut memory, &options);
    let report = launched.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    !report.races.is_empty()
}

/// Compares the races of kernels in a text with those in its machine code.
fn compare(name: &str, text: &str, chips: &[&str], kernels: &[(&str, [u32; 2], bool)]) {
    let ptx = Module::new(name, text).unwrap_or_else(|error| panic!("{error}"));
    for (name, grid, expected) in kernels {
        assert_eq!(has_race(&ptx, name, *grid), *expected, "{name}, PTX");
    }
    let Some(assembler) = Assembler::find() else { return };
    for chip in chips {
        for level in ["-O0", "-O3"] {
            let file = format!("{name}_{chip}{level}.ptx");
            let cubin = assembler.cubin(text, &file, &[&format!("-arch={chip}"), level]);
            let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
            let machine = Module::from_cubin("races.cubin", &cubin).expect("a cubin");
            for (name, grid, expected) in kernels {
                assert_eq!(has_race(&machine, name, *grid), *expected, "{name}, {chip}, {level}");
            }
        }
    }
}

#[test]
fn fences_and_warps_order_accesses() {
    compare("races", TEXT, &CHIPS, &KERNELS);
}

#[test]
fn mbarriers_order_accesses() {
    compare("races_80", TEXT_80, &CHIPS_80, &KERNELS_80);
}
