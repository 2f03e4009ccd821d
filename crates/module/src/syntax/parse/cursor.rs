//! Moves through the tokens, and skips to the next statement after a fault.

use super::{DEEPEST, Parser};
use crate::syntax::lexer::{Token, TokenKind};
use crate::syntax::tree::Word;
use crate::syntax::{Fault, Keyword, Span};

impl<'a> Parser<'a> {
    pub(super) fn kind(&self, ahead: usize) -> Option<TokenKind> {
        self.tokens.get(self.at + ahead).map(|token| token.kind)
    }

    pub(super) fn sees(&self, ahead: usize, punct: char) -> bool {
        self.kind(ahead) == Some(TokenKind::Punct(punct))
    }

    pub(super) fn eat(&mut self, punct: char) -> bool {
        let seen = self.sees(0, punct);
        self.at += usize::from(seen);
        seen
    }

    pub(super) fn word(&self, token: &Token) -> Word<'a> {
        Word { text: &self.text[token.span.clone()], span: token.span.clone() }
    }

    pub(super) fn eat_kind(&mut self, kind: TokenKind) -> Option<Word<'a>> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == kind)?;
        let word = self.word(token);
        self.at += 1;
        Some(word)
    }

    /// Returns the word without its dot if the next tokens are `.word`.
    pub(super) fn dotted(&self) -> Option<&'a str> {
        self.dotted_at(0)
    }

    /// Like [`dotted`](Self::dotted), but `ahead` places after the next token.
    pub(super) fn dotted_at(&self, ahead: usize) -> Option<&'a str> {
        let at = self.at + ahead + 1;
        let word = self.tokens.get(at).filter(|token| token.kind == TokenKind::Word)?;
        self.sees(ahead, '.').then(|| &self.text[word.span.clone()])
    }

    /// Consumes the next `.word`; its span includes the dot.
    pub(super) fn eat_dotted(&mut self) -> Option<Word<'a>> {
        let text = self.dotted()?;
        let span = self.tokens[self.at].span.start..self.tokens[self.at + 1].span.end;
        self.at += 2;
        Some(Word { text, span })
    }

    /// Consumes the next `.word`, if it is a keyword of the list that `read` knows.
    pub(super) fn eat_keyword<T>(
        &mut self,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<Keyword<T>> {
        let value = read(self.dotted()?)?;
        self.eat_dotted().map(|word| Keyword { value, span: word.span })
    }

    /// Returns the start of the next token, or the end of the text.
    pub(super) fn start(&self) -> usize {
        self.next_span().start
    }

    /// Returns the end of the last consumed token.
    pub(super) fn end(&self) -> usize {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(0, |token| token.span.end)
    }

    /// Returns the span of the next token, or an empty span at the end of the text.
    pub(super) fn next_span(&self) -> Span {
        let end = self.text.len();
        self.tokens.get(self.at).map_or(end..end, |token| token.span.clone())
    }

    /// Returns whether a token follows its predecessor without blanks. The token is `ahead` places after the next
    /// token.
    pub(super) fn is_joined(&self, ahead: usize) -> bool {
        let at = self.at + ahead;
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let next = self.tokens.get(at);
        before.zip(next).is_some_and(|(before, next)| before.span.end == next.span.start)
    }

    /// Returns whether the next token is on a later line than the last consumed token, or whether no
    /// token is left.
    pub(super) fn is_line_over(&self) -> bool {
        let start = self.start();
        self.text.get(self.end()..start).is_some_and(|blank| blank.contains('\n'))
            || self.kind(0).is_none()
    }

    /// Returns whether a line ends before the token that is `ahead` places after the next token.
    pub(super) fn is_line_over_at(&self, ahead: usize) -> bool {
        let at = self.at + ahead;
        let before = at.checked_sub(1).and_then(|before| self.tokens.get(before));
        let blank = before
            .zip(self.tokens.get(at))
            .and_then(|(before, next)| self.text.get(before.span.end..next.span.start));
        blank.is_none_or(|blank| blank.contains('\n'))
    }

    /// Consumes a comma, and reports that it ends a statement.
    pub(super) fn comma_at_end(&mut self) -> Fault {
        let span = self.next_span();
        self.at += 1;
        Fault::comma_at_end(span)
    }

    /// Reports an unexpected next token. If this token is on a later line, the span is the last
    /// character of the last consumed token.
    pub(super) fn expected(&self, what: &str) -> Fault {
        let span =
            if self.is_line_over() { last_letter(self.text, self.end()) } else { self.next_span() };
        Fault::new(span, format!("expected {what}"))
    }

    /// Consumes the `;`, or reports the token found instead.
    pub(super) fn end_of_statement(&mut self) -> Result<(), Fault> {
        if self.eat(';') {
            return Ok(());
        }
        match self.kind(0) {
            Some(TokenKind::Unclosed) => Err(unclosed(self.text, self.next_span())),
            Some(TokenKind::Punct('@'))
                if !self.is_line_over() && self.guard_at_end().is_some() =>
            {
                let guard = self.guard_at_end().unwrap_or_default();
                let found = &self.text[guard.clone()];
                let help = format!("move `{found}` before the instruction");
                Err(Fault::new(guard, "unexpected guard after the operands").help(help))
            }
            _ if self.is_line_over() || self.sees(0, '}') || self.sees(0, '@') => {
                Err(self.missing_semicolon())
            }
            _ if self.begins_instruction() => Err(self.missing_semicolon()),
            // The comma between two operands is missing.
            Some(TokenKind::Word | TokenKind::Number | TokenKind::Punct('[')) => {
                let (before, text) = (self.end(), "write a `,` between two operands");
                Err(self.expected("`,` or `;` before this").insert(before, ",", text))
            }
            _ => Err(self.expected("`,` or `;` before this")),
        }
    }

    /// Returns whether an instruction with modifiers and operands comes next: `add.f32 %f1`.
    fn begins_instruction(&self) -> bool {
        let is_name = |text: &str| text.starts_with(|letter: char| letter.is_ascii_lowercase());
        self.kind(0) == Some(TokenKind::Word)
            && is_name(&self.text[self.next_span()])
            && self.dotted_at(1).is_some()
            && self.is_joined(1)
            && matches!(
                self.kind(3),
                Some(TokenKind::Word | TokenKind::Number | TokenKind::Punct('.' | '[' | '{'))
            )
    }

    /// Returns the span of a guard that comes next, if a `;` follows it: `@%p;`.
    fn guard_at_end(&self) -> Option<Span> {
        let name = 1 + usize::from(self.sees(1, '!'));
        let is_end = self.kind(name) == Some(TokenKind::Word) && self.sees(name + 1, ';');
        is_end.then(|| self.start()..self.tokens[self.at + name].span.end)
    }

    pub(super) fn missing_semicolon(&self) -> Fault {
        Fault::missing_semicolon(last_letter(self.text, self.end()))
    }

    /// Skips to the end of a faulty statement. The statement ends after its `;`, before a brace
    /// outside of brackets, or before a directive or label on a later line. `open` is the number of
    /// brackets of the statement that are still open.
    pub(super) fn recover(&mut self, mut open: usize) {
        while let Some(kind) = self.kind(0) {
            match kind {
                TokenKind::Punct('{' | '}') if open == 0 => return,
                TokenKind::Punct('{' | '(' | '[') => open += 1,
                TokenKind::Punct('}' | ')' | ']') => open = open.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            let ends = matches!(kind, TokenKind::Punct(';') | TokenKind::Unclosed);
            if ends || self.is_line_over() && self.begins_anew() {
                return;
            }
        }
    }

    /// Skips to the end of a faulty statement whose operands begin with the token `first`. Counts
    /// the brackets that were opened from `first` on and are still open.
    pub(super) fn recover_from(&mut self, first: usize) {
        let mut open = 0_usize;
        for token in &self.tokens[first..self.at] {
            match token.kind {
                TokenKind::Punct('{' | '(' | '[') => open += 1,
                TokenKind::Punct('}' | ')' | ']') => open = open.saturating_sub(1),
                _ => {}
            }
        }
        self.recover(open);
    }

    /// Returns whether a directive or a label comes next.
    fn begins_anew(&self) -> bool {
        self.dotted().is_some() || self.kind(0) == Some(TokenKind::Word) && self.sees(1, ':')
    }

    /// Calls `inner`, which parses nested text. If the nesting exceeds [`DEEPEST`], reports a fault
    /// and skips the nested text.
    pub(super) fn deeper<T>(
        &mut self,
        inner: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        if self.depth == DEEPEST {
            let fault = Fault::new(self.next_span(), format!("nested deeper than {DEEPEST}"));
            self.at = self.closers[self.at].map_or(self.at, |closer| closer) + 1;
            return Err(fault);
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }
}

/// Returns the span of the character that ends at `end`.
pub(super) fn last_letter(text: &str, end: usize) -> Span {
    let length = text[..end].chars().next_back().map_or(0, char::len_utf8);
    end - length..end
}

pub(super) fn unclosed(text: &str, span: Span) -> Fault {
    let rest = &text[span.clone()];
    // The quote in `add.f32 a, b, c;"` ends a C string around the PTX text.
    if let Some(rest) = rest.strip_prefix('"')
        && rest.chars().all(|c| c.is_whitespace() || ",);\\nt\"".contains(c))
    {
        return Fault::from_c(span.start..span.start + 1, "\"");
    }
    let what = if rest.starts_with('"') { "text" } else { "comment" };
    Fault::new(span.start..span.start + 1, format!("this {what} has no end"))
}

/// Returns the closing token of each `{` and `(`; `None` for a `(` that is not closed before the
/// next `;` or `}`.
pub(super) fn closers(tokens: &[Token]) -> Vec<Option<usize>> {
    let mut closers = vec![None; tokens.len()];
    let mut braces = Vec::new();
    let mut parentheses = Vec::new();
    for (i, token) in tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Punct('{') => {
                braces.push((i, std::mem::take(&mut parentheses)));
            }
            TokenKind::Punct('}') => {
                parentheses.clear();
                if let Some((open, outer)) = braces.pop() {
                    closers[open] = Some(i);
                    parentheses = outer;
                }
            }
            TokenKind::Punct('(') => parentheses.push(i),
            TokenKind::Punct(')') => {
                if let Some(open) = parentheses.pop() {
                    closers[open] = Some(i);
                }
            }
            TokenKind::Punct(';') => parentheses.clear(),
            _ => {}
        }
    }
    closers
}
