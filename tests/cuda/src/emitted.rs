//! Tests `ptx-bits check` and `ptx-bits translate` on whole programs that NVRTC compiles to PTX. The checker
//! must report no false errors. Every function must be translated, unless it uses an unsupported feature.

use crate::program::Folder;
use crate::toolkit::Toolkit;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const OPTIONS: &[&[&str]] = &[
    &["-arch=compute_75"],
    &["-arch=compute_90", "-fmad=false"],
    &["-arch=compute_100", "-use_fast_math"],
    &["-arch=compute_80", "-ftz=true", "-prec-div=false", "-prec-sqrt=false", "-lineinfo"],
    &["-arch=compute_120", "-G"],
];

/// The functions in `sources/kernels.cu` that cannot be translated, with the reason.
const UNSUPPORTED: &[(&str, &str)] = &[
    ("reduction", "shared memory"),
    ("tiled_product", "shared memory"),
    ("warp_sum", "a shuffle between threads"),
    ("indirect", "a call through an address"),
    ("assembled", "prefetch"),
    ("__fAtomicAdd", "an atomic operation, with -G"),
    ("_Z9atomicAddPff", "an atomic operation, with -G"),
    ("_Z16__shfl_down_syncjfji", "a shuffle between threads, with -G"),
];

/// Checks and translates the PTX files. Returns the failures. For the PTX of the measured `functions`, `ptx-bits check`
/// must also print no note and leave no instruction unchecked. A note warns, for example, that `ptxas` may fuse a
/// product and a sum.
pub(crate) fn check(
    folder: &Folder,
    toolkits: &[Toolkit],
    functions: &[PathBuf],
) -> Result<Vec<String>, String> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = repository.join("target");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet", "--locked", "--package", "ptx-bits", "--manifest-path"]);
    cargo.arg(repository.join("Cargo.toml")).env("CARGO_TARGET_DIR", &target);
    let built = cargo.status().map_err(|error| format!("cargo: {error}"))?;
    if !built.success() {
        return Err("ptx-bits does not compile".into());
    }
    let ptx = target.join("debug/ptx-bits");
    let mut failures = Vec::new();
    let emitted = emit(folder, toolkits)?;
    for (files, is_silent) in [(&emitted[..], false), (functions, true)] {
        let run = ptx_on(&ptx, &["check"], files)?;
        let printed = String::from_utf8_lossy(&run.stdout);
        let has_notes = printed.contains("note: ") || printed.contains("unchecked: ");
        if !run.status.success() || is_silent && has_notes {
            failures.push(format!("`ptx-bits check`:\n{printed}"));
        }
    }
    for file in &emitted {
        translate(&ptx, file, &mut failures)?;
    }
    eprintln!("checked {} files, translated {}", emitted.len() + functions.len(), emitted.len());
    Ok(failures)
}

/// Compiles all sources with all options. Returns the PTX files.
fn emit(folder: &Folder, toolkits: &[Toolkit]) -> Result<Vec<PathBuf>, String> {
    let at = |error: std::io::Error| error.to_string();
    let entries =
        std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("sources")).map_err(at)?;
    let sources =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>().map_err(at)?;
    let mut files = Vec::new();
    for toolkit in toolkits.iter().filter(|toolkit| !toolkit.is_of_chips()) {
        for (i, options) in OPTIONS.iter().enumerate() {
            let folder = folder.0.join(format!("emitted_{}_{i}", toolkit.version));
            std::fs::create_dir_all(&folder).map_err(at)?;
            toolkit.compile(&folder, &sources, options)?;
            let name =
                |source: &PathBuf| Some(folder.join(source.with_extension("ptx").file_name()?));
            files.extend(sources.iter().filter_map(name));
        }
    }
    Ok(files)
}

/// Translates a file with the draft declarations that `ptx-bits translate` prints.
fn translate(ptx: &Path, file: &PathBuf, failures: &mut Vec<String>) -> Result<(), String> {
    let run = ptx_on(ptx, &["translate"], [file])?;
    let guess = String::from_utf8_lossy(&run.stdout);
    let is_known = |line: &&str| {
        let has =
            |name| line.contains(&format!("`{name}`")) || line.contains(&format!("fn {name}("));
        UNSUPPORTED.iter().any(|(name, _)| has(name))
    };
    let (mut declarations, mut refused) = (String::new(), Vec::new());
    for line in guess.lines().filter(|line| !is_known(line)) {
        if line.starts_with("//") {
            refused.push(line)
        } else {
            declarations += &format!("{line}\n")
        }
    }
    failures.extend(
        refused.iter().map(|line| format!("`ptx-bits translate`, {}: {line}", file.display())),
    );
    let written = file.with_extension("rs");
    std::fs::write(&written, declarations).map_err(|error| error.to_string())?;
    let run = ptx_on(ptx, &["translate", "--declarations"], [&written, file])?;
    if !run.status.success() {
        let printed = String::from_utf8_lossy(&run.stderr);
        failures.push(format!("`ptx-bits translate`, {}: {printed}", file.display()));
    }
    Ok(())
}

fn ptx_on<'a>(
    ptx: &Path,
    words: &[&str],
    files: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<Output, String> {
    let run = Command::new(ptx).args(words).args(files).output();
    run.map_err(|error| format!("{}: {error}", ptx.display()))
}
