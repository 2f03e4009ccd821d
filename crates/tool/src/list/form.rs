//! Converts a form to JSON.

use super::grade;
use ptx_isa::doc::{self, Entry};
use ptx_isa::forms::{
    Compute, Form, Later, Literals, ModifierSlot, OperandSlot, Presence, Second, Shape,
};
use ptx_isa::{Availability, Selection, Type};
use serde_json::{Value, json};

/// Returns a form as JSON.
pub(super) fn row(form: &'static Form) -> Value {
    let short_for = match form.compute {
        Compute::Means(words) => Some(format!("{}.{}", form.mnemonic, words.join("."))),
        _ => None,
    };
    let later = |later: &Later| json!({ "modifiers": later.words, "availability": availability(&later.availability) });
    json!({
        "form": form.to_string(),
        "mnemonic": form.mnemonic,
        "section": form.section,
        "summary": doc::page(form.mnemonic).map(|page| page.summary()),
        "kind": kind(form),
        "modifiers": form.slots.iter().map(modifier).collect::<Vec<_>>(),
        "operands": (0..form.operands.len()).map(|i| operand(form, i)).collect::<Vec<_>>(),
        "availability": availability(&form.availability),
        "later": form.later.iter().map(later).collect::<Vec<_>>(),
        "short_for": short_for,
        "functions": match kind(form) {
            "thread" | "warp" | "elements" => doc::functions(form).into_iter().collect(),
            _ => Vec::new(),
        },
        "grades": grades(&grade::of_form(form)),
    })
}

/// Returns how this project computes a form.
fn kind(form: &Form) -> &'static str {
    match form.compute {
        Compute::Function { .. } | Compute::Means(_) | Compute::Moves => "thread",
        Compute::Warp { .. } => "warp",
        Compute::Elements { .. } => "elements",
        Compute::Effect(_) => "program",
        Compute::Nothing => "not computed",
    }
}

/// Returns a modifier as JSON.
fn modifier(slot: &ModifierSlot) -> Value {
    json!({
        "words": slot.words,
        "optional": slot.optional,
        "role": match slot.name.class() {
            Some(class) => role(class.role),
            None => slot.name.is_type().then_some("type"),
        },
    })
}

/// Removes the article from the role of a class of modifiers: `a rounding` becomes `rounding`. Returns `None` if
/// there is no article. This is the case for a class with a single modifier.
pub(super) fn role(role: &'static str) -> Option<&'static str> {
    role.strip_prefix("a ").or_else(|| role.strip_prefix("an "))
}

/// Returns an operand as JSON.
fn operand(form: &'static Form, index: usize) -> Value {
    let slot = &form.operands[index];
    let selection = Selection { form, modifiers: Vec::new() };
    json!({
        "name": slot.name,
        "destination": selection.is_destination(index),
        "types": types(form, slot).into_iter().map(Type::word).collect::<Vec<_>>(),
        "elements": slot.elements,
        "shape": match slot.shape {
            Shape::Value => "value",
            Shape::Address => "address",
            Shape::List => "list",
            Shape::Label => "label",
            Shape::Tensor => "tensor address",
            Shape::Sink => "sink",
            Shape::Pointer => "pointer",
        },
        "literals": match slot.literals {
            Literals::Any => "any",
            Literals::Byte => "byte",
            Literals::Immediate => "immediate",
            Literals::Register | Literals::Variable => "none",
            Literals::Within(_) | Literals::Each(_) => "within",
            Literals::Only(_) => "only",
        },
        "predicate": match slot.second {
            Second::Never => "never",
            Second::Optional => "optional",
            Second::Always => "always",
        },
        "optional": slot.presence != Presence::Always,
        "names_lanes": slot.lanes.is_some(),
    })
}

/// Returns the types that an operand can have, each once. The type depends on one modifier at most, so it
/// suffices to vary one modifier at a time.
fn types(form: &Form, operand: &OperandSlot) -> Vec<Type> {
    let first: Vec<_> = form.slots.iter().map(|slot| Some(slot.words[0])).collect();
    let mut choices = vec![first.clone()];
    for (i, slot) in form.slots.iter().enumerate() {
        let omitted = slot.optional.then_some(None);
        choices.extend(slot.words.iter().map(|word| Some(*word)).chain(omitted).map(|word| {
            let mut choice = first.clone();
            choice[i] = word;
            choice
        }));
    }
    let mut found = Vec::new();
    for choice in choices {
        let ty = form.operand_type(operand, &choice);
        found.extend(ty.filter(|ty| !found.contains(ty)));
    }
    found
}

/// Returns an availability as JSON.
fn availability(availability: &Availability) -> Vec<Value> {
    let each = availability.alternatives.iter().map(|one| {
        json!({
            "since": one.since.to_string(),
            "until": one.until.map(|last| last.to_string()),
            "targets": one.targets.to_string(),
            "or_map_f64_to_f32": one.or_map,
        })
    });
    each.collect()
}

/// Returns the grade entries of a page as JSON.
pub(super) fn grades(entries: &[Entry]) -> Vec<Value> {
    let entry = |entry: &Entry| {
        json!({
            "about": entry.keys,
            "letters": grade::letters(std::slice::from_ref(entry)),
            "text": entry.text,
        })
    };
    entries.iter().map(entry).collect()
}
