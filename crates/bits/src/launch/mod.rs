//! Runs the command `run`, which runs a kernel of a PTX file or of a cubin.

mod arguments;
mod expect;
mod held;
mod json;
mod modules;
mod names;
mod options;
mod progress;
mod results;
mod source;
mod trace;
mod variables;

use crate::output::{Stream, print};
use crate::status::{FOUND, OK, UNREADABLE};
pub(crate) use arguments::Passed;
pub(crate) use held::Held;
use ptx_isa::{Message, Target};
use ptx_run::{
    Counter, Details, Error, Fault, Grid, Kernel, Memory, Module, Options, Order, Report, Signature,
};
use ptx_tool::dialect::target;
use ptx_tool::run::{Argument, Extent, Name, Named, NamedAddress, Thread};
use std::fmt::Display;
use std::num::{IntErrorKind, NonZero, ParseIntError};
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

/// The arguments of `run`.
#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// The PTX file, cubin or fatbin; `-` is standard input. A .cu file is compiled by nvcc or NVRTC
    file: PathBuf,
    /// The values of the parameters, in order
    #[arg(value_name = "ARG")]
    arguments: Vec<Argument>,
    /// Another file, whose functions and variables the first one uses, as a linker joins them; may be repeated
    #[arg(long = "link", value_name = "FILE")]
    links: Vec<PathBuf>,
    /// The kernel, which may be omitted if the file has only one; of a C++ kernel, its plain name is enough
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// The number of blocks in the grid
    #[arg(long, value_name = "X[,Y[,Z]]")]
    grid: Extent,
    /// The number of threads in a block
    #[arg(long, value_name = "X[,Y[,Z]]")]
    block: Extent,
    /// The number of blocks of a cluster, whose blocks run together [default: that of `.reqnctapercluster`, or 1]
    #[arg(long, value_name = "X[,Y[,Z]]")]
    cluster: Option<Extent>,
    /// The size of dynamic shared memory in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 0, value_parser = number::<u32>)]
    shared: u32,
    /// The size of the heap of `malloc` in bytes; `malloc` returns null if it is full
    #[arg(long, value_name = "BYTES", default_value_t = Options::default().heap as u32, value_parser = number::<u32>)]
    heap: u32,
    /// Launches cooperatively: `%envreg1` and `%envreg2` hold the address of the barrier of `cg::this_grid().sync()`
    #[arg(long)]
    cooperative: bool,
    /// The value of a variable of the file; for a pointer, a buffer
    #[arg(long = "var", value_name = "NAME=ARG")]
    variables: Vec<Named<String, Argument>>,
    /// A buffer beside the arguments; `same:NAME` is its address. Any ARG but a buffer is the contents
    #[arg(long = "buffer", value_name = "NAME=ARG")]
    buffers: Vec<Named<String, Argument>>,
    /// Prints the bits of a buffer, one element per line; N is a parameter counted from 0, NAME a variable or a buffer
    /// of `--buffer`
    #[arg(long = "print", value_name = "N|NAME")]
    prints: Vec<Name>,
    /// Writes a buffer to a raw or .npy file
    #[arg(long = "out", value_name = "N|NAME=FILE")]
    outs: Vec<Named<Name, String>>,
    /// Compares the bits of a buffer with an .npy file or the text of `--print`; the exit status is 1 if they differ
    #[arg(long = "expect", value_name = "N|NAME=FILE")]
    expects: Vec<Named<Name, String>>,
    /// Computes as on this chip, which must not be below the target of the text; `sm_90` stands for `sm_90a`
    /// [default: the target of the text]
    #[arg(long, value_name = "sm_NN", value_parser = target)]
    target: Option<Target>,
    /// Searches for races: two threads access the same byte, one writes, and nothing orders the accesses
    #[arg(long)]
    races: bool,
    /// Prints each instruction of a thread with its operands to standard error; the argument is a block and a
    /// thread
    #[arg(long = "trace", value_name = "X,Y,Z:X,Y,Z")]
    traces: Vec<Thread>,
    /// Prints each write to a buffer, or to its element at an offset, to standard error
    #[arg(long = "watch", value_name = "N|NAME[+BYTES]")]
    watches: Vec<NamedAddress>,
    /// Writes the traces to a file; if its name ends in .json, as one JSON object per line
    #[arg(long, value_name = "FILE", requires = "traces")]
    trace_out: Option<PathBuf>,
    /// Runs blocks, warps and atomics in a random order, as a GPU may do
    #[arg(long, value_name = "SEED", value_parser = number::<u64>)]
    shuffle: Option<u64>,
    /// The order of the divergent lanes of machine code [default: stack]
    #[arg(long, value_name = "ORDER")]
    order: Option<LaneOrder>,
    /// Makes undefined operations errors: shuffles that read a lane that does not take part, `.aligned` barriers that a
    /// thread of the warp passes by, and uses of registers, local and shared memory that nothing has written
    #[arg(long)]
    strict: bool,
    /// Permits something that is otherwise an error
    #[arg(long, value_name = "WHAT")]
    allow: Vec<Allowed>,
    /// The maximum number of instructions that a thread may run; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Options::default().max_steps, value_parser = number::<u64>)]
    max_steps: u64,
    /// The maximum number of cores to use [default: all]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = number::<NonZero<u32>>)]
    jobs: Option<NonZero<u32>>,
    /// An option of the compiler of a .cu file, such as -use_fast_math
    #[arg(long = "compiler-option", value_name = "X", allow_hyphen_values = true)]
    compiler_options: Vec<String>,
    /// Prints a JSON document about the launch; run.schema.json describes it
    #[arg(long)]
    json: bool,
}

