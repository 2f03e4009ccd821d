//! Decodes a kernel from PTX text.

use crate::instruction::{
    Action, Address, Atomic, Barrier, Collective, Comparison, Half, Instruction, Logic, Operation,
    Source, Special,
};
use crate::matrix::Matrix;
use crate::memory::{Argument, SHARED};
use crate::types::{Kind, Type};
use ptx_module::syntax::{
    Declaration, Operand, OperandKind, Source as Text, StateSpace, Statement, parse,
};
use std::collections::HashMap;

/// A decoded kernel.
#[derive(Debug)]
pub struct Kernel {
    pub(crate) instructions: Vec<Instruction>,
    /// The type of each register.
    pub(crate) registers: Vec<Type>,
    /// The size of static shared memory in bytes, rounded up to a multiple of 16.
    pub(crate) shared: usize,
    /// The sizes of the parameters in bytes.
    sizes: Vec<usize>,
}

/// The declared names of a kernel.
#[derive(Default)]
struct Names<'a> {
    registers: HashMap<String, usize>,
    types: Vec<Type>,
    shared: HashMap<&'a str, usize>,
    parameters: HashMap<&'a str, usize>,
    labels: HashMap<&'a str, usize>,
    shared_size: usize,
    /// The names of dynamic shared memory, which begins after the static variables.
    dynamic: Vec<&'a str>,
    sizes: Vec<usize>,
}

type Result<T> = std::result::Result<T, String>;

impl Kernel {
    /// Decodes a kernel of a PTX text.
    ///
    /// # Errors
    /// Returns an error if the text has a syntax error, the kernel does not exist, or an
    /// instruction is not supported.
    pub fn parse(text: &str, kernel: &str) -> Result<Self> {
        let module = parse(text);
        if let Some(fault) = module.faults.first() {
            return Err(format!("{fault:?}"));
        }
        let source = Text::new(kernel, text.as_bytes());
        let function = module.functions().find(|function| function.name.text == kernel);
        let function = function.ok_or("no such kernel")?;
        let body = function.body.as_ref().ok_or("no body")?;
        let mut names = Names::default();
        let mut at = 0;
        for parameter in &function.parameters {
            let size = type_of(parameter)?.bytes();
            at = usize::next_multiple_of(at, size);
            names.parameters.insert(parameter.names[0].name.text, at);
            names.sizes.push(size);
            at += size;
        }
        let statements = module.statements().chain(&body.statements);
        let mut index = 0;
        let mut instructions = Vec::new();
        for statement in statements {
            match statement {
                Statement::Declaration(declaration) => names.declare(declaration)?,
                Statement::Label(name) => {
                    names.labels.insert(name.text, index);
                }
                Statement::Instruction(instruction) => {
                    instructions.push(instruction);
                    index += 1;
                }
                Statement::Directive(_) => {}
                Statement::Block(_) => return Err("nested scopes are not supported".into()),
            }
        }
        let shared = names.shared_size.next_multiple_of(16);
        for name in std::mem::take(&mut names.dynamic) {
            names.shared.insert(name, shared);
        }
        let decode = |instruction: &ptx_module::syntax::Instruction<'_>| {
            let line = source.place(instruction.span.start).line;
            let fault = |fault| format!("line {line}, {}: {fault}", instruction.spelling());
            let guard = instruction.guard.as_ref();
            let guard =
                guard.map(|guard| Ok((names.register(guard.predicate.text)?, guard.is_negated)));
            let guard = guard.transpose().map_err(fault)?;
            Ok(Instruction { guard, line, action: names.action(instruction).map_err(fault)? })
        };
        let instructions = instructions.into_iter().map(decode).collect::<Result<_>>()?;
        Ok(Self { instructions, registers: names.types, shared, sizes: names.sizes })
    }

    /// Returns the contents of the parameter memory for the arguments of a launch.
    pub(crate) fn parameters(&self, arguments: &[Argument]) -> Result<Vec<u8>> {
        if arguments.len() != self.sizes.len() {
            return Err(format!(
                "{} arguments for {} parameters",
                arguments.len(),
                self.sizes.len()
            ));
        }
        let mut bytes = Vec::new();
        for (size, argument) in self.sizes.iter().zip(arguments) {
            let (bits, own) = argument.bits();
            if own != *size {
                return Err(format!("an argument of {own} bytes for a parameter of {size}"));
            }
            bytes.resize(bytes.len().next_multiple_of(*size), 0);
            bytes.extend(&bits.to_le_bytes()[..*size]);
        }
        Ok(bytes)
    }
}

