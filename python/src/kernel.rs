//! Implements `Module` and `Kernel`, which run whole kernels on arrays.

use crate::signals::Signals;
use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use ptx_isa::Type;
use ptx_run::{
    Argument, Buffer, Content, Fault, Grid, Memory, Options, Order, ParameterType, Race, Report,
    Traced, TracedRegister, Undefined, UndefinedLine,
};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

create_exception!(
    ptx_bits,
    KernelError,
    PyRuntimeError,
    "What a kernel did wrong: the place, the block and the thread, in the words of `ptx-bits run`.\n\n\
     `kind` is the kind, such as OutOfBounds. The arrays are as before the launch."
);

/// The text of a PTX file, the names and texts of several, or the bytes of a file with machine code.
#[derive(FromPyObject)]
enum File {
    /// A PTX text.
    Text(String),
    /// A cubin or fatbin.
    Machine(PyBackedBytes),
    /// Several PTX texts, each with its name.
    Texts(Vec<(String, String)>),
}

/// A PTX file or a cubin, with the memory that keeps its variables between launches.
#[pyclass(frozen, module = "ptx_bits._native")]
pub(crate) struct NativeModule {
    module: ptx_run::Module,
    memory: Arc<Mutex<Memory<'static>>>,
}

/// A kernel of a file, the variables that the kernel can write, and the memory of the file.
#[pyclass(frozen, module = "ptx_bits._native")]
pub(crate) struct NativeKernel {
    kernel: ptx_run::Kernel,
    /// Whether the kernel is machine code, whose parameters have no types.
    is_machine: bool,
    variables: Vec<Buffer>,
    memory: Arc<Mutex<Memory<'static>>>,
}

/// An argument of a kernel, or a member of a struct.
#[derive(FromPyObject)]
pub(crate) enum Given {
    /// The type and the bits of a scalar, or `null`.
    Scalar(String, u64),
    /// The index of a buffer, and an offset in it.
    Buffer(usize, i64),
    /// The bytes of a struct.
    #[pyo3(transparent)]
    Bytes(Vec<u8>),
    /// The members of a struct.
    #[pyo3(transparent)]
    Struct(Vec<Given>),
}

/// The options of a launch: `races`, `strict`, `shuffle`, the maximum number of steps, the maximum number of
/// cores, `allow_divergent_barrier`, the blocks and threads to trace, the number of blocks of a cluster, the size of the
/// heap, whether the lanes of machine code at the same instruction join, and whether the launch is cooperative.
type Chosen = (
    bool,
    bool,
    Option<u64>,
    u64,
    usize,
    bool,
    Vec<([u32; 3], [u32; 3])>,
    Option<[u32; 3]>,
    usize,
    Option<bool>,
    bool,
);

/// A traced instruction: block, thread, line, instruction, sources and destinations.
type Line = (
    [u32; 3],
    [u32; 3],
    usize,
    String,
    Vec<String>,
    Vec<String>,
    String,
    Vec<Option<String>>,
    Vec<Option<String>>,
    Option<String>,
);

/// A shuffle that reads a lane that does not take part in the shuffle. The fields are the line, the reading lane, the
/// lane that is read, and the number of occurrences.
type Shuffled = (usize, u32, u32, u64);

/// The accesses to a buffer: a bit for each byte that was read, a bit for each byte that was written, and the written
/// bytes.
type Touched<'py> = (Bound<'py, PyBytes>, Bound<'py, PyBytes>, Bound<'py, PyBytes>);

impl NativeModule {
    /// Creates the memory for a module's variables.
    pub(crate) fn of(module: ptx_run::Module) -> PyResult<Self> {
        let mut memory = Memory::new();
        module.create_variables(&mut memory).map_err(wrong)?;
        Ok(Self { module, memory: Arc::new(Mutex::new(memory)) })
    }

    /// Returns a kernel. If the kernel has errors, `failed` converts them to an exception.
    pub(crate) fn kernel_or(
        &self,
        name: &str,
        failed: impl Fn(ptx_run::Error) -> PyErr,
    ) -> PyResult<NativeKernel> {
        Ok(self.native(self.module.kernel(name).map_err(failed)?))
    }

