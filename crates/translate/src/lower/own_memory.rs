//! Rejects calls that pass the address of `.local` memory, because the called function cannot
//! access the memory of its caller.

use super::Lowering;
use super::body::Action;
use crate::origin::{Origins, Rule, Seen};
use ptx_module::resolve::Fault;

impl Lowering<'_, '_> {
    /// Reports calls whose arguments may contain the address of a `.local` array.
    pub(super) fn check_own_memory(&mut self) {
        if self.body.locals.is_empty() || self.body.calls.is_empty() {
            return;
        }
        let mut passed = Vec::new();
        match Origins::new(&self.body, &[], Rule::Any) {
            Some(mut origins) => origins.visit(|_, seen, origin| match seen {
                Seen::Argument { function, span } if origin.is_local => {
                    passed.push((function.to_string(), span.clone()));
                }
                _ => {}
            }),
            // The function is too complicated to follow its values. Assume that any argument may be
            // an address. No function that a compiler wrote is so complicated.
            None => passed.extend(self.body.steps.iter().filter_map(|step| match &step.action {
                Action::Call { function, arguments, .. } if !arguments.is_empty() => {
                    Some((function.clone(), step.span.clone()))
                }
                _ => None,
            })),
        }
        passed.dedup();
        for (function, span) in passed {
            let what = format!("the address of `.local` memory is passed to `{function}`");
            let mut fault = Fault::new(span, what);
            fault.mnemonic = Some("call".into());
            self.faults.push(fault);
        }
    }
}
