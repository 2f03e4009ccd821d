//! Turns the machine instructions of a cubin into the engine's operations. A register of the machine is a register of the
//! engine, and so is a convergence barrier, whose value is a mask of lanes. A uniform register has a value for each lane,
//! which is the same in all lanes of a warp.

mod asynchronous;
mod bulk;
mod constant;
mod control;
mod convert;
mod double;
mod external;
mod float;
mod half;
mod integer;
mod matrix;
mod memory;
mod movement;
mod operand;
mod patterns;
mod peephole;
mod predicate;
mod product;
mod register;
mod row;
mod simple;
mod sum;
mod tensor;
mod tensor_core;
mod warp;
mod warpgroup;

pub(crate) use constant::regions;

use crate::code::compute::Compute;
use crate::code::{
    Action, Block, Code, Guard, MachineCode, Operation, Reg, SharedLayout, Site, Slot, Source,
    Width,
};
use crate::decode::PRESUMED;
use crate::decode::order::{self, Decoded, Ordered};
use crate::memory::address::RESERVED_SHARED;
use crate::memory::local::MOST_LOCAL;
use crate::signature::before_parameters;
use patterns::Patterns;
use ptx_isa::{Argument, Dialect, Table, select_all};
use ptx_module::resolve::flow::Line;
use ptx_module::syntax::{Inlined, SourceLine};
use ptx_sass::{Cubin, Instruction, Kernel, Target, decode};
use simple::Simple;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The first architecture whose instructions have 128 bits.
const FIRST: u32 = 70;

/// The size in bytes of an instruction.
const INSTRUCTION: u64 = 16;

/// The result of lowering an instruction. `None` means that the form of the instruction is not supported.
type Lowered<T> = Option<T>;

/// The state of lowering a kernel.
pub(crate) struct Machine<'c> {
    cubin: &'c Cubin,
    kernel: &'c Kernel,
    /// The version and target that select the functions of the chip.
    dialect: &'c Dialect,
    slots: Vec<Slot>,
    names: HashMap<Reg, String>,
    constants: HashMap<(Width, Source), Reg>,
    /// The registers of the machine.
    registers: HashMap<operand::Own, Reg>,
    /// The registers of the machine that a warp has only once.
    of_warp: HashSet<Reg>,
    /// The mask of the lanes for which the current instruction runs, between `WARPSYNC.COLLECTIVE` and `ENDCOLLECTIVE`.
    collective: Option<Reg>,
    /// The computation of each PTX spelling that was used, with the widths of its sources and results.
    forms: HashMap<String, Lowered<Form>>,
    /// For each width: the registers for intermediate values, and how many of them the current instruction uses.
    temporaries: [(Vec<Reg>, usize); 4],
    lines: Vec<Line>,
    decoded: Vec<Decoded>,
    operations: Vec<Operation>,
    sites: Vec<Site>,
    /// The label of each instruction that is a target, by its address.
    labels: BTreeMap<u64, usize>,
    /// The number of labels, including those that are no address.
    label_count: usize,
    /// The addresses after calls.
    returns: Vec<u64>,
    /// The addresses in the tables of indirect branches.
    table: Vec<u64>,
    /// The instructions that are a part of a pattern of several instructions.
    patterns: Patterns,
    /// The bytes of static shared memory that the system reserves.
    reserved: usize,
    /// Whether the kernel refers to reserved shared memory, which follows its own before sm_90.
    refers_to_reserved: bool,
    local: usize,
}

/// A PTX instruction that computes a part of a machine instruction.
#[derive(Clone, Debug)]
struct Form {
    value: Argument,
    sources: Vec<Width>,
    results: Vec<Width>,
    /// Whether the first result is a signed integer.
    is_signed: bool,
}

