//! Tests `check` on directories and on C++, Python and Rust files: which files are checked, what is printed, what
//! `--fix` rewrites, and the options for colours, warnings and targets.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Creates a folder with these files. Returns its path.
fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    for (name, text) in files {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        fs::write(file, text).expect("a file");
    }
    folder
}

fn check(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ptx-bits"));
    command.arg("check").args(arguments).current_dir(folder).output().expect("the command runs")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

const GOOD: &str = r#"asm("rcp.rn.f32 %0, %1;" : "=f"(d) : "f"(a));"#;
const BAD: &str = r#"asm("rcp.rn.f32 %0, %1;" : "=f"(d) : "d"(a));"#;
const WARNING: &str = r#"asm("fma.rn.f16x2.relu %0, %1, %1, %1;" : "=r"(d) : "r"(a));"#;

#[test]
fn a_directory_without_files_to_check_is_a_failure() {
    let folder = folder("without_files", &[("notes.txt", BAD)]);
    let run = check(&folder, &["."]);
    assert_eq!((run.status.code(), out(&run).as_str()), (Some(2), ""));
    let message = String::from_utf8(run.stderr).expect("UTF-8");
    assert!(message.contains(". contains no PTX file"), "{message}");
}

#[test]
fn a_directory_stands_for_its_files() {
    let files = [
        ("a/bad.cu", BAD),
        ("a/good.cuh", GOOD),
        ("a/notes.txt", BAD),
        ("b/bad.ptx", "rcp.rn.sat.f32 a, b;"),
        ("b/bad.py", "tl.inline_asm_elementwise('rcp.rn.f32 $0, $2;', '=f,f', [x])"),
        ("b/bad.rs", "fn f() { asm!(\"rcp.rn.f32 {0}, {1};\", out(reg32) d, in(reg64) a); }"),
        ("ignored/bad.cu", BAD),
        (".hidden/bad.cu", BAD),
        (".gitignore", "ignored\n"),
    ];
    let folder = folder("directory", &files);
    let run = check(&folder, &["."]);
    let printed = out(&run);
    assert_eq!(run.status.code(), Some(1), "{printed}");
    let lines: Vec<_> = printed.lines().filter(|line| line.contains("1 error")).collect();
    let expected = [
        "./a/bad.cu: 1 error",
        "./b/bad.ptx: 1 error",
        "./b/bad.py: 1 error",
        "./b/bad.rs: 1 error",
    ];
    assert_eq!(lines, expected, "{printed}");
    assert!(!printed.contains("good"), "a good file has no line: {printed}");
    assert!(
        printed.ends_with("5 files: 4 errors\n4 statements = 4 checked + 0 not checked\n"),
        "{printed}"
    );
    let only = out(&check(&folder, &["--inline", "python", "."]));
    assert!(only.ends_with("1 statement = 1 checked + 0 not checked\n"), "{only}");
    // A file that is an argument is checked, whatever its extension is.
    let named = out(&check(&folder, &["--inline", "c++", "a/notes.txt"]));
    assert!(named.contains(" --> a/notes.txt:1:21\n"), "{named}");
    assert_eq!(check(&folder, &["no such folder"]).status.code(), Some(2));
}

#[test]
fn quiet_prints_errors_and_warnings_only() {
    let files = [("note.ptx", "mul.f32 t, a, b;\nadd.f32 d, t, c;"), ("bar.ptx", "bar.sync 0;")];
    let folder = folder("quiet", &files);
    let run = check(&folder, &["-q", "."]);
    assert_eq!((run.status.code(), out(&run)), (Some(0), String::new()));
    fs::write(folder.join("bad.cu"), BAD).expect("a file");
    let printed = out(&check(&folder, &["--quiet", "."]));
    assert!(
        printed.starts_with("error[operand-type]") && !printed.contains("1 error"),
        "{printed}"
    );
}

#[test]
fn warnings_can_be_denied() {
    let folder = folder("warnings", &[("a.cu", WARNING), ("good.cu", GOOD)]);
    assert_eq!(check(&folder, &["a.cu"]).status.code(), Some(0));
    assert_eq!(check(&folder, &["--deny-warnings", "a.cu"]).status.code(), Some(1));
    assert_eq!(check(&folder, &["--deny-warnings", "good.cu"]).status.code(), Some(0));
}

/// Tests that a text that begins like a module is PTX, although a comment quotes another module.
#[test]
fn a_text_that_begins_like_a_module_is_ptx() {
    let quoted = r#"// ".version 8.0\n.target sm_80\n""#;
    let header = ".version 8.0\n.target sm_80\n.address_size 64\n";
    let text = format!("{header}{quoted}\n.entry k() {{ ret }}\n");
    let folder = folder("module", &[("k.txt", &text)]);
    let printed = out(&check(&folder, &["k.txt"]));
    assert!(printed.contains(" --> k.txt:5:16\n"), "{printed}");
}

#[test]
fn colours_can_be_chosen() {
    let folder = folder("colours", &[("a.cu", BAD)]);
    for (arguments, is_coloured) in [
        (&["a.cu"][..], false),
        (&["--color=never", "a.cu"], false),
        (&["--color=always", "a.cu"], true),
    ] {
        assert_eq!(out(&check(&folder, arguments)).contains('\u{1b}'), is_coloured);
    }
    assert_eq!(check(&folder, &["--color=sometimes", "a.cu"]).status.code(), Some(2));
}

#[test]
fn exact_helps_are_written_into_files() {
    let doubled = r#"asm("mov.u32 x, %%laneid;");"#;
    let text = format!("// é\n{WARNING}\n{doubled}\n{BAD}\n");
    let python = "tl.inline_asm_elementwise('fma.rn.f16x2' '.relu $0, $1, $1, $1;', '=r,r', [x])\n";
    let ptx = "set.ftz.gt.u32.f32 %r1, %f1, %f2;\nrcp.f32 a, b;\n";
    let files = [("a.cu", text.as_str()), ("b.py", python), ("c.ptx", ptx)];
    let folder = folder("fix", &files);
    let run = check(&folder, &["--fix", "."]);
    let printed = out(&run);
    assert_eq!(run.status.code(), Some(1), "{printed}");
    assert!(printed.contains("fixed: 3\n"), "{printed}");
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a file");
    let fixed =
        text.replace("fma.rn.f16x2.relu", "fma.rn.relu.f16x2").replace("%%laneid", "%laneid");
    assert_eq!(read("a.cu"), fixed);
    // `--fix` does not rewrite a spelling that is split over two string literals, or that has two possible corrections.
    assert_eq!(read("b.py"), python);
    assert_eq!(read("c.ptx"), ptx.replace("set.ftz.gt", "set.gt.ftz"));
    let again = out(&check(&folder, &["--fix", "."]));
    assert!(!again.contains("fixed"), "{again}");
    // A file that is not UTF-8 is not rewritten.
    let bytes = [b"// \xff\n".as_slice(), WARNING.as_bytes()].concat();
    fs::write(folder.join("d.cu"), &bytes).expect("a file");
    assert_eq!(check(&folder, &["--fix", "d.cu"]).status.code(), Some(2));
    assert_eq!(fs::read(folder.join("d.cu")).expect("a file"), bytes);
}

/// Tests that a statement is accepted if one of several targets supports it. Without `--target`, all targets
/// are tried.
#[test]
fn a_statement_needs_one_target() {
    let statement = |text: &str| format!("asm(\"{text}\" : \"=l\"(d) : \"l\"(a));");
    let new = statement("fma.rn.f32x2 %0, %1, %1, %1;");
    let folder =
        folder("targets", &[("new.cu", new.as_str()), ("new.ptx", "fma.rn.f32x2 a, b, c, d;")]);
    for file in ["new.cu", "new.ptx"] {
        let code =
            |arguments: &[&str]| check(&folder, &[arguments, &[file]].concat()).status.code();
        assert_eq!(code(&[]), Some(0));
        assert_eq!(code(&["--target", "sm_90"]), Some(1));
        assert_eq!(code(&["--target", "sm_90", "--target", "sm_100"]), Some(0));
        assert_eq!(code(&["--target", "sm_90", "--target", "sm_80"]), Some(1));
        assert_eq!(code(&["--ptx-version", "8.5"]), Some(1));
        assert_eq!(
            code(&["--target", "sm_90", "--target", "sm_100", "--ptx-version", "8.0"]),
            Some(2)
        );
    }
    // The message names the target that the statement needs.
    let printed = out(&check(&folder, &["--target", "sm_90", "new.cu"]));
    assert!(printed.contains("needs sm_100 or later"), "{printed}");
    let printed = out(&check(&folder, &["--ptx-version", "8.5", "new.cu"]));
    assert!(printed.contains("needs PTX ISA 8.6 or later and sm_100 or later"), "{printed}");
}

/// A module with an error at the end of `ret` in line 2.
const MODULE: &str = "const ptx = `.version 8.0 .target sm_80 .address_size 64
.entry k() {ret} // \u{e9}
`";

#[test]
fn modules_in_strings_are_checked_in_any_file_that_is_an_argument() {
    let rust = MODULE.replace("`.", "r\".").replace("`", "\";");
    let good = MODULE.replace("ret}", "ret;}");
    let pieces = "ptx = \".version 8.0\\n.target sm_80\\n\" + body";
    let files = [
        ("a.go", MODULE),
        ("good.js", good.as_str()),
        ("a.rs", rust.as_str()),
        ("a.rb", pieces),
        ("a.txt", "no PTX"),
    ];
    let folder = folder("modules", &files);
    for file in ["a.go", "a.rs"] {
        let run = check(&folder, &[file]);
        let printed = out(&run);
        assert_eq!(run.status.code(), Some(1), "{printed}");
        assert!(printed.contains(&format!(" --> {file}:2:15\n")), "{printed}");
        assert!(printed.ends_with("1 error\n1 module = 1 checked + 0 not checked\n"), "{printed}");
    }
    let printed = out(&check(&folder, &["good.js"]));
    assert_eq!(printed, "good.js: no errors\n1 module = 1 checked + 0 not checked\n");
    let run = check(&folder, &["a.rb"]);
    let counts = "1 module = 0 checked + 1 not checked: pieces (1)\n";
    assert!(out(&run).ends_with(counts), "{}", out(&run));
    assert_eq!(run.status.code(), Some(0));
    let json = out(&check(&folder, &["--json", "a.rb", "a.go"]));
    let lines: Vec<_> = json.lines().collect();
    assert_eq!(lines.len(), 2, "{json}");
    assert!(lines[0].contains(r#""level":"unchecked","line":1,"message":"not checked: pieces""#));
    assert!(lines[1].contains(r#""column":15,"#) && lines[1].contains(r#""line":2,"#), "{json}");
    let sarif = out(&check(&folder, &["--format", "sarif", "a.rb", "a.go"]));
    assert!(sarif.contains("not checked: pieces") && sarif.contains("\"startLine\""), "{sarif}");
    // In a directory, only files with known extensions are checked. Other files without modules are PTX.
    let all = out(&check(&folder, &["."]));
    assert!(all.starts_with("error[syntax]") && all.contains("a.rs") && !all.contains("a.go"));
    assert_eq!(check(&folder, &["a.txt"]).status.code(), Some(1));
}

/// Tests that `--fix` rewrites a string only where the file has the text of the module.
#[test]
fn fixes_change_only_strings_that_have_the_text() {
    let module = |text: &str| {
        format!(
            ".version 8.0\\n.target sm_80\\n.address_size 64\\n.visible .entry k() {{ \
             .reg .b32 %r; .reg .f32 %f; {text}; ret; }}"
        )
    };
    let plain = format!("const A: &str = \"{}\";", module("set.ftz.gt.u32.f32 %r, %f, %f"));
    let split = module("set.ftz\\\n  .gt.u32.f32 %r, %f, %f");
    let escaped = module("set.ftz.g\\x74.u32.f32 %r, %f, %f");
    let text = format!("{plain}\nconst B: &str = \"{split}\";\nconst C: &str = \"{escaped}\";\n");
    let folder = folder("fix_modules", &[("a.rs", text.as_str())]);
    let printed = out(&check(&folder, &["--fix", "a.rs"]));
    assert!(printed.contains("fixed: 1\n"), "{printed}");
    assert!(printed.contains("2 warnings\n"), "{printed}");
    let fixed = fs::read_to_string(folder.join("a.rs")).expect("a file");
    assert_eq!(fixed, text.replacen("set.ftz.gt", "set.gt.ftz", 1));
}

#[test]
fn notes_do_not_change_the_exit_status() {
    let text = r#"asm("st.global.u32 [%0], 1;" : : "l"(p));"#;
    let folder = folder("notes", &[("a.cu", text)]);
    let run = check(&folder, &["--deny-warnings", "a.cu"]);
    assert_eq!(run.status.code(), Some(0));
    assert!(out(&run).starts_with("note[clobber]: "), "{}", out(&run));
    assert_eq!(out(&check(&folder, &["-q", "a.cu"])), "");
}
