//! What is wrong, at which word, and the way out.

use std::fmt;

/// The word of an instruction that a fault points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// The mnemonic: something is missing behind it, or nothing of it exists here.
    Mnemonic,
    /// The modifier with this index, counted from the mnemonic.
    Modifier(usize),
    /// The operand with this index, the destination being 0.
    Operand(usize),
    /// An element of that operand, of a vector `{a, b}` or a pair `p|q`.
    Element(usize, usize),
}

/// One thing wrong with one instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The word at fault.
    pub at: At,
    /// What is wrong: the forbidden thing first, in lower case.
    pub what: String,
    /// Why it is wrong.
    pub why: Option<String>,
    /// What to write instead.
    pub help: Option<String>,
}

impl Fault {
    /// A fault that needs no explanation yet.
    pub fn new(at: At, what: impl Into<String>) -> Self {
        Self { at, what: what.into(), why: None, help: None }
    }

    /// Adds why it is wrong.
    #[must_use]
    pub fn why(mut self, why: impl Into<String>) -> Self {
        self.why = Some(why.into());
        self
    }

    /// Adds what to write instead.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)?;
        if let Some(why) = &self.why {
            write!(f, "\nnote: {why}")?;
        }
        if let Some(help) = &self.help {
            write!(f, "\nhelp: {help}")?;
        }
        Ok(())
    }
}

/// The candidate that `word` was most likely meant to be, if any is near enough.
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let lower = word.to_lowercase();
    candidates
        .into_iter()
        .map(|c| (strsim::osa_distance(&lower, &c.to_lowercase()), c))
        .filter(|&(distance, _)| distance <= limit)
        .min_by_key(|&(distance, c)| (distance, std::cmp::Reverse(same_beginning(word, c))))
        .map(|(_, c)| c)
}

fn same_beginning(a: &str, b: &str) -> usize {
    a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count()
}
