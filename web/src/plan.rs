//! Selects the instructions of a text, and finds the registers whose values the text does not give.

use ptx_isa::{Dialect, Flag, Message, Type, names_lanes};
use ptx_module::resolve::constant;
use ptx_module::syntax::{
    ExpressionStep, Instruction as Parsed, Item, Name, Operand, OperandKind, Statement, Tree,
};
use ptx_tool::eval::instruction::{Instruction, Slot};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// A source of an instruction.
pub(crate) enum Value<'t> {
    /// The bits of a literal.
    Bits(u128),
    Register(&'t str),
    /// `!p`: the complement of a predicate.
    Complement(&'t str),
}

/// An instruction of a text.
pub(crate) struct Planned<'t> {
    /// The instruction with its operands, as in the text.
    pub(crate) statement: &'t str,
    /// The instruction, as a batch line has it.
    pub(crate) instruction: String,
    /// The predicate register of the guard, and whether the guard negates the predicate.
    pub(crate) guard: Option<(&'t str, bool)>,
    /// The sources with their types, or the reason why the instruction is not computed.
    pub(crate) sources: Result<Vec<(Value<'t>, Type)>, Message>,
    /// The registers that the instruction writes.
    pub(crate) written: Vec<&'t str>,
    /// The selected instruction.
    pub(crate) found: Option<Rc<Instruction>>,
    /// How the instruction represents the carry flag, if it reads or writes the flag.
    pub(crate) flag: Option<Flag>,
}

/// The name that stands for the carry flag.
pub(crate) const CARRY: &str = "carry";

/// The registers whose values the user gives, with the operands that first read them.
type Inputs<'t> = Vec<(&'t str, Slot)>;

/// Selects the instructions of a text. Returns also its inputs: the registers that are read before they are written.
pub(crate) fn plan<'t>(
    tree: &'t Tree<'t>,
    text: &'t str,
    dialects: &[Dialect],
) -> (Vec<Planned<'t>>, Inputs<'t>) {
    let mut known = Known { dialects, all: HashMap::new() };
    let all: Vec<_> = steps(tree)
        .into_iter()
        .map(|parsed| parsed.map(|parsed| planned(parsed, text, &mut known)))
        .collect();
    let written: HashSet<_> =
        all.iter().flatten().flat_map(|(planned, _)| planned.written.clone()).collect();
    let mut names = Names::default();
    let mut plan = Vec::new();
    for step in all {
        match step {
            Some((mut planned, slots)) => {
                names.step(&mut planned, slots);
                plan.push(planned);
            }
            // A jump to the label may have changed the register.
            None => names.lost.extend(written.intersection(&names.known)),
        }
    }
    (plan, names.inputs)
}

/// The registers before an instruction.
#[derive(Default)]
struct Names<'t> {
    inputs: Inputs<'t>,
    /// The registers that have a value.
    known: HashSet<&'t str>,
    /// The registers whose earlier value an instruction or a jump may have changed.
    lost: HashSet<&'t str>,
}

impl<'t> Names<'t> {
    /// Adds the inputs of an instruction, and the registers that it writes.
    fn step(&mut self, planned: &mut Planned<'t>, slots: Vec<Slot>) {
        let guard = planned.guard.map(|(name, _)| (name, flag(name)));
        let sources = planned.sources.iter().flatten().zip(slots);
        let sources = sources.filter_map(|((value, _), slot)| match value {
            Value::Bits(_) => None,
            Value::Register(name) | Value::Complement(name) => Some((*name, slot)),
        });
        let read: Vec<_> = guard.into_iter().chain(sources).collect();
        if let Some((name, _)) = read.iter().find(|(name, _)| self.lost.contains(name)) {
            let message = Message::new(format!("the value of `{name}` is not known here"));
            planned.sources =
                Err(message.note("an instruction that only a kernel runs changes it"));
        }
        match &planned.sources {
            Ok(_) => {
                self.inputs.extend(read.into_iter().filter(|(name, _)| self.known.insert(name)));
                self.known.extend(&planned.written);
                if planned.guard.is_none() {
                    self.lost.retain(|name| !planned.written.contains(name));
                }
            }
            Err(_) => {
                let known = planned.written.iter().filter(|name| self.known.contains(*name));
                self.lost.extend(known);
            }
        }
    }
}

