//! Runs the blocks of a kernel. Only one thread runs at a time.

use crate::barrier::{Phase, Wait};
use crate::compute;
use crate::decode::Kernel;
use crate::instruction::{Action, Address, Barrier, Collective, Source, Special};
use crate::memory::{Argument, Memory};
use crate::types::Type;
use crate::warp;
use std::collections::BTreeSet;
use steered::Random;

/// The maximum number of instructions that a block may execute.
const LIMIT: usize = 100_000_000;

/// The numbers of blocks and threads of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The number of blocks in the grid.
    pub blocks: [u32; 3],
    /// The number of threads in a block.
    pub threads: [u32; 3],
}

/// The order in which threads run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Runs the first thread that can run, until it waits.
    Forward,
    /// Runs the last thread that can run, until it waits. Starts with the last block.
    Backward,
    /// Runs a random thread for a random number of instructions. Runs the blocks in random order.
    Random(u64),
}

/// The settings of a launch, without the arguments.
#[derive(Clone, Copy, Debug)]
pub struct Launch {
    /// The number of blocks and threads.
    pub shape: Shape,
    /// The size of dynamic shared memory in bytes.
    pub shared: usize,
    /// The order of the threads.
    pub order: Order,
}

/// The state of a thread.
#[derive(Clone, Debug, PartialEq)]
enum State {
    Ready,
    AtBarrier(Wait),
    /// Waits for a warp operation: the operation, the mask and the sources of this thread.
    InWarp(Collective, u32, [u64; 4]),
    Exited,
}

struct Thread {
    registers: Vec<u64>,
    at: usize,
    state: State,
}

struct Block<'a> {
    kernel: &'a Kernel,
    shape: Shape,
    index: [u32; 3],
    parameters: &'a [u8],
    memory: Memory<'a>,
    threads: Vec<Thread>,
    ready: BTreeSet<usize>,
    phases: [Phase; 16],
    steps: usize,
}

/// Converts a linear index to an index in each dimension.
fn place(linear: u32, size: [u32; 3]) -> [u32; 3] {
    [linear % size[0], linear / size[0] % size[1], linear / size[0] / size[1]]
}

impl Kernel {
    /// Runs all threads of all blocks, one block after another.
    ///
    /// # Errors
    /// Returns an error for wrong arguments, an access out of bounds, a deadlock, a wrong use of a
    /// barrier, or too many instructions. The buffers then contain what the threads wrote before
    /// the error.
    pub fn run(
        &self,
        launch: &Launch,
        arguments: &[Argument],
        buffers: &mut [Vec<u8>],
    ) -> Result<(), String> {
        let Launch { shape, shared, order } = *launch;
        let parameters = self.parameters(arguments)?;
        let mut blocks: Vec<u32> = (0..shape.blocks.iter().product()).collect();
        match order {
            Order::Forward => {}
            Order::Backward => blocks.reverse(),
            Order::Random(seed) => {
                let mut random = Random(seed);
                (1..blocks.len()).for_each(|i| blocks.swap(i, random.below(i as u64 + 1) as usize));
            }
        }
        let count: u32 = shape.threads.iter().product();
        for linear in blocks {
            let thread =
                || Thread { registers: vec![0; self.registers.len()], at: 0, state: State::Ready };
            let mut block = Block {
                kernel: self,
                shape,
                index: place(linear, shape.blocks),
                parameters: &parameters,
                memory: Memory { buffers, shared: vec![0; self.shared + shared] },
                threads: (0..count).map(|_| thread()).collect(),
                ready: (0..count as usize).collect(),
                phases: std::array::from_fn(|_| Phase::default()),
                steps: 0,
            };
            block.run(order).map_err(|fault| format!("block {:?}: {fault}", block.index))?;
        }
        Ok(())
    }
}

