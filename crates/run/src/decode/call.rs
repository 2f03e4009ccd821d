//! Decodes calls. The body of the called function is inlined, unless the function is recursive (`frame.rs`).

use super::outlined::{Layout, Outlined};
use super::variable::Place;
use super::{Body, Decoder};
use crate::code::function::Callee;
use crate::code::{Access, Action, Guard, Width};
use crate::decode::order::Decoded;
use ptx_module::operation;
use ptx_module::resolve::flow::Line;
use ptx_module::resolve::{Fault, Formal, Instruction, Meaning, Operand, RegisterType, Symbol};
use ptx_module::syntax::Span;
use std::rc::Rc;

/// An argument or a result of a call.
pub(super) type Passed<'o, 'a> = (&'o Operand<'a>, &'o Span);

impl<'a> Decoder<'a, '_> {
    pub(super) fn call(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        one: &operation::Call<'_, 'a>,
        guard: Option<Guard>,
        site: usize,
    ) -> Result<(), Fault> {
        let returned: Vec<_> = one.returned.iter().map(|(operand, at)| (operand, *at)).collect();
        let passed: Vec<_> = one.passed.iter().map(|(operand, at)| (operand, *at)).collect();
        let called = one.callee.and_then(|(name, span)| Some((self.callee(name)?, span)));
        let Some(((text, function), span)) = called else {
            let span = instruction.written.spelling_span();
            return Err(Fault::new(span, "expected the name of a function"));
        };
        let name = function.name.text;
        let place = (guard, site);
        if function.body.is_none() {
            return self.external(body, (function, span), place, &returned, &passed);
        }
        let is_recursive = |one: &Outlined<'_>| {
            one.is_never_inlined && (one.text, one.function.name.text) == (text, name)
        };
        if let Some(number) = self.outlined.iter().position(is_recursive) {
            return self.call_outlined(
                body,
                place,
                (Callee::Named(number), &[number]),
                (&Layout::all(&function.parameters)?, &passed),
                (&Layout::all(&function.returns)?, &returned),
            );
        }
        let after = self.new_label();
        let plain = |operations| Decoded { operations, site, ..Decoded::default() };
        if let Some(guard) = guard {
            let guard = Some(Guard { is_negated: !guard.is_negated, ..guard });
            let skip = Decoded { guard, instructions: 1, ..plain(Vec::new()) };
            self.line(Line::Jump { to: after, is_guarded: true }, skip);
        }
        let end = self.new_label();
        let mut inner = self.within(text, |owner| {
            let resolved = owner.function(function);
            owner.body(resolved, Some(end))
        });
        let function = Rc::clone(&inner.function);
        for (formal, argument) in function.parameters.iter().zip(&passed) {
            self.pass(body, *argument, &mut inner, *formal)?;
        }
        let operations = std::mem::take(&mut self.operations);
        let instructions = u64::from(guard.is_none());
        self.line(Line::Straight, Decoded { instructions, ..plain(operations) });
        self.fusion.new_block();
        self.within(text, |owner| owner.steps(&mut inner));
        self.fusion.new_block();
        self.temporaries.iter_mut().for_each(|(_, used)| *used = 0);
        self.line(Line::Label(end), plain(Vec::new()));
        for (formal, result) in function.returns.iter().zip(&returned) {
            self.give_back(body, *result, &mut inner, *formal)?;
        }
        let mut operations = std::mem::take(&mut self.operations);
        operations.iter_mut().for_each(|one| one.site = site);
        self.line(Line::Straight, plain(operations));
        self.line(Line::Label(after), plain(Vec::new()));
        Ok(())
    }

    /// Copies an argument into a parameter.
    fn pass(
        &mut self,
        body: &mut Body<'a>,
        (operand, span): Passed<'_, 'a>,
        inner: &mut Body<'a>,
        formal: Formal,
    ) -> Result<(), Fault> {
        let to = self.formal(inner, formal, span)?;
        self.pass_to(body, (operand, span), to)
    }

    /// Copies an argument into the storage of a parameter.
    pub(super) fn pass_to(
        &mut self,
        body: &mut Body<'a>,
        (operand, span): Passed<'_, 'a>,
        to: Place,
    ) -> Result<(), Fault> {
        let from = match self.storage_of(body, operand) {
            Some(place) => place,
            None => {
                let ty = match to {
                    Place::Register(_, ty) => ty,
                    _ => return Err(Fault::new(span.clone(), "expected a `.param` variable")),
                };
                Place::Register(self.value(body, operand, span, ty)?, ty)
            }
        };
        self.copy(to, from, span)
    }

    /// Copies a result into the caller's variable or register.
    fn give_back(
        &mut self,
        body: &mut Body<'a>,
        (operand, span): Passed<'_, 'a>,
        inner: &mut Body<'a>,
        formal: Formal,
    ) -> Result<(), Fault> {
        let from = self.formal(inner, formal, span)?;
        self.give_from(body, (operand, span), from)
    }

    /// Copies a result from its storage into the caller's variable or register.
    pub(super) fn give_from(
        &mut self,
        body: &mut Body<'a>,
        (operand, span): Passed<'_, 'a>,
        from: Place,
    ) -> Result<(), Fault> {
        let to = match (self.storage_of(body, operand), from) {
            (Some(place), _) => place,
            (None, Place::Register(_, ty)) => match self.destination(body, operand, span)? {
                Some(register) => Place::Register(register, ty),
                None => return Ok(()),
            },
            _ => return Err(Fault::new(span.clone(), "expected a `.param` variable")),
        };
        self.copy(to, from, span)
    }

    pub(super) fn formal(
        &mut self,
        inner: &mut Body<'a>,
        formal: Formal,
        span: &Span,
    ) -> Result<Place, Fault> {
        match formal {
            Formal::Variable(id) => Ok(inner.places[id]),
            Formal::Register(id) => {
                let register = self.register(inner, id, span)?;
                match inner.function.registers[id].ty {
                    RegisterType::Scalar(ty) => Ok(Place::Register(register, ty)),
                    _ => Err(Fault::new(span.clone(), "a parameter is a vector register")),
                }
            }
        }
    }

    fn copy(&mut self, to: Place, from: Place, span: &Span) -> Result<(), Fault> {
        match (to, from) {
            (Place::Register(to, _), Place::Register(from, ty)) => {
                let is_signed = ty.rust().is_signed();
                self.push(Action::Copy { to, from, is_signed });
            }
            (
                Place::Local { base: None, offset: to, bytes, .. },
                Place::Local { base: None, offset: from, .. },
            ) => {
                self.push(Action::Move { to, from, bytes });
            }
            (
                Place::Local { base: to, offset: to_start, bytes, .. },
                Place::Local { base: from, offset: from_start, .. },
            ) => {
                let mut within = 0;
                for width in Layout::Bytes(bytes).widths() {
                    let value = self.temporary(width);
                    let address = self.local_address(from, from_start + within);
                    self.push(Action::Load(Access::local(address, value, width)));
                    let address = self.local_address(to, to_start + within);
                    self.push(Action::Store(Access::local(address, value, width)));
                    within += width.bytes();
                }
            }
            (Place::Register(to, ty), Place::Local { base, offset, .. }) => {
                let address = self.local_address(base, offset);
                self.push(Action::Load(Access::local(address, to, Width::of_bits(ty.bits()))));
            }
            (Place::Local { base, offset, .. }, Place::Register(from, ty)) => {
                let address = self.local_address(base, offset);
                self.push(Action::Store(Access::local(address, from, Width::of_bits(ty.bits()))));
            }
            (Place::Faulty, _) | (_, Place::Faulty) => {}
            _ => return Err(Fault::new(span.clone(), "expected a `.param` variable")),
        }
        Ok(())
    }

    /// Returns the storage of a `.param` variable of the caller.
    pub(super) fn storage_of(&self, body: &Body<'_>, operand: &Operand<'_>) -> Option<Place> {
        match operand {
            Operand::Symbol(Symbol { meaning: Meaning::Variable(id), .. }) => {
                Some(body.places[*id])
            }
            _ => None,
        }
    }
}
