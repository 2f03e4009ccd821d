//! Tests that every instruction has a page, and that the entries of the page cover every form.

use ptx_isa::doc::{Page, Section, index, is_helper, names, page};
use ptx_isa::sass::opcodes;
use ptx_isa::{Form, forms, signatures};
use std::collections::BTreeSet;

/// Returns the single-thread and matrix forms.
fn every_form() -> impl Iterator<Item = &'static Form> {
    forms::all().chain(forms::matrices())
}

fn mnemonics() -> BTreeSet<&'static str> {
    every_form().map(|form| form.mnemonic).collect()
}

fn sections_are_filled(name: &str, page: &Page) {
    assert!(page.summary().ends_with('.'), "{name}: the summary is a sentence");
    for section in Section::ALL {
        let entries = page.section(section);
        // Only some pages have evidence. `tests/evidence.rs` lists these pages. Only PTX is compared with machine code.
        let is_optional = matches!(section, Section::Evidence | Section::MachineCode);
        let is_filled = !entries.is_empty() || is_optional;
        assert!(is_filled, "{name}: nothing about {section:?}");
        for entry in entries {
            assert!(entry.text.ends_with(['.', ')']), "{name}: {:?}", entry.text);
        }
    }
}

#[test]
fn every_page_is_complete() {
    for name in names() {
        sections_are_filled(name, &page(name).expect("a page of this name"));
    }
}

#[test]
fn every_mnemonic_and_machine_instruction_has_a_page() {
    for mnemonic in mnemonics() {
        assert!(page(mnemonic).is_some(), "crates/isa/src/doc/{mnemonic}.md is missing");
    }
    for row in opcodes::all() {
        assert!(page(&row.name()).is_some(), "crates/isa/src/doc/{}.md is missing", row.name());
    }
}

#[test]
fn every_form_has_a_grade_and_an_accuracy() {
    for form in every_form() {
        let page = page(form.mnemonic).expect("a page");
        for section in [Section::Grade, Section::Accuracy] {
            let entries = page.section(section);
            for modifiers in form.spellings() {
                let about = entries.iter().any(|entry| entry.is_about(&modifiers));
                assert!(about, "{form}: no {section:?} of .{}", modifiers.join("."));
            }
        }
    }
}

#[test]
fn every_key_matches_a_form() {
    for mnemonic in mnemonics() {
        let family = every_form().filter(|form| form.mnemonic == mnemonic);
        let all: Vec<_> = family.flat_map(Form::spellings).collect();
        for section in Section::ALL {
            for entry in page(mnemonic).expect("a page").section(section) {
                for key in &entry.keys {
                    let alone = ptx_isa::doc::Entry { keys: vec![key], text: String::new() };
                    let used = all.iter().any(|modifiers| alone.is_about(modifiers));
                    assert!(used, "{mnemonic}: no form is `{key}`");
                }
            }
        }
    }
}

#[test]
fn the_index_has_every_instruction_and_every_function() {
    let index = index("ops");
    for line in every_form().map(ToString::to_string).chain(opcodes::all().map(ToString::to_string))
    {
        assert!(index.contains(&format!("- `{line}`: ")), "{line}");
    }
    assert!(
        index.contains("- `vadd4.type.type.type{.{sat,add}} d{.mask}, a{.asel}, b{.bsel}, c`: ")
    );
    for words in ["`rnd`: a rounding: `.rn` `.rz` `.rm` `.rp`", "`CmpOp`: a comparison: `.eq`"] {
        assert!(index.contains(&format!("- {words}")), "{words}");
    }
    // The index omits functions for `-`, `|…|`, `~` and a chosen part on a source.
    let of_sources = [
        "sass::negate",
        "sass::absolute",
        "sass::high_halves",
        "sass::low_halves",
        "sass::turned_halves",
        "sass::upper_half",
        "sass::from_byte",
        "sass::exchanged_floats",
        "sass::float_twice",
        "sass::complement_long",
        "sass::sign_bit",
    ];
    let is_sign = |name: &str| of_sources.iter().any(|start| name.starts_with(start));
    for name in signatures().into_iter().map(|signature| signature.function) {
        let is_listed = index.contains(&format!("](ops::{name})"));
        assert!(is_listed != (is_helper(&name) || is_sign(&name)), "{name}");
    }
}
