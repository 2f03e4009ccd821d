//! Runs the commands.

use crate::args::{Args, Command};
use crate::output::{Stream, print};
use crate::status::{FOUND, UNREADABLE};
use crate::{check, report, translate};
use clap::CommandFactory as _;
use ptx_isa::Message;
use ptx_tool::{COMMAND, eval, explain, list};
use std::fmt::Display;

impl Command {
    /// Returns an error if `--ptx-version` does not support `--target` or, without `--target`, the default
    /// target.
    fn clash(&self) -> Option<Message> {
        match self {
            Self::Check(check) => check.dialect.clash(),
            Self::Explain { dialect, .. } | Self::Eval { batch: None, dialect, .. } => {
                dialect.clash().or_else(|| dialect.clash_by_default())
            }
            Self::Eval { dialect, .. } => dialect.clash(),
            _ => None,
        }
    }

    /// Runs the command. Returns the exit status.
    pub(crate) fn run(&self, out: &mut Stream<'_>, err: &mut Stream<'_>) -> u8 {
        if let Some(clash) = self.clash() {
            err.error(&clash);
            return UNREADABLE;
        }
        match self {
            Self::Check(arguments) => check::run(arguments, out, err),
            Self::Explain { instruction, dialect } => {
                let name = instruction.as_deref().unwrap_or_default();
                answer(explain::explain(name, &dialect.dialect()), out, err)
            }
            Self::Eval { batch: Some(file), dialect, .. } => {
                report::batch(file, &dialect.dialect(), out, err)
            }
            Self::Eval { instruction, operands, dialect, json, .. } => {
                let instruction = instruction.as_deref().unwrap_or_default();
                let computed = eval::eval(instruction, operands, &dialect.dialect());
                let text = |one: eval::Answer| if *json { one.json() } else { one.to_string() };
                answer(computed.map(text), out, err)
            }
            Self::List { names, json: true } => answer(list::json(names), out, err),
            Self::List { names, json: false } => answer(list::text(names), out, err),
            Self::Translate { file, declarations } => {
                translate::translate(file, declarations.as_deref(), out, err)
            }
            #[cfg(feature = "run")]
            Self::Run(arguments) => crate::launch::run(arguments, out, err),
            #[cfg(feature = "run")]
            Self::Verify(arguments) => crate::verify::run(arguments, out, err),
            #[cfg(feature = "run")]
            Self::Driver(arguments) => crate::driver::run(arguments, err),
            #[cfg(feature = "run")]
            Self::Tools => crate::tools::list(out, err),
            Self::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut Args::command(), COMMAND, &mut script);
                print(&script, out, err)
            }
            Self::Man { of } => manual(of.as_deref(), out, err),
        }
    }
}

/// Prints the manual page of the program or of one command. Returns the exit status.
fn manual(of: Option<&str>, out: &mut Stream<'_>, err: &mut Stream<'_>) -> u8 {
    let mut whole = Args::command();
    whole.build();
    let command = match of {
        Some(name) => whole.find_subcommand(name).cloned(),
        None => Some(whole),
    };
    let Some(command) = command else {
        err.error(&format_args!("unknown command; `{COMMAND} --help` lists the commands"));
        return FOUND;
    };
    let mut page = Vec::new();
    let source = format!("{COMMAND} {}", env!("CARGO_PKG_VERSION"));
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(command).source(source).render(&mut page);
    print(&page, out, err)
}

/// Prints an answer or an error. Returns the exit status.
fn answer(
    answer: Result<impl Display, impl Display>,
    out: &mut Stream<'_>,
    err: &mut Stream<'_>,
) -> u8 {
    match answer {
        Ok(answer) => print(answer.to_string().as_bytes(), out, err),
        Err(fault) => {
            err.error(&fault);
            FOUND
        }
    }
}
