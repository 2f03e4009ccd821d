//! What the instructions of a function do: one variant for each kind of action, with its operands resolved, the
//! elements of vectors apart, and enums instead of modifiers.
//!
//! [`operation()`] is the only reader of the modifiers of these instructions. Whoever runs or translates a function
//! matches on [`Operation`], so a new variant does not compile until each of them answers it.
//!
//! ```
//! use ptx_module::Module;
//! use ptx_module::operation::{Operation, Space, operation};
//! use ptx_module::resolve::{Step, function};
//! use ptx_module::syntax::Source;
//!
//! let text = ".version 8.0 .target sm_80 .address_size 64
//!     .func f(.reg .b64 p) { .reg .f32 %f<2>; ld.volatile.global.v2.f32 {%f0, %f1}, [p+8]; ret; }";
//! let module = Module::new(Source::new("example.ptx", text.as_bytes()));
//! let program = module.program().unwrap();
//! let (resolved, _) = function(program, program.function("f").unwrap(), &|_| None);
//! let Step::Instruction(load) = &resolved.steps[0] else { panic!() };
//! let Ok(Operation::Load(access)) = operation(load, &resolved.registers, program.dialect()) else { panic!() };
//! assert_eq!((access.space, access.elements.len()), (Space::Global, 2));
//! assert!(access.order.scope.is_some());
//! ```
mod access;
mod atomic;
mod barrier;
mod call;
mod compute;
mod copy;
mod fence;
mod warp;

pub use access::{Access, Conversion, Order, Scope, Space, order, space};
pub use atomic::{Atomic, AtomicOperation, atomic_operation};
pub use barrier::{Barrier, BarrierKind, BarrierReduction};
pub use call::Call;
pub use compute::Compute;
pub use copy::{AsyncCopy, Read, number};
pub use fence::Fence;
pub use warp::{Shuffle, Vote, Warp, WarpKind, WarpReduction};

use crate::resolve::{Fault, Instruction, Operand, Register, RegisterType};
use crate::syntax::{Operand as Written, OperandKind, Span};
use ptx_isa::forms::Effect;
use ptx_isa::{Dialect, Type};

/// A resolved operand and its span in the text.
pub type Placed<'o, 'a> = (Operand<'a>, &'o Span);

/// What an instruction does.
#[derive(Clone, Debug)]
pub enum Operation<'o, 'a> {
    /// Computes registers of one thread.
    Compute(Compute<'o, 'a>),
    /// Multiplies matrices.
    Multiply(Product),
    /// Reads memory: `ld`.
    Load(Access<'o, 'a>),
    /// Writes memory: `st`.
    Store(Access<'o, 'a>),
    /// Writes memory of the cluster: `st.async`.
    AsyncStore {
        /// The store.
        store: Access<'o, 'a>,
        /// The address of the barrier that counts the bytes, if any.
        mbarrier: Option<Placed<'o, 'a>>,
    },
    /// Converts an address: `cvta`.
    Convert(Conversion<'o, 'a>),
    /// Returns whether an address is in a state space: `isspacep`.
    TestSpace {
        /// The state space.
        space: Space,
        /// Whether the space is `.shared::cluster`: the shared memory of all blocks of the cluster.
        of_cluster: bool,
        /// The predicate that receives the result.
        to: Placed<'o, 'a>,
        /// The address.
        from: Placed<'o, 'a>,
    },
    /// Updates memory: `atom` and `red`.
    Atomic(Atomic<'o, 'a>),
    /// Updates memory of the cluster: `red.async`.
    AsyncReduction {
        /// The update.
        update: Atomic<'o, 'a>,
        /// The address of the barrier that counts the bytes, if any.
        mbarrier: Option<Placed<'o, 'a>>,
    },
    /// Orders memory accesses: `membar` and `fence`.
    Fence(Fence),
    /// Jumps to a label: `bra`.
    Jump,
    /// Jumps to the label at an index of a list: `brx.idx`.
    Switch {
        /// The index.
        index: Placed<'o, 'a>,
    },
    /// Calls a function.
    Call(Call<'o, 'a>),
    /// Returns from a function.
    Return,
    /// Ends the thread: `exit`.
    Exit,
    /// Stops the program with an error: `trap`.
    Trap,
    /// Suspends the thread for a debugger: `brkpt`.
    Breakpoint,
    /// Synchronises the threads of a block: `bar` and `barrier`.
    Barrier(Barrier<'o, 'a>),
    /// Synchronises the threads of a warp, or exchanges values between them.
    Warp(Warp<'o, 'a>),
    /// Copies from global to shared memory: `cp.async`.
    AsyncCopy(AsyncCopy<'o, 'a>),
    /// Ends a group of copies: `cp.async.commit_group`.
    AsyncCommit,
    /// Waits until at most this number of groups is pending, or for all copies: `cp.async.wait_group`,
    /// `cp.async.wait_all`.
    AsyncWait(Option<u64>),
    /// Changes no value: `nanosleep`, `prefetch`, `discard`, `applypriority`, `pmevent`, `griddepcontrol`,
    /// `setmaxnreg`.
    Hint,
    /// Creates a cache policy, which changes no value of memory: `createpolicy`.
    CachePolicy {
        /// The register that receives the policy.
        to: Placed<'o, 'a>,
    },
    /// Another effect of the instruction table.
    Other(Effect),
}

