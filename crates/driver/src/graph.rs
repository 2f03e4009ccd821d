//! The operations of streams, the graphs that record them, and the user objects that graphs keep.

use crate::structs::Copy3d;
use ptx_run::{Argument, Grid};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::c_void;

/// A function of the program.
pub(crate) type HostFunction = unsafe extern "C" fn(*mut c_void);

/// One side of a copy or fill: an address, and the distances of rows and slices in bytes.
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
    Copy(Copy3d),
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
    /// A node without effect, because streams work at once and graphs keep their memory: its `CUgraphNodeType`, and its event
    /// or the address of its memory.
    Nothing(i32, u64),
}

/// `CU_GRAPH_NODE_TYPE_KERNEL`, and further types of nodes.
pub(crate) const KERNEL: i32 = 0;
pub(crate) const COPY: i32 = 1;
pub(crate) const FILL: i32 = 2;
pub(crate) const HOST: i32 = 3;
pub(crate) const CHILD: i32 = 4;
pub(crate) const EMPTY: i32 = 5;
pub(crate) const WAIT: i32 = 6;
pub(crate) const RECORD: i32 = 7;
pub(crate) const ALLOCATE: i32 = 10;
pub(crate) const FREE: i32 = 11;

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
    /// The values of a kernel's parameters, if the program has read them.
    pub(crate) values: Option<Values>,
}

/// The values of a kernel's parameters, in memory that the program reads.
pub(crate) struct Values {
    /// The addresses of the contents.
    addresses: Vec<u64>,
    _contents: Vec<Box<[u128]>>,
}

impl Values {
    pub(crate) fn new(arguments: &[Argument]) -> Self {
        let words = |bytes: &[u8]| {
            let word = |chunk: &[u8]| {
                chunk.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte))
            };
            bytes.chunks(size_of::<u128>()).map(word).collect()
        };
        let contents: Vec<Box<[u128]>> =
            arguments.iter().map(|one| words(&one.to_bytes())).collect();
        let addresses =
            contents.iter().map(|one| one.as_ptr().expose_provenance() as u64).collect();
        Self { addresses, _contents: contents }
    }

    /// Returns a list with a pointer to each value.
    pub(crate) fn pointers(&self) -> *const *const c_void {
        self.addresses.as_ptr().cast()
    }
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
    /// Returns the `CUgraphNodeType` of a node with this operation.
    pub(crate) fn kind(&self) -> i32 {
        match self {
            Self::Launch { .. } => KERNEL,
            Self::Copy(_) => COPY,
            Self::Fill { .. } => FILL,
            Self::Host(..) => HOST,
            Self::Child(..) => CHILD,
            Self::Record(_) => RECORD,
            Self::Free(_) => FREE,
            Self::Nothing(kind, _) => *kind,
        }
    }

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
