//! Resolves names and selects instructions with their computations, using `ptx-isa`.

use crate::diag::{Error, Extent, Result};
use crate::ir::{Destination, Guard, Layout, Operation, Statement, Tail, Text, Value};
use crate::ptx::ast::{self, Instruction, Item, OperandKind, Program};
use crate::ptx::flag::CarryFlag;
use crate::ptx::parse::{LONGEST_EXPRESSION, is_vector, no_vectors};
use crate::scope::Scopes;
use crate::tokens::{ambiguous, as_written};
use crate::words::{Name, infinity_or_nan, rust_variable, without_memory};
use proc_macro2::TokenStream;
use ptx_isa::forms::{Literals, OperandSlot};
use ptx_isa::literal::Literal;
use ptx_isa::operand::{self, Operand, Operands};
use ptx_isa::{At, Dialect, Help, Message, Part, Selection, Table, Type, declarations, select_all};
use std::collections::HashMap;
use std::rc::Rc;

pub(crate) struct Lowering<'a> {
    pub(crate) scopes: Scopes,
    dialect: &'a Dialect,
    /// A cache: the forms of each spelling that has occurred. Most spellings occur several times.
    selected: HashMap<String, Rc<[Selection]>>,
    flag: CarryFlag,
    /// Whether a literal in a fragment of `macro_rules!` is an immediate. Otherwise it is a Rust expression.
    fragments_are_immediates: bool,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(dialect: &'a Dialect) -> Self {
        Self {
            scopes: Scopes::new(),
            dialect,
            selected: HashMap::new(),
            flag: CarryFlag::default(),
            fragments_are_immediates: true,
        }
    }

    pub(crate) fn program(&mut self, program: &Program) -> (Vec<Statement>, Option<Tail>) {
        let statements = self.items(&program.items);
        let tail = program.tail.as_ref().map(|tail| self.tail(tail));
        (statements, tail)
    }

    fn items(&mut self, items: &[Item]) -> Vec<Statement> {
        let mut statements = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Item::Declaration(declaration) => self.declare(declaration, &mut statements),
                Item::Instruction(instruction) => statements.push(self.instruction(instruction)),
                Item::Block(inner) => {
                    self.scopes.enter();
                    let inner = self.items(inner);
                    self.scopes.leave();
                    statements.push(Statement::Block(inner));
                }
                Item::Assignment(text, at) => {
                    statements.push(Statement::Faulty(Error::at(*at, self.assignment(text))));
                }
                Item::Faulty(error) => statements.push(Statement::Faulty(error.clone())),
            }
        }
        statements
    }

    fn declare(&mut self, declaration: &ast::Declaration, statements: &mut Vec<Statement>) {
        let number = self.scopes.start_declaration();
        let mut error = declaration.error.clone();
        let (ty, untyped) = match register_type(declaration, self.dialect) {
            Ok(ty) => (Some(ty), None),
            Err(unknown) => (None, Some(error.take().unwrap_or(unknown))),
        };
        for declared in &declaration.names {
            let result = self.scopes.declare(&declared.name, declared.count, ty, number);
            if let Err(message) = result
                && untyped.is_none()
            {
                error.get_or_insert_with(|| Error::at(declared.name.extent, message));
            }
        }
        statements.push(Statement::Declare(number, untyped));
        statements.extend(error.map(Statement::Faulty));
    }

    /// Reports an assignment in Rust syntax, and suggests the instruction. Without a register, the type is not known: the
    /// help then shows `.f32`.
    fn assignment(&mut self, text: &str) -> Message {
        let module = ptx_module::syntax::parse(text);
        let parsed = module.statements().find_map(|statement| match statement {
            ptx_module::syntax::Statement::Instruction(one) => Some((one, one.operator.as_ref()?)),
            _ => None,
        });
        let otherwise = |message: Message| {
            message.help("write an instruction in its place, or the assignment outside the macro")
        };
        let unknown = || ptx_isa::assignment("", None, "", &[], None, self.dialect);
        let Some((parsed, operator)) = parsed else { return otherwise(unknown()) };
        let sources: Vec<_> = parsed
            .operands
            .iter()
            .filter_map(|one| match &one.kind {
                ptx_module::syntax::OperandKind::Name(name) => Some(name.text),
                ptx_module::syntax::OperandKind::Literal(literal) => Some(literal.digits),
                _ => None,
            })
            .collect();
        let destination = parsed.mnemonic.text;
        let of = |name: &str| self.scopes.type_of(name);
        let source = sources.iter().find_map(|name| of(name));
        let is_comparison = matches!(operator.as_str(), "<" | "<=" | ">" | ">=" | "==" | "!=");
        let ty = match is_comparison {
            true => Some(Type::Pred),
            false => of(destination).or(source).or(Some(Type::F32)),
        };
        let compared = source.or(Some(Type::F32));
        let known = of(destination).or(source).is_some();
        let mut message =
            ptx_isa::assignment(destination, ty, operator, &sources, compared, self.dialect);
        match message.help.take() {
            Some(help) if known => message.help(*help),
            Some(help) => message.help(help.and(", with the type of the variables")),
            None => otherwise(message),
        }
    }

    fn instruction(&mut self, instruction: &Instruction) -> Statement {
        let result = match &instruction.error {
            Some(error) => Err(error.clone()),
            None => self.checked(instruction),
        };
        result.unwrap_or_else(|error| {
            self.flag.forget();
            Statement::Faulty(error)
        })
    }

    fn checked(&mut self, instruction: &Instruction) -> Result<Statement> {
        let mnemonic = instruction.mnemonic.to_string();
        let words: Vec<&str> = instruction.modifiers.iter().map(|m| m.text.as_str()).collect();
        let guard = instruction.guard.as_ref().and_then(|guard| {
            let sign = if guard.complement { "!" } else { "" };
            Some(format!("@{sign}{}", shown(&guard.operand)?))
        });
        let located = |mut fault: ptx_isa::Fault| {
            if let Some(guard) = &guard {
                let help = fault.message.help.map(|help| Box::new(help.guarded(guard)));
                fault.message.help = help;
            }
            Error::at(extent_at(instruction, fault.at), fault.message)
        };
        if words.is_empty() && instruction.operands.is_empty() && !is_mnemonic(&mnemonic) {
            let message = Message::new(format!("expected an instruction, found `{mnemonic}`"))
                .help("the value of the macro comes last, without `;`");
            return Err(Error::new(instruction.mnemonic.span(), message));
        }
        let text = format!("{mnemonic}.{}", words.join("."));
        let forms = match self.selected.get(&text) {
            Some(forms) => Rc::clone(forms),
            None => {
                let forms = match select_all(Table::Thread, &mnemonic, &words, self.dialect) {
                    Ok(forms) => forms,
                    Err(missing) => {
                        let (known, texts) = self.known(&instruction.operands);
                        let known = Operands::written(&known, &texts);
                        let error = located(missing.explain_for(known));
                        return Err(match ptx_isa::accesses_memory(&mnemonic) {
                            true => error.map(without_memory),
                            false => error,
                        });
                    }
                };
                Rc::clone(self.selected.entry(text).or_insert(forms.into()))
            }
        };
        let guard = match &instruction.guard {
            Some(guard) => Some(self.guard(guard)?),
            None => None,
        };
        let count = instruction.operands.len();
        let wanted = |i: usize, written: &ast::Operand| {
            let elements = match &written.kind {
                OperandKind::Vector(items) => u32::try_from(items.len()).ok(),
                _ => None,
            };
            operand::expected_type(&forms, count, i, elements).unwrap_or(Type::B32)
        };
        let mut described = |fragments_are_immediates| {
            self.fragments_are_immediates = fragments_are_immediates;
            let (mut all, mut errors) = (Vec::new(), Vec::new());
            for (i, operand) in instruction.operands.iter().enumerate() {
                match self.described(operand, wanted(i, operand)) {
                    Ok(operand) => all.push(operand),
                    Err(error) => errors.push(error),
                }
            }
            Error::joined(errors).map_or(Ok(all), Err)
        };
        let mut operands = described(true)?;
        let mut checked = operand::check(&forms, &operands);
        if checked.is_err() && instruction.operands.iter().any(ast::Operand::has_fragment) {
            let expressions = described(false)?;
            if let Ok(chosen) = operand::check(&forms, &expressions) {
                (operands, checked) = (expressions, Ok(chosen));
            }
        }
        let chosen = checked.map_err(|fault| {
            let (known, texts) = self.known(&instruction.operands);
            let known = Operands::written(&known, &texts);
            let fault = operand::with_cure(fault, &forms, known, self.dialect);
            located(with_bits(fault, instruction, &operands, wanted))
        })?;
        let operation = self.operation(chosen, instruction, &operands)?;
        self.flag
            .step(chosen, guard.as_ref(), &operation.destinations)
            .map_err(|message| Error::new(instruction.mnemonic.span(), message))?;
        Ok(Statement::Execute { guard, operation })
    }

    fn guard(&mut self, guard: &ast::Guard) -> Result<Guard> {
        let condition = self.value(&guard.operand, Type::Pred)?;
        if let Value::Register { id, ty, .. } = &condition
            && *ty != Type::Pred
        {
            let spelling = &self.scopes.register(*id).spelling;
            let message = operand::not_a_guard(spelling, ty.word());
            return Err(Error::at(guard.operand.extent, message));
        }
        Ok(Guard { complement: guard.complement, condition })
    }

    /// Describes the operands of a faulty instruction for a help, and returns their texts. Describes a Rust variable or
    /// expression as a register without a type, so that a help contains its text.
    fn known(&mut self, operands: &[ast::Operand]) -> (Vec<Operand>, Vec<Option<String>>) {
        let known = |operand: &ast::Operand| {
            let described = self.described(operand, Type::B32).unwrap_or(Operand::Host);
            match (shown(operand), described) {
                (Some(name), Operand::Host) => Operand::Register { name, ty: None },
                (_, described) => described,
            }
        };
        (operands.iter().map(known).collect(), operands.iter().map(shown).collect())
    }

    /// Describes an operand for the checks of `ptx-isa`. The argument `wanted` is the expected type of the operand's
    /// value.
    fn described(&mut self, operand: &ast::Operand, wanted: Type) -> Result<Operand> {
        Ok(match &operand.kind {
            OperandKind::Name(name) => match self.scopes.find(name) {
                Some(id) => {
                    let register = self.scopes.register(id);
                    Operand::Register { name: register.spelling.clone(), ty: register.ty }
                }
                None if name.sigil.is_some() => return Err(self.undeclared(name, Some(wanted))),
                None => Operand::Host,
            },
            OperandKind::Rust(_) => Operand::Host,
            OperandKind::Fragment(text, _) => {
                if let Some(message) = ambiguous(text) {
                    return Err(Error::at(operand.extent, message));
                }
                match self.immediate(text, wanted) {
                    Some((literal, _)) => Operand::Immediate(literal),
                    None => Operand::Host,
                }
            }
            OperandKind::Immediate(text) => Operand::Immediate(literal(text, operand)?),
            OperandKind::Vector(items) => Operand::Vector(
                items
                    .iter()
                    .map(|item| self.described(item, wanted))
                    .collect::<Result<Vec<_>>>()?,
            ),
            OperandKind::Sink => Operand::Sink,
            OperandKind::Pair(both) => {
                let [p, q] = both.as_ref();
                Operand::Pair(Box::new([self.described(p, wanted)?, self.described(q, wanted)?]))
            }
            OperandKind::Complement(inner) => {
                Operand::Complement(Box::new(self.described(inner, wanted)?))
            }
            OperandKind::Negated(inner) => {
                Operand::Negated(Box::new(self.described(inner, wanted)?))
            }
            OperandKind::Lanes(inner, word) => Operand::Lanes {
                of: Box::new(self.described(inner, wanted)?),
                word: word.text.clone(),
            },
        })
    }

    /// Returns a literal in a fragment and its bits, if the fragment is an immediate of type `ty`.
    fn immediate(&self, text: &str, ty: Type) -> Option<(Literal, u64)> {
        let literal = ptx_isa::literal::parse(text).ok()?;
        self.fragments_are_immediates.then(|| Some((literal, literal.bits(ty).ok()?))).flatten()
    }

    fn undeclared(&mut self, name: &Name, wanted: Option<Type>) -> Error {
        let spelling = name.spelling();
        if ptx_isa::is_special_register(&spelling) {
            let what = format!("special register `{spelling}` is not supported");
            return Error::at(name.extent, what).help("pass its value in a Rust variable");
        }
        Error::at(name.extent, self.scopes.undeclared(name, wanted))
    }

    fn operation<'i>(
        &mut self,
        chosen: &Selection,
        instruction: &'i Instruction,
        described: &[Operand],
    ) -> Result<Operation> {
        let Some(computation) = chosen.computation_on(described, self.dialect) else {
            let message = format!("`{}` is not computed here", chosen.spelling());
            return Err(Error::new(instruction.mnemonic.span(), message));
        };
        let (first, rest) = instruction.operands.split_at(1);
        let slots = rest.iter().zip(&chosen.form.operands[1..]);
        let each = |(operand, slot): (&'i ast::Operand, &'static OperandSlot)| {
            elements(std::slice::from_ref(operand)).map(move |element| (element, slot))
        };
        let sources = slots.flat_map(each).zip(chosen.source_types());
        let sources = sources
            .map(|((operand, slot), ty)| match slot.literals {
                Literals::Immediate => Ok((constant(self.value(operand, ty)?, operand, slot)?, ty)),
                _ => Ok((self.value(operand, ty)?, ty)),
            })
            .collect::<Result<Vec<_>>>()?;
        let destinations = elements(first).zip(chosen.destination_types());
        let destinations = destinations
            .map(|(operand, ty)| match operand.kind {
                OperandKind::Sink => Ok(None),
                _ => Ok(Some((self.place(operand, ty)?, ty))),
            })
            .collect::<Result<Vec<_>>>()?;
        let text = Some(text(chosen, instruction));
        let word = instruction.mnemonic.span();
        Ok(Operation { text, word, computation, sources, destinations })
    }

    /// Lowers a source of type `ty`.
    fn value(&mut self, operand: &ast::Operand, ty: Type) -> Result<Value> {
        Ok(match &operand.kind {
            OperandKind::Name(name) => match self.scopes.find(name) {
                Some(id) => {
                    let declared = self.scopes.register(id).ty.unwrap_or(ty);
                    Value::Register { id, ty: declared, word: name.ident.span() }
                }
                None if name.sigil.is_some() => return Err(self.undeclared(name, Some(ty))),
                None => Value::Host {
                    tokens: vec![rust_variable(&name.ident, operand.extent)?.into()],
                    span: operand.extent.last(),
                },
            },
            OperandKind::Fragment(text, tokens) => match self.immediate(text, ty) {
                Some((_, bits)) => Value::Bits(bits),
                None => host(tokens, operand),
            },
            OperandKind::Rust(tokens) => host(tokens, operand),
            OperandKind::Immediate(text) => Value::Bits(
                literal(text, operand)?
                    .bits(ty)
                    .map_err(|reason| Error::at(operand.extent, reason))?,
            ),
            OperandKind::Complement(inner) => Value::Complement(Box::new(self.value(inner, ty)?)),
            OperandKind::Lanes(inner, _) | OperandKind::Negated(inner) => self.value(inner, ty)?,
            OperandKind::Vector(_) | OperandKind::Sink | OperandKind::Pair(_) => {
                return Err(Error::at(operand.extent, "expected a value"));
            }
        })
    }

    /// Lowers a destination of type `ty`.
    fn place(&mut self, operand: &ast::Operand, ty: Type) -> Result<Destination> {
        Ok(match self.value(operand, ty)? {
            Value::Register { id, ty, word } => Destination::Register { id, ty, word },
            Value::Host { tokens, span } => Destination::Host { tokens, span },
            Value::Bits(_) | Value::Complement(_) | Value::Constant { .. } => {
                return Err(Error::at(operand.extent, "expected a destination"));
            }
        })
    }

    fn tail(&mut self, tail: &ast::Tail) -> Tail {
        let mut value = |operand: &ast::Operand| match &operand.kind {
            OperandKind::Immediate(_) | OperandKind::Vector(_) | OperandKind::Sink => {
                Err(Error::at(operand.extent, "expected a register or a Rust value"))
            }
            OperandKind::Fragment(text, tokens) => match ambiguous(text) {
                Some(message) => Err(Error::at(operand.extent, message)),
                None => Ok(host(tokens, operand)),
            },
            // The type of the macro's value is unknown here, so the message does not suggest a
            // type.
            OperandKind::Name(name) if name.sigil.is_some() && self.scopes.find(name).is_none() => {
                Err(self.undeclared(name, None))
            }
            _ => self.value(operand, Type::F32),
        };
        let lowered = match tail {
            ast::Tail::One(operand) => value(operand).map(Tail::One),
            ast::Tail::Tuple(operands) => {
                operands.iter().map(value).collect::<Result<Vec<_>>>().map(Tail::Tuple)
            }
            ast::Tail::Faulty(error) => Err(error.clone()),
        };
        lowered.unwrap_or_else(Tail::Faulty)
    }
}

