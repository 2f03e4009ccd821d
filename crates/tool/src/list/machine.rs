//! Converts a machine instruction to JSON.

use super::form::{grades, role};
use super::grade;
use ptx_isa::doc;
use ptx_isa::sass::Row;
use ptx_isa::sass::opcodes::{OperandSlot, SlotKind};
use serde_json::{Value, json};

/// Returns a machine instruction as JSON.
pub(super) fn row(row: &'static Row) -> Value {
    let modifier = |class: &&ptx_isa::Class| {
        json!({
            "words": class.words,
            "optional": class.default.is_some(),
            "role": role(class.role),
        })
    };
    let (first, last) = row.targets;
    json!({
        "form": row.to_string(),
        "name": row.name(),
        "opcode": row.opcode,
        "operation": row.operation,
        "summary": doc::page(&row.name()).map(|page| page.summary()),
        "modifiers": row.classes.iter().map(modifier).collect::<Vec<_>>(),
        "operands": row.operands.iter().map(operand).collect::<Vec<_>>(),
        "reads": row.flags(),
        "first_target": (first > 0).then(|| format!("sm_{first}")),
        "last_target": (last < u16::MAX).then(|| format!("sm_{last}")),
        "functions": doc::machine_functions(row),
        "ptx": row.ptx.map(|ptx| ptx.template),
        "grades": grades(&grade::of_page(&row.name())),
    })
}

/// Returns an operand as JSON.
fn operand(slot: &OperandSlot) -> Value {
    json!({
        "name": slot.name,
        "destination": slot.is_destination,
        "optional": slot.is_optional,
        "fixed": slot.kind.fixed(),
        "kind": match slot.kind {
            SlotKind::Word => "word",
            SlotKind::Integer => "integer",
            SlotKind::Constant => "constant",
            SlotKind::Float => "float",
            SlotKind::High => "high word",
            SlotKind::Double => "double",
            SlotKind::Predicate | SlotKind::Nothing | SlotKind::False => "predicate",
            SlotKind::Invertible => "word",
            SlotKind::Extended => "integer",
            SlotKind::Long | SlotKind::SignedLong | SlotKind::InvertibleLong => "long integer",
            SlotKind::Halves => "two binary16",
            SlotKind::BrainHalves => "two bfloat16",
            SlotKind::Half => "half",
            SlotKind::Bits | SlotKind::Zero => "word",
            SlotKind::Floats => "two floats",
            SlotKind::Lanes => "two integers",
        },
    })
}
