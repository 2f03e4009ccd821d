//! Compiles CUDA C++ to PTX in a child process.

use crate::output::Stream;
use crate::tools::{NVCC, PYTHON};
use ptx_isa::{Message, Target};
use ptx_tool::COMMAND;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// The chip that a file is compiled for, without the option `--target`.
const DEFAULT: &str = "sm_90";

/// Returns whether a file is CUDA C++, by its name.
pub(super) fn is_cuda(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("cu"))
}

/// Compiles a file with nvcc or, if nvcc is not found, with NVRTC through Python. Returns the PTX. Prints the warnings of
/// the compiler.
///
/// # Errors
/// If neither is found, or the compiler reports an error.
pub(super) fn compile(
    file: &Path,
    target: Option<Target>,
    options: &[String],
    err: &mut Stream<'_>,
) -> Result<String, Message> {
    let chip = target.map_or_else(|| DEFAULT.into(), |target| target.to_string());
    let (text, warnings) = match NVCC.find() {
        Some(nvcc) => with_nvcc(&nvcc, file, &chip, options)?,
        None => with_nvrtc(file, &chip, options)?,
    };
    // If the error stream is closed, the warnings cannot be shown.
    let _ = err.write_all(&warnings);
    Ok(text)
}

/// A PTX text, and the warnings of the compiler that wrote it.
type Compiled = (String, Vec<u8>);

fn with_nvcc(
    nvcc: &Path,
    file: &Path,
    chip: &str,
    options: &[String],
) -> Result<Compiled, Message> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let ptx = folder.path().join("kernel.ptx");
    let mut command = Command::new(nvcc);
    // A path that begins with `-` would be an option.
    let file = Path::new(".").join(file);
    command.args(["-x", "cu", "-ptx", "-lineinfo", "-arch", chip]).args(options);
    command.arg("-o").arg(&ptx).arg(&file);
    let output = finished(&mut command, "nvcc")?;
    if !output.status.success() {
        return Err(refused("nvcc", &output));
    }
    let text = std::fs::read_to_string(&ptx);
    let text = text.map_err(|error| format!("nvcc wrote no PTX: {error}"))?;
    Ok((text, output.stderr))
}

fn with_nvrtc(file: &Path, chip: &str, options: &[String]) -> Result<Compiled, Message> {
    let shown = file.display();
    let missing = || {
        Message::new(format!("{shown} is CUDA C++, and no compiler is installed"))
            .note("nvcc is searched in `PATH`, in `CUDA_HOME` and in the Python environment")
            .help(format!(
                "install nvcc, or NVRTC with `{PYTHON} -m pip install '{COMMAND}[cuda]'`"
            ))
    };
    let mut command = Command::new(PYTHON);
    command.args(["-m", "ptx_bits.nvrtc"]).arg(Path::new(".").join(file)).args(["--target", chip]);
    command.args(options);
    let Ok(output) = command.stdin(Stdio::null()).output() else { return Err(missing()) };
    let text = String::from_utf8_lossy(&output.stderr);
    match output.status.success() {
        true => Ok((String::from_utf8_lossy(&output.stdout).into_owned(), output.stderr)),
        false if text.contains("No module named") || text.contains("is not installed") => {
            Err(missing())
        }
        false => Err(refused("NVRTC", &output)),
    }
}

/// Runs a compiler to its end.
fn finished(command: &mut Command, name: &str) -> Result<Output, Message> {
    let run = command.stdin(Stdio::null()).output();
    run.map_err(|error| format!("cannot start {name}: {error}").into())
}

/// Returns the error of a compiler, with its messages.
fn refused(compiler: &str, output: &Output) -> Message {
    let text = [output.stderr.as_slice(), output.stdout.as_slice()];
    let text = text.iter().map(|text| String::from_utf8_lossy(text)).collect::<String>();
    Message::new(format!("{compiler} refuses the file\n{}", text.trim()))
}
