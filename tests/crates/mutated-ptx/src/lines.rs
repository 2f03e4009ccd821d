//! Mutations of one line.

use crate::{MODULES, Random};

/// Returns the index of a line that is not blank.
fn index(lines: &[&str], random: &mut Random) -> usize {
    loop {
        let i = random.below(lines.len());
        if !lines[i].trim().is_empty() {
            return i;
        }
    }
}

/// Changes one line. Returns the change in words, and the text.
pub(crate) fn mutate(text: &str, random: &mut Random) -> (String, String) {
    let mut lines: Vec<_> = text.lines().collect();
    let i = index(&lines, random);
    let line = lines[i];
    let number = i + 1;
    let (_, other) = *random.of(MODULES);
    let others: Vec<_> = other.lines().collect();
    let foreign = others[index(&others, random)];
    let change = match random.below(12) {
        0..=2 => {
            lines.remove(i);
            format!("delete line {number}, `{line}`")
        }
        3 | 4 => {
            lines.insert(i, line);
            format!("duplicate line {number}, `{line}`")
        }
        5 | 6 => {
            let j = (i + 1) % lines.len();
            lines.swap(i, j);
            format!("exchange line {number}, `{line}`, and the next line, `{}`", lines[i])
        }
        7 | 8 => {
            lines.remove(i);
            let to = random.below(lines.len() + 1);
            lines.insert(to, line);
            format!("move line {number}, `{line}`, to {}", to + 1)
        }
        9 => {
            lines[i] = foreign;
            format!("replace line {number}, `{line}`, by `{foreign}`")
        }
        10 => {
            lines.insert(i, foreign);
            format!("insert `{foreign}` before line {number}, `{line}`")
        }
        _ => {
            let from = index(&lines, random);
            let other = lines[from];
            lines[i] = other;
            format!("replace line {number}, `{line}`, by line {}, `{other}`", from + 1)
        }
    };
    (change, lines.join("\n") + "\n")
}