    fn native(&self, kernel: ptx_run::Kernel) -> NativeKernel {
        let variables = self.written().into_iter().map(|(_, buffer)| buffer).collect();
        let is_machine = self.module.is_machine();
        NativeKernel { kernel, is_machine, variables, memory: Arc::clone(&self.memory) }
    }

    /// Returns the names of the variables that kernels can write, and their buffers.
    fn written(&self) -> Vec<(String, Buffer)> {
        let all = kept(&self.memory).variables_in(&self.module);
        let written = all.into_iter().filter(|(one, _)| !one.is_constant);
        written.map(|(one, buffer)| (one.name.clone(), buffer)).collect()
    }
}

#[pymethods]
impl NativeModule {
    #[new]
    fn new(py: Python<'_>, name: &str, file: File) -> PyResult<Self> {
        let module = py.detach(|| match file {
            File::Text(text) => ptx_run::Module::new(name, &text),
            File::Texts(texts) => {
                let modules = texts.iter().map(|(name, text)| ptx_run::Module::new(name, text));
                let modules: Result<Vec<_>, _> = modules.collect();
                modules.and_then(|modules| ptx_run::Module::link(&modules))
            }
            File::Machine(bytes) => ptx_run::Module::from_image(name, &bytes, None),
        });
        Self::of(module.map_err(wrong)?)
    }

    /// Returns the names of the kernels.
    fn kernels(&self) -> Vec<String> {
        self.module.kernels().iter().map(|kernel| kernel.name.clone()).collect()
    }

    /// Returns a kernel, for a chip if `target` names one.
    #[pyo3(signature = (name, target = None))]
    fn kernel(&self, name: &str, target: Option<&str>) -> PyResult<NativeKernel> {
        let Some(target) = target else { return self.kernel_or(name, wrong) };
        let chip = ptx_tool::dialect::target(target)
            .map_err(|message| PyValueError::new_err(format!("`target`: {message}")))?;
        let module = self.module.for_target(chip).map_err(wrong)?;
        Ok(self.native(module.kernel(name).map_err(wrong)?))
    }

    /// Returns the bytes of a variable.
    fn variable<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let memory = kept(&self.memory);
        let buffer = memory.variable_in(&self.module, name).ok_or_else(|| {
            let all = self.module.variables().iter().map(|one| format!("`{}`", one.name));
            let all = all.collect::<Vec<_>>().join(", ");
            let note = if all.is_empty() { "it has none" } else { "its variables are " };
            PyValueError::new_err(format!("the file has no variable `{name}`\nnote: {note}{all}"))
        })?;
        Ok(PyBytes::new(py, memory.bytes(buffer)))
    }

    /// Returns the names and the bytes of the variables that kernels can write.
    fn variables<'py>(&self, py: Python<'py>) -> Vec<(String, Bound<'py, PyBytes>)> {
        let written = self.written();
        let kept = kept(&self.memory);
        let all = written.into_iter();
        all.map(|(name, buffer)| (name, PyBytes::new(py, kept.bytes(buffer)))).collect()
    }

    /// Replaces the bytes of the variables that kernels can write, in the order of `variables`.
    fn set_variables(&self, variables: Vec<(String, Vec<u8>)>) {
        let written = self.written();
        let mut kept = kept(&self.memory);
        for ((_, to), (_, bytes)) in written.into_iter().zip(variables) {
            kept.write(to, &bytes);
        }
    }
}

#[pymethods]
impl NativeKernel {
    /// Returns the type of each parameter (None for a struct), its size, its alignment, and its name. A parameter of machine
    /// code with the size of a number has the type of the bits.
    fn parameters(&self) -> Vec<(Option<&'static str>, usize, usize, String)> {
        let parameters = self.kernel.signature().parameters.iter();
        parameters
            .map(|parameter| {
                let ty = match parameter.ty {
                    ParameterType::Scalar(ty) => Some(ty.word()),
                    ParameterType::Bytes(bytes @ ..=8) if self.is_machine => {
                        Type::bits_of_width(8 * bytes as u32).map(Type::word)
                    }
                    ParameterType::Bytes(_) => None,
                };
                (ty, parameter.bytes(), parameter.alignment, parameter.name.clone())
            })
            .collect()
    }

