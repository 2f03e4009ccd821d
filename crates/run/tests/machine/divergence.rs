//! Tests machine code with nested loops that lanes leave at different times.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options, Order};

const TEXT: &str = include_str!("divergence.ptx");
const THREADS: u32 = 512;
const BLOCKS: [u32; 4] = [32, 96, 128, 512];
const CHIPS: [(u16, &str); 4] = [(75, "-O3"), (90, "-O0"), (90, "-O3"), (120, "-O3")];

/// Calls `check` with the machine code of the text for each chip.
fn with_machine_code(file: &str, check: impl Fn(&Module, &str)) {
    let Some(assembler) = Assembler::find() else { return };
    for (chip, level) in CHIPS {
        let name = format!("{file}_{chip}{level}.ptx");
        let cubin = assembler.cubin(TEXT, &name, &[&format!("-arch=sm_{chip}"), level]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let module = Module::from_cubin("divergence.cubin", &cubin).expect("a cubin");
        check(&module, &format!("sm_{chip} {level}"));
    }
}

/// Runs a kernel in blocks of this many threads. The last parameter is a word for each warp, or a number.
fn words(module: &Module, name: &str, block: u32, n: Option<u32>, options: &Options) -> Vec<u32> {
    let mut memory = Memory::new();
    let y = memory.add(&[0_u32; THREADS as usize]);
    let counters = memory.add(&[0_u32; THREADS as usize / 32]);
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
    let last = n.map_or(counters.into(), Into::into);
    let grid = Grid::new(THREADS / block, block);
    let launched = kernel.launch(grid, &[y.into(), last], &mut memory, options);
    launched.unwrap_or_else(|fault| panic!("{fault}"));
    memory.read(y)
}

/// The order of the lanes of a warp does not depend on the other warps: it is the order of a warp that runs alone.
#[test]
fn the_lanes_of_a_warp_run_in_the_order_of_a_warp_alone() {
    with_machine_code("order_of_warps", |module, what| {
        let alone = words(module, "order", 32, None, &Options::default());
        for block in BLOCKS {
            let count = (THREADS / block * block) as usize;
            let found = words(module, "order", block, None, &Options::default());
            assert_eq!(found[..count], alone[..count], "{what} {block}");
        }
    });
}

/// Returns the word that a thread writes.
fn turns(thread: u32) -> u32 {
    let mut state = thread.wrapping_mul(0x9e37_79b1).wrapping_add(12345);
    let (mut sum, mut count) = (0_u32, 0_u32);
    let finish = |sum: u32, count: u32| {
        thread.wrapping_mul(0x10000).wrapping_add(sum.wrapping_mul(64).wrapping_add(count))
    };
    loop {
        sum += 1;
        let inner = state & 7;
        if inner == 7 {
            if state >> 4 & 7 == 5 {
                return finish(sum, count);
            }
            sum += 7;
        } else {
            let stop = (0..inner).rev().position(|left| state >> 9 & 31 == left);
            sum += 3 * stop.map_or(inner, |stop| stop as u32 + 1);
            if stop.is_some() {
                return finish(sum + 11, count);
            }
            sum += 5;
        }
        state = (state.wrapping_mul(0x19660d).wrapping_add(0x3c6e_f35f) ^ count).rotate_left(11);
        count += 1;
        if state >> 16 & 15 == 3 || count >= 30 {
            return finish(sum + 11, count);
        }
    }
}

#[test]
fn lanes_that_leave_nested_loops_keep_their_values() {
    with_machine_code("turns", |module, what| {
        for block in [1, 7].into_iter().chain(BLOCKS) {
            let count = THREADS / block * block;
            let expected: Vec<u32> = (0..count).map(turns).collect();
            let orders = [Options::default(), Options::default().order(Order::Join)];
            for options in orders.into_iter().chain([Options::default().shuffle(5)]) {
                let found = words(module, "turns", block, Some(THREADS), &options);
                assert_eq!(found[..count as usize], expected, "{what} {block}");
            }
        }
    });
}

/// A launch that records races runs one block after the other, so its words show the order in which blocks must seem to
/// run.
#[test]
fn warps_that_write_the_same_word_keep_their_order_in_nested_loops() {
    with_machine_code("same_words", |module, what| {
        for (block, n) in [(64, 100), (256, 33), (96, 7)] {
            let find = |options| words(module, "turns", block, Some(n), &options);
            let races = find(Options::default().races(true));
            assert_eq!(find(Options::default()), races, "{what} {block} {n}");
        }
    });
}
