//! A walk over the statements and directives of a module, or of bare statements.
//!
//! It takes whatever PTX allows around instructions (PTX ISA, "State Spaces", "Directives") and
//! goes on behind what it does not understand.

use super::Span;
use super::items::{Broken, Item, Word};
use super::lexer::{Kind, Token, tokens};
use std::collections::HashSet;

/// The walk; an iterator over its steps.
pub struct Walk<'a> {
    pub(super) text: &'a str,
    pub(super) tokens: Vec<Token>,
    pub(super) at: usize,
    depth: usize,
    /// Names of variables, functions, parameters and labels.
    pub(super) symbols: HashSet<&'a str>,
    foreign: Vec<Span>,
}

impl<'a> Walk<'a> {
    /// Begins at the beginning of a text.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let (tokens, foreign) = tokens(text);
        let labels = tokens
            .windows(2)
            .filter(|pair| pair[0].kind == Kind::Word && pair[1].kind == Kind::Punct(':'));
        let symbols = labels.map(|pair| &text[pair[0].span.clone()]).collect();
        Self { text, tokens, at: 0, depth: 0, symbols, foreign }
    }

    /// Whether a name is a variable's, a function's, a parameter's or a label's.
    #[must_use]
    pub fn is_symbol(&self, name: &str) -> bool {
        self.symbols.contains(name)
    }

    /// Whether there is any `.reg`.
    #[must_use]
    pub fn declares_registers(&self) -> bool {
        self.tokens.windows(2).any(|pair| {
            pair[0].kind == Kind::Punct('.') && &self.text[pair[1].span.clone()] == "reg"
        })
    }

    /// Whether a block is still open, and not for a comment that swallows its end.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.depth > 0 && self.tokens.last().is_none_or(|token| token.kind != Kind::Unclosed)
    }

    /// The characters that PTX does not have.
    #[must_use]
    pub fn foreign(&self) -> &[Span] {
        &self.foreign
    }

    pub(super) fn word(&self, token: &Token) -> Word<'a> {
        Word { text: &self.text[token.span.clone()], span: token.span.clone() }
    }

    pub(super) fn kind(&self, ahead: usize) -> Option<Kind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    pub(super) fn sees(&self, ahead: usize, punct: char) -> bool {
        self.kind(ahead) == Some(Kind::Punct(punct))
    }

    pub(super) fn eat(&mut self, punct: char) -> bool {
        let seen = self.sees(0, punct);
        self.at += usize::from(seen);
        seen
    }

    pub(super) fn eat_kind(&mut self, kind: Kind) -> Option<Word<'a>> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == kind)?;
        let word = self.word(token);
        self.at += 1;
        Some(word)
    }

    /// `.word`: the word, its span with the dot.
    pub(super) fn eat_dotted(&mut self) -> Option<Word<'a>> {
        if !(self.sees(0, '.') && self.kind(1) == Some(Kind::Word)) {
            return None;
        }
        let start = self.tokens[self.at].span.start;
        let word = self.word(&self.tokens[self.at + 1]);
        self.at += 2;
        Some(Word { span: start..word.span.end, ..word })
    }
}

/// The last character before a place.
pub(crate) fn last_letter(text: &str, end: usize) -> Span {
    let length = text[..end].chars().next_back().map_or(0, char::len_utf8);
    end - length..end
}

pub(super) fn unclosed(text: &str, token: &Token) -> Broken {
    let what = if text[token.span.clone()].starts_with('"') { "text" } else { "comment" };
    let letter = token.span.start..token.span.start + 1;
    Broken { span: letter, what: format!("this {what} has no end"), help: None }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Item<'a>;

    fn next(&mut self) -> Option<Item<'a>> {
        loop {
            let token = self.tokens.get(self.at)?.clone();
            let one = |what: String| Broken { span: token.span.clone(), what, help: None };
            match token.kind {
                Kind::Punct('{') => {
                    self.at += 1;
                    self.depth += 1;
                    return Some(Item::Open);
                }
                Kind::Punct('}') => {
                    self.at += 1;
                    let closes = self.depth > 0;
                    self.depth = self.depth.saturating_sub(1);
                    return Some(Item::Close(token.span, closes));
                }
                Kind::Punct(';') => {
                    self.at += 1;
                    return Some(Item::Broken(one("no statement stands before this `;`".into())));
                }
                Kind::Punct('.') if self.kind(1) == Some(Kind::Word) => {
                    let name = self.eat_dotted()?;
                    if let Some(item) = self.directive(name) {
                        return Some(item);
                    }
                }
                Kind::Word if self.sees(1, ':') => {
                    self.at += 2;
                    return Some(Item::Label);
                }
                Kind::Word | Kind::Punct('@') => {
                    return Some(Item::Instruction(self.instruction()));
                }
                Kind::Unclosed => {
                    self.at += 1;
                    return Some(Item::Broken(unclosed(self.text, &token)));
                }
                Kind::Number | Kind::Text | Kind::Punct(_) => {
                    let found = self.text[token.span.clone()].chars().take(20).collect::<String>();
                    self.recover(0);
                    let what = format!("no statement begins with `{}`", found.escape_debug());
                    return Some(Item::Broken(one(what)));
                }
            }
        }
    }
}
