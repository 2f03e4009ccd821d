//! The datapath against its definition, and that no coefficient could be otherwise unnoticed.

use super::interpolate::{Unit, pack, square};
use super::tables::{self, Row};
use super::units::{EX2, LG2, RCP, RSQ, SIN, SQRT};

#[test]
fn squarer_is_its_definition_for_every_argument() {
    for x in 0u32..1 << 17 {
        let sum: u32 = (0..17).filter(|i| x >> i & 1 == 1).map(|i| x >> (18 - i)).sum();
        assert_eq!(square(x), sum >> 1, "{x:05x}");
    }
}

/// Whether moving one coefficient of one segment by `step` changes a result bit somewhere in it.
/// `truncated` are the bits that packing takes off the sum.
fn shows<const N: usize>(unit: &Unit<N>, row: Row, truncated: u32, c: usize, step: i32) -> bool {
    let mut mutant = row;
    mutant[c] += step;
    let (row, mutant) = (pack(row), pack(mutant));
    (0..1 << unit.r_bits).any(|r| unit.sum(row, r) >> truncated != unit.sum(mutant, r) >> truncated)
}

fn every_coefficient_shows<const N: usize>(unit: &Unit<N>, rows: [Row; N], truncated: u32) {
    for (segment, row) in rows.into_iter().enumerate() {
        for c in 0..3 {
            for step in [-1, 1] {
                let shows = shows(unit, row, truncated, c, step);
                assert!(shows, "c{c} of segment {segment}, {step:+}");
            }
        }
    }
}

/// The digests in `tests/` cover every one of these results, so they notice a table that is wrong by
/// one unit anywhere.
#[test]
fn every_coefficient_shows_in_the_results() {
    every_coefficient_shows(&RCP, tables::RCP, 0);
    every_coefficient_shows(&RSQ, tables::RSQ, 0);
    every_coefficient_shows(&SQRT, tables::SQRT, 0);
    every_coefficient_shows(&EX2, tables::EX2, 0);
    // Below 1, where packing takes 12 and 14 bits off.
    every_coefficient_shows(&LG2, tables::LG2, 12);
    every_coefficient_shows(&SIN, tables::SIN, 14);
}

/// `sum` takes the signs of the coefficients from `negative`, and that no sum is negative.
fn signs_are_as_told<const N: usize>(unit: &Unit<N>, rows: [Row; N]) {
    for (row, coefficients) in unit.rows.iter().copied().zip(rows) {
        let [c0, c1, c2] = coefficients;
        assert!(c0 >= 0 && (c1 < 0) == unit.negative[0] && (c2 < 0) == unit.negative[1]);
        assert_eq!(row, pack(coefficients));
        assert!((0..1 << unit.r_bits).all(|r| unit.sum(row, r) < 1 << 52));
    }
}

#[test]
fn every_sign_is_as_told() {
    signs_are_as_told(&RCP, tables::RCP);
    signs_are_as_told(&RSQ, tables::RSQ);
    signs_are_as_told(&SQRT, tables::SQRT);
    signs_are_as_told(&EX2, tables::EX2);
    signs_are_as_told(&LG2, tables::LG2);
    signs_are_as_told(&SIN, tables::SIN);
}