/// Which threads multiply matrices, and where the matrices are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// A warp, in registers with a specified layout: `mma`.
    Warp,
    /// A warp, in fragments with an unspecified layout: `wmma.mma`.
    Fragments,
    /// A warpgroup, in registers and shared memory: `wgmma.mma_async`.
    Warpgroup,
}

/// Returns what an instruction does. `registers` are those of its function, and the dialect selects the functions that
/// compute it.
///
/// # Errors
/// Returns a fault if `ptx-isa` does not compute an instruction on registers.
pub fn operation<'o, 'a>(
    instruction: &'o Instruction<'a>,
    registers: &[Register<'a>],
    dialect: &Dialect,
) -> Result<Operation<'o, 'a>, Fault> {
    let read = Reader { instruction, registers };
    let Some(effect) = instruction.selection.form.effect() else {
        let form = instruction.selection.form;
        return Ok(match (form.is_of_elements(), form.is_of_warp(), form.mnemonic) {
            (true, _, "wmma") => Operation::Multiply(Product::Fragments),
            (true, ..) => Operation::Multiply(Product::Warpgroup),
            (false, true, _) => Operation::Multiply(Product::Warp),
            (false, false, _) => Operation::Compute(read.compute(dialect)?),
        });
    };
    Ok(match effect {
        Effect::Store if read.has("bulk") => Operation::Other(effect),
        Effect::Store if read.has("async") => {
            Operation::AsyncStore { store: read.access(0, 1), mbarrier: read.mbarrier() }
        }
        Effect::Load => Operation::Load(read.access(1, 0)),
        Effect::Store => Operation::Store(read.access(0, 1)),
        Effect::Convert => Operation::Convert(read.conversion()),
        Effect::SpaceTest => Operation::TestSpace {
            space: space(instruction),
            of_cluster: read.has("shared::cluster"),
            to: read.operand(0),
            from: read.operand(1),
        },
        Effect::Atomic | Effect::Reduction => match read.atomic() {
            Some(update) if read.has("async") => {
                Operation::AsyncReduction { update, mbarrier: read.mbarrier() }
            }
            Some(atomic) => Operation::Atomic(atomic),
            None => Operation::Other(effect),
        },
        Effect::Fence => Operation::Fence(read.fence()),
        Effect::Jump => Operation::Jump,
        Effect::Switch => Operation::Switch { index: read.operand(0) },
        Effect::Call => Operation::Call(read.call()),
        Effect::Return => Operation::Return,
        Effect::Exit => Operation::Exit,
        Effect::Trap => Operation::Trap,
        Effect::Breakpoint => Operation::Breakpoint,
        Effect::Barrier | Effect::BarrierReduction => match read.barrier() {
            Some(barrier) => Operation::Barrier(barrier),
            None => Operation::Other(effect),
        },
        Effect::WarpBarrier
        | Effect::ActiveMask
        | Effect::Elect
        | Effect::Shuffle
        | Effect::Vote
        | Effect::Match
        | Effect::WarpReduction => match read.warp(effect) {
            Some(warp) => Operation::Warp(warp),
            None => Operation::Other(effect),
        },
        Effect::AsyncCopy => Operation::AsyncCopy(read.async_copy()),
        Effect::AsyncCommit => Operation::AsyncCommit,
        Effect::AsyncWait => Operation::AsyncWait(instruction.operands.first().and_then(number)),
        Effect::Sleep
        | Effect::CacheHint
        | Effect::Event
        | Effect::GridDependency
        | Effect::RegisterCount => Operation::Hint,
        Effect::CachePolicy => Operation::CachePolicy { to: read.operand(0) },
        other => Operation::Other(other),
    })
}

/// Reads the words and operands of an instruction.
struct Reader<'o, 'r, 'a> {
    instruction: &'o Instruction<'a>,
    registers: &'r [Register<'a>],
}

