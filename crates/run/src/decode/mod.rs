//! Decodes a kernel. Calls are inlined, operands become registers, and each instruction becomes one or more
//! operations.

mod async_copy;
mod atomic;
mod barrier;
pub(crate) mod bulk;
mod call;
mod cluster;
mod compute;
mod converted;
mod effect;
mod external;
mod fragment;
mod frame;
mod index;
mod invariant;
mod launch_control;
mod matrix;
mod mbarrier;
mod operand;
pub(crate) mod order;
mod outlined;
mod regions;
mod tensor;
mod tensor_map;
pub(crate) mod text;
mod traced;
mod variable;
mod warp;
pub(crate) mod wgmma;

use crate::code::{Action, Code, Guard, Operation, Reg, SharedLayout, Site, Slot, Source, Width};
use crate::decode::frame::{Decoding, LocalFrame};
use crate::decode::order::Decoded;
use crate::decode::outlined::Outlined;
use ptx_isa::fusion::{Fusion, Use};
use ptx_isa::{Dialect, Message, Type};
use ptx_module::operation::{self, operation};
use ptx_module::resolve::flow::Line;
use ptx_module::resolve::words;
use ptx_module::resolve::{Fault, Formal, Instruction, Program, RegisterId, RegisterType, Step};
use ptx_module::syntax::Span;
use std::collections::HashMap;
use std::rc::Rc;
use text::{Faults, Texts};
use variable::Place;

/// What [`Report::presumed`](crate::Report::presumed) says of `tcgen05.mma`.
pub(crate) const PRESUMED: &str = "the bits of `tcgen05.mma` are those of a model of the tensor core, which no chip has confirmed";

/// The maximum number of lines of a kernel after inlining.
const MOST_LINES: usize = 1 << 20;

/// Decodes the kernels of a file.
pub(crate) struct Decoder<'a, 'p> {
    texts: Texts<'a, 'p>,
    /// The number of the text that is decoded. The next three fields and `faults` belong to this text.
    text: usize,
    program: &'p Program<'a>,
    /// The version and target that select the functions of the chip.
    dialect: &'p Dialect,
    /// The index of each `.global` or `.const` variable in `Data::variables`. The key is the variable's name.
    globals: &'p HashMap<String, usize>,
    slots: Vec<Slot>,
    /// See [`Code::names`].
    names: HashMap<Reg, String>,
    constants: HashMap<(Width, Source), Reg>,
    /// For each width: the registers for intermediate values, and how many of them the current instruction uses. All
    /// instructions share these registers.
    temporaries: [(Vec<Reg>, usize); 4],
    lines: Vec<Line>,
    decoded: Vec<Decoded>,
    /// The operations of the current instruction.
    operations: Vec<Operation>,
    sites: Vec<Site>,
    labels: usize,
    /// The offset of each shared variable. The key is the position of the variable's name in the texts.
    shared: HashMap<usize, u64>,
    layout: SharedLayout,
    local: usize,
    parameters: Vec<(usize, usize)>,
    /// The resolved functions of each text.
    functions: HashMap<(usize, &'a str), Rc<ptx_module::resolve::Function<'a>>>,
    /// The functions that are not inlined.
    outlined: Vec<Outlined<'a>>,
    /// The local memory of the function that is being decoded, if the function is not inlined.
    frame: Option<LocalFrame>,
    /// The registers that pass the parameters (`false`) and results (`true`) of functions that are not inlined, by their
    /// position and width.
    transfers: HashMap<(bool, usize, Width), Reg>,
    fusion: Fusion<usize>,
    faults: Vec<Fault>,
    /// The faults of the other texts.
    faults_of: Faults,
}

/// A function body that is inlined at one call.
struct Body<'a> {
    function: Rc<ptx_module::resolve::Function<'a>>,
    /// The decoded registers of each declared register. A vector has one decoded register for each element, and a
    /// `.b128` register has two.
    registers: Vec<Option<Vec<Reg>>>,
    /// The register of the carry flag, if an instruction uses the flag. Calls do not change the flag of the caller.
    carry: Option<Reg>,
    places: Vec<Place>,
    /// The label at which the caller continues after the call. `None` for the kernel itself.
    after: Option<usize>,
    /// The number of the function's first label among all labels of the kernel.
    first_label: usize,
}

