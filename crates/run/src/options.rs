//! The options and the report of a launch.

use crate::launch::counter::Counter;
use crate::memory::accesses::Accesses;
use crate::memory::address::Buffer;
use crate::place;
use crate::triple::Triple;
use crate::watching::undefined::Undefined;
use ptx_isa::Type;
use ptx_module::syntax::SourceLine;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

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
    /// The maximum number of instructions that a thread may run. 0 means no limit.
    pub max_steps: u64,
    /// The number of instructions after which a block is first checked for progress. If its threads only wait, the
    /// next block starts.
    pub check_progress_after: u64,
    /// Whether threads of one warp may wait at different `.aligned` instructions.
    pub allow_divergent_barrier: bool,
    /// Whether it is a fault to use a result that PTX leaves undefined. Such results come from shuffles that read a lane
    /// that does not take part, from `.aligned` barriers that a thread of the warp passes by, and from registers, local
    /// and shared memory that nothing has written. Without this option the launch continues, and registers and memory are
    /// zero at the start.
    pub strict: bool,
    /// Whether to search for races. The results are in [`Report::races`]. A search can make the
    /// launch 50 times slower.
    pub races: bool,
    /// The threads whose instructions are recorded, each as block and thread coordinates.
    pub traces: Vec<([u32; 3], [u32; 3])>,
    /// The bytes whose writes are recorded, each as a buffer or variable and a range in it.
    pub watches: Vec<(Buffer, Range<usize>)>,
    /// The seed of a random order of blocks, of groups of threads, and of threads in atomic operations. Without a seed,
    /// the order is fixed: for example, blocks start in the order of their numbers.
    pub shuffle: Option<u64>,
    /// The order of the divergent lanes of machine code. `None` is [`Order::Stack`]. A launch of PTX with an order is an
    /// error.
    pub order: Option<Order>,
    /// The maximum number of cores that run blocks. This number does not affect the results.
    pub jobs: usize,
    /// The range of blocks that run, by their linear numbers. `None` runs all blocks.
    pub blocks: Option<Range<u64>>,
    /// The number of blocks of a cluster in x, y and z. `None` takes the number that the kernel requires, or 1.
    pub cluster: Option<[u32; 3]>,
    /// The number of bytes of the heap of `malloc`. `malloc` returns null if the heap is full.
    pub heap: usize,
    /// Whether the launch is cooperative, so that `%envreg1` and `%envreg2` hold the address of the grid's workspace.
    pub is_cooperative: bool,
    /// The counter of the blocks that have ended.
    pub counter: Option<Counter>,
    /// The condition that stops the launch.
    pub(crate) stop_if: Option<Condition>,
}

/// The order of the divergent lanes of a warp in machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Order {
    /// The lanes that fall through at a branch continue, and the lanes that jump wait. The lanes that waited last continue
    /// first. Lanes join only at `BSYNC` and `WARPSYNC`.
    Stack,
    /// The lanes at the earliest instruction run next, and lanes at the same instruction join. Instructions of a warp whose
    /// lanes have different masks need [`Stack`](Self::Stack).
    Join,
}

/// A function that returns whether a launch must stop.
#[derive(Clone)]
pub(crate) struct Condition(Arc<dyn Fn() -> bool + Send + Sync>);

impl Condition {
    pub(crate) fn is_true(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Condition")
    }
}

impl PartialEq for Condition {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Condition {}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_steps: 1_000_000_000,
            check_progress_after: 1_000_000,
            allow_divergent_barrier: false,
            strict: false,
            races: false,
            traces: Vec::new(),
            watches: Vec::new(),
            shuffle: None,
            order: None,
            jobs: 1,
            blocks: None,
            cluster: None,
            heap: 8 << 20,
            is_cooperative: false,
            counter: None,
            stop_if: None,
        }
    }
}

impl Options {
    /// Sets the maximum number of instructions that a thread may run. 0 means no limit.
    #[must_use]
    pub fn max_steps(mut self, max_steps: u64) -> Self {
        self.max_steps = max_steps;
        self
    }

    /// Sets the number of instructions after which a block is first checked for progress. A block that waits for a
    /// later block runs this many instructions in vain. So a lower number makes such a launch faster. Of the results,
    /// only [`Report::instructions`] depends on this number. A check takes about as long as 300 instructions. The
    /// default is 1,000,000.
    ///
    /// ```
    /// use ptx_run::Options;
    ///
    /// assert_eq!(Options::default().check_progress_after(1000).check_progress_after, 1000);
    /// ```
    #[must_use]
    pub fn check_progress_after(mut self, steps: u64) -> Self {
        self.check_progress_after = steps;
        self
    }

    /// Sets whether threads of one warp may wait at different `.aligned` instructions.
    #[must_use]
    pub fn allow_divergent_barrier(mut self, allow: bool) -> Self {
        self.allow_divergent_barrier = allow;
        self
    }

