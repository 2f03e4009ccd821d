//! The decoded form of a kernel: registers, operations, and sorted basic blocks (`order.rs`).

pub(crate) mod atomic;
pub(crate) mod barrier;
pub(crate) mod bulk;
pub(crate) mod cluster;
pub(crate) mod compute;
pub(crate) mod copy;
pub(crate) mod external;
mod flow;
pub(crate) mod fragment;
pub(crate) mod function;
pub(crate) mod heap;
pub(crate) mod launch_control;
pub(crate) mod matrix;
pub(crate) mod mbarrier;
pub(crate) mod places;
pub(crate) mod stack;
pub(crate) mod tensor;
pub(crate) mod warp;
pub(crate) mod wgmma;

use crate::memory::address::Space;
use crate::place;
pub(crate) use flow::Flow;
pub(crate) use ptx_module::operation::{Order, Scope};

use atomic::Atomic;
use barrier::{Barrier, Kind};
use bulk::{Bulk, MapCopy};
use cluster::{ClusterAddress, ClusterBarrier};
use compute::Compute;
use copy::AsyncCopy;
use external::{Assertion, Print};
use function::{Call, Callee, Function};
use heap::Heap;
use launch_control::LaunchControl;
use matrix::Matrix;
use mbarrier::Mbarrier;
use ptx_isa::Type;
use ptx_module::syntax::SourceLine;
use stack::Stack;
use std::collections::HashMap;
use std::sync::Arc;
use tensor::Tensor;
use warp::Warp;

/// The number of lanes of a warp.
pub(crate) const WARP: usize = 32;

/// The number of a register of a decoded kernel. Constants, parameters and special registers also have such numbers,
/// and the launch fills their registers. So every source operand is a register.
pub(crate) type Reg = usize;

/// The width of a register. A predicate is one byte, which is 0 or 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Width {
    B8,
    B16,
    B32,
    B64,
}

impl Width {
    /// Returns the width of a type with `bits` bits. A predicate has one bit and is stored in a byte.
    pub(crate) fn of_bits(bits: u32) -> Self {
        match bits {
            ..=8 => Self::B8,
            9..=16 => Self::B16,
            17..=32 => Self::B32,
            _ => Self::B64,
        }
    }

    pub(crate) fn bytes(self) -> usize {
        1 << self as usize
    }

    /// Returns the largest value of this width: all bits are ones.
    pub(crate) fn mask(self) -> u64 {
        u64::MAX >> (64 - 8 * self.bytes())
    }
}

/// The value of a register before the first instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    /// Zero. All registers that the text declares start with zero.
    Zero,
    /// A constant.
    Bits(u64),
    /// The bytes of the kernel's parameters from this offset on.
    Parameter(usize),
    /// The address of the module's variable with this number, plus an offset.
    Variable(usize, u64),
    /// The address of dynamic shared memory, plus an offset.
    Dynamic(u64),
    /// A special register.
    Special(Special),
    /// The result of an operation, if this result is the same for every block of threads. If `is_uniform`, the result
    /// is also the same for every thread.
    Invariant { is_uniform: bool },
}

impl Source {
    /// Returns whether the value is an immediate, a parameter or an address. Such a value is the same in all threads of
    /// a launch.
    pub(crate) fn is_constant(self) -> bool {
        !matches!(self, Self::Zero | Self::Special(_) | Self::Invariant { .. })
    }

    /// Returns whether the value is the same in all threads of a launch.
    pub(crate) fn is_uniform(self) -> bool {
        match self {
            Self::Zero => false,
            Self::Special(special) => special.is_uniform(),
            Self::Invariant { is_uniform } => is_uniform,
            _ => true,
        }
    }

    /// Returns whether the value is the same in every block of threads, for threads at the same place in their blocks.
    /// Returns `false` for `Zero`, because instructions can change a register that is zero at first.
    pub(crate) fn is_invariant(self) -> bool {
        let of_block =
            |special| matches!(special, Special::Ctaid(_) | Special::Cluster(Cluster::Id(_)));
        !matches!(self, Self::Zero) && !matches!(self, Self::Special(special) if of_block(special))
    }
}

