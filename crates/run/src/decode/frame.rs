//! Decodes functions that are not inlined, and their calls.
//!
//! Registers that no function owns pass the arguments and results. The variables of a function in local memory have
//! offsets from a base, which each call sets.

use super::call::Passed;
use super::outlined::{Layout, Outlined};
use super::variable::Place;
use super::{Body, Decoder};
use crate::code::function::{Callee, Function};
use crate::code::{Access, Action, Guard, Reg, Site, Source, Width};
use crate::decode::order::{Decoded, Ordered};
use ptx_module::resolve::flow::Line;
use ptx_module::resolve::{Fault, Formal, Through};
use ptx_module::syntax::{self, Span};
use std::ops::Range;

/// The local memory of the function that is being decoded.
#[derive(Clone, Copy)]
pub(super) struct LocalFrame {
    /// The register with the offset of the first byte.
    pub(super) base: Reg,
    /// The size in bytes.
    pub(super) bytes: usize,
}

/// A decoded function.
pub(super) struct Decoding {
    /// The first line of the function.
    pub(super) line: usize,
    /// The line that returns.
    end: usize,
    /// The registers that were created for the function.
    registers: Range<Reg>,
    frame: LocalFrame,
}

impl<'a> Decoder<'a, '_> {
    /// Decodes the functions that are not inlined.
    pub(super) fn functions(&mut self) -> Vec<Decoding> {
        let decodings: Vec<_> = (0..self.outlined.len()).map(|i| self.outlined_body(i)).collect();
        for (decoding, outlined) in decodings.iter().zip(&self.outlined) {
            self.lines[decoding.end] = match &outlined.returns[..] {
                [] => Line::Leave { is_guarded: false },
                to => Line::Switch { to: to.to_vec(), is_guarded: false },
            };
        }
        decodings
    }

    fn outlined_body(&mut self, number: usize) -> Decoding {
        let Outlined { text, function, label, .. } = self.outlined[number];
        self.within(text, |owner| owner.outlined_body_of(function, label))
    }

    fn outlined_body_of(&mut self, function: &'a syntax::Function<'a>, label: usize) -> Decoding {
        let line = self.lines.len();
        let first_register = self.slots.len();
        let frame = LocalFrame { base: self.new_register(Width::B64), bytes: 0 };
        self.frame = Some(frame);
        self.fusion.new_block();
        let (at, source) = (function.name.span.start, self.program.source());
        let name = function.name.text;
        let spelling = format!(".func {name}");
        self.sites.push(Site {
            file: self.texts.all[self.text].file.clone(),
            line: source.place(at).line,
            origin: source.origin(at),
            statement: spelling.clone(),
            spelling,
            types: Vec::new(),
        });
        let site = self.sites.len() - 1;
        let plain = |operations| Decoded { operations, site, ..Decoded::default() };
        self.line(Line::Label(label), plain(Vec::new()));
        let resolved = self.function(function);
        let end = self.new_label();
        let mut inner = self.body(resolved, Some(end));
        let formals = inner.function.parameters.clone();
        self.formals(&mut inner, &formals, &function.parameters, false);
        let operations = std::mem::take(&mut self.operations);
        self.line(Line::Straight, plain(operations));
        self.steps(&mut inner);
        self.fusion.new_block();
        self.temporaries.iter_mut().for_each(|(_, used)| *used = 0);
        self.line(Line::Label(end), plain(Vec::new()));
        let formals = inner.function.returns.clone();
        self.formals(&mut inner, &formals, &function.returns, true);
        let mut operations = std::mem::take(&mut self.operations);
        operations.iter_mut().for_each(|one| one.site = site);
        self.line(Line::Straight, plain(operations));
        self.line(Line::Straight, plain(Vec::new()));
        let frame = self.frame.take().unwrap_or(frame);
        let registers = first_register..self.slots.len();
        Decoding { line, end: self.lines.len() - 1, registers, frame }
    }

    /// Copies the parameters from the registers that pass them, or the results into these registers.
    fn formals(
        &mut self,
        inner: &mut Body<'a>,
        formals: &[Formal],
        declarations: &[syntax::Declaration<'a>],
        are_results: bool,
    ) {
        let span = declarations.first().map_or(0..0, |one| one.span.clone());
        // `find_outlined` has reported a type that is not supported.
        let layouts = Layout::all(declarations).unwrap_or_default();
        let transfers = self.transfers(&layouts, are_results);
        for (formal, transfers) in formals.iter().zip(transfers) {
            let copied = self.formal(inner, *formal, &span).and_then(|place| match are_results {
                true => self.take_from(&transfers, place, &span),
                false => self.put_into(place, &transfers, &span),
            });
            self.faults.extend(copied.err());
        }
    }

    /// Returns the functions for the code.
    pub(super) fn finished(&self, decodings: &[Decoding], ordered: &Ordered) -> Vec<Function> {
        let all = decodings.iter().zip(&self.outlined).enumerate();
        all.map(|(i, (decoding, outlined))| {
            let Decoding { registers, frame, .. } = decoding;
            let is_shared = |register: &Reg| {
                self.transfers.values().any(|one| one == register)
                    || self.temporaries.iter().any(|(all, _)| all.contains(register))
            };
            let is_own = |register: &Reg| {
                self.slots[*register].source == Source::Zero && !is_shared(register)
            };
            let own = registers.clone().filter(is_own);
            let zeroed = ordered.zeroed[1 + i].iter().copied();
            let zeroed = zeroed.filter(|register| registers.contains(register) && is_own(register));
            let name = outlined.function.name.text;
            Function {
                name: name.into(),
                address: self.texts.address_of(outlined.text, name),
                entry: ordered.entries[i],
                signature: outlined.signature.clone(),
                zeroed: zeroed.collect(),
                saved: if outlined.is_recursive { own.collect() } else { Vec::new() },
                base: frame.base,
                local: frame.bytes.next_multiple_of(16),
            }
        })
        .collect()
    }

    /// Decodes a call of the function whose address is in a register.
    pub(super) fn call_through(
        &mut self,
        body: &mut Body<'a>,
        through: &Through<'a>,
    ) -> Result<(), Fault> {
        let site = self.site(through.written);
        let guard = self.guard(body, through.guard, &through.written.span)?;
        let (operand, span) = &through.address;
        let address = self.value(body, operand, span, ptx_isa::Type::B64)?;
        let operations = std::mem::take(&mut self.operations);
        self.line(Line::Straight, Decoded { operations, site, ..Decoded::default() });
        let signature = self.signature_of(through)?;
        let prototype = self.prototype(through);
        let (parameters, results) = match prototype {
            Some(one) => (Layout::all(&one.parameters)?, Layout::all(&one.returns)?),
            None => (Vec::new(), Vec::new()),
        };
        let number = |name: &str| {
            let (text, function) = self.callee(name)?;
            let named = (text, function.name.text);
            self.outlined.iter().position(|one| (one.text, one.function.name.text) == named)
        };
        let listed = through.directive.prototype.is_none().then(|| {
            through.directive.arguments.iter().filter_map(|one| number(one.text)).collect()
        });
        let fits = |number: &usize| self.outlined[*number].signature == signature;
        let candidates: Vec<_> = (0..self.outlined.len()).filter(fits).collect();
        let names = self.texts.functions().map(|(_, name)| name.into()).collect();
        let callee = Callee::Through { address, signature, listed, names };
        let passed = through.arguments.iter().map(|(operand, at)| (operand, *at));
        let returned = through.results.iter().map(|(operand, at)| (operand, *at));
        let (passed, returned): (Vec<_>, Vec<_>) = (passed.collect(), returned.collect());
        self.call_outlined(
            body,
            (guard, site),
            (callee, &candidates),
            (&parameters, &passed),
            (&results, &returned),
        )
    }

    /// Adds a call of a function that is not inlined. `candidates` has the functions that it may start.
    pub(super) fn call_outlined(
        &mut self,
        body: &mut Body<'a>,
        (guard, site): (Option<Guard>, usize),
        (callee, candidates): (Callee, &[usize]),
        (parameters, passed): (&[Layout], &[Passed<'_, 'a>]),
        (results, returned): (&[Layout], &[Passed<'_, 'a>]),
    ) -> Result<(), Fault> {
        let (back, after) = (self.new_label(), self.new_label());
        let plain = |operations| Decoded { operations, site, ..Decoded::default() };
        if let Some(guard) = guard {
            let guard = Some(Guard { is_negated: !guard.is_negated, ..guard });
            let skip = Decoded { guard, instructions: 1, ..plain(Vec::new()) };
            self.line(Line::Jump { to: after, is_guarded: true }, skip);
        }
        let transfers = self.transfers(parameters, false);
        for ((argument, layout), transfers) in passed.iter().zip(parameters).zip(transfers) {
            match (self.storage_of(body, argument.0), layout) {
                (Some(place), _) => self.take_from(&transfers, place, argument.1)?,
                (None, Layout::Scalar(ty)) => {
                    self.pass_to(body, *argument, Place::Register(transfers[0], *ty))?;
                }
                _ => return Err(Fault::new(argument.1.clone(), "expected a `.param` variable")),
            }
        }
        let operations = std::mem::take(&mut self.operations);
        self.line(Line::Straight, plain(operations));
        let entries = candidates.iter().map(|number| self.outlined[*number].label);
        let to = entries.chain([back]).collect();
        let instructions = u64::from(guard.is_none());
        let call = Decoded { callee: Some(callee), instructions, ..plain(Vec::new()) };
        self.line(Line::Switch { to, is_guarded: false }, call);
        self.line(Line::Label(back), plain(Vec::new()));
        candidates.iter().for_each(|number| self.outlined[*number].returns.push(back));
        self.fusion.new_block();
        let transfers = self.transfers(results, true);
        for ((result, layout), transfers) in returned.iter().zip(results).zip(transfers) {
            match (self.storage_of(body, result.0), layout) {
                (Some(place), _) => self.put_into(place, &transfers, result.1)?,
                (None, Layout::Scalar(ty)) => {
                    self.give_from(body, *result, Place::Register(transfers[0], *ty))?;
                }
                _ => return Err(Fault::new(result.1.clone(), "expected a `.param` variable")),
            }
        }
        let operations = std::mem::take(&mut self.operations);
        self.line(Line::Straight, plain(operations));
        self.line(Line::Label(after), plain(Vec::new()));
        Ok(())
    }

    /// Returns the registers that pass each parameter, or each result.
    fn transfers(&mut self, layouts: &[Layout], are_results: bool) -> Vec<Vec<Reg>> {
        let mut number = 0;
        let mut all = Vec::new();
        for layout in layouts {
            let mut registers = Vec::new();
            for width in layout.widths() {
                let known = self.transfers.get(&(are_results, number, width)).copied();
                let register = known.unwrap_or_else(|| self.new_register(width));
                self.transfers.insert((are_results, number, width), register);
                registers.push(register);
                number += 1;
            }
            all.push(registers);
        }
        all
    }

    /// Copies registers into a parameter or variable.
    fn put_into(&mut self, place: Place, from: &[Reg], span: &Span) -> Result<(), Fault> {
        self.pieces(
            place,
            from,
            span,
            |to, from| Action::Copy { to, from, is_signed: false },
            Action::Store,
        )
    }

    /// Copies a parameter or variable into registers.
    fn take_from(&mut self, to: &[Reg], place: Place, span: &Span) -> Result<(), Fault> {
        self.pieces(
            place,
            to,
            span,
            |from, to| Action::Copy { to, from, is_signed: false },
            Action::Load,
        )
    }

    /// Copies between the storage of a parameter or variable and registers. `copy` copies the first register to or from the
    /// second.
    fn pieces(
        &mut self,
        place: Place,
        registers: &[Reg],
        span: &Span,
        copy: fn(Reg, Reg) -> Action,
        access: fn(Access) -> Action,
    ) -> Result<(), Fault> {
        match place {
            Place::Register(own, _) if registers.len() == 1 => self.push(copy(own, registers[0])),
            Place::Local { base, offset, bytes, .. } => {
                let mut within = 0;
                for register in registers {
                    let width = self.slots[*register].width;
                    let address = self.local_address(base, offset + within);
                    within += width.bytes();
                    self.push(access(Access::local(address, *register, width)));
                }
                if within != bytes {
                    return Err(Fault::new(span.clone(), "the variable has another size"));
                }
            }
            Place::Faulty => {}
            _ => return Err(Fault::new(span.clone(), "expected a `.param` variable")),
        }
        Ok(())
    }

    /// Returns a register with an address in the thread's local memory.
    pub(super) fn local_address(&mut self, base: Option<Reg>, offset: usize) -> Reg {
        match base {
            None => self.constant(Width::B64, Source::Bits(offset as u64)),
            Some(from) => {
                let to = self.temporary(Width::B64);
                self.push(Action::Add { to, from, number: offset as u64 });
                to
            }
        }
    }
}
