//! Finds the origin of each value of a function: the memory that the value may point to. This memory belongs to a
//! parameter, a variable of the module, or a `.local` array. Follows the values through the basic blocks of the
//! function and of the functions that it calls.

mod registers;
mod state;

use crate::lower::body::{Action, Body, Step, Storage, Value, VariableId};
use ptx_isa::Type;
use ptx_module::syntax::Span;
use registers::Registers;
pub(crate) use state::{Origin, Rule};
use std::collections::HashMap;

/// The maximum number of passes over all statements. The limit keeps the work linear. No function
/// that a compiler wrote needs more passes.
const MOST_PASSES: usize = 32;

/// The origins of the values of a function and its callees.
pub(crate) struct Origins<'b, 'a> {
    bodies: Vec<&'b Body<'a>>,
    /// The index of each called function in `bodies`.
    places: HashMap<&'b str, usize>,
    registers: Vec<Registers>,
    rule: Rule,
    /// The origins of all values that any store writes to memory. A load may return any of these
    /// values.
    memory: Origin,
    has_changed: bool,
}

/// A use of a value, with its origin.
pub(crate) enum Seen<'s> {
    /// The address of a load or store.
    Address { step: &'s Step, at: usize, ty: Type, is_written: bool },
    /// An argument of a call.
    Argument { function: &'s str, span: &'s Span },
}

impl<'b, 'a> Origins<'b, 'a> {
    /// Follows the values of the function `body` and of the functions that it calls. `callees` are
    /// the names and bodies of the called functions. Returns `None` if a function cannot be divided
    /// into basic blocks, or if more than [`MOST_PASSES`] are needed.
    pub(crate) fn new(
        body: &'b Body<'a>,
        callees: &[(&'b str, &'b Body<'a>)],
        rule: Rule,
    ) -> Option<Self> {
        let bodies: Vec<_> =
            std::iter::once(body).chain(callees.iter().map(|callee| callee.1)).collect();
        let mut registers =
            bodies.iter().map(|body| Registers::new(body)).collect::<Option<Vec<_>>>()?;
        for (i, id) in body.parameters.iter().enumerate() {
            registers[0].begin(*id, Origin::parameter(i));
        }
        let places = callees.iter().zip(1..).map(|(callee, i)| (callee.0, i)).collect();
        let mut all =
            Self { bodies, places, registers, rule, memory: Origin::default(), has_changed: true };
        for _ in 0..MOST_PASSES {
            if !std::mem::replace(&mut all.has_changed, false) {
                return Some(all);
            }
            all.pass(&mut |_, _, _| {});
        }
        None
    }

    /// Calls `see` for every address of a load or store and every argument of a call. Passes the
    /// index of the function in `bodies`, the use, and the origin of the value.
    pub(crate) fn visit(&mut self, mut see: impl FnMut(usize, Seen<'_>, Origin)) {
        self.pass(&mut see);
    }

    /// Propagates origins through every statement once.
    fn pass(&mut self, see: &mut impl FnMut(usize, Seen<'_>, Origin)) {
        for i in 0..self.bodies.len() {
            let body = self.bodies[i];
            for place in 0..self.registers[i].len() {
                for step in self.registers[i].enter(place) {
                    self.step(i, step, &body.steps[step], see);
                }
                self.has_changed |= self.registers[i].leave(place);
            }
        }
    }

    fn value(&self, body: usize, value: &Value) -> Origin {
        match value {
            Value::Variable(id) => self.registers[body].get(*id),
            Value::Complement(inner) | Value::Element(inner, _) => self.value(body, inner),
            Value::Global(..) => Origin::GLOBAL,
            Value::Local(..) => Origin::LOCAL,
            Value::Bits(_) | Value::Thread(..) => Origin::default(),
        }
    }

    fn set(&mut self, body: usize, id: VariableId, origin: Origin, is_whole: bool) {
        // A predicate or a byte is never part of an address.
        let is_wide = match self.bodies[body].variables[id].storage {
            Storage::Scalar(ty) => ty != Type::Pred && ty.bits() >= 32,
            Storage::Bytes(_) | Storage::Address(_) => true,
        };
        let origin = if is_wide { origin } else { Origin::default() };
        self.has_changed |= self.registers[body].set(id, origin, is_whole);
    }

    fn step(
        &mut self,
        body: usize,
        at: usize,
        step: &Step,
        see: &mut impl FnMut(usize, Seen<'_>, Origin),
    ) {
        let is_whole = step.guard.is_none();
        let address = match &step.action {
            Action::Load { address, ty, .. } => Some((address, *ty, false)),
            Action::Store { address, ty, .. } => Some((address, *ty, true)),
            _ => None,
        };
        if let Some((address, ty, is_written)) = address {
            let origin = self.value(body, &address.base);
            see(body, Seen::Address { step, at, ty, is_written }, origin);
        }
        let origin = match &step.action {
            Action::Call { function, arguments, returns } => {
                for (value, _) in arguments {
                    let origin = self.value(body, value);
                    see(body, Seen::Argument { function, span: &step.span }, origin);
                }
                return self.call(body, function, arguments, returns, is_whole);
            }
            Action::Load { .. } => self.memory.or(Origin::LOADED),
            Action::Read { from, .. } => self.registers[body].get(*from),
            Action::Store { sources, .. } => {
                let stored = sources.iter().map(|value| self.value(body, value));
                let memory = stored.fold(self.memory, Origin::or);
                self.has_changed |= memory != self.memory;
                self.memory = memory;
                return;
            }
            Action::Compute { sources, .. } => {
                let sources = sources.iter().map(|(value, ty)| (self.value(body, value), *ty));
                self.rule.combined(&sources.collect::<Vec<_>>())
            }
            action => {
                let sources = action.sources().into_iter().map(|value| self.value(body, value));
                sources.fold(Origin::default(), Origin::or)
            }
        };
        // `Action::Write` may write only a part of a variable, so the variable keeps its old origin
        // in addition.
        let is_whole = is_whole && !matches!(step.action, Action::Write { .. });
        for id in step.action.destinations() {
            self.set(body, id, origin, is_whole);
        }
    }

    fn call(
        &mut self,
        body: usize,
        function: &str,
        arguments: &[(Value, Storage)],
        returns: &[(VariableId, Storage)],
        is_whole: bool,
    ) {
        let Some(callee) = self.places.get(function).copied() else { return };
        let called = self.bodies[callee];
        for ((value, _), id) in arguments.iter().zip(&called.parameters) {
            let origin = self.value(body, value);
            self.has_changed |= self.registers[callee].begin(*id, origin);
        }
        for ((to, _), from) in returns.iter().zip(&called.returns) {
            let origin = self.registers[callee].result(*from);
            self.set(body, *to, origin, is_whole);
        }
    }
}