/// Returns the instructions of a text in order. Each label is `None`.
fn steps<'t>(tree: &'t Tree<'t>) -> Vec<Option<&'t Parsed<'t>>> {
    let mut all = Vec::new();
    let mut open: Vec<&Statement<'t>> = Vec::new();
    for item in &tree.items {
        match item {
            Item::Statement(statement) => open.push(statement),
            Item::Function(function) => {
                open.extend(function.body.iter().flat_map(|body| body.statements.iter().rev()));
            }
        }
        while let Some(statement) = open.pop() {
            match statement {
                Statement::Instruction(parsed) => all.push(Some(parsed)),
                Statement::Label(_) => all.push(None),
                Statement::Block(block) => open.extend(block.statements.iter().rev()),
                Statement::Declaration(_) | Statement::Directive(_) => {}
            }
        }
    }
    all
}

/// Selects the form of an instruction. Returns also the slot of each source.
fn planned<'t>(
    parsed: &'t Parsed<'t>,
    text: &'t str,
    known: &mut Known<'_>,
) -> (Planned<'t>, Vec<Slot>) {
    let (first, rest) = parsed.operands.split_first().unzip();
    let name = parsed.spelling();
    let destination = first.map_or("", |first| text.get(first.span.clone()).unwrap_or_default());
    // A batch line has no tabs and no line breaks in a field.
    let destination = destination.split_whitespace().collect::<String>().replace(',', ", ");
    let is_chosen = destination.contains(['|', '{']) || name.starts_with("setp");
    let sources: Vec<_> = rest.into_iter().flatten().flat_map(elements).collect();
    let is_marked = |operand: &&Operand<'_>| shown(operand) != "a";
    let instruction = if rest.into_iter().flatten().flat_map(elements).any(|one| is_marked(&one)) {
        let shown: Vec<_> = rest.into_iter().flatten().map(whole).collect();
        format!("{name} {destination}, {}", shown.join(", "))
    } else if is_chosen {
        format!("{name} {destination}")
    } else {
        name
    };
    let mut planned = Planned {
        statement: text.get(parsed.span.clone()).unwrap_or_default(),
        instruction,
        guard: parsed.guard.as_ref().map(|guard| (guard.predicate.text, guard.is_negated)),
        sources: Ok(Vec::new()),
        written: first.into_iter().flat_map(elements).filter_map(register).collect(),
        found: None,
        flag: None,
    };
    match known.select(&planned.instruction, sources.len()) {
        Err(message) => {
            planned.sources = Err(message);
            (planned, Vec::new())
        }
        Ok(found) => {
            let selection = found.selection.as_ref();
            planned.flag = selection.and_then(|one| one.reads_flag().or(one.writes_flag()));
            if found.results.len() > planned.written.len() {
                planned.written.push(CARRY);
            }
            let value = |(operand, slot): (&&'t Operand<'t>, &Slot)| {
                value(operand, slot, text).map(|value| (value, slot.ty))
            };
            planned.sources = sources.iter().zip(&found.sources).map(value).collect();
            if let (Ok(values), true) = (&mut planned.sources, reads_carry(&found)) {
                values.push((Value::Register(CARRY), Type::Pred));
            }
            let slots = found.sources.clone();
            planned.found = Some(found);
            (planned, slots)
        }
    }
}

/// The selected instructions of a text, so that each is selected once.
struct Known<'d> {
    dialects: &'d [Dialect],
    all: HashMap<(String, usize), Result<Rc<Instruction>, Message>>,
}