/// Decodes a kernel of a text. `parameters` has the offset and size of each parameter.
///
/// # Errors
/// If the kernel has faults, or instructions that the engine does not support: one fault for each of them, in the list of
/// its text.
pub(crate) fn decode<'a>(
    texts: Texts<'a, '_>,
    text: usize,
    kernel: &'a ptx_module::syntax::Function<'a>,
    parameters: Vec<(usize, usize)>,
) -> Result<Code, Faults> {
    let text::Text { program, dialect, globals, .. } = &texts.all[text];
    let mut decoder = Decoder {
        texts,
        text,
        program,
        dialect,
        globals,
        slots: Vec::new(),
        names: HashMap::new(),
        constants: HashMap::new(),
        temporaries: Default::default(),
        lines: Vec::new(),
        decoded: Vec::new(),
        operations: Vec::new(),
        sites: Vec::new(),
        labels: 0,
        shared: HashMap::new(),
        layout: SharedLayout::default(),
        local: 0,
        parameters,
        functions: HashMap::new(),
        outlined: Vec::new(),
        frame: None,
        transfers: HashMap::new(),
        fusion: Fusion::default(),
        faults: Vec::new(),
        faults_of: vec![Vec::new(); texts.all.len()],
    };
    decoder.find_outlined(kernel);
    decoder.kernel(kernel);
    let functions = decoder.functions();
    decoder.finish(kernel, &functions)
}

