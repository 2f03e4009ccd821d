//! The options of a launch, and its report.

use crate::accesses::Accesses;
use crate::fault::Triple;
use std::fmt;
use std::ops::Range;

/// The options of a launch.
///
/// ```
/// use ptx_run::Options;
///
/// assert_eq!(Options::default().max_steps(0).max_steps, 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// The most instructions of a thread; 0 for no limit.
    pub max_steps: u64,
    /// Whether threads of one warp may wait at different `.aligned` instructions.
    pub allow_divergent_barrier: bool,
    /// Whether it is a fault to use a result that PTX leaves undefined: of a shuffle from a lane that does not take part, and
    /// of a read of shared memory that no thread of the block has written. Without this option the launch continues, and
    /// shared memory is zero at the start.
    pub strict: bool,
    /// Whether to search for races: [`Report::races`]. A launch then takes several times as long.
    pub races: bool,
    /// The threads whose instructions are recorded: block and thread.
    pub traces: Vec<([u32; 3], [u32; 3])>,
    /// The seed of another order that a GPU may take: of blocks, of groups of threads, and of threads in atomics.
    /// Without a seed, threads and blocks run in the order of their numbers.
    pub shuffle: Option<u64>,
    /// The most cores that run blocks at the same time. The results do not depend on it.
    pub jobs: usize,
    /// The blocks that run, by their linear numbers; all without a range.
    pub blocks: Option<Range<u64>>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_steps: 1_000_000_000,
            allow_divergent_barrier: false,
            strict: false,
            races: false,
            traces: Vec::new(),
            shuffle: None,
            jobs: 1,
            blocks: None,
        }
    }
}

impl Options {
    /// Sets the most instructions of a thread; 0 for no limit.
    #[must_use]
    pub fn max_steps(mut self, max_steps: u64) -> Self {
        self.max_steps = max_steps;
        self
    }

    /// Sets whether threads of one warp may wait at different `.aligned` instructions.
    #[must_use]
    pub fn allow_divergent_barrier(mut self, allow: bool) -> Self {
        self.allow_divergent_barrier = allow;
        self
    }

    /// Sets whether an operation whose result PTX leaves undefined is a fault.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Sets whether to search for races.
    #[must_use]
    pub fn races(mut self, races: bool) -> Self {
        self.races = races;
        self
    }

    /// Records the instructions of a thread.
    #[must_use]
    pub fn trace(mut self, block: [u32; 3], thread: [u32; 3]) -> Self {
        self.traces.push((block, thread));
        self
    }

    /// Runs blocks, groups of threads and atomics in another order, which the seed determines.
    #[must_use]
    pub fn shuffle(mut self, seed: u64) -> Self {
        self.shuffle = Some(seed);
        self
    }

    /// Sets the most cores that run blocks at the same time. Blocks run at the same time only if no block writes a byte that
    /// another block accesses, so the results, counts and messages are those of one core.
    ///
    /// ```
    /// use ptx_run::Options;
    ///
    /// assert_eq!(Options::default().jobs(4).jobs, 4);
    /// ```
    #[must_use]
    pub fn jobs(mut self, jobs: usize) -> Self {
        self.jobs = jobs;
        self
    }

    /// Runs a part of the grid: the blocks with these linear numbers, x fastest. [`Report::accesses`] then has the bytes
    /// that they read and write, so that parts which ran on copies of the memory can be merged.
    ///
    /// Parts that share no byte which one of them writes give the result of the whole launch, if
    /// [`Kernel::is_divisible`](crate::Kernel::is_divisible). [`Accesses`] has an example.
    #[must_use]
    pub fn blocks(mut self, blocks: Range<u64>) -> Self {
        self.blocks = Some(blocks);
        self
    }
}

/// The report of a launch that reached its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The number of threads.
    pub threads: u64,
    /// The number of instructions that all threads ran, including those with a false guard.
    pub instructions: u64,
    /// The sums that `ptxas` may fuse with a product, each as a place and a message. A GPU may compute other bits there.
    pub may_fuse: Vec<String>,
    /// The shuffles from lanes that do not take part. PTX leaves their results undefined; the engine returns the lane's
    /// own value.
    pub undefined_shuffles: Vec<Undefined>,
    /// What the kernel printed with `vprintf`, in order.
    pub printed: Vec<u8>,
    /// The races, if they were searched for: one for each pair of lines, in the order in which they were found.
    pub races: Vec<Race>,
    /// The races in which both threads write the same value.
    pub same_value_races: Vec<Race>,
    /// If races were searched for: the atomic additions of floats by several threads to one word, whose sum depends on
    /// the order of the threads. There is one entry for each line.
    pub order_matters: Vec<Race>,
    /// The instructions of the traced threads, in the order in which they ran.
    pub trace: Vec<Traced>,
    /// If a range of blocks was launched: the bytes of each buffer and variable that these blocks read and wrote.
    pub accesses: Vec<Accesses>,
}

/// Two unordered accesses of two threads to a common byte, at least one of which writes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Race {
    /// The file.
    pub file: String,
    /// The access that ran first here; a GPU may run it second.
    pub first: Side,
    /// The other access.
    pub second: Side,
    /// The first common byte: `offset 128 of shared memory (1024 bytes)`.
    pub address: String,
    /// The number of races of these two lines.
    pub count: u64,
    /// Whether both accesses add floats atomically. They are no race, but their order changes the sum.
    pub is_sum: bool,
}

/// An access of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Side {
    /// The line.
    pub line: usize,
    /// The mnemonic and modifiers.
    pub instruction: String,
    /// The block of threads.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { instruction, block, thread, .. } = self;
        write!(f, "`{instruction}` of block {}, thread {}", Triple(*block), Triple(*thread))
    }
}

impl fmt::Display for Race {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, first, second, address, count, .. } = self;
        let times = if *count == 1 { "time" } else { "times" };
        let what = if self.is_sum { "the order matters" } else { "race" };
        write!(f, "{file}:{}: {what} at {address}: {first}, and {second} ", first.line)?;
        write!(f, "at {file}:{}; {count} {times}", second.line)
    }
}

/// An instruction that a traced thread ran.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traced {
    /// The block of threads.
    pub block: [u32; 3],
    /// The thread in its block.
    pub thread: [u32; 3],
    /// The line.
    pub line: usize,
    /// The mnemonic and modifiers.
    pub instruction: String,
    /// The bits of the registers and constants that it read: `0x3f800000`.
    pub sources: Vec<String>,
    /// The bits of the registers that it wrote.
    pub destinations: Vec<String>,
}

/// A `shfl` that read from a lane that had exited, is not in the mask, or does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Undefined {
    /// The line of the instruction.
    pub line: usize,
    /// The lane, 0 to 31, that read.
    pub lane: u32,
    /// The lane that it read.
    pub source: u32,
    /// The number of such reads in all warps.
    pub count: u64,
}

impl Undefined {
    /// Returns a number of reads of a lane from another lane.
    #[must_use]
    pub fn new(line: usize, lane: u32, source: u32, count: u64) -> Self {
        Self { line, lane, source, count }
    }
}

impl fmt::Display for Undefined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, lane, source, count } = self;
        let times = if *count == 1 { "time" } else { "times" };
        write!(
            f,
            "line {line}: lane {lane} reads lane {source}, which has exited or is not in the mask: {count} {times}"
        )
    }
}
