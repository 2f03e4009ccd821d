//! Compares the engine with a simple interpreter that runs one thread at a time. The random kernels have barriers, warp
//! operations, divergence, shared memory and atomics. The results of these kernels do not depend on the order of the
//! threads.
#![forbid(unsafe_code)]

use plain::random::{KERNEL, Program};
use plain::{Kernel, Order};
use ptx_run::{Argument, Grid, Memory, Module, Options};
use test_support::sample;

/// Runs a program with the simple interpreter. Returns the bytes of all buffers.
fn expected(program: &Program) -> Vec<Vec<u8>> {
    let kernel = Kernel::parse(&program.text, KERNEL).expect("a kernel");
    let mut buffers = program.buffers.clone();
    kernel
        .run(&program.launch(Order::Forward), &program.arguments(), &mut buffers)
        .unwrap_or_else(|fault| panic!("{fault}\n{}", program.text));
    buffers
}

/// Runs a program with the engine. Returns the bytes of all buffers, and the number of instructions.
fn found(program: &Program, options: &Options) -> (Vec<Vec<u8>>, u64) {
    let module = Module::new("random.ptx", &program.text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = module.kernel(KERNEL).unwrap_or_else(|error| panic!("{error}\n{}", program.text));
    let mut memory = Memory::new();
    let buffers: Vec<_> =
        program.buffers.iter().map(|bytes| memory.add_bytes(bytes.clone(), false)).collect();
    let arguments: Vec<_> = buffers.iter().map(|buffer| Argument::from(*buffer)).collect();
    let shared = u32::try_from(program.shared).expect("fewer than 2^32 bytes");
    let grid = Grid { blocks: program.shape.blocks, threads: program.shape.threads, shared };
    let launched = kernel.launch(grid, &arguments, &mut memory, options);
    let report = launched.unwrap_or_else(|fault| panic!("{fault}\n{}", program.text));
    // Programs are generated without races.
    let race = report.races.iter().chain(&report.same_value_races).next();
    assert!(race.is_none(), "{}\n{}", race.expect("a race"), program.text);
    let bytes = buffers.iter().map(|buffer| memory.bytes(*buffer).to_vec());
    (bytes.collect(), report.instructions)
}

#[test]
fn random_kernels_give_the_bits_of_a_plain_interpreter() {
    for seed in 0..sample(2000, 100) as u64 {
        let program = Program::new(seed);
        let expected = expected(&program);
        let jobs = Options::default().jobs(2);
        let (found, instructions) = found(&program, &Options::default());
        for options in [Options::default().shuffle(seed), Options::default().races(true), jobs] {
            let (bytes, counted) = self::found(&program, &options);
            assert!(bytes == expected, "seed {seed}, {options:?}");
            // Programs do not wait in loops, so the count does not depend on the order of threads.
            assert_eq!(counted, instructions, "seed {seed}, {options:?}\n{}", program.text);
        }
        for (buffer, (expected, found)) in expected.iter().zip(&found).enumerate() {
            let differs =
                expected.iter().zip(found).position(|(expected, found)| expected != found);
            if let Some(at) = differs {
                panic!(
                    "seed {seed}: buffer {buffer} differs at byte {at}\n{:?}\n{}",
                    program.shape, program.text
                );
            }
        }
    }
}
