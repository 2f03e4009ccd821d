//! The types that make up a row of the table.

use super::names::Name;
use crate::availability::Availability;
use crate::lanes::Lanes;
use crate::types::Type;

/// A place for one modifier of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModifierSlot {
    /// The name in the row: a class of modifiers, or a single modifier.
    pub name: Name,
    /// The modifiers that may fill the slot.
    pub words: &'static [&'static str],
    /// Whether the modifier may be omitted.
    pub optional: bool,
}

/// A place for one operand of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandSlot {
    /// The name in the manual: `a`, `{a, b}`, `p{|q}`.
    pub name: &'static str,
    /// The number of vector elements or matrix registers; `None` for a scalar. With `counted`, the factor by which the
    /// number in the modifier is multiplied.
    pub elements: Option<u32>,
    /// The class of modifiers that determines the number of elements, such as `.v2` and `.v4`;
    /// `None` if the row gives the number.
    pub counted: Option<Name>,
    /// Whether a second destination is allowed or required: `p|q`.
    pub second: Second,
    /// The type, or the class of types; `None` for the instruction's type.
    pub ty: Option<Name>,
    /// The literals that the operand accepts.
    pub literals: Literals,
    /// In video instructions, the lanes (bytes or halves) that the operand may select: `d{.mask}`,
    /// `a{.asel}`.
    pub lanes: Option<Lanes>,
    /// The shape of the operand.
    pub shape: Shape,
    /// Whether the operand may be omitted.
    pub presence: Presence,
}

impl OperandSlot {
    /// Returns the shortest text that must follow the operand's name: `.b0` if the operand must
    /// select a byte or half, otherwise an empty text.
    #[must_use]
    pub fn suffix(&self) -> &'static str {
        if self.lanes.is_some_and(Lanes::is_required) { ".b0" } else { "" }
    }
}

/// Whether an operand may be omitted. Only the last operands of a list may be omitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The operand is required.
    Always,
    /// The operand may be omitted.
    Optional,
    /// The operand is present if, and only if, the instruction has a modifier of this class.
    With(Name),
}

/// The syntactic shape of an operand, such as a value or an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value or a vector of values.
    Value,
    /// `[a]`: an address.
    Address,
    /// `(a)`: the arguments or results of a call.
    List,
    /// The name of a label or function.
    Label,
    /// `[map, {c0, c1}]`: the address of a tensor map, and the coordinates.
    Tensor,
    /// `_`, and nothing else.
    Sink,
    /// A register with an address of 32 or 64 bits.
    Pointer,
}

/// The literals that an operand accepts. The operand also accepts registers, unless the variant
/// excludes registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literals {
    /// All literals of the operand's type.
    Any,
    /// Integers from 0 to 255.
    Byte,
    /// Integers from 0 to 255, and no registers.
    Immediate,
    /// No literals. A register must have exactly the operand's type.
    Register,
    /// The integers of a set.
    Within(Numbers),
    /// The integers of a set, and no registers.
    Only(Numbers),
    /// The integers of a set, with one set for each of the two elements of a vector.
    Each([Numbers; 2]),
    /// No literals, but every register that fits the operand's type.
    Variable,
}

/// A set of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// `4 | 8 | 16`: the listed numbers.
    Listed(&'static [u64]),
    /// `24 to 256 by 8`: the first number, the last number, and the step between two numbers.
    Range(u64, u64, u64),
}

impl Numbers {
    /// Returns whether the set contains a number.
    #[must_use]
    pub fn has(self, number: u64) -> bool {
        match self {
            Self::Listed(all) => all.contains(&number),
            Self::Range(first, last, step) => {
                (first..=last).contains(&number) && (number - first).is_multiple_of(step)
            }
        }
    }
}

