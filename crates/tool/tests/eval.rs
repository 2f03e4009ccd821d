//! Tests the results, exact values and errors of `eval`, and that `eval` can call every function.

use ptx_isa::sass::opcodes::{self, OperandSlot};
use ptx_isa::{Dialect, Selection, Table, Target, Type, Version, forms, select_all};
use ptx_tool::eval::eval;
use ptx_tool::eval::functions::Prepared;
use test_support::is_full;

fn printed(instruction: &str, operands: &[&str], dialect: &Dialect) -> String {
    let operands: Vec<String> = operands.iter().map(ToString::to_string).collect();
    match eval(instruction, &operands, dialect) {
        Ok(answer) => answer.to_string().lines().map(str::trim_end).collect::<Vec<_>>().join("\n"),
        Err(fault) => fault.to_string(),
    }
}

fn by_default(instruction: &str, operands: &[&str]) -> String {
    printed(instruction, operands, &Dialect::default())
}

#[test]
fn a_sum_that_is_rounded() {
    // 2^24 + 1 is the midpoint of two binary32 numbers. The lower number is even.
    assert_eq!(
        by_default("add.rn.f32", &["16777216.0", "0f3F800000"]),
        "decimal  16777216.0\nhex      0x4b800000\nptx      0f4B800000\nexactly  16777216.0\n\
         true     16777217\nerror    0.5 ulp below"
    );
}