/// Returns an operand as a help shows it; `None` if it is too long.
fn shown(operand: &ast::Operand) -> Option<String> {
    let all = |items: &[ast::Operand]| {
        Some(items.iter().map(shown).collect::<Option<Vec<_>>>()?.join(", "))
    };
    Some(match &operand.kind {
        OperandKind::Name(name) => name.spelling(),
        OperandKind::Rust(tokens) => {
            let text = as_written(&tokens.clone().into_iter().collect::<Vec<_>>());
            if text.len() > LONGEST_EXPRESSION {
                return None;
            }
            format!("({text})")
        }
        OperandKind::Fragment(text, _) | OperandKind::Immediate(text) => text.clone(),
        OperandKind::Vector(items) => format!("{{{}}}", all(items)?),
        OperandKind::Sink => "_".into(),
        OperandKind::Pair(both) => format!("{}|{}", shown(&both[0])?, shown(&both[1])?),
        OperandKind::Complement(inner) => format!("!{}", shown(inner)?),
        OperandKind::Negated(inner) => format!("-{}", shown(inner)?),
        OperandKind::Lanes(inner, word) => format!("{}.{}", shown(inner)?, word.text),
    })
}

/// Suggests the literal for `-inf` and the like, where the fault is about the minus sign.
fn with_bits(
    mut fault: ptx_isa::Fault,
    instruction: &Instruction,
    operands: &[Operand],
    wanted: impl Fn(usize, &ast::Operand) -> Type,
) -> ptx_isa::Fault {
    if let At::Operand(i) = fault.at
        && let (Some(written), Some(Operand::Negated(inner))) =
            (instruction.operands.get(i), operands.get(i))
        && let OperandKind::Negated(negated) = &written.kind
        && let (OperandKind::Name(name), Operand::Host) = (&negated.kind, inner.as_ref())
        && let Some(bits) = infinity_or_nan("-", &name.ident, wanted(i, written))
    {
        fault.message = fault.message.help(Help::write(Part::Word, bits));
    }
    fault
}

