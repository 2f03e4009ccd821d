//! Lists the packages of the workspace.

use crate::root;
use std::path::PathBuf;
use std::process::Command;

/// A package of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    /// The name of the package.
    pub name: String,
    /// The folder of the package, relative to the repository; empty for the package in the root.
    pub folder: String,
    /// Whether the package is published.
    pub is_published: bool,
}

impl Package {
    /// Returns the path of a file of the package.
    #[must_use]
    pub fn join(&self, file: &str) -> PathBuf {
        root().join(&self.folder).join(file)
    }
}

/// Returns the packages of the workspace, as `cargo metadata` lists them.
///
/// # Panics
/// Panics if cargo fails.
#[must_use]
pub fn packages() -> Vec<Package> {
    let home = root().canonicalize().expect("the repository");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--offline", "--format-version=1"])
        .current_dir(&home)
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let data: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let listed = data["packages"].as_array().expect("a list of packages");
    let package = |one: &serde_json::Value| {
        let manifest = PathBuf::from(one["manifest_path"].as_str().expect("a path"));
        let folder = manifest
            .parent()
            .expect("a folder")
            .strip_prefix(&home)
            .expect("a package of the repository");
        Package {
            name: one["name"].as_str().expect("a name").into(),
            folder: folder.to_string_lossy().replace('\\', "/"),
            is_published: one["publish"].is_null(),
        }
    };
    listed.iter().map(package).collect()
}

/// Returns the published packages of the workspace.
///
/// # Panics
/// Panics if cargo fails.
#[must_use]
pub fn published() -> Vec<Package> {
    packages().into_iter().filter(|package| package.is_published).collect()
}
