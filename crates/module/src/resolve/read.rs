//! Resolves operands.

use crate::resolve::operand::{Index, Operand, PARTS, Symbol, element_number};
use crate::resolve::resolver::{RegisterId, Resolver};
use crate::resolve::{Fault, Meaning, RegisterType, WARP_SZ, constant, element};
use crate::syntax::{
    Expression, ExpressionStep, Name, Operand as Written, OperandKind, Span, Word,
};
use ptx_isa::declarations;
use ptx_isa::literal::Literal;
use ptx_isa::{
    Help, Message, Part, Table, Type, is_special_register, names_lanes, operation, select_all,
};

impl<'a> Resolver<'a> {
    /// Resolves an operand. `wanted` is the expected type of its value.
    pub(crate) fn operand(
        &mut self,
        operand: &Written<'a>,
        wanted: Type,
    ) -> Result<Operand<'a>, Fault> {
        let at = &operand.span;
        let error = |message: &str| Err(Fault::new(at.clone(), message));
        Ok(match &operand.kind {
            OperandKind::Name(name) => return self.name(*name, at, wanted),
            OperandKind::Sink => Operand::Sink,
            OperandKind::Literal(_) => Operand::Immediate(constant(operand)?),
            OperandKind::Complement(name) => {
                Operand::Complement(Box::new(self.name(*name, at, wanted)?))
            }
            OperandKind::Pair(both) => {
                let first = self.operand(&both[0], wanted)?;
                // The second result is always a predicate.
                Operand::Pair(Box::new([first, self.operand(&both[1], Type::Pred)?]))
            }
            OperandKind::Vector(items) => {
                let mut elements = Vec::new();
                for item in items {
                    // Do not resolve the elements of a nested vector, because a later check reports
                    // the nested vector.
                    elements.push(match &item.kind {
                        OperandKind::Vector(_) => Operand::Vector(Vec::new()),
                        _ => self.operand(item, wanted)?,
                    });
                }
                Operand::Vector(elements)
            }
            OperandKind::Text(_) => return error("expected an operand, found a string"),
            OperandKind::Address(_) => {
                return error("expected a register or a literal, found `[…]`");
            }
            OperandKind::Sum(name, added) => return self.read_sum(operand, *name, added, wanted),
            OperandKind::Element(name, index) => {
                return self.read_element(*name, index, at, wanted);
            }
            OperandKind::List(items) => return self.read_list(items, at, wanted),
            OperandKind::Expression(expression) => {
                return self.expression(expression, operand, wanted);
            }
        })
    }

    /// Resolves `name+N`, the address of a variable and an offset.
    fn read_sum(
        &mut self,
        operand: &Written<'a>,
        name: Name<'a>,
        added: &Written<'a>,
        wanted: Type,
    ) -> Result<Operand<'a>, Fault> {
        let at = &operand.span;
        let base = self.name(name, at, wanted)?;
        if matches!(base, Operand::Symbol(_)) && !self.is_plus(operand, added) {
            let base = name.text;
            let found = &self.text[added.span.clone()];
            let message = Message::new(format!("unexpected `-` after `{base}`"));
            let found = found.trim_start_matches(['-', ' ']);
            return Err(Fault::new(
                at.clone(),
                message.help(Help::write(Part::Word, format!("{base}+-{found}"))),
            ));
        }
        let offset = match integer(added) {
            Err(_) if matches!(base, Operand::Register(_)) => {
                return Err(self.sum_of_registers(operand, name, added, wanted));
            }
            offset => offset?,
        };
        Ok(match base {
            Operand::Symbol(symbol) => Operand::Symbol(Symbol { offset, ..symbol }),
            Operand::Undeclared => Operand::Undeclared,
            _ => {
                let sign = if self.is_plus(operand, added) { '+' } else { '-' };
                let name = name.text;
                let what = format!("unexpected `{sign}` after register `{name}`");
                let found = &self.text[at.clone()];
                let message = Message::new(what);
                let help = format!("an address is in brackets: `[{found}]`");
                return Err(Fault::new(at.clone(), message.help(help)));
            }
        })
    }

    /// Resolves `name[N]`, the address of an element of an array.
    fn read_element(
        &mut self,
        name: Name<'a>,
        index: &Written<'a>,
        at: &Span,
        wanted: Type,
    ) -> Result<Operand<'a>, Fault> {
        let (register, number) = self.index(index)?;
        Ok(match self.name(name, at, wanted)? {
            Operand::Symbol(symbol) => {
                Operand::Symbol(self.array_element(symbol, register, number, at)?)
            }
            Operand::Undeclared => Operand::Undeclared,
            _ => {
                let name = name.text;
                let index = &self.text[index.span.clone()];
                let message = Message::new(format!("unexpected `[` after register `{name}`"));
                return Err(Fault::new(
                    at.clone(),
                    message.help(match index {
                        "0" => format!("an address is in brackets: `[{name}]`"),
                        _ => format!(
                            "an address is in brackets, with an offset N in bytes: `[{name}+N]`"
                        ),
                    }),
                ));
            }
        })
    }

    /// Resolves an operand in parentheses, which must not be a name. A list is an error.
    fn read_list(
        &mut self,
        items: &[Written<'a>],
        at: &Span,
        wanted: Type,
    ) -> Result<Operand<'a>, Fault> {
        match items {
            [one] if matches!(one.kind, OperandKind::Name(_)) => {
                let found = &self.text[one.span.clone()];
                let message = Message::new(format!("unexpected `(` before `{found}`"))
                    .note("only the operands of `call` are in parentheses")
                    .help(Help::write(Part::Word, found));
                Err(Fault::new(at.clone(), message))
            }
            [one] => self.operand(one, wanted),
            _ => {
                let message = Message::new("expected an operand, found a list")
                    .note("only the operands of `call` are in parentheses");
                let is_name = |one: &Written<'_>| matches!(one.kind, OperandKind::Name(_));
                let names = items.iter().map(|one| &self.text[one.span.clone()]);
                let names = names.collect::<Vec<_>>().join(", ");
                Err(Fault::new(
                    at.clone(),
                    match items.iter().all(is_name) && items.len() > 2 {
                        true => {
                            message.help(Help::write(Part::Word, names).and(" without parentheses"))
                        }
                        false => message,
                    },
                ))
            }
        }
    }

    /// Returns the address of an array element: if `table` has elements of type `.b32`, `table[3]` is 12 bytes after
    /// `table`. As in `ptxas`, the index also counts the elements of vectors and of inner arrays one by one.
    fn array_element(
        &self,
        symbol: Symbol<'a>,
        register: Option<RegisterId>,
        number: u64,
        span: &Span,
    ) -> Result<Symbol<'a>, Fault> {
        let name = symbol.name;
        let Some((declaration, declarator)) = self.declaration_of(&symbol) else {
            let what = format!("unexpected `[` after `{name}`, which is not a variable");
            return Err(Fault::new(span.clone(), what));
        };
        if declarator.dimensions.is_empty() {
            let message =
                Message::new(format!("unexpected `[` after `{name}`, which is not an array"))
                    .help(format!("an offset N in bytes is added: `{name}+N`"));
            return Err(Fault::new(span.clone(), message));
        }
        let bytes = element(declaration).map_or(1, |ty| u64::from(ty.bits() / 8));
        let index = register.map(|register| Index { register, bytes });
        Ok(Symbol { offset: bytes.wrapping_mul(number), index, ..symbol })
    }

    /// Reports an operand that is a sum of registers: `%a + %b`.
    fn sum_of_registers(
        &self,
        operand: &Written<'a>,
        name: Name<'a>,
        added: &Written<'a>,
        wanted: Type,
    ) -> Fault {
        let sign = if self.is_plus(operand, added) { "+" } else { "-" };
        let message = Message::new(format!("unexpected `{sign}` after register `{}`", name.text))
            .note("operators can only combine literals");
        let added = &self.text[added.span.clone()];
        let spelling = operation(sign, 2, wanted, &self.dialect);
        Fault::new(
            operand.span.clone(),
            match spelling {
                Some(spelling) => message.help(self.computed_first(
                    &spelling,
                    wanted,
                    &[name.text, added],
                    &operand.span,
                )),
                None => message,
            },
        )
    }

    pub(crate) fn name(
        &mut self,
        name: Name<'a>,
        span: &Span,
        wanted: Type,
    ) -> Result<Operand<'a>, Fault> {
        let Name { text, part } = name;
        let meaning = self.meaning(text);
        let is_register = matches!(meaning, Some(Meaning::Register(_)) | None);
        if let Some(word) = part.filter(|_| is_register && text != "WARP_SZ") {
            return self.part(text, word, span, wanted);
        }
        whole(name, span)?;
        if meaning == Some(Meaning::Function) {
            self.declared_before(text, span)?;
        }
        match meaning {
            Some(Meaning::Register(_)) => {}
            Some(Meaning::Label(_)) => {
                let message = Message::new(format!("unexpected label `{text}`"));
                let message = message.note("only branches and calls name labels");
                return Err(Fault::new(span.clone(), message));
            }
            Some(meaning) => return Ok(Operand::Symbol(Symbol::new(text, meaning))),
            None if text == "WARP_SZ" => {
                return Ok(Operand::Immediate(Literal::Integer(WARP_SZ)));
            }
            None if is_special_register(text) => return Ok(Operand::Special(name)),
            None if self.is_excerpt => return Ok(Operand::Undeclared),
            None => {}
        }
        match self.register(text) {
            Some(id) => Ok(Operand::Register(id)),
            None => {
                let at = span.start..span.start + text.len();
                Err(self.undeclared(&Word { text, span: at }, wanted))
            }
        }
    }

    /// Resolves `name.part`: a special register (`%tid.x`), an element of a vector register
    /// (`v.y`), or selected lanes (`a.b7654`).
    fn part(
        &mut self,
        name: &'a str,
        part: &'a str,
        span: &Span,
        wanted: Type,
    ) -> Result<Operand<'a>, Fault> {
        let whole = Name { text: name, part: None };
        let element = element_number(part);
        let ty = self.register(name).map(|id| (id, self.registers[id].ty));
        match (ty, element) {
            (Some((id, RegisterType::Vector(n, _))), Some(i)) if i < n => {
                Ok(Operand::Element(id, i))
            }
            (Some((_, RegisterType::Vector(n, _))), _) => {
                let last = PARTS[n as usize - 1].0;
                let message = Message::new(format!("`{name}` has no `.{part}`"))
                    .help(format!("its elements are `{name}.x` to `{name}.{last}`"));
                Err(Fault::new(span.clone(), message))
            }
            (_, None) if names_lanes(part) => {
                Ok(Operand::Lanes(Box::new(self.name(whole, span, wanted)?), part))
            }
            (Some((id, RegisterType::Faulty)), _) => {
                Ok(element.map_or(Operand::Register(id), |i| Operand::Element(id, i)))
            }
            (Some(_), _) => {
                let what = format!("register `{name}` is not a vector and has no `.{part}`");
                let message = Message::new(what);
                Err(Fault::new(
                    span.clone(),
                    match is_special_register(name) {
                        true => message
                            .note(format!("its declaration hides the special register `{name}`"))
                            .help(format!("give the declared register `{name}` another name")),
                        false => message,
                    },
                ))
            }
            (None, _) if is_special_register(name) => {
                Ok(Operand::Special(Name { text: name, part: Some(part) }))
            }
            (None, Some(_)) if self.is_excerpt => Ok(Operand::Undeclared),
            (None, _) => self.name(whole, span, wanted),
        }
    }

    /// Resolves an expression that consists of literals or contains one symbol.
    fn expression(
        &mut self,
        expression: &Expression<'a>,
        operand: &Written<'a>,
        wanted: Type,
    ) -> Result<Operand<'a>, Fault> {
        let is_name = |step: &&(ExpressionStep<'a>, Span)| matches!(step.0, ExpressionStep::Name(name) if name.text != "WARP_SZ");
        let Some((ExpressionStep::Name(name), span)) = expression.steps.iter().find(is_name) else {
            if let Some(fault) = self.integer_quotient(expression, operand, wanted) {
                return Err(fault);
            }
            return constant(operand).map(Operand::Immediate);
        };
        if let [_, (ExpressionStep::Apply(function), _)] = expression.steps.as_slice() {
            let message = Message::new(format!("PTX has no functions such as `{function}`"))
                .note("operators can only combine literals");
            let argument = &self.text[span.clone()];
            return Err(Fault::new(
                operand.span.clone(),
                match self.spelling_of(function, wanted) {
                    Some(spelling) => message.help(self.computed_first(
                        &spelling,
                        wanted,
                        &[argument],
                        &operand.span,
                    )),
                    None => message.help("compute it in another instruction first"),
                },
            ));
        }
        let sign = match expression.steps.as_slice() {
            [_, (ExpressionStep::Unary(sign), _)] => Some(*sign),
            _ => None,
        };
        if let Some(sign @ ('-' | '+')) = sign
            && !self.is_excerpt
            && self.meaning(name.text).is_none()
            && let Some(message) =
                declarations::constant(&format!("{sign}{}", name.text), Some(wanted))
        {
            return Err(Fault::new(operand.span.clone(), message));
        }
        let named = self.name(*name, span, wanted)?;
        let after = |step: &&(ExpressionStep<'a>, Span)| step.1.start >= span.end;
        let operator = expression.steps.iter().filter(after).map(|(_, span)| span.clone());
        let operator = operator.min_by_key(|span| span.start).unwrap_or(span.clone());
        if let Operand::Symbol(_) = named {
            let is_first = span.start == operand.span.start;
            let (what, at) = match is_first {
                true => {
                    let found = &self.text[operator.clone()];
                    (format!("unexpected `{found}` after `{}`", name.text), operator)
                }
                false => (format!("unexpected `{}` in an expression", name.text), span.clone()),
            };
            let message =
                Message::new(what).help(Help::write(Part::Word, format!("{}+N", name.text)));
            return Err(Fault::new(at, message));
        }
        if matches!(expression.steps.as_slice(), [_, (ExpressionStep::Unary('-'), _)]) {
            return Ok(Operand::Negated(Box::new(named)));
        }
        if span.start > operand.span.start {
            let first = &self.text[operand.span.start..operand.span.start + 1];
            let found = &self.text[span.clone()];
            let message = Message::new(format!("unexpected `{first}` before `{found}`"))
                .note("operators can only combine literals");
            let spelling = sign.and_then(|_| operation(first, 1, wanted, &self.dialect));
            return Err(Fault::new(
                operand.span.clone(),
                match spelling {
                    Some(spelling) => message.help(self.computed_first(
                        &spelling,
                        wanted,
                        &[found],
                        &operand.span,
                    )),
                    None => {
                        message.help("compute it in another instruction, such as `neg` or `not`")
                    }
                },
            ));
        }
        let found = &self.text[operator.clone()];
        let message = format!("unexpected `{found}` after register `{}`", name.text);
        Err(Fault::new(operator, message))
    }

    /// Returns the spelling of the instruction with one source and a given mnemonic and type, such as `abs.f32`.
    fn spelling_of(&self, mnemonic: &str, ty: Type) -> Option<String> {
        let forms = select_all(Table::Thread, mnemonic, &[ty.word()], &self.dialect).ok()?;
        let is_unary = forms.iter().any(|form| form.takes_count(2));
        is_unary.then(|| format!("{mnemonic}.{}", ty.word()))
    }

    /// Reports a quotient of two integers, such as `1/3`, where a float is expected. The value of `1/3` is 0.
    fn integer_quotient(
        &self,
        expression: &Expression<'a>,
        operand: &Written<'a>,
        wanted: Type,
    ) -> Option<Fault> {
        let [
            (ExpressionStep::Literal(a), _),
            (ExpressionStep::Literal(b), _),
            (ExpressionStep::Binary("/"), _),
        ] = expression.steps.as_slice()
        else {
            return None;
        };
        let is_decimal = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
        let is_float = matches!(wanted, Type::F32 | Type::F64);
        let is_zero = b.bytes().all(|digit| digit == b'0');
        if !(is_float && is_decimal(a) && is_decimal(b)) || is_zero {
            return None;
        }
        let message =
            Message::new(format!("expected a literal of `.{}`, found integers", wanted.word()))
                .note("the quotient of integers is rounded toward zero")
                .help(Help::write(Part::Word, format!("{a}.0/{b}.0")));
        Some(Fault::new(operand.span.clone(), message))
    }

    /// Returns whether the offset of an operand follows a `+`. Otherwise the offset follows a `-`.
    pub(crate) fn is_plus(&self, operand: &Written<'_>, added: &Written<'_>) -> bool {
        self.text[operand.span.start..added.span.start].contains('+')
    }
}

/// Reports a dot and a word after a name that is not a register: `x.y`.
pub(crate) fn whole(name: Name<'_>, span: &Span) -> Result<(), Fault> {
    let Name { text, part: Some(part) } = name else { return Ok(()) };
    let message = Message::new(format!("unexpected `.{part}` after `{text}`"))
        .note("only special registers and vector registers have elements")
        .help(Help::code(format!("remove the `.{part}`"), [Part::Word.with(text)]));
    Err(Fault::new(span.clone(), message))
}

/// Evaluates a constant expression that must be an integer: the offset in `name+4`, or the index in `name[4]`.
pub(crate) fn integer(operand: &Written<'_>) -> Result<u64, Fault> {
    match constant(operand)? {
        Literal::Integer(value) => Ok(value),
        _ => Err(Fault::new(operand.span.clone(), "expected an integer")),
    }
}
