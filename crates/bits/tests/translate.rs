//! Translates the PTX files in `tests/include`, and compares the output with `tests/translated`.
//! `PTX_GOLDEN=overwrite` overwrites the expected output.

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
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it is read");
    child.wait_with_output().expect("ptx ends")
}

fn root(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Returns the declarations in the first `include_ptx!` of a file.
fn declarations(file: &Path) -> String {
    let text = std::fs::read_to_string(file).expect("the tests of the file");
    let inner = text.split_once("include_ptx! {\n").expect("a call").1.split_once("\n}\n");
    let (_path, declarations) = inner.expect("an end").0.split_once('\n').expect("declarations");
    declarations.to_string()
}

/// Tests the translation of a file in `tests/include`. `check` must list `unchecked` as the unchecked instructions.
fn golden(name: &str, unchecked: Option<&str>) {
    let ptx_file = root("tests/include").join(name).with_extension("ptx");
    let path = ptx_file.to_str().expect("UTF-8");
    let checked = ptx(&["check", path], "");
    let printed = String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{printed}");
    assert_eq!(
        printed.split_once("unchecked: ").map(|printed| printed.1.trim()),
        unchecked,
        "{printed}"
    );

    let declared = declarations(&ptx_file.with_extension("rs"));
    let translated = ptx(&["translate", path, "--declarations", "-"], &declared);
    assert!(translated.status.success(), "{}", String::from_utf8_lossy(&translated.stderr));
    let found = String::from_utf8(translated.stdout).expect("UTF-8");
    let golden = root("crates/bits/tests/translated").join(name).with_extension("rs");
    if std::env::var_os("PTX_GOLDEN").is_some_and(|value| value == "overwrite") {
        std::fs::write(&golden, &found).expect("it can be written");
    }
    let wanted = std::fs::read_to_string(&golden).expect("a golden text");
    for (i, (found, wanted)) in found.lines().zip(wanted.lines()).enumerate() {
        assert_eq!(found, wanted, "{name}.rs:{}", i + 1);
    }
    assert_eq!(found.lines().count(), wanted.lines().count(), "{name}");
}

/// `tests/include/carries.rs` runs the expected output.
#[test]
fn carries() {
    golden("carries", None);
}

#[test]
fn functions() {
    // The unchecked instruction `txq` is in a function without a declaration. Such a function is not translated.
    golden("functions", Some("txq (1)"));
}

#[test]
fn kernels() {
    golden("kernels", None);
}

#[test]
fn pieces() {
    golden("pieces", None);
}

/// Tests that the draft declares every function of a file, and that the draft can be translated.
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

/// Tests that an error has its line and column in the declarations. Functions without errors are still
/// printed.
#[test]
fn errors() {
    let file = root("tests/include/functions.ptx");
    let path = file.to_str().expect("UTF-8");
    let declared = "fn square(x: f32) -> f32;\nfn square(x: f64) -> f32;\nfn cube(x: f32) -> f32;";
    let translated = ptx(&["translate", path, "--declarations", "-"], declared);
    assert_eq!(translated.status.code(), Some(1));
    let printed = String::from_utf8_lossy(&translated.stderr);
    assert!(
        printed.contains("error: -:2:14: this parameter has 4 bytes, and `f64` has 8"),
        "{printed}"
    );
    assert!(printed.contains("error: -:3:4: the file has no function `cube`"), "{printed}");
    assert!(String::from_utf8_lossy(&translated.stdout).contains("const fn square(x: f32) -> f32"));
    assert!(
        printed.contains("help: the file has square, hypotenuse, factorial, is_even, is_odd"),
        "{printed}"
    );
    assert!(printed.contains(" more\n"), "the list is cut: {printed}");
    assert_eq!(ptx(&["translate", "no such file"], "").status.code(), Some(2));
    let garbage = ptx(&["translate", "-"], "\0\0\0\0");
    assert_eq!(garbage.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&garbage.stderr).contains("not ASCII"));
}

/// Tests that declarations may follow a path, as in `include_ptx!`, and that unbalanced brackets in declarations are an
/// error.
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
        let printed = String::from_utf8_lossy(&translated.stderr);
        assert!(printed.contains(what), "{declared}: {printed}");
        assert!(!printed.contains("token stream"), "{printed}");
    }
}

/// Tests that a declared result may be narrower than an integer result in the PTX file. A declared type that
/// contradicts the PTX file is an error.
#[test]
fn types_that_the_file_says() {
    let text = ".version 8.0\n.target sm_80\n.address_size 64\n\
        .func (.param .b32 r) f(.param .b32 x, .param .align 4 .b8 s[8])\n{\n\
        .reg .b32 %r<3>; .reg .f32 %f;\nld.param.X %r1, [x];\nld.param.Y %r2, [s+4];\n\
        add.s32 %r1, %r1, %r2;\nst.param.Z [r], %r1;\nret;\n}\n";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let translate = |types: [&str; 3], declared: &str| {
        let text = text.replace('X', types[0]).replace('Y', types[1]).replace('Z', types[2]);
        let file = folder.join("typed.ptx");
        std::fs::write(&file, text).expect("it can be written");
        let path = file.to_str().expect("UTF-8");
        let translated = ptx(&["translate", path, "--declarations", "-"], declared);
        String::from_utf8_lossy(&translated.stderr).into_owned()
    };
    // The types `.bN` and `.uN` do not determine a Rust type. Compilers also use `.uN` to read the bits of a `float`.
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
        let printed = translate(types, declared);
        assert!(printed.contains(what), "{declared}: {printed}");
        assert_eq!(printed.matches("error").count(), 1, "{printed}");
    }
}

/// Tests the errors about files that have no functions to translate.
#[test]
fn nothing() {
    let printed = |arguments: &[&str], input: &str| {
        let output = ptx(arguments, input);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let head = ".version 8.0 .target sm_80";
    assert_eq!(
        printed(&["translate", "-"], head),
        "error: `<stdin>` has no function with a body\n"
    );
    assert!(printed(&["translate", "-"], "").contains("missing `.version`"));
    let both = printed(&["translate", "-", "--declarations", "-"], "");
    assert!(both.contains("cannot both be the standard input"), "{both}");
    let file = root("tests/include/functions.ptx");
    let none = printed(&["translate", file.to_str().expect("UTF-8"), "--declarations", "-"], "\n");
    assert!(none.contains("expected the declaration of a function"), "{none}");
    let control = printed(&["translate", "-"], "\x1b[31m foo;");
    assert!(!control.contains('\x1b'), "{control:?}");
}
