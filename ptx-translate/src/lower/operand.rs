//! Operands: as `ptx-isa` judges them, and as values.

use super::body::{Action, Storage, Value};
use super::{Lowering, Meaning};
use ptx_isa::literal::Literal;
use ptx_isa::operand::Operand as Judged;
use ptx_isa::{Message, Type, is_special_register};
use ptx_lower::Fault;
use ptx_lower::{WARP_SZ, constant};
use ptx_text::{Name, Operand, OperandKind, Span};

/// The special registers that a thread has.
const THREAD: &[(&str, &str)] =
    &[("%tid", "tid"), ("%ntid", "ntid"), ("%ctaid", "ctaid"), ("%nctaid", "nctaid")];

impl<'a> Lowering<'a, '_> {
    /// An operand as `ptx-isa` judges it.
    pub(super) fn described(&mut self, operand: &'a Operand<'a>) -> Result<Judged, Fault> {
        let many = |this: &mut Self, items: &'a [Operand<'a>]| {
            items.iter().map(|item| this.described(item)).collect::<Result<Vec<_>, _>>()
        };
        Ok(match &operand.kind {
            OperandKind::Name(name) => self.named(*name, &operand.span)?,
            OperandKind::Sink => Judged::Sink,
            OperandKind::Literal(_) | OperandKind::Expression(_) => {
                Judged::Immediate(constant(operand)?)
            }
            OperandKind::Sum(name, _) | OperandKind::Element(name, _) => {
                match self.named(*name, &operand.span)? {
                    Judged::Symbol(name) => Judged::Symbol(name),
                    _ => return Err(unsupported(operand)),
                }
            }
            OperandKind::Address(items) => match items.as_slice() {
                [one] => {
                    let base = match &one.kind {
                        OperandKind::Sum(name, _) => self.named(*name, &one.span)?,
                        _ => self.described(one)?,
                    };
                    Judged::Address(Box::new(base))
                }
                _ => return Err(unsupported(operand)),
            },
            OperandKind::Vector(items) => Judged::Vector(many(self, items)?),
            // What is in it is checked with the function.
            OperandKind::List(_) => Judged::List(Vec::new()),
            OperandKind::Pair(both) => {
                Judged::Pair(Box::new([self.described(&both[0])?, self.described(&both[1])?]))
            }
            OperandKind::Complement(name) => {
                Judged::Complement(Box::new(self.named(*name, &operand.span)?))
            }
            OperandKind::Text(_) => return Err(unsupported(operand)),
        })
    }

    fn named(&mut self, name: Name<'a>, span: &Span) -> Result<Judged, Fault> {
        if let Some(found) = self.scopes.find(name.text) {
            return match found.meaning {
                Meaning::Register(_) if name.part.is_none() => {
                    let (_, ty) = self.register(name.text, span)?;
                    Ok(Judged::Register { name: name.text.into(), ty: Some(ty) })
                }
                Meaning::Register(_) if name.part.is_some_and(ptx_isa::names_lanes) => {
                    let of = self.named(Name { part: None, ..name }, span)?;
                    let word = name.part.unwrap_or_default().into();
                    Ok(Judged::Lanes { of: Box::new(of), word })
                }
                Meaning::Register(_) => {
                    Err(Fault::new(span.clone(), "vector registers are not supported"))
                }
                Meaning::Shared => Err(Fault::new(span.clone(), "shared memory is not supported")),
                _ => Ok(Judged::Symbol(name.text.into())),
            };
        }
        if is_special_register(name.text) {
            return match THREAD.iter().any(|(ptx, _)| *ptx == name.text) {
                true => Ok(Judged::Special(name.text.into())),
                false => {
                    let what = format!("special register `{}` is not supported", name.text);
                    Err(Fault::new(span.clone(), what))
                }
            };
        }
        if name.text == "WARP_SZ" {
            return Ok(Judged::Immediate(Literal::Integer(WARP_SZ)));
        }
        let is_known = self.program.variable(name.text).is_some()
            || self.program.function(name.text).is_some();
        match is_known {
            true => Ok(Judged::Symbol(name.text.into())),
            false => Err(self.undeclared(name.text, span)),
        }
    }

    /// A source as a value of an instruction's type.
    pub(super) fn value(&mut self, operand: &'a Operand<'a>, ty: Type) -> Result<Value, Fault> {
        match &operand.kind {
            OperandKind::Name(name) => self.named_value(*name, 0, &operand.span),
            OperandKind::Sum(name, added) => self.named_value(*name, offset(added)?, &operand.span),
            OperandKind::Literal(_) | OperandKind::Expression(_) | OperandKind::List(_) => {
                constant(operand)?
                    .bits(ty)
                    .map(Value::Bits)
                    .map_err(|message| Fault::new(operand.span.clone(), message))
            }
            OperandKind::Complement(name) => {
                let (id, _) = self.register(name.text, &operand.span)?;
                Ok(Value::Complement(Box::new(Value::Variable(id))))
            }
            _ => Err(unsupported(operand)),
        }
    }

    /// What a name means as a source: for a variable its address.
    pub(super) fn named_value(
        &mut self,
        name: Name<'a>,
        offset: u64,
        span: &Span,
    ) -> Result<Value, Fault> {
        let error = |what: String| Err(Fault::new(span.clone(), what));
        if let Some(found) = self.scopes.find(name.text) {
            return match found.meaning {
                Meaning::Register(_) => {
                    self.register(name.text, span).map(|r| Value::Variable(r.0))
                }
                Meaning::Local(local) => Ok(Value::Local(local, offset)),
                Meaning::Param(_) => {
                    error(format!("the address of parameter `{}` is not supported", name.text))
                }
                Meaning::Label(_) => error(format!("`{}` is a label", name.text)),
                Meaning::Shared => error("shared memory is not supported".into()),
            };
        }
        if let Some((_, field)) = THREAD.iter().find(|(ptx, _)| *ptx == name.text) {
            let axis = ["x", "y", "z"].iter().position(|axis| name.part == Some(axis));
            return match axis {
                Some(axis) => Ok(Value::Thread(field, axis)),
                None if name.part.is_none() => Ok(Value::Thread(field, 0)),
                None => Ok(Value::Bits(0)),
            };
        }
        if name.text == "WARP_SZ" {
            return Ok(Value::Bits(WARP_SZ));
        }
        let Some((declaration, _)) = self.program.variable(name.text) else {
            return error(format!("the address of function `{}` is not supported", name.text));
        };
        match declaration.space.text {
            "const" | "global" => {
                self.body.uses_memory = true;
                if !self.body.globals.contains(&name.text) {
                    self.body.globals.push(name.text);
                }
                Ok(Value::Global(name.text.into(), offset))
            }
            other => error(format!("`.{other}` memory is not supported")),
        }
    }

    /// A parameter's variable and the offset in it, if that is what an address names.
    pub(super) fn parameter(
        &mut self,
        operand: &'a Operand<'a>,
    ) -> Result<Option<(usize, usize)>, Fault> {
        let OperandKind::Address(items) = &operand.kind else { return Ok(None) };
        let (name, added) = match items.first().map(|item| &item.kind) {
            Some(OperandKind::Name(name)) => (name, 0),
            Some(OperandKind::Sum(name, added)) => (name, offset(added)?),
            _ => return Ok(None),
        };
        match self.scopes.find(name.text).map(|found| found.meaning) {
            Some(Meaning::Param(id)) => {
                Ok(Some((id, usize::try_from(added).unwrap_or(usize::MAX))))
            }
            _ => Ok(None),
        }
    }

    /// What a call passes or takes back: a parameter's variable, a register or a literal.
    pub(super) fn passed(
        &mut self,
        operand: &'a Operand<'a>,
        storage: Storage,
    ) -> Result<Value, Fault> {
        if let OperandKind::Name(name) = &operand.kind
            && let Some(Meaning::Param(id)) = self.scopes.find(name.text).map(|found| found.meaning)
        {
            return Ok(Value::Variable(id));
        }
        match storage {
            Storage::Scalar(ty) => self.value(operand, ty),
            _ => Err(Fault::new(operand.span.clone(), "expected a `.param` variable")),
        }
    }

    /// Whether a step writes to a parameter of the function itself.
    pub(super) fn is_own_parameter(&self, action: &Action) -> bool {
        matches!(action, Action::Write { to, .. } if self.body.parameters.contains(to))
    }
}

/// What is added to an address.
pub(super) fn offset(operand: &Operand<'_>) -> Result<u64, Fault> {
    match constant(operand)? {
        Literal::Integer(value) => Ok(value),
        _ => Err(Fault::new(operand.span.clone(), "expected an integer")),
    }
}

fn unsupported(operand: &Operand<'_>) -> Fault {
    let message = Message::new("this operand is not supported")
        .help("write a register, a number, or a variable plus a number");
    Fault::new(operand.span.clone(), message)
}
