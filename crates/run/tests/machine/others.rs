//! Compares instructions that no other kernel of these tests has with numbers computed apart.

use crate::assembler::Assembler;
use crate::compilers::{compare, cubin, words};
use ptx_run::{FaultKind, Grid, Memory, Module, Options};
use ptx_sass::{Cubin, Operand, decode};

/// A text for all chips, and texts for chips from sm_80 and sm_90 on, and for sm_90a.
const TEXT: &str = include_str!("others.ptx");
const LATER: &str = include_str!("others_80.ptx");
const LATEST: &str = include_str!("others_90.ptx");
const OF_90A: &str = include_str!("others_90a.ptx");

const CHIPS: [u16; 5] = [75, 80, 90, 100, 120];
const WARP: u32 = 32;

/// Returns a pair of words.
fn pair([low, high]: [u32; 2]) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// Returns different numbers.
fn number(i: u32) -> u32 {
    (i + 3).wrapping_mul(0x9e37_79b1)
}

#[test]
fn each_lane_has_masks_of_other_lanes() {
    let expected = (0..WARP).flat_map(|lane| {
        let mask =
            |is_in: &dyn Fn(u32) -> bool| (0..WARP).map(|i| u32::from(is_in(i)) << i).sum::<u32>();
        let [eq, le] = [mask(&|i| i == lane), mask(&|i| i <= lane)];
        let [gt, ge] = [mask(&|i| i > lane), mask(&|i| i >= lane)];
        [pair([eq, le]), pair([gt, ge])]
    });
    let expected: Vec<u64> = expected.collect();
    compare(TEXT, &CHIPS, "lanes", Grid::new(1, WARP), 0u64.into(), &[0; 64], &expected);
}

#[test]
fn a_matrix_is_transposed() {
    let y: Vec<u64> = (0..WARP).map(|i| number(i).into()).collect();
    let element = |row: u32, column: u32| {
        let word = number(4 * row + column / 2);
        if column.is_multiple_of(2) { word & 0xffff } else { word >> 16 }
    };
    let expected = (0..WARP).map(|lane| {
        let (row, column) = (lane / 4, lane % 4 * 2);
        u64::from(element(column, row) | element(column + 1, row) << 16)
    });
    let expected: Vec<u64> = expected.collect();
    compare(TEXT, &CHIPS, "transposed", Grid::new(1, WARP), 0u64.into(), &y, &expected);
}

#[test]
fn sums_of_shared_numbers_are_limited() {
    let limited = |x: i64| x.clamp(i32::MIN.into(), i32::MAX.into()) as u32;
    for [a, b] in [[1 << 30, 3], [i32::MIN, -5], [i32::MIN, i32::MAX], [7, i32::MIN], [-9, 4]] {
        let n = pair([a, b].map(i32::cast_unsigned));
        let [x, y] = [a, b].map(i64::from);
        let sums =
            [((x * x) >> 32) + y, x + y, x - y, x + i64::from(b.wrapping_neg())].map(limited);
        let expected = [pair([sums[0], sums[1]]), pair([sums[2], sums[3]])];
        compare(TEXT, &CHIPS, "sums", Grid::new(1, 1), n.into(), &[0; 2], &expected);
    }
}

#[test]
fn constants_are_converted_to_both_halves() {
    // A number that is too large becomes the largest one, and the others lose their last bits.
    let expected = [0x3f9f_bf8f_3c7f_7bff];
    compare(LATER, &CHIPS[1..], "constants", Grid::new(1, 1), 0u64.into(), &[0], &expected);
}

#[test]
fn only_the_addresses_of_rows_are_read() {
    let y: Vec<u64> = (0..WARP).map(|i| number(i).into()).collect();
    let expected: Vec<u64> = (0..WARP).map(|i| pair([number(i); 2])).collect();
    compare(LATER, &CHIPS[1..], "rows", Grid::new(1, WARP), 0u64.into(), &y, &expected);
}

#[test]
fn places_in_reserved_shared_memory_have_a_distance() {
    let expected = [1024 - 64];
    compare(LATER, &CHIPS[1..3], "between", Grid::new(1, 1), 0u64.into(), &[0], &expected);
}

#[test]
fn the_lower_half_of_the_clock_advances() {
    compare(TEXT, &CHIPS, "time", Grid::new(1, 1), 0u64.into(), &[0], &[1]);
}

