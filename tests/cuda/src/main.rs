//! Measures the errors of CUDA's functions, in ulps from the correctly rounded result. NVRTC compiles the functions,
//! and `include_ptx!` translates them:
//!
//! ```text
//! tests/cuda/install
//! cargo run --release --manifest-path tests/cuda/Cargo.toml
//! ```
//!
//! If NVRTC is missing, exits with status 77. The PTX and its translation are written to a temporary folder,
//! which is deleted at the end.

mod chips;
mod emitted;
mod functions;
mod inputs;
mod judge;
mod options;
mod program;
mod reference;
mod report;
mod toolkit;

use functions::FUNCTIONS;
use options::{Options, USAGE, is_selected};
use program::{Configuration, Folder, Program};
use report::Report;
use std::path::Path;
use std::process::ExitCode;
use toolkit::Toolkit;

const TARGETS: [u32; 4] = [50, 80, 90, 120];

/// The exit status of a skipped test.
const SKIPPED: u8 = 77;

fn main() -> ExitCode {
    let (options, toolkits) = match prepare() {
        Ok(prepared) => prepared,
        Err(error) => {
            eprintln!("error: {error}\n\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if toolkits.is_empty() {
        println!("skipped: no NVRTC; `tests/cuda/install` fetches it, or NVRTC_LIB names it");
        return ExitCode::from(SKIPPED);
    }
    let failures = run(&options, &toolkits).unwrap_or_else(|error| vec![error]);
    failures.iter().for_each(|failure| eprintln!("error: {failure}"));
    if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Parses the command line and finds the toolkits.
fn prepare() -> Result<(Options, Vec<Toolkit>), String> {
    let options = Options::parse(std::env::args().skip(1))?;
    let unknown = |name: &&String| FUNCTIONS.iter().all(|function| function.name != **name);
    if let Some(name) = options.functions.iter().find(unknown) {
        return Err(format!("unknown function `{name}`"));
    }
    let mut toolkits = toolkit::toolkits()?;
    toolkits.retain(|toolkit| is_selected(&options.toolkits, &toolkit.version));
    Ok((options, toolkits))
}

/// Runs the measurements. Returns the failures.
fn run(options: &Options, toolkits: &[Toolkit]) -> Result<Vec<String>, String> {
    let (of_chips, measured): (Vec<_>, Vec<_>) =
        toolkits.iter().cloned().partition(Toolkit::is_of_chips);
    let of_chips =
        of_chips.into_iter().map(|toolkit| Configuration { toolkit, target: 80, is_fast: false });
    let of_chips: Vec<_> = of_chips.collect();
    let configurations = configurations(options, &measured);
    let folder = Folder::new()?;
    program::build(&folder, of_chips.iter().chain(&configurations))?;
    let start = |configurations: &[Configuration]| {
        configurations.iter().map(Program::start).collect::<Result<Vec<_>, _>>()
    };
    let (mut of_chips, mut programs) = (start(&of_chips)?, start(&configurations)?);
    if options.time {
        return programs.iter().try_for_each(print_times).map(|()| Vec::new());
    }
    let mut failures = Vec::new();
    let chips = chips::compare(of_chips.iter_mut().chain(&mut programs), &mut failures)?;
    if options.functions.is_empty() {
        let files: Vec<_> = configurations.iter().map(|of| of.ptx(&folder)).collect();
        failures.extend(emitted::check(&folder, toolkits, &files)?);
    }
    let mut measured = Vec::new();
    for (i, function) in FUNCTIONS.iter().enumerate() {
        if is_selected(&options.functions, function.name) {
            eprintln!("{}", function.name);
            measured.push(judge::measure(i, &mut programs, options)?);
        }
    }
    let report = Report { configurations: &configurations, measured: &measured };
    let tables = report.tables() + &chips;
    print!("{tables}");
    if options.save {
        save(options, &configurations, &tables)?;
    }
    failures.extend(report.failures());
    Ok(failures)
}

fn configurations(options: &Options, toolkits: &[Toolkit]) -> Vec<Configuration> {
    let mut configurations = Vec::new();
    for toolkit in toolkits {
        for is_fast in [false, true] {
            for target in TARGETS {
                if toolkit.has(target) && is_selected(&options.targets, &format!("sm_{target}")) {
                    configurations.push(Configuration {
                        toolkit: toolkit.clone(),
                        target,
                        is_fast,
                    });
                }
            }
        }
    }
    configurations
}

fn print_times(program: &Program) -> Result<(), String> {
    println!("{}, nanoseconds per call:", program.configuration.name());
    for (function, time) in FUNCTIONS.iter().zip(program.times()?) {
        println!("{time:6.0}  {}", function.name);
    }
    Ok(())
}

fn save(options: &Options, configurations: &[Configuration], tables: &str) -> Result<(), String> {
    let date = std::process::Command::new("date").arg("+%Y-%m-%d").output();
    let date = date.map_err(|error| format!("date: {error}"))?;
    let measured = configurations.iter().filter(|configuration| !configuration.is_fast);
    let targets: Vec<_> = measured.map(Configuration::name).collect();
    let page = include_str!("page.md")
        .replace("DATE", String::from_utf8_lossy(&date.stdout).trim())
        .replace("SAMPLES", &options.samples.to_string())
        .replace("TARGETS", &targets.join(", "));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("RESULTS.md");
    std::fs::write(&path, page + tables).map_err(|error| format!("{}: {error}", path.display()))
}
