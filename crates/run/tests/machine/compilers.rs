//! Kernels as compilers of other languages emit them.

use crate::assembler::Assembler;
use ptx_run::{Argument, Grid, Memory, Module, Options};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

const TEXT: &str = include_str!("compilers.ptx");

/// Instructions on numbers of which few programs have all operands.
const NUMBERS: &str = include_str!("numbers.ptx");

/// Calls of functions.
const FUNCTIONS: &str = include_str!("functions.ptx");

/// A text for chips from sm_90 on.
const LATER: &str = include_str!("compilers_90.ptx");

/// A text for chips from sm_100 on.
const LATEST: &str = include_str!("compilers_100.ptx");

/// Returns the words of the buffer after a launch of one block.
pub(crate) fn words(module: &Module, name: &str, grid: Grid, n: Argument, y: &[u64]) -> Vec<u64> {
    let mut memory = Memory::new();
    let y = memory.add(y);
    let kernel = module.kernel(name).unwrap_or_else(|error| panic!("{error}"));
    let launched =
        kernel.launch(grid, &[y.into(), n], &mut memory, &Options::default().strict(true));
    launched.unwrap_or_else(|fault| panic!("{name}: {fault}"));
    memory.read(y)
}

/// Cubins by their text, chip and level.
type Cubins = BTreeMap<(&'static str, u16, &'static str), Arc<Vec<u8>>>;

/// Returns the cubin of a text, which is assembled once for a chip and a level.
pub(crate) fn cubin(
    assembler: &Assembler,
    text: &'static str,
    sm: u16,
    level: &'static str,
) -> Arc<Vec<u8>> {
    static KNOWN: Mutex<Cubins> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let number = known.len();
    let assemble = || {
        let is_of = |letter: &&str| text.contains(&format!(".target sm_{sm}{letter}\n"));
        let letter = ["a", "f"].into_iter().find(is_of).unwrap_or("");
        let target = format!("-arch=sm_{sm}{letter}");
        let file = format!("compilers_{number}.ptx");
        let cubin = assembler.cubin(text, &file, &[&target, level, "-fmad=false"]);
        Arc::new(cubin.unwrap_or_else(|lines| panic!("errors in lines {lines:?}")))
    };
    Arc::clone(known.entry((text, sm, level)).or_insert_with(assemble))
}

/// Returns the words that a kernel of the text stores.
pub(crate) fn stored(
    text: &'static str,
    name: &str,
    grid: Grid,
    n: Argument,
    y: &[u64],
) -> Vec<u64> {
    let ptx = Module::new("compilers.ptx", text).unwrap_or_else(|error| panic!("{error}"));
    words(&ptx, name, grid, n, y)
}

/// Runs a kernel of the text and of its machine code on each chip, and compares the words with the expected ones.
pub(crate) fn compare(
    text: &'static str,
    chips: &[u16],
    name: &str,
    grid: Grid,
    n: Argument,
    y: &[u64],
    expected: &[u64],
) {
    assert_eq!(stored(text, name, grid, n.clone(), y), expected, "{name}, PTX");
    let Some(assembler) = Assembler::find() else { return };
    for sm in chips {
        for level in ["-O0", "-O3"] {
            let cubin = cubin(&assembler, text, *sm, level);
            let machine = Module::from_cubin("compilers.cubin", &cubin).expect("a cubin");
            let found = words(&machine, name, grid, n.clone(), y);
            assert_eq!(found, expected, "{name}, sm_{sm}, {level}");
        }
    }
}

const CHIPS: [u16; 5] = [75, 80, 90, 100, 120];

#[test]
fn a_parameter_narrower_than_a_word_is_loaded() {
    compare(TEXT, &CHIPS, "ones", Grid::new(1, 1), u16::MAX.into(), &[0], &[16]);
}

#[test]
fn loops_of_compare_and_swap_end_after_one_swap() {
    // 100 threads count modulo 31.
    compare(TEXT, &CHIPS, "increment", Grid::new(1, 100), 30u64.into(), &[0], &[100 % 31]);
    let [before, after] = [1000f64, 900.0].map(f64::to_bits);
    compare(TEXT, &CHIPS, "subtract", Grid::new(1, 100), 0u64.into(), &[before], &[after]);
}

/// Returns the words that the atomic operations of `threads` leave in memory.
fn updated(threads: &[u32]) -> [u64; 4] {
    let sum: u32 = threads.iter().sum();
    let most = threads.iter().max().copied().unwrap_or(0);
    let float = u64::from((sum as f32).to_bits()) << 32;
    [float, f64::from(sum).to_bits(), sum.into(), most.into()]
}

