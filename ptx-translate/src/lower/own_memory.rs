//! Rejects calls that pass the address of `.local` memory, because the called function cannot
//! access the memory of its caller.

use super::Lowering;
use super::body::{Action, Storage, Value};
use ptx_isa::Type;
use ptx_lower::Fault;

/// The maximum number of passes over a function, which keeps the time linear.
const MOST_PASSES: usize = 32;

impl Lowering<'_, '_> {
    /// Reports calls whose arguments may contain the address of a `.local` array.
    pub(super) fn check_own_memory(&mut self) {
        if self.body.locals.is_empty() || self.body.calls.is_empty() {
            return;
        }
        let mut is_address = vec![false; self.body.variables.len()];
        let mut is_stored = false;
        for pass in 0..=MOST_PASSES {
            if pass == MOST_PASSES {
                // Code from compilers needs fewer passes. For other code, assume that every
                // variable may hold an address.
                is_address.fill(true);
                break;
            }
            let mut is_new = false;
            for step in &self.body.steps {
                let from_memory = is_stored && matches!(step.action, Action::Load { .. });
                let holds = |value: &Value| match value {
                    Value::Local(..) => true,
                    value => value.variable().is_some_and(|id| is_address[id]),
                };
                let holds_one = match &step.action {
                    // A loaded value may be an address only if an address has been stored.
                    Action::Load { .. } => from_memory,
                    Action::Read { from, .. } => is_address[*from],
                    Action::Store { sources, .. } => {
                        if sources.iter().any(holds) && !is_stored {
                            is_stored = true;
                            is_new = true;
                        }
                        false
                    }
                    Action::Call { .. } => false,
                    action => action.sources().into_iter().any(holds),
                };
                if holds_one {
                    for id in step.action.destinations() {
                        let is_wide = match self.body.variables[id].storage {
                            Storage::Scalar(ty) => ty != Type::Pred && ty.bits() >= 32,
                            _ => true,
                        };
                        is_new |= is_wide && !is_address[id];
                        is_address[id] |= is_wide;
                    }
                }
            }
            if !is_new {
                break;
            }
        }
        for step in &self.body.steps {
            let Action::Call { function, arguments, .. } = &step.action else { continue };
            let passed = arguments.iter().any(|(value, _)| match value {
                Value::Local(..) => true,
                value => value.variable().is_some_and(|id| is_address[id]),
            });
            if passed {
                let what = format!("the address of `.local` memory is passed to `{function}`");
                let mut fault = Fault::new(step.span.clone(), what);
                fault.mnemonic = Some("call".into());
                self.faults.push(fault);
            }
        }
    }
}
