//! Compares random programs with their machine code, and reduces the programs that differ.

mod program;
mod random;
mod rows;
mod templates;

use super::{Cause, Cubin, Text, Verdict, VerifyArgs, assembled, report, verify_text};
use crate::launch::{Failure, cores};
use crate::status::{FOUND, OK};
use program::{Program, THREADS};
use ptx_isa::{Dialect, Target};
use ptx_tool::COMMAND;
use ptx_tool::run::Argument;
use random::Random;
use rows::Rows;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// The maximum number of programs that are tried to reduce a program.
const TRIES: usize = 400;

/// The number of programs in a text, and of programs that are tried at once. The assembler starts as long as it assembles a
/// program.
const BATCH: usize = 16;

/// The first word about a program that does not run here.
const REFUSED: &str = "refused";

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
    chip: Target,
    rows: &'a Rows,
    header: String,
    command: String,
    /// Whether instructions are supported: `None`, or why they are not.
    known: Mutex<BTreeMap<String, Option<String>>>,
    /// The instructions of programs that ran.
    ran: Mutex<BTreeSet<String>>,
}

/// Runs the programs. Returns the text for the standard output, and the exit status.
///
/// # Errors
/// If there is no assembler, or it refuses every program.
pub(super) fn run(arguments: &VerifyArgs, count: u64) -> Result<(String, u8), Failure> {
    super::assemble::assembler(arguments.ptxas.as_deref())?;
    let chip = arguments.target.unwrap_or(Target::sm(90));
    let dialect = Dialect { target: Some(chip), ..Dialect::default() };
    let header = format!(".version 9.5\n.target {chip}\n.address_size 64\n");
    let levels: Vec<_> = arguments.levels.iter().map(ToString::to_string).collect();
    let fuzz = Fuzz {
        arguments: of_programs(arguments, chip)?,
        chip,
        rows: &Rows::new(&dialect),
        header,
        command: format!(
            "{COMMAND} verify program.ptx --target {chip} --level {} --grid 1 --block {THREADS} '{}'",
            levels.join(","),
            Program::argument()
        ),
        known: Mutex::default(),
        ran: Mutex::default(),
    };
    let (next, found) = (AtomicU64::new(0), Mutex::new(BTreeMap::new()));
    thread::scope(|scope| {
        for _ in 0..cores() {
            scope.spawn(|| {
                loop {
                    let first = next.fetch_add(BATCH as u64, Ordering::Relaxed);
                    let numbers = first..count.min(first.saturating_add(BATCH as u64));
                    if numbers.is_empty() {
                        return;
                    }
                    let all = fuzz.run(arguments.seed, numbers.clone());
                    // A lock is poisoned only if another thread panicked, and then the scope panics, too.
                    if let Ok(mut found) = found.lock() {
                        found.extend(numbers.zip(all));
                    }
                }
            });
        }
    });
    let found = found.into_inner().unwrap_or_default();
    let is_refused = |one: &Found| one.words.iter().all(|word| word.starts_with(REFUSED));
    match found.first_key_value().and_then(|(_, one)| one.words.first()) {
        Some(first) if found.values().all(is_refused) => {
            Err(format!("all programs are {first}").into())
        }
        _ => Ok(described(found, count)),
    }
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
    let separator = if counts.is_empty() { "" } else { ": " };
    let _ = writeln!(text, "{count} programs{separator}{}", counts.join(", "));
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
    /// Runs the programs with these numbers.
    fn run(&self, seed: u64, numbers: Range<u64>) -> Vec<Found> {
        let first = Random::new(seed).next();
        let program = |number| Program::new(self.rows, first.wrapping_add(number));
        let programs = numbers.map(program).map(|one| self.supported(one));
        let (programs, words): (Vec<_>, Vec<_>) = programs.unzip();
        let compared = self.compare(programs);
        if let Ok(mut ran) = self.ran.lock() {
            let good = compared.iter().filter(|one| matches!(one.1, Outcome::Compared(_)));
            ran.extend(good.flat_map(|(program, _)| program.lines()).map(|line| spelling(&line)));
        }
        let compared = compared.into_iter().zip(words);
        compared.map(|((program, outcome), words)| self.found(program, outcome, words)).collect()
    }

    /// Removes the lines that are known to be not supported. Returns why they are not.
    fn supported(&self, program: Program) -> (Program, BTreeSet<String>) {
        let Ok(known) = self.known.lock() else { return (program, BTreeSet::new()) };
        let lines = program.lines();
        let reason = |line: &&String| known.get(&spelling(line)).and_then(Option::as_ref);
        let faulty: Vec<_> = lines.iter().filter(|line| reason(line).is_some()).collect();
        let words = faulty.iter().filter_map(reason).cloned().collect();
        let faulty: Vec<_> = faulty.into_iter().map(String::as_str).collect();
        (program.without(&faulty), words)
    }

    /// Finds the lines of a program that are not supported. A line with the same instructions is not tried again.
    fn learn(&self, program: &Program) {
        let Ok(ran) = self.ran.lock().map(|ran| ran.clone()) else { return };
        // Lines of programs that ran are tried last: the assembler may have removed an instruction as it had no effect.
        let lines = program.lines().into_iter();
        let (later, first): (Vec<_>, Vec<_>) =
            lines.partition(|line| ran.contains(&spelling(line)));
        if !self.finds(program, first) {
            self.finds(program, later);
        }
    }

    /// Tries each of these lines alone. Returns whether one is not supported.
    fn finds(&self, program: &Program, mut lines: Vec<String>) -> bool {
        if let Ok(known) = self.known.lock() {
            lines.retain(|line| !known.contains_key(&spelling(line)));
        }
        let mut is_found = false;
        for lines in lines.chunks(BATCH) {
            let programs = lines.iter().map(|line| program.of_line(line.clone())).collect();
            for (line, (_, outcome)) in lines.iter().zip(self.compare(programs)) {
                let reason = match outcome {
                    Outcome::Compared(_) => None,
                    Outcome::Refused(reason) => Some(reason),
                };
                is_found |= reason.is_some();
                if let Ok(mut known) = self.known.lock() {
                    known.insert(spelling(line), reason);
                }
            }
        }
        is_found
    }

    /// Counts the outcome of a program, and reduces it. `reasons` has the instructions that are not supported and were
    /// removed before.
    fn found(
        &self,
        mut program: Program,
        mut outcome: Outcome,
        reasons: BTreeSet<String>,
    ) -> Found {
        let mut reasons = reasons;
        if let Outcome::Refused(reason) = &outcome {
            self.learn(&program);
            let (rest, more) = self.supported(program.clone());
            if more.is_empty() {
                reasons.insert(reason.clone());
            } else {
                // The rest of the program may run.
                reasons.extend(more);
                for found in self.compare(vec![rest]) {
                    (program, outcome) = found;
                }
            }
        }
        let mut words: Vec<_> =
            reasons.into_iter().map(|reason| format!("{REFUSED} ({reason})")).collect();
        if let Outcome::Compared(verdicts) = &outcome {
            let word = |one: &Verdict| one.cause.map_or("equal", Cause::word).to_string();
            words.extend(verdicts.iter().map(word));
        }
        let reduced = fault(&outcome).map(|cause| self.reduced(program, cause));
        Found { words, reduced }
    }

    /// Compares programs with their machine code, which is assembled at once. Removes the instructions that the assembler
    /// refuses.
    fn compare(&self, mut programs: Vec<Program>) -> Vec<(Program, Outcome)> {
        loop {
            let texts: Vec<_> = programs.iter().enumerate().map(|(i, one)| one.text(i)).collect();
            let message = match self.outcomes(&texts) {
                Ok(outcomes) => return programs.into_iter().zip(outcomes).collect(),
                Err(failure) => message(failure),
            };
            let text = self.header.clone() + &texts.concat();
            let faulty = lines(&message).into_iter();
            let faulty: Vec<_> = faulty.filter_map(|line| text.lines().nth(line - 1)).collect();
            let smaller: Vec<_> = programs.iter().map(|one| one.without(&faulty)).collect();
            let is_same = smaller.iter().zip(&programs).all(|(a, b)| a.len() == b.len());
            match (is_same, programs.len()) {
                (false, _) => programs = smaller,
                (true, 1) => {
                    let outcome = Outcome::Refused(refused(&message));
                    return programs.into_iter().zip([outcome]).collect();
                }
                (true, _) => {
                    return programs.into_iter().flat_map(|one| self.compare(vec![one])).collect();
                }
            }
        }
    }

    /// Compares kernels with their machine code.
    ///
    /// # Errors
    /// If the assembler refuses their text.
    fn outcomes(&self, texts: &[String]) -> Result<Vec<Outcome>, Failure> {
        let all = texts.iter().enumerate().map(|(i, text)| {
            let text = self.header.clone() + text;
            let text = Text::of("program.ptx".into(), text, Some(&Program::name(i)))?;
            let kernel = text.module_for(Some(self.chip))?.kernel(&text.entry);
            let may_fuse = !kernel.map_err(Failure::of)?.may_fuse().is_empty();
            Ok((text, may_fuse))
        });
        let all: Vec<Result<(Text, bool), Failure>> = all.collect();
        let may_fuse = all.iter().flatten().any(|(_, may_fuse)| *may_fuse);
        let text = self.header.clone() + &texts.concat();
        let cubins = assembled(&self.arguments, &text, self.chip, may_fuse)?;
        let of_text = |(text, may_fuse): (Text, bool)| {
            let count = self.arguments.levels.len() << u32::from(may_fuse);
            let cubins: Vec<Cubin> = cubins.iter().take(count).cloned().collect();
            verify_text(&self.arguments, &text, cubins)
        };
        let outcome = |one: Result<(Text, bool), Failure>| match one.and_then(of_text) {
            Ok(verdicts) => Outcome::Compared(verdicts),
            Err(failure) => Outcome::Refused(refused(&message(failure))),
        };
        Ok(all.into_iter().map(outcome).collect())
    }

    /// Removes parts of a program as long as it differs for the same cause. Returns its verdicts and its text.
    fn reduced(&self, mut best: Program, cause: Cause) -> (String, String) {
        let mut tries = 0;
        'smaller: while tries < TRIES {
            for candidates in best.smaller().chunks(BATCH) {
                tries += candidates.len();
                let mut compared = self.compare(candidates.to_vec()).into_iter();
                if let Some(found) = compared.find(|one| fault(&one.1) == Some(cause)) {
                    best = found.0;
                    continue 'smaller;
                }
            }
            break;
        }
        let mut lines = String::new();
        for (program, outcome) in self.compare(vec![best.clone()]) {
            best = program;
            lines = match &outcome {
                Outcome::Compared(verdicts) => report::lines(verdicts),
                Outcome::Refused(message) => format!("refused: {message}\n"),
            };
        }
        (lines, format!("// {}\n{}{}", self.command, self.header, best.text(0)))
    }
}

/// Returns the instructions of a line, without their operands.
fn spelling(line: &str) -> String {
    let word = |one: &str| one.split(' ').find(|word| !word.starts_with('@')).map(str::to_string);
    line.split("; ").filter_map(word).collect::<Vec<_>>().join(" ")
}

/// Returns the text of a failure.
fn message(failure: Failure) -> String {
    match failure {
        Failure::Caller(messages) => messages.concat(),
        Failure::Kernel(fault) => fault.to_string(),
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
