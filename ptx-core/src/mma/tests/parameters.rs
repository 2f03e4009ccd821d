//! Changes each parameter and each rule of the tensor core's step. At least one row of `mma_vectors.tsv`, which has
//! results measured on chips, must detect the change. The list `NOT_IN_ROWS` has the exceptions.

use std::collections::{BTreeMap, BTreeSet};
use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use super::names::named;
use crate::format::power;
use crate::mma::convert::{half_bits, half_value};
use crate::mma::decode::Terms;
use crate::mma::float::{Method, canonical};
use crate::mma::parameters::{Order, Rounded, TABLE, Unit};
use crate::mma::types::{Operand, Type};
use crate::mode::Sm;

/// A row of `mma_vectors.tsv`: an element of D that was measured on a chip, its operands in the order of summation, and
/// the method that computes it.
struct Row {
    method: Method,
    /// The unit and the first target of the row of `TABLE` that has the parameters of the method: `Bf16 sm_80`.
    line: String,
    a: Vec<Terms<1>>,
    b: Vec<Terms<1>>,
    c: f32,
    d: f32,
}

impl Row {
    fn read(row: &str) -> Self {
        let fields: Vec<&str> = row.split('\t').collect();
        let [_, target, name, a, b, c, d, ..] = fields[..] else { panic!("{row}") };
        let sm = Sm(target.strip_prefix("sm_").and_then(|x| x.parse().ok()).expect("a target"));
        let form = named(name).unwrap_or_else(|| panic!("{row}"));
        let method = Method::of(form, sm);
        let [_, _, k] = form.shape().map(usize::from);
        let terms = |digits: &str, operand, encoding| {
            let width = form.element_type(operand).bits() as usize / 4;
            let mut terms = vec![Terms::ZERO; k];
            for (i, word) in digits.as_bytes().chunks(width).enumerate() {
                let word = std::str::from_utf8(word).expect("digits");
                let word = u32::from_str_radix(word, 16).expect("digits");
                terms[method.place(i, k)] = Terms::new(encoding, &[word]);
            }
            terms
        };
        let number = |digits, operand| {
            let word = u32::from_str_radix(digits, 16).expect("digits");
            match form.element_type(operand) {
                Type::F16 => half_value(word),
                _ => f32::from_bits(word),
            }
        };
        let unit = Unit::of(form.element_type(Operand::A), form.instruction(), false);
        let lines = TABLE.iter().filter(|line| line.unit == unit && line.since <= sm);
        let since = lines.map(|line| line.since.0).max().expect("a unit of the target");
        Self {
            method,
            line: format!("{unit:?} sm_{since}"),
            a: terms(a, Operand::A, method.a),
            b: terms(b, Operand::B, method.b),
            c: number(c, Operand::C),
            d: number(d, Operand::D),
        }
    }

    /// Returns whether a method computes the measured result.
    fn agrees(&self, method: &Method) -> bool {
        self.is(method.multiply(&self.a, &self.b, [self.c])[0])
    }

    fn is(&self, result: f32) -> bool {
        let [result, d] = canonical([result, self.d]);
        result.to_bits() == d.to_bits()
    }
}

fn measured() -> Vec<Row> {
    let rows = include_str!("../../../tests/data/mma_vectors.tsv").lines();
    rows.filter(|row| !row.starts_with('#')).map(Row::read).collect()
}

