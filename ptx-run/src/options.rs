//! What a launch does besides running, and what it reports.

use std::fmt;

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
    /// Whether threads of one warp may wait at different instructions that are `.aligned`.
    pub allow_divergent_barrier: bool,
    /// Whether what PTX leaves undefined is a fault where the launch can go on: a shuffle from a lane that does not take
    /// part.
    pub strict: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { max_steps: 1_000_000_000, allow_divergent_barrier: false, strict: false }
    }
}

impl Options {
    /// Sets the most instructions of a thread; 0 for no limit.
    #[must_use]
    pub fn max_steps(mut self, max_steps: u64) -> Self {
        self.max_steps = max_steps;
        self
    }

    /// Sets whether threads of one warp may wait at different instructions that are `.aligned`.
    #[must_use]
    pub fn allow_divergent_barrier(mut self, allow: bool) -> Self {
        self.allow_divergent_barrier = allow;
        self
    }

    /// Sets whether what PTX leaves undefined is a fault.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }
}

/// The report of a launch that reached its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The number of threads.
    pub threads: u64,
    /// The number of instructions that all threads ran, those with a false guard included.
    pub instructions: u64,
    /// The sums that `ptxas` may fuse with a product, each as a place and a message. A GPU may compute other bits there.
    pub may_fuse: Vec<String>,
    /// The shuffles from lanes that do not take part. PTX leaves their results undefined; here the lane gets its own value.
    pub undefined_shuffles: Vec<Undefined>,
    /// What the kernel printed with `vprintf`, in order.
    pub printed: Vec<u8>,
}

/// A lane of `shfl` that read a lane that had exited, is not in the mask, or does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Undefined {
    /// The line of the instruction.
    pub line: usize,
    /// The lane, 0 to 31, that read.
    pub lane: u32,
    /// The lane that it read.
    pub source: u32,
    /// How often, over all warps.
    pub count: u64,
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
