//! Tests `ptx!` in device code with the pinned rustc: rustc must emit the recorded PTX, compile every spelling, and
//! report each fault with the expected message.

use crate::toolchain::toolchain;
use ptx_isa::forms::{Literals, Second};
use ptx_isa::{Code, Dialect, Flag, Form, Selection, Target as Sm, Type, Version, forms};
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, check};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;
use std::{env, fs};
use test_support::is_full;

fn recorded() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/device/device.ptx"))
}

/// Assembles a text with the ptxas in the environment variable `PTXAS`. Does nothing if the variable is not
/// set.
fn assemble(name: &str, cpu: &str, text: &str) {
    let Some(ptxas) = env::var_os("PTXAS") else { return };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.{cpu}.ptx"));
    fs::write(&file, text).expect("a file");
    let output = Command::new(ptxas)
        .args(["-c", "-o", "/dev/null", &format!("-arch={cpu}")])
        .arg(&file)
        .output()
        .expect("ptxas runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn assert_no_faults(name: &str, text: &str) {
    let source = Source::new(name, text.as_bytes());
    let mut findings = check(&source, &Defaults::default());
    // The flag of a difference is saved by a sum, which is a mixed chain.
    findings.retain(|finding| finding.message.code != Code::Carry);
    assert!(findings.is_empty(), "{} messages: {:?}", findings.len(), findings.first());
}

/// Compares the PTX that rustc emits with the recorded PTX. To overwrite the recorded PTX, set `PTX_GOLDEN=overwrite`.
#[test]
fn the_recorded_text_is_what_rustc_emits() {
    let Some(toolchain) = toolchain() else { return };
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/device/device.rs");
    let text = toolchain
        .target("recorded", "sm_90", "+ptx81")
        .emit(&source)
        .unwrap_or_else(|e| panic!("{e}"));
    if env::var_os("PTX_GOLDEN").is_some_and(|value| value == "overwrite") {
        fs::write(recorded(), &text).expect("the text can be written");
    }
    assert_eq!(text, fs::read_to_string(recorded()).expect("the recorded text"));
    assert_no_faults("device.ptx", &text);
    assemble("device", "sm_90", &text);
}

/// Returns a source text with a function for each spelling that a target supports, and the number of
/// functions.
fn spellings(dialect: &Dialect) -> (String, usize) {
    let mut text = String::new();
    let mut count = 0;
    for form in forms::all() {
        for words in form.spellings() {
            let Some(modifiers) = form.spelt(&words) else { continue };
            let selection = Selection { form, modifiers };
            if selection.is_in(dialect) {
                function(&mut text, count, form, &selection);
                count += 1;
            }
        }
    }
    (text, count)
}

/// Appends a function that executes an instruction on its parameters.
fn function(text: &mut String, number: usize, form: &Form, selection: &Selection) {
    let (mut parameters, mut operands) = (Vec::new(), Vec::new());
    let (mut results, mut reads) = (Vec::new(), String::new());
    for (i, slot) in form.operands.iter().enumerate() {
        let ty = selection.operand_type(i).unwrap_or(Type::B32);
        let mut name = |kind: &str, ty: Type| {
            let name = format!("{kind}{i}_{}", parameters.len() + results.len());
            match i {
                0 => results.push((name.clone(), ty)),
                _ => parameters.push(format!("{name}: {}", ty.rust().name())),
            }
            name
        };
        let is_immediate = slot.literals == Literals::Immediate;
        operands.push(match (slot.elements, slot.second) {
            _ if is_immediate => "5".into(),
            (Some(count), _) => {
                let all: Vec<_> = (0..count).map(|_| name("v", ty)).collect();
                format!("{{{}}}", all.join(", "))
            }
            (None, Second::Never | Second::Optional) => name("x", ty) + slot.suffix(),
            (None, Second::Always) => {
                let first = name("x", ty);
                format!("{first}|{}", name("p", Type::Pred))
            }
        });
    }
    let types: Vec<_> = results.iter().map(|(_, ty)| ty.rust().name()).collect();
    for (name, ty) in &results {
        let _ = write!(reads, "let {name}: {}; ", ty.rust().name());
    }
    let names: Vec<_> = results.iter().map(|(name, _)| name.as_str()).collect();
    let computation = selection.computation(&Dialect::default());
    let first = match computation.and_then(|computation| computation.value.reads_carry()) {
        None => "",
        Some(Flag::Borrow) => ".reg .u32 first; sub.cc.u32 first, 1, 2; ",
        Some(Flag::Carry) => ".reg .u32 first; add.cc.u32 first, 1, 2; ",
    };
    let _ = writeln!(
        text,
        "#[unsafe(no_mangle)] pub fn f{number}({}) -> ({},) {{ {reads}ptx! {{ {first}{} {}; }} ({},) }}",
        parameters.join(", "),
        types.join(", "),
        selection.spelling(),
        operands.join(", "),
        names.join(", "),
    );
}

/// The targets for which every spelling of an instruction is compiled. The PTX version is always the newest that rustc
/// 1.95 supports.
const TARGETS: [&str; 3] = ["sm_80", "sm_90", "sm_120a"];

fn dialect(cpu: &str) -> Dialect {
    Dialect::of(Version::new("8.7"), Sm::from_word(cpu).expect("a target"))
}

#[test]
fn rustc_emits_every_spelling() {
    let Some(toolchain) = toolchain() else { return };
    let all = if is_full() { &TARGETS[..] } else { &TARGETS[2..] };
    for cpu in all {
        let (text, _) = spellings(&dialect(cpu));
        let target = toolchain.target("every", cpu, "+ptx87");
        let emitted = target.emit_text("spellings", &text).unwrap_or_else(|e| panic!("{e}"));
        assert_no_faults("spellings.ptx", &emitted);
        assemble("spellings", cpu, &emitted);
    }
}

/// Counts the spellings of instructions for each target, and compares the counts with the table in `device.md`. To
/// overwrite the table, set `PTX_GOLDEN=overwrite`.
#[test]
fn the_page_has_the_counts_of_spellings() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/guide/device.md");
    let page = fs::read_to_string(&path).expect("the page");
    let (head, rest) = page.split_once("<!-- generated: spellings -->\n").expect("a table");
    let (_, tail) = rest.split_once("<!-- end -->").expect("the end of the table");
    let mut table = String::from("| target | spellings |\n|---|---|\n");
    for cpu in TARGETS {
        let _ = writeln!(table, "| `{cpu}` | {} |", spellings(&dialect(cpu)).1);
    }
    let expected = format!("{head}<!-- generated: spellings -->\n{table}<!-- end -->{tail}");
    if env::var_os("PTX_GOLDEN").is_some_and(|value| value == "overwrite") {
        fs::write(&path, &expected).expect("the page can be written");
    }
    assert_eq!(fs::read_to_string(&path).expect("the page"), expected);
}

