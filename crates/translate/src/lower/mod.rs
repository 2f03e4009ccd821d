//! Translates a resolved function to actions on variables and memory.

pub(crate) mod body;
mod effect;
mod grade;
mod names;
mod operand;
mod own_memory;
mod storage;

pub(crate) use names::NameTable;
pub(crate) use storage::storage;

use body::{Action, Body, Guard, Local, Step, Storage, Value, Variable, VariableId};
use ptx_isa::fusion::{Fusion, Use};
use ptx_isa::{Form, Message, Selection, Type, forms};
use ptx_module::operation::Compute;
use ptx_module::resolve::flow::Line;
use ptx_module::resolve::{
    Fault, Formal, Instruction, Operand, Program, RegisterId, RegisterType, Symbol, bytes, located,
    words,
};
use ptx_module::syntax::{Function, Span, StateSpace};

/// Where a PTX variable is stored.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// In a variable of the generated function.
    Param(VariableId),
    /// In a `.local` array.
    Local(usize),
    Shared,
    /// The variable has no storage, because its declaration is faulty.
    Faulty,
}

struct Lowering<'a, 'p> {
    program: &'p Program<'a>,
    function: &'p ptx_module::resolve::Function<'a>,
    body: Body<'a>,
    names: NameTable,
    /// The variable of each register; `None` until an instruction names the register.
    registers: Vec<Option<VariableId>>,
    /// The storage of each PTX variable that is declared before the current step.
    places: Vec<Place>,
    fusion: Fusion<usize>,
    faults: Vec<Fault>,
    /// Whether another function calls this function.
    is_called: bool,
}

/// The parameters, results and used names of the function to generate.
pub(crate) struct Interface {
    pub(crate) parameters: Vec<Variable>,
    pub(crate) returns: Vec<Variable>,
    pub(crate) names: NameTable,
    /// Whether another function calls this function.
    pub(crate) is_called: bool,
}

/// Translates a function to actions.
///
/// # Errors
/// Returns every fault of the function and every instruction that cannot be translated.
pub(crate) fn lower<'a>(
    program: &Program<'a>,
    function: &'a Function<'a>,
    interface: Interface,
) -> Result<Body<'a>, Vec<Fault>> {
    let (resolved, faults) = ptx_module::resolve::function(program, function, &refused);
    let mut lowering = Lowering {
        program,
        function: &resolved,
        body: Body::default(),
        names: interface.names,
        registers: vec![None; resolved.registers.len()],
        places: Vec::new(),
        fusion: Fusion::default(),
        faults,
        is_called: interface.is_called,
    };
    lowering.body.returns = lowering.formals(&resolved.returns, interface.returns);
    lowering.body.parameters = lowering.formals(&resolved.parameters, interface.parameters);
    for (step, line) in resolved.steps.iter().zip(&resolved.lines) {
        lowering.step(step, line);
    }
    lowering.variables(usize::MAX);
    lowering.check_own_memory();
    lowering.body.may_fuse = !lowering.fusion.finish().is_empty();
    lowering.faults.sort_by_key(|fault| fault.span.start);
    match lowering.faults.is_empty() {
        true => Ok(lowering.body),
        false => Err(lowering.faults),
    }
}

