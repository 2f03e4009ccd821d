//! Checks every row of the table.

use super::names::Name;
use super::row::{Compute, Form, ModifierSlot, Passed};
use super::{every, parse};

/// Returns an error if the parts of a row contradict each other.
fn check(form: &Form) -> Result<(), &'static str> {
    let has_slot = |name: Name| form.slots.iter().any(|slot| slot.name == name);
    let is_of_slots = |name: Name| name.class().is_none() || has_slot(name);
    for ty in form.operands.iter().filter_map(|operand| operand.ty) {
        ensure(ty.is_type(), "the type of an operand is not a type")?;
        ensure(
            is_of_slots(ty),
            "the type of an operand is a class that is not among the modifiers",
        )?;
    }
    let has_word = |word: &&str| form.slots.iter().any(|slot| slot.words.contains(word));
    ensure(
        form.later.iter().flat_map(|later| later.words).all(has_word),
        "a modifier that PTX added later is not among the modifiers",
    )?;
    let passed = match form.compute {
        Compute::Function { passed, .. } => {
            let has_type = form.slots.iter().any(|slot| slot.name.is_type());
            ensure(has_type, "a form that a function computes must have a type")?;
            let names_lanes = form.operands.iter().any(|operand| operand.lanes.is_some());
            ensure(
                names_lanes == passed.contains(&Passed::Lanes),
                "a function receives `lanes` if and only if the operands name lanes",
            )?;
            passed
        }
        Compute::Warp { passed, .. } | Compute::Elements { passed, .. } => passed,
        _ => return Ok(()),
    };
    for name in passed.iter().filter_map(mode) {
        let class = name.class().ok_or("only a class can be passed to a function")?;
        let is_default = class.words.is_empty();
        ensure(
            !class.meanings.is_empty() || is_default,
            "a function receives a class without modes",
        )?;
        ensure(
            is_default || has_slot(name),
            "a function receives a class that is not among the modifiers",
        )?;
    }
    // The function does not receive all modifiers of `wgmma` and `wmma`. The shape of the matrices is in their types.
    if matches!(form.compute, Compute::Elements { .. }) {
        return Ok(());
    }
    let combined = match form.compute {
        Compute::Function { combined, .. } => combined,
        _ => None,
    };
    let is_received = |slot: &ModifierSlot| {
        combined == Some(slot.name) || passed.iter().filter_map(mode).any(|name| name == slot.name)
    };
    ensure(
        form.slots.iter().filter(|slot| is_choice(slot)).all(is_received),
        "the function does not receive a modifier that is a choice",
    )
}

fn ensure(is_true: bool, otherwise: &'static str) -> Result<(), &'static str> {
    if is_true { Ok(()) } else { Err(otherwise) }
}

fn mode(passed: &Passed) -> Option<Name> {
    match passed {
        Passed::Mode(name) => Some(*name),
        _ => None,
    }
}

/// Returns whether the user chooses a modifier that may change the result. Modifiers that do not change the result are
/// the roundings of an exact conversion, and an optional word that belongs to no class and only states the default, like
/// `.scale_vec::2X`. Types are in the name of the function.
fn is_choice(slot: &ModifierSlot) -> bool {
    let is_optional = slot.optional && slot.name.class().is_some();
    let has_modes = slot.name.class().is_none_or(|class| !class.meanings.is_empty());
    (is_optional || slot.words.len() > 1) && has_modes && !slot.name.is_type()
}

#[test]
fn no_row_is_faulty() {
    for form in every() {
        assert_eq!(check(form), Ok(()), "`{form}`");
    }
}

/// Faulty rows, and a part of the message for each.
const FAULTY: &[(&str, &str)] = &[
    ("rcp.direcetd.f64 (d, a) [2.0, sm_20] rcp_f64(directed);", "unknown name `direcetd`"),
    (
        "bmsk.shfmode.b32 (d: u32, a: u23, b: u32) [7.6, sm_70] bmsk_(shfmode);",
        "unknown name `u23`",
    ),
    (
        "rcp.rnd.f64 (d, a) [2.0, sm_20] rcp_f64;",
        "the function does not receive a modifier that is a choice",
    ),
    (
        "rcp.rn.f64 (d, a) [2.0, sm_20] rcp_f64(rnd);",
        "a function receives a class that is not among the modifiers",
    ),
    ("rcp.vec.f64 (d, a) [2.0, sm_20] rcp_f64(vec);", "a function receives a class without modes"),
    ("rcp.rn.f64 (d, a) [2.0, sm_20] rcp_f64(f64);", "only a class can be passed"),
    (
        "rcp.rn.f64 (d, a.part) [2.0, sm_20] rcp_f64(rn);",
        "a function receives `lanes` if and only if",
    ),
    (
        "rcp.rnd (d: f64, a: f64) [2.0, sm_20] rcp_f64(rnd);",
        "a form that a function computes must have a type",
    ),
    (
        "rcp.rn.f64 (d: atype, a) [2.0, sm_20] rcp_f64(rn);",
        "the type of an operand is a class that is not among the modifiers",
    ),
    ("rcp.rn.f64 (d: ftz, a) [2.0, sm_20] rcp_f64(rn);", "the type of an operand is not a type"),
    (
        "rcp.rn.f64 (d, a) [2.0, sm_20; ftz 2.0, sm_20] rcp_f64(rn);",
        "a modifier that PTX added later is not among the modifiers",
    ),
    ("rcp.rn.f64 (d, a) [2.0, sm90] rcp_f64(rn);", "expected an architecture"),
    ("rcp.rn.f64 (d, a) [2.0, sm_90b] rcp_f64(rn);", "expected an architecture"),
    ("rcp.rn.f64 (d, a) [20, sm_90] rcp_f64(rn);", "expected a version such as `7.8`, found `20`"),
    ("rcp.rn.f64 (d, a) [narrow] rcp_f64(rn);", "unknown targets `narrow`"),
    ("rcp.rn.f64 (d, a, [2.0, sm_20] rcp_f64(rn);", "expected `,` before `rcp_f64"),
    ("rcp.rn.f64 (d, a: imm(1 | )) [2.0, sm_20] rcp_f64(rn);", "`` is not a number"),
    ("rcp.rn.f64 (d, a) [2.0, sm_20] rcp_f64(rn) pairs;", "expected `;` before `s;`"),
    ("rcp.rn.f64 (d, a) [2.0, sm_20] rcp_f64(rn)", "expected `;` before ``"),
    ("ld.f64 (d, a) [2.0, sm_20] effect Loads;", "unknown effect `Loads`"),
];

#[test]
fn a_faulty_row_is_rejected() {
    for (row, expected) in FAULTY {
        let checked = parse::form("test", row).and_then(|form| Ok(check(&form)?));
        let fault = checked.err().unwrap_or_default();
        assert!(fault.contains(expected), "`{row}`: {fault}");
    }
}

/// Tests that every file of rows is part of the table.
#[test]
fn every_file_of_rows_is_used() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/forms/rows");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder can be listed") {
        let path = entry.expect("the folder can be listed").path();
        let text = std::fs::read_to_string(&path).expect("the file can be read");
        let text: &'static str = text.leak();
        count += crate::cursor::lines(text).count() - 1;
    }
    assert_eq!(count, every().count(), "the macro `rows!` does not list a file of rows");
}