/// Faulty functions. Each row has the text of a function, the processor and the features that it is compiled for, and
/// parts of the expected message.
const FAULTY: &[(&str, &str, &str, &[&str])] = &[
    (
        "pub fn f(a: f32, b: f32) -> u16 { let d: u16; ptx! { cvt.rn.satfinite.e4m3x2.f32 d, a, b; } d }",
        "sm_80",
        "",
        &[
            "`cvt.rn.satfinite.e4m3x2.f32` needs PTX ISA 7.8 or later and sm_90 or later",
            "`.target sm_80` is set by `-C target-cpu`",
            "set `-C target-feature=+ptx78` and `-C target-cpu=sm_90` in RUSTFLAGS or `.cargo/config.toml`",
        ],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .target sm_90 .reg .f32 d; neg.f32 d, a; d } }",
        "sm_80",
        "",
        &["`.target sm_90` exceeds the target of the build, sm_80", "`-C target-cpu=sm_90`"],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .version 8.3 .reg .f32 d; neg.f32 d, a; d } }",
        "sm_80",
        "",
        &[
            "`.version 8.3` exceeds the version of the build, 7.0",
            "`-C target-feature=+ptx83` in RUSTFLAGS",
        ],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .version 1.3 .reg .f32 d; mad.f32 d, a, a, a; d } }",
        "sm_80",
        "",
        &["`.version 1.3` has no meaning on the device"],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .version 1.4 .reg .f32 d; mad.f32 d, a, a, a; d } }",
        "",
        "",
        &["`.version 1.4` has no meaning on the device"],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .version 6.0 .reg .f32 d; mad.ftz.sat.f32 d, a, a, a; d } }",
        "sm_80",
        "",
        &["`mad.ftz.sat.f32` exists up to sm_13"],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .version 8.8 .reg .f32 d; neg.f32 d, a; d } }",
        "sm_120a",
        "+ptx87",
        &["`.version 8.8` exceeds the version of the build, 8.7", "write `.version 8.7`"],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .target sm_90a .reg .f32 d; neg.f32 d, a; d } }",
        "sm_120a",
        "+ptx87",
        &["`.target sm_90a` exceeds the target of the build, sm_120a"],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .version 8.7 .reg .f32 d; neg.f32 d, a; d } }",
        "sm_80",
        "",
        &[
            "`.version 8.7` exceeds the version of the build, 7.0",
            "`-C target-feature=+ptx87` in RUSTFLAGS",
        ],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .version 1.4 .target sm_13 .reg .f32 d; neg.f32 d, a; d } }",
        "sm_80",
        "",
        &["`.target sm_13` has no meaning on the device"],
    ),
    (
        "pub fn f(a: f32) -> f32 { ptx! { .reg .f32 d; neg.f64 d, a; d } }",
        "",
        "",
        &["expected `.b64` or `.f64`, found `d`, which is `.f32`"],
    ),
    (
        "pub const E: f32 = ptx! { .reg .f32 d; neg.f32 d, 1.0; d };",
        "",
        "",
        &["E0015", "inline assembly is not allowed in constants"],
    ),
    (
        "pub fn f() { ptx::__device_sass! { MOV R0, R1; } }",
        "",
        "",
        &["`sass!` is not available on the device", "write `ptx!`"],
    ),
    (
        "ptx::__device_include_ptx! { \"kernels.ptx\" pub fn f(x: f32) -> f32; }",
        "",
        "",
        &[
            "`include_ptx!` is not available on the device",
            "declare the function in an `extern \"C\"` block",
        ],
    ),
];

