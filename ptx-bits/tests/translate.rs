//! `ptx-bits translate` of the files that `tests/include` includes: the texts in `tests/translated` are
//! what it prints, to be read. `PTX_GOLDEN=overwrite` writes them anew.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn ptx(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
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
    let golden = root("ptx-bits/tests/translated").join(name).with_extension("rs");
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
    assert!(
        said.contains("help: the file has square, hypotenuse, factorial, is_even, is_odd"),
        "{said}"
    );
    assert!(said.contains(" more\n"), "the list is cut: {said}");
    assert_eq!(ptx(&["translate", "no such file"], "").status.code(), Some(2));
    let garbage = ptx(&["translate", "-"], "\0\0\0\0");
    assert_eq!(garbage.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&garbage.stderr).contains("not ASCII"));
}

/// Declarations are what the macro takes: with the path, and balanced.
#[test]
fn declarations_as_the_macro_takes_them() {
    let file = root("tests/include/functions.ptx");
    let path = file.to_str().expect("UTF-8");
    let of = |declared: &str| ptx(&["translate", path, "--declarations", "-"], declared);
    let plain = of("fn square(x: f32) -> f32;");
    for with_path in [
        "\"functions.ptx\" fn square(x: f32) -> f32;",
        "\"functions.ptx\", fn square(x: f32) -> f32;",
        "concat!(env!(\"OUT_DIR\"), \"/functions.ptx\")\nfn square(x: f32) -> f32;",
    ] {
        let translated = of(with_path);
        assert!(translated.status.success(), "{}", String::from_utf8_lossy(&translated.stderr));
        assert_eq!(translated.stdout, plain.stdout, "{with_path}");
    }
    for (declared, what) in [
        ("fn square(x: f32 -> f32;", "error: -:1:10: unclosed delimiter `(`\n"),
        ("fn square(x: f32) -> f32;\n fn g(x: [f32; 2) -> f32;", "error: -:2:"),
        ("fn square(x: f32)) -> f32;", "error: -:1:18: unexpected closing delimiter `)`\n"),
        ("fn square(x: \"f32) -> f32;", "error: -:1:14: unknown start of token `\"`\n"),
    ] {
        let translated = of(declared);
        assert_eq!(translated.status.code(), Some(1), "{declared}");
        let said = String::from_utf8_lossy(&translated.stderr);
        assert!(said.contains(what), "{declared}: {said}");
        assert!(!said.contains("token stream"), "{said}");
    }
}

/// A narrower result takes the low bits of an integer; where the file says the type, another one is
/// an error.
#[test]
fn types_that_the_file_says() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n\
        .func (.param .b32 r) f(.param .b32 x, .param .align 4 .b8 s[8])\n{\n\
        .reg .b32 %r<3>; .reg .f32 %f;\nld.param.X %r1, [x];\nld.param.Y %r2, [s+4];\n\
        add.s32 %r1, %r1, %r2;\nst.param.Z [r], %r1;\nret;\n}\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let translate = |types: [&str; 3], declared: &str| {
        let text = text.replace('X', types[0]).replace('Y', types[1]).replace('Z', types[2]);
        let file = folder.join("said.ptx");
        std::fs::write(&file, text).expect("it can be written");
        let path = file.to_str().expect("UTF-8");
        let translated = ptx(&["translate", path, "--declarations", "-"], declared);
        String::from_utf8_lossy(&translated.stderr).into_owned()
    };
    // `.bN` says nothing; nor does `.uN`, by which compilers read the bits of a `float`.
    for types in [["b32"; 3], ["u32"; 3]] {
        for x in ["u32", "i32", "f32"] {
            for r in ["u32", "i32", "f32", "u8", "i16", "bool"] {
                let declared = format!("fn f(x: {x}, s: (u32, {x})) -> {r};");
                assert_eq!(translate(types, &declared), "", "{types:?} {declared}");
            }
        }
    }
    for (types, declared, what) in [
        (
            ["s32", "b32", "b32"],
            "fn f(x: f32, s: (u32, u32)) -> u32;",
            "parameter 1 of `f` is an integer, and `f32` is not",
        ),
        (
            ["f32", "b32", "b32"],
            "fn f(x: u32, s: (u32, u32)) -> u32;",
            "parameter 1 of `f` is a float, and `u32` is not",
        ),
        (
            ["b32", "f32", "b32"],
            "fn f(x: u32, s: (u32, i32)) -> u32;",
            "parameter 2 of `f` is a float at byte 4, and `i32` is not",
        ),
        (
            ["b32", "s32", "b32"],
            "fn f(x: u32, s: [f32; 2]) -> u32;",
            "parameter 2 of `f` is an integer at byte 4, and `f32` is not",
        ),
        (
            ["b32", "b32", "f32"],
            "fn f(x: u32, s: (u32, u32)) -> u8;",
            "the result of `f` is a float, and `u8` is not",
        ),
        (
            ["b32", "b32", "f32"],
            "fn f(x: u32, s: (u32, u32)) -> bool;",
            "the result of `f` is a float, and `bool` is not",
        ),
        (
            ["b32", "b32", "s32"],
            "fn f(x: u32, s: (u32, u32)) -> f32;",
            "the result of `f` is an integer, and `f32` is not",
        ),
    ] {
        let said = translate(types, declared);
        assert!(said.contains(what), "{declared}: {said}");
        assert_eq!(said.matches("error").count(), 1, "{said}");
    }
}

/// What has nothing to translate is an error, and says why.
#[test]
fn nothing() {
    let said = |arguments: &[&str], input: &str| {
        let output = ptx(arguments, input);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    assert_eq!(said(&["translate", "-"], ""), "error: `<stdin>` has no function with a body\n");
    let both = said(&["translate", "-", "--declarations", "-"], "");
    assert!(both.contains("cannot both be the standard input"), "{both}");
    let file = root("tests/include/functions.ptx");
    let none = said(&["translate", file.to_str().expect("UTF-8"), "--declarations", "-"], "\n");
    assert!(none.contains("expected the declaration of a function"), "{none}");
    let control = said(&["translate", "-"], "\x1b[31m foo;");
    assert!(!control.contains('\x1b'), "{control:?}");
}
