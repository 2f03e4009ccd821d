//! Checks an instruction.

use super::{Checker, Finding, Level};
use crate::resolve::{Meaning, RegisterType, Spans, element_number};
use crate::syntax::{ExpressionStep, Instruction, Name, Operand, OperandKind, Word};
use ptx_isa::fusion::Use;
use ptx_isa::{Code, Selection, is_outside_program};
use std::ops::Range;

impl<'a> Checker<'a> {
    /// Checks an instruction, and passes its registers to the checks that span several instructions.
    pub(super) fn instruction(&mut self, instruction: &'a Instruction<'a>) {
        let form = self.form(instruction);
        self.follow(instruction, form.as_ref());
        self.last = form;
    }

    /// Records the faults of an instruction. Returns its form, if the form is in the instruction table.
    fn form(&mut self, instruction: &'a Instruction<'a>) -> Option<Selection> {
        if instruction.is_broken {
            return None;
        }
        let mnemonic = &instruction.mnemonic;
        if is_outside_program(mnemonic.text, &crate::resolve::words(instruction)) {
            self.guard_of(instruction);
            let place = Some(Box::new(Spans::of(instruction)));
            if let Err(fault) = crate::resolve::joined(instruction) {
                self.findings.push(Finding { place, ..fault.into() });
                return None;
            }
            let is_unified = self.directives.has_target.then_some(self.directives.is_unified);
            if let Err(fault) = self.resolver.check_texture(instruction, is_unified) {
                self.findings.push(Finding { place, ..fault.into() });
                return None;
            }
            let spelling = instruction.spelling();
            self.unchecked(mnemonic, format!("`{spelling}` is not in the instruction table"));
            return None;
        }
        if self.resolver.calls_an_address(instruction) {
            self.guard_of(instruction);
            self.results(instruction);
            match self.resolver.call_through(instruction) {
                Ok(Some(_)) => {}
                Ok(None) => {
                    self.unchecked(mnemonic, "a call through an address is not checked".into());
                }
                Err(fault) => self.findings.push(fault.coded(Code::Call).into()),
            }
            return None;
        }
        match self.resolver.instruction(instruction) {
            Ok(resolved) => {
                self.results(instruction);
                let fault = self.resolver.listed_before(&resolved).err();
                self.findings.extend(fault.map(Finding::from));
                let order = resolved.order.map(Finding::from);
                self.findings.extend(order.map(|order| Finding {
                    level: match order.message.code {
                        Code::CompilerOrder => Level::Note,
                        _ => Level::Warning,
                    },
                    ..order
                }));
                Some(resolved.selection)
            }
            Err(fault) => {
                self.findings.push(fault.into());
                None
            }
        }
    }

    /// Checks the guard of an instruction that is not in the table.
    fn guard_of(&mut self, instruction: &Instruction<'a>) {
        let guard = instruction.guard.as_ref().map(|guard| self.resolver.resolve_guard(guard));
        let fault = guard.and_then(Result::err).map(|fault| fault.coded(Code::Operand));
        self.findings.extend(fault.map(Finding::from));
    }

    /// Records that an instruction is not checked.
    fn unchecked(&mut self, mnemonic: &Word<'_>, message: String) {
        let finding = Finding::new(Level::Unchecked, mnemonic.span.clone(), message);
        self.findings.push(finding.coded(Code::Outside));
    }

    /// Passes the registers of an instruction to the checks that span several instructions.
    fn follow(&mut self, instruction: &Instruction<'a>, form: Option<&Selection>) {
        let (mut registers, mut label) = (Vec::new(), None);
        for (i, operand) in instruction.operands.iter().enumerate() {
            let mut names = Vec::new();
            names_of(operand, &mut names);
            let place = if i == 0 { Use::First } else { Use::Source };
            for name in names {
                let Some(found) = self.resolver.find_or_declare(name.text) else { continue };
                // `bra` and `brx.idx` name their label last.
                label = Some(found.id);
                let all = elements(&name, found.meaning);
                registers.extend(all.map(|element| (place, key(found.id, element))));
            }
        }
        if let Some(guard) = &instruction.guard {
            let found = self.resolver.find_or_declare(guard.predicate.text);
            registers.extend(found.map(|found| (Use::Guard, key(found.id, 0))));
        }
        let is_guarded = instruction.guard.is_some();
        let at = instruction.spelling_span();
        self.fusion.step(form, (at.start, at.end), &registers, is_guarded);
        let registers = |place| registers.iter().filter(move |one| one.0 == place).map(|one| one.1);
        let guard = instruction.guard.as_ref().zip(registers(Use::Guard).next());
        let guard = guard.map(|(guard, register)| (register, guard.is_negated));
        match form {
            Some(form) => self.carries.step(form, at, label, guard, registers(Use::First)),
            None => self.carries.faulty(instruction.mnemonic.text),
        }
    }
}

/// The maximum number of elements of a vector register.
const ELEMENTS: usize = 4;

/// Returns a number for an element of a register. No other element of a register has this number.
fn key(register: usize, element: usize) -> usize {
    register * ELEMENTS + element
}

/// Returns the elements of a register that a name stands for: one for `v.x`, all for `v`.
fn elements(name: &Name<'_>, meaning: Meaning) -> Range<usize> {
    match (name.part.and_then(element_number), meaning) {
        (Some(element), _) => element as usize..element as usize + 1,
        (None, Meaning::Register(RegisterType::Vector(..))) => 0..ELEMENTS,
        (None, _) => 0..1,
    }
}

/// Collects the names in an operand.
fn names_of<'a>(operand: &Operand<'a>, names: &mut Vec<Name<'a>>) {
    match &operand.kind {
        OperandKind::Name(name) | OperandKind::Complement(name) => names.push(*name),
        OperandKind::Sum(name, other) | OperandKind::Element(name, other) => {
            names.push(*name);
            names_of(other, names);
        }
        OperandKind::Address(items) | OperandKind::Vector(items) | OperandKind::List(items) => {
            items.iter().for_each(|item| names_of(item, names));
        }
        OperandKind::Pair(both) => both.iter().for_each(|item| names_of(item, names)),
        OperandKind::Expression(expression) => {
            names.extend(expression.steps.iter().filter_map(|(step, _)| match step {
                ExpressionStep::Name(name) => Some(*name),
                _ => None,
            }));
        }
        OperandKind::Sink | OperandKind::Literal(_) | OperandKind::Text(_) => {}
    }
}
