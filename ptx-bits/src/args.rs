//! The command line.

use crate::report::Format;
use clap::{Parser, Subcommand};
use ptx_isa::{Dialect, Message, Target, Version, directives};
use ptx_tool::COMMAND;
use ptx_tool::check::Defaults;
use ptx_tool::dialect::{target, version};
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
    /// Checks PTX text against the instruction table
    ///
    /// A text is a module, or bare statements with or without directives and `.reg`
    /// declarations. Without any `.reg`, registers may have any type. Statements outside the
    /// instruction table are counted as unchecked. Modifiers in an order that only ptxas accepts
    /// are a warning. The exit status is 0 without errors, 1 with errors, and 2 if a file cannot
    /// be read.
    Check {
        /// PTX files; `-` is the standard input
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The output format
        #[arg(long, value_enum, default_value_t)]
        format: Format,
        /// The same as `--format json`
        #[arg(long, conflicts_with = "format")]
        json: bool,
        /// The version and target of texts without directives
        #[command(flatten)]
        dialect: DialectArgs,
    },
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
        /// The sources as PTX immediates: 1.5, -2e-3, 0f3F800000, 017, inf, nan; floats of at most
        /// 16 bits and packed floats as bits: 0x3c00; each element of a vector; the carry last, 0 or
        /// 1
        operands: Vec<String>,
        /// Computes every line of a file; `-` is the standard input
        ///
        /// A line has a target, an instruction and the bits of its operands in hexadecimal, separated
        /// by tabs, such as sm_90, fma.rn.f32, 3f800000, 40000000, 0. The output line has the bits of
        /// the results, or `error:` and a message. A version may follow the target after a blank; the
        /// target `-` is the default. The exit status is 1 if a line is faulty, 2 if the file cannot
        /// be read.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["instruction", "operands"])]
        batch: Option<PathBuf>,
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

impl DialectArgs {
    /// Returns the options as defaults of the checker.
    #[must_use]
    pub(crate) fn defaults(&self) -> Defaults {
        Defaults { version: self.ptx_version, target: self.target }
    }

    /// Returns the dialect of a text without directives.
    #[must_use]
    pub(crate) fn dialect(&self) -> Dialect {
        self.defaults().dialect()
    }

    /// Returns the fault of a version without the target, if both are given.
    pub(crate) fn clash(&self) -> Option<Message> {
        directives::clash(self.ptx_version?, self.target?)
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
