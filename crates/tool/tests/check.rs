//! Tests the findings about the texts in `tests/ptx`. A comment `//~` in a text contains the expected message about the
//! comment's line. A finding of the level `Unchecked` does not need such a comment.

use ptx_module::syntax::Source;
use ptx_tool::check::{Defaults, Level, check};
use ptx_tool::check_instruction;
use std::path::PathBuf;

/// A finding: its line, level and text.
type Found = (usize, &'static str, String);

/// Returns the findings about a text.
fn found(source: &Source) -> Vec<Found> {
    check(source, &Defaults::default())
        .into_iter()
        .map(|finding| {
            let level = match finding.level {
                Level::Error => "error",
                Level::Warning => "warning",
                Level::Note => "note",
                Level::Unchecked => "unchecked",
            };
            let mut text = finding.message.what;
            text.extend(finding.message.notes);
            text.extend(finding.message.help.map(|help| help.to_string()));
            (source.place(finding.span.start).line, level, text)
        })
        .collect()
}

#[test]
fn every_text_has_the_expected_findings() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ptx");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("tests/ptx")
        .map(|e| e.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() >= 17);
    for file in files {
        let bytes = std::fs::read(&file).expect("a text");
        let source = Source::new(&file.display().to_string(), &bytes);
        let lines: Vec<_> = source.text.lines().collect();
        let is_wanted = |(line, level, _): &Found| {
            *level != "unchecked" || lines[line - 1].contains("//~ unchecked")
        };
        let mut findings = found(&source).into_iter().filter(is_wanted);
        let wanted = lines.iter().enumerate().flat_map(|(i, line)| {
            line.split("//~ ").skip(1).map(move |wanted| (i, wanted.trim_end()))
        });
        for (i, wanted) in wanted {
            let (level, text) = wanted.split_once(": ").expect("level: text");
            let finding = findings.next().unwrap_or((0, "nothing", String::new()));
            assert_eq!(
                (finding.0, finding.1),
                (i + 1, level),
                "{}: {finding:?}, {text}",
                source.name
            );
            assert!(
                finding.2.contains(text),
                "{}:{}: expected `{text}` in {}",
                source.name,
                i + 1,
                finding.2
            );
        }
        assert_eq!(findings.next(), None, "{}", source.name);
    }
}

/// Tests that only the faulty word is underlined.
#[test]
fn the_word_at_fault_is_underlined() {
    let registers = ".reg .f32 a, b; .reg .f64 x; .reg .b64 l; .reg .pred p; .reg .u32 u;\n";
    for (text, underlined) in [
        ("mov.b64 l, {a, x};", "x"),
        ("mov.b64 {a, x}, l;", "x"),
        ("mov.b64 l, {a, u};", "u"),
        ("mov.b64 l, {a, 1.0};", "1.0"),
        ("mov.b64 l, {{a, b}, a};", "{a, b}"),
        ("mov.b64 l, {{a, b}};", "{{a, b}}"),
        ("mov.b64 {{a, b}}, l;", "{{a, b}}"),
        ("rcp.rn.f32 a, {{b}};", "{{b}}"),
        ("mov.b64 l, {a, [l]};", "[l]"),
        ("mov.b64 l, {a, c};", "c"),
        ("mov.b64 l, {a, b, a};", "{a, b, a}"),
        ("mov.b64 {_, _}, l;", "{_, _}"),
        ("setp.eq.f32 p|a, a, b;", "a"),
        ("setp.eq.f32 a|p, a, b;", "a"),
        ("setp.eq.f32 p|1, a, b;", "|"),
        ("setp.eq.f32 _|_, a, b;", "_|_"),
        ("rcp.rn.f32 a, -b;", "-b"),
        ("rcp.rn.f32 a, [l];", "[l]"),
        ("add.foo.f32 a, b, b;", ".foo"),
        ("div.rn.b32 a, b, b;", ".b32"),
        ("sqrt.rn.f32 a, b§;", "§"),
        (".reg .f32 c, a;", "a"),
        (".address_size 33", "33"),
        ("@(1) mov.b64 l, 1;", "("),
        ("@(p mov.b64 l, 1;", "("),
        ("@!(p) mov.b64 l, 1;", "(p)"),
    ] {
        let source = Source::new("t.ptx", format!("{registers}{text}").as_bytes());
        let findings = check(&source, &Defaults::default());
        assert_eq!(findings.len(), 1, "{text}: {findings:?}");
        assert_eq!(
            &source.text[findings[0].span.clone()],
            underlined,
            "{text}: {}",
            findings[0].message
        );
    }
}

