//! Runs a launch: checks the arguments, runs the blocks in order, and builds the report.

use crate::code::{Code, Source, Special};
use crate::fault::{Details, Fault, FaultKind, Stop};
use crate::lanes::MOST_LANES;
use crate::launch::argument::{Argument, Value};
use crate::launch::counter::Counter;
use crate::launch::{Grid, Launch};
use crate::memory::Memory;
use crate::memory::accesses::Accesses;
use crate::memory::address::Buffer;
use crate::memory::area::Area;
use crate::memory::areas::{Areas, Own};
use crate::memory::unstarted::Unstarted;
use crate::module::Kernel;
use crate::options::{Options, Race, Report, Side, Write};
use crate::schedule::Ending;
use crate::schedule::progress::repeats::stuck;
use crate::schedule::random::Random;
use crate::schedule::run::Run;
use crate::signature::{Parameter, ParameterType, Signature};
use crate::triple::Triple;
use crate::watching::fences::Unfenced;
use crate::watching::race::Found;
use crate::watching::writes::Noted;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The maximum number of threads of a block: in x, y and z, and in total.
const MOST_THREADS: ([u32; 3], u32) = ([1024, 1024, 64], 1024);
/// The maximum number of blocks in x, y and z.
const MOST_BLOCKS: [u32; 3] = [i32::MAX as u32, 65535, 65535];
/// The maximum number of blocks of a cluster. More than 8 blocks need an attribute of the kernel on a GPU.
const MOST_CLUSTER: u64 = 16;
/// The number of bytes of shared memory per block that every target supports.
const STATIC_SHARED: usize = 48 << 10;

/// The number of instructions after which a block of a kernel with a barrier of the grid is first checked for progress. It is
/// small because every block but the last waits at the barrier.
const WAITS_AFTER: u64 = 1 << 10;

/// A suspended block. Its threads make no progress until another block changes memory.
struct Suspended<'l> {
    run: Run<'l>,
    /// The value of the counter `changes` (in `Launch::run`) when the block was suspended.
    changes: u64,
}

