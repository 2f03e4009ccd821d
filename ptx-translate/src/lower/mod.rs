//! From the tree of a function to what it does: names resolved, every instruction asked of
//! `ptx-isa`.

pub(crate) mod body;
mod effect;
mod grade;
mod names;
mod operand;
mod own_memory;
mod storage;

pub(crate) use names::NameTable;
pub use storage::passed;
pub(crate) use storage::{element, length, storage};

use body::{Action, Body, Guard, Local, Step, Storage, Value, Variable, VariableId};
use ptx_isa::fusion::{Fusion, Use};
use ptx_isa::operand::{Operand as Judged, check};
use ptx_isa::{At, Selection, Type, declarations, nearest, select_in_program};
use ptx_lower::constant;
use ptx_lower::flow::Line;
use ptx_lower::{Fault, Program};
use ptx_text::{
    Block, Declaration, Directive, Function, Instruction, Operand, OperandKind, Scopes, Span,
    Statement, Word,
};
use std::collections::HashMap;
use std::rc::Rc;

/// What a name of a function means.
#[derive(Clone, Copy, Debug)]
enum Meaning {
    /// A register; `None` if it is a vector, or of 128 bits.
    Register(Option<Type>),
    Param(VariableId),
    Local(usize),
    Label(usize),
    Shared,
}

struct Lowering<'a, 'p> {
    program: &'p Program<'a>,
    scopes: Scopes<&'a str, Meaning>,
    body: Body<'a>,
    names: NameTable,
    /// The variables of registers, by the number of their meaning.
    registers: HashMap<usize, VariableId>,
    labels: usize,
    /// The labels that `.branchtargets` lists under another label.
    lists: HashMap<usize, Vec<usize>>,
    /// The forms that an instruction's words spell: most are there more than once.
    selected: HashMap<String, Rc<[Selection]>>,
    fusion: Fusion<usize>,
    faults: Vec<Fault>,
    is_called: bool,
}

/// What a function is lowered with.
pub(crate) struct Interface {
    pub(crate) parameters: Vec<Variable>,
    pub(crate) returns: Vec<Variable>,
    pub(crate) names: NameTable,
    /// Whether another function calls it.
    pub(crate) is_called: bool,
}

/// What a function does.
///
/// # Errors
/// Everything in it that is not taken.
pub(crate) fn lower<'a>(
    program: &Program<'a>,
    function: &'a Function<'a>,
    interface: Interface,
) -> Result<Body<'a>, Vec<Fault>> {
    let mut lowering = Lowering {
        program,
        scopes: Scopes::default(),
        body: Body::default(),
        names: interface.names,
        registers: HashMap::new(),
        labels: 0,
        lists: HashMap::new(),
        selected: HashMap::new(),
        fusion: Fusion::default(),
        faults: Vec::new(),
        is_called: interface.is_called,
    };
    lowering.declared(&function.returns, interface.returns, false);
    lowering.declared(&function.parameters, interface.parameters, true);
    if let Some(block) = &function.body {
        lowering.block(block);
    }
    lowering.resolve_lists();
    lowering.check_own_memory();
    lowering.body.may_fuse = !lowering.fusion.finish().is_empty();
    match lowering.faults.is_empty() {
        true => Ok(lowering.body),
        false => Err(lowering.faults),
    }
}