#[test]
fn a_conversion_that_rounds() {
    let text = by_default("cvt.rn.f32.s32", &["16777217"]);
    assert!(
        text.contains("exactly  16777216.0\ntrue     16777217\nerror    0.5 ulp below"),
        "{text}"
    );
    let text = by_default("cvt.rz.f16.f64", &["-2049.5"]);
    assert!(text.contains("exactly  -2048\ntrue     -2049.5\nerror    0.75 ulp above"), "{text}");
    let text = by_default("cvt.rni.f32.f32", &["2.5"]);
    assert!(text.contains("exactly  2") && !text.contains("error"), "{text}");
    let text = by_default("cvt.rna.tf32.f32", &["0.1"]);
    assert!(
        text.contains("hex      0x3dccc000") && text.contains("exactly  0.0999755859375"),
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
    // The expected digits are the square root of 2.
    let root = by_default("sqrt.rn.f64", &["2.0"]);
    assert!(root.contains("3ff6a09e667f3bcd") && root.contains("1.414213562373095048801689"));
    let inverse = by_default("rsqrt.approx.ftz.f32", &["4.0"]);
    assert!(inverse.contains("true     the same"), "{inverse}");
}

/// Tests true values against products and sums by hand, long division and the powers of 2.
#[test]
fn true_and_exact_values_by_hand() {
    for (instruction, operands, expected) in [
        (
            "fma.rn.f32",
            &["16777216.0", "1.0", "1.0"][..],
            "true     16777217\nerror    0.5 ulp below",
        ),
        ("neg.f32", &["1.5"], "exactly  -1.5\ntrue     the same"),
        ("min.f32", &["1.5", "2.5"], "exactly  1.5\ntrue     the same"),
        ("sqrt.rn.f64", &["5.0"], "true     2.236067977499789696409174  ("),
        ("sqrt.rn.f64", &["50.0"], "true     7.071067811865475244008444  ("),
        ("mul.rn.f32", &["300000.0", "1000000.0"], "true     3e11\n"),
        ("mul.rn.f32", &["123457.0", "1000000.0"], "true     1.23457e11\n"),
        (
            "add.f32",
            &["0f17800000", "0.0"],
            "exactly  0.00000000000000000000000082718061255302767487140869206996285356581211090087890625\n",
        ),
        (
            "add.f32",
            &["0f17000000", "0.0"],
            "exactly  4.13590306276513837435704346034981426782906055450439453125e-25\n",
        ),
    ] {
        let text = by_default(instruction, operands);
        assert!(text.contains(expected), "{text}");
    }
    let infinite = "decimal  inf\nhex      0x7f800000\nptx      0f7F800000";
    assert_eq!(by_default("div.rn.f32", &["1.0", "0.0"]), infinite);
}

#[test]
fn transcendental_references_say_what_they_are() {
    // The expected digits are published values, shortened to 25 digits.
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
    assert!(pair.starts_with("hex      0x40004200\n"), "{pair}");
    assert_eq!(pair.matches("lane").count(), 2);
    assert!(by_default("testp.finite.f32", &["inf"]).starts_with("decimal  false"));
    assert_eq!(
        by_default("setp.lt.and.f32", &["1.0", "nan", "1"]),
        "p        false\nq        true"
    );
    assert!(by_default("set.le.u32.s32", &["-1", "0"]).starts_with("decimal  4294967295"));
    assert!(by_default("selp.b32", &["7", "8", "0"]).starts_with("decimal  8"));
    let whole = "decimal  340282366920938463463374607431768211455\nhex      0xffffffffffffffffffffffffffffffff";
    assert!(by_default("mov.b128", &["0xffffffffffffffffffffffffffffffff"]).starts_with(whole));
    assert!(
        by_default("mov.b128", &["340282366920938463463374607431768211455"]).starts_with(whole)
    );
    assert!(by_default("mov.b128", &["-1"]).contains("expected an integer from 0 to 2^128 - 1"));
    assert!(by_default("mov.b128", &["{-1, -1}"]).starts_with(whole));
    assert!(by_default("mov.s32", &["-1"]).starts_with("decimal  -1\nhex      0xffffffff"));
    assert!(by_default("rcp.rn.f32", &["-inf"]).contains("80000000"));
    assert!(by_default("rcp.rn.f32", &["0.0"]).starts_with("decimal  inf"));
}

#[test]
fn several_results_and_the_carry() {
    assert_eq!(
        by_default("add.cc.u32", &["0xffffffff", "2"]),
        "result   d\ndecimal  1\nhex      0x00000001\ncarry    true"
    );
    assert!(by_default("addc.u32", &["1", "2", "1"]).starts_with("decimal  4"));
    assert_eq!(
        by_default("lop3.or.b32 d|p", &["0xf0", "0xcc", "0xaa", "0x80", "0"]),
        "result   d\ndecimal  128\nhex      0x00000080\np        true"
    );
    assert_eq!(
        by_default("lop3.or.b32 _|p", &["0", "0", "0", "1", "0"]),
        "decimal  true\nhex      0x1"
    );
    let unpacked = by_default("mov.b64 {x, y}", &["0x0123456789abcdef"]);
    assert!(
        unpacked.starts_with("result   d\ndecimal  2309737967\nhex      0x89abcdef"),
        "{unpacked}"
    );
    assert!(unpacked.ends_with("result   e\ndecimal  19088743\nhex      0x01234567"), "{unpacked}");
    let packed = by_default("mov.b64", &["0x89abcdef", "0x01234567"]);
    assert!(packed.contains("hex      0x0123456789abcdef"), "{packed}");
    let lanes = by_default("vadd4.u32.u32.u32 d.b1", &["0x01020304", "0x01010101", "0"]);
    assert!(lanes.contains("hex      0x00000400"), "{lanes}");
}

#[test]
fn machine_instructions() {
    let reciprocal = by_default("MUFU.RCP", &["3.0"]);
    assert!(reciprocal.contains("hex      0x3eaaaaab"), "{reciprocal}");
    assert_eq!(by_default("MUFU.RCP", &["0x40400000"]), reciprocal);
    let sum = by_default("DADD", &["-1", "0x3ff0000000000001"]);
    assert!(sum.contains("hex      0x3cb0000000000000"), "{sum}");
    let sum = by_default("FADD", &["1.0", "2.0"]);
    assert!(sum.starts_with("decimal  3.0\nhex      0x40400000"), "{sum}");
    let sums = by_default("FADD2", &["1.0,2.0", "3.0,4.0"]);
    assert!(sums.starts_with("hex      0x40c0000040800000\nlane     0\ndecimal  4.0"), "{sums}");
    assert!(by_default("MUFU.RCP64H", &["2.0"]).contains("hex      0x3fe00000"));
    assert!(by_default("HSETP2.LT.AND", &["1.0,2.0", "2.0,1.0", "1"]).starts_with("Pd       true"));
    assert!(by_default("IADD3.X", &["1"]).contains("they are `Va`, `Vb`, `Vc`, `Pe`, `Pf`"));
    assert_eq!(by_default("FSETP.GT.AND", &["2.0", "+INF", "1"]), "Pd       false\nQd       true");
    let sm_50 = Dialect { target: Some(Target::sm(50)), ..Dialect::default() };
    assert!(
        printed("RRO.SINCOS", &["1.0"], &sm_50)
            .starts_with("decimal  5340353\nhex      0x00517cc1")
    );
    assert!(by_default("RRO.SINCOS", &["1.0"]).contains("needs a target before sm_70"));
    assert!(by_default("MUFU.RCP", &["0f40400000"]).contains("write `0x40400000`"));
    assert!(by_default("MUFU.RCP", &["1.0", "2.0"]).contains("takes 1 value, found 2"));
    // Halves of a word are lanes, as in the PTX instruction.
    let sum = by_default("fma.rn.f16x2", &["1,2", "3,4", "5,-6"]);
    assert!(sum.contains("hex      0x40004800"), "{sum}");
    for operands in [["1,2", "3,4", "5,-6"], ["0x40003c00", "{3, 4}", "3321906432"]] {
        let same = by_default("HFMA2", &operands);
        assert!(same.starts_with("hex      0x40004800\nlane     0\ndecimal  8.0"), "{same}");
    }
}

#[test]
fn the_target_decides() {
    let dialect = |sm| Dialect::of(Version::NEWEST, Target::sm(sm));
    let on = |sm| printed("sqrt.approx.ftz.f32", &["0f40000200"], &dialect(sm));
    assert_eq!(on(52), on(90));
    assert!(printed("fma.rn.f32x2", &["0", "0", "0"], &dialect(90)).contains("needs sm_100"));
}

/// Tests operands that are given as numbers or as bits. The expected bits are derived by hand from the formats of IEEE
/// 754.
#[test]
fn numbers_and_bits_are_operands() {
    for (instruction, operands, bits) in [
        ("add.f16", ["1.0", "-2.5"], "0xbe00"),
        ("add.bf16", ["33", "0x3f80"], "0x4208"),
        ("add.f16", ["-inf", "1"], "0xfc00"),
        // The operand 2049 is the midpoint of two binary16 numbers, so it is rounded to even.
        ("add.f16", ["2049.0", "0"], "0x6800"),
        ("add.rn.f32", ["33", "0x3f800000"], "0x42080000"),
        ("add.rn.f32", ["-33", "1"], "0xc2000000"),
        ("add.rn.f64", ["1", "0x3ff0000000000000"], "0x4000000000000000"),
    ] {
        let text = by_default(instruction, &operands);
        let hex = text.lines().find_map(|line| line.strip_prefix("hex      "));
        assert_eq!(hex.unwrap_or_default(), bits, "{instruction} {operands:?}: {text}");
    }
    assert_eq!(by_default("MUFU.RCP", &["33"]), by_default("MUFU.RCP", &["0x42040000"]));
}

/// Tests that each printed number, used as an operand, has the bits of the result.
#[test]
fn printed_numbers_are_operands() {
    for (copy, instruction, operand) in [
        ("max.f16", "neg.f16", "0x3555"),
        ("mul.rn.f32", "rcp.approx.f32", "3.0"),
        ("mul.rn.f32", "rcp.approx.f32", "-inf"),
        ("mul.rn.f64", "rcp.rn.f64", "-3"),
        // The exact value has as many digits as the hexadecimal bits of the type, so it is printed with `.0`.
        ("max.f16", "neg.f16", "-1024.0"),
        ("mul.rn.f32", "neg.f32", "-16777216.0"),
        ("mul.rn.f64", "neg.f64", "-1000000000000000.0"),
        // The exact value is printed with an exponent.
        ("mul.rn.f32", "neg.f32", "1e-40"),
        ("max.f16", "neg.f16", "6e-8"),
        ("mul.rn.f64", "neg.f64", "0x0000000000000001"),
        ("mul.rn.f64", "neg.f64", "1e300"),
    ] {
        let text = by_default(instruction, &[operand]);
        let hex =
            |text: &str| text.lines().find(|line| line.starts_with("hex")).map(str::to_string);
        for line in
            text.lines().filter(|line| !line.starts_with("true") && !line.starts_with("error"))
        {
            let number = &line[9..];
            let other = if copy == "max.f16" { number } else { "1" };
            assert_eq!(hex(&by_default(copy, &[number, other])), hex(&text), "{number}");
        }
    }
}

#[test]
fn faults_name_the_operand() {
    assert_eq!(
        by_default("rcp.approx.f32", &["40400000"]),
        "`40400000` may be a number or the bits of `.f32`\n\
         help: write `40400000.0` for the number, `0x40400000` for the bits"
    );
    assert!(by_default("MUFU.RCP", &["40400000"]).contains("may be a number or the bits"));
    assert!(
        by_default("add.f16", &["1.0", "3c00"]).contains("write `0x3c00` if these are its bits")
    );
    assert!(by_default("add.f16x2", &["1.0", "0"]).contains("given by its bits: `0x` and 8"));
    assert!(by_default("add.f16", &["0x13c00", "0"]).contains("at most 4 digits after `0x`"));
    assert!(by_default("fma.rn.f32", &["1.0"]).contains("takes 3 values, found 1"));
    assert_eq!(by_default("addc.u32", &["1", "1", "5"]), "`5`: expected a carry, `0` or `1`");
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
        let selection =
            Selection { form, modifiers: form.spelt(&form.shortest()).expect("a spelling") };
        let computation = selection.computation(&Dialect::default()).expect("a computation");
        let all = |ty: Type| u128::MAX >> (128 - ty.bits());
        let sources: Vec<u128> = selection.source_types().into_iter().map(all).collect();
        let prepared = Prepared::new(&computation).expect("a function");
        let results = prepared.compute_wide(&sources, true).expect("a result");
        for (bits, ty) in results.bits().iter().zip(selection.destination_types()) {
            assert_eq!(bits & !all(ty), 0, "{form}: {bits:x}");
        }
    }
}

