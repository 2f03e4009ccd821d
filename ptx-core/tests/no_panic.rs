//! No public function can panic: tests/no-panic, which calls them all, links without a panic
//! handler.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/no-panic")
}

#[test]
fn every_public_function_links_without_a_panic_handler() {
    let output = Command::new(env!("CARGO"))
        .args(["build", "--release", "--locked", "--manifest-path"])
        .arg(package().join("Cargo.toml"))
        .arg("--target-dir")
        .arg(Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-panic"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn no_public_function_is_forgotten() {
    let called = fs::read_to_string(package().join("src/functions.rs")).expect("it can be read");
    let called: Vec<&str> =
        called.lines().filter_map(|line| Some(line.trim().split_once('(')?.0)).collect();
    let mut functions = Vec::new();
    public_functions(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut functions);
    assert!(!functions.is_empty());
    let matrices = fs::read_to_string(package().join("src/matrices.rs")).expect("it can be read");
    functions
        .retain(|name| !called.contains(&name.as_str()) && !matrices.contains(&format!("{name}(")));
    assert!(functions.is_empty(), "not in tests/no-panic/src: {functions:?}");
}

/// What the names of instructions end in.
const TYPES: &[&str] = &[
    "_f16", "_f16x2", "_bf16", "_bf16x2", "_f32", "_f32x2", "_f64", "_u8", "_u16", "_u32", "_u64",
    "_s8", "_s16", "_s32", "_s64", "_b16", "_b32", "_b64",
];

/// The names after `pub fn` or `pub const fn` in the sources below `folder`, and those that are
/// given to macros there: they end in a type. What is not public at the crate root is
/// `pub(crate)`: the lint `unreachable_pub` sees to that.
fn public_functions(folder: &Path, names: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("sources can be listed") {
        let path = entry.expect("sources can be listed").path();
        if path.is_dir() {
            public_functions(&path, names);
            continue;
        }
        if path.ends_with("mma/table.rs") {
            continue; // Read by tests/no-panic/src/matrices.rs itself.
        }
        let text = fs::read_to_string(&path).expect("sources can be read");
        names.extend(text.lines().filter_map(|line| {
            let line = line.trim_start();
            let rest = line.strip_prefix("pub const fn ").or(line.strip_prefix("pub fn "))?;
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
            (end > 0).then(|| rest[..end].to_owned())
        }));
        let by_macro = ["macro_rules!", "halves! {", "by_type! {"];
        if by_macro.iter().any(|word| text.contains(word)) {
            let code = text.lines().filter(|line| !line.trim_start().starts_with('/'));
            let words = code.flat_map(|l| l.split(|c: char| !(c.is_alphanumeric() || c == '_')));
            let typed = |word: &&str| {
                word.starts_with(char::is_alphabetic) && TYPES.iter().any(|ty| word.ends_with(ty))
            };
            names.extend(words.filter(typed).map(str::to_owned));
        }
    }
}
