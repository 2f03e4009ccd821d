//! References to user objects.

use crate::code::*;
use crate::graph::{References, UserObject};
use crate::state::{State, find_mut};

/// User objects that have lost their last reference.
#[must_use]
#[derive(Debug)]
pub(crate) struct Unused(Vec<UserObject>);

impl Unused {
    /// Calls the destructors. The lock of the state must be free: a destructor may wait for a thread that calls the driver.
    pub(crate) fn destroy(self) {
        for object in self.0 {
            // SAFETY: the program has passed the function and its argument for this call, which is the only one.
            unsafe { (object.destructor)(object.data.0) };
        }
    }
}

/// Adds references to those of an owner.
pub(crate) fn add(all: &mut References, new: &References) {
    for (object, count) in new {
        let own = all.entry(*object).or_default();
        *own = own.saturating_add(*count);
    }
}

impl State {
    /// Counts new references. An owner only names objects that exist, because it keeps them.
    pub(crate) fn retain(&mut self, references: &References) -> Outcome {
        for (object, count) in references {
            let object = find_mut(&mut self.objects, *object)?;
            object.count = object.count.saturating_add(*count);
        }
        Ok(())
    }

    /// Releases references. Removes the user objects that have none left.
    pub(crate) fn release(&mut self, references: References) -> Unused {
        let unused = references.into_iter().filter_map(|(handle, count)| {
            let object = self.objects.get_mut(&handle)?;
            object.count = object.count.saturating_sub(count);
            if object.count == 0 { self.objects.remove(&handle) } else { None }
        });
        Unused(unused.collect())
    }
}
