//! Runs the command `driver`, which runs a program with the engine as its CUDA driver.

use crate::output::Stream;
use crate::status::{FOUND, OK, UNREADABLE};
use ptx_isa::Target;
use ptx_tool::COMMAND;
use ptx_tool::dialect::target;
use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// The file name of the library.
const LIBRARY: &str = "libptx_driver.so";

/// The names under which programs load the driver, or the shared runtime library of CUDA 11 to 13.
const LINKS: [&str; 6] = [
    "libcuda.so",
    "libcuda.so.1",
    "libcudart.so",
    "libcudart.so.11.0",
    "libcudart.so.12",
    "libcudart.so.13",
];

/// The arguments of `driver`.
#[derive(Debug, clap::Args)]
pub(crate) struct DriverArgs {
    /// The chip that the device computes as
    #[arg(long, value_name = "TARGET", value_parser = target, default_value = "sm_90")]
    target: Target,
    /// Reports races
    #[arg(long)]
    races: bool,
    /// Makes reads of undefined values faults
    #[arg(long)]
    strict: bool,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// What the program did on the device.
#[derive(Debug, Default, PartialEq, Eq)]
struct Summary {
    launches: u64,
    instructions: u64,
    faults: u64,
    races: u64,
    missing: BTreeSet<String>,
}

impl Summary {
    /// Reads the lines that the library has written.
    fn read(text: &str) -> Self {
        let mut all = Self::default();
        for line in text.lines() {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            match word {
                "launch" => {
                    all.launches += 1;
                    all.instructions += rest.parse::<u64>().unwrap_or(0);
                }
                "fault" => all.faults += 1,
                "race" => all.races += 1,
                "missing" => drop(all.missing.insert(rest.into())),
                _ => {}
            }
        }
        all
    }

    fn print(&self, err: &mut Stream<'_>) {
        let counted =
            |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let line = [
            counted(self.launches, "kernel"),
            counted(self.instructions, "instruction"),
            counted(self.faults, "fault"),
            counted(self.races, "race"),
        ];
        say(err, &line.join(", "));
        if !self.missing.is_empty() {
            let names: Vec<_> = self.missing.iter().map(String::as_str).collect();
            say(err, &format!("not supported, but called: {}", names.join(", ")));
        }
    }
}

fn say(err: &mut Stream<'_>, line: &str) {
    // Ignores a closed standard error.
    let _ = err.write_all(format!("{COMMAND} driver: {line}\n").as_bytes());
}

/// Runs the program. Returns its exit status, or 1 if that is 0 and a fault or race occurred.
pub(crate) fn run(arguments: &DriverArgs, err: &mut Stream<'_>) -> u8 {
    match start(arguments) {
        Ok((status, summary)) => {
            summary.print(err);
            match code(status) {
                OK if summary.faults + summary.races > 0 => FOUND,
                code => code,
            }
        }
        Err(message) => {
            err.error(&message);
            UNREADABLE
        }
    }
}

/// Runs the program in an environment in which it finds the library.
fn start(arguments: &DriverArgs) -> Result<(ExitStatus, Summary), String> {
    let library = library()?;
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    for name in LINKS {
        link(&library, &folder.path().join(name))?;
    }
    let summary = folder.path().join("summary");
    let before = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let folders = std::iter::once(folder.path().to_path_buf());
    let folders = env::join_paths(
        folders.chain(env::split_paths(&before).filter(|one| one != Path::new(""))),
    );
    let (program, rest) = arguments.program.split_first().ok_or("no program")?;
    let mut command = Command::new(program);
    command.args(rest);
    command.env("LD_LIBRARY_PATH", folders.map_err(|error| error.to_string())?);
    command.env("PTX_BITS_TARGET", arguments.target.to_string());
    command.env("PTX_BITS_RACES", u8::from(arguments.races).to_string());
    command.env("PTX_BITS_STRICT", u8::from(arguments.strict).to_string());
    command.env("PTX_BITS_SUMMARY", &summary);
    let status = command.status().map_err(|error| format!("{}: {error}", program.display()))?;
    let text = std::fs::read_to_string(&summary).unwrap_or_default();
    Ok((status, Summary::read(&text)))
}

/// Returns the path of the library: that of `PTX_BITS_DRIVER`, or beside the executable, or beside its libraries.
fn library() -> Result<PathBuf, String> {
    if let Some(path) = env::var_os("PTX_BITS_DRIVER") {
        let path = PathBuf::from(path);
        return match path.canonicalize() {
            Ok(path) if path.is_file() => Ok(path),
            Ok(path) => {
                Err(format!("`PTX_BITS_DRIVER` is {}, which is not a file", path.display()))
            }
            Err(error) => Err(format!("`PTX_BITS_DRIVER` is {}: {error}", path.display())),
        };
    }
    let executable = env::current_exe().and_then(|path| path.canonicalize());
    let beside = executable.ok().and_then(|path| Some(path.parent()?.join(LIBRARY)));
    beside.filter(|path| path.is_file()).ok_or_else(|| {
        format!(
            "the driver library `{LIBRARY}` is not beside `{COMMAND}`; build it with \
             `cargo build --release -p ptx-driver --features fast`, and set `PTX_BITS_DRIVER=target/release/{LIBRARY}`"
        )
    })
}

#[cfg(unix)]
fn link(library: &Path, to: &Path) -> Result<(), String> {
    std::os::unix::fs::symlink(library, to).map_err(|error| format!("{}: {error}", to.display()))
}

#[cfg(not(unix))]
fn link(_library: &Path, _to: &Path) -> Result<(), String> {
    Err("the driver library exists for Linux only".into())
}

/// Returns the exit status of a program. A signal adds 128, as in a shell.
fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    let signal = std::os::unix::process::ExitStatusExt::signal(&status);
    #[cfg(not(unix))]
    let signal = None::<i32>;
    let code = status.code().or(signal.map(|signal| 128 + signal));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(FOUND)
}

#[cfg(test)]
mod tests {
    use super::Summary;

    #[test]
    fn lines_of_several_processes_are_added() {
        let text = "launch 10\nlaunch 5\nmissing cuArrayCreate_v2\nfault\nmissing cuArrayCreate_v2\nrace\n";
        let missing = std::iter::once("cuArrayCreate_v2".to_string()).collect();
        let all = Summary { launches: 2, instructions: 15, faults: 1, races: 1, missing };
        assert_eq!(Summary::read(text), all);
    }
}