    /// Sets whether it is a fault to use a result that PTX leaves undefined.
    #[must_use]
    pub fn strict(mut self, strict: bool) -> Self {
        self.strict = strict;
        self
    }

    /// Sets the number of bytes of the heap of `malloc`. The heap belongs to the [`Memory`](crate::Memory), so that a later
    /// launch can use and free the memory. Another number applies to the allocations of the launch. The default is 8 MiB, as on
    /// a GPU.
    ///
    /// ```
    /// use ptx_run::Options;
    ///
    /// assert_eq!(Options::default().heap, 8 << 20);
    /// assert_eq!(Options::default().heap(1 << 20).heap, 1 << 20);
    /// ```
    #[must_use]
    pub fn heap(mut self, bytes: usize) -> Self {
        self.heap = bytes;
        self
    }

    /// Sets whether the launch is cooperative. The special registers `%envreg1` and `%envreg2` then hold the high and the low
    /// word of the address of the grid's workspace, in which `grid.sync()` of NVIDIA's cooperative groups waits for all
    /// blocks. Otherwise they are 0, and `grid.sync()` traps, as after `<<<…>>>` on a GPU. The default is `false`.
    ///
    /// ```
    /// use ptx_run::{FaultKind, Grid, Memory, Module, Options};
    ///
    /// let text = "
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry sync()
    /// {
    ///     .reg .b32 %r;
    ///     .reg .pred %p;
    ///     mov.u32 %r, %envreg1;
    ///     setp.eq.u32 %p, %r, 0;
    ///     @%p trap;
    ///     ret;
    /// }";
    /// let kernel = Module::new("sync.ptx", text)?.kernel("sync")?;
    /// let launch = |options| kernel.launch(Grid::new(2, 32), &[], &mut Memory::new(), &options);
    /// assert!(launch(Options::default().cooperative(true)).is_ok());
    /// let fault = launch(Options::default()).unwrap_err();
    /// assert_eq!(fault.kind, FaultKind::Trap);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn cooperative(mut self, is_cooperative: bool) -> Self {
        self.is_cooperative = is_cooperative;
        self
    }

    /// Sets whether to search for races.
    #[must_use]
    pub fn races(mut self, races: bool) -> Self {
        self.races = races;
        self
    }

    /// Adds a thread whose instructions are recorded.
    #[must_use]
    pub fn trace(mut self, block: [u32; 3], thread: [u32; 3]) -> Self {
        self.traces.push((block, thread));
        self
    }

    /// Records the writes to these bytes of a buffer or variable in [`Report::writes`]. A fault has the writes before it.
    ///
    /// ```
    /// use ptx_run::{Grid, Memory, Module, Options};
    ///
    /// let text = "
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry number(.param .u64 y)
    /// {
    ///     .reg .b32 %r<2>;
    ///     .reg .b64 %rd<4>;
    ///     ld.param.u64 %rd1, [y];
    ///     mov.u32 %r1, %tid.x;
    ///     mul.wide.u32 %rd2, %r1, 4;
    ///     add.s64 %rd3, %rd1, %rd2;
    ///     st.global.u32 [%rd3], %r1;
    ///     ret;
    /// }";
    /// let kernel = Module::new("number.ptx", text)?.kernel("number")?;
    /// let mut memory = Memory::new();
    /// let y = memory.add(&[0u32; 4]);
    /// let options = Options::default().watch(y, 8..12);
    /// let report = kernel.launch(Grid::new(1, 4), &[y.into()], &mut memory, &options)?;
    /// assert_eq!(
    ///     report.writes[0].to_string(),
    ///     "number.ptx:13: `st.global.u32` writes 0x00000002 at offset 8 of the buffer of parameter 0 (16 bytes); \
    ///      block (0,0,0), thread (2,0,0)"
    /// );
    /// assert_eq!(report.writes.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn watch(mut self, buffer: Buffer, bytes: Range<usize>) -> Self {
        self.watches.push((buffer, bytes));
        self
    }

    /// Sets the number of blocks of a cluster in x, y and z. The blocks of a cluster run together, and can access the
    /// shared memory of each other. Without this, `.reqnctapercluster` of the kernel sets the number.
    ///
    /// ```
    /// use ptx_run::Options;
    ///
    /// assert_eq!(Options::default().cluster([2, 1, 1]).cluster, Some([2, 1, 1]));
    /// ```
    #[must_use]
    pub fn cluster(mut self, blocks: [u32; 3]) -> Self {
        self.cluster = Some(blocks);
        self
    }

    /// Sets the seed of a random order of blocks, of groups of threads, and of threads in atomic operations.
    #[must_use]
    pub fn shuffle(mut self, seed: u64) -> Self {
        self.shuffle = Some(seed);
        self
    }

    /// Sets the order of the divergent lanes of machine code.
    ///
    /// ```
    /// use ptx_run::{Options, Order};
    ///
    /// assert_eq!(Options::default().order(Order::Join).order, Some(Order::Join));
    /// ```
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.order = Some(order);
        self
    }

    /// Sets the maximum number of cores that run blocks. Results, counts and messages are the same as on one core: if a
    /// block writes a byte that another block accesses, the launch starts again, and the blocks run one after another.
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

    /// Sets the counter of the blocks that have ended, so that another host thread can show the progress.
    #[must_use]
    pub fn counter(mut self, counter: &Counter) -> Self {
        self.counter = Some(counter.clone());
        self
    }

    /// Stops the launch as soon as a condition is true. The launch then returns a fault of the kind
    /// [`FaultKind::Stopped`](crate::FaultKind::Stopped). A launch whose condition is never true has the same results
    /// as a launch without a condition.
    ///
    /// Each thread of the host that runs blocks calls the condition when it starts, and then after every 262,144
    /// instructions of GPU threads. While the calling thread waits for the other threads, it calls the condition every
    /// 50 ms.
    ///
    /// ```
    /// use ptx_run::{FaultKind, Grid, Memory, Module, Options};
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicBool, Ordering};
    /// use std::thread;
    ///
    /// let text = "
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .visible .entry count()
    /// {
    ///     .reg .b64 %rd1;
    ///     mov.u64 %rd1, 0;
    /// LOOP:
    ///     add.u64 %rd1, %rd1, 1;
    ///     bra LOOP;
    /// }";
    /// let kernel = Module::new("count.ptx", text)?.kernel("count")?;
    /// let stop = Arc::new(AtomicBool::new(false));
    /// let condition = Arc::clone(&stop);
    /// let options = Options::default().max_steps(0).stop_if(move || condition.load(Ordering::Relaxed));
    /// let launch = || kernel.launch(Grid::new(1, 32), &[], &mut Memory::new(), &options);
    /// let result = thread::scope(|scope| {
    ///     let launched = scope.spawn(launch);
    ///     stop.store(true, Ordering::Relaxed);
    ///     launched.join().expect("the thread does not panic")
    /// });
    /// let fault = result.unwrap_err();
    /// assert_eq!(fault.kind, FaultKind::Stopped);
    /// assert_eq!(fault.to_string(), "the launch was stopped; kernel `count`");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn stop_if(mut self, condition: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.stop_if = Some(Condition(Arc::new(condition)));
        self
    }

    /// Runs only the blocks with these linear numbers (x varies fastest). [`Report::accesses`] then contains the bytes
    /// that these blocks read and write. These records make it possible to merge the results of several ranges that ran
    /// on separate copies of the memory.
    ///
    /// The merged result equals the result of the whole launch if [`Kernel::is_divisible`](crate::Kernel::is_divisible)
    /// returns true, and if no range accesses a byte that another range writes. [`Accesses`] has an example.
    #[must_use]
    pub fn blocks(mut self, blocks: Range<u64>) -> Self {
        self.blocks = Some(blocks);
        self
    }
}

