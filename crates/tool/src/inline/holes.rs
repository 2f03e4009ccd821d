//! Parses templates of inline assembly. A template may contain escapes and holes. A hole, such as `%0`, is
//! replaced by an operand.

use ptx_module::syntax::Span;

/// The syntax of holes (placeholders for operands) and escapes in a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Syntax {
    /// `%0`: CUDA C++.
    Percent,
    /// `$0`: LLVM, which Triton and CuTe DSL use.
    Dollar,
    /// `{0}`: Rust.
    Braces,
}

/// The replacement of an escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// These characters.
    Text(&'static str),
    /// A number that is unique to the statement.
    Unique,
    /// One of several texts. The assembler dialect determines which one.
    Alternatives,
}

/// The escapes of each language. Sources: the behaviour of NVRTC 13 for CUDA C++; the language reference of
/// LLVM ("Inline Asm Template String Modifiers"); the Rust reference ("Inline assembly").
const ESCAPES: &[(Syntax, &str, Meaning)] = &[
    (Syntax::Percent, "%%", Meaning::Text("%")),
    (Syntax::Percent, "%=", Meaning::Unique),
    (Syntax::Dollar, "$$", Meaning::Text("$")),
    (Syntax::Dollar, "${:uid}", Meaning::Unique),
    (Syntax::Dollar, "$(", Meaning::Alternatives),
    (Syntax::Dollar, "$|", Meaning::Alternatives),
    (Syntax::Dollar, "$)", Meaning::Alternatives),
    (Syntax::Braces, "{{", Meaning::Text("{")),
    (Syntax::Braces, "}}", Meaning::Text("}")),
];

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part<'a> {
    /// Text without holes (placeholders) or escapes.
    Text,
    /// An escape, with the text that replaces the escape.
    Escape(&'static str),
    /// An escape that is replaced by a number that is unique to the statement.
    Unique,
    /// A hole (placeholder) for the operand with this number: `%0`.
    Index(usize),
    /// `{}`: a hole (placeholder) for the next operand that has no name.
    Next,
    /// A hole (placeholder) for the operand with this name.
    Name(&'a str),
    /// A part that the compiler rejects.
    Fault(Refusal<'a>),
}

/// Why a compiler rejects a part of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal<'a> {
    /// `%[a]`: CUDA C++ does not support operand names.
    Named(&'a str),
    /// `%x0`, `{0:e}`: modifiers of operands are not supported.
    Modified,
    /// A character that starts a hole although no operand follows: `%` at the end, `$x`, or `{` without `}`.
    Lonely(&'a str),
    /// `$(a$|b$)`
    Alternatives,
    /// `%%` in a statement without operands. In such a statement, `%%` is not an escape.
    Doubled,
}

impl Syntax {
    /// Splits a template into adjacent parts.
    ///
    /// In CUDA C++, a statement without operands has no escapes.
    pub(crate) fn parts(self, text: &str, has_operands: bool) -> Vec<(Span, Part<'_>)> {
        let mut parts = Vec::new();
        let (mut plain, mut at) = (0, 0);
        while let Some(length) = text[at..].find(self.characters()) {
            let start = at + length;
            let (end, part) = match self == Self::Percent && !has_operands {
                true => bare_percent(text, start),
                false => self.part(text, start),
            };
            if plain < start {
                parts.push((plain..start, Part::Text));
            }
            parts.push((start..end, part));
            (plain, at) = (end, end);
        }
        if plain < text.len() {
            parts.push((plain..text.len(), Part::Text));
        }
        parts
    }

    /// Returns the hole (placeholder) of an operand: `%0`, `$0` or `{0}`.
    pub(crate) fn hole(self, index: usize) -> String {
        match self {
            Self::Percent => format!("%{index}"),
            Self::Dollar => format!("${index}"),
            Self::Braces => format!("{{{index}}}"),
        }
    }

    /// Returns the compiler or language with this syntax.
    pub(crate) const fn owner(self) -> &'static str {
        match self {
            Self::Percent => "nvcc",
            Self::Dollar => "LLVM",
            Self::Braces => "Rust",
        }
    }

    /// Returns the characters that start holes and escapes.
    const fn characters(self) -> &'static [char] {
        match self {
            Self::Percent => &['%'],
            Self::Dollar => &['$'],
            Self::Braces => &['{', '}'],
        }
    }

    /// Parses the hole (placeholder) or escape that starts at a character. Returns its end, which is greater than `at`.
    fn part(self, text: &str, at: usize) -> (usize, Part<'_>) {
        let rest = &text[at..];
        let escape = ESCAPES.iter().find(|row| row.0 == self && rest.starts_with(row.1));
        if let Some((_, written, meaning)) = escape {
            let part = match meaning {
                Meaning::Text(text) => Part::Escape(text),
                Meaning::Unique => Part::Unique,
                Meaning::Alternatives => Part::Fault(Refusal::Alternatives),
            };
            return (at + written.len(), part);
        }
        let (length, part) = match self {
            Self::Percent => percent(rest),
            Self::Dollar => dollar(rest),
            Self::Braces => braces(rest),
        };
        (at + length, part)
    }
}

/// Returns the holes in a part of a text that other languages than the text's have: `$0` or `{0}` in C++. The part
/// contains no holes of the text's own language.
pub(crate) fn foreign(text: &str, part: Span) -> Vec<(Span, usize)> {
    let is_name = |byte: Option<&u8>| byte.is_some_and(|b| is_name(*b));
    let bytes = text.as_bytes();
    let starts = text[part.clone()].match_indices(['%', '$', '{']);
    let hole = |(start, opening): (usize, &str)| {
        let start = part.start + start;
        let digits = prefix(&text[start + 1..], |b| b.is_ascii_digit());
        let last = start + 1 + digits;
        let (end, is_whole) = match opening {
            "{" => (last + 1, bytes.get(last) == Some(&b'}')),
            _ => {
                let before = start.checked_sub(1).and_then(|at| bytes.get(at));
                (last, !is_name(before) && !is_name(bytes.get(last)))
            }
        };
        (digits > 0 && is_whole).then(|| (start..end, number(&text[start + 1..last])))
    };
    starts.filter_map(hole).collect()
}

/// Returns whether a byte can be part of a name in PTX.
pub(crate) const fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'%')
}