    /// Launches the kernel. The byte arrays `written` and `read` are the buffers, which the `structs` follow. If the launch
    /// succeeds, the arrays `written` have the new contents. With `names`, the buffers have the addresses of their arrays,
    /// and messages use the names.
    #[expect(clippy::too_many_arguments, reason = "a launch has these parts")]
    #[pyo3(signature = (grid, block, shared, arguments, read, written, structs, options, names = None))]
    fn launch<'py>(
        &self,
        py: Python<'py>,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u32,
        arguments: Vec<Given>,
        read: Vec<PyReadonlyArray1<'py, u8>>,
        mut written: Vec<PyReadwriteArray1<'py, u8>>,
        structs: Vec<Given>,
        options: Chosen,
        names: Option<Vec<Option<String>>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut memory: Memory<'_> = kept(&self.memory).clone();
        let mut contents: Vec<Content<'_>> = Vec::new();
        for array in &mut written {
            contents.push(array.as_slice_mut()?.into());
        }
        for array in &read {
            contents.push(array.as_slice()?.into());
        }
        let mut buffers = Vec::new();
        match names {
            None => buffers.extend(contents.into_iter().map(|one| memory.add_bytes(one, false))),
            Some(names) => {
                for (content, name) in contents.into_iter().zip(names) {
                    let buffer = memory.add_host(content, false);
                    let buffer =
                        buffer.map_err(|error| PyValueError::new_err(error.to_string()))?;
                    name.into_iter().for_each(|name| memory.set_name(buffer, &name));
                    buffers.push(buffer);
                }
            }
        }
        add_structs(structs, &mut buffers, &mut memory)?;
        let arguments = passed(arguments, &buffers)?;
        let grid = Grid { blocks: grid, threads: block, shared };
        let result = self.run(py, grid, &arguments, &mut memory, chosen(options))?;
        let report = result.map_err(|fault| failed(py, &fault))?;
        let mut kept = kept(&self.memory);
        kept.keep_heap(&memory);
        for variable in &self.variables {
            kept.write(*variable, memory.bytes(*variable));
        }
        described(py, report)
    }

    /// Returns whether blocks of the kernel can run at the same time.
    fn is_divisible(&self) -> bool {
        self.kernel.is_divisible()
    }

    /// Launches a range of blocks on copies of the buffers and the variables. The kernel may write only the first
    /// `writable` buffers. Returns the report or the fault, and the accesses to the variables and the buffers.
    #[expect(clippy::too_many_arguments, reason = "a launch has these parts")]
    fn launch_part<'py>(
        &self,
        py: Python<'py>,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u32,
        arguments: Vec<Given>,
        buffers: Vec<PyReadonlyArray1<'py, u8>>,
        writable: usize,
        structs: Vec<Given>,
        variables: Vec<(String, Vec<u8>)>,
        options: Chosen,
        blocks: (u64, u64),
    ) -> PyResult<(Py<PyAny>, Vec<Touched<'py>>)> {
        let mut memory = kept(&self.memory).clone();
        let mut all = Vec::new();
        for (variable, (_, bytes)) in self.variables.iter().zip(variables) {
            memory.write(*variable, &bytes);
            all.push(*variable);
        }
        let variables = all.len();
        for (i, array) in buffers.iter().enumerate() {
            all.push(memory.add_bytes(array.as_slice()?.to_vec(), i >= writable));
        }
        let mut named = all[variables..].to_vec();
        add_structs(structs, &mut named, &mut memory)?;
        let arguments = passed(arguments, &named)?;
        let options = chosen(options).blocks(blocks.0..blocks.1);
        let grid = Grid { blocks: grid, threads: block, shared };
        let launched = self.run(py, grid, &arguments, &mut memory, options)?;
        let (result, accesses) = match launched {
            Err(fault) if fault.is_callers() => return Err(failed(py, &fault)),
            Err(fault) => (failed(py, &fault).into_value(py).into_any(), fault.accesses.clone()),
            Ok(mut report) => {
                let accesses = std::mem::take(&mut report.accesses);
                let shuffles = report.undefined_shuffles.iter();
                let shuffles: Vec<Shuffled> =
                    shuffles.map(|one| (one.line, one.lane, one.source, one.count)).collect();
                let of = described(py, report)?;
                of.set_item("undefined_shuffles", shuffles)?;
                (of.into_any().unbind(), accesses)
            }
        };
        let bytes = |buffer: Buffer| {
            let of = accesses.iter().find(|one| one.buffer == buffer);
            let (read, written) = of.map_or((&[][..], &[][..]), |of| (&of.read, &of.written));
            let is_written =
                |i: usize| written.get(i / 8).is_some_and(|bits| bits >> (i % 8) & 1 == 1);
            let after = memory.bytes(buffer).iter().enumerate();
            let after: Vec<u8> =
                after.filter(|(i, _)| is_written(*i)).map(|(_, byte)| *byte).collect();
            (PyBytes::new(py, read), PyBytes::new(py, written), PyBytes::new(py, &after))
        };
        Ok((result, all.into_iter().map(bytes).collect()))
    }
}

