//! Tests of the datapath: the squarer matches its definition, and every table coefficient affects a result bit.

use super::interpolate::{Unit, pack, packed, square};
use super::tables::{self, Row};
use super::units::{EX2, LG2, RCP, RSQ, SIN, SQRT};

#[test]
fn squarer_is_its_definition_for_every_argument() {
    for x in 0u32..1 << 17 {
        let sum: u32 = (0..17).filter(|i| x >> i & 1 == 1).map(|i| x >> (18 - i)).sum();
        assert_eq!(square(x), sum >> 1, "{x:05x}");
    }
}

/// Returns whether adding `step` to coefficient `c` of a segment changes at least one result in the segment. The
/// comparison ignores the lowest `truncated` bits of each result.
fn changes_a_result<const N: usize>(
    unit: &Unit<N>,
    row: Row,
    truncated: u32,
    c: usize,
    step: i32,
) -> bool {
    let mut mutant = row;
    mutant[c] += step;
    let (row, mutant) = (pack(row), pack(mutant));
    (0..1 << unit.r_bits).any(|r| unit.sum(row, r) >> truncated != unit.sum(mutant, r) >> truncated)
}

fn every_coefficient_shows<const N: usize>(unit: &Unit<N>, rows: [Row; N], truncated: u32) {
    assert_eq!(packed(rows), rows.map(pack));
    for (segment, row) in rows.into_iter().enumerate() {
        for c in 0..3 {
            for step in [-1, 1] {
                let changes = changes_a_result(unit, row, truncated, c, step);
                assert!(changes, "c{c} of segment {segment}, {step:+}");
            }
        }
    }
}

/// Checks that a change of any table coefficient by one unit changes a result. The digests in `tests/` cover all of
/// these results, so they detect every wrong coefficient.
#[test]
fn every_coefficient_shows_in_the_results() {
    every_coefficient_shows(&RCP, tables::RCP, 0);
    every_coefficient_shows(&RSQ, tables::RSQ, 0);
    every_coefficient_shows(&SQRT, tables::SQRT, 0);
    every_coefficient_shows(&EX2, tables::EX2, 0);
    // Packing a result into an f32 drops at most 12 low bits for LG2, and at most 14 for SIN.
    every_coefficient_shows(&LG2, tables::LG2, 12);
    every_coefficient_shows(&SIN, tables::SIN, 14);
}

/// Checks that the coefficients have the signs that `Unit::negative` states, and that the unit's sum of the three terms
/// is never negative.
fn check_signs<const N: usize>(unit: &Unit<N>, rows: [Row; N]) {
    for (row, coefficients) in unit.rows.iter().copied().zip(rows) {
        let [c0, c1, c2] = coefficients;
        assert!(c0 >= 0 && (c1 < 0) == unit.negative[0] && (c2 < 0) == unit.negative[1]);
        assert_eq!(row, pack(coefficients));
        assert!((0..1 << unit.r_bits).all(|r| unit.sum(row, r) < 1 << 52));
    }
}

#[test]
fn every_coefficient_has_the_sign_of_its_unit() {
    check_signs(&RCP, tables::RCP);
    check_signs(&RSQ, tables::RSQ);
    check_signs(&SQRT, tables::SQRT);
    check_signs(&EX2, tables::EX2);
    check_signs(&LG2, tables::LG2);
    check_signs(&SIN, tables::SIN);
}
