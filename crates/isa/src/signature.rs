//! The signatures of the functions in `ptx-core` that instructions call.

use crate::call::{Argument, Call, Returns};
use crate::dialect::Dialect;
use crate::forms;
use crate::sass;
use crate::selection::Selection;
use crate::target::Target;
use crate::types::Rust;
use crate::version::Version;
use std::collections::BTreeMap;

/// The type of a parameter.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Parameter {
    /// A value or an array of values.
    Value(Returns),
    /// A value of a generic type.
    Generic,
    /// An enum of `ptx-core`, such as `Rounding`.
    Mode(&'static str),
    /// A newtype of `ptx-core`, such as `Sm`.
    Number(&'static str),
}

/// The signature of a function in `ptx-core`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Signature {
    /// The path in `ptx-core`: `rcp_f32`, `sass::fadd`.
    pub function: String,
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// The type of the result; `None` if the result has the generic type.
    pub returns: Option<Returns>,
}

/// Returns all functions that single-thread forms and machine instructions call, sorted by name and
/// without duplicates.
///
/// ```
/// use ptx_isa::{Parameter, Returns, Rust, signatures};
///
/// let all = signatures();
/// let rcp = all.iter().find(|signature| signature.function == "rcp_f64").unwrap();
/// assert_eq!(rcp.parameters, [Parameter::Value(Returns::One(Rust::F64)), Parameter::Mode("Rounding")]);
/// ```
#[must_use]
pub fn signatures() -> Vec<Signature> {
    let mut found: BTreeMap<String, Signature> = BTreeMap::new();
    for call in calls() {
        let signature = Signature::of(&call);
        match found.get_mut(&call.function) {
            Some(known) => known.join(&signature),
            None => drop(found.insert(call.function, signature)),
        }
    }
    found.into_values().collect()
}

/// Returns the calls of all spellings of all single-thread forms, and of the machine instructions.
/// Two dialects cover all calls: one with `map_f64_to_f32` and one without.
fn calls() -> Vec<Call> {
    let narrow = Target { map_f64_to_f32: true, ..Target::sm(10) };
    let dialects = [Dialect::default(), Dialect::of(Version::new("1.4"), narrow)];
    let mut calls: Vec<Call> = Vec::new();
    for form in forms::all() {
        for spelling in form.spellings() {
            let Some(modifiers) = form.spelt(&spelling) else { continue };
            let selection = Selection { form, modifiers };
            for dialect in &dialects {
                let computation = selection.computation(dialect);
                let call = computation.as_ref().and_then(|found| found.value.call());
                calls.extend(call.into_iter().flat_map(Call::each).cloned());
            }
        }
    }
    calls.extend(sass::calls());
    calls
}

impl Signature {
    fn of(call: &Call) -> Self {
        let parameter = |argument: &Argument| match argument {
            Argument::Mode(path) => {
                Parameter::Mode(path.rsplit_once("::").map_or(*path, |(mode, _)| mode))
            }
            Argument::Number(name, _) => Parameter::Number(name),
            value => Parameter::Value(value.returns().unwrap_or(Returns::One(Rust::Bool))),
        };
        Self {
            function: call.function.clone(),
            parameters: call.arguments.iter().map(parameter).collect(),
            returns: Some(call.returns),
        }
    }

    /// Marks a parameter as generic if the same parameter of `other` has another type.
    fn join(&mut self, other: &Self) {
        for (parameter, other) in self.parameters.iter_mut().zip(&other.parameters) {
            if *parameter != *other {
                *parameter = Parameter::Generic;
            }
        }
        if self.returns != other.returns {
            self.returns = None;
        }
    }
}