impl<'a> Decoder<'a, '_> {
    fn kernel(&mut self, kernel: &'a ptx_module::syntax::Function<'a>) {
        let function = self.function(kernel);
        if !self.outlined.is_empty() {
            // The blocks of functions follow block 0 and precede the blocks of the kernel.
            let to = self.new_label();
            self.line(Line::Jump { to, is_guarded: false }, Decoded::default());
            self.line(Line::Label(to), Decoded::default());
        }
        let mut body = self.body(function, None);
        for (i, formal) in body.function.parameters.clone().into_iter().enumerate() {
            let Some(&(offset, bytes)) = self.parameters.get(i) else { continue };
            match formal {
                Formal::Variable(id) => body.places[id] = Place::Parameter { offset, bytes },
                Formal::Register(id) => {
                    let what = "a kernel's parameter cannot be a register";
                    let name = body.function.registers[id].name;
                    self.faults
                        .push(Fault::new(kernel.name.span.clone(), format!("{what}: `{name}`")));
                }
            }
        }
        self.steps(&mut body);
        if !self.outlined.is_empty() {
            self.line(Line::Leave { is_guarded: false }, Decoded::default());
        }
    }

    fn finish(
        mut self,
        kernel: &ptx_module::syntax::Function<'a>,
        functions: &[Decoding],
    ) -> Result<Code, Faults> {
        let fused = std::mem::take(&mut self.fusion).finish();
        let fused = fused.into_iter().map(|fused| {
            let place = self.texts.place(fused.sum.0);
            format!("{place}: {}", fused.message())
        });
        let may_fuse = fused.collect();
        self.faults_of[self.text] = std::mem::take(&mut self.faults);
        if self.faults_of.iter().any(|faults| !faults.is_empty()) {
            for faults in &mut self.faults_of {
                faults.sort_by_key(|fault| fault.span.start);
                faults.dedup();
            }
            return Err(self.faults_of);
        }
        self.layout.dynamic = self.layout.fixed.next_multiple_of(16);
        let starts: Vec<_> = functions.iter().map(|one| one.line).collect();
        let ordered = order::blocks(&self.lines, &self.decoded, &starts, &mut self.slots);
        let ordered = ordered.map_err(|_| {
            let what = "a jump leads to no label of the kernel";
            self.faults_of[self.text].push(Fault::new(kernel.name.span.clone(), what));
            self.faults_of.clone()
        })?;
        let functions = self.finished(functions, &ordered);
        let order::Ordered { blocks, converted, mut zeroed, invariants, .. } = ordered;
        let is_independent = order::are_independent(&self.decoded);
        let has = |is_it: fn(&Action) -> bool| {
            self.decoded.iter().flat_map(|line| &line.operations).any(|one| is_it(&one.action))
        };
        let reads_clock = has(|action| matches!(action, Action::Clock { .. }));
        let has_bulk_copies = has(Action::is_asynchronous);
        let multiplies = has(Action::is_presumed);
        let presumed = multiplies.then(|| PRESUMED.to_string());
        let has_heap = has(|action| matches!(action, Action::Heap(_)));
        let has_stack = has(|action| matches!(action, Action::Stack(_)));
        Ok(Code {
            is_independent,
            has_heap,
            has_stack,
            reads_clock,
            has_bulk_copies,
            slots: self.slots,
            names: self.names,
            blocks,
            converted,
            sites: self.sites,
            functions,
            shared: self.layout,
            local: self.local.next_multiple_of(16),
            zeroed: zeroed.swap_remove(0),
            invariants,
            may_fuse,
            presumed: presumed.into_iter().collect(),
            machine: None,
        })
    }

    /// Resolves the names of a function. Later calls reuse the result.
    fn function(
        &mut self,
        function: &'a ptx_module::syntax::Function<'a>,
    ) -> Rc<ptx_module::resolve::Function<'a>> {
        let name = (self.text, function.name.text);
        if let Some(known) = self.functions.get(&name) {
            return Rc::clone(known);
        }
        let (resolved, faults) =
            ptx_module::resolve::function(self.program, function, &unsupported);
        self.faults.extend(faults);
        let resolved = Rc::new(resolved);
        self.functions.insert(name, Rc::clone(&resolved));
        resolved
    }

    /// Returns a new copy of a function for inlining, with registers, variables and labels that no other copy
    /// uses.
    fn body(
        &mut self,
        function: Rc<ptx_module::resolve::Function<'a>>,
        after: Option<usize>,
    ) -> Body<'a> {
        let label = |line: &Line| match line {
            Line::Label(label) => Some(*label + 1),
            Line::Jump { to, .. } => Some(*to + 1),
            Line::Switch { to, .. } => to.iter().max().map(|to| to + 1),
            _ => None,
        };
        let first_label = self.labels;
        self.labels += function.lines.iter().filter_map(label).max().unwrap_or(0);
        let registers = vec![None; function.registers.len()];
        let places = self.places(&function);
        Body { function, registers, carry: None, places, after, first_label }
    }

    /// Decodes the statements of a function.
    fn steps(&mut self, body: &mut Body<'a>) {
        let function = Rc::clone(&body.function);
        for (step, line) in function.steps.iter().zip(&function.lines) {
            if self.lines.len() > MOST_LINES {
                return;
            }
            match step {
                Step::Label(_) => {
                    self.fusion.new_block();
                    let line = match line {
                        Line::Label(label) => Line::Label(body.first_label + label),
                        _ => Line::Straight,
                    };
                    self.line(
                        line,
                        Decoded { site: self.sites.len().saturating_sub(1), ..Decoded::default() },
                    );
                }
                Step::Instruction(instruction) => {
                    if let Err(fault) = self.instruction(body, instruction, line) {
                        self.operations.clear();
                        let mnemonic = Some(instruction.written.spelling());
                        self.faults.push(Fault { mnemonic, ..fault });
                    }
                }
                Step::Through(through) => {
                    if let Err(fault) = self.call_through(body, through) {
                        self.operations.clear();
                        let mnemonic = Some(through.written.spelling());
                        self.faults.push(Fault { mnemonic, ..fault });
                    }
                }
            }
        }
        if self.lines.len() > MOST_LINES {
            self.faults.push(Fault::new(0..0, "the kernel is too long with its calls inlined"));
        }
    }

    fn line(&mut self, line: Line, decoded: Decoded) {
        self.lines.push(line);
        self.decoded.push(decoded);
    }

    /// Adds the site of an instruction, whose operations follow.
    fn site(&mut self, written: &ptx_module::syntax::Instruction<'a>) -> usize {
        let (at, source) = (written.span.start, self.program.source());
        self.sites.push(Site {
            file: self.texts.all[self.text].file.clone(),
            line: source.place(at).line,
            origin: source.origin(at),
            spelling: written.spelling(),
            statement: traced::statement(&source.text[written.span.clone()]),
            types: Vec::new(),
        });
        self.temporaries.iter_mut().for_each(|(_, used)| *used = 0);
        self.sites.len() - 1
    }

    fn guard(
        &mut self,
        body: &mut Body<'a>,
        guard: Option<ptx_module::resolve::Guard>,
        span: &Span,
    ) -> Result<Option<Guard>, Fault> {
        let Some(guard) = guard else { return Ok(None) };
        let predicate = self.register(body, guard.predicate, span)?;
        Ok(Some(Guard { predicate, is_negated: guard.is_negated }))
    }

    fn instruction(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        line: &Line,
    ) -> Result<(), Fault> {
        let written = instruction.written;
        let site = self.site(written);
        let guard = self.guard(body, instruction.guard, &written.span)?;
        let function = Rc::clone(&body.function);
        let operation = operation(instruction, &function.registers, self.dialect)?;
        let index = match &operation {
            operation::Operation::Call(call) => {
                return self.call(body, instruction, call, guard, site);
            }
            operation::Operation::Switch { index: (index, _) } => {
                Some(self.value(body, index, &written.span, Type::U32)?)
            }
            _ => {
                self.action(body, instruction, &operation)?;
                None
            }
        };
        self.sites[site].types = traced::types(body, instruction);
        let label = |label: &usize| body.first_label + label;
        let line = match (line, &operation, body.after) {
            (Line::Leave { is_guarded }, operation::Operation::Return, Some(to)) => {
                Line::Jump { to, is_guarded: *is_guarded }
            }
            (Line::Label(to), ..) => Line::Label(label(to)),
            (Line::Jump { to, is_guarded }, ..) => {
                Line::Jump { to: label(to), is_guarded: *is_guarded }
            }
            (Line::Switch { to, is_guarded }, ..) => {
                Line::Switch { to: to.iter().map(label).collect(), is_guarded: *is_guarded }
            }
            (Line::Straight | Line::Leave { .. }, ..) => line.clone(),
        };
        self.emit(line, guard, index, site);
        self.follow(instruction, guard);
        Ok(())
    }

    /// Adds the operations of the current instruction as one line. If one operation is synchronising, adds several
    /// lines, because a synchronising operation begins a basic block. If a synchronising operation has a guard, a
    /// branch skips the operation in the threads whose guard is false.
    fn emit(&mut self, line: Line, guard: Option<Guard>, index: Option<Reg>, site: usize) {
        let mut operations = std::mem::take(&mut self.operations);
        let Some(sync) = operations.iter().position(|one| one.action.is_synchronising()) else {
            let is_temporary = |one: &Operation, temporaries: &[(Vec<Reg>, usize); 4]| {
                let results = one.action.results();
                let is = |result: &Reg| temporaries.iter().any(|(all, _)| all.contains(result));
                one.action.is_computation() && results.iter().all(is)
            };
            for one in &mut operations {
                one.guard = guard.filter(|_| !is_temporary(one, &self.temporaries));
            }
            let guard = guard.filter(|_| !matches!(line, Line::Straight));
            self.line(
                line,
                Decoded { operations, guard, index, site, instructions: 1, ..Decoded::default() },
            );
            return;
        };
        let after = self.new_label();
        let rest = operations.split_off(sync);
        let plain = |operations| Decoded { operations, site, ..Decoded::default() };
        if let Some(guard) = guard {
            let guard = Some(Guard { is_negated: !guard.is_negated, ..guard });
            let skip = Decoded { guard, instructions: 1, site, ..Decoded::default() };
            self.line(Line::Jump { to: after, is_guarded: true }, skip);
        }
        self.line(Line::Straight, plain(operations));
        let label = self.new_label();
        self.line(Line::Label(label), plain(Vec::new()));
        let instructions = u64::from(guard.is_none());
        self.line(Line::Straight, Decoded { instructions, ..plain(rest) });
        if guard.is_some() {
            self.line(Line::Label(after), plain(Vec::new()));
        }
    }

    fn new_label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    /// Adds an operation to the current instruction.
    fn push(&mut self, action: Action) {
        let site = self.sites.len() - 1;
        self.operations.push(Operation {
            action,
            guard: None,
            site,
            has_same_guard: false,
            is_invariant: false,
        });
    }

    /// Returns a new ordinary register.
    fn new_register(&mut self, width: Width) -> Reg {
        self.slots.push(Slot { width, source: Source::Zero, is_named: false });
        self.slots.len() - 1
    }

    /// Returns a register for an intermediate value of the current instruction.
    fn temporary(&mut self, width: Width) -> Reg {
        let (all, used) = &mut self.temporaries[width as usize];
        if let Some(register) = all.get(*used) {
            *used += 1;
            return *register;
        }
        let register = self.new_register(width);
        let (all, used) = &mut self.temporaries[width as usize];
        all.push(register);
        *used += 1;
        register
    }

    /// Returns a register that the launch fills with the value of `source`. Equal values share a register.
    fn constant(&mut self, width: Width, source: Source) -> Reg {
        let source = match source {
            Source::Bits(bits) => Source::Bits(bits & width.mask()),
            source => source,
        };
        if let Some(known) = self.constants.get(&(width, source)) {
            return *known;
        }
        self.slots.push(Slot { width, source, is_named: false });
        let register = self.slots.len() - 1;
        self.constants.insert((width, source), register);
        register
    }

    /// Returns the decoded registers of a declared register. A vector has one decoded register for each element, and a
    /// `.b128` register has two.
    fn registers(&mut self, body: &mut Body<'a>, id: RegisterId) -> Vec<Reg> {
        if let Some(known) = &body.registers[id] {
            return known.clone();
        }
        let new = match body.function.registers[id].ty {
            // The register becomes two registers: its low and its high half.
            RegisterType::Scalar(Type::B128) => {
                (0..2).map(|_| self.new_register(Width::B64)).collect()
            }
            RegisterType::Scalar(ty) => vec![self.new_register(Width::of_bits(ty.bits()))],
            RegisterType::Vector(count, ty) => {
                (0..count).map(|_| self.new_register(Width::of_bits(ty.bits()))).collect()
            }
            RegisterType::Faulty => vec![self.new_register(Width::B64)],
        };
        let name = body.function.registers[id].name;
        let is_vector = matches!(body.function.registers[id].ty, RegisterType::Vector(..));
        for (register, part) in new.iter().zip(["x", "y", "z", "w"]) {
            self.slots[*register].is_named = true;
            let part = if is_vector { format!(".{part}") } else { String::new() };
            self.names.insert(*register, format!("register `{name}{part}`"));
        }
        body.registers[id] = Some(new.clone());
        new
    }

    fn register(&mut self, body: &mut Body<'a>, id: RegisterId, span: &Span) -> Result<Reg, Fault> {
        match self.registers(body, id)[..] {
            [one] => Ok(one),
            _ if body.function.registers[id].ty == RegisterType::Scalar(Type::B128) => {
                let name = body.function.registers[id].name;
                let what = format!("register `{name}` has 128 bits, which is not supported here");
                let help = "move its halves into `.b64` registers: `mov.b128 {a, b}, ";
                Err(Fault::new(span.clone(), Message::new(what).help(format!("{help}{name};`"))))
            }
            _ => Err(Fault::new(span.clone(), "expected a scalar register")),
        }
    }

    /// Returns the register of the carry flag.
    fn carry(&mut self, body: &mut Body<'a>) -> Reg {
        if let Some(carry) = body.carry {
            return carry;
        }
        let carry = self.new_register(Width::B8);
        self.names.insert(carry, "the carry flag".into());
        body.carry = Some(carry);
        carry
    }

    /// Reports the registers of an instruction to [`Fusion`], which finds products that `ptxas` may fuse with
    /// a sum.
    fn follow(&mut self, instruction: &Instruction<'a>, guard: Option<Guard>) {
        let Some(decoded) = self.decoded.last() else { return };
        let mut used = Vec::new();
        for one in &decoded.operations {
            used.extend(one.action.sources().into_iter().map(|register| (Use::Source, register)));
            used.extend(one.action.results().into_iter().map(|register| (Use::First, register)));
        }
        used.extend(guard.map(|guard| (Use::Guard, guard.predicate)));
        let at = self.position(instruction.written.span.start);
        self.fusion.step(Some(&instruction.selection), at, &used, guard.is_some());
    }
}

/// Returns a fault if the engine does not support the instruction.
fn unsupported(instruction: &ptx_module::syntax::Instruction<'_>) -> Option<Fault> {
    let mnemonic = instruction.mnemonic.text;
    if !ptx_isa::forms::matrix(mnemonic).is_empty() {
        return None;
    }
    ptx_isa::is_outside_program(mnemonic, &words(instruction)).then(|| {
        let what = format!("`{}` is not supported", instruction.spelling());
        Fault::new(instruction.spelling_span(), what)
    })
}
