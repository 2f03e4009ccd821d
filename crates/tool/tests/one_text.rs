//! Tests that the checker, the translation and `ptx!` report a fault with the same message.

use ptx_module::Module;
use ptx_module::fix::{apply, corrections};
use ptx_module::resolve::Fault;
use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, Finding, Level, check};
use ptx_translate::{declare, not_ptx, report, translate};
use test_support::UserCrate;

/// The registers that all texts use.
const REGISTERS: &str = ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<4>; .reg .b64 %d<4>; \
                         .reg .f32 %f<4>, %total; .reg .f64 %e<4>;";

/// Texts that are valid both as a PTX statement and inside `ptx!`, except for one fault each.
const TEXTS: &[&str] = &[
    // Faults in names.
    "neg.f32 %f1, %f9;",
    "neg.f32 %f1, %x;",
    "neg.f32 %f1, %totl;",
    "neg.f32 %f1, $total;",
    "neg.f64 %unknown, %e1;",
    "mov.b64 %d1, {%r1, %x};",
    "mov.b64 {%r1, %x}, %d1;",
    "setp.eq.f32 %p1|%q, %f1, %f2;",
    "{ .reg .f32 %inner; } neg.f32 %f1, %inner;",
    // Faults in guards.
    "@%q neg.f32 %f1, %f2;",
    "@!%p4 neg.f32 %f1, %f2;",
    "@%f1 neg.f32 %f1, %f2;",
    "@!%r1 neg.f32 %f1, %f2;",
    // Faults in declarations.
    ".reg .f32 %total;",
    ".reg .b32 %t; .reg .f32 %t;",
    ".reg .f32 %t, %t;",
    ".reg .f32 %f<2>;",
    ".reg .f32 %f1;",
    ".reg .f32 %u1; .reg .f32 %u<2>;",
    ".reg .f32 %u1<3>; .reg .f32 %u<20>;",
    ".reg .f32 %u<20>; .reg .f32 %u1<3>;",
    ".reg .f31 %t;",
    ".reg .bf16 %t;",
    ".reg .f32x2 %t;",
    ".reg .f32 %t<4294967296>;",
    ".reg .f32 %t[4];",
    ".reg .f32 %t = 1.0;",
    ".reg .f32 _;",
    ".reg %t;",
    ".reg .f32;",
    ".reg .f32 .f64 %t;",
    ".reg .f32 %t<>;",
    ".reg .f32 %t<1.5>;",
    // Faults in instructions and modifiers.
    "frobnicate.f32 %f1, %f2;",
    "ngt.f32 %f1, %f2;",
    "rcp.f32 %f1, %f2;",
    "rcp.rn.sat.f32 %f1, %f2;",
    "rcp.rnn.f32 %f1, %f2;",
    "rcp.ftz.rn.f32 %f1, %f2;",
    "rcp.rn.rn.f32 %f1, %f2;",
    "rcp.rn.f16 %h1, %h2;",
    "fma.f32 %f1, %f2, %f3, %f0;",
    "add.ftz.f64 %e1, %e2, %e3;",
    "tanh.approx.f64 %e1, %e2;",
    "cvt.rn.u32.f32 %r1, %f1;",
    "setp.foo.f32 %p1, %f1, %f2;",
    "mad.wide.cc.u16 %r1, %h2, %h3, %r1;",
    "addc.u16 %h1, %h2, %h3;",
    // Faults in punctuation.
    "neg.f32 %f1, ;",
    "neg.f32 %f1, , %f2;",
    "neg.f32 %f1, %f2,;",
    "neg.f32 %f1, %f2",
    "@%p1;",
    "@ neg.f32 %f1, %f2;",
    "@~%p1 neg.f32 %f1, %f2;",
    "@not %p1 neg.f32 %f1, %f2;",
    "@!!%p1 neg.f32 %f1, %f2;",
    "@%p1: neg.f32 %f1, %f2;",
    "%p1 neg.f32 %f1, %f2;",
    "!%p1 neg.f32 %f1, %f2;",
    "!@%p1 neg.f32 %f1, %f2;",
    "neg.f32 %f1, %f2 @!%p1;",
    "neg.f32 %f1, %f2, neg.f32 %f3, %f2;",
    ".reg .f32 %t, .reg .f32 %u;",
    ".reg .f32 %t, neg.f32 %f1, %f2;",
    // Faults in operands.
    "neg.f32 %f1, %e1;",
    "fma.rn.f32 %f1, %f2, %f3;",
    "neg.f32 %f1;",
    "add.f32 %f1, %f2, 1;",
    "add.s32 %r1, %r2, 1.5;",
    "add.f32 %f1, %f2, 0f3F80;",
    "add.f32 %f1, %f2, 1.0e400;",
    "add.f32 1.0, %f2, %f3;",
    "rcp.rn.f32 _, %f1;",
    "rcp.rn.f32 %f1, _;",
    "neg.f32 %f1, !%p1;",
    "neg.f32 %f1, {%f2, %f3};",
    "mov.b64 %d1, {%f1, %f2, %f3};",
    "mov.b64 %d1, {%f1, %e1};",
    "mov.b64 {_, _}, %d1;",
    "setp.eq.f32 _|_, %f1, %f2;",
    "setp.eq.f32 {%p1, %p2}, %f1, %f2;",
    "setp.eq.and.f32 %p1, %p2, %f1, %f2, %p3;",
    "setp.eq.f32 %p1|%f1, %f1, %f2;",
    "lop3.b32 %r1|%p1, %r1, %r2, %r3, 1;",
    "lop3.b32 %r1, %r1, %r2, %r3, 256;",
    "lop3.b32 %r1, %r1, %r2, %r3, %r0;",
    "selp.f32 %f1, %f2, %f3, %r1;",
    "shl.b32 %r1, %r2, %h1;",
    "vadd4.u32.u32.u32 %r1, %r2, %r3, %r0.b3210;",
    "add.u32 %r1.b0, %r2, %r3;",
];

