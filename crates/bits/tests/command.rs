//! Tests the exit statuses, JSON output, standard input, completions and manual pages of the command.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

fn ptx(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // The command may close its input early.
    let _ = child.stdin.take().expect("standard input").write_all(input);
    child.wait_with_output().expect("the command ends")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn code(arguments: &[&str], input: &[u8]) -> Option<i32> {
    ptx(arguments, input).status.code()
}

#[test]
fn exit_codes() {
    assert_eq!(code(&["check", "-"], b"rcp.rn.f32 a, b;"), Some(0));
    assert_eq!(code(&["check", "-"], b""), Some(0));
    assert_eq!(code(&["check", "-"], b"suq.width.b32 w, [s];"), Some(0));
    assert_eq!(code(&["check", "-"], b"rpc.rn.f32 a, b;"), Some(1));
    assert_eq!(code(&["check", "-"], b"rcp.f32 a, b;"), Some(1));
    assert_eq!(code(&["check", "no such file"], b""), Some(2));
    assert_eq!(code(&["check", "no such file", "-"], b"rcp.f32 a, b;"), Some(2));
    assert_eq!(code(&["eval", "rcp.rn.f32", "3.0"], b""), Some(0));
    assert_eq!(code(&["eval", "rcp.f32", "3.0"], b""), Some(1));
    assert_eq!(code(&["eval", "rcp.rn.f32"], b""), Some(1));
    assert_eq!(code(&["explain", "rcp"], b""), Some(0));
    assert_eq!(code(&["explain", "rpc"], b""), Some(1));
    assert_eq!(code(&["check", "--target", "sm_91", "-"], b""), Some(2));
}

/// Tests the exit status if the output cannot be written. `/dev/full` acts like a full disk.
#[test]
#[cfg(target_os = "linux")]
fn what_cannot_be_written_is_an_error() {
    for arguments in [["explain", "rcp"], ["completions", "bash"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("/dev/full");
        let run =
            Command::new(env!("CARGO_BIN_EXE_ptx-bits")).args(arguments).stdout(full).output();
        assert_eq!(run.expect("the command runs").status.code(), Some(2));
    }
}

/// Tests that a closed pipe, such as that of `ptx-bits list | head`, is not an error.
#[test]
fn a_closed_pipe_is_no_error() {
    let child = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .arg("list")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = child.expect("the command runs");
    drop(child.stdout.take());
    let run = child.wait_with_output().expect("the command ends");
    assert_eq!((run.status.code(), String::from_utf8_lossy(&run.stderr).as_ref()), (Some(0), ""));
}

#[test]
fn options_of_eval_stand_before_and_after_operands() {
    for arguments in [
        ["eval", "--target=sm_90", "neg.f32", "-2.0"],
        ["eval", "neg.f32", "--target=sm_90", "-2.0"],
        ["eval", "neg.f32", "-2.0", "--target=sm_90"],
    ] {
        let printed = out(&ptx(&arguments, b""));
        assert!(printed.contains("40000000"), "{printed}");
    }
    let help = out(&ptx(&["eval", "neg.f32", "-h"], b""));
    assert!(help.contains("Usage: ptx-bits eval"), "{help}");
}

#[test]
fn several_files_have_one_total() {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("the file can be written");
        path.display().to_string()
    };
    let first = file("total1.ptx", "div.ftz.rn.f32 a, b, c;\nsuq.width.b32 w, [s];");
    let second = file("total2.ptx", "rcp.f32 a, b;\nsuq.width.b32 w, [s];\ntxq.width.b32 w, [t];");
    let printed = out(&ptx(&["check", &first, &second], b""));
    let total = "2 files: 1 error, 1 warning\nunchecked: suq (2), txq (1)\n";
    assert!(printed.ends_with(total), "{printed}");
}

#[test]
fn options_are_defaults() {
    let text = b"fma.rn.f32x2 a, b, c, d;";
    assert_eq!(code(&["check", "-"], text), Some(0));
    assert_eq!(code(&["check", "--ptx-version", "8.5", "-"], text), Some(1));
    assert_eq!(code(&["check", "--target", "sm_90", "-"], text), Some(1));
    assert_eq!(code(&["check", "--target", "sm_100", "--ptx-version", "8.6", "-"], text), Some(0));
    let module = b".version 8.6\n.target sm_100\nfma.rn.f32x2 a, b, c, d;";
    assert_eq!(code(&["check", "--target", "sm_90", "-"], module), Some(0));
}

#[test]
fn version_and_target_given_together_must_fit() {
    let both = ["--ptx-version", "7.0", "--target", "sm_100"];
    for (command, input) in [
        (&["check", "-"][..], b"rcp.rn.f32 a, b;" as &[u8]),
        (&["explain", "rcp.rn.f32"], b""),
        (&["eval", "rcp.rn.f32", "3.0"], b""),
    ] {
        let (name, rest) = command.split_first().expect("a command");
        let run = ptx(&[&[*name], &both[..], rest].concat(), input);
        let printed = String::from_utf8_lossy(&run.stderr);
        assert!(printed.starts_with("error: PTX ISA 7.0 does not have sm_100\n"), "{printed}");
        assert_eq!((run.status.code(), run.stdout.len()), (Some(2), 0));
    }
}

#[test]
fn missing_files_are_reported() {
    let missing = ptx(&["check", "missing.ptx"], b"");
    assert_eq!((missing.status.code(), out(&missing).as_str()), (Some(2), ""));
    let printed = String::from_utf8_lossy(&missing.stderr);
    assert!(printed.contains("cannot read missing.ptx: "), "{printed}");
    let both = ptx(&["check", "-", "missing.ptx"], b"");
    let wanted = (Some(2), "<stdin>: no errors; 1 file not read\n");
    assert_eq!((both.status.code(), out(&both).as_str()), wanted);
}

#[test]
#[cfg(unix)]
fn files_that_do_not_end_are_errors() {
    let kernel = b".version 8.0\n.target sm_80\n.entry k(.param .u64 x) { ret; }";
    let launch = ["--grid", "1", "--block", "1"];
    let argument = [&["run", "-", "f32@/dev/zero"], &launch[..]].concat();
    let expected = [&["run", "-", "f32[1]", "--expect", "0=/dev/zero"], &launch[..]].concat();
    let size = "it is not a regular file, and has more than 256 MiB";
    let line = "a line has more than 16777216 bytes";
    for (arguments, reason) in [
        (&["check", "/dev/zero"][..], size),
        (&["eval", "--batch", "/dev/zero"], line),
        (&argument, size),
        (&expected, size),
    ] {
        let output = ptx(arguments, kernel);
        let printed = String::from_utf8_lossy(&output.stderr);
        assert!(printed.contains(&format!("cannot read /dev/zero: {reason}")), "{printed}");
        assert_eq!(output.status.code(), Some(2), "{printed}");
    }
}

#[test]
fn an_order_that_the_manual_does_not_have_is_a_warning() {
    let text = b".version 8.0\n.target sm_80\n.func f() {\n.reg .f32 %f<4>;\n.reg .u32 %r<2>;\n\
        set.ftz.gt.u32.f32 %r1, %f1, %f2;\ndiv.ftz.rn.f32 %f1, %f2, %f3;\n}\n";
    let run = ptx(&["check", "-"], text);
    let printed = out(&run);
    assert_eq!(run.status.code(), Some(0), "{printed}");
    assert!(
        printed.contains("warning[modifier-order]: modifier `.ftz` is out of order"),
        "{printed}"
    );
    assert!(printed.contains("help: write `set.gt.ftz.u32.f32`"), "{printed}");
    assert!(printed.contains("help: write `div.rn.ftz.f32`"), "{printed}");
    assert!(printed.ends_with("<stdin>: no errors, 2 warnings\n"), "{printed}");
    let json = out(&ptx(&["check", "--json", "-"], text));
    assert_eq!(json.lines().count(), 2, "{json}");
    assert!(json.lines().all(|line| line.contains("\"level\":\"warning\"")), "{json}");
    assert!(json.contains("\"help\":\"write `div.rn.ftz.f32`\""), "{json}");
    assert!(out(&ptx(&["check", "--help"], b"")).contains("warning"));
    // The operands are checked even if the modifiers are in the wrong order.
    let faulty = String::from_utf8_lossy(text).replace("div.ftz.rn.f32 %f1", "div.ftz.rn.f32 %r1");
    let run = ptx(&["check", "-"], faulty.as_bytes());
    assert_eq!(run.status.code(), Some(1), "{}", out(&run));
    // `eval` and `explain` reject modifiers in the wrong order. `check` only warns.
    assert_eq!(code(&["eval", "div.ftz.rn.f32", "1.0", "3.0"], b""), Some(1));
    assert_eq!(code(&["explain", "div.ftz.rn.f32"], b""), Some(1));
}

#[test]
fn plain_output_has_excerpts_and_counts() {
    let text =
        b"suq.width.b32 w, [s];\r\n\tsuq.width.b32 w, [s];\r\n\trcp.f32 a, b;\r\ntxq.width.b32 w, [t];";
    let printed = out(&ptx(&["check", "-"], text));
    assert!(printed.contains(" --> <stdin>:3:2\n"), "{printed}");
    assert!(printed.contains("rcp.f32 a, b;\n  |     ^^^^^^^\n"), "{printed}");
    assert!(
        printed.contains(
            "= help: write `rcp.rn.f32`, which is correctly rounded, or `rcp.approx.f32`"
        )
    );
    assert!(printed.ends_with("<stdin>: 1 error\n<stdin>: unchecked: suq (2), txq (1)\n"));
    assert!(!printed.contains('\u{1b}'), "colour is for terminals");
}

/// Tests that the command prints colours on a terminal, unless the environment forbids colours. The program `script`
/// provides the terminal.
#[cfg(target_os = "linux")]
#[test]
fn colour_is_for_terminals() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("colour.ptx");
    std::fs::write(&file, "rcp.f32 a, b;").expect("a file");
    let command = format!("'{}' check '{}'", env!("CARGO_BIN_EXE_ptx-bits"), file.display());
    let coloured = |variables: &[(&str, &str)]| {
        let mut script = Command::new("script");
        script.args(["-qec", &command, "/dev/null"]).stdin(Stdio::null());
        script.env_remove("NO_COLOR").env("TERM", "xterm").envs(variables.iter().copied());
        let printed = out(&script.output().ok()?);
        assert!(printed.contains("rcp.f32"), "{printed}");
        Some(printed.contains('\u{1b}'))
    };
    let Some(coloured_by_default) = coloured(&[]) else {
        println!("skipped: no script");
        return;
    };
    assert!(coloured_by_default);
    assert_eq!(coloured(&[("NO_COLOR", "1")]), Some(false));
    assert_eq!(coloured(&[("NO_COLOR", "")]), Some(true));
    assert_eq!(coloured(&[("TERM", "dumb")]), Some(false));
}

