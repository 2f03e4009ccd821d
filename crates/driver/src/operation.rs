//! The work of streams: launches, copies and others. A stream runs an operation at once, or records it in a graph.

use crate::code::*;
use crate::graph::{
    Address, Attributes, Graph, MOST_LEVELS, Node, Operation, Place, Plan, Reservation, UserObject,
};
use crate::settings;
use crate::state::{Kind, State, any, current, find, find_mut, healthy};
use crate::structs::Copy3d;
use crate::user_object::add;
use ptx_isa::Type;
use ptx_run::{Argument, FaultKind, Grid, ParameterType};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_void;
use std::io::Write as _;
use std::time::Instant;

/// Runs an operation, or records it if the stream does so.
pub(crate) fn submit(stream: u64, mut operation: Operation) -> Outcome {
    {
        let mut state = healthy()?;
        state.check_work(stream)?;
        if let Some(capture) = state.capture(stream)?.cloned() {
            if let Operation::Launch { attributes, .. } = &mut operation {
                attributes.inherit(&find(&state.streams, stream)?.attributes);
            }
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

/// Gives an address back that nodes of graphs have owned. Memory that is still allocated is the program's now.
unsafe extern "C" fn give_back(data: *mut c_void) {
    let mut state = any();
    let address = data.addr() as u64;
    let Some(bytes) = state.reserved.remove(&address) else { return };
    match state.allocations.get_mut(&address) {
        Some(allocation) => allocation.kind = Kind::Device,
        None => {
            if let Some(arena) = &mut state.arena {
                arena.give(address, bytes);
            }
        }
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
        let is_of_node = find(&self.graphs, graph)?.parent.is_some();
        if after.iter().any(|one| self.nodes.get(one).is_none_or(|node| node.graph != graph)) {
            return Err(INVALID_VALUE);
        }
        let operation = match operation {
            Operation::Allocate(_) | Operation::Free(_) if is_of_node => return Err(INVALID_VALUE),
            Operation::Free(address) if !self.is_freed_once(graph, address) => {
                return Err(INVALID_VALUE);
            }
            Operation::Graph(original) => {
                self.check_levels(graph, self.levels(original)?)?;
                let copy = self.copy_graph(original)?;
                find_mut(&mut self.graphs, copy)?.parent = Some(graph);
                Operation::Graph(copy)
            }
            Operation::Child(operations, references) => {
                let levels = operations.iter().map(Operation::levels).max();
                self.check_levels(graph, 1 + levels.unwrap_or(0))?;
                let child = self.handle();
                self.retain(&references)?;
                self.graphs.insert(child, Graph { references, ..Graph::default() });
                let mut last = Vec::new();
                for operation in operations {
                    last = vec![self.add_node(child, last, operation)?];
                }
                find_mut(&mut self.graphs, child)?.parent = Some(graph);
                Operation::Graph(child)
            }
            other => other,
        };
        self.retain(&operation.references())?;
        let handle = self.handle();
        self.nodes.insert(handle, Node { operation, graph, after, values: None });
        find_mut(&mut self.graphs, graph)?.nodes.push(handle);
        Ok(handle)
    }

    /// Returns how many graphs contain each other: a graph, and those of its nodes.
    fn levels(&self, graph: u64) -> Outcome<usize> {
        let mut most = 0;
        for node in &find(&self.graphs, graph)?.nodes {
            if let Operation::Graph(child) = find(&self.nodes, *node)?.operation {
                most = most.max(self.levels(child)?);
            }
        }
        Ok(1 + most)
    }

    /// Checks that a graph with a further one of `below` levels does not have too many.
    fn check_levels(&self, graph: u64, below: usize) -> Outcome {
        let parent = |one: &u64| self.graphs.get(one)?.parent;
        let above = std::iter::successors(Some(graph), parent).count();
        if above + below > MOST_LEVELS { Err(INVALID_VALUE) } else { Ok(()) }
    }

    /// Returns whether a node may free memory: another node has allocated it, and none in the graph has freed it.
    fn is_freed_once(&self, graph: u64, address: u64) -> bool {
        let nodes = self.graphs.get(&graph).map_or(&[][..], |one| &one.nodes);
        let mut operations = nodes.iter().filter_map(|one| Some(&self.nodes.get(one)?.operation));
        self.reserved.contains_key(&address)
            && !operations.any(|one| matches!(one, Operation::Free(freed) if *freed == address))
    }

    /// Reserves memory that launches of a graph allocate. The address is free again when no node and no instantiated graph
    /// refers to the memory.
    pub(crate) fn reserve(&mut self, bytes: usize) -> Outcome<Reservation> {
        let address = self.take(bytes)?.as_ptr().addr() as u64;
        self.reserved.insert(address, bytes);
        let object = self.handle();
        let data = Address(std::ptr::without_provenance_mut(address as usize));
        self.objects.insert(object, UserObject { destructor: give_back, data, count: 0 });
        Ok(Reservation { address, bytes, object, is_freed_before: false })
    }

    /// Allocates the memory of a node. Memory that is still allocated is an error, unless the launch frees it.
    fn allocate_again(&mut self, memory: Reservation) -> Outcome {
        if memory.is_freed_before && self.allocations.contains_key(&memory.address) {
            self.free(memory.address, &[Kind::Graph])?;
        }
        if self.allocations.contains_key(&memory.address) {
            return Err(INVALID_VALUE);
        }
        self.check_room(memory.bytes)?;
        let arena = self.arena.as_mut().ok_or(OUT_OF_MEMORY)?;
        // SAFETY: the node owns the bytes, and no allocation refers to them.
        let content = unsafe { arena.again(memory.address, memory.bytes) };
        self.add(content, Kind::Graph).map(|_| ())
    }

    /// Copies a graph. Returns the handle of the copy.
    pub(crate) fn copy_graph(&mut self, graph: u64) -> Outcome<u64> {
        let original = find(&self.graphs, graph)?;
        let (nodes, references) = (original.nodes.clone(), original.references.clone());
        let mut operations = Vec::new();
        for node in &nodes {
            match &find(&self.nodes, *node)?.operation {
                Operation::Allocate(_) | Operation::Free(_) => return Err(INVALID_VALUE),
                operation => operations.push(operation.clone()),
            }
        }
        self.retain(&references)?;
        let handle = self.handle();
        self.graphs.insert(handle, Graph { references, ..Graph::default() });
        let mut copies = BTreeMap::new();
        for (node, operation) in nodes.iter().zip(operations) {
            copies.insert(*node, self.add_node(handle, Vec::new(), operation)?);
        }
        for node in &nodes {
            let before = &find(&self.nodes, *node)?.after;
            let copied = before.iter().filter_map(|one| copies.get(one)).copied().collect();
            find_mut(&mut self.nodes, copies[node])?.after = copied;
        }
        find_mut(&mut self.graphs, handle)?.copies = copies;
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
                        let operation = match &node.operation {
                            Operation::Graph(child) => self.plan(*child)?.into_child(),
                            other => other.clone(),
                        };
                        add(&mut references, &operation.references());
                        operations.push((handle, operation));
                    }
                    false => rest.push(handle),
                }
            }
            // The nodes that remain depend on each other.
            if rest.len() == before {
                return Err(INVALID_VALUE);
            }
        }
        Ok(Plan { operations, disabled: BTreeSet::new(), references, flags: 0 })
    }

    fn execute(&mut self, operation: &Operation) -> Outcome {
        match operation {
            Operation::Launch { function, grid, attributes, arguments } => {
                self.launch(*function, *grid, attributes, arguments)
            }
            Operation::Copy(parameters) => self.copy(parameters),
            Operation::Fill { to, value, element, extent } => {
                self.fill(*to, *value, *element, *extent)
            }
            Operation::Allocate(memory) => self.allocate_again(*memory),
            Operation::Free(address) => self.free(*address, &[Kind::Device, Kind::Graph]),
            Operation::Record(event) => {
                let event = find_mut(&mut self.events, *event)?;
                event.recorded = Some(Instant::now());
                event.capture = None;
                Ok(())
            }
            Operation::Host(..)
            | Operation::Child(..)
            | Operation::Graph(_)
            | Operation::Nothing(..) => Ok(()),
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
        attributes: &Attributes,
        arguments: &[Argument],
    ) -> Outcome {
        let function = find(&self.functions, function)?;
        let mut options = settings::options().cooperative(attributes.is_cooperative());
        options.cluster = attributes.cluster();
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
