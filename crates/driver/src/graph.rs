//! The operations of streams, and the graphs that record them.

use ptx_run::{Argument, Grid};
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
    Child(Vec<Self>),
    Empty,
}

/// A pointer of the program that only the program uses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Address(pub(crate) *mut c_void);

// SAFETY: nothing here reads through the pointer. The program passes it to another thread by its own choice.
unsafe impl Send for Address {}

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
}

/// A graph that was made ready for launches: the operations in their order, each with its node.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) operations: Vec<(u64, Operation)>,
}

impl Place {
    /// Returns the place of contiguous bytes.
    pub(crate) fn at(address: u64, is_host_allowed: bool) -> Self {
        Self { address, row: 0, slice: 0, is_host_allowed }
    }
}