/// A number of a table that no address of the kernel has is not a target of a jump.
#[test]
fn other_numbers_of_a_table_are_no_targets() {
    let Some(assembler) = Assembler::find() else { return };
    let y: Vec<u64> = (0..WARP).map(|i| pair([i % 2, number(i)])).collect();
    let of = |i: u32| if i.is_multiple_of(2) { number(i).wrapping_add(5) } else { number(i) ^ 77 };
    let expected: Vec<u64> = (0..WARP).map(|i| pair([i % 2, of(i)])).collect();
    let run = |cubin: &[u8]| {
        let module = Module::from_cubin("others.cubin", cubin).expect("a cubin");
        words(&module, "jumps", Grid::new(1, WARP), 0u64.into(), &y)
    };
    for sm in CHIPS {
        let cubin = cubin(&assembler, TEXT, sm, "-O3");
        assert_eq!(run(&cubin), expected, "sm_{sm}");
        let read = Cubin::read(&cubin).expect("a cubin");
        let kernel = read.kernels.iter().find(|one| one.name == "jumps").expect("the kernel");
        let size = kernel.code.len() as i32;
        // The distances of three instructions of the kernel.
        let distances = |words: &[u8]| {
            let words = words.as_chunks::<4>().0.iter().map(|word| i32::from_le_bytes(*word));
            words.collect::<Vec<_>>()
        };
        let is_table = |words: &[u8]| {
            distances(words).iter().all(|one| *one != 0 && one % 16 == 0 && one.abs() < size)
        };
        let banks = kernel.banks.values();
        let mut tables =
            banks.flat_map(|bank| bank.windows(12).step_by(4).filter(|one| is_table(one)));
        let table = tables.next().expect("a table");
        let code = kernel.code.as_chunks::<16>().0.iter().enumerate();
        let mut jumps = code.filter_map(|(i, word)| {
            let one = decode(u128::from_le_bytes(*word), 16 * i as u64, sm.into()).ok()?;
            match (one.name, one.operands.get(1)?) {
                ("BRX", Operand::Target(start) | Operand::Number(start)) => Some(*start as i32),
                _ => None,
            }
        });
        let start = jumps.next().expect("a jump");
        let at = cubin.windows(12).position(|words| words == table).expect("the table") + 8;
        // The address after the kernel, one far behind it, and one between instructions.
        for address in [size, 16 * size, 40] {
            let mut cubin = cubin.to_vec();
            cubin[at..at + 4].copy_from_slice(&(address - start).to_le_bytes());
            assert_eq!(run(&cubin), expected, "sm_{sm}, {address}");
        }
    }
}

#[test]
fn conditions_of_a_block_are_combined() {
    let y: Vec<u64> = (0..64).collect();
    for (n, all, one) in [(64u64, 1, 1), (63, 0, 1), (1, 0, 1), (0, 0, 0)] {
        let expected = [pair([all, one]); 64];
        compare(TEXT, &CHIPS, "below", Grid::new(1, 64), n.into(), &y, &expected);
    }
}

#[test]
fn bits_of_a_warp_are_combined() {
    let words: Vec<u32> = (0..WARP).map(|i| number(i) | 0x0040_0100).collect();
    let y: Vec<u64> = words.iter().flat_map(|word| [u64::from(*word), 0]).collect();
    let of = |combine: fn(u32, u32) -> u32| words.iter().copied().reduce(combine).expect("words");
    let [and, or] = [of(|a, b| a & b), of(|a, b| a | b)];
    let [xor, sum] = [of(|a, b| a ^ b), of(u32::wrapping_add)];
    let expected = [pair([and, or]), pair([xor, sum])].repeat(WARP as usize);
    compare(LATER, &CHIPS[1..], "bits", Grid::new(1, WARP), 0u64.into(), &y, &expected);
}

