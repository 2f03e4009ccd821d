//! `ptx eval`: results, exact values and errors, and that it reaches every function.

use ptx_cli::eval::eval;
use ptx_cli::eval::functions::Prepared;
use ptx_isa::{Dialect, Selection, Target, Type, Version, forms, select_all};

fn said(instruction: &str, operands: &[&str], dialect: &Dialect) -> String {
    let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
    match eval(instruction, &operands, dialect) {
        Ok(text) => text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n"),
        Err(fault) => fault.to_string(),
    }
}

fn by_default(instruction: &str, operands: &[&str]) -> String {
    said(instruction, operands, &Dialect::default())
}

#[test]
fn a_sum_that_is_rounded() {
    // 2^24 + 1 lies in the middle of two singles, and the lower one is even.
    assert_eq!(
        by_default("add.rn.f32", &["16777216.0", "0f3F800000"]),
        "decimal  16777216.0\nhex      4b800000  (0f4B800000)\nexactly  16777216\n\
         true     16777217\nerror    0.5 ulp below"
    );
}

#[test]
fn a_conversion_that_rounds() {
    let text = by_default("cvt.rn.f32.s32", &["16777217"]);
    assert!(
        text.contains("exactly  16777216\ntrue     16777217\nerror    0.5 ulp below"),
        "{text}"
    );
    let text = by_default("cvt.rz.f16.f64", &["-2049.5"]);
    assert!(text.contains("exactly  -2048\ntrue     -2049.5\nerror    0.75 ulp above"), "{text}");
    let text = by_default("cvt.rni.f32.f32", &["2.5"]);
    assert!(text.contains("exactly  2") && !text.contains("error"), "{text}");
    let text = by_default("cvt.rna.tf32.f32", &["0.1"]);
    assert!(
        text.contains("hex      3dccc000") && text.contains("exactly  0.0999755859375"),
        "{text}"
    );
}

#[test]
fn a_result_without_error() {
    let text = by_default("mul.rn.f64", &["-0.5", "0.25"]);
    assert!(text.contains("bfc0000000000000"), "{text}");
    assert!(text.contains("exactly  -0.125\ntrue     the same\nerror    0 ulp"), "{text}");
}

#[test]
fn quotients_and_roots_against_long_division() {
    let third = by_default("div.rp.f32", &["1.0", "3.0"]);
    assert!(third.contains("3eaaaaab") && third.contains("0.3333333333333333333333333"), "{third}");
    // The square root of two to 25 digits.
    let root = by_default("sqrt.rn.f64", &["2.0"]);
    assert!(root.contains("3ff6a09e667f3bcd") && root.contains("1.414213562373095048801689"));
    let inverse = by_default("rsqrt.approx.ftz.f32", &["4.0"]);
    assert!(inverse.contains("true     the same"), "{inverse}");
}

#[test]
fn transcendental_references_say_what_they_are() {
    // ln 2, pi and e are known to more digits than these.
    for (instruction, operand, digits) in [
        ("ex2.approx.ftz.f32", "0.5", "1.414213562373095048801689"),
        ("lg2.approx.f32", "10.0", "3.321928094887362347870319"),
        ("sin.approx.f32", "1.0", "0.8414709848078965066525023"),
        ("cos.approx.f32", "1.0", "0.5403023058681397174009366"),
        ("tanh.approx.f32", "1.0", "0.7615941559557648881194583"),
    ] {
        let text = by_default(instruction, &[operand]);
        assert!(text.contains(&format!("{digits}  (astro-float with 192 bits)")), "{text}");
    }
}

#[test]
fn lanes_halves_predicates_and_moves() {
    let pair = by_default("add.f16x2", &["0x3c004000", "0x3c003c00"]);
    assert!(pair.starts_with("hex      40004200\n"), "{pair}");
    assert_eq!(pair.matches("lane").count(), 2);
    assert!(by_default("testp.finite.f32", &["inf"]).starts_with("decimal  false"));
    assert_eq!(
        by_default("setp.lt.and.f32", &["1.0", "nan", "1"]),
        "p        false\nq        true"
    );
    assert!(by_default("set.le.u32.s32", &["-1", "0"]).starts_with("decimal  4294967295"));
    assert!(by_default("selp.b32", &["7", "8", "0"]).starts_with("decimal  8"));
    assert!(by_default("mov.s32", &["-1"]).starts_with("decimal  -1\nhex      ffffffff"));
    assert!(by_default("rcp.rn.f32", &["-inf"]).contains("80000000"));
    assert!(by_default("rcp.rn.f32", &["0.0"]).starts_with("decimal  inf"));
}

