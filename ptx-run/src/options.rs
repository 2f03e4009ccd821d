//! What a launch does besides running, and what it reports.

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
}

impl Default for Options {
    fn default() -> Self {
        Self { max_steps: 1_000_000_000, allow_divergent_barrier: false }
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
}
