//! The work of streams: launches, copies and others. A stream runs an operation at once, or records it in a graph.

use crate::code::*;
use crate::graph::{Node, Operation, Place, Plan};
use crate::settings;
use crate::state::{Kind, State, current, find, find_mut, healthy};
use crate::structs::Copy3d;
use crate::user_object::add;
use ptx_isa::Type;
use ptx_run::{Argument, FaultKind, Grid, ParameterType};
use std::collections::BTreeSet;
use std::io::Write as _;
use std::time::Instant;

/// Runs an operation, or records it if the stream does so.
pub(crate) fn submit(stream: u64, operation: Operation) -> Outcome {
    {
        let mut state = healthy()?;
        state.check_work(stream)?;
        if let Some(capture) = state.capture(stream)?.cloned() {
            let node = state.add_node(capture.graph, capture.last, operation)?;
            if let Some(capture) = &mut find_mut(&mut state.streams, stream)?.capture {
                capture.last = vec![node];
            }
            return Ok(());
        }
    }
    run(&operation)
}

/// Runs an operation. Functions of the program run without the lock, because they may call the driver.
pub(crate) fn run(operation: &Operation) -> Outcome {
    match operation {
        Operation::Host(function, data) => {
            // SAFETY: the program has passed the function and its argument for this call.
            unsafe { function(data.0) };
            Ok(())
        }
        Operation::Child(operations, _) => operations.iter().try_for_each(run),
        other => healthy()?.execute(other),
    }
}

impl State {
    /// Adds a node to a graph. Returns the handle of the node.
    pub(crate) fn add_node(
        &mut self,
        graph: u64,
        after: Vec<u64>,
        operation: Operation,
    ) -> Outcome<u64> {
        find(&self.graphs, graph)?;
        if after.iter().any(|one| self.nodes.get(one).is_none_or(|node| node.graph != graph)) {
            return Err(INVALID_VALUE);
        }
        self.retain(&operation.references())?;
        let handle = self.handle();
        self.nodes.insert(handle, Node { operation, graph, after, values: None });
        find_mut(&mut self.graphs, graph)?.nodes.push(handle);
        Ok(handle)
    }

    /// Returns the operations of a graph in an order in which each follows those that it depends on.
    pub(crate) fn plan(&self, graph: u64) -> Outcome<Plan> {
        let graph = find(&self.graphs, graph)?;
        let mut rest = graph.nodes.clone();
        let mut references = graph.references.clone();
        let mut operations: Vec<(u64, Operation)> = Vec::new();
        let mut done = std::collections::HashSet::new();
        while !rest.is_empty() {
            let before = rest.len();
            for handle in std::mem::take(&mut rest) {
                let node = find(&self.nodes, handle)?;
                match node.after.iter().all(|one| done.contains(one)) {
                    true => {
                        done.insert(handle);
                        add(&mut references, &node.operation.references());
                        operations.push((handle, node.operation.clone()));
                    }
                    false => rest.push(handle),
                }
            }
            // The nodes that remain depend on each other.
            if rest.len() == before {
                return Err(INVALID_VALUE);
            }
        }
        Ok(Plan { operations, disabled: BTreeSet::new(), references })
    }

    fn execute(&mut self, operation: &Operation) -> Outcome {
        match operation {
            Operation::Launch { function, grid, cluster, arguments } => {
                self.launch(*function, *grid, *cluster, arguments)
            }
            Operation::Copy(parameters) => self.copy(parameters),
            Operation::Fill { to, value, element, extent } => {
                self.fill(*to, *value, *element, *extent)
            }
            Operation::Free(address) => self.free(*address, &[Kind::Device]),
            Operation::Record(event) => {
                let event = find_mut(&mut self.events, *event)?;
                event.recorded = Some(Instant::now());
                event.capture = None;
                Ok(())
            }
            Operation::Host(..) | Operation::Child(..) | Operation::Nothing(..) => Ok(()),
        }
    }

    fn copy(&mut self, parameters: &Copy3d) -> Outcome {
        let [to, from] = parameters.places()?;
        let Copy3d { width, height, depth, .. } = *parameters;
        if width == 0 {
            return Ok(());
        }
        let row = |place: Place, slice: usize, row: usize| {
            place
                .address
                .wrapping_add(place.slice.wrapping_mul(slice as u64))
                .wrapping_add(place.row.wrapping_mul(row as u64))
        };
        for slice in 0..depth {
            for line in 0..height {
                let (read, written) = (row(from, slice, line), row(to, slice, line));
                let mut source = self.pointer(read, width, from.is_host_allowed)?;
                let target = self.pointer(written, width, to.is_host_allowed)?;
                let start = |address: u64| self.allocation(address).map(|one| one.0);
                if start(read).is_some() && start(read) == start(written) {
                    // The borrow of the allocation for `target` has ended that for `source`.
                    source = target.wrapping_offset(read.wrapping_sub(written) as isize);
                }
                // SAFETY: both are memory of an allocation, which has these bytes, or of the program, which says that it has.
                unsafe { std::ptr::copy(source, target, width) };
            }
        }
        Ok(())
    }