impl<'a> Lowering<'a, '_> {
    /// The parameters of a list with the variables that hold them.
    fn declared(
        &mut self,
        declarations: &'a [Declaration<'a>],
        variables: Vec<Variable>,
        are_parameters: bool,
    ) {
        let names = declarations.iter().flat_map(|one| one.names.iter().map(move |n| (one, n)));
        for ((declaration, declarator), variable) in names.zip(variables) {
            let is_register = declaration.space.text == "reg";
            let ty = match variable.storage {
                Storage::Scalar(ty) => Some(ty),
                Storage::Bytes(_) => None,
                Storage::Address(_) => Some(Type::B64),
            };
            let id = self.add(variable);
            let result = if is_register {
                let declared = self.declare(&declarator.name, None, Meaning::Register(ty));
                let found = self.scopes.find(declarator.name.text);
                if let Some(found) = found {
                    self.registers.insert(found.id, id);
                }
                declared
            } else {
                self.declare(&declarator.name, None, Meaning::Param(id))
            };
            self.keep(result);
            match are_parameters {
                true => self.body.parameters.push(id),
                false => self.body.returns.push(id),
            }
        }
    }

    fn keep(&mut self, result: Result<(), Fault>) {
        self.faults.extend(result.err());
    }

    fn add(&mut self, variable: Variable) -> VariableId {
        self.body.variables.push(variable);
        self.body.variables.len() - 1
    }

    fn declare(
        &mut self,
        name: &Word<'a>,
        count: Option<u64>,
        meaning: Meaning,
    ) -> Result<(), Fault> {
        self.scopes.declare(name.text, count, meaning).map_err(|earlier| {
            let what = format!("`{}` is declared twice, first as `{earlier}`", name.text);
            Fault::new(name.span.clone(), what)
        })
    }

    fn block(&mut self, block: &'a Block<'a>) {
        self.scopes.enter();
        for label in block.labels() {
            let declared = self.declare(label, None, Meaning::Label(self.labels));
            self.labels += 1;
            self.keep(declared);
        }
        let mut label = None;
        for statement in &block.statements {
            match statement {
                Statement::Label(name) => label = self.label(name),
                Statement::Declaration(declaration) => {
                    let result = self.declaration(declaration);
                    self.keep(result);
                }
                Statement::Directive(directive) => {
                    if directive.name.text == "branchtargets"
                        && let Some(label) = label
                    {
                        let result = self.targets(label, directive);
                        self.keep(result);
                    }
                }
                Statement::Instruction(instruction) => self.instruction(instruction),
                Statement::Block(block) => self.block(block),
            }
            if !matches!(statement, Statement::Label(_)) {
                label = None;
            }
        }
        self.scopes.leave();
    }

    fn label(&mut self, name: &Word<'a>) -> Option<usize> {
        match self.scopes.find(name.text)?.meaning {
            Meaning::Label(label) => {
                self.fusion.new_block();
                self.line(name.span.clone(), None, Action::None, Line::Label(label));
                Some(label)
            }
            _ => None,
        }
    }

    fn targets(&mut self, label: usize, directive: &'a Directive<'a>) -> Result<(), Fault> {
        let targets = directive.arguments.iter().map(|word| self.target(word.text, &word.span));
        let targets = targets.collect::<Result<Vec<_>, _>>()?;
        self.lists.insert(label, targets);
        Ok(())
    }

    /// The label of a name.
    fn target(&mut self, name: &'a str, span: &Span) -> Result<usize, Fault> {
        match self.scopes.find(name).map(|found| found.meaning) {
            Some(Meaning::Label(label)) => Ok(label),
            _ => Err(Fault::new(span.clone(), format!("unknown label `{name}` in this function"))),
        }
    }

    /// The labels of each `brx.idx`, which is the list until all labels are known; a label
    /// that nothing jumps to begins no block.
    fn resolve_lists(&mut self) {
        for (line, step) in self.body.lines.iter_mut().zip(&self.body.steps) {
            if let Line::Switch { to, .. } = line {
                let list = to.first().and_then(|label| self.lists.get(label));
                *to = list.cloned().unwrap_or_default();
                if to.is_empty() {
                    let what = "expected a label with `.branchtargets`";
                    self.faults.push(Fault::new(step.span.clone(), what));
                }
            }
        }
        let mut is_used = vec![false; self.labels];
        for line in &self.body.lines {
            match line {
                Line::Jump { to, .. } => is_used[*to] = true,
                Line::Switch { to, .. } => to.iter().for_each(|to| is_used[*to] = true),
                _ => {}
            }
        }
        for line in &mut self.body.lines {
            if matches!(line, Line::Label(label) if !is_used[*label]) {
                *line = Line::Straight;
            }
        }
    }

    fn declaration(&mut self, declaration: &'a Declaration<'a>) -> Result<(), Fault> {
        for declarator in &declaration.names {
            let name = &declarator.name;
            let meaning = match declaration.space.text {
                "reg" => {
                    let ty = match declaration.types.as_slice() {
                        [ty] => Type::from_word(ty.text).filter(|ty| ty.is_register_type()),
                        _ => None,
                    };
                    let count = match &declarator.range {
                        Some(range) => Some(storage::count(range)?),
                        None => None,
                    };
                    self.declare(name, count, Meaning::Register(ty))?;
                    continue;
                }
                "param" => {
                    let storage = storage(declaration, declarator)?;
                    let name = self.names.make(name.text);
                    Meaning::Param(self.add(Variable { name, storage }))
                }
                "local" => {
                    let bytes = storage::bytes(declaration, declarator)?;
                    let name = self.names.make(name.text);
                    self.body.locals.push(Local { name, bytes });
                    Meaning::Local(self.body.locals.len() - 1)
                }
                "shared" => Meaning::Shared,
                other => {
                    let what =
                        format!("a `.{other}` variable inside of a function is not supported");
                    return Err(Fault::new(declaration.span.clone(), what));
                }
            };
            self.declare(name, None, meaning)?;
        }
        Ok(())
    }

    fn line(&mut self, span: Span, guard: Option<Guard>, action: Action, line: Line) {
        self.body.steps.push(Step { span, guard, action });
        self.body.lines.push(line);
    }

    fn instruction(&mut self, instruction: &'a Instruction<'a>) {
        if let Err(mut fault) = self.checked(instruction) {
            fault.mnemonic = Some(instruction.spelling());
            self.faults.push(fault);
        }
    }

    fn checked(&mut self, instruction: &'a Instruction<'a>) -> Result<(), Fault> {
        let forms = self.forms(instruction)?;
        let guard = match &instruction.guard {
            Some(guard) => Some(self.guard(guard)?),
            None => None,
        };
        let is_call = instruction.mnemonic.text == "call";
        if is_call {
            self.no_called_address(instruction)?;
        }
        let described = instruction.operands.iter().map(|operand| match &operand.kind {
            // `(1)`
            OperandKind::List(_) if !is_call => constant(operand).map(Judged::Immediate),
            _ => self.described(operand),
        });
        let described = described.collect::<Result<Vec<_>, _>>()?;
        let chosen = check(&forms, &described).map_err(|fault| located(instruction, fault))?;
        match chosen.form.effect() {
            Some(effect) => self.effect(instruction, chosen, effect, guard)?,
            None => self.compute(instruction, chosen, &described, guard)?,
        }
        self.follow(chosen);
        Ok(())
    }

    /// Passes what the last step reads and writes to the search for products that may be fused.
    fn follow(&mut self, chosen: &Selection) {
        let Some(step) = self.body.steps.last() else { return };
        let read = step.action.sources().into_iter().filter_map(Value::variable);
        let read = read.map(|id| (Use::Source, id));
        let written = step.action.destinations().into_iter().map(|id| (Use::First, id));
        let guard = step.guard.map(|guard| (Use::Guard, guard.predicate));
        let registers: Vec<_> = read.chain(written).chain(guard).collect();
        self.fusion.step(Some(chosen), step.span.start, &registers, guard.is_some());
    }

    fn forms(&mut self, instruction: &Instruction<'_>) -> Result<Rc<[Selection]>, Fault> {
        let text = instruction.spelling();
        if let Some(forms) = self.selected.get(&text) {
            return Ok(Rc::clone(forms));
        }
        let words: Vec<_> = instruction.modifiers.iter().map(|word| word.text).collect();
        if let Some(fault) = outside(instruction) {
            return Err(fault);
        }
        let forms = select_in_program(instruction.mnemonic.text, &words, self.program.dialect())
            .map_err(|fault| located(instruction, fault))?;
        Ok(Rc::clone(self.selected.entry(text).or_insert(forms.into())))
    }

    fn guard(&mut self, guard: &ptx_text::Guard<'a>) -> Result<Guard, Fault> {
        let (id, ty) = self.register(guard.predicate.text, &guard.predicate.span)?;
        match ty {
            Type::Pred => Ok(Guard { is_negated: guard.is_negated, predicate: id }),
            _ => {
                let name = guard.predicate.text;
                let what = format!("register `{name}` is `.{}`, a guard is `.pred`", ty.word());
                Err(Fault::new(guard.predicate.span.clone(), what))
            }
        }
    }

    /// The variable of a register, and its type.
    fn register(&mut self, name: &'a str, span: &Span) -> Result<(VariableId, Type), Fault> {
        let Some(found) = self.scopes.find(name) else { return Err(self.undeclared(name, span)) };
        let Meaning::Register(ty) = found.meaning else {
            return Err(Fault::new(span.clone(), format!("`{name}` is not a register")));
        };
        let Some(ty) = ty else {
            let what =
                format!("register `{name}` is a vector or has 128 bits, which is not supported");
            return Err(Fault::new(span.clone(), what));
        };
        if let Some(id) = self.registers.get(&found.id) {
            return Ok((*id, ty));
        }
        let variable = Variable { name: self.names.make(name), storage: Storage::Scalar(ty) };
        let id = self.add(variable);
        self.registers.insert(found.id, id);
        Ok((id, ty))
    }

    fn undeclared(&mut self, name: &str, span: &Span) -> Fault {
        let mut fault = Fault::new(span.clone(), format!("`{name}` is not declared"));
        let names = self.scopes.names();
        if let Some((prefix, count)) = self.scopes.range_below(name) {
            let range = declarations::range(&prefix, count);
            fault.message =
                fault.message.help(format!("`{range}` ends with `{prefix}{}`", count - 1));
        } else if let Some(near) = nearest(name, names.iter().map(String::as_str)) {
            fault.message = fault.message.help(format!("did you mean `{near}`?"));
        }
        fault
    }

    fn compute(
        &mut self,
        instruction: &'a Instruction<'a>,
        chosen: &Selection,
        described: &[Judged],
        guard: Option<Guard>,
    ) -> Result<(), Fault> {
        let Some(computation) = chosen.computation_on(described, self.program.dialect()) else {
            let what = format!("`{}` is not computed", chosen.spelling());
            return Err(Fault::new(instruction.spelling_span(), what));
        };
        let Some((first, rest)) = instruction.operands.split_first() else { return Ok(()) };
        let sources = elements(rest).zip(chosen.source_types());
        let sources = sources.map(|(operand, ty)| Ok((self.value(operand, ty)?, ty)));
        let sources = sources.collect::<Result<Vec<_>, Fault>>()?;
        let destinations = elements(std::slice::from_ref(first)).zip(chosen.destination_types());
        let destinations =
            destinations.map(|(operand, ty)| Ok(self.destination(operand)?.map(|id| (id, ty))));
        let mut destinations = destinations.collect::<Result<Vec<_>, Fault>>()?;
        if computation.writes_carry || computation.value.reads_carry() {
            let carry = self.carry();
            if computation.writes_carry {
                destinations.push(Some((carry, Type::Pred)));
            }
        }
        self.body.reads_thread |= sources.iter().any(|(s, _)| matches!(s, Value::Thread(..)));
        self.grade(instruction);
        let action = Action::Compute { computation, sources, destinations };
        self.line(instruction.span.clone(), guard, action, Line::Straight);
        Ok(())
    }

    /// The flag of carries, false until an instruction writes it.
    fn carry(&mut self) -> VariableId {
        if let Some(carry) = self.body.carry {
            return carry;
        }
        let name = self.names.make("carry");
        let id = self.add(Variable { name, storage: Storage::Scalar(Type::Pred) });
        self.body.carry = Some(id);
        id
    }

    /// The register that an operand names; `None` throws the result away.
    fn destination(&mut self, operand: &'a Operand<'a>) -> Result<Option<VariableId>, Fault> {
        match &operand.kind {
            OperandKind::Sink => Ok(None),
            OperandKind::Name(name) if name.part.is_none_or(ptx_isa::names_lanes) => {
                Ok(Some(self.register(name.text, &operand.span)?.0))
            }
            _ => Err(Fault::new(operand.span.clone(), "expected a register")),
        }
    }
}

