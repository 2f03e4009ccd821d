//! Checks that no public function can panic. `tests/no-panic` calls all public functions. Its panic handler calls a
//! function that does not exist, so linking fails if a function can panic.
#![cfg(target_os = "linux")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};
use test_support::is_full;

fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/no-panic")
}

#[test]
fn every_public_function_links_without_a_panic_handler() {
    if !is_full() {
        return;
    }
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

macro_rules! names {
    (functions { $($word:ident $name:literal: $function:expr => $types:tt;)* } $($rest:tt)*) => {
        /// The functions that the instruction tables name.
        const TABLES: &[&str] = &[$($name),*];
    };
}

ptx_macros::__every_function!(names);

/// Functions that need not be in the instruction tables, and files and modules with such functions. Each entry has the
/// place where they are called instead.
const OTHERS: &[(&str, &str)] = &[
    ("environment.rs", "tests/no-panic/src/main.rs calls its function"),
    ("mma", "tests/no-panic/src/matrices.rs calls the matrix instructions"),
    ("mufu", "functions of `sass` call its functions"),
    ("unpack_with_flag", "tests/no-panic/src/main.rs calls it with a tuple"),
];

#[test]
fn every_public_function_is_in_the_tables() {
    let mut functions = Vec::new();
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    public_functions(&sources, &mut functions);
    assert!(!functions.is_empty());
    functions.retain(|(file, name)| {
        let module = file.strip_prefix(&sources).ok().and_then(|file| file.iter().next());
        let is_other = OTHERS
            .iter()
            .any(|other| name == other.0 || module.is_some_and(|module| module == other.0));
        let is_named = |path: &&str| path.rsplit("::").next() == Some(name.as_str());
        !is_other && !TABLES.iter().any(is_named)
    });
    assert!(functions.is_empty(), "no row of ptx-isa names {functions:?}");
}

/// The types at the end of instruction names.
const TYPES: &[&str] = &[
    "_f16", "_f16x2", "_bf16", "_bf16x2", "_f32", "_f32x2", "_f64", "_u8", "_u16", "_u32", "_u64",
    "_s8", "_s16", "_s32", "_s64", "_b16", "_b32", "_b64", "_u16x2", "_s16x2", "_u8x4", "_s8x4",
    "_e4m3x2", "_e5m2x2", "_e2m3x2", "_e3m2x2", "_e2m1x2", "_ue8m0x2", "_s2f6x2",
];

/// Collects the names of public functions in the sources below `folder`. A collected name follows `pub fn` or
/// `pub const fn`, or is passed to a macro and ends in a type. A function that is not public at the crate root must be
/// `pub(crate)`, which the lint `unreachable_pub` enforces.
fn public_functions(folder: &Path, names: &mut Vec<(PathBuf, String)>) {
    for entry in fs::read_dir(folder).expect("sources can be listed") {
        let path = entry.expect("sources can be listed").path();
        if path.is_dir() {
            public_functions(&path, names);
            continue;
        }
        let text = fs::read_to_string(&path).expect("sources can be read");
        names.extend(text.lines().filter_map(|line| {
            let line = line.trim_start();
            let rest = line.strip_prefix("pub const fn ").or(line.strip_prefix("pub fn "))?;
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_'))?;
            (end > 0).then(|| (path.clone(), rest[..end].to_owned()))
        }));
        let by_macro = ["macro_rules!", "halves! {", "by_type! {"];
        if by_macro.iter().any(|word| text.contains(word)) {
            let code = text.lines().filter(|line| !line.trim_start().starts_with('/'));
            let words = code.flat_map(|l| l.split(|c: char| !(c.is_alphanumeric() || c == '_')));
            let typed = |word: &&str| {
                word.starts_with(char::is_alphabetic) && TYPES.iter().any(|ty| word.ends_with(ty))
            };
            names.extend(words.filter(typed).map(|word| (path.clone(), word.to_owned())));
        }
    }
}
