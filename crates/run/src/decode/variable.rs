//! Assigns storage to the parameters and variables of functions.

use super::Decoder;
use crate::code::{Reg, Width};
use ptx_isa::Type;
use ptx_isa::forms::Effect;
use ptx_module::resolve::{
    Fault, Function, Meaning, Operand, Step, Symbol, alignment, bytes, element, is_scalar,
};
use ptx_module::syntax::{Declaration, Declarator, StateSpace};

/// The storage of a parameter or variable of a function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// Bytes of the kernel's parameters, from this offset on.
    Parameter { offset: usize, bytes: usize },
    /// A register that holds a scalar parameter of a call.
    Register(Reg, Type),
    /// Bytes of the thread's local memory, from this offset on. `base` is the register with the start of the variables of a
    /// function that is not inlined. `is_parameter` marks a `.param` variable.
    Local { base: Option<Reg>, offset: usize, bytes: usize, is_parameter: bool },
    /// Bytes of shared memory, from this offset on.
    Shared(u64),
    /// Dynamic shared memory.
    Dynamic,
    /// No storage, because the declaration is faulty.
    Faulty,
}

impl<'a> Decoder<'a, '_> {
    /// Assigns storage to the variables of a function. The caller assigns storage to the kernel's parameters.
    pub(super) fn places(&mut self, function: &Function<'a>) -> Vec<Place> {
        let simple = simple(function);
        let placed = function.variables.iter().zip(simple).map(|(variable, is_simple)| {
            let (declaration, declarator) = (variable.declaration, variable.declarator);
            let place = match declaration.space.value {
                StateSpace::Param => self.passed(declaration, declarator, is_simple),
                StateSpace::Local => self.local(declaration, declarator, false),
                StateSpace::Shared => self.shared_variable(declaration, declarator),
                space => {
                    let name = declarator.name.text;
                    let what = format!("variable `{name}` in `.{space}` is declared in a function, which is not supported");
                    Err(Fault::new(declarator.name.span.clone(), what))
                }
            };
            place.unwrap_or_else(|fault| {
                self.faults.push(fault);
                Place::Faulty
            })
        });
        placed.collect()
    }

    fn passed(
        &mut self,
        declaration: &Declaration<'a>,
        declarator: &Declarator<'a>,
        is_simple: bool,
    ) -> Result<Place, Fault> {
        match is_simple && is_scalar(declaration, declarator) {
            true => {
                let ty = element(declaration)?;
                let register = self.new_register(Width::of_bits(ty.bits()));
                let name = declarator.name.text;
                self.names.insert(register, format!("parameter `{name}`"));
                Ok(Place::Register(register, ty))
            }
            false => self.local(declaration, declarator, true),
        }
    }

    fn local(
        &mut self,
        declaration: &Declaration<'a>,
        declarator: &Declarator<'a>,
        is_parameter: bool,
    ) -> Result<Place, Fault> {
        let bytes = bytes(declaration, declarator)?;
        let alignment = alignment(declaration);
        let Some(frame) = &mut self.frame else {
            // Calls of functions that are not inlined move up to eight bytes at once (`Layout::widths`).
            let least = if is_parameter && !self.outlined.is_empty() { 8 } else { 1 };
            let offset = self.local.next_multiple_of(alignment.max(least));
            self.local = offset + bytes;
            return Ok(Place::Local { base: None, offset, bytes, is_parameter });
        };
        let offset = frame.bytes.next_multiple_of(alignment.max(8));
        frame.bytes = offset + bytes;
        Ok(Place::Local { base: Some(frame.base), offset, bytes, is_parameter })
    }

    /// Assigns an offset to a shared variable of a function or module. Later calls return the same offset.
    pub(super) fn shared_variable(
        &mut self,
        declaration: &Declaration<'a>,
        declarator: &Declarator<'a>,
    ) -> Result<Place, Fault> {
        if declaration.is_extern() {
            self.layout.is_dynamic = true;
            return Ok(Place::Dynamic);
        }
        let key = self.position(declarator.name.span.start);
        if let Some(offset) = self.shared.get(&key) {
            return Ok(Place::Shared(*offset));
        }
        let bytes = bytes(declaration, declarator)?;
        let offset = self.layout.fixed.next_multiple_of(alignment(declaration));
        self.layout.fixed = offset + bytes;
        self.shared.insert(key, offset as u64);
        Ok(Place::Shared(offset as u64))
    }
}

/// Returns which variables of a function can be registers. A variable can be a register if every access reads or writes
/// the whole variable.
fn simple(function: &Function<'_>) -> Vec<bool> {
    let mut simple = vec![true; function.variables.len()];
    for step in &function.steps {
        let Step::Instruction(instruction) = step else { continue };
        let form = &instruction.selection;
        let effect = form.form.effect();
        let is_access = matches!(effect, Some(Effect::Load | Effect::Store));
        for operand in &instruction.operands {
            match operand {
                Operand::Address(base, offset) => {
                    let Some((variable, within)) = variable(base) else { continue };
                    let declaration = function.variables[variable].declaration;
                    let bits = element(declaration).map_or(0, Type::bits);
                    let is_one =
                        instruction.operands.iter().all(|one| !matches!(one, Operand::Vector(_)));
                    let is_whole = form.instruction_type().is_some_and(|ty| ty.bits() == bits);
                    let is_first = within.wrapping_add(*offset) == 0 && !is_indexed(base);
                    simple[variable] &= is_access && is_one && is_whole && is_first;
                }
                Operand::List(items) if effect == Some(Effect::Call) => {
                    for (variable, offset) in items.iter().filter_map(variable) {
                        simple[variable] &= offset == 0;
                    }
                }
                operand => {
                    if let Some((variable, _)) = variable(operand) {
                        simple[variable] = false;
                    }
                }
            }
        }
    }
    simple
}

fn variable(operand: &Operand<'_>) -> Option<(usize, u64)> {
    match operand {
        Operand::Symbol(Symbol { meaning: Meaning::Variable(id), offset, .. }) => {
            Some((*id, *offset))
        }
        _ => None,
    }
}

fn is_indexed(operand: &Operand<'_>) -> bool {
    matches!(operand, Operand::Symbol(Symbol { index: Some(_), .. }))
}
