//! The C functions of `ptx_bits.h`: each runs one kernel of a PTX text on memory of the process.

use crate::pointer::{at, get, put_text, text};
use crate::print::StandardOutput;
use crate::report;
use ptx_run::{Argument, Grid, Kernel, Memory, Module, Options, ParameterType};
use std::collections::HashMap;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The kernel had a fault.
const FAULT: c_int = 1;
/// The text, the name of the kernel, the sizes, the parameters or the ranges are wrong.
const CALLER: c_int = 2;
/// The library has a fault.
const INTERNAL: c_int = 3;

/// The most kernels that are kept for further calls.
const MOST_KERNELS: usize = 1024;

/// Memory of the process that a kernel can access.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Range {
    first: *mut c_void,
    bytes: usize,
    is_read_only: c_int,
}

/// The result of a call: its code, and a message.
type Refusal = (c_int, String);

fn wrong(message: impl ToString) -> Refusal {
    (CALLER, message.to_string())
}

/// The kernels of earlier calls, by their text and name.
type Kernels = HashMap<(String, Option<String>), Kernel>;

/// Returns the kernel of a text. Without a name, the text must have one kernel.
fn kernel(text: &str, name: Option<&str>) -> Result<Kernel, Refusal> {
    static KERNELS: LazyLock<Mutex<Kernels>> = LazyLock::new(Mutex::default);
    let mut kernels = KERNELS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (text.to_string(), name.map(String::from));
    if let Some(kernel) = kernels.get(&key) {
        return Ok(kernel.clone());
    }
    let module = Module::new("text.ptx", text).map_err(wrong)?;
    let kernel = match (name, module.kernels()) {
        (Some(name), _) => module.kernel(name),
        (None, [only]) => module.kernel(&only.name),
        (None, all) => {
            return Err(wrong(format!("the text has {} kernels: pass the name of one", all.len())));
        }
    };
    let kernel = kernel.map_err(wrong)?;
    if kernels.len() >= MOST_KERNELS {
        kernels.clear();
    }
    kernels.insert(key, kernel.clone());
    Ok(kernel)
}

/// Returns the arguments for the bytes of parameters. An address of the memory becomes one in messages.
fn arguments(
    kernel: &Kernel,
    memory: &Memory<'_>,
    mut bytes: impl FnMut(usize, usize, usize) -> Result<Vec<u8>, Refusal>,
) -> Result<Vec<Argument>, Refusal> {
    let mut end = 0;
    let parameters = kernel.signature().parameters.iter().enumerate().map(|(number, parameter)| {
        let (start, size) = (usize::next_multiple_of(end, parameter.alignment), parameter.bytes());
        end = start + size;
        let content = bytes(number, start, size)?;
        let ParameterType::Scalar(ty) = parameter.ty else { return Ok(Argument::bytes(content)) };
        let bits = content.iter().rev().fold(0, |bits, byte| bits << 8 | u64::from(*byte));
        let is_address =
            size == 8 && ty.takes_register(ptx_isa::Type::U64) && memory.find(bits).is_some();
        Ok(if is_address { Argument::address(bits) } else { Argument::scalar(ty, bits) })
    });
    parameters.collect()
}

/// Runs a kernel. Returns the code and the message of a fault.
fn launch(
    kernel: &Kernel,
    grid: Grid,
    arguments: &[Argument],
    memory: &mut Memory<'_>,
) -> Result<(), Refusal> {
    let options = Options::default().max_steps(0);
    let result =
        kernel.launch_into(grid, arguments, memory, &options, &mut StandardOutput::default());
    let code = |fault: ptx_run::Fault| {
        (if fault.is_callers() { CALLER } else { FAULT }, fault.to_string())
    };
    result.map(|_| ()).map_err(code)
}

/// Runs the body of a C function. A panic becomes the code of an internal fault.
fn guarded(body: impl FnOnce() -> Result<(), Refusal>) -> Result<(), Refusal> {
    let result = catch_unwind(AssertUnwindSafe(body));
    result.unwrap_or_else(|_| {
        Err((INTERNAL, "internal fault: please report the text of the kernel".into()))
    })
}

