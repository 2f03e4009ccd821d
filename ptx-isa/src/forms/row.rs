//! The parts of a row of the table.

use super::names::Name;
use crate::availability::{Alternative, Availability};
use crate::lanes::Lanes;
use crate::types::Type;

/// A slot for one modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModifierSlot {
    /// The name in the manual's line: a class, or the word itself.
    pub name: Name,
    /// The words that may fill the slot.
    pub words: &'static [&'static str],
    /// Whether the slot may stay empty.
    pub optional: bool,
}

/// A slot for one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OperandSlot {
    /// The name as the manual prints it: `a`, `{a, b}`, `p{|q}`.
    pub name: &'static str,
    /// The number of elements of a vector, or of registers of a matrix; `None` for a scalar.
    pub elements: Option<u32>,
    /// The modifier that gives the number of elements, as `.v4` gives 4; `None` if the row does.
    pub counted: Option<Name>,
    /// Whether a second destination may follow: `p|q`.
    pub second: Second,
    /// The type, or the class of modifiers that names it; `None` for the instruction's type.
    pub ty: Option<Name>,
    /// The literals that the operand accepts.
    pub literals: Literals,
    /// The lanes that the operand may name, in SIMD video instructions: `d{.mask}`, `a{.asel}`.
    pub lanes: Option<Lanes>,
    /// The shape of the operand.
    pub shape: Shape,
    /// Whether the operand may be omitted.
    pub presence: Presence,
}

/// Whether an operand may be omitted. Only operands at the end may.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// The operand is required.
    Always,
    /// The operand may be omitted.
    Optional,
    /// The operand is there if and only if the instruction has a modifier of this slot.
    With(Name),
}

/// The shape of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A value, or a vector of values.
    Value,
    /// `[a]`
    Address,
    /// `(a)`: the arguments or the results of a call.
    List,
    /// The name of a label or of a function.
    Label,
    /// `[map, {c0, c1}]`: a tensor map and coordinates.
    Tensor,
    /// `_`, and nothing else.
    Sink,
    /// A register of `.b128`.
    Wide,
    /// A register of 32 or 64 bits that holds an address.
    Pointer,
}

/// The literals that an operand accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Literals {
    /// The literals of its type.
    Any,
    /// The integers from 0 to 255.
    Byte,
    /// The integers from 0 to 255; a register is not accepted.
    Immediate,
    /// No literal, and no register of another type of the same width.
    Register,
    /// The integers of a set; a register is also accepted.
    Within(Numbers),
    /// The integers of a set; a register is not accepted.
    Only(Numbers),
    /// The integers of a set for each element of a vector; registers are also accepted.
    Each([Numbers; 2]),
    /// No literal.
    Variable,
}

/// A set of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// `4 | 8 | 16`
    Listed(&'static [u64]),
    /// `24 to 256 by 8`: the first, the last, and the distance.
    Range(u64, u64, u64),
}

impl Numbers {
    /// Returns whether a number is in the set.
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
    /// Prints `4, 8 or 16`, `from 0 to 15`, `a multiple of 8 from 24 to 256`.
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

/// Whether a second destination, a predicate, follows the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// `p`
    Never,
    /// `p{|q}`
    Optional,
    /// `p|q`
    Always,
}

/// The use of a function's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// The result is the destination's value.
    Value,
    /// The result is a pair of predicates, one for each destination; the second destination is
    /// optional.
    Pair,
    /// The result is a pair of predicates. The function with this name turns the pair into the destination's value.
    Set(&'static str),
    /// The result is the destination's value and the predicate of `d|p`.
    WithPredicate,
    /// The result is the destination's value and the carry.
    WithCarry,
}

/// An argument that a function receives after its sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// The variant that a class of modifiers selects.
    Mode(Name),
    /// The carry flag that an earlier instruction wrote.
    Carry,
    /// The lanes of the operands: one argument for each operand that may name lanes.
    Lanes,
    /// The architecture.
    Sm,
}

/// The computation of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compute {
    /// A function of `ptx-core`.
    Function {
        /// The name at the crate root; the types follow if it ends in `_`.
        name: &'static str,
        /// The arguments after the sources, in this order.
        passed: &'static [Passed],
        /// The class of modifiers (`.and`, `.or`, `.xor`) that select how a pair of predicates
        /// is combined with the last source.
        combined: Option<Name>,
        /// The use of the result.
        output: Output,
    },
    /// The form abbreviates the form of the same mnemonic with these modifiers.
    Means(&'static [&'static str]),
    /// The bits are moved unchanged, packed into a vector or unpacked from it.
    Moves,
    /// A function of `ptx-core` on the registers of all threads of a warp.
    Warp {
        /// The name at the crate root; the types follow if it ends in `_`.
        name: &'static str,
        /// The arguments after the sources, in this order.
        passed: &'static [Passed],
    },
    /// Functions of `ptx-core` on matrices outside of registers: `mma::element` for an element of
    /// D, and a function of `mma::tile` for the whole D.
    Elements {
        /// The name in `mma::tile`; `None` where only `mma::element` computes the form.
        tile: Option<&'static str>,
        /// The arguments after the matrices, in this order.
        passed: &'static [Passed],
    },
    /// No function: the effect depends on the surrounding program.
    Effect(Effect),
    /// No function: PTX has the form, but this crate does not compute it.
    Nothing,
}