#[test]
fn the_version_and_target_of_the_build_are_accepted() {
    let Some(toolchain) = toolchain() else { return };
    let call = "pub fn f(a: f32) -> f32 { ptx! { .version 7.0 .target sm_80 .reg .f32 d; neg.f32 d, a; d } }";
    toolchain.target("accepted", "sm_80", "").emit_text("accepted", call).expect(call);
}

#[test]
fn faults_are_reported_at_their_words() {
    let Some(toolchain) = toolchain() else { return };
    for (number, (call, cpu, features, parts)) in FAULTY.iter().enumerate() {
        let message =
            toolchain.target("faulty", cpu, features).emit_text(&format!("faulty{number}"), call);
        let message = message.expect_err(call);
        for part in *parts {
            assert!(message.contains(part), "{call}: no `{part}` in {message}");
        }
    }
}

#[test]
fn a_build_without_a_processor_has_the_default_dialect() {
    let Some(toolchain) = toolchain().filter(|_| is_full()) else { return };
    let call = "#[unsafe(no_mangle)] pub fn f(a: f32) -> f32 { ptx! { .version 9.5 .target sm_121 .reg .f32 d; neg.f32 d, a; d } }";
    let emitted = toolchain.target("default", "", "").emit_text("default", call);
    assert!(emitted.unwrap_or_else(|e| panic!("{e}")).contains("neg.f32"));
    // `-C target-feature` selects a newer PTX version.
    let call = "#[unsafe(no_mangle)] pub fn f(a: f32) -> f32 { ptx! { .version 8.3 .reg .f32 d; neg.f32 d, a; d } }";
    let emitted = toolchain.target("raised", "sm_80", "+ptx83").emit_text("raised", call);
    assert!(emitted.unwrap_or_else(|e| panic!("{e}")).contains("neg.f32"));
}

/// Tests that `examples/one_source/device` builds with the real `core`, whose sources are in rust-src.
#[test]
fn the_example_builds_with_the_real_core() {
    if toolchain().is_none() || !is_full() {
        return;
    }
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let root = Command::new(rustc).args(["--print", "sysroot"]).output().expect("rustc runs");
    let root = String::from_utf8_lossy(&root.stdout).trim().to_string();
    if !Path::new(&root).join("lib/rustlib/src/rust/library/core").exists() {
        println!("skipped: `rustup component add rust-src` installs the sources of `core`");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("one_source");
    let emitted = folder.join("one_source.ptx");
    let output = Command::new(env!("CARGO"))
        .args(["rustc", "--release", "--locked", "--quiet", "--"])
        .arg(format!("--emit=asm={}", emitted.display()))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/one_source/device"))
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_DIR", &folder)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = fs::read_to_string(emitted).expect("PTX");
    for instruction in ["fma.rz.ftz.f32", "ex2.approx.ftz.f32", "rcp.approx.ftz.f32"] {
        assert!(text.contains(instruction), "no {instruction}");
    }
    assert_no_faults("one_source.ptx", &text);
    assemble("one_source", "sm_80", &text);
}

#[test]
fn a_crate_that_forbids_unsafe_code_is_accepted() {
    let Some(toolchain) = toolchain().filter(|_| is_full()) else { return };
    let call = "#[forbid(unsafe_code)] mod inner {\
                pub(crate) fn f(a: f32) -> f32 { ptx! { .reg .f32 d; neg.f32 d, a; d } } }\n\
                #[unsafe(no_mangle)] pub fn f(a: f32) -> f32 { inner::f(a) }";
    let emitted = toolchain.target("forbid", "sm_80", "").emit_text("forbid", call);
    assert!(emitted.unwrap_or_else(|e| panic!("{e}")).contains("neg.f32"));
}