/// Runs a kernel on ranges of memory. See `ptx_bits.h`.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn ptx_bits_run(
    ptx: *const c_char,
    entry: *const c_char,
    grid: *const [c_uint; 3],
    block: *const [c_uint; 3],
    shared: c_uint,
    parameters: *const c_void,
    parameters_size: usize,
    ranges: *const Range,
    ranges_count: usize,
    message: *mut c_char,
    message_size: usize,
) -> c_int {
    let result = guarded(|| {
        let null = |what: &'static str| move |_: i32| wrong(format!("{what} is a null pointer"));
        // SAFETY: the caller passes texts, sizes and ranges as the header demands.
        let (source, grid) = unsafe {
            let [blocks, threads] =
                [get(grid).map_err(null("`grid`"))?, get(block).map_err(null("`block`"))?];
            (text(ptx).map_err(null("`ptx`"))?, Grid { blocks, threads, shared })
        };
        // SAFETY: the caller passes a text, or null for the only kernel.
        let name = unsafe { text(entry) }.ok();
        let kernel = kernel(&source, name.as_deref())?;
        let mut memory = Memory::new();
        for index in 0..ranges_count {
            // SAFETY: the caller passes this many ranges.
            let range = unsafe { at(ranges, index) }.map_err(null("`ranges`"))?;
            if range.bytes == 0 {
                continue;
            }
            if range.first.is_null() || range.bytes > isize::MAX as usize {
                return Err(wrong(format!("range {index} is a null pointer, or too long")));
            }
            let first = range.first.cast::<u8>();
            // SAFETY: the caller passes memory that nothing else accesses during the call. Ranges that overlap are
            // refused before a kernel runs.
            let added = unsafe {
                match range.is_read_only {
                    0 => memory.add_host(std::slice::from_raw_parts_mut(first, range.bytes), false),
                    _ => memory.add_host(
                        std::slice::from_raw_parts(first.cast_const(), range.bytes),
                        true,
                    ),
                }
            };
            added.map_err(wrong)?;
        }
        let arguments = arguments(&kernel, &memory, |_, start, size| {
            if start + size > parameters_size {
                let signature = kernel.signature().listed();
                return Err(wrong(format!(
                    "{parameters_size} bytes of parameters are too few: the kernel is {signature}"
                )));
            }
            let from = parameters.cast::<u8>().wrapping_add(start);
            // SAFETY: the caller passes this many bytes.
            (0..size).map(|i| unsafe { at(from, i) }.map_err(null("`parameters`"))).collect()
        })?;
        launch(&kernel, grid, &arguments, &mut memory)
    });
    let (code, text) = result.err().unwrap_or_default();
    // SAFETY: the caller passes a buffer of this size, or null.
    let _ = unsafe { put_text(message, message_size, &text) };
    code
}

/// Returns the ranges of addresses of the process that can be written.
fn mappings() -> Vec<(usize, usize)> {
    let text = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let mut found: Vec<(usize, usize)> = Vec::new();
    for line in text.lines() {
        let mut words = line.split(' ');
        let (Some(range), Some(rights)) = (words.next(), words.next()) else { continue };
        let ends = range
            .split_once('-')
            .map(|(start, end)| [start, end].map(|one| usize::from_str_radix(one, 16)));
        let (true, Some([Ok(start), Ok(end)])) = (rights.starts_with("rw"), ends) else { continue };
        match found.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ => found.push((start, end)),
        }
    }
    found
}

/// Runs the only kernel of a text, as gpuocelot's function of this name does. Each argument is the value of a parameter. A
/// pointer gives access to the bytes up to the next pointer, or to the end of its mapping. See `ptx_bits.h`.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn ptx_run(
    ptx: *const c_char,
    count: c_int,
    values: *const *const c_void,
    block_x: c_int,
    block_y: c_int,
    block_z: c_int,
    grid_x: c_int,
    grid_y: c_int,
    grid_z: c_int,
    shared: c_int,
) -> c_int {
    let result = guarded(|| {
        // SAFETY: the caller passes a text.
        let source = unsafe { text(ptx) }.map_err(|_| wrong("the text is a null pointer"))?;
        let kernel = kernel(&source, None)?;
        let parameters = &kernel.signature().parameters;
        let count = usize::try_from(count).unwrap_or(0);
        if count != parameters.len() {
            let signature = kernel.signature().listed();
            return Err(wrong(format!("{count} arguments do not fit: the kernel is {signature}")));
        }
        // SAFETY: the caller passes this many values.
        let values = (0..count)
            .map(|index| unsafe { at(values, index) }.map(|value| value.expose_provenance()));
        let values: Vec<usize> = values
            .collect::<Result<_, _>>()
            .map_err(|_| wrong("the arguments are a null pointer"))?;
        let mappings = mappings();
        let end = |start: usize| {
            mappings.iter().find(|one| one.0 <= start && start < one.1).map(|one| one.1)
        };
        let pointers = values
            .iter()
            .zip(parameters)
            .filter(|(value, one)| one.bytes() == 8 && end(**value).is_some());
        let mut starts: Vec<_> = pointers.map(|(value, _)| *value).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut memory = Memory::new();
        for (index, start) in starts.iter().enumerate() {
            let end = end(*start)
                .unwrap_or(*start)
                .min(starts.get(index + 1).copied().unwrap_or(usize::MAX));
            // SAFETY: the process can write this memory, and gives it to the kernel for the call. The kernel runs before
            // anything else accesses these bytes.
            let bytes = unsafe {
                std::slice::from_raw_parts_mut(
                    std::ptr::with_exposed_provenance_mut(*start),
                    end - *start,
                )
            };
            memory.add_host(bytes, false).map_err(wrong)?;
        }
        let arguments = arguments(&kernel, &memory, |number, _, size| {
            let bytes = (values[number] as u64).to_le_bytes();
            bytes
                .get(..size)
                .map(<[u8]>::to_vec)
                .ok_or_else(|| wrong("a struct cannot be an argument of `ptx_run`"))
        })?;
        let size = |value: c_int| u32::try_from(value).unwrap_or(0);
        let grid = Grid {
            blocks: [grid_x, grid_y, grid_z].map(size),
            threads: [block_x, block_y, block_z].map(size),
            shared: size(shared),
        };
        launch(&kernel, grid, &arguments, &mut memory)
    });
    match result {
        Ok(()) => 0,
        Err((code, message)) => {
            report::say(&message);
            code
        }
    }
}
