//! Runs the command `verify`, which compares a PTX text with its machine code.

mod assemble;
mod cause;
mod compare;
mod fragments;
mod fused;
mod fuzz;
mod machine_values;
mod marked;
mod report;
mod rewrite;

use crate::launch::{Failure, cores, entry, number, refuse};
use crate::output::{Stream, print};
use crate::status::{FOUND, OK, UNREADABLE};
use cause::Cause;
use compare::{Ran, Unequal, launch, unequal};
use ptx_isa::{Message, Target};
use ptx_run::{Details, Fault, Module, Options};
use ptx_tool::dialect::target;
use ptx_tool::run::{Argument, Extent, Named, check_text};
use std::cell::OnceCell;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// The arguments of `verify`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct VerifyArgs {
    /// The PTX file; `-` is standard input
    #[arg(required_unless_present = "fuzz")]
    file: Option<PathBuf>,
    /// The values of the parameters, in order; as for `run`
    #[arg(value_name = "ARG")]
    arguments: Vec<Argument>,
    /// A cubin or fatbin of the text [default: ptxas assembles the text]
    #[arg(long = "cubin", value_name = "FILE")]
    cubins: Vec<PathBuf>,
    /// The assembler [default: ptxas in PATH, in CUDA_HOME or in the Python environment]
    #[arg(long, value_name = "PATH", conflicts_with = "cubins")]
    ptxas: Option<PathBuf>,
    /// The optimisation levels of ptxas
    #[arg(long = "level", value_name = "N,…", value_delimiter = ',', default_value = "0,3")]
    #[arg(value_parser = clap::value_parser!(u8).range(0..=3), conflicts_with = "cubins")]
    levels: Vec<u8>,
    /// Assembles for this chip, and computes the text as on this chip [default: the target of the text]
    #[arg(long, value_name = "sm_NN", value_parser = target)]
    target: Option<Target>,
    /// The kernel, which may be omitted if the file has only one; of a C++ kernel, its plain name is enough
    #[arg(long, value_name = "NAME")]
    entry: Option<String>,
    /// The number of blocks in the grid
    #[arg(long, value_name = "X[,Y[,Z]]", required_unless_present = "fuzz")]
    grid: Option<Extent>,
    /// The number of threads in a block
    #[arg(long, value_name = "X[,Y[,Z]]", required_unless_present = "fuzz")]
    block: Option<Extent>,
    /// The size of dynamic shared memory in bytes
    #[arg(long, value_name = "BYTES", default_value_t = 0, value_parser = number::<u32>)]
    shared: u32,
    /// The number of blocks of a cluster, whose blocks run together [default: that of `.reqnctapercluster`, or 1]
    #[arg(long, value_name = "X[,Y[,Z]]")]
    cluster: Option<Extent>,
    /// Launches cooperatively, as `ptx-bits run --cooperative` does
    #[arg(long)]
    cooperative: bool,
    /// The size of the heap of `malloc` in bytes; `malloc` returns null if it is full
    #[arg(long, value_name = "BYTES", default_value_t = Options::default().heap as u32, value_parser = number::<u32>)]
    heap: u32,
    /// A buffer beside the arguments; `same:NAME` is its address. Any ARG but a buffer is the contents
    #[arg(long = "buffer", value_name = "NAME=ARG")]
    buffers: Vec<Named<String, Argument>>,
    /// The maximum number of instructions that a thread may run; 0 for no limit
    #[arg(long, value_name = "N", default_value_t = Options::default().max_steps, value_parser = number::<u64>)]
    max_steps: u64,
    /// Prints a JSON document about the cubins; verify.schema.json describes it
    #[arg(long)]
    json: bool,
    /// Compares N random programs instead of a file, and reduces those that differ
    #[arg(long, value_name = "N", value_parser = number::<NonZero<u64>>)]
    #[arg(conflicts_with_all = ["file", "grid", "block", "entry", "cubins", "json", "shared", "buffers", "cluster", "cooperative"])]
    fuzz: Option<NonZero<u64>>,
    /// The number that determines the random programs
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::<u64>)]
    #[arg(requires = "fuzz", conflicts_with = "file")]
    seed: u64,
}

/// The PTX text, and the kernel to run.
struct Text {
    file: String,
    text: String,
    module: Module,
    entry: String,
    /// The names of the parameters.
    names: Vec<String>,
    /// The texts with fused products and sums.
    fused: OnceCell<Vec<String>>,
}

