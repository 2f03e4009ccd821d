//! Parses the source values of an instruction: `1.0 2.0` or `{1, 2}`.

use super::instruction::Instruction;
use ptx_isa::{At, Fault};
use std::ops::Range;

/// The source values of an instruction.
pub(super) struct Values {
    /// The texts of the values. Each element of a vector has its own entry.
    pub(super) texts: Vec<String>,
    /// For each vector, the range of its values in `texts`.
    vectors: Vec<Range<usize>>,
}

impl Values {
    /// Splits a text into the instruction and its values. The values are in the text, after the instruction,
    /// or in the separate arguments `operands`.
    pub(super) fn parse<'t>(text: &'t str, operands: &[String]) -> Result<(&'t str, Self), Fault> {
        let text = text.trim().trim_end_matches(';');
        let (instruction, values) = match text.split_once(' ') {
            Some((instruction, values)) if operands.is_empty() => (instruction, values.to_string()),
            _ => (text, operands.join(" ")),
        };
        let mut parsed = Self { texts: Vec::new(), vectors: Vec::new() };
        let mut open = None;
        for (i, part) in values.split_inclusive(['{', '}']).enumerate() {
            let words = part.trim_end_matches(['{', '}']);
            let words = words.split([' ', ',', '\t']).filter(|word| !word.is_empty());
            for word in words {
                match parsed.texts.last_mut() {
                    // `N * 2^E` is one value.
                    Some(last) if word == "*" || word.starts_with("2^") => {
                        last.extend([" ", word]);
                    }
                    _ => parsed.texts.push(word.to_string()),
                }
            }
            let end = parsed.texts.len();
            match (part.chars().last(), open) {
                (Some('{'), None) => open = Some(end),
                (Some('}'), Some(start)) => {
                    parsed.vectors.push(start..end);
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
            None => Ok((instruction, parsed)),
        }
    }

    /// Returns the values with each pair of braces as one value: `{1.5, -2.0}`.
    pub(super) fn packed(&self) -> Vec<String> {
        let mut packed = Vec::new();
        let mut vectors = self.vectors.iter().peekable();
        let mut place = 0;
        while let Some(text) = self.texts.get(place) {
            match vectors.next_if(|vector| vector.start == place && !vector.is_empty()) {
                Some(vector) => {
                    packed.push(format!("{{{}}}", self.texts[vector.clone()].join(", ")));
                    place = vector.end;
                }
                None => {
                    packed.push(text.clone());
                    place += 1;
                }
            }
        }
        packed
    }

    /// Checks that each vector among the values belongs to a vector operand of the instruction.
    pub(super) fn check(&self, instruction: &Instruction) -> Result<(), Fault> {
        let Some(selection) = &instruction.selection else {
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
