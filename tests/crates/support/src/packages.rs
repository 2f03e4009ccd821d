//! Lists the published packages of the workspace.

use crate::root;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The name of the package.
    pub name: String,
    /// The folder of the package, relative to the repository; empty for the package in the root.
    pub folder: String,
}

impl Package {
    /// Returns the path of a file of the package.
    #[must_use]
    pub fn join(&self, file: &str) -> PathBuf {
        root().join(&self.folder).join(file)
    }
}

/// Returns the published packages of the workspace: those whose manifests do not contain `publish = false`.
///
/// # Panics
/// Panics if cargo fails.
#[must_use]
pub fn published() -> Vec<Package> {
    let home = root().canonicalize().expect("the repository");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(&home)
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listed = String::from_utf8(output.stdout).expect("UTF-8");
    let package = |rest: &str| {
        let path = rest.split('"').next().unwrap_or_default().replace("\\\\", "\\");
        let manifest = fs::read_to_string(&path).expect("a manifest");
        let folder = Path::new(&path).parent().expect("a folder");
        let folder = folder.strip_prefix(&home).expect("a package of the repository");
        let name = manifest.lines().find_map(|line| line.strip_prefix("name = \""));
        let package = Package {
            name: name.expect("a name").trim_end_matches('"').into(),
            folder: folder.to_string_lossy().replace('\\', "/"),
        };
        (!manifest.lines().any(|line| line == "publish = false")).then_some(package)
    };
    listed.split("\"manifest_path\":\"").skip(1).filter_map(package).collect()
}