fn first(text: &str, defaults: &Defaults) -> Option<String> {
    let source = Source::new("t.ptx", text.as_bytes());
    check(&source, defaults)
        .into_iter()
        .next()
        .map(|d| format!("{}; {:?}", d.message.what, d.message.notes))
}

#[test]
fn messages_say_where_version_and_target_come_from() {
    let text = "fma.rn.f32x2 a, b, c, d;";
    assert_eq!(first(text, &Defaults::default()), None);
    let target = Some(ptx_isa::Target::sm(80));
    let options = Defaults { version: ptx_isa::Version::released("7.0"), target };
    let from_option = first(text, &options).expect("an error");
    assert!(from_option.contains("`.version 7.0` is set by the option `--ptx-version`"));
    let module = format!(".version 8.6\n.target sm_90\n{text}");
    let from_module = first(&module, &options).expect("an error");
    assert!(from_module.contains("`.target sm_90` is set at t.ptx:2"), "{from_module}");
    let options = Defaults { version: None, target: Some(ptx_isa::Target::sm(90)) };
    let both = first(".version 8.0\nfma.rn.f32x2 a, b, c, d;", &options).expect("an error");
    assert!(both.contains("at t.ptx:1, `.target sm_90` is set by the option"), "{both}");
}

#[test]
fn every_form_of_the_table_passes() {
    for form in ptx_isa::forms::all() {
        let home = form.newest_dialect().expect("every form is in a dialect");
        let (version, target) = (home.version.expect("a version"), home.target.expect("a target"));
        let operands: Vec<_> = form
            .operands
            .iter()
            .map(|o| match o.literals {
                ptx_isa::forms::Literals::Immediate => "1",
                _ => o.name.trim_end_matches("{|q}"),
            })
            .zip(form.operands)
            .map(|(name, o)| format!("{name}{}", o.suffix()))
            .collect();
        let words = form.shortest().join(".");
        let text = format!(
            ".version {version}\n.target {target}\n{}.{words} {};",
            form.mnemonic,
            operands.join(", ")
        );
        assert_eq!(first(&text, &Defaults::default()), None, "{text}");
    }
}

/// Tests the help for undeclared names. If the text determines the type of the name, the help suggests this
/// type.
#[test]
fn what_is_undeclared_is_declared_with_its_type() {
    for (text, help) in [
        ("@p mov.b64 l, 1;", "declare it before: `.reg .pred p;`"),
        ("@!%p mov.b64 l, 1;", "declare it before: `.reg .pred %p;`"),
        ("mov.b64 l, {low, low};", "declare it before: `.reg .b32 low;`"),
        ("mov.b64 {low, _}, l;", "declare it before: `.reg .b32 low;`"),
        ("mov.b32 {h, h}, h;", "declare it before: `.reg .b16 h;`"),
        ("setp.lt.u64 pq, l, l;", "declare it before: `.reg .pred pq;`"),
    ] {
        let source = Source::new("t.ptx", format!(".reg .b64 l;\n{text}").as_bytes());
        let findings = check(&source, &Defaults::default());
        let first = findings.first().expect("an error");
        assert_eq!(first.message.help_text(), Some(help), "{text}: {}", first.message);
    }
}

/// Tests, for every form, that the checker selects this form for the text of an instruction.
#[test]
fn every_form_is_found_by_its_instruction() {
    let of_warps = ptx_isa::forms::matrices().filter(|form| form.is_of_warp());
    for form in ptx_isa::forms::all().chain(of_warps) {
        let home = form.newest_dialect().expect("every form is in a dialect");
        let operands = form.operands.iter().map(|o| match (o.literals, o.elements) {
            (ptx_isa::forms::Literals::Immediate, _) => "1".into(),
            (_, Some(n)) if form.is_of_warp() => {
                format!("{{{}}}", vec!["r"; n as usize].join(", "))
            }
            _ => format!("{}{}", o.name.trim_end_matches("{|q}"), o.suffix()),
        });
        let operands = operands.collect::<Vec<_>>().join(", ");
        // Compare spellings, not forms, because two forms of `cvt` share a spelling.
        let spelling = format!("{}.{}", form.mnemonic, form.shortest().join("."));
        let text = format!("{spelling} {operands}");
        let chosen = check_instruction(&text, &home)
            .unwrap_or_else(|findings| panic!("{text}: {findings:?}"));
        assert_eq!(chosen.spelling(), spelling);
        assert_eq!(chosen.form.operands.len(), form.operands.len(), "{text}");
    }
}

