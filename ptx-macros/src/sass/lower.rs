//! Resolves registers and selects instructions with their computations, using `ptx-isa`.

use crate::diag::{Error, Extent, Result};
use crate::ir::{Destination, Guard, Operation, Statement, Tail, Value};
use crate::sass::ast::{self, Instruction, Item, OperandKind, Program};
use crate::sass::flags::Flags;
use crate::scope::{RegisterId, Scopes};
use crate::words::{Name, rust_variable};
use proc_macro2::{Ident, Literal, Span};
use ptx_isa::sass::opcodes::{self, OperandSlot, SlotKind};
use ptx_isa::sass::operand::{Base, Operand, Register};
use ptx_isa::sass::{Immediate, is_opcode, select};
use ptx_isa::{At, Dialect, Message, Type};

pub(crate) struct Lowering<'a> {
    pub(crate) scopes: Scopes,
    /// The number of the declaration that contains all registers of the call.
    registers: usize,
    flags: Flags,
    dialect: &'a Dialect,
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(dialect: &'a Dialect) -> Self {
        let mut scopes = Scopes::new();
        let registers = scopes.start_declaration();
        Self { scopes, registers, flags: Flags::default(), dialect }
    }

    pub(crate) fn program(&mut self, program: &Program) -> (Vec<Statement>, Option<Tail>) {
        let mut statements = vec![Statement::Declare(self.registers, None)];
        statements.extend(program.items.iter().map(|item| match item {
            Item::Instruction(instruction) => self.instruction(instruction),
            Item::Faulty(error) => Statement::Faulty(error.clone()),
        }));
        let tail = program.tail.as_ref().map(|tail| self.tail(tail));
        (statements, tail)
    }

    fn instruction(&mut self, instruction: &Instruction) -> Statement {
        let result = match &instruction.error {
            // If the opcode is not supported, report the opcode. Its operands may have a syntax
            // that the parser does not know.
            Some(error) => Err(self.refused(instruction).unwrap_or_else(|| error.clone())),
            None => self.checked(instruction),
        };
        result.unwrap_or_else(|error| {
            self.flags.forget();
            Statement::Faulty(error)
        })
    }

    /// Reports an opcode that exists in hardware but is not supported.
    fn refused(&self, instruction: &Instruction) -> Option<Error> {
        let opcode = instruction.opcode.to_string();
        if !is_opcode(&opcode) || opcodes::names().any(|name| name == opcode) {
            return None;
        }
        let words: Vec<&str> = instruction.modifiers.iter().map(|m| m.text.as_str()).collect();
        let fault = select(&opcode, &words, self.dialect).err()?;
        Some(Error::at(extent_at(instruction, fault.at), fault.message))
    }

    fn checked(&mut self, instruction: &Instruction) -> Result<Statement> {
        let words: Vec<&str> = instruction.modifiers.iter().map(|m| m.text.as_str()).collect();
        let located =
            |fault: ptx_isa::Fault| Error::at(extent_at(instruction, fault.at), fault.message);
        let chosen =
            select(&instruction.opcode.to_string(), &words, self.dialect).map_err(located)?;
        let guard = match &instruction.guard {
            Some(guard) => Some(self.guard(guard)?),
            None => None,
        };
        let operands = instruction.operands.iter().map(described).collect::<Result<Vec<_>>>()?;
        chosen.check(&operands).map_err(located)?;
        let places = chosen.places(operands.len()).map_err(located)?;
        let operands = chosen.arranged(&operands).map_err(located)?;
        self.flags.step(&chosen, &operands).map_err(located)?;
        let (mut sources, mut destinations) = (Vec::new(), Vec::new());
        for (slot, (place, described)) in
            chosen.row.operands.iter().zip(places.iter().zip(&operands))
        {
            let operand = place.and_then(|at| instruction.operands.get(at));
            match (operand, slot.is_destination) {
                _ if slot.kind.fixed().is_some() => {}
                (None, _) => destinations.push(None),
                (Some(operand), true) => {
                    destinations.extend(self.destination(slot, operand, &described.base)?);
                }
                (Some(operand), false) => sources.extend(self.source(slot, operand, described)?),
            }
        }
        if let ([], true) = (chosen.row.flags(), chosen.carries(&operands)) {
            // `a - b` is computed as `a + !b + 1`, so the carry-in of a difference is 1.
            let is_difference = operands.iter().any(|operand| operand.negated);
            sources.push((Value::Bits(is_difference.into()), Type::Pred));
        }
        for flag in chosen.row.flags() {
            sources.push((register(self.flag(flag)?), Type::Pred));
        }
        if operands.first().is_some_and(|operand| operand.carry) {
            for flag in ["carry", "zero"] {
                destinations.push(Some((written_to(self.flag(flag)?), Type::Pred)));
            }
        }
        let computation = chosen.computation(&operands);
        let word = instruction.opcode.span();
        let operation = Operation { text: None, word, computation, sources, destinations };
        Ok(Statement::Execute { guard, operation })
    }

    fn guard(&mut self, guard: &ast::Operand) -> Result<Guard> {
        let base = described(guard)?.base;
        if let Base::Register(_) = base {
            let error = Error::at(guard.extent, "expected a predicate, found a register");
            return Err(error.note("the predicates are `P0` to `P6` and `PT`"));
        }
        let condition = self.value(guard, &base, SlotKind::Predicate)?;
        Ok(Guard { complement: guard.complement, condition })
    }

    /// Lowers a source. A value in a register pair becomes two sources, low word first.
    fn source(
        &mut self,
        slot: &OperandSlot,
        operand: &ast::Operand,
        described: &Operand,
    ) -> Result<Vec<(Value, Type)>> {
        if let Base::Register(Some(number)) = &described.base
            && described.is_pair(slot.kind)
        {
            let words = self.pair(operand, *number)?;
            return Ok(words.map(|word| (register(word), Type::B32)).into());
        }
        let value = self.value(operand, &described.base, slot.kind)?;
        let value = match operand.complement {
            true => Value::Complement(Box::new(value)),
            false => value,
        };
        Ok(vec![(value, held_in(described.kind(slot.kind)))])
    }

    /// Lowers a destination; `RZ` and `PT` become `None`. A value in a register pair
    /// becomes two destinations, low word first.
    fn destination(
        &mut self,
        slot: &OperandSlot,
        operand: &ast::Operand,
        base: &Base,
    ) -> Result<Vec<Option<(Destination, Type)>>> {
        if let Base::Register(None) | Base::Predicate(None) = base {
            return Ok(vec![None]);
        }
        if let Base::Register(Some(number)) = base
            && slot.kind.is_pair()
        {
            let words = self.pair(operand, *number)?;
            return Ok(words.map(|word| Some((written_to(word), Type::B32))).into());
        }
        let place = match self.value(operand, base, slot.kind)? {
            Value::Register { id, ty, word } => Destination::Register { id, ty, word },
            Value::Host { tokens, span } => Destination::Host { tokens, span },
            Value::Bits(_) | Value::Complement(_) | Value::Constant { .. } => {
                return Err(Error::at(operand.extent, "expected a destination"));
            }
        };
        Ok(vec![Some((place, held_in(slot.kind)))])
    }

    fn value(&mut self, operand: &ast::Operand, base: &Base, kind: SlotKind) -> Result<Value> {
        Ok(match (base, &operand.kind) {
            (Base::Register(None), _) => Value::Bits(0),
            (Base::Predicate(None), _) => Value::Bits(1),
            (Base::Immediate(literal), _) => {
                Value::Bits(literal.value(kind).map_err(|why| Error::at(operand.extent, why))?)
            }
            (Base::Predicate(Some(_)), OperandKind::Name(name)) => {
                register(self.register(name, &name.to_string(), Type::Pred)?)
            }
            (_, OperandKind::Name(name)) if *base != Base::Host => {
                register(self.register(name, &name.to_string(), Type::B32)?)
            }
            (_, OperandKind::Name(name)) => Value::Host {
                tokens: vec![rust_variable(name, operand.extent)?.into()],
                span: operand.extent.last(),
            },
            (_, OperandKind::Rust(tokens)) => Value::Host {
                tokens: tokens.clone().into_iter().collect(),
                span: operand.extent.last(),
            },
            (_, OperandKind::Immediate(_)) => {
                return Err(Error::at(operand.extent, "expected a value"));
            }
        })
    }

    /// Returns the registers of a pair.
    fn pair(&mut self, operand: &ast::Operand, first: Register) -> Result<[Found; 2]> {
        let OperandKind::Name(name) = &operand.kind else {
            return Err(Error::at(operand.extent, "expected a register"));
        };
        let high = Register { number: first.number + 1, ..first }.to_string();
        Ok([
            self.register(name, &name.to_string(), Type::B32)?,
            self.register(name, &high, Type::B32)?,
        ])
    }

    /// Returns the register with a name, and declares the register at its first use. `at` is the word
    /// in the user's code.
    fn register(&mut self, at: &Ident, spelling: &str, ty: Type) -> Result<Found> {
        let ident = Ident::new(spelling, at.span());
        let name = Name { sigil: None, extent: Extent::one(ident.span()), ident };
        let id = match self.scopes.find(&name) {
            Some(id) => id,
            None => {
                let declared = self.scopes.declare(&name, None, Some(ty), self.registers);
                declared.map_err(|message| Error::new(at.span(), message))?;
                self.scopes
                    .find(&name)
                    .ok_or_else(|| Error::new(at.span(), "expected a register"))?
            }
        };
        Ok(Found { id, ty, word: at.span() })
    }

    /// Returns the register for a part of the condition code. User code cannot name this register.
    fn flag(&mut self, name: &str) -> Result<Found> {
        self.register(&Ident::new(name, Span::mixed_site()), name, Type::Pred)
    }

    fn tail(&mut self, tail: &ast::Tail) -> Tail {
        let lowered = match tail {
            ast::Tail::One(operand) => self.tail_value(operand).map(Tail::One),
            ast::Tail::Tuple(operands) => {
                let values = operands.iter().map(|operand| self.tail_value(operand));
                values.collect::<Result<Vec<_>>>().map(Tail::Tuple)
            }
            ast::Tail::Faulty(error) => Err(error.clone()),
        };
        lowered.unwrap_or_else(Tail::Faulty)
    }

    fn tail_value(&mut self, operand: &ast::Operand) -> Result<Value> {
        let base = described(operand)?.base;
        let value = match base {
            Base::Register(None) => Value::Host {
                tokens: vec![Literal::u32_suffixed(0).into()],
                span: operand.extent.last(),
            },
            base => self.value(operand, &base, SlotKind::Predicate)?,
        };
        Ok(match operand.complement {
            true => Value::Complement(Box::new(value)),
            false => value,
        })
    }
}