/// Tests that both rows give the same bits if a spelling belongs to two rows of the instruction table.
/// `crates/isa/tests/rows.rs` lists these spellings.
#[test]
fn an_instruction_in_two_rows_gives_the_same_bits() {
    for spelling in ["cvt.rn.f16.f32", "cvt.rz.f16.f32", "cvt.rn.bf16.f32", "cvt.rz.bf16.f32"] {
        let mut words = spelling.split('.');
        let mnemonic = words.next().expect("a mnemonic");
        let words: Vec<_> = words.collect();
        let forms = select_all(Table::Thread, mnemonic, &words, &Dialect::default())
            .expect("the instruction exists");
        let prepared: Vec<_> = forms
            .iter()
            .map(|form| form.computation(&Dialect::default()).expect("a computation"))
            .map(|computation| Prepared::new(&computation).expect("a function"))
            .collect();
        assert!(prepared.len() > 1, "{spelling}");
        // The stride is prime, so that all exponents and many fractions occur.
        let stride = if is_full() { 4_093 } else { 65_521 };
        for bits in (0..=u64::from(u32::MAX)).step_by(stride) {
            let results: Vec<_> = prepared.iter().map(|p| p.compute(&[bits], false)).collect();
            assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{spelling} {bits:08x}");
        }
    }
}

