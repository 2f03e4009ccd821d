//! Compares `check` with NVIDIA's assembler on mutants of PTX modules.
//!
//! ```text
//! cargo run --release -p mutated-ptx -- [--ptxas PATH] [--seed N] [--count N] [--record]
//! ```
//!
//! Prints each mutant that only one of the two programs accepts. Mutants that `check` refuses by [`BY_CONTRACT`] are listed
//! and counted apart. Without `--seed`, the number of the day is the seed.
//! `--record` prints the verdicts of the assembler as hexadecimal digits. The exit status is 1 if more than
//! [`MOST`] of [`COUNT`] mutants differ, and 77 without `ptxas` 13.5.

use mutated_ptx::{Mutant, Unit, digits, mutants};
use ptx_module::check::{Defaults, Finding, Level, check};
use ptx_module::syntax::Source;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// The number of mutants of each unit.
const COUNT: usize = 2000;

/// The maximum number of different verdicts.
const MOST: usize = 4;

/// The version of the assembler whose verdicts `check` reproduces.
const RELEASE: &str = "release 13.5";

/// The errors for texts that the assembler accepts beyond the manual, and the rules of the manual. An error is given by a
/// part of its message.
const BY_CONTRACT: &[(&str, &str)] = &[
    ("duplicate modifier", "a form has each modifier once"),
    ("missing modifier", "the modifiers outside of braces are mandatory"),
    ("`.target` must come before", "`.target` is a directive of the module"),
    ("expected the name of a", "a declaration has a name"),
    (
        "this `{` is not closed before the next function",
        "a function is declared outside of functions",
    ),
    (" must be a multiple of ", "an operand has the range of the manual"),
];

/// Returns the rule of the manual that an error is about, if the assembler does not apply the rule.
fn rule_of(error: &str) -> Option<&'static str> {
    let (_, what) = error.split_once("; ")?;
    BY_CONTRACT.iter().find(|row| what.contains(row.0)).map(|row| row.1)
}

struct Arguments {
    ptxas: PathBuf,
    seed: u64,
    count: usize,
    records: bool,
}

fn arguments() -> Result<Arguments, String> {
    let day = SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs()
        / Duration::from_secs(24 * 60 * 60).as_secs();
    let ptxas = std::env::var_os("PTXAS").map_or_else(|| "ptxas".into(), PathBuf::from);
    let mut arguments = Arguments { ptxas, seed: day, count: COUNT, records: false };
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("missing value of `{word}`"));
        let number = |text: String| text.parse().map_err(|_| format!("`{text}` is not a number"));
        match word.as_str() {
            "--ptxas" => arguments.ptxas = value()?.into(),
            "--seed" => arguments.seed = number(value()?)?,
            "--count" => {
                let count = value()?;
                arguments.count =
                    count.parse().map_err(|_| format!("`{count}` is not a number"))?;
            }
            "--record" => arguments.records = true,
            _ => return Err(format!("unknown option `{word}`")),
        }
    }
    Ok(arguments)
}

/// Returns whether the assembler is the version whose verdicts `check` reproduces.
fn is_there(ptxas: &Path) -> bool {
    let output = Command::new(ptxas).arg("--version").output();
    output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(RELEASE))
}

/// The target of a text. The assembler generates no code for targets before sm_75, but accepts their texts.
fn architecture(text: &str) -> String {
    let word = text.split(".target").nth(1).and_then(|rest| {
        rest.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_')
            .find(|word| !word.is_empty())
    });
    let word = word.unwrap_or_default();
    let number = word.strip_prefix("sm_").map_or("", |rest| rest.trim_end_matches(['a', 'f']));
    match number.parse::<u32>() {
        Ok(75..) => word.into(),
        _ => "sm_75".into(),
    }
}

/// The verdict of the assembler, and its first error.
fn assemble(ptxas: &Path, text: &str, name: &str) -> (bool, String) {
    let input = std::env::temp_dir().join(format!("mutant-{}-{name}.ptx", std::process::id()));
    std::fs::write(&input, text).expect("the temporary directory is writable");
    let command = Command::new(ptxas)
        .args(["-arch", &architecture(text), "-o"])
        .arg(input.with_extension("cubin"))
        .arg(&input)
        .output();
    let output = command.expect("the assembler ran before");
    let _ = std::fs::remove_file(input.with_extension("cubin"));
    let _ = std::fs::remove_file(input);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let error = said.lines().find(|line| line.contains("error") || line.contains("fatal"));
    let error = error.and_then(|line| line.split_once(',')).map_or("", |split| split.1.trim());
    (output.status.success(), error.into())
}

/// The verdict of `check`, and its first error.
fn judge(text: &str) -> (bool, String) {
    let source = Source::new("mutant.ptx", text.as_bytes());
    let findings = check(&source, &Defaults::default());
    let error = findings.iter().find(|finding| finding.level == Level::Error);
    let shown = |finding: &Finding| {
        format!("line {}; {}", source.place(finding.span.start).line, finding.message.what)
    };
    (error.is_none(), error.map(shown).unwrap_or_default())
}

/// Assembles all mutants, several at a time.
fn assemble_all(ptxas: &Path, mutants: &[Mutant]) -> Vec<(bool, String)> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let work = || {
        let mut done = Vec::new();
        while let i = next.fetch_add(1, Ordering::Relaxed)
            && let Some(mutant) = mutants.get(i)
        {
            done.push((i, assemble(ptxas, &mutant.text, &i.to_string())));
        }
        done
    };
    let mut done: Vec<_> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no panic")).collect()
    });
    done.sort_by_key(|one| one.0);
    done.into_iter().map(|one| one.1).collect()
}

fn main() -> ExitCode {
    let Arguments { ptxas, seed, count, records } = match arguments() {
        Ok(arguments) => arguments,
        Err(message) => {
            eprintln!("{message}");
            return ExitCode::from(2);
        }
    };
    if !is_there(&ptxas) {
        eprintln!("`{}` is not ptxas, {RELEASE}: set PTXAS", ptxas.display());
        return ExitCode::from(77);
    }
    let mut is_right = true;
    for unit in Unit::ALL {
        let mutants = mutants(unit, seed, count);
        let verdicts = assemble_all(&ptxas, &mutants);
        let (mut differences, mut by_contract, mut accepted) = (0, 0, 0);
        for (i, (mutant, (is_accepted, error))) in mutants.iter().zip(&verdicts).enumerate() {
            accepted += usize::from(*is_accepted);
            let (is_accepted_here, error_here) = judge(&mutant.text);
            if is_accepted_here == *is_accepted {
                continue;
            }
            let rule = rule_of(&error_here).filter(|_| *is_accepted);
            match rule {
                Some(_) => by_contract += 1,
                None => differences += 1,
            }
            let what = match (is_accepted, rule) {
                (true, Some(rule)) => format!("by the contract, {rule}: {error_here}"),
                (true, None) => format!("check refuses: {error_here}"),
                (false, _) => format!("ptxas refuses: {error}"),
            };
            let Mutant { module, change, .. } = mutant;
            println!("{} {i} of {module}: {change:?}\n    {what}", unit.name());
        }
        let name = unit.name();
        println!(
            "seed {seed}: {differences} of {count} {name} mutants differ, {by_contract} by the contract; ptxas accepts \
             {accepted}"
        );
        is_right &= differences * COUNT <= MOST * count;
        if records {
            let verdicts: Vec<_> = verdicts.iter().map(|one| one.0).collect();
            println!("{name}\t{seed}\t{count}\t{}", digits(&verdicts));
        }
    }
    if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
