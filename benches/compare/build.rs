//! If `PTX_BEFORE=<revision>` is set, builds ptx-core of this revision as the crate `before`. One process can then
//! measure both this revision and the current version.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn run(command: &mut Command) {
    let status = command.status().expect("the program exists");
    assert!(status.success(), "{command:?}");
}

fn main() {
    println!("cargo::rerun-if-env-changed=PTX_BEFORE");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(before)");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let flags = env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default().replace('\x1f', " ");
    println!("cargo::rustc-env=PTX_FLAGS={flags}");
    if let Ok(revision) = env::var("PTX_BEFORE") {
        build(&revision, &out, &flags);
        println!("cargo::rustc-cfg=before");
        println!("cargo::rustc-link-search=all={}", out.display());
    }
}

fn build(revision: &str, out: &Path, flags: &str) {
    let archive = out.join("before.tar");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    run(Command::new("git")
        .arg("-C")
        .arg(root)
        .args(["archive", "--output"])
        .arg(&archive)
        .args([revision, "ptx-core/src"]));
    let sources = out.join("before");
    // Removes the sources of another revision from an earlier build.
    if sources.exists() {
        fs::remove_dir_all(&sources).expect("the folder can be removed");
    }
    fs::create_dir_all(&sources).expect("the folder can be made");
    run(Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&sources));
    let rustc = env::var_os("RUSTC").expect("cargo sets RUSTC");
    run(Command::new(rustc)
        .args(["--crate-name", "before", "--crate-type", "rlib", "--edition", "2024"])
        .args(["-Copt-level=3", "-Ccodegen-units=16", "--cap-lints=allow", "--out-dir"])
        .args([out, &sources.join("ptx-core/src/lib.rs")])
        .args(flags.split_whitespace()));
}
