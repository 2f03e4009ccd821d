//! Prints the time of kernels in ns per instruction and thread, for blocks of 32 to 1024 threads.
//!
//! `cargo run --release -p ptx-run --features std,wide --example speed [KERNEL [BLOCK]]`

use ptx_run::{Argument, Grid, Kernel, Memory, Module, Options};
use std::time::Instant;

const TEXT: &str = include_str!("speed.ptx");
const ROUNDS: usize = 25;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let module = Module::new("speed.ptx", TEXT)?;
    let options = Options::default();
    println!("{:<12} {:>6} {:>12} {:>10}", "kernel", "block", "launch, ms", "ns");
    let wanted: Vec<_> = std::env::args().skip(1).collect();
    let is_wanted = |i: usize, word: &str| wanted.get(i).is_none_or(|one| one == word);
    for (name, count) in [("saxpy", 65536_u32), ("sums", 65536), ("collatz", 8192)] {
        let kernel = module.kernel(name)?;
        for threads in [32, 128, 256, 1024_u32] {
            if !is_wanted(0, name) || !is_wanted(1, &threads.to_string()) {
                continue;
            }
            let grid = Grid::new(count.div_ceil(threads), threads);
            let (time, instructions) = least(&kernel, grid, count, &options)?;
            let each = time * 1e6 / instructions as f64;
            println!("{name:<12} {threads:>6} {time:>12.3} {each:>10.2}");
        }
    }
    Ok(())
}

/// Returns the shortest time of a launch in ms, and the number of its instructions.
fn least(
    kernel: &Kernel,
    grid: Grid,
    count: u32,
    options: &Options,
) -> Result<(f64, u64), Box<dyn std::error::Error>> {
    let mut memory = Memory::new();
    let x = memory.add(&(0..count).map(|i| i as f32).collect::<Vec<_>>());
    let y = memory.add(&vec![1.0_f32; count as usize]);
    let a: Argument = 1.7_f32.into();
    let arguments = [x.into(), y.into(), a, count.into()];
    let (mut best, mut instructions) = (f64::MAX, 0);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        instructions = kernel.launch(grid, &arguments, &mut memory, options)?.instructions;
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok((best, instructions))
}