impl Launch<'_> {
    /// Returns the blocks in the order in which they run.
    fn order(&self) -> Unstarted {
        let size = self.cluster_blocks();
        let blocks = (0..self.blocks()).step_by(size);
        match self.options.shuffle {
            None => Unstarted::InOrder(blocks),
            Some(seed) => {
                let mut blocks: Vec<_> = blocks.collect();
                Random::new(seed).shuffle(&mut blocks);
                Unstarted::Shuffled(blocks.into_iter())
            }
        }
    }

    /// Describes a race for the report: turns the numbers of sites and threads into instructions and coordinates.
    fn race(
        &self,
        found: Found,
        order_matters: bool,
        memory: &mut Memory<'_>,
        own: &mut Own,
    ) -> Race {
        let areas = self.described(memory, own);
        let offset = match found.area {
            Area::Shared => found.offset % areas.own.shared_bytes,
            _ => found.offset,
        } as u64;
        let [first, second] = found.sides.map(|side| self.side(side));
        Race {
            file: first.file.clone(),
            first,
            second,
            address: areas.described(found.area, offset, 0),
            count: found.count,
            is_sum: found.is_sum,
            order_matters,
        }
    }

    /// Describes a site, and a thread by its linear number in the grid.
    fn side(&self, (site, thread): (usize, u64)) -> Side {
        let threads = self.threads() as u64;
        let site = &self.kernel.code.sites[site];
        Side {
            file: self.kernel.module.file_of(site),
            line: site.line,
            origin: site.origin.clone(),
            instruction: site.spelling.clone(),
            block: self.block(thread / threads),
            thread: self.thread((thread % threads) as usize),
        }
    }

    /// Describes a product whose register was used before, without a `wgmma.fence` between.
    fn unfenced(&self, one: &Unfenced) -> Race {
        let [first, second] = one.sides.map(|side| self.side(side));
        let name = self.kernel.code.names.get(&one.register);
        let register = name.map_or("a register", String::as_str);
        let place = if first == second { "before" } else { "between" };
        Race {
            file: first.file.clone(),
            first,
            second,
            address: format!("{register}, with no `wgmma.fence` {place}"),
            count: one.count,
            is_sum: false,
            order_matters: false,
        }
    }

    /// Returns the memory of the launch for descriptions of addresses.
    fn described<'a>(&'a self, memory: &'a mut Memory<'_>, own: &'a mut Own) -> Areas<'a> {
        Areas {
            regions: memory.regions(),
            parameters: &self.parameters,
            own,
            passed: &self.passed,
            first_block: 0,
            shadow: None,
            progress: None,
        }
    }

    /// Describes the writes to watched bytes.
    fn writes(&self, memory: &mut Memory<'_>, own: &mut Own) -> Vec<Write> {
        let found = own.writes.take().unwrap_or_default().found;
        let (threads, areas) = (self.threads() as u64, self.described(memory, own));
        let write = |one: Noted| {
            let site = &self.kernel.code.sites[one.site];
            let buffer = areas.regions.all[one.buffer].buffer;
            Write {
                file: self.kernel.module.file_of(site),
                line: site.line,
                origin: site.origin.clone(),
                instruction: site.spelling.clone(),
                block: self.block(one.thread / threads),
                thread: self.thread((one.thread % threads) as usize),
                buffer,
                offset: one.offset,
                address: areas.described(Area::Buffer(one.buffer), one.offset as u64, 0),
                values: one.values,
            }
        };
        found.into_iter().map(write).collect()
    }

    /// Runs the blocks one after the other. A block whose threads make no progress is suspended. The suspended block
    /// continues after another block has changed memory.
    fn run(
        &self,
        code: &Code,
        memory: &mut Memory<'_>,
        print: &mut dyn std::io::Write,
    ) -> Result<Report, Fault> {
        let size = self.cluster_blocks();
        let mut run = Run::new(code, self, size);
        run.own.heap = self.heap.clone();
        run.own.accesses = self.accesses(memory);
        run.own.unstarted = self.order();
        let mut suspended: VecDeque<Suspended<'_>> = VecDeque::new();
        // The number of turns in which a block changed memory. A turn ends when the block ends or is
        // suspended.
        let mut changes = 0;
        let mut ending = Ending::Done;
        loop {
            let can_go_on = suspended.iter().position(|one| one.changes < changes);
            let can_go_on = can_go_on.and_then(|i| suspended.remove(i));
            // A suspended block can continue if memory has changed since its suspension. The suspended block runs next
            // if the previous block has ended, or if all blocks have started. Otherwise a new block starts.
            let (new, again) = match (ending, can_go_on) {
                (Ending::Done, Some(again)) => (None, Some(again)),
                (_, again) => match run.own.unstarted.next() {
                    Some(new) => {
                        again.into_iter().for_each(|again| suspended.push_front(again));
                        (Some(new), None)
                    }
                    None => (None, again),
                },
            };
            match (new, again) {
                (Some(block), _) => run.start(block, size),
                (None, Some(again)) => {
                    let mut again = again.run;
                    run.hand_over(&mut again);
                    run = again;
                }
                (None, None) => break,
            }
            let canceled = run.own.canceled;
            let first = new.is_some().then_some(self.options.check_progress_after);
            run.progress.begin(first, !suspended.is_empty());
            let finished = run.finish(&mut memory.regions());
            let written = print.write_all(&run.printed);
            run.printed.clear();
            ending = match finished {
                Ok(ending) => ending,
                Err(stop) => {
                    let first_block = run.first_block;
                    return Err(self.fault(stop, first_block, &mut run, memory));
                }
            };
            written.map_err(|error| {
                let what = format!("cannot write what the kernel prints: {error}");
                Fault::caller(&self.kernel.signature().name, what)
            })?;
            let ended = run.own.canceled - canceled + u64::from(ending == Ending::Done);
            self.count(ended * size as u64);
            changes += u64::from(run.progress.has_changed(&memory.regions()));
            if ending == Ending::Repeats {
                let mut next = Run::new(code, self, size);
                run.hand_over(&mut next);
                suspended.push_back(Suspended { run: std::mem::replace(&mut run, next), changes });
            }
        }
        if suspended.is_empty() {
            memory.heap.clone_from(&run.own.heap);
            return Ok(self.report(&mut run, memory));
        }
        let (stop, block) = stuck(suspended.iter().map(|one| &one.run));
        Err(self.fault(stop, block, &mut run, memory))
    }

    pub(crate) fn report(&self, run: &mut Run<'_>, memory: &mut Memory<'_>) -> Report {
        let mut undefined_shuffles = std::mem::take(&mut run.undefined);
        undefined_shuffles.sort_by(|one, other| one.key().cmp(&other.key()));
        let watch = run.watch.take().unwrap_or_default();
        let mut found = |all: Vec<Found>, order_matters: bool| -> Vec<Race> {
            let race = |found| self.race(found, order_matters, memory, &mut run.own);
            all.into_iter().map(race).collect()
        };
        let unfenced = watch.fences.map_or_else(Vec::new, |fences| fences.found);
        let unfenced = unfenced.iter().map(|one| self.unfenced(one));
        let (races, orders) = match watch.races {
            Some(races) => (races.found, races.orders),
            None => (Vec::new(), Vec::new()),
        };
        let (same_value, races) = races.into_iter().partition(|found| found.is_same_value);
        Report {
            races: found(races, false).into_iter().chain(unfenced).collect(),
            same_value_races: found(same_value, false),
            order_matters: found(orders, true),
            trace: watch.traced,
            writes: self.writes(memory, &mut run.own),
            threads: self.blocks() * self.threads() as u64 - run.own.canceled * self.lanes() as u64,
            instructions: run.instructions,
            may_fuse: run.code.may_fuse.clone(),
            presumed: run.code.presumed.clone(),
            undefined_shuffles,
            undefined_barriers: run.undefined_barriers,
            printed: Vec::new(),
            accesses: run.own.accesses.take().unwrap_or_default(),
        }
    }

    /// Returns an empty record of the accesses to each buffer, if the launch records them.
    pub(crate) fn accesses(&self, memory: &Memory<'_>) -> Option<Vec<Accesses>> {
        self.options.blocks.as_ref().map(|_| Accesses::of(&memory.regions))
    }

    /// Converts the fault of a run to the fault of the launch.
    fn fault(
        &self,
        stop: Stop,
        first_block: u64,
        run: &mut Run<'_>,
        memory: &mut Memory<'_>,
    ) -> Fault {
        let data = &self.kernel.module;
        let site = stop.site.and_then(|site| self.kernel.code.sites.get(site));
        let threads = self.threads();
        let mut notes = stop.notes;
        if stop.kind == FaultKind::Trap && self.workspace.is_none() && self.kernel.reads_workspace()
        {
            let note = "`%envreg1` and `%envreg2` are 0: only a cooperative launch has a barrier of the grid";
            notes.push(note.into());
        }
        Fault::new(Details {
            kind: stop.kind,
            message: stop.message,
            place: site.map(|site| (data.file_of(site), site.line)),
            origin: site.and_then(|site| site.origin.clone()),
            instruction: site.map(|site| site.spelling.clone()),
            kernel: self.kernel.signature().name.clone(),
            block: stop.lane.map(|lane| self.block(first_block + (lane / threads) as u64)),
            thread: stop.lane.map(|lane| self.thread(lane % threads)),
            parameter: None,
            notes,
            trace: run.watch.take().map_or_else(Vec::new, |watch| watch.traced),
            writes: self.writes(memory, &mut run.own),
            accesses: run.own.accesses.take().unwrap_or_default(),
        })
    }
}

