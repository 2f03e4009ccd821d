//! Instructions of memory and control.

use super::body::{Action, Address, Guard, Storage, Value};
use super::{Lowering, elements, operand, storage};
use ptx_isa::arguments::{self, List};
use ptx_isa::forms::{Effect, Shape};
use ptx_isa::{Message, Selection, Type};
use ptx_lower::Fault;
use ptx_lower::flow::Line;
use ptx_text::{Instruction, Operand, OperandKind};

impl<'a> Lowering<'a, '_> {
    pub(super) fn effect(
        &mut self,
        instruction: &'a Instruction<'a>,
        chosen: &Selection,
        effect: Effect,
        guard: Option<Guard>,
    ) -> Result<(), Fault> {
        let is_guarded = guard.is_some();
        let (action, line) = match effect {
            Effect::Load => (self.load(instruction, chosen)?, Line::Straight),
            Effect::Store => (self.store(instruction, chosen)?, Line::Straight),
            Effect::Convert => return self.convert(instruction, chosen, guard),
            Effect::Call => (self.call(instruction, chosen)?, Line::Straight),
            Effect::Jump => {
                let to = self.label_of(&instruction.operands[0])?;
                (Action::None, Line::Jump { to, is_guarded })
            }
            Effect::Switch => {
                let index = self.value(&instruction.operands[0], Type::U32)?;
                let list = self.label_of(&instruction.operands[1])?;
                (Action::Switch { index }, Line::Switch { to: vec![list], is_guarded })
            }
            Effect::Return => (Action::Return, Line::Leave { is_guarded }),
            Effect::Exit if self.is_called => {
                return Err(self.fault(instruction, "`exit` in a called function is not supported"));
            }
            Effect::Exit => (Action::Return, Line::Leave { is_guarded }),
            Effect::Trap => {
                self.body.may_trap = true;
                let fault = format!("{}: `trap`", self.program.place(instruction.span.start));
                (Action::Trap { fault }, Line::Leave { is_guarded })
            }
        };
        if self.is_own_parameter(&action) {
            return Err(self.fault(instruction, "a function cannot write to its own parameters"));
        }
        self.line(instruction.span.clone(), guard, action, line);
        Ok(())
    }

    fn fault(&self, instruction: &Instruction<'_>, what: impl Into<Message>) -> Fault {
        Fault::new(instruction.spelling_span(), what)
    }

    fn label_of(&mut self, operand: &'a Operand<'a>) -> Result<usize, Fault> {
        match &operand.kind {
            OperandKind::Name(name) => self.target(name.text, &operand.span),
            _ => Err(Fault::new(operand.span.clone(), "expected a label")),
        }
    }

    fn load(
        &mut self,
        instruction: &'a Instruction<'a>,
        chosen: &Selection,
    ) -> Result<Action, Fault> {
        let ty = chosen.instruction_type().unwrap_or(Type::B32);
        let (to, from) = (&instruction.operands[0], &instruction.operands[1]);
        let destinations = elements(std::slice::from_ref(to)).map(|one| self.destination(one));
        let destinations = destinations.collect::<Result<Vec<_>, _>>()?;
        if let Some((from, offset)) = self.parameter(from)? {
            self.is_within(instruction, from, offset, ty, destinations.len())?;
            return Ok(Action::Read { from, offset, ty, destinations });
        }
        let address = self.address(instruction, from)?;
        let fault = self.access_fault(instruction, "reads outside of its slice");
        Ok(Action::Load { address, ty, destinations, fault })
    }

    fn store(
        &mut self,
        instruction: &'a Instruction<'a>,
        chosen: &Selection,
    ) -> Result<Action, Fault> {
        let ty = chosen.instruction_type().unwrap_or(Type::B32);
        let (to, from) = (&instruction.operands[0], &instruction.operands[1]);
        let sources = elements(std::slice::from_ref(from)).map(|one| self.value(one, ty));
        let sources = sources.collect::<Result<Vec<_>, _>>()?;
        if let Some((to, offset)) = self.parameter(to)? {
            self.is_within(instruction, to, offset, ty, sources.len())?;
            return Ok(Action::Write { to, offset, ty, sources });
        }
        let address = self.address(instruction, to)?;
        if let Value::Global(name, _) = &address.base {
            let what = format!("variable `{name}` of the module cannot be written");
            return Err(self.fault(instruction, what));
        }
        let fault = self.access_fault(instruction, "writes outside of its slice, or through `&`");
        Ok(Action::Store { address, ty, sources, fault })
    }

    /// `kernels.ptx:5142: `ld.global.b32` reads outside of its slice`
    fn access_fault(&mut self, instruction: &Instruction<'_>, what: &str) -> String {
        self.body.may_trap = true;
        let place = self.program.place(instruction.span.start);
        format!("{place}: `{}` {what}", instruction.spelling())
    }

    fn address(
        &mut self,
        instruction: &'a Instruction<'a>,
        operand: &'a Operand<'a>,
    ) -> Result<Address, Fault> {
        let space = |word: &&ptx_text::Word<'_>| word.text.starts_with("shared");
        if let Some(word) = instruction.modifiers.iter().find(space) {
            return Err(Fault::new(word.span.clone(), "shared memory is not supported"));
        }
        let OperandKind::Address(items) = &operand.kind else {
            return Err(Fault::new(operand.span.clone(), "expected an address"));
        };
        let [item] = items.as_slice() else {
            return Err(Fault::new(operand.span.clone(), "expected one address"));
        };
        let (base, offset) = match &item.kind {
            OperandKind::Sum(name, added) => {
                let added = operand::offset(added)?;
                match self.named_value(*name, added, &item.span)? {
                    Value::Variable(id) => (Value::Variable(id), added),
                    base => (base, 0),
                }
            }
            _ => (self.value(item, Type::B64)?, 0),
        };
        self.body.uses_memory |= !matches!(base, Value::Local(..));
        Ok(Address { base, offset })
    }

    /// Whether so many elements of a type are within a parameter.
    fn is_within(
        &self,
        instruction: &Instruction<'_>,
        parameter: usize,
        offset: usize,
        ty: Type,
        count: usize,
    ) -> Result<(), Fault> {
        let size = match self.body.variables[parameter].storage {
            Storage::Scalar(ty) => ty.bits() as usize / 8,
            Storage::Bytes(bytes) => bytes,
            Storage::Address(_) => 8,
        };
        let end = (ty.bits() as usize / 8 * count).checked_add(offset);
        match end.is_some_and(|end| end <= size) {
            true => Ok(()),
            false => Err(self.fault(
                instruction,
                format!(
                    "`{}` goes beyond the {size} bytes of its parameter",
                    instruction.spelling()
                ),
            )),
        }
    }

    /// An address is the same number in every state space.
    fn convert(
        &mut self,
        instruction: &'a Instruction<'a>,
        chosen: &Selection,
        guard: Option<Guard>,
    ) -> Result<(), Fault> {
        let space = |word: &&ptx_text::Word<'_>| word.text.starts_with("shared");
        if let Some(word) = instruction.modifiers.iter().find(space) {
            return Err(Fault::new(word.span.clone(), "shared memory is not supported"));
        }
        let ty = chosen.instruction_type().unwrap_or(Type::U64);
        let (to, from) = (&instruction.operands[0], &instruction.operands[1]);
        let source = self.value(from, ty)?;
        let destination = self.destination(to)?.map(|id| (id, ty));
        let value = ptx_isa::Argument::Source(0, ty.rust());
        let action = Action::Compute {
            computation: ptx_isa::Computation { value, writes_carry: false },
            sources: vec![(source, ty)],
            destinations: vec![destination],
        };
        self.line(instruction.span.clone(), guard, action, Line::Straight);
        Ok(())
    }

    /// Refuses `call (%r1), %rd2, (%r3), prototype;`.
    pub(super) fn no_called_address(&mut self, instruction: &Instruction<'a>) -> Result<(), Fault> {
        let is_name = |operand: &&Operand<'a>| matches!(operand.kind, OperandKind::Name(_));
        let callee = instruction.operands.iter().find(is_name);
        match callee.map(|operand| (&operand.kind, &operand.span)) {
            Some((OperandKind::Name(name), span)) if self.scopes.find(name.text).is_some() => {
                Err(Fault::new(span.clone(), "a call through an address is not supported"))
            }
            _ => Ok(()),
        }
    }

    fn call(
        &mut self,
        instruction: &'a Instruction<'a>,
        chosen: &Selection,
    ) -> Result<Action, Fault> {
        let (mut returned, mut passed, mut callee) = (&[][..], &[][..], None);
        for (slot, operand) in chosen.form.operands.iter().zip(&instruction.operands) {
            match (&operand.kind, slot.shape) {
                (OperandKind::List(items), Shape::List) if callee.is_none() => {
                    returned = items.as_slice();
                }
                (OperandKind::List(items), Shape::List) => passed = items.as_slice(),
                (OperandKind::Name(name), _) => callee = Some((name.text, &operand.span)),
                _ => {}
            }
        }
        let Some((name, span)) = callee else {
            return Err(self.fault(instruction, "expected the name of a function"));
        };
        let Some(function) = self.program.function(name) else {
            return Err(self.undeclared(name, span));
        };
        if function.body.is_none() {
            return Err(Fault::new(span.clone(), format!("`{name}` has no body in this file")));
        }
        let formals = |declarations: &'a [ptx_text::Declaration<'a>]| {
            let names = declarations.iter().flat_map(|d| d.names.iter().map(move |name| (d, name)));
            names
                .map(|(d, declarator)| Ok((declarator.name.text, storage(d, declarator)?)))
                .collect::<Result<Vec<_>, Fault>>()
        };
        let (parameters, returns) = (formals(&function.parameters)?, formals(&function.returns)?);
        for (list, expected, found) in [
            (List::Results, returns.len(), returned.len()),
            (List::Parameters, parameters.len(), passed.len()),
        ] {
            arguments::count(name, list, expected, found)
                .map_err(|message| self.fault(instruction, message))?;
        }
        let arguments = passed.iter().zip(parameters).map(|(operand, formal)| {
            let value = self.passed(operand, formal.1)?;
            self.fits(&value, formal, operand)?;
            Ok((value, formal.1))
        });
        let arguments = arguments.collect::<Result<Vec<_>, Fault>>()?;
        let returns = returned.iter().zip(returns).map(|(operand, formal)| {
            let value = self.passed(operand, formal.1)?;
            self.fits(&value, formal, operand)?;
            match value {
                Value::Variable(id) => Ok((id, formal.1)),
                _ => Err(Fault::new(operand.span.clone(), "expected a register or variable")),
            }
        });
        let returns = returns.collect::<Result<Vec<_>, Fault>>()?;
        if !self.body.calls.contains(&name) {
            self.body.calls.push(name);
        }
        Ok(Action::Call { function: name.into(), arguments, returns })
    }

    /// Whether what a call passes fits a parameter or result, by its name.
    fn fits(
        &self,
        value: &Value,
        (name, storage): (&str, Storage),
        operand: &Operand<'_>,
    ) -> Result<(), Fault> {
        let Value::Variable(id) = value else { return Ok(()) };
        let found = self.body.variables[*id].storage.passed();
        let argument = &self.program.source().text[operand.span.clone()];
        arguments::fits(name, storage.passed(), argument, found)
            .map_err(|message| Fault::new(operand.span.clone(), message))
    }
}
