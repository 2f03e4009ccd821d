//! The command line.

use crate::report::Format;
use clap::{Parser, Subcommand};
use ptx_isa::{Dialect, Message, Target, Version, directives};
use ptx_tool::COMMAND;
use ptx_tool::check::Defaults;
use ptx_tool::dialect::{target, version};
use ptx_tool::inline::{Language, Settings};
use std::ffi::OsString;
use std::path::PathBuf;

/// The arithmetic of an NVIDIA GPU, bit for bit: checks PTX, explains and computes instructions.
#[derive(Debug, Parser)]
#[command(name = COMMAND, version, about, arg_required_else_help = true)]
pub(crate) struct Args {
    /// The command.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Checks PTX text, and inline PTX in C++, Python and Rust, against the instruction table
    ///
    /// A PTX text is a module, or bare statements with or without directives and `.reg`
    /// declarations. Without any `.reg`, registers may have any type. Statements outside the
    /// instruction table are counted as unchecked. Modifiers in an order that only ptxas accepts
    /// are a warning.
    ///
    /// In C++ and CUDA the text of each `asm` is checked, in Python of each call whose name contains
    /// `inline_asm`, in Rust of each `asm!` and `ptx_asm!`. Places are those of the file. A text that a
    /// macro or a format completes is counted as not checked.
    ///
    /// The exit status is 0 without errors, 1 with errors, and 2 if a file cannot be read.
    Check(CheckArgs),
    /// Explains an instruction
    ///
    /// Prints the meaning, special values, versions and targets, defaults, machine sequence,
    /// accuracy, grade and a line of Rust. A mnemonic without modifiers lists its forms; without a
    /// name all instructions are listed. Grades: `[H]` read from or checked on hardware, `[D]`
    /// NVIDIA documentation, `[S]` read from machine code, `[M]` a model.
    Explain {
        /// An instruction such as rcp.rn.ftz.f32, rcp or MUFU.RCP
        instruction: Option<String>,
        /// The version and target of texts without directives
        #[command(flatten)]
        dialect: DialectArgs,
    },
    /// Computes instructions, bit for bit
    ///
    /// Prints each result in decimal, as bits and exactly, then the mathematical result on the
    /// operands as given, and the error. The exit status is 1 if the instruction is not valid.
    Eval {
        /// The instruction with its modifiers, such as fma.rn.f32 or MUFU.RCP; operands that select
        /// a form may follow it: "mov.b64 {x, y}", "vadd4.u32.u32.u32 d.b310, a, b.b5140, c"
        #[arg(required_unless_present = "batch")]
        instruction: Option<String>,
        /// The sources: numbers (1.5, -2e-3, 33, inf, nan), PTX literals (0f3F800000), or bits after
        /// 0x; packed floats as bits; each element of a vector; the carry last, 0 or 1
        operands: Vec<String>,
        /// Computes every line of a file; `-` is the standard input
        ///
        /// A line has a target, an instruction and the bits of its operands in hexadecimal, separated
        /// by tabs, such as sm_90, fma.rn.f32, 3f800000, 40000000, 0. The output line has the bits of
        /// the results, or `error:` and a message. A version may follow the target after a blank; the
        /// target `-` is the default. A line without a tab is split at blanks into an instruction and
        /// its operands, such as "fma.rn.f32 1.0 2.0 0", and has the default target. Missing elements
        /// of a row of a matrix are zeros. The exit status is 1 if a line is faulty, 2 if the file
        /// cannot be read.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["instruction", "operands"])]
        batch: Option<PathBuf>,
        /// Prints the results as one JSON document: names, types, bits, numbers, true values
        #[arg(long, conflicts_with = "batch")]
        json: bool,
        /// The version and target of texts without directives
        #[command(flatten)]
        dialect: DialectArgs,
    },
    /// Lists the instruction table
    ///
    /// Prints every form with its versions, targets and grade. The command `explain` describes one
    /// form. The exit status is 1 if an instruction does not exist.
    List {
        /// Instructions such as rcp, mma, MUFU or MUFU.RCP; without a name, all
        names: Vec<String>,
        /// Prints the rows as one JSON document: forms, modifiers, operands, versions, targets,
        /// functions, grades; list.schema.json describes it
        #[arg(long)]
        json: bool,
    },
    /// Translates functions of a PTX file to Rust
    ///
    /// Prints the Rust that `ptx::include_ptx!` generates from the same declarations. Without
    /// declarations it prints a draft of them, with `// ?` where a type is a guess. The exit status
    /// is 1 if a function cannot be translated, 2 if a file cannot be read.
    Translate {
        /// The PTX file; `-` is the standard input
        file: PathBuf,
        /// A file with declarations in the syntax of `include_ptx!`; `-` is the standard input
        #[arg(long, value_name = "FILE.rs")]
        declarations: Option<PathBuf>,
    },
    /// Runs a kernel of a PTX file on this machine, bit for bit
    ///
    /// Each ARG is the value of a parameter: TYPE:VALUE is a scalar; TYPE[N] is a buffer of zeros,
    /// TYPE[]:V,V,… a buffer of these elements, TYPE@FILE a buffer from a file, raw or .npy; bytes:HEX is a
    /// struct; null, same:N and same:N+BYTES are addresses, the last two in the buffer of parameter N. `ro:`
    /// before a buffer forbids writes. TYPE is u8 … u64, s8 … s64, b8 … b64, f16, bf16, f32 or f64. A VALUE
    /// is decimal, or 0x and the bits; a float is also inf, -inf or nan.
    ///
    /// Without --print and --out, a line about each buffer is printed. The exit status is 0; 1 for a fault or
    /// a race of the kernel; 2 for wrong arguments and for a file that cannot be read or run.
    #[cfg(feature = "run")]
    Run(crate::launch::RunArgs),
    /// Prints the completion script of a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Prints the manual page of the program or of a command
    Man {
        /// The command, such as check
        of: Option<String>,
    },
}

