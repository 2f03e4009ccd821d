//! The values that an instruction is given: `1.0 2.0`, `{1, 2}`.

use super::instruction::Instruction;
use ptx_isa::{At, Fault};
use std::ops::Range;

/// Values, and which of them were written as vectors.
pub(super) struct Given {
    /// The values, the elements of vectors one by one.
    pub(super) values: Vec<String>,
    vectors: Vec<Range<usize>>,
}

impl Given {
    /// The instruction, and its values: those beside it, or what follows it in one text.
    pub(super) fn read<'t>(text: &'t str, beside: &[String]) -> Result<(&'t str, Self), Fault> {
        let text = text.trim().trim_end_matches(';');
        let (instruction, values) = match text.split_once(' ') {
            Some((instruction, values)) if beside.is_empty() => (instruction, values.to_string()),
            _ => (text, beside.join(" ")),
        };
        let mut given = Self { values: Vec::new(), vectors: Vec::new() };
        let mut open = None;
        for (i, part) in values.split_inclusive(['{', '}']).enumerate() {
            let words = part.trim_end_matches(['{', '}']);
            let words = words.split([' ', ',', '\t']).filter(|word| !word.is_empty());
            given.values.extend(words.map(str::to_string));
            let end = given.values.len();
            match (part.chars().last(), open) {
                (Some('{'), None) => open = Some(end),
                (Some('}'), Some(start)) => {
                    given.vectors.push(start..end);
                    open = None;
                }
                (Some(brace @ ('{' | '}')), _) => {
                    return Err(Fault::new(At::Operand(i + 1), format!("unexpected `{brace}`")));
                }
                _ => {}
            }
        }
        match open {
            Some(_) => Err(Fault::new(At::Operand(1), "missing `}` after a vector")),
            None => Ok((instruction, given)),
        }
    }

    /// Whether the instruction has vectors where some were written.
    pub(super) fn check(&self, asked: &Instruction) -> Result<(), Fault> {
        let Some(selection) = &asked.selection else {
            return match self.vectors.is_empty() {
                true => Ok(()),
                false => Err(Fault::new(At::Mnemonic, "machine instructions have no vectors")),
            };
        };
        let mut start = 0;
        let mut places = Vec::new();
        for slot in &selection.form.operands[1..] {
            let end = start + slot.elements.map_or(1, |count| count as usize);
            if slot.elements.is_some() {
                places.push(start..end);
            }
            start = end;
        }
        match self.vectors.iter().find(|vector| !places.contains(vector)) {
            None => Ok(()),
            Some(vector) => {
                let what = format!(
                    "a vector of {} is not supported by `{}` here",
                    vector.len(),
                    selection.spelling()
                );
                Err(Fault::new(At::Operand(vector.start + 1), what)
                    .note(format!("the form is `{}`", selection.form)))
            }
        }
    }
}
