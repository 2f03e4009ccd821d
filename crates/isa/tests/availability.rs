//! Tests the versions and targets of float forms. The expected values are from ptxas 12.9 and 13.5.

use ptx_isa::{Dialect, Target, Version, select};

fn exists(instruction: &str, version: &str, target: &str) -> bool {
    let (word, map) = target.split_once('+').map_or((target, false), |(word, _)| (word, true));
    let target = Target::from_word(word).expect("the target exists");
    let target = Target { map_f64_to_f32: map, ..target };
    let dialect = Dialect::of(Version::released(version).expect("the version exists"), target);
    let mut words = instruction.split('.');
    let mnemonic = words.next().expect("there is a mnemonic");
    select(mnemonic, &words.collect::<Vec<_>>(), &dialect).is_ok()
}

/// Pairs of a version and a target. A `+` stands for the option `map_f64_to_f32`.
type Dialects = &'static [(&'static str, &'static str)];

/// An instruction, the first dialects that support the instruction, and some dialects that do not support it.
#[rustfmt::skip]
const FIRST: &[(&str, Dialects, Dialects)] = &[
    ("add.sat.f32",             &[("1.0", "sm_10")],                    &[]),
    ("add.rz.ftz.f32",          &[("1.4", "sm_10")],                    &[("1.3", "sm_13")]),
    ("add.rm.f32",              &[("2.0", "sm_20")],                    &[("3.1", "sm_13")]),
    ("add.rz.f64",              &[("1.2", "sm_13"), ("1.4", "sm_12+")], &[("1.4", "sm_12")]),
    ("add.rp.f64",              &[("1.2", "sm_13")],                    &[("1.4", "sm_12+")]),
    ("add.rn.f32x2",            &[("8.6", "sm_100")],                   &[("8.8", "sm_90")]),
    ("add.rp.sat.f32.bf16",     &[("8.6", "sm_100")],                   &[("8.8", "sm_90")]),
    ("mul.ftz.sat.f16x2",       &[("4.2", "sm_53")],                    &[("4.2", "sm_52")]),
    ("mul.rn.bf16",             &[("7.8", "sm_90")],                    &[("7.8", "sm_89"), ("7.7", "sm_86")]),
    ("mad.f32",                 &[("1.0", "sm_10"), ("3.1", "sm_13")],  &[("3.2", "sm_20"), ("9.5", "sm_90")]),
    ("mad.rn.f32",              &[("2.0", "sm_20")],                    &[("2.0", "sm_13")]),
    ("mad.rz.f64",              &[("1.4", "sm_13"), ("1.4", "sm_12+")], &[("1.4", "sm_12")]),
    ("mad.rm.f64",              &[("1.4", "sm_13")],                    &[("1.4", "sm_12+")]),
    ("mad.f64",                 &[("1.3", "sm_13")],                    &[("1.4", "sm_13")]),
    ("neg.ftz.f16",             &[("6.0", "sm_53")],                    &[("5.0", "sm_60")]),
    ("abs.f16x2",               &[("6.5", "sm_53")],                    &[("6.4", "sm_75")]),
    ("abs.bf16",                &[("7.0", "sm_80")],                    &[("7.8", "sm_75")]),
    ("min.NaN.f32",             &[("7.0", "sm_80")],                    &[("7.0", "sm_75"), ("6.5", "sm_75")]),
    ("max.xorsign.abs.f32",     &[("7.2", "sm_86")],                    &[("7.2", "sm_80"), ("7.1", "sm_86")]),
    ("max.NaN.xorsign.abs.bf16",&[("7.2", "sm_86")],                    &[("7.2", "sm_80")]),
    ("min.ftz.NaN.abs.f32",     &[("8.8", "sm_100")],                   &[("8.7", "sm_100"), ("8.8", "sm_90")]),
    ("copysign.f64",            &[("2.0", "sm_20")],                    &[("2.0", "sm_13")]),
    ("testp.subnormal.f32",     &[("2.0", "sm_20")],                    &[("2.0", "sm_13")]),
    ("fma.rn.ftz.relu.f16",     &[("7.0", "sm_80")],                    &[("7.0", "sm_75")]),
    ("fma.rn.oob.relu.bf16x2",  &[("8.1", "sm_90")],                    &[("8.0", "sm_90"), ("8.1", "sm_89")]),
    ("fma.rn.oob.sat.f16",      &[("8.1", "sm_90")],                    &[("8.0", "sm_90"), ("8.1", "sm_89")]),
    ("cvt.rn.ftz.f32.u16",      &[("1.4", "sm_10")],                    &[("1.3", "sm_13")]),
    ("cvt.rn.ftz.sat.f32.s8",   &[("1.5", "sm_10")],                    &[("1.4", "sm_13")]),
    ("bmsk.clamp.b32",          &[("7.6", "sm_70")],                    &[("7.5", "sm_90"), ("7.6", "sm_61")]),
    ("szext.wrap.s32",          &[("7.6", "sm_70")],                    &[("7.5", "sm_90"), ("7.6", "sm_61")]),
    ("fns.b32",                 &[("6.0", "sm_30")],                    &[("5.0", "sm_61"), ("6.0", "sm_21")]),
    ("dp4a.s32.u32",            &[("5.0", "sm_61")],                    &[("5.0", "sm_60")]),
    ("dp2a.hi.u32.u32",         &[("5.0", "sm_61")],                    &[("5.0", "sm_60")]),
    ("mad24.hi.sat.s32",        &[("1.0", "sm_10")],                    &[]),
    ("ex2.approx.f16",          &[("7.0", "sm_75")],                    &[("7.0", "sm_72")]),
    ("ex2.approx.ftz.bf16x2",   &[("7.8", "sm_90")],                    &[("7.8", "sm_89")]),
    ("tanh.approx.f16x2",       &[("7.0", "sm_75")],                    &[("6.5", "sm_75")]),
    ("tanh.approx.bf16",        &[("7.8", "sm_90")],                    &[("7.8", "sm_89")]),
];

#[test]
fn forms_exist_from_the_same_version_as_in_ptxas() {
    for (instruction, present, absent) in FIRST {
        for (version, target) in *present {
            assert!(exists(instruction, version, target), "{instruction} {version} {target}");
        }
        for (version, target) in *absent {
            assert!(!exists(instruction, version, target), "{instruction} {version} {target}");
        }
    }
}

#[test]
fn modifiers_that_the_manual_does_not_have_are_rejected() {
    #[rustfmt::skip]
    let never = [
        "add.sat.bf16", "add.ftz.bf16x2", "add.rz.f16", "add.sat.f32x2", "add.ftz.f32.f16", "mul.f32.f16",
        "mad.f32x2", "neg.ftz.bf16", "abs.sat.f32", "min.ftz.bf16", "min.xorsign.f32", "min.NaN.f64",
        "copysign.ftz.f32", "testp.normal.f16", "fma.f16", "fma.rn.sat.relu.f16", "fma.rn.sat.bf16",
        "fma.rn.ftz.oob.f16", "fma.rn.oob.sat.bf16", "fma.rn.oob.sat.relu.f16", "ex2.approx.bf16", "ex2.approx.ftz.f16", "tanh.approx.ftz.f16",
        // `ptxas` accepts the following instructions, but the manual does not list these instructions.
        "fma.rz.bf16", "mad.ftz.rn.f32",
    ];
    for instruction in never {
        assert!(!exists(instruction, "9.5", "sm_121"), "{instruction}");
    }
}
