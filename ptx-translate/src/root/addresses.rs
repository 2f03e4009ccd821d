//! Rejects memory accesses through parameters that the user declared as numbers.

use super::Callee;
use crate::declare::{Declaration, Error, Ty};
use crate::lower::body::{Action, Body, Step, Storage, Value, VariableId};
use ptx_isa::{Message, Type};
use ptx_lower::Program;
use std::collections::HashMap;

/// The maximum number of passes over all statements, which keeps the time linear. Code from
/// compilers needs fewer passes.
const MOST_PASSES: usize = 32;

/// What a variable may contain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Held {
    is_address: bool,
    /// A parameter that was declared as a number and may be the origin of the value.
    number: Option<usize>,
}

impl Held {
    const ADDRESS: Self = Self { is_address: true, number: None };

    fn or(self, other: Self) -> Self {
        Self {
            is_address: self.is_address || other.is_address,
            number: self.number.or(other.number),
        }
    }
}

/// What the variables of a declared function and its callees may contain.
struct Holders<'b, 'a> {
    bodies: Vec<&'b Body<'a>>,
    /// The index of each called function in `bodies`.
    places: HashMap<&'b str, usize>,
    held: Vec<Vec<Held>>,
    /// What memory may contain.
    memory: Held,
    has_changed: bool,
}

/// Reports the first access through a number.
pub(super) fn check(
    program: &Program<'_>,
    declaration: &Declaration,
    body: &Body<'_>,
    callees: &[Callee<'_>],
) -> Result<(), Error> {
    let bodies: Vec<_> =
        std::iter::once(body).chain(callees.iter().map(|callee| &callee.body)).collect();
    let places = callees.iter().zip(1..).map(|(callee, i)| (callee.function.name.text, i));
    let mut holders = Holders {
        places: places.collect(),
        held: bodies.iter().map(|body| vec![Held::default(); body.variables.len()]).collect(),
        bodies,
        memory: Held::default(),
        has_changed: true,
    };
    for (i, id) in body.parameters.iter().enumerate() {
        let is_pointer = matches!(body.variables[*id].storage, Storage::Address(_));
        let number = (!is_pointer).then_some(i);
        holders.held[0][*id] = Held { is_address: is_pointer, number };
    }
    for _ in 0..MOST_PASSES {
        if !std::mem::replace(&mut holders.has_changed, false) {
            return holders.accesses(program, declaration);
        }
        holders.pass();
    }
    Ok(())
}

impl Holders<'_, '_> {
    fn value(&self, body: usize, value: &Value) -> Held {
        match value {
            Value::Variable(id) => self.held[body][*id],
            Value::Complement(inner) => self.value(body, inner),
            Value::Global(..) | Value::Local(..) => Held::ADDRESS,
            Value::Bits(_) | Value::Thread(..) => Held::default(),
        }
    }

    fn add(&mut self, body: usize, id: VariableId, held: Held) {
        // Predicates and values of less than 32 bits are never part of an address.
        let is_wide = match self.bodies[body].variables[id].storage {
            Storage::Scalar(ty) => ty != Type::Pred && ty.bits() >= 32,
            Storage::Bytes(_) | Storage::Address(_) => true,
        };
        let known = self.held[body][id];
        if is_wide && known.or(held) != known {
            self.held[body][id] = known.or(held);
            self.has_changed = true;
        }
    }

    /// Propagates the contents through every statement once.
    fn pass(&mut self) {
        for i in 0..self.bodies.len() {
            let body = self.bodies[i];
            for step in &body.steps {
                self.step(i, step);
            }
        }
    }

    fn step(&mut self, body: usize, step: &Step) {
        if let Action::Call { function, arguments, returns } = &step.action {
            return self.call(body, function, arguments, returns);
        }
        let sources = step.action.sources().into_iter().map(|value| self.value(body, value));
        let sources = sources.fold(Held::default(), Held::or);
        let held = match &step.action {
            Action::Load { .. } => self.memory,
            Action::Read { from, .. } => self.held[body][*from],
            Action::Store { sources, .. } => {
                let stored = sources.iter().map(|value| self.value(body, value));
                let memory = stored.fold(self.memory, Held::or);
                self.has_changed |= memory != self.memory;
                self.memory = memory;
                return;
            }
            _ => sources,
        };
        for id in step.action.destinations() {
            self.add(body, id, held);
        }
    }

    fn call(
        &mut self,
        body: usize,
        function: &str,
        arguments: &[(Value, Storage)],
        returns: &[(VariableId, Storage)],
    ) {
        let Some(callee) = self.places.get(function).copied() else { return };
        let called = self.bodies[callee];
        for ((value, _), id) in arguments.iter().zip(&called.parameters) {
            let held = self.value(body, value);
            self.add(callee, *id, held);
        }
        for ((to, _), from) in returns.iter().zip(&called.returns) {
            let held = self.held[callee][*from];
            self.add(body, *to, held);
        }
    }

    /// Reports the first access through a number.
    fn accesses(&self, program: &Program<'_>, declaration: &Declaration) -> Result<(), Error> {
        for (i, body) in self.bodies.iter().enumerate() {
            for step in &body.steps {
                let (address, ty, is_written) = match &step.action {
                    Action::Load { address, ty, .. } => (address, *ty, false),
                    Action::Store { address, ty, .. } => (address, *ty, true),
                    _ => continue,
                };
                let held = self.value(i, &address.base);
                let number = held.number.filter(|_| !held.is_address);
                if let Some(parameter) = number.and_then(|at| declaration.parameters.get(at)) {
                    let element = ty.rust();
                    let pointer = Ty::Pointer { element, is_mutable: is_written, is_slice: true };
                    let (name, typed) = (&parameter.name, &parameter.typed);
                    let text = program.source().text.get(step.span.clone()).unwrap_or_default();
                    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                    let place = program.place(step.span.start);
                    let verb = if is_written { "writes" } else { "reads" };
                    let message = match &typed.ty {
                        Ty::Number(ty) => {
                            let what =
                                format!("`{name}` is an address, and `{}` is not", ty.name());
                            Message::new(what).help(format!("declare `{name}: {}`", pointer.name()))
                        }
                        _ => Message::new(format!(
                            "`{name}` has an address in it: pointers in memory are not supported"
                        )),
                    };
                    let message = message.note(format!("`{text}` at {place} {verb} through it"));
                    return Err(Error { at: typed.at, message });
                }
            }
        }
        Ok(())
    }
}
