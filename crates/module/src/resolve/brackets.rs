//! Resolves addresses in brackets: `[%a+4]`, `[map, {%x, %y}]`.

use crate::resolve::operand::Operand;
use crate::resolve::read::integer;
use crate::resolve::resolver::{RegisterId, Resolver};
use crate::resolve::{Fault, Meaning, Register, RegisterType};
use crate::syntax::{Name, Operand as Written, OperandKind, Span, Word};
use ptx_isa::{Kind, Message, Type, declarations};
use std::collections::HashSet;

/// The maximum number of variables that the resolver searches for a similar name.
const MOST_NAMES: usize = 100;

impl<'a> Resolver<'a> {
    /// Resolves the address of a memory instruction.
    pub(crate) fn address(
        &mut self,
        items: &[Written<'a>],
        span: &Span,
        words: &[Word<'a>],
    ) -> Result<Operand<'a>, Fault> {
        let item = match items {
            [item] => item,
            [map, coordinates] if matches!(coordinates.kind, OperandKind::Vector(_)) => {
                return self.tensor(map, coordinates, span);
            }
            [base, offset] => {
                let is_offset = matches!(
                    (&base.kind, &offset.kind),
                    (OperandKind::Name(_), OperandKind::Literal(_))
                );
                let (base, offset) =
                    (&self.text[base.span.clone()], &self.text[offset.span.clone()]);
                let message = Message::new("expected one address");
                return Err(Fault::new(
                    span.clone(),
                    match is_offset {
                        true => message
                            .note("an offset is added to a register")
                            .help(format!("write `[{base}+{offset}]`")),
                        false => message,
                    },
                ));
            }
            _ => return Err(Fault::new(span.clone(), "expected one address")),
        };
        let OperandKind::Sum(name, added) = &item.kind else {
            if let OperandKind::Name(name) = &item.kind {
                self.declared(*name, &item.span, words)?;
            }
            if let OperandKind::Element(name, index) = &item.kind
                && !matches!(self.meaning(name.text), Some(Meaning::Register(_)) | None)
            {
                let index = &self.text[index.span.clone()];
                let message = Message::new(format!("unexpected `[{index}]` in an address"));
                let help = format!("write `{}+N`, with an offset N in bytes", name.text);
                return Err(Fault::new(item.span.clone(), message.help(help)));
            }
            return Ok(Operand::Address(Box::new(self.operand(item, Type::B64)?), 0));
        };
        self.declared(*name, &item.span, words)?;
        if !self.is_plus(item, added) {
            let message = Message::new("expected `+` before an offset");
            return Err(Fault::new(added.span.clone(), message.help("write `+-4` to subtract 4")));
        }
        let base = self.name(*name, &item.span, Type::B64)?;
        if let OperandKind::Name(index) = &added.kind
            && let Operand::Register(index) = self.name(*index, &added.span, Type::B64)?
        {
            return Err(self.sum_in_address(&base, index, &item.span));
        }
        let offset = integer(added)?;
        Ok(Operand::Address(Box::new(base), offset))
    }

    /// Reports an address with two registers: `[%a + %b]`.
    fn sum_in_address(&self, base: &Operand<'a>, index: RegisterId, at: &Span) -> Fault {
        let message = Message::new("expected a constant offset, found a register")
            .note("an address has one register at most");
        let (Operand::Register(base), index) = (base, self.registers[index]) else {
            return Fault::new(at.clone(), message);
        };
        let base = self.registers[*base];
        let bits = |one: Register<'_>| match one.ty {
            RegisterType::Scalar(ty) if matches!(ty.kind(), Kind::Bits | Kind::Integer) => {
                ty.bits()
            }
            _ => 0,
        };
        let sign = if index.ty == RegisterType::Scalar(Type::S32) { 's' } else { 'u' };
        let (sizes, base, index) = ((bits(base), bits(index)), base.name, index.name);
        let message = match sizes {
            (64, 32) => message.help(format!(
                "add them first: `.reg .b64 %t; cvt.{sign}64.{sign}32 %t, {index}; add.u64 %t, {base}, %t;`, then use `[%t]`"
            )),
            (bits @ (32 | 64), other) if bits == other => message.help(format!(
                "add them first: `.reg .b{bits} %t; add.u{bits} %t, {base}, {index};`, then use `[%t]`"
            )),
            _ => message,
        };
        Fault::new(at.clone(), message)
    }

    /// Resolves `[map, {c0, c1}]`, the address of a tensor map with coordinates.
    fn tensor(
        &mut self,
        map: &Written<'a>,
        coordinates: &Written<'a>,
        span: &Span,
    ) -> Result<Operand<'a>, Fault> {
        let OperandKind::Vector(items) = &coordinates.kind else {
            return Err(Fault::new(span.clone(), "expected one address"));
        };
        let Operand::Address(base, _) = self.address(std::slice::from_ref(map), span, &[])? else {
            return Err(Fault::new(span.clone(), "expected one address"));
        };
        let coordinates = items.iter().map(|item| self.operand(item, Type::S32));
        Ok(Operand::Tensor(base, coordinates.collect::<Result<_, _>>()?))
    }

    /// Reports an undeclared name in the address of a `.param` access. Ignores names that begin with `%` or `$`,
    /// because these names are registers. `words` are the modifiers of the instruction.
    fn declared(&mut self, name: Name<'a>, span: &Span, words: &[Word<'a>]) -> Result<(), Fault> {
        let Name { text, .. } = name;
        let is_register = text.starts_with(['%', '$']) || self.is_excerpt;
        let is_near = |name: &String| self.scopes.has(name);
        let is_slip = declarations::other_sigils(text).iter().any(is_near);
        let is_param = words.iter().any(|word| word.text.starts_with("param"));
        if is_register || is_slip || !is_param || self.meaning(text).is_some() {
            return Ok(());
        }
        let known: Vec<_> = self
            .variables
            .iter()
            .rev()
            .take(MOST_NAMES)
            .filter(|one| one.declaration.space.text == "param")
            .map(|one| one.declarator.name.text)
            .filter(|name| self.scopes.has(name))
            .collect();
        let mut seen = HashSet::new();
        let known: Vec<_> = known.into_iter().filter(|name| seen.insert(*name)).collect();
        let message = declarations::undeclared_parameter(text, &known);
        Err(Fault::new(span.start..span.start + text.len(), message))
    }
}