#[test]
fn narrow_results_are_numbers_of_their_lanes() {
    let on_sm_100a = Dialect { target: Target::from_word("sm_100a"), ..Dialect::default() };
    let printed = |instruction, operands| printed(instruction, operands, &on_sm_100a);
    assert_eq!(
        printed("cvt.rn.satfinite.e4m3x2.f32", &["nan", "-0.3"]),
        "hex      0x7faa\nlane     0\ndecimal  -0.3125\nhex      0xaa\nexactly  -0.3125\n\
         lane     1\ndecimal  NaN\nhex      0x7f"
    );
    assert_eq!(
        printed("cvt.rn.satfinite.e2m1x2.f32", &["-0.0", "5.0"]),
        "hex      0x86\nlane     0\ndecimal  4.0\nhex      0x6\nexactly  4\n\
         lane     1\ndecimal  -0.0\nhex      0x8\nexactly  -0"
    );
    let text = printed("cvt.rn.satfinite.e3m2x2.f32", &["28.0", "-0.0625"]);
    assert!(text.contains("hex      0x1f21\n") && text.contains("decimal  -0.0625"), "{text}");
    let text = printed("cvt.rp.ue8m0x2.f32", &["3.0", "inf"]);
    assert!(text.contains("hex      0x81ff\n") && text.contains("decimal  4.0\n"), "{text}");
    let text = printed("cvt.rn.satfinite.s2f6x2.f32", &["-0.75", "1.0"]);
    assert!(text.contains("hex      0xd040\n") && text.contains("decimal  -0.75\n"), "{text}");
    let text = printed("cvt.rn.satfinite.e5m2x2.f16x2", &["0x3c017c00"]);
    assert!(text.contains("true     1.0009765625\n"), "{text}");
    let four = ["1.0", "2.0", "-4.0", "6.0", "0x12345678"];
    let text = printed("cvt.rs.satfinite.e2m1x4.f32", &four);
    assert!(text.contains("hex      0x24e7\n") && text.contains("lane     3\n"), "{text}");
    let text = printed("cvt.rs.satfinite.e2m1x4.f32", &["1.0"]);
    assert!(text.contains("takes 5 values, found 1"), "{text}");
    assert!(text.contains("they are `a`, `b`, `e`, `f`, `rbits`"), "{text}");
}

