//! Runs cubins with wrong bytes. They may be refused or fault; they must not panic or run for ever.

use crate::assembler::Assembler;
use crate::kernels::{KERNELS, TEXT};
use ptx_run::{Grid, Memory, Module, Options};
use test_support::is_full;

/// Returns the next number of a sequence (splitmix64).
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Loads a file, and launches each kernel that it still has.
fn run(bytes: &[u8]) {
    let Ok(module) = Module::from_cubin("mutant.cubin", bytes) else { return };
    for name in KERNELS {
        let Ok(kernel) = module.kernel(name) else { continue };
        let mut memory = Memory::new();
        let (x, y) = (memory.add(&[1u32; 256]), memory.add(&[0u32; 256]));
        let arguments = [x.into(), y.into(), 250u32.into()];
        let options = Options::default().max_steps(2_000);
        let _ = kernel.launch(Grid::new(1, 64), &arguments, &mut memory, &options);
    }
}

#[test]
fn wrong_bytes_do_not_panic() {
    let Some(assembler) = Assembler::find() else { return };
    let mut state = 1;
    for sm in [75, 90, 120] {
        let target = format!("-arch=sm_{sm}");
        let cubin = assembler.cubin(TEXT, &format!("mutants_{sm}.ptx"), &[&target]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        for _ in 0..if is_full() { 2_000 } else { 40 } {
            let mut mutant = cubin.clone();
            for _ in 0..1 + next(&mut state) % 4 {
                let at = next(&mut state) as usize % mutant.len();
                mutant[at] = match next(&mut state) % 4 {
                    0 => 0xff,
                    1 => 0,
                    2 => mutant[at] ^ 1 << (next(&mut state) % 8),
                    _ => next(&mut state) as u8,
                };
            }
            if next(&mut state).is_multiple_of(16) {
                mutant.truncate(next(&mut state) as usize % cubin.len());
            }
            run(&mutant);
        }
    }
}