/// Lowers a kernel for the chip of its cubin.
///
/// # Errors
/// If an instruction is not supported: a message for each one, with its address.
pub(crate) fn lower(
    cubin: &Cubin,
    kernel: &Kernel,
    dialect: &Dialect,
) -> Result<Code, Vec<String>> {
    let mut machine = Machine {
        cubin,
        kernel,
        dialect,
        slots: Vec::new(),
        names: HashMap::new(),
        constants: HashMap::new(),
        registers: HashMap::new(),
        of_warp: HashSet::new(),
        collective: None,
        forms: HashMap::new(),
        temporaries: Default::default(),
        lines: Vec::new(),
        decoded: Vec::new(),
        operations: Vec::new(),
        sites: Vec::new(),
        labels: BTreeMap::new(),
        label_count: 0,
        returns: Vec::new(),
        table: Vec::new(),
        patterns: Patterns::default(),
        reserved: kernel.reserved,
        refers_to_reserved: false,
        local: kernel.stack.unwrap_or(MOST_LOCAL).next_multiple_of(16),
    };
    if cubin.sm < FIRST {
        let sm = cubin.sm;
        return Err(vec![format!(
            "machine code of sm_{sm} is not supported, only of sm_{FIRST} on"
        )]);
    }
    let mut faults = Vec::new();
    let mut instructions = Vec::new();
    for (i, bytes) in kernel.code.chunks_exact(INSTRUCTION as usize).enumerate() {
        let word = u128::from_le_bytes(bytes.try_into().unwrap_or_default());
        match decode(word, INSTRUCTION * i as u64, cubin.sm) {
            Ok(instruction) => instructions.push(instruction),
            Err(unknown) => faults.push(unknown.to_string()),
        }
    }
    if faults.is_empty() {
        machine.kernel(&instructions, &mut faults);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    machine.finish().ok_or_else(|| vec!["a branch leads out of the kernel".into()])
}

/// Returns the position of an instruction. Machine code has only lines of the source.
fn site(spelling: String, origin: Option<Arc<SourceLine>>) -> Site {
    Site { file: None, line: 0, origin, statement: spelling.clone(), spelling, types: Vec::new() }
}

/// Returns a line of the source.
fn source_line(line: &ptx_sass::Line) -> SourceLine {
    let ptx_sass::Line { file, line, column, inlined } = line.clone();
    let inlined =
        inlined.map(|(function, at)| Inlined { function, at: Arc::new(source_line(&at)) });
    SourceLine { file, line, column, inlined }
}

impl Machine<'_> {
    fn kernel(&mut self, instructions: &[Instruction], faults: &mut Vec<String>) {
        let mut targets: BTreeSet<u64> = BTreeSet::new();
        for one in instructions {
            targets.extend(control::targets(one));
            if control::is_call_of_address(one) {
                targets.extend(&self.kernel.functions);
            }
            if control::is_call(one) {
                self.returns.push(one.address + INSTRUCTION);
            }
        }
        if instructions.iter().any(control::is_indirect) {
            targets.extend(self.tables(instructions));
        }
        targets.extend(&self.returns);
        for target in targets {
            let label = self.new_label();
            self.labels.insert(target, label);
        }
        self.patterns = Patterns::find(instructions, &self.labels);
        if instructions.iter().any(|one| constant::finds_reserved(one, self.cubin.sm)) {
            self.reserved = RESERVED_SHARED;
        }
        self.sites.push(site("the start of the kernel".into(), None));
        let lines = self.kernel.lines.iter().filter(|(_, line)| line.line > 0);
        let lines = lines.map(|(address, line)| (*address, Arc::new(source_line(line))));
        let lines: BTreeMap<u64, Arc<SourceLine>> = lines.collect();
        for one in instructions {
            self.temporaries.iter_mut().for_each(|(_, used)| *used = 0);
            self.operations.clear();
            if let Some(label) = self.labels.get(&one.address) {
                let site = self.sites.len().saturating_sub(1);
                let decoded = Decoded { site, ..Decoded::default() };
                self.line(Line::Label(*label), decoded);
            }
            let spelling = format!("/*{:04x}*/ {one}", one.address);
            let origin = lines.range(..=one.address).next_back();
            self.sites.push(site(spelling, origin.map(|(_, line)| Arc::clone(line))));
            if self.instruction(one).is_none() {
                faults.push(self.refusal(one));
            }
        }
    }

    /// Returns why an instruction is not supported.
    fn refusal(&self, one: &Instruction) -> String {
        let (spelling, at) = (one.spelling(), one.address);
        let target = self.kernel.operands.get(&at).map(|operand| operand.target);
        if let Some(name) = target.and_then(|target| match target {
            Target::External(index) => self.cubin.externals.get(index),
            _ => None,
        }) {
            return format!(
                "`{spelling}` at 0x{at:04x} needs the system function `{name}`, which is not supported"
            );
        }
        format!("`{spelling}` at 0x{at:04x} is not supported: `{one}`")
    }

    /// Adds the operations of an instruction.
    fn instruction(&mut self, one: &Instruction) -> Lowered<()> {
        let mut guard = self.guard(one.guard);
        if let Some(false) = guard.constant {
            return Some(());
        }
        if asynchronous::is_of_warp(one) {
            guard.register = Some(self.first_lane(guard.register)?);
        }
        if let Some(operand) = self.kernel.operands.get(&one.address) {
            return self.relocated(one, *operand, guard.register);
        }
        if self.control(one, guard.register)?.is_some() {
            return Some(());
        }
        if self.patterns.creating.contains(&one.address) {
            return self.create_by_store(one, guard.register);
        }
        // An instruction of the uniform unit computes what the instruction without `U` computes.
        let name = match one.name {
            "VOTEU" => "VOTE",
            "S2UR" => "S2R",
            "CS2UR" => "CS2R",
            "UP2UR" => "P2R",
            "UR2UP" => "R2P",
            name => name.strip_prefix('U').unwrap_or(name),
        };
        let done = self
            .of_row(one, name)
            .or_else(|| self.movement(one, name))
            .or_else(|| self.integer(one, name))
            .or_else(|| self.float(one, name))
            .or_else(|| self.double(one, name))
            .or_else(|| self.half(one, name))
            .or_else(|| self.conversion(one, name))
            .or_else(|| self.predicates(one, name))
            .or_else(|| self.memory(one, name))
            .or_else(|| self.of_warp(one, name))
            .or_else(|| self.of_matrices(one, name))
            .or_else(|| self.of_warpgroup(one, name))
            .or_else(|| self.on_tensor_memory(one, name))
            .or_else(|| self.of_tensor_core(one, name))
            .or_else(|| self.asynchronous(one, name));
        done?;
        self.shorten();
        self.emit(Line::Straight, guard.register, None);
        Some(())
    }

    fn finish(mut self) -> Option<Code> {
        let fixed = self.kernel.shared.max(self.reserved);
        let shared = SharedLayout {
            fixed,
            dynamic: fixed.next_multiple_of(16),
            is_dynamic: true,
            is_reserved: self.refers_to_reserved,
        };
        let ordered = order::blocks(&self.lines, &self.decoded, &[], &mut self.slots).ok()?;
        let Ordered { blocks, zeroed, invariants, .. } = ordered;
        let of_block = |block: &Block| {
            // The registers of all lanes already have the results of invariant operations.
            let operations = block.operations.iter().filter(|one| !one.is_invariant);
            let operations = operations.chain(&block.sync);
            let results = operations.flat_map(|one| one.action.results());
            let all: BTreeSet<Reg> = results.filter(|one| self.of_warp.contains(one)).collect();
            all.into_iter().collect()
        };
        let yields =
            |block: &Block| block.operations.iter().any(|one| matches!(one.action, Action::Yield));
        let machine = Some(MachineCode {
            enabled: (),
            of_warp: blocks.iter().map(of_block).collect(),
            yields: blocks.iter().map(yields).collect(),
            before_parameters: before_parameters(self.kernel),
            reserved: self.reserved,
            registers: self.kernel.registers,
            is_recursive: self.kernel.stack.is_none(),
        });
        let is_independent = order::are_independent(&self.decoded);
        let has = |is_it: fn(&Action) -> bool| {
            let mut operations = self.decoded.iter().flat_map(|line| &line.operations);
            operations.any(|one| is_it(&one.action))
        };
        let reads_clock = has(|action| matches!(action, Action::Clock { .. }));
        let has_bulk_copies = has(Action::is_asynchronous);
        let multiplies = has(Action::is_presumed);
        let has_heap = has(|action| matches!(action, Action::Heap(_)));
        Some(Code {
            is_independent,
            has_heap,
            has_stack: false,
            reads_clock,
            has_bulk_copies,
            slots: self.slots,
            names: self.names,
            // Guarded operations would let lanes join.
            converted: blocks.clone(),
            blocks,
            sites: self.sites,
            functions: Vec::new(),
            shared,
            local: self.local,
            zeroed: zeroed.concat(),
            invariants,
            may_fuse: Vec::new(),
            presumed: multiplies.then(|| PRESUMED.to_string()).into_iter().collect(),
            machine,
        })
    }

    fn line(&mut self, line: Line, decoded: Decoded) {
        self.lines.push(line);
        self.decoded.push(decoded);
    }

    fn new_label(&mut self) -> usize {
        self.label_count += 1;
        self.label_count - 1
    }

    /// Adds the operations of the current instruction as one line. A synchronising operation begins a basic block, so it
    /// gets its own line.
    fn emit(&mut self, line: Line, guard: Option<Guard>, index: Option<Reg>) {
        let site = self.sites.len() - 1;
        let mut operations = std::mem::take(&mut self.operations);
        let guard = guard.map(|guard| self.kept(guard, &mut operations));
        for one in &mut operations {
            let results = one.action.results();
            let is_free = one.action.is_computation()
                && results.iter().all(|result| self.is_temporary(*result));
            one.guard = guard.filter(|_| !is_free);
        }
        let mut operations = self.unified(operations);
        let ends = !matches!(line, Line::Straight);
        let is_sync = |one: &Operation| one.action.is_synchronising();
        let mut instructions = 1;
        while let Some(first) = operations.iter().position(is_sync) {
            let mut rest = operations.split_off(first);
            let plain = |operations| Decoded { operations, site, ..Decoded::default() };
            // After the label of a jump, the synchronising operation begins a basic block already.
            let is_first =
                operations.is_empty() && matches!(self.lines.last(), Some(Line::Label(_)));
            if !is_first {
                self.line(Line::Straight, plain(operations));
                let label = self.new_label();
                self.line(Line::Label(label), plain(Vec::new()));
            }
            let next = rest.iter().skip(1).position(is_sync);
            operations = rest.split_off(next.map_or(rest.len(), |next| next + 1));
            self.line(Line::Straight, Decoded { instructions, ..plain(rest) });
            instructions = 0;
            if operations.is_empty() && !ends {
                return;
            }
        }
        let guard = guard.filter(|_| ends);
        self.line(
            line,
            Decoded { operations, guard, index, site, instructions, ..Decoded::default() },
        );
    }

    /// Returns the guard for the operations of an instruction. If an operation changes the guard's register before another
    /// one reads it, this is a copy.
    fn kept(&mut self, guard: Guard, operations: &mut Vec<Operation>) -> Guard {
        let Guard { predicate, is_negated } = guard;
        let changes = |one: &Operation| one.action.results().contains(&predicate);
        if !operations.iter().rev().skip(1).any(changes) {
            return guard;
        }
        let to = self.temporary(Width::B8);
        self.copy(to, predicate, false);
        operations.splice(0..0, self.operations.drain(..));
        Guard { predicate: to, is_negated }
    }

    /// Makes the registers that a warp has only once equal in all lanes of a group, where an operation may write
    /// different values: an operation of a warp, or one with a guard.
    fn unified(&mut self, operations: Vec<Operation>) -> Vec<Operation> {
        let mut all = Vec::with_capacity(operations.len());
        for one in operations {
            let (results, guard, site) = (one.action.results(), one.guard, one.site);
            let is_unified = matches!(one.action, Action::Unify { .. });
            let is_divergent = |guard: Guard| !self.of_warp.contains(&guard.predicate);
            let may_differ = guard.is_some_and(is_divergent) || one.action.is_synchronising();
            all.push(one);
            let of_warp = results.into_iter().filter(|result| self.of_warp.contains(result));
            for register in of_warp.filter(|_| may_differ && !is_unified) {
                let action = Action::Unify { register };
                let (has_same_guard, is_invariant) = (false, false);
                all.push(Operation { action, guard, site, has_same_guard, is_invariant });
            }
        }
        all
    }

    /// Adds an operation to the current instruction.
    fn push(&mut self, action: Action) {
        let site = self.sites.len() - 1;
        let (guard, has_same_guard, is_invariant) = (None, false, false);
        self.operations.push(Operation { action, guard, site, has_same_guard, is_invariant });
    }

    fn copy(&mut self, to: Reg, from: Reg, is_signed: bool) {
        self.push(Action::Copy { to, from, is_signed });
    }

    /// Adds the operations of a PTX instruction: `add.rn.ftz.f32`. Sources and results may be wider or narrower than its
    /// types. Then they are truncated, zero-extended or, for a signed first result, sign-extended.
    fn ptx(&mut self, spelling: &str, sources: &[Reg], results: &[Reg]) -> Lowered<()> {
        let (spelling, sources, results) = match self.simple(spelling, sources, results) {
            Simple::Copy(from) => {
                results.iter().for_each(|to| self.copy(*to, from, false));
                return Some(());
            }
            Simple::Instruction(spelling, sources, count) => (spelling, sources, &results[..count]),
        };
        if !self.forms.contains_key(&*spelling) {
            let form = self.form(&spelling);
            self.forms.insert(spelling.to_string(), form);
        }
        let form = self.forms.get(&*spelling)?.clone()?;
        let pairs: Vec<_> = sources.iter().copied().zip(form.sources.iter().copied()).collect();
        let sources: Vec<_> =
            pairs.into_iter().map(|(from, width)| self.converted(from, width, false)).collect();
        let mut copies = Vec::new();
        let mut places = Vec::new();
        for (to, width) in results.iter().zip(&form.results) {
            if self.slots[*to].width == *width {
                places.push(*to);
            } else {
                let from = self.temporary(*width);
                copies.push((*to, from));
                places.push(from);
            }
        }
        self.compute(&form.value, &sources, &places)?;
        for (to, from) in copies {
            self.copy(to, from, form.is_signed);
        }
        Some(())
    }

    /// Like [`ptx`](Self::ptx), with one result in an intermediate register or a register with a number.
    fn value(&mut self, spelling: &str, width: Width, sources: &[Reg]) -> Lowered<Reg> {
        let to = self.temporary(width);
        if let Simple::Copy(from) = self.simple(spelling, sources, &[to]) {
            let keeps_value = self.is_temporary(from) || self.known_bits(from).is_some();
            if keeps_value && self.slots[from].width == width {
                return Some(from);
            }
        }
        self.ptx(spelling, sources, &[to])?;
        Some(to)
    }

    /// Returns the dialect with all features of the chip, which machine code has.
    fn own_dialect(&self) -> Dialect {
        let target = self.dialect.target.map(ptx_isa::Target::with_own_features);
        Dialect { target, ..self.dialect.clone() }
    }

    fn form(&self, spelling: &str) -> Lowered<Form> {
        let dialect = &self.own_dialect();
        let words: Vec<_> = spelling.split('.').collect();
        let selections = select_all(Table::Thread, words[0], &words[1..], dialect).ok()?;
        let selection = selections.into_iter().find(|one| one.computation(dialect).is_some())?;
        let value = selection.computation(dialect)?.value;
        let sources = selection.source_types();
        let sources = sources.into_iter().map(|ty| Width::of_bits(ty.bits())).collect();
        let results = selection.destination_types();
        let is_signed = results.first().is_some_and(|ty| ty.rust().is_signed());
        let results = results.into_iter().map(|ty| Width::of_bits(ty.bits())).collect();
        Some(Form { value, sources, results, is_signed })
    }

    /// Adds the operations of a computation.
    fn compute(&mut self, value: &Argument, sources: &[Reg], results: &[Reg]) -> Lowered<()> {
        let all = Compute::all(value, sources, results, |width| self.temporary(width))?;
        all.into_iter().for_each(|one| self.push(Action::Compute(one)));
        Some(())
    }
}
