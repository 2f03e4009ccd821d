//! Tests guarded instructions of several lanes: matrix instructions of some warps, and a barrier whose guard holds for a part
//! of a warp. A chip has one uniform register for all lanes, so the others must not overwrite it before
//! those at the barrier have read it.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};

const TEXT: &str = include_str!("guarded.ptx");
const CHIPS: [u16; 6] = [75, 80, 89, 90, 100, 120];
const LEVELS: [&str; 3] = ["-O0", "-O1", "-O3"];

#[test]
fn lanes_that_skip_a_barrier_wait_with_their_warp() {
    let Some(assembler) = Assembler::find() else { return };
    for (chip, level) in CHIPS.iter().flat_map(|chip| LEVELS.map(|level| (chip, level))) {
        let file = format!("guarded_{chip}{level}.ptx");
        let cubin = assembler.cubin(TEXT, &file, &[&format!("-arch=sm_{chip}"), level]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let module = Module::from_cubin("guarded.cubin", &cubin).expect("a cubin");
        for block in [1_u32, 31, 64, 96] {
            // The elements of the third warp are odd.
            let x: Vec<u32> = (0..=block).map(|i| if i < 64 { i * 5 } else { 2 * i + 1 }).collect();
            let expected = |i: usize| match x[i] & 1 {
                1 => 7,
                _ if i + 1 < block as usize => x[i + 1],
                _ => 0,
            };
            let expected: Vec<u32> = (0..block as usize).map(expected).collect();
            let mut memory = Memory::new();
            let y = memory.add(&vec![0_u32; block as usize]);
            let arguments = [memory.add(&x).into(), y.into()];
            let kernel = module.kernel("early").expect("the kernel");
            let launched =
                kernel.launch(Grid::new(1, block), &arguments, &mut memory, &Options::default());
            launched.unwrap_or_else(|fault| panic!("sm_{chip} {level} {block}: {fault}"));
            assert_eq!(memory.read::<u32>(y), expected, "sm_{chip} {level} {block}");
        }
    }
}

#[test]
fn warps_whose_guard_is_false_keep_their_registers() {
    let Some(assembler) = Assembler::find() else { return };
    for (chip, level) in CHIPS.iter().flat_map(|chip| LEVELS.map(|level| (chip, level))) {
        let file = format!("guarded_matrices_{chip}{level}.ptx");
        let cubin = assembler.cubin(TEXT, &file, &[&format!("-arch=sm_{chip}"), level]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let module = Module::from_cubin("guarded.cubin", &cubin).expect("a cubin");
        for bits in 0..16_u32 {
            // Each byte of the factors is 1.
            let x = [0x0101_0101_u32; 128];
            let expected = (0..128_u32).flat_map(|i| match bits >> (i / 32) & 1 {
                1 => [i % 32, x[0] + 16, x[0] + 16],
                _ => [77, x[0], x[0]],
            });
            let expected: Vec<u32> = expected.collect();
            for options in [Options::default(), Options::default().races(true).strict(true)] {
                let mut memory = Memory::new();
                let y = memory.add(&[0_u32; 3 * 128]);
                let arguments = [memory.add(&x).into(), y.into(), bits.into()];
                let kernel = module.kernel("some").expect("the kernel");
                let launched = kernel.launch(Grid::new(1, 128), &arguments, &mut memory, &options);
                launched.unwrap_or_else(|fault| panic!("sm_{chip} {level} {bits}: {fault}"));
                assert_eq!(memory.read::<u32>(y), expected, "sm_{chip} {level} {bits}");
            }
        }
    }
}
