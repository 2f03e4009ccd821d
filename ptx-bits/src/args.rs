//! The command line.

use crate::report::{Format, print};
use crate::{FOUND, UNREADABLE, report, translate};
use clap::{CommandFactory, Parser, Subcommand};
use ptx_isa::{Dialect, Message, Target, Version, directives};
use ptx_tool::check::Defaults;
use ptx_tool::dialect::{target, version};
use ptx_tool::{eval, explain, list};
use std::ffi::OsString;
use std::fmt::Display;
use std::path::PathBuf;

/// The arithmetic of an NVIDIA GPU, bit for bit: checks PTX, explains and computes instructions.
#[derive(Debug, Parser)]
#[command(name = "ptx-bits", version, about, arg_required_else_help = true)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Checks PTX text against the instruction table
    ///
    /// A text is a module, or bare statements with or without directives and `.reg`
    /// declarations; without any `.reg` its registers may have any type. Statements outside the
    /// instruction table are counted as unchecked; modifiers in an order that the manual does not
    /// have are a warning. The exit code is 0 without errors, with warnings or not, 1 with errors,
    /// 2 if a file could not be read.
    Check {
        /// PTX files; `-` is the standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// How to print what is found
        #[arg(long, value_enum, default_value_t)]
        format: Format,
        /// The same as `--format json`
        #[arg(long, conflicts_with = "format")]
        json: bool,
        /// What holds without directives
        #[command(flatten)]
        dialect: DialectArgs,
    },
    /// Explains an instruction
    ///
    /// What it does, its special values, since when it exists, its defaults, the machine sequence,
    /// accuracy and grade, and a line of Rust. A mnemonic alone shows all its forms; without a name
    /// there is a list of instructions. Grades: `[H]` read from or checked against hardware, `[D]`
    /// NVIDIA documentation, `[S]` read off machine code, `[M]` a model.
    Explain {
        /// Such as rcp.rn.ftz.f32, rcp or MUFU.RCP
        instruction: Option<String>,
        /// What holds without directives
        #[command(flatten)]
        dialect: DialectArgs,
    },
    /// Computes instructions, bit for bit
    ///
    /// Prints each result as a decimal number, as bits and exactly, then the mathematical result on
    /// the operands as given and how far the computed one lies from it. The exit code is 1 if the
    /// instruction is not valid.
    Eval {
        /// The instruction with its modifiers, such as fma.rn.f32 or MUFU.RCP; operands that choose
        /// its form may follow a blank: "mov.b64 {x, y}", "vadd4.u32.u32.u32 d.b310, a, b.b5140, c"
        #[arg(required_unless_present = "batch")]
        instruction: Option<String>,
        /// The sources as PTX writes immediates: 1.5, -2e-3, 0f3F800000, 017; inf and nan, too;
        /// half precision, narrower floats and packed ones as bits: 0x3c00; the elements of a
        /// vector one by one; the carry last, 0 or 1
        operands: Vec<String>,
        /// Answers every line of a file, or of the standard input if it is `-`
        ///
        /// A line is a target, an instruction and the bits of its operands in hexadecimal digits, with
        /// a tab between any two, such as sm_90, fma.rn.f32, 3f800000, 40000000, 0. The answer is one
        /// line with the bits of the results, or `error:` and what is wrong. A version may follow the
        /// target after a blank; `-` is the default. The exit code is 1 if a line is faulty, 2 if the
        /// file cannot be read.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["instruction", "operands"])]
        batch: Option<PathBuf>,
        /// What holds without directives
        #[command(flatten)]
        dialect: DialectArgs,
    },
    /// Lists the instruction table
    ///
    /// Every form with its versions and targets and the letters of its grade; `ptx-bits explain` says
    /// more about one. The exit code is 1 if there is no such instruction.
    List {
        /// Such as rcp, mma, MUFU or MUFU.RCP; everything without a name
        names: Vec<String>,
        /// Prints the rows as one JSON document: forms, modifiers, operands, versions, targets,
        /// functions, grades; list.schema.json describes it
        #[arg(long)]
        json: bool,
    },
    /// Translates functions of a PTX file to Rust
    ///
    /// Prints what `ptx::include_ptx!` makes of the same declarations. Without them it prints a
    /// block of declarations as a first draft, with `// ?` where a type is a guess. The exit code
    /// is 1 if a function cannot be translated, 2 if a file cannot be read.
    Translate {
        /// The PTX file; `-` is the standard input
        file: PathBuf,
        /// A file with declarations as `include_ptx!` takes them; `-` is the standard input
        #[arg(long, value_name = "FILE.rs")]
        declarations: Option<PathBuf>,
    },
    /// Prints the completion script of a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page, or that of a command
    Man {
        /// The command, such as check
        of: Option<String>,
    },
}

