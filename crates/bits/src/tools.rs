//! Finds NVIDIA's tools and Triton on this machine.

use crate::output::{Stream, print};
use ptx_tool::COMMAND;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program that is searched in `PATH`, in the CUDA toolkit and in the Python environment.
pub(crate) struct Program {
    name: &'static str,
    /// The Python package that has the program.
    package: &'static str,
}

/// NVIDIA's compiler of CUDA C++.
pub(crate) const NVCC: Program = Program { name: "nvcc", package: "nvidia-cuda-nvcc" };

/// NVIDIA's assembler.
pub(crate) const PTXAS: Program = Program { name: "ptxas", package: "nvidia-cuda-nvcc" };

/// The programs that `ptx-bits tools` lists.
const PROGRAMS: [Program; 3] =
    [NVCC, PTXAS, Program { name: "nvdisasm", package: "nvidia-cuda-nvdisasm" }];

/// Python's name for the interpreter.
pub(crate) const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

impl Program {
    /// Returns the path of the program, if it is installed.
    pub(crate) fn find(&self) -> Option<PathBuf> {
        let path = env::var_os("PATH").unwrap_or_default();
        let toolkits = ["CUDA_HOME", "CUDA_PATH"].into_iter().filter_map(env::var_os);
        let toolkits = toolkits.map(|toolkit| Path::new(&toolkit).join("bin"));
        // The packages are the last place, because Python starts slowly.
        self.find_in(env::split_paths(&path).chain(toolkits))
            .or_else(|| self.find_in(packages().into_iter()))
    }

    fn find_in(&self, mut folders: impl Iterator<Item = PathBuf>) -> Option<PathBuf> {
        let file = format!("{}{}", self.name, env::consts::EXE_SUFFIX);
        folders.find_map(|folder| Some(folder.join(&file)).filter(|path| path.is_file()))
    }
}

/// Returns the folders of programs in the packages of NVIDIA and of Triton in the Python environment.
fn packages() -> Vec<PathBuf> {
    // The package of Triton contains an assembler.
    const FOLDERS: &str = "import importlib.util as u, os\n\
                           for name, folder in ('nvidia', ''), ('triton', 'backends'):\n \
                           s = u.find_spec(name)\n \
                           for path in s.submodule_search_locations if s else []: print(os.path.join(path, folder))";
    let folders = output(PYTHON.as_ref(), &["-c", FOLDERS]).unwrap_or_default();
    let entries = folders.lines().filter_map(|folder| std::fs::read_dir(folder).ok());
    let mut all: Vec<_> =
        entries.flatten().flatten().map(|entry| entry.path().join("bin")).collect();
    all.sort();
    all
}

/// Returns the standard output of a program that exits with status 0.
fn output(program: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// Returns the version in the output of `--version`: the word after the last `V`, as in `release 13.5, V13.5.37`.
fn version(text: &str) -> Option<&str> {
    let digits = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    text.split_whitespace().filter_map(|word| word.strip_prefix('V')).rfind(digits)
}

/// Prints the tools that are installed, with their versions and paths. Returns the exit status.
pub(crate) fn list(out: &mut Stream<'_>, err: &mut Stream<'_>) -> u8 {
    let mut rows = Vec::new();
    for program in PROGRAMS {
        let found = program.find().map(|path| {
            let text = output(&path, &["--version"]).unwrap_or_default();
            (version(&text).unwrap_or("?").to_string(), path.display().to_string())
        });
        rows.push((program.name, found, program.package));
    }
    let of_python = |code: &str| {
        output(PYTHON.as_ref(), &["-c", code]).map(|version| (version, PYTHON.to_string()))
    };
    let nvrtc = "from ptx_bits import nvrtc; print('%d.%d' % nvrtc.version())";
    let extra = format!("{COMMAND}[cuda]");
    rows.insert(1, ("NVRTC", of_python(nvrtc), extra.as_str()));
    let triton = "import importlib.metadata as m; print(m.version('triton'))";
    rows.push(("Triton", of_python(triton), "triton"));
    let line = |(name, found, package): (&str, Option<(String, String)>, &str)| match found {
        Some((version, place)) => format!("{name:<10}{version:<12}{place}\n"),
        None => format!("{name:<10}{:<12}`{PYTHON} -m pip install '{package}'`\n", "not found"),
    };
    print(rows.into_iter().map(line).collect::<String>().as_bytes(), out, err)
}

#[cfg(test)]
mod tests {
    use super::version;

    #[test]
    fn versions_are_read() {
        let nvcc = "nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release 13.5, V13.5.37\n\
                    Build cuda_13.5.r13.5/compiler.1_0\n";
        assert_eq!(version(nvcc), Some("13.5.37"));
        assert_eq!(version("Version unknown"), None);
        assert_eq!(version(""), None);
    }
}
