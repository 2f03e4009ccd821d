//! Checks a call against the function that it names: the number and types of the arguments and
//! results.

use crate::operand::{Operand, Symbol, judged};
use crate::resolver::Resolver;
use crate::{Fault, Meaning, Role, passed};
use ptx_isa::arguments::{self, List, Passed};
use ptx_isa::forms::Shape;
use ptx_isa::operand::Operand as Judged;
use ptx_isa::{Code, Message, Selection};
use ptx_text::{
    Declaration, FunctionKind, Instruction, Name, Operand as Written, OperandKind, Span,
};

/// The name of a parameter or result, and its type; `None` if the type is not supported.
type Formal<'a> = (&'a str, Option<Passed>);

/// The maximum length of the head of a function that a help repeats.
const LONGEST_HEAD: usize = 200;

/// The note that lists what a call accepts as an argument.
const TAKEN: &str = "a call takes registers, literals and `.param` variables of the body";

impl<'a> Resolver<'a> {
    /// Resolves the function of a call.
    pub(crate) fn callee(
        &mut self,
        name: Name<'a>,
        operand: &Written<'a>,
    ) -> Result<Operand<'a>, Fault> {
        let name = name.text;
        let meaning = match self.meaning(name) {
            Some(Meaning::Function) => {
                self.declared_before(name, &operand.span)?;
                Meaning::Function
            }
            _ if self.is_excerpt => Meaning::Undeclared,
            None if self.is_inline => Meaning::Undeclared,
            Some(_) => {
                let what = format!("expected a function, found `{name}`");
                return Err(Fault::new(operand.span.clone(), what));
            }
            None => return Err(self.undeclared_symbol("function", name, &operand.span)),
        };
        Ok(Operand::Symbol(Symbol { name, meaning, offset: 0 }))
    }

    /// Checks that a function is declared before an operand that names it, if [`Symbols`](crate::Symbols) requires that.
    pub(crate) fn declared_before(&self, name: &str, span: &Span) -> Result<(), Fault> {
        let function = self.symbols.function(name).filter(|it| it.kind == FunctionKind::Func);
        let Some(function) = function else { return Ok(()) };
        if self.symbols.is_usable_at(name, span.start) {
            return Ok(());
        }
        let end = function.body.as_ref().map_or(function.span.end, |body| body.span.start);
        let head = &self.text[function.span.start..end];
        let help = if head.len() <= LONGEST_HEAD {
            let words: Vec<_> = head.trim_end_matches(';').split_whitespace().collect();
            format!("declare it before: `{};`", words.join(" "))
        } else {
            "declare it before this function".into()
        };
        let message = Message::new(format!("`{name}` is used before its declaration"));
        Err(Fault::new(span.clone(), message.coded(Code::Undeclared).help(help)))
    }

    /// Checks the arguments and results of a call against the called function.
    pub(crate) fn call(
        &mut self,
        written: &Instruction<'a>,
        chosen: &Selection,
        operands: &[Operand<'a>],
    ) -> Result<(), Fault> {
        let (mut returned, mut taken, mut callee) = ((&[][..], &[][..]), (&[][..], &[][..]), None);
        let pairs = written.operands.iter().zip(operands);
        for (slot, (operand, resolved)) in chosen.form.operands.iter().zip(pairs) {
            match (&operand.kind, resolved, slot.shape) {
                (OperandKind::List(items), Operand::List(resolved), Shape::List) => {
                    let list = if callee.is_none() { &mut returned } else { &mut taken };
                    *list = (items.as_slice(), resolved.as_slice());
                }
                (OperandKind::Name(name), ..) => callee = Some((name.text, &operand.span)),
                _ => {}
            }
        }
        let Some((name, at)) = callee else { return Ok(()) };
        let Some(function) = self.symbols.function(name) else { return Ok(()) };
        if function.kind == FunctionKind::Entry {
            let message = Message::new(format!("`{name}` is a kernel"));
            return Err(Fault::new(at.clone(), message.note("only functions can be called")));
        }
        for (list, declarations, (items, resolved)) in [
            (List::Results, &function.returns, returned),
            (List::Parameters, &function.parameters, taken),
        ] {
            let expected = formals(declarations);
            arguments::count(name, list, expected.len(), items.len())
                .map_err(|message| Fault::new(at.clone(), message))?;
            for (formal, (item, resolved)) in expected.iter().zip(items.iter().zip(resolved)) {
                self.argument(*formal, item, resolved)
                    .map_err(|message| Fault::new(item.span.clone(), message))?;
            }
        }
        Ok(())
    }

    fn argument(
        &self,
        (name, expected): Formal<'a>,
        item: &Written<'a>,
        resolved: &Operand<'a>,
    ) -> Result<(), Message> {
        let found = match (judged(resolved, &self.registers), resolved) {
            (Judged::Register { ty: Some(ty), .. }, _) => Passed::Number(ty),
            (Judged::Immediate(literal), _) => match expected {
                Some(Passed::Number(ty)) => return literal.bits(ty).map(drop),
                Some(Passed::Array { .. }) => return Err("expected a `.param` variable".into()),
                None => return Ok(()),
            },
            (_, Operand::Symbol(Symbol { name, meaning: Meaning::Variable(id), .. })) => {
                let variable = &self.variables[*id];
                let is_param = variable.declaration.space.text == "param";
                match passed(variable.declaration, variable.declarator) {
                    _ if is_param && variable.role != Role::Local => {
                        let what = format!("`{name}` is a parameter of this function");
                        return Err(Message::new(what)
                            .note(TAKEN)
                            .help("load it into a register first: `ld.param`"));
                    }
                    _ if !is_param => return Err(no_param(name)),
                    Some(passed) => passed,
                    None => return Ok(()),
                }
            }
            (_, Operand::Symbol(Symbol { name, meaning: Meaning::Global, .. })) => {
                return Err(no_param(name));
            }
            _ => return Ok(()),
        };
        let Some(expected) = expected else { return Ok(()) };
        arguments::fits(name, expected, &self.text[item.span.clone()], found)
    }
}

fn no_param(name: &str) -> Message {
    Message::new(format!("`{name}` is not a `.param` variable")).note(TAKEN)
}

/// Returns the names and types of the parameters or results in `declarations`.
fn formals<'a>(declarations: &[Declaration<'a>]) -> Vec<Formal<'a>> {
    let names = declarations.iter().flat_map(|one| one.names.iter().map(move |name| (one, name)));
    names.map(|(one, name)| (name.name.text, passed(one, name))).collect()
}