#[test]
fn generic_atomics_reach_both_memories() {
    let [even, odd]: [Vec<u32>; 2] = [0, 1].map(|rest| (0..64).filter(|i| i % 2 == rest).collect());
    let mut expected = [updated(&even), updated(&odd)];
    expected[0][0] |= u64::from(even.iter().sum::<u32>());
    expected[1][0] |= u64::from(odd.iter().sum::<u32>());
    compare(TEXT, &CHIPS, "generic", Grid::new(1, 64), 0u64.into(), &[0; 8], &expected.concat());
}

#[test]
fn atomics_on_shared_memory_become_loops() {
    let all: Vec<u32> = (0..64).collect();
    compare(TEXT, &CHIPS, "shared", Grid::new(1, 64), 0u64.into(), &[0; 4], &updated(&all));
}

#[test]
fn a_load_may_end_after_shared_memory() {
    let grid = Grid { shared: 12, ..Grid::new(1, 1) };
    compare(TEXT, &CHIPS, "slices", grid, 0u64.into(), &[0; 2], &[7 << 32 | 7, 7]);
}

#[test]
fn generic_addresses_and_the_words_of_the_driver() {
    // Local memory, shared memory, the spaces of both addresses, and `%nsmid`, `%dynamic_smem_size`, `%nctaid.y` and
    // `%ntid.z`.
    let expected = [7 << 32 | 5, 9 << 32 | 5, 1 + 8, 1 + 64 * 16 + (1 << 16) + (1 << 20)];
    let grid = Grid { shared: 64, ..Grid::new(1, 1) };
    compare(TEXT, &CHIPS, "windows", grid, 5u64.into(), &[0; 4], &expected);
}

#[test]
fn undefined_bits_of_a_guarded_load_and_of_a_counter_reach_no_result() {
    let y: [u64; 9] = [1, 6, 3, 9, 5, 4, 3, 8, 2];
    let n = y.len();
    let expected: Vec<u64> = (0..n)
        .map(|thread| {
            let count = y[thread..].iter().filter(|word| **word != 3).count();
            (n % 3 * 256 + 2 * count) as u64
        })
        .collect();
    compare(TEXT, &CHIPS, "partial", Grid::new(1, n as u32), (n as u64).into(), &y, &expected);
}

#[test]
fn carries_of_64_bits() {
    for (a, b) in [(u64::MAX, 5), (5, u64::MAX), (0, 0), (7, 7), (u64::MAX, u64::MAX), (3, 9)] {
        let next = |a: u64, b: u64, carry: bool| {
            let sum = u128::from(a) + u128::from(b) + u128::from(carry);
            (sum as u64, sum >> 64 != 0)
        };
        let (d0, carry) = next(a, b, false);
        let (d1, carry) = next(b, a, carry);
        let (d2, _) = next(a, 7, carry);
        // A difference is the sum with the complement, and the carry is the opposite of the borrow.
        let (d3, carry) = next(a, !b, true);
        let (d4, carry) = next(b, !a, carry);
        let (d5, _) = next(a, !7, carry);
        let y = [b, 0, 0, 0, 0, 0];
        compare(TEXT, &CHIPS, "chains", Grid::new(1, 1), a.into(), &y, &[d0, d1, d2, d3, d4, d5]);
    }
}

