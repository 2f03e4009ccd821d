//! Finds the NVRTC libraries and compiles CUDA C with them.

use crate::chips;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// An NVRTC library.
#[derive(Clone, Debug)]
pub(crate) struct Toolkit {
    library: PathBuf,
    /// The version of CUDA: `12.9`.
    pub(crate) version: String,
}

fn package() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the library that the variable `NVRTC_LIB` names. If the variable is not set, returns the libraries that the
/// script `install` downloaded.
pub(crate) fn toolkits() -> Result<Vec<Toolkit>, String> {
    let libraries = match std::env::var_os("NVRTC_LIB") {
        Some(library) => vec![library.into()],
        None => installed(),
    };
    let mut toolkits = libraries.into_iter().map(Toolkit::new).collect::<Result<Vec<_>, _>>()?;
    toolkits.sort_by(|a, b| a.version.cmp(&b.version));
    Ok(toolkits)
}

/// Returns the files `target/nvrtc/<version>/nvidia/<package>/lib/libnvrtc.so.<number>`.
fn installed() -> Vec<PathBuf> {
    let children = |folder: PathBuf| {
        let entries = std::fs::read_dir(folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path()))
    };
    let versions = children(package().join("target/nvrtc"));
    let packages = versions.flat_map(|version| children(version.join("nvidia")));
    let files = packages.flat_map(|package| children(package.join("lib")));
    let is_library = |file: &PathBuf| {
        file.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libnvrtc.so"))
    };
    files.filter(is_library).collect()
}

impl Toolkit {
    fn new(library: PathBuf) -> Result<Self, String> {
        let mut toolkit = Self { library, version: String::new() };
        let run = toolkit.script().arg("--version").stderr(Stdio::inherit()).output();
        let run = run.map_err(|error| format!("python3: {error}"))?;
        toolkit.version = String::from_utf8_lossy(&run.stdout).trim().into();
        let name = toolkit.library.display();
        if run.status.success() { Ok(toolkit) } else { Err(format!("{name} is not NVRTC")) }
    }

    fn script(&self) -> Command {
        let mut command = Command::new("python3");
        command.arg(package().join("nvrtc.py")).env("NVRTC_LIB", &self.library);
        command
    }

    /// Returns whether the toolkit supports `sm_<number>`. CUDA 13 dropped the architectures before sm_75.
    pub(crate) fn has(&self, number: u32) -> bool {
        number >= 75 || self.version.starts_with("12.")
    }

    /// Returns whether the toolkit is used only for the comparison with published results of chips.
    pub(crate) fn is_of_chips(&self) -> bool {
        self.version == chips::TOOLKIT
    }

    /// Compiles sources to PTX files with the same base names in a folder.
    pub(crate) fn compile(
        &self,
        folder: &Path,
        sources: &[PathBuf],
        options: &[&str],
    ) -> Result<(), String> {
        let run = self.script().arg(folder).args(sources).arg("--").args(options).output();
        let run = run.map_err(|error| format!("python3: {error}"))?;
        let errors = String::from_utf8_lossy(&run.stderr).into_owned();
        if run.status.success() { Ok(()) } else { Err(errors) }
    }
}