macro_rules! effects {
    ($($(#[$doc:meta])* $effect:ident $($destination:ident)?;)*) => {
        /// The effect of an instruction that a program or several threads give a meaning: memory,
        /// control flow, synchronisation, communication.
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
        }
    };
    (@destination) => { false };
    (@destination destination) => { true };
}

effects! {
    /// Reads memory at an address: `ld`.
    Load destination;
    /// Writes memory at an address; the first operand is that address: `st`.
    Store;
    /// Converts an address from one state space to another: `cvta`.
    Convert destination;
    /// Jumps to a label: `bra`.
    Jump;
    /// Jumps to the label that an index selects from a list: `brx.idx`.
    Switch;
    /// Calls a function.
    Call;
    /// Returns from a function.
    Return;
    /// Ends the thread.
    Exit;
    /// Stops with an error.
    Trap;
    /// Suspends the thread for a debugger: `brkpt`.
    Breakpoint;
    /// Synchronises the threads of a block: `bar.sync`, `bar.arrive`, `barrier`.
    Barrier;
    /// Synchronises the threads of a block and combines their predicates: `bar.red`.
    BarrierReduction destination;
    /// Synchronises the lanes of a mask: `bar.warp.sync`.
    WarpBarrier;
    /// Synchronises the threads of a cluster: `barrier.cluster`.
    ClusterBarrier;
    /// Orders accesses to memory: `membar`, `fence`.
    Fence;
    /// Exchanges registers between the lanes of a warp: `shfl`.
    Shuffle destination;
    /// Combines the predicates of the lanes of a warp: `vote`.
    Vote destination;
    /// Finds the lanes of a warp that have the same value: `match`.
    Match destination;
    /// Combines the values of the lanes of a warp: `redux`.
    WarpReduction destination;
    /// Returns the mask of the active lanes: `activemask`.
    ActiveMask destination;
    /// Chooses a lane of a warp: `elect`.
    Elect destination;
    /// Replaces a value in memory and returns the old value: `atom`.
    Atomic destination;
    /// Replaces a value in memory; the first operand is the address: `red`.
    Reduction;
    /// Copies from global to shared memory asynchronously: `cp.async`.
    AsyncCopy;
    /// Closes a group of asynchronous copies: `cp.async.commit_group`.
    AsyncCommit;
    /// Waits for asynchronous copies: `cp.async.wait_group`, `cp.async.wait_all`.
    AsyncWait;
    /// Waits for another grid or admits the next one: `griddepcontrol`.
    GridDependency;
    /// Changes the number of registers of a thread: `setmaxnreg`.
    RegisterCount;
    /// Suspends the thread for a time: `nanosleep`.
    Sleep;
    /// Advises the caches, without a change of values: `prefetch`, `discard`, `applypriority`.
    CacheHint;
    /// Creates a cache policy: `createpolicy`.
    CachePolicy destination;
    /// Returns whether an address lies in a state space: `isspacep`.
    SpaceTest destination;
    /// Triggers performance monitor events: `pmevent`.
    Event;
    /// Prepares, changes or invalidates a barrier in memory: `mbarrier.init`, `mbarrier.inval`,
    /// `mbarrier.expect_tx`, `mbarrier.complete_tx`, `cp.async.mbarrier.arrive`.
    Mbarrier;
    /// Arrives at a barrier in memory and returns its state: `mbarrier.arrive`.
    MbarrierArrive destination;
    /// Tests or waits for a phase of a barrier in memory: `mbarrier.test_wait`, `mbarrier.try_wait`.
    MbarrierTest destination;
    /// Returns the pending count of a state: `mbarrier.pending_count`.
    MbarrierCount destination;
    /// Copies, reduces or prefetches a block of memory asynchronously: `cp.async.bulk`,
    /// `cp.reduce.async.bulk`.
    BulkCopy;
    /// Closes a group of bulk copies: `cp.async.bulk.commit_group`.
    BulkCommit;
    /// Waits for bulk copies: `cp.async.bulk.wait_group`.
    BulkWait;
    /// Maps an address to the shared memory of another block of the cluster: `mapa`.
    ClusterAddress destination;
    /// Returns the rank of the block that owns an address: `getctarank`.
    ClusterRank destination;
    /// Changes a tensor map: `tensormap.replace`, `tensormap.cp_fenceproxy`.
    TensorMap;
    /// Reads a multimem address and reduces the values: `multimem.ld_reduce`.
    MultimemLoad destination;
    /// Writes to a multimem address: `multimem.st`, `multimem.red`.
    MultimemStore;
    /// Requests the cancellation of a launch: `clusterlaunchcontrol.try_cancel`.
    LaunchCancel;
    /// Reads the answer to a request: `clusterlaunchcontrol.query_cancel`.
    LaunchQuery destination;
    /// Reads matrices from shared memory into the registers of a warp: `ldmatrix`.
    LoadMatrix destination;
    /// Writes matrices from the registers of a warp to shared memory: `stmatrix`.
    StoreMatrix;
    /// Transposes a matrix in the registers of a warp: `movmatrix`.
    MoveMatrix destination;
    /// Reads a matrix into an unspecified fragment: `wmma.load`.
    LoadFragment destination;
    /// Writes a fragment to memory: `wmma.store`.
    StoreFragment;
    /// Multiplies matrices in tensor memory: `tcgen05.mma`.
    TensorMatrix;
    /// Orders and awaits asynchronous products of matrices: `wgmma.fence`, `wgmma.commit_group`, `wgmma.wait_group`.
    MatrixSync;
}

impl Effect {
    /// Returns whether the destination, or the first of two, may be `_`.
    #[must_use]
    pub const fn first_may_be_sink(self) -> bool {
        matches!(self, Self::Atomic | Self::Elect | Self::Match | Self::MbarrierArrive)
    }

    /// Returns whether the second destination may be `_`.
    #[must_use]
    pub const fn second_may_be_sink(self) -> bool {
        matches!(self, Self::Shuffle | Self::Match)
    }

    /// Returns whether control may continue elsewhere than at the next statement.
    #[must_use]
    pub const fn leaves(self) -> bool {
        matches!(self, Self::Jump | Self::Switch | Self::Return | Self::Exit | Self::Trap)
    }
}

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    /// The section of the PTX ISA manual.
    pub section: &'static str,
    /// The mnemonic, `rcp`.
    pub mnemonic: &'static str,
    /// The modifiers in the manual's order; the last type among them is the instruction's type.
    pub slots: &'static [ModifierSlot],
    /// The operands; the first one is the destination, unless an [`Effect`] has none.
    pub operands: &'static [OperandSlot],
    /// The versions and targets that have the form.
    pub availability: Availability,
    /// The modifiers that came later than the form.
    pub later: &'static [Later],
    /// The computation.
    pub compute: Compute,
}

