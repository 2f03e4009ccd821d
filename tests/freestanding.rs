//! `ptx!` without std and alloc. The program in tests/freestanding has neither, so what the macros
//! expand to there names neither; the crates' own sources are read here.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use test_support::is_full;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn a_program_without_std_and_start_files_computes() {
    if !is_full() {
        return;
    }
    if !(cfg!(target_os = "linux") && cfg!(any(target_arch = "x86_64", target_arch = "aarch64"))) {
        println!("skipped: the program's entry is written for Linux on x86_64 and aarch64");
        return;
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("freestanding");
    let build = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--manifest-path"])
        .arg(root().join("tests/freestanding/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("CARGO_BUILD_TARGET")
        .output()
        .expect("cargo runs");
    assert!(build.status.success(), "{}", String::from_utf8_lossy(&build.stderr));
    let run = Command::new(target.join("release/freestanding")).status().expect("the program runs");
    assert_eq!(run.code(), Some(0), "the exit status is the number of the first wrong result");
}

/// The lines of the sources in a folder, without comments.
fn code(folder: &Path, lines: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("sources can be listed") {
        let path = entry.expect("sources can be listed").path();
        if path.is_dir() {
            if !path.ends_with("tests") {
                code(&path, lines);
            }
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources can be read");
        let bare = text.lines().map(|line| line.split("//").next().unwrap_or_default().to_owned());
        lines.extend(bare.map(|line| (path.clone(), line)));
    }
}

fn names(line: &str, word: &str) -> bool {
    line.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|part| part == word)
}

/// Both crates are `no_std`, and neither brings std or alloc back in.
#[test]
fn the_crates_name_neither_std_nor_alloc() {
    for folder in ["src", "ptx-core/src"] {
        let top =
            fs::read_to_string(root().join(folder).join("lib.rs")).expect("lib.rs can be read");
        assert!(top.lines().any(|line| line == "#![no_std]"), "{folder}");
        let mut lines = Vec::new();
        code(&root().join(folder), &mut lines);
        for (path, line) in lines {
            // What the feature `std` adds, and what it is called; and what only tests compile.
            let line = line.replace("feature = \"std\"", "");
            let is_apart = path.ends_with("fpu/host.rs") || path.ends_with("src/book.rs");
            if is_apart || line.contains("extern crate std;") {
                continue;
            }
            let outside =
                names(&line, "std") || names(&line, "alloc") || line.contains("extern crate");
            assert!(!outside, "{}: {line}", path.display());
        }
    }
}
