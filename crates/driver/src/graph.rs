//! The operations of streams, the graphs that record them, and the user objects that graphs keep.

use ptx_run::{Argument, Grid};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_void;

/// A function of the program.
pub(crate) type HostFunction = unsafe extern "C" fn(*mut c_void);

/// One side of a copy: an address, and the distances of rows and slices in bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) address: u64,
    pub(crate) row: u64,
    pub(crate) slice: u64,
    /// Whether the address may be memory of the program.
    pub(crate) is_host_allowed: bool,
}

/// An operation of a stream.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    Launch {
        function: u64,
        grid: Grid,
        cluster: Option<[u32; 3]>,
        arguments: Vec<Argument>,
    },
    /// Copies `extent` bytes, rows and slices.
    Copy {
        to: Place,
        from: Place,
        extent: [usize; 3],
    },
    /// Fills `extent` elements and rows with the lowest `element` bytes of `value`.
    Fill {
        to: Place,
        value: u32,
        element: usize,
        extent: [usize; 2],
    },
    Host(HostFunction, Address),
    Free(u64),
    Record(u64),
    /// A copy of a graph, with the user objects that the graph keeps.
    Child(Vec<Self>, References),
    Empty,
}

/// A pointer of the program that only the program uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) *mut c_void);

// SAFETY: nothing here reads through the pointer. The program passes it to another thread by its own choice.
unsafe impl Send for Address {}

/// A user object: data of the program, which a destructor frees when no graph and no program needs it.
#[derive(Debug)]
pub(crate) struct UserObject {
    pub(crate) destructor: HostFunction,
    pub(crate) data: Address,
    /// The number of references that the program and all graphs own.
    pub(crate) count: u64,
}

/// The references that an owner has: for each user object, their number.
pub(crate) type References = BTreeMap<u64, u64>;

/// A node of a graph.
pub(crate) struct Node {
    pub(crate) operation: Operation,
    pub(crate) graph: u64,
    /// The nodes that run before.
    pub(crate) after: Vec<u64>,
}

/// A graph: its nodes, in the order in which they were added.
#[derive(Default)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<u64>,
    /// The user objects that the graph keeps.
    pub(crate) references: References,
    /// For a copy: each node of the original graph, with its copy.
    pub(crate) copies: BTreeMap<u64, u64>,
}

/// A graph that was made ready for launches: the operations in their order, each with its node.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) operations: Vec<(u64, Operation)>,
    /// The nodes that a launch skips.
    pub(crate) disabled: BTreeSet<u64>,
    /// The user objects of the graph and of its nodes.
    pub(crate) references: References,
}

impl Operation {
    /// Returns the user objects that a node with this operation keeps.
    pub(crate) fn references(&self) -> References {
        match self {
            Self::Child(_, references) => references.clone(),
            _ => References::new(),
        }
    }
}

impl Plan {
    /// Returns the operations of all enabled nodes as one.
    pub(crate) fn into_child(self) -> Operation {
        let enabled = self.operations.into_iter().filter(|one| !self.disabled.contains(&one.0));
        let operations = enabled.map(|one| one.1);
        Operation::Child(operations.collect(), self.references)
    }
}

impl Place {
    /// Returns the place of contiguous bytes.
    pub(crate) fn at(address: u64, is_host_allowed: bool) -> Self {
        Self { address, row: 0, slice: 0, is_host_allowed }
    }
}
