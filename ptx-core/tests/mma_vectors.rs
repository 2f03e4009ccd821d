//! Compares `mma::element` with the results in `data`: results measured on tensor cores, and derived edge cases.

mod names;

use names::named;
use ptx_core::mma::{self, Extras, Operand, element_with};
use ptx_core::{Limit, Rounding, Sm};
use std::collections::BTreeMap;

/// Parses elements of `bits` bits each, written without separators, in the order of k.
fn elements(digits: &str, bits: u32) -> Vec<u64> {
    if bits == 1 {
        let nibbles = digits.chars().map(|digit| u64::from(digit.to_digit(16).unwrap()));
        return nibbles.flat_map(|x| (0..4).map(move |i| x >> (3 - i) & 1)).collect();
    }
    let width = bits as usize / 4;
    assert!(digits.len().is_multiple_of(width), "{digits}");
    let chunks = digits.as_bytes().chunks(width);
    chunks.map(|x| u64::from_str_radix(std::str::from_utf8(x).unwrap(), 16).unwrap()).collect()
}

/// Returns the value of a key in the column of optional operands, such as `sa` in `e=4e;sa=7f;sb=80`.
fn optional<'a>(column: &'a str, key: &str) -> Option<&'a str> {
    column.split(';').find_map(|part| part.strip_prefix(key)?.strip_prefix('='))
}

/// Parses the value of a key: numbers of `width` hexadecimal digits each, written without separators.
fn bytes(column: &str, key: &str, width: u32) -> Vec<u8> {
    let read = elements(optional(column, key).unwrap_or_default(), 4 * width);
    read.into_iter().map(|x| u8::try_from(x).unwrap()).collect()
}

/// Returns the rows whose result `element` does not reproduce, each with the computed result. Also returns the number
/// of all rows.
fn check(rows: &str) -> (Vec<String>, usize) {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        count += 1;
        let fields: Vec<&str> = row.split('\t').collect();
        let [_, target, name, a, b, c, d, ..] = fields[..] else { panic!("{row}") };
        let sm = Sm(target.strip_prefix("sm_").unwrap().parse().unwrap());
        let form = named(name).unwrap_or_else(|| panic!("{row}"));
        let [_, _, k] = form.shape();
        let read = |operand, digits, length: u16| {
            let mut read = elements(digits, form.element_bits(operand));
            assert!(read.len() <= usize::from(length), "{row}");
            read.resize(usize::from(length), 0);
            read
        };
        let (a, b) = (read(Operand::A, a, form.stored()), read(Operand::B, b, k));
        let number = |digits| u64::from_str_radix(digits, 16).unwrap();
        // The column has the optional operands, such as `e=4e;sa=7f;sb=80`. A row of a dense form has no optional
        // operands; in such a row, this column names the source.
        let column = fields[7];
        let extras = Extras {
            metadata: &bytes(column, "e", 1),
            scales_a: &bytes(column, "sa", 2),
            scales_b: &bytes(column, "sb", 2),
            negate_a: optional(column, "ia") == Some("-1"),
            negate_b: optional(column, "ib") == Some("-1"),
            ignore_c: optional(column, "sd") == Some("0"),
        };
        let result = element_with(form, &a, &b, number(c), &extras, sm);
        if result != Some(number(d)) {
            wrong.push(format!("{row}: {result:x?}"));
        }
    }
    (wrong, count)
}

#[test]
fn measured_rows() {
    let (wrong, count) = check(include_str!("data/mma_vectors.tsv"));
    assert_eq!(count, 9688);
    assert!(wrong.is_empty(), "{} rows: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}

#[test]
fn edge_cases() {
    let (wrong, count) = check(include_str!("data/mma_edge.tsv"));
    assert_eq!(count, 810);
    assert!(wrong.is_empty(), "{} rows: {wrong:#?}", wrong.len());
}

/// Compares `element_with` with the rows of sparse and block-scaled `mma`, of `wgmma` and of `tcgen05.mma`. Also prints
/// the number of rows of each source.
#[test]
fn rows_of_other_instructions() {
    let rows = include_str!("data/mma_more_vectors.tsv");
    let mut sources = BTreeMap::new();
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        *sources.entry(row.rsplit('\t').next().unwrap()).or_insert(0) += 1;
    }
    for (source, count) in &sources {
        println!("{source}: {count} rows of grade [{}]", grade(source));
    }
    let (wrong, count) = check(rows);
    assert_eq!(count, 10_000);
    assert!(wrong.is_empty(), "{} rows: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
}

/// Returns the grade of a source: `H` for results of a chip and for rules that reproduce them, `D` for documentation,
/// `M` for a model.
fn grade(source: &str) -> char {
    match source.as_bytes()[0] {
        b'K' | b'S' | b'R' => 'H',
        b'D' => 'D',
        _ => 'M',
    }
}