impl<'a> Lowering<'a, '_> {
    /// Adds the variables of parameters or results.
    fn formals(&mut self, formals: &[Formal], variables: Vec<Variable>) -> Vec<VariableId> {
        let mut ids = Vec::new();
        for (formal, variable) in formals.iter().zip(variables) {
            let id = self.add(variable);
            match formal {
                Formal::Register(register) => self.registers[*register] = Some(id),
                Formal::Variable(_) => self.places.push(Place::Param(id)),
            }
            ids.push(id);
        }
        ids
    }

    fn add(&mut self, variable: Variable) -> VariableId {
        self.body.variables.push(variable);
        self.body.variables.len() - 1
    }

    /// Adds the PTX variables that are declared before the byte `end` of the text.
    fn variables(&mut self, end: usize) {
        while let Some(variable) = self.function.variables.get(self.places.len()) {
            if variable.declarator.name.span.start >= end {
                return;
            }
            let place = self.place(variable).unwrap_or_else(|fault| {
                self.faults.push(fault);
                Place::Faulty
            });
            self.places.push(place);
        }
    }

    fn place(&mut self, variable: &ptx_module::resolve::Variable<'a>) -> Result<Place, Fault> {
        let ptx_module::resolve::Variable { declaration, declarator, .. } = *variable;
        match declaration.space.value {
            StateSpace::Param => {
                let storage = storage(declaration, declarator)?;
                let name = self.names.make(declarator.name.text);
                Ok(Place::Param(self.add(Variable { name, storage })))
            }
            StateSpace::Local => {
                let bytes = bytes(declaration, declarator)?;
                let name = self.names.make(declarator.name.text);
                self.body.locals.push(Local { name, bytes });
                Ok(Place::Local(self.body.locals.len() - 1))
            }
            StateSpace::Shared => Ok(Place::Shared),
            other => {
                let what = format!("a `.{other}` variable inside of a function is not supported");
                Err(Fault::new(declaration.span.clone(), what))
            }
        }
    }

    fn step(&mut self, step: &ptx_module::resolve::Step<'a>, line: &Line) {
        match step {
            ptx_module::resolve::Step::Label(span) => {
                self.fusion.new_block();
                self.line(span.clone(), None, Action::None, line.clone());
            }
            ptx_module::resolve::Step::Instruction(instruction) => {
                self.variables(instruction.written.span.start);
                if let Err(fault) = self.instruction(instruction, line) {
                    let mnemonic = Some(instruction.written.spelling());
                    self.faults.push(Fault { mnemonic, ..fault });
                }
            }
            ptx_module::resolve::Step::Through(through) => {
                let what = "a call through an address is not supported";
                let fault = Fault::new(through.address.1.clone(), what);
                let mnemonic = Some(through.written.spelling());
                self.faults.push(Fault { mnemonic, ..fault });
            }
        }
    }

    fn line(&mut self, span: Span, guard: Option<Guard>, action: Action, line: Line) {
        self.body.steps.push(Step { span, guard, action });
        self.body.lines.push(line);
    }

    fn instruction(&mut self, instruction: &Instruction<'a>, line: &Line) -> Result<(), Fault> {
        let guard = match instruction.guard {
            Some(guard) => {
                let at = &instruction.written.span;
                let predicate = self.register(guard.predicate, at)?;
                Some(Guard { is_negated: guard.is_negated, predicate })
            }
            None => None,
        };
        // Create the variables in the order of the operands. If names are equal, they get numbers as
        // suffixes in the order of creation.
        for (operand, written) in instruction.operands.iter().zip(&instruction.written.operands) {
            self.registers_of(operand, &written.span)?;
        }
        let action = self.action(instruction)?;
        self.line(instruction.written.span.clone(), guard, action, line.clone());
        self.follow(&instruction.selection);
        Ok(())
    }

    /// Adds the variables of the registers that an operand names.
    fn registers_of(&mut self, operand: &Operand<'a>, span: &Span) -> Result<(), Fault> {
        match operand {
            Operand::Register(id) => self.register(*id, span).map(drop),
            Operand::Lanes(inner, _)
            | Operand::Complement(inner)
            | Operand::Negated(inner)
            | Operand::Address(inner, _) => self.registers_of(inner, span),
            Operand::Symbol(Symbol { index: Some(index), .. }) => {
                self.register(index.register, span).map(drop)
            }
            Operand::Vector(items) => items.iter().try_for_each(|one| self.registers_of(one, span)),
            Operand::Pair(both) => both.iter().try_for_each(|one| self.registers_of(one, span)),
            _ => Ok(()),
        }
    }

    /// Passes the accesses of the last step to [`Fusion`], which finds multiplications that `ptxas`
    /// may fuse with an addition.
    fn follow(&mut self, chosen: &Selection) {
        let Some(step) = self.body.steps.last() else { return };
        let read = step.action.sources().into_iter().filter_map(Value::variable);
        let read = read.map(|id| (Use::Source, id));
        let written = step.action.destinations().into_iter().map(|id| (Use::First, id));
        let guard = step.guard.map(|guard| (Use::Guard, guard.predicate));
        let registers: Vec<_> = read.chain(written).chain(guard).collect();
        self.fusion.step(Some(chosen), step.span.start, &registers, guard.is_some());
    }

    /// Returns the variable of a register, and creates it at the first use. `span` is the span of
    /// the operand.
    fn register(&mut self, register: RegisterId, span: &Span) -> Result<VariableId, Fault> {
        if let Some(id) = self.registers[register] {
            return Ok(id);
        }
        let ptx_module::resolve::Register { name, ty } = self.function.registers[register];
        let ty = match ty {
            RegisterType::Scalar(ty) => ty,
            // The fault of the declaration has been reported already.
            RegisterType::Faulty => Type::B32,
            RegisterType::Vector(..) => {
                let what = format!("register `{name}` is a vector, which is not supported");
                return Err(Fault::new(span.clone(), what));
            }
        };
        let variable = Variable { name: self.names.make(name), storage: Storage::Scalar(ty) };
        let id = self.add(variable);
        self.registers[register] = Some(id);
        Ok(id)
    }

    fn compute(
        &mut self,
        instruction: &Instruction<'a>,
        one: Compute<'_, 'a>,
    ) -> Result<Action, Fault> {
        let Compute { computation, sources, destinations, .. } = one;
        let sources = sources.into_iter();
        let sources = sources.map(|((operand, at), ty)| Ok((self.value(&operand, at, ty)?, ty)));
        let sources = sources.collect::<Result<Vec<_>, Fault>>()?;
        let destinations = destinations.into_iter().filter_map(|(to, ty)| Some((to?, ty)));
        let destinations = destinations
            .map(|((operand, at), ty)| Ok(self.destination(&operand, at)?.map(|id| (id, ty))));
        let mut destinations = destinations.collect::<Result<Vec<_>, Fault>>()?;
        if computation.writes_carry.or(computation.value.reads_carry()).is_some() {
            let carry = self.carry();
            if computation.writes_carry.is_some() {
                destinations.push(Some((carry, Type::Pred)));
            }
        }
        self.body.reads_thread |= sources.iter().any(|(s, _)| matches!(s, Value::Thread(..)));
        self.grade(instruction.written);
        Ok(Action::Compute { computation, sources, destinations })
    }

    /// Returns the carry flag. Its initial value is false.
    fn carry(&mut self) -> VariableId {
        if let Some(carry) = self.body.carry {
            return carry;
        }
        let name = self.names.make("carry");
        let id = self.add(Variable { name, storage: Storage::Scalar(Type::Pred) });
        self.body.carry = Some(id);
        id
    }
}

/// Reports an instruction that cannot be translated.
fn refused(instruction: &ptx_module::syntax::Instruction<'_>) -> Option<Fault> {
    let mnemonic = instruction.mnemonic.text;
    let words = words(instruction);
    if let Some(fault) = ptx_isa::of_matrices(mnemonic, &words, "a thread is translated by itself")
    {
        return Some(located(instruction, fault));
    }
    let is_outside = match forms::effects(mnemonic) {
        [] => ptx_isa::is_uncovered(mnemonic),
        forms => {
            let has_effect = |form: &&Form| form.effect().is_some_and(effect::is_translated);
            !forms.iter().any(has_effect) || words.iter().any(|word| effect::REFUSED.contains(word))
        }
    };
    is_outside.then(|| unsupported(instruction))
}

/// Builds the fault for an instruction that cannot be translated.
fn unsupported(instruction: &ptx_module::syntax::Instruction<'_>) -> Fault {
    let what = Message::new(format!("`{}` is not supported", instruction.spelling()));
    let is_run = !forms::effects(instruction.mnemonic.text).is_empty();
    let what = if is_run { what.help(operand::run_help()) } else { what };
    Fault::new(instruction.spelling_span(), what)
}