/// Returns the PTX type of the register or Rust value for an operand.
fn held_in(kind: SlotKind) -> Type {
    match kind {
        kind if kind.is_pair() => Type::B64,
        SlotKind::Predicate | SlotKind::Nothing => Type::Pred,
        _ => Type::B32,
    }
}

/// A register, and the word in the user's code.
#[derive(Clone, Copy)]
struct Found {
    id: RegisterId,
    ty: Type,
    word: Span,
}

fn register(found: Found) -> Value {
    Value::Register { id: found.id, ty: found.ty, word: found.word }
}

fn written_to(found: Found) -> Destination {
    Destination::Register { id: found.id, ty: found.ty, word: found.word }
}

/// Describes an operand for the checks of `ptx-isa`.
fn described(operand: &ast::Operand) -> Result<Operand> {
    let refused = |why: Message| Error::at(operand.extent, why);
    let base = match &operand.kind {
        OperandKind::Name(name) => {
            Base::of_name(&name.to_string()).map_err(refused)?.unwrap_or(Base::Host)
        }
        OperandKind::Rust(_) => Base::Host,
        OperandKind::Immediate(text) => Base::Immediate(Immediate::parse(text).map_err(refused)?),
    };
    let &ast::Operand { negated, absolute, complement, inverted, part, carry, .. } = operand;
    Ok(Operand { negated, absolute, complement, inverted, part, carry, base })
}

/// Returns the extent of the word or operand that a fault refers to.
fn extent_at(instruction: &Instruction, at: At) -> Extent {
    let found = match at {
        At::Modifier(i) => instruction.modifiers.get(i).map(|word| word.extent),
        At::Operand(i) | At::Element(i, _) => {
            instruction.operands.get(i).map(|operand| operand.extent)
        }
        At::Mnemonic => None,
    };
    found.unwrap_or_else(|| Extent::one(instruction.opcode.span()))
}
