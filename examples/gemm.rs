//! Reads a matrix, subtracts the mean of each column, and multiplies the transpose of the result by the result.
//! Computes the product as the tensor cores of every generation do, with a chain of `fma`, and in `f64`.
//!
//! ```text
//! cargo run --release --example gemm            # Fisher's irises, 1936
//! cargo run --release --example gemm -- FILE    # another matrix, one row per line
//! ```

use ptx::ops::Sm;
use ptx::ops::mma::{Fp8::E4m3, tile};
use ptx::ptx;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::num::NonZero;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, thread};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/iris.txt");

const TITLE: &str = "\
Fisher 1936: sepal length, sepal width, petal length, petal width of 150 irises, in centimetres
";

const HELP: &str = "\
Sums of squares and products of a file's columns on the tensor cores of every generation.

usage: gemm [FILE]

FILE has a row of numbers a line; without it, Fisher's irises of 1936.
";

type Matrix<T> = Vec<Vec<T>>;

fn map<T: Copy, U>(matrix: &Matrix<T>, f: impl Fn(T) -> U) -> Matrix<U> {
    matrix.iter().map(|row| row.iter().map(|x| f(*x)).collect()).collect()
}

fn transposed<T: Copy>(matrix: &Matrix<T>) -> Matrix<T> {
    (0..matrix[0].len()).map(|j| matrix.iter().map(|row| row[j]).collect()).collect()
}

