//! Defines the arguments of the command line.

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
    /// The command to run.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Checks PTX text, and PTX in strings of other languages, against the instruction table
    ///
    /// A PTX text is a module, or bare statements with or without directives and `.reg` declarations. If
    /// there is no `.reg`, registers may have any type. Instructions that are not in the instruction table
    /// are counted as unchecked. Modifiers in an order that only ptxas accepts give a warning, or a note if nvcc writes the
    /// order.
    ///
    /// In C++ and CUDA files, checks the text of each `asm`; in Python files, of each call whose name
    /// contains `inline_asm`; in Rust files, of each `asm!` and `ptx_asm!`. In these files, and in any other
    /// file that is an argument, checks each string that begins with `.version` as a module. Line numbers
    /// refer to the file. A text that a macro, a format or `+` completes is counted as unchecked.
    ///
    /// The exit status is 0 if there are no errors, 1 if there are errors, and 2 if a file cannot be read, or a
    /// directory contains no file to check.
    Check(CheckArgs),
    /// Explains an instruction
    ///
    /// Prints the meaning, special values, versions and targets, defaults, machine sequence, accuracy, grade,
    /// and a line of Rust. For a mnemonic without modifiers, lists its forms. Without a name, lists all
    /// instructions. Grades: `[H]` read from or checked on hardware, `[D]` documented by NVIDIA, `[S]` read
    /// from machine code, `[M]` a model.
    Explain {
        /// An instruction such as rcp.rn.ftz.f32, rcp or MUFU.RCP
        instruction: Option<String>,
        /// The version and target of texts without directives
        #[command(flatten)]
        dialect: DialectArgs,
    },
    /// Computes instructions, bit for bit
    ///
    /// Prints each result in decimal, as bits and exactly. Then prints the mathematical result for the
    /// operands, and the error. The exit status is 1 if the instruction is invalid.
    Eval {
        /// The instruction with its modifiers, such as fma.rn.f32 or MUFU.RCP. Operands that select a form
        /// may follow: "mov.b64 {x, y}", "vadd4.u32.u32.u32 d.b310, a, b.b5140, c"
        #[arg(required_unless_present = "batch")]
        instruction: Option<String>,
        /// The sources: numbers (1.5, -2e-3, 33, inf, nan), or 0x and the bits, or 0f and 0d as in PTX. A
        /// packed type is its bits or its lanes, lane 0 first (-1,3 or "{-1, 3}"), a vector one source per
        /// element. The carry flag, 0 or 1, is last: for `subc` a borrow
        operands: Vec<String>,
        /// Computes every line of a file; `-` is standard input
        ///
        /// A line has a target, an instruction and the bits of its operands in hexadecimal, separated by
        /// tabs: sm_90, fma.rn.f32, 3f800000, 40000000, 0. A version may follow the target after a blank. The
        /// target `-` is the default target. Missing elements of a matrix row are zeros.
        ///
        /// A line without tabs has an instruction and its operands, separated by blanks: "fma.rn.f32 1.0 2.0
        /// 0". It uses the default target.
        ///
        /// The carry flag, 0 or 1, is the last field of `addc`, `madc` and `subc`, and the last result of an
        /// instruction with `.cc`: a carry, or a borrow for `sub` and `subc`. In a PTX program the flag after a
        /// difference is the complement of the borrow. So a line that continues the other kind (`addc` after
        /// `sub.cc`, `subc` after `add.cc`) gets the inverted bit.
        ///
        /// The output line has the bits of the results, or `error:` and a message. The exit status is 1 if a
        /// line is faulty, and 2 if the file cannot be read.
        #[arg(long, value_name = "FILE", conflicts_with_all = ["instruction", "operands"])]
        batch: Option<PathBuf>,
        /// Prints the results as one JSON document: names, types, bits, numbers, true values;
        /// eval.schema.json describes it
        #[arg(long, conflicts_with = "batch")]
        json: bool,
        /// The version and target of texts without directives
        #[command(flatten)]
        dialect: DialectArgs,
    },
    /// Lists the instruction table
    ///
    /// Prints every form with its versions, targets and grade. To describe a single form, use `explain`. The
    /// exit status is 1 if an instruction does not exist.
    List {
        /// Instructions such as rcp, mma, MUFU or MUFU.RCP [default: all]
        names: Vec<String>,
        /// Prints the rows as one JSON document: forms, modifiers, operands, versions, targets,
        /// functions, grades; list.schema.json describes it
        #[arg(long)]
        json: bool,
    },
    /// Translates functions of a PTX file to Rust
    ///
    /// Prints the Rust code that `ptx::include_ptx!` generates from the same declarations. Without
    /// declarations, prints draft declarations, in which `// ?` marks a type that is a guess. The exit status
    /// is 1 if a function cannot be translated, and 2 if a file cannot be read.
    Translate {
        /// The PTX file; `-` is standard input
        file: PathBuf,
        /// A file with declarations in the syntax of `include_ptx!`; `-` is standard input
        #[arg(long, value_name = "FILE.rs")]
        declarations: Option<PathBuf>,
    },
    /// Runs a kernel of a PTX or CUDA C++ file on this machine, bit for bit
    ///
    /// A .cu file is compiled for --target (sm_90 if not given) by nvcc, or by NVRTC, which takes kernels
    /// without host code. The command `tools` prints what is installed.
    ///
    /// Each ARG is the value of a parameter. TYPE:VALUE is a scalar. TYPE[N] is a buffer of zeros,
    /// TYPE[]:V,V,… a buffer of these elements, and TYPE@FILE a buffer that is read from a raw or .npy file.
    /// `ro:` before a buffer makes it read-only. null is the address 0. same:N is the address of the buffer of
    /// parameter N, and same:NAME that of a variable or of a buffer of --buffer; same:N+BYTES is an address in it.
    ///
    /// struct:ARG,ARG,… is a struct: its members are TYPE:VALUE, same:, null or bytes:HEX, each aligned to its size.
    /// bytes:HEX are the bytes of a struct. An element V of a 64-bit integer type may also be same: or null.
    ///
    /// --entry takes the name of a kernel in PTX, or in C++, where namespaces and parameters may be omitted.
    ///
    /// TYPE is u8 to u64, s8 to s64, b8 to b64, f16, bf16, f32 or f64. VALUE is a decimal number, or 0x and
    /// the bits. For a float, VALUE may also be inf, -inf or nan. A decimal is rounded once; one that would
    /// become infinite is an error.
    ///
    /// Without --print and --out, prints a line about each buffer. The exit status is 0 for success, and 1
    /// for a fault or a race of the kernel, or a difference from --expect. It is 2 if an argument is wrong, or a file
    /// cannot be read, compiled or run.
    #[cfg(feature = "run")]
    Run(Box<crate::launch::RunArgs>),
    /// Compares a kernel of a PTX file with its machine code, bit for bit
    ///
    /// Runs the text and each cubin on equal buffers. Without --cubin, ptxas assembles the text at each level with
    /// -fmad=false and, if the text has products and sums that ptxas may fuse, with its default, too. The engine computes
    /// the text and the machine code; no GPU runs.
    ///
    /// Prints a line for each cubin: `equal`, or `differs`, the cause, and the first element that differs. The causes are
    /// fused (the text with fused products and sums gives the bits of the cubin), NaN payload (every element that differs is
    /// a NaN in both, or the text with other NaNs gives the bits of the cubin), order of lanes (with --order join, the cubin
    /// gives the bits of the text), undefined (the text has a race, an undefined operation, or reads a register that PTX
    /// leaves to the machine), and miscompiled (none of these). A cubin that reaches a limit of the launch, such as
    /// --max-steps, is `not compared`.
    ///
    /// The exit status is 0 if every cubin is equal, fused or has other NaN payloads. It is 1 for another cause or a fault of
    /// the text. It is 2 if an argument is wrong, or a file cannot be read, assembled or run.
    #[cfg(feature = "run")]
    Verify(crate::verify::VerifyArgs),
    /// Runs a program with the engine as its CUDA driver (Linux)
    ///
    /// The program loads the library of this project as `libcuda.so.1`, and as `libcudart.so` if it is linked with
    /// `nvcc -cudart shared`. It needs no GPU. Faults of kernels become CUDA's errors, and standard error has the reason
    /// with the line of the source. At the end, standard error has the number of kernels, instructions, faults and
    /// races, and the functions that the program called and that are not supported.
    ///
    /// The library is looked up in `PTX_BITS_DRIVER`, and beside this program. The exit status is that of the program, or 1
    /// if that is 0 and a fault or a race occurred. It is 2 if the program or the library cannot be found.
    #[cfg(feature = "run")]
    Driver(crate::driver::DriverArgs),
    /// Prints which of NVIDIA's tools and Triton are installed, with their versions
    #[cfg(feature = "run")]
    Tools,
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
    /// Files and directories; `-` is standard input. In a directory, checks all .ptx files and C++, Python
    /// and Rust files, except those that .gitignore lists
    #[arg(required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// The language of the files, if their extensions do not tell it
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub(crate) inline: Option<Inline>,
    /// The output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// The same as `--format json`
    #[arg(long, conflicts_with = "format")]
    pub(crate) json: bool,
    /// Prints only errors and warnings: no notes and no counts
    #[arg(long, short)]
    pub(crate) quiet: bool,
    /// Exits with status 1 if there are warnings
    #[arg(long)]
    pub(crate) deny_warnings: bool,
    /// Rewrites the files where a help gives exactly one spelling, and prints the other findings
    #[arg(long)]
    pub(crate) fix: bool,
    /// Whether to colour the text
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
    pub(crate) color: Color,
    /// The version and the targets of texts without directives
    #[command(flatten)]
    pub(crate) dialect: TargetsArgs,
}