/// The machine code of a text.
#[derive(Clone)]
struct Cubin {
    /// The name of the file, or the options of the assembler.
    label: String,
    module: Module,
}

/// The comparison of the text with a cubin.
struct Verdict {
    label: String,
    /// Why the bits differ, or why they were not compared. `None` if they are equal.
    cause: Option<Cause>,
    /// The buffers that differ.
    unequal: Vec<Unequal>,
    /// The fault of the machine code.
    fault: Option<String>,
}

/// Runs the command. Returns the exit status.
pub(crate) fn run(arguments: &VerifyArgs, out: &mut Stream<'_>, err: &mut Stream<'_>) -> u8 {
    let verified = match arguments.fuzz {
        Some(count) => fuzz::run(arguments, count.get()),
        None => verify(arguments).map(|(text, verdicts)| {
            let shown = match arguments.json {
                true => report::json(&text.file, &text.entry, None, &verdicts),
                false => report::lines(&verdicts),
            };
            let is_permitted = |one: &Verdict| one.cause.is_none_or(|cause| cause.is_permitted());
            (shown, if verdicts.iter().all(is_permitted) { OK } else { FOUND })
        }),
    };
    match verified {
        Ok((shown, found)) => {
            let status = print(shown.as_bytes(), out, err);
            // If the error stream is closed, the note cannot be shown.
            let _ = err.write_all(format!("note: {}\n", report::NOTE).as_bytes());
            status.max(found)
        }
        Err(Failure::Caller(messages)) => {
            messages.iter().for_each(|message| err.error(message));
            UNREADABLE
        }
        Err(Failure::Kernel(fault)) if fault.is_callers() => refuse(&fault, err),
        Err(Failure::Kernel(fault)) => {
            let shown = match arguments.json {
                true => report::json(&name(arguments), &fault.kernel, Some(&said(&fault)), &[]),
                false => String::new(),
            };
            let status = print(shown.as_bytes(), out, err);
            err.error(&fault);
            status.max(FOUND)
        }
    }
}

fn verify(arguments: &VerifyArgs) -> Result<(Text, Vec<Verdict>), Failure> {
    let text = Text::read(arguments)?;
    let verdicts = verify_text(arguments, &text, cubins(arguments, &text)?)?;
    Ok((text, verdicts))
}

/// Compares a text with its machine code.
fn verify_text(
    arguments: &VerifyArgs,
    text: &Text,
    cubins: Vec<Cubin>,
) -> Result<Vec<Verdict>, Failure> {
    let mut verdicts = Vec::new();
    // The text is computed once for each chip.
    let mut known: Vec<(Option<Target>, Ran)> = Vec::new();
    for cubin in cubins {
        let chip = arguments.target.or_else(|| cubin.module.target());
        let index = match known.iter().position(|one| one.0 == chip) {
            Some(index) => index,
            None => {
                let module = text.module_for(chip)?;
                let ran = launch(arguments, &module, &text.entry, &options(arguments))?;
                known.push((chip, ran));
                known.len() - 1
            }
        };
        verdicts.push(verdict(arguments, text, chip, &known[index].1, cubin)?);
    }
    Ok(verdicts)
}

/// Compares the text with a cubin.
fn verdict(
    arguments: &VerifyArgs,
    text: &Text,
    chip: Option<Target>,
    ours: &Ran,
    Cubin { label, module }: Cubin,
) -> Result<Verdict, Failure> {
    let theirs = match launch(arguments, &module, &text.entry, &options(arguments)) {
        Ok(ran) => ran,
        Err(Failure::Kernel(fault)) if !fault.is_callers() => {
            let cause = Some(cause::find(arguments, text, chip, ours, &module, Err(&fault))?);
            return Ok(Verdict { label, cause, unequal: Vec::new(), fault: Some(said(&fault)) });
        }
        // Another kernel of this name takes other arguments.
        Err(Failure::Kernel(fault)) => return Err(format!("{label}: {fault}").into()),
        Err(failure) => return Err(failure),
    };
    let unequal = unequal(&text.names, ours, &theirs, None);
    let cause = match unequal.is_empty() {
        true => None,
        false => {
            let machine = Ok((&theirs, &unequal[..]));
            Some(cause::find(arguments, text, chip, ours, &module, machine)?)
        }
    };
    Ok(Verdict { label, cause, unequal, fault: None })
}

/// Returns the path of the PTX file.
fn path(arguments: &VerifyArgs) -> &Path {
    arguments.file.as_deref().unwrap_or(Path::new("-"))
}