/// The order of the divergent lanes of machine code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum LaneOrder {
    /// The lanes that jump at a branch wait, and join the others only at BSYNC and WARPSYNC
    Stack,
    /// Lanes at the same instruction join
    Join,
}

impl LaneOrder {
    fn of_run(self) -> Order {
        match self {
            Self::Stack => Order::Stack,
            Self::Join => Order::Join,
        }
    }
}

/// Errors that `--allow` permits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Allowed {
    /// Threads of one warp may wait at different `.aligned` barriers
    DivergentBarrier,
}

/// The values that a launch receives.
pub(crate) struct Inputs<'a> {
    /// The values of the parameters, in order.
    pub(crate) arguments: &'a [Argument],
    /// The buffers beside the arguments.
    pub(crate) buffers: &'a [Named<String, Argument>],
    /// The values of variables.
    pub(crate) variables: &'a [Named<String, Argument>],
}

impl RunArgs {
    fn inputs(&self) -> Inputs<'_> {
        let Self { arguments, buffers, variables, .. } = self;
        Inputs { arguments, buffers, variables }
    }
}

/// Why a launch failed.
pub(crate) enum Failure {
    /// The arguments or files of the caller are wrong. Has a message for each error.
    Caller(Vec<String>),
    /// The kernel faulted.
    Kernel(Fault),
}

impl<T: Into<Message>> From<T> for Failure {
    fn from(message: T) -> Self {
        Self::Caller(vec![message.into().to_string()])
    }
}

impl Failure {
    /// Returns the failure for the errors of a PTX file.
    pub(crate) fn of(error: Error) -> Self {
        let Error { file, findings } = error;
        let one = |finding| Error { file: file.clone(), findings: vec![finding] }.to_string();
        Self::Caller(findings.into_iter().map(one).collect())
    }
}

/// Parses a number. The error states what is expected; clap adds the option and the text.
pub(crate) fn number<N: FromStr<Err = ParseIntError>>(text: &str) -> Result<N, &'static str> {
    text.parse().map_err(|fault: ParseIntError| match fault.kind() {
        IntErrorKind::PosOverflow => "the number is too large",
        IntErrorKind::Zero => "expected a number from 1",
        _ => "expected a number in decimal digits",
    })
}

/// A launch that finished without a fault.
pub(crate) struct Done {
    file: String,
    kernel: Kernel,
    grid: Grid,
    memory: Memory<'static>,
    passed: Passed,
    expected: Vec<expect::Expected>,
    report: Report,
    time: Duration,
}

/// Runs a kernel. Returns the exit status.
pub(crate) fn run(arguments: &RunArgs, out: &mut Stream<'_>, err: &mut Stream<'_>) -> u8 {
    let done = match launch(arguments, out, err) {
        Ok(done) => done,
        Err(failure) => {
            return match failure {
                Failure::Caller(messages) => {
                    messages.iter().for_each(|message| err.error(message));
                    UNREADABLE
                }
                Failure::Kernel(fault) if fault.is_callers() => refuse(&fault, err),
                Failure::Kernel(fault) => {
                    let written = trace::write(arguments, &fault.trace, err);
                    trace::writes(&fault.writes, err);
                    err.error(&fault);
                    if let Err(message) = written {
                        return refuse(&message, err);
                    }
                    let status = if arguments.json {
                        print(json::fault(&fault).as_bytes(), out, err)
                    } else {
                        OK
                    };
                    status.max(FOUND)
                }
            };
        }
    };
    let written = results::write(arguments, &done);
    let unequal = expect::unequal(&done);
    let shown = match (arguments.json, arguments.prints.is_empty(), arguments.outs.is_empty()) {
        (true, ..) => json::done(arguments, &done, &unequal),
        (false, true, true) => results::summaries(&done),
        _ => results::prints(arguments, &done),
    };
    let status = print(shown.as_bytes(), out, err);
    // If the error stream is closed, the statistics cannot be shown.
    let _ = err.write_all(results::statistics(&done).as_bytes());
    let written = written.and_then(|()| trace::write(arguments, &done.report.trace, err));
    trace::writes(&done.report.writes, err);
    unequal.iter().for_each(|one| err.error(&one.message()));
    let is_good = done.report.races.is_empty() && unequal.is_empty();
    let found = if is_good { OK } else { FOUND };
    match written {
        Ok(()) => status.max(found),
        Err(message) => refuse(&message, err),
    }
}

