//! Checks every row of the instruction table at compile time.

use super::names::Name;
use super::row::{Compute, Form, ModifierSlot, OperandSlot, Passed};

/// Panics if the parts of a row contradict each other.
pub(super) const fn check(forms: &[Form]) {
    let mut i = 0;
    while i < forms.len() {
        operands_have_types(&forms[i]);
        if let Compute::Function { passed, combined, .. } = forms[i].compute {
            assert!(has_type(forms[i].slots), "a form that a function computes must have a type");
            passed_are_there(forms[i].slots, passed);
            lanes_are_passed(forms[i].operands, passed);
            slots_are_used(forms[i].slots, passed, combined);
        }
        if let Compute::Warp { passed, .. } = forms[i].compute {
            passed_are_there(forms[i].slots, passed);
            slots_are_used(forms[i].slots, passed, None);
        }
        // Do not check that the function receives all modifiers. The function does not receive the shape, because its
        // matrices determine the shape.
        if let Compute::Elements { passed, .. } = forms[i].compute {
            passed_are_there(forms[i].slots, passed);
        }
        i += 1;
    }
}

const fn same(a: Name, b: Name) -> bool {
    a as usize == b as usize
}

const fn has_slot(slots: &[ModifierSlot], name: Name) -> bool {
    let mut i = 0;
    while i < slots.len() {
        if same(slots[i].name, name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn has_type(slots: &[ModifierSlot]) -> bool {
    let mut i = 0;
    while i < slots.len() {
        if slots[i].name.is_type() {
            return true;
        }
        i += 1;
    }
    false
}

/// Checks that the name after each operand's colon is a type or a class of types. A class of types
/// must also be one of the form's modifiers.
const fn operands_have_types(form: &Form) {
    let mut i = 0;
    while i < form.operands.len() {
        if let Some(name) = form.operands[i].ty {
            assert!(name.is_type(), "the type of an operand is not a type");
            let is_class = name.class().is_some();
            assert!(
                !is_class || has_slot(form.slots, name),
                "the type of an operand is a class that is not among the modifiers"
            );
        }
        i += 1;
    }
}

/// Checks each class of modifiers whose mode (an enum variant of `ptx-core`) the function receives.
/// Each modifier of the class must select a mode, and the form must have a slot for the class. A
/// class whose name begins with `no_` has no modifiers and no slot, because the class always passes
/// the same mode.
const fn passed_are_there(slots: &[ModifierSlot], passed: &[Passed]) {
    let mut i = 0;
    while i < passed.len() {
        if let Passed::Mode(name) = passed[i] {
            let Some(class) = name.class() else {
                panic!("only a class can be passed to a function")
            };
            let is_default = class.words.is_empty();
            assert!(
                !class.meanings.is_empty() || is_default,
                "a function receives a class without modes"
            );
            assert!(
                is_default || has_slot(slots, name),
                "a function receives a class that is not among the modifiers"
            );
        }
        i += 1;
    }
}

/// Checks that a function receives lanes (selected bytes or halves) if, and only if, an operand may
/// select lanes.
const fn lanes_are_passed(operands: &[OperandSlot], passed: &[Passed]) {
    let (mut names_lanes, mut receives_lanes, mut i) = (false, false, 0);
    while i < operands.len() {
        names_lanes |= operands[i].lanes.is_some();
        i += 1;
    }
    i = 0;
    while i < passed.len() {
        receives_lanes |= matches!(passed[i], Passed::Lanes);
        i += 1;
    }
    assert!(
        names_lanes == receives_lanes,
        "a function receives `lanes` if and only if the operands name lanes"
    );
}

/// Checks that the function receives every modifier that the user can choose. Modifiers that do not change the result
/// are exempt, such as the roundings of an exact conversion.
const fn slots_are_used(slots: &[ModifierSlot], passed: &[Passed], combined: Option<Name>) {
    let mut i = 0;
    while i < slots.len() {
        let slot = &slots[i];
        // An optional word that belongs to no class needs no mode, because it only states the
        // default, like `.scale_vec::2X`.
        let is_choice = slot.optional && slot.name.class().is_some() || slot.words.len() > 1;
        let has_modes = match slot.name.class() {
            Some(class) => !class.meanings.is_empty(),
            None => true,
        };
        let is_combined = matches!(combined, Some(name) if same(name, slot.name));
        assert!(
            !is_choice
                || !has_modes
                || slot.name.is_type()
                || is_combined
                || is_passed(slot.name, passed),
            "the function does not receive a modifier that is a choice"
        );
        i += 1;
    }
}

const fn is_passed(name: Name, passed: &[Passed]) -> bool {
    let mut i = 0;
    while i < passed.len() {
        if matches!(passed[i], Passed::Mode(passed) if same(passed, name)) {
            return true;
        }
        i += 1;
    }
    false
}