/// Modifiers that came later than their form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Later {
    /// The modifiers.
    pub words: &'static [&'static str],
    /// The versions and targets that have the modifiers.
    pub availability: Availability,
}

impl Availability {
    /// Returns the availability that the `alternatives` describe.
    pub(super) const fn of(alternatives: &'static [Alternative]) -> Self {
        Self { from: crate::version::Version::OLDEST, alternatives }
    }
}

impl Form {
    /// Returns whether one thread computes the form: by a function, as a move, or as an
    /// abbreviation.
    #[must_use]
    pub fn is_computed(&self) -> bool {
        matches!(self.compute, Compute::Function { .. } | Compute::Means(_) | Compute::Moves)
    }

    /// Returns whether the threads of a warp execute the form together.
    #[must_use]
    pub fn is_of_warp(&self) -> bool {
        matches!(self.compute, Compute::Warp { .. })
    }

    /// Returns whether functions compute the form from matrices outside of registers.
    #[must_use]
    pub fn is_of_elements(&self) -> bool {
        matches!(self.compute, Compute::Elements { .. })
    }

    /// Returns the effect of a memory or control instruction.
    #[must_use]
    pub fn effect(&self) -> Option<Effect> {
        match self.compute {
            Compute::Effect(effect) => Some(effect),
            _ => None,
        }
    }

    /// Returns the modifier in each slot, `None` for an empty slot, if `words` spells this form.
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

    /// Returns the types among the modifiers of a spelling, in their order.
    pub fn types<'a>(
        &'a self,
        modifiers: &'a [Option<&str>],
    ) -> impl DoubleEndedIterator<Item = Type> + 'a {
        let typed = self.slots.iter().zip(modifiers).filter(|(slot, _)| slot.name.is_type());
        typed.filter_map(|(_, word)| Type::from_word((*word)?))
    }

    /// Returns the type of an operand, or of each element of a vector, for the modifiers of a
    /// spelling; `None` for an operand without a type, such as a label.
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
            // The elements share the bits of the other operand.
            (None, Some(count)) => Type::bits_of_width(whole()?.bits() / count),
        }
    }

    /// Returns the shortest spelling: no optional modifiers, and the first word of every class.
    #[must_use]
    pub fn shortest(&self) -> Vec<&'static str> {
        self.slots.iter().filter(|s| !s.optional).map(|s| s.words[0]).collect()
    }

    /// Returns every choice of modifiers that spells this form.
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
