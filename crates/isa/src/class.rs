//! Classes of modifiers, such as the rounding modes, and the enum variants of `ptx-core` that they
//! select.

use crate::cursor::Cursor;

/// A class of modifiers that exclude each other, such as the roundings. A row of the instruction table mentions
/// classes. For each mention, the instruction has at most one modifier of the class. Rows of `mma` mention the class of
/// factor types twice, once for each matrix factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Class {
    /// The name in the instruction table, such as `rnd`.
    pub name: &'static str,
    /// The name in messages, such as "a rounding".
    pub role: &'static str,
    /// The modifiers of the class.
    pub words: &'static [&'static str],
    /// The path of the enum variant in `ptx-core` that each modifier selects, such as
    /// `Rounding::Rn`. Empty if no function of `ptx-core` has a parameter for the class.
    pub meanings: &'static [&'static str],
    /// The variant for an instruction without a modifier of the class; `None` if the modifier is required.
    pub default: Option<&'static str>,
}

impl Class {
    /// Returns whether a modifier belongs to the class.
    #[must_use]
    pub fn has(&self, word: &str) -> bool {
        self.words.contains(&word)
    }

    /// Returns the path of the variant that a modifier selects, such as `Rounding::Rn`. The argument `None` stands for
    /// a missing modifier. The result is `None` if the class has no such modifier.
    #[must_use]
    pub fn meaning(&self, word: Option<&str>) -> Option<&'static str> {
        match word {
            Some(word) => {
                let place = self.words.iter().position(|choice| *choice == word)?;
                self.meanings.get(place).copied()
            }
            None => self.default,
        }
    }

    /// Parses a line such as `ftz "`.ftz`" (Subnormals: ftz Flush; Keep);`. Before the `:` is the enum of `ptx-core`,
    /// after each modifier its variant, and after the `;` the variant without a modifier. A class without a mode lists
    /// its modifiers only: `vec "a vector length" (v2, v4);`.
    pub(crate) fn parse(line: &'static str) -> Result<Self, String> {
        let mut line = Cursor::new(line);
        let name = line.word()?;
        line.expect("\"")?;
        let role = line.take_while(|byte| byte != b'"');
        line.expect("\"")?;
        line.expect("(")?;
        let (mut words, mut meanings, mut default) = (Vec::new(), Vec::new(), None);
        let first = line.word()?;
        if line.eats(":") {
            let meaning = |variant: &str| &*format!("{first}::{variant}").leak();
            while !line.eats(")") {
                if line.eats(";") {
                    default = Some(meaning(line.word()?));
                    continue;
                }
                if !words.is_empty() {
                    line.expect(",")?;
                }
                words.push(line.word()?);
                meanings.push(meaning(line.word()?));
            }
        } else {
            words.push(first);
            while !line.eats(")") {
                line.expect(",")?;
                words.push(line.word()?);
            }
        }
        line.end()?;
        Ok(Self { name, role, words: words.leak(), meanings: meanings.leak(), default })
    }
}
