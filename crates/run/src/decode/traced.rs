//! What a trace shows of an instruction: its text, and the types of its registers.

use super::Body;
use crate::code::Reg;
use ptx_isa::Type;
use ptx_module::resolve::{Instruction, Operand};

/// Returns the text of a statement on one line.
pub(super) fn statement(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the registers that an instruction names, with the types in which it reads or writes them.
pub(super) fn types(body: &Body<'_>, instruction: &Instruction<'_>) -> Vec<(Reg, Type)> {
    let mut types = Vec::new();
    for (i, operand) in instruction.operands.iter().enumerate() {
        if let Some(ty) = instruction.selection.operand_type(i) {
            add(body, operand, ty, &mut types);
        }
    }
    types
}

fn add(body: &Body<'_>, operand: &Operand<'_>, ty: Type, types: &mut Vec<(Reg, Type)>) {
    match operand {
        Operand::Register(id) => {
            let registers = body.registers[*id].iter().flatten();
            types.extend(registers.map(|register| (*register, ty)));
        }
        Operand::Negated(inner) | Operand::Complement(inner) => add(body, inner, ty, types),
        Operand::Vector(all) => all.iter().for_each(|one| add(body, one, ty, types)),
        Operand::Pair(two) => two.iter().for_each(|one| add(body, one, ty, types)),
        _ => {}
    }
}