#[test]
fn narrow_conversions_computed_by_other_means() {
    let sm_107a = Dialect { target: Target::from_word("sm_107a"), ..Dialect::default() };
    let value = |field: &str| {
        let (_, digits) = field.split_once('=').expect("name=digits");
        u64::from_str_radix(digits, 16).expect("hexadecimal digits")
    };
    let vectors = include_str!("../../../ptx-core/tests/narrow/vectors.tsv");
    for line in vectors.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<_> = line.split('\t').collect();
        let [_, instruction, sources, result, _] = fields[..] else {
            panic!("five fields: {line}")
        };
        let words: Vec<_> = instruction.split(' ').next().expect("a word").split('.').collect();
        let forms = select_all(Table::Thread, words[0], &words[1..], &sm_107a).expect("a form");
        let computation = forms[0].computation(&sm_107a).expect("a computation");
        let sources: Vec<_> = sources.split(' ').map(value).collect();
        let results = Prepared::new(&computation).and_then(|f| f.compute(&sources, false));
        assert_eq!(results.expect("a result").bits(), [value(result)], "{line}");
    }
}

#[test]
fn every_machine_instruction_is_computed() {
    for row in opcodes::all() {
        let words = row.classes.iter().filter(|class| class.default.is_none());
        let words: String = words.map(|class| format!(".{}", class.words[0])).collect();
        let name = format!("{}{words}", row.head());
        let sm = if row.is_in(50) { 50 } else { row.targets.0 };
        let dialect = Dialect { target: Some(Target::sm(sm)), ..Dialect::default() };
        let has_value = |slot: &&OperandSlot| !slot.is_destination && slot.kind.fixed().is_none();
        let sources = row.operands.iter().filter(has_value).count();
        let values = vec!["0"; sources + row.flags().len()];
        let text = printed(&name, &values, &dialect);
        assert!(!text.contains("error") && !text.contains("note"), "{name}: {text}");
        // A single argument may contain the instruction and its operands.
        assert_eq!(printed(&format!("{name} {}", values.join(", ")), &[], &dialect), text);
    }
    let third = by_default("MUFU.RCP 3.0", &[]);
    assert!(third.contains("3eaaaaab"), "{third}");
    assert!(by_default("FADD", &["0.5.NEG", "2"]).contains("3fc00000"));
}

