//! Checks a call against the function that it names: the number and types of the arguments and
//! results.

use crate::resolve::operand::{Operand, Symbol, judged};
use crate::resolve::read::whole;
use crate::resolve::resolver::{Guard, Resolver};
use crate::resolve::variable::is_incomplete;
use crate::resolve::{Fault, Meaning, Register, RegisterType, Role, passed};
use crate::syntax::{
    Declaration, Directive, DirectiveName, Function, FunctionKind, Instruction, Name,
    Operand as Written, OperandKind, Span, StateSpace,
};
use ptx_isa::arguments::{self, List, Passed};
use ptx_isa::forms::Shape;
use ptx_isa::operand::Operand as Judged;
use ptx_isa::{Code, Message, Selection, Type};

/// The name of a parameter or result, and its type; `None` if the type is not supported.
type Formal<'a> = (&'a str, Option<Passed>);

/// The values in a list of a call, as written and resolved.
type Values<'a, 'r> = (&'r [Written<'a>], &'r [Operand<'a>]);

/// A call of the function whose address is in a register.
#[derive(Clone, Debug)]
pub struct Through<'a> {
    /// The parsed instruction.
    pub written: &'a Instruction<'a>,
    /// The guard, if any.
    pub guard: Option<Guard>,
    /// The register that holds the address, and its place.
    pub address: (Operand<'a>, &'a Span),
    /// The registers and variables that take the results, with their places.
    pub results: Vec<(Operand<'a>, &'a Span)>,
    /// The arguments, with their places.
    pub arguments: Vec<(Operand<'a>, &'a Span)>,
    /// The `.callprototype` or `.calltargets` that the call names.
    pub directive: &'a Directive<'a>,
}

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
        whole(name, &operand.span)?;
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
        Ok(Operand::Symbol(Symbol::new(name, meaning)))
    }

    /// Checks that a function is declared before an operand that names it, if [`Symbols`](crate::resolve::Symbols) requires that.
    pub(crate) fn declared_before(&self, name: &str, span: &Span) -> Result<(), Fault> {
        let function = self.symbols.function(name).filter(|it| it.kind == FunctionKind::Func);
        let Some(function) = function else { return Ok(()) };
        if self.symbols.is_usable_at(name, span.start) {
            return Ok(());
        }
        let help = match head(self.text, function) {
            Some(head) => format!("declare it before: `{head};`"),
            None => "declare it before this function".into(),
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
        self.lists(name, at, function, returned, taken)
    }

    /// Checks the arguments and results of a call against a function or a prototype. `name` is the name of the function,
    /// or the label of the prototype, and `at` is its span.
    fn lists(
        &self,
        name: &str,
        at: &Span,
        function: &Function<'a>,
        returned: Values<'a, '_>,
        taken: Values<'a, '_>,
    ) -> Result<(), Fault> {
        for (list, declarations, (items, resolved)) in [
            (List::Results, &function.returns, returned),
            (List::Parameters, &function.parameters, taken),
        ] {
            let expected = formals(declarations);
            // A call may omit an array without a size.
            let last = declarations.last().and_then(|one| one.names.last());
            let is_optional = last.is_some_and(is_incomplete) && items.len() + 1 == expected.len();
            if !is_optional {
                arguments::count(name, list, expected.len(), items.len())
                    .map_err(|message| Fault::new(at.clone(), message))?;
            }
            for (formal, (item, resolved)) in expected.iter().zip(items.iter().zip(resolved)) {
                let fault = |message| Err(Fault::new(item.span.clone(), message));
                match (list, resolved) {
                    (List::Results, Operand::Immediate(_)) => {
                        return fault("expected a register or a `.param` variable".into());
                    }
                    (List::Results, Operand::Sink) => continue,
                    _ => {}
                }
                self.argument(*formal, item, resolved).or_else(fault)?;
            }
        }
        Ok(())
    }

    /// Resolves a call through an address, and checks it against its prototype. Returns `None` if the prototype is not
    /// known.
    ///
    /// # Errors
    /// Returns the first fault of the call.
    pub fn call_through(
        &mut self,
        written: &'a Instruction<'a>,
    ) -> Result<Option<Through<'a>>, Fault> {
        self.forms(written)?;
        let list = |rest: &mut &'a [Written<'a>]| match *rest {
            [Written { kind: OperandKind::List(items), .. }, tail @ ..] => {
                *rest = tail;
                items.as_slice()
            }
            _ => &[],
        };
        let mut rest = written.operands.as_slice();
        let returned = list(&mut rest);
        let [callee, tail @ ..] = rest else { return Ok(None) };
        rest = tail;
        let taken = list(&mut rest);
        let address = self.operand(callee, Type::B64)?;
        let is_address = |ty| [Type::U32, Type::U64].iter().any(|one| one.takes_register(ty));
        match judged(&address, &self.registers) {
            Judged::Register { ty: Some(ty), .. } if is_address(ty) => {}
            Judged::Register { ty: None, .. } => {}
            _ => {
                let name = &self.text[callee.span.clone()];
                let what = format!("`{name}` cannot contain the address of a function");
                let message = Message::new(what).help("name a `.b64` register");
                return Err(Fault::new(callee.span.clone(), message));
            }
        }
        let wanted = "expected the label of a `.callprototype` or `.calltargets`";
        let [Written { kind: OperandKind::Name(label), span }] = rest else {
            let at = rest.first().unwrap_or(callee).span.clone();
            let message = Message::new(wanted);
            return Err(Fault::new(at, message.help("write the label after the arguments")));
        };
        let directive = match self.meaning(label.text) {
            Some(Meaning::Label(id)) => self.prototypes.get(&id).copied(),
            Some(Meaning::Global | Meaning::Variable(_)) => return Ok(None),
            None if self.is_excerpt || self.is_inline => return Ok(None),
            None => return Err(self.undeclared_symbol("label", label.text, span)),
            Some(_) => None,
        };
        let Some(directive) = directive.filter(|one| {
            !one.is(DirectiveName::BranchTargets) && one.span.start < written.span.start
        }) else {
            let message = Message::new(format!("{wanted}, found `{}`", label.text));
            let message = message.note("the directive must come before the call");
            return if self.is_inline { Ok(None) } else { Err(Fault::new(span.clone(), message)) };
        };
        let mut resolve = |items: &'a [Written<'a>]| {
            items.iter().map(|item| self.operand(item, Type::B32)).collect::<Result<Vec<_>, _>>()
        };
        let values = [(returned, resolve(returned)?), (taken, resolve(taken)?)];
        let [results, arguments] = values.each_ref().map(|(written, all)| (*written, &all[..]));
        if let Some(prototype) = &directive.prototype {
            self.lists(label.text, span, prototype, results, arguments)?;
        }
        for target in &directive.arguments {
            if let Some(function) = self.symbols.function(target.text) {
                self.lists(target.text, span, function, results, arguments)?;
            }
        }
        let [results, arguments] = values.map(|(written, all)| {
            all.into_iter().zip(written.iter().map(|one| &one.span)).collect()
        });
        let at = &callee.span;
        let guard = written.guard.as_ref().map(|guard| self.resolve_guard(guard)).transpose()?;
        Ok(Some(Through { written, guard, address: (address, at), results, arguments, directive }))
    }

    fn argument(
        &self,
        (name, expected): Formal<'a>,
        item: &Written<'a>,
        resolved: &Operand<'a>,
    ) -> Result<(), Message> {
        let no_argument = || {
            let what = format!("`{}` cannot be an argument", &self.text[item.span.clone()]);
            Err(Message::new(what).note(TAKEN))
        };
        if let OperandKind::Complement(_)
        | OperandKind::Vector(_)
        | OperandKind::Sum(..)
        | OperandKind::Element(..)
        | OperandKind::Pair(_) = item.kind
        {
            return no_argument();
        }
        if let Operand::Negated(_) | Operand::Special(_) | Operand::Element(..) | Operand::Sink =
            resolved
        {
            return no_argument();
        }
        if let Operand::Register(id) = resolved
            && let Register { name, ty: RegisterType::Vector(..) } = self.registers[*id]
            && let Some(Passed::Number(ty)) = expected
        {
            let what = format!("expected `.{}`, found `{name}`, which is a vector", ty.word());
            return Err(what.into());
        }
        let found = match (judged(resolved, &self.registers), resolved) {
            (Judged::Register { ty: Some(ty), .. }, _) => Passed::Number(ty),
            (Judged::Immediate(literal), _) => match expected {
                Some(Passed::Number(ty)) => return literal.bits(ty).map(drop),
                Some(Passed::Array { .. }) => return Err("expected a `.param` variable".into()),
                None => return Ok(()),
            },
            (_, Operand::Symbol(Symbol { name, meaning: Meaning::Variable(id), .. })) => {
                let variable = &self.variables[*id];
                let is_param = variable.declaration.space.value == StateSpace::Param;
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
            (
                _,
                Operand::Symbol(Symbol {
                    name,
                    meaning: Meaning::Function | Meaning::Label(_),
                    ..
                }),
            ) => {
                return Err(no_param(name));
            }
            _ => return Ok(()),
        };
        let Some(expected) = expected else { return Ok(()) };
        arguments::fits(name, expected, &self.text[item.span.clone()], found)
    }
}

/// Returns a function without its body, on one line. Returns `None` if it is too long for a message.
pub(crate) fn head(text: &str, function: &Function<'_>) -> Option<String> {
    let end = function.body.as_ref().map_or(function.span.end, |body| body.span.start);
    let head = &text[function.span.start..end];
    let words = head.trim_end_matches(';').split_whitespace().collect::<Vec<_>>();
    (head.len() <= LONGEST_HEAD).then(|| words.join(" "))
}

fn no_param(name: &str) -> Message {
    Message::new(format!("`{name}` is not a `.param` variable")).note(TAKEN)
}

/// Returns the names and types of the parameters or results in `declarations`.
fn formals<'a>(declarations: &[Declaration<'a>]) -> Vec<Formal<'a>> {
    let names = declarations.iter().flat_map(|one| one.names.iter().map(move |name| (one, name)));
    let ty = |one: &Declaration<'a>, name| match one.types.as_slice() {
        [word] if word.text == Type::Pred.word() => Some(Passed::Number(Type::Pred)),
        _ => passed(one, name),
    };
    names.map(|(one, name)| (name.name.text, ty(one, name))).collect()
}
