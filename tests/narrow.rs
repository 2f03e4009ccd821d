//! Tests floats of at most eight bits in `ptx!`: operand types, const evaluation, and results. Other programs computed
//! the expected results.

use ptx::ptx;
use std::collections::{HashMap, HashSet};

/// A Rust type of a source operand.
trait Source {
    fn of(bits: u64) -> Self;
}

macro_rules! sources {
    ($($ty:ty: |$bits:ident| $value:expr;)*) => { $(
        impl Source for $ty {
            #[expect(clippy::cast_possible_truncation, reason = "only the low bits hold the value")]
            fn of($bits: u64) -> Self {
                $value
            }
        }
    )* };
}

sources! {
    u8: |bits| bits as u8;
    u16: |bits| bits as u16;
    u32: |bits| bits as u32;
    f32: |bits| f32::from_bits(bits as u32);
}

macro_rules! function {
    (($($name:ident)+) {$($operand:tt)+} $($instruction:tt)+) => {
        |sources| {
            let [$($name),+] = *sources else { return None };
            $(let $name = Source::of($name);)+
            let d;
            ptx! { .version 9.4 .target sm_107a $($instruction)+ d, $($operand)+; }
            Some(u64::from(d))
        }
    };
}

/// An instruction, and a function that computes the results from the bits of the sources.
type Row = (&'static str, fn(&[u64]) -> Option<u64>);

macro_rules! table {
    ($($names:tt $operands:tt: $([$($instruction:tt)+])+;)+) => {
        const TABLE: &[Row] = &[$($(
            (stringify!($($instruction)+), function!($names $operands $($instruction)+)),
        )+)+];
    };
}

#[rustfmt::skip]
table! {
    (a b) {a, b}:
        [cvt.rn.satfinite.e2m1x2.f32] [cvt.rn.satfinite.relu.e2m1x2.f32] [cvt.rn.satfinite.pzo.e2m1x2.f32]
        [cvt.rz.satfinite.pzo.e2m1x2.f32] [cvt.rz.satfinite.e2m1x2.f32] [cvt.rn.satfinite.e2m3x2.f32]
        [cvt.rn.satfinite.relu.e2m3x2.f32] [cvt.rn.satfinite.pzo.e2m3x2.f32] [cvt.rz.satfinite.pzo.e2m3x2.f32]
        [cvt.rz.satfinite.e2m3x2.f32] [cvt.rn.satfinite.e3m2x2.f32] [cvt.rn.satfinite.relu.e3m2x2.f32]
        [cvt.rz.satfinite.pzo.e3m2x2.f32] [cvt.rn.satfinite.pzo.e3m2x2.f32] [cvt.rn.satfinite.e4m3x2.f32]
        [cvt.rn.satfinite.relu.e4m3x2.f32] [cvt.rz.satfinite.pzo.e4m3x2.f32] [cvt.rn.satfinite.pzo.e4m3x2.f32]
        [cvt.rn.satfinite.e5m2x2.f32] [cvt.rn.satfinite.relu.e5m2x2.f32] [cvt.rz.satfinite.pzo.e5m2x2.f32]
        [cvt.rn.satfinite.pzo.e5m2x2.f32] [cvt.rn.satfinite.s2f6x2.f32] [cvt.rn.satfinite.relu.s2f6x2.f32]
        [cvt.rz.ue8m0x2.f32] [cvt.rz.satfinite.ue8m0x2.f32] [cvt.rp.ue8m0x2.f32] [cvt.rp.satfinite.ue8m0x2.f32]
        [cvt.rn.satfinite.ue5m3x2.f32] [cvt.rz.satfinite.ue5m3x2.f32] [cvt.rp.satfinite.ue5m3x2.f32];
    (a) {a}:
        [cvt.rn.relu.bf16x2.e2m1x2] [cvt.rn.satfinite.bf16x2.e2m1x2] [cvt.rn.bf16x2.e2m1x2]
        [cvt.rn.relu.satfinite.bf16x2.e2m1x2] [cvt.rn.satfinite.bf16x2.e2m3x2] [cvt.rn.relu.bf16x2.e2m3x2]
        [cvt.rn.bf16x2.e2m3x2] [cvt.rn.bf16x2.e3m2x2] [cvt.rn.relu.bf16x2.e3m2x2] [cvt.rn.satfinite.bf16x2.e3m2x2]
        [cvt.rn.relu.satfinite.bf16x2.e3m2x2] [cvt.rn.bf16x2.e4m3x2] [cvt.rn.satfinite.bf16x2.e4m3x2]
        [cvt.rn.relu.bf16x2.e4m3x2] [cvt.rn.relu.satfinite.bf16x2.e4m3x2] [cvt.rn.bf16x2.e5m2x2]
        [cvt.rn.satfinite.bf16x2.e5m2x2] [cvt.rn.relu.bf16x2.e5m2x2] [cvt.rn.relu.satfinite.bf16x2.e5m2x2]
        [cvt.rn.bf16x2.ue8m0x2] [cvt.rn.f16x2.ue5m3x2] [cvt.rn.satfinite.e2m1x2.bf16x2] [cvt.rn.satfinite.relu.e2m1x2.bf16x2]
        [cvt.rn.satfinite.e2m1x2.f16x2] [cvt.rn.satfinite.relu.e2m1x2.f16x2] [cvt.rn.satfinite.e2m3x2.bf16x2]
        [cvt.rn.satfinite.e2m3x2.f16x2] [cvt.rn.satfinite.relu.e2m3x2.f16x2] [cvt.rn.satfinite.e3m2x2.bf16x2]
        [cvt.rn.satfinite.relu.e3m2x2.bf16x2] [cvt.rn.satfinite.relu.e3m2x2.f16x2] [cvt.rn.satfinite.e3m2x2.f16x2]
        [cvt.rn.satfinite.relu.e4m3x2.bf16x2] [cvt.rn.satfinite.e4m3x2.bf16x2] [cvt.rn.satfinite.e4m3x2.f16x2]
        [cvt.rn.satfinite.relu.e4m3x2.f16x2] [cvt.rn.satfinite.relu.e5m2x2.bf16x2] [cvt.rn.satfinite.e5m2x2.bf16x2]
        [cvt.rn.satfinite.e5m2x2.f16x2] [cvt.rn.satfinite.relu.e5m2x2.f16x2] [cvt.rn.f16x2.e2m1x2]
        [cvt.rn.relu.f16x2.e2m1x2] [cvt.rn.f16x2.e2m3x2] [cvt.rn.relu.f16x2.e2m3x2] [cvt.rn.f16x2.e3m2x2]
        [cvt.rn.relu.f16x2.e3m2x2] [cvt.rn.relu.f16x2.e4m3x2] [cvt.rn.f16x2.e4m3x2] [cvt.rn.f16x2.e5m2x2]
        [cvt.rn.relu.f16x2.e5m2x2] [cvt.rz.ue8m0x2.bf16x2] [cvt.rz.satfinite.ue8m0x2.bf16x2] [cvt.rp.ue8m0x2.bf16x2]
        [cvt.rp.satfinite.ue8m0x2.bf16x2];
    (a s) {a, s}:
        [cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e2m1x2] [cvt.rn.relu.scaled::n2::ue8m0.bf16x2.e2m1x2]
        [cvt.rn.scaled::n2::ue8m0.bf16x2.e2m1x2] [cvt.rn.scaled::n2::ue8m0.bf16x2.e2m3x2]
        [cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e2m3x2] [cvt.rn.relu.scaled::n2::ue8m0.bf16x2.e2m3x2]
        [cvt.rn.relu.satfinite.scaled::n2::ue8m0.bf16x2.e2m3x2] [cvt.rn.relu.scaled::n2::ue8m0.bf16x2.e3m2x2]
        [cvt.rn.scaled::n2::ue8m0.bf16x2.e3m2x2] [cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e3m2x2]
        [cvt.rn.relu.satfinite.scaled::n2::ue8m0.bf16x2.e3m2x2] [cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2]
        [cvt.rn.relu.scaled::n2::ue8m0.bf16x2.e4m3x2] [cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e4m3x2]
        [cvt.rn.satfinite.scaled::n2::ue8m0.bf16x2.e5m2x2] [cvt.rn.relu.scaled::n2::ue8m0.bf16x2.e5m2x2]
        [cvt.rn.scaled::n2::ue8m0.bf16x2.e5m2x2] [cvt.rn.relu.satfinite.scaled::n2::ue8m0.bf16x2.e5m2x2]
        [cvt.rn.scaled::n2::ue8m0.bf16x2.s2f6x2] [cvt.rn.relu.scaled::n2::ue8m0.bf16x2.s2f6x2];
    (a b e f rbits) {{a, b, e, f}, rbits}:
        [cvt.rs.satfinite.e2m1x4.f32] [cvt.rs.relu.satfinite.e2m1x4.f32] [cvt.rs.satfinite.e2m3x4.f32]
        [cvt.rs.relu.satfinite.e2m3x4.f32] [cvt.rs.satfinite.e3m2x4.f32] [cvt.rs.relu.satfinite.e3m2x4.f32]
        [cvt.rs.satfinite.e4m3x4.f32] [cvt.rs.relu.satfinite.e4m3x4.f32] [cvt.rs.satfinite.e5m2x4.f32]
        [cvt.rs.relu.satfinite.e5m2x4.f32];
    (a b rbits) {a, b, rbits}:
        [cvt.rs.bf16x2.f32] [cvt.rs.relu.bf16x2.f32] [cvt.rs.satfinite.bf16x2.f32] [cvt.rs.relu.f16x2.f32]
        [cvt.rs.f16x2.f32] [cvt.rs.satfinite.f16x2.f32];
    (a b s) {a, b, s}:
        [cvt.rn.satfinite.scaled::n2::ue8m0.s2f6x2.f32];
}

#[test]
fn rows_computed_by_other_means() {
    let named = |row: &Row| (row.0.split_whitespace().collect::<String>(), row.1);
    let table: HashMap<_, _> = TABLE.iter().map(named).collect();
    let mut seen = HashSet::new();
    let value = |field: &str| {
        let (_, digits) = field.split_once('=').expect("name=digits");
        u64::from_str_radix(digits, 16).expect("hexadecimal digits")
    };
    let vectors = include_str!("../ptx-core/tests/narrow/vectors.tsv");
    for line in vectors.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [_, instruction, sources, result, _] = fields[..] else {
            panic!("five fields: {line}")
        };
        let (instruction, _) = instruction.split_once(' ').expect("operands");
        let sources: Vec<_> = sources.split(' ').map(value).collect();
        let Some(function) = table.get(instruction) else { panic!("`{instruction}` is missing") };
        assert_eq!(function(&sources), Some(value(result)), "{line}");
        seen.insert(instruction);
    }
    assert_eq!(seen.len(), table.len(), "an instruction without a row");
}

