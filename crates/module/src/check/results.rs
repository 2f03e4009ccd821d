//! Checks that a body loads only the `.param` variables that a call has returned.

use super::{Checker, Finding};
use crate::resolve::{Meaning, Role};
use crate::syntax::{Instruction, Name, Operand, OperandKind, StateSpace};
use ptx_isa::{Code, Message};

impl<'a> Checker<'a> {
    /// Records the results of a call. Reports `ld.param` of a variable that is not the result of an earlier call.
    pub(super) fn results(&mut self, instruction: &Instruction<'a>) {
        let operands = &instruction.operands;
        match instruction.mnemonic.text {
            "call" => {
                let Some(OperandKind::List(results)) = operands.first().map(|one| &one.kind) else {
                    return;
                };
                let names = results.iter().filter_map(named);
                let ids: Vec<_> = names.filter_map(|name| self.variable_of_body(name)).collect();
                self.returned.extend(ids);
            }
            "ld" if instruction.modifiers.iter().any(|word| is_of_call(word.text)) => {
                let Some(address) = operands.get(1) else { return };
                let Some(name) = named(address) else { return };
                let id = self.variable_of_body(name);
                if id.is_none_or(|id| self.returned.contains(&id)) {
                    return;
                }
                let what = format!("no earlier call returns `{}`", name.text);
                let message = Message::new(what)
                    .note("`ld.param` loads parameters of this function, and results of a call");
                let finding = Finding::error(address.span.clone(), message);
                self.findings.push(finding.coded(Code::Call));
            }
            _ => {}
        }
    }

    /// Returns the number of a `.param` variable that the body declares.
    fn variable_of_body(&mut self, name: Name<'a>) -> Option<usize> {
        let Some(Meaning::Variable(id)) = self.resolver.meaning(name.text) else { return None };
        let variable = self.resolver.variables.get(id)?;
        let is_of_body = variable.role == Role::Local && self.resolver.function.is_some();
        (is_of_body && variable.declaration.space.value == StateSpace::Param).then_some(id)
    }
}

/// Returns whether a state space contains the results of calls.
fn is_of_call(word: &str) -> bool {
    matches!(word, "param" | "param::func")
}

/// Returns the name in an operand: `a` in `a`, `[a]` and `[a+4]`.
fn named<'a>(operand: &Operand<'a>) -> Option<Name<'a>> {
    match &operand.kind {
        OperandKind::Name(name) | OperandKind::Sum(name, _) => Some(*name),
        OperandKind::Address(items) => named(items.first()?),
        _ => None,
    }
}