/// A special register whose value is known before a thread runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Special {
    Tid(usize),
    Ntid(usize),
    Ctaid(usize),
    Nctaid(usize),
    Cluster(Cluster),
    LaneId,
    WarpId,
    WarpCount,
    LaneMaskEq,
    LaneMaskLe,
    LaneMaskLt,
    LaneMaskGe,
    LaneMaskGt,
    DynamicShared,
    TotalShared,
    /// The size of the block's shared memory, including the part that is reserved for system software.
    AggregateShared,
    Reserved(Reserved),
    /// `%envreg1` or `%envreg2`: the high or low word of the address of the grid's workspace.
    Workspace {
        is_high: bool,
    },
}

/// A special register about clusters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Cluster {
    /// `%clusterid`
    Id(usize),
    /// `%nclusterid`
    Count(usize),
    /// `%cluster_ctaid`
    Ctaid(usize),
    /// `%cluster_nctaid`
    Nctaid(usize),
    /// `%cluster_ctarank`
    Ctarank,
    /// `%cluster_nctarank`
    Nctarank,
    /// `%is_explicit_cluster`
    IsExplicit,
}

/// A special register about the shared memory that is reserved for system software.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reserved {
    Begin,
    End,
    Capacity,
    /// `%reserved_smem_offset_0` or `%reserved_smem_offset_1`.
    Offset(u8),
}

impl Special {
    /// Returns whether the value is the same in all threads of a launch.
    fn is_uniform(self) -> bool {
        matches!(
            self,
            Self::Ntid(_)
                | Self::Nctaid(_)
                | Self::WarpCount
                | Self::DynamicShared
                | Self::TotalShared
                | Self::AggregateShared
                | Self::Reserved(_)
                | Self::Workspace { .. }
                | Self::Cluster(
                    Cluster::Count(_)
                        | Cluster::Nctaid(_)
                        | Cluster::Nctarank
                        | Cluster::IsExplicit
                )
        )
    }
}

/// A register: its width, and its initial value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slot {
    pub(crate) width: Width,
    pub(crate) source: Source,
    /// Whether the PTX text names the register.
    pub(crate) is_named: bool,
}

/// `@p` or `@!p`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guard {
    pub(crate) predicate: Reg,
    pub(crate) is_negated: bool,
}

/// One operation of an instruction. An instruction is decoded into one operation or several.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) action: Action,
    pub(crate) guard: Option<Guard>,
    /// The index of the instruction in [`Code::sites`].
    pub(crate) site: usize,
    /// Whether the previous guarded operation has the same guard, and the guard's register has not changed since. If so,
    /// the mask of the lanes where the guard is true is still valid. Invariant operations (see `is_invariant`) do not
    /// count as previous operations, because they run before all blocks of threads.
    pub(crate) has_same_guard: bool,
    /// Whether the result is the same for every block of threads. If so, the operation runs once, before all blocks of
    /// threads.
    pub(crate) is_invariant: bool,
}