#[test]
fn numbers_are_limited_and_rounded() {
    for (a, b, rounded) in [
        (70_000, 0x0000_1234, [0.0f32, 1.0]),
        (-70_000, 0x3fc0_0000, [2.0, 2.0]),
        (300, 0x8000_0001u32.cast_signed(), [-0.0, -0.0]),
        (-300, 0x4000_0000, [2.0, 2.0]),
    ] {
        let halves = |least: i32, most: i32| {
            let [a, b] = [a, b].map(|x: i32| x.clamp(least, most).cast_unsigned() & 0xffff);
            a << 16 | b
        };
        let y = [pair([a.cast_unsigned(), b.cast_unsigned()]), 0];
        let expected =
            [pair([halves(0, 0xffff), halves(-0x8000, 0x7fff)]), pair(rounded.map(f32::to_bits))];
        compare(TEXT, &CHIPS, "limited", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn places_out_of_bounds_count_as_0() {
    // 2 · 3 + 3 and -2 · 3 + 3 in binary16, beside the NaN with either sign.
    for (a, b, plain, at_least_0) in [
        (0x4000_7ff7, 0x4200_4200, 0x4880_0000, 0x4880_0000),
        (0xfff7_c000, 0x4200_4200, 0x0000_c200, 0),
    ] {
        let y = [pair([a, b])];
        let expected = [pair([plain, at_least_0])];
        compare(LATEST, &CHIPS[2..], "bounded", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn bulk_copies_combine_numbers() {
    for source in [[1.5f64.to_bits(), (-2.25f64).to_bits()], [pair([5, 3]), pair([9, 0x8000_0007])]]
    {
        let mut y = source.to_vec();
        y.extend((1..8).flat_map(|i| [pair([number(i), i]), pair([i + 1, number(8 + i)])]));
        y[12..14].copy_from_slice(&[0.5f64.to_bits(), 8f64.to_bits()]);
        let mut expected = y.clone();
        let words = |x: u64| [x as u32, (x >> 32) as u32];
        for k in 0..2 {
            let (a, old) = (source[k], |i: usize| y[2 * i + k]);
            let down = |old: u32, limit: u32| if old == 0 || old > limit { limit } else { old - 1 };
            let ([low, high], [of_low, of_high]) = (words(old(1)), words(a));
            let sum = f64::from_bits(old(6)) + f64::from_bits(a);
            let least = old(4).cast_signed().min(a.cast_signed());
            let most = old(5).cast_signed().max(a.cast_signed());
            let all = [
                pair([down(low, of_low), down(high, of_high)]),
                old(2) & a,
                old(3) | a,
                least.cast_unsigned(),
                most.cast_unsigned(),
                sum.to_bits(),
                old(7).min(a),
            ];
            for (i, result) in all.into_iter().enumerate() {
                expected[2 * i + 2 + k] = result;
            }
        }
        compare(LATEST, &CHIPS[2..], "combined", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn a_warpgroup_asks_for_registers() {
    let expected: Vec<u64> = (0..128).map(|i| pair([i, i])).collect();
    compare(OF_90A, &[90], "registers", Grid::new(1, 128), 0u64.into(), &[0; 128], &expected);
}

/// Runs a test on the text and on the machine code of each chip.
fn each_module(test: impl Fn(&Module, &str)) {
    test(&Module::new("others.ptx", TEXT).unwrap_or_else(|error| panic!("{error}")), "PTX");
    let Some(assembler) = Assembler::find() else { return };
    for sm in CHIPS {
        for level in ["-O0", "-O3"] {
            let cubin = cubin(&assembler, TEXT, sm, level);
            let machine = Module::from_cubin("others.cubin", &cubin).expect("a cubin");
            test(&machine, &format!("sm_{sm}, {level}"));
        }
    }
}

#[test]
fn numbers_are_printed() {
    each_module(|module, what| {
        let mut memory = Memory::new();
        let y = memory.add(&[0u32]);
        let kernel = module.kernel("prints").unwrap_or_else(|error| panic!("{what}: {error}"));
        let arguments = [y.into(), 0xffff_ffff_8000_0001u64.into()];
        let report = kernel.launch(Grid::new(1, 1), &arguments, &mut memory, &Options::default());
        let report = report.unwrap_or_else(|fault| panic!("{what}: {fault}"));
        assert_eq!(String::from_utf8_lossy(&report.printed), "7 -2147483647\n", "{what}");
        assert_eq!(memory.read::<u32>(y), [2], "{what}");
    });
}

#[test]
fn an_assertion_fails() {
    each_module(|module, what| {
        let mut memory = Memory::new();
        let y = memory.add(&[0u32]);
        let kernel = module.kernel("asserts").unwrap_or_else(|error| panic!("{what}: {error}"));
        let arguments = [y.into(), 0u64.into()];
        let launched = kernel.launch(Grid::new(1, 1), &arguments, &mut memory, &Options::default());
        let fault = launched.expect_err("an assertion");
        assert_eq!(fault.kind, FaultKind::Assert, "{what}: {fault}");
        let expected = "assertion `i < n` failed at k.cu:42 in `void k()`";
        assert!(fault.to_string().contains(expected), "{what}: {fault}");
    });
}

#[test]
fn a_cooperative_launch_has_a_workspace() {
    each_module(|module, what| {
        let mut memory = Memory::new();
        let y = memory.add(&[0u32]);
        let kernel = module.kernel("workspace").unwrap_or_else(|error| panic!("{what}: {error}"));
        let options = Options::default().cooperative(true);
        let arguments = [y.into(), 0u64.into()];
        let launched = kernel.launch(Grid::new(1, 1), &arguments, &mut memory, &options);
        launched.unwrap_or_else(|fault| panic!("{what}: {fault}"));
        assert_eq!(memory.read::<u32>(y), [5], "{what}");
    });
}
