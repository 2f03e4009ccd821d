//! Forms as text.

use ptx_core::mma::{Form, Operand, Type};
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
