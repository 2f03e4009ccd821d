//! What an operand is.

use super::declarations::Meaning;
use super::{Checker, Finding};
use ptx_isa::declarations::{self, Near};
use ptx_isa::literal::Literal;
use ptx_isa::operand::Operand as Judged;
use ptx_isa::{Message, Type, is_special_register, names_lanes, nearest};
use ptx_lower::{WARP_SZ, constant};
use ptx_text::{Expression, Name, Operand, OperandKind, Span, Step, Word};

impl<'a> Checker<'a> {
    /// What an operand is, where a value of type `wanted` is expected.
    pub(super) fn read(&mut self, operand: &Operand<'a>, wanted: Type) -> Result<Judged, Finding> {
        let at = &operand.span;
        let error = |message: &str| Err(Finding::error(at.clone(), message));
        Ok(match &operand.kind {
            OperandKind::Name(name) => return self.name(*name, at, wanted),
            OperandKind::Sink => Judged::Sink,
            OperandKind::Literal(_) => Judged::Immediate(number(operand)?),
            OperandKind::Complement(name) => {
                Judged::Complement(Box::new(self.name(*name, at, wanted)?))
            }
            OperandKind::Pair(both) => {
                Judged::Pair(Box::new([self.read(&both[0], wanted)?, self.read(&both[1], wanted)?]))
            }
            OperandKind::Vector(items) => {
                let mut elements = Vec::new();
                for item in items {
                    // A vector in it is not looked into: it is a fault however deep it goes.
                    elements.push(match &item.kind {
                        OperandKind::Vector(_) => Judged::Vector(Vec::new()),
                        _ => self.read(item, wanted)?,
                    });
                }
                Judged::Vector(elements)
            }
            OperandKind::Text(_) => return error("expected an operand, found a string"),
            OperandKind::Address(_) => {
                let said = error("expected a register or a literal, found `[…]`");
                return said.map_err(|said| {
                    said.note("only memory instructions, such as `ld` and `st`, have addresses")
                        .help("load the value into a register first")
                });
            }
            OperandKind::Sum(name, added) => {
                offset(added)?;
                return self.name(*name, at, wanted);
            }
            OperandKind::Element(name, index) => {
                offset(index)?;
                match self.name(*name, at, wanted)? {
                    Judged::Register { name, .. } => {
                        return error(&format!("unexpected `[` after register `{name}`"));
                    }
                    other => other,
                }
            }
            OperandKind::List(items) => match items.as_slice() {
                [one] if matches!(one.kind, OperandKind::Name(_)) => {
                    let found = &self.source.text[one.span.clone()];
                    return error(&format!("unexpected `(` before `{found}`"));
                }
                [one] => return self.read(one, wanted),
                _ => return error("expected an operand, found a list"),
            },
            OperandKind::Expression(expression) => {
                return self.expression(expression, operand, wanted);
            }
        })
    }

    fn name(&mut self, name: Name<'a>, span: &Span, wanted: Type) -> Result<Judged, Finding> {
        let Name { text, part } = name;
        let meaning = self.scopes.find(text).map(|found| found.meaning);
        if let Some(word) = part.filter(|_| meaning != Some(Meaning::Symbol)) {
            return self.part(text, word, span, wanted);
        }
        let wide = |declared: String, bits| Judged::Wide { name: text.into(), declared, bits };
        match meaning {
            Some(Meaning::Scalar(ty)) => Ok(Judged::Register { name: text.into(), ty: Some(ty) }),
            Some(Meaning::Faulty) => Ok(Judged::Register { name: text.into(), ty: None }),
            Some(Meaning::Vector(n, ty)) => Ok(wide(format!("v{n} {}", ty.word()), n * ty.bits())),
            Some(Meaning::Wide) => Ok(wide("b128".into(), 128)),
            Some(Meaning::Symbol) => Ok(Judged::Symbol(text.into())),
            None if text == "WARP_SZ" => Ok(Judged::Immediate(Literal::Integer(WARP_SZ))),
            None if is_special_register(text) => Ok(Judged::Special(text.into())),
            None if self.is_excerpt => Ok(Judged::Host),
            None => {
                let at = span.start..span.start + text.len();
                Err(self.undeclared(&Word { text, span: at }, wanted))
            }
        }
    }

