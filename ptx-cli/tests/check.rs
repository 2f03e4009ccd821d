//! `ptx check` on the texts in `tests/ptx`: what must be said stands behind `//~` on its line.

use ptx_cli::check::{Defaults, Level, check};
use ptx_cli::text::Source;
use std::path::PathBuf;

/// A line and what is said there.
type Said = (usize, &'static str, String);

fn said(source: &Source) -> Vec<Said> {
    check(source, &Defaults::default())
        .into_iter()
        .filter_map(|diagnostic| {
            let level = match diagnostic.level {
                Level::Error => "error",
                Level::Note => "note",
                Level::Unchecked => return None,
            };
            let mut text = diagnostic.message;
            text.extend(diagnostic.why);
            Some((source.place(diagnostic.span.start).line, level, text))
        })
        .collect()
}

#[test]
fn every_text_gets_what_is_written_behind_its_lines() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/ptx");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("tests/ptx")
        .map(|e| e.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() >= 7);
    for file in files {
        let bytes = std::fs::read(&file).expect("a text");
        let source = Source::new(&file.display().to_string(), &bytes);
        let mut said = said(&source).into_iter();
        for (i, line) in source.text.lines().enumerate() {
            let Some((_, wanted)) = line.split_once("//~ ") else { continue };
            let (level, text) = wanted.split_once(": ").expect("level: text");
            let found = said.next().unwrap_or((0, "nothing", String::new()));
            assert_eq!((found.0, found.1), (i + 1, level), "{}: {found:?}, {text}", source.name);
            assert!(found.2.contains(text), "{}:{}: {} lacks {text}", source.name, i + 1, found.2);
        }
        assert_eq!(said.next(), None, "{}", source.name);
    }
}

fn first(text: &str, defaults: &Defaults) -> Option<String> {
    let source = Source::new("t.ptx", text.as_bytes());
    check(&source, defaults).into_iter().next().map(|d| format!("{}; {:?}", d.message, d.why))
}

#[test]
fn messages_say_where_version_and_target_come_from() {
    let text = "fma.rn.f32x2 a, b, c, d;";
    assert_eq!(first(text, &Defaults::default()), None);
    let options = Defaults { version: ptx_isa::Version::released("7.0"), target: None };
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
        let (version, target) = ptx_isa::Version::all()
            .flat_map(|v| ptx_isa::Target::all().map(move |t| (v, t)))
            .filter(|(v, t)| ptx_isa::directives::clash(*v, *t).is_none())
            .filter(|(v, t)| form.is_in(&ptx_isa::Dialect::of(*v, *t)))
            .last()
            .expect("a home");
        let operands: Vec<_> = form
            .operands
            .iter()
            .map(|o| match o.literals {
                ptx_isa::forms::Literals::Immediate => "1",
                _ => o.name.trim_end_matches("{|q}"),
            })
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