/// What an operation does. To add an action, add a variant here, an arm in `decode/effect.rs`, an arm in `step.rs`, and
/// a function in a separate file.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Runs a loop of `ptx-loops` over the registers.
    Compute(Compute),
    /// Copies a register to another register, which may have another width. Narrowing truncates. Widening sign-extends
    /// if `is_signed`, and zero-extends otherwise.
    Copy { to: Reg, from: Reg, is_signed: bool },
    /// Complements a predicate.
    Not { to: Reg, from: Reg },
    /// Adds a constant to an address.
    Add { to: Reg, from: Reg, number: u64 },
    /// Reads memory.
    Load(Access),
    /// Writes memory.
    Store(Access),
    /// Copies bytes within the thread's local memory.
    Move { to: usize, from: usize, bytes: usize },
    /// Reads the thread's instruction counter. `before` is the number of instructions that precede this instruction in
    /// its basic block.
    Clock { to: Reg, before: u64, is_high: bool },
    /// Writes the mask of the lanes of the warp that run the operation.
    Group { to: Reg },
    /// Copies the value of the first lane that runs the operation to the other lanes of the warp in the group.
    Unify { register: Reg },
    /// Tests whether an address is in a state space. `of_cluster` includes the shared memory of the other blocks of the
    /// cluster.
    SpaceTest { to: Reg, from: Reg, space: Space, of_cluster: bool },
    /// Arrives at a barrier, and waits there for other threads of the block unless the instruction is `bar.arrive`.
    Barrier(Barrier),
    /// Runs an instruction that several lanes of a warp execute together. Each lane waits for the other lanes.
    Warp(Box<Warp>),
    /// Runs a matrix instruction. A [`Warp`](Self::Warp) operation before the matrix instruction makes all 32 lanes of
    /// the warp wait for each other.
    Matrix(Matrix),
    /// Updates a value in memory atomically.
    Atomic(Atomic),
    /// Copies from global to shared memory, asynchronously.
    AsyncCopy(AsyncCopy),
    /// Closes the thread's current group of asynchronous copies.
    AsyncCommit,
    /// Completes the thread's asynchronous copies. With `Some(n)`, the copies in the current group and in the last `n`
    /// closed groups remain pending.
    AsyncWait(Option<u64>),
    /// Runs an instruction of an mbarrier object. `mbarrier.try_wait` makes threads wait.
    Mbarrier(Box<Mbarrier>),
    /// Copies or reduces many bytes, asynchronously.
    Bulk(Box<Bulk>),
    /// Runs an instruction of tensor memory. A [`Warp`](Self::Warp) operation before the instructions that a warp runs
    /// together makes its lanes wait for each other.
    Tensor(Box<Tensor>),
    /// Copies a tensor map.
    MapCopy(MapCopy),
    /// Closes the thread's current group of bulk copies.
    BulkCommit,
    /// Waits for the thread's groups of bulk copies but the current one and the last `left` closed ones.
    BulkWait { left: u64, only_reads: bool },
    /// Makes writes of the thread visible to bulk copies.
    ProxyFence,
    /// `YIELD` or `NANOSLEEP`: other lanes of the warp may run (`warps/converge.rs`).
    Yield,
    /// Cancels the launch of a cluster, or decodes the response to such a request.
    LaunchControl(Box<LaunchControl>),
    /// Finds an address in the shared memory of another block of the cluster, or the block of an address.
    ClusterAddress(ClusterAddress),
    /// Arrives at the barrier of the cluster, or waits there.
    ClusterBarrier(ClusterBarrier),
    /// Prints a formatted text.
    Print(Print),
    /// Allocates or frees memory.
    Heap(Heap),
    /// Allocates or frees local memory.
    Stack(Stack),
    /// Ends the launch because an assertion failed.
    Assert(Assertion),
    /// Orders the memory accesses of the thread: acquires, and releases to the threads in a scope.
    Fence { acquires: bool, releases: Option<Scope> },
    /// The next atomic operation of one of the lanes that run this together, and the fences around it, are for all of them.
    Elect(Elected),
    /// Ends the launch with a fault.
    Trap,
    /// Adds this number to the instruction count of the launch, once for each thread where the guard is true.
    /// `converted.rs` adds this operation for the instructions of a short branch.
    Count(u64),
}

impl Action {
    /// Returns whether the operation synchronises threads: it can make threads wait for each other. A basic block
    /// begins at every synchronising operation.
    pub(crate) fn is_synchronising(&self) -> bool {
        match self {
            Self::Barrier(_) | Self::Warp(_) | Self::ClusterBarrier(_) => true,
            Self::Mbarrier(one) => matches!(one.kind, mbarrier::Kind::Wait(_)),
            _ => false,
        }
    }

    /// Returns whether the operation reads or writes memory asynchronously, as a bulk copy does.
    pub(crate) fn is_asynchronous(&self) -> bool {
        matches!(
            self,
            Self::Bulk(_)
                | Self::LaunchControl(_)
                | Self::Tensor(_)
                | Self::Matrix(Matrix::Warpgroup(_))
        )
    }

