//! Compares barriers in shared memory with numbers computed apart. Machine code of sm_80 to sm_89 keeps them in plain words.

use crate::compilers::compare;
use ptx_run::Grid;

const TEXT: &str = include_str!("barriers.ptx");
const CHIPS: [u16; 6] = [80, 86, 89, 90, 100, 120];

#[test]
fn threads_exchange_numbers_in_phases() {
    let y: Vec<u64> = (0..128).map(|t| 3 * t * t + 1).collect();
    let mut words: Vec<u32> = y.iter().map(|word| *word as u32).collect();
    for _ in 0..8 {
        let old = words.clone();
        for (t, word) in words.iter_mut().enumerate() {
            *word = old[t].wrapping_mul(5).wrapping_add(old[(t + 37) % 128]);
        }
    }
    let expected: Vec<u64> = words.into_iter().map(u64::from).collect();
    compare(TEXT, &CHIPS, "phases", Grid::new(1, 128), 0u64.into(), &y, &expected);
}

#[test]
fn arrivals_are_counted() {
    // The first phase has five arrivals: 1, 2 at once, 1 that leaves, and 1. The second has four, of which the last leaves.
    let pair = |low: u64, high: u64| high << 32 | low;
    let expected = [pair(5, 4), pair(2, 0), pair(1, 1), pair(4, 0), pair(1, 3)];
    compare(TEXT, &CHIPS, "counts", Grid::new(1, 1), 5u64.into(), &[7; 5], &expected);
}

#[test]
fn copies_arrive() {
    let word = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut y: Vec<u64> = (0..128).map(word).collect();
    y.extend([0; 64]);
    let mut expected = y.clone();
    for t in 0..64 {
        expected[128 + t] = y[t ^ 63].wrapping_sub(y[64 + (t ^ 63)]);
    }
    compare(TEXT, &CHIPS, "copies", Grid::new(1, 64), 0u64.into(), &y, &expected);
}

#[test]
fn each_lane_creates_barriers() {
    let numbers = (0..32).map(|t| (t << 33) | (5 * t));
    let y: Vec<u64> = numbers.clone().chain([0; 32]).collect();
    // The last lane arrives at its third barrier, too.
    let counts = (0..32).map(|t| 3_002_000 + if t == 31 { 7 } else { 3 });
    let expected: Vec<u64> = numbers.chain(counts).collect();
    compare(TEXT, &CHIPS, "created", Grid::new(1, 32), 3u64.into(), &y, &expected);
}
