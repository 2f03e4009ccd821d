//! Resolves whole functions.

use crate::resolve::call::Through;
use crate::resolve::flow::Line;
use crate::resolve::instruction::Instruction;
use crate::resolve::operand::{Operand, Symbol};
use crate::resolve::resolver::{RegisterId, Resolver};
use crate::resolve::{Fault, Meaning, Program, Register, Role, Variable};
use crate::syntax::{Block, Declaration, DirectiveName, Span, StateSpace, Statement, Word};
use ptx_isa::forms::Effect;
use std::collections::HashMap;

/// A function with its names resolved and its instructions selected.
#[derive(Clone, Debug, Default)]
pub struct Function<'a> {
    /// The registers that parameters and instructions name, in the order of their first use.
    pub registers: Vec<Register<'a>>,
    /// The `.param` parameters and results, and the variables of the body.
    pub variables: Vec<Variable<'a>>,
    /// The results, in declaration order.
    pub returns: Vec<Formal>,
    /// The parameters, in declaration order.
    pub parameters: Vec<Formal>,
    /// The labels and instructions, in text order.
    pub steps: Vec<Step<'a>>,
    /// Warnings about modifiers in an order that `ptxas` accepts and the PTX manual does not list.
    pub warnings: Vec<Fault>,
    /// The control flow of each step; [`flow::blocks`](crate::resolve::flow::blocks) divides it into blocks.
    pub lines: Vec<Line>,
}

/// A parameter or result of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formal {
    /// A `.reg` parameter or result: its index in `registers`.
    Register(RegisterId),
    /// A `.param` parameter or result: its index in `variables`.
    Variable(usize),
}

/// A label or an instruction.
#[derive(Clone, Debug)]
pub enum Step<'a> {
    /// A label, with its span.
    Label(Span),
    /// An instruction.
    Instruction(Box<Instruction<'a>>),
    /// A call of the function whose address is in a register.
    Through(Box<Through<'a>>),
}

/// Resolves a function. Returns all faults, and the function without its faulty instructions.
///
/// `refused` returns a fault for each instruction that the caller does not support. The names in
/// these instructions are not resolved.
pub fn function<'a>(
    program: &Program<'a>,
    function: &'a crate::syntax::Function<'a>,
    refused: &dyn Fn(&crate::syntax::Instruction<'a>) -> Option<Fault>,
) -> (Function<'a>, Vec<Fault>) {
    let text = &program.source().text;
    let dialect = program.dialect().clone();
    let mut lowering = Lowering {
        resolver: Resolver::new(text, program.symbols(), dialect, false),
        function: Function::default(),
        lists: HashMap::new(),
        faults: Vec::new(),
        refused,
    };
    lowering.resolver.enter_function(function);
    lowering.function.returns = lowering.formals(&function.returns, Role::Result);
    lowering.function.parameters = lowering.formals(&function.parameters, Role::Parameter);
    if let Some(body) = &function.body {
        lowering.block(body);
    }
    lowering.switches();
    let Lowering { resolver, mut function, faults, .. } = lowering;
    function.registers = resolver.registers;
    function.variables = resolver.variables;
    (function, faults)
}

struct Lowering<'a, 'r> {
    resolver: Resolver<'a>,
    function: Function<'a>,
    /// For each label before a `.branchtargets`, the labels that the directive lists.
    lists: HashMap<usize, Vec<usize>>,
    faults: Vec<Fault>,
    refused: &'r dyn Fn(&crate::syntax::Instruction<'a>) -> Option<Fault>,
}

