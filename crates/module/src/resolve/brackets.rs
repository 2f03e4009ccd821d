//! Resolves addresses in brackets: `[%a+4]`, `[map, {%x, %y}]`.

use crate::resolve::computed::{Term, sum};
use crate::resolve::operand::Operand;
use crate::resolve::read::integer;
use crate::resolve::resolver::{RegisterId, Resolver};
use crate::resolve::{Fault, Meaning, Register, RegisterType};
use crate::syntax::{
    ExpressionStep, Name, Operand as Written, OperandKind, Span, StateSpace, Word,
};
use ptx_isa::directives::LONG_ADDRESSES;
use ptx_isa::operand::needs_long_address;
use ptx_isa::{Help, Kind, Message, Part, Type, declarations, is_special_register};
use std::collections::HashSet;

/// Returns the register of an index, and its factor: `%r1`, `%r1 * 4`, `4 * %r1`, `%r1 << 2`.
fn factors<'a>(added: &Written<'a>) -> Option<(Name<'a>, Option<String>)> {
    let expression = match &added.kind {
        OperandKind::Name(name) => return Some((*name, None)),
        OperandKind::Expression(expression) => expression,
        _ => return None,
    };
    let [(first, _), (second, _), (ExpressionStep::Binary(operator), _)] =
        expression.steps.as_slice()
    else {
        return None;
    };
    match (first, second, *operator) {
        (ExpressionStep::Name(name), ExpressionStep::Literal(factor), "*")
        | (ExpressionStep::Literal(factor), ExpressionStep::Name(name), "*") => {
            Some((*name, Some((*factor).into())))
        }
        (ExpressionStep::Name(name), ExpressionStep::Literal(shift), "<<") => {
            let factor = 1_u64.checked_shl(shift.parse().ok()?)?;
            Some((*name, Some(factor.to_string())))
        }
        _ => None,
    }
}

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
                            .help(Help::write(Part::Word, format!("[{base}+{offset}]"))),
                        false => message,
                    },
                ));
            }
            _ => return Err(Fault::new(span.clone(), "expected one address")),
        };
        let OperandKind::Sum(name, added) = &item.kind else {
            if let OperandKind::Name(name) | OperandKind::Element(name, _) = &item.kind {
                self.declared(*name, &item.span, words)?;
            }
            if let OperandKind::Element(name, index) = &item.kind
                && !matches!(self.meaning(name.text), Some(Meaning::Register(_)) | None)
            {
                let is_number = !matches!(index.kind, OperandKind::Name(_) | OperandKind::Sum(..));
                let index = &self.text[index.span.clone()];
                let message = Message::new(format!("unexpected `[{index}]` in an address"));
                let (at, help) = match is_number {
                    true => (
                        &item.span,
                        format!("an offset N in bytes is added: `{}+N`", name.text).into(),
                    ),
                    false => (span, Help::write(Part::Word, format!("{}[{index}]", name.text))),
                };
                return Err(Fault::new(at.clone(), message.help(help)));
            }
            return Ok(Operand::Address(Box::new(self.operand(item, Type::B64)?), 0));
        };
        self.declared(*name, &item.span, words)?;
        if !self.is_plus(item, added) {
            let message = Message::new("expected `+` before an offset");
            return Err(Fault::new(
                added.span.clone(),
                message.help("a negative offset is added: `+-4`"),
            ));
        }
        let base = self.name(*name, &item.span, Type::B64)?;
        if let Some((index, factor)) = factors(added)
            && let Operand::Register(index) = self.name(index, &added.span, Type::B64)?
        {
            return Err(self.sum_in_address(&base, index, factor, span));
        }
        let offset = integer(added)?;
        Ok(Operand::Address(Box::new(base), offset))
    }

    /// Reports an address with a register as its index: `[%a + %b]`, `[buf + %r1 * 4]`.
    fn sum_in_address(
        &self,
        base: &Operand<'a>,
        index: RegisterId,
        factor: Option<String>,
        at: &Span,
    ) -> Fault {
        let message = Message::new("expected a constant offset, found a register")
            .note("an address is one register or variable, and a constant");
        let index = self.registers[index];
        let of_register = |one: Register<'a>| match one.ty {
            RegisterType::Scalar(ty) if matches!(ty.kind(), Kind::Bits | Kind::Integer) => {
                Some(Term {
                    name: one.name,
                    bits: ty.bits(),
                    is_signed: ty == Type::S32,
                    is_variable: false,
                })
            }
            _ => None,
        };
        let index = of_register(index);
        let base = match base {
            Operand::Register(base) => of_register(self.registers[*base]),
            Operand::Symbol(symbol) => {
                // Only an address in shared or local memory fits into 32 bits.
                let is_short =
                    matches!(self.space(symbol), Some(StateSpace::Shared | StateSpace::Local));
                let bits = if is_short { index.map_or(32, |index| index.bits) } else { 64 };
                Some(Term { name: symbol.name, bits, is_signed: false, is_variable: true })
            }
            _ => None,
        };
        if base.is_some_and(|base| base.bits == 32 && !base.is_variable)
            && self.needs_long_address(at)
        {
            let message = message.note(LONG_ADDRESSES);
            return Fault::new(at.clone(), message.help("hold the address in a `.b64` register"));
        }
        let new = self.new_name("%t");
        let steps = base
            .zip(index)
            .and_then(|(base, index)| sum(base, index, factor.as_deref(), &new, &self.dialect));
        let message = match steps {
            Some(steps) => {
                message.help(self.replaced("add them first: ", &steps, at, &format!("[{new}]")))
            }
            None => message,
        };
        Fault::new(at.clone(), message)
    }

    /// Returns whether the address at `at` in the current instruction must be in a 64-bit register.
    fn needs_long_address(&self, at: &Span) -> bool {
        let Some(current) = self.current else { return false };
        let is_earlier = |operand: &&Written<'_>| {
            matches!(operand.kind, OperandKind::Address(_)) && operand.span.start < at.start
        };
        let index = current.operands.iter().filter(is_earlier).count();
        let words: Vec<_> = current.modifiers.iter().map(|word| word.text).collect();
        needs_long_address(current.mnemonic.text, &words, index, &self.dialect)
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
        if self.is_excerpt || self.meaning(text).is_some() || is_special_register(text) {
            return Ok(());
        }
        let at = span.start..span.start + text.len();
        if is_register || is_slip || !is_param {
            let word = |is: &dyn Fn(&str) -> bool| {
                words.iter().map(|word| word.text).find(|word| is(word))
            };
            let space = word(&|word| {
                ["shared", "global", "const", "local", "param"]
                    .iter()
                    .any(|space| word.split("::").next() == Some(space))
            });
            let ty = words.iter().rev().find_map(|word| Type::from_word(word.text));
            let near = self.near(text);
            return Err(Fault::new(at, declarations::undeclared_address(text, space, ty, &near)));
        }
        let known: Vec<_> = self
            .variables
            .iter()
            .rev()
            .take(MOST_NAMES)
            .filter(|one| one.declaration.space.value == StateSpace::Param)
            .map(|one| one.declarator.name.text)
            .filter(|name| self.scopes.has(name))
            .collect();
        let mut seen = HashSet::new();
        let known: Vec<_> = known.into_iter().filter(|name| seen.insert(*name)).collect();
        let message = declarations::undeclared_parameter(text, &known);
        Err(Fault::new(at, message))
    }
}
