//! Finds instructions that may read the carry flag before any instruction writes it. PTX gives the flag
//! no initial value (PTX ISA, "Extended-Precision Integer Arithmetic Instructions").

use super::{Finding, Level};
use crate::syntax::Span;
use ptx_isa::forms::Effect;
use ptx_isa::{Code, Selection};
use std::collections::HashMap;

/// The effect of an instruction on the carry flag and on control flow. Labels are numbers.
#[derive(Clone, Debug)]
enum Line {
    /// No effect.
    Straight,
    /// A jump to a label. The label of a `.branchtargets` list represents all targets in the list.
    Jump {
        to: usize,
        is_guarded: bool,
    },
    Leave,
    Write,
    Read(Span, String),
}

/// The instructions of a function, reduced to their effects on the carry flag and on control flow.
#[derive(Clone, Debug, Default)]
pub(super) struct Carries {
    lines: Vec<Line>,
    /// For each label, the index of the line that follows it.
    labels: HashMap<usize, usize>,
    /// For the label of each `.branchtargets`, the targets in the list.
    lists: HashMap<usize, Vec<usize>>,
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

    /// Appends an instruction. `at` is its span, and `to` is the label in its operands.
    pub(super) fn step(&mut self, form: &Selection, at: Span, to: Option<usize>, is_guarded: bool) {
        self.lines.push(match (form.form.effect(), to) {
            (Some(Effect::Jump | Effect::Switch), Some(to)) => Line::Jump { to, is_guarded },
            (Some(Effect::Return | Effect::Exit | Effect::Trap), _) if !is_guarded => Line::Leave,
            _ if form.reads_flag().is_some() => Line::Read(at, form.spelling()),
            _ if form.writes_flag().is_some() => Line::Write,
            _ => Line::Straight,
        });
    }

    /// Returns notes about instructions that may read the flag before any instruction writes it: one note for the first
    /// such instruction on each path.
    pub(super) fn notes(self) -> Vec<Finding> {
        let mut is_reached = vec![false; self.lines.len()];
        let mut open = vec![0];
        while let Some(start) = open.pop() {
            for (line, is_reached) in self.lines.iter().zip(&mut is_reached).skip(start) {
                if std::mem::replace(is_reached, true) {
                    break;
                }
                match line {
                    Line::Straight => {}
                    Line::Jump { to, is_guarded } => {
                        let targets = self.lists.get(to).map_or(std::slice::from_ref(to), |l| l);
                        open.extend(targets.iter().filter_map(|label| self.labels.get(label)));
                        if !is_guarded {
                            break;
                        }
                    }
                    // One note per path is enough, so the search of a path ends at a read.
                    Line::Leave | Line::Write | Line::Read(..) => break,
                }
            }
        }
        let reached = self.lines.into_iter().zip(is_reached).filter(|(_, reached)| *reached);
        reached.filter_map(|(line, _)| note(line)).collect()
    }
}

/// Returns the note about a read.
fn note(line: Line) -> Option<Finding> {
    let Line::Read(at, spelling) = line else { return None };
    let message = format!("`{spelling}` may read the carry flag before it is written");
    let finding = Finding::new(Level::Note, at, message);
    let finding = finding.coded(Code::Carry).note("the flag has no value at the start");
    Some(finding.help("begin the chain with an instruction that has `.cc`"))
}
