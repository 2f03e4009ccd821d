//! Follows the carry flag (PTX ISA, "Extended-Precision Integer Arithmetic Instructions").
//!
//! The flag is always the carry of a sum. A difference is computed as `a + ~b + 1`, and `subc` as `a + ~b + flag`, so
//! after a difference the flag is 1 if there was no borrow. Instructions of both kinds can therefore read each other's
//! flag. The flag is undefined at the start. An instruction whose guard is false does not change the flag.

mod origins;

use crate::forms::{Compute, Output, Passed};
use crate::message::Message;
use crate::selection::Selection;
use origins::{Crossed, Origins};

/// How a function represents the carry flag. A line of `eval --batch` has the same representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// The flag itself: functions of `add`, `addc`, `mad`, `madc`.
    Carry,
    /// The borrow, which is the complement of the flag: functions of `sub`, `subc`.
    Borrow,
}

impl Selection {
    /// Returns how the function of this instruction represents the carry flag that it reads; `None` if the instruction
    /// does not read the flag.
    #[must_use]
    pub fn reads_flag(&self) -> Option<Flag> {
        let Compute::Function { passed, .. } = self.form.compute else { return None };
        passed.contains(&Passed::Carry).then(|| self.flag())
    }

    /// Returns how the function of this instruction represents the carry flag that it writes; `None` if the instruction
    /// does not write the flag.
    #[must_use]
    pub fn writes_flag(&self) -> Option<Flag> {
        let Compute::Function { output: Output::WithCarry, .. } = self.form.compute else {
            return None;
        };
        Some(self.flag())
    }

    /// Returns how functions of this mnemonic represent the carry flag.
    pub(crate) fn flag(&self) -> Flag {
        match self.form.mnemonic {
            "sub" | "subc" => Flag::Borrow,
            _ => Flag::Carry,
        }
    }
}

/// The predicate of a guard, and whether it is complemented (`@!p`).
type Guard<G> = (G, bool);

/// What is known about the carry flag before the next instruction. `G` identifies a predicate.
#[derive(Clone, Debug)]
pub struct Chain<G> {
    /// The predicate on which the origin of the flag depends.
    predicate: Option<G>,
    /// The origins of the flag if the predicate is false, and if it is true. Without a predicate, both are the same.
    origins: [Origins; 2],
}

impl<G> Default for Chain<G> {
    /// Returns the state at the start of a function.
    fn default() -> Self {
        Self { predicate: None, origins: [Origins::UNWRITTEN; 2] }
    }
}

impl<G> Chain<G> {
    /// Returns the state of which nothing is known. The methods of the chain then report nothing.
    #[must_use]
    pub fn unknown() -> Self {
        Self { predicate: None, origins: [Origins::default(); 2] }
    }

    /// Records a call. PTX does not preserve the flag across calls.
    pub fn call(&mut self) {
        self.cross(Crossed::Call);
    }

    /// Records a barrier.
    pub fn barrier(&mut self) {
        self.cross(Crossed::Barrier);
    }

    /// Records the end of a basic block.
    pub fn branch(&mut self) {
        self.forget_guard();
        self.cross(Crossed::Branch);
    }

    /// Adds the origins of another state, which control flow may reach instead of this state. Returns whether this state
    /// has changed.
    pub fn join(&mut self, other: &Self) -> bool {
        let (ours, others) = (self.all(), other.all());
        let joined = ours.or(others);
        *self = Self { predicate: None, origins: [joined; 2] };
        joined != ours
    }

    fn cross(&mut self, crossed: Crossed) {
        self.origins = self.origins.map(|origins| origins.across(crossed));
    }

    /// Returns the origins for either value of the predicate.
    fn all(&self) -> Origins {
        self.origins[0].or(self.origins[1])
    }

    fn forget_guard(&mut self) {
        self.origins = [self.all().outdated(); 2];
        self.predicate = None;
    }
}

impl<G: PartialEq> Chain<G> {
    /// Records an instruction. After a read, the chain treats the flag as defined and current, so that a later read is
    /// not reported for the same reason.
    pub fn step(&mut self, instruction: &Selection, guard: Option<Guard<G>>) {
        if instruction.reads_flag().is_some() {
            for i in self.visible(guard.as_ref()) {
                self.origins[i] = self.origins[i].reported();
            }
        }
        let Some(flag) = instruction.writes_flag() else { return };
        let Some((predicate, complement)) = guard else {
            *self = Self { predicate: None, origins: [Origins::of(flag); 2] };
            return;
        };
        if self.predicate.as_ref() != Some(&predicate) {
            self.origins = [self.all(); 2];
            self.predicate = Some(predicate);
        }
        self.origins[usize::from(!complement)] = Origins::of(flag);
    }

    /// Records that an instruction wrote a predicate, which may change the value of a guard.
    /// `changed` returns whether the predicate of a guard is the written predicate.
    pub fn guard_changes(&mut self, changed: impl Fn(&G) -> bool) {
        if self.predicate.as_ref().is_some_and(changed) {
            self.forget_guard();
        }
    }

    /// Returns a message if the instruction may read the flag before any instruction has written it. The message
    /// describes straight-line code, where only a guard can skip an instruction.
    #[must_use]
    pub fn undefined(&self, instruction: &Selection, guard: Option<&Guard<G>>) -> Option<Message> {
        let flag = instruction.reads_flag()?;
        self.read(guard).undefined(&instruction.spelling(), flag)
    }

    /// Returns messages about a flag that may have another value than expected: it may be undefined, it may come from
    /// the other kind of instruction, or it was written before a branch, a barrier or a call.
    #[must_use]
    pub fn remarks(&self, instruction: &Selection, guard: Option<&Guard<G>>) -> Vec<Message> {
        let Some(flag) = instruction.reads_flag() else { return Vec::new() };
        self.read(guard).remarks(&instruction.spelling(), flag)
    }

    /// Returns the origins of the flag for an instruction with this guard.
    fn read(&self, guard: Option<&Guard<G>>) -> Origins {
        let visible = self.visible(guard);
        visible.fold(Origins::default(), |all, i| all.or(self.origins[i]))
    }

    /// Returns the indices of the origins that an instruction with this guard can find.
    fn visible(&self, guard: Option<&Guard<G>>) -> impl Iterator<Item = usize> + use<G> {
        match guard {
            Some((predicate, complement)) if self.predicate.as_ref() == Some(predicate) => {
                let i = usize::from(!complement);
                i..=i
            }
            _ => 0..=1,
        }
    }
}

#[cfg(test)]
mod tests;
