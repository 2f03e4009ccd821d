//! Tells PTX from the assembly of other processors.

use ptx_isa::{Type, forms, is_mnemonic};
use ptx_module::syntax::{DirectiveName, Instruction, Statement as Parsed, Word, parse};

/// Returns whether a text is PTX, rather than assembly for another processor. A text is PTX if it has a declaration, a
/// function or a `.pragma`, or an instruction that [`is_instruction`] recognises. A text with a `;` is also PTX if it
/// has instructions and all of them are in [`BARE`].
pub(super) fn is_ptx(text: &str) -> bool {
    let module = parse(text);
    let mut has_bare = false;
    let mut has_other = false;
    let mut open: Vec<&Parsed<'_>> = module.statements().collect();
    while let Some(statement) = open.pop() {
        match statement {
            Parsed::Declaration(_) => return true,
            Parsed::Directive(directive) if directive.is(DirectiveName::Pragma) => return true,
            Parsed::Label(_) | Parsed::Directive(_) => {}
            Parsed::Instruction(one) if is_instruction(one, text) => return true,
            Parsed::Instruction(one) if BARE.contains(&one.mnemonic.text) => has_bare = true,
            Parsed::Instruction(_) => has_other = true,
            Parsed::Block(block) => open.extend(&block.statements),
        }
    }
    module.functions().next().is_some() || has_bare && !has_other && text.contains(';')
}

/// PTX instructions that need no modifiers.
const BARE: &[&str] = &["bra", "brkpt", "call", "exit", "ret", "trap"];

/// PTX mnemonics that other processors also have, with other modifiers: `fence.i` (RISC-V), `add.w`
/// (LoongArch), `vadd.f32` (Arm).
const SHARED: &[&str] = &[
    "abs", "add", "and", "call", "cvt", "div", "fence", "fma", "ld", "max", "min", "mov", "mul",
    "neg", "not", "or", "prefetch", "rcp", "rem", "rsqrt", "sad", "set", "shl", "shr", "sqrt",
    "st", "sub", "tex", "vabsdiff", "vadd", "vmax", "vmin", "vset", "vshl", "vshr", "vsub", "xor",
];

fn is_instruction(instruction: &Instruction<'_>, text: &str) -> bool {
    let Instruction { mnemonic, modifiers, .. } = instruction;
    let name = mnemonic.text;
    let is_type = modifiers.iter().any(|word| Type::from_word(word.text).is_some());
    let is_known = |word: &Word<'_>| forms::has_word(name, word.text);
    match is_mnemonic(name) {
        true if SHARED.contains(&name) => {
            modifiers.iter().any(is_known) || is_type && text.contains(';')
        }
        true => !modifiers.is_empty(),
        // In the assembly of other processors, a statement ends at the end of the line, without `;`.
        false => is_type && text.contains(';'),
    }
}