#[test]
fn narrow_conversions_are_const() {
    const PAIR: u16 = ptx! {
        .target sm_90
        .reg .b16 d;
        cvt.rn.satfinite.e4m3x2.f32 d, 1.5, -1000.0;
        d
    };
    assert_eq!(PAIR, 0x3cfe);
    const SCALED: u32 = ptx! {
        .target sm_100f
        .reg .b16 a, scale; .reg .b32 d;
        mov.b16 a, 0x3c3c;
        mov.b16 scale, 0x7f80;
        cvt.rn.scaled::n2::ue8m0.bf16x2.e4m3x2 d, a, scale;
        d
    };
    assert_eq!(SCALED, 0x3fc0_4040);
    const FOUR: u16 = ptx! {
        .version 8.7 .target sm_100a
        .reg .b16 d; .reg .b32 rbits;
        cvt.rs.satfinite.e2m1x4.f32 d, {1.0, -2.0, 0f40800000, 9.0}, rbits;
        d
    };
    assert_eq!(FOUR, 0x2c67);
}

/// Tests that `.scaled::n1::ue8m0` divides both numbers by one scale, in a `.b8` register or in a `u8` variable.
#[test]
fn one_scale_divides_both_numbers() {
    const PAIR: u16 = ptx! {
        .version 9.4 .target sm_107f
        .reg .b8 scale; .reg .b16 d;
        cvt.u8.u32 scale, 0x80;
        cvt.rn.satfinite.scaled::n1::ue8m0.e4m3x2.f32 d, 3.0, -2.0, scale;
        d
    };
    assert_eq!(PAIR, 0x3cb8);
    let (a, pair, scale) = (f32::from_bits(0x8000_0001), 0x4040_c000_u32, 0x80_u8);
    let (flushed, positive, codes, unsigned): (u16, u16, u8, u16);
    ptx! {
        .version 9.4 .target sm_107a
        cvt.rn.satfinite.scaled::n1::ue8m0.e5m2x2.f32 flushed, a, 3.0, scale;
        cvt.rz.satfinite.pzo.scaled::n1::ue8m0.e3m2x2.f32 positive, a, 3.0, scale;
        cvt.rn.satfinite.relu.scaled::n1::ue8m0.e2m1x2.bf16x2 codes, pair, scale;
        cvt.rz.scaled::n1::ue8m0.ue5m3x2.bf16x2 unsigned, pair, scale;
    }
    assert_eq!((flushed, positive, codes, unsigned), (0x803e, 0x000e, 0x30, 0x7c78));
}