impl std::fmt::Display for Numbers {
    /// Prints `4, 8 or 16`, `from 0 to 15`, or `a multiple of 8 from 24 to 256`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Listed([only]) => write!(f, "{only}"),
            Self::Listed(all) => {
                let texts: Vec<_> = all.iter().map(|one| one.cast_signed().to_string()).collect();
                let (last, rest) = texts.split_last().map_or(("", &[][..]), |(l, r)| (l, r));
                write!(f, "{} or {last}", rest.join(", "))
            }
            Self::Range(first, last, 1) => write!(f, "from {first} to {last}"),
            Self::Range(first, last, step) => {
                write!(f, "a multiple of {step} from {first} to {last}")
            }
        }
    }
}

/// Whether an instruction may, or must, have a predicate as second destination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// `p`: no second destination.
    Never,
    /// `p{|q}`: an optional second destination.
    Optional,
    /// `p|q`: a required second destination.
    Always,
}

/// What the result of a function consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The value of the destination.
    Value,
    /// A pair of predicates. The second destination is optional.
    Pair,
    /// A pair of predicates, which the named function converts to the value of the destination.
    Set(&'static str),
    /// The value and the predicate of `d|p`.
    WithPredicate,
    /// The value of the destination and the carry.
    WithCarry,
}

/// An argument that a function receives after the sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The enum variant of `ptx-core` that a modifier selects, such as `Rounding::Rn` for `.rn`.
    Mode(Name),
    /// The carry flag.
    Carry,
    /// The lanes (bytes or halves): one argument for each operand that may select lanes.
    Lanes,
    /// The operands that have a minus sign.
    Negation,
    /// The architecture.
    Sm,
}

/// How a form is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// A function of `ptx-core` computes the result of each thread, independently of other threads.
    Function {
        /// The name of the function. If it ends with `_`, the types are appended.
        name: &'static str,
        /// The arguments after the sources, in order.
        passed: &'static [Passed],
        /// The class of the operation (`.and`, `.or`, `.xor`) that combines a pair of predicates
        /// with the last source.
        combined: Option<Name>,
        /// What the result consists of.
        output: Output,
    },
    /// The form abbreviates another form of the mnemonic. The other form has these modifiers.
    Means(&'static [&'static str]),
    /// Moves bits, and packs or unpacks vectors.
    Moves,
    /// A function of `ptx-core` computes the results of a whole warp from the registers of all its threads.
    Warp {
        /// The name of the function. If it ends with `_`, the types are appended.
        name: &'static str,
        /// The arguments after the sources, in order.
        passed: &'static [Passed],
    },
    /// Functions of `ptx-core` compute the form from whole matrices. `mma::element` computes one
    /// element of the result matrix, and a function of `mma::tile` computes the whole matrix.
    Elements {
        /// The function in `mma::tile`; `None` if only `mma::element` computes the form.
        tile: Option<&'static str>,
        /// The arguments after the matrices, in order.
        passed: &'static [Passed],
    },
    /// The form is checked but not computed, because its effect depends on the rest of the program.
    Effect(Effect),
    /// The form exists in PTX, but this crate does not compute it.
    Nothing,
}

