//! Measures whole kernels. The first table has the time in ns per instruction and thread, in blocks of 32 to 1024
//! threads. The second table compares launches with the same kernels through `include_ptx!` and in C++. Both tables are
//! in `benches/RESULTS.md`.
//!
//! ```text
//! cargo run --release -p ptx-run --features std,wide --example speed
//! cargo run --release -p ptx-run --features std,wide --example speed KERNEL [BLOCK]  # no comparison
//! cargo run --release -p ptx-run --features std,wide --example speed machine         # PTX and machine code
//! ```

mod kernels;
mod machine;
mod memory;
mod others;
mod start;

use kernels::{KERNELS, Kernel};
use std::time::Instant;

type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// The number of launches per kernel. The tables show the fastest launch.
const ROUNDS: usize = 25;
/// The block sizes to measure, in threads.
const BLOCKS: [u32; 4] = [32, 128, 256, 1024];
/// The time in ms of saxpy through `include_ptx!` on the machine for which the bounds (`Kernel::bound`) were set.
/// On a slower machine the bounds are scaled up by the ratio of the two times.
const REFERENCE: f64 = 1.08;

fn main() -> Result<()> {
    let wanted: Vec<_> = std::env::args().skip(1).collect();
    if let Some(name) = wanted.first() {
        if name == "start" {
            return start::print();
        }
        if name == "machine" {
            return machine::print();
        }
        if name == "memory" {
            return memory::print();
        }
        for kernel in KERNELS.iter().filter(|kernel| kernel.name == name) {
            for block in BLOCKS.into_iter().filter(|block| kernel.has(*block)) {
                if wanted.get(1).is_none_or(|one| *one == block.to_string()) {
                    let measured = kernel.measure(&kernel.module()?, block)?;
                    println!("{name} {block} {:.3} ms {:.2} ns", measured.launch, measured.each());
                }
            }
        }
        return Ok(());
    }
    // The C++ kernels run before and after the PTX kernels, so that other work on the machine affects both kinds
    // equally.
    let mut native = others::native();
    let saxpy = others::saxpy();
    let factor = (saxpy / REFERENCE).max(1.0);
    println!(
        "Saxpy through `include_ptx!`: {saxpy:.2} ms, so the bounds are multiplied by {factor:.2}.\n"
    );
    println!("| ns an instruction and thread | 32 | 128 | 256 | 1,024 | bound at 256 |");
    println!("|---|---|---|---|---|---|");
    let mut launches = Vec::new();
    for kernel in &KERNELS {
        let mut cells = Vec::new();
        for block in BLOCKS {
            cells.push(match kernel.has(block) {
                true => {
                    let measured = kernel.measure(&kernel.module()?, block)?;
                    launches.push((kernel, block, measured.launch));
                    format!("{:.2}", measured.each())
                }
                false => String::new(),
            });
        }
        let bound = kernel.bound.map_or(String::new(), |bound| format!("{:.2}", bound * factor));
        println!("| {} | {} | {bound} |", kernel.shown, cells.join(" | "));
    }
    for (name, time) in others::native() {
        let known = native.entry(name).or_insert(time);
        *known = known.min(time);
    }
    println!(
        "\n| launch, ms | 32 | 128 | 256 | 1,024 | `include_ptx!` | C++ | times C++, least and most |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    for kernel in &KERNELS {
        row(kernel, &launches, native.get(kernel.name).copied(), saxpy);
    }
    start::print()?;
    memory::print()
}

/// Prints a table row: the times of a kernel in ptx-run, through `include_ptx!`, and in C++.
fn row(kernel: &Kernel, launches: &[(&Kernel, u32, f64)], native: Option<f64>, saxpy: f64) {
    let find = |block: u32| {
        launches.iter().find(|(one, size, _)| one.name == kernel.name && *size == block)
    };
    let times: Vec<_> = BLOCKS.map(|block| find(block).map(|(.., time)| *time)).to_vec();
    let shown = |time: Option<f64>| time.map_or(String::new(), |time| format!("{time:.2}"));
    let included = match kernel.name {
        "saxpy" => Some(saxpy),
        "collatz" => Some(others::collatz()),
        _ => None,
    };
    let known = || times.iter().flatten();
    let least = known().copied().fold(f64::MAX, f64::min);
    let most = known().copied().fold(0.0, f64::max);
    let (factors, native) = match native {
        Some(native) => {
            (format!("{:.0} to {:.0}", least / native, most / native), format!("{native:.3}"))
        }
        None => Default::default(),
    };
    let cells: Vec<_> = times.iter().map(|time| shown(*time)).collect();
    println!(
        "| {} | {} | {} | {native} | {factors} |",
        kernel.shown,
        cells.join(" | "),
        shown(included)
    );
}

/// Runs `pass` [`ROUNDS`] times. Returns the shortest time in ms.
fn least(mut pass: impl FnMut() -> Result<()>) -> Result<f64> {
    let mut best = f64::MAX;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        pass()?;
        best = best.min(start.elapsed().as_secs_f64() * 1e3);
    }
    Ok(best)
}
