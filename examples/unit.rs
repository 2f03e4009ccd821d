//! Computes each operation of the multi-function unit for the given numbers and prints the results.
//!
//! ```text
//! cargo run --release --example unit -- 0.1 3 0x3f81cfff
//! ```
//!
//! A number is a decimal, or `0x` and the eight hexadecimal digits of an `f32`.
//!
//! | column | content |
//! |---|---|
//! | nearest | the exact result, rounded to nearest in the format of the result |
//! | ulps | the result minus "nearest" in ulps, `+` away from zero |
//!
//! "ulps" is `-` if the result was flushed to zero, overflowed or lost its sign.
//!
//! Native `f64` functions compute the exact result. Their relative error is assumed to be below 2^-48. "nearest" is `?`
//! if this error makes the rounding uncertain.

use ptx::ops::{Rounding, Saturation, Subnormals, mufu, mul_f32};
use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

/// The format of a result.
#[derive(Clone, Copy)]
enum Format {
    Single,
    /// The high word of a double.
    High,
    /// An operand word for another operation. Such a word is not compared with an exact result.
    Word,
}
use Format::{High, Single, Word};

/// An operation: name, operand, result, format, exact result, and grade.
struct Answer(&'static str, u32, u32, Format, f64, &'static str);

const USAGE: &str = "\
usage: unit NUMBER...

A number is a decimal, or 0x and the 8 hexadecimal digits of an f32.
";

const NOTES: &str = "\
[H] checked against hardware, on other targets presumed; [M] a model that no hardware has confirmed.
Before sm_70, SIN and COS take the word of RRO.SINCOS; from sm_70 on, they take turns, x / 2pi.
Before sm_70, EX2 takes the word of RRO.EX2; from sm_70 on, it computes this word itself.
TANH exists from sm_75 on.
";

const MEASURED: &str = "[H] on sm_5x to sm_75, sm_90";
const MEASURED_89: &str = "[H] on sm_5x to sm_75, sm_89, sm_90";

fn answers(x: f32) -> [Answer; 14] {
    let (bits, exact) = (x.to_bits(), f64::from(x));
    let (to_ex2, to_sine) = (mufu::rro_ex2(bits), mufu::rro_sincos(bits));
    let turns =
        mul_f32(x, f32::from_bits(0x3e22_f983), Rounding::Rz, Subnormals::Keep, Saturation::Off);
    let turns = turns.to_bits();
    // The operations on doubles use only the high word of their operand, so set the low word to 0.
    let high = (exact.to_bits() >> 32) as u32;
    let double = f64::from_bits(u64::from(high) << 32);
    [
        Answer("RCP", bits, mufu::rcp(bits), Single, exact.recip(), MEASURED_89),
        Answer("RSQ", bits, mufu::rsq(bits), Single, exact.sqrt().recip(), MEASURED_89),
        Answer(
            "SQRT",
            bits,
            mufu::sqrt(bits),
            Single,
            exact.sqrt(),
            "[H] on sm_6x to sm_75, sm_90",
        ),
        Answer("LG2", bits, mufu::lg2(bits), Single, exact.log2(), MEASURED),
        Answer("RRO.EX2", bits, to_ex2, Word, 0.0, "[H] on G80, sm_5x, sm_6x"),
        Answer(
            "EX2",
            to_ex2,
            mufu::ex2(to_ex2),
            Single,
            exact.exp2(),
            "[H] on sm_5x to sm_75, sm_89, sm_90, sm_121",
        ),
        Answer("RRO.SINCOS", bits, to_sine, Word, 0.0, "[H] on G80, sm_5x, sm_6x"),
        Answer("SIN", to_sine, mufu::sin(to_sine), Single, exact.sin(), "[H] on sm_5x, sm_6x"),
        Answer("COS", to_sine, mufu::cos(to_sine), Single, exact.cos(), "[H] on sm_5x, sm_6x"),
        Answer(
            "SIN, turns",
            turns,
            mufu::sin_float(turns),
            Single,
            exact.sin(),
            "[H] on sm_70, sm_75, sm_90",
        ),
        Answer(
            "COS, turns",
            turns,
            mufu::cos_float(turns),
            Single,
            exact.cos(),
            "[H] on sm_70, sm_75, sm_90",
        ),
        Answer("TANH", bits, mufu::tanh(bits), Single, exact.tanh(), "[H] on sm_90"),
        Answer("RCP64H", high, mufu::rcp64h(high), High, double.recip(), "[H] on sm_90"),
        Answer("RSQ64H", high, mufu::rsq64h(high), High, double.sqrt().recip(), "[H] on sm_90"),
    ]
}

