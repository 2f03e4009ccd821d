//! Tests that every instruction has an explanation with lines of Rust.

use ptx_isa::{Dialect, Version, forms, sass::opcodes};
use ptx_tool::dialect as words;
use ptx_tool::explain::explain;

fn text(name: &str) -> String {
    explain(name, &Dialect::default()).expect("an explanation")
}

#[test]
fn every_form_is_explained() {
    for form in forms::all() {
        let name = format!("{}.{}", form.mnemonic, form.shortest().join("."));
        let text = text(&name);
        for heading in ["Form", "Accuracy", "Grade", "In Rust"] {
            assert!(
                text.contains(&format!("\n{heading}\n")),
                "{name}: expected {heading} in {text}"
            );
        }
        assert!(text.contains("From PTX ISA "), "{text}");
    }
}

#[test]
fn every_form_of_matrices_is_explained() {
    for form in forms::matrices() {
        let name = format!("{}.{}", form.mnemonic, form.shortest().join("."));
        let text = text(&name);
        for heading in ["Form", "Accuracy", "Grade", "In Rust"] {
            assert!(
                text.contains(&format!("\n{heading}\n")),
                "{name}: expected {heading} in {text}"
            );
        }
        assert!(text.contains("\nMatrices"), "{text}");
        assert!(self::text(form.mnemonic).contains(&form.to_string()), "{form}");
        assert!(self::text("").contains(&format!("\n  {} ", form.mnemonic)), "{form}");
    }
}