/// Prints an error of the caller. Returns the exit status.
pub(crate) fn refuse(message: &dyn Display, err: &mut Stream<'_>) -> u8 {
    err.error(message);
    UNREADABLE
}

fn launch(
    arguments: &RunArgs,
    out: &mut Stream<'_>,
    err: &mut Stream<'_>,
) -> Result<Done, Failure> {
    let (name, module) = modules::read(arguments, err)?;
    let module = match arguments.target {
        Some(chip) => module.for_target(chip).map_err(Failure::of)?,
        None => module,
    };
    let entry = entry(arguments.entry.as_deref(), &module, &name)?;
    let kernel = module.kernel(&entry).map_err(Failure::of)?;
    trace::check(arguments)?;
    let mut memory = Memory::new();
    let passed = Passed::new(&arguments.inputs(), &module, &kernel, &mut memory)?;
    options::check_names(arguments, &kernel, &module, &passed)?;
    let expected = expect::read(arguments, |name| passed.held(name).expect("a buffer").ty)?;
    let shorter = variables::shorter(arguments, &module);
    for note in kernel.may_fuse().iter().chain(kernel.presumed()).chain(&shorter) {
        // If the error stream is closed, the note cannot be shown.
        let _ = err.write_all(format!("note: {note}\n").as_bytes());
    }
    let (blocks, threads) = (arguments.grid.0, arguments.block.0);
    let grid = Grid { blocks, threads, shared: arguments.shared };
    let counter = Counter::default();
    let options = Options::default()
        .counter(&counter)
        .max_steps(arguments.max_steps)
        .heap(arguments.heap as usize)
        .cooperative(arguments.cooperative)
        .strict(arguments.strict)
        .allow_divergent_barrier(arguments.allow.contains(&Allowed::DivergentBarrier))
        .races(arguments.races)
        .jobs(arguments.jobs.map_or_else(cores, |jobs| jobs.get() as usize));
    let options = match arguments.cluster {
        Some(cluster) => options.cluster(cluster.0),
        None => options,
    };
    let options = match arguments.shuffle {
        Some(seed) => options.shuffle(seed),
        None => options,
    };
    let order = arguments.order.map(LaneOrder::of_run);
    let options = order.into_iter().fold(options, Options::order);
    let traces = arguments.traces.iter();
    let options = traces.fold(options, |options, one| options.trace(one.block, one.thread));
    let watches = arguments.watches.iter();
    let options = watches.fold(options, |options, place| {
        let held = passed.held(&place.name).expect("a buffer");
        options.watch(held.buffer, held.watched(place))
    });
    let start = Instant::now();
    // If `--json` or `--print` writes to standard output, the kernel prints to standard error, so that the two outputs
    // do not mix.
    let is_apart = arguments.json || !arguments.prints.is_empty();
    let print = if is_apart { err.writer() } else { out.writer() };
    let blocks = blocks.iter().map(|count| u64::from(*count)).product();
    let launched = progress::show(&entry, blocks, &counter, || {
        kernel.launch_into(grid, &passed.arguments, &mut memory, &options, print)
    });
    let report =
        launched.map_err(|fault| match variables::buffer_help(arguments, &kernel, &fault) {
            Some(help) => {
                let Details { message, kernel, .. } = &*fault;
                Message::new(format!("{message}; kernel `{kernel}`")).help(help).into()
            }
            None => Failure::Kernel(fault),
        })?;
    Ok(Done { file: name, kernel, grid, memory, passed, expected, report, time: start.elapsed() })
}

/// Returns the number of cores of this machine.
pub(crate) fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Returns the name of the kernel to run: the name on the command line, or the name of the only kernel in the file.
pub(crate) fn entry(name: Option<&str>, module: &Module, file: &str) -> Result<String, Message> {
    if let Some(name) = name {
        return Ok(name.into());
    }
    match module.kernels() {
        [] => Err(format!("{file} contains no kernel with a body").into()),
        [only] => Ok(only.name.clone()),
        all => {
            let message = Message::new(format!("{file} contains {} kernels", all.len()));
            let message = all.iter().map(Signature::listed).fold(message, Message::note);
            Err(message.help(format!("select one, such as `--entry {}`", all[0].name)))
        }
    }
}