#[test]
fn json_is_one_object_a_line() {
    let text = b"mul.f32 t, a, b;\n add.f32 d, t, c;\nsuq.width.b32 a, [b];\nrcp.f32 a, b;";
    let printed = out(&ptx(&["check", "--json", "-"], text));
    let objects: Vec<serde_json::Value> =
        printed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let levels: Vec<_> = objects.iter().map(|o| o["level"].as_str().expect("a level")).collect();
    assert_eq!(levels, ["note", "unchecked", "error"]);
    assert_eq!((&objects[0]["line"], &objects[0]["column"]), (&2.into(), &2.into()));
    let help = objects[2]["help"].as_str().expect("a help");
    assert!(help.starts_with("write `rcp.rn.f32`, which is correctly rounded, or"), "{help}");
    assert!(objects.iter().all(|o| o["message"].is_string() && o["file"] == "<stdin>"));
}

#[test]
fn help_completions_and_manual_come_from_the_parser() {
    for word in ["check", "explain", "eval", "list", "translate", "completions"] {
        assert!(out(&ptx(&["--help"], b"")).contains(word));
        assert!(out(&ptx(&["man"], b"")).contains(&format!("ptx\\-bits\\-{word}")), "{word}");
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            assert!(out(&ptx(&["completions", shell], b"")).contains(word), "{shell}");
        }
    }
    let manual = out(&ptx(&["man", "check"], b""));
    assert!(manual.contains("ptx\\-version"));
    assert!(manual.contains(concat!("\"ptx-bits ", env!("CARGO_PKG_VERSION"), "\"")), "{manual}");
    for option in ["format", "json", "sarif"] {
        assert!(manual.contains(option), "{option}");
    }
    assert_eq!(code(&["man", "frobnicate"], b""), Some(1));
    assert!(out(&ptx(&["check", "--help"], b"")).contains("--ptx-version"));
}

