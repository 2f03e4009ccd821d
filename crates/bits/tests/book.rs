//! Runs each `ptx-bits` command in the README and the book. Compares its output with the text below the command.
#![cfg(unix)]

use ptx_tool::COMMAND;
use std::path::Path;
use std::process::Command;
use test_support::{Shown, root, shown};

/// Runs a command in the repository. Returns its exit status, and its standard output and error.
fn printed(command: &str) -> (Option<i32>, String) {
    let folder = Path::new(env!("CARGO_BIN_EXE_ptx-bits")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        [folder.to_path_buf()].into_iter().chain(std::env::split_paths(&path)),
    );
    let output = Command::new("sh")
        .args(["-c", &format!("{{ {command}; }} 2>&1")])
        .current_dir(root())
        .env("PATH", path.expect("folders without a colon"))
        .output()
        .expect("a shell");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the output of a command if it differs from the text in the page. A line `…` in the page stands for all
/// following lines of the output.
fn fault(shown: &Shown) -> Option<String> {
    let (status, printed) = printed(&shown.command);
    let Some(expected) = &shown.output else {
        return (status != Some(0)).then(|| format!("exit status {status:?}\n{printed}"));
    };
    let cut = expected.iter().position(|line| line == "…");
    let expected: Vec<_> = expected.iter().map(|line| line.trim_end()).collect();
    let printed: Vec<_> = printed.lines().map(str::trim_end).collect();
    let agrees = match cut {
        Some(cut) => printed.get(..cut) == Some(&expected[..cut]),
        None => printed == expected,
    };
    (!agrees).then(|| printed.join("\n"))
}

#[test]
fn what_is_shown_is_printed() {
    let commands: Vec<_> = shown().into_iter().filter(|shown| shown.runs(COMMAND)).collect();
    assert!(commands.len() > 5, "only {} commands found", commands.len());
    let wrong: Vec<_> = commands
        .iter()
        .filter_map(|shown| {
            let fault = fault(shown)?;
            Some(format!("{}:{}: `{}` prints\n{fault}", shown.file, shown.line, shown.command))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