/// Returns the number of bytes at the start of `text` that `belongs` accepts.
fn prefix(text: &str, belongs: impl Fn(u8) -> bool) -> usize {
    text.bytes().take_while(|byte| belongs(*byte)).count()
}

/// Parses a number, saturating on overflow.
fn number(digits: &str) -> usize {
    digits.parse().unwrap_or(usize::MAX)
}

/// Parses `%` in a statement without operands. NVRTC leaves such a template unchanged.
fn bare_percent(text: &str, at: usize) -> (usize, Part<'_>) {
    let after = &text[at + 1..];
    let digits = prefix(after, |b| b.is_ascii_digit());
    match after.starts_with('%') {
        true => (at + 2, Part::Fault(Refusal::Doubled)),
        false if after.starts_with('[') => (at + 1, Part::Fault(Refusal::Lonely(&text[at..=at]))),
        // PTX has no name such as `%0`, so the author meant an operand, which the statement does not have.
        false if digits > 0 => (at + 1 + digits, Part::Index(number(&after[..digits]))),
        false => (at + 1, Part::Text),
    }
}

fn percent(rest: &str) -> (usize, Part<'_>) {
    let after = &rest[1..];
    let digits = prefix(after, |b| b.is_ascii_digit());
    if digits > 0 {
        return (1 + digits, Part::Index(number(&after[..digits])));
    }
    let mut letters = after.chars();
    match letters.next() {
        None => (1, Part::Fault(Refusal::Lonely(rest))),
        Some('[') => match after.find(']') {
            Some(end) => (end + 2, Part::Fault(Refusal::Named(&after[1..end]))),
            None => (1, Part::Fault(Refusal::Lonely(&rest[..1]))),
        },
        // `%x0` is an operand with a modifier. PTX names such as `%rd0` and `%laneid` stay unchanged.
        Some(letter) if letter.is_ascii_alphabetic() => {
            let digits = prefix(&after[1..], |b| b.is_ascii_digit());
            match digits > 0 {
                true => (2 + digits, Part::Fault(Refusal::Modified)),
                false => (2, Part::Text),
            }
        }
        // NVRTC deletes `%` and the next character, if that character is neither a letter nor a digit.
        Some(letter) => (1 + letter.len_utf8(), Part::Escape("")),
    }
}

fn dollar(rest: &str) -> (usize, Part<'_>) {
    let after = &rest[1..];
    let digits = prefix(after, |b| b.is_ascii_digit());
    if digits > 0 {
        return (1 + digits, Part::Index(number(&after[..digits])));
    }
    let Some((inside, _)) = after.strip_prefix('{').and_then(|inside| inside.split_once('}'))
    else {
        return (1, Part::Fault(Refusal::Lonely(&rest[..1])));
    };
    let length = inside.len() + 3;
    let digits = prefix(inside, |b| b.is_ascii_digit());
    let part = match digits > 0 {
        true if digits == inside.len() => Part::Index(number(inside)),
        true if inside[digits..].starts_with(':') => Part::Fault(Refusal::Modified),
        _ => Part::Fault(Refusal::Lonely(&rest[..length])),
    };
    (length, part)
}

fn braces(rest: &str) -> (usize, Part<'_>) {
    let Some((inside, _)) = rest.strip_prefix('{').and_then(|inside| inside.split_once('}')) else {
        return (1, Part::Fault(Refusal::Lonely(&rest[..1])));
    };
    let length = inside.len() + 2;
    let (name, modifier) = inside.split_once(':').unwrap_or((inside, ""));
    let name = name.trim();
    let is_word = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80);
    let part = match name {
        _ if !is_word => Part::Fault(Refusal::Lonely(&rest[..1])),
        _ if !modifier.trim().is_empty() => Part::Fault(Refusal::Modified),
        "" => Part::Next,
        _ if name.bytes().all(|b| b.is_ascii_digit()) => Part::Index(number(name)),
        _ => Part::Name(name),
    };
    (if matches!(part, Part::Fault(Refusal::Lonely(_))) { 1 } else { length }, part)
}