#[test]
fn parts_of_registers_are_converted() {
    // 0xb504² + 1 is 0x7ffe_a811, and 0x0d00² + 1 is 0x00a9_0001.
    for (x, halves, upper, byte, top) in [
        (0xb504_u64, 0x7800_7800, 32766_f32, 254_f32, 127_f32),
        (0x0d00, 0x5948_5948, 169.0, 169.0, 0.0),
    ] {
        let [upper, byte, top] = [upper, byte, top].map(|x| u64::from(x.to_bits()));
        let y = [x, 0, 0, 0, 0, 0];
        let expected = [x, halves, upper, upper, byte, top];
        compare(TEXT, &CHIPS, "parts", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn both_results_of_a_doubled_half_are_equal() {
    // 1, 2, -1 and -2.
    for (low, high, less_than_0, less) in [
        (0x3c00, 0x4000, false, true),
        (0xbc00, 0xc000, true, false),
        (0x3c00, 0x3c00, false, false),
    ] {
        let expected =
            if less_than_0 { 1 + 4 } else { 2 + 8 } + if less { 16 + 64 } else { 32 + 128 };
        let y = [high << 16 | low];
        compare(TEXT, &CHIPS, "doubled", Grid::new(1, 1), 0u64.into(), &y, &[expected]);
    }
}

#[test]
fn the_upper_half_of_a_word_is_converted() {
    // -2.75 in the upper half, 1.5 in the lower; -3 and -2 as halves.
    let y = [0xc180_3e00, 0, 0, 0];
    let [word, down, up] = [(-2i32).cast_unsigned(), 0xc200, 0xc000].map(u64::from);
    let expected = [word, 2, (-2.75f64).to_bits(), up << 16 | down];
    compare(TEXT, &CHIPS, "upper", Grid::new(1, 1), 0u64.into(), &y, &expected);
}

#[test]
fn all_threads_jump_by_one_number() {
    for (n, expected) in [12, 7 ^ 77, 49, 7 << 4].into_iter().enumerate() {
        compare(TEXT, &CHIPS, "uniform", Grid::new(1, 1), (n as u64).into(), &[7], &[expected]);
    }
}

#[test]
fn lanes_exchange_numbers_between_branches() {
    let y: Vec<u64> = (0..32).map(|i| 5 * i + 1).collect();
    let of_partner = |i: u64| match i % 2 {
        0 => 5 * (i + 1) + 1 + 7,
        _ => 3 * (5 * (i - 1) + 1),
    };
    let expected: Vec<_> = (0..32).map(of_partner).collect();
    compare(TEXT, &CHIPS, "apart", Grid::new(1, 32), 0u64.into(), &y, &expected);
}

#[test]
fn a_warp_arrives_at_a_barrier_without_waiting() {
    let expected = [[22; 32], [11; 32]].concat();
    compare(TEXT, &CHIPS, "arrival", Grid::new(1, 64), 0u64.into(), &[0; 64], &expected);
}

#[test]
fn products_plus_negative_constants() {
    for (a, b) in [(3i32, -7i32), (i32::MIN, i32::MIN), (-1, 1), (0, 0)] {
        let [x, y] = [a, b].map(|word| u64::from(word.cast_unsigned()));
        let product = i64::from(a) * i64::from(b);
        let large = product.wrapping_add(0xffff_fffb);
        let expected = [product - 5, (x * y).wrapping_add(0xffff_fffb).cast_signed(), large];
        let expected = expected.map(i64::cast_unsigned);
        compare(TEXT, &CHIPS, "products", Grid::new(1, 1), 0u64.into(), &[x, y, 0], &expected);
    }
}

#[test]
fn the_upper_half_of_the_clock_is_0() {
    compare(TEXT, &CHIPS, "clock", Grid::new(1, 1), 0u64.into(), &[9], &[0]);
}

#[test]
fn shifts_products_and_sums_of_64_bits() {
    let small = u64::from(u32::MAX);
    for (a, b, c) in [(small, small, small), (u64::MAX, u64::MAX, 1), (1 << 63 | 5, 3 << 62, small)]
    {
        for n in [0u32, 1, 31, 32, 40, 63, 70] {
            let shifted = (a.cast_signed() >> n.min(63)).cast_unsigned();
            let high = ((u128::from(a) * u128::from(b)) >> 64) as u64;
            let expected = [shifted, high, a.wrapping_add(b).wrapping_add(c)];
            compare(
                NUMBERS,
                &CHIPS,
                "long",
                Grid::new(1, 1),
                u64::from(n).into(),
                &[a, b, c],
                &expected,
            );
        }
    }
}

#[test]
fn both_results_of_a_comparison_of_64_bits() {
    for (a, b) in [(5i64, 7i64), (7, 5), (-1 << 32 | 0x7f80_0102, 0x3f80_ff7f), (4, 4)] {
        let sum = if a < b { 1 + 8 } else { 2 + 4 };
        let is_less = f32::from_bits(a as u32) < f32::from_bits(b as u32);
        let bytes = |x: i64| (x as u32).to_le_bytes().map(u8::cast_signed);
        let differences = bytes(a).into_iter().zip(bytes(b)).map(|(x, y)| u32::from(x.abs_diff(y)));
        let total = sum + differences.sum::<u32>();
        let less = if is_less { 1f32.to_bits() } else { 0 };
        let y = [a.cast_unsigned(), b.cast_unsigned(), 0];
        // The first word keeps its upper half.
        let keep = |word: u64, low: u32| word >> 32 << 32 | u64::from(low);
        let expected = [keep(y[0], sum), keep(y[1], less), total.into()];
        compare(NUMBERS, &CHIPS, "compared", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn lanes_match_by_64_bits() {
    let y: Vec<u64> = (0..32).map(|i| ((i % 3) << 32) | 7).collect();
    let mask = |i: u64| (0..32).filter(|j| j % 3 == i % 3).map(|j| 1u64 << j).sum();
    let expected: Vec<u64> = (0..32).map(mask).collect();
    compare(NUMBERS, &CHIPS, "matches", Grid::new(1, 32), 0u64.into(), &y, &expected);
}

#[test]
fn floats_of_8_bits_in_both_halves_of_a_word() {
    // 1 and 2 in the upper half, -1 and 0.5 in the lower half.
    let expected = [0x3c00_4000, 0xbc00_3800];
    let y = [0x3840_b830, 0];
    compare(LATER, &[90, 100, 120], "unpacked", Grid::new(1, 1), 0u64.into(), &y, &expected);
}

#[test]
fn products_of_matrices_are_limited() {
    let of_lane = [0x7f7f_7f7f_3c00_3c00, i32::MAX as u64];
    let y = of_lane.repeat(32);
    let pair = |word: u32| u64::from(word) << 32 | u64::from(word);
    let expected = [pair(17f32.to_bits()), pair(i32::MAX as u32)].repeat(32);
    compare(LATER, &[90, 120], "matrices", Grid::new(1, 32), 0u64.into(), &y, &expected);
}

#[test]
fn three_numbers_become_one_instruction() {
    for numbers in [[1f32, 2.0, 3.0], [3.0, 2.0, 1.0], [2.0, 3.0, 1.0], [-1.0, -3.0, -2.0]] {
        let word = |x: f32| u64::from(x.to_bits());
        let [a, b, c] = numbers;
        let expected = [word(a.max(b).max(c)), word(a.min(b).min(c)), word(c)];
        let y = numbers.map(word);
        compare(LATEST, &[100, 120], "largest", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn a_scaled_number_carries_into_the_upper_word() {
    for (n, t) in [(0xffff_fff8u64, 1u32), (5, u32::MAX), (u64::MAX, 0x8000_0001), (1 << 40, 7)] {
        let signed = i64::from(t.cast_signed()) * 8;
        let expected = [n.wrapping_add(8 * u64::from(t)), n.wrapping_add_signed(signed)];
        compare(NUMBERS, &CHIPS, "scaled", Grid::new(1, 1), n.into(), &[t.into(), 0], &expected);
    }
}

#[test]
fn atomics_of_64_bits_have_signs() {
    for (x, n) in [(-1i64, 1i64), (1, -1), (i64::MIN, i64::MAX), (1 << 32, 5)] {
        let word = i64::cast_unsigned;
        let y = [word(x), word(x), 0, 0];
        let expected = [word(x.min(n)), word(x.max(n)), word(x), word(x)];
        compare(NUMBERS, &CHIPS, "least", Grid::new(1, 1), word(n).into(), &y, &expected);
    }
}

#[test]
fn narrow_integers_are_extended() {
    for x in [-5.75f32, 5.75, 100_000.0, -100_000.0, 200.0] {
        let words = [i32::from(x as i8), i32::from(x as i16), i32::from(x as u8)];
        let expected = words.map(|word| u64::from(word.cast_unsigned()));
        let y = [x.to_bits().into(), 0, 0];
        compare(NUMBERS, &CHIPS, "narrow", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn a_constant_may_be_an_upper_half() {
    for x in [u64::MAX, 0x7ff8 << 48, 0x7ff7_ffff_ffff_ffff, 0xac1b_2357_343f_7c49] {
        let expected = [x % (0x7ff8 << 48)];
        compare(TEXT, &CHIPS, "remainder", Grid::new(1, 1), 0u64.into(), &[x], &expected);
    }
}

#[test]
fn values_of_128_bits_are_swapped() {
    // The first swap stores 3 and 4, the second fails, and both return the old values.
    let expected = [3, 4, 1, 2, 5, 6];
    compare(
        LATER,
        &[90, 100, 120],
        "swap",
        Grid::new(1, 1),
        0u64.into(),
        &[1, 2, 0, 0, 0, 0],
        &expected,
    );
}

#[test]
fn three_packed_operands_become_one_instruction() {
    let half = |number: i16| u64::from(number.cast_unsigned());
    let pair = |high, low| half(high) << 16 | half(low);
    for (numbers, results) in [
        ([pair(-5, 7), pair(3, -9), pair(-4, -1)], [pair(-5, -9), pair(3, 7), pair(-2, -1)]),
        // The sum of the lower halves has a carry.
        ([pair(-5, -7), pair(3, 9), pair(-4, -1)], [pair(-5, -7), pair(3, 9), pair(-2, 2)]),
    ] {
        let y = [&numbers[..], &[0; 3]].concat();
        let expected = [numbers, results].concat();
        compare(LATER, &[90, 100, 120], "packed", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn signs_of_halves_that_are_added_to_a_word() {
    let (h0, h1, h2, h3, c) = (0x3e00, 0xc100, 0x4200, 0x4500, 0.25f32);
    let y = [h1 << 16 | h0, h3 << 16 | h2, c.to_bits().into(), 0];
    // 1.5, -2.5, 3 and 5.
    let words = [2.5 * -5.0 + c, -5.0 + c, 1.5 * 5.0 + c, -2.5 * 3.0 + c];
    let words = words.map(|word| u64::from(word.to_bits()));
    compare(LATEST, &[100, 120], "mixed", Grid::new(1, 1), 0u64.into(), &y, &words);
}

#[test]
fn differences_of_pairs_and_negative_constants() {
    let pair = |high: f32, low: f32| u64::from(high.to_bits()) << 32 | u64::from(low.to_bits());
    let (a, b) = (pair(1.5, -3.0), pair(4.25, 8.5));
    let difference = pair(1.5 - 4.25, -3.0 - 8.5);
    for (n, words) in [(0u64, [(-5i64).cast_unsigned(), 5]), (1, [a, a])] {
        let expected = [difference, words[0], words[1]];
        compare(LATEST, &[100, 120], "pairs", Grid::new(1, 1), n.into(), &[a, b, 0], &expected);
    }
}

#[test]
fn numbers_of_64_bits_are_clamped() {
    for n in [0i64, -1, 7, 31, 32, 33, i64::MIN, i64::MAX, -5, -6, -(1 << 31), -(1 << 31) - 1] {
        let number = n.cast_unsigned();
        let clamped = n.min(32).cast_unsigned().max(5);
        let least = number.min(0xffff_ffff_8000_0000);
        let expected = [clamped, n.max(-5).cast_unsigned(), least];
        compare(LATEST, &[100, 120], "clamp", Grid::new(1, 1), number.into(), &[0; 3], &expected);
    }
}

#[test]
fn each_operand_of_a_saturated_sum_may_be_negated() {
    for (a, b) in [(i32::MIN, 1), (i32::MAX, -1), (7, 9), (-8, i32::MIN), (-1, i32::MAX)] {
        let words = [5i32.saturating_sub(a), a.saturating_sub(b), a.saturating_sub(5)];
        let words = [words[0], words[1], words[2], a.saturating_add(b)];
        let word = |word: i32| u64::from(word.cast_unsigned());
        let y = [word(a), word(b), 0, 0];
        let expected = words.map(word);
        compare(LATEST, &[100, 120], "saturated", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn functions_are_called_by_their_addresses() {
    let of_thread = |i: u32| match i % 2 {
        0 => i + 3 * (i + 1),
        _ => i.wrapping_sub(5 * (i + 1)),
    };
    let expected: Vec<u64> = (0..40).map(|i| of_thread(i).into()).collect();
    compare(FUNCTIONS, &CHIPS, "pick", Grid::new(1, 40), 0u64.into(), &[0; 40], &expected);
}

#[test]
fn memory_is_allocated_and_freed() {
    let expected: Vec<u64> = (7..47).collect();
    compare(FUNCTIONS, &CHIPS, "heap", Grid::new(1, 40), 0u64.into(), &[0; 40], &expected);
}

#[test]
fn a_condition_is_kept_during_calls() {
    let y: Vec<u64> = (3..35).collect();
    for n in [0u64, 1, 1 << 32] {
        let of_thread = |x: &u64| if n == 0 { 1001 * x } else { 1000 * (x + 1) + 2 * x + 1 };
        let expected: Vec<u64> = y.iter().map(of_thread).collect();
        compare(FUNCTIONS, &CHIPS, "kept", Grid::new(1, 32), n.into(), &y, &expected);
    }
}
