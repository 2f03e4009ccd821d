//! Words that PTX has a closed list of.

use super::Span;

/// A keyword of the text, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keyword<T> {
    /// What the keyword means.
    pub value: T,
    /// The span in the text, with the leading dot.
    pub span: Span,
}

/// The state space of a declaration (PTX ISA, "State Spaces").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StateSpace {
    /// `.const`
    Const,
    /// `.global`
    Global,
    /// `.local`
    Local,
    /// `.param`
    Param,
    /// `.reg`
    Reg,
    /// `.shared`
    Shared,
    /// `.tex` of early PTX versions.
    Tex,
}

impl StateSpace {
    const ALL: [Self; 7] =
        [Self::Const, Self::Global, Self::Local, Self::Param, Self::Reg, Self::Shared, Self::Tex];

    /// Returns the keyword without its dot.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Const => "const",
            Self::Global => "global",
            Self::Local => "local",
            Self::Param => "param",
            Self::Reg => "reg",
            Self::Shared => "shared",
            Self::Tex => "tex",
        }
    }

    /// Returns the state space for a keyword without its dot.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|space| space.word() == word)
    }
}

/// The linkage of a function or variable (PTX ISA, "Linking Directives").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linkage {
    /// `.common`
    Common,
    /// `.extern`
    Extern,
    /// `.visible`
    Visible,
    /// `.weak`
    Weak,
}

impl Linkage {
    const ALL: [Self; 4] = [Self::Common, Self::Extern, Self::Visible, Self::Weak];

    /// Returns the keyword without its dot.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Common => "common",
            Self::Extern => "extern",
            Self::Visible => "visible",
            Self::Weak => "weak",
        }
    }

    /// Returns the linkage for a keyword without its dot.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|linkage| linkage.word() == word)
    }
}

impl std::fmt::Display for StateSpace {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.word())
    }
}

impl std::fmt::Display for Linkage {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.word())
    }
}
