//! Generates a function for every row of the instruction table that `ptx-core` computes, with as few
//! modifiers as possible.

use ptx_isa::forms::{self, Form, Literals, Second};
use ptx_isa::{Selection, Type, Version};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Returns one module for each dialect (PTX version and target). The modules contain every `step`-th
/// row of the instruction table.
pub(crate) fn modules(step: usize) -> Vec<String> {
    let mut modules = BTreeMap::<String, String>::new();
    for (number, form) in forms::all().enumerate().step_by(step) {
        let words = form.shortest();
        let selection = Selection { form, modifiers: form.spelt(&words).expect("a spelling") };
        let dialect = selection.newest_dialect().expect("a dialect with the form");
        let (version, target) =
            (dialect.version.expect("a version"), dialect.target.expect("a target"));
        // PTX 2.3 introduced `.address_size`.
        let size = if version < Version::new("2.3") { "" } else { ".address_size 64\n" };
        let head = format!(".version {version}\n.target {target}\n{size}");
        *modules.entry(head).or_default() += &function(number, form, &selection, &words);
    }
    modules.into_iter().map(|(head, functions)| head + &functions).collect()
}

fn function(number: usize, form: &Form, selection: &Selection, words: &[&str]) -> String {
    let mut text = format!(".visible .func f{number}()\n{{\n");
    let mut operands = Vec::new();
    for (i, slot) in form.operands.iter().enumerate() {
        if slot.literals == Literals::Immediate {
            operands.push("0x96".into());
            continue;
        }
        let ty = selection.operand_type(i).map_or("b32", register_type);
        let has_predicate = slot.second != Second::Never;
        let names: Vec<_> = (0..slot.elements.unwrap_or(1)).map(|n| format!("%o{i}_{n}")).collect();
        for name in &names {
            let _ = writeln!(text, ".reg .{ty} {name};");
        }
        let mut operand = names.join(", ") + slot.suffix();
        if slot.elements.is_some() {
            operand = format!("{{{operand}}}");
        } else if has_predicate {
            let _ = writeln!(text, ".reg .pred %q{i};");
            operand += &format!("|%q{i}");
        }
        operands.push(operand);
    }
    let _ =
        writeln!(text, "{}.{} {};\nret;\n}}", form.mnemonic, words.join("."), operands.join(", "));
    text
}

/// Returns the type of the registers that may hold values of type `ty`.
fn register_type(ty: Type) -> &'static str {
    match Type::bits_of_width(ty.bits()) {
        Some(bits) if !ty.is_register_type() => bits.word(),
        _ => ty.word(),
    }
}