    /// Returns whether the bits of the operation are those of a model: `tcgen05.mma`.
    pub(crate) fn is_presumed(&self) -> bool {
        matches!(self, Self::Tensor(one) if matches!(**one, Tensor::Multiply(_)))
    }

    /// Returns whether the operation only computes registers from registers.
    pub(crate) fn is_computation(&self) -> bool {
        matches!(
            self,
            Self::Compute(_)
                | Self::Copy { .. }
                | Self::Not { .. }
                | Self::Add { .. }
                | Self::Clock { .. }
                | Self::SpaceTest { .. }
        )
    }

    /// Returns whether the operation reads memory that other threads can write.
    pub(crate) fn reads_memory(&self) -> bool {
        match self {
            Self::Load(access) => {
                !matches!(access.space, Space::Local | Space::Parameter | Space::Constant)
            }
            Self::Atomic(_)
            | Self::AsyncCopy(_)
            | Self::Matrix(_)
            | Self::Mbarrier(_)
            | Self::Tensor(_)
            | Self::Bulk(_)
            | Self::Heap(_) => true,
            _ => false,
        }
    }

    /// Returns whether several blocks of threads can run together although the kernel contains this operation.
    /// `is_used` tells whether the kernel reads a register.
    pub(crate) fn is_independent(&self, is_used: &dyn Fn(&Reg) -> bool) -> bool {
        match self {
            Self::Load(access) | Self::Store(access) => access.order.scope.is_none(),
            Self::Atomic(atomic) => {
                atomic.update.commutes() && !atomic.results().iter().any(is_used)
            }
            Self::Bulk(bulk) => bulk.reductions.iter().all(|(_, update, _)| update.commutes()),
            Self::Compute(_)
            | Self::Copy { .. }
            | Self::Not { .. }
            | Self::Add { .. }
            | Self::Move { .. }
            | Self::Clock { .. }
            | Self::Group { .. }
            | Self::Unify { .. }
            | Self::SpaceTest { .. }
            | Self::Barrier(_)
            | Self::Warp(_)
            | Self::Matrix(_)
            | Self::Mbarrier(_)
            | Self::Tensor(_)
            | Self::MapCopy(_)
            | Self::BulkCommit
            | Self::BulkWait { .. }
            | Self::ProxyFence
            | Self::Yield
            | Self::Stack(_)
            | Self::ClusterAddress(_)
            | Self::ClusterBarrier(_)
            | Self::Assert(_)
            | Self::Fence { .. }
            | Self::Elect(_)
            | Self::AsyncCopy(_)
            | Self::AsyncCommit
            | Self::AsyncWait(_)
            | Self::Trap
            | Self::Count(_) => true,
            // The blocks that start depend on the requests of earlier blocks.
            Self::LaunchControl(_) | Self::Print(_) | Self::Heap(_) => false,
        }
    }

