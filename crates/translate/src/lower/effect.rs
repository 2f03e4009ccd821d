//! Translates memory and control instructions to actions.

use super::body::{Action, Storage, Value};
use super::operand::{elements, shared_memory};
use super::{Lowering, storage, unsupported};
use ptx_isa::forms::{Effect, Shape};
use ptx_isa::{Message, Type};
use ptx_module::resolve::{Fault, Instruction, Meaning, Operand, Symbol};
use ptx_module::syntax::OperandKind;

/// Modifiers of `ld` and `st` that are not supported.
pub(super) const REFUSED: &[&str] = &["L2::cache_hint", "async", "b128", "bulk", "mmio"];

/// Returns whether instructions with this effect can be translated.
pub(super) const fn is_translated(effect: Effect) -> bool {
    matches!(
        effect,
        Effect::Load
            | Effect::Store
            | Effect::Convert
            | Effect::Call
            | Effect::Jump
            | Effect::Switch
            | Effect::Exit
            | Effect::Return
            | Effect::Trap
    )
}

impl<'a> Lowering<'a, '_> {
    pub(super) fn effect(
        &mut self,
        instruction: &Instruction<'a>,
        effect: Effect,
    ) -> Result<Action, Fault> {
        let action = match effect {
            Effect::Load => self.load(instruction)?,
            Effect::Store => self.store(instruction)?,
            Effect::Convert => self.convert(instruction)?,
            Effect::Call => self.call(instruction)?,
            Effect::Jump => Action::None,
            Effect::Switch => {
                let at = &instruction.written.operands[0].span;
                let index = self.value(&instruction.operands[0], at, Type::U32)?;
                Action::Switch { index }
            }
            Effect::Exit if self.is_called => {
                return Err(fault(instruction, "`exit` in a called function is not supported"));
            }
            Effect::Return | Effect::Exit => Action::Return,
            Effect::Trap => {
                self.body.may_trap = true;
                let place = self.program.place(instruction.written.span.start);
                Action::Trap { fault: format!("{place}: `trap`") }
            }
            _ => return Err(unsupported(instruction.written)),
        };
        match self.is_own_parameter(&action) {
            true => Err(fault(instruction, "a function cannot write to its own parameters")),
            false => Ok(action),
        }
    }

    fn load(&mut self, instruction: &Instruction<'a>) -> Result<Action, Fault> {
        let Instruction { written, operands, .. } = instruction;
        let ty = instruction.selection.instruction_type().unwrap_or(Type::B32);
        let destinations = elements((&operands[0], &written.operands[0]));
        let destinations = destinations.into_iter().map(|(one, at)| self.destination(one, at));
        let destinations = destinations.collect::<Result<Vec<_>, _>>()?;
        if let Some((from, offset)) = self.parameter(&operands[1]) {
            self.is_within(instruction, from, offset, ty, destinations.len())?;
            return Ok(Action::Read { from, offset, ty, destinations });
        }
        no_shared_memory(instruction)?;
        let address = self.address(&operands[1], &written.operands[1].span)?;
        let fault = self.access_fault(instruction, "reads");
        Ok(Action::Load { address, ty, destinations, fault })
    }

    fn store(&mut self, instruction: &Instruction<'a>) -> Result<Action, Fault> {
        let Instruction { written, operands, .. } = instruction;
        let ty = instruction.selection.instruction_type().unwrap_or(Type::B32);
        let sources = elements((&operands[1], &written.operands[1]));
        let sources = sources.into_iter().map(|(one, at)| self.value(one, at, ty));
        let sources = sources.collect::<Result<Vec<_>, _>>()?;
        if let Some((to, offset)) = self.parameter(&operands[0]) {
            self.is_within(instruction, to, offset, ty, sources.len())?;
            return Ok(Action::Write { to, offset, ty, sources });
        }
        no_shared_memory(instruction)?;
        let address = self.address(&operands[0], &written.operands[0].span)?;
        let start = match &address.base {
            Value::Element(start, _) => start.as_ref(),
            base => base,
        };
        if let Value::Global(name, _) = start {
            let what = format!("variable `{name}` of the module cannot be written");
            return Err(fault(instruction, what));
        }
        let fault = self.access_fault(instruction, "writes");
        Ok(Action::Store { address, ty, sources, fault })
    }

    /// Builds the panic message for a failed access: ``kernels.ptx:5142: `ld.global.b32` reads
    /// outside of …``
    fn access_fault(&mut self, instruction: &Instruction<'a>, what: &str) -> String {
        self.body.may_trap = true;
        let place = self.program.place(instruction.written.span.start);
        format!("{place}: `{}` {what}", instruction.written.spelling())
    }

    /// Reports an access to `count` elements of a parameter if the access goes beyond the parameter's end.
    fn is_within(
        &self,
        instruction: &Instruction<'a>,
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
            false => Err(fault(
                instruction,
                format!(
                    "`{}` goes beyond the {size} bytes of its parameter",
                    instruction.written.spelling()
                ),
            )),
        }
    }

    /// Translates `cvta` to a copy, because in the translation an address has the same bits in
    /// every state space.
    fn convert(&mut self, instruction: &Instruction<'a>) -> Result<Action, Fault> {
        no_shared_memory(instruction)?;
        let Instruction { written, operands, .. } = instruction;
        let ty = instruction.selection.instruction_type().unwrap_or(Type::U64);
        let source = self.value(&operands[1], &written.operands[1].span, ty)?;
        let destination = self.destination(&operands[0], &written.operands[0].span)?;
        let value = ptx_isa::Argument::Source(0, ty.rust());
        Ok(Action::Compute {
            computation: ptx_isa::Computation { value, writes_carry: None },
            sources: vec![(source, ty)],
            destinations: vec![destination.map(|id| (id, ty))],
        })
    }

    fn call(&mut self, instruction: &Instruction<'a>) -> Result<Action, Fault> {
        let (mut returned, mut passed, mut callee) = (Vec::new(), Vec::new(), None);
        let pairs = instruction.operands.iter().zip(&instruction.written.operands);
        for (slot, (operand, written)) in instruction.selection.form.operands.iter().zip(pairs) {
            match (operand, &written.kind, slot.shape) {
                (Operand::List(items), OperandKind::List(written), Shape::List) => {
                    let list = if callee.is_none() { &mut returned } else { &mut passed };
                    list.extend(items.iter().zip(written.iter().map(|one| &one.span)));
                }
                (Operand::Symbol(Symbol { name, meaning: Meaning::Function, .. }), ..) => {
                    callee = Some((*name, &written.span));
                }
                _ => {}
            }
        }
        let called = callee.and_then(|(name, span)| Some((self.program.function(name)?, span)));
        let Some((function, span)) = called else {
            return Err(fault(instruction, "expected the name of a function"));
        };
        let name = function.name.text;
        if function.body.is_none() {
            return Err(Fault::new(span.clone(), format!("`{name}` has no body in this file")));
        }
        let formals = |declarations: &'a [ptx_module::syntax::Declaration<'a>]| {
            let names = declarations.iter().flat_map(|d| d.names.iter().map(move |name| (d, name)));
            names.map(|(d, declarator)| storage(d, declarator)).collect::<Result<Vec<_>, Fault>>()
        };
        let (parameters, returns) = (formals(&function.parameters)?, formals(&function.returns)?);
        let arguments = passed
            .into_iter()
            .zip(parameters)
            .map(|((operand, at), storage)| Ok((self.passed(operand, at, storage)?, storage)));
        let arguments = arguments.collect::<Result<Vec<_>, Fault>>()?;
        let returns = returned.into_iter().zip(returns).map(|((operand, at), storage)| match self
            .passed(operand, at, storage)?
        {
            Value::Variable(id) => Ok((id, storage)),
            _ => Err(Fault::new(at.clone(), "expected a register or variable")),
        });
        let returns = returns.collect::<Result<Vec<_>, Fault>>()?;
        if !self.body.calls.contains(&name) {
            self.body.calls.push(name);
        }
        Ok(Action::Call { function: name.into(), arguments, returns })
    }
}

fn fault(instruction: &Instruction<'_>, what: impl Into<Message>) -> Fault {
    Fault::new(instruction.written.spelling_span(), what)
}

/// Reports the modifiers `.shared` and `.shared::cta`.
fn no_shared_memory(instruction: &Instruction<'_>) -> Result<(), Fault> {
    let modifiers = &instruction.written.modifiers;
    match modifiers.iter().find(|word| word.text.starts_with("shared")) {
        Some(word) => Err(Fault::new(word.span.clone(), shared_memory())),
        None => Ok(()),
    }
}
