//! The recorded comparison of PTX instructions with the machine code that NVIDIA's assembler writes.

use super::Entry;

/// The record: a line for each mnemonic and target. The first lines are comments.
const RECORD: &str = include_str!("machine_code.txt");

/// The results for the spellings of a mnemonic on a target.
struct Line {
    target: &'static str,
    assembled: usize,
    equal: usize,
    different: usize,
}

/// Returns the lines of a mnemonic.
fn lines(mnemonic: &str) -> Vec<Line> {
    let line = |line: &'static str| {
        let cells: Vec<_> = line.split('\t').collect();
        let [name, target, assembled, equal, different] = cells[..] else { return None };
        let number = |cell: &str| cell.parse().ok();
        let (assembled, equal, different) =
            (number(assembled)?, number(equal)?, number(different)?);
        (name == mnemonic).then_some(Line { target, assembled, equal, different })
    };
    RECORD.lines().filter_map(line).collect()
}

/// Returns the version of the assembler: `ptxas 13.5.37`.
fn assembler() -> &'static str {
    RECORD.lines().find_map(|line| line.split("; ").nth(1)).unwrap_or_default()
}

/// Returns the entry for the page of a mnemonic; `None` if it was not compared.
pub(super) fn entry(mnemonic: &str) -> Option<Entry> {
    let lines = lines(mnemonic);
    if lines.is_empty() {
        return None;
    }
    let sum = |of: fn(&Line) -> usize| lines.iter().map(of).sum::<usize>();
    let (assembled, equal, different) =
        (sum(|line| line.assembled), sum(|line| line.equal), sum(|line| line.different));
    let targets: Vec<_> = lines.iter().map(|line| format!("sm_{}", line.target)).collect();
    let left = assembled - equal - different;
    let mut text = format!(
        "`{}` wrote {assembled} spellings for {}; the engine executed its machine code with 128 operands each: {equal} \
         are equal",
        assembler(),
        targets.join(", ")
    );
    if different > 0 {
        text += &format!(", {different} differ");
    }
    if left > 0 {
        text += &format!(", {left} use instructions that the engine does not have");
    }
    text += ". This tests the sequence of machine instructions, but not the arithmetic of a single one.";
    Some(Entry { keys: Vec::new(), text })
}
