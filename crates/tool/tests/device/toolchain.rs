//! Compiles crates for nvptx64 with a replacement for `core`.
//!
//! The pinned rustc can emit PTX, but is installed without a standard library for nvptx64. Inline assembly
//! for nvptx64 is unstable in this rustc, so `RUSTC_BOOTSTRAP` is set.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::{env, fs};
use test_support::built;

/// The pinned rustc. The tests compare its output with recorded output. `core.rs` defines the language items
/// that this rustc needs.
const PINNED: &str = "rustc 1.95.0 ";

/// The compiled macro library, and the folder for builds.
pub(crate) struct Toolchain {
    macros: PathBuf,
    folder: PathBuf,
}

/// Returns the toolchain, or `None` if rustc is not the pinned version.
pub(crate) fn toolchain() -> Option<&'static Toolchain> {
    static TOOLCHAIN: OnceLock<Option<Toolchain>> = OnceLock::new();
    TOOLCHAIN.get_or_init(Toolchain::new).as_ref()
}

fn rustc() -> Command {
    Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
}

impl Toolchain {
    fn new() -> Option<Self> {
        let version = rustc().arg("--version").output().ok()?;
        let version = String::from_utf8_lossy(&version.stdout).into_owned();
        if !version.starts_with(PINNED) {
            println!("skipped: the stand-in `core` is for {PINNED}, found {version}");
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("device");
        fs::create_dir_all(&folder).expect("a folder");
        Some(Self { macros: built(env!("CARGO_TARGET_TMPDIR"), "ptx_macros"), folder })
    }

    /// Compiles the replacement crates for a processor, in a folder for one test.
    pub(crate) fn target(&self, test: &str, cpu: &str, features: &str) -> Target<'_> {
        let folder = self.folder.join(format!("{test}-{cpu}{features}"));
        fs::create_dir_all(&folder).expect("a folder");
        let target = Target { toolchain: self, folder, flags: flags(cpu, features) };
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/device");
        for (source, library) in [("core.rs", "libcore.rlib"), ("facade.rs", "libptx.rlib")] {
            let output = target.rustc(&sources.join(source), &["-o", &target.path(library)]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
        target
    }
}

fn flags(cpu: &str, features: &str) -> Vec<String> {
    let cpu = match cpu {
        "" => None,
        cpu => Some(format!("-Ctarget-cpu={cpu}")),
    };
    let features = match features {
        "" => None,
        features => Some(format!("-Ctarget-feature={features}")),
    };
    cpu.into_iter().chain(features).collect()
}

/// The folder with the replacements for `core` and `ptx`, and the flags of the processor that they are compiled for.
pub(crate) struct Target<'t> {
    toolchain: &'t Toolchain,
    folder: PathBuf,
    flags: Vec<String>,
}

impl Target<'_> {
    fn path(&self, name: &str) -> String {
        self.folder.join(name).to_string_lossy().into_owned()
    }

    fn rustc(&self, source: &Path, arguments: &[&str]) -> Output {
        rustc()
            .env("RUSTC_BOOTSTRAP", "1")
            .args(["--edition=2024", "--target=nvptx64-nvidia-cuda", "-Cpanic=abort"])
            .args(["-Copt-level=3", "-L"])
            .arg(&self.folder)
            .arg("--extern")
            .arg(format!("ptx_macros={}", self.toolchain.macros.display()))
            .arg("-L")
            .arg(self.toolchain.macros.parent().expect("a folder"))
            .args(&self.flags)
            .args(arguments)
            .arg(source)
            .output()
            .expect("rustc runs")
    }

    /// Compiles a crate and returns its PTX, or the messages of rustc.
    pub(crate) fn emit(&self, source: &Path) -> Result<String, String> {
        let name = source.file_stem().expect("a name").to_string_lossy().into_owned();
        let emitted = self.path(&format!("{name}.ptx"));
        let output = self.rustc(source, &["--emit=asm", "-o", &emitted]);
        match output.status.success() {
            true => Ok(fs::read_to_string(emitted).expect("PTX")),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    /// Like [`emit`](Self::emit), for a crate that is given as text. This function adds the attributes and imports at
    /// the start of the text.
    pub(crate) fn emit_text(&self, name: &str, text: &str) -> Result<String, String> {
        let source = self.folder.join(format!("{name}.rs"));
        let head = "#![feature(no_core, asm_experimental_arch)]\n#![no_core]\n\
                    #![crate_type = \"lib\"]\nextern crate core;\n#[macro_use]\nextern crate ptx;\n";
        fs::write(&source, format!("{head}{text}")).expect("a source");
        self.emit(&source)
    }
}