/// The operands, the elements of vectors and pairs one by one.
fn elements<'o>(operands: &'o [Operand<'o>]) -> impl Iterator<Item = &'o Operand<'o>> {
    operands.iter().flat_map(|operand| match &operand.kind {
        OperandKind::Vector(items) => items.as_slice(),
        OperandKind::Pair(both) => both.as_slice(),
        _ => std::slice::from_ref(operand),
    })
}

/// An instruction that PTX has and the table does not.
fn outside(instruction: &Instruction<'_>) -> Option<Fault> {
    let mnemonic = instruction.mnemonic.text;
    let words: Vec<_> = instruction.modifiers.iter().map(|word| word.text).collect();
    if let Some(fault) = ptx_isa::of_warp(mnemonic, &words, "a thread is translated by itself") {
        return Some(located(instruction, fault));
    }
    let is_outside =
        ptx_isa::forms::effects(mnemonic).is_empty() && ptx_isa::is_uncovered(mnemonic);
    is_outside.then(|| {
        let what = format!("`{}` is not supported", instruction.spelling());
        Fault::new(instruction.spelling_span(), what)
    })
}

/// The words of an instruction that a fault points at.
fn located(instruction: &Instruction<'_>, fault: ptx_isa::Fault) -> Fault {
    let found = match fault.at {
        At::Modifier(i) => instruction.modifiers.get(i).map(|word| word.span.clone()),
        At::Operand(i) => instruction.operands.get(i).map(|operand| operand.span.clone()),
        At::Element(i, j) => instruction.operands.get(i).map(|operand| {
            elements(std::slice::from_ref(operand)).nth(j).unwrap_or(operand).span.clone()
        }),
        At::Mnemonic => None,
    };
    Fault::new(found.unwrap_or_else(|| instruction.spelling_span()), fault.message)
}
