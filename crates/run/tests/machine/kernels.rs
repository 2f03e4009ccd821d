//! Compares whole kernels with their machine code.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};

/// Kernels with loops, shared memory, barriers, shuffles, votes, atomics, local memory and a division.
pub(crate) const TEXT: &str = include_str!("kernels.ptx");

pub(crate) const KERNELS: [&str; 7] =
    ["add", "reduce", "vote", "divide", "histogram", "stack", "signs"];

/// The number of words of the two buffers of each kernel.
const WORDS: u32 = 256;

fn words(module: &Module, name: &str) -> [Vec<u32>; 2] {
    let mut memory = Memory::new();
    let x: Vec<u32> = (0..WORDS).map(|i| i.wrapping_mul(0x9e37_79b1) ^ i << 7).collect();
    let x = memory.add(&x);
    let y = memory.add(&vec![0u32; WORDS as usize]);
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
    let arguments = [x.into(), y.into(), 250u32.into()];
    let launched = kernel.launch(Grid::new(2, 128), &arguments, &mut memory, &Options::default());
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    [memory.read(x), memory.read(y)]
}

#[test]
fn kernels_equal_their_machine_code() {
    let Some(assembler) = Assembler::find() else { return };
    let ptx = Module::new("kernels.ptx", TEXT).unwrap_or_else(|error| panic!("{error}"));
    for sm in [75, 80, 90, 100, 120] {
        for level in ["-O0", "-O3"] {
            let target = format!("-arch=sm_{sm}");
            let name = format!("kernels_{sm}{level}.ptx");
            let cubin = assembler.cubin(TEXT, &name, &[&target, level, "-fmad=false"]);
            let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
            let machine = Module::from_cubin("kernels.cubin", &cubin).expect("a cubin");
            for name in KERNELS {
                assert_eq!(words(&machine, name), words(&ptx, name), "{name}, sm_{sm}, {level}");
            }
        }
    }
}
