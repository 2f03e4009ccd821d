//! Faults of a launch.

use crate::memory::accesses::Accesses;
use crate::options::{Traced, Write};
use crate::place;
use crate::triple::Triple;
use ptx_module::syntax::SourceLine;
use std::fmt;
use std::sync::Arc;

/// The kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// The caller made an error. Either the launch is invalid (its arguments, or the size of the grid, block or shared
    /// memory), and no thread ran. Or the output of `vprintf` could not be written.
    Caller,
    /// An access outside of every buffer.
    OutOfBounds,
    /// An address that is not a multiple of the access's size.
    Misaligned,
    /// A write to read-only memory.
    ReadOnly,
    /// `trap` or `brkpt`.
    Trap,
    /// `__assertfail`.
    Assert,
    /// Threads wait for each other, or repeat the same instructions while they wait for a value that no
    /// thread writes.
    Deadlock,
    /// A thread repeats the same instructions forever, and reads no memory that another thread could change.
    EndlessLoop,
    /// Threads of one warp wait at different `.aligned` instructions.
    Divergent,
    /// A thread ran more instructions than [`Options::max_steps`](crate::Options::max_steps), has more than 4,096 calls that
    /// have not returned, or needs more local memory than a GPU gives to a thread.
    Limit,
    /// The condition of [`Options::stop_if`](crate::Options::stop_if) is true. The fault names no
    /// instruction, block or thread.
    Stopped,
    /// A use of a register or of memory that was never written.
    Uninitialised,
    /// Any other operation whose result PTX does not define.
    Undefined,
}

/// A fault of a launch. After a fault, the memory has the contents from before the launch. See [`Details`] for the
/// fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault(Box<Details>);

/// The properties of a fault: what happened, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Details {
    /// The kind of the fault.
    pub kind: FaultKind,
    /// What happened: one sentence without a full stop.
    pub message: String,
    /// The file and line of the instruction.
    pub place: Option<(String, usize)>,
    /// The line of the source that the instruction was compiled from.
    pub origin: Option<Arc<SourceLine>>,
    /// The mnemonic and modifiers of the instruction.
    pub instruction: Option<String>,
    /// The name of the kernel.
    pub kernel: String,
    /// The coordinates of the block of threads.
    pub block: Option<[u32; 3]>,
    /// The coordinates of the thread in its block.
    pub thread: Option<[u32; 3]>,
    /// The number of the parameter, counted from 0, whose argument has a wrong type.
    pub parameter: Option<usize>,
    /// More sentences about the fault, for example one for each group of threads that wait for each other.
    pub notes: Vec<String>,
    /// The instructions that the traced threads ran before the fault, in the order in which they ran.
    pub trace: Vec<Traced>,
    /// The writes to watched bytes before the fault, in the order in which they ran.
    pub writes: Vec<Write>,
    /// If a range of blocks was launched: the bytes of each buffer and variable that were accessed before the fault.
    pub accesses: Vec<Accesses>,
}

impl Fault {
    /// Returns a fault of kind [`FaultKind::Caller`].
    pub(crate) fn caller(kernel: &str, message: impl Into<String>) -> Self {
        Self::new(Details {
            kind: FaultKind::Caller,
            message: message.into(),
            place: None,
            origin: None,
            instruction: None,
            kernel: kernel.into(),
            block: None,
            thread: None,
            parameter: None,
            notes: Vec::new(),
            trace: Vec::new(),
            writes: Vec::new(),
            accesses: Vec::new(),
        })
    }

    /// Adds the number of the parameter whose argument has a wrong type.
    pub(crate) fn of_parameter(mut self, parameter: Option<usize>) -> Self {
        self.0.parameter = parameter;
        self
    }

    pub(crate) fn with_note(mut self, note: String) -> Self {
        self.0.notes.push(note);
        self
    }

    pub(crate) fn new(details: Details) -> Self {
        Self(Box::new(details))
    }

    /// Returns whether the kind of the fault is [`FaultKind::Caller`].
    #[must_use]
    pub fn is_callers(&self) -> bool {
        self.kind == FaultKind::Caller
    }
}

impl std::ops::Deref for Fault {
    type Target = Details;

    fn deref(&self) -> &Details {
        &self.0
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((file, line)) = &self.place {
            write!(f, "{}: ", place::place(file, line, self.origin.as_deref()))?;
        }
        if let Some(instruction) = &self.instruction {
            write!(f, "`{instruction}`: ")?;
        }
        write!(f, "{}; kernel `{}`", self.message, self.kernel)?;
        if let Some(block) = self.block {
            write!(f, ", block {}", Triple(block))?;
        }
        if let Some(thread) = self.thread {
            write!(f, ", thread {}", Triple(thread))?;
        }
        self.notes.iter().try_for_each(|note| write!(f, "\nnote: {note}"))
    }
}

impl std::error::Error for Fault {}

/// A fault during a run. The launch converts it to a [`Fault`], which has coordinates instead of the lane number, and
/// the text of the instruction instead of the site number.
#[derive(Debug)]
pub(crate) struct Stop {
    pub(crate) kind: FaultKind,
    pub(crate) message: String,
    /// The site of the instruction: its index in [`Code::sites`](crate::code::Code::sites).
    pub(crate) site: Option<usize>,
    pub(crate) lane: Option<usize>,
    pub(crate) notes: Vec<String>,
}

impl Stop {
    pub(crate) fn new(kind: FaultKind, lane: usize, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), site: None, lane: Some(lane), notes: Vec::new() }
    }

    /// Returns the stop that the caller's condition causes.
    pub(crate) fn of_caller() -> Self {
        Self { lane: None, ..Self::new(FaultKind::Stopped, 0, "the launch was stopped") }
    }

    /// Sets the site, unless it is already set.
    pub(crate) fn or_at(mut self, site: usize) -> Self {
        self.site = self.site.or(Some(site));
        self
    }

    pub(crate) fn at(mut self, site: usize) -> Self {
        self.site = Some(site);
        self
    }
}