/// The changes that no row of `mma_vectors.tsv` detects. An entry has the row of `TABLE` and the changes. The last
/// field gives the reason why no row detects the changes, or another source of the correct value.
#[rustfmt::skip]
const NOT_IN_ROWS: &[(&str, &[&str], &str)] = &[
    ("F16 sm_70", FLOOR, "not reached with f32 results; constants by Khattak and Mikaitis with f16 ones"),
    ("F16 sm_75", FLOOR, "not reached with f32 results; constants by Khattak and Mikaitis with f16 ones"),
    ("F16 sm_90", FLOOR, "not reached with f32 results; constants by Khattak and Mikaitis with f16 ones"),
    ("Bf16 sm_80", FLOOR, "probes of A100 by Hawkeye and of RTX 4090 by veritor"),
    ("Bf16 sm_90", FLOOR, "probes of H100 by Hawkeye"),
    ("Tf32 sm_80", FLOOR, "as that of bf16"),
    ("Tf32 sm_90", FLOOR, "as that of bf16"),
    ("Tf32 sm_90", LENGTH, "raw-bit tests by MMA-Sim; the rows have four products"),
    ("Fp8 sm_89", FLOOR, "not reached"),
    ("Fp8 sm_90", FLOOR, "not reached"),
    ("Fp8 sm_90", KEPT, "that of f16, whose rows show it"),
    ("Fp8 sm_120", FLOOR, "not reached"),
    ("Fp8 sm_120", KEPT, "sweeps of RTX PRO 6000 by veritor, without rows"),
    ("Fp8 sm_120", LENGTH, "sweeps of RTX PRO 6000 by veritor, without rows"),
    ("Fp8 sm_120", FRACTION, "sweeps of RTX PRO 6000 by veritor, without rows"),
    ("WgmmaFp8 sm_90", FLOOR, "not reached"),
    ("BlockFp8 sm_100", ALL, "rows of `tcgen05.mma` and of block scales, which `tests/mma_vectors.rs` compares"),
];
const ALL: &[&str] = &[
    "kept + 1",
    "kept - 1",
    "products / 2",
    "floor + 1",
    "floor - 1",
    "fraction + 1",
    "fraction - 1",
];
const KEPT: &[&str] = &["kept + 1", "kept - 1"];
const LENGTH: &[&str] = &["products / 2"];
const FLOOR: &[&str] = &["floor + 1", "floor - 1"];
const FRACTION: &[&str] = &["fraction + 1", "fraction - 1"];

#[test]
fn every_parameter_shows() {
    type Change = fn(&mut Method);
    let changes: [(&str, Change); 7] = [
        ("kept + 1", |x| x.parameters.kept += 1),
        ("kept - 1", |x| x.parameters.kept -= 1),
        ("products / 2", |x| x.parameters.products /= 2),
        ("floor + 1", |x| x.parameters.floor += 1),
        ("floor - 1", |x| x.parameters.floor -= 1),
        ("fraction + 1", |x| change_fraction(x, 1)),
        ("fraction - 1", |x| change_fraction(x, -1)),
    ];
    let mut hidden = BTreeSet::new();
    for line in &TABLE {
        for (name, _) in changes {
            hidden.insert(format!("{:?} sm_{} {name}", line.unit, line.since.0));
        }
    }
    for row in measured() {
        assert!(row.agrees(&row.method));
        for (name, change) in changes {
            let mut method = row.method;
            change(&mut method);
            if !row.agrees(&method) {
                hidden.remove(&format!("{} {name}", row.line));
            }
        }
    }
    let listed = NOT_IN_ROWS
        .iter()
        .flat_map(|(line, changes, _)| changes.iter().map(move |name| format!("{line} {name}")));
    let listed: BTreeSet<_> = listed.collect();
    assert_eq!(hidden, listed);
}

fn change_fraction(method: &mut Method, by: i32) {
    if let Rounded::Single(fraction) = &mut method.parameters.rounded {
        *fraction += by;
    }
}

/// The step as the documentation of `mma` describes it, or the step with one rule changed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Variant {
    AsDescribed,
    /// A product whose significand is 2 or more is normalised, so its exponent is larger by one.
    Normalised,
    /// Terms that are zero also count for the largest exponent. In a product, a zero operand has the exponent 0.
    ZerosCount,
    /// The products are summed and rounded without the accumulator. A second addition, rounded to nearest, adds the
    /// accumulator.
    AddendAfter,
    /// Terms are rounded to nearest instead of truncated.
    TermsRounded,
    /// The result is rounded to nearest instead of towards zero.
    SumRounded,
    /// A zero sum has the sign of the accumulator.
    SignedZero,
    /// The two halves of `Order::Halves` are summed separately, and the sums are added, as in machine code of ptxas
    /// 12.4.
    HalvesApart,
}

