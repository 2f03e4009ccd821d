//! Translates memory and control instructions to actions.

use super::body::{Action, Storage, Value};
use super::operand::shared_memory;
use super::{Lowering, storage, unsupported};
use ptx_isa::forms::Effect;
use ptx_isa::{Message, Type};
use ptx_module::operation::{Access, Call, Conversion, Operation, operation};
use ptx_module::resolve::{Fault, Instruction};

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
    pub(super) fn action(&mut self, instruction: &Instruction<'a>) -> Result<Action, Fault> {
        let registers = &self.function.registers;
        let action = match operation(instruction, registers, self.program.dialect())? {
            Operation::Compute(one) => self.compute(instruction, one)?,
            Operation::Load(access) => self.load(instruction, &access)?,
            Operation::Store(access) => self.store(instruction, &access)?,
            Operation::Convert(conversion) => self.convert(instruction, conversion)?,
            Operation::Call(call) => self.call(instruction, call)?,
            Operation::Jump => Action::None,
            Operation::Switch { index: (index, at) } => {
                Action::Switch { index: self.value(&index, at, Type::U32)? }
            }
            Operation::Exit if self.is_called => {
                return Err(fault(instruction, "`exit` in a called function is not supported"));
            }
            Operation::Return | Operation::Exit => Action::Return,
            Operation::Trap => {
                self.body.may_trap = true;
                let place = self.program.place(instruction.written.span.start);
                Action::Trap { fault: format!("{place}: `trap`") }
            }
            Operation::Multiply(_)
            | Operation::AsyncStore { .. }
            | Operation::TestSpace { .. }
            | Operation::Atomic(_)
            | Operation::AsyncReduction { .. }
            | Operation::Fence(_)
            | Operation::Breakpoint
            | Operation::Barrier(_)
            | Operation::Warp(_)
            | Operation::AsyncCopy(_)
            | Operation::AsyncCommit
            | Operation::AsyncWait(_)
            | Operation::Hint
            | Operation::CachePolicy { .. }
            | Operation::Other(_) => return Err(unsupported(instruction.written)),
        };
        match self.is_own_parameter(&action) {
            true => Err(fault(instruction, "a function cannot write to its own parameters")),
            false => Ok(action),
        }
    }

    fn load(
        &mut self,
        instruction: &Instruction<'a>,
        access: &Access<'_, 'a>,
    ) -> Result<Action, Fault> {
        let ty = access.ty;
        let destinations = access.elements.iter().map(|(one, at)| self.destination(one, at));
        let destinations = destinations.collect::<Result<Vec<_>, _>>()?;
        let (address, at) = &access.address;
        if let Some((from, offset)) = self.parameter(address) {
            self.is_within(instruction, from, offset, ty, destinations.len())?;
            return Ok(Action::Read { from, offset, ty, destinations });
        }
        no_shared_memory(instruction)?;
        let address = self.address(address, at)?;
        let fault = self.access_fault(instruction, "reads");
        Ok(Action::Load { address, ty, destinations, fault })
    }

    fn store(
        &mut self,
        instruction: &Instruction<'a>,
        access: &Access<'_, 'a>,
    ) -> Result<Action, Fault> {
        let ty = access.ty;
        let sources = access.elements.iter().map(|(one, at)| self.value(one, at, ty));
        let sources = sources.collect::<Result<Vec<_>, _>>()?;
        let (address, at) = &access.address;
        if let Some((to, offset)) = self.parameter(address) {
            self.is_within(instruction, to, offset, ty, sources.len())?;
            return Ok(Action::Write { to, offset, ty, sources });
        }
        no_shared_memory(instruction)?;
        let address = self.address(address, at)?;
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
    fn convert(
        &mut self,
        instruction: &Instruction<'a>,
        Conversion { ty, from, to, .. }: Conversion<'_, 'a>,
    ) -> Result<Action, Fault> {
        no_shared_memory(instruction)?;
        let source = self.value(&from.0, from.1, ty)?;
        let destination = self.destination(&to.0, to.1)?;
        let value = ptx_isa::Argument::Source(0, ty.rust());
        Ok(Action::Compute {
            computation: ptx_isa::Computation { value, writes_carry: None },
            sources: vec![(source, ty)],
            destinations: vec![destination.map(|id| (id, ty))],
        })
    }

    fn call(&mut self, instruction: &Instruction<'a>, call: Call<'_, 'a>) -> Result<Action, Fault> {
        let Call { returned, callee, passed } = call;
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
            .map(|((operand, at), storage)| Ok((self.passed(&operand, at, storage)?, storage)));
        let arguments = arguments.collect::<Result<Vec<_>, Fault>>()?;
        let returns = returned.into_iter().zip(returns).map(|((operand, at), storage)| match self
            .passed(&operand, at, storage)?
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