#[test]
fn literals_out_of_range_are_rejected_as_in_the_macro() {
    for (instruction, operands) in [
        ("bfe.u32", ["1", "300", "4", ""]),
        ("bfe.s64", ["1", "4", "256", ""]),
        ("bfi.b32", ["1", "2", "3", "-1"]),
        ("lop3.b32", ["1", "2", "3", "0x1ff"]),
    ] {
        let operands: Vec<_> = operands.into_iter().filter(|text| !text.is_empty()).collect();
        let text = by_default(instruction, &operands);
        assert!(text.contains("must be from 0 to 255"), "{instruction}: {text}");
    }
    assert!(by_default("bfe.u32", &["0xff00", "8", "255"]).contains("000000ff"));
    assert!(by_default("lop3.b32", &["12", "10", "6", "255"]).contains("ffffffff"));
}

#[test]
fn vectors_and_predicates_are_accepted() {
    let packed = "decimal  8589934593\nhex      0x0000000200000001";
    assert_eq!(by_default("mov.b64", &["{1, 2}"]), packed);
    assert_eq!(by_default("mov.b64", &["{1,", "2}"]), packed);
    assert_eq!(by_default("mov.b64 {1, 2}", &[]), packed);
    assert_eq!(by_default("mov.b64", &["1", "2"]), packed);
    let text = by_default("add.f32", &["{1.0, 2.0}"]);
    assert!(text.starts_with("a vector of 2 is not supported by `add.f32` here"), "{text}");
    assert_eq!(by_default("mov.b64", &["{1, 2"]), "missing `}` after a vector");
    for (value, chosen) in [("true", 1), ("1", 1), ("!false", 1), ("false", 2), ("!true", 2)] {
        let text = by_default("selp.b32", &["1", "2", value]);
        assert!(text.starts_with(&format!("decimal  {chosen}\n")), "{value}: {text}");
        let text = by_default("SEL", &["1", "2", value]);
        assert!(text.starts_with(&format!("decimal  {chosen}\n")), "{value}: {text}");
    }
    assert!(by_default("FSETP.LT.AND", &["1", "2", "PT"]).starts_with("Pd       true"));
    assert!(by_default("FSETP.LT.AND", &["1", "2", "!PT"]).starts_with("Pd       false"));
}

#[test]
fn messages_speak_of_no_macro() {
    let mut instructions: Vec<&str> = vec![
        "rpc.rn.f32",
        "rcp.sat.f32",
        "rcp.f32",
        "mov.f32x2",
        "EXIT",
        "LDG",
        "S2R",
        "MUFU.TANH",
        "FADD.S",
        "DSETP.MAX.AND",
        "FMUL.D2",
        "IMAD",
        "NOP",
        "cvt.s32.f32",
        "sqrt.rn",
        "mov.b128",
    ];
    instructions.extend([
        "ld.f32",
        "st.f32",
        "tex.2d",
        "bra",
        "ret",
        "bar.sync",
        "shfl.sync",
        "vadd.s32",
    ]);
    for instruction in instructions {
        for operands in [vec![], vec!["1.0"], vec!["x", "{1", "}"]] {
            let text = by_default(instruction, &operands);
            assert!(!text.contains("macro") && !text.contains("Rust"), "{instruction}: {text}");
        }
    }
}

/// Tests that a message names a value only once, and uses the correct plural.
#[test]
fn messages_count_values() {
    for (instruction, operands, expected) in [
        ("add.u32", &["1}", "2"][..], "unexpected `}`"),
        ("add.u32", &["1,2", "3"], "`add.u32` takes 2 values, found 3"),
        ("lop3.b32", &["1", "2", "3", "1.5"], "expected an integer of `u8`, found `1.5`"),
        ("lop3.b32 d, a, b, c, immLut", &["0xf0", "0xcc", "0xaa", "0x80"], "decimal  128"),
    ] {
        assert_eq!(by_default(instruction, operands).lines().next(), Some(expected));
    }
}