/// The arguments of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct CheckArgs {
    /// Files and directories; `-` is the standard input. A directory stands for its .ptx files and its
    /// C++, Python and Rust files, without those that .gitignore lists
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The language that contains the PTX, instead of the language of the extension
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) inline: Option<Inline>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Prints errors and warnings only: no notes and no counts
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Exits with status 1 if there are warnings
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Rewrites the files where a help names exactly one spelling, and prints what is left
    #[arg(long)]
    pub(crate) fix: bool,
    /// Whether the text has colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Color,
    /// The version and the targets of texts without directives
    #[command(flatten)]
    pub(crate) dialect: TargetsArgs,
}

/// When a text has colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless the environment sets `NO_COLOR` or `TERM=dumb`
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// A language that contains PTX in strings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Inline {
    /// `asm` and `__asm__` of C++ and CUDA: .cu .cuh .cpp .cc .h .hpp
    #[value(name = "c++")]
    Cpp,
    /// Calls whose name contains `inline_asm`: .py
    Python,
    /// `asm!` and `ptx_asm!`: .rs
    Rust,
}

impl From<Inline> for Language {
    fn from(inline: Inline) -> Self {
        match inline {
            Inline::Cpp => Self::Cpp,
            Inline::Python => Self::Python,
            Inline::Rust => Self::Rust,
        }
    }
}

/// The version and target of texts without directives.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct DialectArgs {
    /// The PTX version of texts without `.version`, such as 8.6 [default: the newest]
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub(crate) ptx_version: Option<Version>,
    /// The target of texts without `.target`, such as sm_90 or sm_12,map_f64_to_f32
    /// [default: sm_121]
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub(crate) target: Option<Target>,
}

/// The version and the targets of texts without directives.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TargetsArgs {
    /// The PTX version of texts without `.version`, such as 8.6 [default: the newest]
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub(crate) ptx_version: Option<Version>,
    /// A target of texts without `.target`, such as sm_90 or sm_12,map_f64_to_f32; repeated, one of the
    /// targets must take a text [default: sm_121 for PTX files, every target for strings]
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub(crate) target: Vec<Target>,
}

impl TargetsArgs {
    /// Reports a version that does not have one of the targets.
    pub(crate) fn clash(&self) -> Option<Message> {
        let version = self.ptx_version?;
        self.target.iter().find_map(|target| directives::clash(version, *target))
    }

    /// Returns the options as settings of the checker.
    #[must_use]
    pub(crate) fn settings(&self) -> Settings {
        Settings { version: self.ptx_version, targets: self.target.clone() }
    }
}

impl DialectArgs {
    /// Returns the dialect of a text without directives.
    #[must_use]
    pub(crate) fn dialect(&self) -> Dialect {
        Defaults { version: self.ptx_version, target: self.target }.dialect()
    }

    /// Reports a version that does not have the target, if both are given.
    pub(crate) fn clash(&self) -> Option<Message> {
        directives::clash(self.ptx_version?, self.target?)
    }

    /// Reports a version that does not have the default target, if only the version is given.
    pub(crate) fn clash_by_default(&self) -> Option<Message> {
        match self.target {
            Some(_) => None,
            None => directives::without_target(self.ptx_version?, "--target"),
        }
    }
}

/// Moves the positional arguments of `eval` behind a `--`, so that `-2e-3` is an operand at any position.
#[must_use]
pub(crate) fn with_operands_apart(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
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
                let has_value = !option.contains('=') && option != "--help";
                head.push(word);
                if has_value {
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
