//! Tests machine code in which a lane waits in a loop for another lane of its warp. The loop yields, so the lanes that have
//! left it do not wait for the others.

use crate::assembler::Assembler;
use ptx_run::{Grid, Memory, Module, Options, Order};

const TEXT: &str = include_str!("yields.ptx");
const CHIPS: [u16; 6] = [75, 80, 89, 90, 100, 120];
const LEVELS: [&str; 4] = ["-O0", "-O1", "-O2", "-O3"];
/// The numbers of threads for each chip and level. A lock that the lanes of whole warps want takes seconds.
const FEW: [u32; 2] = [1, 7];
/// The numbers of threads for one chip and level: a warp, and two warps.
const MANY: [u32; 2] = [32, 64];
/// The number of words of the first buffer: pairs of a lock and the word that it guards.
const WORDS: usize = 8;

/// Checks the words of both buffers with the machine code for each chip and level.
fn check(name: &str, n: u32, expected: impl Fn(u32) -> (Vec<u32>, Vec<u32>)) {
    let Some(assembler) = Assembler::find() else { return };
    for (chip, level) in CHIPS.iter().flat_map(|chip| LEVELS.map(|level| (chip, level))) {
        let file = format!("yields_{name}_{chip}{level}.ptx");
        let cubin = assembler.cubin(TEXT, &file, &[&format!("-arch=sm_{chip}"), level]);
        let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
        let module = Module::from_cubin("yields.cubin", &cubin).expect("a cubin");
        let is_one = (*chip, level) == (90, "-O3");
        for block in FEW.into_iter().chain(MANY.into_iter().filter(|_| is_one)) {
            for options in [
                Options::default(),
                Options::default().shuffle(7),
                Options::default().order(Order::Join),
            ] {
                let found = words(&module, name, block, n, &options);
                assert_eq!(found, expected(block), "{name} sm_{chip} {level} {block}");
            }
        }
    }
}

/// Runs a kernel in one block of this many threads. Returns the words of both buffers.
fn words(
    module: &Module,
    name: &str,
    block: u32,
    n: u32,
    options: &Options,
) -> (Vec<u32>, Vec<u32>) {
    let mut memory = Memory::new();
    let (x, y) = (memory.add(&[0_u32; WORDS]), memory.add(&vec![0_u32; block as usize]));
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
    let arguments = [x.into(), y.into(), n.into()];
    let launched = kernel.launch(Grid::new(1, block), &arguments, &mut memory, options);
    launched.unwrap_or_else(|fault| panic!("{name} {block}: {fault}"));
    (memory.read(x), memory.read(y))
}

/// Returns the words of the first buffer that starts with these words.
fn buffer(first: &[u32]) -> Vec<u32> {
    first.iter().copied().chain(std::iter::repeat(0)).take(WORDS).collect()
}

#[test]
fn each_lane_of_a_warp_gets_a_lock() {
    let squares = |block| (buffer(&[0, block]), (0..block).map(|thread| thread * thread).collect());
    check("lock", 0, squares);
    check("sleep", 0, squares);
}

#[test]
fn lanes_of_a_warp_run_in_the_order_of_their_tickets() {
    // The threads run in ascending order (0), and in descending order (1).
    for n in [0, 1] {
        let expected = |block: u32| {
            let mut of_threads = vec![0; block as usize];
            let mut word = 0_u32;
            for ticket in 0..block {
                let thread = if n == 0 { ticket } else { block - 1 - ticket };
                word = word.wrapping_mul(3).wrapping_add(thread);
                of_threads[thread as usize] = word;
            }
            (buffer(&[block, word]), of_threads)
        };
        check("tickets", n, expected);
    }
}

#[test]
fn lanes_get_a_lock_while_they_have_another() {
    let rounds = 5;
    let expected = |block: u32| {
        let turns = |thread: u32| (0..rounds).filter(|round| (thread + round) & 3 != 0).count();
        let of_threads: Vec<u32> = (0..block).map(|thread| turns(thread) as u32).collect();
        let of_group = |group: u32| -> u32 {
            let own = (group..block).step_by(3);
            own.map(|thread| thread * of_threads[thread as usize]).sum()
        };
        let all = of_threads.iter().sum();
        let first = [0, all, 0, of_group(0), 0, of_group(1), 0, of_group(2)];
        (buffer(&first), of_threads)
    };
    check("nested", rounds, expected);
}
