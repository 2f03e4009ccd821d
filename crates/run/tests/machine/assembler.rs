//! NVIDIA's assembler.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) struct Assembler(PathBuf);

impl Assembler {
    /// Returns the assembler, or prints that the test is skipped.
    pub(crate) fn find() -> Option<Self> {
        let program = std::env::var_os("PTXAS").map_or_else(|| "ptxas".into(), PathBuf::from);
        let runs = Command::new(&program).arg("--version").stdout(Stdio::null()).status().is_ok();
        if !runs {
            println!("skipped: no assembler; set PTXAS to the path of NVIDIA's ptxas");
        }
        runs.then_some(Self(program))
    }

    /// Returns the path.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the version: `13.5.37`.
    pub(crate) fn version(&self) -> String {
        let run =
            Command::new(&self.0).arg("--version").output().expect("the assembler ran before");
        let text = String::from_utf8_lossy(&run.stdout).into_owned();
        text.rsplit_once(", V")
            .map(|(_, version)| version.lines().next().unwrap_or_default().into())
            .unwrap_or_default()
    }

    /// Returns the cubin of a text.
    ///
    /// # Errors
    /// If the assembler rejects the text: the lines with errors, counted from 1.
    pub(crate) fn cubin(
        &self,
        text: &str,
        name: &str,
        options: &[&str],
    ) -> Result<Vec<u8>, Vec<usize>> {
        let input = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let output = input.with_extension("cubin");
        std::fs::write(&input, text).expect("the temporary directory is writable");
        let run = Command::new(&self.0).args(options).arg("-o").arg(&output).arg(&input).output();
        let run = run.expect("the assembler ran before");
        if run.status.success() {
            return Ok(std::fs::read(output).expect("the assembler wrote a cubin"));
        }
        let message = String::from_utf8_lossy(&run.stderr).into_owned();
        let line = |line: &str| {
            let (number, what) = line.split_once(", line ")?.1.split_once(';')?;
            // A line may also have an advice.
            let is_error = what.trim_start().starts_with("error") || what.contains("fatal");
            number.parse().ok().filter(|_| is_error)
        };
        let lines: Vec<_> = message.lines().filter_map(line).collect();
        assert!(!lines.is_empty(), "{message}");
        Err(lines)
    }
}
