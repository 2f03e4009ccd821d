//! Reads of the carry flag that no writer comes before (PTX ISA, "Extended-Precision Integer
//! Arithmetic Instructions": the flag has no value at the start).

use super::{Finding, Level};
use ptx_isa::Selection;
use ptx_isa::forms::Effect;
use ptx_text::Span;
use std::collections::HashMap;

/// What an instruction is to the flag and to control; labels are numbers.
#[derive(Clone, Debug)]
enum Line {
    /// Nothing.
    Straight,
    /// To a label, or to what a list of labels under that label has.
    Jump {
        to: usize,
        is_guarded: bool,
    },
    Leave,
    Write,
    Read(Span, String),
}

/// A function's instructions.
#[derive(Clone, Debug, Default)]
pub(super) struct Carries {
    lines: Vec<Line>,
    /// The line after each label.
    labels: HashMap<usize, usize>,
    /// The labels that `.branchtargets` lists under another label.
    lists: HashMap<usize, Vec<usize>>,
}

impl Carries {
    /// A label.
    pub(super) fn label(&mut self, label: usize) {
        self.labels.insert(label, self.lines.len());
    }

    /// `.branchtargets` under a label.
    pub(super) fn list(&mut self, label: usize, targets: Vec<usize>) {
        self.lists.insert(label, targets);
    }

    /// An instruction, at a place, with the label that it names.
    pub(super) fn step(&mut self, form: &Selection, at: Span, to: Option<usize>, is_guarded: bool) {
        self.lines.push(match (form.form.effect(), to) {
            (Some(Effect::Jump | Effect::Switch), Some(to)) => Line::Jump { to, is_guarded },
            (Some(Effect::Return | Effect::Exit | Effect::Trap), _) if !is_guarded => Line::Leave,
            _ if form.reads_flag().is_some() => Line::Read(at, form.spelling()),
            _ if form.writes_flag().is_some() => Line::Write,
            _ => Line::Straight,
        });
    }

    /// A note for each read that control may come to without a write.
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
                    // After a read one note is enough.
                    Line::Leave | Line::Write | Line::Read(..) => break,
                }
            }
        }
        let reached = self.lines.into_iter().zip(is_reached).filter(|(_, reached)| *reached);
        reached.filter_map(|(line, _)| note(line)).collect()
    }
}

fn note(line: Line) -> Option<Finding> {
    let Line::Read(at, spelling) = line else { return None };
    let message = format!("`{spelling}` may read the carry flag before it is written");
    let said = Finding::new(Level::Note, at, message);
    let said = said.note("the flag has no value at the start");
    Some(said.help("begin the chain with an instruction that has `.cc`"))
}