/// Tests that white space is allowed inside of a modifier.
#[test]
fn a_scale_may_be_written_with_spaces() {
    let (a, scale): (u8, u16) = (0x24, 0x807f);
    let d: u32;
    ptx! { .target sm_120f cvt.rn .scaled :: n2 :: ue8m0 .bf16x2.e2m1x2 d, a, scale; }
    assert_eq!(d, 0x4000_4000);
}

/// Tests Rust variables as operands: a variable for a narrow PTX type is a Rust integer of the same width.
#[test]
fn operands_of_rust() {
    let (a, b, e, f, rbits) = (0.5_f32, 448.0_f32, -0.0_f32, f32::NAN, 0x1234_5678_u32);
    let (pair, codes, four, few): (u16, u8, u32, u16);
    let half: u32;
    ptx! {
        .target sm_100a
        cvt.rn.satfinite.e5m2x2.f32 pair, a, b;
        cvt.rn.satfinite.e2m1x2.f32 codes, a, b;
        cvt.rs.satfinite.e4m3x4.f32 four, {a, b, e, (f)}, rbits;
        cvt.rs.relu.satfinite.e2m1x4.f32 few, {a, b, e, f}, rbits;
        cvt.rn.f16x2.e2m1x2 half, codes;
    }
    assert_eq!((pair, codes, four, few), (0x385f, 0x17, 0x307e_807f, 0x1707));
    assert_eq!(half, 0x3800_4600);
}
