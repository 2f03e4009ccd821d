//! `ptx translate` of the files that `tests/include` includes: the texts in `tests/translated` are
//! what it prints, to be read. `PTX_GOLDEN=overwrite` writes them anew.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn ptx(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ptx"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("ptx runs");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("ptx ends")
}

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The declarations of the first `include_ptx!` of a file, as they are written there.
fn declarations(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("the tests of the file");
    let inner = text.split_once("include_ptx! {\n").expect("a call").1.split_once("\n}\n");
    let (_path, declarations) = inner.expect("its end").0.split_once('\n').expect("declarations");
    declarations.to_string()
}

/// Checked, with these mnemonics unchecked; translated; and included by `tests/include`: one file.
fn golden(name: &str, unchecked: Option<&str>) {
    let ptx_file = root("tests/include").join(name).with_extension("ptx");
    let path = ptx_file.to_str().expect("UTF-8");
    let checked = ptx(&["check", path], "");
    let said = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{said}");
    assert_eq!(said.split_once("unchecked: ").map(|said| said.1.trim()), unchecked, "{said}");

    let declared = declarations(&ptx_file.with_extension("rs"));
    let translated = ptx(&["translate", path, "--declarations", "-"], &declared);
    assert!(translated.status.success(), "{}", String::from_utf8_lossy(&translated.stderr));
    let found = String::from_utf8(translated.stdout).expect("UTF-8");
    let golden = root("ptx-cli/tests/translated").join(name).with_extension("rs");
    if std::env::var_os("PTX_GOLDEN").is_some_and(|value| value == "overwrite") {
        std::fs::write(&golden, &found).expect("it can be written");
    }
    let wanted = std::fs::read_to_string(&golden).expect("a golden text");
    for (i, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(found, wanted, "{name}.rs:{}", i + 1);
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "{name}");
}

#[test]
fn functions() {
    // What is not declared may contain anything.
    golden("functions", Some("bar (1), prefetch (1)"));
}

#[test]
fn kernels() {
    golden("kernels", None);
}

#[test]
fn pieces() {
    golden("pieces", None);
}

/// What is guessed of a file is a declaration of each of its functions, and is translated.
#[test]
fn guesses() {
    for name in ["functions", "kernels", "pieces"] {
        let file = root("tests/include").join(name).with_extension("ptx");
        let path = file.to_str().expect("UTF-8");
        let guessed = ptx(&["translate", path], "");
        let guessed = String::from_utf8(guessed.stdout).expect("UTF-8");
        let text = std::fs::read_to_string(&file).expect("the file");
        let bodies =
            text.lines().filter(|line| line.starts_with(".visible") && !line.ends_with(';'));
        let functions = bodies.filter(|line| line.contains(".func") || line.contains(".entry"));
        assert!(guessed.matches("fn ").count() >= functions.count(), "{guessed}");
        let translated = ptx(&["translate", path, "--declarations", "-"], &guessed);
        assert!(translated.status.success(), "{}", String::from_utf8_lossy(&translated.stderr));
    }
}

/// Errors are printed with their place in the declarations, the other functions as Rust.
#[test]
fn errors() {
    let file = root("tests/include/functions.ptx");
    let path = file.to_str().expect("UTF-8");
    let declared = "fn square(x: f32) -> f32;\nfn square(x: f64) -> f32;\nfn cube(x: f32) -> f32;";
    let translated = ptx(&["translate", path, "--declarations", "-"], declared);
    assert_eq!(translated.status.code(), Some(1));
    let said = String::from_utf8_lossy(&translated.stderr);
    assert!(said.contains("error: -:2:14: this parameter has 4 bytes, and `f64` has 8"), "{said}");
    assert!(said.contains("error: -:3:4: the file has no function `cube`"), "{said}");
    assert!(String::from_utf8_lossy(&translated.stdout).contains("const fn square(x: f32) -> f32"));
    assert_eq!(ptx(&["translate", "no such file"], "").status.code(), Some(2));
    let garbage = ptx(&["translate", "-"], "\0\0\0\0");
    assert_eq!(garbage.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&garbage.stderr).contains("not ASCII"));
}
