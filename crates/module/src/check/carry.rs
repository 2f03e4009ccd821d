//! Follows the carry flag through the branches of a function. Finds instructions that may read an undefined flag, a
//! flag of the other kind of instruction, or a flag that was written before a branch, a barrier or a call.

use super::{Finding, Level};
use crate::syntax::Span;
use ptx_isa::forms::Effect;
use ptx_isa::{Chain, Code, Selection};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A guard: the register of its predicate, and whether the guard is complemented.
type Guard = (usize, bool);

/// The effect of an instruction on the carry flag or on control flow. Registers and labels are numbers.
#[derive(Clone, Debug)]
enum Line {
    /// An instruction that reads or writes the flag.
    Chained(Box<Selection>, Span, Option<Guard>),
    /// Writes the predicate of a guard.
    Predicate(usize),
    /// A faulty instruction, which may have been meant to write the flag.
    Faulty,
    Barrier,
    Call,
    /// A jump to a label, or to each label of a `.branchtargets` list with this label. Leaves the function if there is
    /// no label.
    Jump {
        to: Option<usize>,
        is_guarded: bool,
    },
}

/// The instructions of a function, reduced to their effects on the carry flag and on control flow.
#[derive(Clone, Debug, Default)]
pub(super) struct Carries {
    lines: Vec<Line>,
    /// For each label, the index of the line that follows it.
    labels: HashMap<usize, usize>,
    /// For the label of each `.branchtargets`, the targets in the list.
    lists: HashMap<usize, Vec<usize>>,
    /// The predicates that guard instructions of `lines`.
    predicates: BTreeSet<usize>,
}

impl Carries {
    /// Adds a label at the current position.
    pub(super) fn label(&mut self, label: usize) {
        self.labels.insert(label, self.lines.len());
    }

    /// Adds a `.branchtargets` list and its label.
    pub(super) fn list(&mut self, label: usize, targets: Vec<usize>) {
        self.lists.insert(label, targets);
    }

    /// Adds an instruction. `at` is its span, `to` is the label in its operands, and `written` lists the registers that
    /// it may write.
    pub(super) fn step(
        &mut self,
        form: &Selection,
        at: Span,
        to: Option<usize>,
        guard: Option<Guard>,
        written: impl Iterator<Item = usize>,
    ) {
        let is_guarded = guard.is_some();
        let line = match form.form.effect() {
            Some(Effect::Jump | Effect::Switch) => Line::Jump { to, is_guarded },
            Some(Effect::Return | Effect::Exit | Effect::Trap) => {
                Line::Jump { to: None, is_guarded }
            }
            Some(
                Effect::Barrier
                | Effect::BarrierReduction
                | Effect::WarpBarrier
                | Effect::ClusterBarrier,
            ) => Line::Barrier,
            Some(Effect::Call) => Line::Call,
            _ if form.reads_flag().or(form.writes_flag()).is_some() => {
                self.predicates.extend(guard.map(|guard| guard.0));
                Line::Chained(Box::new(form.clone()), at, guard)
            }
            _ => {
                let guards = written.filter(|register| self.predicates.contains(register));
                self.lines.extend(guards.map(Line::Predicate));
                return;
            }
        };
        self.lines.push(line);
    }

    /// Adds an instruction without a form: a faulty instruction, or a call through an address.
    pub(super) fn faulty(&mut self, mnemonic: &str) {
        match mnemonic {
            "call" => self.lines.push(Line::Call),
            "add" | "addc" | "sub" | "subc" | "mad" | "madc" => self.lines.push(Line::Faulty),
            _ => {}
        }
    }

    /// Returns notes about instructions that may read another flag than expected. `start` is the state before the first
    /// instruction.
    pub(super) fn notes(self, start: Chain<usize>) -> Vec<Finding> {
        if !self.lines.iter().any(|line| matches!(line, Line::Chained(..))) {
            return Vec::new();
        }
        let starts = self.starts();
        let mut states = BTreeMap::from([(0, start)]);
        let mut open = vec![0];
        while let Some(block) = open.pop() {
            let mut state = states[&block].clone();
            let next = self.run(block, &starts, &mut state, &mut |_, _| ());
            state.branch();
            for block in next {
                let has_changed = match states.get_mut(&block) {
                    Some(known) => known.join(&state),
                    None => states.insert(block, state.clone()).is_none(),
                };
                if has_changed {
                    open.push(block);
                }
            }
        }
        let mut notes = Vec::new();
        for (block, mut state) in states {
            self.run(block, &starts, &mut state, &mut |state, line| {
                let Line::Chained(form, at, guard) = line else { return };
                for message in state.remarks(form, guard.as_ref()) {
                    let finding = Finding::new(Level::Note, at.clone(), message);
                    notes.push(finding.coded(Code::Carry));
                }
            });
        }
        notes
    }

    /// Returns the indices of the lines that begin a basic block.
    fn starts(&self) -> BTreeSet<usize> {
        let mut starts = BTreeSet::from([0]);
        for (line, next) in self.lines.iter().zip(1..) {
            if let Line::Jump { to, .. } = line {
                starts.insert(next);
                starts.extend(self.targets(*to));
            }
        }
        starts
    }

    /// Returns the indices of the lines to which a jump to this label may lead.
    fn targets(&self, to: Option<usize>) -> impl Iterator<Item = usize> {
        let labels = match to {
            Some(label) => self.lists.get(&label).cloned().unwrap_or_else(|| vec![label]),
            None => Vec::new(),
        };
        labels.into_iter().filter_map(|label| self.labels.get(&label).copied())
    }

    /// Passes the lines of a basic block to a chain. Calls `see` before each instruction that reads or writes the flag.
    /// Returns the first lines of the blocks that may run next.
    fn run(
        &self,
        block: usize,
        starts: &BTreeSet<usize>,
        state: &mut Chain<usize>,
        see: &mut dyn FnMut(&Chain<usize>, &Line),
    ) -> Vec<usize> {
        let end = starts.range(block + 1..).next().copied().unwrap_or(self.lines.len());
        for line in &self.lines[block..end] {
            match line {
                Line::Chained(form, _, guard) => {
                    see(state, line);
                    state.step(form, *guard);
                }
                Line::Predicate(register) => state.guard_changes(|guard| guard == register),
                Line::Faulty => *state = Chain::unknown(),
                Line::Barrier => state.barrier(),
                Line::Call => state.call(),
                Line::Jump { to, is_guarded } => {
                    let next = is_guarded.then_some(end);
                    return self.targets(*to).chain(next).collect();
                }
            }
        }
        if end < self.lines.len() { vec![end] } else { Vec::new() }
    }
}
