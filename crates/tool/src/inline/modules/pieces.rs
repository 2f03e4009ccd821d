//! Finds out whether a program joins the text of a string with other texts, or replaces parts of the text.

use super::super::language::Language;
use super::super::template::Template;
use super::super::tokens::{TokenKind, Tokens};
use super::super::{python, rust};
use ptx_module::syntax::Span;
use std::collections::HashMap;

/// Parts of the names of methods that change a text.
const CHANGES: &[&str] = &[
    "append", "concat", "extend", "format", "insert", "join", "push", "render", "replace", "subst",
];

/// Parts of the names of functions that join an argument with other texts, or replace parts of it.
const JOINS: &[&str] = &[
    "concat", "format", "join", "printf", "push_str", "render", "replace", "strcat", "subst",
    "template",
];

/// Parts of the names of functions and methods that search a text, or compare texts.
const SEARCHES: &[&str] = &[
    "assert", "cmp", "contain", "expect", "find", "has", "includes", "index", "match", "prefix",
    "search", "split", "starts", "strstr",
];

/// The macros of Rust whose first string is a format.
const FORMATS: &[&str] = &[
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "panic",
    "print",
    "println",
    "write",
    "writeln",
];

/// The maximum number of brackets around a string that are examined.
const MOST_BRACKETS: usize = 6;

/// The maximum number of tokens of a declaration before its `=`, and of a macro before its format.
const MOST_TOKENS: usize = 64;

/// The maximum number of uses of a name that are examined.
const MOST_USES: usize = 256;

/// A string of one or several literals.
pub(super) struct Joined {
    pub(super) template: Template,
    /// The tokens of the string.
    pub(super) range: Span,
    /// The reason why the string has parts that are not literals.
    pub(super) reason: Option<String>,
}

/// How a program uses a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// As a whole text, as far as the file shows.
    Whole,
    /// The program compares it with a text, or searches it in a text.
    Searched,
    /// This word or operator joins it with another text, or replaces parts of it.
    Changed(String),
}