macro_rules! effects {
    ($($(#[$doc:meta])* $effect:ident $($destination:ident)?;)*) => {
        /// What an instruction does to memory, control flow or other threads.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Effect {
            $($(#[$doc])* $effect),*
        }

        impl Effect {
            /// Returns whether the first operand is a destination.
            #[must_use]
            pub const fn has_destination(self) -> bool {
                match self {
                    $(Self::$effect => effects!(@destination $($destination)?),)*
                }
            }

            /// Returns the effect with this name.
            pub(super) fn named(name: &str) -> Option<Self> {
                match name {
                    $(stringify!($effect) => Some(Self::$effect),)*
                    _ => None,
                }
            }
        }
    };
    (@destination) => { false };
    (@destination destination) => { true };
}

effects! {
    /// Reads memory at an address: `ld`.
    Load destination;
    /// Writes memory at the address in the first operand: `st`.
    Store;
    /// Converts an address from one state space to another: `cvta`.
    Convert destination;
    /// Jumps to a label: `bra`.
    Jump;
    /// Jumps to the label at an index of a list: `brx.idx`.
    Switch;
    /// Calls a function.
    Call;
    /// Returns from a function.
    Return;
    /// Ends the thread: `exit`.
    Exit;
    /// Stops the program with an error: `trap`.
    Trap;
    /// Suspends the thread for a debugger: `brkpt`.
    Breakpoint;
    /// Synchronises the threads of a block: `bar.sync`, `bar.arrive`, `barrier`.
    Barrier;
    /// Synchronises the threads of a block and combines their predicates: `bar.red`.
    BarrierReduction destination;
    /// Synchronises the threads of a warp that a mask selects: `bar.warp.sync`.
    WarpBarrier;
    /// Synchronises the threads of a cluster: `barrier.cluster`.
    ClusterBarrier;
    /// Orders memory accesses: `membar`, `fence`.
    Fence;
    /// Exchanges registers between the threads of a warp: `shfl`.
    Shuffle destination;
    /// Combines predicates of the threads of a warp: `vote`.
    Vote destination;
    /// Finds the threads of a warp that have the same value: `match`.
    Match destination;
    /// Combines values of the threads of a warp: `redux`.
    WarpReduction destination;
    /// Returns the mask of the active threads of a warp: `activemask`.
    ActiveMask destination;
    /// Selects one thread of a warp: `elect`.
    Elect destination;
    /// Updates a value in memory and returns its old value: `atom`.
    Atomic destination;
    /// Updates a value in memory at the address in the first operand: `red`.
    Reduction;
    /// Copies asynchronously from global to shared memory: `cp.async`.
    AsyncCopy;
    /// Ends a group of asynchronous copies: `cp.async.commit_group`.
    AsyncCommit;
    /// Waits for asynchronous copies: `cp.async.wait_group`, `cp.async.wait_all`.
    AsyncWait;
    /// Waits for the preceding grid or starts the next grid: `griddepcontrol`.
    GridDependency;
    /// Changes the number of registers of a thread: `setmaxnreg`.
    RegisterCount;
    /// Suspends the thread for a time: `nanosleep`.
    Sleep;
    /// Gives a hint to the caches, without changing values: `prefetch`, `discard`, `applypriority`.
    CacheHint;
    /// Creates a cache policy: `createpolicy`.
    CachePolicy destination;
    /// Allocates local memory on the stack: `alloca`.
    StackAllocation destination;
    /// Returns the top of the stack: `stacksave`.
    StackSave destination;
    /// Releases the local memory above a saved top of the stack: `stackrestore`.
    StackRestore;
    /// Returns whether an address is in a state space: `isspacep`.
    SpaceTest destination;
    /// Triggers performance monitor events: `pmevent`.
    Event;
    /// Initialises, changes or invalidates a barrier in memory: `mbarrier.init`, `mbarrier.inval`,
    /// `mbarrier.expect_tx`, `mbarrier.complete_tx`, `cp.async.mbarrier.arrive`.
    Mbarrier;
    /// Arrives at a barrier in memory and returns the barrier's state: `mbarrier.arrive`.
    MbarrierArrive destination;
    /// Tests whether a phase of a barrier in memory is complete, or waits until the phase is complete:
    /// `mbarrier.test_wait`, `mbarrier.try_wait`.
    MbarrierTest destination;
    /// Tests the layout of a barrier in memory: `mbarrier.check_layout`.
    MbarrierLayout destination;
    /// Returns the pending count in the state of a barrier: `mbarrier.pending_count`.
    MbarrierCount destination;
    /// Copies, reduces or prefetches blocks of memory asynchronously: `cp.async.bulk`,
    /// `cp.reduce.async.bulk`.
    BulkCopy;
    /// Ends a group of bulk copies: `cp.async.bulk.commit_group`.
    BulkCommit;
    /// Waits for bulk copies: `cp.async.bulk.wait_group`.
    BulkWait;
    /// Converts a shared memory address to the same address in another block of the cluster: `mapa`.
    ClusterAddress destination;
    /// Returns the rank of the block whose shared memory contains an address: `getctarank`.
    ClusterRank destination;
    /// Modifies a tensor map: `tensormap.replace`, `tensormap.cp_fenceproxy`.
    TensorMap;
    /// Tests a property of a tensor map: `tensormap.query`.
    TensorMapQuery destination;
    /// Submits transfers to other devices, or waits for such transfers: `fabric`.
    Fabric;
    /// Reads and reduces the values at a multimem address: `multimem.ld_reduce`.
    MultimemLoad destination;
    /// Writes to a multimem address: `multimem.st`, `multimem.red`.
    MultimemStore;
    /// Requests the cancellation of a launch: `clusterlaunchcontrol.try_cancel`.
    LaunchCancel;
    /// Decodes the response to a cancellation request: `clusterlaunchcontrol.query_cancel`.
    LaunchQuery destination;
    /// Reads matrices from shared memory into the registers of a warp: `ldmatrix`.
    LoadMatrix destination;
    /// Writes matrices from the registers of a warp to shared memory: `stmatrix`.
    StoreMatrix;
    /// Transposes a matrix in the registers of a warp: `movmatrix`.
    MoveMatrix destination;
    /// Reads a matrix into a fragment, whose layout PTX does not specify: `wmma.load`.
    LoadFragment destination;
    /// Writes a fragment to memory: `wmma.store`.
    StoreFragment;
    /// Multiplies matrices in tensor memory and shared memory: `tcgen05.mma`.
    TensorMatrix;
    /// Allocates or releases tensor memory: `tcgen05.alloc`, `tcgen05.dealloc`, `tcgen05.relinquish_alloc_permit`.
    TensorAllocation;
    /// Loads registers from tensor memory: `tcgen05.ld`.
    TensorLoad destination;
    /// Stores registers to tensor memory: `tcgen05.st`.
    TensorStore;
    /// Copies a matrix to tensor memory, or shifts its rows: `tcgen05.cp`, `tcgen05.shift`.
    TensorCopy;
    /// Orders accesses to tensor memory, or waits for them: `tcgen05.wait`, `tcgen05.fence`, `tcgen05.commit`.
    TensorSync;
    /// A form without a destination that is checked, but not executed: bulk copies with reports, and arrivals at the
    /// barriers of several blocks.
    Unmodelled;
    /// A form with a destination that is checked, but not executed: tests of a phase with a report.
    UnmodelledResult destination;
    /// Orders asynchronous matrix products, or waits for such products: `wgmma.fence`,
    /// `wgmma.commit_group`, `wgmma.wait_group`.
    MatrixSync;
}

impl Effect {
    /// Returns whether the only or first destination may be `_`.
    #[must_use]
    pub const fn first_may_be_sink(self) -> bool {
        matches!(self, Self::Atomic | Self::Elect | Self::Match | Self::MbarrierArrive)
    }

    /// Returns whether the second destination may be `_`.
    #[must_use]
    pub const fn second_may_be_sink(self) -> bool {
        matches!(self, Self::Shuffle | Self::Match | Self::UnmodelledResult)
    }

    /// Returns whether the instruction accesses tensor memory. Addresses in tensor memory have 32 bits.
    #[must_use]
    pub const fn is_in_tensor_memory(self) -> bool {
        matches!(self, Self::TensorMatrix | Self::TensorLoad | Self::TensorStore | Self::TensorCopy)
    }

    /// Returns whether the instruction may transfer control to a statement other than the next, or end the function or
    /// thread.
    #[must_use]
    pub const fn leaves(self) -> bool {
        matches!(self, Self::Jump | Self::Switch | Self::Return | Self::Exit | Self::Trap)
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The section of the PTX ISA manual that describes the form.
    pub section: &'static str,
    /// The mnemonic, such as `rcp`.
    pub mnemonic: &'static str,
    /// The modifiers, in the order of the manual. The last type is the instruction's type.
    pub slots: &'static [ModifierSlot],
    /// The operands. The first operand is the destination, except for some effects.
    pub operands: &'static [OperandSlot],
    /// The versions and targets that support the form.
    pub availability: Availability,
    /// The modifiers that PTX added to the form later.
    pub later: &'static [Later],
    /// How the form is computed.
    pub compute: Compute,
}

/// Modifiers that PTX added to a form later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// The modifiers.
    pub words: &'static [&'static str],
    /// The versions and targets that support the modifiers.
    pub availability: Availability,
}

impl Form {
    /// Returns whether one thread computes the form: by a function of `ptx-core`, as a move, or as another form with
    /// the same meaning.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        matches!(self.compute, Compute::Function { .. } | Compute::Means(_) | Compute::Moves)
    }

    /// Returns whether the threads of a warp execute the form together.
    #[must_use]
    pub fn is_of_warp(&self) -> bool {
        matches!(self.compute, Compute::Warp { .. })
    }

    /// Returns whether the form is computed from whole matrices.
    #[must_use]
    pub fn is_of_elements(&self) -> bool {
        matches!(self.compute, Compute::Elements { .. })
    }

    /// Returns the effect; `None` if the form has no effect.
    #[must_use]
    pub fn effect(&self) -> Option<Effect> {
        match self.compute {
            Compute::Effect(effect) => Some(effect),
            _ => None,
        }
    }

    /// Assigns modifiers to the slots of this form; a slot without a modifier is `None`. Returns
    /// `None` if the modifiers do not match the form.
    #[must_use]
    pub fn spelt(&self, words: &[&str]) -> Option<Vec<Option<&'static str>>> {
        let mut rest = words.iter().peekable();
        let mut chosen = Vec::with_capacity(self.slots.len());
        for slot in self.slots {
            let word = rest.peek().and_then(|w| slot.words.iter().copied().find(|s| s == *w));
            if word.is_some() {
                rest.next();
            } else if !slot.optional {
                return None;
            }
            chosen.push(word);
        }
        rest.next().is_none().then_some(chosen)
    }

    /// Returns the types among the modifiers of an instruction, in order.
    pub fn types<'a>(
        &'a self,
        modifiers: &'a [Option<&str>],
    ) -> impl DoubleEndedIterator<Item = Type> + 'a {
        let typed = self.slots.iter().zip(modifiers).filter(|(slot, _)| slot.name.is_type());
        typed.filter_map(|(_, word)| Type::from_word((*word)?))
    }

    /// Returns the type of an operand, or of each element of a vector. `modifiers` are the
    /// modifiers of the instruction. Returns `None` for an operand without a type, such as a label.
    #[must_use]
    pub fn operand_type(&self, operand: &OperandSlot, modifiers: &[Option<&str>]) -> Option<Type> {
        let named = operand.ty.and_then(|name| {
            let slot = self.slots.iter().position(|slot| slot.name == name);
            slot.map_or(Type::from_word(name.text()), |slot| Type::from_word(modifiers[slot]?))
        });
        if operand.shape != Shape::Value {
            return None;
        }
        let whole = || self.types(modifiers).next_back();
        match (named, operand.elements) {
            (Some(_), _) => named,
            (None, None) => whole(),
            // The elements together have the bits of the instruction's type.
            (None, Some(count)) => Type::bits_of_width(whole()?.bits() / count),
        }
    }

    /// Returns the shortest spelling: without optional modifiers, and with the first word of each
    /// class.
    #[must_use]
    pub fn shortest(&self) -> Vec<&'static str> {
        self.slots.iter().filter(|s| !s.optional).map(|s| s.words[0]).collect()
    }

    /// Returns all spellings of this form.
    ///
    /// ```
    /// use ptx_isa::forms;
    ///
    /// let full = forms::family("div").iter().find(|form| form.slots[0].words == ["full"]).unwrap();
    /// assert_eq!(full.spellings(), [vec!["full", "ftz", "f32"], vec!["full", "f32"]]);
    /// ```
    #[must_use]
    pub fn spellings(&self) -> Vec<Vec<&'static str>> {
        let mut all = vec![Vec::new()];
        for slot in self.slots {
            let longer = |spelling: &Vec<&'static str>| {
                let with = slot.words.iter().map(|word| [spelling.as_slice(), &[word]].concat());
                let without = slot.optional.then(|| spelling.clone());
                with.chain(without).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }
}