impl Format {
    /// Rounds `x` to the format and returns the bits.
    fn round(self, x: f64) -> u32 {
        match self {
            Single => (x as f32).to_bits(),
            // Round to nearest, ties to even, like `as f32`.
            High if x.is_finite() => {
                let bits = x.to_bits();
                ((bits + 0x7fff_ffff + (bits >> 32 & 1)) >> 32) as u32
            }
            High | Word => (x.to_bits() >> 32) as u32,
        }
    }

    fn value(self, word: u32) -> f64 {
        match self {
            Single => f32::from_bits(word).into(),
            High | Word => f64::from_bits(u64::from(word) << 32),
        }
    }
}

/// Formats a number with 9 significant digits, which identify an `f32` or the high word of an `f64`.
fn decimal(x: f64) -> String {
    let nine: f64 = format!("{x:.8e}").parse().unwrap_or(x);
    match x.abs() {
        1e-4..1e8 => format!("{nine}"),
        size if size == 0.0 || !size.is_finite() => format!("{x}"),
        _ => format!("{nine:e}"),
    }
}

fn show(out: &mut impl Write, answer: Answer) -> io::Result<()> {
    let Answer(name, source, result, format, exact, grade) = answer;
    let (answer, nearest, steps) = match format {
        Word => (String::new(), String::new(), String::new()),
        Single | High => {
            let doubt = 2f64.powi(-48);
            let near = [exact * (1.0 - doubt), exact * (1.0 + doubt)].map(|x| format.round(x));
            let value = format.value(result);
            let comparable =
                |a: f64, b: f64| a.is_normal() && b.is_normal() && a.signum() == b.signum();
            let steps = match near {
                _ if value.is_nan() && exact.is_nan() => "0".into(),
                [low, high] if low != high => "?".into(),
                [nearest, _] if nearest == result => "0".into(),
                [nearest, _] if comparable(value, format.value(nearest)) => {
                    format!("{:+}", i64::from(result) - i64::from(nearest))
                }
                _ => "-".into(),
            };
            let nearest = match near {
                _ if exact.is_nan() => "NaN".into(),
                [low, high] if low != high => "?".into(),
                [nearest, _] => format!("{nearest:08x} {}", decimal(format.value(nearest))),
            };
            (decimal(value), nearest, steps)
        }
    };
    writeln!(
        out,
        "{name:<11}{source:08x}  {result:08x} {answer:<15}{nearest:<24}{steps:>4}  {grade}"
    )
}

fn number(text: &str) -> Option<f32> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) if digits.len() == 8 && digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
            u32::from_str_radix(digits, 16).ok().map(f32::from_bits)
        }
        Some(_) => None,
        None => text.parse().ok(),
    }
}

fn report(out: &mut impl Write, arguments: &[(String, f32)]) -> io::Result<()> {
    for (argument, x) in arguments {
        writeln!(out, "{argument} is {:08x} as f32, {}", x.to_bits(), decimal((*x).into()))?;
        let head = ["operation", "source", "result", "nearest", "ulps"];
        let [operation, source, result, nearest, ulps] = head;
        writeln!(out, "{operation:<11}{source:<10}{result:<24}{nearest:<24}{ulps:>4}  grade")?;
        for answer in answers(*x) {
            show(out, answer)?;
        }
        writeln!(out)?;
    }
    out.write_all(NOTES.as_bytes())
}

fn main() -> ExitCode {
    let mut numbers = Vec::new();
    for argument in env::args_os().skip(1).map(|a| a.to_string_lossy().into_owned()) {
        if argument == "--help" || argument == "-h" {
            print!(
                "What each operation of the multi-function unit answers for a number.\n\n{USAGE}"
            );
            return ExitCode::SUCCESS;
        }
        let Some(x) = number(&argument) else {
            eprintln!("error: `{argument}` is neither a decimal nor 0x and 8 hexadecimal digits");
            return ExitCode::FAILURE;
        };
        numbers.push((argument, x));
    }
    if numbers.is_empty() {
        eprint!("error: expected a number\n{USAGE}");
        return ExitCode::FAILURE;
    }
    match report(&mut io::stdout().lock(), &numbers) {
        // A program that reads the output, such as `head`, may close the pipe early.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}
