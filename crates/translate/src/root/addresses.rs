//! Rejects memory accesses through parameters that the user did not declare as references or slices. Also rejects
//! writes through parameters that the user declared as `&T` or `&[T]`.

use super::Callee;
use crate::declare::{Declaration, Error, Parameter, Ty};
use crate::lower::body::{Body, Step};
use crate::origin::{Origin, Origins, Rule, Seen};
use ptx_isa::{Message, Type};
use ptx_module::resolve::Program;

/// Rejects the first access that the declaration does not allow.
pub(super) fn check(
    program: &Program<'_>,
    declaration: &Declaration,
    body: &Body<'_>,
    callees: &[Callee<'_>],
) -> Result<(), Error> {
    let callees: Vec<_> =
        callees.iter().map(|callee| (callee.function.name.text, &callee.body)).collect();
    let Some(mut origins) = Origins::new(body, &callees, Rule::Any) else { return Ok(()) };
    let mut found = None;
    origins.visit(|_, seen, origin| {
        let Seen::Address { step, ty, is_written, .. } = seen else { return };
        let access = Access { program, declaration, step, ty, is_written };
        if found.is_none() {
            found = access.through_a_number(origin).or_else(|| access.through_a_shared(origin));
        }
    });
    found.map_or(Ok(()), Err)
}

/// An access to memory.
struct Access<'s> {
    program: &'s Program<'s>,
    declaration: &'s Declaration,
    step: &'s Step,
    ty: Type,
    is_written: bool,
}

impl Access<'_> {
    /// Returns parameters from which an address may come (`origin`). If `are_pointers` is true,
    /// returns the parameters that the user declared as references or slices. Otherwise returns
    /// the other parameters.
    fn parameters(&self, origin: Origin, are_pointers: bool) -> Vec<&Parameter> {
        let all = origin.parameters().filter_map(|i| self.declaration.parameters.get(i));
        let is_pointer = |one: &Parameter| matches!(one.typed.ty, Ty::Pointer { .. });
        all.filter(|one| is_pointer(one) == are_pointers).collect()
    }

    /// Describes the instruction and its place in the PTX file.
    fn note(&self) -> String {
        let text = self.program.source().text.get(self.step.span.clone()).unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let verb = if self.is_written { "writes" } else { "reads" };
        format!("`{text}` at {} {verb} through it", self.program.place(self.step.span.start))
    }

    /// Rejects an access whose address comes only from parameters that are not pointers.
    fn through_a_number(&self, origin: Origin) -> Option<Error> {
        let is_address = origin.is_global || origin.is_local || origin.is_of_many();
        let number = self.parameters(origin, false).into_iter().next()?;
        if is_address || !self.parameters(origin, true).is_empty() {
            return None;
        }
        let (element, name) = (self.ty.rust(), &number.name);
        let pointer = Ty::Pointer { element, is_mutable: self.is_written, is_slice: true };
        let message = match &number.typed.ty {
            Ty::Number(ty) => {
                Message::new(format!("`{name}` is an address, and `{}` is not", ty.name()))
                    .help(format!("declare `{name}: {}`", pointer.name()))
            }
            _ => Message::new(format!(
                "`{name}` has an address in it: pointers in memory are not supported"
            )),
        };
        Some(Error { at: number.typed.at, message: message.note(self.note()) })
    }

    /// Rejects a write whose address comes from the same `&[T]` or `&T` parameter on every path.
    fn through_a_shared(&self, origin: Origin) -> Option<Error> {
        let is_other = origin.is_global || origin.is_local || origin.is_loaded;
        let pointers = self.parameters(origin, true);
        let [only] = pointers[..] else { return None };
        let Ty::Pointer { element, is_mutable: false, is_slice } = only.typed.ty else {
            return None;
        };
        if !self.is_written || is_other || origin.is_of_many() {
            return None;
        }
        let (name, declared) = (&only.name, only.typed.ty.name());
        let pointer = Ty::Pointer { element, is_mutable: true, is_slice };
        let message = Message::new(format!("`{name}` is written, and `{declared}` cannot be"))
            .note(self.note())
            .help(format!("declare `{name}: {}`", pointer.name()));
        Some(Error { at: only.typed.at, message })
    }
}
