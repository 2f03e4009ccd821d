//! Explains instructions that `check` looks up in the instruction table but no function computes.

use super::form::{requirement_of_form, since};
use super::page::{capitalised, wrapped};
use ptx_isa::forms::{self, Literals, OperandSlot, Presence, Shape};
use ptx_isa::{COMMAND, Dialect, Fault, Form, Selection, Table, is_outside_program, select_all};
use std::fmt::Write;

/// Explains an instruction, or all forms of a mnemonic that have the modifiers `words`. Returns `None` if a function
/// computes the instruction. Also returns `None` if the instruction table has no checked form of the mnemonic, unless
/// `check` knows the mnemonic by name.
///
/// # Errors
/// If no form has these modifiers: the checker's message.
pub(super) fn checked(
    mnemonic: &str,
    words: &[&str],
    dialect: &Dialect,
) -> Option<Result<String, Fault>> {
    if is_outside_program(mnemonic, words) && forms::uncomputed(mnemonic).is_empty() {
        return is_known(mnemonic).then(|| Ok(by_name(mnemonic, words)));
    }
    let family = forms::effects(mnemonic);
    let of_words: Vec<_> = family.iter().copied().filter(|form| has_all(form, words)).collect();
    let is_family = words.is_empty() && family.len() > 1;
    let chosen = chosen(mnemonic, words, dialect).filter(|_| !is_family);
    Some(match (chosen, of_words.is_empty()) {
        (Some((chosen, home)), _) => Ok(instruction(&chosen, &home, dialect)),
        (None, false) => Ok(several(mnemonic, words, &of_words)),
        _ if family.is_empty() || !forms::matrix(mnemonic).is_empty() => return None,
        _ => Err(select_all(Table::Program, mnemonic, words, dialect).err()?.explain()),
    })
}

/// Returns whether `check` knows only the name of an instruction.
fn is_known(mnemonic: &str) -> bool {
    [forms::family, forms::matrix].iter().all(|of| of(mnemonic).is_empty())
}

/// Returns whether a form has slots for all modifiers.
fn has_all(form: &Form, words: &[&str]) -> bool {
    words.iter().all(|word| form.slots.iter().any(|slot| slot.words.contains(word)))
}

/// Returns the checked forms of a complete spelling. Tries the given dialect, then the newest dialect that
/// has the forms.
fn chosen(mnemonic: &str, words: &[&str], dialect: &Dialect) -> Option<(Vec<Selection>, Dialect)> {
    let in_dialect = |dialect: &Dialect| {
        let mut checked = select_all(Table::Program, mnemonic, words, dialect).ok()?;
        checked.retain(|one| one.form.effect().is_some());
        (!checked.is_empty()).then(|| (checked, dialect.clone()))
    };
    in_dialect(dialect).or_else(|| Dialect::all().rev().find_map(|home| in_dialect(&home)))
}

/// Returns the explanation of an instruction that `check` knows only by name.
fn by_name(mnemonic: &str, words: &[&str]) -> String {
    let mut text = format!("{}\n", spelling(mnemonic, words));
    wrapped(&mut text, "Known, not checked: the instruction table does not have its forms.");
    text
}

fn spelling(mnemonic: &str, words: &[&str]) -> String {
    std::iter::once(mnemonic).chain(words.iter().copied()).collect::<Vec<_>>().join(".")
}

/// Writes which parts of an instruction the command `check` examines.
fn status(text: &mut String) {
    let status = format!(
        "Checked, not computed: `{COMMAND} check` compares the modifiers, operands, version and target \
         with the forms. In `ptx!` the instruction is an error, because it needs a whole program. \
         `{COMMAND} run` runs most of these instructions, in kernels."
    );
    wrapped(text, &status);
}

/// Returns the explanation of one spelling.
fn instruction(chosen: &[Selection], home: &Dialect, requested: &Dialect) -> String {
    let mut text = format!("{}\n", chosen[0].spelling());
    status(&mut text);
    text.push_str("\nForm\n");
    for selection in chosen {
        let _ = writeln!(text, "  {}", selection.form);
        let _ = writeln!(text, "    {}", capitalised(&since(selection)));
        for (i, slot) in selection.operands().enumerate() {
            let _ = writeln!(text, "    {}", operand(selection, i, slot));
        }
    }
    if let (Some(version), Some(target)) = (requested.version, requested.target)
        && (home.version, home.target) != (Some(version), Some(target))
    {
        let _ = writeln!(text, "    Not in PTX ISA {version} for {target}");
    }
    let _ = writeln!(text, "    PTX ISA, {}", chosen[0].form.section);
    text
}

/// Returns the description of an operand: `a: .u32, from 0 to 15`.
fn operand(chosen: &Selection, i: usize, slot: &OperandSlot) -> String {
    let ty = chosen.operand_type(i).map_or("", ptx_isa::Type::word);
    let mut text = match slot.shape {
        Shape::Value => format!("{}: .{ty}", slot.name),
        Shape::Address => format!("{}: an address", slot.name),
        Shape::Tensor => format!("{}: a tensor map and coordinates", slot.name),
        Shape::List => format!("{}: a list of arguments", slot.name),
        Shape::Label => format!("{}: a label or function", slot.name),
        Shape::Sink => "_".into(),
        Shape::Pointer => format!("{}: an address in a register", slot.name),
    };
    if let Some(elements) = chosen.elements(slot).filter(|_| slot.shape != Shape::Sink) {
        let plural = if elements == 1 { "" } else { "s" };
        let what = if slot.shape == Shape::Tensor { "coordinate" } else { "element" };
        let _ = write!(text, ", {elements} {what}{plural}");
    }
    match slot.literals {
        Literals::Only(numbers) => {
            let _ = write!(text, ", an integer literal: {numbers}");
        }
        Literals::Within(numbers) => {
            let _ = write!(text, ", a literal is {numbers}");
        }
        Literals::Register | Literals::Variable => text.push_str(", no literal"),
        _ => {}
    }
    if slot.presence == Presence::Optional {
        text.push_str(", optional");
    }
    text
}

/// Returns the list of a mnemonic's forms that have the modifiers `words`.
fn several(mnemonic: &str, words: &[&str], forms: &[&Form]) -> String {
    let name = spelling(mnemonic, words);
    let mut text = format!("{name}\n");
    status(&mut text);
    text.push_str("\nForms\n");
    for form in forms {
        let _ = writeln!(text, "  {form}");
        let _ = writeln!(text, "    {}", capitalised(&requirement_of_form(form)));
    }
    let first = spelling(mnemonic, &forms[0].shortest());
    let _ = writeln!(text, "\n`{COMMAND} explain {first}` describes one form.");
    text
}
