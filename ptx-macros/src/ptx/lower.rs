//! Resolves names, asks `ptx-isa` whether each instruction exists, and says what computes it.

use crate::diag::{Error, Extent, Result};
use crate::ir::{Guard, Operation, Place, Statement, Tail, Value};
use crate::ptx::ast::{self, Instruction, Item, OperandKind, Program};
use crate::scope::Scopes;
use crate::words::{Name, rust_variable};
use ptx_isa::operand::{self, Operand};
use ptx_isa::{At, Dialect, Message, Selection, Type, nearest, select_all};
use std::collections::HashMap;
use std::rc::Rc;

pub(crate) struct Lowering<'a> {
    pub(crate) scopes: Scopes,
    dialect: &'a Dialect,
    /// The forms that an instruction's words spell: most stand there more than once.
    selected: HashMap<String, Rc<[Selection]>>,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(dialect: &'a Dialect) -> Self {
        Self { scopes: Scopes::new(), dialect, selected: HashMap::new() }
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
                Item::Faulty(error) => statements.push(Statement::Faulty(error.clone())),
            }
        }
        statements
    }

    fn declare(&mut self, declaration: &ast::Declaration, statements: &mut Vec<Statement>) {
        let number = self.scopes.start_declaration();
        let mut error = declaration.error.clone();
        let (ty, untyped) = match register_type(declaration) {
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

    fn instruction(&mut self, instruction: &Instruction) -> Statement {
        let result = match &instruction.error {
            Some(error) => Err(error.clone()),
            None => self.checked(instruction),
        };
        result.unwrap_or_else(Statement::Faulty)
    }

    fn checked(&mut self, instruction: &Instruction) -> Result<Statement> {
        let mnemonic = instruction.mnemonic.to_string();
        let words: Vec<&str> = instruction.modifiers.iter().map(|m| m.text.as_str()).collect();
        let located =
            |fault: ptx_isa::Fault| Error::at(extent_at(instruction, fault.at), fault.message);
        if words.is_empty() && instruction.operands.is_empty() && !is_mnemonic(&mnemonic) {
            let message = Message::new(format!("`{mnemonic}` is no instruction"))
                .help("the value of a macro stands at its end without `;`");
            return Err(Error::new(instruction.mnemonic.span(), message));
        }
        let text = format!("{mnemonic}.{}", words.join("."));
        let forms = match self.selected.get(&text) {
            Some(forms) => Rc::clone(forms),
            None => {
                let forms = select_all(&mnemonic, &words, self.dialect).map_err(located)?.into();
                Rc::clone(self.selected.entry(text).or_insert(forms))
            }
        };
        let guard = match &instruction.guard {
            Some(guard) => Some(self.guard(guard)?),
            None => None,
        };
        let wanted =
            |i: usize| (i < forms[0].form.operands.len()).then(|| forms[0].operand_type(i))?;
        let operands = instruction
            .operands
            .iter()
            .enumerate()
            .map(|(i, operand)| self.described(operand, wanted(i).unwrap_or(Type::F32)))
            .collect::<Result<Vec<_>>>()?;
        let chosen = operand::check(&forms, &operands).map_err(located)?;
        let operation = self.operation(chosen, instruction)?;
        Ok(Statement::Execute { guard, operation })
    }

    fn guard(&mut self, guard: &ast::Guard) -> Result<Guard> {
        let condition = self.value(&guard.operand, Type::Pred)?;
        if let Value::Register { id, ty, .. } = &condition
            && *ty != Type::Pred
        {
            let spelling = &self.scopes.register(*id).spelling;
            let message = format!("register `{spelling}` is `.{}`, a guard is `.pred`", ty.word());
            return Err(Error::at(guard.operand.extent, message));
        }
        Ok(Guard { complement: guard.complement, condition })
    }

    /// An operand as `ptx-isa` judges it.
    fn described(&mut self, operand: &ast::Operand, wanted: Type) -> Result<Operand> {
        Ok(match &operand.kind {
            OperandKind::Name(name) => match self.scopes.find(name) {
                Some(id) => {
                    let register = self.scopes.register(id);
                    Operand::Register { name: register.spelling.clone(), ty: register.ty }
                }
                None if name.sigil.is_some() => return Err(self.undeclared(name, wanted)),
                None => Operand::Host,
            },
            OperandKind::Rust(_) => Operand::Host,
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
        })
    }

    fn undeclared(&mut self, name: &Name, wanted: Type) -> Error {
        let spelling = name.spelling();
        if ptx_isa::is_special_register(&spelling) {
            let what = format!("`{spelling}` is a special register, and a macro runs on no GPU");
            return Error::at(name.extent, what).help("pass its value in a Rust variable");
        }
        let ty = match wanted.is_register_type() {
            true => wanted,
            false => Type::bits_of_width(wanted.bits()).unwrap_or(wanted),
        };
        let help = match (self.scopes.range_below(name), self.scopes.similar(name)) {
            (Some((range, last)), _) => format!("the range `{range}` ends with `{last}`"),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) => format!("declare it before: `.reg .{} {spelling};`", ty.word()),
        };
        Error::at(name.extent, format!("undeclared register `{spelling}`")).help(help)
    }

    fn operation(&mut self, chosen: &Selection, instruction: &Instruction) -> Result<Operation> {
        let Some(computation) = chosen.computation(self.dialect) else {
            let message = format!("`{}` is not computed here", chosen.spelling());
            return Err(Error::new(instruction.mnemonic.span(), message));
        };
        let (first, rest) = instruction.operands.split_at(1);
        let sources = elements(rest).zip(chosen.source_types());
        let sources = sources
            .map(|(operand, ty)| Ok((self.value(operand, ty)?, ty)))
            .collect::<Result<Vec<_>>>()?;
        let destinations = elements(first).zip(chosen.destination_types());
        let destinations = destinations
            .map(|(operand, ty)| match operand.kind {
                OperandKind::Sink => Ok(None),
                _ => Ok(Some((self.place(operand, ty)?, ty))),
            })
            .collect::<Result<Vec<_>>>()?;
        Ok(Operation { computation, sources, destinations })
    }

    /// A source as a value of an instruction's type.
    fn value(&mut self, operand: &ast::Operand, ty: Type) -> Result<Value> {
        Ok(match &operand.kind {
            OperandKind::Name(name) => match self.scopes.find(name) {
                Some(id) => {
                    let declared = self.scopes.register(id).ty.unwrap_or(ty);
                    Value::Register { id, ty: declared, word: name.ident.span() }
                }
                None if name.sigil.is_some() => return Err(self.undeclared(name, ty)),
                None => Value::Host {
                    tokens: vec![rust_variable(&name.ident, operand.extent)?.into()],
                    span: operand.extent.last(),
                },
            },
            OperandKind::Rust(tokens) => Value::Host {
                tokens: tokens.clone().into_iter().collect(),
                span: operand.extent.last(),
            },
            OperandKind::Immediate(text) => Value::Bits(
                literal(text, operand)?
                    .bits(ty)
                    .map_err(|reason| Error::at(operand.extent, reason))?,
            ),
            OperandKind::Complement(inner) => Value::Complement(Box::new(self.value(inner, ty)?)),
            OperandKind::Vector(_) | OperandKind::Sink | OperandKind::Pair(_) => {
                return Err(Error::at(operand.extent, "this has no value"));
            }
        })
    }

    /// A destination of an instruction's type.
    fn place(&mut self, operand: &ast::Operand, ty: Type) -> Result<Place> {
        Ok(match self.value(operand, ty)? {
            Value::Register { id, ty, word } => Place::Register { id, ty, word },
            Value::Host { tokens, span } => Place::Host { tokens, span },
            Value::Bits(_) | Value::Complement(_) => {
                return Err(Error::at(operand.extent, "this is no destination"));
            }
        })
    }

    fn tail(&mut self, tail: &ast::Tail) -> Tail {
        let mut value = |operand: &ast::Operand| match operand.kind {
            OperandKind::Immediate(_) | OperandKind::Vector(_) | OperandKind::Sink => {
                Err(Error::at(operand.extent, "this has no type and so no value here"))
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

/// The operands, the elements of vectors and pairs one by one.
fn elements(operands: &[ast::Operand]) -> impl Iterator<Item = &ast::Operand> {
    operands.iter().flat_map(|operand| match &operand.kind {
        OperandKind::Vector(items) => items.as_slice(),
        OperandKind::Pair(both) => both.as_slice(),
        _ => std::slice::from_ref(operand),
    })
}

fn is_mnemonic(word: &str) -> bool {
    !ptx_isa::forms::family(word).is_empty() || ptx_isa::is_uncovered(word)
}

fn literal(text: &str, operand: &ast::Operand) -> Result<ptx_isa::literal::Literal> {
    ptx_isa::literal::parse(text).map_err(|reason| Error::at(operand.extent, reason))
}

/// The words of an instruction that a fault points at.
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

fn register_type(declaration: &ast::Declaration) -> Result<Type> {
    let word = declaration.ty.text.as_str();
    let message = match Type::from_word(word) {
        Some(ty) if ty.is_register_type() => return Ok(ty),
        Some(ty) => {
            let bits = Type::bits_of_width(ty.bits()).map_or("b32", Type::word);
            Message::new(format!("`.{word}` is the type of instructions, not of registers"))
                .help(format!("its values live in `.{bits}` registers"))
        }
        None if word == "v2" || word == "v4" => {
            Message::new(format!("vector registers (`.{word}`) are not supported"))
                .help("declare one register for each element")
        }
        None => {
            let words: Vec<_> = Type::register_words().map(|w| format!("`.{w}`")).collect();
            let message = Message::new(format!("unknown register type `.{word}`"))
                .note(format!("there are {}", words.join(", ")));
            match nearest(word, Type::register_words()) {
                Some(near) => message.help(format!("did you mean `.{near}`?")),
                None => message,
            }
        }
    };
    Err(Error::at(declaration.ty.extent, message))
}