impl<'a> Lowering<'a, '_> {
    /// Declares a list of parameters or results.
    fn formals(&mut self, declarations: &'a [Declaration<'a>], role: Role) -> Vec<Formal> {
        let mut formals = Vec::new();
        for declaration in declarations {
            let is_register = declaration.space.value == StateSpace::Reg;
            let first = self.resolver.variables.len();
            let faults = match is_register {
                true => self.resolver.declare_registers(declaration),
                false => self.resolver.declare_variables(declaration, role),
            };
            self.faults.extend(faults);
            formals.extend(declaration.names.iter().zip(first..).filter_map(|(name, variable)| {
                match is_register {
                    true => self.resolver.register(name.name.text).map(Formal::Register),
                    false => Some(Formal::Variable(variable)),
                }
            }));
        }
        formals
    }

    /// Resolves the statements of a block. The caller opens the scope of the block before the call.
    fn block(&mut self, block: &'a Block<'a>) {
        let faults = self.resolver.declare_labels(block);
        self.faults.extend(faults);
        let mut label = None;
        for statement in &block.statements {
            match statement {
                Statement::Label(name) => {
                    label = self.label(name);
                    continue;
                }
                Statement::Declaration(declaration) => {
                    let faults = match declaration.space.value {
                        StateSpace::Reg => self.resolver.declare_registers(declaration),
                        _ => self.resolver.declare_variables(declaration, Role::Local),
                    };
                    self.faults.extend(faults);
                }
                Statement::Directive(directive) => {
                    if let (true, Some(label)) = (directive.is(DirectiveName::BranchTargets), label)
                    {
                        match self.resolver.resolve_targets(directive) {
                            Ok(targets) => drop(self.lists.insert(label, targets)),
                            Err(fault) => self.faults.push(fault),
                        }
                    }
                }
                Statement::Instruction(instruction) => self.instruction(instruction),
                Statement::Block(block) => {
                    self.resolver.enter();
                    self.block(block);
                    self.resolver.leave();
                }
            }
            label = None;
        }
    }

    fn label(&mut self, name: &Word<'a>) -> Option<usize> {
        let Some(Meaning::Label(label)) = self.resolver.meaning(name.text) else { return None };
        self.function.steps.push(Step::Label(name.span.clone()));
        self.function.lines.push(Line::Label(label));
        Some(label)
    }

    fn instruction(&mut self, written: &'a crate::syntax::Instruction<'a>) {
        let named = |fault| Fault { mnemonic: Some(written.spelling()), ..fault };
        let resolved = match (self.refused)(written) {
            Some(fault) => Err(named(fault)),
            None if self.resolver.calls_an_address(written) => {
                match self.through_an_address(written) {
                    Ok(through) => {
                        self.function.lines.push(Line::Straight);
                        self.function.steps.push(Step::Through(Box::new(through)));
                    }
                    Err(fault) => self.faults.push(named(fault)),
                }
                return;
            }
            None => self.resolver.instruction(written),
        };
        match resolved {
            Ok(instruction) => {
                self.function.warnings.extend(instruction.order.clone());
                self.function.lines.push(line(&instruction));
                self.function.steps.push(Step::Instruction(Box::new(instruction)));
            }
            Err(fault) => self.faults.push(fault),
        }
    }

    fn through_an_address(
        &mut self,
        written: &'a crate::syntax::Instruction<'a>,
    ) -> Result<Through<'a>, Fault> {
        let what =
            "a call through an address needs the label of a `.callprototype` or `.calltargets`";
        let through = self.resolver.call_through(written)?;
        through.ok_or_else(|| Fault::new(written.spelling_span(), what))
    }

    /// Resolves each `brx.idx` to the labels of its `.branchtargets`. Replaces unused labels by
    /// [`Line::Straight`], so that unused labels do not start a block.
    fn switches(&mut self) {
        let Function { lines, steps, .. } = &mut self.function;
        for (line, step) in lines.iter_mut().zip(steps) {
            let (Line::Switch { to, .. }, Step::Instruction(instruction)) = (line, step) else {
                continue;
            };
            let list = to.first().and_then(|label| self.lists.get(label));
            *to = list.cloned().unwrap_or_default();
            if to.is_empty() {
                let what = "expected a label with `.branchtargets`";
                self.faults.push(Fault::new(instruction.written.span.clone(), what));
            }
        }
        let mut is_used = vec![false; self.resolver.labels];
        for line in lines.iter() {
            match line {
                Line::Jump { to, .. } => is_used[*to] = true,
                Line::Switch { to, .. } => to.iter().for_each(|to| is_used[*to] = true),
                _ => {}
            }
        }
        for line in lines {
            if matches!(line, Line::Label(label) if !is_used[*label]) {
                *line = Line::Straight;
            }
        }
    }
}

/// Returns the control flow of an instruction. For `brx.idx`, the only target is the label before its `.branchtargets`.
/// The method `switches` later replaces this label by the labels that the directive lists.
fn line(instruction: &Instruction<'_>) -> Line {
    let is_guarded = instruction.guard.is_some();
    let label = |operand: Option<&Operand<'_>>| match operand {
        Some(Operand::Symbol(Symbol { meaning: Meaning::Label(label), .. })) => Some(*label),
        _ => None,
    };
    let (first, second) = (instruction.operands.first(), instruction.operands.get(1));
    match instruction.selection.form.effect() {
        Some(Effect::Jump) => match label(first) {
            Some(to) => Line::Jump { to, is_guarded },
            None => Line::Straight,
        },
        Some(Effect::Switch) => {
            Line::Switch { to: label(second).into_iter().collect(), is_guarded }
        }
        Some(Effect::Return | Effect::Exit | Effect::Trap) => Line::Leave { is_guarded },
        _ => Line::Straight,
    }
}