    /// Returns the registers that the operation reads.
    pub(crate) fn sources(&self) -> Vec<Reg> {
        match self {
            Self::Compute(Compute { sources, .. }) => sources.clone(),
            Self::Copy { from, .. }
            | Self::Not { from, .. }
            | Self::Add { from, .. }
            | Self::SpaceTest { from, .. }
            | Self::Unify { register: from } => vec![*from],
            Self::Warp(warp) => warp.sources.iter().copied().chain(warp.mask).collect(),
            Self::Barrier(Barrier { kind, number, count, .. }) => {
                let predicate = match kind {
                    Kind::Reduce { predicate, .. } => Some(*predicate),
                    Kind::Sync | Kind::Arrive => None,
                };
                [Some(*number), *count, predicate].into_iter().flatten().collect()
            }
            Self::Load(access) => vec![access.address],
            Self::Store(access) => {
                access.values.iter().flatten().copied().chain([access.address]).collect()
            }
            Self::Atomic(atomic) => atomic.sources(),
            Self::Matrix(matrix) => matrix.sources(),
            Self::AsyncCopy(copy) => copy.sources(),
            Self::Bulk(bulk) => bulk.sources(),
            Self::Tensor(one) => one.sources(),
            Self::MapCopy(copy) => vec![copy.to.address, copy.from.address],
            Self::ClusterAddress(one) => [one.from].into_iter().chain(one.rank).collect(),
            Self::Mbarrier(mbarrier) => mbarrier.sources(),
            Self::LaunchControl(one) => one.sources(),
            Self::Print(print) => vec![print.format, print.arguments],
            Self::Heap(heap) => heap.sources(),
            Self::Stack(stack) => stack.sources(),
            Self::Assert(assertion) => assertion.0.to_vec(),
            Self::Move { .. }
            | Self::BulkCommit
            | Self::BulkWait { .. }
            | Self::ProxyFence
            | Self::Yield
            | Self::ClusterBarrier(_)
            | Self::Clock { .. }
            | Self::Group { .. }
            | Self::AsyncCommit
            | Self::AsyncWait(_)
            | Self::Fence { .. }
            | Self::Elect(_)
            | Self::Trap
            | Self::Count(_) => Vec::new(),
        }
    }

    /// Writes register `to` instead of register `from`. Does nothing for operations that are not computations.
    pub(crate) fn rename_result(&mut self, from: Reg, to: Reg) {
        match self {
            Self::Compute(Compute { results, .. }) => {
                results.iter_mut().filter(|one| **one == from).for_each(|one| *one = to);
            }
            Self::Copy { to: result, .. } | Self::Not { to: result, .. } if *result == from => {
                *result = to;
            }
            _ => {}
        }
    }

    /// Returns the registers that the operation writes.
    pub(crate) fn results(&self) -> Vec<Reg> {
        match self {
            Self::Compute(Compute { results, .. }) => results.clone(),
            Self::Copy { to, .. }
            | Self::Not { to, .. }
            | Self::Add { to, .. }
            | Self::Clock { to, .. }
            | Self::Group { to }
            | Self::Unify { register: to }
            | Self::SpaceTest { to, .. } => vec![*to],
            Self::Barrier(Barrier { kind: Kind::Reduce { result, .. }, .. }) => vec![*result],
            Self::Warp(warp) => warp.results.iter().flatten().copied().collect(),
            Self::Load(access) => access.values.iter().flatten().copied().collect(),
            Self::Atomic(atomic) => atomic.results(),
            Self::Matrix(matrix) => matrix.results(),
            Self::Tensor(one) => one.results(),
            Self::Mbarrier(mbarrier) => mbarrier.results(),
            Self::LaunchControl(one) => one.results(),
            Self::ClusterAddress(one) => vec![one.to],
            Self::Print(print) => print.result.into_iter().collect(),
            Self::Heap(heap) => heap.results(),
            Self::Stack(stack) => stack.results(),
            Self::Store(_)
            | Self::Move { .. }
            | Self::Barrier(_)
            | Self::ClusterBarrier(_)
            | Self::AsyncCopy(_)
            | Self::AsyncCommit
            | Self::AsyncWait(_)
            | Self::Bulk(_)
            | Self::MapCopy(_)
            | Self::BulkCommit
            | Self::BulkWait { .. }
            | Self::ProxyFence
            | Self::Yield
            | Self::Assert(_)
            | Self::Fence { .. }
            | Self::Elect(_)
            | Self::Trap
            | Self::Count(_) => Vec::new(),
        }
    }
}

/// A memory access.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    pub(crate) space: Space,
    /// The register with the address.
    pub(crate) address: Reg,
    /// The constant that is added to the address.
    pub(crate) offset: u64,
    /// The width of an element in memory.
    pub(crate) width: Width,
    /// Whether a load sign-extends a narrow element.
    pub(crate) is_signed: bool,
    /// The register of each element; `None` for `_`.
    pub(crate) values: Vec<Option<Reg>>,
    pub(crate) order: Order,
}