/// When to colour the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Color {
    /// If the output is a terminal, unless the environment sets `NO_COLOR` or `TERM=dumb`
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
    /// C++ and CUDA, with `asm` and `__asm__`: .cu .cuh .cpp .cc .h .hpp
    #[value(name = "c++")]
    Cpp,
    /// Python, with calls whose name contains `inline_asm`: .py
    Python,
    /// Rust, with `asm!` and `ptx_asm!`: .rs
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
    /// The PTX version of texts without `.version`, such as 8.6 [default: 9.5]
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
    /// The PTX version of texts without `.version`, such as 8.6 [default: 9.5]
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub(crate) ptx_version: Option<Version>,
    /// A target of texts without `.target`, such as sm_90 or sm_12,map_f64_to_f32. If the option is repeated, a
    /// text must be valid for at least one of the targets [default: sm_121 for PTX files, all targets for inline PTX]
    #[arg(long, value_name = "TARGET", value_parser = target)]
    pub(crate) target: Vec<Target>,
}

impl TargetsArgs {
    /// Returns an error if the version does not support one of the targets.
    pub(crate) fn clash(&self) -> Option<Message> {
        let version = self.ptx_version?;
        self.target.iter().find_map(|target| directives::clash(version, *target))
    }

    /// Returns the options as settings for the checker.
    #[must_use]
    pub(crate) fn settings(&self) -> Settings {
        Settings { version: self.ptx_version, targets: self.target.clone() }
    }
}

impl DialectArgs {
    /// Returns the dialect of a text without directives.
    #[must_use]
    pub(crate) fn dialect(&self) -> Dialect {
        let dialect = Defaults { version: self.ptx_version, target: self.target }.dialect();
        Dialect { settings: ptx_isa::Settings::Options, ..dialect }
    }

    /// Returns an error if both version and target are given and the version does not support the target.
    pub(crate) fn clash(&self) -> Option<Message> {
        directives::clash(self.ptx_version?, self.target?)
    }

    /// Returns an error if only the version is given and it does not support the default target.
    pub(crate) fn clash_by_default(&self) -> Option<Message> {
        match self.target {
            Some(_) => None,
            None => directives::without_target(self.ptx_version?, "--target"),
        }
    }
}

/// Moves the positional arguments of `eval` behind a `--`, so that `-2e-3` can be an operand at any position.
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
