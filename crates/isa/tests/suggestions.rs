//! Tests the suggestions for rejected instructions. A suggestion must keep every written word that any form of the
//! mnemonic has, and must fit the registers. The suggestion must also keep the signedness, width and kind of the types.

#[path = "slips/mod.rs"]
mod slips;

use ptx_isa::operand::Operand;
use ptx_isa::{
    At, Dialect, Fault, Table, Target, Type, Version, forms, nearest, operand, select_all,
};
use std::collections::HashSet;

fn dialect(version: &str, target: &str) -> Dialect {
    let (word, map) = target.split_once('+').map_or((target, false), |(word, _)| (word, true));
    let target = Target::from_word(word).expect("the target exists");
    let version = Version::released(version).expect("the version exists");
    Dialect::of(version, Target { map_f64_to_f32: map, ..target })
}

fn parts(instruction: &str) -> (&str, Vec<&str>) {
    let mut words = instruction.split('.');
    (words.next().expect("a mnemonic"), words.collect())
}

fn fault(instruction: &str, dialect: &Dialect) -> Fault {
    let (mnemonic, words) = parts(instruction);
    select_all(Table::Thread, mnemonic, &words, dialect).expect_err("it is refused").explain()
}

/// Returns the code that the help tells to write.
fn offered(fault: &Fault) -> Vec<String> {
    let Some(help) = fault.message.help.as_ref() else { return Vec::new() };
    let written = help.text().split_once("write ").map_or("", |(_, written)| written);
    let quoted = written.split('`').skip(1).step_by(2);
    quoted
        .filter(|quoted| help.fixes().iter().any(|fix| fix.text == *quoted))
        .map(String::from)
        .collect()
}

fn types(words: &[&str]) -> Vec<Type> {
    words.iter().filter_map(|word| Type::from_word(word)).collect()
}

const DIALECTS: [(&str, &str); 14] = [
    ("1.0", "sm_10"),
    ("1.3", "sm_13"),
    ("1.4", "sm_10"),
    ("1.5", "sm_12+map_f64_to_f32"),
    ("2.0", "sm_13"),
    ("2.3", "sm_20"),
    ("3.2", "sm_35"),
    ("4.2", "sm_53"),
    ("6.5", "sm_75"),
    ("7.0", "sm_80"),
    ("7.2", "sm_86"),
    ("8.0", "sm_90"),
    ("8.6", "sm_100"),
    ("9.0", "sm_75"),
];

#[test]
fn suggestions_for_an_absent_form_exist_and_keep_its_types() {
    let step = if test_support::is_full() { 1 } else { 3 };
    for (version, target) in DIALECTS.into_iter().step_by(step) {
        let dialect = dialect(version, target);
        let mut seen = HashSet::new();
        for form in forms::all() {
            for spelling in form.spellings() {
                if !seen.insert((form.mnemonic, spelling.clone())) {
                    continue;
                }
                let missing = select_all(Table::Thread, form.mnemonic, &spelling, &dialect);
                let Err(missing) = missing else { continue };
                let fault = missing.explain();
                for other in offered(&fault) {
                    let described = format!("{version} {target}: {fault}");
                    let (mnemonic, words) = parts(&other);
                    assert!(
                        select_all(Table::Thread, mnemonic, &words, &dialect).is_ok(),
                        "{described}"
                    );
                    assert_eq!(types(&words), types(&spelling), "{described}");
                }
            }
        }
    }
}

#[test]
fn suggestions_for_an_absent_form_keep_its_words() {
    let cases: [(&str, &str, &str, &[&str]); 7] = [
        ("3.2", "sm_35", "max.NaN.xorsign.abs.f32", &[]),
        ("1.0", "sm_10", "add.rp.f32x2", &[]),
        ("1.4", "sm_10", "cvt.rn.sat.f32.f64", &[]),
        ("1.3", "sm_13", "ex2.approx.ftz.bf16", &[]),
        ("1.4", "sm_13", "rcp.rn.f32", &[]),
        ("8.0", "sm_90", "min.ftz.NaN.abs.f32", &[]),
        ("4.2", "sm_53", "mad.sat.f32", &["mad.rn.sat.f32"]),
    ];
    for (version, target, instruction, others) in cases {
        let fault = fault(instruction, &dialect(version, target));
        assert_eq!(offered(&fault), others, "{fault}");
    }
}