impl Access {
    /// Returns an access of one register to the thread's local memory.
    pub(crate) fn local(address: Reg, register: Reg, width: Width) -> Self {
        Self {
            space: Space::Local,
            address,
            offset: 0,
            width,
            is_signed: false,
            values: vec![Some(register)],
            order: Order::default(),
        }
    }
}

/// The lane that acts for all lanes that run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Elected {
    /// The highest lane.
    Highest,
    /// The first lane of a warp whose lanes all run together. Other lanes act for themselves.
    First,
}

/// How a basic block ends. The numbers of other basic blocks are indices in [`Code::blocks`].
#[derive(Clone, Debug)]
pub(crate) enum Exit {
    /// The thread ends.
    Leave,
    Jump(usize),
    /// Continues with the first block if the guard holds, else with the second.
    Branch(Guard, [usize; 2]),
    /// Continues with a basic block of the list. The register holds the index in the list.
    Switch(Reg, Vec<usize>),
    /// Starts a function that is not inlined.
    Call(Box<Call>),
    /// Ends a function that is not inlined, and continues at one of these basic blocks, each of which follows a call.
    Return(Vec<usize>),
}

impl Exit {
    /// Returns the register that chooses the next basic block.
    pub(crate) fn source(&self) -> Option<Reg> {
        match self {
            Self::Branch(guard, _) => Some(guard.predicate),
            Self::Switch(index, _) => Some(*index),
            Self::Call(call) => match call.callee {
                Callee::Through { address, .. } => Some(address),
                Callee::Named(_) => None,
            },
            Self::Leave | Self::Jump(_) | Self::Return(_) => None,
        }
    }

    /// Returns the basic blocks that may run next.
    pub(crate) fn targets(&self) -> &[usize] {
        match self {
            Self::Leave => &[],
            Self::Jump(to) => std::slice::from_ref(to),
            Self::Branch(_, both) => both,
            Self::Switch(_, to) | Self::Return(to) => to,
            Self::Call(call) => &call.targets,
        }
    }
}

/// A basic block of the kernel, not a block of threads.
#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// The synchronising instruction at the start of the block. When a thread has passed this instruction, the thread
    /// runs `operations`.
    pub(crate) sync: Option<Operation>,
    pub(crate) operations: Vec<Operation>,
    pub(crate) exit: Exit,
    /// The index in [`Code::sites`] of the last instruction, for messages.
    pub(crate) last: usize,
    /// The number of instructions that every thread runs in this basic block. The number excludes instructions of
    /// branches that `converted.rs` turned into guarded operations.
    pub(crate) instructions: u64,
    /// The maximum number of instructions that a thread runs in this basic block.
    pub(crate) most_instructions: u64,
    /// The registers that the block reads before it writes them. They include registers that the block writes under a
    /// guard: where the guard is false, such a register keeps its old value.
    pub(crate) reads: Vec<Reg>,
    /// The registers that the block writes and another block may read.
    pub(crate) writes: Vec<Reg>,
    /// The registers of the block's invariant operations, which run once, before all blocks of threads. A trace shows
    /// these operations at their position in the text, so the trace needs the values of the registers.
    pub(crate) traced: Vec<Reg>,
}

/// The position and the spelling of an instruction in the PTX text, for messages.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    /// The name of the file, if the module consists of several files.
    pub(crate) file: Option<Arc<str>>,
    pub(crate) line: usize,
    pub(crate) origin: Option<Arc<SourceLine>>,
    /// The mnemonic with its modifiers.
    pub(crate) spelling: String,
    /// The whole statement on one line, for traces.
    pub(crate) statement: String,
    /// The registers of the statement, with the types in which it reads or writes them, for traces.
    pub(crate) types: Vec<(Reg, Type)>,
}

impl Site {
    /// Returns the position within a message: `line 262`, `kernel.cu:25 (line 262)`, or with the file if the module consists
    /// of several files. Returns the spelling of machine code without lines, which begins with the address.
    pub(crate) fn shown(&self) -> String {
        match self.position() {
            position if position.is_empty() => self.named(),
            position => position,
        }
    }

