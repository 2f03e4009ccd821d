//! Tests that rows of the instruction table do not overlap.

use ptx_isa::{Dialect, Form, Selection, forms};
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use test_support::published;

/// Instructions that two rows match, with the reason. `crates/tool/tests/eval.rs` tests that both rows
/// compute the same bits.
const TWICE: &[(&str, &str)] = &[
    (
        "cvt.rn.f16.f32",
        "the manual lists the conversion among those that round in four ways and among those with \
         `.relu` and `.satfinite`",
    ),
    ("cvt.rz.f16.f32", "as `.rn`"),
    ("cvt.rn.bf16.f32", "as `.f16`"),
    ("cvt.rz.bf16.f32", "as `.f16`"),
];

fn shape(form: &Form) -> Vec<Option<u32>> {
    form.operands.iter().map(|operand| operand.elements).collect()
}

#[test]
fn no_instruction_is_spelt_by_two_rows() {
    let mut seen = HashMap::<_, Vec<Selection>>::new();
    for form in forms::all() {
        for words in form.spellings() {
            let modifiers = form.spelt(&words).expect("a spelling");
            let spelling = format!("{}.{}", form.mnemonic, words.join("."));
            let selection = Selection { form, modifiers };
            seen.entry((spelling, shape(form))).or_default().push(selection);
        }
    }
    let in_one = |a: &Selection, b: &Selection| {
        Dialect::all().any(|dialect| a.is_in(&dialect) && b.is_in(&dialect))
    };
    for ((spelling, _), rows) in &seen {
        let known = TWICE.iter().any(|pair| pair.0 == spelling);
        for (i, a) in rows.iter().enumerate() {
            for b in rows[..i].iter().filter(|b| in_one(a, b)) {
                assert!(known, "`{spelling}` is spelt by `{}` and by `{}`", a.form, b.form);
            }
        }
    }
    for (spelling, _) in TWICE {
        let rows =
            seen.iter().find(|((other, _), _)| other == spelling).map(|(_, rows)| rows.len());
        assert!(rows.is_some_and(|count| count > 1), "`{spelling}` is spelt by one row only");
    }
}

/// Tests that no instruction matches two rows of which one has a function (for a thread or a warp) and the other has
/// `effect`, `elements` or `nothing`.
#[test]
fn no_computed_instruction_is_spelt_by_a_row_without_a_function() {
    let (computed, without): (Vec<&Form>, Vec<&Form>) =
        forms::every().partition(|form| form.is_computed() || form.is_of_warp());
    let mut seen = HashMap::<_, Vec<Selection>>::new();
    for form in without {
        for words in form.spellings() {
            let modifiers = form.spelt(&words).expect("a spelling");
            let rows = seen.entry((form.mnemonic, words)).or_default();
            rows.push(Selection { form, modifiers });
        }
    }
    assert!(seen.len() > 100, "{} spellings", seen.len());
    let mnemonics: HashSet<_> = seen.keys().map(|(mnemonic, _)| *mnemonic).collect();
    for form in computed.into_iter().filter(|form| mnemonics.contains(form.mnemonic)) {
        for words in form.spellings() {
            let modifiers = form.spelt(&words).expect("a spelling");
            let selection = Selection { form, modifiers };
            for other in seen.get(&(form.mnemonic, words)).into_iter().flatten() {
                let clash = Dialect::all().any(|d| selection.is_in(&d) && other.is_in(&d));
                assert!(
                    !clash,
                    "`{}` is spelt by `{form}` and by `{}`",
                    selection.spelling(),
                    other.form
                );
            }
        }
    }
}

/// Helper functions of `ptx-core`, which do not compute a whole instruction.
const HELPERS: &[&str] = &[
    "boolop",
    "narrow_map_f64",
    "widen_map_f64",
    "mad_map_f64",
    "set_",
    "pack_",
    "unpack_",
    "negate",
    "absolute",
];

/// Appends the lines of all source files in a folder and its subfolders to `all`.
fn lines(folder: &Path, all: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("sources can be listed") {
        let path = entry.expect("sources can be listed").path();
        if path.is_dir() {
            lines(&path, all);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("sources can be read");
            all.extend(text.lines().map(|line| format!("{}: {line}", path.display())));
        }
    }
}

/// Tests that the crates that use this crate do not contain names of helper functions. The crates must get each whole
/// computation from this crate.
#[test]
fn no_front_end_names_helper_functions() {
    let mut all = Vec::new();
    for package in published() {
        if !["ptx-core", "ptx-isa", "ptx-loops", "ptx-run", "ptx-wide"].contains(&&*package.name) {
            lines(&package.join("src"), &mut all);
        }
    }
    let is_helper = |word: &str| {
        HELPERS.iter().any(|name| word == *name || name.ends_with('_') && word.starts_with(name))
    };
    let words = |line: &str| {
        let quoted = line.split('"').skip(1).step_by(2).map(str::to_owned);
        let called = line.split("ptx_core::").skip(1).map(str::to_owned);
        let all: Vec<String> = quoted.filter(|text| !text.contains(' ')).chain(called).collect();
        all.iter()
            .any(|text| text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(is_helper))
    };
    all.retain(|line| words(line));
    assert!(all.is_empty(), "{all:#?}");
}

#[test]
fn functions_are_listed_with_their_parameters() {
    let list = ptx_isa::list_functions("each");
    for expected in [
        "prmt_b32 \"prmt_b32\": ::ptx_core::prmt_b32 => (u32, u32, u32, ::ptx_core::Permutation);",
        "selp \"selp\": ::ptx_core::selp::<u64> => (u64, u64, bool);",
        "sass_absolute_double \"sass::absolute_double\": ::ptx_core::sass::absolute_double => (u64);",
        "sass_negate_double \"sass::negate_double\": ::ptx_core::sass::negate_double => (u64);",
        "sass_complement_long \"sass::complement_long\": ::ptx_core::sass::complement_long => (u64);",
        "sass_word_from_f64 \"sass::word_from_f64\": ::ptx_core::sass::word_from_f64 => (f64);",
        "sass_sign_bit \"sass::sign_bit\": ::ptx_core::sass::sign_bit => (u32);",
        "sass_from_byte_3 \"sass::from_byte_3\": ::ptx_core::sass::from_byte_3 => (u32);",
        "::ptx_core::Rounding: \"Rounding\" Rm Rn Rp Rz;",
        "::ptx_core::mode::Signedness: \"mode::Signedness\" Signed Unsigned;",
        "numbers { ByteMask: \"ByteMask\";",
        "Sm: \"Sm\"; } }",
    ] {
        assert!(list.contains(expected), "{expected}");
    }
    assert!(list.starts_with("each! { functions { abs_bf16 "), "{}", &list[..80]);
    assert!(!list.contains("Ptx"));
    let signatures = ptx_isa::signatures();
    let of = |name| signatures.iter().find(|one| one.function == name).expect(name);
    assert_eq!(of("sass::word_from_f64").returns, Some(ptx_isa::Returns::One(ptx_isa::Rust::U64)));
    assert_eq!(of("selp").returns, None);
}
