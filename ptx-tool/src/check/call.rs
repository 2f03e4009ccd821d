//! Compares calls with the functions that they name: the number of values, and their types.

use super::declarations::Meaning;
use super::{Checker, Finding};
use ptx_isa::arguments::{self, List, Passed};
use ptx_isa::forms::Shape;
use ptx_isa::operand::Operand as Judged;
use ptx_isa::{Message, Selection};
use ptx_text::{Declaration, Function, FunctionKind, Instruction, Operand, OperandKind};
use ptx_translate::passed;
use std::collections::HashMap;

/// A parameter or result: its name, and what it is if that is taken.
type Formal<'a> = (&'a str, Option<Passed>);

/// What a function takes and returns.
#[derive(Clone, Debug)]
struct Callee<'a> {
    kind: FunctionKind,
    parameters: Vec<Formal<'a>>,
    returns: Vec<Formal<'a>>,
}

/// What a variable is to a call.
#[derive(Clone, Copy, Debug)]
enum Variable {
    /// A `.param` variable of a body.
    Param(Option<Passed>),
    /// A parameter of the function itself.
    Own,
    /// A variable in this state space.
    Elsewhere,
}

/// What calls are compared with.
#[derive(Clone, Debug, Default)]
pub(super) struct Calls<'a> {
    callees: HashMap<&'a str, Callee<'a>>,
    /// By the numbers of their names.
    variables: HashMap<usize, Variable>,
}

impl<'a> Calls<'a> {
    /// A function of the module.
    pub(super) fn function(&mut self, function: &Function<'a>) {
        let formals = |declarations: &[Declaration<'a>]| {
            let names = declarations.iter().flat_map(|d| d.names.iter().map(move |name| (d, name)));
            names.map(|(d, name)| (name.name.text, passed(d, name))).collect()
        };
        self.callees.entry(function.name.text).or_insert_with(|| Callee {
            kind: function.kind,
            parameters: formals(&function.parameters),
            returns: formals(&function.returns),
        });
    }
}

impl<'a> Checker<'a> {
    /// The variables of a declaration, for calls.
    pub(super) fn passable(&mut self, declaration: &Declaration<'a>, is_own: bool) {
        for declarator in &declaration.names {
            let variable = match declaration.space.text {
                "param" if is_own => Variable::Own,
                "param" => Variable::Param(passed(declaration, declarator)),
                _ => Variable::Elsewhere,
            };
            if let Some(found) = self.scopes.find(declarator.name.text) {
                self.calls.variables.insert(found.id, variable);
            }
        }
    }

    /// Compares a call with the function that it names.
    pub(super) fn call(
        &mut self,
        instruction: &Instruction<'a>,
        form: &Selection,
        judged: &[Judged],
    ) -> Result<(), Finding> {
        let (mut returned, mut taken, mut callee) = ((&[][..], &[][..]), (&[][..], &[][..]), None);
        let written = instruction.operands.iter().zip(judged);
        for (slot, (operand, judged)) in form.form.operands.iter().zip(written) {
            match (&operand.kind, judged, slot.shape) {
                (OperandKind::List(items), Judged::List(judged), Shape::List) => {
                    let list = if callee.is_none() { &mut returned } else { &mut taken };
                    *list = (items.as_slice(), judged.as_slice());
                }
                (OperandKind::Name(name), ..) => callee = Some((name.text, &operand.span)),
                _ => {}
            }
        }
        let Some((name, at)) = callee else { return Ok(()) };
        let Some(callee) = self.calls.callees.get(name).cloned() else { return Ok(()) };
        if callee.kind == FunctionKind::Entry {
            let said = Finding::error(at.clone(), format!("`{name}` is a kernel"));
            return Err(said.note("only functions can be called"));
        }
        for (list, expected, (items, judged)) in [
            (List::Results, &callee.returns, returned),
            (List::Parameters, &callee.parameters, taken),
        ] {
            arguments::count(name, list, expected.len(), items.len())
                .map_err(|message| Finding::error(at.clone(), message))?;
            for (formal, (item, judged)) in expected.iter().zip(items.iter().zip(judged)) {
                self.argument(*formal, item, judged)
                    .map_err(|message| Finding::error(item.span.clone(), message))?;
            }
        }
        Ok(())
    }

    fn argument(
        &mut self,
        (name, expected): Formal<'a>,
        item: &Operand<'a>,
        judged: &Judged,
    ) -> Result<(), Message> {
        let found = match (judged, &item.kind) {
            (Judged::Register { ty: Some(ty), .. }, _) => Passed::Number(*ty),
            (Judged::Immediate(literal), _) => match expected {
                Some(Passed::Number(ty)) => return literal.bits(ty).map(drop),
                Some(Passed::Array { .. }) => return Err("expected a `.param` variable".into()),
                None => return Ok(()),
            },
            (Judged::Symbol(_), OperandKind::Name(variable)) => {
                let found = self.scopes.find(variable.text);
                let found = found.filter(|found| found.meaning == Meaning::Symbol);
                match found.and_then(|found| self.calls.variables.get(&found.id)) {
                    Some(Variable::Param(Some(passed))) => *passed,
                    Some(Variable::Own) => {
                        let what = format!("`{}` is a parameter of this function", variable.text);
                        return Err(Message::new(what)
                            .note("a call takes registers, literals and `.param` variables of the body")
                            .help("load it into a register first: `ld.param`"));
                    }
                    Some(Variable::Elsewhere) => {
                        let what = format!("`{}` is not a `.param` variable", variable.text);
                        return Err(Message::new(what).note(
                            "a call takes registers, literals and `.param` variables of the body",
                        ));
                    }
                    Some(Variable::Param(None)) | None => return Ok(()),
                }
            }
            _ => return Ok(()),
        };
        let Some(expected) = expected else { return Ok(()) };
        let argument = &self.source.text[item.span.clone()];
        arguments::fits(name, expected, argument, found)
    }
}