/// Returns the type in a declaration.
fn type_of(declaration: &Declaration<'_>) -> Result<Type> {
    let word = declaration.types.last().ok_or("a type is missing")?;
    Type::of(word.text).ok_or_else(|| format!("the type {} is not supported", word.text))
}

/// Returns the value of an integer literal; `None` for any other operand.
fn integer(operand: &Operand<'_>) -> Option<u64> {
    let OperandKind::Literal(literal) = operand.kind else { return None };
    let digits = literal.digits.trim_end_matches('U');
    let number = match digits.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => digits.parse().ok()?,
    };
    Some(if literal.sign == Some('-') { number.wrapping_neg() } else { number })
}

/// Returns the bits of a literal as a value of type `kind`; `None` for any other operand.
fn immediate(operand: &Operand<'_>, kind: Type) -> Option<u64> {
    let OperandKind::Literal(literal) = operand.kind else { return None };
    if let Some(bits) = literal.digits.strip_prefix("0f") {
        return u64::from_str_radix(bits, 16).ok();
    }
    if kind.kind == Kind::Float {
        let value: f64 = literal.to_string().parse().ok()?;
        return Some((value as f32).to_bits().into());
    }
    integer(operand).map(|number| kind.cut(number.into()))
}

const WORD: Type = Type { kind: Kind::Unsigned, width: 32 };
const PREDICATE: Type = Type { kind: Kind::Predicate, width: 1 };

impl<'a> Names<'a> {
    fn declare(&mut self, declaration: &Declaration<'a>) -> Result<()> {
        match declaration.space.value {
            StateSpace::Reg => {
                for name in &declaration.names {
                    let count = name.range.as_ref().map(|range| range.text.parse::<usize>());
                    let names = match count {
                        None => vec![name.name.text.to_string()],
                        Some(Ok(count)) => {
                            (0..count).map(|i| format!("{}{i}", name.name.text)).collect()
                        }
                        Some(Err(error)) => return Err(error.to_string()),
                    };
                    for name in names {
                        self.registers.insert(name, self.types.len());
                        self.types.push(type_of(declaration)?);
                    }
                }
                Ok(())
            }
            StateSpace::Shared => {
                let size = type_of(declaration)?.bytes();
                let alignment =
                    declaration.alignment.as_ref().and_then(|word| word.text.parse().ok());
                if declaration.is_extern() {
                    self.dynamic.extend(declaration.names.iter().map(|name| name.name.text));
                    return Ok(());
                }
                for name in &declaration.names {
                    let extent =
                        |dimension: &Option<Operand<'_>>| dimension.as_ref().and_then(integer);
                    let count: Option<u64> = name.dimensions.iter().map(extent).product();
                    let start = self.shared_size.next_multiple_of(alignment.unwrap_or(size));
                    self.shared.insert(name.name.text, start);
                    self.shared_size =
                        start + size * count.ok_or("an array without its size")? as usize;
                }
                Ok(())
            }
            space => Err(format!("variables in .{space} are not supported")),
        }
    }

    fn register(&self, name: &str) -> Result<usize> {
        self.registers.get(name).copied().ok_or_else(|| format!("{name} is not a register"))
    }

    /// Returns the register of a destination; `None` for `_`.
    fn destination(&self, operand: &Operand<'_>) -> Result<Option<usize>> {
        match &operand.kind {
            OperandKind::Sink => Ok(None),
            OperandKind::Name(name) => self.register(name.text).map(Some),
            kind => Err(format!("{kind:?} is not a destination")),
        }
    }

