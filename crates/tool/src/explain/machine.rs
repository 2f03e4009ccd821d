//! Explains a machine instruction.

use super::page::{sections, wrapped};
use ptx_isa::sass::opcodes;
use ptx_isa::{At, Dialect, Fault, doc};
use std::fmt::Write;

/// Explains a machine instruction, or all operations of an opcode.
pub(super) fn machine(
    opcode: &str,
    modifiers: &[&str],
    dialect: &Dialect,
) -> Result<String, Fault> {
    let opcode = opcodes::without_unit(opcode);
    let operation = modifiers.first().copied();
    let of_opcode = || opcodes::all().filter(|row| row.opcode == opcode);
    let named = |row: &&opcodes::Row| row.name() == [&[opcode], modifiers].concat().join(".");
    let mut rows: Vec<_> = of_opcode().filter(named).collect();
    if rows.is_empty() || modifiers.is_empty() {
        let is_selected = |row: &&opcodes::Row| {
            operation.is_none() || row.operation.is_none() || row.operation == operation
        };
        rows = of_opcode().filter(is_selected).collect();
    }
    if rows.is_empty() {
        // `select` fails here, and its fault lists the valid operations.
        let unknown = || Fault::new(At::Mnemonic, format!("unknown operation of `{opcode}`"));
        return Err(ptx_isa::sass::select(opcode, modifiers, dialect)
            .err()
            .unwrap_or_else(unknown));
    }
    let mut text = String::new();
    while let Some(row) = rows.first().copied() {
        let (same, others): (Vec<&opcodes::Row>, Vec<_>) =
            rows.into_iter().partition(|other| other.name() == row.name());
        let separator = if text.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{separator}{}", row.name());
        let page = doc::page(&row.name());
        if let Some(page) = &page {
            wrapped(&mut text, &page.summary());
        }
        text.push_str("\nForm\n");
        for row in &same {
            let targets = match row.targets {
                (0, u16::MAX) => "every target".into(),
                (0, last) => format!("before sm_{}", last + 1),
                (first, _) => format!("from sm_{first} on"),
            };
            let _ = writeln!(text, "  {row}  {targets}");
        }
        if let Some(page) = &page {
            sections(&mut text, page, None);
        }
        let needed = row.operands.iter().filter(|slot| !slot.is_optional);
        let operands = needed.enumerate().map(|(i, slot)| match register(i, slot) {
            name if row.needs_bars(slot) => format!("|{name}|"),
            name => name,
        });
        let mut operands: Vec<_> = operands.collect();
        if let (true, Some(low)) = (row.continues(), operands.last_mut()) {
            *low = "P1".into();
        }
        let mandatory = row.classes.iter().filter(|class| class.default.is_none());
        let words: String =
            mandatory.filter_map(|class| class.words.first()).map(|w| format!(".{w}")).collect();
        let target = match row.targets.0 {
            ..=50 => String::new(),
            first => format!(".target sm_{first} "),
        };
        let _ = writeln!(
            text,
            "\nIn Rust\n  ptx::sass! {{ {target}{}{}{words} {}; }}",
            row.before(),
            row.head(),
            operands.join(", ")
        );
        rows = others;
    }
    Ok(text)
}

/// Returns an example operand for a slot.
fn register(index: usize, slot: &opcodes::OperandSlot) -> String {
    if let Some(fixed) = slot.kind.fixed() {
        return fixed.into();
    }
    match slot.kind {
        opcodes::SlotKind::Predicate if slot.is_destination && index == 0 => "P0".into(),
        opcodes::SlotKind::Predicate => "PT".into(),
        opcodes::SlotKind::Constant => "0x1".into(),
        kind if kind.is_pair() => format!("R{}", 2 * index),
        _ => format!("R{index}"),
    }
}
