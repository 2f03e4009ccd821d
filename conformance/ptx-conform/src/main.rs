//! The command `ptx-conform`.

use clap::Parser;
use ptx_conform::compare::{Settings, compare};
use ptx_conform::device::simulated::Simulated;
use ptx_conform::device::{Chip, Device, cuda};
use ptx_conform::digests::{self, GROUPS};
use ptx_conform::report::{Document, Outcome, Summary};
use ptx_conform::{
    asynchronous, chips, dumps, findings, instruction, programs, questions, random_kernels, tensor,
};
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

/// Runs every instruction on the GPU in the machine, and compares its bits with the bits of ptx-core.
///
/// Exits with status 0 if all bits are equal, 1 if some bits differ or a form did not run, 2 if there is no
/// driver or no GPU.
#[derive(Parser)]
#[command(name = "ptx-conform", version)]
struct Options {
    /// Takes less time: uses fewer operands, and runs no form on all 2^32 operands.
    #[arg(long)]
    quick: bool,
    /// Limits the run to forms that start with this text: `rcp`, `cvt.rn.f16.f32`.
    #[arg(long)]
    form: Option<String>,
    /// Sets the number of operands near hard cases, for each form that does not run on all operands.
    #[arg(long)]
    samples: Option<usize>,
    /// Also runs this many random kernels, and compares their buffers with those of ptx-run.
    #[arg(long, value_name = "N")]
    kernels: Option<usize>,
    /// Also runs the programs of the page on findings, which an assembler miscompiles, as the driver compiles them.
    #[arg(long)]
    findings: bool,
    /// Runs the programs of --findings also as this ptxas assembles them.
    #[arg(long, value_name = "PATH", requires = "findings")]
    ptxas: Option<PathBuf>,
    /// Also runs forms whose results are not published, and adds the results to the file.
    #[arg(long)]
    questions: bool,
    /// Writes the results to this file, or into this folder under the chip's name.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Writes 48 MB of results to this folder. Unpublished tables can be derived from these results.
    #[arg(long, value_name = "FOLDER")]
    dump: Option<PathBuf>,
    /// Names the person who ran the comparison, for the list of chips.
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
    /// Sets the seed of the operands near hard cases.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Simulates a GPU of this architecture with ptx-core, to show the output without testing a chip.
    #[arg(long, value_name = "SM", conflicts_with_all = ["json", "questions", "dump"])]
    simulate: Option<u16>,
}

/// The exit status if nothing could be compared.
const UNAVAILABLE: u8 = 2;

const SAMPLES: usize = 1 << 20;
const QUICK_SAMPLES: usize = 1 << 14;

fn main() -> ExitCode {
    let options = Options::parse();
    let opened = match options.simulate {
        Some(sm) => Ok(simulated(sm)),
        None => cuda::open().map(|(chip, device)| (chip, Box::new(device) as Box<dyn Device>)),
    };
    let run = opened.and_then(|(chip, mut device)| run(&options, &chip, device.as_mut()));
    match run {
        Ok(summary) => ExitCode::from(summary.exit_code()),
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(UNAVAILABLE)
        }
    }
}

/// Writes the JSON file of a run, if the options name a file.
fn save(options: &Options, document: &Document) -> Result<(), String> {
    let Some(path) = &options.json else { return Ok(()) };
    let path = if path.is_dir() { path.join(chips::file_name(document)) } else { path.clone() };
    let text = serde_json::to_string_pretty(document).map_err(|error| error.to_string())?;
    std::fs::write(&path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
}

fn simulated(sm: u16) -> (Chip, Box<dyn Device>) {
    let chip = Chip { name: "ptx-core itself".into(), sm, driver: 13_000 };
    (chip, Box::new(Simulated::default()))
}

fn run(options: &Options, chip: &Chip, device: &mut dyn Device) -> Result<Summary, String> {
    let known = digests::read(&digests::folder()).map_err(|error| error.to_string())?;
    let samples = if options.quick { QUICK_SAMPLES } else { SAMPLES };
    let settings = Settings {
        form: options.form.clone(),
        samples: options.samples.unwrap_or(samples),
        groups: if options.quick { 0 } else { GROUPS },
        seed: options.seed,
    };
    let dialect = chip.dialect();
    let version = dialect.version.map(|version| version.to_string()).unwrap_or_default();
    let target = dialect.target.map(|target| target.to_string()).unwrap_or_default();
    println!("{}, {target}, PTX ISA {version}", chip.name);
    let mut document = Document::new(chip, options.seed, options.by.clone());
    let mut summary = Summary::default();
    let mut progress = Progress::default();
    compare(device, chip, &settings, &known, &mut |outcome, count| {
        progress.clear();
        println!("{outcome}");
        summary.add(&outcome);
        progress.show(&outcome, summary, count);
        document.forms.push(outcome);
    });
    progress.clear();
    println!(
        "{summary}; not included: wgmma, and {} moves of vectors",
        instruction::left_out(&dialect)
    );
    if let Some(count) = options.kernels {
        let kernels = random_kernels::compare(device, count);
        println!("{kernels}");
        document.kernels = Some(kernels);
    }
    if options.findings {
        document.findings = findings::compare(device, chip, options.ptxas.as_deref())?;
        document.findings.iter().for_each(|finding| println!("{finding}"));
    }
    // Save after each part, so that a crash in a later part loses no results.
    save(options, &document)?;
    if options.questions {
        document.questions = questions::answers(device, chip, &known);
        save(options, &document)?;
    }
    if let Some(folder) = &options.dump {
        for dump in dumps::ALL {
            match dump.write(device, chip, folder) {
                Ok(count) => println!("{}: {count} results written", dump.form),
                Err(why) => println!("{}: not written: {why}", dump.form),
            }
        }
    }
    if options.questions {
        document.questions.extend(tensor::answers(device, chip));
        let before: Vec<_> = programs::answers(device, chip, false).collect();
        document.questions.extend(before);
        save(options, &document)?;
        // After a fault in a kernel, the driver runs no more kernels. So kernels that address memory in ways that no chip has
        // confirmed follow the others.
        for answer in asynchronous::answers(device, chip) {
            document.questions.push(answer);
            save(options, &document)?;
        }
        // Run the programs with a barrier last. They hang on a chip that counts exited threads differently from `ptx-run`.
        for answer in programs::answers(device, chip, true) {
            document.questions.push(answer);
            save(options, &document)?;
        }
        println!("{} results of open questions", document.questions.len());
    }
    Ok(summary)
}

/// A progress bar, which is shown only if standard error is a terminal.
#[derive(Default)]
struct Progress {
    is_shown: bool,
}

impl Progress {
    const WIDTH: usize = 40;

    fn show(&mut self, outcome: &Outcome, summary: Summary, count: usize) {
        if !std::io::stderr().is_terminal() {
            return;
        }
        let done = summary.equal + summary.different + summary.not_run;
        let bar = "#".repeat(Self::WIDTH * done / count.max(1));
        eprint!("[{bar:<width$}] {done}/{count} {}", outcome.form, width = Self::WIDTH);
        let _ = std::io::stderr().flush();
        self.is_shown = true;
    }

    fn clear(&mut self) {
        if std::mem::take(&mut self.is_shown) {
            // Move to the start of the line, and clear the line.
            eprint!("\r\x1b[K");
        }
    }
}
