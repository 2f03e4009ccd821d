//! The main loop of a program with translated functions. The loop reads arguments from standard input and writes
//! results to standard output, or measures the functions' speed.
//!
//! A request consists of 32-bit words: the index of a function, the number of argument words, and the arguments. The
//! response consists of the result words. An `f64` has two words, low word first.

use std::hint::black_box;
use std::io::{Read, Write};
use std::time::Instant;

/// A translated function.
#[derive(Clone, Copy)]
pub enum Function {
    /// A function of one single-precision argument.
    One(fn(f32) -> f32),
    /// A function of two single-precision arguments.
    Two(fn(f32, f32) -> f32),
    /// A function of one double-precision argument.
    OneDouble(fn(f64) -> f64),
    /// A function of two double-precision arguments.
    TwoDouble(fn(f64, f64) -> f64),
}

/// Serves requests until the input ends. If there is a command-line argument, prints the nanoseconds per call of each
/// function instead. A request selects a function by its index in `functions`. An element `None` stands for a function
/// that this program does not contain.
pub fn serve(functions: &[Option<Function>]) {
    if std::env::args().nth(1).is_some() {
        functions.iter().for_each(|function| println!("{}", function.map_or(f64::NAN, time)));
        return;
    }
    let (mut input, mut output) = (std::io::stdin().lock(), std::io::stdout().lock());
    let mut header = [0; 8];
    while input.read_exact(&mut header).is_ok() {
        let [function, words] = [0, 4].map(|at| word(&header[at..]));
        let mut bytes = vec![0; 4 * words as usize];
        input.read_exact(&mut bytes).expect("as many arguments as the header says");
        let arguments: Vec<u32> = bytes.chunks_exact(4).map(word).collect();
        let function = functions[function as usize].expect("a function of this program");
        let results = compute(function, &arguments);
        let bytes: Vec<u8> = results.into_iter().flat_map(u32::to_le_bytes).collect();
        output.write_all(&bytes).and_then(|()| output.flush()).expect("standard output is open");
    }
}

fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

fn compute(function: Function, arguments: &[u32]) -> Vec<u32> {
    let single = |word: u32| f32::from_bits(word);
    let double = |low: u32, high: u32| f64::from_bits(u64::from(high) << 32 | u64::from(low));
    let halves = |x: f64| [x.to_bits() as u32, (x.to_bits() >> 32) as u32];
    match function {
        Function::One(f) => arguments.iter().map(|&x| f(single(x)).to_bits()).collect(),
        Function::Two(f) => {
            let pairs = arguments.chunks_exact(2);
            pairs.map(|x| f(single(x[0]), single(x[1])).to_bits()).collect()
        }
        Function::OneDouble(f) => {
            arguments.chunks_exact(2).flat_map(|x| halves(f(double(x[0], x[1])))).collect()
        }
        Function::TwoDouble(f) => {
            let pairs = arguments.chunks_exact(4);
            pairs.flat_map(|x| halves(f(double(x[0], x[1]), double(x[2], x[3])))).collect()
        }
    }
}

/// Returns the nanoseconds per call, for arguments from 1/16 to 16.
fn time(function: Function) -> f64 {
    const CALLS: u32 = 1 << 18;
    let start = Instant::now();
    for i in 0..CALLS {
        let x = f32::from_bits(0x3d80_0000 + i * 256);
        match function {
            Function::One(f) => _ = black_box(black_box(f)(x)),
            Function::Two(f) => _ = black_box(black_box(f)(x, 16.0 - x)),
            Function::OneDouble(f) => _ = black_box(black_box(f)(x.into())),
            Function::TwoDouble(f) => _ = black_box(black_box(f)(x.into(), f64::from(16.0 - x))),
        }
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(CALLS)
}