    /// `%tid.x`, `v.y`, `a.b7654`: an element of a vector of registers, or lanes of a register.
    fn part(
        &mut self,
        name: &'a str,
        part: &str,
        span: &Span,
        wanted: Type,
    ) -> Result<Judged, Finding> {
        let whole = format!("{name}.{part}");
        let element = PARTS.iter().find(|pair| pair.0 == part).map(|pair| pair.1);
        let meaning = self.scopes.find(name).map(|found| found.meaning);
        match (meaning, element) {
            (Some(Meaning::Vector(n, ty)), Some(i)) if i < n => {
                Ok(Judged::Register { name: whole, ty: Some(ty) })
            }
            (Some(Meaning::Vector(n, _)), _) => {
                let last = PARTS[n as usize - 1].0;
                let said = Finding::error(span.clone(), format!("`{name}` has no `.{part}`"));
                Err(said.help(format!("its elements are `{name}.x` to `{name}.{last}`")))
            }
            (_, None) if names_lanes(part) => {
                let of = Box::new(self.name(Name { text: name, part: None }, span, wanted)?);
                Ok(Judged::Lanes { of, word: part.into() })
            }
            (Some(Meaning::Faulty), _) => Ok(Judged::Register { name: whole, ty: None }),
            (Some(_), _) => {
                let message = format!("register `{name}` is not a vector and has no `.{part}`");
                Err(Finding::error(span.clone(), message))
            }
            (None, _) if is_special_register(name) => Ok(Judged::Special(whole)),
            (None, Some(_)) if self.is_excerpt => Ok(Judged::Host),
            (None, _) => self.name(Name { text: name, part: None }, span, wanted),
        }
    }

    /// An expression of literals, or one that names a symbol.
    fn expression(
        &mut self,
        expression: &Expression<'a>,
        operand: &Operand<'a>,
        wanted: Type,
    ) -> Result<Judged, Finding> {
        let is_name =
            |step: &&(Step<'a>, Span)| matches!(step.0, Step::Name(name) if name.text != "WARP_SZ");
        let Some((Step::Name(name), span)) = expression.steps.iter().find(is_name) else {
            return number(operand).map(Judged::Immediate);
        };
        if let symbol @ Judged::Symbol(_) = self.name(*name, span, wanted)? {
            return Ok(symbol);
        }
        let text = &self.source.text;
        if span.start > operand.span.start {
            let first = &text[operand.span.start..operand.span.start + 1];
            let message = format!("unexpected `{first}` before `{}`", &text[span.clone()]);
            let said = Finding::error(operand.span.clone(), message);
            return Err(said
                .note("operators can only combine literals")
                .help("compute it in another instruction, such as `neg` or `not`"));
        }
        let after = |step: &&(Step<'a>, Span)| step.1.start >= span.end;
        let operator = expression.steps.iter().filter(after).map(|(_, span)| span.clone());
        let operator = operator.min_by_key(|span| span.start).unwrap_or(span.clone());
        let message =
            format!("unexpected `{}` after register `{}`", &text[operator.clone()], name.text);
        Err(Finding::error(operator, message))
    }

    /// What is between the brackets of `ld` and `st`.
    pub(super) fn address(
        &mut self,
        items: &[Operand<'a>],
        span: &Span,
    ) -> Result<Judged, Finding> {
        let [item] = items else {
            return Err(Finding::error(span.clone(), "expected one address"));
        };
        if let OperandKind::Sum(_, added) = &item.kind
            && !self.source.text[item.span.start..added.span.start].contains('+')
        {
            let said = Finding::error(added.span.clone(), "expected `+` before an offset");
            return Err(said.help("write `+-4` to subtract 4"));
        }
        let base = self.read(item, Type::B64)?;
        Ok(Judged::Address(Box::new(base)))
    }

    /// The label or function that a jump or call names.
    pub(super) fn target(
        &mut self,
        name: Name<'a>,
        operand: &Operand<'a>,
        what: &str,
    ) -> Result<Judged, Finding> {
        if self.scopes.find(name.text).is_some() || self.is_excerpt {
            return Ok(Judged::Symbol(name.text.into()));
        }
        let names = self.scopes.names();
        let near = nearest(name.text, names.iter().map(String::as_str));
        let message = Message::new(format!("undeclared {what} `{}`", name.text));
        Err(Finding::error(
            operand.span.clone(),
            match near {
                Some(near) => message.help(format!("did you mean `{near}`?")),
                None => message,
            },
        ))
    }

    /// A name that nothing declares, where a value of type `wanted` is expected.
    pub(super) fn undeclared(&mut self, name: &Word<'_>, wanted: Type) -> Finding {
        let range = self.scopes.range_below(name.text);
        let near = Near { range, names: self.scopes.names() };
        let message = declarations::undeclared(name.text, Some(wanted), &near);
        Finding::error(name.span.clone(), message)
    }
}

/// The elements of a vector, in their order.
const PARTS: &[(&str, u32)] =
    &[("x", 0), ("y", 1), ("z", 2), ("w", 3), ("r", 0), ("g", 1), ("b", 2), ("a", 3)];

fn number(operand: &Operand<'_>) -> Result<Literal, Finding> {
    constant(operand).map_err(|fault| Finding::error(fault.span, fault.message))
}

/// What is added to a name.
fn offset(operand: &Operand<'_>) -> Result<(), Finding> {
    match number(operand)? {
        Literal::Integer(_) => Ok(()),
        _ => Err(Finding::error(operand.span.clone(), "expected an integer")),
    }
}
