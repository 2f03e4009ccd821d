//! Helpers that run kernels from texts without a header.

use ptx_run::{Argument, Fault, Grid, Memory, Module, Options, Report};

pub(crate) const HEADER: &str = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// Declarations of registers of each type.
pub(crate) const REGISTERS: &str = ".reg .pred %p<20>; .reg .b16 %rs<20>; .reg .b32 %r<60>; \
                                    .reg .f32 %f<40>; .reg .b64 %rd<30>; .reg .f64 %fd<20>;";

/// The start of a kernel, on one line with seven instructions. `%rd1` is the parameter `p`, `%r1` the global index, and
/// `%rd2` the address of 32-bit element `%r1` of `p`. The instructions also write `%r2` to `%r4` and `%rd3`.
pub(crate) const INDEX: &str = "ld.param.u64 %rd1, [p]; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; \
                                mov.u32 %r4, %tid.x; mad.lo.s32 %r1, %r2, %r3, %r4; \
                                mul.wide.u32 %rd3, %r1, 4; add.s64 %rd2, %rd1, %rd3;";

pub(crate) fn module(text: &str) -> Module {
    Module::new("test.ptx", &format!("{HEADER}{text}")).unwrap_or_else(|error| panic!("{error}"))
}

/// Launches the first kernel of a text on three cores. The report must be the same as on one core.
pub(crate) fn launch(
    text: &str,
    grid: Grid,
    arguments: &[Argument],
    memory: &mut Memory,
    options: &Options,
) -> Result<Report, Fault> {
    let module = module(text);
    let kernel = module.kernel(&module.kernels()[0].name).unwrap_or_else(|error| panic!("{error}"));
    let on_one_core = kernel.launch(grid, arguments, &mut memory.clone(), options);
    let on_three = kernel.launch(grid, arguments, memory, &options.clone().jobs(3));
    assert_eq!(on_three, on_one_core);
    on_three
}

/// Launches the first kernel of a text. Panics if the launch faults.
pub(crate) fn run(text: &str, grid: Grid, arguments: &[Argument], memory: &mut Memory) -> Report {
    launch(text, grid, arguments, memory, &Options::default())
        .unwrap_or_else(|fault| panic!("{fault}"))
}

/// Runs a kernel body with a buffer `p` that has a word for each thread. Returns the words.
pub(crate) fn words(body: &str, grid: Grid) -> Vec<u32> {
    let text = format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} {body} }}");
    let count: u32 = grid.blocks.iter().chain(&grid.threads).product();
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u32; count as usize]);
    run(&text, grid, &[out.into()], &mut memory);
    memory.read(out)
}