    /// Returns the registers of a destination: one, or two for `p|q`.
    fn destinations(&self, operand: &Operand<'_>) -> Result<[Option<usize>; 2]> {
        match &operand.kind {
            OperandKind::Pair(pair) => {
                Ok([self.destination(&pair[0])?, self.destination(&pair[1])?])
            }
            _ => Ok([self.destination(operand)?, None]),
        }
    }

    fn source(&self, operand: &Operand<'_>, kind: Type) -> Result<Source> {
        match &operand.kind {
            OperandKind::Name(name) => {
                if let Some(special) = special(name.text, name.part) {
                    return Ok(Source::Special(special));
                }
                if let Some(offset) = self.shared.get(name.text) {
                    return Ok(Source::Constant(*offset as u64));
                }
                self.register(name.text).map(Source::Register)
            }
            OperandKind::Complement(name) => self.register(name.text).map(Source::Not),
            OperandKind::Literal(_) => immediate(operand, kind)
                .map(Source::Constant)
                .ok_or_else(|| "a faulty literal".into()),
            other => Err(format!("{other:?} is not supported")),
        }
    }

    fn sources(&self, operands: &[Operand<'_>], kind: Type) -> Result<Vec<Source>> {
        operands.iter().map(|operand| self.source(operand, kind)).collect()
    }

    fn address(&self, operand: &Operand<'_>, words: &[&str]) -> Result<Address> {
        let OperandKind::Address(inner) = &operand.kind else {
            return Err("an address is missing".into());
        };
        let is_shared = words.contains(&"shared");
        let long = Type { kind: Kind::Unsigned, width: 64 };
        let (base, offset) = match &inner[0].kind {
            OperandKind::Sum(name, offset) => {
                let name = Operand { kind: OperandKind::Name(*name), span: operand.span.clone() };
                (self.source(&name, long)?, integer(offset).ok_or("a faulty offset")?)
            }
            _ => (self.source(&inner[0], long)?, 0),
        };
        Ok(Address { is_shared, base, offset })
    }

    fn action(&self, instruction: &ptx_module::syntax::Instruction<'_>) -> Result<Action> {
        let words: Vec<&str> = instruction.modifiers.iter().map(|word| word.text).collect();
        let operands = &instruction.operands;
        let has = |word: &str| words.contains(&word);
        let last = words.last().copied().unwrap_or_default();
        let kind = Type::of(last);
        let typed = || kind.ok_or_else(|| format!(".{last} is not supported"));
        match instruction.mnemonic.text {
            "bra" => {
                let OperandKind::Name(name) = operands[0].kind else {
                    return Err("a label is missing".into());
                };
                self.labels
                    .get(name.text)
                    .map(|at| Action::Branch(*at))
                    .ok_or_else(|| format!("no label {}", name.text))
            }
            "exit" | "ret" => Ok(Action::Exit),
            "membar" | "fence" => Ok(Action::Fence),
            "ld" if has("param") => {
                let OperandKind::Address(inner) = &operands[1].kind else {
                    return Err("an address is missing".into());
                };
                let OperandKind::Name(name) = inner[0].kind else {
                    return Err("a parameter is missing".into());
                };
                let offset = *self.parameters.get(name.text).ok_or("no such parameter")?;
                let destination =
                    self.destination(&operands[0])?.ok_or("a destination is missing")?;
                Ok(Action::Parameter { kind: typed()?, destination, offset })
            }
            "ld" => Ok(Action::Load {
                kind: typed()?,
                destinations: elements(&operands[0])
                    .iter()
                    .map(|d| self.destination(d))
                    .collect::<Result<_>>()?,
                address: self.address(&operands[1], &words)?,
            }),
            "st" => Ok(Action::Store {
                kind: typed()?,
                sources: self.sources(elements(&operands[1]), typed()?)?,
                address: self.address(&operands[0], &words)?,
            }),
            "atom" | "red" => {
                self.atomic(instruction.mnemonic.text == "atom", &words, operands, typed()?)
            }
            "bar" | "barrier" if !has("warp") => {
                self.barrier(instruction.mnemonic.text == "bar", &words, operands)
            }
            "bar" | "shfl" | "vote" | "match" | "redux" | "elect" => {
                self.collective(instruction.mnemonic.text, &words, operands)
            }
            "mma" | "ldmatrix" | "stmatrix" | "movmatrix" => {
                self.matrix(instruction.mnemonic.text, &words, operands)
            }
            "cvta" => self.convert_address(&words, operands),
            mnemonic => self.compute(mnemonic, &words, operands, typed()?),
        }
    }

    /// Decodes `cvta`. The generic address of a location in shared memory is its address plus
    /// [`SHARED`]. All other addresses equal their generic addresses.
    fn convert_address(&self, words: &[&str], operands: &[Operand<'_>]) -> Result<Action> {
        let kind = Type { kind: Kind::Unsigned, width: 64 };
        let difference = if words.contains(&"shared") { SHARED } else { 0 };
        let operation = if words[0] == "to" { Operation::Subtract } else { Operation::Add };
        let sources = vec![self.source(&operands[1], kind)?, Source::Constant(difference)];
        Ok(Action::Compute {
            operation,
            kind,
            destinations: self.destinations(&operands[0])?,
            sources,
        })
    }

    fn atomic(
        &self,
        has_result: bool,
        words: &[&str],
        operands: &[Operand<'_>],
        kind: Type,
    ) -> Result<Action> {
        let operation =
            words.iter().rev().find_map(|word| atomic(word)).ok_or("an unknown operation")?;
        let destination = if has_result { self.destination(&operands[0])? } else { None };
        let rest = &operands[usize::from(has_result)..];
        let address = self.address(&rest[0], words)?;
        Ok(Action::Atomic {
            operation,
            kind,
            destination,
            sources: self.sources(&rest[1..], kind)?,
            address,
        })
    }

    fn barrier(&self, is_bar: bool, words: &[&str], operands: &[Operand<'_>]) -> Result<Action> {
        let words: Vec<_> = words.iter().copied().filter(|word| *word != "cta").collect();
        let is_aligned = is_bar || words.contains(&"aligned");
        let operation = match words[..] {
            ["sync", ..] => Barrier::Synchronise,
            ["arrive", ..] => Barrier::Arrive,
            ["red", "popc", ..] => Barrier::Population,
            ["red", "and", ..] => Barrier::All,
            ["red", "or", ..] => Barrier::Any,
            ["red", "aligned", "popc", ..] => Barrier::Population,
            ["red", "aligned", "and", ..] => Barrier::All,
            ["red", "aligned", "or", ..] => Barrier::Any,
            _ => return Err("an unknown operation".into()),
        };
        let is_reduction = words[0] == "red";
        let destination = if is_reduction { self.destination(&operands[0])? } else { None };
        let rest = &operands[usize::from(is_reduction)..];
        let (rest, predicate) = match rest.split_last() {
            Some((last, rest)) if is_reduction => (rest, Some(self.source(last, PREDICATE)?)),
            _ => (rest, None),
        };
        let number = self.source(&rest[0], WORD)?;
        let count = rest.get(1).map(|count| self.source(count, WORD)).transpose()?;
        Ok(Action::Barrier { operation, is_aligned, number, count, predicate, destination })
    }

    fn collective(
        &self,
        mnemonic: &str,
        words: &[&str],
        operands: &[Operand<'_>],
    ) -> Result<Action> {
        let bits = words.last().and_then(|word| Type::of(word)).map_or(32, |kind| kind.width);
        let operation = match (mnemonic, words) {
            ("bar", _) => Collective::Synchronise,
            ("elect", _) => Collective::Elect,
            ("shfl", ["sync", "up", ..]) => Collective::Up,
            ("shfl", ["sync", "down", ..]) => Collective::Down,
            ("shfl", ["sync", "bfly", ..]) => Collective::Butterfly,
            ("shfl", ["sync", "idx", ..]) => Collective::Index,
            ("vote", ["sync", "all", ..]) => Collective::All,
            ("vote", ["sync", "any", ..]) => Collective::Any,
            ("vote", ["sync", "uni", ..]) => Collective::Uniform,
            ("vote", ["sync", "ballot", ..]) => Collective::Ballot,
            ("match", ["any", ..]) => Collective::MatchAny(bits),
            ("match", ["all", ..]) => Collective::MatchAll(bits),
            ("redux", ["sync", word, kind]) => {
                let kind = Type::of(kind).ok_or("an unknown type")?;
                Collective::Reduce(atomic(word).ok_or("an unknown operation")?, kind)
            }
            _ => return Err("an unknown operation".into()),
        };
        let has_result = operation != Collective::Synchronise;
        let destinations = if has_result { self.destinations(&operands[0])? } else { [None; 2] };
        let (mask, sources) =
            operands[usize::from(has_result)..].split_last().ok_or("a mask is missing")?;
        let kind = if bits == 64 { Type { width: 64, ..WORD } } else { WORD };
        let kind = if mnemonic == "vote" { PREDICATE } else { kind };
        Ok(Action::Collective {
            operation,
            destinations,
            mask: self.source(mask, WORD)?,
            sources: self.sources(sources, kind)?,
        })
    }

    fn matrix(&self, mnemonic: &str, words: &[&str], operands: &[Operand<'_>]) -> Result<Action> {
        let is_transposed = words.contains(&"trans");
        let rows = |at: usize| {
            let address = self.address(&operands[at], words)?;
            match address.is_shared && address.offset == 0 && words.contains(&"x1") {
                true => Ok(address.base),
                false => Err("the rows are not supported".to_string()),
            }
        };
        let all = |from: usize| operands[from..].iter().flat_map(|one| elements(one));
        let (matrix, sources) = match (mnemonic, words) {
            ("mma", ["sync", "aligned", "m8n8k16", "row", "col", .., a, b, "s32"]) => {
                let are_signed = [*a, *b].map(|ty| ty == "s8");
                let sources = all(1).map(|one| self.source(one, WORD)).collect::<Result<_>>()?;
                (Matrix::Multiply(are_signed, words.contains(&"satfinite")), sources)
            }
            ("ldmatrix", _) => (Matrix::Load(is_transposed), vec![rows(1)?]),
            ("stmatrix", _) => {
                let b = elements(&operands[1]).first().ok_or("a register is missing")?;
                (Matrix::Store(is_transposed), vec![rows(0)?, self.source(b, WORD)?])
            }
            ("movmatrix", _) => (Matrix::Transpose, vec![self.source(&operands[1], WORD)?]),
            _ => return Err("the form is not supported".into()),
        };
        let mut destinations = [None; 2];
        if mnemonic != "stmatrix" {
            for (to, operand) in destinations.iter_mut().zip(elements(&operands[0])) {
                *to = self.destination(operand)?;
            }
        }
        let mask = Source::Constant(u32::MAX.into());
        Ok(Action::Collective {
            operation: Collective::Matrix(matrix),
            destinations,
            mask,
            sources,
        })
    }

    fn compute(
        &self,
        mnemonic: &str,
        words: &[&str],
        operands: &[Operand<'_>],
        kind: Type,
    ) -> Result<Action> {
        let half = match words[0] {
            "hi" => Half::High,
            "wide" => Half::Wide,
            _ => Half::Low,
        };
        let is_float = kind.kind == Kind::Float;
        let operation = match mnemonic {
            "mov" => Operation::Move,
            "add" => Operation::Add,
            "sub" => Operation::Subtract,
            "mul" => Operation::Multiply(half),
            "fma" => Operation::Fma,
            "selp" => Operation::Select,
            "setp" => {
                let (comparison, is_unordered) = comparison(words[0])?;
                let combination = words.get(1).and_then(|word| logic(word));
                Operation::Set { comparison, is_unordered, combination }
            }
            "cvt" => {
                let from = Type::of(words[words.len() - 1]).ok_or("an unknown type")?;
                let to = Type::of(words[words.len() - 2]).ok_or("an unknown type")?;
                let rounding = if to.kind == Kind::Float { "rn" } else { "rzi" };
                let is_both = is_float && to.kind == Kind::Float;
                if is_both || (is_float || to.kind == Kind::Float) != (words[0] == rounding) {
                    return Err("the conversion is not supported".into());
                }
                let sources = self.sources(&operands[1..], from)?;
                let destinations = self.destinations(&operands[0])?;
                return Ok(Action::Compute {
                    operation: Operation::Convert(from),
                    kind: to,
                    destinations,
                    sources,
                });
            }
            _ if is_float => return Err("the instruction is not supported".into()),
            "mad" => Operation::MultiplyAdd(half),
            "div" => Operation::Divide,
            "rem" => Operation::Remainder,
            "min" => Operation::Minimum,
            "max" => Operation::Maximum,
            "abs" => Operation::Absolute,
            "neg" => Operation::Negate,
            "and" | "or" | "xor" => Operation::Bitwise(logic(mnemonic).expect("a logic operation")),
            "not" => Operation::Not,
            "shl" => Operation::ShiftLeft,
            "shr" => Operation::ShiftRight,
            "popc" => Operation::Population,
            "clz" => Operation::LeadingZeros,
            "brev" => Operation::Reverse,
            "bfe" => Operation::Extract,
            "bfi" => Operation::Insert,
            "lop3" => Operation::Lookup,
            "prmt" => Operation::Permute,
            _ => return Err("the instruction is not supported".into()),
        };
        // All sources are read as `kind`. PTX gives some of them another type: the positions and
        // lengths of `bfe` and `bfi`, shift amounts, the table of `lop3`. Their immediates fit in
        // `kind`.
        let sources = self.sources(&operands[1..], kind)?;
        Ok(Action::Compute {
            operation,
            kind,
            destinations: self.destinations(&operands[0])?,
            sources,
        })
    }
}

/// Returns the elements of a vector, or any other operand itself.
fn elements<'o, 'a>(operand: &'o Operand<'a>) -> &'o [Operand<'a>] {
    match &operand.kind {
        OperandKind::Vector(elements) => elements,
        _ => std::slice::from_ref(operand),
    }
}

fn special(name: &str, part: Option<&str>) -> Option<Special> {
    let axis = match part {
        Some("x") => 0,
        Some("y") => 1,
        Some("z") => 2,
        _ => 3,
    };
    Some(match name {
        "%tid" => Special::Tid(axis),
        "%ntid" => Special::Ntid(axis),
        "%ctaid" => Special::Ctaid(axis),
        "%nctaid" => Special::Nctaid(axis),
        "%laneid" => Special::Lane,
        "%warpid" => Special::Warp,
        "%nwarpid" => Special::Warps,
        "%lanemask_eq" => Special::LanesEqual,
        "%lanemask_lt" => Special::LanesLess,
        "%lanemask_le" => Special::LanesUpTo,
        "%lanemask_gt" => Special::LanesGreater,
        "%lanemask_ge" => Special::LanesFrom,
        _ => return None,
    })
}

fn logic(word: &str) -> Option<Logic> {
    match word {
        "and" => Some(Logic::And),
        "or" => Some(Logic::Or),
        "xor" => Some(Logic::Xor),
        _ => None,
    }
}

fn atomic(word: &str) -> Option<Atomic> {
    Some(match word {
        "add" => Atomic::Add,
        "min" => Atomic::Minimum,
        "max" => Atomic::Maximum,
        "exch" => Atomic::Exchange,
        "cas" => Atomic::CompareAndSwap,
        "inc" => Atomic::Increment,
        "dec" => Atomic::Decrement,
        _ => Atomic::Bitwise(logic(word)?),
    })
}

/// Parses the comparison of `setp`. Also returns whether the comparison is true if a source is a NaN.
fn comparison(word: &str) -> Result<(Comparison, bool)> {
    let comparison = match word {
        "eq" | "equ" => Comparison::Equal,
        "ne" | "neu" => Comparison::NotEqual,
        "lt" | "ltu" | "lo" => Comparison::Less,
        "le" | "leu" | "ls" => Comparison::LessOrEqual,
        "gt" | "gtu" | "hi" => Comparison::Greater,
        "ge" | "geu" | "hs" => Comparison::GreaterOrEqual,
        _ => return Err(format!(".{word} is not supported")),
    };
    Ok((comparison, word.len() == 3))
}