#[test]
fn one_instruction_is_one() {
    let findings = |text: &str| -> Vec<String> {
        let findings = check_instruction(text, &ptx_isa::Dialect::default());
        findings.err().unwrap_or_default().iter().map(ToString::to_string).collect()
    };
    for text in [
        "add.u32 a, b, c",
        " add.u32 a, b, c ;\n",
        ".reg .pred p; .reg .u32 a; @!p add.u32 a, a, 1;",
        ".version 8.0 .target sm_90 add.u32 a, b, c;",
        // Modifiers in the wrong order are only a warning.
        "div.ftz.rn.f32 a, b, c;",
    ] {
        assert_eq!(findings(text), [""; 0], "{text}");
    }
    for (text, wrong) in [
        ("", "error: expected an instruction"),
        (".reg .u32 a;", "error: expected an instruction"),
        ("add.u32 a, b, c; add.u32 a, b, c;", "error: expected one instruction and nothing else"),
        ("L: add.u32 a, b, c;", "error: expected one instruction and nothing else"),
        (
            "{ add.u32 a, b, c; } add.u32 a, b, c;",
            "error: expected one instruction and nothing else",
        ),
        (
            ".func f() { ret; } add.u32 a, b, c;",
            "error: missing `.version` before the first function",
        ),
        (
            ".version 8.0 .target sm_90 .func f() { ret; } add.u32 a, b, c;",
            "error: an instruction must be in a function",
        ),
        ("suq.width.b32 w, [s]", "unchecked: `suq.width.b32` is not in the instruction table"),
        (".version 8.0 .target sm_90 add.f32x2 a, b, c", "error: `add.f32x2` needs "),
    ] {
        let findings = findings(text);
        assert!(findings.len() == 1 && findings[0].starts_with(wrong), "{text}: {findings:?}");
    }
}

/// Tests that a function must be declared before it is used, as `ptxas` requires.
#[test]
fn functions_are_declared_before_they_are_used() {
    let callee = ".visible .func (.reg .f32 d)\n f(.reg .f32 a) { mov.f32 d, a; ret; }";
    let call = ".entry k() { .reg .f32 x; call (x), f, (1.0); ret; }";
    let findings = |text: String| {
        let text = format!(".version 8.0\n.target sm_80\n.address_size 64\n{text}");
        let source = Source::new("t.ptx", text.as_bytes());
        check(&source, &Defaults::default())
    };
    assert!(findings(format!("{callee}\n{call}")).is_empty());
    let found = findings(format!("{call}\n{callee}"));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].message.what, "`f` is used before its declaration");
    let help = "declare it before: `.visible .func (.reg .f32 d) f(.reg .f32 a);`";
    assert_eq!(found[0].message.help_text(), Some(help));
    let declared = help.split('`').nth(1).expect("a declaration");
    assert!(findings(format!("{declared}\n{call}\n{callee}")).is_empty());
}

/// Tests that the help for an operand of `exit` or `ret` shows the instruction without operands.
#[test]
fn helps_are_spelt_as_ptx() {
    for (text, help) in [("exit r;", "remove `r`: `exit;`"), ("ret 1;", "remove `1`: `ret;`")] {
        let source = Source::new("t.ptx", format!(".reg .b32 r;\n{text}").as_bytes());
        let findings = check(&source, &Defaults::default());
        assert_eq!(findings[0].message.help_text(), Some(help), "{text}");
    }
}

