//! Tests instructions of warps whose lanes have different masks. The assembler lets each group of lanes run them by itself.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};

const TEXT: &str = include_str!("masks.ptx");
const THREADS: usize = 96;
const WARP: usize = 32;

/// Returns the mask of the lanes of a warp for which `holds`.
fn mask(holds: impl Fn(usize) -> bool) -> u32 {
    (0..WARP).filter(|lane| holds(*lane)).map(|lane| 1 << lane).sum()
}

/// Returns the sum, the ballot, and the masks of `match.any` and `match.all` of each lane of a warp.
fn expected(x: &[u32]) -> Vec<u32> {
    let of_lane = |lane: usize| {
        let is_mate = |other: usize| x[other] % 3 == x[lane] % 3;
        let sum = (0..WARP).filter(|other| is_mate(*other)).map(|other| x[other]).sum();
        let ballot = mask(|other| is_mate(other) && x[other] & 4 != 0);
        let any = mask(|other| is_mate(other) && x[other] & 8 == x[lane] & 8);
        let mates = mask(is_mate);
        [sum, ballot, any, if any == mates { mates } else { 0 }]
    };
    (0..WARP).flat_map(of_lane).collect()
}

#[test]
fn groups_of_lanes_have_masks_of_their_own() {
    let Some(assembler) = Assembler::find() else { return };
    // In the last warp, the lanes of each group agree on bit 3.
    let x = |i: u32| if i < 64 { i.wrapping_mul(0x9e37) >> 3 & 0xff } else { i % 3 * 16 };
    let x: Vec<u32> = (0..THREADS as u32).map(x).collect();
    let expected: Vec<u32> = x.chunks(WARP).flat_map(expected).collect();
    for chip in ["sm_80", "sm_90", "sm_100", "sm_120"] {
        for level in ["-O0", "-O3"] {
            let file = format!("masks_{chip}{level}.ptx");
            let cubin = assembler.cubin(TEXT, &file, &[&format!("-arch={chip}"), level]);
            let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
            let module = Module::from_cubin("masks.cubin", &cubin).expect("a cubin");
            let kernel = module.kernel("groups").unwrap_or_else(|error| panic!("{error}"));
            for options in [Options::default(), Options::default().shuffle(3)] {
                let mut memory = Memory::new();
                let (from, to) = (memory.add(&x), memory.add(&[0_u32; 4 * THREADS]));
                let grid = Grid::new(1, THREADS as u32);
                let launched =
                    kernel.launch(grid, &[from.into(), to.into()], &mut memory, &options);
                launched.unwrap_or_else(|fault| panic!("{chip} {level}: {fault}"));
                assert_eq!(memory.read::<u32>(to), expected, "{chip} {level}");
            }
        }
    }
}
