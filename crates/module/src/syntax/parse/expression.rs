//! Parses constant expressions with E. W. Dijkstra's shunting yard algorithm, without recursion.
//! PTX ISA, "Constant Expressions", lists the operators and their precedence.

use super::Parser;
use crate::syntax::lexer::TokenKind;
use crate::syntax::tree::operand::{Expression, ExpressionStep, Literal, Name, OperandKind};
use crate::syntax::{Fault, Span};

/// The binary operators and their precedence. An operator comes after all longer operators that
/// begin with its text, so that the longest operator matches.
const OPERATORS: &[(&str, u8)] = &[
    ("*", 10),
    ("/", 10),
    ("%", 10),
    ("+", 9),
    ("-", 9),
    ("<<", 8),
    (">>", 8),
    ("<=", 7),
    (">=", 7),
    ("<", 7),
    (">", 7),
    ("==", 6),
    ("!=", 6),
    ("&&", 2),
    ("||", 1),
    ("&", 5),
    ("^", 4),
    ("|", 3),
];

/// The precedence of unary operators, higher than the precedence of every binary operator.
const UNARY: u8 = 11;

/// An operator that waits for its last operand, a `(` that waits for its `)`, or a `?` that waits
/// for its `:`.
enum Waiting<'a> {
    Operator(ExpressionStep<'a>, Span, u8),
    Open(Span),
    Question(Span),
}

struct Yard<'a> {
    steps: Vec<(ExpressionStep<'a>, Span)>,
    waiting: Vec<Waiting<'a>>,
}

impl<'a> Yard<'a> {
    /// Moves waiting operators of at least this precedence to `steps`, the postfix expression.
    fn finish(&mut self, precedence: u8) {
        while let Some(Waiting::Operator(_, _, tighter)) = self.waiting.last() {
            if *tighter < precedence {
                return;
            }
            if let Some(Waiting::Operator(step, span, _)) = self.waiting.pop() {
                self.steps.push((step, span));
            }
        }
    }

    fn wait(&mut self, step: ExpressionStep<'a>, span: Span, precedence: u8) {
        self.waiting.push(Waiting::Operator(step, span, precedence));
    }
}

impl<'a> Parser<'a> {
    /// Parses an expression. `first` is the first name of the expression, if the caller has parsed the name.
    pub(super) fn expression(
        &mut self,
        first: Option<(Name<'a>, Span)>,
    ) -> Result<OperandKind<'a>, Fault> {
        let mut yard = Yard { steps: Vec::new(), waiting: Vec::new() };
        let mut has_value = first.is_some();
        yard.steps.extend(first.map(|(name, span)| (ExpressionStep::Name(name), span)));
        loop {
            if !has_value {
                has_value = self.before_value(&mut yard)?;
            } else if self.eat_closing(&mut yard) {
            } else if let Some((operator, precedence)) = self.operator() {
                let span = self.start()..self.start() + operator.len();
                self.at += operator.len();
                yard.finish(precedence);
                yard.wait(ExpressionStep::Binary(operator), span, precedence);
                has_value = false;
            } else if self.sees(0, '?') {
                yard.finish(1);
                yard.waiting.push(Waiting::Question(self.next_span()));
                self.at += 1;
                has_value = false;
            } else if self.sees(0, ':') {
                yard.finish(0);
                let Some(Waiting::Question(span)) = yard.waiting.pop() else {
                    return Err(self.expected("`?` before `:`"));
                };
                self.at += 1;
                yard.wait(ExpressionStep::Conditional, span, 0);
                has_value = false;
            } else {
                break;
            }
        }
        yard.finish(0);
        match yard.waiting.pop() {
            Some(Waiting::Question(_)) => Err(self.expected("`:` after `?`")),
            Some(Waiting::Open(span)) => Err(Fault::new(span, "`(` is not closed")),
            _ => Ok(simplest(yard.steps)),
        }
    }

    /// Parses a prefix operator, a `(` or a value. Returns whether a value was parsed.
    fn before_value(&mut self, yard: &mut Yard<'a>) -> Result<bool, Fault> {
        let span = self.next_span();
        let late = self.element.filter(|_| &self.text[span.clone()] != "WARP_SZ");
        let applies = self.sees(1, '(') && self.is_joined(1) && self.element.is_none();
        match self.kind(0) {
            Some(TokenKind::Punct(sign @ ('+' | '-' | '!' | '~'))) => {
                self.at += 1;
                yard.wait(ExpressionStep::Unary(sign), span, UNARY);
                Ok(false)
            }
            Some(TokenKind::Punct('(')) => {
                self.at += 1;
                if let Some(cast) = self.eat_dotted() {
                    if !self.eat(')') {
                        return Err(self.expected("`)` after the type"));
                    }
                    yard.wait(ExpressionStep::Cast(cast.text), span.start..self.end(), UNARY);
                } else {
                    yard.waiting.push(Waiting::Open(span));
                }
                Ok(false)
            }
            Some(TokenKind::Word) if late.is_some() => {
                Err(self.late_address(late.unwrap_or_default()))
            }
            Some(TokenKind::Number) if late.is_some() && self.sees(1, '(') => Err(self.late_mask()),
            Some(TokenKind::Number | TokenKind::Word) if applies => {
                self.at += 1;
                yard.wait(ExpressionStep::Apply(&self.text[span.clone()]), span, UNARY);
                Ok(false)
            }
            Some(TokenKind::Number) => {
                self.at += 1;
                yard.steps.push((ExpressionStep::Literal(&self.text[span.clone()]), span));
                Ok(true)
            }
            Some(TokenKind::Word) => {
                let name = self.name().ok_or_else(|| self.no_operand())?;
                yard.steps.push((ExpressionStep::Name(name), span.start..self.end()));
                Ok(true)
            }
            _ => Err(self.no_operand()),
        }
    }

    /// Consumes the next `)` if it closes a `(` of this expression. Returns whether a `)` was
    /// consumed.
    fn eat_closing(&mut self, yard: &mut Yard<'a>) -> bool {
        if !self.sees(0, ')') {
            return false;
        }
        yard.finish(0);
        let closes = matches!(yard.waiting.last(), Some(Waiting::Open(_)));
        if closes {
            yard.waiting.pop();
            self.at += 1;
        }
        closes
    }

    /// Returns the next token's binary operator and its precedence.
    pub(super) fn operator(&self) -> Option<(&'static str, u8)> {
        let rest = self.text.get(self.start()..)?;
        let is_punct = matches!(self.kind(0), Some(TokenKind::Punct(_)));
        OPERATORS.iter().copied().find(|(text, _)| is_punct && rest.starts_with(text))
    }
}

/// Builds the operand from the steps of an expression. A single literal, name or complemented name
/// becomes an operand of that kind, not an expression.
fn simplest(steps: Vec<(ExpressionStep<'_>, Span)>) -> OperandKind<'_> {
    match steps.as_slice() {
        [(ExpressionStep::Literal(digits), _)] => {
            OperandKind::Literal(Literal { sign: None, digits })
        }
        [(ExpressionStep::Literal(digits), _), (ExpressionStep::Unary(sign @ ('-' | '+')), _)] => {
            OperandKind::Literal(Literal { sign: Some(*sign), digits })
        }
        [(ExpressionStep::Name(name), _)] => OperandKind::Name(*name),
        [(ExpressionStep::Name(name), _), (ExpressionStep::Unary('!'), _)] => {
            OperandKind::Complement(*name)
        }
        _ => OperandKind::Expression(Expression { steps }),
    }
}