    fn fill(
        &mut self,
        to: Place,
        value: u32,
        element: usize,
        [width, height]: [usize; 2],
    ) -> Outcome {
        let size = element.checked_mul(width).ok_or(INVALID_VALUE)?;
        if !matches!(element, 1 | 2 | 4) || !to.address.is_multiple_of(element as u64) {
            return Err(INVALID_VALUE);
        }
        if height > 1 && to.row < size as u64 {
            return Err(INVALID_VALUE);
        }
        if size == 0 {
            return Ok(());
        }
        for line in 0..height as u64 {
            let first =
                self.pointer(to.address.wrapping_add(to.row.wrapping_mul(line)), size, false)?;
            // SAFETY: the bytes belong to an allocation, which has at least `size` bytes here.
            let bytes = unsafe { std::slice::from_raw_parts_mut(first, size) };
            match element {
                1 => bytes.fill(value as u8),
                _ => bytes
                    .chunks_exact_mut(element)
                    .for_each(|one| one.copy_from_slice(&value.to_le_bytes()[..element])),
            }
        }
        Ok(())
    }

    /// Converts the bytes of parameters to arguments.
    pub(crate) fn arguments(
        &self,
        function: u64,
        mut bytes: impl FnMut(usize, usize, usize) -> Outcome<Vec<u8>>,
    ) -> Outcome<Vec<Argument>> {
        let signature = find(&self.functions, function)?.kernel.signature();
        let mut end = 0;
        let mut arguments = Vec::new();
        for (number, parameter) in signature.parameters.iter().enumerate() {
            let (start, size) =
                (usize::next_multiple_of(end, parameter.alignment), parameter.bytes());
            end = start + size;
            let content = bytes(number, start, size)?;
            let address = <[u8; 8]>::try_from(&content[..]).ok().map(u64::from_le_bytes);
            let address = address.filter(|address| self.memory.find(*address).is_some());
            arguments.push(match (parameter.ty, address) {
                // The message about a fault then names the parameter.
                (ParameterType::Bytes(_), Some(address)) => Argument::address(address),
                (ParameterType::Scalar(ty), Some(address)) if ty.takes_register(Type::U64) => {
                    Argument::address(address)
                }
                (ParameterType::Bytes(_), None) => Argument::bytes(content),
                (ParameterType::Scalar(ty), _) => {
                    let bits =
                        content.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
                    Argument::scalar(ty, bits)
                }
            });
        }
        Ok(arguments)
    }

    fn launch(
        &mut self,
        function: u64,
        grid: Grid,
        cluster: Option<[u32; 3]>,
        arguments: &[Argument],
    ) -> Outcome {
        let function = find(&self.functions, function)?;
        let mut options = settings::options();
        options.cluster = cluster;
        let mut out = crate::print::StandardOutput::default();
        let result =
            function.kernel.launch_into(grid, arguments, &mut self.memory, &options, &mut out);
        // Ignores a closed standard output.
        let _ = out.flush();
        match result {
            Ok(report) => {
                crate::report::launched(report.instructions);
                report.races.iter().for_each(|race| crate::report::race(race));
                for one in &report.undefined_shuffles {
                    crate::report::say(one);
                }
                Ok(())
            }
            Err(fault) if fault.kind == FaultKind::Caller => {
                crate::report::say(&fault);
                Err(INVALID_VALUE)
            }
            Err(fault) => {
                crate::report::fault(&fault);
                let code = match fault.kind {
                    FaultKind::OutOfBounds | FaultKind::ReadOnly => ILLEGAL_ADDRESS,
                    FaultKind::Misaligned => MISALIGNED,
                    FaultKind::Assert => ASSERT,
                    FaultKind::Deadlock | FaultKind::EndlessLoop | FaultKind::Limit => {
                        LAUNCH_TIMEOUT
                    }
                    _ => LAUNCH_FAILED,
                };
                if let Some(context) = self.contexts.get_mut(&current()) {
                    context.fault = code;
                }
                Err(code)
            }
        }
    }
}
