//! Directives that declare nothing (PTX ISA, "Directives").

use super::Parser;
use crate::Fault;
use crate::lexer::Kind;
use crate::tree::{Directive, Statement, Word};

/// Module directives without a `;`.
const HEAD: &[&str] = &["address_size", "target", "version"];

/// Directives that end at the end of the line.
const LINES: &[&str] = &["file", "loc"];

impl<'a> Parser<'a> {
    /// Parses a declaration or directive.
    pub(super) fn dotted_statement(&mut self) -> Option<Statement<'a>> {
        let linkage = self.linkage();
        if self.begins_declaration() {
            let space = self.eat_dotted()?;
            return Some(Statement::Declaration(self.variables(linkage, space)));
        }
        if let Some(linkage) = linkage {
            let what = format!("expected a variable or function after `.{}`", linkage.text);
            self.faults.push(Fault::new(linkage.span, what));
            return None;
        }
        let name = self.eat_dotted()?;
        Some(Statement::Directive(self.directive(name)))
    }

    fn directive(&mut self, name: Word<'a>) -> Directive<'a> {
        let start = name.span.start;
        let mut arguments = Vec::new();
        match name.text {
            text if HEAD.contains(&text) => self.head(text, &mut arguments),
            text if LINES.contains(&text) => self.rest_of_line(start, &mut arguments),
            "section" => self.section(),
            _ => self.pass(&mut arguments),
        }
        Directive { name, arguments, span: start..self.end() }
    }

    /// Parses the arguments of `.version 8.6` and `.target sm_90, debug`, which commas separate.
    /// Reports a `;` after the arguments, because `ptxas` rejects such a `;`.
    fn head(&mut self, name: &str, arguments: &mut Vec<Word<'a>>) {
        loop {
            let kind = self.kind(0);
            let Some(word) = kind
                .and_then(|_| self.eat_kind(Kind::Word).or_else(|| self.eat_kind(Kind::Number)))
            else {
                if !arguments.is_empty() {
                    let fault = self.expected("a word after `,`");
                    self.faults.push(fault);
                }
                break;
            };
            arguments.push(word);
            if self.eat(',') {
                continue;
            }
            // A word on a later line begins a new statement.
            let is_statement = self.sees(1, '.') && self.is_joined(1);
            if self.kind(0) == Some(Kind::Word) && !self.is_line_over() && !is_statement {
                let found = &self.text[self.next_span()];
                let what = format!("expected `,` before `{found}`");
                self.faults.push(Fault::new(self.next_span(), what));
                continue;
            }
            break;
        }
        if self.sees(0, ';') {
            let what = format!("`.{name}` does not end with `;`");
            self.faults.push(Fault::new(self.next_span(), what).help("remove the `;`"));
            self.at += 1;
        }
    }

    /// Consumes the rest of the line that contains the byte `start`.
    fn rest_of_line(&mut self, start: usize, arguments: &mut Vec<Word<'a>>) {
        let end = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length);
        while let Some(token) = self.tokens.get(self.at).cloned() {
            if token.span.start >= end || token.kind == Kind::Unclosed {
                return;
            }
            if matches!(token.kind, Kind::Word | Kind::Number | Kind::Text) {
                arguments.push(self.word(&token));
            }
            self.at += 1;
        }
    }

    /// Returns whether `@@DWARF` comes next.
    pub(super) fn is_debug_line(&self) -> bool {
        let word = self.tokens.get(self.at + 2).map(|token| &self.text[token.span.clone()]);
        self.sees(0, '@') && self.sees(1, '@') && word == Some("DWARF")
    }

    /// Parses `@@DWARF …`, a debug directive of the first PTX compilers.
    pub(super) fn debug_line(&mut self) -> Directive<'a> {
        let span = self.next_span();
        self.at += 2;
        let name = Word { text: "@@", span: span.start..self.end() };
        let mut arguments = Vec::new();
        self.rest_of_line(span.start, &mut arguments);
        Directive { name, arguments, span: span.start..self.end() }
    }

    /// Skips the name and body of `.section .debug_info { … }`.
    fn section(&mut self) {
        self.eat_dotted();
        if !self.sees(0, '{') {
            return;
        }
        match self.closers[self.at] {
            Some(closer) => self.at = closer + 1,
            None => {
                let fault = Fault::new(self.next_span(), "this `{` is not closed before the end");
                self.faults.push(fault);
                self.at = self.tokens.len();
            }
        }
    }

    /// Consumes tokens through the `;` or up to a brace, and collects words, numbers and strings.
    fn pass(&mut self, arguments: &mut Vec<Word<'a>>) {
        while let Some(token) = self.tokens.get(self.at).cloned() {
            match token.kind {
                Kind::Punct('{' | '}') | Kind::Unclosed => return,
                Kind::Word | Kind::Number | Kind::Text => arguments.push(self.word(&token)),
                Kind::Punct(_) => {}
            }
            self.at += 1;
            if token.kind == Kind::Punct(';') {
                return;
            }
        }
    }

    /// Parses a directive between the parameters and the body of a function.
    pub(super) fn header_directive(&mut self) -> Option<Directive<'a>> {
        let name = self.eat_dotted()?;
        let mut arguments = Vec::new();
        while let Some(token) = self.tokens.get(self.at).cloned() {
            match token.kind {
                Kind::Punct('(') => self.pass_parentheses(),
                Kind::Punct(',') => self.at += 1,
                Kind::Word | Kind::Number | Kind::Text => {
                    arguments.push(self.word(&token));
                    self.at += 1;
                }
                _ => break,
            }
        }
        if name.text == "pragma" {
            self.eat(';');
        }
        let span = name.span.start..self.end();
        Some(Directive { name, arguments, span })
    }

    /// Skips `( … )`, whatever it contains.
    pub(super) fn pass_parentheses(&mut self) {
        if self.sees(0, '(') {
            self.at = self.closers[self.at].unwrap_or(self.at) + 1;
        }
    }
}
