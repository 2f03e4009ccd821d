//! Builds and runs programs of translated functions in a temporary folder, one program for each [`Configuration`].

use crate::functions::{FUNCTIONS, Function};
use crate::toolkit::Toolkit;
use std::fmt::Write as _;
use std::io::{Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A configuration of NVRTC: a toolkit, a target, and whether `-use_fast_math` is set.
#[derive(Clone, Debug)]
pub(crate) struct Configuration {
    pub(crate) toolkit: Toolkit,
    pub(crate) target: u32,
    pub(crate) is_fast: bool,
}

impl Configuration {
    pub(crate) fn name(&self) -> String {
        let fast = if self.is_fast { " fast" } else { "" };
        format!("{} sm_{}{fast}", self.toolkit.version, self.target)
    }

    /// Returns the path of the PTX that NVRTC emits.
    pub(crate) fn ptx(&self, folder: &Folder) -> PathBuf {
        folder.0.join(self.program()).join("functions.ptx")
    }

    /// Returns whether the configuration's program contains a function. The toolkit that is used only for published
    /// results of GPUs has no `__tanhf`. The `f64` functions of this toolkit are excluded, because its `sin` passes the
    /// address of local memory to another function. The macro `include_ptx!` does not support such a call.
    fn has(&self, function: &Function) -> bool {
        !self.toolkit.is_of_chips() || !function.is_double() && function.name != "__tanhf"
    }

    /// Returns the CUDA C of the program's functions.
    fn cuda(&self) -> String {
        FUNCTIONS.iter().filter(|function| self.has(function)).map(Function::source).collect()
    }

    /// Returns the Rust source of the program.
    fn source(&self, ptx: &Path) -> String {
        let serve = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated/serve.rs");
        let (mut declarations, mut list) = (String::new(), String::new());
        for function in FUNCTIONS {
            let (declaration, entry) = function.declaration();
            if self.has(function) {
                declarations += &declaration;
                let _ = writeln!(list, "Some({entry}),");
            } else {
                list += "None,\n";
            }
        }
        let mut program =
            String::from("#![allow(non_snake_case, dead_code)]\nuse std::hint::black_box;\n");
        let _ = writeln!(program, "#[path = {serve:?}]\nmod serve;");
        let _ = writeln!(program, "ptx::include_ptx! {{ {ptx:?}\n{declarations}}}");
        let _ = writeln!(program, "{CONSTANTS}");
        let _ = writeln!(program, "fn main() {{ constants(); serve::serve(&[{list}]); }}");
        program
    }

    /// Returns the name of the program.
    fn program(&self) -> String {
        format!("cuda_{}", self.name().replace(['.', ' '], "_"))
    }
}

/// A temporary folder outside of the repository. Dropping the value deletes the folder.
#[derive(Debug)]
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Result<Self, String> {
        let path = std::env::temp_dir().join(format!("cuda-functions-{}", std::process::id()));
        std::fs::create_dir_all(path.join("src/bin")).map_err(|error| error.to_string())?;
        Ok(Self(path))
    }

    fn cargo(&self, command: &str) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.arg(command).arg("--release").arg("--manifest-path").arg(self.0.join("Cargo.toml"));
        // Keep this target folder, so that the next run reuses the built dependencies.
        cargo
            .env("CARGO_TARGET_DIR", Path::new(env!("CARGO_MANIFEST_DIR")).join("target/programs"));
        cargo
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = self.cargo("clean").args(["--quiet", "--package", "translated"]).status();
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const MANIFEST: &str = "\
[package]
name = \"translated\"
version = \"0.0.0\"
edition = \"2024\"
[dependencies]
ptx = { path = PTX }
[profile.release]
opt-level = 2
[workspace]
";

/// Rust constants that call some of the translated functions. The calls test loops, tables and local memory in const
/// evaluation.
const CONSTANTS: &str = "\
const SINE: f32 = k_sinf(1e30);
const REMAINDER: f32 = k_fmodf(3e38, 1e-38);
const TABLE: [f32; 256] = {
    let (mut table, mut i) = ([0.0; 256], 0);
    while i < 256 {
        table[i] = k_expf((i as f32 - 128.0) / 2.0);
        i += 1;
    }
    table
};

fn constants() {
    assert_eq!(SINE.to_bits(), k_sinf(black_box(1e30)).to_bits());
    assert_eq!(REMAINDER.to_bits(), k_fmodf(black_box(3e38), 1e-38).to_bits());
    for (i, y) in TABLE.iter().enumerate() {
        assert_eq!(y.to_bits(), k_expf((black_box(i) as f32 - 128.0) / 2.0).to_bits());
    }
}
";

/// Compiles the functions to PTX, translates the PTX, and builds the programs.
pub(crate) fn build<'a>(
    folder: &Folder,
    configurations: impl Iterator<Item = &'a Configuration>,
) -> Result<(), String> {
    let at = |error: std::io::Error| format!("{}: {error}", folder.0.display());
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let manifest = MANIFEST.replace("PTX", &format!("{repository:?}"));
    std::fs::write(folder.0.join("Cargo.toml"), manifest).map_err(at)?;
    std::fs::copy(repository.join("Cargo.lock"), folder.0.join("Cargo.lock")).map_err(at)?;
    let source = folder.0.join("functions.cu");
    for configuration in configurations {
        let ptx = configuration.ptx(folder);
        let into = ptx.parent().unwrap_or(&folder.0);
        std::fs::create_dir_all(into).map_err(at)?;
        std::fs::write(&source, configuration.cuda()).map_err(at)?;
        let target = format!("-arch=compute_{}", configuration.target);
        let mut options = vec![target.as_str(), "-rdc=true"];
        options.extend(configuration.is_fast.then_some("-use_fast_math"));
        configuration.toolkit.compile(into, std::slice::from_ref(&source), &options)?;
        let file = format!("src/bin/{}.rs", configuration.program());
        std::fs::write(folder.0.join(file), configuration.source(&ptx)).map_err(at)?;
    }
    let status = folder.cargo("build").arg("--quiet").status().map_err(at)?;
    if status.success() { Ok(()) } else { Err("the translation does not compile".into()) }
}

