//! What the tokens between two commas are.

use super::{Checker, Diagnostic};
use crate::text::Span;
use crate::text::items::Word;
use crate::text::lexer::{Kind, Token};
use crate::text::scope::Declared;
use crate::text::walk::Walk;
use ptx_isa::literal::{self, Literal};
use ptx_isa::operand::Operand;
use ptx_isa::{Type, declarations, is_special_register, names_lanes};

impl<'a> Checker<'a> {
    /// What an operand is, where a value of type `wanted` is expected.
    pub(super) fn read(
        &mut self,
        walk: &Walk<'a>,
        tokens: &[Token],
        wanted: Type,
    ) -> Result<Operand, Diagnostic> {
        let text = &self.source.text;
        let word = |token: &Token| &text[token.span.clone()];
        Ok(match tokens {
            [Token { kind: Kind::Punct('!'), .. }, one] if one.kind == Kind::Word => {
                Operand::Complement(Box::new(self.read(walk, std::slice::from_ref(one), wanted)?))
            }
            [p, bar, q] if bar.kind == Kind::Punct('|') && p.kind == Kind::Word => {
                Operand::Pair(Box::new([
                    self.read(walk, std::slice::from_ref(p), wanted)?,
                    self.read(walk, std::slice::from_ref(q), wanted)?,
                ]))
            }
            [one] if one.kind == Kind::Number => immediate(word(one), one.span.clone())?,
            [sign, number] if number.kind == Kind::Number && matches!(word(sign), "-" | "+") => {
                immediate(&format!("{}{}", word(sign), word(number)), span(tokens))?
            }
            [one] if word(one) == "_" => Operand::Sink,
            [one] if one.kind == Kind::Word => {
                return self.name(walk, word(one), one.span.clone(), wanted);
            }
            [one, dot, lanes] if word(dot) == "." && names_lanes(word(lanes)) => Operand::Lanes {
                of: Box::new(self.read(walk, std::slice::from_ref(one), wanted)?),
                word: word(lanes).into(),
            },
            [one, dot, part] if word(dot) == "." && part.kind == Kind::Word => {
                return self.part(walk, word(one), word(part), &span(tokens), wanted);
            }
            [open, .., close] if word(open) == "{" && word(close) == "}" => {
                let mut items = Vec::new();
                for item in elements(tokens) {
                    // Not looked into: a fault however deep it goes.
                    match item.first() {
                        None => {
                            return Err(Diagnostic::error(span(tokens), "expected an element"));
                        }
                        Some(token) if word(token) == "{" => items.push(Operand::Vector(vec![])),
                        Some(_) => items.push(self.read(walk, item, wanted)?),
                    }
                }
                Operand::Vector(items)
            }
            _ => return self.expression(walk, tokens, wanted),
        })
    }

    fn name(
        &mut self,
        walk: &Walk<'a>,
        name: &'a str,
        span: Span,
        wanted: Type,
    ) -> Result<Operand, Diagnostic> {
        if let Some(register) = self.scopes.find(name) {
            let wide = |declared: String, bits| Operand::Wide { name: name.into(), declared, bits };
            return Ok(match register.declared {
                Declared::Scalar(ty) => Operand::Register { name: name.into(), ty: Some(ty) },
                Declared::Faulty => Operand::Register { name: name.into(), ty: None },
                Declared::Vector(n, ty) => wide(format!("v{n} {}", ty.word()), n * ty.bits()),
                Declared::Other => wide("b128".into(), 128),
            });
        }
        match name {
            "WARP_SZ" => Ok(Operand::Constant { is_integer: true }),
            _ if is_special_register(name) => Ok(Operand::Special(name.into())),
            _ if walk.is_symbol(name) => Ok(Operand::Symbol(name.into())),
            _ if self.is_excerpt => Ok(Operand::Host),
            _ => Err(self.undeclared(&Word { text: name, span }, wanted)),
        }
    }

    /// `%tid.x`, `v.y`: an element of a vector of registers.
    fn part(
        &mut self,
        walk: &Walk<'a>,
        name: &'a str,
        part: &str,
        span: &Span,
        wanted: Type,
    ) -> Result<Operand, Diagnostic> {
        let whole = format!("{name}.{part}");
        let element = PARTS.iter().find(|pair| pair.0 == part).map(|pair| pair.1);
        match (self.scopes.find(name).map(|register| register.declared), element) {
            (Some(Declared::Vector(n, ty)), Some(i)) if i < n => {
                Ok(Operand::Register { name: whole, ty: Some(ty) })
            }
            (Some(Declared::Vector(n, _)), _) => {
                let last = PARTS[n as usize - 1].0;
                let said = Diagnostic::error(span.clone(), format!("`{name}` has no `.{part}`"));
                Err(said.help(format!("its elements are `{name}.x` to `{name}.{last}`")))
            }
            (Some(Declared::Faulty), _) => Ok(Operand::Register { name: whole, ty: None }),
            (Some(_), _) => {
                let message = format!("register `{name}` is not a vector and has no `.{part}`");
                Err(Diagnostic::error(span.clone(), message))
            }
            (None, _) if is_special_register(name) => Ok(Operand::Special(whole)),
            (None, Some(_)) if self.is_excerpt => Ok(Operand::Host),
            (None, _) => self.name(walk, name, span.start..span.start + name.len(), wanted),
        }
    }

