//! Compares instructions with known results. Each row names an instruction in PTX's syntax.

use crate::functions::video;
use ptx_core::Combination::{And, Or};
use ptx_core::Rectification::{Linear, Relu};
use ptx_core::Saturation::{Off, Sat};
use ptx_core::*;
use referee::lanes::COMPARISONS;
use std::collections::HashMap;

const VECTORS: &str = include_str!("vectors.tsv");

/// Stores the carry in `flag` and returns the other result.
fn cc<T>((d, carry): (T, bool), flag: &mut bool) -> T {
    *flag = carry;
    d
}

/// Computes an instruction that is not a video instruction and returns its results. The sources are words of 32 or 64
/// bits.
#[rustfmt::skip]
fn run(instruction: &str, x: &[u64], flag: &mut bool) -> Vec<u64> {
    let long = |i: usize| x.get(i).copied().unwrap_or_default();
    let [a, b, c, table] = [0, 1, 2, 3].map(|i| long(i) as u32);
    let [i, j, k] = [a, b, c].map(u32::cast_signed);
    let [la, lb, lc] = [0, 1, 2].map(long);
    let [li, lj, lk] = [la, lb, lc].map(u64::cast_signed);
    let d: u32 = match instruction {
        "add.cc.u32" => cc(add_cc_u32(a, b), flag),
        "addc.u32" => addc_u32(a, b, *flag),
        "addc.cc.u32" => cc(addc_cc_u32(a, b, *flag), flag),
        "sub.cc.u32" => cc(sub_cc_u32(a, b), flag),
        "subc.u32" => subc_u32(a, b, *flag),
        "subc.cc.u32" => cc(subc_cc_u32(a, b, *flag), flag),
        "mad.lo.cc.u32" => cc(mad_lo_cc_u32(a, b, c), flag),
        "madc.hi.cc.u32" => cc(madc_hi_cc_u32(a, b, c, *flag), flag),
        "mad.hi.cc.s32" => cc(mad_hi_cc_s32(i, j, k), flag).cast_unsigned(),
        "xor.b32" => xor_b32(a, b),
        "add.cc.u64" => return vec![cc(add_cc_u64(la, lb), flag)],
        "addc.u64" => return vec![addc_u64(la, lb, *flag)],
        "addc.cc.u64" => return vec![cc(addc_cc_u64(la, lb, *flag), flag)],
        "sub.cc.u64" => return vec![cc(sub_cc_u64(la, lb), flag)],
        "subc.u64" => return vec![subc_u64(la, lb, *flag)],
        "subc.cc.u64" => return vec![cc(subc_cc_u64(la, lb, *flag), flag)],
        "mad.lo.cc.u64" => return vec![cc(mad_lo_cc_u64(la, lb, lc), flag)],
        "madc.hi.cc.u64" => return vec![cc(madc_hi_cc_u64(la, lb, lc, *flag), flag)],
        "mad.hi.cc.s64" => return vec![cc(mad_hi_cc_s64(li, lj, lk), flag).cast_unsigned()],
        "xor.b64" => return vec![xor_b64(la, lb)],
        "add.u16x2" => add_u16x2(a, b, Off),
        "add.s16x2" => add_s16x2(a, b, Off),
        "add.u8x4" => add_u8x4(a, b, Off),
        "add.s8x4" => add_s8x4(a, b, Off),
        "add.sat.u16x2" => add_u16x2(a, b, Sat),
        "add.sat.s16x2" => add_s16x2(a, b, Sat),
        "add.sat.u8x4" => add_u8x4(a, b, Sat),
        "add.sat.s8x4" => add_s8x4(a, b, Sat),
        "add.sat.u32" => add_sat_u32(a, b),
        "sub.u8x4" => sub_u8x4(a, b, Off),
        "sub.s8x4" => sub_s8x4(a, b, Off),
        "sub.sat.u8x4" => sub_u8x4(a, b, Sat),
        "sub.sat.s8x4" => sub_s8x4(a, b, Sat),
        "neg.s8x4" => neg_s8x4(a),
        "min.u16x2" => min_u16x2(a, b),
        "min.s16x2" => min_s16x2(a, b, Linear),
        "min.relu.s16x2" => min_s16x2(a, b, Relu),
        "min.u8x4" => min_u8x4(a, b),
        "min.s8x4" => min_s8x4(a, b, Linear),
        "min.relu.s8x4" => min_s8x4(a, b, Relu),
        "max.u16x2" => max_u16x2(a, b),
        "max.s16x2" => max_s16x2(a, b, Linear),
        "max.relu.s16x2" => max_s16x2(a, b, Relu),
        "max.u8x4" => max_u8x4(a, b),
        "max.s8x4" => max_s8x4(a, b, Linear),
        "max.relu.s8x4" => max_s8x4(a, b, Relu),
        "cvt.pack.sat.u16.s32" => cvt_pack_sat_u16_s32(i, j),
        "cvt.pack.sat.s16.s32" => cvt_pack_sat_s16_s32(i, j),
        "cvt.pack.sat.u8.s32.b32" => cvt_pack_sat_u8_s32_b32(i, j, c),
        "cvt.pack.sat.s8.s32.b32" => cvt_pack_sat_s8_s32_b32(i, j, c),
        "cvt.pack.sat.u4.s32.b32" => cvt_pack_sat_u4_s32_b32(i, j, c),
        "cvt.pack.sat.s4.s32.b32" => cvt_pack_sat_s4_s32_b32(i, j, c),
        "cvt.pack.sat.u2.s32.b32" => cvt_pack_sat_u2_s32_b32(i, j, c),
        "cvt.pack.sat.s2.s32.b32" => cvt_pack_sat_s2_s32_b32(i, j, c),
        "lop3.and.b32" | "lop3.or.b32" => {
            let combination = if instruction == "lop3.and.b32" { And } else { Or };
            let (d, p) = lop3_boolop_b32(a, b, c, table as u8, long(4) == 1, combination);
            return vec![d.into(), p.into()];
        }
        _ => panic!("no function for {instruction}"),
    };
    vec![d.into()]
}