/// The report of a launch that finished without a fault.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The number of threads.
    pub threads: u64,
    /// The number of instructions that all threads ran. Instructions with a false guard are included.
    pub instructions: u64,
    /// The sums that `ptxas` may fuse with a product, each as a position and a message. A GPU may compute other bits
    /// for these sums.
    pub may_fuse: Vec<String>,
    /// A sentence for each kind of instruction of the kernel whose bits no chip has confirmed: products of `tcgen05.mma`.
    pub presumed: Vec<String>,
    /// The shuffles that read a lane that does not take part, with an entry for each line and pair of lanes. PTX leaves
    /// their results undefined. The engine returns the reading lane's own value.
    /// [`UndefinedLine::all`](crate::UndefinedLine::all) groups the entries by line.
    pub undefined_shuffles: Vec<Undefined>,
    /// How often a warp completed an `.aligned` barrier without all its threads, because some of them had exited. PTX
    /// leaves such a barrier undefined. The engine counts only threads that have not exited.
    pub undefined_barriers: u64,
    /// The output of `vprintf`, in order.
    pub printed: Vec<u8>,
    /// The races, if [`Options::races`] is set. There is one entry for each pair of instructions, in the order in which
    /// the races were found.
    pub races: Vec<Race>,
    /// The races in which both threads write the same value.
    pub same_value_races: Vec<Race>,
    /// Atomic updates of one value by several threads, if [`Options::races`] is set and the order of the updates may
    /// change a result. These are float additions, `exch`, `cas`, `inc`, `dec`, updates whose old value the kernel
    /// uses, and different updates such as `add` and `max`. There is at most one entry for each instruction.
    pub order_matters: Vec<Race>,
    /// The instructions of the traced threads, in the order in which they ran.
    pub trace: Vec<Traced>,
    /// The writes to the bytes of [`Options::watches`], in the order in which they ran.
    pub writes: Vec<Write>,
    /// If a range of blocks was launched: the bytes of each buffer and variable that these blocks read and wrote.
    pub accesses: Vec<Accesses>,
}