/// A running program.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) configuration: Configuration,
    path: PathBuf,
    child: Child,
}

impl Program {
    pub(crate) fn start(configuration: &Configuration) -> Result<Self, String> {
        let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/programs/release");
        let path = programs.join(configuration.program());
        let child = Command::new(&path).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let child = child.map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Self { configuration: configuration.clone(), path, child })
    }

    /// Returns the nanoseconds per call of every function.
    pub(crate) fn times(&self) -> Result<Vec<f64>, String> {
        let run =
            Command::new(&self.path).arg("time").output().map_err(|error| error.to_string())?;
        let printed = String::from_utf8_lossy(&run.stdout);
        Ok(printed.lines().filter_map(|line| line.parse().ok()).collect())
    }

    /// Sends a request: the number of a function, and arguments.
    pub(crate) fn send(&mut self, number: usize, inputs: &[[u64; 2]]) -> Result<(), String> {
        let function = &FUNCTIONS[number];
        let mut words = vec![number as u32, 0];
        for input in inputs {
            for x in &input[..1 + usize::from(function.has_two())] {
                words.push(*x as u32);
                words.extend(function.is_double().then_some((x >> 32) as u32));
            }
        }
        words[1] = words.len() as u32 - 2;
        let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
        let pipe = self.child.stdin.as_mut().ok_or("no pipe")?;
        pipe.write_all(&bytes).map_err(|error| self.stopped(&error))
    }

    /// Receives the results for `count` arguments.
    pub(crate) fn receive(&mut self, number: usize, count: usize) -> Result<Vec<u64>, String> {
        let width = if FUNCTIONS[number].is_double() { 8 } else { 4 };
        let mut bytes = vec![0; width * count];
        let pipe = self.child.stdout.as_mut().ok_or("no pipe")?;
        pipe.read_exact(&mut bytes).map_err(|error| self.stopped(&error))?;
        let word =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
        Ok(bytes.chunks_exact(width).map(word).collect())
    }

    fn stopped(&self, error: &std::io::Error) -> String {
        format!("{} stopped: {error}", self.configuration.name())
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // Closing the input ends the program.
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}
