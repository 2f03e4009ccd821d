//! Tests that Clippy reports nothing in crates that call the macros and deny the pedantic lints.

use std::process::Command;
use test_support::is_full;

#[test]
fn pedantic_at_the_call_site() {
    if !is_full() {
        return;
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let clippy = |arguments: &[&str]| {
        let target = concat!(env!("CARGO_TARGET_TMPDIR"), "/clippy");
        let mut command = Command::new(&cargo);
        command.arg("clippy").args(arguments).env("CARGO_TARGET_DIR", target).output()
    };
    if !clippy(&["--version"]).is_ok_and(|output| output.status.success()) {
        println!("skipped: no clippy");
        return;
    }
    let packages = ["-p", "test-dialect", "-p", "test-dialect-user", "-p", "test-renamed"];
    let output = clippy(&[&packages[..], &["--all-targets", "--offline"]].concat());
    let output = output.expect("clippy runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
