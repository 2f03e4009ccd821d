//! Compares the name of the command with `COMMAND` in files that cannot use the constant.

use ptx_tool::COMMAND;
use std::fs;
use std::path::{Path, PathBuf};
use test_support::{published, root, texts};

fn read(path: impl AsRef<Path>) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn package_and_program_have_the_name() {
    assert_eq!(env!("CARGO_PKG_NAME"), COMMAND);
    let program = Path::new(env!("CARGO_BIN_EXE_ptx-bits")).file_stem();
    assert_eq!(program.and_then(|name| name.to_str()), Some(COMMAND));
}

#[test]
fn files_outside_rust_have_the_name() {
    for (file, text) in [
        (".pre-commit-hooks.yaml", format!("entry: {COMMAND} check\n")),
        (".pre-commit-hooks.yaml", "cargo install --path crates/bits`".into()),
        (".ci/steps", "cargo install --path crates/bits ".into()),
        (".ci/steps", format!("/bin/{COMMAND}\"")),
        ("python/pyproject.toml", format!("\n{COMMAND} = \"ptx_bits.__main__:main\"\n")),
        ("python/ptx_bits/__main__.py", format!("command([\"{COMMAND}\", *sys.argv[1:]])")),
        ("crates/bits/check.schema.json", format!("`{COMMAND} check --json`")),
        ("crates/bits/eval.schema.json", format!("`{COMMAND} eval --json`")),
        ("crates/bits/list.schema.json", format!("`{COMMAND} list --json`")),
        ("crates/bits/run.schema.json", format!("`{COMMAND} run --json`")),
        ("crates/bits/verify.schema.json", format!("`{COMMAND} verify --json`")),
        ("docs/src/guide/command.md", format!("# The command `{COMMAND}`\n")),
        ("docs/src/guide/command.md", format!("/man1/{COMMAND}.1\n")),
    ] {
        assert!(read(file).contains(&text), "{file}: expected `{text}`");
    }
}

/// Returns the Rust files in a folder.
fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Tests that only the constant contains the name in code. Even the doc comments of `args.rs` must not
/// contain the name, because clap prints these comments.
#[test]
fn only_the_constant_has_the_name_in_code() {
    let mut files = Vec::new();
    for package in published().iter().filter(|package| !package.folder.is_empty()) {
        rust_files(&package.join("src"), &mut files);
    }
    assert!(files.len() > 100, "only {} files found", files.len());
    for file in files.iter().filter(|file| !file.ends_with("crates/isa/src/command.rs")) {
        let is_code = |line: &&str| file.ends_with("args.rs") || !line.trim().starts_with("//");
        let text = read(file);
        let mut named = text.lines().filter(is_code).filter(|line| line.contains(COMMAND));
        assert_eq!(named.next(), None, "{}", file.display());
    }
}

#[test]
fn pages_have_no_other_name() {
    let commands =
        ["check", "completions", "eval", "explain", "help", "list", "man", "translate", "--help"];
    let others = ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];
    let others = others.map(|file| (file.to_string(), read(file)));
    for (file, text) in texts().into_iter().chain(others) {
        for (start, command) in
            ["`", "$ ", "| "].into_iter().flat_map(|start| commands.map(|c| (start, c)))
        {
            let other = format!("{start}ptx {command}");
            assert!(!text.contains(&other), "{file}: `{other}`");
        }
    }
}
