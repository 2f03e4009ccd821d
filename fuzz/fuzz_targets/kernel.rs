//! Runs the kernels of arbitrary PTX text. Checks that the engine does not panic, and that a launch has the same result
//! with one job, with two jobs, and with a trace, which makes the engine run one block after the other.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ptx_run::{Argument, Grid, Kernel, Memory, Module, Options, ParameterType};

/// The maximum size of a parameter in bytes.
const MOST_BYTES: usize = 1 << 12;

/// A launch: its messages and counts, and the bytes of the buffers after it.
#[derive(Debug, PartialEq)]
struct Outcome {
    result: Result<(u64, Vec<u8>), String>,
    buffers: Vec<Vec<u8>>,
}

/// Launches a kernel with a new memory. A parameter of 64 bits is the address of a buffer, and any other scalar is 40.
fn launch(module: &Module, kernel: &Kernel, grid: Grid, options: &Options) -> Outcome {
    let mut memory = Memory::new();
    let mut buffers = Vec::new();
    let arguments: Vec<Argument> = kernel
        .signature()
        .parameters
        .iter()
        .map(|parameter| match parameter.ty {
            ParameterType::Scalar(ty) if ty.bits() == 64 => {
                let numbers: Vec<u32> = (0..64).map(|i| 0x3f80_0000 + i * 0x1234).collect();
                let buffer = memory.add(&numbers);
                buffers.push(buffer);
                buffer.into()
            }
            ParameterType::Scalar(ty) => Argument::scalar(ty, 40),
            ParameterType::Bytes(count) => Argument::bytes(vec![1; count]),
        })
        .collect();
    let result = kernel.launch(grid, &arguments, &mut memory, options);
    let variables = module.variables().iter().filter_map(|one| memory.variable(&one.name));
    buffers.extend(variables);
    let result = result.map(|report| (report.instructions, report.printed));
    Outcome {
        result: result.map_err(|error| error.to_string()),
        buffers: buffers.into_iter().map(|one| memory.bytes(one).to_vec()).collect(),
    }
}

fuzz_target!(|text: &str| {
    let Ok(module) = Module::new("fuzzed.ptx", text) else { return };
    for signature in module.kernels().iter().take(4) {
        if signature.parameters.iter().any(|one| one.bytes() > MOST_BYTES) {
            continue;
        }
        let Ok(kernel) = module.kernel(&signature.name) else { continue };
        let threads = signature.required_threads.unwrap_or([40, 1, 1]);
        if threads.iter().map(|&one| u64::from(one)).product::<u64>() > 256 {
            continue;
        }
        let grid = Grid { blocks: [3, 1, 1], threads, shared: 256 };
        let options = Options::default().max_steps(2_000).check_progress_after(500);
        let first = launch(&module, &kernel, grid, &options);
        assert_eq!(first, launch(&module, &kernel, grid, &options.clone().jobs(2)));
        assert_eq!(first, launch(&module, &kernel, grid, &options.trace([0; 3], [0; 3])));
    }
});