/// Returns the value of an operand that is a Rust expression.
fn host(tokens: &TokenStream, operand: &ast::Operand) -> Value {
    Value::Host { tokens: tokens.clone().into_iter().collect(), span: operand.extent.last() }
}

/// Returns the operands. Vectors and pairs are replaced by their elements.
fn elements(operands: &[ast::Operand]) -> impl Iterator<Item = &ast::Operand> {
    operands.iter().flat_map(|operand| match &operand.kind {
        OperandKind::Vector(items) => items.as_slice(),
        OperandKind::Pair(both) => both.as_slice(),
        _ => std::slice::from_ref(operand),
    })
}

/// Converts a Rust expression to a constant, which rustc evaluates at compile time.
fn constant(value: Value, operand: &ast::Operand, slot: &OperandSlot) -> Result<Value> {
    let Value::Host { tokens, span } = value else { return Ok(value) };
    // rustc passes `$x:literal` as a group, so parse the tokens instead of examining the first
    // token.
    let literal = syn::parse2::<syn::LitInt>(tokens.iter().cloned().collect());
    if let Ok(literal) = literal
        && literal.base10_parse::<u8>().is_err()
    {
        let message = operand::not_a_byte(slot.name, &format!("`{literal}`"));
        return Err(Error::at(operand.extent, message));
    }
    Ok(Value::Constant { tokens, span })
}