impl NativeKernel {
    /// Runs the kernel without the interpreter lock. If a signal handler raises an exception, stops the launch and
    /// returns the exception.
    fn run(
        &self,
        py: Python<'_>,
        grid: Grid,
        arguments: &[Argument],
        memory: &mut Memory<'_>,
        options: Options,
    ) -> PyResult<Result<Report, Fault>> {
        let signals = Arc::new(Signals::new());
        let in_launch = Arc::clone(&signals);
        let options = options.stop_if(move || in_launch.have_raised());
        let result = py.detach(|| self.kernel.launch(grid, arguments, memory, &options));
        signals.result(py)?;
        Ok(result)
    }
}

/// Locks the memory that holds the variables between launches.
fn kept<'a>(memory: &'a Mutex<Memory<'static>>) -> MutexGuard<'a, Memory<'static>> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Describes the shuffles that read a lane that does not take part, one text for each line.
#[pyfunction]
pub(crate) fn undefined_shuffles(all: Vec<Shuffled>) -> Vec<String> {
    let one = |(line, lane, source, count)| Undefined::new(line, lane, source, count);
    by_line(&all.into_iter().map(one).collect::<Vec<_>>())
}

fn by_line(all: &[Undefined]) -> Vec<String> {
    UndefinedLine::all(all).iter().map(ToString::to_string).collect()
}

fn chosen(
    (races, strict, shuffle, max_steps, jobs, divergent, traces, cluster, heap, joins, cooperative): Chosen,
) -> Options {
    let options = Options::default().races(races).strict(strict).max_steps(max_steps).jobs(jobs);
    let options = options.allow_divergent_barrier(divergent).heap(heap).cooperative(cooperative);
    let options = shuffle.into_iter().fold(options, Options::shuffle);
    let options = cluster.into_iter().fold(options, Options::cluster);
    let order = joins.map(|joins| if joins { Order::Join } else { Order::Stack });
    let options = order.into_iter().fold(options, Options::order);
    traces.into_iter().fold(options, |options, (block, thread)| options.trace(block, thread))
}

fn traced(trace: &[Traced]) -> Vec<Line> {
    let names = |all: &[Option<TracedRegister>]| {
        all.iter().map(|one| one.as_ref().map(|one| one.name.clone())).collect()
    };
    let line = |one: &Traced| {
        let (origin, sources) = (one.origin.as_ref(), names(&one.source_registers));
        let destinations = names(&one.destination_registers);
        let Traced { block, thread, line, instruction, .. } = one.clone();
        (
            block,
            thread,
            line,
            instruction,
            one.sources.clone(),
            one.destinations.clone(),
            one.statement.clone(),
            sources,
            destinations,
            origin.map(|origin| ptx_run::shown(origin)),
        )
    };
    trace.iter().map(line).collect()
}