/// A race: two threads access a common byte, nothing orders the accesses, and at least one access writes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Race {
    /// The name of the file of the first access.
    pub file: String,
    /// The access that ran first in this launch. On a GPU, this access may run second.
    pub first: Side,
    /// The access that ran second in this launch.
    pub second: Side,
    /// The first byte that both access: `offset 128 of shared memory (1024 bytes)`.
    pub address: String,
    /// The number of races between these two instructions.
    pub count: u64,
    /// Whether both accesses are atomic additions of floats. Two such additions do not race, but their order may change
    /// the sum.
    pub is_sum: bool,
    /// Whether both accesses are atomic updates, so that they do not race, but their order may change a result.
    pub order_matters: bool,
}

/// One access of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Side {
    /// The name of the file.
    pub file: String,
    /// The line of the instruction; 0 in machine code.
    pub line: usize,
    /// The line of the source that the instruction was compiled from.
    pub origin: Option<Arc<SourceLine>>,
    /// The mnemonic and modifiers.
    pub instruction: String,
    /// The coordinates of the block of threads.
    pub block: [u32; 3],
    /// The coordinates of the thread in its block.
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
        let Self { first, second, address, count, .. } = self;
        let times = if *count == 1 { "time" } else { "times" };
        let what = if self.order_matters { "the order matters" } else { "race" };
        let place = |side: &Side| place::place(&side.file, side.line, side.origin.as_deref());
        write!(f, "{}: {what} at {address}: {first}, and {second} ", place(first))?;
        write!(f, "at {}; {count} {times}", place(second))
    }
}

/// An instruction that a traced thread ran.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traced {
    /// The coordinates of the block of threads.
    pub block: [u32; 3],
    /// The coordinates of the thread in its block.
    pub thread: [u32; 3],
    /// The name of the file, if the module consists of several files.
    pub file: Option<Arc<str>>,
    /// The line of the instruction; 0 in machine code.
    pub line: usize,
    /// The line of the source that the instruction was compiled from.
    pub origin: Option<Arc<SourceLine>>,
    /// The mnemonic and modifiers.
    pub instruction: String,
    /// The whole statement on one line: `@%p1 add.f32 %f3, %f1, %f2;`.
    pub statement: String,
    /// The bits of the registers and constants that the instruction read: `0x3f800000`.
    pub sources: Vec<String>,
    /// The bits of the registers that the instruction wrote.
    pub destinations: Vec<String>,
    /// The register of each element of `sources`, or `None` for a constant or a special register.
    pub source_registers: Vec<Option<TracedRegister>>,
    /// The register of each element of `destinations`.
    pub destination_registers: Vec<Option<TracedRegister>>,
}

impl Traced {
    /// Returns the position of the instruction: `line 262`, or with the line of the source, `kernel.cu:25 (line 262)`. Returns
    /// an empty text for machine code without lines of the source, whose `statement` begins with its address.
    #[must_use]
    pub fn place(&self) -> String {
        place::line(self.file.as_deref(), self.line, self.origin.as_deref())
    }
}

/// A register of a traced instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TracedRegister {
    /// The name in the text, such as `%f1`.
    pub name: String,
    /// The type in which the instruction reads or writes the register, unless it is part of an address.
    pub ty: Option<Type>,
}

/// A write of a thread to bytes that [`Options::watch`] selects.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Write {
    /// The name of the file.
    pub file: String,
    /// The line of the instruction; 0 in machine code.
    pub line: usize,
    /// The line of the source that the instruction was compiled from.
    pub origin: Option<Arc<SourceLine>>,
    /// The mnemonic and modifiers.
    pub instruction: String,
    /// The coordinates of the block of threads.
    pub block: [u32; 3],
    /// The coordinates of the thread in its block.
    pub thread: [u32; 3],
    /// The buffer or variable.
    pub buffer: Buffer,
    /// The offset of the first byte that is written.
    pub offset: usize,
    /// The bits of the elements after the write, `0x3f800000`: several for a vector.
    pub values: Vec<String>,
    /// The first byte: `offset 4 of the buffer of parameter 1 (12 bytes)`.
    pub address: String,
}

impl fmt::Display for Write {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { file, line, origin, instruction, values, address, .. } = self;
        let place = place::place(file, line, origin.as_deref());
        write!(f, "{place}: `{instruction}` writes {} at {address}; ", values.join(", "))?;
        write!(f, "block {}, thread {}", Triple(self.block), Triple(self.thread))
    }
}
