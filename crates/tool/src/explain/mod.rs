//! Explains instructions.

mod checked;
mod form;
mod machine;
mod matrix;
mod page;
mod rust;

use ptx_isa::doc;
use ptx_isa::sass::opcodes;
use ptx_isa::{COMMAND, Code, Dialect, Fault, Form, Selection, Table, forms, select_all};
use std::fmt::Write;

/// Returns the documentation of an instruction as text. `name` is a name such as `rcp.rn.ftz.f32`, `rcp` or
/// `MUFU.RCP`. For an empty name, returns a list of all instructions.
///
/// ```
/// let text = ptx_tool::explain::explain("rcp.rn.f32", &ptx_isa::Dialect::default()).unwrap();
/// assert!(text.contains("ptx::ptx! { rcp.rn.f32 d, a; }"));
/// ```
///
/// # Errors
/// If the instruction is invalid: the checker's message about the instruction.
pub fn explain(name: &str, dialect: &Dialect) -> Result<String, Fault> {
    // Ignore operands after the instruction.
    let name = name.split_whitespace().next().unwrap_or_default().trim_end_matches(';');
    let mut words = name.split('.');
    let mnemonic = words.next().unwrap_or_default();
    let modifiers: Vec<_> = words.collect();
    if name.is_empty() {
        return Ok(contents());
    }
    if opcodes::all().any(|row| row.opcode == mnemonic) {
        return machine::machine(mnemonic, &modifiers, dialect);
    }
    if modifiers.is_empty() && !family(mnemonic).is_empty() {
        return Ok(form::family(mnemonic));
    }
    if let Some(text) = checked::checked(mnemonic, &modifiers, dialect) {
        return text;
    }
    let (chosen, home) = selected(mnemonic, &modifiers, dialect).map_err(with_list)?;
    Ok(match forms::matrix(mnemonic).is_empty() {
        false => matrix::instruction(&chosen[0], &home),
        true => form::instruction(&chosen, &home, dialect),
    })
}

/// Adds a help to the message about an unknown instruction that has none.
fn with_list(fault: Fault) -> Fault {
    match fault.message.code == Code::Instruction && fault.message.help.is_none() {
        true => fault.help(format!("`{COMMAND} list` lists every instruction")),
        false => fault,
    }
}

/// Returns the single-thread forms of a mnemonic, or its matrix forms if there are no single-thread forms.
fn family(mnemonic: &str) -> &'static [&'static Form] {
    match forms::family(mnemonic) {
        [] => forms::matrix(mnemonic),
        family => family,
    }
}

/// Lists every instruction with its summary.
fn contents() -> String {
    let mut text = String::from("PTX instructions:\n");
    let matrices = forms::matrices().map(|form| form.mnemonic);
    let mut names: Vec<_> = forms::mnemonics().chain(matrices).collect();
    names.sort_unstable();
    names.dedup();
    let lines = |names: &[String], text: &mut String| {
        for name in names {
            let summary = doc::page(name).map(|page| page.summary()).unwrap_or_default();
            let _ = writeln!(text, "  {name:<12}{summary}");
        }
    };
    lines(&names.iter().map(ToString::to_string).collect::<Vec<_>>(), &mut text);
    text.push_str("\nChecked, not computed:\n");
    let mut checked: Vec<_> = forms::every().filter(|form| form.effect().is_some()).collect();
    checked.sort_unstable_by_key(|form| form.mnemonic);
    checked.dedup_by_key(|form| form.mnemonic);
    let checked: Vec<_> = checked.iter().map(|form| form.mnemonic).collect();
    page::wrapped(&mut text, &checked.join(" "));
    text.push_str("\nMachine instructions:\n");
    let mut machine: Vec<_> = opcodes::all().map(opcodes::Row::name).collect();
    machine.sort();
    machine.dedup();
    lines(&machine, &mut text);
    text
}

/// Selects the forms of an instruction in `dialect`, or else in the newest dialect that has them. Also
/// returns the dialect in which they were found.
fn selected(
    mnemonic: &str,
    modifiers: &[&str],
    dialect: &Dialect,
) -> Result<(Vec<Selection>, Dialect), Fault> {
    let is_of_one_thread = forms::matrix(mnemonic).is_empty();
    let table = if is_of_one_thread { Table::Thread } else { Table::Matrices };
    let missing = match select_all(table, mnemonic, modifiers, dialect) {
        Ok(chosen) => return Ok((chosen, dialect.clone())),
        Err(missing) => missing,
    };
    Dialect::all()
        .rev()
        .find_map(|home| Some((select_all(table, mnemonic, modifiers, &home).ok()?, home)))
        .ok_or_else(|| {
            let mut fault = missing.explain();
            // If an instruction is not computed, the help names Rust code to write instead of `ptx!`. Such code is
            // useless in an explanation of PTX.
            let is_of_rust = is_of_one_thread && ptx_isa::is_uncovered(mnemonic);
            fault.message.help.take_if(|_| is_of_rust);
            fault
        })
}