/// Returns a block of R rows and C columns. Elements outside the matrix are 0.
fn block<T: Copy + Default, const R: usize, const C: usize>(
    matrix: &Matrix<T>,
    row: usize,
    column: usize,
) -> [[T; C]; R] {
    let mut block = [[T::default(); C]; R];
    for (to, from) in block.iter_mut().zip(matrix.iter().skip(row)) {
        for (to, from) in to.iter_mut().zip(from.iter().skip(column)) {
            *to = *from;
        }
    }
    block
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Computes A · B tile by tile, in steps of K. Each thread computes a range of rows.
fn multiply<T: Copy + Default + Sync, const M: usize, const N: usize, const K: usize>(
    a: &Matrix<T>,
    b: &Matrix<T>,
    tile: impl Fn(&[[T; K]; M], &[[T; N]; K], &[[f32; N]; M]) -> [[f32; N]; M] + Sync,
) -> Matrix<f32> {
    let mut d = vec![vec![0.0; b[0].len()]; a.len()];
    let rows = a.len().div_ceil(M).div_ceil(threads()) * M;
    thread::scope(|scope| {
        for (part, d) in d.chunks_mut(rows).enumerate() {
            let tile = &tile;
            scope.spawn(move || {
                for i in (0..d.len()).step_by(M) {
                    for j in (0..b[0].len()).step_by(N) {
                        let mut sum = [[0.0; N]; M];
                        for k in (0..b.len()).step_by(K) {
                            sum = tile(&block(a, part * rows + i, k), &block(b, k, j), &sum);
                        }
                        for (to, from) in d[i..].iter_mut().zip(sum) {
                            to[j..].iter_mut().zip(from).for_each(|(to, from)| *to = from);
                        }
                    }
                }
            });
        }
    });
    d
}

/// An operand type: its name, the function that rounds to this type, the targets that support the type, and the
/// function that computes the product. Values are stored as f32.
struct Operands {
    name: &'static str,
    round: fn(f64) -> f32,
    targets: &'static [u16],
    product: fn(&Matrix<f32>, Sm) -> Matrix<f32>,
}

const OPERANDS: [Operands; 4] = [
    Operands {
        name: "f16",
        round: |x| ptx! { .reg .b16 h; .reg .f32 d; cvt.rn.f16.f64 h, x; cvt.f32.f16 d, h; d },
        targets: &[70, 80, 89, 90, 100, 120],
        product: |x, sm| {
            let x = map(x, |x| ptx! { .reg .b16 h; cvt.rn.f16.f32 h, x; h });
            let t = transposed(&x);
            match sm {
                Sm(70) => multiply(&t, &x, |a, b, c| tile::m8n8k4_f32_f16(a, b, c, sm)),
                _ => multiply(&t, &x, |a, b, c| tile::m16n8k16_f32_f16(a, b, c, sm)),
            }
        },
    },
    Operands {
        name: "bf16",
        round: |x| ptx! { .reg .b16 h; .reg .f32 d; cvt.rn.bf16.f64 h, x; cvt.f32.bf16 d, h; d },
        targets: &[80, 89, 90, 100, 120],
        product: |x, sm| {
            let x = map(x, |x| ptx! { .reg .b16 h; cvt.rn.bf16.f32 h, x; h });
            multiply(&transposed(&x), &x, |a, b, c| tile::m16n8k16_f32_bf16(a, b, c, sm))
        },
    },
    Operands {
        name: "tf32",
        round: |x| f32::from_bits(ptx! { .reg .b32 d; cvt.rna.tf32.f32 d, (x as f32); d }),
        targets: &[80, 89, 90, 100, 120],
        product: |x, sm| {
            let x = map(x, f32::to_bits);
            multiply(&transposed(&x), &x, |a, b, c| tile::m16n8k8_f32_tf32(a, b, c, sm))
        },
    },
    Operands {
        name: "e4m3",
        round: |x| e4m3_value(e4m3(x)),
        targets: &[89, 90, 100, 120],
        product: |x, sm| {
            let x = map(x, |x| e4m3(x.into()));
            let t = transposed(&x);
            multiply(&t, &x, |a, b, c| tile::m16n8k32_f32_fp8(a, b, c, E4m3, E4m3, sm))
        },
    },
];

/// Returns the value of an e4m3 number, which has 3 fraction bits and an exponent bias of 7.
fn e4m3_value(byte: u8) -> f32 {
    let (exponent, fraction) = (i32::from(byte >> 3 & 15), f32::from(byte & 7));
    let size = match exponent {
        0 => fraction * 2.0_f32.powi(-9),
        _ => (8.0 + fraction) * 2.0_f32.powi(exponent - 10),
    };
    if byte < 0x80 { size } else { -size }
}

/// Rounds to the nearest e4m3 number, ties to even, and saturates at 448.
fn e4m3(x: f64) -> u8 {
    let away = |byte: u8| (f64::from(e4m3_value(byte)) - x.abs()).abs();
    let order = |a: &u8, b: &u8| away(*a).total_cmp(&away(*b)).then((a & 1).cmp(&(b & 1)));
    let byte = (0..0x7f).min_by(order).unwrap_or_default();
    if x < 0.0 { byte | 0x80 } else { byte }
}

/// Computes each element of the product with a chain of `fma`.
fn chain(x: &Matrix<f32>) -> Matrix<f32> {
    let dot = |a: &[f32], b: &[f32]| {
        let mut sum = 0.0_f32;
        for (a, b) in a.iter().zip(b) {
            ptx! { fma.rn.f32 sum, (*a), (*b), sum; }
        }
        sum
    };
    let columns = transposed(x);
    columns.iter().map(|a| columns.iter().map(|b| dot(a, b)).collect()).collect()
}

/// Computes each element of the product in f64 and rounds it to f32.
fn reference(x: &Matrix<f32>) -> Matrix<f32> {
    let columns = transposed(&map(x, f64::from));
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() as f32;
    columns.iter().map(|a| columns.iter().map(|b| dot(a, b)).collect()).collect()
}

/// Returns the distance of two numbers in ulps.
fn ulps(a: f32, b: f32) -> u32 {
    let place = |x: f32| (x.to_bits() << 1 >> 1) as i32 * if x.is_sign_negative() { -1 } else { 1 };
    place(a).abs_diff(place(b))
}

/// Describes a difference: the number of elements that differ, and the largest difference in ulps.
fn difference(a: &Matrix<f32>, b: &Matrix<f32>) -> String {
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    let differences: Vec<u32> = pairs.map(|(a, b)| ulps(*a, *b)).filter(|x| *x > 0).collect();
    match differences.iter().max() {
        None => "same".to_owned(),
        Some(most) => format!("{} by {most}", differences.len()),
    }
}

/// Returns the results of all generations, of the `fma` chain, and of f64, each with a name. Generations with equal
/// results share an entry.
fn results(operands: &Operands, deviations: &Matrix<f64>) -> Vec<(String, Matrix<f32>)> {
    let x = map(deviations, operands.round);
    let mut results: Vec<(String, Matrix<f32>)> = Vec::new();
    for target in operands.targets {
        let d = (operands.product)(&x, Sm(*target));
        match results.iter_mut().find(|(_, known)| difference(known, &d) == "same") {
            Some((names, _)) => *names += &format!(", {target}"),
            None => results.push((format!("sm_{target}"), d)),
        }
    }
    results.push(("chain of fma".to_owned(), chain(&x)));
    results.push(("f64".to_owned(), reference(&x)));
    results
}

fn compare(out: &mut impl Write, deviations: &Matrix<f64>) -> io::Result<()> {
    for operands in &OPERANDS {
        let results = results(operands, deviations);
        let size = results[0].1.len();
        write!(
            out,
            "\n{}: of {} elements differ, by ulps at most\n{:22}",
            operands.name,
            size * size,
            ""
        )?;
        for (name, _) in &results[1..] {
            write!(out, "{name:>22}")?;
        }
        for (i, (name, d)) in results[..results.len() - 1].iter().enumerate() {
            write!(out, "\n{name:<22}{:1$}", "", 22 * i)?;
            for (_, other) in &results[i + 1..] {
                write!(out, "{:>22}", difference(d, other))?;
            }
        }
        writeln!(out)?;
        let places = (0..size).flat_map(|i| (i..size).map(move |j| (i, j)));
        let generations = &results[..results.len() - 2];
        let apart = |(i, j): &(usize, usize)| {
            generations.iter().any(|(_, d)| ulps(d[*i][*j], generations[0].1[*i][*j]) > 0)
        };
        for (i, j) in places.filter(apart).take(3) {
            write!(out, "element {}, {}:", i + 1, j + 1)?;
            for (name, d) in &results {
                write!(out, "  {name} {:x}", d[i][j].to_bits())?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Measures the time of a product of two 256 × 256 matrices, which are filled with the deviations.
fn time(out: &mut impl Write, deviations: &Matrix<f64>) -> io::Result<()> {
    const SIZE: usize = 256;
    let mut numbers = deviations.iter().flatten().cycle();
    let row = |_| numbers.by_ref().take(SIZE).map(|x| (OPERANDS[0].round)(*x)).collect();
    let x: Matrix<f32> = (0..SIZE).map(row).collect();
    let start = Instant::now();
    let size = (OPERANDS[0].product)(&x, Sm(80)).len();
    let time = start.elapsed().as_secs_f64() * 1e3;
    writeln!(
        out,
        "\n{size} x {size} x {size} in f16 on sm_80: {time:.0} ms on {} threads",
        threads()
    )
}

/// The maximum number of columns. A wider matrix would take minutes.
const COLUMNS: usize = 2000;

/// Parses the numbers in a line.
fn row(line: &str) -> Result<Vec<f64>, String> {
    let words = line.split('#').next().unwrap_or_default();
    let words = words.split([' ', '\t', ',', ';', '\r']).filter(|word| !word.is_empty());
    let number = |word: &str| match word.parse::<f64>() {
        Ok(x) if x.is_finite() => Ok(x),
        _ => {
            let shown: String = word.chars().take(40).collect();
            Err(format!("`{shown}` is not a finite number"))
        }
    };
    words.map(number).collect()
}

/// Reads a matrix from a file. All rows must have the same length.
fn read(file: &OsStr) -> Result<Matrix<f64>, String> {
    let path = file.display();
    let bytes = fs::read(file).map_err(|error| format!("{path}: {error}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut matrix: Matrix<f64> = Vec::new();
    for (i, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let at = |message: String| format!("{path}:{}: {message}", i + 1);
        let row = row(line).map_err(at)?;
        let (found, expected) = (row.len(), matrix.first().map_or(row.len(), Vec::len));
        if found > COLUMNS {
            return Err(at(format!("{found} columns, at most {COLUMNS} are taken")));
        }
        if found > 0 && found != expected {
            return Err(at(format!(
                "expected {expected} numbers as in the first row, found {found}"
            )));
        }
        if found > 0 {
            matrix.push(row);
        }
    }
    if matrix.is_empty() {
        Err(format!("{path}: expected rows of numbers, found none"))
    } else {
        Ok(matrix)
    }
}

/// Subtracts the mean of each column from the numbers in the column.
fn deviations(matrix: &Matrix<f64>) -> Matrix<f64> {
    let count = matrix.len() as f64;
    let columns = transposed(matrix);
    let means: Vec<f64> = columns.iter().map(|x| x.iter().sum::<f64>() / count).collect();
    matrix.iter().map(|row| row.iter().zip(&means).map(|(x, mean)| x - mean).collect()).collect()
}

fn report(out: &mut impl Write, matrix: &Matrix<f64>, shipped: bool) -> io::Result<()> {
    if shipped {
        out.write_all(TITLE.as_bytes())?;
    }
    let deviations = deviations(matrix);
    compare(out, &deviations)?;
    time(out, &deviations)
}

fn main() -> ExitCode {
    let mut arguments = env::args_os().skip(1);
    let path = arguments.next();
    if path.as_deref().is_some_and(|word| word == "--help" || word == "-h") {
        print!("{HELP}");
        return ExitCode::SUCCESS;
    }
    if arguments.next().is_some() {
        eprintln!("error: one file at most\nusage: gemm [FILE]");
        return ExitCode::FAILURE;
    }
    let reported = read(path.as_deref().unwrap_or(OsStr::new(DATA))).and_then(|matrix| {
        match report(&mut io::stdout().lock(), &matrix, path.is_none()) {
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