    /// Returns the position and the spelling within a message: `` line 262: `bra` ``.
    pub(crate) fn named(&self) -> String {
        place::instruction(&self.position(), &self.spelling)
    }

    fn position(&self) -> String {
        place::line(self.file.as_deref(), self.line, self.origin.as_deref())
    }
}

/// The layout of shared memory.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct SharedLayout {
    /// The size in bytes of the static variables, which precede dynamic shared memory.
    pub(crate) fixed: usize,
    /// The offset of dynamic shared memory.
    pub(crate) dynamic: usize,
    /// Whether the kernel refers to dynamic shared memory.
    pub(crate) is_dynamic: bool,
    /// Whether the kernel refers to the shared memory that is reserved for system software.
    pub(crate) is_reserved: bool,
}

/// A decoded kernel.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) slots: Vec<Slot>,
    /// The basic blocks, sorted by `order.rs`. A thread starts at the first block.
    pub(crate) blocks: Vec<Block>,
    /// The basic blocks after guarded operations have replaced short branches (`converted.rs`).
    pub(crate) converted: Vec<Block>,
    pub(crate) sites: Vec<Site>,
    /// The functions that are not inlined.
    pub(crate) functions: Vec<Function>,
    pub(crate) shared: SharedLayout,
    /// The size of a thread's local memory in bytes, without the variables of the functions that are not inlined.
    pub(crate) local: usize,
    /// The operations that run only once, before all blocks of threads.
    pub(crate) invariants: Vec<Operation>,
    /// The registers that must be zero at the start, because a thread may read these registers before it writes them.
    pub(crate) zeroed: Vec<Reg>,
    /// What messages call the registers that the text names: ``register `%r1` ``.
    pub(crate) names: HashMap<Reg, String>,
    pub(crate) may_fuse: Vec<String>,
    /// See [`Report::presumed`](crate::Report::presumed).
    pub(crate) presumed: Vec<String>,
    /// Whether blocks of threads may run together.
    pub(crate) is_independent: bool,
    /// Whether an instruction reads a clock.
    pub(crate) reads_clock: bool,
    /// Whether a function allocates or frees memory.
    pub(crate) has_heap: bool,
    /// Whether a function allocates or frees local memory.
    pub(crate) has_stack: bool,
    /// Whether an instruction reads or writes memory asynchronously, as a bulk copy does.
    pub(crate) has_bulk_copies: bool,
    /// What only machine code has.
    pub(crate) machine: Option<MachineCode>,
}

impl Code {
    /// Returns whether a thread may read or write a part of a word of memory.
    pub(crate) fn has_narrow_accesses(&self) -> bool {
        let mut operations = self.blocks.iter().flat_map(|block| &block.operations);
        operations.any(|operation| match &operation.action {
            Action::Load(access) | Action::Store(access) => {
                access.width.bytes() * access.values.len() < 4
            }
            _ => false,
        })
    }
}

/// A part of what runs machine code. Without the feature `machine-code`, this type has no value, so that a program does not
/// contain the code for it.
#[cfg(feature = "machine-code")]
pub(crate) type Enabled = ();
#[cfg(not(feature = "machine-code"))]
pub(crate) type Enabled = std::convert::Infallible;

/// The part of decoded machine code that PTX does not have.
#[derive(Clone, Debug)]
pub(crate) struct MachineCode {
    pub(crate) enabled: Enabled,
    /// For each basic block, the registers that the block writes and that a warp has only once.
    pub(crate) of_warp: Vec<Vec<Reg>>,
    /// For each basic block, whether lanes yield there.
    pub(crate) yields: Vec<bool>,
    /// The number of bytes before the parameters.
    pub(crate) before_parameters: usize,
    /// The bytes of static shared memory that the system reserves.
    pub(crate) reserved: usize,
    /// The number of registers of a thread, if the cubin has it.
    pub(crate) registers: Option<u32>,
    /// Whether functions are recursive, so that the size of the stack is unknown.
    pub(crate) is_recursive: bool,
}
