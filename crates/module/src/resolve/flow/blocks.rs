//! Divides a list of statements into basic blocks.

use super::{BlockId, Exit};
use std::collections::HashMap;
use std::ops::Range;

/// The control flow of one statement. A label is represented by a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// A label, where jumps may enter.
    Label(usize),
    /// A statement after which the next line always runs.
    Straight,
    /// A jump: `bra`.
    Jump {
        /// The label to jump to.
        to: usize,
        /// Whether the jump has a guard.
        is_guarded: bool,
    },
    /// A jump to one of several labels: `brx.idx`.
    Switch {
        /// The labels to choose from.
        to: Vec<usize>,
        /// Whether the jump has a guard.
        is_guarded: bool,
    },
    /// The end of the function or thread: `ret`, `exit`, `trap`.
    Leave {
        /// Whether the instruction has a guard.
        is_guarded: bool,
    },
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The indices of the labels and straight lines ([`Line::Straight`]) of the block.
    pub lines: Range<usize>,
    /// The jump, switch, return, exit or trap that ends the block; `None` if the block ends before
    /// a label or at the end of the function.
    pub last: Option<usize>,
    /// Whether the block contains only a guarded `brx.idx`, `ret`, `exit` or `trap`, and runs only
    /// if its guard is true.
    pub is_under_guard: bool,
    /// The blocks that may run next.
    pub exit: Exit,
}

/// A label that a line names and that does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoLabel(pub usize);

/// Divides the lines of a function into basic blocks, including unreachable blocks.
///
/// # Errors
/// Returns the first label that is missing.
pub fn blocks(lines: &[Line]) -> Result<Vec<Block>, NoLabel> {
    let starts = starts(lines);
    let label = |(line, at): (&Line, usize)| match line {
        Line::Label(label) => Some((*label, starts.partition_point(|start| *start <= at) - 1)),
        _ => None,
    };
    let labels: HashMap<usize, BlockId> = lines.iter().zip(0..).filter_map(label).collect();
    let find = |label: &usize| labels.get(label).copied().ok_or(NoLabel(*label));
    // The blocks of the text come first. After them come an empty block for the end of the function, and the blocks
    // that run a guarded line (`is_under_guard`).
    let end = starts.len();
    let mut extra = vec![Block {
        lines: lines.len()..lines.len(),
        last: None,
        is_under_guard: false,
        exit: Exit::Leave,
    }];
    let mut blocks = Vec::new();
    for (i, start) in starts.iter().enumerate() {
        let stop = starts.get(i + 1).copied().unwrap_or(lines.len());
        let next = i + 1;
        let (exit, is_guarded) = match &lines[stop - 1] {
            Line::Label(_) | Line::Straight => {
                let lines = *start..stop;
                blocks.push(Block {
                    lines,
                    last: None,
                    is_under_guard: false,
                    exit: Exit::Jump(next),
                });
                continue;
            }
            Line::Jump { to, is_guarded } => (Exit::Jump(find(to)?), *is_guarded),
            Line::Switch { to, is_guarded } => {
                (Exit::Switch(to.iter().map(find).collect::<Result<_, _>>()?), *is_guarded)
            }
            Line::Leave { is_guarded } => (Exit::Leave, *is_guarded),
        };
        let last = Some(stop - 1);
        let exit = match (is_guarded, exit) {
            (true, Exit::Jump(to)) if to == next => Exit::Jump(next),
            (true, Exit::Jump(to)) => Exit::Branch(to, next),
            (true, exit) => {
                extra.push(Block { lines: stop..stop, last, is_under_guard: true, exit });
                Exit::Branch(end + extra.len() - 1, next)
            }
            (false, exit) => exit,
        };
        blocks.push(Block { lines: *start..stop - 1, last, is_under_guard: false, exit });
    }
    blocks.append(&mut extra);
    Ok(blocks)
}

/// Returns the index of the first line of each block.
fn starts(lines: &[Line]) -> Vec<usize> {
    let is_plain = |line: &Line| matches!(line, Line::Straight | Line::Label(_));
    let begins = |at: &usize| {
        let Some(before) = at.checked_sub(1) else { return true };
        !is_plain(&lines[before])
            || matches!(lines[*at], Line::Label(_)) && !matches!(lines[before], Line::Label(_))
    };
    (0..lines.len()).filter(begins).collect()
}
