//! Creates crates that depend on `ptx` like a user's crate, each in a separate workspace.

use std::env::consts::DLL_EXTENSION;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Returns the file of a library that the tests of `ptx` use, such as `ptx` or `ptx_macros`. `folder` is
/// `CARGO_TARGET_TMPDIR`. After `cargo test --workspace`, cargo finds the library already built. It would compile the
/// library again for `cargo build`, which passes other options to rustc, and for one package, whose dependencies may have
/// fewer features.
///
/// # Panics
/// Panics if the library does not compile.
#[must_use]
pub fn built(folder: &str, library: &str) -> PathBuf {
    let target = Path::new(folder).parent().expect("the target folder");
    let output = cargo()
        .args(["test", "--no-run", "--quiet", "--locked", "--workspace", "--test", "tail"])
        .arg("--message-format=json")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_TARGET_DIR", target)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let messages = String::from_utf8_lossy(&output.stdout);
    let start = format!("lib{library}-");
    let files = messages.split('"').map(|text| PathBuf::from(text.replace("\\\\", "\\")));
    let is_library = |file: &PathBuf| {
        let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_code = file.extension().is_some_and(|end| end == "rlib" || end == DLL_EXTENSION);
        is_code && (name.starts_with(&start) || name.starts_with(&start[3..]))
    };
    files.into_iter().find(is_library).expect("the library is built")
}

fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// A crate named `member` in a separate workspace.
#[derive(Debug)]
pub struct UserCrate {
    folder: String,
    root: PathBuf,
}

impl UserCrate {
    /// Creates a crate in a folder. Copies the lock file of this workspace, so that cargo needs no network.
    ///
    /// # Panics
    /// Panics if a file cannot be written.
    #[must_use]
    pub fn new(folder: &str, name: &str) -> Self {
        let made = Self { folder: folder.into(), root: Path::new(folder).join(name) };
        let home = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
        let home = home.canonicalize().expect("the workspace exists");
        made.write("../Cargo.toml", "[workspace]\nmembers = [\"member\"]\nresolver = \"3\"\n");
        let lock = fs::read_to_string(home.join("Cargo.lock")).expect("the lock file is readable");
        made.write("../Cargo.lock", &lock);
        made.write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"member\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
                 [dependencies]\nptx = {{ path = {home:?} }}\n"
            ),
        );
        made
    }

    /// Writes a file of the crate.
    ///
    /// # Panics
    /// Panics if the file cannot be written.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.root.join("member").join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is writable");
        fs::write(path, text).expect("the folder is writable");
    }

    /// Runs the program with cargo and returns its standard output. Cargo compiles `ptx` again, since the crate is in
    /// another workspace.
    ///
    /// # Panics
    /// Panics if the program does not compile or fails.
    #[must_use]
    pub fn run(&self) -> String {
        let output = cargo()
            .args(["run", "--quiet", "--offline", "--package", "member"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", Path::new(&self.folder).join("user"))
            .output()
            .expect("cargo runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Checks that the crate compiles without errors and warnings.
    ///
    /// # Panics
    /// Panics if the compiler prints a message.
    pub fn assert_accepted(&self) {
        let output = self.check();
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && text.is_empty(), "{text}");
    }

    /// Checks that the crate does not compile. Returns the errors of the compiler, and the folder to which paths in the
    /// errors are relative.
    ///
    /// # Panics
    /// Panics if the crate compiles.
    #[must_use]
    pub fn fault(&self) -> (String, &Path) {
        let output = self.check();
        assert!(!output.status.success(), "the crate compiles");
        (String::from_utf8(output.stderr).expect("UTF-8"), &self.root)
    }

    /// Runs rustc in the same folder and with the same source path as cargo. Links the build of `ptx` that the tests
    /// use.
    fn check(&self) -> Output {
        let library = built(&self.folder, "ptx");
        let folder = library.parent().expect("a folder");
        let file = ["member/src/main.rs", "member/src/lib.rs"];
        let file = file.into_iter().find(|file| self.root.join(file).exists()).expect("a crate");
        Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
            .args(["--edition=2024", "--crate-name=member", "--emit=metadata", file])
            .arg(if file.ends_with("lib.rs") { "--crate-type=lib" } else { "--crate-type=bin" })
            .arg("--out-dir")
            .arg(&self.root)
            .arg(format!("--extern=ptx={}", library.display()))
            .arg(format!("-Ldependency={}", folder.display()))
            .current_dir(&self.root)
            .env("CARGO_MANIFEST_DIR", self.root.join("member"))
            .output()
            .expect("rustc runs")
    }
}