impl Block<'_> {
    fn run(&mut self, order: Order) -> Result<(), String> {
        let mut random = Random(if let Order::Random(seed) = order { seed } else { 0 });
        while !self.ready.is_empty() {
            let (chosen, steps) = match order {
                Order::Forward => (self.ready.first(), usize::MAX),
                Order::Backward => (self.ready.last(), usize::MAX),
                Order::Random(_) => {
                    let i = random.below(self.ready.len() as u64) as usize;
                    (self.ready.iter().nth(i), 1 + random.below(60) as usize)
                }
            };
            let thread = *chosen.expect("a thread is ready");
            self.run_thread(thread, steps)?;
        }
        let waits = |thread: &&Thread| thread.state != State::Exited;
        match self.threads.iter().find(waits) {
            None => Ok(()),
            Some(thread) => {
                let line = self.kernel.instructions[thread.at].line;
                Err(format!("deadlock: a thread waits at line {line}: {:?}", thread.state))
            }
        }
    }

    /// Runs a thread until the thread waits or exits, but at most for `steps` instructions.
    fn run_thread(&mut self, thread: usize, steps: usize) -> Result<(), String> {
        for _ in 0..steps {
            let line = self.kernel.instructions.get(self.threads[thread].at).map_or(0, |i| i.line);
            self.step(thread).map_err(|fault| format!("line {line}, thread {thread}: {fault}"))?;
            self.steps += 1;
            if self.steps > LIMIT {
                return Err(format!("line {line}: too many steps"));
            }
            if self.threads[thread].state != State::Ready {
                self.ready.remove(&thread);
                return self.settle(thread);
            }
        }
        Ok(())
    }

    fn value(&self, thread: usize, source: Source) -> u64 {
        let registers = &self.threads[thread].registers;
        match source {
            Source::Register(index) => registers[index],
            Source::Not(index) => registers[index] ^ 1,
            Source::Constant(bits) => bits,
            Source::Special(special) => self.special(thread as u32, special).into(),
        }
    }

    fn special(&self, thread: u32, special: Special) -> u32 {
        let Shape { blocks, threads } = self.shape;
        let bit = 1u32 << (thread % 32);
        match special {
            Special::Tid(axis) => place(thread, threads)[axis],
            Special::Ntid(axis) => threads[axis],
            Special::Ctaid(axis) => self.index[axis],
            Special::Nctaid(axis) => blocks[axis],
            Special::Lane => thread % 32,
            Special::Warp => thread / 32,
            Special::Warps => threads.iter().product::<u32>().div_ceil(32),
            Special::LanesEqual => bit,
            Special::LanesLess => bit - 1,
            Special::LanesUpTo => bit | (bit - 1),
            Special::LanesGreater => !(bit | (bit - 1)),
            Special::LanesFrom => !(bit - 1),
        }
    }

    /// Returns the values of up to four sources.
    fn values(&self, thread: usize, sources: &[Source]) -> [u64; 4] {
        let mut values = [0; 4];
        for (value, source) in values.iter_mut().zip(sources) {
            *value = self.value(thread, *source);
        }
        values
    }

    fn address(&self, thread: usize, address: Address) -> u64 {
        let sum = self.value(thread, address.base).wrapping_add(address.offset);
        if address.is_shared { sum & 0xffff_ffff } else { sum }
    }

    fn set(&mut self, thread: usize, destinations: &[Option<usize>], values: &[u64]) {
        for (destination, value) in destinations.iter().zip(values) {
            if let Some(register) = destination {
                self.threads[thread].registers[*register] = *value;
            }
        }
    }

    /// Runs one instruction of a thread.
    fn step(&mut self, thread: usize) -> Result<(), String> {
        let kernel = self.kernel;
        let at = self.threads[thread].at;
        let Some(instruction) = kernel.instructions.get(at) else {
            self.threads[thread].state = State::Exited;
            return Ok(());
        };
        let registers = &self.threads[thread].registers;
        let is_skipped =
            |(register, is_negated): (usize, bool)| (registers[register] == 1) == is_negated;
        if instruction.guard.is_some_and(is_skipped) {
            self.threads[thread].at = at + 1;
            return Ok(());
        }
        let mut next = at + 1;
        match &instruction.action {
            Action::Compute { operation, kind, destinations, sources } => {
                let values = self.values(thread, sources);
                self.set(thread, destinations, &compute::compute(*operation, *kind, &values));
            }
            Action::Parameter { kind, destination, offset } => {
                let mut bytes = [0; 8];
                bytes[..kind.bytes()].copy_from_slice(&self.parameters[*offset..][..kind.bytes()]);
                self.threads[thread].registers[*destination] = u64::from_le_bytes(bytes);
            }
            Action::Load { kind, destinations, address } => {
                let bytes = self.address(thread, *address);
                let values =
                    self.memory.read(address.is_shared, bytes, *kind, destinations.len())?;
                for (destination, value) in destinations.iter().zip(values) {
                    // Extends a signed integer that is shorter than the register.
                    let register = destination.map_or(*kind, |index| kernel.registers[index]);
                    self.set(thread, &[*destination], &[register.cut(kind.integer(value))]);
                }
            }
            Action::Store { kind, sources, address } => {
                let (values, bytes) =
                    (self.values(thread, sources), self.address(thread, *address));
                self.memory.write(address.is_shared, bytes, *kind, &values[..sources.len()])?;
            }
            Action::Atomic { operation, kind, destination, sources, address } => {
                let (values, bytes) =
                    (self.values(thread, sources), self.address(thread, *address));
                let old = self.memory.read(address.is_shared, bytes, *kind, 1)?[0];
                let new = operation.apply(*kind, old, &values);
                self.memory.write(address.is_shared, bytes, *kind, &[new])?;
                self.set(thread, &[*destination], &[old]);
            }
            Action::Branch(target) => next = *target,
            Action::Fence => {}
            Action::Exit => self.threads[thread].state = State::Exited,
            Action::Barrier { operation, is_aligned, number, count, predicate, .. } => {
                next = at;
                self.threads[thread].state = State::AtBarrier(Wait {
                    number: self.value(thread, *number),
                    count: count.map(|count| self.value(thread, count)),
                    operation: *operation,
                    predicate: predicate.is_some_and(|held| self.value(thread, held) == 1),
                    is_aligned: *is_aligned,
                });
            }
            Action::Collective { operation, mask, sources, .. } => {
                next = at;
                let mask = self.value(thread, *mask) as u32;
                if mask >> (thread % 32) & 1 == 0 {
                    return Err(format!("the mask {mask:#x} does not contain the thread's lane"));
                }
                self.threads[thread].state =
                    State::InWarp(*operation, mask, self.values(thread, sources));
            }
        }
        self.threads[thread].at = next;
        Ok(())
    }

    /// Makes a waiting thread ready to run. The thread continues after the instruction at which it
    /// waited.
    fn resume(&mut self, thread: usize) {
        self.threads[thread].at += 1;
        self.threads[thread].state = State::Ready;
        self.ready.insert(thread);
    }

    /// Returns the threads of a warp that have not exited.
    fn live(&self, warp: usize) -> impl Iterator<Item = usize> {
        let threads = warp * 32..self.threads.len().min(warp * 32 + 32);
        threads.filter(|thread| self.threads[*thread].state != State::Exited)
    }

    /// Completes warp operations and barriers, after `thread` has begun to wait or has exited.
    fn settle(&mut self, thread: usize) -> Result<(), String> {
        let warp = thread / 32;
        let has_exited = self.threads[thread].state == State::Exited;
        let waiting = if has_exited { self.live(warp).collect() } else { vec![thread] };
        for thread in waiting {
            if let State::InWarp(operation, mask, _) = self.threads[thread].state {
                self.complete_collective(warp, operation, mask)?;
            }
        }
        let mut is_complete = self.arrive(warp)?;
        for number in 0..self.phases.len() {
            is_complete |= self.complete_barrier(number);
        }
        // A warp that has executed `bar.arrive` may already wait at the same barrier again. Its second arrival counts
        // for the barrier's next phase, so record the arrivals of all warps again, until no phase becomes complete.
        while is_complete {
            is_complete = false;
            for warp in 0..self.threads.len().div_ceil(32) {
                is_complete |= self.arrive(warp)?;
            }
        }
        Ok(())
    }

    /// Completes a warp operation if all live lanes of its mask are waiting for it.
    fn complete_collective(
        &mut self,
        warp: usize,
        operation: Collective,
        mask: u32,
    ) -> Result<(), String> {
        let lanes: Vec<_> =
            self.live(warp).filter(|thread| mask >> (thread % 32) & 1 == 1).collect();
        let mut sources: warp::Lanes<'_> = [None; 32];
        for thread in &lanes {
            match &self.threads[*thread].state {
                State::InWarp(own, own_mask, values) if *own == operation && *own_mask == mask => {
                    sources[*thread % 32] = Some(values);
                }
                _ => return Ok(()),
            }
        }
        let results = match operation {
            Collective::Matrix(matrix) => matrix.compute(&sources, &mut self.memory)?,
            _ => warp::compute(operation, &sources),
        };
        for thread in lanes {
            let instruction = &self.kernel.instructions[self.threads[thread].at];
            if let Action::Collective { destinations, .. } = &instruction.action {
                self.set(thread, destinations, &results[thread % 32]);
            }
            self.resume(thread);
        }
        Ok(())
    }

    /// Records the arrival of a warp if all its live threads wait at the same barrier. Returns
    /// whether a phase of the barrier became complete.
    fn arrive(&mut self, warp: usize) -> Result<bool, String> {
        let threads: Vec<_> = self.live(warp).collect();
        let mut waits = Vec::new();
        for thread in &threads {
            let State::AtBarrier(wait) = self.threads[*thread].state else { return Ok(false) };
            waits.push(wait);
        }
        let Some(first) = waits.first().copied() else { return Ok(false) };
        let phase = self.phases.get_mut(first.number as usize).ok_or("a barrier above 15")?;
        if waits.iter().any(|wait| wait.number != first.number) || phase.warps.contains(&warp) {
            return Ok(false);
        }
        let places: BTreeSet<_> = threads.iter().map(|thread| self.threads[*thread].at).collect();
        if places.len() > 1 && waits.iter().any(|wait| wait.is_aligned) {
            return Err("threads of one warp wait at different instructions".into());
        }
        phase.arrive(warp, &waits, (self.threads.len() as u64).next_multiple_of(32))?;
        for (thread, wait) in threads.into_iter().zip(waits) {
            if wait.operation == Barrier::Arrive {
                self.resume(thread);
            }
        }
        Ok(self.complete_barrier(first.number as usize))
    }

    /// Completes the phase of a barrier if all expected warps have arrived. Returns whether the
    /// phase was complete.
    fn complete_barrier(&mut self, number: usize) -> bool {
        let warps = self.threads.len().div_ceil(32);
        let live = (0..warps).filter(|warp| self.live(*warp).next().is_some());
        if !self.phases[number].is_complete(live) {
            return false;
        }
        let phase = std::mem::take(&mut self.phases[number]);
        let kind = Type { kind: crate::types::Kind::Unsigned, width: 32 };
        for warp in &phase.warps {
            let threads: Vec<_> = self.live(*warp).collect();
            for thread in threads {
                let is_here = matches!(self.threads[thread].state, State::AtBarrier(wait) if wait.number == number as u64);
                let instruction = &self.kernel.instructions[self.threads[thread].at];
                if let (true, Action::Barrier { destination, .. }) = (is_here, &instruction.action)
                {
                    self.set(thread, &[*destination], &[kind.cut(phase.result().into())]);
                    self.resume(thread);
                }
            }
        }
        true
    }
}
