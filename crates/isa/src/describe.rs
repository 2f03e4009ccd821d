//! Prints forms and instructions like the PTX manual.

use crate::forms::{self, Form, ModifierSlot, Presence};
use std::fmt;

impl fmt::Display for Form {
    /// Prints a syntax line of the manual: `rcp.rnd{.ftz}.f32 d, a`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.mnemonic)?;
        for slot in self.slots {
            match slot.optional {
                true => write!(f, "{{.{}}}", printed(slot))?,
                false => write!(f, ".{}", printed(slot))?,
            }
        }
        for (i, operand) in self.operands.iter().enumerate() {
            let separator = if i == 0 { " " } else { ", " };
            match operand.presence {
                Presence::Always => write!(f, "{separator}{}", operand.name)?,
                _ => write!(f, "{{{separator}{}}}", operand.name)?,
            }
            if let Some(lanes) = operand.lanes {
                match (lanes.is_required(), lanes.name(operand.name)) {
                    (true, name) => write!(f, ".{name}")?,
                    (false, name) => write!(f, "{{.{name}}}")?,
                }
            }
        }
        Ok(())
    }
}

/// Returns a modifier slot as in the manual, without the first dot: `ftz`, `rnd`, `type`,
/// `{rz,rm,rp}`.
pub(crate) fn printed(slot: &ModifierSlot) -> String {
    match slot.words {
        [word] => (*word).into(),
        words if words == forms::RND => "rnd".into(),
        // Print the types themselves instead of `type`. Some shapes of `mma` have one form for
        // 8-bit types and one form for 4-bit types. With `type`, the two forms would look alike.
        words if matches!(slot.name.text(), "int8type" | "int4type") => {
            format!("{{{}}}", words.join(","))
        }
        words if words.iter().all(|word| crate::types::Type::from_word(word).is_some()) => {
            "type".into()
        }
        words if words.len() < forms::RND.len() => format!("{{{}}}", words.join(",")),
        // Cut suffixes from names of classes: `CmpOp_u` is `CmpOp` in the manual.
        _ => slot.name.text().split('_').next().unwrap_or_default().into(),
    }
}

/// Returns an instruction in PTX syntax: `rcp.rn.f32`.
pub(crate) fn instruction(mnemonic: &str, modifiers: &[impl AsRef<str>]) -> String {
    let mut text = mnemonic.to_string();
    for word in modifiers {
        text.push('.');
        text.push_str(word.as_ref());
    }
    text
}

/// Lists words in a sentence without duplicates: `` `.rn`, `.rz`, `.rm` or `.rp` ``.
pub(crate) fn choice<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut listed: Vec<String> = Vec::new();
    for word in words.into_iter().map(|word| format!("`.{word}`")) {
        if !listed.contains(&word) {
            listed.push(word);
        }
    }
    match listed.pop() {
        Some(last) if listed.is_empty() => last,
        Some(last) => format!("{} or {last}", listed.join(", ")),
        None => String::new(),
    }
}

/// Returns the note for a missing required modifier, such as "a rounding has no default".
pub(crate) fn no_default(words: &[&str]) -> &'static str {
    let rounds = |word: &&str| forms::RND.contains(word) || forms::INTEGRAL_RND.contains(word);
    if words.iter().any(rounds) {
        "a rounding has no default"
    } else if words.iter().any(|word| crate::types::Type::from_word(word).is_some()) {
        "a type has no default"
    } else {
        "a modifier without braces in the form is required"
    }
}