impl Kernel {
    /// Returns whether the kernel reads the address of the grid's workspace.
    fn reads_workspace(&self) -> bool {
        let mut sources = self.code.slots.iter().map(|slot| slot.source);
        sources.any(|source| matches!(source, Source::Special(Special::Workspace { .. })))
    }

    /// Runs the kernel for every thread of a grid.
    ///
    /// # Errors
    /// If the launch faults: its first fault. After a fault, the memory has the contents from before the launch.
    pub fn launch(
        &self,
        grid: Grid,
        arguments: &[Argument],
        memory: &mut Memory<'_>,
        options: &Options,
    ) -> Result<Report, Fault> {
        let mut printed = Vec::new();
        let report = self.launch_into(grid, arguments, memory, options, &mut printed)?;
        Ok(Report { printed, ..report })
    }

    /// Runs the kernel for every thread of a grid. When a block ends, even with a fault, writes its `vprintf`
    /// output to `print`. [`Report::printed`] stays empty.
    ///
    /// # Errors
    /// If the launch faults: its first fault. If writing to `print` fails: a fault of the kind
    /// [`FaultKind::Caller`](crate::FaultKind::Caller). After a fault, the memory has the contents from before the
    /// launch.
    ///
    /// ```
    /// use ptx_run::{Grid, Memory, Module, Options};
    ///
    /// let text = r#"
    /// .version 8.0
    /// .target sm_80
    /// .address_size 64
    /// .extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);
    /// .global .align 1 .b8 format[11] = {116, 104, 114, 101, 97, 100, 32, 37, 117, 10, 0};
    /// .visible .entry hello()
    /// {
    ///     .local .align 8 .b8 arguments[4];
    ///     .reg .b32 %r<3>;
    ///     .reg .b64 %rd<4>;
    ///     mov.u64 %rd1, arguments;
    ///     cvta.local.u64 %rd2, %rd1;
    ///     mov.u32 %r1, %tid.x;
    ///     st.local.u32 [%rd1], %r1;
    ///     mov.u64 %rd3, format;
    ///     cvta.global.u64 %rd3, %rd3;
    ///     call (%r2), vprintf, (%rd3, %rd2);
    ///     ret;
    /// }"#;
    /// let kernel = Module::new("hello.ptx", text)?.kernel("hello")?;
    /// let mut printed = Vec::new();
    /// let (grid, options) = (Grid::new(1, 2), Options::default());
    /// kernel.launch_into(grid, &[], &mut Memory::new(), &options, &mut printed)?;
    /// assert_eq!(printed, b"thread 0\nthread 1\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn launch_into(
        &self,
        grid: Grid,
        arguments: &[Argument],
        memory: &mut Memory<'_>,
        options: &Options,
        print: &mut dyn std::io::Write,
    ) -> Result<Report, Fault> {
        let caller = |message: String| Fault::caller(&self.signature().name, message);
        let shared_bytes = self.check(grid).map_err(caller)?;
        let cluster = self.cluster(grid, options).map_err(caller)?;
        if options.order.is_some() && self.code.machine.is_none() {
            let what = "the order of lanes is chosen for machine code, and the kernel is PTX";
            return Err(caller(what.into()));
        }
        let part = options.blocks.clone().unwrap_or(0..grid.count());
        if part.start > part.end || part.end > grid.count() {
            let (Range { start, end }, count) = (part, grid.count());
            return Err(caller(format!(
                "blocks {start} to {end} are no range of the {count} blocks"
            )));
        }
        let wrong = |(message, parameter)| {
            let note = format!("the kernel is {}", self.signature().listed());
            caller(message).of_parameter(parameter).with_note(note)
        };
        let parameters = self.parameters(arguments).map_err(wrong)?;
        self.module.create_variables(memory).map_err(caller)?;
        let variables = self.variables(memory).map_err(caller)?;
        let arguments_by_number = arguments.iter().enumerate();
        let addresses = arguments_by_number
            .flat_map(|(number, one)| one.addresses().into_iter().map(move |one| (one, number)));
        let passed =
            addresses.filter_map(|(address, number)| Some((memory.nearest(address)?.0, number)));
        let passed = passed.collect();
        let has_workspace = options.is_cooperative && self.reads_workspace();
        let workspace = has_workspace.then(|| memory.workspace());
        let check_progress_after = match workspace {
            Some(_) => options.check_progress_after.min(WAITS_AFTER),
            None => options.check_progress_after,
        };
        // Use one core if accesses are recorded, because additional cores do not record accesses.
        let jobs = if options.blocks.is_some() { 1 } else { options.jobs };
        let launch = Launch {
            grid,
            part,
            parameters,
            variables,
            passed,
            cluster,
            shared_bytes,
            options: Options { jobs, check_progress_after, ..options.clone() },
            heap: memory.heap_of(options.heap, self.code.has_heap),
            workspace,
            is_stopped: AtomicBool::new(false),
            kernel: self,
        };
        memory.spare.undo.begin();
        if let Some(together) = launch.together(&self.code) {
            if let Some(report) = launch.run_together(&self.code, memory, together) {
                return Ok(report);
            }
            memory.restore();
            options.counter.iter().for_each(Counter::reset);
        }
        let result = launch.run(&self.code, memory, print);
        if result.is_err() {
            memory.restore();
        }
        result
    }

    /// Returns the buffer of each variable of the module. An `.extern` variable without a value has no buffer (`None`).
    /// If the kernel uses such a variable, returns an error.
    fn variables(&self, memory: &Memory<'_>) -> Result<Vec<Option<Buffer>>, String> {
        let all = &self.module.variables;
        let buffers =
            all.iter().map(|one| memory.variable_of(self.module.number + one.text, &one.name));
        let buffers: Vec<_> = buffers.collect();
        let missing = self.code.slots.iter().find_map(|slot| match slot.source {
            Source::Variable(number, _) if buffers[number].is_none() => Some(&all[number].name),
            _ => None,
        });
        match missing {
            Some(name) => Err(format!("variable `{name}` is `.extern` and has no value")),
            None => Ok(buffers),
        }
    }

    /// Checks the grid. Returns the size of a block's shared memory in bytes.
    fn check(&self, grid: Grid) -> Result<usize, String> {
        let Grid { blocks, threads, shared } = grid;
        let (most, together) = MOST_THREADS;
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            for (what, count, most) in [
                ("threads", threads[axis], most[axis]),
                ("blocks", blocks[axis], MOST_BLOCKS[axis]),
            ] {
                if !(1..=most).contains(&count) {
                    return Err(format!("expected 1 to {most} {what} in {name}, found {count}"));
                }
            }
        }
        let all: u64 = threads.iter().map(|count| u64::from(*count)).product();
        if all > u64::from(together) {
            return Err(format!("expected at most {together} threads in a block, found {all}"));
        }
        let signature = self.signature();
        if let Some(required) = signature.required_threads
            && required != threads
        {
            let (required, found) = (Triple(required), Triple(threads));
            return Err(format!("`.reqntid` demands blocks of {required} threads, found {found}"));
        }
        if let Some(most) = signature.most_threads
            && all > u64::from(most)
        {
            return Err(format!("`.maxntid` allows {most} threads in a block, found {all}"));
        }
        let layout = self.code.shared;
        let bytes = match shared {
            0 => layout.fixed,
            shared => layout.dynamic + shared as usize,
        };
        let most = if shared == 0 { STATIC_SHARED } else { self.most_shared };
        // The part that the system reserves does not count.
        let needed = bytes - self.reserved();
        if needed > most {
            return Err(format!(
                "a block needs {needed} bytes of shared memory and can have {most}"
            ));
        }
        Ok(bytes)
    }

    /// Returns the number of blocks of a cluster in x, y and z.
    fn cluster(&self, grid: Grid, options: &Options) -> Result<[u32; 3], String> {
        let Signature { required_cluster, needs_cluster, .. } = self.signature();
        let cluster = match (options.cluster, *required_cluster) {
            (Some(given), Some(required)) if given != required => {
                let (required, given) = (Triple(required), Triple(given));
                return Err(format!(
                    "`.reqnctapercluster` demands clusters of {required} blocks, found {given}"
                ));
            }
            (None, None) if *needs_cluster => {
                return Err(
                    "`.explicitcluster` demands that the launch names the size of its clusters: \
                            `cluster` (in the command, `--cluster X`)"
                        .into(),
                );
            }
            (Some(cluster), _) | (None, Some(cluster)) => cluster,
            (None, None) => [1; 3],
        };
        let blocks: u64 = cluster.iter().map(|count| u64::from(*count)).product();
        if !(1..=MOST_CLUSTER).contains(&blocks) {
            return Err(format!(
                "expected 1 to {MOST_CLUSTER} blocks in a cluster, found {blocks}"
            ));
        }
        let is_divided = (0..3).all(|axis| grid.blocks[axis].is_multiple_of(cluster[axis]));
        if !is_divided {
            let (grid, cluster) = (Triple(grid.blocks), Triple(cluster));
            return Err(format!(
                "a grid of {grid} blocks is not a multiple of the cluster {cluster}"
            ));
        }
        let threads: u64 = grid.threads.iter().map(|count| u64::from(*count)).product();
        if blocks > 1 && blocks * threads > MOST_LANES as u64 {
            return Err(format!(
                "a cluster of {} threads is not supported: at most {MOST_LANES} run together",
                blocks * threads
            ));
        }
        if blocks > 1 && options.blocks.is_some() {
            return Err("a part of a grid with clusters cannot run alone".into());
        }
        Ok(cluster)
    }

    /// Checks the arguments. Returns the contents of the parameters. An error has the number of the parameter whose
    /// argument has a wrong type.
    fn parameters(&self, arguments: &[Argument]) -> Result<Vec<u8>, (String, Option<usize>)> {
        let parameters = &self.signature().parameters;
        if parameters.len() != arguments.len() {
            let plural = if parameters.len() == 1 { "" } else { "s" };
            let (expected, found) = (parameters.len(), arguments.len());
            let missing = parameters.get(found).map(|parameter| {
                format!(
                    ": {} for parameter {found} (`{}`) is missing",
                    parameter.ty, parameter.name
                )
            });
            let missing = missing.unwrap_or_default();
            let message = format!("expected {expected} argument{plural}, found {found}{missing}");
            return Err((message, None));
        }
        let machine = self.code.machine.as_ref();
        let mut bytes = vec![0; machine.map_or(0, |machine| machine.before_parameters)];
        for (i, (parameter, argument)) in parameters.iter().zip(arguments).enumerate() {
            if !fits(parameter, argument) {
                let (name, ty) = (&parameter.name, &parameter.ty);
                let found = argument.described();
                let message = format!("expected {ty} for parameter {i} (`{name}`), found {found}");
                return Err((message, Some(i)));
            }
            bytes.resize(bytes.len().next_multiple_of(parameter.alignment), 0);
            bytes.extend(argument.to_bytes());
        }
        Ok(bytes)
    }
}

/// Returns whether an argument has the width of a parameter and, for a float parameter, also its type. A struct
/// parameter accepts every argument of its size, because nvcc declares a `__half` parameter as the struct `.b8 x[2]`.
fn fits(parameter: &Parameter, argument: &Argument) -> bool {
    match (parameter.ty, &argument.0) {
        (ParameterType::Bytes(bytes), _) => bytes == argument.to_bytes().len(),
        (_, Value::Bytes(_) | Value::Struct(_)) => false,
        (ParameterType::Scalar(ty), Value::Address(_)) => ty.takes_register(ptx_isa::Type::U64),
        (ParameterType::Scalar(ty), Value::Scalar(found, _)) => ty.takes_register(*found),
    }
}
