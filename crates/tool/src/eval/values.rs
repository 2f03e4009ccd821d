//! Splits the source values of an instruction: `1.0 2.0`, `{1, 2}` or `-1,3 2,-5`.

use super::instruction::{self, Instruction};
use ptx_isa::{At, Dialect, Fault};
use std::ops::Range;

/// Splits a text into `count` values: `1.0 2.0`, `{1, 2}` or `-1,3 2,-5`. The lanes of a packed operand are one value, the
/// elements of a vector are several. Returns `None` if the text has another number of values.
///
/// ```
/// use ptx_tool::eval::split;
///
/// assert_eq!(split("{1, 2} 3", 3).unwrap().unwrap(), ["1", "2", "3"]);
/// assert_eq!(split("-1,3 2,-5", 2).unwrap().unwrap(), ["-1,3", "2,-5"]);
/// assert_eq!(split("1 2", 1).unwrap(), None);
/// ```
///
/// # Errors
/// If a brace has no counterpart.
pub fn split(text: &str, count: usize) -> Result<Option<Vec<String>>, Fault> {
    let (_, Values { texts, groups, .. }) = Values::parse("", &[text.into()])?;
    Ok([texts, groups].into_iter().find(|values| values.len() == count))
}

/// The source values of an instruction.
pub(super) struct Values {
    /// The texts of the values. Each element of a vector, and each part between commas, has its own entry.
    texts: Vec<String>,
    /// For each vector, the range of its values in `texts`.
    vectors: Vec<Range<usize>>,
    /// For each vector, and for each other value, its text. The lanes of a packed operand are one value.
    groups: Vec<String>,
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
        let mut parsed = Self { texts: Vec::new(), vectors: Vec::new(), groups: Vec::new() };
        let mut is_open = false;
        for (i, part) in values.split_inclusive(['{', '}']).enumerate() {
            match (part.chars().last(), is_open) {
                (Some('}'), true) => {
                    parsed.add_vector(&part[..part.len() - 1]);
                    is_open = false;
                }
                (Some('{'), false) => {
                    parsed.add_words(&part[..part.len() - 1]);
                    is_open = true;
                }
                (Some(brace @ ('{' | '}')), _) => {
                    return Err(Fault::new(At::Operand(i + 1), format!("unexpected `{brace}`")));
                }
                _ => parsed.add_words(part),
            }
        }
        match is_open {
            true => Err(Fault::new(At::Operand(1), "missing `}` after a vector")),
            false => Ok((instruction, parsed)),
        }
    }

    /// Adds the values of a text without braces.
    fn add_words(&mut self, text: &str) {
        let words = text.split([' ', '\t']).map(|word| word.trim_matches(','));
        for word in words.filter(|word| !word.is_empty()) {
            self.texts.extend(word.split(',').map(str::to_string));
            self.groups.push(word.into());
        }
    }

    /// Adds the values between braces.
    fn add_vector(&mut self, inner: &str) {
        let start = self.texts.len();
        let words = inner.split([' ', ',', '\t']).filter(|word| !word.is_empty());
        self.texts.extend(words.map(str::to_string));
        let texts = &self.texts[start..];
        if !texts.is_empty() {
            self.groups.push(format!("{{{}}}", texts.join(", ")));
        }
        self.vectors.push(start..self.texts.len());
    }

    /// Selects the instruction for the values. A vector contains the elements of a vector operand, or the lanes of a
    /// packed operand, which become one value. So do values with commas but without blanks between them.
    pub(super) fn select(
        self,
        text: &str,
        dialect: &Dialect,
    ) -> Result<(Instruction, Vec<String>), Fault> {
        let select = |count| Instruction::new(text, count, std::slice::from_ref(dialect));
        let with_vectors = select(self.texts.len()).and_then(|instruction| {
            self.check(&instruction)?;
            Ok(instruction)
        });
        let fault = match with_vectors {
            Ok(instruction) => return Ok((instruction, self.texts)),
            Err(fault) => fault,
        };
        let is_several = |text: &str| text.starts_with('{') || text.contains(',');
        match select(self.groups.len()) {
            Ok(instruction)
                if (self.groups.iter().zip(&instruction.sources))
                    .all(|(text, slot)| !is_several(text) || slot.has_lanes()) =>
            {
                Ok((instruction, self.groups))
            }
            Err(of_groups) if instruction::is_packed(text, dialect) => Err(of_groups),
            _ => Err(fault),
        }
    }

    /// Checks that each vector among the values belongs to a vector operand of the instruction.
    fn check(&self, instruction: &Instruction) -> Result<(), Fault> {
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
