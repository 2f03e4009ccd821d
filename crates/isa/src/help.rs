//! Corrections: code that replaces a part of the user's text, and advice.

use std::fmt;

/// The part of the user's text that a correction replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The underlined words.
    Word,
    /// The mnemonic.
    Mnemonic,
    /// The mnemonic and its modifiers.
    Spelling,
    /// The statement: an instruction with its guard, or a declaration.
    Statement,
    /// Nothing: the code comes before the statement.
    Before,
    /// Nothing: the code comes directly after the underlined words.
    After,
    /// The directives `.version` and `.target`, or one of them.
    Directives,
    /// These bytes of the text: the first byte, and the end. Only for faults of a text that is not Rust.
    Bytes(usize, usize),
}

impl Part {
    /// Returns the fix that replaces this part with `text`.
    #[must_use]
    pub fn with(self, text: impl Into<String>) -> Fix {
        Fix { part: self, text: text.into() }
    }
}

/// Code, and the part of the user's text that it replaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// The part to replace.
    pub part: Part,
    /// The code.
    pub text: String,
}

/// The correction of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Help {
    /// Code that can be pasted. The next check accepts the code, or finds another fault.
    Code {
        /// The help as printed. It quotes the code of each fix.
        text: String,
        /// The code, with the part of the text to replace. Several fixes are alternatives.
        fixes: Vec<Fix>,
    },
    /// Advice that only the user can carry out.
    Advice(String),
}

impl Help {
    /// Returns the help ``write `text` ``.
    ///
    /// ```
    /// use ptx_isa::{Help, Part};
    ///
    /// let help = Help::write(Part::Spelling, "rcp.rn.f32");
    /// assert_eq!(help.to_string(), "write `rcp.rn.f32`");
    /// assert_eq!(help.fixes(), [Part::Spelling.with("rcp.rn.f32")]);
    /// ```
    #[must_use]
    pub fn write(part: Part, text: impl Into<String>) -> Self {
        Self::after("write ", part, text)
    }

    /// Returns the help with some words, and then the code in backquotes.
    pub fn after(words: &str, part: Part, text: impl Into<String>) -> Self {
        let fix = part.with(text);
        Self::Code { text: format!("{words}`{}`", fix.text), fixes: vec![fix] }
    }

    /// Returns the help ``did you mean `text`?`` for the underlined word.
    pub fn meant(text: impl Into<String>) -> Self {
        Self::after("did you mean ", Part::Word, text).and("?")
    }

    /// Returns the help to remove the underlined words.
    #[must_use]
    pub fn remove() -> Self {
        Self::code("remove it", [Part::Word.with("")])
    }

    /// Returns a help that quotes the code of these fixes, which are alternatives. Without a fix it is advice.
    pub fn code(text: impl Into<String>, fixes: impl IntoIterator<Item = Fix>) -> Self {
        let (text, fixes) = (text.into(), fixes.into_iter().collect::<Vec<_>>());
        if fixes.is_empty() { Self::Advice(text) } else { Self::Code { text, fixes } }
    }

    /// Returns the help ``write `a`, `b` or `c` ``; `None` without a spelling.
    pub fn one_of(part: Part, texts: impl IntoIterator<Item = String>) -> Option<Self> {
        let fixes: Vec<_> = texts.into_iter().map(|text| part.with(text)).collect();
        let quoted: Vec<_> = fixes.iter().map(|fix| format!("`{}`", fix.text)).collect();
        let listed = match quoted.split_last()? {
            (only, []) => only.clone(),
            (last, rest) => format!("{} or {last}", rest.join(", ")),
        };
        Some(Self::Code { text: format!("write {listed}"), fixes })
    }

    /// Appends words.
    #[must_use]
    pub fn and(mut self, words: &str) -> Self {
        match &mut self {
            Self::Code { text, .. } | Self::Advice(text) => text.push_str(words),
        }
        self
    }

    /// Appends another help, with `words` before it. The fixes of both are alternatives.
    #[must_use]
    pub fn or(self, words: &str, other: Self) -> Self {
        let (text, mut fixes) = self.into_parts();
        let (more, others) = other.into_parts();
        fixes.extend(others);
        Self::code(format!("{text}{words}{more}"), fixes)
    }

    fn into_parts(self) -> (String, Vec<Fix>) {
        match self {
            Self::Code { text, fixes } => (text, fixes),
            Self::Advice(text) => (text, Vec::new()),
        }
    }

    /// Returns the help as printed.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Code { text, .. } | Self::Advice(text) => text,
        }
    }

    /// Returns the code of the help. Several fixes are alternatives. Advice has none.
    #[must_use]
    pub fn fixes(&self) -> &[Fix] {
        match self {
            Self::Code { fixes, .. } => fixes,
            Self::Advice(_) => &[],
        }
    }

    /// Changes the printed text, and the code in the same way.
    pub fn map(&mut self, mut change: impl FnMut(&str) -> String) {
        let (Self::Code { text, .. } | Self::Advice(text)) = &mut *self;
        *text = change(text);
        if let Self::Code { fixes, .. } = self {
            for fix in fixes {
                fix.text = change(&fix.text);
            }
        }
    }

    /// Moves the bytes that the code replaces, for a text that is a part of another text.
    pub fn moved(&mut self, mut place: impl FnMut(usize, usize) -> (usize, usize)) {
        let Self::Code { fixes, .. } = self else { return };
        for fix in fixes {
            if let Part::Bytes(start, end) = &mut fix.part {
                (*start, *end) = place(*start, *end);
            }
        }
    }

    /// Writes a guard before each instruction of the code that replaces a statement. `guard` is `@p` or `@!p`.
    ///
    /// ```
    /// use ptx_isa::{Help, Part};
    ///
    /// let code = "{ .reg .b32 %t; cvt.u32.u64 %t, %rd1; not.b32 %r1, %t; }";
    /// let guarded = "{ .reg .b32 %t; @p cvt.u32.u64 %t, %rd1; @p not.b32 %r1, %t; }";
    /// let help = Help::write(Part::Statement, code).guarded("@p");
    /// assert_eq!(help, Help::write(Part::Statement, guarded));
    /// ```
    #[must_use]
    pub fn guarded(self, guard: &str) -> Self {
        let Self::Code { mut text, mut fixes } = self else { return self };
        for fix in &mut fixes {
            let with_guard = |statement: &str| {
                let bare = statement.trim_start_matches([' ', '{']);
                let before = &statement[..statement.len() - bare.len()];
                match bare.starts_with(['.', '@', '}']) || bare.is_empty() {
                    true => statement.to_string(),
                    false => format!("{before}{guard} {bare}"),
                }
            };
            if fix.part == Part::Statement {
                let guarded: String = fix.text.split_inclusive(';').map(with_guard).collect();
                text = text.replace(&format!("`{}`", fix.text), &format!("`{guarded}`"));
                fix.text = guarded;
            }
        }
        Self::Code { text, fixes }
    }
}

impl From<String> for Help {
    fn from(text: String) -> Self {
        Self::Advice(text)
    }
}

impl From<&str> for Help {
    fn from(text: &str) -> Self {
        Self::Advice(text.into())
    }
}

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
