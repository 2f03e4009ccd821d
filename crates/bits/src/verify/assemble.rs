//! Assembles a PTX text with NVIDIA's assembler.

use crate::tools::{PTXAS, PYTHON};
use ptx_isa::{Message, Target};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Returns the path of the assembler. `given` is the option `--ptxas`.
pub(super) fn assembler(given: Option<&Path>) -> Result<PathBuf, Message> {
    given.map(Path::to_path_buf).or_else(|| PTXAS.find()).ok_or_else(|| {
        Message::new("ptxas is not found")
            .note("ptxas is searched in `PATH`, in `CUDA_HOME` and in the Python environment")
            .help(format!(
                "install it with `{PYTHON} -m pip install nvidia-cuda-nvcc`, or give `--ptxas PATH` or `--cubin FILE`"
            ))
    })
}

/// Returns the cubin of a text. `options` are the level and `-fmad`.
///
/// # Errors
/// If the assembler does not start or refuses the text.
pub(super) fn assemble(
    ptxas: &Path,
    text: &str,
    chip: Target,
    options: &[String],
) -> Result<Vec<u8>, Message> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let (input, output) = (folder.path().join("kernel.ptx"), folder.path().join("kernel.cubin"));
    // NVRTC counts the NUL byte after a text as part of it, which the assembler rejects.
    let text = text.trim_end_matches('\0');
    std::fs::write(&input, text).map_err(|error| format!("cannot write the text: {error}"))?;
    let mut command = Command::new(ptxas);
    command.args(["-arch", &chip.to_string()]).args(options);
    command.arg("-o").arg(&output).arg(&input).stdin(Stdio::null());
    let shown = ptxas.display();
    let run = command.output().map_err(|error| format!("cannot start {shown}: {error}"))?;
    if !run.status.success() {
        let text = [run.stderr, run.stdout].concat();
        let text = String::from_utf8_lossy(&text);
        let message = Message::new(format!("ptxas refuses the text\n{}", text.trim()));
        return Err(message.help("`--target sm_NN` chooses another chip"));
    }
    Ok(std::fs::read(&output).map_err(|error| format!("ptxas wrote no cubin: {error}"))?)
}
