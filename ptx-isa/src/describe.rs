//! Forms and instructions as the manual prints them.

use crate::forms::{self, Form};
use std::fmt;

impl fmt::Display for Form {
    /// The manual's syntax line: `rcp.rnd{.ftz}.f32 d, a`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mnemonic)?;
        for slot in self.slots {
            match slot.optional {
                true => write!(f, "{{.{}}}", slot.name)?,
                false => write!(f, ".{}", slot.name)?,
            }
        }
        for (i, operand) in self.operands.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { " " } else { ", " }, operand.name)?;
        }
        Ok(())
    }
}

/// An instruction as written: `rcp.rn.f32`.
pub(crate) fn instruction(mnemonic: &str, modifiers: &[impl AsRef<str>]) -> String {
    let mut text = mnemonic.to_string();
    for word in modifiers {
        text.push('.');
        text.push_str(word.as_ref());
    }
    text
}

/// Words as a list in a sentence: `.rn`, `.rz`, `.rm` or `.rp`, each in backquotes with a dot.
pub(crate) fn choice<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|w| format!("`.{w}`")).collect();
    match words.pop() {
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} or {last}", words.join(", ")),
        None => String::new(),
    }
}

/// What a modifier is, for a sentence: "a rounding", "a type", "`.ftz`".
pub(crate) fn role(word: &str) -> String {
    if forms::RND.contains(&word) {
        "a rounding".into()
    } else if crate::Type::from_word(word).is_some() {
        "a type".into()
    } else {
        format!("`.{word}`")
    }
}
