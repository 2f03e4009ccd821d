//! Creates crates that depend on `ptx` like a user's crate, each in a separate workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A crate named `member` in a separate workspace. All these crates share a target folder, so
/// `ptx` is built only once.
#[derive(Debug)]
pub struct UserCrate {
    root: PathBuf,
    target: PathBuf,
}

impl UserCrate {
    /// Creates a crate in a folder. It copies the lock file of this workspace, so that cargo does
    /// not need a network.
    ///
    /// # Panics
    /// Panics if a file cannot be written.
    #[must_use]
    pub fn new(folder: &str, name: &str) -> Self {
        let folder = Path::new(folder);
        let made = Self { root: folder.join(name), target: folder.join("user") };
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

    /// Runs a command of cargo. Returns its standard output.
    ///
    /// # Panics
    /// Panics if the command fails.
    #[must_use]
    pub fn cargo(&self, command: &str) -> String {
        let output = self.run(command);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// Checks a faulty crate. Returns the errors of the compiler, and the folder of the paths in
    /// them.
    ///
    /// # Panics
    /// Panics if the crate compiles.
    #[must_use]
    pub fn fault(&self) -> (String, &Path) {
        let output = self.run("check");
        assert!(!output.status.success(), "the crate compiles");
        (String::from_utf8(output.stderr).expect("UTF-8"), &self.root)
    }

    fn run(&self, command: &str) -> Output {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        Command::new(cargo)
            .args([command, "--quiet", "--offline", "--package", "member"])
            .current_dir(&self.root)
            .env("CARGO_TARGET_DIR", &self.target)
            .output()
            .expect("cargo runs")
    }
}
