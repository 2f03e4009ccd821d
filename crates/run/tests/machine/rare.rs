//! Compares instructions that few programs have with numbers computed apart.

use crate::assembler::Assembler;
use crate::compilers::{compare, cubin, stored, words};
use ptx_run::{Grid, Module};

/// A text for all chips, texts for chips from sm_80, sm_90 and sm_100 on, and texts for sm_100a, sm_103 and sm_120.
const TEXT: &str = include_str!("rare.ptx");
const LATER: &str = include_str!("rare_80.ptx");
const LATEST: &str = include_str!("rare_90.ptx");
const NEWEST: &str = include_str!("rare_100.ptx");
const OF_100A: &str = include_str!("rare_100a.ptx");
const OF_103: &str = include_str!("rare_103.ptx");
const OF_120: &str = include_str!("rare_120.ptx");

const CHIPS: [u16; 5] = [75, 80, 90, 100, 120];
const WARP: usize = 32;

/// Returns a pair of words.
fn pair(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// Returns numbers with both signs, of all sizes.
fn number(i: usize) -> u32 {
    ((i + 3) as u32).wrapping_mul(0x9e37_79b1) >> (i % 5)
}

#[test]
fn a_scaled_pair_carries_into_the_upper_word() {
    for (n, a) in [(u64::MAX, 1), (0xffff_fff8, 0x2000_0001), (7, u64::MAX), (0, 0), (1 << 35, 1)] {
        let expected = [n.wrapping_add(a << 3), n.wrapping_sub(a << 5)];
        compare(TEXT, &CHIPS, "shifted", Grid::new(1, 1), n.into(), &[a, 0], &expected);
    }
}

#[test]
fn a_signed_number_is_added_to_a_pair() {
    for (n, t) in [(5u32, -6i32), (0xffff_ffff, 1), (0, i32::MIN), (0x8000_0000, i32::MIN), (9, 3)]
    {
        let word = t.cast_unsigned();
        let of_all = pair(n, word).wrapping_add_signed(t.into());
        let expected = u64::from(n).wrapping_add_signed(t.into());
        let y = [u64::from(word)];
        let all = pair(n, word);
        compare(TEXT, &CHIPS, "offset", Grid::new(1, 1), u64::from(n).into(), &y, &[expected]);
        compare(TEXT, &CHIPS, "offset_of_all", Grid::new(1, 1), all.into(), &[0], &[of_all]);
    }
}

#[test]
fn bytes_with_signs_are_extended() {
    for y in [0x0000_00f4_8302_8100_u64, 0x0000_007f_ff80_7f00] {
        let byte = |at: usize| i32::from(y.to_le_bytes()[at].cast_signed()).cast_unsigned();
        let expected = [pair(byte(1), byte(2)), pair(byte(3), byte(4))];
        compare(TEXT, &CHIPS, "bytes", Grid::new(1, 1), 0u64.into(), &[y, 0], &expected);
    }
}

#[test]
fn an_index_of_a_constant_may_be_negative() {
    for index in [-8i32, -1, 0, 7] {
        let y = [index.cast_unsigned().into()];
        let expected = [(108 + index).cast_unsigned().into()];
        compare(TEXT, &CHIPS, "constants", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn constants_have_generic_addresses() {
    for (n, expected) in [(0u64, pair(101, 1)), (1, pair(201, 1)), (2, pair(77, 2))] {
        let y = [pair(3, 77)];
        compare(TEXT, &CHIPS, "window", Grid::new(1, 1), n.into(), &y, &[expected]);
    }
    compare(TEXT, &CHIPS, "there_and_back", Grid::new(1, 1), 8u64.into(), &[0], &[202]);
}

/// Returns what a thread of the kernel `loops` stores, and whether it leaves both loops.
fn looped(m: u32) -> (u32, bool) {
    let mut s = 0u32;
    for i in 0..9 {
        let mut j = 0;
        loop {
            s = s.wrapping_add(i).wrapping_mul(3).wrapping_add(j);
            if s & 63 == m {
                return (s, true);
            }
            j += 1;
            if s & 7 == 5 || j >= m {
                break;
            }
        }
    }
    (s.wrapping_add(1000), false)
}

#[test]
fn lanes_leave_two_loops_at_once() {
    let y: Vec<u64> = (0..64).map(|i| (i * 7) % 64).collect();
    let threads: Vec<_> = y.iter().map(|m| looped(*m as u32)).collect();
    let count = threads.iter().filter(|(_, leaves)| *leaves).count();
    assert!((8..56).contains(&count), "{count} of the threads leave both loops");
    let expected: Vec<u64> = threads.iter().map(|(word, _)| u64::from(*word)).collect();
    compare(TEXT, &CHIPS, "loops", Grid::new(1, 64), 0u64.into(), &y, &expected);
}

#[test]
fn lanes_skip_a_part_only_together() {
    let words = |i: usize| [number(i) >> 18, number(i + 7) >> 19].map(u32::cast_signed);
    // All lanes, some and none skip the part.
    for (base, counts) in [(8000, 0..1), (0, 1..WARP), (-20_000, WARP..WARP + 1)] {
        let lanes: Vec<_> = (0..WARP).map(|i| words(i).map(|word| word + base)).collect();
        let mask: u32 = (0..WARP).map(|i| u32::from(lanes[i][1] < 3000) << i).sum();
        let of_lane = |[first, second]: [i32; 2]| {
            let least = first.min(second).to_le_bytes();
            let sum = |k: usize| {
                let other = mask.to_le_bytes()[k].cast_signed();
                (i32::from(least[k]) + i32::from(other)).clamp(0, 255) as u8
            };
            if first < 4000 {
                u32::from_le_bytes([0, 1, 2, 3].map(sum))
            } else {
                second.cast_unsigned()
            }
        };
        let count = lanes.iter().filter(|[first, _]| *first < 4000).count();
        assert!(counts.contains(&count), "{count} lanes do not skip the part");
        let y: Vec<u64> =
            lanes.iter().map(|[a, b]| pair(a.cast_unsigned(), b.cast_unsigned())).collect();
        let expected: Vec<u64> =
            (0..WARP).map(|i| pair(lanes[i ^ 18][0].cast_unsigned(), of_lane(lanes[i]))).collect();
        let grid = Grid::new(1, WARP as u32);
        compare(TEXT, &CHIPS, "skipped", grid, 0u64.into(), &y, &expected);
    }
}

#[test]
fn many_predicates_are_kept_in_registers() {
    for bits in [0u32, 0xf_ffff, 0xa_5a5a, 0x5_a5a5, 0x8_0001, 0x1_1178] {
        let mut words = vec![bits, 50];
        words.extend((0..20).map(|k| if bits >> k & 1 == 1 { 50 + 3 * k } else { 7 }));
        let expected: Vec<u64> = words.chunks(2).map(|two| pair(two[0], two[1])).collect();
        let mut y = vec![pair(7, 7); 11];
        y[0] = pair(bits, 50);
        compare(TEXT, &CHIPS, "flags", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn extremes_of_a_warp_with_and_without_signs() {
    let numbers: Vec<u32> = (0..WARP).map(number).collect();
    let signed = || numbers.iter().map(|one| one.cast_signed());
    let least = signed().min().unwrap_or(0).cast_unsigned();
    let most = signed().max().unwrap_or(0).cast_unsigned();
    let [low, high] = [numbers.iter().min(), numbers.iter().max()].map(|one| *one.unwrap_or(&0));
    assert!(least != low && most != high, "the signs matter");
    let y: Vec<u64> = numbers.iter().flat_map(|one| [u64::from(*one), 0]).collect();
    let expected = [pair(least, most), pair(low, high)].repeat(WARP);
    let grid = Grid::new(1, WARP as u32);
    compare(LATER, &CHIPS[1..], "extremes", grid, 0u64.into(), &y, &expected);
}

#[test]
fn matrices_are_transposed_while_they_are_loaded() {
    // Lane t stores row t, and matrix k has the rows from 8k on.
    let half = |row: usize, column: usize| (row << 8 | column) as u64;
    let four = |values: [u64; 4]| (0..4).map(|i| values[i] << (16 * i)).sum::<u64>();
    let y: Vec<u64> = (0..WARP)
        .flat_map(|t| [0, 4].map(|from| four([0, 1, 2, 3].map(|i| half(t, from + i)))))
        .collect();
    // Register k of lane t has the column t / 4 of matrix k, of rows 2 (t mod 4) and the next.
    let word = |t: usize, k: usize| {
        let row = 8 * k + t % 4 * 2;
        [half(row, t / 4), half(row + 1, t / 4)]
    };
    let of_two = |t: usize, k: usize| {
        let [a, b] = [word(t, k), word(t, k + 1)];
        four([a[0], a[1], b[0], b[1]])
    };
    let expected: Vec<u64> = (0..WARP).flat_map(|t| [of_two(t, 0), of_two(t, 2)]).collect();
    let grid = Grid::new(1, WARP as u32);
    compare(LATER, &CHIPS[1..], "transposed", grid, 0u64.into(), &y, &expected);
}

#[test]
fn two_bytes_are_packed_below_the_upper_half_of_a_register() {
    for (a, b, bytes) in [(300, 5, 0xff05_u64), (-7, 256, 0x00ff), (1, 2, 0x0102)] {
        let [a, b] = [a, b].map(i32::cast_unsigned);
        let (grid, expected) = (Grid::new(1, 1), [0x1234_0000 | bytes]);
        compare(LATER, &CHIPS[1..], "packed", grid, pair(b, 0).into(), &[a.into()], &expected);
    }
}

#[test]
fn pairs_of_floats_of_8_bits_are_joined() {
    let [one, two, large, small] = [1.5f32, -2.0, 1000.0, -0.25].map(f32::to_bits);
    let y = [pair(one, two), pair(large, small)];
    // The first of two numbers is the upper byte, and 448 is the greatest number.
    let word = 0x7e << 24 | 0xa8 << 16 | 0x3c << 8 | 0xc0;
    let expected = [pair(word, two), y[1]];
    compare(LATEST, &CHIPS[2..], "pairs", Grid::new(1, 1), 0u64.into(), &y, &expected);
}

#[test]
fn each_lane_has_a_barrier_of_its_own() {
    let y = [77; WARP];
    let left = |t: u64| if t % 2 == 1 { t / 8 + 1 } else { 77 };
    let expected: Vec<u64> = (0..WARP as u64).map(left).collect();
    let grid = Grid::new(1, WARP as u32);
    compare(LATEST, &CHIPS[2..], "barriers", grid, 0u64.into(), &y, &expected);
}

#[test]
fn each_lane_copies_a_row_of_its_own() {
    let row = |t: u64| [1000 + t, 2000 + t];
    let mut y: Vec<u64> = (0..WARP as u64).flat_map(row).collect();
    y.extend([7; 2 * WARP]);
    let copied = |t: u64| if t % 2 == 1 { row(t ^ 4) } else { [7; 2] };
    let mut expected = y[..2 * WARP].to_vec();
    expected.extend((0..WARP as u64).flat_map(copied));
    let grid = Grid::new(1, WARP as u32);
    // For sm_120, the assembler calls a function of the system instead.
    compare(LATEST, &[90, 100], "rows", grid, 0u64.into(), &y, &expected);
}

#[test]
fn bfloat16_numbers_are_added_to_a_word() {
    // 1.5 and -2.5 are the upper halves of their bits as binary32.
    let (low, high, c) = (1.5f32, -2.5f32, 0.375f32);
    let halves = high.to_bits() | low.to_bits() >> 16;
    let y = [pair(halves, c.to_bits()), 0];
    let [first, second, third] = [low + c, high + c, high * low + c].map(f32::to_bits);
    let expected = [pair(first, second), third.into()];
    compare(NEWEST, &[100], "brains", Grid::new(1, 1), 0u64.into(), &y, &expected);
}

/// Rounds the bits of a finite number to 10 bits of fraction, ties to even.
fn nearest(bits: u32) -> u32 {
    let odd = bits >> 13 & 1;
    (bits + 0xfff + odd) >> 13 << 13
}

#[test]
fn numbers_of_tf32_are_limited() {
    const MOST: u32 = 0x7f7f_e000;
    const INFINITY: u32 = 0x7f80_0000;
    const SIGN: u32 = 1 << 31;
    for bits in [0x7f7f_ffff, 0xff7f_ffff, 0x3f80_1000, 0x3f80_3000, 0x3f80_1001, 0xbf80_3000] {
        let rounded = nearest(bits);
        let limited = if rounded & !SIGN == INFINITY { rounded & SIGN | MOST } else { rounded };
        let to_zero = if bits & SIGN != 0 { 0 } else { bits >> 13 << 13 };
        let expected = [pair(limited, to_zero), rounded.into()];
        let y = [bits.into(), 0];
        compare(NEWEST, &[100], "limited", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn special_registers_of_warps_and_of_the_environment() {
    let expected: Vec<u64> = (0..64).flat_map(|t| [pair(t / 32, 40), 0]).collect();
    let grid = Grid::new(1, 64);
    compare(TEXT, &CHIPS, "special", grid, 0u64.into(), &[0; 128], &expected);
    let expected = [pair(40 + 1024, 40), 2];
    compare(LATEST, &CHIPS[2..], "aggregate", grid, 0u64.into(), &[0; 2], &expected);
}

#[test]
fn reserved_shared_memory_does_not_overlap_the_kernels_own() {
    let (grid, chips) = (Grid::new(1, 1), [80, 86, 90, 100, 120]);
    compare(LATER, &chips, "reserved", grid, 0u64.into(), &[0], &[pair(21, 9)]);
    compare(LATER, &chips, "only_reserved", grid, 0u64.into(), &[pair(5, 0)], &[pair(6, 0)]);
}

#[test]
fn local_addresses_are_in_local_memory() {
    let grid = Grid::new(1, 4);
    compare(TEXT, &CHIPS, "local_window", grid, 0u64.into(), &[0; 4], &[1; 4]);
}

#[test]
fn halves_are_multiplied_in_the_other_order() {
    // 1, 2, 4 and 8.
    let [one, two, four, eight] = [0x3c00, 0x4000, 0x4400, 0x4800];
    let a = one << 16 | two;
    let b = four << 16 | eight;
    // (2, 1) + (2, 1) (-4, 8) and (2, 1) + (2, 1) (4, -8), from the low half to the high one.
    let expected = pair(0x4880 << 16 | 0xc600, 0xc700 << 16 | 0x4900);
    compare(
        LATEST,
        &[90, 100, 120],
        "complex",
        Grid::new(1, 1),
        0u64.into(),
        &[pair(a, b)],
        &[expected],
    );
}

#[test]
fn the_greater_halves_are_those_of_the_first_number() {
    let cases = [
        ([0x0003_0001, 0x0002_0002], [0x0003_0002, 2 + 4]),
        ([0x0001_0003, 0x0002_0002], [0x0002_0003, 1 + 8]),
        ([0xffff_0005, 0x0000_0005], [0x0000_0005, 1 + 8]),
        ([0x7fff_8000, 0x7fff_8001], [0x7fff_8001, 2 + 4]),
    ];
    for ([a, b], [most, sum]) in cases {
        let (y, expected) = ([pair(a, b)], [pair(most, sum)]);
        compare(LATEST, &[90, 100, 120], "greater", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn factors_of_matrices_have_signs() {
    // 1 - 8 (2 · 3), and the same once more.
    let [a, b, first, second] = [2.0f32, 3.0, -47.0, -95.0].map(f32::to_bits);
    let (y, expected) = ([pair(a, b); WARP], [pair(first, second); WARP]);
    let grid = Grid::new(1, WARP as u32);
    compare(LATER, &CHIPS[1..], "negated", grid, 0u64.into(), &y, &expected);
}

#[test]
fn old_values_of_sums_are_kept() {
    let [x, sum] = [1.5f32, 2.5].map(f32::to_bits);
    let [d, double] = [2.25f64, 3.25].map(f64::to_bits);
    // 3 and 1 as binary16, -2 and 1 as bfloat16, and the same numbers plus 1 and 2.
    let halves = pair(0x4200_3c00, 0xc000_3f80);
    let sums = pair(0x4400_4200, 0xbf80_4040);
    let (y, expected) = ([x.into(), d, halves, 0, 0], [pair(sum, x), double, sums, d, halves]);
    let grid = Grid::new(1, 1);
    compare(LATEST, &[90, 100, 103, 120], "olds", grid, 0u64.into(), &y, &expected);
}

#[test]
fn vectors_are_updated() {
    let floats = |all: [f32; 4]| {
        let [a, b, c, d] = all.map(f32::to_bits);
        [pair(a, b), pair(c, d)]
    };
    let (x, y) = ([1.0, 2.5, -3.0, 1e-3], [0.25, -4.0, 1e9, 7.0]);
    let sums = [0, 1, 2, 3].map(|i| x[i] + y[i]);
    // Binary16 numbers: 1, 2, -1, 3, and half of each. Their sums with 1, and with their own halves.
    let halves = [pair(0x4000_3c00, 0x4200_bc00), pair(0x3c00_3800, 0x3e00_b800)];
    let ones = 0x3c00_3c00_3c00_3c00;
    let least = [pair(0x3c00_3c00, 0x3c00_bc00), pair(0x3c00_3800, 0x3c00_b800)];
    let most = [pair(0x4000_3c00, 0x4200_3c00), pair(0x3c00_3c00, 0x3e00_3c00)];
    // 1, -2, 3, 0.5, twice as bfloat16 numbers.
    let brains = pair(0xc000_3f80, 0x3f00_4040);
    let units = 0x3f80_3f80_3f80_3f80;
    let mut all = vec![];
    all.extend(floats(x));
    all.extend(halves);
    all.extend([brains, brains]);
    all.extend([floats(y)[0], ones]);
    all.extend(floats(y));
    all.extend([ones, ones]);
    all.extend([units, units]);
    all.extend([units, units]);
    all.extend([ones, ones]);
    all.extend(floats(y));
    let mut expected = vec![];
    expected.extend(floats(y));
    expected.extend([ones, ones]);
    expected.extend([units, brains]);
    expected.extend([floats(sums)[0], pair(0x4200_4000, 0x4400_0000)]);
    expected.extend(floats(sums));
    expected.extend(least);
    expected.extend([pair(0x3f80_3f80, 0x3f80_4040); 2]);
    expected.extend([pair(0xc000_3f80, 0x3f00_3f80), pair(0xbf80_4000, 0x3fc0_4080)]);
    expected.extend(most);
    expected.extend(floats(sums));
    let grid = Grid::new(1, 1);
    compare(LATEST, &[90, 100, 103, 120], "vectors", grid, 0u64.into(), &all, &expected);
}

#[test]
fn two_numbers_have_places_and_signs_of_their_own() {
    let (a, b, c, n) = ([1.25f32, -3.5], [0.1f32, 7e8], [-2.75f32, 1e-3], [0.7f32, -9.0]);
    let bits = |two: [f32; 2]| pair(two[0].to_bits(), two[1].to_bits());
    let of = |function: &dyn Fn(usize) -> f32| bits([0, 1].map(function));
    let fma = |x: f32, y: f32, z: f32| x.mul_add(y, z);
    // The sums that are rounded to zero are exact in binary64.
    let to_zero = |x: f32, y: f32| {
        let sum = f64::from(x) + f64::from(y);
        let near = sum as f32;
        let is_less = f64::from(near).abs() <= sum.abs();
        if is_less { near } else { f32::from_bits(near.to_bits() - 1) }
    };
    let signs = [-1.0, 1.0];
    let y = [bits(a), bits(b), bits(c), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let mut expected = y[..4].to_vec();
    expected.extend([
        of(&|i| a[i] * 1.5),
        of(&|i| fma(c[i], b[i], 1.5)),
        of(&|i| b[i] + 1.5),
        of(&|i| fma(b[i], a[0], c[i])),
        of(&|i| b[i] - signs[i] * a[1 - i]),
        of(&|i| fma(b[i], c[i], signs[i] * a[i])),
        of(&|i| signs[i] * a[1 - i] * c[i]),
        of(&|i| fma(c[i], -signs[i] * a[i], b[i])),
        of(&|i| to_zero(a[1 - i].abs(), c[i])),
        of(&|i| -a[0] * b[i]),
        of(&|i| fma(a[i], n[1 - i], b[i])),
        of(&|i| c[i] - n[i]),
    ]);
    compare(NEWEST, &[100, 103, 120], "both", Grid::new(1, 1), bits(n).into(), &y, &expected);
}

#[test]
fn eight_words_are_loaded_and_stored() {
    let y: Vec<u64> = (0..20).map(|i| pair(100 + 2 * i, 101 + 2 * i)).collect();
    let word = |i: usize| (y[i / 2] >> (32 * (i % 2))) as u32;
    let mut expected = y[..8].to_vec();
    let of = |places: [usize; 4]| places.map(|i| word(8 + i));
    for [a, b, c, d] in [of([7, 0, 2, 3]), of([5, 0, 2, 7]), [word(4), word(6), word(7), 0], [0; 4]]
    {
        expected.extend([pair(a, b), pair(c, d)]);
    }
    expected.extend([y[3], y[0], y[1], y[2]]);
    compare(NEWEST, &[100, 103, 120], "eight", Grid::new(1, 1), 0u64.into(), &y, &expected);
}

#[test]
fn parameters_have_generic_addresses() {
    // The distance of the second word is the parameter itself.
    for (n, word) in [(4u64, 4), (8, 0)] {
        let expected = [pair(0, word), pair(1, 0)];
        compare(TEXT, &CHIPS, "parameters", Grid::new(1, 1), n.into(), &[7; 2], &expected);
    }
}

#[test]
fn a_fence_orders_accesses_through_two_addresses() {
    for n in [0u64, 1] {
        let y = [pair(10, 20), pair(30, 40), 0, 0];
        let last = pair(30, 40 + 20 * n as u32);
        let expected = [y[0], y[1], pair(40, 30), last];
        compare(TEXT, &CHIPS, "alias", Grid::new(1, 1), n.into(), &y, &expected);
    }
}

#[test]
fn policies_of_the_cache_have_no_effect() {
    let y = [pair(1, 2), pair(3, 4), 0, pair(10, 20), 0, 0];
    let expected = [pair(1, 2), pair(3, 4), pair(4, 3), pair(11, 22), pair(2, 20), pair(4, 3)];
    compare(LATER, &[80, 86, 89], "policies", Grid::new(1, 1), 0u64.into(), &y, &expected);
}

#[test]
fn zeros_are_written_at_once() {
    let y: Vec<u64> = (1..=32).collect();
    let expected: Vec<u64> = (1..=32).map(|i| if (3..=14).contains(&i) { 0 } else { i }).collect();
    compare(NEWEST, &[100, 120], "zeros", Grid::new(1, 32), 96u64.into(), &y, &expected);
}

#[test]
fn a_fence_of_a_tensor_map_has_no_effect() {
    let (y, grid) = (vec![5; 16], Grid::new(1, 1));
    let mut expected = y.clone();
    expected[0] = pair(5, 5);
    compare(NEWEST, &[100, 120], "fence", grid, 0u64.into(), &y, &expected);
}

#[test]
fn work_of_cancelled_blocks_is_done_once() {
    let expected: Vec<u64> = (1..=9).collect();
    compare(NEWEST, &[100, 120], "taken", Grid::new(9, 1), 0u64.into(), &[0; 9], &expected);
}

#[test]
fn matrices_of_bytes_are_loaded_as_in_the_text() {
    let y: Vec<u64> = (0..128).map(|i| pair(number(i), number(i + 300))).collect();
    let grid = Grid::new(1, WARP as u32);
    let expected = stored(OF_100A, "bytes", grid, 0u64.into(), &y);
    compare(OF_100A, &[100], "bytes", grid, 0u64.into(), &y, &expected);
}

#[test]
fn pairs_of_numbers_of_8_bits_are_joined_and_taken_apart() {
    let [a, b, c, d] = [1.1875f32, -2.0, 6.0, -0.6].map(f32::to_bits);
    // The scales are 1 and 2.
    let (random, scales) = (0x9e5e_c5a1, 0x7f80);
    let y = [pair(a, b), pair(c, d), scales.into(), 0, 0];
    // The random bits round 1.1875 down to 1.125 (39), and up to 1.5 (3) instead of 1 (2).
    let expected = [
        pair(0x39c0_4cb2, 0x2c79_3c79),
        pair(0x0a30_1c25, 0x7f80_827f),
        pair(0x4c80_4cc0, 0x3c80_c000),
        pair(0x3f90_c080, 0x3c00_c000),
        0x3f80_0000,
    ];
    let n = pair(random, scales);
    compare(OF_100A, &[100], "narrow", Grid::new(1, 1), n.into(), &y, &expected);
}

#[test]
fn extremes_of_floats_of_a_warp() {
    const NAN: u32 = 0x7fff_ffff;
    for (special, of_all, least_size) in
        [(-9.5f32, [-9.5, 9.5], 0.25f32), (f32::NAN, [-3.0, 8.0], 0.25)]
    {
        let number = |lane: usize| match lane {
            7 => special,
            lane => [8.0, -3.0, 0.25, 1.0][lane % 4],
        };
        let y: Vec<u64> =
            (0..WARP).flat_map(|lane| [number(lane).to_bits().into(), 0, 0]).collect();
        let [least, most_size] = of_all.map(f32::to_bits);
        let [least_of_all, most_of_all] = match special.is_nan() {
            true => [NAN, NAN],
            false => [least, most_size],
        };
        let lane = [
            pair(least, 8f32.to_bits()),
            pair(least_size.to_bits(), most_size),
            pair(least_of_all, most_of_all),
        ];
        let (grid, expected) = (Grid::new(1, WARP as u32), lane.repeat(WARP));
        compare(OF_100A, &[100], "extremes", grid, 0u64.into(), &y, &expected);
    }
}

#[test]
fn powers_of_two_halves_at_once() {
    // 2^1, 2^-2 and 2^3, 2^0.
    let y = [pair(0x3c00_c000, 0x4040_0000)];
    let expected = [pair(0x4000_3400, 0x4100_3f80)];
    compare(OF_103, &[103], "powers", Grid::new(1, 1), 0u64.into(), &y, &expected);
}

#[test]
fn a_function_without_an_address_is_not_called() {
    compare(TEXT, &CHIPS, "absent", Grid::new(1, 1), 0u64.into(), &[0, 5], &[0, 6]);
}

/// Applies a function to each of the four bytes of two words.
fn bytewise(a: u32, b: u32, function: impl Fn(u8, u8) -> u8) -> u32 {
    let [a, b] = [a, b].map(u32::to_le_bytes);
    u32::from_le_bytes([0, 1, 2, 3].map(|k| function(a[k], b[k])))
}

/// Applies a function to each of the two halves of two words.
fn halfwise(a: u32, b: u32, function: impl Fn(u16, u16) -> u16) -> u32 {
    let half = |shift: u32| u32::from(function((a >> shift) as u16, (b >> shift) as u16)) << shift;
    half(0) | half(16)
}

#[test]
fn four_bytes_are_computed_at_once() {
    let signed = |a: u8, b: u8| [a, b].map(u8::cast_signed);
    let most = |a, b| signed(a, b).into_iter().max().unwrap_or(0).cast_unsigned();
    let least = |a, b| signed(a, b).into_iter().min().unwrap_or(0).cast_unsigned();
    let positive = |a, b| signed(a, b).into_iter().min().unwrap_or(0).max(0).cast_unsigned();
    const K: u32 = 0x1200_8000;
    for (a, b) in [(0x80ff_7f00, 0x807f_ff01), (0x0102_fe81, 0xff80_0182), (K, 0x1234_5678)] {
        let minus = |a, b| bytewise(a, b, u8::wrapping_sub);
        let expected = [
            pair(bytewise(a, b, u8::wrapping_add), minus(a, b)),
            pair(minus(0, a), bytewise(a, b, u8::min)),
            pair(bytewise(a, b, most), bytewise(a, b, positive)),
            pair(minus(K, a), minus(bytewise(0, K, most), b)),
            pair(minus(bytewise(0, K, least), a), halfwise(K, a, u16::wrapping_add)),
            halfwise(K & 0xffff, b, u16::wrapping_add).into(),
        ];
        let y = [pair(a, b), 0, 0, 0, 0, 0];
        compare(OF_120, &[120], "four", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

/// Tests the integers that a NaN becomes: 0, and with 64 bits the least one (PTX ISA, `cvt`).
#[test]
fn a_nan_is_converted_to_integers() {
    for (number, words, long) in [
        (f32::NAN, [0, 0], i64::MIN),
        (-f32::NAN, [0, 0], i64::MIN),
        (f32::INFINITY, [i32::MAX as u32, u32::MAX], i64::MAX),
        (f32::NEG_INFINITY, [1 << 31, 0], i64::MIN),
        (-2.5, [-2_i32 as u32, 0], -2),
    ] {
        let expected = [pair(words[0], words[1]), long as u64];
        let y = [number.to_bits().into(), 0];
        compare(TEXT, &CHIPS, "integers", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

#[test]
fn halves_are_subtracted() {
    for (a, b) in [(0x8000_ffff, 0x0001_8000), (0, 0x7fff_0001), (0x1234_0000, 0x0000_fedc)] {
        let minus = |a, b| halfwise(a, b, u16::wrapping_sub);
        let expected = [pair(minus(a, b), minus(0, b))];
        let grid = Grid::new(1, 1);
        compare(LATEST, &CHIPS[2..], "halves", grid, 0u64.into(), &[pair(a, b)], &expected);
    }
}

/// Returns the value of a bfloat16 number.
fn brain(half: u16) -> f32 {
    f32::from_bits(u32::from(half) << 16)
}

/// Returns the value of a binary16 number.
fn binary16(half: u16) -> f32 {
    let size = match half & 0x7fff {
        0x7c01.. => f32::NAN,
        0x7c00 => f32::INFINITY,
        size => f32::from_bits(u32::from(size) << 13) * 2f32.powi(112),
    };
    size.copysign(brain(half))
}

/// Returns the bits of the extreme of three halves. Numbers are preferred to NaNs, unless `spreads` is set.
fn extreme(halves: [u16; 3], value: fn(u16) -> f32, is_least: bool, spreads: bool) -> u16 {
    const NAN: u16 = 0x7fff;
    let numbers: Vec<_> = halves.into_iter().filter(|half| !value(*half).is_nan()).collect();
    if spreads && numbers.len() < halves.len() {
        return NAN;
    }
    let order = |a: &u16, b: &u16| value(*a).total_cmp(&value(*b));
    let numbers = numbers.into_iter();
    if is_least { numbers.min_by(order) } else { numbers.max_by(order) }.unwrap_or(NAN)
}

#[test]
fn extremes_of_three_single_halves() {
    // The halves are -1, -2, a subnormal number and -0.5.
    let y = [pair(0xc000_bc00, 0xb800_0001)];
    // The minimum of the first, second and fourth, the maximum of all but the second, and the maximum of all but the first,
    // whose subnormal numbers are flushed.
    let expected = [pair(0x0001_c000, 0xb800_0000)];
    compare(LATEST, &[90, 100, 120], "single", Grid::new(1, 1), 0u64.into(), &y, &expected);
}

#[test]
fn extremes_of_three_halves() {
    const SIGNS: u32 = 0x8000_8000;
    for words in [
        [0x3c00_c000_u32, 0xc400_4400, 0x8000_3c01],
        [0x7e00_0000, 0x3c00_8000, 0xbc00_7f00],
        [0x7e00_fc00, 0x7f00_7c00, 0xfe00_0001],
        [0x8000_ff81, 0x0000_7f81, 0x8000_0003],
    ] {
        let of = |words: [u32; 3], value, is_least, spreads| {
            let half = |shift: u32| {
                let halves = words.map(|word| (word >> shift) as u16);
                u32::from(extreme(halves, value, is_least, spreads)) << shift
            };
            half(0) | half(16)
        };
        let [a, b, c] = words;
        let expected = [
            pair(of(words, binary16, false, false), of(words, binary16, true, true)),
            pair(of(words, brain, true, false), of(words, brain, false, true)),
            pair(
                of([a ^ SIGNS, b & !SIGNS, c ^ SIGNS], binary16, true, false),
                of([a & !SIGNS, b ^ SIGNS, c & !SIGNS], binary16, false, false),
            ),
            of([a, b, 0x3c00_c000], binary16, false, false).into(),
        ];
        let y = [pair(a, b), c.into(), 0, 0];
        compare(LATEST, &CHIPS[2..], "extremes", Grid::new(1, 1), 0u64.into(), &y, &expected);
    }
}

/// The assembler does not write `UVIMNMX` of halves. Here a minimum of words becomes one: the disassembler prints its field
/// as `U16x2` or `S16x2`.
#[test]
fn the_smaller_halves_of_uniform_registers() {
    let n = pair(5, 0x0001_0003);
    compare(OF_120, &[120], "smaller", Grid::new(1, 1), n.into(), &[0], &[4]);
    let Some(assembler) = Assembler::find() else { return };
    let own = cubin(&assembler, OF_120, 120, "-O3");
    for (form, n, expected) in [
        (2, pair(5, 0x0001_0003), 3_u64),
        (2, pair(5, 0x0001_ffff), 5),
        (3, pair(0x0007_0005, 0x0000_fff0), 0xfff0),
    ] {
        let mut bytes = own.to_vec();
        let is_minimum = |word: &&mut [u8]| word[..2] == [0x4a, 0x72];
        let found: Vec<_> = bytes.chunks_exact_mut(16).filter(is_minimum).collect();
        assert_eq!(found.len(), 1);
        for word in found {
            word[9] = word[9] & !7 | form;
        }
        let module = Module::from_cubin("halves.cubin", &bytes).expect("a cubin");
        let rounds = words(&module, "smaller", Grid::new(1, 1), n.into(), &[0]);
        assert_eq!(rounds, [expected - 1]);
    }
}

/// `ptxas` computes the roundings with `UFRND`.
#[test]
fn a_uniform_number_is_rounded_to_integers() {
    for (n, expected) in
        [(2.5_f32, 0x2322), (3.5, 0x3434), (0.75, 0x0101), (1e-40, 1), (1.0, 0x1111)]
    {
        compare(OF_120, &[120], "rounded", Grid::new(1, 1), n.into(), &[0], &[expected]);
    }
}

/// Returns what a thread of the kernel `returns` stores, and whether it returns early.
fn returned(thread: u32) -> (u32, bool) {
    let mut s = thread;
    for i in 0..4 {
        for j in 0..thread & 7 {
            if s == 17 * i + j {
                return (s + 500, true);
            }
            s += j & 1;
        }
        s ^= 1;
    }
    (s, false)
}

/// The lanes that return wait for each other at a `BSYNC`, and the others of their warp at a barrier.
#[test]
fn lanes_that_return_from_a_loop_do_not_wait_for_lanes_at_its_barrier() {
    let threads: Vec<_> = (0..64).map(returned).collect();
    let early = threads.iter().filter(|(_, is_early)| *is_early).count();
    assert!((1..32).contains(&early), "{early}");
    let expected: Vec<u64> = threads.iter().map(|(word, _)| (*word).into()).collect();
    compare(TEXT, &CHIPS, "returns", Grid::new(1, 64), 4u64.into(), &[0; 64], &expected);
}

#[test]
fn copies_fill_up_with_zeros() {
    let y: Vec<u64> = (1..19).map(|i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
    let bytes: Vec<u8> = y.iter().flat_map(|word| word.to_le_bytes()).collect();
    for n in 0..=16 {
        let mut expected = bytes.clone();
        let copies = [
            (0, 0, 16, n),
            (16, 0, 16, 0),
            (32, 0, 16, 1),
            (48, 16, 16, 9),
            (64, 16, 16, 15),
            (80, 0, 16, 16),
            (96, 24, 8, 5),
            (104, 4, 4, 1),
            (108, 8, 4, n & 3),
        ];
        for (to, from, all, count) in copies {
            let mut copy = [0; 16];
            copy[..count].copy_from_slice(&bytes[from..from + count]);
            expected[32 + to..32 + to + all].copy_from_slice(&copy[..all]);
        }
        let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
        let expected: Vec<u64> = expected.chunks_exact(8).map(word).collect();
        compare(LATER, &CHIPS[1..], "filled", Grid::new(1, 1), (n as u64).into(), &y, &expected);
    }
}

/// The machine code has the sign in the conversion: `FRND.F16.FLOOR R7, |R2|`.
#[test]
fn a_conversion_of_a_half_has_its_sign() {
    // -1.5, 1.5, 3.140625 and its negation; the absolute values and the negated numbers, rounded down, as binary16.
    let all = [
        (0xbe00, [0x3c00, 0x3c00], 1, 1.5),
        (0x3e00, [0x3c00, 0xc000], -1, 1.5),
        (0x4248, [0x4200, 0xc400], -3, 3.140625),
        (0xc248, [0x4200, 0x4200], 3, 3.140625_f64),
    ];
    for (bits, [absolute, negated], integer, float) in all {
        let expected = [absolute | negated << 16, i64::cast_unsigned(integer), float.to_bits()];
        let grid = Grid::new(1, 1);
        compare(TEXT, &CHIPS, "signed_halves", grid, 0u64.into(), &[bits, 0, 0], &expected);
    }
}
