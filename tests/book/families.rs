//! Builds two tables with a row for each family of instructions. The table of the page "What is covered" lists types, and the table in the
//! book's page `grades.md` lists errors.

use crate::entries::{all, cell, entries, name};
use ptx_isa::doc::Section;
use ptx_isa::forms::Compute;
use ptx_isa::{Form, Kind, Type};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The kind of forms that a family contains. The kind distinguishes families that have the same mnemonics.
#[derive(Clone, Copy, PartialEq)]
enum Of {
    Everything,
    /// Correctly rounded float instructions.
    Rounded,
    /// Approximations of the multi-function unit on `.f32`.
    Approximate,
    /// Approximations on types other than `.f32`.
    ApproximateOther,
    Integers,
    /// Packed integers, such as `.u16x2`.
    Lanes,
    /// Conversions to and from floats of at most eight bits.
    Narrow,
}
use Of::{Approximate, ApproximateOther, Everything, Integers, Lanes, Narrow, Rounded};

impl Of {
    fn approximates(self) -> bool {
        matches!(self, Approximate | ApproximateOther)
    }
}

/// A family: its title, its mnemonics, and the kind of its forms.
type Family = (&'static str, &'static [&'static str], Of);

const FAMILIES: &[Family] = &[
    ("sums and products of floats", &["add", "sub", "mul", "fma", "mad"], Rounded),
    ("quotients and roots, rounded", &["div", "rcp", "sqrt"], Rounded),
    ("`rcp.approx`", &["rcp"], Approximate),
    ("`div.approx`, `div.full`", &["div"], Approximate),
    ("`sqrt.approx`", &["sqrt"], Approximate),
    ("`rsqrt.approx`", &["rsqrt"], Approximate),
    ("`sin.approx`, `cos.approx`", &["sin", "cos"], Approximate),
    ("`lg2.approx`", &["lg2"], Approximate),
    ("`ex2.approx`", &["ex2"], Approximate),
    ("`tanh.approx`", &["tanh"], Approximate),
    ("`rcp.approx`, `rsqrt.approx` of `.f64`", &["rcp", "rsqrt"], ApproximateOther),
    ("`ex2.approx`, `tanh.approx` of halves", &["ex2", "tanh"], ApproximateOther),
    (
        "signs, extrema, tests of floats",
        &["neg", "abs", "min", "max", "copysign", "testp"],
        Rounded,
    ),
    (
        "integers",
        &[
            "add", "sub", "mul", "mad", "mul24", "mad24", "sad", "div", "rem", "abs", "neg", "min",
            "max", "dp4a", "dp2a", "add.cc", "addc", "sub.cc", "subc", "mad.cc", "madc", "clmad",
        ],
        Integers,
    ),
    (
        "bits",
        &[
            "and", "or", "xor", "not", "cnot", "lop3", "shf", "shl", "shr", "prmt", "popc", "clz",
            "bfind", "fns", "brev", "bfe", "bfi", "bmsk", "szext",
        ],
        Everything,
    ),
    (
        "bytes and halves of integers",
        &[
            "add",
            "sub",
            "neg",
            "min",
            "max",
            "vadd2",
            "vadd4",
            "vsub2",
            "vsub4",
            "vavrg2",
            "vavrg4",
            "vabsdiff2",
            "vabsdiff4",
            "vmin2",
            "vmin4",
            "vmax2",
            "vmax4",
            "vset2",
            "vset4",
        ],
        Lanes,
    ),
    (
        "bytes, halves and words of integers",
        &["vadd", "vsub", "vabsdiff", "vmin", "vmax", "vshl", "vshr", "vmad", "vset"],
        Everything,
    ),
    ("comparison and selection", &["setp", "set", "selp", "slct"], Everything),
    ("moves and conversions", &["mov", "cvt"], Rounded),
    ("floats of 8 bits and less", &["cvt"], Narrow),
    ("matrices of a warp", &["mma", "wmma"], Everything),
    ("matrices in shared memory", &["wgmma"], Everything),
];

/// Returns the name under which [`FAMILIES`] lists a form. For example, [`FAMILIES`] lists `add.cc` and `add`
/// separately.
fn mnemonic(form: &Form) -> String {
    let carries = form.slots.iter().any(|slot| slot.words == ["cc"]);
    let has_name = ["add", "sub", "mad"].contains(&form.mnemonic);
    if carries && has_name { format!("{}.cc", form.mnemonic) } else { form.mnemonic.to_string() }
}

fn kind(form: &Form) -> Of {
    let words = || form.slots.iter().flat_map(|slot| slot.words);
    // The form `rcp.f32`, for example, abbreviates `rcp.approx.ftz.f32`. Use the modifiers of the full form.
    let implied = match form.compute {
        Compute::Means(words) => words,
        _ => &[],
    };
    let approximates = |word: &&str| matches!(*word, "approx" | "full");
    let kinds: Vec<_> = words().filter_map(|word| Type::from_word(word)).map(Type::kind).collect();
    if kinds.contains(&Kind::Narrow) {
        Narrow
    } else if words().chain(implied).any(approximates) {
        if words().any(|word| *word == "f32") { Approximate } else { ApproximateOther }
    } else if form.mnemonic != "cvt" && kinds.contains(&Kind::Packed)
        || form.mnemonic.starts_with('v')
    {
        Lanes
    } else if kinds.contains(&Kind::Float) || ["mov", "cvt"].contains(&form.mnemonic) {
        Rounded
    } else {
        Integers
    }
}

fn forms_of(family: &Family) -> Vec<&'static Form> {
    let (_, mnemonics, of) = family;
    all()
        .filter(|form| mnemonics.contains(&mnemonic(form).as_str()))
        .filter(|form| *of == Everything || kind(form) == *of)
        .collect()
}

/// Returns the types of forms, in the order of the enum [`Type`].
fn types(forms: &[&Form]) -> String {
    let words = || forms.iter().flat_map(|form| form.slots).flat_map(|slot| slot.words);
    let mut found: Vec<_> = words().filter_map(|word| Type::from_word(word)).collect();
    found.sort_by_key(|ty| *ty as usize);
    found.dedup();
    found.iter().map(|ty| format!(".{}", ty.word())).collect::<Vec<_>>().join(" ")
}

/// Returns the table of covered instructions. All approximations share one row.
pub(crate) fn covered() -> String {
    let count: usize = FAMILIES.iter().map(|family| forms_of(family).len()).sum();
    assert_eq!(count, all().count(), "every form is of one family");
    let mut text = String::from("| family | instructions | types |\n|---|---|---|\n");
    let mut approximate = false;
    for family in FAMILIES {
        let (title, mnemonics, of) = family;
        if !of.approximates() {
            let types = types(&forms_of(family));
            let _ = writeln!(text, "| {title} | `{}` | `{types}` |", mnemonics.join(" "));
        } else if !std::mem::replace(&mut approximate, true) {
            let all = || FAMILIES.iter().filter(|family| family.2.approximates());
            let mut mnemonics: Vec<_> = all().flat_map(|family| family.1).copied().collect();
            let mut known = BTreeSet::new();
            mnemonics.retain(|mnemonic| known.insert(*mnemonic));
            let forms: Vec<_> = all().flat_map(forms_of).collect();
            let _ = writeln!(
                text,
                "| approximations | `{}` | `{}` |",
                mnemonics.join(" "),
                types(&forms)
            );
        }
    }
    text
}

/// Returns the accuracy texts of some forms, each text once. Omits parts with percentages, and the details after
/// "correctly rounded" and "exact". Omits "exact" if there is another text. A text that applies to only one of several
/// forms begins with the name of the form.
fn errors_of(forms: &[&Form]) -> String {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    for form in forms.iter().filter(|form| !matches!(form.compute, Compute::Means(_))) {
        for text in entries(form, Section::Accuracy) {
            let text = match text.to_lowercase() {
                lower if lower.starts_with("correctly rounded") => "correctly rounded".to_string(),
                lower if lower.starts_with("exact") => "exact".to_string(),
                _ => {
                    let parts =
                        text.trim_end_matches('.').split("; ").filter(|part| !part.contains('%'));
                    parts.collect::<Vec<_>>().join("; ")
                }
            };
            match found.iter_mut().find(|(known, _)| *known == text) {
                Some((_, names)) => names.push(name(form)),
                None => found.push((text, vec![name(form)])),
            }
        }
    }
    let is_alone = found.len() == 1;
    if !is_alone {
        found.retain(|(text, _)| text != "exact");
    }
    let named = found.into_iter().map(|(text, mut names)| {
        names.dedup();
        match names.as_slice() {
            [one] if !is_alone && text != "correctly rounded" => format!("`{one}`: {text}"),
            _ => text,
        }
    });
    named.collect::<Vec<_>>().join("<br>")
}

/// Returns the table with the largest error of each family.
pub(crate) fn errors() -> String {
    let mut text = String::from("| family | largest error |\n|---|---|\n");
    for family in FAMILIES {
        let _ = writeln!(text, "| {} | {} |", family.0, cell(&errors_of(&forms_of(family))));
    }
    text
}
