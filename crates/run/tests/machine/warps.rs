//! Tests machine code whose lanes leave a loop one after the other.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options};

const TEXT: &str = include_str!("warps.ptx");
const THREADS: u32 = 512;

/// Returns the words that a launch in blocks of this many threads writes, and its number of instructions.
fn words(module: &Module, block: u32, n: u32, options: &Options) -> (Vec<u32>, u64) {
    let mut memory = Memory::new();
    let y = memory.add(&[0u32; THREADS as usize]);
    let kernel = module.kernel("steps").unwrap_or_else(|error| panic!("{error}"));
    let (grid, arguments) = (Grid::new(THREADS / block, block), [y.into(), n.into()]);
    let launched = kernel.launch(grid, &arguments, &mut memory, options);
    let report = launched.unwrap_or_else(|fault| panic!("{fault}"));
    (memory.read(y), report.instructions)
}

fn steps(start: u32) -> u32 {
    let next = |n: &u32| (*n != 1).then(|| if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 });
    std::iter::successors(Some(start), next).count() as u32 - 1
}

/// With few words, threads of different warps write the same word. A launch that records races runs one block after the
/// other, so its words show the order in which the blocks must seem to run.
#[test]
fn warps_that_write_the_same_word_keep_their_order() {
    let Some(assembler) = Assembler::find() else { return };
    let cubin = assembler.cubin(TEXT, "warps.ptx", &["-arch=sm_90", "-O3"]);
    let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
    let module = Module::from_cubin("warps.cubin", &cubin).expect("a cubin");
    for (block, n) in
        [(32, 512), (96, 480), (128, 512), (256, 512), (512, 512), (128, 96), (512, 33)]
    {
        let threads = THREADS / block * block;
        let found = words(&module, block, n, &Options::default());
        assert_eq!(found, words(&module, block, n, &Options::default().races(true)), "{block} {n}");
        if n >= threads {
            let expected: Vec<u32> = (0..threads).map(|i| i + 1000 * steps(i + 1)).collect();
            assert_eq!(found.0[..threads as usize], expected, "{block} {n}");
        }
    }
}