fn is_mnemonic(word: &str) -> bool {
    !ptx_isa::forms::family(word).is_empty() || ptx_isa::is_uncovered(word)
}

fn literal(text: &str, operand: &ast::Operand) -> Result<Literal> {
    ptx_isa::literal::parse(text).map_err(|reason| Error::at(operand.extent, reason))
}

/// Returns the extent of the word or operand that a fault refers to.
fn extent_at(instruction: &Instruction, at: At) -> Extent {
    let found = match at {
        At::Modifier(i) => instruction.modifiers.get(i).map(|word| word.extent),
        At::Operand(i) => instruction.operands.get(i).map(|operand| operand.extent),
        At::Element(i, j) => {
            instruction.operands.get(i).map(|operand| operand.element(j).unwrap_or(operand).extent)
        }
        At::Mnemonic => None,
    };
    found.unwrap_or_else(|| Extent::one(instruction.mnemonic.span()))
}

/// Returns an instruction as PTX text. Replaces an abbreviation of old PTX versions by the full
/// form.
fn text(chosen: &Selection, instruction: &Instruction) -> Text {
    let layout = |operand: &ast::Operand| {
        let (sign, operand) = match &operand.kind {
            OperandKind::Negated(inner) => ("-", inner.as_ref()),
            _ => ("", operand),
        };
        match &operand.kind {
            OperandKind::Vector(items) => Layout::Vector(items.len()),
            OperandKind::Pair(_) => Layout::Pair,
            OperandKind::Lanes(_, word) => Layout::One(sign, format!(".{}", word.text)),
            _ => Layout::One(sign, String::new()),
        }
    };
    Text {
        spelling: chosen.meaning().spelling(),
        operands: instruction.operands.iter().map(layout).collect(),
    }
}

fn register_type(declaration: &ast::Declaration, dialect: &Dialect) -> Result<Type> {
    let word = &declaration.ty.text;
    let message = match declarations::register_type(word) {
        Ok(ty) => match declarations::absent_type(ty, dialect) {
            None => return Ok(ty),
            Some(message) => message,
        },
        Err(_) if is_vector(word) => no_vectors(word),
        Err(message) => message,
    };
    Err(Error::at(declaration.ty.extent, message))
}