#[test]
fn suggestions_for_a_typo_keep_the_other_words() {
    let cases = [
        ("min.nan.f32", 0, "min.NaN.f32"),
        ("max.NaNs.f32", 0, "max.NaN.f32"),
        ("div.full.ftz.uf32", 2, "div.full.ftz.f32"),
        ("add.rz.sat.uf32", 2, "add.rz.sat.f32"),
        ("cvt.rzi.u32.32", 2, "cvt.rzi.u32.f32"),
        ("setp.ltu.16", 1, "setp.ltu.f16"),
        ("cvt.rzi.f32.f322", 2, "cvt.rzi.f32.f32"),
        ("cvt.rni.sat.f64.F64", 3, "cvt.rni.sat.f64.f64"),
        ("min.NaN.NaN.abs.f32", 1, "min.NaN.abs.f32"),
    ];
    for (instruction, at, meant) in cases {
        let fault = fault(instruction, &Dialect::default());
        assert_eq!(fault.at, At::Modifier(at), "{instruction}: {fault}");
        assert_eq!(offered(&fault), [meant], "{instruction}: {fault}");
    }
}

#[test]
fn faults_of_memory_instructions_point_at_the_wrong_word() {
    let missing_space = "missing state space";
    let cases: [(&str, At, &str, &[&str]); 11] = [
        ("ld.global", At::Mnemonic, "missing type", &[]),
        ("ld.global.u33", At::Modifier(1), "unknown modifier `.u33`", &["ld.global.u32"]),
        ("ld.global.f16", At::Modifier(1), "type `.f16` is not supported", &[]),
        ("ld.gobal.u32", At::Modifier(0), "unknown modifier `.gobal`", &["ld.global.u32"]),
        ("ld.shard.u32", At::Modifier(0), "unknown modifier `.shard`", &["ld.shared.u32"]),
        ("ld.u32.global", At::Modifier(1), "modifier `.global` is out", &["ld.global.u32"]),
        ("st.u32.shared", At::Modifier(1), "modifier `.shared` is out", &["st.shared.u32"]),
        ("ld.global.u32.v4", At::Modifier(2), "modifier `.v4` is out", &["ld.global.v4.u32"]),
        ("ld.acquire.u32", At::Mnemonic, "missing scope", &[]),
        ("ld.relaxed.global.u32", At::Mnemonic, "missing scope", &[]),
        ("cvta.to.u64", At::Mnemonic, missing_space, &[]),
    ];
    for (instruction, at, what, others) in cases {
        let (mnemonic, words) = parts(instruction);
        let dialect = Dialect::default();
        let missing = select_all(Table::Program, mnemonic, &words, &dialect);
        let fault = missing.expect_err("it is refused").explain();
        assert_eq!(fault.at, at, "{instruction}: {fault}");
        assert!(fault.message.what.starts_with(what), "{instruction}: {fault}");
        assert_eq!(offered(&fault), others, "{instruction}: {fault}");
    }
}

#[test]
fn a_third_of_the_letters_or_one_letter_may_be_wrong() {
    assert_eq!(nearest("brevff", ["brev"]), Some("brev"));
    assert_eq!(nearest("bfexx", ["bfe"]), None);
    assert_eq!(nearest("or", ["xor"]), Some("xor"));
}

/// Tests `vadd` with four operands. If no operand selects a byte or half, the form needs a second operation, such as
/// `.add`. The checks of the operands would reject a suggestion without a second operation.
#[test]
fn a_suggestion_for_four_plain_operands_has_a_second_operation() {
    let register = |name: &str| Operand::Register { name: name.to_string(), ty: Some(Type::U32) };
    let operands = ["d", "a", "b", "c"].map(register);
    for words in [["u32", "u32", "u33"], ["u32", "u32", "f32"]] {
        let dialect = Dialect::default();
        let missing = select_all(Table::Program, "vadd", &words, &dialect);
        let fault = missing.expect_err("it is refused").explain_for(&operands);
        let offered = offered(&fault);
        assert_eq!(offered.len(), if words[2] == "u33" { 3 } else { 0 }, "{offered:?}");
        for suggestion in offered {
            let (mnemonic, words) = parts(&suggestion);
            let forms = select_all(Table::Program, mnemonic, &words, &dialect).expect("a form");
            assert!(operand::check(&forms, &operands).is_ok(), "{suggestion}");
        }
    }
}

#[test]
fn a_dot_without_a_modifier_is_reported() {
    for (instruction, at) in [("rcp.", 0), ("add.", 0), ("mma.", 0), ("add..f32", 0), ("ld.", 0)] {
        let (mnemonic, words) = parts(instruction);
        let dialect = Dialect::default();
        let missing = select_all(Table::Program, mnemonic, &words, &dialect);
        let fault = missing.expect_err("it is refused").explain();
        assert_eq!(fault.at, At::Modifier(at), "{instruction}: {fault}");
        assert_eq!(fault.message.what, "missing modifier after `.`", "{instruction}");
    }
}