/// Returns the name of the PTX file in messages.
fn name(arguments: &VerifyArgs) -> String {
    crate::report::name(path(arguments))
}

/// Returns the message of a fault in one line.
fn said(fault: &Fault) -> String {
    let Details { message, .. } = &**fault;
    message.clone()
}

/// Returns the cubins of the command line, or those that the assembler makes.
fn cubins(arguments: &VerifyArgs, text: &Text) -> Result<Vec<Cubin>, Failure> {
    if !arguments.cubins.is_empty() {
        let read = |file: &PathBuf| {
            let label = file.display().to_string();
            let bytes = crate::report::bytes_of(file);
            let bytes = bytes.map_err(|error| format!("cannot read {label}: {error}"))?;
            let module = Module::from_machine(&label, &bytes, arguments.target);
            let module = for_chip(&module.map_err(Failure::of)?, arguments.target)?;
            Ok(Cubin { label, module })
        };
        return arguments.cubins.iter().map(read).collect();
    }
    let chip = arguments.target.or_else(|| text.module.target()).unwrap_or(Target::sm(90));
    let kernel = text.module_for(Some(chip))?.kernel(&text.entry).map_err(Failure::of)?;
    assembled(arguments, &text.text, chip, !kernel.may_fuse().is_empty())
}

/// Returns the cubins that the assembler makes: one for each level that fuses nothing, and after them one for each level if
/// the text has products and sums that the assembler may fuse.
fn assembled(
    arguments: &VerifyArgs,
    text: &str,
    chip: Target,
    may_fuse: bool,
) -> Result<Vec<Cubin>, Failure> {
    let ptxas = assemble::assembler(arguments.ptxas.as_deref())?;
    let mut cubins = Vec::new();
    for is_default in [false, true] {
        if is_default && !may_fuse {
            break;
        }
        for level in &arguments.levels {
            let mut options = vec![format!("-O{level}")];
            options.extend((!is_default).then(|| "-fmad=false".into()));
            let bytes = assemble::assemble(&ptxas, text, chip, &options)?;
            let label = options.join(" ");
            let module = Module::from_cubin(&label, &bytes).map_err(Failure::of)?;
            cubins.push(Cubin { label, module });
        }
    }
    Ok(cubins)
}

/// Returns the options of a launch.
fn options(arguments: &VerifyArgs) -> Options {
    let options = Options::default().max_steps(arguments.max_steps).heap(arguments.heap as usize);
    let options = arguments.cluster.iter().fold(options, |options, one| options.cluster(one.0));
    options.cooperative(arguments.cooperative).jobs(cores())
}

/// Returns a module for a chip, if there is one.
fn for_chip(module: &Module, chip: Option<Target>) -> Result<Module, Failure> {
    match chip {
        Some(chip) => module.for_target(chip).map_err(Failure::of),
        None => Ok(module.clone()),
    }
}

impl Text {
    fn read(arguments: &VerifyArgs) -> Result<Self, Failure> {
        let (path, file) = (path(arguments), name(arguments));
        let bytes =
            crate::report::bytes(path).map_err(|error| format!("cannot read {file}: {error}"))?;
        if Module::is_cubin(&bytes) {
            let message =
                Message::new(format!("{file} is machine code, and `verify` compares a PTX text"));
            return Err(message.help(format!("give both: `FILE.ptx --cubin {file}`")).into());
        }
        check_text(&file, &bytes)?;
        Self::of(file, String::from_utf8_lossy(&bytes).into_owned(), arguments.entry.as_deref())
    }

    fn of(file: String, text: String, name: Option<&str>) -> Result<Self, Failure> {
        let module = Module::new(&file, &text).map_err(Failure::of)?;
        let entry = entry(name, &module, &file)?;
        let kernel = module.kernel(&entry).map_err(Failure::of)?;
        let signature = kernel.signature();
        let names = signature.parameters.iter().map(|one| one.name.clone()).collect();
        let entry = signature.name.clone();
        Ok(Self { file, text, module, entry, names, fused: OnceCell::new() })
    }

    /// Returns the module of the text for a chip.
    fn module_for(&self, chip: Option<Target>) -> Result<Module, Failure> {
        for_chip(&self.module, chip)
    }

    /// Returns the texts with fused products and sums.
    fn fused(&self) -> &[String] {
        self.fused.get_or_init(|| fused::texts(&self.file, &self.text, &self.entry))
    }
}