/// Common mistakes (slips). Each row has a text with a mistake, and three parts of the expected message: the word that
/// is marked as wrong, the reason, and the cure. A cure of `-` means that the message must not have help. A reason of
/// `-` is not checked.
const SLIPS: &str = include_str!("slips.tsv");

/// A row of [`SLIPS`].
struct Slip {
    is_of_both: bool,
    text: &'static str,
    word: &'static str,
    reason: &'static str,
    cure: &'static str,
}

fn slips() -> Vec<Slip> {
    let lines = SLIPS.lines().filter(|line| !line.starts_with('#'));
    let fields = lines.map(|line| line.split('\t').collect::<Vec<_>>());
    fields
        .map(|fields| {
            let [who, text, word, reason, cure] = fields[..] else { panic!("{fields:?}") };
            Slip { is_of_both: who == "both", text, word, reason, cure }
        })
        .collect()
}

/// Returns all texts for which the messages of the checker, the translation and `ptx!` are compared.
fn texts() -> Vec<&'static str> {
    let slips = slips().into_iter().filter(|slip| slip.is_of_both).map(|slip| slip.text);
    TEXTS.iter().copied().chain(slips).collect()
}

#[test]
fn slips_get_their_word_reason_and_cure() {
    let slips = slips();
    let is_complete = |slip: &&Slip| slip.reason != "-" && slip.cure != "-";
    // The file has three tables of 60 slips, and a shorter one. In each long table, at least 54 slips have a reason and a
    // cure.
    assert_eq!(slips.len(), 204);
    for table in slips.chunks_exact(60) {
        assert!(table.iter().filter(is_complete).count() >= 54);
    }
    let mut wrong = Vec::new();
    for Slip { text, word, reason, cure, .. } in slips {
        let Finding { span, message, .. } = checked(text);
        assert_eq!(&file(text).text[span], word, "{text}: {message}");
        let reasons = [message.what.clone()].into_iter().chain(message.notes.clone());
        let reasons = reasons.collect::<Vec<_>>().join("; ");
        assert!(reason == "-" || reasons.contains(reason), "{text}: {message}");
        match cure {
            "-" => assert_eq!(message.help, None, "{text}"),
            _ if message.help_text().is_some_and(|help| help.contains(cure)) => {}
            _ => wrong.push(format!("{text}: {message}\nexpected: {cure}")),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Returns the errors of a text.
fn errors(source: &Source) -> Vec<Finding> {
    let found = check(source, &Defaults::default());
    found.into_iter().filter(|one| one.level == Level::Error).collect()
}

#[test]
fn corrections_are_accepted() {
    let mut refused = Vec::new();
    for Slip { text, .. } in slips() {
        let (source, finding) = (file(text), checked(text));
        for edits in corrections(&source, &finding) {
            let corrected = apply(&source.text, &edits);
            if let Some(other) = errors(&Source::new("t.ptx", corrected.as_bytes())).first() {
                refused.push(format!("{text}\n{}\n{}", finding.message, other.message));
            }
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n\n"));
}

/// The first words of the translation's error.
const UNTRANSLATED: &str = "`t.ptx` is not PTX";

/// Returns a PTX file that contains a text in a function.
fn file(text: &str) -> Source {
    let head = ".version 9.5\n.target sm_121\n";
    Source::new("t.ptx", format!("{head}.func f()\n{{\n{REGISTERS}\n{text}\n}}\n").as_bytes())
}

/// Returns the first error or warning of the checker. Modifiers in the wrong order are a warning, because
/// `ptxas` accepts them.
fn checked(text: &str) -> Finding {
    let is_fault = |one: &Finding| matches!(one.level, Level::Error | Level::Warning);
    let found = check(&file(text), &Defaults::default());
    let mut faults: Vec<_> = found.into_iter().filter(is_fault).collect();
    assert_eq!(faults.len(), 1, "{text}: {faults:?}");
    faults.remove(0)
}

/// Returns the error of the translation. Returns `None` if there is no error.
fn translated(text: &str) -> Option<String> {
    let module = Module::new(file(text));
    let program = match module.program() {
        Ok(program) => program,
        Err(errors) => return Some(not_ptx(module.source(), errors).to_string()),
    };
    let (declared, _) = declare::declarations("fn f();".parse().expect("tokens"));
    let facade = "::ptx".parse().expect("a path");
    translate(program, &declared[0], &facade).err().map(|error| error.message.to_string())
}

/// Returns the error of each call of `ptx!`, without rustc's indentation. Each call is on its own line.
fn expanded() -> Vec<String> {
    let user = UserCrate::new(env!("CARGO_TARGET_TMPDIR"), "one-text");
    let calls: String =
        texts().iter().map(|text| format!("    ptx::ptx! {{ {REGISTERS} {text} }};\n")).collect();
    user.write("src/main.rs", &format!("fn main() {{\n{calls}}}\n"));
    let (text, _) = user.fault();
    let mut messages = vec![String::new(); texts().len()];
    for message in text.split("error: ").skip(1) {
        let Some((message, place)) = message.split_once("--> member/src/main.rs:") else {
            continue;
        };
        let line = place.split(':').next().and_then(|line| line.parse::<usize>().ok());
        let lines = message.lines().map(str::trim).filter(|line| !line.is_empty());
        let call = line.and_then(|line| line.checked_sub(2)).expect("a line with a call");
        messages[call] += &lines.collect::<Vec<_>>().join("\n");
    }
    messages
}

#[test]
fn the_checker_the_translation_and_the_macro_agree() {
    assert!(TEXTS.len() >= 40);
    let expanded = expanded();
    let mut differences = Vec::new();
    for (text, expanded) in texts().into_iter().zip(expanded) {
        let Finding { span, message, level, .. } = checked(text);
        let mut compare = |who: &str, found: String, expected: String| {
            if found != expected {
                differences.push(format!("{text}\n{who}:\n{found}\nchecker:\n{expected}\n"));
            }
        };
        // The file states its version and target in lines 1 and 2. The checker's messages name these lines. `ptx!` has
        // the same version and target by default, so its messages contain "by default" instead.
        let mut expected = message.to_string();
        for line in 1..=2 {
            expected = expected.replace(&format!("at t.ptx:{line}"), "by default");
        }
        compare("ptx!", expanded, expected);
        let fault = Fault::new(span, message);
        // The translation accepts a text for which the checker only has a warning.
        let expected = match level {
            Level::Warning => None,
            _ => Some(report(&file(text), UNTRANSLATED.into(), &[fault]).to_string()),
        };
        let shown = |text: Option<String>| text.unwrap_or_else(|| "translated".into());
        compare("translation", shown(translated(text)), shown(expected));
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