/// Computes a video instruction and returns its result. Operands may have a mask or a selector: `d.b310`, `a.b5140`.
fn run_video(instruction: &str, lanes: [Option<&str>; 3], x: &[u64]) -> u64 {
    let mut words: Vec<&str> = instruction.split('.').collect();
    let merge = match words.pop_if(|word| matches!(*word, "sat" | "add")) {
        Some("sat") => Merge::Saturated,
        Some(_) => Merge::Sum,
        None => Merge::Lanes,
    };
    let comparison = COMPARISONS.iter().find(|(word, ..)| words.last() == Some(word));
    let comparison = comparison.map_or(Comparison::T, |(_, comparison, _)| {
        words.pop();
        *comparison
    });
    let spelling = words.join("_");
    let (.., types, function) = video()
        .find(|(name, ..)| *name == spelling)
        .unwrap_or_else(|| panic!("no function for {instruction}"));
    let (mask, a, b) =
        if types.bits == 8 { ("b3210", "b3210", "b7654") } else { ("h10", "h10", "h32") };
    let mask = lanes[0].unwrap_or(mask)[1..].bytes().map(|digit| 1 << (digit - b'0')).sum();
    let selector = |digits: &str| u16::from_str_radix(&digits[1..], 16).expect("digits");
    let selectors =
        [lanes[1].map_or(selector(a), selector), lanes[2].map_or(selector(b), selector)];
    function([0, 1, 2].map(|i| x[i] as u32), mask, selectors, comparison, merge).into()
}

/// Parses text such as `a=0123 b=4567` and returns pairs of a name and its digits.
fn values(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split(' ').map(|value| value.split_once('=').expect("a name and digits"))
}

fn hex(digits: &str) -> u64 {
    u64::from_str_radix(digits, 16).expect("hex digits")
}

#[test]
fn every_row() {
    let rows = VECTORS.lines().filter(|line| !line.starts_with('#'));
    let mut count = 0;
    for row in rows {
        let columns: Vec<&str> = row.split('\t').collect();
        let [_, text, inputs, outputs, _] = columns[..] else { panic!("five columns: {row}") };
        let mut registers: HashMap<&str, u64> =
            values(inputs).map(|(name, x)| (name, hex(x))).collect();
        let mut flag = false;
        for statement in text.split("; ") {
            let (instruction, operands) = statement.split_once(' ').expect("operands follow");
            let operands: Vec<&str> = operands.split(", ").collect();
            let (names, lanes): (Vec<_>, Vec<_>) = operands
                .iter()
                .map(|operand| {
                    operand
                        .split_once('.')
                        .map_or((*operand, None), |(name, lanes)| (name, Some(lanes)))
                })
                .unzip();
            let source = |name: &&str| match name.strip_prefix("0x") {
                Some(digits) => hex(digits),
                None => name.parse().unwrap_or_else(|_| registers[name]),
            };
            let sources: Vec<u64> = names[1..].iter().map(source).collect();
            let results = if instruction.starts_with('v') {
                vec![run_video(instruction, [lanes[0], lanes[1], lanes[2]], &sources)]
            } else {
                run(instruction, &sources, &mut flag)
            };
            registers.extend(names[0].split('|').zip(results));
        }
        for (name, expected) in values(outputs) {
            assert_eq!(registers[name], hex(expected), "{name} of {row}");
        }
        count += 1;
    }
    assert_eq!(count, 279);
}
