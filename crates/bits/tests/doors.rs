//! Tests that `check`, `run` and `translate` give the same verdict on the same text, with the same first message at the
//! same place, and that this is the recorded verdict of `ptxas`.

use ptx_isa::Code;
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, Finding, Level, check};
use ptx_tool::translate;
use std::io::Write;
use std::process::{Command, Output, Stdio};
use test_support::sample;

/// Whole modules: name, verdict, text.
const MODULES: &str = include_str!("../../module/tests/modules.tsv");

/// Whole modules, and statements: version, target, verdict, text.
const ASSEMBLER: &str = include_str!("../../tool/tests/assembler.tsv");

/// The kernel that the statements of [`ASSEMBLER`] are inserted into.
const KERNEL: &str = "\
.visible .entry k(.param .u64 p, .param .align 8 .b8 q[16]) {
.reg .b16 %rs<8>; .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .f32 %f<8>; .reg .f64 %fd<8>;
.reg .pred %p<4>; .reg .f16x2 %h<8>; .reg .f16 %hh<4>; .reg .v4 .u16 %v; .reg .v2 .b32 %w;
.reg .v4 .f32 %vf; .reg .v2 .f32 %vg; .reg .v4 .b8 %vb; .shared .align 16 .b8 sm[64];
";

/// A text with the verdict of `ptxas`.
struct Text {
    name: String,
    is_accepted: bool,
    text: String,
}

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines.map(|line| line.split('\t').collect())
}

fn modules() -> Vec<Text> {
    let text = |fields: Vec<&str>| {
        let [name, verdict, text] = fields[..] else { panic!("{fields:?}") };
        let text = text.replace("\\n", "\n");
        Text { name: name.into(), is_accepted: verdict == "1", text }
    };
    rows(MODULES).map(text).collect()
}

fn statements() -> Vec<Text> {
    let text = |fields: Vec<&str>| {
        let [version, target, verdict, text] = fields[..] else { panic!("{fields:?}") };
        let whole = match text.strip_prefix("FILE ") {
            Some(file) => file.replace("\\n", "\n"),
            None => format!(
                ".version {version}\n.target {target}\n.address_size 64\n{KERNEL}{text} ret; }}\n"
            ),
        };
        Text { name: text.into(), is_accepted: verdict == "accepted", text: whole }
    };
    rows(ASSEMBLER).map(text).collect()
}

/// Texts that are no modules: excerpts, which only `check` accepts, and texts that are not PTX at all.
const EXCERPTS: [&str; 6] = [
    "",
    "add.f32 %f1, %f2, %f3;",
    ".reg .f32 %f<4>; add.f32 %f1, %f2, %f3;",
    ".version 8.0\n",
    ".target sm_80\n",
    "this is no PTX",
];

/// Returns line, column and text of the first error of the checker.
fn checked(source: &Source) -> Option<(usize, usize, String)> {
    let is_error = |one: &Finding| one.level == Level::Error;
    let first = check(source, &Defaults::default()).into_iter().find(is_error)?;
    let place = source.place(first.span.start);
    Some((place.line, place.column, first.message.to_string()))
}

/// Returns line, column and text of the first error of the engine. Variables that only the engine does not support are
/// not errors of the text.
fn loaded(source: &Source) -> Option<(usize, usize, String)> {
    let error = ptx_run::Module::new(&source.name, &source.text).err()?;
    let first = error.findings.iter().find(|one| one.message.code != Code::Unsupported)?;
    Some((first.line, first.column, first.message.to_string()))
}

/// Returns whether the translator refuses the text as a whole, and the message.
fn drafted(source: &Source) -> Option<String> {
    let message = translate::draft(source).err()?.to_string();
    message.contains("is not PTX").then_some(message)
}

#[test]
fn every_door_gives_the_verdict_of_the_assembler() {
    let (modules, statements) = (modules(), statements());
    assert!(modules.len() >= 20 && statements.len() >= 1700);
    let step = statements.len() / sample(statements.len(), 400);
    for Text { name, is_accepted, text } in
        modules.iter().chain(statements.iter().step_by(step.max(1)))
    {
        let source = Source::new("t.ptx", text.as_bytes());
        let expected = checked(&source);
        assert_eq!(expected.is_none(), *is_accepted, "{name}: {expected:?}");
        let loaded = loaded(&source);
        assert_eq!(loaded, expected, "{name}");
        let drafted = drafted(&source);
        assert_eq!(drafted.is_some(), expected.is_some(), "{name}: {drafted:?}");
        if let (Some(drafted), Some((line, column, message))) = (drafted, expected) {
            let what = message.lines().next().unwrap_or_default();
            let first = format!("is not PTX\nnote: t.ptx:{line}:{column}: {what}\n");
            assert!(format!("{drafted}\n").contains(&first), "{name}: {drafted}");
        }
    }
}

#[test]
fn excerpts_are_for_the_checker_only() {
    for text in EXCERPTS {
        let source = Source::new("t.ptx", text.as_bytes());
        assert!(loaded(&source).is_some(), "{text}");
        assert!(drafted(&source).is_some(), "{text}");
    }
}

/// Tests that the checker and the engine follow the same registers: the elements of a vector are apart.
#[test]
fn every_door_reports_the_same_fusions() {
    for (sum, is_fused) in [
        ("add.f32 %f1, %v.x, %f2;", true),
        ("add.f32 %f1, %v.r, %f2;", true),
        ("add.f32 %f1, %v.y, %f2;", false),
        ("add.f32 %f1, %v.g, %f2;", false),
    ] {
        let text = format!(
            ".version 8.0\n.target sm_80\n.visible .entry k() {{ .reg .f32 %f<4>; .reg .v4 .f32 %v;\n\
             mul.f32 %v.x, %f2, %f3;\n{sum} ret; }}"
        );
        let source = Source::new("t.ptx", text.as_bytes());
        let found = check(&source, &Defaults::default());
        let notes = found.iter().filter(|one| one.message.code == Code::Fusion).count();
        let module = ptx_run::Module::new("t.ptx", &text).expect(sum);
        let kernel = module.kernel("k").expect(sum);
        assert_eq!((notes, kernel.may_fuse().len()), (is_fused.into(), is_fused.into()), "{sum}");
    }
}

fn command(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // A command that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("an input").write_all(input.as_bytes());
    child.wait_with_output().expect("the command ends")
}

#[test]
fn a_faulty_text_has_the_status_of_its_command() {
    for Text { name, is_accepted, text } in modules() {
        let run = ["run", "-", "--entry", "k", "--grid", "1", "--block", "1", "u32[64]"];
        for (arguments, faulty) in [(&["check", "-"][..], 1), (&run, 2), (&["translate", "-"], 1)] {
            let status = command(arguments, &text).status.code();
            match is_accepted {
                true => assert_eq!(status, Some(0), "{name}: {arguments:?}"),
                false => assert_eq!(status, Some(faulty), "{name}: {arguments:?}"),
            }
        }
    }
}
