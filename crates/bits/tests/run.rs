//! Tests the command `run`: its arguments, its output, its exit statuses and its messages.
#![cfg(feature = "run")]

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use test_support::root;

const KERNELS: &str = "
.version 8.0
.target sm_80
.address_size 64
.global .u32 counter = 5;
.global .align 4 .f32 table[2];
.global .u64 pointer;

// y[i] = 2 * x[i] for each thread i.
.entry double(.param .u64 x, .param .u64 y)
{
    .reg .b64 %x, %y; .reg .b32 %i, %w;
    ld.param.u64 %x, [x]; ld.param.u64 %y, [y]; mov.u32 %i, %tid.x;
    mad.wide.u32 %x, %i, 4, %x; mad.wide.u32 %y, %i, 4, %y;
    ld.global.u32 %w, [%x]; add.u32 %w, %w, %w; st.global.u32 [%y], %w;
    ret;
}
// y[0] = the words of the struct, added; y[1] = the counter.
.entry parts(.param .align 4 .b8 s[8], .param .u64 y, .param .b16 h)
{
    .reg .b64 %y; .reg .b32 %a, %b; .reg .b16 %h;
    ld.param.u32 %a, [s]; ld.param.u32 %b, [s+4]; add.u32 %a, %a, %b;
    ld.param.u64 %y, [y]; st.global.u32 [%y], %a;
    ld.global.u32 %a, [counter]; st.global.u32 [%y+4], %a;
    ld.param.b16 %h, [h]; cvt.u32.u16 %a, %h; st.global.u32 [%y+8], %a;
    add.u32 %b, %a, 1; st.global.u32 [counter], %b;
    ret;
}
// y[0] = *pointer + table[1].
.entry variables(.param .u64 y)
{
    .reg .b64 %y, %p; .reg .f32 %a, %b;
    ld.param.u64 %y, [y]; ld.global.u64 %p, [pointer]; ld.global.f32 %a, [%p];
    ld.global.f32 %b, [table+4]; add.rn.f32 %a, %a, %b; st.global.f32 [%y], %a;
    ret;
}
// y[lane] = the next lane of the 16 lanes in the mask. Threads of one warp reach a barrier on two paths of a branch.
.entry lanes(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %i, %w; .reg .pred %p;
    ld.param.u64 %y, [y]; mov.u32 %i, %laneid; mad.wide.u32 %y, %i, 4, %y;
    setp.ge.u32 %p, %i, 16; @%p bra END;
    shfl.sync.down.b32 %w, %i, 1, 31, 0xffff; st.global.u32 [%y], %w;
END:
    ret;
}
.entry divided()
{
    .reg .b32 %i; .reg .pred %p;
    mov.u32 %i, %laneid; setp.ge.u32 %p, %i, 16; @%p bra OTHER;
    bar.sync 0; ret;
OTHER:
    bar.sync 0; ret;
}
.extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);
.global .align 1 .b8 format[11] = {116, 104, 114, 101, 97, 100, 32, 37, 117, 10, 0};
// Prints the thread's number. Thread 1 fails if n is not 0.
.entry hello(.param .u32 n, .param .u64 y)
{
    .local .align 8 .b8 arguments[4];
    .reg .b32 %i, %n, %c; .reg .b64 %p, %f; .reg .pred %q;
    mov.u64 %p, arguments; cvta.local.u64 %f, %p;
    mov.u32 %i, %tid.x; st.local.u32 [%p], %i; mov.u64 %p, format; cvta.global.u64 %p, %p;
    call (%c), vprintf, (%p, %f);
    ld.param.u32 %n, [n]; setp.eq.u32 %q, %n, 0; @%q ret;
    setp.eq.u32 %q, %i, 1; @%q trap;
    ret;
}
// Every thread writes y[0]: its number if n is 0, else n.
.entry one_word(.param .u32 n, .param .u64 y)
{
    .reg .b32 %i, %n; .reg .b64 %y; .reg .pred %q;
    ld.param.u32 %n, [n]; ld.param.u64 %y, [y]; mov.u32 %i, %tid.x;
    setp.ne.u32 %q, %n, 0; @%q mov.u32 %i, %n;
    st.global.u32 [%y], %i;
    ret;
}
.entry forever() { L: bra L; }
.entry fails() { trap; }
.entry square(.param .f32 a) .reqntid 16, 16 { ret; }
// Lanes 12 to 15 read lanes that do not take part.
.entry rotate(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %i, %w; .reg .pred %p;
    ld.param.u64 %y, [y]; mov.u32 %i, %laneid; mad.wide.u32 %y, %i, 4, %y;
    setp.ge.u32 %p, %i, 16; @%p bra END;
    shfl.sync.down.b32 %w, %i, 4, 31, 0xffff; st.global.u32 [%y], %w;
END:
    ret;
}
// Half of each warp exits before the barrier.
.entry early(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %i; .reg .pred %p;
    ld.param.u64 %y, [y]; mov.u32 %i, %laneid; setp.ge.u32 %p, %i, 16; @%p exit;
    bar.sync 0; st.global.u32 [%y], 1; ret;
}
// Half of each warp passes by the barrier.
.entry past(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %i; .reg .pred %p;
    ld.param.u64 %y, [y]; mov.u32 %i, %laneid; setp.ge.u32 %p, %i, 16; @%p bra PAST;
    bar.sync 0;
PAST:
    st.global.u32 [%y], 1; ret;
}
// Each thread takes a ticket, and writes the ticket to its word of y.
.entry ticket(.param .u64 y)
{
    .reg .b64 %y, %w; .reg .b32 %i, %t;
    ld.param.u64 %y, [y]; mov.u32 %i, %tid.x; mad.wide.u32 %w, %i, 4, %y;
    atom.global.add.u32 %t, [%y], 1; st.global.u32 [%w+4], %t; ret;
}
// y[0] = the fourth element of the table.
.global .b32 squares[8] = {0, 1, 4, 9, 16};
.entry element(.param .u64 y)
{
    .reg .b64 %y, %s; .reg .b32 %w;
    ld.param.u64 %y, [y]; mov.u64 %s, squares[3]; ld.global.u32 %w, [%s]; st.global.u32 [%y], %w; ret;
}
";

