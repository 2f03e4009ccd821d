//! Rewrites instructions of a PTX text.

use ptx_module::Module;
use ptx_module::syntax::{Block, FunctionKind, Instruction, Statement};

/// A change of a text: the start and the end of the replaced bytes, and the new text.
pub(super) type Edit = (usize, usize, String);

/// Returns a text with changes, which do not overlap. Texts that are added at the same place keep their order.
pub(super) fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|(start, end, _)| (*start, *end));
    let mut text = text.to_string();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, &new);
    }
    text
}

/// Returns the bodies of the kernel `entry` and of the functions of a module.
pub(super) fn bodies<'m>(module: &'m Module, entry: &str) -> impl Iterator<Item = &'m Block<'m>> {
    module.tree().functions().filter_map(move |function| {
        let is_other = function.kind == FunctionKind::Entry && function.name.text != entry;
        function.body.as_ref().filter(|_| !is_other)
    })
}

/// Calls a function with each statement of a block and its inner blocks.
pub(super) fn each<'b, 'a>(block: &'b Block<'a>, seen: &mut impl FnMut(&'b Statement<'a>)) {
    for statement in &block.statements {
        match statement {
            Statement::Block(inner) => each(inner, seen),
            statement => seen(statement),
        }
    }
}

/// Returns the changes of the instructions of the kernel `entry` and of the functions of a module.
pub(super) fn edits(
    module: &Module,
    entry: &str,
    edit: impl Fn(&Instruction<'_>) -> Vec<Edit>,
) -> Vec<Edit> {
    let mut all = Vec::new();
    for body in bodies(module, entry) {
        each(body, &mut |statement| {
            if let Statement::Instruction(one) = statement {
                all.extend(edit(one));
            }
        });
    }
    all
}