/// Returns the maximum number of bytes of shared memory that a block can have on a target.
#[pyfunction]
pub(crate) fn most_shared(target: &str) -> PyResult<usize> {
    let target = ptx_tool::dialect::target(target);
    target.map(ptx_run::most_shared).map_err(|message| PyValueError::new_err(message.to_string()))
}

/// Adds a read-only buffer for each struct to which a pointer points. A struct may have pointers to other structs.
fn add_structs(
    structs: Vec<Given>,
    buffers: &mut Vec<Buffer>,
    memory: &mut Memory<'_>,
) -> PyResult<()> {
    let first = buffers.len();
    buffers.extend(structs.iter().map(|_| memory.add_bytes(Vec::new(), true)));
    for (number, one) in structs.into_iter().enumerate() {
        memory.write(buffers[first + number], &argument(one, buffers)?.to_bytes());
    }
    Ok(())
}

fn passed(arguments: Vec<Given>, buffers: &[Buffer]) -> PyResult<Vec<Argument>> {
    arguments.into_iter().map(|one| argument(one, buffers)).collect()
}

fn argument(given: Given, buffers: &[Buffer]) -> PyResult<Argument> {
    Ok(match given {
        Given::Bytes(bytes) => Argument::bytes(bytes),
        Given::Struct(members) => Argument::structure(passed(members, buffers)?),
        Given::Buffer(number, offset) => match buffers.get(number) {
            Some(buffer) => Argument::pointer(*buffer, offset),
            None => return Err(PyValueError::new_err("an argument names no buffer")),
        },
        Given::Scalar(word, _) if word == "null" => Argument::null(),
        Given::Scalar(word, bits) => match Type::from_word(&word) {
            Some(ty) => Argument::scalar(ty, bits),
            None => return Err(PyTypeError::new_err(format!("PTX has no type `.{word}`"))),
        },
    })
}

/// Converts the report of a launch to a dictionary.
fn described(py: Python<'_>, report: Report) -> PyResult<Bound<'_, PyDict>> {
    let lines = |races: &[Race]| races.iter().map(ToString::to_string).collect::<Vec<_>>();
    let undefined = by_line(&report.undefined_shuffles);
    let of = PyDict::new(py);
    of.set_item("threads", report.threads)?;
    of.set_item("instructions", report.instructions)?;
    of.set_item("may_fuse", report.may_fuse)?;
    of.set_item("presumed", report.presumed)?;
    of.set_item("races", lines(&report.races))?;
    of.set_item("same_value_races", lines(&report.same_value_races))?;
    of.set_item("order_matters", lines(&report.order_matters))?;
    of.set_item("undefined_shuffles", undefined)?;
    of.set_item("undefined_barriers", report.undefined_barriers)?;
    of.set_item("printed", PyBytes::new(py, &report.printed))?;
    of.set_item("trace", traced(&report.trace))?;
    Ok(of)
}

/// Converts the errors of a file to an exception.
fn wrong(error: ptx_run::Error) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Converts the fault of a launch to an exception.
fn failed(py: Python<'_>, fault: &Fault) -> PyErr {
    if fault.is_callers() {
        return PyValueError::new_err(fault.to_string());
    }
    let error = KernelError::new_err(fault.to_string());
    let value = error.value(py);
    let set = value.setattr("kind", format!("{:?}", fault.kind));
    let set = set.and_then(|()| value.setattr("trace", traced(&fault.trace)));
    let origin = fault.origin.as_ref().map(|origin| ptx_run::shown(origin));
    let set = set.and_then(|()| value.setattr("origin", origin));
    let set = set.and_then(|()| value.setattr("line", fault.place.as_ref().map(|place| place.1)));
    set.err().unwrap_or(error)
}