#[test]
fn a_batch_answers_every_line() {
    let lines = b"sm_90\tadd.u32\t1\t2\n\nsm_90\tadd.u32\t1\n";
    let answered = ptx(&["eval", "--batch", "-"], lines);
    assert_eq!(answered.status.code(), Some(1));
    let text = out(&answered);
    assert!(text.starts_with("00000003\n\nerror: `add.u32` takes 2 values, found 1"), "{text}");
    assert_eq!(text.lines().count(), 3);
    assert!(answered.stderr.is_empty());
    assert_eq!(code(&["eval", "--batch", "-"], b"sm_90\tadd.u32\t1\t2\n"), Some(0));
    assert_eq!(code(&["eval", "--batch=-"], b""), Some(0));
    assert_eq!(code(&["eval", "--batch", "no such file"], b""), Some(2));
    assert_eq!(code(&["eval", "--batch", "-", "add.u32"], b""), Some(2));
    assert_eq!(code(&["eval"], b""), Some(2));
    let old = ptx(
        &["eval", "--target", "sm_13", "--ptx-version", "1.3", "--batch", "-"],
        b"-\trcp.f32\t1\n",
    );
    assert_eq!(out(&old), "7f800000\n");
}

/// Tests that `eval --batch` writes each result at once. A caller may wait for a result before it sends the
/// next line.
#[test]
fn a_batch_answers_while_its_input_is_open() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .args(["eval", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut input = child.stdin.take().expect("standard input");
    let mut answers = BufReader::new(child.stdout.take().expect("standard output"));
    for (line, expected) in
        [("-\tadd.u32\t1\t2\n", "00000003\n"), ("-\tadd.u32\t3\t4\n", "00000007\n")]
    {
        input.write_all(line.as_bytes()).expect("the command reads");
        let mut answer = String::new();
        answers.read_line(&mut answer).expect("the command answers");
        assert_eq!(answer, expected);
    }
    drop(input);
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
}
