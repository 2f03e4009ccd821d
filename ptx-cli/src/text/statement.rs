//! Instructions, as far as their punctuation goes.

use super::items::{Broken, Instruction, Word};
use super::lexer::{Kind, Token};
use super::walk::{Walk, last_letter, unclosed};

impl<'a> Walk<'a> {
    pub(super) fn instruction(&mut self) -> Instruction<'a> {
        let guard = if self.eat('@') {
            self.eat('!');
            self.eat_kind(Kind::Word)
        } else {
            None
        };
        let start = self.tokens.get(self.at.saturating_sub(1)).map_or(0, |t| t.span.start);
        let Some(mnemonic) = self.eat_kind(Kind::Word) else {
            let broken = Broken {
                span: start..start + 1,
                what: "no instruction follows the guard".into(),
                help: None,
            };
            let mnemonic = Word { text: "", span: start..start };
            self.recover(0);
            return Instruction {
                guard,
                mnemonic,
                modifiers: vec![],
                operands: vec![],
                broken: Some(broken),
            };
        };
        let modifiers = std::iter::from_fn(|| self.eat_dotted()).collect();
        let (operands, broken) = self.operands();
        Instruction { guard, mnemonic, modifiers, operands, broken }
    }

    /// Goes on behind a fault within `open` brackets: behind the `;`, or at a brace that is none of
    /// theirs.
    pub(super) fn recover(&mut self, mut open: usize) {
        while let Some(kind) = self.kind(0) {
            match kind {
                Kind::Punct('{' | '}') | Kind::Unclosed if open == 0 => return,
                Kind::Punct('{' | '(' | '[') => open += 1,
                Kind::Punct('}' | ')' | ']') => open = open.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if kind == Kind::Punct(';') {
                return;
            }
        }
    }

    /// What was expected instead of the next token, or behind the last one of the line.
    pub(super) fn expected(&self, what: &str) -> Broken {
        let end = self.tokens[self.at - 1].span.end;
        let next = self.tokens.get(self.at).map(|token| token.span.clone());
        let next = next.filter(|next| !self.text[end..next.start].contains('\n'));
        let span = next.unwrap_or_else(|| last_letter(self.text, end));
        Broken { span, what: format!("expected {what}"), help: None }
    }

    /// The `;` of a declaration, or what is wrong there.
    pub(super) fn end_of_statement(&mut self) -> Option<Broken> {
        if self.eat(';') {
            return None;
        }
        let end = self.tokens[self.at - 1].span.end;
        let next = self.tokens.get(self.at).map_or(self.text.len(), |token| token.span.start);
        match self.text[end..next].contains('\n') || next == self.text.len() {
            true => Some(missing_semicolon(self.text, end)),
            false => Some(self.expected("`,` or `;`")),
        }
    }

    /// The operands up to the `;`, and what is wrong with their punctuation.
    fn operands(&mut self) -> (Vec<Vec<Token>>, Option<Broken>) {
        let mut all: Vec<Vec<Token>> = vec![Vec::new()];
        let mut open: Vec<Token> = Vec::new();
        let text = self.text;
        let missing = |end| missing_semicolon(text, end);
        let mut end = self.tokens[self.at - 1].span.end;
        let broken = loop {
            let Some(token) = self.tokens.get(self.at) else { break Some(missing(end)) };
            let last = all.last_mut().expect("there is always a last one");
            match token.kind {
                Kind::Punct(';') => {
                    self.at += 1;
                    break open.pop().map(|token| Broken {
                        what: format!("`{}` is not closed", &self.text[token.span.clone()]),
                        span: token.span,
                        help: None,
                    });
                }
                Kind::Punct('}' | ')' | ']') if open.is_empty() => break Some(missing(end)),
                _ if last.last().is_some_and(|before| ends(before) && begins(token))
                    && !is_cast(self.text, last) =>
                {
                    if self.text[end..token.span.start].contains('\n') {
                        break Some(missing(end));
                    }
                    let broken = Broken {
                        span: token.span.clone(),
                        what: "expected `,` or `;` before this".into(),
                        help: None,
                    };
                    self.recover(open.len());
                    break Some(broken);
                }
                Kind::Punct('@') => break Some(missing(end)),
                Kind::Unclosed => break Some(unclosed(self.text, token)),
                Kind::Punct(',') if open.is_empty() => all.push(Vec::new()),
                Kind::Punct('{' | '(' | '[') => {
                    open.push(token.clone());
                    last.push(token.clone());
                }
                Kind::Punct('}' | ')' | ']') => {
                    open.pop();
                    last.push(token.clone());
                }
                _ => last.push(token.clone()),
            }
            end = token.span.end;
            self.at += 1;
        };
        if all.len() == 1 && all[0].is_empty() {
            all.clear();
        }
        let empty = all.iter().any(Vec::is_empty).then(|| Broken {
            span: last_letter(text, end),
            what: "an operand is missing beside a `,`".into(),
            help: None,
        });
        (all, broken.or(empty))
    }
}

fn missing_semicolon(text: &str, end: usize) -> Broken {
    Broken {
        span: last_letter(text, end),
        what: "missing `;` at the end of this statement".into(),
        help: Some("every statement ends with `;`"),
    }
}

/// Whether an operand so far ends with `(.s64)` or `(.u64)`, what a constant may follow.
fn is_cast(text: &str, operand: &[Token]) -> bool {
    let [.., open, dot, ty, _close] = operand else { return false };
    open.kind == Kind::Punct('(')
        && dot.kind == Kind::Punct('.')
        && matches!(&text[ty.span.clone()], "s64" | "u64")
}

/// Whether an operand may end with a token.
fn ends(token: &Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Number | Kind::Text | Kind::Punct('}' | ')' | ']'))
}

/// Whether an operand may begin with a token.
fn begins(token: &Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Number | Kind::Text | Kind::Punct('{' | '('))
}
