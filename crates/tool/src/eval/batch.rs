//! Computes the lines of a batch.
//!
//! A line consists of a target, an instruction and the bits of its operands, separated by tabs. Alternatively, a line
//! consists of an instruction and its operands, separated by blanks. Lines with the same target, instruction and number
//! of operands share one selected instruction.

use super::instruction::Instruction;
use super::matrix::{Matrix, is_matrix};
use crate::dialect;
use ptx_isa::{Dialect, Message, Settings, Target, Type, Version, directives};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

/// The maximum number of cached instructions. A full cache is cleared.
const MOST_KNOWN: usize = 1 << 16;

/// The maximum number of bytes of a line.
const MOST_BYTES: u64 = 1 << 24;

/// The size of each buffer in bytes.
const BUFFER: usize = 1 << 16;

/// A selected instruction.
enum Known {
    Instruction(Box<Instruction>),
    Matrix(Matrix),
}

/// The state of a batch.
struct Batch<'d> {
    /// The dialect that the target field `-` selects.
    default: &'d Dialect,
    /// The selected instructions or their errors. The key consists of target, instruction and number of
    /// operands.
    known: HashMap<String, Result<Known, String>>,
    key: String,
    sources: Vec<u128>,
    answer: String,
}

/// Writes a line of results for each input line. Returns whether any line was faulty.
///
/// ```
/// let mut output = Vec::new();
/// let input = b"sm_90\tfma.rn.f32\t3f800000\t40000000\t1\n" as &[u8];
/// let default = ptx_isa::Dialect::default();
/// let faulty = ptx_tool::eval::batch::answer(input, &mut output, &default).unwrap();
/// assert_eq!((output.as_slice(), faulty), (b"40000000\n".as_slice(), false));
/// ```
///
/// # Errors
/// If the input cannot be read, or if the output cannot be written.
pub fn answer(input: impl Read, output: impl Write, default: &Dialect) -> Result<bool, Broken> {
    let mut input = BufReader::with_capacity(BUFFER, input);
    let mut output = BufWriter::with_capacity(BUFFER, output);
    let mut batch = Batch {
        default,
        known: HashMap::new(),
        key: String::new(),
        sources: Vec::new(),
        answer: String::new(),
    };
    let (mut line, mut faulty) = (Vec::new(), false);
    loop {
        line.clear();
        // Flushes before a read that may block, because the sender may wait for earlier results.
        if !input.buffer().contains(&b'\n') {
            output.flush().map_err(Broken::Output)?;
        }
        let mut rest = input.by_ref().take(MOST_BYTES + 1);
        if rest.read_until(b'\n', &mut line).map_err(Broken::Input)? == 0 {
            return Ok(faulty);
        }
        if rest.limit() == 0 {
            let error = format!("a line has more than {MOST_BYTES} bytes");
            return Err(Broken::Input(io::Error::new(io::ErrorKind::FileTooLarge, error)));
        }
        faulty |= batch.line(&line).is_err();
        batch.answer.push('\n');
        output.write_all(batch.answer.as_bytes()).map_err(Broken::Output)?;
    }
}

/// An error that ends a batch early.
#[derive(Debug)]
pub enum Broken {
    /// The input cannot be read.
    Input(io::Error),
    /// The output cannot be written.
    Output(io::Error),
}

/// The failure of a line. The field `answer` of [`Batch`] then holds the error message.
struct Faulty;

impl Batch<'_> {
    /// Computes a line. Stores its results or its error message in `answer`.
    fn line(&mut self, line: &[u8]) -> Result<(), Faulty> {
        self.answer.clear();
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() || line.starts_with(b"#") {
            return Ok(());
        }
        let computed = match std::str::from_utf8(line) {
            Ok(line) => self.compute(line),
            Err(_) => Err("the line is not UTF-8".into()),
        };
        computed.map_err(|message| {
            self.answer.clear();
            let _ = write!(self.answer, "error: {message}");
            Faulty
        })
    }

    /// Computes a line without tabs: an instruction and operands separated by blanks, as in `eval`.
    fn blanks(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let instruction = words.next().ok_or("expected an instruction")?;
        if is_matrix(instruction) {
            let fields: Vec<_> = words.collect();
            return self.compute(&format!("-\t{instruction}\t{}", fields.join("\t")));
        }
        let operands: Vec<_> = words.map(str::to_string).collect();
        let answer = super::eval(instruction, &operands, self.default);
        let answer = answer.map_err(|fault| on_one_line(fault.message))?;
        let bits =
            |result: &super::Output| format!("{:0width$x}", result.bits, width = digits(result.ty));
        self.answer = answer.results.iter().map(bits).collect::<Vec<_>>().join(" ");
        Ok(())
    }

    /// Computes a line and appends its results to `answer`.
    fn compute(&mut self, line: &str) -> Result<(), String> {
        if !line.contains('\t') && line.trim().contains(' ') {
            return self.blanks(line);
        }
        let mut fields = line.split('\t');
        let (Some(target), Some(instruction)) = (fields.next(), fields.next()) else {
            return Err(
                "expected a target, an instruction and operands, with a tab between any two".into(),
            );
        };
        self.key.clear();
        self.key.push_str(&line[..target.len() + 1 + instruction.len()]);
        let count = fields.clone().count();
        let _ = write!(self.key, "\t{count}");
        if !self.known.contains_key(&self.key) {
            if self.known.len() == MOST_KNOWN {
                self.known.clear();
            }
            let found = find(target, instruction, count, self.default).map_err(on_one_line);
            self.known.insert(self.key.clone(), found);
        }
        match &self.known[&self.key] {
            Err(message) => Err(message.clone()),
            Ok(Known::Matrix(matrix)) => {
                let word = |field: &str, ty| bits(field, ty).map(|bits| bits as u64);
                let (bits, ty) = matrix.element(fields, word).map_err(on_one_line)?;
                let _ = write!(self.answer, "{bits:0width$x}", width = digits(ty));
                Ok(())
            }
            Ok(Known::Instruction(instruction)) => {
                self.sources.clear();
                for (field, slot) in fields.zip(&instruction.sources) {
                    self.sources.push(bits(field, slot.ty).map_err(on_one_line)?);
                }
                let missing = "the instruction has no function";
                let results = instruction.compute(&self.sources).ok_or(missing)?;
                for (i, (slot, bits)) in results.enumerate() {
                    let separator = if i == 0 { "" } else { " " };
                    let width = digits(slot.ty);
                    let _ = write!(self.answer, "{separator}{bits:0width$x}");
                }
                Ok(())
            }
        }
    }
}

