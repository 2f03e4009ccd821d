//! Compares random programs with their machine code, and reduces the programs that differ.

mod program;
mod random;
mod rows;

use super::{Cause, Text, Verdict, VerifyArgs, report, verify_text};
use crate::launch::{Failure, cores};
use crate::status::{FOUND, OK};
use program::{KERNEL, Program, THREADS};
use ptx_isa::{Dialect, Target};
use ptx_tool::COMMAND;
use ptx_tool::run::Argument;
use random::Random;
use rows::Rows;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The maximum number of programs that are tried to reduce a program.
const TRIES: usize = 400;

/// The maximum number of parts of a refused program that are tried.
const PARTS: usize = 12;

/// The result of a program.
enum Outcome {
    /// The machine code was compared.
    Compared(Vec<Verdict>),
    /// The text or its machine code cannot run here: the first message.
    Refused(String),
}

/// The comparison of programs.
struct Fuzz<'a> {
    arguments: VerifyArgs,
    rows: &'a Rows,
    header: &'a str,
    command: String,
}

/// Runs the programs. Returns the text for the standard output, and the exit status.
///
/// # Errors
/// If there is no assembler, or it refuses every program.
pub(super) fn run(arguments: &VerifyArgs, count: u64) -> Result<(String, u8), Failure> {
    super::assemble::assembler(arguments.ptxas.as_deref())?;
    let chip = arguments.target.unwrap_or(Target::sm(90));
    let dialect = Dialect { target: Some(chip), ..Dialect::default() };
    let header = format!(".version 9.5\n.target {chip}\n.address_size 64");
    let levels: Vec<_> = arguments.levels.iter().map(ToString::to_string).collect();
    let fuzz = Fuzz {
        arguments: of_programs(arguments, chip)?,
        rows: &Rows::new(&dialect),
        header: &header,
        command: format!(
            "{COMMAND} verify program.ptx --target {chip} --level {} --grid 1 --block {THREADS} '{}'",
            levels.join(","),
            Program::argument()
        ),
    };
    let (next, found) = (AtomicU64::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..cores() {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    let one = fuzz.one(arguments.seed, number);
                    // A lock is poisoned only if another thread panicked, and then the scope panics, too.
                    if let Ok(mut found) = found.lock() {
                        found.insert(number, one);
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap_or_default();
    Ok(described(found, count))
}

/// Returns the arguments of the launches.
fn of_programs(arguments: &VerifyArgs, chip: Target) -> Result<VerifyArgs, Failure> {
    let argument = Program::argument().parse::<Argument>();
    let extent = |text: String| text.parse().ok();
    Ok(VerifyArgs {
        arguments: vec![argument.map_err(|error| format!("{error}"))?],
        grid: extent("1".into()),
        block: extent(THREADS.to_string()),
        target: Some(chip),
        ..arguments.clone()
    })
}

/// Returns the text about all programs, and the exit status.
fn described(found: BTreeMap<u64, Found>, count: u64) -> (String, u8) {
    let (mut text, mut counts, mut status) = (String::new(), BTreeMap::new(), OK);
    for (number, one) in found {
        one.words.into_iter().for_each(|word| *counts.entry(word).or_insert(0u64) += 1);
        if let Some((lines, program)) = one.reduced {
            status = FOUND;
            // Writing to a string cannot fail.
            let _ = writeln!(text, "program {number}:\n{lines}{program}");
        }
    }
    let counts: Vec<_> = counts.iter().map(|(word, count)| format!("{count} {word}")).collect();
    let _ = writeln!(text, "{count} programs: {}", counts.join(", "));
    (text, status)
}

/// What a program gave.
struct Found {
    /// A word for each comparison.
    words: Vec<String>,
    /// The verdicts and the text of the reduced program, if a difference has a cause that PTX does not permit.
    reduced: Option<(String, String)>,
}

/// Returns the first cause that PTX does not permit.
fn fault(outcome: &Outcome) -> Option<Cause> {
    let Outcome::Compared(verdicts) = outcome else { return None };
    verdicts.iter().filter_map(|one| one.cause).find(|cause| !cause.is_permitted())
}

impl Fuzz<'_> {
    /// Runs a program.
    fn one(&self, seed: u64, number: u64) -> Found {
        let seed = Random::new(seed).next().wrapping_add(number);
        let (mut program, mut outcome) = self.compare(Program::new(self.rows, self.header, seed));
        let mut words = Vec::new();
        if let Outcome::Refused(message) = &outcome {
            words.push(format!("refused ({message})"));
            // A part of the program may run.
            let parts = program.smaller().into_iter().take(PARTS);
            let mut parts = parts.map(|part| self.compare(part));
            if let Some(found) = parts.find(|one| matches!(one.1, Outcome::Compared(_))) {
                (program, outcome) = found;
            }
        }
        if let Outcome::Compared(verdicts) = &outcome {
            let word = |one: &Verdict| one.cause.map_or("equal", Cause::word).to_string();
            words.extend(verdicts.iter().map(word));
        }
        let reduced = fault(&outcome).map(|cause| {
            let (program, outcome) = self.reduce(program, outcome, cause);
            let lines = match &outcome {
                Outcome::Compared(verdicts) => report::lines(verdicts),
                Outcome::Refused(message) => message.clone(),
            };
            (lines, program.text(&self.command))
        });
        Found { words, reduced }
    }

    /// Compares a program with its machine code. Removes the instructions that the assembler refuses.
    fn compare(&self, mut program: Program) -> (Program, Outcome) {
        loop {
            let text = program.text(&self.command);
            let found = Text::of("program.ptx".into(), text.clone(), Some(KERNEL))
                .and_then(|text| verify_text(&self.arguments, &text));
            let message = match found {
                Ok(verdicts) => return (program, Outcome::Compared(verdicts)),
                Err(Failure::Caller(messages)) => messages.concat(),
                Err(Failure::Kernel(fault)) => fault.to_string(),
            };
            let smaller = program.without(&text, &lines(&message));
            if smaller.len() == program.len() {
                return (program, Outcome::Refused(refused(&message)));
            }
            program = smaller;
        }
    }

    /// Removes parts of a program as long as it differs for the same cause.
    fn reduce(&self, program: Program, outcome: Outcome, cause: Cause) -> (Program, Outcome) {
        let (mut best, mut tries) = ((program, outcome), 0);
        'smaller: loop {
            for candidate in best.0.smaller() {
                tries += 1;
                if tries > TRIES {
                    return best;
                }
                let (program, outcome) = self.compare(candidate);
                if fault(&outcome) == Some(cause) {
                    best = (program, outcome);
                    continue 'smaller;
                }
            }
            return best;
        }
    }
}

/// Returns why a program was refused: the machine instruction that is not supported, or the first line of the message.
fn refused(message: &str) -> String {
    let mut lines = message.lines().filter(|line| !line.starts_with("ptxas refuses"));
    let line = lines.next().unwrap_or_default();
    match line.split_once(" is not ") {
        Some((before, _)) if before.contains('`') => {
            before.split('`').nth(1).unwrap_or(line).into()
        }
        Some((before, _)) if before.contains("the instruction at") => {
            "an unknown instruction".into()
        }
        _ => line.into(),
    }
}

/// Returns the lines that a message of the assembler names.
fn lines(message: &str) -> Vec<usize> {
    let line = |line: &str| line.split_once(", line ")?.1.split_once(';')?.0.parse().ok();
    message.lines().filter_map(line).collect()
}
