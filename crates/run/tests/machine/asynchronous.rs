//! Compares barriers in shared memory, asynchronous copies and clusters with their machine code.

use crate::assembler::Assembler;
use ptx_isa::Type;
use ptx_run::{Grid, Memory, Module, Options, Order, TensorMap};

const TEXT: &str = include_str!("asynchronous.ptx");

/// The number of words of the buffer.
const WORDS: u32 = 1 << 15;

/// Returns a word of the buffer before a launch.
fn word(i: u32) -> u32 {
    10 + i.wrapping_mul(0x9e37_79b0)
}

/// Returns the words of the buffer after a launch. A kernel with a second parameter receives a map of
/// the start of the buffer as 64 rows of 64 words.
fn words(module: &Module, name: &str, grid: Grid, options: &Options) -> Vec<u32> {
    let mut memory = Memory::new();
    let y: Vec<u32> = (0..WORDS).map(word).collect();
    let y = memory.add(&y);
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
    let map = TensorMap::tiled(y.address(), Type::U32, &[64, 64], &[256], &[16, 16]);
    let map = map.expect("a right map");
    let mut arguments = vec![y.into(), map.into()];
    arguments.truncate(kernel.signature().parameters.len());
    let launched = kernel.launch(grid, &arguments, &mut memory, options);
    launched.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    memory.read(y)
}

/// Compares a kernel with its machine code for each chip. Returns the words.
fn compare(text: &str, chips: &[&str], name: &str, grid: Grid) -> Vec<u32> {
    let ptx = Module::new("asynchronous.ptx", text).unwrap_or_else(|error| panic!("{error}"));
    let plain = Options::default();
    let expected = words(&ptx, name, grid, &plain);
    let Some(assembler) = Assembler::find() else { return expected };
    for chip in chips {
        for level in ["-O0", "-O3"] {
            let file = format!("asynchronous_{name}_{chip}{level}.ptx");
            let cubin = assembler.cubin(text, &file, &[&format!("-arch={chip}"), level]);
            let cubin = cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}"));
            let machine = Module::from_cubin("asynchronous.cubin", &cubin).expect("a cubin");
            let [races, strict] = [plain.clone().races(true), plain.clone().strict(true)];
            let [join, shuffle] = [plain.clone().order(Order::Join), plain.clone().shuffle(1)];
            for options in [plain.clone(), races, strict, join, shuffle] {
                let found = words(&machine, name, grid, &options);
                assert!(found == expected, "{name}, {chip}, {level}, {options:?}");
            }
        }
    }
    expected
}

const CHIPS: [&str; 3] = ["sm_90", "sm_100", "sm_120"];

#[test]
fn one_thread_copies_in_each_round() {
    let words = compare(TEXT, &CHIPS, "rounds", Grid::new(1, 32));
    let of_thread = |t| {
        (0..4u32).fold(0u32, |all, i| all.wrapping_mul(3).wrapping_add(word(1024 + 32 * i + t)))
    };
    let expected: Vec<u32> = (0..32).map(of_thread).collect();
    assert_eq!(words[..32], expected);
}

#[test]
fn barriers_in_shared_memory() {
    compare(TEXT, &CHIPS, "phases", Grid::new(1, 64));
    compare(TEXT, &CHIPS, "arrivals", Grid::new(1, 1));
    compare(TEXT, &CHIPS, "copies", Grid::new(1, 64));
}

#[test]
fn barriers_whose_numbers_are_in_registers() {
    let found = compare(TEXT, &CHIPS, "numbered", Grid::new(1, 128));
    for i in 0..128 {
        let half = i / 64 * 64;
        let large = (half..half + 64).filter(|other| word(*other) > 0x4000_0000).count();
        assert_eq!(found[i as usize], word(i ^ 63).wrapping_add(large as u32), "{i}");
    }
}

#[test]
fn bulk_copies() {
    compare(TEXT, &CHIPS, "lines", Grid::new(1, 32));
    compare(TEXT, &CHIPS, "tiles", Grid::new(1, 128));
}

#[test]
fn clusters() {
    compare(TEXT, &CHIPS, "cluster", Grid { blocks: [6, 4, 1], ..Grid::new(1, 32) });
    let found = compare(TEXT, &CHIPS, "first_rank", Grid::new(8, 32));
    assert!((0..256).all(|i| found[i as usize] == i / 128 * 4000 + i % 32));
    // For sm_120, the assembler calls functions of the system.
    compare(TEXT, &CHIPS, "multicast", Grid::new(2, 32));
}

#[test]
fn numbers_of_the_other_block_are_combined() {
    let found = compare(TEXT, &CHIPS, "reduced", Grid::new(2, 32));
    for block in 0..2 {
        let words: Vec<u32> = (0..32).map(|t| word(32 * (block ^ 1) + t)).collect();
        let of =
            |start: u32, combine: fn(u32, u32) -> u32| words.iter().copied().fold(start, combine);
        let least = |a: u32, b: u32| a.cast_signed().min(b.cast_signed()).cast_unsigned();
        let sum = words.iter().fold(1 << 40, |sum: u64, word| sum + 77 * u64::from(*word));
        let expected = [
            of(100, u32::wrapping_add),
            of(0x7fff_ffff, least),
            of(0, u32::max),
            of(u32::MAX, |a, b| a & b),
            of(0, |a, b| a | b),
            of(5, |a, b| a ^ b),
            // 32 steps up from 0 to 20 and then 0 again, and as many down.
            32 % 21,
            21 - 32 % 21,
            sum as u32,
            (sum >> 32) as u32,
        ];
        let at = 64 + 10 * block as usize;
        assert_eq!(found[at..at + 10], expected, "block {block}");
    }
}