/// Runs `ptx-bits run - ARGUMENTS`. Standard input has the kernels above.
fn run(arguments: &[&str]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .args(["run", "-"])
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command runs");
    // Ignore an error, because the command may reject its arguments before it reads the kernels.
    let _ = child.stdin.take().expect("standard input").write_all(KERNELS.as_bytes());
    child.wait_with_output().expect("the command ends")
}

/// Runs a launch that must succeed. Returns its standard output.
fn out(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Returns the exit status and the standard error.
fn error(arguments: &[&str]) -> (Option<i32>, String) {
    let output = run(arguments);
    assert!(output.stdout.is_empty(), "{}", String::from_utf8_lossy(&output.stdout));
    (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
}

/// Returns the path of a file in the test's folder.
fn file(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).display().to_string()
}

const DOUBLE: [&str; 6] = ["--entry", "double", "--grid", "1", "--block", "3"];

fn double<'a>(rest: &[&'a str]) -> Vec<&'a str> {
    DOUBLE.iter().chain(rest).copied().collect()
}

#[test]
fn elements_are_printed_as_bits() {
    let arguments = double(&["u32[]:1,2,0x7fffffff", "s32[4]"]);
    let print = |options: &[&'static str]| out(&[&arguments[..], options].concat());
    assert_eq!(print(&["--print", "1"]), "0x00000002\n0x00000004\n0xfffffffe\n0x00000000\n");
    let both = "# 1\n0x00000002\n0x00000004\n0xfffffffe\n0x00000000\n# 0\n0x00000001\n0x00000002\n0x7fffffff\n";
    assert_eq!(print(&["--print", "1", "--print", "0"]), both);
    let summary = "0 x: u32[3], unchanged: 1, 2, 2147483647\n1 y: s32[4], 3 changed: 2, 4, -2, 0\n";
    assert_eq!(print(&[]), summary);
}

#[test]
fn buffers_are_shared_and_shifted() {
    let arguments = double(&["u8[]:1,0,0,0,2,0,0,0,3,0,0,0,4,0,0,0", "same:0+4", "--print", "0"]);
    // All threads read x before any thread writes: x[i + 1] = 2 * x[i] with the old values of x.
    assert_eq!(
        out(&arguments).lines().step_by(4).collect::<Vec<_>>(),
        ["0x01", "0x02", "0x04", "0x06"]
    );
    let arguments = double(&["f32[3]", "same:0", "--print", "1"]);
    assert_eq!(out(&arguments), "0x00000000\n".repeat(3));
}

#[test]
fn files_are_read_and_written() {
    let (raw, npy, again) = (file("x.bin"), file("y.npy"), file("z.bin"));
    std::fs::write(&raw, [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0]).expect("a file");
    let (x, y) = (format!("u32@{raw}"), format!("1={npy}"));
    assert_eq!(out(&double(&[&x, "u32[3]", "--out", &y])), "");
    let bytes = std::fs::read(&npy).expect("the file");
    assert!(bytes.starts_with(b"\x93NUMPY\x01\x00"));
    assert_eq!(bytes[128..], [2, 0, 0, 0, 4, 0, 0, 0, 6, 0, 0, 0]);
    let (x, y) = (format!("u32@{npy}"), format!("1={again}"));
    assert_eq!(
        out(&double(&[&x, "u32[3]", "--out", &y, "--print", "0"])),
        "0x00000002\n0x00000004\n0x00000006\n"
    );
    assert_eq!(std::fs::read(&again).expect("the file"), [4, 0, 0, 0, 8, 0, 0, 0, 12, 0, 0, 0]);
    let (status, text) = error(&double(&[&format!("f32@{npy}"), "u32[3]"]));
    assert_eq!(status, Some(2));
    assert!(text.contains("expected elements of `f32` (`<f4`), found `<u4`"), "{text}");
    assert_eq!(error(&double(&["u32@no such file", "u32[3]"])).0, Some(2));
    assert_eq!(error(&double(&["u32[3]", "u32[3]", "--out", "1=/no such folder/y"])).0, Some(2));
}

#[test]
fn structs_halves_and_variables() {
    let parts = [
        "--entry",
        "parts",
        "--grid",
        "1",
        "--block",
        "1",
        "bytes:0100000002010000",
        "u32[3]",
        "b16:-2",
    ];
    let variable = ["--var", "counter=u32:41", "--print", "1", "--print", "counter"];
    let expected = "# 1\n0x00000103\n0x00000029\n0x0000fffe\n# counter\n0x0000ffff\n";
    assert_eq!(out(&[&parts[..], &variable].concat()), expected);
    let half = [&parts[..8], &["f16:1.5", "--print", "1"]].concat();
    assert_eq!(out(&half), "0x00000103\n0x00000005\n0x00003e00\n");
    let variables =
        ["--entry", "variables", "--grid", "1", "--block", "1", "f32[1]", "--print", "0"];
    let values = ["--var", "pointer=f32[]:1.5", "--var", "table=f32[]:1,2"];
    assert_eq!(out(&[&variables[..], &values].concat()), "0x40600000\n");
    let (status, text) = error(&[&variables[..], &["--var", "tabel=f32[]:1"]].concat());
    assert_eq!(
        (status, text.as_str()),
        (Some(2), "error: no variable `tabel`\nhelp: did you mean `table`?\n")
    );
}

#[test]
fn the_caller_is_told_what_is_wrong() {
    for (arguments, expected) in [
        (double(&["u32[3]"]), "`.u64` for parameter 1 (`y`) is missing; kernel `double`"),
        (double(&["u32[3]", "u32:1"]), "parameter 1 (`y`)"),
        (double(&["u32[3]", "same:1"]), "parameter 1 has no buffer"),
        (double(&["u32[3]", "u32[3]", "--print", "2"]), "the kernel has 2 parameters"),
        (double(&["u32[3]", "null", "--print", "1"]), "parameter `y` has no buffer"),
        (double(&["u32[3]", "u33[3]"]), "unknown type `u33`"),
        (double(&["u32[]:1,x", "u32[3]"]), "expected an integer of `u32`, found `x`"),
        (vec!["--grid", "1", "--block", "1"], "double(.u64 x, .u64 y)"),
        (vec!["--entry", "doubel", "--grid", "1", "--block", "1"], "double(.u64 x, .u64 y)"),
        (
            vec!["--entry", "square", "--grid", "1", "--block", "16,16", "u32:1"],
            "expected `.f32` for parameter 0 (`a`)",
        ),
        (vec!["--entry", "square", "--grid", "1", "--block", "256", "f32:1"], "(16,16,1)"),
        (vec!["--entry", "forever", "--grid", "1", "--block", "1025"], "1024"),
        (vec!["--entry", "forever", "--grid", "1", "--block", "1,1,65"], "64"),
        (vec!["--entry", "forever", "--grid", "1,65536", "--block", "1"], "65535"),
        (vec!["--entry", "forever", "--grid", "2147483648", "--block", "1"], "2147483647"),
        (
            vec!["--entry", "forever", "--grid", "1,1,1,1", "--block", "1"],
            "expected X, X,Y or X,Y,Z",
        ),
        (vec!["--entry", "forever", "--grid", "1"], "--block"),
    ] {
        let (status, text) = error(&arguments);
        assert_eq!(status, Some(2), "{arguments:?}: {text}");
        assert!(text.contains(expected), "{arguments:?}: {text}");
    }
}

#[test]
fn the_nearest_kernel_is_listed_first() {
    let (_, text) = error(&["--entry", "squar", "--grid", "1", "--block", "1"]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[1], "note: square(.f32 a)");
    assert_eq!(lines.iter().filter(|line| line.starts_with("note: ")).count(), 15);
}

#[test]
fn faults_of_the_kernel_have_status_1() {
    let fault = |name: &str, more: &[&str]| {
        let arguments = [&["--entry", name, "--grid", "1", "--block", "1"], more].concat();
        let (status, text) = error(&arguments);
        assert_eq!(status, Some(1), "{text}");
        assert!(text.contains("block (0,0,0), thread (0,0,0)"), "{text}");
        text
    };
    assert!(fault("fails", &[]).contains("<stdin>:"));
    fault("forever", &["--max-steps", "1000"]);
    fault("double", &["null", "u32[3]"]);
    let read_only = fault("double", &["u32[1]", "ro:u32[1]"]);
    assert!(read_only.contains("read-only") && read_only.contains("parameter 1"), "{read_only}");
    // After a fault, nothing is printed and no file is written.
    let never = file("never.bin");
    fault("double", &["u32[1]", "u32[0]", "--print", "0", "--out", &format!("0={never}")]);
    assert!(!std::fs::exists(&never).expect("a folder"));
}

#[test]
fn json_is_one_document() {
    let output = run(&double(&["u32[]:1,2,3", "u32[3]", "--print", "1", "--json"]));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["kernel"], "double");
    assert_eq!(document["threads"], 3);
    assert_eq!(document["buffers"][1]["changed"], 3);
    assert_eq!(document["prints"][0]["bits"][2], "0x00000006");
    let output = run(&["--entry", "fails", "--grid", "1", "--block", "1", "--json"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["fault"]["kind"], "Trap");
    assert_eq!(document["fault"]["thread"], serde_json::json!([0, 0, 0]));
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn binaries_contain_no_text() {
    let cubin = file("k.cubin");
    std::fs::write(&cubin, b"\x7fELF\x02\x01\x01\x33").expect("a file");
    let command = |file: &str| {
        let run = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
            .args(["run", file, "--grid", "1", "--block", "1"])
            .output();
        let run = run.expect("the command runs");
        (run.status.code(), String::from_utf8_lossy(&run.stderr).into_owned())
    };
    let (status, text) = command(&cubin);
    assert_eq!(status, Some(2));
    assert!(text.contains("contains no PTX text"), "{text}");
    assert_eq!(command("no such file.ptx").0, Some(2));
    let (status, text) = command(&root().join("examples/cuda_math.ptx").display().to_string());
    assert_eq!(status, Some(2), "{text}");
}

#[test]
fn undefined_operations_are_reported_or_permitted() {
    let lanes = ["--entry", "lanes", "--grid", "1", "--block", "32", "u32[16]", "--print", "0"];
    let output = run(&lanes);
    let (text, warning) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(text.lines().nth(14), Some("0x0000000f"));
    assert_eq!(text.lines().nth(15), Some("0x0000000f"));
    assert!(
        warning.starts_with("warning: <stdin>: line ") && warning.contains("lane 15"),
        "{warning}"
    );
    assert_eq!(error(&[&lanes[..], &["--strict"]].concat()).0, Some(1));
    let divided = ["--entry", "divided", "--grid", "1", "--block", "32"];
    assert_eq!(error(&divided).0, Some(1));
    assert_eq!(out(&[&divided[..], &["--allow", "divergent-barrier"]].concat()), "");
}

/// Returns the line of the test's kernels that contains a text.
fn line(part: &str) -> usize {
    1 + KERNELS.lines().position(|line| line.contains(part)).expect("a line")
}

#[test]
fn undefined_shuffles_are_one_line_each() {
    let rotate = ["--entry", "rotate", "--grid", "2", "--block", "32", "u32[16]"];
    let line = line("shfl.sync.down.b32 %w, %i, 4");
    let warning = format!(
        "warning: <stdin>: line {line}: lanes 12 to 15 read lanes that have exited or are not in the mask: 8 times\n"
    );
    let (_, text) = (out(&rotate), run(&rotate).stderr);
    assert!(String::from_utf8_lossy(&text).starts_with(&warning), "{text:?}");
    let document: serde_json::Value =
        serde_json::from_str(&out(&[&rotate[..], &["--json"]].concat())).expect("JSON");
    let lane = |lane: u32| serde_json::json!({ "lane": lane, "source": lane + 4, "count": 2 });
    let lanes: Vec<_> = (12..16).map(lane).collect();
    assert_eq!(
        document["undefined_shuffles"],
        serde_json::json!([{ "line": line, "count": 8, "lanes": lanes }])
    );
}

#[test]
fn undefined_barriers_are_counted() {
    let launch = |entry| ["--entry", entry, "--grid", "2", "--block", "64", "u32[1]"];
    for entry in ["early", "past"] {
        let output = run(&launch(entry));
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        let note = "note: <stdin>: a warp passed an `.aligned` barrier although some of its threads had exited: 4 times\n";
        assert!(output.status.success() && text.starts_with(note), "{text}");
        let document: serde_json::Value =
            serde_json::from_str(&out(&[&launch(entry)[..], &["--json"]].concat())).expect("JSON");
        assert_eq!(document["undefined_barriers"], 4);
    }
    // Threads that have exited are no fault.
    out(&[&launch("early")[..], &["--strict"]].concat());
    let (status, text) = error(&[&launch("past")[..], &["--strict"]].concat());
    assert_eq!(status, Some(1));
    assert!(
        text.contains("`bar.sync`: an `.aligned` barrier without all threads of the warp"),
        "{text}"
    );
}

#[test]
fn an_order_that_matters_is_a_warning() {
    let ticket = ["--entry", "ticket", "--grid", "1", "--block", "32", "u32[33]", "--races"];
    let output = run(&ticket);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let line = line("atom.global.add.u32 %t");
    let warning = format!("warning: <stdin>:{line}: the order matters at offset 0 of the buffer");
    assert!(output.status.success() && text.contains(&warning), "{text}");
}

#[test]
fn an_endless_loop_is_not_called_a_deadlock() {
    let (status, text) = error(&["--entry", "forever", "--grid", "1", "--block", "1"]);
    assert_eq!(status, Some(1));
    assert!(text.contains("endless loop") && !text.contains("deadlock"), "{text}");
}

#[test]
fn an_element_of_an_array_has_an_address() {
    let element = ["--entry", "element", "--grid", "1", "--block", "1", "u32[1]", "--print", "0"];
    assert_eq!(out(&element), "0x00000009\n");
}

/// Tests that kernels print to standard output, or to standard error if an option prints to standard output.
#[test]
fn kernels_print() {
    let hello = |number: &'static str, options: &[&'static str]| {
        let arguments = ["--entry", "hello", "--grid", "1", "--block", "2", number, "u8[1]"];
        let output = run(&[&arguments[..], options].concat());
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let (status, out, _) = hello("u32:0", &[]);
    assert_eq!((status, out.as_str()), (Some(0), "thread 0\nthread 1\n1 y: u8[1], unchanged: 0\n"));
    let (status, out, err) = hello("u32:0", &["--print", "1"]);
    assert_eq!((status, out.as_str()), (Some(0), "0x00\n"));
    assert!(err.starts_with("thread 0\nthread 1\n"), "{err}");
    let (status, out, err) = hello("u32:1", &[]);
    assert_eq!((status, out.as_str()), (Some(1), "thread 0\nthread 1\n"));
    assert!(err.contains("thread (1,0,0)"), "{err}");
}

#[test]
fn a_product_of_matrices_runs_from_a_file() {
    // a is 16 x 32, and b is 32 x 8. The elements are small integers as f16, so the sums are exact in f32.
    let number = |i: usize| (i * 7 % 11) as f32 - 5.0;
    let list = |count: usize| -> String {
        (0..count).map(|i| number(i).to_string()).collect::<Vec<_>>().join(",")
    };
    let (a, b) = (format!("f16[]:{}", list(16 * 32)), format!("f16[]:{}", list(32 * 8)));
    let path = root().join("examples/kernels/matmul.ptx").display().to_string();
    let arguments = ["--grid", "1", "--block", "32", &a, &b, "f32[128]", "u32:32"];
    let launch = |path: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
            .args(["run", path, "--races", "--print", "2"])
            .args(arguments)
            .output()
            .expect("the command runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let expected: String = (0..128)
        .map(|i| {
            let (row, column) = (i / 8, i % 8);
            let sum: f32 = (0..32).map(|k| number(32 * row + k) * number(8 * k + column)).sum();
            format!("{:#010x}\n", sum.to_bits())
        })
        .collect();
    let (status, out, err) = launch(&path);
    assert_eq!((status, out.as_str()), (Some(0), expected.as_str()), "{err}");
    let text = std::fs::read_to_string(&path).expect("the kernel");
    let faulty = file("faulty_matmul.ptx");
    std::fs::write(&faulty, text.replace("[%r16];", "[%r16+8];")).expect("a file");
    let (status, out, err) = launch(&faulty);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("misaligned: reads 16 bytes at offset 8 of shared memory"), "{err}");
}

/// Writes a copy of examples/kernels/sum.ptx without its last barrier, and returns its path.
fn faulty_sum() -> String {
    let text =
        std::fs::read_to_string(root().join("examples/kernels/sum.ptx")).expect("the kernel");
    let path = file("faulty_sum.ptx");
    std::fs::write(&path, text.replace("WAIT:\n    bar.sync 0;", "WAIT:")).expect("a file");
    path
}

#[test]
fn races_have_status_1_and_results() {
    let sum = root().join("examples/kernels/sum.ptx").display().to_string();
    let faulty = faulty_sum();
    let of = |path: &str, options: &[&str]| {
        let elements =
            format!("f32[]:{}", (1..=64).map(|i| i.to_string()).collect::<Vec<_>>().join(","));
        let shape =
            ["run", path, "--grid", "1", "--block", "64", "--shared", "256", &elements, "f32[1]"];
        let output =
            Command::new(env!("CARGO_BIN_EXE_ptx-bits")).args(shape).args(options).output();
        let output = output.expect("the command runs");
        let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    // The sum is 1 + … + 64 = 2080.
    let (status, out, err) = of(&sum, &["--races", "--print", "1"]);
    assert_eq!((status, out.as_str()), (Some(0), "0x45020000\n"), "{err}");
    let (status, out, err) = of(&faulty, &["--races", "--print", "1"]);
    assert_eq!((status, out.len()), (Some(1), 11), "{err}");
    // The message names the load and the store in the loop, and their lines.
    let faults = ["`ld.shared.f32`", "`st.shared.f32`", ":45: ", ":42; ", "shared memory"];
    assert!(faults.iter().all(|fault| err.contains(fault)), "{err}");
    let (status, out, _) = of(&faulty, &["--races", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(status, Some(1));
    assert!(!document["races"].as_array().expect("races").is_empty());
    for seed in ["1", "2", "3"] {
        assert_eq!(of(&sum, &["--shuffle", seed, "--print", "1"]).1, "0x45020000\n");
    }
}

#[test]
fn traced_threads_exist() {
    let arguments = double(&["u32[3]", "u32[3]"]);
    for place in ["0,0,0:3,0,0", "1,0,0:0,0,0"] {
        assert_eq!(error(&[&arguments[..], &["--trace", place]].concat()).0, Some(2));
    }
}

/// Tests that statistics go to standard error.
#[test]
fn statistics_are_apart() {
    let output = run(&double(&["u32[3]", "u32[3]", "--print", "1"]));
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(text.starts_with("double: 3 threads, 27 instructions, "), "{text}");
    // The time of an instruction is the time of the launch, divided by their number.
    let number = |word: &str| -> f64 { word.parse().expect("a number") };
    let words: Vec<_> = text.lines().next().expect("a line").split(' ').collect();
    let [.., seconds, "s,", each, "ns", "each"] = words[..] else { panic!("{text}") };
    let error = number(seconds) * 1e9 - number(each) * 27.0;
    assert!(error.abs() <= 0.0005e9 + 0.005 * 27.0, "{text}");
}

#[test]
fn races_are_found_and_buffers_still_printed() {
    let launch = ["--entry", "one_word", "--grid", "1", "--block", "2", "--races", "--print", "1"];
    let output = run(&[&launch[..], &["u32:0", "u32[1]"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0x00000001\n");
    let errors = String::from_utf8_lossy(&output.stderr);
    let line =
        1 + KERNELS.lines().position(|line| line.contains("st.global.u32 [%y], %i;")).unwrap();
    let race = format!(
        "error: <stdin>:{line}: race at offset 0 of the buffer of parameter 1 (4 bytes): `st.global.u32` of block \
         (0,0,0), thread (0,0,0), and `st.global.u32` of block (0,0,0), thread (1,0,0) at <stdin>:{line}; 1 time\n"
    );
    assert!(errors.contains(&race), "{errors}");
    // Two threads that write the same value cause only a warning.
    let same = run(&[&launch[..], &["u32:7", "u32[1]"]].concat());
    assert_eq!(same.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&same.stderr).contains("both with the same value"));
}

#[test]
fn traces_are_lines_or_objects() {
    let name = file("trace.json");
    let traced = ["--trace", "0,0,0:1,0,0", "--trace-out", name.as_str()];
    out(&double(&[&["u32[]:1,2,3", "u32[3]"][..], &traced].concat()));
    let text = std::fs::read_to_string(&name).expect("the trace");
    let objects: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let sum = objects.iter().find(|one| one["instruction"] == "add.u32").expect("an `add.u32`");
    assert_eq!(sum["sources"], serde_json::json!(["0x00000002", "0x00000002"]));
    assert_eq!(sum["destinations"], serde_json::json!(["0x00000004"]));
    assert_eq!(sum["destination_registers"], serde_json::json!(["%w"]));
    assert_eq!(sum["thread"], serde_json::json!([1, 0, 0]));
    let output = run(&double(&["u32[]:1,2,3", "u32[3]", "--trace", "0,0,0:1,0,0"]));
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(text.contains(" = 0x00000002 (2) -> %w = 0x00000004 (4)\n"), "{text}");
    // If a launch ends with a fault, the trace is printed before the fault.
    let output = run(&double(&["u32[]:1,2,3", "u32[2]", "--trace", "0,0,0:1,0,0"]));
    let text = String::from_utf8_lossy(&output.stderr);
    let (sum, fault) =
        (text.find(" = 0x00000002 (2) -> %w = 0x00000004 (4)\n"), text.find("error: "));
    assert!(sum.is_some() && sum < fault, "{text}");
}

#[test]
fn another_order_is_chosen_by_a_seed() {
    let order = |seed: &str| {
        let launch = [
            "--entry", "one_word", "--grid", "8", "--block", "64", "--print", "1", "u32:0",
            "u32[1]",
        ];
        out(&[&launch[..], &["--shuffle", seed]].concat())
    };
    assert_eq!(order("5"), order("5"));
    assert!((0..20).any(|seed| order(&seed.to_string()) != order("0")));
}

/// Returns the exit status and the standard error of `ptx-bits run FILE` for a file with these bytes.
fn of_file(name: &str, bytes: &[u8]) -> (Option<i32>, String) {
    let path = file(name);
    std::fs::write(&path, bytes).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .args(["run", &path, "--grid", "1", "--block", "1"])
        .output()
        .expect("the command runs");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).replace(&path, name))
}

#[test]
fn files_without_ptx_are_one_error() {
    let cuda = b"#include <a.h>\n__global__ void k(float *x, float *y) { asm(\"ret;\"); }\n";
    for (name, bytes, expected) in [
        (
            "k.cpp",
            &cuda[..],
            "error: k.cpp is C++, not PTX\nhelp: compile it first: `nvcc -x cu -ptx k.cpp`\n",
        ),
        (
            "k.py",
            b"import a",
            "error: k.py is Python, not PTX\nhelp: `ptx-bits check k.py` checks the PTX in it\n",
        ),
        (
            "README.md",
            b"# A, b, c\nThe `.version` of a file.\n",
            "error: README.md contains no PTX text\nnote: it has no `.version` directive\n\
             help: `ptx-bits run` takes the text that `nvcc -ptx` writes\n",
        ),
        (
            "x.npy",
            b"\x93NUMPY\x01\x00v\x00{'descr': '<f4'}",
            "error: x.npy contains no PTX text\nnote: it contains NUL bytes\n\
             help: `ptx-bits run` takes the text that `nvcc -ptx` writes\n",
        ),
    ] {
        assert_eq!(of_file(name, bytes), (Some(2), expected.into()));
    }
}

#[test]
fn every_error_of_a_file_starts_with_error() {
    let text = b".version 8.0\n.target sm_80\n.entry k() {\n foo.u32 1;\n bar.u32 2;\n ret;\n}\n";
    for options in [&[][..], &["--json"]] {
        let path = file("faulty.ptx");
        std::fs::write(&path, text).expect("a file");
        let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
            .args(["run", &path, "--grid", "1", "--block", "1"])
            .args(options)
            .output()
            .expect("the command runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{errors}");
        let places: Vec<_> = errors.lines().filter(|line| line.contains("faulty.ptx:")).collect();
        assert!(places.len() > 1, "{errors}");
        assert!(places.iter().all(|line| line.starts_with("error: ")), "{errors}");
    }
}

#[test]
fn a_scalar_for_a_variable_has_the_width_of_an_element() {
    let of = |value: &str| {
        error(&["--entry", "variables", "--grid", "1", "--block", "1", "f32[1]", "--var", value])
    };
    let (status, text) = of("pointer=f32:1");
    let expected = "error: expected `.u64` for variable `pointer`, found a `.f32`\n\
         help: a pointer takes a buffer, such as `'f32[]:1,2,3'` or `'f32[N]'`; a number takes `u64:VALUE`\n";
    assert_eq!((status, text.as_str()), (Some(2), expected));
    let (status, text) = of("counter=u64:1");
    let expected = "error: expected `.u32` for variable `counter`, found a `.u64`\n\
         help: write `--var counter=u32:VALUE`\n";
    assert_eq!((status, text.as_str()), (Some(2), expected));
    assert_eq!(of("table=f16:1").0, Some(2));
    assert_eq!(of("format=u32:1").0, Some(2));
    // A scalar of the width of an element is the first element. The launch fails because `pointer` is null.
    assert_eq!(of("table=f32:1").0, Some(1));
    // nvcc declares a `__half` variable as two bytes.
    let half = b".version 8.0\n.target sm_80\n.global .align 2 .b8 h[2];\n.entry k() { ret; }\n";
    let path = file("half.ptx");
    std::fs::write(&path, half).expect("a file");
    let of = |value: &str| {
        let command = ["run", &path, "--grid", "1", "--block", "1", "--print", "h", "--var", value];
        let run = Command::new(env!("CARGO_BIN_EXE_ptx-bits")).args(command).output();
        let run = run.expect("the command runs");
        (run.status.code(), String::from_utf8_lossy(&run.stdout).into_owned())
    };
    assert_eq!(of("h=f16:1"), (Some(0), "0x00\n0x3c\n".into()));
    assert_eq!(of("h=f32:1"), (Some(2), String::new()));
}

/// Tests the notes and errors about variables of several types, on standard error.
#[test]
fn messages_name_variables() {
    let kernel = b".version 8.3\n.target sm_80\n.address_size 64\n.global .align 4 .f32 table[2];\n\
        .global .u64 pointer;\n.global .align 1 .b8 format[11];\n.global .b8 one;\n.global .align 16 .b128 wide;\n\
        .entry k(.param .u64 y)\n{ .reg .b32 %r; .reg .pred %p; ld.global.u32 %r, [table];\n\
        setp.eq.u32 %p, %r, 0;\nret; }\n";
    let path = file("variables.ptx");
    std::fs::write(&path, kernel).expect("a file");
    let of = |options: &[&str]| {
        let command = ["run", &path, "--grid", "1", "--block", "1", "u32[3]", "--json"];
        let command =
            Command::new(env!("CARGO_BIN_EXE_ptx-bits")).args(command).args(options).output();
        let output = command.expect("the command runs");
        let errors = String::from_utf8(output.stderr).expect("UTF-8");
        let of_command = |line: &&str| !line.contains(" instructions, ");
        let errors: Vec<_> = errors.lines().filter(of_command).map(String::from).collect();
        (String::from_utf8(output.stdout).expect("UTF-8"), errors.join("\n"))
    };
    for (options, expected) in [
        (
            &["--var", "table=f32[]:1"][..],
            "note: `--var table` gives 4 of the 8 bytes; the other bytes are zero",
        ),
        (
            &["--var", "format=u8[]:1"],
            "note: `--var format` gives 1 of the 11 bytes; the other bytes are zero",
        ),
        (&["--var", "table=f32[]:1,2"], ""),
        (&["--var", "table=f32:1"], ""),
        (&["--var", "pointer=f32[1]"], ""),
        (
            &["--var", "format=u32:1"],
            "error: expected `.b8` for variable `format`, found a `.u32`\n\
             help: the variable has 11 bytes: `--var 'format=u32[]:V,V,…'` gives its elements",
        ),
        (
            &["--var", "table=f16:1"],
            "error: expected `.f32` for variable `table`, found a `.f16`\nhelp: write `--var table=f32:VALUE`",
        ),
        (
            &["--var", "one=u32:1"],
            "error: expected `.b8` for variable `one`, found a `.u32`\nhelp: write `--var one=b8:VALUE`",
        ),
        (&["--var", "wide=u32:1"], "error: expected `.b128` for variable `wide`, found a `.u32`"),
        (&["--print", "wide"], "error: `--print wide`: elements of `.b128` are not supported"),
        (
            &["--buffer", "a+1=u32:1"],
            "error: `--buffer a+1`: `a+1` has a `+`, which stands before an offset\nhelp: choose another name",
        ),
    ] {
        assert_eq!(of(options).1, expected, "{options:?}");
    }
    let (document, trace) = of(&["--var", "table=f32:1", "--trace", "0,0,0:0,0,0"]);
    assert!(document.contains("\"length\": 3,"), "{document}");
    let compared = "%r = 0x3f800000 (1065353216), 0x00000000 -> %p = 0x00";
    assert!(trace.lines().any(|line| line.ends_with(compared)), "{trace}");
    std::fs::write(&path, ".version 8.0\n.target sm_80\n.entry k() { ret; }\n").expect("a file");
    let command = ["run", &path, "--grid", "1", "--block", "1", "--print", "zzz"];
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits")).args(command).output();
    let errors = String::from_utf8(output.expect("the command runs").stderr).expect("UTF-8");
    assert_eq!(errors, "error: no variable `zzz`\nnote: the file has none\n");
}

#[test]
fn a_fault_names_the_missing_size_of_shared_memory() {
    let of = |shared: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
            .args(["run", "examples/kernels/sum.ptx", "--grid", "1", "--block", "4"])
            .args(["--shared", shared, "f32[4]", "f32[1]"])
            .current_dir(root())
            .output()
            .expect("the command runs");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let note = "\nnote: the launch gives the kernel no dynamic shared memory: if the kernel uses it, set its size, \
                `shared` (in the command, `--shared BYTES`)\n";
    let (status, text) = of("0");
    assert_eq!(status, Some(1));
    assert!(text.contains("at offset 0 of shared memory (0 bytes)"), "{text}");
    assert!(text.ends_with(note), "{text}");
    let (status, text) = of("12");
    assert_eq!(status, Some(1));
    assert!(text.contains("of shared memory (12 bytes)") && !text.contains("note: "), "{text}");
    assert_eq!(of("16").0, Some(0));
}

#[test]
fn a_pointer_takes_a_buffer() {
    let (status, text) = error(&double(&["u32[3]", "f32:1"]));
    let expected = "error: expected `.u64` for parameter 1 (`y`), found a `.f32`; kernel `double`\n\
         help: a pointer takes a buffer, such as `'f32[]:1,2,3'` or `'f32[N]'`; a number takes `u64:VALUE`\n";
    assert_eq!((status, text.as_str()), (Some(2), expected));
    // Only the help for the first wrong argument is shown, and none for parameters of other sizes.
    let square = ["--entry", "square", "--grid", "1", "--block", "16,16", "u32:1"];
    assert!(!error(&square).1.contains("help: "));
    let missing = error(&double(&["u32:1"])).1;
    assert!(!missing.contains("help: "), "{missing}");
}

#[test]
fn a_parameter_is_printed_by_its_number() {
    for (option, value, expected) in [
        ("--print", "y", "`y` is parameter 1: write `--print 1`"),
        ("--out", "y=y.npy", "`y` is parameter 1: write `--out 1=y.npy`"),
        ("--print", "tabel", "did you mean `table`?"),
    ] {
        let (status, text) = error(&double(&["u32[3]", "u32[3]", option, value]));
        let name = value.split('=').next().expect("a name");
        let expected = format!("error: no variable `{name}`\nhelp: {expected}\n");
        assert_eq!((status, text), (Some(2), expected));
    }
}

#[test]
fn a_similar_kernel_is_suggested() {
    let text =
        b".version 8.0\n.target sm_80\n.entry other() { ret; }\n.entry _Z2tkIfEvPT_() { ret; }\n";
    let path = file("kernels.ptx");
    std::fs::write(&path, text).expect("a file");
    let of = |name: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
            .args(["run", &path, "--grid", "1", "--block", "1", "--entry", name])
            .output()
            .expect("the command runs");
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8_lossy(&output.stderr).replace(&path, "kernels.ptx")
    };
    for name in ["tk", "TK", "_z2tkifevpt_", "_Z2tkIfEvP_"] {
        let expected = format!(
            "error: kernels.ptx: no kernel `{name}`\nnote: _Z2tkIfEvPT_()\nnote: other()\n\
             help: did you mean `_Z2tkIfEvPT_`?\n"
        );
        assert_eq!(of(name), expected);
    }
    assert!(of("OTHER").ends_with("help: did you mean `other`?\n"));
    for name in ["unrelated", ""] {
        let expected = format!(
            "error: kernels.ptx: no kernel `{name}`\nnote: other()\nnote: _Z2tkIfEvPT_()\n"
        );
        assert_eq!(of(name), expected);
    }
}

#[test]
fn options_state_that_they_take_a_number() {
    for (option, value, expected) in [
        ("--shared", "1K", "expected a number in decimal digits"),
        ("--shared", "4294967296", "the number is too large"),
        ("--shuffle", "abc", "expected a number in decimal digits"),
        ("--heap", "8M", "expected a number in decimal digits"),
        ("--max-steps", "1e6", "expected a number in decimal digits"),
        ("--jobs", "0", "expected a number from 1"),
        ("--jobs", "all", "expected a number in decimal digits"),
    ] {
        let (status, text) = error(&double(&["u32[3]", "u32[3]", option, value]));
        assert_eq!(status, Some(2), "{text}");
        assert!(text.starts_with(&format!("error: invalid value '{value}' for '{option} <")));
        assert!(text.contains(&format!(">': {expected}\n")), "{text}");
    }
}

/// Tests that a struct parameter accepts the address of a buffer as the page "Run a kernel" describes.
#[test]
fn structs_contain_addresses() {
    let text = "
.version 8.0
.target sm_80
.address_size 64
.entry whole(.param .align 8 .b8 s[8]) {
    .reg .b64 %p; ld.param.u64 %p, [s]; st.global.u32 [%p], 7; ret;
}
.entry parts(.param .align 8 .b8 s[16]) {
    .reg .b64 %p; .reg .b32 %n;
    ld.param.u64 %p, [s]; ld.param.u32 %n, [s+8]; st.global.u32 [%p], %n; ret;
}
";
    let path = file("structs.ptx");
    std::fs::write(&path, text).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .args(["run", &path, "--grid", "1", "--block", "1", "--entry", "whole", "u32[1]"])
        .args(["--print", "0"])
        .output()
        .expect("the command runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "0x00000007\n");
    let mut memory = ptx_run::Memory::new();
    let y = memory.add(&[0u32]);
    let mut bytes = y.address().to_le_bytes().to_vec();
    bytes.extend([9, 0, 0, 0, 0, 0, 0, 0]);
    let kernel =
        ptx_run::Module::new("structs.ptx", text).and_then(|module| module.kernel("parts"));
    let (grid, options) = (ptx_run::Grid::new(1, 1), ptx_run::Options::default());
    kernel
        .expect("a kernel")
        .launch(grid, &[ptx_run::Argument::bytes(bytes)], &mut memory, &options)
        .expect("a launch");
    assert_eq!(memory.read::<u32>(y), [9]);
}