impl Known<'_> {
    /// Selects an instruction with `count` sources in the text. The carry flag is a further source, which the text does not
    /// name.
    fn select(&mut self, instruction: &str, count: usize) -> Result<Rc<Instruction>, Message> {
        let new = || {
            let select = |count| Instruction::new(instruction, count, self.dialects);
            let found = select(count)
                .or_else(|fault| select(count + 1).ok().filter(reads_carry).ok_or(fault));
            found.map(Rc::new).map_err(|fault| fault.message)
        };
        self.all.entry((instruction.into(), count)).or_insert_with(new).clone()
    }
}

/// Returns whether an instruction reads the carry flag.
fn reads_carry(found: &Instruction) -> bool {
    found.selection.as_ref().is_some_and(|selection| selection.reads_flag().is_some())
}

/// Returns the slot of a predicate.
fn flag(name: &str) -> Slot {
    Slot { name: name.into(), ty: Type::Pred, kind: None, is_byte: false, place: 0 }
}

/// Returns the elements of a vector or pair, or the operand itself.
fn elements<'o, 't>(operand: &'o Operand<'t>) -> &'o [Operand<'t>] {
    match &operand.kind {
        OperandKind::Vector(items) => items,
        OperandKind::Pair(both) => both.as_slice(),
        _ => std::slice::from_ref(operand),
    }
}

/// Returns the name of a register, without the word that selects its lanes.
fn register<'t>(operand: &Operand<'t>) -> Option<&'t str> {
    match &operand.kind {
        OperandKind::Name(name) => Some(name.text),
        _ => None,
    }
}

/// Returns `-a` or `-a.b0` without the sign.
fn negated<'t>(operand: &Operand<'t>) -> Option<Name<'t>> {
    let OperandKind::Expression(expression) = &operand.kind else { return None };
    match expression.steps.as_slice() {
        [(ExpressionStep::Name(name), _), (ExpressionStep::Unary('-'), _)] => Some(*name),
        _ => None,
    }
}

/// Returns a source in the words that choose a form: `a`, `-a`, `a.b0`, `-a.b0`.
fn shown(operand: &Operand<'_>) -> String {
    let (name, sign) = match (&operand.kind, negated(operand)) {
        (OperandKind::Name(name), _) => (*name, ""),
        (_, Some(name)) => (name, "-"),
        _ => return "a".into(),
    };
    match name.part {
        Some(part) if names_lanes(part) => format!("{sign}a.{part}"),
        _ => format!("{sign}a"),
    }
}

/// Does the same as [`shown`] for vectors.
fn whole(operand: &Operand<'_>) -> String {
    match &operand.kind {
        OperandKind::Vector(items) => {
            format!("{{{}}}", items.iter().map(shown).collect::<Vec<_>>().join(", "))
        }
        _ => shown(operand),
    }
}

/// Returns the value of a source.
fn value<'t>(operand: &Operand<'t>, slot: &Slot, text: &'t str) -> Result<Value<'t>, Message> {
    let written = text.get(operand.span.clone()).unwrap_or_default();
    match &operand.kind {
        // A special register such as `%tid.x` keeps its whole name.
        OperandKind::Name(name) if name.part.is_some_and(|part| !names_lanes(part)) => {
            Ok(Value::Register(written))
        }
        OperandKind::Name(name) if name.text != "WARP_SZ" => Ok(Value::Register(name.text)),
        OperandKind::Complement(name) => Ok(Value::Complement(name.text)),
        _ if negated(operand).is_some() => {
            Ok(Value::Register(negated(operand).map_or(written, |name| name.text)))
        }
        // Machine instructions have other literals than PTX.
        _ if slot.kind.is_some() => slot.parse(written).map(Value::Bits),
        _ => {
            let literal = constant(operand).map_err(|fault| fault.message)?;
            literal.bits(slot.ty).map(|bits| Value::Bits(bits.into()))
        }
    }
}
