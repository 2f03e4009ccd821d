//! Measures the time before the first thread runs, and single loops of `ptx-loops`.

use crate::kernels::BLOCKS;
use crate::{Result, least};
use ptx_isa::{Dialect, Selection, forms};
use ptx_loops::{Program, Slice, SliceMut};
use ptx_run::Module;
use std::time::Instant;

/// The approximate number of lines of the kernel whose parsing and decoding is measured.
const LINES: usize = 1300;
/// The number of elements (`ELEMENTS`) of a measured loop, and how often it runs (`RUNS`). The fastest run counts.
const ELEMENTS: usize = 1024;
const RUNS: usize = 2000;

/// Prints the time to parse and decode a kernel, and the times of loops.
pub(crate) fn print() -> Result<()> {
    let text = long();
    let decoded = least(|| {
        Module::new("long.ptx", &text)?.kernel("matmul")?;
        Ok(())
    })?;
    let lines = text.lines().count();
    println!("\nParsing and decoding {lines} lines: {decoded:.2} ms (bound 10).");
    let [add, fma] = [("add", 2), ("fma", 3)].map(|(name, count)| single(name, count));
    println!(
        "Loops over 1,024 elements: `add.rn.f32` {add:.0} ns, `fma.rn.f32` {fma:.0} ns, ratio {:.1} (aim 3).",
        fma / add
    );
    Ok(())
}

/// Returns a kernel of about [`LINES`] lines: the matrix product with copies of its loop body.
fn long() -> String {
    let (_, matmul) = BLOCKS.split_once("// c = a * b").unwrap_or_default();
    let (head, rest) = matmul.split_once("    bar.sync 0;\n").unwrap_or_default();
    let (body, tail) = rest.split_once("    bar.sync 0;\n").unwrap_or_default();
    let (module, _) = BLOCKS.split_once("\n//").unwrap_or_default();
    let other = module.lines().count() + head.lines().count() + tail.lines().count();
    let times = (LINES - other) / body.lines().count();
    format!("{module}\n// {head}{}{tail}", body.repeat(times))
}

/// Returns the time of one loop in ns.
fn single(mnemonic: &'static str, count: usize) -> f64 {
    let words = ["rn", "f32"];
    let form = forms::family(mnemonic).iter().find(|form| form.spelt(&words).is_some());
    let form = form.expect("the instruction has a row");
    let modifiers = form.spelt(&words).expect("the row has this spelling");
    let computation = Selection { form, modifiers }.computation(&Dialect::default());
    let value = computation.expect("the instruction is computed").value;
    let program = Program::new(&value, 0, &[0]).expect("the instruction has a loop");
    let number = |i: usize| (1.0 + i as f32 / 1024.0).to_bits();
    let operands: Vec<Vec<u32>> =
        (0..count).map(|k| (0..ELEMENTS).map(|i| number(i * (k + 3) % 2048)).collect()).collect();
    let sources: Vec<_> = operands.iter().map(|all| Slice::B32(all)).collect();
    let mut results = vec![0; ELEMENTS];
    let mut best = f64::MAX;
    for _ in 0..RUNS {
        let start = Instant::now();
        let done = program.steps()[0].run(&sources, &mut [SliceMut::B32(&mut results)]);
        best = best.min(start.elapsed().as_secs_f64() * 1e9);
        assert!(done.is_some(), "the loop takes these slices");
    }
    best
}
