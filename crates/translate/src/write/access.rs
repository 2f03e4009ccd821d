//! Lists the variables that the lines of a block read and write.

use crate::lower::body::{Action, Body, Step, Storage, Value};
use crate::registers::Access;
use ptx_isa::Type;
use ptx_module::resolve::flow::Block;

/// Returns the accesses of each line of a block, and then the accesses of the jump or return at its
/// end.
pub(super) fn accesses(body: &Body<'_>, block: &Block) -> Vec<Access> {
    let mut all: Vec<_> = block.lines.clone().map(|line| of(body, &body.steps[line])).collect();
    if let Some(last) = block.last {
        let step = &body.steps[last];
        all.push(match (&step.guard, block.is_under_guard) {
            (Some(guard), false) => Access { reads: vec![guard.predicate], ..Access::default() },
            _ => of_action(body, &step.action),
        });
    } else if block.exit == ptx_module::resolve::flow::Exit::Leave {
        all.push(Access { reads: body.returns.clone(), ..Access::default() });
    }
    all
}

fn of(body: &Body<'_>, step: &Step) -> Access {
    let mut access = of_action(body, &step.action);
    if let Some(guard) = step.guard {
        access.reads.push(guard.predicate);
        access.is_guarded = true;
    }
    access
}

fn of_action(body: &Body<'_>, action: &Action) -> Access {
    let mut reads: Vec<_> = action.sources().into_iter().filter_map(Value::variable).collect();
    match action {
        Action::Compute { computation, .. } if computation.value.reads_carry().is_some() => {
            reads.extend(body.carry);
        }
        Action::Read { from, .. } => reads.push(*from),
        Action::Return => reads.extend(&body.returns),
        _ => {}
    }
    // Treat a write to a part of a variable like a guarded write: both may keep old bits of the variable.
    let is_guarded = match action {
        Action::Write { to, offset, ty, .. } => {
            !is_whole(body.variables[*to].storage, *offset, *ty)
        }
        _ => false,
    };
    Access { reads, writes: action.destinations(), is_guarded }
}

/// Returns whether an element of type `ty` at `offset` covers the whole variable.
pub(super) fn is_whole(storage: Storage, offset: usize, ty: Type) -> bool {
    matches!(storage, Storage::Scalar(whole) if offset == 0 && whole.bits() == ty.bits())
}
