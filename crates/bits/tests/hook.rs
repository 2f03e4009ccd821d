//! Tests that the command of the pre-commit hook in `.pre-commit-hooks.yaml` accepts valid files and rejects faulty
//! files.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the value of a key of the hook.
fn value(hook: &str, key: &str) -> String {
    let found = hook.lines().find_map(|line| line.trim_start_matches(['-', ' ']).strip_prefix(key));
    found.unwrap_or_else(|| panic!("no {key}")).trim_start_matches(':').trim().into()
}

#[test]
fn the_hook_checks_the_files_of_a_commit() {
    let home = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hook =
        std::fs::read_to_string(home.join("../../.pre-commit-hooks.yaml")).expect("the hooks");
    assert_eq!(hook.lines().filter(|line| line.starts_with("- id")).count(), 1);
    assert_eq!(value(&hook, "id"), "ptx-bits-check");
    assert_eq!(value(&hook, "language"), "system");
    assert_eq!(value(&hook, "files"), r"\.(ptx|cu|cuh|cpp|cc|h|hpp|py|rs)$");

    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hook");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("good.ptx"), "rcp.rn.f32 a, b;").expect("a file");
    std::fs::write(folder.join("bad.ptx"), "rcp.rn.sat.f32 a, b;").expect("a file");
    std::fs::write(folder.join("bad.cu"), r#"asm("rcp.rn.sat.f32 a, b;");"#).expect("a file");
    let entry = value(&hook, "entry");
    let (program, arguments) = entry.split_once(' ').expect("a command with arguments");
    assert_eq!(program, "ptx-bits");
    let status = |files: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ptx-bits"));
        command.args(arguments.split(' ')).args(files).current_dir(&folder);
        command.output().expect("ptx runs").status.code()
    };
    assert_eq!(status(&["good.ptx"]), Some(0));
    assert_eq!(status(&["good.ptx", "bad.ptx"]), Some(1));
    assert_eq!(status(&["good.ptx", "bad.cu"]), Some(1));
}