#[test]
fn matrices_and_steps() {
    let text = text("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32");
    for line in [
        "    from PTX ISA 7.0, from sm_80",
        "    registers: d of 4 .f32, a of 4 .b32, b of 2 .b32, c of 4 .f32",
        "  A: 16 x 16 of bf16: a0 (0, 0-1) a1 (8, 0-1) a2 (0, 8-9) a3 (8, 8-9)",
        "  B: 16 x 8 of bf16: b0 (0-1, 0) b1 (8-9, 0)",
        "  C: 16 x 8 of f32: c0 (0, 0) c1 (0, 1) c2 (8, 0) c3 (8, 1)",
        "     and in other lanes, the bits of their number: 1 (+2, +0), 2 (+4, +0), 4 (+0, +1), 8 (+0, +2), 16 (+0, +4)",
        "  sm_80 to sm_89: 8 products in a step, 24 bits kept below the largest exponent, which is -132 or more; rounded towards zero to 23 bits of fraction",
        "  sm_90 to sm_121: 16 products in a step, 25 bits kept below the largest exponent, which is -133 or more; rounded towards zero to 23 bits of fraction",
        "mma_m16n8k16_f32_bf16_bf16_f32(&a, &b, &c, Sm(121)) };  // a: [[u32; 4]; 32], b: [[u32; 2]; 32], c: [[f32; 4]; 32]",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
    let columns = self::text("wgmma.mma_async.sync.aligned.m64n24k32.f16.e4m3.e5m2");
    for line in [
        "    from PTX ISA 8.0, on sm_90a",
        "    A and B are in shared memory, C and D in the registers of a warpgroup",
        "  B: 32 x 24 of e5m2\n",
        "  sm_90: 32 products in a step, 13 bits kept below the largest exponent, which is -28 or more; rounded to nearest even",
        "mma::tile::wgmma_m64k32_f16_fp8(&a, &b, &c, mma::Fp8::E4m3, mma::Fp8::E5m2) };  // a: [[u8; 32]; 64], b: [[u8; 24]; 32], c: [[u16; 24]; 64]",
    ] {
        assert!(columns.contains(line), "{line}: {columns}");
    }
    let quad = self::text("mma.sync.aligned.m8n8k4.col.row.f32.f16.f16.f16");
    assert!(quad.contains("4 product 1, 8 product 2, 16 (+4, +0)"), "{quad}");
    assert!(quad.contains("sm_80 to sm_121: no tensor instruction"), "{quad}");
    assert!(quad.contains("(&a, &b, &c, mma::Layout::Col, mma::Layout::Row, Sm(121))"), "{quad}");
}

#[test]
fn every_mnemonic_shows_all_its_forms() {
    for mnemonic in forms::mnemonics() {
        let text = text(mnemonic);
        for form in forms::family(mnemonic) {
            assert!(text.contains(&form.to_string()), "{mnemonic}: expected {form}");
        }
        assert!(explain("", &Dialect::default()).expect("a list").contains(mnemonic));
    }
}

#[test]
fn sentences_begin_with_capitals() {
    let pages = forms::mnemonics().map(str::to_string);
    let examples =
        forms::all().map(|form| format!("{}.{}", form.mnemonic, form.shortest().join(".")));
    let machine = opcodes::all().map(opcodes::Row::name);
    for name in pages.chain(examples).chain(machine) {
        let text = text(&name);
        let mut is_page = false;
        for line in text.lines() {
            // Forms, table rows and Rust code are not sentences. Lines with a deeper indent continue a
            // sentence.
            is_page = match line {
                "Form" | "Forms" | "In Rust" => false,
                _ if !line.is_empty() && !line.starts_with(' ') => true,
                _ => is_page,
            };
            let sentence = line.strip_prefix("  ").filter(|rest| is_page && !rest.starts_with(' '));
            // An entry that applies only to some forms starts with their names (its keys). Its sentence follows the
            // colon.
            let sentence =
                sentence.map(|s| if s.starts_with('.') { s.split(": ").nth(1) } else { Some(s) });
            // A line that lists evidence begins with its targets instead of a sentence.
            let sentence = sentence.flatten().filter(|sentence| !sentence.starts_with("sm_"));
            let first = sentence.and_then(|sentence| sentence.chars().next());
            assert!(first.is_none_or(|first| !first.is_ascii_lowercase()), "{name}: {line}");
        }
    }
}

#[test]
fn every_machine_instruction_is_explained() {
    for row in opcodes::all() {
        let text = text(&row.name());
        assert!(text.contains(&row.to_string()), "{text}");
        assert!(text.contains("ptx::sass! { "), "{text}");
    }
    assert_eq!(text("MUFU").matches("In Rust").count(), 16);
}

#[test]
fn the_lines_of_rust_have_rust_types() {
    let line = "let d: f32; ptx::ptx! { rcp.rn.ftz.f32 d, a; }  // a: f32";
    assert!(text("rcp.rn.ftz.f32").contains(line));
    let call = "{ use ptx::ops::*; rcp_f32(a, Rounding::Rn, Subnormals::Flush) };";
    assert!(text("rcp.rn.ftz.f32").contains(call));
    assert!(text("rcp.f32").contains("ptx::ptx! { .version 1.3 .target sm_13 rcp.f32 d, a; }"));
    assert!(text("add.f16x2").contains("let d: u32; ptx::ptx! { add.f16x2 d, a, b; }"));
    assert!(text("testp.finite.f64").contains("let p: bool;"));
    assert!(text("lop3.or.b32").contains("let d: u32; let p: bool; ptx::ptx! { lop3.or.b32 d|p, "));
    assert!(
        text("addc.cc.u32").contains("{ .reg .u32 t; add.cc.u32 t, a, b; addc.cc.u32 d, a, b; }")
    );
    let call = "let (d, carry) = { use ptx::ops::*; addc_cc_u32(a, b, carry) };  // carry: bool";
    assert!(text("addc.cc.u32").contains(call));
    assert!(text("vadd4.u32.u32.u32").contains("ByteMask(0b1111), ByteSelector(0x3210), "));
}

#[test]
fn a_form_that_is_none_gets_the_checkers_message() {
    let fault = explain("rcp.rn.sat.f32", &Dialect::default()).expect_err("a fault");
    assert_eq!(fault.message.what, "modifier `.sat` is not supported by `rcp.rn.f32`");
    assert!(explain("MUFU.XYZ", &Dialect::default()).is_err());
    assert!(explain("rpc", &Dialect::default()).is_err());
    for (name, help) in
        [("adx", "did you mean `add`?"), ("fooo", "`ptx-bits list` lists every instruction")]
    {
        let fault = explain(name, &Dialect::default()).expect_err("a fault");
        assert_eq!(fault.message.help_text(), Some(help), "{name}");
        let fault = ptx_tool::list::text(&[format!("{name}.u32")]).expect_err("a fault");
        let help = "`ptx-bits list` without a name lists every instruction";
        assert_eq!(fault.help_text(), Some(help), "{name}");
    }
    let fault = ptx_tool::list::text(&["add.foo"]).expect_err("a fault");
    assert_eq!(fault.help_text(), Some("`ptx-bits list add` lists all its forms"));
    let fault = explain("wgmma.mma_async.sync.aligned.m64n8k32.s32.s4.s4", &Dialect::default());
    let message = fault.expect_err("PTX does not have it").message;
    assert!(message.what.starts_with("type `.s4` is not supported by `wgmma."), "{message}");
    assert!(message.notes[0].contains("m64nNk32i{.satfinite}.s32.s8.s8"), "{message}");
}

/// Tests that every checked form has an explanation with its versions and targets.
#[test]
fn every_checked_form_is_explained() {
    for form in forms::every().filter(|form| form.effect().is_some()) {
        let name = format!("{}.{}", form.mnemonic, form.shortest().join("."));
        let text = text(name.trim_end_matches('.'));
        assert!(text.contains("Checked, not computed:"), "{name}: {text}");
        assert!(text.contains("    From PTX ISA "), "{text}");
        let all = self::text(form.mnemonic);
        let is_listed =
            all.contains(&format!("  {form}\n")) || !forms::matrix(form.mnemonic).is_empty();
        assert!(is_listed, "{form}: {all}");
        assert!(self::text("").contains(form.mnemonic), "{form}");
    }
}

#[test]
fn checked_instructions() {
    let shuffle = text("shfl.sync.idx.b32");
    for line in [
        "  shfl.sync.shflmode.b32 d{|p}, a, b, c, membermask\n",
        "    From PTX ISA 6.0, from sm_30\n",
        "    membermask: .u32\n",
    ] {
        assert!(shuffle.contains(line), "{line}: {shuffle}");
    }
    let waits = text("mbarrier.try_wait");
    assert!(
        waits.contains("  mbarrier.try_wait{.{shared,shared::cta}}.b64 p, [a], state{, hint}\n"),
        "{waits}"
    );
    assert!(!waits.contains("test_wait"), "{waits}");
    assert!(text("ld").contains("`ptx-bits explain ld."), "{}", text("ld"));
    assert!(
        text("bar.sync").contains("  a: .u32, a literal is from 0 to 15\n"),
        "{}",
        text("bar.sync")
    );
    assert!(text("cp.async.wait_group").contains("an integer literal: from 0 to "));
    for name in ["txq.width.b32", "tex", "suld.b.1d.b32.trap"] {
        assert!(text(name).contains("Known, not checked"), "{name}");
    }
    let fault = explain("elect.one.sync", &Dialect::default()).expect_err("an unknown modifier");
    assert_eq!(fault.message.what, "unknown modifier `.one`");
}

/// Tests that an explanation has only one grade, even if two rows of the instruction table have the same spelling, such
/// as `cvt.rn.f16.f32`.
#[test]
fn a_form_has_one_grade() {
    for form in forms::all() {
        let name = format!("{}.{}", form.mnemonic, form.shortest().join("."));
        let text = text(&name);
        let grade = text.split("\nGrade\n").nth(1).and_then(|rest| rest.split("\n\n").next());
        let entries = grade.unwrap_or_default().lines().filter(|line| !line.starts_with("    "));
        assert_eq!(entries.count(), 1, "{name}: {grade:?}");
    }
    let text = text("cvt.rn.f16.f32");
    assert!(text.contains("\n  [D]; for NaN [H] on sm_90"), "{text}");
    assert!(!text.contains("under `.relu`"), "{text}");
}

/// Tests that `explain` ignores operands, and that the text contains a note if the chosen target does not have the
/// instruction.
#[test]
fn operands_and_targets() {
    assert_eq!(text("rcp.rn.f32 d, a;"), text("rcp.rn.f32"));
    let text_for = |target: &str| {
        let version = words::version("8.0").expect("a version");
        let target = words::target(target).expect("a target");
        explain("fma.rn.bf16", &Dialect::of(version, target)).expect("a text")
    };
    assert!(text_for("sm_75").contains("\n    Not in PTX ISA 8.0 for sm_75\n"));
    assert!(!text_for("sm_80").contains("Not in PTX"));
}

#[test]
fn defaults_are_explained_if_something_is_omitted() {
    assert!(text("rcp.rn.f32").contains("\nDefaults\n  Without .ftz: subnormals are kept"));
    assert!(!text("rcp.approx.ftz.f32").contains("Defaults"));
    let fused = "\nDefaults\n  Without a rounding it rounds to nearest, and ptxas may fuse it\n";
    assert!(text("add.f32").contains(fused));
    let matrices = text("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64");
    assert!(matrices.contains("\nDefaults\n  Without a rounding it rounds to nearest\n"));
}

#[test]
fn pages_have_keys_and_a_width() {
    let page = text("fma");
    assert!(page.contains("\n  .rnd.f64: A NaN"), "{page}");
    assert!(page.contains("\n  .rn.oob.sat.f16|f16x2: Any NaN"), "{page}");
    let continued = page.lines().filter(|line| line.starts_with("    "));
    assert_eq!(continued.map(str::len).max(), Some(79), "{page}");
    assert!(text("mma").contains("\n  .sync.aligned.shape.row.col.f32.bf16.bf16.f32: A NaN"));
    assert!(text("lop3.b32").contains("ptx::ptx! { lop3.b32 d, a, b, c, 0xE8; }"));
}

/// Tests examples of machine instructions: destinations, predicates, constants, pairs of registers and absolute values.
#[test]
fn examples_of_machine_instructions() {
    for (name, example) in [
        ("FADD", "FADD R0, R1, R2"),
        ("DADD", "DADD R0, R2, R4"),
        ("DSETP", "DSETP.LT.AND P0, PT, R4, R6, PT"),
        ("IMAD.WIDE", "IMAD.WIDE R0, R1, R2, R6"),
        ("IADD3.X", "IADD3.X R0, R1, R2, R3, PT, PT"),
        ("LOP3", "LOP3.LUT R0, R1, R2, R3, 0x1, PT"),
        ("PLOP3", "PLOP3.LUT P0, PT, PT, PT, PT, 0x1, 0x1"),
        ("FMNMX", "FMNMX.XORSIGN R0, |R1|, |R2|, PT"),
    ] {
        let text = text(name);
        assert!(text.contains(&format!("ptx::sass! {{ {example}; }}")), "{text}");
    }
}

#[test]
fn counts_targets_and_matrices() {
    assert!(text("ld.global.v4.f32").contains("d: .f32, 4 elements\n"));
    let copy = "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes";
    assert!(text(copy).contains(" coordinates, 1 coordinate\n"));
    let sparse = text("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
    assert!(sparse.contains("  A: 16 x 8 of f16, the stored half of 16 x 16:"), "{sparse}");
    assert_eq!(sparse.matches("the stored half").count(), 1, "{sparse}");
    let bytes = text("wgmma.mma_async.sync.aligned.m64n8k32.s32.s8.s8");
    assert!(bytes.contains("// a: [[i8; 32]; 64], b: [[i8; 8]; 32], c: [[i32; 8]; 64]"), "{bytes}");
    for (target, is_missing) in [("sm_80", true), ("sm_90a", false)] {
        let target = words::target(target).expect("a target");
        let dialect = Dialect::of(Version::NEWEST, target);
        let text = explain("setmaxnreg.inc.sync.aligned.u32", &dialect).expect("a form");
        assert_eq!(text.contains("Not in PTX ISA 9.5 for sm_80"), is_missing, "{text}");
    }
}
