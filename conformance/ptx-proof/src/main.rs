//! The command `ptx-proof`.

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use ptx_isa::Dialect;
use ptx_proof::compare::Found;
use ptx_proof::oracle::Oracle;
use ptx_proof::outcome::{self, Outcome};
use ptx_proof::page;
use ptx_proof::task::{self, Inputs, Task};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::time::Instant;

/// Compares every distinct computation of ptx-core with references that share no code with it.
///
/// Exits with status 0 if all bits are equal, 1 if some differ, 2 if something else failed.
#[derive(Parser)]
#[command(name = "ptx-proof", version)]
struct Options {
    /// Limits the run to instructions that start with one of these texts: `rcp`, `cvt.rn.f16.f32`.
    forms: Vec<String>,
    /// Sets the number of threads; default: all processors.
    #[arg(long)]
    jobs: Option<usize>,
    /// Skips a computation if this file already lists it with at least as many operands as this run would test. Adds
    /// the outcomes of the other computations to the file.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Sets the number of operands near hard cases, for computations that do not run on all operands.
    #[arg(long, default_value_t = SAMPLES)]
    samples: u64,
    /// Uses operands near hard cases instead of all 2^32 operands, and one in 389 digests of the C model.
    #[arg(long)]
    quick: bool,
    /// Writes the page docs/src/proof.md.
    #[arg(long)]
    page: bool,
    /// Lists the computations with their oracles, and runs none.
    #[arg(long)]
    list: bool,
}

/// The number of steered operands (near hard cases, from the crate `steered`) in a full run.
const SAMPLES: u64 = 100_000_000;

fn main() -> ExitCode {
    match run(&Options::parse()) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::from(1),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(options: &Options) -> io::Result<u64> {
    let dialect = Dialect::default();
    let tasks = task::all(&dialect);
    let mut outcomes = match &options.resume {
        Some(path) => outcome::read(path)?,
        None => Vec::new(),
    };
    let wanted: Vec<_> = tasks.iter().filter(|task| is_wanted(options, task, &outcomes)).collect();
    if options.list {
        let mut out = std::io::stdout().lock();
        for task in wanted {
            let oracle = Oracle::of(task, options.quick);
            let name = oracle.as_ref().map_or("without reference", Oracle::name);
            // Writing fails if the reader of a pipe has ended: `ptx-proof --list | head`.
            if writeln!(out, "{}: {}: {name}", task.instruction.name, task.name).is_err() {
                break;
            }
        }
        return Ok(0);
    }
    let mismatches = compare_all(options, &dialect, &wanted, &mut outcomes)?;
    if options.page {
        let with = |task: Task| {
            let oracle = Oracle::of(&task, false);
            let whole = oracle.map(|oracle| oracle.inputs(&task, SAMPLES, false).count());
            (task, whole)
        };
        let tasks: Vec<_> = tasks.into_iter().map(with).collect();
        std::fs::write(page::path(), page::text(&tasks, &outcomes))?;
    }
    Ok(mismatches)
}

/// Returns whether this run compares a computation. The options must select the computation. The run skips it if
/// `outcomes` already lists the computation with at least as many operands as this run would test.
fn is_wanted(options: &Options, task: &Task, outcomes: &[Outcome]) -> bool {
    if !options.forms.is_empty() && !options.forms.iter().any(|form| task.is_called(form)) {
        return false;
    }
    let Some(oracle) = Oracle::of(task, options.quick) else { return true };
    let inputs = oracle.inputs(task, options.samples, options.quick).count();
    !outcomes.iter().any(|one| one.name == task.name && one.inputs >= inputs)
}

/// Compares all selected computations and prints the outcomes. Returns the number of mismatches.
fn compare_all(
    options: &Options,
    dialect: &Dialect,
    wanted: &[&Task],
    outcomes: &mut Vec<Outcome>,
) -> io::Result<u64> {
    let sm = dialect.sm();
    let jobs = options
        .jobs
        .or_else(|| std::thread::available_parallelism().ok().map(Into::into))
        .unwrap_or(1);
    let (date, commit) = (output_of("date", &["-u", "+%Y-%m-%d"]), commit());
    let oracle: Vec<_> = wanted.iter().map(|task| Oracle::of(task, options.quick)).collect();
    let inputs = |(task, oracle): (&&Task, &Option<Oracle>)| {
        oracle
            .as_ref()
            .map_or(0, |oracle| oracle.inputs(task, options.samples, options.quick).count())
    };
    let bar = ProgressBar::new(wanted.iter().zip(&oracle).map(inputs).sum());
    let style = ProgressStyle::with_template("[{wide_bar}] {percent} % {eta} {msg}");
    bar.set_style(style.map_err(io::Error::other)?.progress_chars("#> "));
    let (mut mismatches, mut without) = (0, 0);
    for (task, oracle) in wanted.iter().zip(oracle) {
        let Some(oracle) = oracle else {
            bar.suspend(|| println!("{}: without reference", task.instruction.name));
            without += 1;
            continue;
        };
        bar.set_message(task.instruction.name.clone());
        let start = Instant::now();
        let inputs = oracle.inputs(task, options.samples, options.quick);
        let progress = |count| bar.inc(count);
        let Found { mismatches: differing, first, second } =
            oracle.compare(task, inputs, sm, jobs, &progress)?;
        mismatches += differing;
        let outcome = Outcome {
            form: task.instruction.name.clone(),
            name: task.name.clone(),
            reference: oracle.name().into(),
            is_all: matches!(inputs, Inputs::All(_)),
            inputs: inputs.count(),
            mpfr: second,
            mismatches: differing,
            first: first.map_or_else(|| "-".into(), |(_, shown)| shown),
            seconds: start.elapsed().as_secs_f64(),
            date: date.clone(),
            commit: commit.clone(),
        };
        bar.suspend(|| println!("{outcome}"));
        outcomes.push(outcome);
        if let Some(path) = &options.resume {
            outcome::write(path, outcomes)?;
        }
    }
    bar.finish_and_clear();
    println!(
        "{} computations, {without} of them without reference, {mismatches} mismatches",
        wanted.len()
    );
    Ok(mismatches)
}

/// Returns the commit of the compared sources, with `+` if `ptx-core` has uncommitted changes.
fn commit() -> String {
    let folder = env!("CARGO_MANIFEST_DIR");
    let hash = output_of("git", &["-C", folder, "rev-parse", "--short=12", "HEAD"]);
    let core = format!("{folder}/../../ptx-core/src");
    let changed = output_of("git", &["-C", folder, "status", "--porcelain", "--", &core]);
    if changed.is_empty() || hash.is_empty() { hash } else { hash + "+" }
}

/// Returns the output of a command, or an empty string if the command does not start.
fn output_of(command: &str, arguments: &[&str]) -> String {
    let output = Command::new(command).args(arguments).output();
    output.map_or_else(
        |_| String::new(),
        |output| String::from_utf8_lossy(&output.stdout).trim().into(),
    )
}