    /// Anything longer: an expression of literals, or one that begins with a symbol.
    fn expression(
        &mut self,
        walk: &Walk<'a>,
        tokens: &[Token],
        wanted: Type,
    ) -> Result<Operand, Diagnostic> {
        let text = &self.source.text;
        let word = |token: &Token| &text[token.span.clone()];
        let error =
            |token: &Token, message: String| Err(Diagnostic::error(token.span.clone(), message));
        let [first, rest @ ..] = tokens else {
            return Err(Diagnostic::error(span(tokens), "expected an operand"));
        };
        if first.kind == Kind::Punct('[') {
            let said =
                Diagnostic::error(span(tokens), "expected a register or a literal, found `[…]`");
            return Err(said
                .note("only memory instructions, such as `ld` and `st`, have addresses")
                .help("load the value into a register first"));
        }
        if let Some(text) = tokens.iter().find(|token| token.kind == Kind::Text) {
            return error(text, "expected an operand, found a string".into());
        }
        if first.kind == Kind::Word && word(first) != "WARP_SZ" {
            // `symbol+4`, `symbol[1]`, `generic(symbol)`; what else may follow a name is not known.
            return match self.name(walk, word(first), first.span.clone(), wanted) {
                Ok(Operand::Register { name, .. }) if !matches!(word(&rest[0]), "+") => error(
                    &rest[0],
                    format!("unexpected `{}` after register `{name}`", word(&rest[0])),
                ),
                Ok(Operand::Symbol(name)) => Ok(Operand::Symbol(name)),
                _ => Ok(Operand::Constant { is_integer: false }),
            };
        }
        // The type of a cast comes after a dot.
        let mut before = '(';
        for token in tokens {
            if token.kind == Kind::Word && before != '.' && word(token) != "WARP_SZ" {
                let message = format!("unexpected `{}` before `{}`", word(first), word(token));
                let said = Diagnostic::error(span(tokens), message);
                return Err(said
                    .note("operators can only combine literals")
                    .help("compute it in another instruction, such as `neg` or `not`"));
            }
            before = if let Kind::Punct(punct) = token.kind { punct } else { ' ' };
        }
        let mut numbers = tokens.iter().filter(|token| token.kind == Kind::Number);
        let is_integer =
            numbers.all(|token| matches!(literal::parse(word(token)), Ok(Literal::Integer(_))));
        Ok(Operand::Constant { is_integer })
    }

    /// A name that nothing declares, where a value of type `wanted` is expected.
    pub(super) fn undeclared(&mut self, name: &Word<'_>, wanted: Type) -> Diagnostic {
        let near = self.scopes.near(name.text);
        let message = declarations::undeclared(name.text, wanted, &near);
        Diagnostic::error(name.span.clone(), message)
    }
}

/// The elements of a vector, in their order.
const PARTS: &[(&str, u32)] =
    &[("x", 0), ("y", 1), ("z", 2), ("w", 3), ("r", 0), ("g", 1), ("b", 2), ("a", 3)];

/// The tokens of each element of `{a, b}` or `p|q`.
pub(super) fn elements(operand: &[Token]) -> impl Iterator<Item = &[Token]> {
    let inner = match operand {
        [open, inner @ .., _] if open.kind == Kind::Punct('{') => inner,
        _ => operand,
    };
    let mut depth = 0_usize;
    inner.split(move |token| {
        match token.kind {
            Kind::Punct('{' | '(' | '[') => depth += 1,
            Kind::Punct('}' | ')' | ']') => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && matches!(token.kind, Kind::Punct(',' | '|'))
    })
}

fn immediate(text: &str, span: Span) -> Result<Operand, Diagnostic> {
    literal::parse(text).map(Operand::Immediate).map_err(|why| Diagnostic::error(span, why))
}

/// From the first to the last token.
pub(super) fn span(tokens: &[Token]) -> Span {
    let start = tokens.first().map_or(0, |token| token.span.start);
    start..tokens.last().map_or(start, |token| token.span.end)
}
