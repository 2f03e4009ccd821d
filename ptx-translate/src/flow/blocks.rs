//! From a list of statements to basic blocks.

use super::{BlockId, Exit};
use std::collections::HashMap;
use std::ops::Range;

/// More blocks than this are a fault: the compiler's time grows faster than their number.
pub const MOST_BLOCKS: usize = 4096;

/// What a statement is to control flow; labels are numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Control may come here from elsewhere.
    Label(usize),
    /// Control goes on with the next line.
    Straight,
    /// `bra`; conditional under a guard.
    Jump {
        /// The label.
        to: usize,
        /// Whether it has a guard.
        is_guarded: bool,
    },
    /// `brx.idx`; conditional under a guard.
    Switch {
        /// The labels.
        to: Vec<usize>,
        /// Whether it has a guard.
        is_guarded: bool,
    },
    /// `ret`, `exit`, `trap`; conditional under a guard.
    Leave {
        /// Whether it has a guard.
        is_guarded: bool,
    },
}

/// A basic block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Its lines: labels and straight ones.
    pub lines: Range<usize>,
    /// The line that control leaves it by; none where it goes on to a label or off the end.
    pub last: Option<usize>,
    /// Whether it is what a guarded line does once its guard has been found to hold.
    pub is_under_guard: bool,
    /// Where control goes.
    pub exit: Exit,
}

/// Why lines make no blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A line names a label that no line is.
    NoLabel(usize),
    /// There are more than [`MOST_BLOCKS`].
    TooManyBlocks,
}

/// The basic blocks of a function. What no jump leads to is among them.
///
/// # Errors
/// A label that is not there; too many blocks.
pub fn blocks(lines: &[Line]) -> Result<Vec<Block>, Fault> {
    let starts = starts(lines);
    if starts.len() > MOST_BLOCKS {
        return Err(Fault::TooManyBlocks);
    }
    let label = |(line, at): (&Line, usize)| match line {
        Line::Label(label) => Some((*label, starts.partition_point(|start| *start <= at) - 1)),
        _ => None,
    };
    let labels: HashMap<usize, BlockId> = lines.iter().zip(0..).filter_map(label).collect();
    let find = |label: &usize| labels.get(label).copied().ok_or(Fault::NoLabel(*label));
    // After the blocks of the text come those of guarded lines, and one where control ends.
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
    if blocks.len() > MOST_BLOCKS + 1 {
        return Err(Fault::TooManyBlocks);
    }
    Ok(blocks)
}

/// The first line of each block.
fn starts(lines: &[Line]) -> Vec<usize> {
    let is_plain = |line: &Line| matches!(line, Line::Straight | Line::Label(_));
    let begins = |at: &usize| {
        let Some(before) = at.checked_sub(1) else { return true };
        !is_plain(&lines[before])
            || matches!(lines[*at], Line::Label(_)) && !matches!(lines[before], Line::Label(_))
    };
    (0..lines.len()).filter(begins).collect()
}
