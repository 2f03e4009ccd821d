//! Compares `mma::element` with results measured on tensor cores and with derived edge cases, all in `data`.

mod names;

use names::named;
use ptx_core::mma::{self, Operand, element};
use ptx_core::{Limit, Rounding, Sm};

/// Parses joined elements of `bits` bits each, k = 0 first.
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

/// Returns the rows whose result `element` does not reproduce, each with the computed result, and the number of all
/// rows.
fn check(rows: &str) -> (Vec<String>, usize) {
    let (mut wrong, mut count) = (Vec::new(), 0);
    for row in rows.lines().filter(|row| !row.starts_with('#')) {
        count += 1;
        let fields: Vec<&str> = row.split('\t').collect();
        let [_, target, name, a, b, c, d, ..] = fields[..] else { panic!("{row}") };
        let sm = Sm(target.strip_prefix("sm_").unwrap().parse().unwrap());
        let form = named(name).unwrap_or_else(|| panic!("{row}"));
        let [_, _, k] = form.shape();
        let read = |operand, digits| {
            let mut read = elements(digits, form.element_type(operand).bits());
            assert!(read.len() <= usize::from(k), "{row}");
            read.resize(usize::from(k), 0);
            read
        };
        let (a, b) = (read(Operand::A, a), read(Operand::B, b));
        let number = |digits| u64::from_str_radix(digits, 16).unwrap();
        let result = element(form, &a, &b, number(c), sm);
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
    assert_eq!(count, 794);
    assert!(wrong.is_empty(), "{} rows: {wrong:#?}", wrong.len());
}
