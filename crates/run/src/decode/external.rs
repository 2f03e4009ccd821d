//! Decodes calls of functions that CUDA provides: `vprintf`, `__assertfail`, `malloc` and `free`.

use super::call::Passed;
use super::variable::Place;
use super::{Body, Decoder};
use crate::code::external::Assertion;
use crate::code::external::Print;
use crate::code::heap::Heap;
use crate::code::{Action, Guard, Reg, Width};
use ptx_isa::Type;
use ptx_module::resolve::{Fault, bytes};
use ptx_module::syntax::{Declaration, Function, Span};

/// A function without a body: its name, its prototype, and the types of its parameters and results.
struct External {
    name: &'static str,
    prototype: &'static str,
    parameters: &'static [Type],
    results: &'static [Type],
}

const KNOWN: [External; 4] = [
    External {
        name: "malloc",
        prototype: "(.param .b64 pointer) malloc (.param .b64 size)",
        parameters: &[Type::B64],
        results: &[Type::B64],
    },
    External {
        name: "free",
        prototype: "free (.param .b64 pointer)",
        parameters: &[Type::B64],
        results: &[],
    },
    External {
        name: "vprintf",
        prototype: "(.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments)",
        parameters: &[Type::B64, Type::B64],
        results: &[Type::B32],
    },
    External {
        name: "__assertfail",
        prototype: "__assertfail (.param .b64 message, .param .b64 file, .param .b32 line, \
                    .param .b64 function, .param .b64 size)",
        parameters: &[Type::B64, Type::B64, Type::B32, Type::B64, Type::B64],
        results: &[],
    },
];

impl<'a> Decoder<'a, '_> {
    /// Decodes a call of a function without a body.
    pub(super) fn external(
        &mut self,
        body: &mut Body<'a>,
        (function, span): (&Function<'a>, &Span),
        (guard, site): (Option<Guard>, usize),
        returned: &[Passed<'_, 'a>],
        passed: &[Passed<'_, 'a>],
    ) -> Result<(), Fault> {
        let name = function.name.text;
        let error = |what: String| Err(Fault::new(span.clone(), what));
        let Some(known) = KNOWN.iter().find(|known| known.name == name) else {
            return error(format!("`{name}` has no body in this file"));
        };
        let fits = has_types(&function.parameters, known.parameters)
            && has_types(&function.returns, known.results);
        if !fits {
            return error(format!("expected the prototype `.extern .func {}`", known.prototype));
        }
        let mut sources: Vec<Reg> = Vec::new();
        for (ty, argument) in known.parameters.iter().zip(passed) {
            let register = self.temporary(Width::of_bits(ty.bits()));
            self.pass_to(body, *argument, Place::Register(register, *ty))?;
            sources.push(register);
        }
        let results =
            known.results.iter().map(|ty| (self.temporary(Width::of_bits(ty.bits())), *ty));
        let results: Vec<_> = results.collect();
        self.push(match sources[..] {
            [from] => Action::Heap(match results.first() {
                Some((to, _)) => Heap::Allocate { bytes: from, to: *to },
                None => Heap::Free { address: from },
            }),
            [format, arguments] => {
                let result = results.first().map(|(register, _)| *register);
                Action::Print(Print { format, arguments, result })
            }
            _ => {
                let register = |i: usize| sources.get(i).copied().unwrap_or_default();
                Action::Assert(Assertion([0, 1, 2, 3, 4].map(register)))
            }
        });
        for ((register, ty), result) in results.into_iter().zip(returned) {
            self.give_from(body, *result, Place::Register(register, ty))?;
        }
        self.emit(ptx_module::resolve::flow::Line::Straight, guard, None, site);
        self.fusion.new_block();
        Ok(())
    }
}

/// Returns whether these declarations are scalars with the widths of `types`.
fn has_types(declarations: &[Declaration<'_>], types: &[Type]) -> bool {
    let names = declarations.iter().flat_map(|one| one.names.iter().map(move |name| (one, name)));
    let found = names.map(|(one, name)| bytes(one, name).ok());
    found.eq(types.iter().map(|ty| Some(ty.bits() as usize / 8)))
}