/// Selects the instruction of a line.
fn find(
    target: &str,
    instruction: &str,
    count: usize,
    default: &Dialect,
) -> Result<Known, Message> {
    if instruction.ends_with(';') || instruction.trim() != instruction || instruction.contains(" .")
    {
        let what = format!("expected an instruction alone, found `{instruction}`");
        return Err(Message::new(what)
            .note("it is written without `;`, and without blanks around it or before its dots"));
    }
    let dialect = dialect_of(target, default)?;
    // A form that only sm_NNa supports is computed for sm_NN, too. The suffix does not affect results.
    let target = dialect.target.map(Target::with_own_features);
    let dialects = [dialect.clone(), Dialect { target, ..dialect }];
    let found = match is_matrix(instruction) {
        true => Matrix::new(instruction, &dialects).and_then(|matrix| {
            matrix.check_count(instruction, count).map(|()| Known::Matrix(matrix))
        }),
        false => Instruction::new(instruction, count, &dialects)
            .map(|found| Known::Instruction(Box::new(found))),
    };
    found.map_err(|fault| fault.message)
}

/// Parses a target field, such as `sm_90`, `sm_12,map_f64_to_f32`, `sm_90 8.0` or `-`.
fn dialect_of(field: &str, default: &Dialect) -> Result<Dialect, Message> {
    let (word, version) = match field.rsplit_once(' ') {
        Some((word, version)) if version.starts_with(|c: char| c.is_ascii_digit()) => {
            (word, Some(dialect::version(version)?))
        }
        _ => (field, None),
    };
    if word == "-" {
        let version = version.or(default.version);
        let clash = version
            .filter(|_| default.target == Some(Target::DEFAULT))
            .and_then(|version| directives::without_target(version, "--target"));
        let dialect = Dialect { version, ..default.clone() };
        return clash.map_or_else(|| consistent(dialect), Err);
    }
    let target = dialect::target(word)?;
    let newest = target.versions().1.unwrap_or(Version::NEWEST);
    let set = |is_given| if is_given { "in the line" } else { "by default" };
    consistent(Dialect {
        version_set: set(version.is_some()).into(),
        target_set: set(true).into(),
        settings: Settings::Field,
        ..Dialect::of(version.unwrap_or(newest), target)
    })
}

/// Returns the dialect, or an error if its version does not support its target.
fn consistent(dialect: Dialect) -> Result<Dialect, Message> {
    let pair = dialect.version.zip(dialect.target);
    match pair.and_then(|(version, target)| directives::clash(version, target)) {
        Some(clash) => Err(clash),
        None => Ok(dialect),
    }
}

/// Returns the number of hexadecimal digits of a type.
fn digits(ty: Type) -> usize {
    (ty.bits() as usize).div_ceil(4)
}

/// Parses a field that gives the bits of an operand.
fn bits(field: &str, ty: Type) -> Result<u128, Message> {
    let count = digits(ty);
    if ty == Type::Pred {
        return match field {
            "0" => Ok(0),
            "1" => Ok(1),
            _ => Err(format!("`{field}`: a predicate is 0 or 1").into()),
        };
    }
    let mut bits = 0;
    for digit in field.chars() {
        let digit = digit.to_digit(16);
        bits = bits << 4 | u128::from(digit.ok_or_else(|| not_hexadecimal(field))?);
    }
    match field.len() {
        0 => Err("expected the digits of an operand, found an empty field".into()),
        length if length > count => {
            Err(format!("`{field}`: `.{}` has {count} digits at most", ty.word()).into())
        }
        _ => Ok(bits),
    }
}

/// Returns the error about a field that contains characters other than hexadecimal digits.
fn not_hexadecimal(field: &str) -> Message {
    format!("`{field}`: expected hexadecimal digits, without a prefix or a sign").into()
}

/// Returns a message as one line.
fn on_one_line(message: Message) -> String {
    message.to_string().replace('\n', "; ")
}