/// The version and target where there are no directives.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct DialectArgs {
    /// The PTX version where no `.version` says another, such as 8.6 [default: the newest]
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub ptx_version: Option<Version>,
    /// The target where no `.target` says another, such as sm_90 or sm_12,map_f64_to_f32
    /// [default: sm_121]
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub target: Option<Target>,
}

impl DialectArgs {
    /// The options as the checker takes them.
    #[must_use]
    pub fn defaults(&self) -> Defaults {
        Defaults { version: self.ptx_version, target: self.target }
    }

    /// The dialect that an instruction is checked against.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.defaults().dialect()
    }

    /// What is wrong with a version and a target that are given together, as in a file.
    fn clash(&self) -> Option<Message> {
        directives::clash(self.ptx_version?, self.target?)
    }
}

/// The arguments with the positional ones of `eval` after a `--`, so that `-2e-3` is an operand
/// wherever it is written.
#[must_use]
pub fn with_operands_apart(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut head: Vec<OsString> = arguments.into_iter().collect();
    let is_eval = head.get(1).is_some_and(|word| word == "eval");
    if !is_eval || head.iter().any(|word| word == "--") {
        return head;
    }
    let mut rest = head.split_off(2).into_iter();
    let mut positional = Vec::new();
    while let Some(word) = rest.next() {
        match word.to_str() {
            Some(option) if option.starts_with("--") => {
                let takes_the_next = !option.contains('=') && option != "--help";
                head.push(word);
                if takes_the_next {
                    head.extend(rest.next());
                }
            }
            Some("-h") => head.push(word),
            _ => positional.push(word),
        }
    }
    if !positional.is_empty() {
        head.push("--".into());
    }
    head.extend(positional);
    head
}

impl Command {
    /// The options that set the version and target where there are no directives.
    fn dialect(&self) -> Option<&DialectArgs> {
        match self {
            Self::Check { dialect, .. }
            | Self::Explain { dialect, .. }
            | Self::Eval { dialect, .. } => Some(dialect),
            _ => None,
        }
    }

    /// Runs the command and returns its exit code.
    #[must_use]
    pub fn run(&self) -> u8 {
        if let Some(clash) = self.dialect().and_then(DialectArgs::clash) {
            eprintln!("error: {clash}");
            return UNREADABLE;
        }
        match self {
            Self::Check { files, format, json, dialect } => {
                let format = if *json { Format::Json } else { *format };
                report::check_files(files, format, &dialect.defaults())
            }
            Self::Explain { instruction, dialect } => {
                let name = instruction.as_deref().unwrap_or_default();
                answer(explain::explain(name, &dialect.dialect()))
            }
            Self::Eval { batch: Some(file), dialect, .. } => {
                report::batch(file, &dialect.dialect())
            }
            Self::Eval { instruction, operands, dialect, .. } => {
                let instruction = instruction.as_deref().unwrap_or_default();
                answer(eval::eval(instruction, operands, &dialect.dialect()))
            }
            Self::List { names, json } => {
                answer(if *json { list::json(names) } else { list::text(names) })
            }
            Self::Translate { file, declarations } => {
                translate::translate(file, declarations.as_deref())
            }
            Self::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut Args::command(), "ptx-bits", &mut script);
                print(&script)
            }
            Self::Man { of } => {
                let mut whole = Args::command();
                whole.build();
                let command = match of {
                    Some(name) => whole.find_subcommand(name).cloned(),
                    None => Some(whole),
                };
                let Some(command) = command else {
                    eprintln!("error: unknown command; `ptx-bits --help` lists the commands");
                    return FOUND;
                };
                let mut page = Vec::new();
                // Writing into memory does not fail.
                let of = concat!("ptx-bits ", env!("CARGO_PKG_VERSION"));
                let _ = clap_mangen::Man::new(command).source(of).render(&mut page);
                print(&page)
            }
        }
    }
}

/// Prints an answer, or the error.
fn answer(answer: Result<String, impl Display>) -> u8 {
    match answer {
        Ok(text) => print(text.as_bytes()),
        Err(fault) => {
            eprintln!("error: {fault}");
            FOUND
        }
    }
}
