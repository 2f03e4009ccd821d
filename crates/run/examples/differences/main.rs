//! Runs three kernels, and counts the results whose bits differ from results of `f32` arithmetic on the host.
//!
//! `cargo run --release -p ptx-run --example differences [PICTURE.svg]`
//!
//! The host adds elements in the order of their indices, rounds after each operation, and calls `exp` of its library.
//! The kernels add in a tree, use approximate instructions, and multiply matrices as the tensor cores do.

mod picture;

use picture::{Compared, picture};
use ptx_core::{Rounding, Saturation, Subnormals, cvt_f16_f64, cvt_f32_f16};
use ptx_run::{Argument, Grid, Memory, Module, Options};

type Outcome = Result<Vec<f32>, Box<dyn std::error::Error>>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let of = |count: usize| -> Vec<f32> { (0..count).map(value).collect() };
    println!(
        "{:<8} {:>8} {:>8} {:>8} {:>8} {:>10}",
        "kernel", "results", "equal", "1 ulp", "more", "max, ulps"
    );
    let x = of(256 * 64);
    let host = x.chunks(64).map(|part| part.iter().fold(0.0, |sum, x| sum + x));
    let sum = Compared { name: "sum", gpu: sum(&x)?, host: host.collect() };
    let host = x.chunks(64).flat_map(host_softmax).collect();
    let softmax = Compared { name: "softmax", gpu: softmax(&x)?, host };
    let a = of(ROWS * INNER);
    let b: Vec<f32> = a.iter().rev().copied().take(INNER * COLUMNS).collect();
    let (a, b) = (halves(&a), halves(&b));
    let host = (0..ROWS * COLUMNS).map(|i| {
        let (row, column) = (i / COLUMNS, i % COLUMNS);
        let term = |k: usize| single(a[INNER * row + k]) * single(b[COLUMNS * k + column]);
        (0..INNER).fold(0.0, |sum, k| sum + term(k))
    });
    let matmul = Compared { name: "matmul", gpu: matmul(&a, &b)?, host: host.collect() };
    let all = [sum, softmax, matmul];
    all.iter().for_each(print);
    if let Some(file) = std::env::args().nth(1) {
        std::fs::write(file, picture(&all))?;
    }
    Ok(())
}

const ROWS: usize = 64;
const COLUMNS: usize = 64;
const INNER: usize = 128;

/// Returns a number between -1 and 1.
fn value(i: usize) -> f32 {
    let bits = (i as u32).wrapping_mul(0x9e37_79b1);
    (bits ^ bits >> 15).cast_signed() as f32 / 2_147_483_648.0
}

/// Returns the numbers as f16.
fn halves(numbers: &[f32]) -> Vec<u16> {
    let half = |x: &f32| cvt_f16_f64(f64::from(*x), Rounding::Rn, Saturation::Off);
    numbers.iter().map(half).collect()
}

fn single(half: u16) -> f32 {
    cvt_f32_f16(half, Subnormals::Keep, Saturation::Off)
}

/// Runs the only kernel of a text. Returns the contents of the buffer that is argument number `result`.
fn run(
    name: &str,
    text: &str,
    grid: Grid,
    buffers: Vec<Vec<u8>>,
    rest: &[Argument],
    result: usize,
) -> Outcome {
    let module = Module::new(name, text)?;
    let mut memory = Memory::new();
    let buffers: Vec<_> = buffers.into_iter().map(|bytes| memory.add_bytes(bytes, false)).collect();
    let arguments: Vec<_> =
        buffers.iter().map(|buffer| Argument::from(*buffer)).chain(rest.iter().cloned()).collect();
    let kernel = module.kernel(&module.kernels()[0].name)?;
    kernel.launch(grid, &arguments, &mut memory, &Options::default())?;
    Ok(memory.read(buffers[result]))
}

fn sum(x: &[f32]) -> Outcome {
    let text = include_str!("../../../../examples/kernels/sum.ptx");
    let grid = Grid { shared: 256, ..Grid::new((x.len() / 64) as u32, 64) };
    run("sum.ptx", text, grid, vec![bytes(x), vec![0; x.len() / 16]], &[], 1)
}

fn softmax(x: &[f32]) -> Outcome {
    let text = include_str!("../../../../examples/kernels/softmax.ptx");
    let grid = Grid::new((x.len() / 64) as u32, 32);
    run("softmax.ptx", text, grid, vec![bytes(x), vec![0; 4 * x.len()]], &[], 1)
}

/// Computes the softmax of one row with the host's `f32` arithmetic.
fn host_softmax(row: &[f32]) -> Vec<f32> {
    let max = row.iter().copied().fold(f32::MIN, f32::max);
    let exponentials: Vec<_> = row.iter().map(|x| (x - max).exp()).collect();
    let sum = exponentials.iter().fold(0.0, |sum, x| sum + x);
    exponentials.iter().map(|x| x / sum).collect()
}

fn matmul(a: &[u16], b: &[u16]) -> Outcome {
    let text = include_str!("../../../../examples/kernels/matmul.ptx");
    let blocks = [(COLUMNS / 8) as u32, (ROWS / 16) as u32, 1];
    let grid = Grid { blocks, threads: [32, 1, 1], shared: 0 };
    let bytes = |halves: &[u16]| halves.iter().flat_map(|half| half.to_le_bytes()).collect();
    let buffers = vec![bytes(a), bytes(b), vec![0; 4 * ROWS * COLUMNS]];
    run("matmul.ptx", text, grid, buffers, &[(INNER as u32).into()], 2)
}

fn bytes(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// Prints how many results differ, and by how many units in the last place.
fn print(Compared { name, gpu, host }: &Compared) {
    let ordered = |x: &f32| {
        let bits = i64::from(x.to_bits().cast_signed());
        if bits < 0 { -(bits & 0x7fff_ffff) } else { bits }
    };
    let ulps: Vec<_> =
        gpu.iter().zip(host).map(|(gpu, host)| (ordered(gpu) - ordered(host)).abs()).collect();
    let count = |wanted: &dyn Fn(i64) -> bool| ulps.iter().filter(|ulps| wanted(**ulps)).count();
    println!(
        "{name:<8} {:>8} {:>8} {:>8} {:>8} {:>10}",
        ulps.len(),
        count(&|ulps| ulps == 0),
        count(&|ulps| ulps == 1),
        count(&|ulps| ulps > 1),
        ulps.iter().max().unwrap_or(&0)
    );
}
