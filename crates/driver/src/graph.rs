//! The operations of streams, the graphs that record them, and the user objects that graphs keep.

use crate::structs::{AllocNode, Copy3d, LaunchAttribute, Location, PoolProperties};
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
        attributes: Attributes,
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
    Allocate(Reservation),
    Free(u64),
    Record(u64),
    /// The operations of an instantiated graph, with the user objects that it keeps.
    Child(Vec<Self>, References),
    /// A graph. That of a node belongs to the node.
    Graph(u64),
    /// A node without effect, because streams work at once: its `CUgraphNodeType`, and its event.
    Nothing(i32, u64),
}

/// Memory at an address that belongs to the nodes of a graph. Launches allocate and free it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reservation {
    pub(crate) address: u64,
    pub(crate) bytes: usize,
    /// The user object that the nodes keep. Its destructor gives the address back.
    pub(crate) object: u64,
    /// Whether a launch frees the memory that an earlier launch has allocated.
    pub(crate) is_freed_before: bool,
}

impl From<Reservation> for AllocNode {
    fn from(memory: Reservation) -> Self {
        // `CU_MEM_ALLOCATION_TYPE_PINNED` on the device
        let pool = PoolProperties {
            kind: 1,
            handles: 0,
            location: Location { kind: 1, id: 0 },
            security: std::ptr::null(),
            most_bytes: 0,
            usage: 0,
            reserved: [0; 54],
        };
        let Reservation { address, bytes, .. } = memory;
        Self { pool, access: std::ptr::null(), access_count: 0, bytes, address }
    }
}

/// The attributes of a launch or of a stream: each `CUlaunchAttributeID` with its value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Attributes(pub(crate) BTreeMap<u32, [u32; 16]>);

impl Attributes {
    const COOPERATIVE: u32 = 2;
    const CLUSTER: u32 = 4;
    pub(crate) const PRIORITY: u32 = 8;
    pub(crate) const UPDATABLE: u32 = 13;
    const SYNC_DOMAINS: u32 = 9;
    const CARVEOUT: u32 = 14;

    /// The attributes of nodes: those of launches, except events and programmatic dependencies.
    const OF_NODES: [u32; 13] = [1, 2, 4, 5, 8, 9, 10, 11, 13, 14, 16, 17, 18];
    /// The attributes of streams.
    const OF_STREAMS: [u32; 6] = [1, 3, 8, 9, 10, 16];

    /// Returns those of a cooperative launch.
    pub(crate) fn cooperative() -> Self {
        let mut attributes = Self::default();
        attributes.set(Self::COOPERATIVE, 1);
        attributes
    }

    /// Returns those of a list that a node keeps.
    pub(crate) fn of_launch(all: &[LaunchAttribute]) -> Self {
        let of_nodes = all.iter().filter(|one| Self::OF_NODES.contains(&one.id));
        Self(of_nodes.map(|one| (one.id, one.value)).collect())
    }

    /// Returns the value of an attribute of nodes, or the default value.
    pub(crate) fn of_node(&self, id: u32) -> Option<[u32; 16]> {
        Self::OF_NODES.contains(&id).then(|| self.value(id))
    }

    /// Returns the value of an attribute of streams, or the default value.
    pub(crate) fn of_stream(&self, id: u32) -> Option<[u32; 16]> {
        Self::OF_STREAMS.contains(&id).then(|| self.value(id))
    }

    fn value(&self, id: u32) -> [u32; 16] {
        let first = match id {
            // The domains 0 and 1, one byte each.
            Self::SYNC_DOMAINS => 0x0100,
            // `CU_SHAREDMEM_CARVEOUT_DEFAULT`
            Self::CARVEOUT => u32::MAX,
            _ => 0,
        };
        let default = std::array::from_fn(|index| if index == 0 { first } else { 0 });
        self.0.get(&id).copied().unwrap_or(default)
    }

    /// Adds the attributes of a stream that a node keeps, and that the launch does not set.
    pub(crate) fn inherit(&mut self, stream: &Self) {
        let of_nodes = stream.0.iter().filter(|one| Self::OF_NODES.contains(one.0));
        of_nodes.for_each(|(id, value)| {
            self.0.entry(*id).or_insert(*value);
        });
    }

    /// Sets an attribute to one word.
    pub(crate) fn set(&mut self, id: u32, word: u32) {
        self.0.insert(id, std::array::from_fn(|index| if index == 0 { word } else { 0 }));
    }

    /// Returns the size of the clusters of a launch.
    pub(crate) fn cluster(&self) -> Option<[u32; 3]> {
        let value = self.0.get(&Self::CLUSTER)?;
        Some([value[0], value[1], value[2]]).filter(|one| *one != [0; 3])
    }

    /// Returns whether the launch is cooperative.
    pub(crate) fn is_cooperative(&self) -> bool {
        self.value(Self::COOPERATIVE)[0] != 0
    }

    pub(crate) fn priority(&self) -> i32 {
        self.value(Self::PRIORITY)[0] as i32
    }
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
    /// The graph whose node owns this one.
    pub(crate) parent: Option<u64>,
}

/// A graph that was made ready for launches: the operations in their order, each with its node.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) operations: Vec<(u64, Operation)>,
    /// The nodes that a launch skips.
    pub(crate) disabled: BTreeSet<u64>,
    /// The user objects of the graph and of its nodes.
    pub(crate) references: References,
    /// The flags of the instantiation.
    pub(crate) flags: u64,
}

impl Operation {
    /// Returns the `CUgraphNodeType` of a node with this operation.
    pub(crate) fn kind(&self) -> i32 {
        match self {
            Self::Launch { .. } => KERNEL,
            Self::Copy(_) => COPY,
            Self::Fill { .. } => FILL,
            Self::Host(..) => HOST,
            Self::Child(..) | Self::Graph(_) => CHILD,
            Self::Record(_) => RECORD,
            Self::Allocate(_) => ALLOCATE,
            Self::Free(_) => FREE,
            Self::Nothing(kind, _) => *kind,
        }
    }

    /// Returns how many graphs of an instantiated graph contain each other.
    pub(crate) fn levels(&self) -> usize {
        match self {
            Self::Child(all, _) => 1 + all.iter().map(Self::levels).max().unwrap_or(0),
            _ => 0,
        }
    }

    /// Returns the user objects that a node with this operation keeps.
    pub(crate) fn references(&self) -> References {
        match self {
            Self::Child(_, references) => references.clone(),
            Self::Allocate(memory) => References::from([(memory.object, 1)]),
            _ => References::new(),
        }
    }
}

/// The most graphs that contain each other. Without a limit, the recursion over them exceeds the stack.
pub(crate) const MOST_LEVELS: usize = 64;

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
