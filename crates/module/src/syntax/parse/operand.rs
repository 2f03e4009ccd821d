//! Parses operands.

use super::Parser;
use crate::syntax::lexer::TokenKind;
use crate::syntax::tree::operand::{Expression, ExpressionStep, Name, Operand, OperandKind};
use crate::syntax::{Fault, Span};

impl<'a> Parser<'a> {
    /// Parses an operand.
    pub(super) fn operand(&mut self) -> Result<Operand<'a>, Fault> {
        let start = self.start();
        let kind = match self.kind(0) {
            Some(TokenKind::Punct('{')) => self.vector(),
            Some(TokenKind::Punct('[')) => self.elements(']').map(OperandKind::Address),
            Some(TokenKind::Word | TokenKind::Number) if self.element.is_some() => self.element(),
            Some(TokenKind::Punct('(')) if self.element.is_none() && self.is_list() => {
                self.elements(')').map(OperandKind::List)
            }
            Some(TokenKind::Text) => {
                self.at += 1;
                Ok(OperandKind::Text(&self.text[start..self.end()]))
            }
            Some(TokenKind::Punct('|'))
                if self.kind(1) == Some(TokenKind::Word) && self.sees(2, '|') =>
            {
                Ok(self.absolute_value())
            }
            Some(TokenKind::Word) if !(self.sees(1, '(') && self.is_joined(1)) => self.named(),
            _ => {
                self.element = self.element.map(|_| self.at);
                self.expression(None)
            }
        }?;
        Ok(Operand { kind, span: start..self.end() })
    }

    /// Parses a vector, and the predicate that may follow the vector of a texture: `{a, b, c, d}|p`.
    fn vector(&mut self) -> Result<OperandKind<'a>, Fault> {
        let start = self.start();
        let vector = OperandKind::Vector(self.elements('}')?);
        if !(self.sees(0, '|') && self.kind(1) == Some(TokenKind::Word)) {
            return Ok(vector);
        }
        let first = Operand { kind: vector, span: start..self.end() };
        self.at += 1;
        let start = self.start();
        let second = self.name().ok_or_else(|| self.no_operand())?;
        Ok(OperandKind::Pair(Box::new([first, one(second, start..self.end())])))
    }

    /// Parses `|a|`, which PTX does not have, as an expression with the operator `|`. A later check reports the
    /// expression.
    fn absolute_value(&mut self) -> OperandKind<'a> {
        let (bars, text) = (self.next_span(), self.tokens[self.at + 1].span.clone());
        self.at += 3;
        let name = Name { text: &self.text[text.clone()], part: None };
        let steps = vec![(ExpressionStep::Name(name), text), (ExpressionStep::Unary('|'), bars)];
        OperandKind::Expression(Expression { steps })
    }

    /// Parses an operand that begins with a name.
    fn named(&mut self) -> Result<OperandKind<'a>, Fault> {
        let start = self.start();
        let name = self.name().ok_or_else(|| self.no_operand())?;
        let span = start..self.end();
        match self.kind(0) {
            Some(TokenKind::Punct('+' | '-')) if name.text != "WARP_SZ" => {
                self.eat('+');
                let offset = self.operand_of_expression()?;
                Ok(OperandKind::Sum(name, Box::new(offset)))
            }
            // In `ld.param.u32 %r1 [p]`, a comma is missing.
            Some(TokenKind::Punct('['))
                if !self.is_joined(0) && self.kind(1) == Some(TokenKind::Word) =>
            {
                Ok(one(name, span).kind)
            }
            Some(TokenKind::Punct('[')) => {
                let start = self.start();
                let mut elements = self.elements(']')?;
                match (elements.pop(), elements.is_empty()) {
                    (Some(index), true) => Ok(OperandKind::Element(name, Box::new(index))),
                    _ => Err(Fault::new(start..self.end(), "expected one index")),
                }
            }
            Some(TokenKind::Punct('|')) if self.kind(1) == Some(TokenKind::Word) => {
                self.at += 1;
                let start = self.start();
                let second = self.name().ok_or_else(|| self.no_operand())?;
                let both = [(name, span), (second, start..self.end())];
                Ok(OperandKind::Pair(Box::new(both.map(|(name, span)| one(name, span)))))
            }
            Some(TokenKind::Punct(
                '+' | '-' | '*' | '/' | '%' | '<' | '>' | '=' | '!' | '&' | '|' | '^' | '?',
            )) => self.expression(Some((name, span))),
            _ => Ok(one(name, span).kind),
        }
    }

    fn operand_of_expression(&mut self) -> Result<Operand<'a>, Fault> {
        let start = self.start();
        let kind = self.expression(None)?;
        Ok(Operand { kind, span: start..self.end() })
    }

    /// Parses a name, and the dot and word after the name, if any: `%tid.x`. On a later line, only an element or a
    /// selector belongs to the name.
    pub(super) fn name(&mut self) -> Option<Name<'a>> {
        let text = self.eat_kind(TokenKind::Word)?.text;
        let has_part = self.dotted().is_some_and(|word| !self.is_line_over() || is_part(word));
        let part = if has_part { self.eat_dotted().map(|word| word.text) } else { None };
        Some(Name { text, part })
    }

    /// Returns whether the next `(` opens a list, such as `(a, b)` in a call. Other parentheses
    /// begin a cast, such as `(.s64)`, or an expression that continues after its `)`.
    fn is_list(&self) -> bool {
        let follows = self.closers[self.at].and_then(|closer| self.tokens.get(closer + 1));
        let ends = follows.is_some_and(|token| {
            matches!(token.kind, TokenKind::Punct(',' | ';' | ')' | ']' | '}') | TokenKind::Word)
        });
        ends && !self.sees(1, '.')
    }

    /// Parses the operands inside a pair of brackets.
    fn elements(&mut self, close: char) -> Result<Vec<Operand<'a>>, Fault> {
        let bracket = self.next_span();
        self.deeper(|parser| parser.opened_elements(close, bracket))
    }

    fn opened_elements(&mut self, close: char, bracket: Span) -> Result<Vec<Operand<'a>>, Fault> {
        self.at += 1;
        let mut elements = Vec::new();
        // The lists of a call may be empty.
        if close == ')' && self.eat(close) {
            return Ok(elements);
        }
        loop {
            elements.push(self.operand()?);
            if self.eat(close) {
                return Ok(elements);
            }
            if !self.eat(',') {
                return Err(match self.kind(0) {
                    None | Some(TokenKind::Punct(';' | '}' | ')' | ']')) => {
                        let found = &self.text[bracket.clone()];
                        Fault::new(bracket, format!("`{found}` is not closed"))
                    }
                    Some(TokenKind::Unclosed) => self.no_operand(),
                    _ => self.expected(&format!("`,` or `{close}`")),
                });
            }
        }
    }
}

/// Returns whether a word is spelt like an element of a vector, `x`, or a selector, `b0`.
fn is_part(word: &str) -> bool {
    let is_lanes =
        |lanes: &str| !lanes.is_empty() && lanes.bytes().all(|b| matches!(b, b'0'..=b'7'));
    matches!(word, "x" | "y" | "z" | "w" | "r" | "g" | "b" | "a")
        || word.strip_prefix(['b', 'h']).is_some_and(is_lanes)
}

/// Builds the operand for a name or `_`.
pub(super) fn one(name: Name<'_>, span: Span) -> Operand<'_> {
    let kind = match name {
        Name { text: "_", part: None } => OperandKind::Sink,
        _ => OperandKind::Name(name),
    };
    Operand { kind, span }
}
