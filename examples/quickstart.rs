//! Computes statistics of a file of numbers in native `f32` and in PTX, side by side.
//!
//! ```text
//! cargo run --release --example quickstart            # Michelson's speed of light, 1879
//! cargo run --release --example quickstart -- FILE    # other numbers, one per line
//! ```

use ptx::ptx;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::process::ExitCode;
use std::{env, fs};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/michelson.txt");

const TITLE: &str = "\
Michelson 1879: the speed of light in air, in millions of metres per second
certified by NIST: mean 299.8524, standard deviation 0.0790105478190518

";

const EXPLANATION: &str = "\
With .rn every instruction rounds to the nearest float, as the host does; only the sum of squares is
a chain of fma, which rounds once where the host rounds twice. With .approx quotients and roots come
from the tables of the GPU's multi-function unit. Those may be a float or two away, and so may be
whatever is computed from them. Where the bits are not all the same, they are shown below the numbers.
";

const HELP: &str = "\
Statistics of a file of numbers, in the host's `f32` and in PTX, side by side.

usage: quickstart [FILE]

FILE has a number a line; without it, Michelson's speed of light of 1879.
";

/// The time in nanoseconds that light needs for a metre in vacuum, computed at compile time.
const NS_PER_METRE: f32 = ptx! { .reg .f32 t; div.rn.f32 t, 1000.0, 299.792458; t };

struct Statistics {
    mean: f32,
    variance: f32,
    deviation: f32,
    /// `(x - mean) / deviation` for every number x.
    normalised: Vec<f32>,
}

/// Computes the statistics in native `f32`.
fn host(numbers: &[f32]) -> Statistics {
    let n = numbers.len() as f32;
    let mut sum = 0.0;
    for x in numbers {
        sum += x;
    }
    let mean = sum / n;
    let mut squares = 0.0;
    for x in numbers {
        let d = x - mean;
        squares += d * d;
    }
    let variance = squares / (n - 1.0);
    let deviation = variance.sqrt();
    let normalised = numbers.iter().map(|x| (x - mean) / deviation).collect();
    Statistics { mean, variance, deviation, normalised }
}

/// Defines a function that computes the statistics in PTX, with the given kind of `div` and `sqrt`.
macro_rules! gpu {
    ($name:ident: $kind:ident) => {
        fn $name(numbers: &[f32]) -> Statistics {
            let n = numbers.len() as f32;
            let (mean, variance, deviation);
            let mut sum = 0.0;
            for &x in numbers {
                ptx! { add.rn.f32 sum, sum, x; }
            }
            ptx! { div.$kind.f32 mean, sum, n; }
            let mut squares = 0.0;
            for &x in numbers {
                ptx! {
                    .reg .f32 d;
                    sub.rn.f32 d, x, mean;
                    fma.rn.f32 squares, d, d, squares;
                }
            }
            ptx! {
                div.$kind.f32 variance, squares, (n - 1.0);
                sqrt.$kind.f32 deviation, variance;
            }
            let normalise = |x: &f32| {
                ptx! {
                    .reg .f32 d, z;
                    sub.rn.f32 d, (*x), mean;
                    div.$kind.f32 z, d, deviation;
                    z
                }
            };
            let normalised = numbers.iter().map(normalise).collect();
            Statistics { mean, variance, deviation, normalised }
        }
    };
}
gpu!(rounded: rn);
gpu!(approximate: approx);

/// Prints a line of the table. If the values differ, a second line has their bits.
fn show(out: &mut impl Write, name: &str, values: [f32; 3]) -> io::Result<()> {
    writeln!(out, "{name:<18}{:>15}{:>15}{:>15}", values[0], values[1], values[2])?;
    if values.iter().any(|v| v.to_bits() != values[0].to_bits()) {
        let [a, b, c] = values.map(f32::to_bits);
        writeln!(out, "{:<18}{a:>15x}{b:>15x}{c:>15x}", "")?;
    }
    Ok(())
}

fn compare(out: &mut impl Write, numbers: &[f32]) -> io::Result<()> {
    let all = [host(numbers), rounded(numbers), approximate(numbers)];
    writeln!(out, "{:<18}{:>15}{:>15}{:>15}", "", "host f32", "PTX .rn", "PTX .approx")?;
    show(out, "mean", all.each_ref().map(|s| s.mean))?;
    show(out, "variance", all.each_ref().map(|s| s.variance))?;
    show(out, "deviation", all.each_ref().map(|s| s.deviation))?;

    let normalised = |i: usize| all.each_ref().map(|s| s.normalised[i]);
    let differs = |i: usize, column: usize| {
        let values = normalised(i);
        values[column].to_bits() != values[0].to_bits()
    };
    let count = |column| (0..numbers.len()).filter(|&i| differs(i, column)).count();
    writeln!(out, "\nfirst normalised values with different bits:")?;
    let different = (0..numbers.len()).filter(|&i| differs(i, 1) || differs(i, 2));
    for i in different.take(5) {
        show(out, &numbers[i].to_string(), normalised(i))?;
    }
    let (total, found) = (numbers.len(), [count(1), count(2)]);
    writeln!(
        out,
        "\nValues whose bits differ from the host's: {} of {total} with .rn, {} of {total} with .approx.",
        found[0], found[1]
    )?;
    out.write_all(EXPLANATION.as_bytes())
}

fn read(file: &OsStr) -> Result<Vec<f32>, String> {
    let path = file.display();
    let bytes = fs::read(file).map_err(|error| format!("{path}: {error}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}');
    let mut numbers = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let number = line.split('#').next().unwrap_or_default().trim();
        if number.is_empty() {
            continue;
        }
        match number.parse::<f32>() {
            Ok(x) if x.is_finite() => numbers.push(x),
            _ => {
                let shown: String = number.chars().take(40).collect();
                return Err(format!("{path}:{}: expected a finite f32, found `{shown}`", i + 1));
            }
        }
    }
    match numbers.len() {
        0 | 1 => {
            Err(format!("{path}: a variance takes two numbers or more, here are {}", numbers.len()))
        }
        _ => Ok(numbers),
    }
}

fn report(out: &mut impl Write, numbers: &[f32], shipped: bool) -> io::Result<()> {
    if shipped {
        out.write_all(TITLE.as_bytes())?;
    }
    compare(out, numbers)?;
    let bits = NS_PER_METRE.to_bits();
    writeln!(
        out,
        "\nLight in vacuum takes {NS_PER_METRE} ns ({bits:x}) for a metre, says the compiler."
    )
}

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let path = arguments.next();
    if path.as_deref().is_some_and(|word| word == "--help" || word == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    if arguments.next().is_some() {
        eprintln!("error: one file at most\nusage: quickstart [FILE]");
        return ExitCode::FAILURE;
    }
    let reported = read(path.as_deref().unwrap_or(OsStr::new(DATA))).and_then(|numbers| {
        match report(&mut io::stdout().lock(), &numbers, path.is_none()) {
            // A program that reads the output, such as `head`, may close the pipe early.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.to_string()),
            _ => Ok(()),
        }
    });
    match reported {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