#[test]
fn later_declarations_name_the_difference_and_the_first() {
    for (first, second, difference) in [
        (".func a(.param .b32 x);", ".func a(.param .b64 x) { ret; }", "the parameters differ"),
        (".func (.reg .b32 r) b();", ".func (.reg .b64 r) b() { ret; }", "the results differ"),
        (".extern .global .b32 c;", ".extern .global .b64 c;", "the types differ"),
        (".func d();", ".visible .func d() { ret; }", "the linkage differs"),
    ] {
        let text = format!(".version 8.0\n.target sm_80\n.address_size 64\n{first}\n{second}");
        let source = Source::new("t.ptx", text.as_bytes());
        let findings = check(&source, &Defaults::default());
        let [finding] = &findings[..] else { panic!("{second}: {findings:?}") };
        assert!(finding.message.notes.concat().contains(difference), "{}", finding.message);
        let (span, label) = finding.other.as_deref().expect("the first declaration");
        assert_eq!(source.place(span.start).line, 4, "{second}");
        assert_eq!(label, "declared here first");
    }
}

#[test]
fn a_block_that_is_not_closed_is_found_by_its_indentation() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n.entry k() {\n\t.reg .b32 a;\n\t{\n\t\tmov.b32 a, 1;\n\tret;\n}\n";
    let source = Source::new("t.ptx", text.as_bytes());
    let findings = check(&source, &Defaults::default());
    let what = "this `{` is closed by the `}` on line 9, so the block around it has no end";
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].message.what, what);
    assert_eq!(source.place(findings[0].span.start).line, 6);
}

#[test]
fn registers_of_an_inner_block_are_declarations() {
    let source = Source::new("t.ptx", b"{ .reg .b64 m; mov.b64 m, n; }");
    let findings = check(&source, &Defaults::default());
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].message.help_text(), Some("declare it before: `.reg .b64 n;`"));
}

#[test]
fn the_end_of_a_c_string_is_found() {
    let text = |end: &str| {
        let source = Source::new("t.ptx", format!("mov.b64 l, 1;{end}").as_bytes());
        check(&source, &Defaults::default()).remove(0).message.what
    };
    for end in ["\"", "\")", "\");", "\"\n"] {
        assert_eq!(text(end), "`\"` is from a C string", "{end}");
    }
    assert_eq!(text("\"x"), "this text has no end");
}

#[test]
fn an_instruction_with_a_comment_is_not_repeated() {
    for (text, help) in [
        (
            "ld.global.u64 l, [l + l];",
            "add them first: `{ .reg .b64 %t; add.u64 %t, l, l; ld.global.u64 l, [%t]; }`",
        ),
        (
            "ld.global.u64 l, [l + l] /* c */;",
            "add them first: `.reg .b64 %t; add.u64 %t, l, l;`, then use `[%t]`",
        ),
        (
            "ld.global.u64 l, [l + l] // c\n;",
            "add them first: `.reg .b64 %t; add.u64 %t, l, l;`, then use `[%t]`",
        ),
    ] {
        let source = Source::new("t.ptx", format!(".reg .b64 l; {text}").as_bytes());
        let findings = check(&source, &Defaults::default());
        assert_eq!(findings[0].message.help_text(), Some(help), "{text}");
    }
}

#[test]
fn a_comma_without_an_operand_is_removed() {
    let comma = Some("remove the `,`, or write an operand after it");
    for (text, what, help) in [
        ("add.u32 a, , a;", "expected an operand, found `,`", comma),
        ("add.u32 a, a, ;", "expected an operand, found `;`", comma),
        ("add.u32 , a, a;", "expected an operand, found `,`", None),
        ("ret\nexit;", "missing `;`", None),
    ] {
        let source = Source::new("t.ptx", format!(".reg .b32 a; {text}").as_bytes());
        let message = check(&source, &Defaults::default()).remove(0).message;
        assert_eq!((message.what.as_str(), message.help_text()), (what, help), "{text}");
    }
}

#[test]
fn a_product_in_an_element_of_the_first_register_is_found() {
    let text = ".reg .v2 .f32 v; .reg .f32 a; mul.f32 v.y, a, a; add.f32 a, v.y, a;";
    let source = Source::new("t.ptx", text.as_bytes());
    let findings = check(&source, &Defaults::default());
    assert_eq!(findings.len(), 1, "{findings:?}");
    assert_eq!(findings[0].level, Level::Note);
    assert!(findings[0].message.what.contains("may fuse this `add.f32`"));
}
