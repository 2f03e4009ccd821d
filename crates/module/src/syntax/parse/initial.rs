//! Parses the elements of initial values (PTX ISA, "Initializers"): numbers and addresses.
//!
//! `ptxas` 13.5 accepts these addresses, where `number` is any constant expression:
//!
//! ```text
//! address = place { "+" number }
//! place   = name | "generic" "(" name ")"
//! byte    = mask "(" address | number ")"
//! ```

use super::Parser;
use crate::syntax::lexer::TokenKind;
use crate::syntax::tree::operand::{Expression, ExpressionStep, Operand, OperandKind};
use crate::syntax::{Fault, Help, Span};

/// The place directly after an address that is not in a byte.
const AFTER: &str = "after an address";

impl<'a> Parser<'a> {
    /// Parses an initial value of numbers and addresses, each of which may be in braces.
    pub(super) fn numbers_and_addresses(&mut self) -> Result<Operand<'a>, Fault> {
        self.element = Some(self.at);
        let value = self.operand();
        self.element = None;
        value
    }

    /// Parses an element of an initial value: a number, an address, or a byte of an address.
    pub(super) fn element(&mut self) -> Result<OperandKind<'a>, Fault> {
        self.element = Some(self.at);
        if self.begins_address() {
            let kind = self.pointer()?;
            return self.ended(kind, AFTER);
        }
        if !(self.kind(0) == Some(TokenKind::Number) && self.sees(1, '(')) {
            return self.expression(None);
        }
        let (mask, span) = (&self.text[self.next_span()], self.next_span());
        self.at += 2;
        let kind = match self.begins_address() {
            true => self.pointer()?,
            false => self.expression(None)?,
        };
        if !self.eat(')') {
            return Err(self.after_address("in a byte of an address"));
        }
        let mut steps = steps(kind, &span);
        steps.push((ExpressionStep::Apply(mask), span));
        let kind = OperandKind::Expression(Expression { steps });
        self.ended(kind, "after a byte of an address")
    }

    /// Returns whether the name of a variable or function comes next.
    fn begins_address(&self) -> bool {
        let is_name = |text: &str| !matches!(text, "WARP_SZ" | "_");
        self.kind(0) == Some(TokenKind::Word) && is_name(&self.text[self.next_span()])
    }

    /// Parses `name`, `name+number`, `generic(name)` or `generic(name)+number`.
    fn pointer(&mut self) -> Result<OperandKind<'a>, Fault> {
        let is_generic = self.sees(1, '(') && &self.text[self.next_span()] == "generic";
        let apply = self.next_span();
        self.at += if is_generic { 2 } else { 0 };
        let span = self.next_span();
        let name = self.name().ok_or_else(|| self.expected("a name"))?;
        if is_generic && !self.eat(')') {
            return Err(self.sum_in_parentheses(&apply, name.text));
        }
        let plus = self.next_span();
        let sum = match self.eat('+') {
            true => {
                let start = self.start();
                let kind = self.expression(None)?;
                Some(Operand { kind, span: start..self.end() })
            }
            false => None,
        };
        Ok(match (is_generic, sum) {
            (false, None) => OperandKind::Name(name),
            (false, Some(sum)) => OperandKind::Sum(name, Box::new(sum)),
            (true, sum) => {
                let mut all = vec![
                    (ExpressionStep::Name(name), span),
                    (ExpressionStep::Apply("generic"), apply),
                ];
                if let Some(sum) = sum {
                    all.extend(steps(sum.kind, &sum.span));
                    all.push((ExpressionStep::Binary("+"), plus));
                }
                OperandKind::Expression(Expression { steps: all })
            }
        })
    }

    /// Returns an element, unless an operator or a bracket follows it.
    fn ended(&self, kind: OperandKind<'a>, place: &str) -> Result<OperandKind<'a>, Fault> {
        match self.kind(0) {
            Some(TokenKind::Punct(',' | ';' | '}') | TokenKind::Unclosed) | None => Ok(kind),
            Some(TokenKind::Punct(_)) => Err(self.after_address(place)),
            _ => Ok(kind),
        }
    }

    /// Reports the next token, which cannot follow an address.
    fn after_address(&self, place: &str) -> Fault {
        let start = self.start();
        let length = self.operator().map(|(operator, _)| operator.len());
        let span = length.map_or(self.next_span(), |length| start..start + length);
        let found = self.text[span.clone()].to_string();
        let is_number = matches!(self.kind(1), Some(TokenKind::Number | TokenKind::Punct('(')));
        let fault = Fault::new(span.clone(), format!("unexpected `{found}` {place}"));
        match found.as_str() {
            "-" if is_number => fault.insert(span.start, "+", "write `+-`"),
            "+" if place != AFTER => fault.help("add the number inside of the parentheses"),
            _ => fault.help("only `+` and a number can follow the name"),
        }
    }

    /// Reports `generic(name+4)`. The next token is the `+`.
    fn sum_in_parentheses(&self, apply: &Span, name: &str) -> Fault {
        let fault = self.expected("`)`");
        let is_sum =
            self.sees(0, '+') && self.kind(1) == Some(TokenKind::Number) && self.sees(2, ')');
        if !is_sum {
            return fault;
        }
        let (number, close) = (&self.tokens[self.at + 1].span, &self.tokens[self.at + 2].span);
        let code = format!("generic({name})+{}", &self.text[number.clone()]);
        let (text, span) = (format!("write `{code}`"), apply.start..close.end);
        fault.help(Help::Code { text, span, code })
    }

    /// Reports the `(` after a number in an expression of an initial value: `(0xff(name))`.
    pub(super) fn late_mask(&self) -> Fault {
        let span = self.tokens[self.at + 1].span.clone();
        Fault::new(span, "a mask must come first, without parentheses")
    }

    /// Reports a name in an expression of an initial value, where the address does not come first.
    pub(super) fn late_address(&self, first: usize) -> Fault {
        let name = &self.text[self.next_span()];
        let what = format!("address `{name}` must come first, without parentheses");
        let fault = Fault::new(self.next_span(), what);
        let is_end = |at: usize| {
            let token = self.tokens.get(at).map(|token| token.kind);
            matches!(token, Some(TokenKind::Punct(',' | ';' | '}')))
        };
        let is_punct = |at: usize, punct: char| {
            self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Punct(punct))
        };
        let code = match self.closers[first] {
            // `(name)` or `(name+4)`
            Some(close) if self.at == first + 1 => {
                let is_name = close == first + 2;
                let is_alone = is_end(close + 1) && (is_name || is_punct(first + 2, '+'));
                let inner = self.tokens[first].span.end..self.tokens[close].span.start;
                (is_alone || is_name && is_punct(close + 1, '+'))
                    .then(|| (close, self.text[inner].trim().to_string()))
            }
            // `4+name`
            None if self.tokens[first].kind == TokenKind::Number
                && self.at == first + 2
                && is_punct(first + 1, '+')
                && is_end(self.at + 1) =>
            {
                let number = &self.text[self.tokens[first].span.clone()];
                Some((self.at, format!("{name}+{number}")))
            }
            _ => None,
        };
        match code {
            Some((last, code)) => {
                let span = self.tokens[first].span.start..self.tokens[last].span.end;
                fault.help(Help::Code { text: format!("write `{code}`"), span, code })
            }
            None => fault.help("write the name, and then `+` and a number"),
        }
    }
}

/// Returns the steps that compute an operand of an expression.
fn steps<'a>(kind: OperandKind<'a>, span: &Span) -> Vec<(ExpressionStep<'a>, Span)> {
    match kind {
        OperandKind::Expression(expression) => expression.steps,
        OperandKind::Name(name) => vec![(ExpressionStep::Name(name), span.clone())],
        OperandKind::Literal(literal) => {
            let number = (ExpressionStep::Literal(literal.digits), span.clone());
            let sign = literal.sign.map(|sign| (ExpressionStep::Unary(sign), span.clone()));
            std::iter::once(number).chain(sign).collect()
        }
        OperandKind::Sum(name, sum) => {
            let mut all = vec![(ExpressionStep::Name(name), span.clone())];
            all.extend(steps(sum.kind, &sum.span));
            all.push((ExpressionStep::Binary("+"), span.clone()));
            all
        }
        _ => Vec::new(),
    }
}
