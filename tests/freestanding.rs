//! Builds and runs `tests/freestanding`, a program that uses `ptx!` without std, alloc and start files. The program
//! links only if neither the expansions nor the crates need std or alloc.

use std::env;
use std::path::Path;
use std::process::Command;
use test_support::is_full;

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
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/freestanding/Cargo.toml"))
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
