//! Forms: as text, and which of their products are summed in one step.

use ptx_core::mma::{Form, Operand, Type, element};
use ptx_core::{Limit, Rounding, Sm};
use std::collections::HashSet;

#[test]
fn every_form_is_read_as_it_is_written() {
    let mut texts = HashSet::new();
    for &form in Form::all() {
        let text = form.to_string();
        assert_eq!(Form::parse(&text), Some(form), "{text}");
        assert!(texts.insert(text));
    }
    // 12 of m8n8k4, 8 of f16, bf16 and tf32, 16 of FP8, 50 of .kind::f8f6f4, 4 of f64, 24 of
    // integers, 6 of bits; 12 of wgmma.
    assert_eq!(texts.len(), 12 + 8 + 16 + 50 + 4 + 24 + 6 + 12);
}

#[test]
fn modifiers() {
    let parse = |text: &str| Form::parse(text).unwrap_or_else(|| panic!("{text}"));
    for (word, mode) in
        [("rn", Rounding::Rn), ("rz", Rounding::Rz), ("rm", Rounding::Rm), ("rp", Rounding::Rp)]
    {
        let before = parse(&format!("m16n8k8.row.col.{word}.f64.f64.f64.f64"));
        let after = parse(&format!("m16n8k8.row.col.f64.f64.f64.f64.{word}"));
        assert_eq!((before, before.rounding()), (after, mode));
    }
    assert_eq!(parse("m8n8k16.row.col.satfinite.s32.s8.u8.s32").limit(), Limit::Satfinite);
    assert_eq!(parse("m16n8k16.f32.bf16.bf16.f32"), parse("m16n8k16.row.col.f32.bf16.bf16.f32"));
    let wgmma = parse("wgmma.m64n256k16.f16.f16.f16");
    assert_eq!((wgmma.shape(), wgmma.element_type(Operand::C)), ([64, 256, 16], Type::F16));
    assert!(wgmma.runs_on(Sm(90)) && !wgmma.runs_on(Sm(89)) && !wgmma.runs_on(Sm(100)));
}

#[test]
fn what_is_no_form() {
    let texts = [
        "",
        ".",
        "mma",
        "m16n8k16",
        "m16n8k16.row.col",
        "m16n8k16.row.col.f32",
        "m16n8k16.row.col.f32.f16.f16",
        "m16n8k16.row.col.f32.f16.f16.f32.",
        "m16n8k16.row.col.f32.f16.f16.f32.f32",
        "m16n8k16.row.f32.f16.f16.f32",
        "m16n8k16.row.row.f32.f16.f16.f32",
        "m16n8k16..row.col.f32.f16.f16.f32",
        "m16n8k16.row.col.F32.f16.f16.f32",
        "m16n8k016.row.col.f32.f16.f16.f32",
        "m16n8k99999999999.row.col.f32.f16.f16.f32",
        "m16n8k0.row.col.f32.f16.f16.f32",
        "m16n8.row.col.f32.f16.f16.f32",
        "m16n8k16.row.col.f32.f16.f16.f16",
        "m16n8k16.row.col.f32.f16.bf16.f32",
        "m16n8k16.row.col.f16.bf16.bf16.f16",
        "m16n8k16.row.col.satfinite.f32.f16.f16.f32",
        "m16n8k16.row.col.rn.f32.f16.f16.f32",
        "m16n8k16.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32",
        "m16n8k32.row.col.f32.e2m1.e4m3.f32",
        "m16n8k8.row.col.rn.f64.f64.f64.f64.rn",
        "m16n8k32.row.col.satfinite.satfinite.s32.s8.s8.s32",
        "m16n8k32.row.col.s32.s8.s4.s32",
        "m16n8k128.row.col.s32.b1.b1.s32",
        "m16n8k128.row.col.s32.b1.b1.s32.xor",
        "m16n8k128.row.col.s32.b1.b1.s32.or.popc",
        "m16n8k128.row.col.satfinite.s32.b1.b1.s32.xor.popc",
        "wgmma.m64n8k32.row.col.f32.e4m3.e4m3",
        "wgmma.m64n8k32.f32.e4m3.e4m3.f32",
        "wgmma.m64n12k32.f32.e4m3.e4m3",
        "wgmma.m64n264k32.f32.e4m3.e4m3",
        "wgmma.m16n8k16.f32.f16.f16",
        "m64n8k32.f32.e4m3.e4m3",
    ];
    for text in texts {
        assert_eq!(Form::parse(text), None, "{text}");
    }
}

fn form(text: &str) -> Form {
    Form::parse(text).expect("a form")
}

#[test]
fn only_floats_that_a_target_multiplies_have_parameters() {
    assert_eq!(form("m16n8k16.row.col.s32.s8.s8.s32").parameters(Sm(80)), None);
    assert_eq!(form("m16n8k16.row.col.f32.f16.f16.f32").parameters(Sm(75)), None);
    assert!(form("m16n8k16.row.col.f32.f16.f16.f32").parameters(Sm(80)).is_some());
}

/// Two products that cancel, and a tiny one. Within a step it is lost beside them; in the next it is the sum.
fn sum_of_three<const K: usize>(text: &str, sm: Sm, places: [usize; 3], factors: [u64; 4]) -> u64 {
    let [great, minus, tiny, other] = factors;
    let (mut a, mut b) = ([0; K], [0; K]);
    for (place, x, y) in
        [(places[0], great, great), (places[1], great, minus), (places[2], tiny, other)]
    {
        (a[place], b[place]) = (x, y);
    }
    element(form(text), &a, &b, 0, sm).expect("the target has it")
}

#[test]
fn products_of_eight_bits_on_sm_90_are_summed_in_two_halves() {
    const E4M3: [u64; 4] = [0x7e, 0xfe, 0x01, 0x01]; // 448, -448, 2^-9
    let sum =
        |places| sum_of_three::<16>("m16n8k16.row.col.f32.e4m3.e4m3.f32", Sm(90), places, E4M3);
    // Two of four products are of the first.
    assert_eq!(sum([0, 1, 4]), 0);
    assert_eq!(sum([0, 1, 2]), 0x3680_0000); // 2^-18
}

#[test]
fn a_chain_is_of_instructions_of_k_products_each() {
    const F16: [u64; 4] = [0x7bff, 0xfbff, 0x0001, 0x3c00]; // 65504, -65504, 2^-24, 1
    let sum = |places| sum_of_three::<32>("m16n8k16.row.col.f32.f16.f16.f32", Sm(80), places, F16);
    assert_eq!(sum([22, 23, 21]), 0);
    assert_eq!(sum([22, 23, 24]), 0x3380_0000); // 2^-24
}