#[test]
fn messages_name_a_value_once() {
    let printed = by_default("mov.f64", &["1e400"]);
    assert!(printed.starts_with("number `1e400` is out of range"), "{printed}");
    let printed = by_default("lop3.b32", &["1", "2", "3", "256"]);
    assert_eq!(printed.lines().next(), Some("`immLut` must be from 0 to 255, found `256`"));
    let printed = by_default("rcp.rn.f32", &["1", "2", "3"]);
    assert_eq!(printed, "`rcp.rn.f32` takes 1 value, found 3\nnote: it is `a`");
    let printed = by_default("sub.u32", &["1"]);
    assert_eq!(printed, "`sub.u32` takes 2 values, found 1\nnote: they are `a`, `b`");
}

/// The lanes of a packed operand are one value, also in the message about a wrong number of values.
#[test]
fn messages_count_lanes_as_one_value() {
    for (instruction, takes) in [
        ("HADD2", 2),
        ("HMUL2", 2),
        ("HFMA2", 3),
        ("HFMA2.BF16_V2", 3),
        ("fma.rn.f16x2", 3),
        ("fma.rn.bf16x2", 3),
        ("fma.rn.f32x2", 3),
    ] {
        for given in [1, takes + 1] {
            for lanes in ["1,2", "{1, 2}"] {
                let printed = by_default(instruction, &vec![lanes; given]);
                let expected = format!("`{instruction}` takes {takes} values, found {given}\n");
                // Two lanes may also be two operands.
                let is_pair = given == 1 && takes == 2 && lanes == "1,2";
                assert!(is_pair || printed.starts_with(&expected), "{printed}");
            }
        }
    }
    // Scalars have no lanes.
    let printed = by_default("fma.rn.f32", &["1,2", "3,4"]);
    assert!(printed.starts_with("`fma.rn.f32` takes 3 values, found 4\n"), "{printed}");
}

#[test]
fn a_format_without_a_sign() {
    let dialect = Dialect::of(Version::new("9.4"), Target::from_word("sm_107a").expect("a target"));
    let text = printed("cvt.rn.satfinite.ue5m3x2.f32", &["1.5", "-3.0"], &dialect);
    assert!(text.contains("hex      0x7c84\n") && text.contains("decimal  1.5\n"), "{text}");
    assert!(text.contains("decimal  3.0\n") && !text.contains("error"), "{text}");
    let text = printed("cvt.rn.f16x2.ue5m3x2", &["0x7cfe"], &dialect);
    assert!(text.contains("hex      0x3e007c00\n") && text.contains("true     114688\n"), "{text}");
}

/// Tests that the numbers that `eval` prints for two lanes are a valid operand. Written in braces, the numbers have the
/// bits of the result.
#[test]
fn printed_lanes_are_operands() {
    for bits in ["0x3c00c100", "0x80000001", "0x2e66fbff", "0xfc007c00"] {
        let text = by_default("min.f16x2", &[bits, bits]);
        assert!(text.starts_with(&format!("hex      {bits}\n")), "{text}");
        for word in ["decimal", "hex", "exactly"] {
            let (_, lanes) = text.split_once("lane ").expect("lanes");
            let lines = lanes.lines().filter_map(|line| line.strip_prefix(word));
            let numbers: Vec<_> = lines.map(str::trim).collect();
            if numbers.len() == 2 {
                let braces = format!("{{{}}}", numbers.join(", "));
                assert_eq!(by_default("min.f16x2", &[&braces, &braces]), text, "{bits}: {word}");
            }
        }
    }
}

