//! Generates a use for each unused parameter of the generated function, so that rustc does not warn
//! about the parameter.

use crate::declare::Declaration;
use crate::lower::body::{Action, Body, Step, Storage, Value};
use crate::write::Shared;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates `let _ = &name;` for each unused parameter. `written` tells which steps are generated.
pub(super) fn unused(
    declaration: &Declaration,
    body: &Body<'_>,
    written: &[bool],
    shared: &Shared<'_>,
    has_memory: bool,
) -> TokenStream {
    let any = |is: &dyn Fn(&Step) -> bool| {
        body.steps.iter().zip(written).any(|(step, written)| *written && is(step))
    };
    let reads_thread = |step: &Step| match &step.action {
        Action::Call { function, arguments, .. } => {
            shared.helpers.get(function.as_str()).is_some_and(|helper| helper.reads_thread)
                || arguments.iter().any(|(value, _)| is_thread(value))
        }
        action => action.sources().into_iter().any(is_thread),
    };
    let is_read = |id: &usize| match body.variables[*id].storage {
        Storage::Address(_) => has_memory,
        _ => any(&|step| {
            matches!(&step.action, Action::Read { from, .. } if from == id)
                || step.action.sources().iter().any(|value| value.variable() == Some(*id))
        }),
    };
    let thread = declaration.thread.iter().filter(|_| !any(&reads_thread)).map(|(name, _)| name);
    let others = body.parameters.iter().zip(&declaration.parameters);
    let others = others.filter(|(id, _)| !is_read(id)).map(|(_, parameter)| &parameter.name);
    let unread = thread.chain(others);
    quote!(#(let _ = &#unread;)*)
}

fn is_thread(value: &Value) -> bool {
    match value {
        Value::Thread(..) => true,
        Value::Complement(inner) => is_thread(inner),
        _ => false,
    }
}