#[test]
fn the_target_decides() {
    let dialect = |sm| Dialect::of(Version::NEWEST, Target::sm(sm));
    let on = |sm| said("sqrt.approx.ftz.f32", &["0f40000200"], &dialect(sm));
    assert_eq!(on(52), on(90));
    assert!(said("fma.rn.f32x2", &["0", "0", "0"], &dialect(90)).contains("needs sm_100"));
}

#[test]
fn faults_name_the_operand() {
    assert_eq!(
        by_default("add.rn.f32", &["1.0", "1"]),
        "`1`: an integer is not a float: `.f32` takes `1.0` or hexadecimal bits"
    );
    assert!(by_default("add.f16", &["1.0", "0x3c00"]).contains("given by its bits: `0x` and 4"));
    assert!(by_default("add.f16", &["0x13c00", "0"]).contains("has 16 bits"));
    assert!(by_default("fma.rn.f32", &["1.0"]).contains("takes 3 operands here, not 1"));
}

#[test]
fn every_function_of_every_form_can_be_called() {
    let narrow = Target { map_f64_to_f32: true, ..Target::sm(10) };
    let mut missing = std::collections::BTreeSet::new();
    for form in forms::all() {
        for words in form.spellings() {
            let modifiers = form.spelt(&words).expect("a spelling");
            let selection = Selection { form, modifiers };
            for target in [Target::DEFAULT, narrow] {
                let dialect = Dialect::of(Version::NEWEST, target);
                let computation = selection.computation(&dialect).expect("a computation");
                let sources = vec![0; selection.source_types().len()];
                let results = Prepared::new(&computation).and_then(|p| p.compute(&sources, false));
                if results.is_none() {
                    missing.insert(format!("{computation:?}"));
                }
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn results_have_the_width_of_their_type() {
    for form in forms::all() {
        let selection = Selection { form, modifiers: form.spelt(&form.shortest()).expect("spelt") };
        let computation = selection.computation(&Dialect::default()).expect("a computation");
        let all = |ty: Type| u64::MAX >> (64 - ty.bits());
        let sources: Vec<u64> = selection.source_types().into_iter().map(all).collect();
        let prepared = Prepared::new(&computation).expect("a function");
        let results = prepared.compute(&sources, true).expect("a result");
        for (bits, ty) in results.bits().iter().zip(selection.destination_types()) {
            assert_eq!(bits & !all(ty), 0, "{form}: {bits:x}");
        }
    }
}

/// What two rows of the table spell (ptx-isa/tests/rows.rs lists it) has one meaning.
#[test]
fn an_instruction_in_two_rows_gives_the_same_bits() {
    for spelling in ["cvt.rn.f16.f32", "cvt.rz.f16.f32", "cvt.rn.bf16.f32", "cvt.rz.bf16.f32"] {
        let mut words = spelling.split('.');
        let mnemonic = words.next().expect("a mnemonic");
        let words: Vec<_> = words.collect();
        let forms = select_all(mnemonic, &words, &Dialect::default()).expect("it exists");
        let prepared: Vec<_> = forms
            .iter()
            .map(|form| form.computation(&Dialect::default()).expect("a computation"))
            .map(|computation| Prepared::new(&computation).expect("a function"))
            .collect();
        assert!(prepared.len() > 1, "{spelling}");
        // A prime stride reaches every exponent and every kind of fraction.
        for bits in (0..=u64::from(u32::MAX)).step_by(4093) {
            let results: Vec<_> = prepared.iter().map(|p| p.compute(&[bits], false)).collect();
            assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{spelling} {bits:08x}");
        }
    }
}