/// Returns the exponent of a normal binary64.
fn exponent(x: f64) -> i32 {
    (x.to_bits() >> 52 & 0x7ff) as i32 - 1023
}

fn literal_step(method: &Method, variant: Variant, a: &[Terms<1>], b: &[Terms<1>], c: f32) -> f32 {
    let parameters = &method.parameters;
    let c_outside = variant == Variant::AddendAfter;
    let mut terms = vec![];
    let c_exponent = exponent(c.into()).max(parameters.least);
    if !c_outside {
        terms.push((f64::from(c), c_exponent));
    }
    for (x, y) in a.iter().zip(b) {
        let product = x.value[0] * y.value[0];
        let exponents = [x, y].map(|x| if x.power[0] == 0.0 { 0 } else { exponent(x.power[0]) });
        let e = match variant {
            Variant::Normalised => exponent(product),
            _ => exponents[0] + exponents[1],
        };
        terms.push((product, e));
    }
    let counts = |(x, _): &&(f64, i32)| *x != 0.0 || variant == Variant::ZerosCount;
    let largest = terms.iter().filter(counts).map(|(_, e)| *e).max();
    let largest = largest.unwrap_or(parameters.floor).max(parameters.floor);
    let unit = power(largest - parameters.kept);
    let round = |x: f64| match variant {
        Variant::TermsRounded => x.round_ties_even(),
        _ => x.trunc(),
    };
    let sum: f64 = terms.iter().map(|(x, _)| round(x / unit) * unit).sum();
    let result = match parameters.rounded {
        _ if sum.is_nan() || sum.is_infinite() => sum as f32,
        Rounded::Half => half_value(half_bits(sum).into()),
        Rounded::Single(fraction) => {
            let unit = power(exponent(sum).max(-126) - fraction);
            match variant {
                Variant::SumRounded => ((sum / unit).round_ties_even() * unit) as f32,
                _ => ((sum / unit).trunc() * unit) as f32,
            }
        }
    };
    let result = if c_outside { result + c } else { result };
    match variant {
        Variant::SignedZero if result == 0.0 => result.copysign(c),
        _ if result == 0.0 => 0.0,
        _ => result,
    }
}

fn literal(row: &Row, variant: Variant) -> f32 {
    let method = &row.method;
    let chain = |a: &[Terms<1>], b: &[Terms<1>], c| {
        let length = method.parameters.products;
        let blocks = a.chunks(length).zip(b.chunks(length));
        blocks.fold(c, |c, (a, b)| literal_step(method, variant, a, b, c))
    };
    match method.parameters.order {
        Order::Ascending => chain(&row.a, &row.b, row.c),
        Order::Halves => {
            let (first, last) = row.a.split_at(row.a.len() / 2);
            let (b_first, b_last) = row.b.split_at(row.b.len() / 2);
            let add = |x: f32, y: f32| match method.parameters.rounded {
                Rounded::Half => half_value(half_bits(f64::from(x) + f64::from(y)).into()),
                Rounded::Single(_) => x + y,
            };
            let first = chain(first, b_first, 0.0);
            match variant {
                Variant::HalvesApart => add(row.c, add(first, chain(last, b_last, 0.0))),
                _ => add(row.c, chain(last, b_last, first)),
            }
        }
    }
}

#[test]
fn every_rule_shows() {
    use Variant::*;
    let variants =
        [Normalised, ZerosCount, AddendAfter, TermsRounded, SumRounded, SignedZero, HalvesApart];
    let mut shown: BTreeMap<Variant, usize> = BTreeMap::new();
    for row in measured() {
        assert!(row.is(literal(&row, AsDescribed)), "{}: {:x}", row.line, row.d.to_bits());
        for variant in variants {
            *shown.entry(variant).or_default() += usize::from(!row.is(literal(&row, variant)));
        }
    }
    assert!(variants.iter().all(|variant| shown[variant] > 0), "{shown:?}");
}
