//! Translates resolved operands to values, variables and addresses.

use super::body::{Action, Address, Distance, Storage, Value, VariableId};
use super::{Lowering, Place};
use ptx_isa::{COMMAND, Message, Type};
use ptx_module::resolve::{Fault, Index, Meaning, Operand, Symbol};
use ptx_module::syntax::{Name, Span, StateSpace};

/// The special registers that are supported, each with the field of `ptx::Thread` that holds its
/// value.
const THREAD: &[(&str, &str)] =
    &[("%tid", "tid"), ("%ntid", "ntid"), ("%ctaid", "ctaid"), ("%nctaid", "nctaid")];

/// Returns the help for instructions that only the crate `ptx-run` supports, because `ptx-run` runs
/// whole blocks of threads.
pub(super) fn run_help() -> String {
    format!(
        "the command `{COMMAND} run FILE --grid 1 --block 32 ARG…` and the crate `ptx-run` run whole kernels"
    )
}

/// Returns the message for shared memory in a variable, an address or an instruction.
pub(super) fn shared_memory() -> Message {
    Message::new("shared memory is not supported").help(run_help())
}

impl<'a> Lowering<'a, '_> {
    /// Translates a source operand of type `ty` to a value.
    pub(super) fn value(
        &mut self,
        operand: &Operand<'a>,
        span: &Span,
        ty: Type,
    ) -> Result<Value, Fault> {
        match operand {
            Operand::Register(id) => self.register(*id, span).map(Value::Variable),
            Operand::Immediate(literal) => literal
                .bits(ty)
                .map(Value::Bits)
                .map_err(|message| Fault::new(span.clone(), message)),
            Operand::Complement(inner) => {
                Ok(Value::Complement(Box::new(self.value(inner, span, ty)?)))
            }
            Operand::Lanes(inner, _) | Operand::Negated(inner) => self.value(inner, span, ty),
            Operand::Special(name) => special(*name, span),
            Operand::Symbol(symbol) => self.symbol(*symbol, span),
            Operand::Element(..) => {
                Err(Fault::new(span.clone(), "vector registers are not supported"))
            }
            _ => Err(unsupported(span)),
        }
    }

    /// Translates a symbol to its address.
    fn symbol(&mut self, symbol: Symbol<'a>, span: &Span) -> Result<Value, Fault> {
        let Symbol { name, meaning, offset, index } = symbol;
        let error = |what: String| Err(Fault::new(span.clone(), what));
        if let Some(Index { register, bytes }) = index {
            let index = self.register(register, span)?;
            let start = self.symbol(Symbol { offset: 0, index: None, ..symbol }, span)?;
            // On a GPU, only an address in global memory has 64 bits. Here every address has 64 bits, and in the other
            // spaces a distance with its highest bit set is a negative distance.
            let space = self.program.variable(name).map(|variable| variable.0.space.value);
            let is_signed = meaning != Meaning::Global || space == Some(StateSpace::Const);
            let distance = Distance { index, bytes, offset, is_signed };
            return Ok(Value::Element(Box::new(start), distance));
        }
        match meaning {
            Meaning::Variable(variable) => match self.places[variable] {
                Place::Local(local) => Ok(Value::Local(local, offset)),
                Place::Param(_) | Place::Faulty => {
                    error(format!("the address of parameter `{name}` is not supported"))
                }
                Place::Shared => Err(Fault::new(span.clone(), shared_memory())),
            },
            Meaning::Global => self.global(name, offset, span),
            Meaning::Label(_) => error(format!("`{name}` is a label")),
            _ => error(format!("the address of function `{name}` is not supported")),
        }
    }

    fn global(&mut self, name: &'a str, offset: u64, span: &Span) -> Result<Value, Fault> {
        let what = match self.program.variable(name).map(|variable| variable.0.space.value) {
            Some(StateSpace::Const | StateSpace::Global) => None,
            Some(StateSpace::Shared) => Some(shared_memory()),
            Some(space) => Some(format!("`.{space}` memory is not supported").into()),
            None => Some(format!("variable `{name}` is not supported").into()),
        };
        if let Some(what) = what {
            return Err(Fault::new(span.clone(), what));
        }
        self.body.uses_memory = true;
        if !self.body.globals.contains(&name) {
            self.body.globals.push(name);
        }
        Ok(Value::Global(name.into(), offset))
    }

    /// Translates the address of a memory instruction.
    pub(super) fn address(&mut self, operand: &Operand<'a>, span: &Span) -> Result<Address, Fault> {
        let Operand::Address(base, offset) = operand else {
            return Err(Fault::new(span.clone(), "expected an address"));
        };
        let (base, offset) = match base.as_ref() {
            Operand::Symbol(symbol) => {
                let offset = symbol.offset.wrapping_add(*offset);
                (self.symbol(Symbol { offset, ..*symbol }, span)?, 0)
            }
            base => (self.value(base, span, Type::B64)?, *offset),
        };
        self.body.uses_memory |= !matches!(base, Value::Local(..));
        Ok(Address { base, offset })
    }

    /// Returns the parameter that a memory instruction accesses, and the offset in the parameter.
    /// Returns `None` if the address is not in a parameter.
    pub(super) fn parameter(&self, operand: &Operand<'a>) -> Option<(VariableId, usize)> {
        let Operand::Address(base, offset) = operand else { return None };
        let Operand::Symbol(Symbol { meaning: Meaning::Variable(variable), index: None, .. }) =
            **base
        else {
            return None;
        };
        match self.places[variable] {
            Place::Param(id) => Some((id, usize::try_from(*offset).unwrap_or(usize::MAX))),
            _ => None,
        }
    }

    /// Returns the variable of a destination register; `None` for `_`.
    pub(super) fn destination(
        &mut self,
        operand: &Operand<'a>,
        span: &Span,
    ) -> Result<Option<VariableId>, Fault> {
        match operand {
            Operand::Sink => Ok(None),
            Operand::Register(id) => self.register(*id, span).map(Some),
            Operand::Lanes(inner, _) => self.destination(inner, span),
            Operand::Element(..) => {
                Err(Fault::new(span.clone(), "vector registers are not supported"))
            }
            _ => Err(Fault::new(span.clone(), "expected a register")),
        }
    }

    /// Translates an argument or result of a call: a `.param` variable, a register or a literal.
    pub(super) fn passed(
        &mut self,
        operand: &Operand<'a>,
        span: &Span,
        storage: Storage,
    ) -> Result<Value, Fault> {
        if let Operand::Symbol(Symbol { meaning: Meaning::Variable(variable), .. }) = operand
            && let Place::Param(id) = self.places[*variable]
        {
            return Ok(Value::Variable(id));
        }
        match storage {
            Storage::Scalar(ty) => self.value(operand, span, ty),
            _ => Err(Fault::new(span.clone(), "expected a `.param` variable")),
        }
    }

    /// Returns whether an action writes to a parameter of the current function.
    pub(super) fn is_own_parameter(&self, action: &Action) -> bool {
        matches!(action, Action::Write { to, .. } if self.body.parameters.contains(to))
    }
}

/// Translates a special register.
fn special(name: Name<'_>, span: &Span) -> Result<Value, Fault> {
    let Some((_, field)) = THREAD.iter().find(|(ptx, _)| *ptx == name.text) else {
        let what = format!("special register `{}` is not supported", name.text);
        return Err(Fault::new(span.clone(), what));
    };
    let axis = ["x", "y", "z"].iter().position(|axis| name.part == Some(axis));
    Ok(match axis {
        Some(axis) => Value::Thread(field, axis),
        None if name.part.is_none() => Value::Thread(field, 0),
        None => Value::Bits(0),
    })
}

fn unsupported(span: &Span) -> Fault {
    let message = Message::new("this operand is not supported")
        .help("write a register, a number, or a variable plus a number");
    Fault::new(span.clone(), message)
}