#[test]
fn lanes_in_braces() {
    let sum = by_default("add.f16x2", &["{1.5, -2.0}", "{0x3c00, 0.5}"]);
    assert!(sum.starts_with("hex      0xbe004100\n"), "{sum}");
    assert_eq!(sum, by_default("add.f16x2 {1.5, -2.0}, {1.0, 0.5}", &[]));
    let wide = by_default("add.rn.f32x2", &["{0.1, inf}", "0x0"]);
    assert!(wide.starts_with("hex      0x7f8000003dcccccd\n"), "{wide}");
    let narrow = by_default("cvt.rn.f16x2.e4m3x2", &["{448.0, -0.0}"]);
    // A lane may be given as bits: 0x7e is 448 in e4m3.
    for bits in ["{0x7e, -0.0}", "{0X7E, -0.0}"] {
        assert_eq!(by_default("cvt.rn.f16x2.e4m3x2", &[bits]), narrow);
    }
    assert!(narrow.starts_with("hex      0x80005f00\n"), "{narrow}");
    // A lane is rounded once: the nearest e4m3 number to 0.1 is 0.1015625.
    let rounded = by_default("cvt.rn.f16x2.e4m3x2", &["{0.1, 1.0}"]);
    assert!(rounded.starts_with("hex      0x3c002e80\n"), "{rounded}");
    let three = by_default("add.f16x2", &["{1.0, 2.0, 3.0}", "0x0"]);
    assert!(three.contains("`.f16x2` has 2 lanes"), "{three}");
}

/// Tests the operands of packed integers, and the lanes of their results.
#[test]
fn packed_integers() {
    let sm_121f = Dialect { target: Target::from_word("sm_121f"), ..Dialect::default() };
    let lanes = |instruction, operands: &[&str]| {
        let text = printed(instruction, operands, &sm_121f);
        let mut lines = text.lines().filter_map(|line| line.split_once("hex      "));
        let (_, bits) = lines.next().unwrap_or_else(|| panic!("{text}"));
        let numbers = text.lines().filter_map(|line| line.strip_prefix("decimal  "));
        (bits.to_string(), numbers.map(str::to_string).collect::<Vec<_>>().join(" "))
    };
    for (instruction, operands, bits, numbers) in [
        ("add.s16x2", &["0x00e00104", "0x00010001"][..], "0x00e10105", "261 225"),
        ("min.u16x2", &["0x00050001", "0x00030002"], "0x00030001", "1 3"),
        ("max.s16x2", &["{-1, 3}", "{2, -5}"], "0x00030002", "2 3"),
        ("max.s16x2", &["-1,3", "2,-5"], "0x00030002", "2 3"),
        ("max.s16x2 -1,3 2,-5", &[], "0x00030002", "2 3"),
        ("max.s16x2 {-1,3}, {2,-5}", &[], "0x00030002", "2 3"),
        ("min.s16x2", &["-1,3", "0xfffb0002"], "0xfffbffff", "-1 -5"),
        ("add.u16x2", &["65535,1", "1,1"], "0x00020000", "0 2"),
        ("max.u8x4", &["1,200,3,4", "{4, 3, 2, 255}"], "0xff03c804", "4 200 3 255"),
        ("min.s8x4", &["-1,2,-128,127", "0x00000000"], "0x008000ff", "-1 0 -128 0"),
        ("add.u8x4", &["0xff010203", "1,1,1,1"], "0x00020304", "4 3 2 0"),
    ] {
        let expected = (bits.to_string(), numbers.to_string());
        assert_eq!(lanes(instruction, operands), expected, "{instruction} {operands:?}");
    }
    for (operands, message) in [
        (["1", "0x0"], "an operand of `.s16x2` is given by its bits: `0x` and 8 digits"),
        (["1,2,3", "0x0"], "`.s16x2` has 2 lanes"),
        (["{1, 2, 3}", "0x0"], "`.s16x2` has 2 lanes"),
        (["32768,0", "0x0"], "`32768` does not fit `s16`"),
        (["1.5,0", "0x0"], "expected an integer of `s16`, found `1.5`"),
        (["0x100000000", "0x0"], "expected at most 8 digits after `0x`"),
    ] {
        let text = printed("max.s16x2", &operands, &sm_121f);
        assert!(text.contains(message), "{operands:?}: {text}");
    }
    let json = ptx_tool::eval::eval("max.s16x2 -1,3 2,-5", &[], &sm_121f).expect("lanes").json();
    assert!(json.contains(r#""decimal":"3""#), "{json}");
}