impl<'o, 'a> Reader<'o, '_, 'a> {
    /// Returns whether the instruction has a modifier.
    fn has(&self, word: &str) -> bool {
        self.instruction.selection.modifiers.contains(&Some(word))
    }

    /// Returns the type of the instruction, `.b32` if it has none.
    fn ty(&self) -> Type {
        self.instruction.selection.instruction_type().unwrap_or(Type::B32)
    }

    /// Returns the address of the barrier that counts the bytes of an asynchronous store.
    fn mbarrier(&self) -> Option<Placed<'o, 'a>> {
        self.has("mbarrier::complete_tx::bytes").then(|| self.operand(2))
    }

    fn span(&self, i: usize) -> &'o Span {
        &self.instruction.written.operands[i].span
    }

    fn operand(&self, i: usize) -> Placed<'o, 'a> {
        (self.instruction.operands[i].clone(), self.span(i))
    }

    /// Returns the elements of an operand. A value of 128 bits is two elements of 64 bits if `is_wide`.
    fn elements(&self, i: usize, is_wide: bool) -> Vec<Placed<'o, 'a>> {
        let Instruction { operands, written, .. } = self.instruction;
        let mut all = Vec::new();
        for (operand, at) in elements(&operands[i], &written.operands[i]) {
            let parts = match operand {
                Operand::Register(id) => match self.registers[*id].ty {
                    RegisterType::Vector(count, _) => Some((*id, count)),
                    RegisterType::Scalar(Type::B128) if is_wide => Some((*id, 2)),
                    _ => None,
                },
                _ => None,
            };
            match parts {
                Some((id, count)) => all.extend((0..count).map(|i| (Operand::Element(id, i), at))),
                None => all.push((operand.clone(), at)),
            }
        }
        all
    }
}

/// Returns the elements of a vector or pair, with their spans. Returns any other operand itself.
#[must_use]
pub fn elements<'o, 'a>(
    operand: &'o Operand<'a>,
    written: &'o Written<'a>,
) -> Vec<(&'o Operand<'a>, &'o Span)> {
    let (items, written) = match (operand, &written.kind) {
        (Operand::Vector(items), OperandKind::Vector(written)) => {
            (items.as_slice(), written.as_slice())
        }
        (Operand::Pair(both), OperandKind::Pair(written)) => (both.as_slice(), written.as_slice()),
        // The operand is the name of a vector register, so all elements have the same span.
        (Operand::Vector(items), _) => {
            return items.iter().map(|item| (item, &written.span)).collect();
        }
        _ => (std::slice::from_ref(operand), std::slice::from_ref(written)),
    };
    items.iter().zip(written.iter().map(|one| &one.span)).collect()
}
