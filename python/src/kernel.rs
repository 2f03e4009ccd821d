//! Implements `Module` and `Kernel`, which run whole kernels on arrays.

use numpy::{PyReadonlyArray1, PyReadwriteArray1};
use ptx_isa::Type;
use ptx_run::{Argument, Buffer, Fault, Grid, Memory, Options, ParameterType, Race, Report};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::sync::{Arc, Mutex, PoisonError};

create_exception!(
    ptx_bits,
    KernelError,
    PyRuntimeError,
    "What a kernel did wrong: the place, the block and the thread, in the words of `ptx-bits run`.\n\n\
     `kind` is the kind, such as OutOfBounds. The arrays are as before the launch."
);

/// A PTX file, with the memory that holds its variables between launches.
#[pyclass(frozen, module = "ptx_bits._native")]
pub(crate) struct NativeModule {
    module: ptx_run::Module,
    memory: Arc<Mutex<Memory>>,
}

/// A kernel of a PTX file.
#[pyclass(frozen, module = "ptx_bits._native")]
pub(crate) struct NativeKernel {
    kernel: ptx_run::Kernel,
    names: Vec<String>,
    memory: Arc<Mutex<Memory>>,
}

/// An argument. The text is a type and the number its bits; or `array` and the index of a buffer; or
/// `struct`, with the bytes; or `null`.
type Given = (String, u64, Vec<u8>);

impl NativeModule {
    /// Creates the memory for a module's variables.
    pub(crate) fn of(module: ptx_run::Module) -> PyResult<Self> {
        let mut memory = Memory::new();
        module.link(&mut memory).map_err(wrong)?;
        Ok(Self { module, memory: Arc::new(Mutex::new(memory)) })
    }

    /// Returns a kernel. If this fails, `failed` converts the faults to an exception.
    pub(crate) fn kernel_or(
        &self,
        name: &str,
        failed: impl Fn(ptx_run::Error) -> PyErr,
    ) -> PyResult<NativeKernel> {
        let kernel = self.module.kernel(name).map_err(failed)?;
        let names = self.module.variables().iter().map(|one| one.name.clone()).collect();
        Ok(NativeKernel { kernel, names, memory: Arc::clone(&self.memory) })
    }
}

#[pymethods]
impl NativeModule {
    #[new]
    fn new(name: &str, text: &str) -> PyResult<Self> {
        Self::of(ptx_run::Module::new(name, text).map_err(wrong)?)
    }

    /// Returns the names of the kernels.
    fn kernels(&self) -> Vec<String> {
        self.module.kernels().iter().map(|kernel| kernel.name.clone()).collect()
    }

    fn kernel(&self, name: &str) -> PyResult<NativeKernel> {
        self.kernel_or(name, wrong)
    }

    /// Returns the bytes of a variable.
    fn variable<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyBytes>> {
        let memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let buffer = memory
            .variable(name)
            .ok_or_else(|| PyValueError::new_err(format!("the file has no variable `{name}`")))?;
        Ok(PyBytes::new(py, memory.bytes(buffer)))
    }
}

#[pymethods]
impl NativeKernel {
    /// Returns the type of each parameter (None for a struct), its size, and its name.
    fn parameters(&self) -> Vec<(Option<&'static str>, usize, String)> {
        let parameters = self.kernel.signature().parameters.iter();
        parameters
            .map(|parameter| {
                let ty = match parameter.ty {
                    ParameterType::Scalar(ty) => Some(ty.word()),
                    ParameterType::Bytes(_) => None,
                };
                (ty, parameter.bytes(), parameter.name.clone())
            })
            .collect()
    }

    /// Launches the kernel. `arrays` are byte arrays. If the launch succeeds, they receive the contents of
    /// the buffers.
    #[expect(clippy::too_many_arguments, reason = "they are the parts of one launch")]
    fn launch<'py>(
        &self,
        py: Python<'py>,
        grid: [u32; 3],
        block: [u32; 3],
        shared: u32,
        arguments: Vec<Given>,
        read: Vec<PyReadonlyArray1<'py, u8>>,
        written: Vec<PyReadwriteArray1<'py, u8>>,
        options: (bool, bool, Option<u64>, u64, usize),
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let mut buffers = Vec::new();
        for array in &written {
            buffers.push(memory.add_bytes(array.as_slice()?.to_vec(), false));
        }
        for array in &read {
            buffers.push(memory.add_bytes(array.as_slice()?.to_vec(), true));
        }
        let arguments = arguments.into_iter().map(|one| argument(one, &buffers));
        let arguments: Vec<_> = arguments.collect::<PyResult<_>>()?;
        let (races, strict, shuffle, max_steps, jobs) = options;
        let mut options =
            Options::default().races(races).strict(strict).max_steps(max_steps).jobs(jobs);
        options.shuffle = shuffle;
        let grid = Grid { blocks: grid, threads: block, shared };
        let launch = || self.kernel.launch(grid, &arguments, &mut memory, &options);
        let report = py.detach(launch).map_err(|fault| failed(py, &fault))?;
        for (mut array, buffer) in written.into_iter().zip(&buffers) {
            array.as_slice_mut()?.copy_from_slice(memory.bytes(*buffer));
        }
        let mut kept = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        for name in &self.names {
            if let (Some(from), Some(to)) = (memory.variable(name), kept.variable(name)) {
                kept.write(to, memory.bytes(from));
            }
        }
        described(py, report)
    }
}

fn argument((word, number, bytes): Given, buffers: &[Buffer]) -> PyResult<Argument> {
    Ok(match word.as_str() {
        "null" => Argument::null(),
        "struct" => Argument::bytes(bytes),
        "array" => match usize::try_from(number).ok().and_then(|number| buffers.get(number)) {
            Some(buffer) => (*buffer).into(),
            None => return Err(PyValueError::new_err("an argument names no buffer")),
        },
        word => match Type::from_word(word) {
            Some(ty) => Argument::scalar(ty, number),
            None => return Err(PyTypeError::new_err(format!("PTX has no type `.{word}`"))),
        },
    })
}

/// Converts the report to a dictionary.
fn described(py: Python<'_>, report: Report) -> PyResult<Bound<'_, PyDict>> {
    let lines = |races: &[Race]| races.iter().map(ToString::to_string).collect::<Vec<_>>();
    let undefined: Vec<_> = report.undefined_shuffles.iter().map(ToString::to_string).collect();
    let of = PyDict::new(py);
    of.set_item("threads", report.threads)?;
    of.set_item("instructions", report.instructions)?;
    of.set_item("may_fuse", report.may_fuse)?;
    of.set_item("races", lines(&report.races))?;
    of.set_item("same_value_races", lines(&report.same_value_races))?;
    of.set_item("order_matters", lines(&report.order_matters))?;
    of.set_item("undefined_shuffles", undefined)?;
    of.set_item("printed", PyBytes::new(py, &report.printed))?;
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
    let set = error.value(py).setattr("kind", format!("{:?}", fault.kind));
    set.err().unwrap_or(error)
}