/// The tokens of a file.
pub(super) struct Reader<'a> {
    tokens: Tokens<'a>,
    language: Language,
    /// The tokens with each word.
    words: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(tokens: Tokens<'a>, language: Language) -> Self {
        let mut words = HashMap::<_, Vec<_>>::new();
        for (i, token) in tokens.all.iter().enumerate() {
            if token.kind == TokenKind::Word {
                words.entry(tokens.word(i)).or_default().push(i);
            }
        }
        Self { tokens, language, words }
    }

    /// Returns the strings of the file, in order.
    pub(super) fn strings(&self) -> impl Iterator<Item = Joined> {
        let mut i = 0;
        std::iter::from_fn(move || {
            while i < self.tokens.all.len() {
                match self.join(i) {
                    Some(joined) => {
                        i = joined.range.end.max(i + 1);
                        return Some(joined);
                    }
                    None => i += 1,
                }
            }
            None
        })
    }

    /// Returns the position of a token.
    pub(super) fn position(&self, i: usize) -> usize {
        self.tokens.all.get(i).map_or(self.tokens.text.len(), |token| token.span.start)
    }

    fn is_text(&self, i: usize) -> bool {
        matches!(self.tokens.all.get(i).map(|token| token.kind), Some(TokenKind::Text(_)))
    }

    fn is_word(&self, i: usize) -> bool {
        self.tokens.all.get(i).is_some_and(|token| token.kind == TokenKind::Word)
    }

    /// Joins the literals that begin at a token. Returns `None` if no literal begins there.
    fn join(&self, first: usize) -> Option<Joined> {
        let tokens = &self.tokens;
        let mut template = Template::default();
        if self.language == Language::Rust && rust::is_concat(tokens, first) {
            let range = first..tokens.after(first + 2);
            let reason = rust::join(tokens, range.clone(), &mut template).err();
            return Some(Joined { template, range, reason: reason.map(|reason| reason.note()) });
        }
        let mut reason = None;
        let (mut i, mut end) = (first, first);
        while let Some(TokenKind::Text(literal)) = tokens.all.get(i).map(|token| token.kind) {
            let is_format = self.language == Language::Rust && self.is_format(i);
            let read = python::text(tokens.text, literal, is_format, self.language, &mut template);
            reason = reason.or(read.err().map(|reason| reason.note()));
            end = i + 1;
            i = match self.language {
                Language::Rust => break,
                Language::Cpp => end,
                Language::Python | Language::Other => end + self.operator(end),
            };
        }
        let range = first..end;
        if end == first {
            return None;
        }
        if let Use::Changed(word) = self.neighbours(&range) {
            reason = reason.or(Some(format!("`{word}` joins it with another text")));
        }
        Some(Joined { template, range, reason })
    }

    /// Returns the number of tokens of the operator at a token, if the operator joins texts.
    fn operator(&self, i: usize) -> usize {
        let is = |i, punct| self.tokens.is(i, punct);
        match self.language {
            _ if is(i, '+') => 1 + usize::from(is(i + 1, '+')),
            Language::Cpp if is(i, '<') && is(i + 1, '<') => 2,
            Language::Other if is(i, '.') && is(i + 1, '.') => 2,
            Language::Other if is(i, '<') && is(i + 1, '>') => 2,
            Language::Other if is(i, '.') && (self.is_text(i + 1) || is(i + 1, '$')) => 1,
            _ => 0,
        }
    }

    /// Returns whether a literal is the format of a formatting macro of Rust.
    fn is_format(&self, i: usize) -> bool {
        let Some(open) = self.tokens.parent(i) else { return false };
        let is_macro = open >= 2 && self.tokens.is(open - 1, '!');
        let is_near = i - open < MOST_TOKENS;
        is_macro
            && FORMATS.contains(&self.tokens.word(open - 2))
            && is_near
            && (open + 1..i).all(|i| !self.is_text(i))
    }

    /// Returns how the program uses an expression.
    pub(super) fn of(&self, range: Span) -> Use {
        let tokens = &self.tokens;
        let mut range = range;
        for _ in 0..MOST_BRACKETS {
            // `.trim()`, `?`
            loop {
                if tokens.is(range.end, '?') {
                    range.end += 1;
                } else if tokens.is(range.end, '.') && self.is_word(range.end + 1) {
                    let used = named(tokens.word(range.end + 1), CHANGES);
                    if used != Use::Whole {
                        return used;
                    }
                    range.end += 2;
                    if tokens.is(range.end, '(') {
                        range.end = tokens.after(range.end);
                    }
                } else {
                    break;
                }
            }
            while range.start > 0 && tokens.is(range.start - 1, '&') {
                range.start -= 1;
            }
            // An `#if` of C++ after the string
            if self.language == Language::Cpp && tokens.is(range.end, '#') {
                return Use::Changed("#if".into());
            }
            let used = self.neighbours(&range);
            if used != Use::Whole {
                return used;
            }
            let Some(open) = tokens.parent(range.start).filter(|open| !tokens.is(*open, '{'))
            else {
                break;
            };
            let is_macro = open >= 2 && tokens.is(open - 1, '!');
            let callee = open.checked_sub(1 + usize::from(is_macro));
            let callee = callee.filter(|i| self.is_word(*i));
            let used = callee.map_or(Use::Whole, |callee| match tokens.word(callee) {
                // `is_format` covers these macros.
                name if is_macro && FORMATS.contains(&name) => Use::Whole,
                name => named(name, JOINS),
            });
            if used != Use::Whole {
                return used;
            }
            range = self.path(callee.unwrap_or(open))..tokens.after(open);
        }
        Use::Whole
    }

    /// Returns the first token of the path that ends at a token: `std` of `std::string`.
    fn path(&self, last: usize) -> usize {
        let mut first = last;
        while let Some(before) = first.checked_sub(2) {
            let is_joint = self.tokens.is(first - 1, '.') || self.tokens.is(first - 1, ':');
            let is_double = self.tokens.is(first - 1, ':') && self.tokens.is(before, ':');
            let name = before.wrapping_sub(usize::from(is_double));
            if !is_joint || !self.is_word(name) {
                break;
            }
            first = name;
        }
        first
    }

    /// Returns how the operators beside an expression use it.
    fn neighbours(&self, range: &Span) -> Use {
        let tokens = &self.tokens;
        let text = |i: usize, count: usize| {
            let end = tokens.all.get(i + count - 1).map_or(tokens.text.len(), |one| one.span.end);
            Use::Changed(tokens.text[self.position(i)..end].into())
        };
        let is =
            |back: usize, punct| range.start.checked_sub(back).is_some_and(|i| tokens.is(i, punct));
        let is_equal = tokens.is(range.end, '=') && tokens.is(range.end + 1, '=')
            || is(1, '=') && (is(2, '=') || is(2, '!'));
        if is_equal || self.language == Language::Python && tokens.word(range.end) == "in" {
            return Use::Searched;
        }
        let is_filled = tokens.is(range.end, '%') && self.language != Language::Rust;
        // A macro of C++ after a literal
        let is_apart = || self.position(range.end) > tokens.all[range.end - 1].span.end;
        let is_macro = self.language == Language::Cpp
            && self.is_text(range.end - 1)
            && self.is_word(range.end)
            && is_apart();
        let after = self.operator(range.end).max(usize::from(is_filled || is_macro));
        if after > 0 {
            return text(range.end, after);
        }
        let is_operator = |back: &usize| {
            range.start.checked_sub(*back).is_some_and(|i| self.operator(i) == *back)
        };
        match [2, 1].iter().find(|back| is_operator(back)) {
            Some(back) => text(range.start - back, *back),
            None if is(1, '=') && is(2, '+') => text(range.start - 2, 2),
            None => Use::Whole,
        }
    }

    /// Returns the word that changes a variable or constant of the file whose value is this expression. Examines the uses
    /// in the block around the declaration.
    pub(super) fn changed_later(&self, range: &Span) -> Option<String> {
        let tokens = &self.tokens;
        let name = tokens.word(self.name(range)?);
        let mut block = tokens.parent(range.start);
        while let Some(open) = block.filter(|open| !tokens.is(*open, '{')) {
            block = tokens.parent(open);
        }
        let end = block.map_or(tokens.all.len(), |open| tokens.after(open));
        // A function may use a constant that is declared after it.
        let is_constant = !name.bytes().any(|byte| byte.is_ascii_lowercase());
        let start = if is_constant { block.unwrap_or(0) } else { range.end };
        let all = self.words.get(name)?;
        let uses = all[all.partition_point(|i| *i < start)..].iter();
        uses.take_while(|i| **i < end).take(MOST_USES).find_map(|i| match self.of(*i..i + 1) {
            Use::Changed(word) => Some(word),
            Use::Whole | Use::Searched => None,
        })
    }

    /// Returns the token of the name in `name = "…"`, `name: &str = "…"`, `name[] = "…"` or `name("…")`. Skips calls
    /// around the string.
    fn name(&self, range: &Span) -> Option<usize> {
        let tokens = &self.tokens;
        let mut first = range.start;
        for _ in 0..MOST_BRACKETS {
            if first > 0 && tokens.is(first - 1, '=') {
                break;
            }
            first = tokens.parent(first).filter(|open| !tokens.is(*open, '{'))?;
            first -= usize::from(first > 0 && tokens.is(first - 1, '!'));
            if first > 0 && self.is_word(first - 1) {
                first -= 1;
                if self.language == Language::Cpp && first > 0 && self.is_word(first - 1) {
                    return Some(first);
                }
            }
            first = self.path(first);
        }
        let equals = first.checked_sub(1).filter(|i| tokens.is(*i, '='))?;
        let is_end = |i: &usize| {
            let after = self.position(i + 1);
            let gap = tokens.text.get(tokens.all[*i].span.end..after).unwrap_or_default();
            [";", "{", "}", "(", ")", ",", "#"].contains(&tokens.word(*i)) || gap.contains('\n')
        };
        let before = (0..equals).rev().take(MOST_TOKENS).take_while(|i| !is_end(i));
        let before: Vec<_> = before.collect();
        // In `NAME: &'static str` the name is before the colon.
        let is_colon = |i: usize| tokens.is(i, ':');
        let colon = before
            .iter()
            .position(|i| is_colon(*i) && !is_colon(i + 1) && !is_colon(i.saturating_sub(1)));
        let mut words = before[colon.map_or(0, |at| at + 1)..].iter().filter(|i| self.is_word(**i));
        words.next().copied()
    }
}

/// Returns how a function, method or macro with this name uses a text. `changes` lists parts of the names that change it.
fn named(name: &str, changes: &[&str]) -> Use {
    let lower = name.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| lower.contains(part));
    match () {
        () if has(changes) => Use::Changed(name.into()),
        () if has(SEARCHES) => Use::Searched,
        () => Use::Whole,
    }
}
