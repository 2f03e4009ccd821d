//! Tests that messages name the lines of the source, from `.loc` and `.file`.

use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The PTX of a source with the lines below. The function `at` is inlined twice in `both`, which is inlined twice in the
/// kernel.
///
/// ```text
/// 2     return x[i];                    // at, called in lines 5 and 6
/// 5     float a = at(x, i);             // both, called in lines 10 and 11
/// 6     return a + at(x, i + n);
/// 10    float s = both(x, i, 1);        // the kernel
/// 11    s *= both(x, i, n);
/// 12    y[i] = s;
/// ```
const PTX: &str = r#".version 8.0
.target sm_80
.address_size 64
.visible .entry pair(.param .u64 y, .param .u64 x, .param .u32 n)
{
    .reg .b32 %r<3>;
    .reg .b64 %rd<8>;
    .reg .f32 %f<8>;
    .loc 1 8 0
    ld.param.u64 %rd1, [y];
    ld.param.u64 %rd2, [x];
    ld.param.u32 %r1, [n];
    .loc 1 9 5
    mov.u32 %r2, %tid.x;
    mul.wide.u32 %rd3, %r2, 4;
    add.u64 %rd4, %rd2, %rd3;
    mul.wide.u32 %rd5, %r1, 4;
    add.u64 %rd6, %rd4, %rd5;
    add.u64 %rd7, %rd1, %rd3;
    .loc 1 10 5
    .loc 1 5 5, function_name $both, inlined_at 1 10 5
    .loc 1 2 5, function_name $at, inlined_at 1 5 5
    ld.global.f32 %f1, [%rd4];
    .loc 1 6 5, function_name $both, inlined_at 1 10 5
    .loc 1 2 5, function_name $at, inlined_at 1 6 5
    ld.global.f32 %f2, [%rd4+4];
    .loc 1 6 5, function_name $both, inlined_at 1 10 5
    add.rn.f32 %f3, %f1, %f2;
    .loc 1 11 5
    .loc 1 5 5, function_name $both, inlined_at 1 11 5
    .loc 1 2 5, function_name $at, inlined_at 1 5 5
    ld.global.f32 %f4, [%rd4];
    .loc 1 6 5, function_name $both, inlined_at 1 11 5
    .loc 1 2 5, function_name .debug_str+5, inlined_at 1 6 5
    ld.global.f32 %f5, [%rd6];
    .loc 1 6 5, function_name $both, inlined_at 1 11 5
    add.rn.f32 %f6, %f4, %f5;
    .loc 1 11 5
    mul.rn.f32 %f7, %f3, %f6;
    .loc 1 12 5
    st.global.f32 [%rd7], %f7;
    ret;
}
.visible .entry plain(.param .u64 y)
{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [y];
    st.global.u32 [%rd1+4], 0;
    ret;
}
.visible .entry fused(.param .u64 y)
{
    .reg .b64 %rd1;
    .reg .f32 %f<3>;
    ld.param.u64 %rd1, [y];
    .loc 2 7 9
    ld.global.f32 %f1, [%rd1];
    mul.f32 %f2, %f1, %f1;
    add.f32 %f2, %f2, %f1;
    st.global.f32 [%rd1], %f2;
    ret;
}
.file 1 "/home/user/kernel.cu"
.file 2 "C:\user\triton.py"
.section .debug_str
{
$both:
.b8 98, 111, 116, 104, 0
$at: .b8 95, 90, 50, 97, 116, 80, 75, 102, 105, 0
}
"#;

fn file(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lines").join(name);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("kernel.ptx"), PTX).expect("a file");
    folder
}

/// Runs `ptx-bits run kernel.ptx`. Returns the exit status, standard output and standard error.
fn run(name: &str, arguments: &str) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .args(["run", "kernel.ptx", "--grid=1", "--jobs=1"])
        .args(arguments.split(' '))
        .current_dir(file(name))
        .output()
        .expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("a status"), text(&output.stdout), text(&output.stderr))
}

#[test]
fn faults_name_each_line_of_a_function_that_is_inlined_twice() {
    let launch = "--entry pair --block 2 f32[2] f32[]:1,2,3";
    let (status, _, err) = run("fault", &format!("{launch} u32:2"));
    let expected = "error: kernel.cu:2 in `at`, inlined at kernel.cu:6 in `both`, inlined at kernel.cu:11 \
                    (kernel.ptx:35): `ld.global.f32`: out of bounds:";
    assert_eq!(status, 1);
    assert!(err.contains(expected), "{err}");
    let (status, _, err) = run("fault", "--entry pair --block 2 f32[2] f32[]:1,2 u32:1");
    let expected = "error: kernel.cu:2 in `at`, inlined at kernel.cu:6 in `both`, inlined at kernel.cu:10 \
                    (kernel.ptx:26): `ld.global.f32`: out of bounds:";
    assert_eq!(status, 1);
    assert!(err.contains(expected), "{err}");
    let (_, _, err) = run("fault", "--entry plain --block 1 u32[1]");
    assert!(err.contains("error: kernel.ptx:48: `st.global.u32`: out of bounds:"), "{err}");
}

#[test]
fn json_has_both_lines() {
    let (status, out, err) = run("json", "--json --entry pair --block 2 f32[2] f32[]:1,2,3 u32:2");
    let document: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{out}{err}"));
    assert_eq!(status, 1);
    assert_eq!(document["fault"]["line"], 35);
    let file = "/home/user/kernel.cu";
    let kernel = json!({ "file": file, "line": 11, "column": 5 });
    let both =
        json!({ "file": file, "line": 6, "column": 5, "function": "both", "inlined_at": kernel });
    let at = json!({ "file": file, "line": 2, "column": 5, "function": "_Z2atPKfi", "inlined_at": both });
    assert_eq!(document["fault"]["origin"], at);
    let (_, out, _) = run("json", "--json --entry plain --block 1 u32[1]");
    let document: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(document["fault"].get("origin"), None);
}

#[test]
fn traces_have_lines_registers_statements_and_decimals() {
    let launch = "--entry pair --block 1 --trace 0,0,0:0,0,0 f32[1] f32[]:1.5,2,3 u32:2";
    let (status, _, err) = run("trace", launch);
    assert_eq!(status, 0, "{err}");
    let lines: Vec<_> =
        err.lines().filter_map(|line| line.split_once("thread (0,0,0): ")).collect();
    let has = |wanted: &str| assert!(lines.iter().any(|line| line.1 == wanted), "{wanted}\n{err}");
    has("kernel.cu:6 in `both`, inlined at kernel.cu:10 (line 28): add.rn.f32 %f3, %f1, %f2; \
         %f1 = 0x3fc00000 (1.5), %f2 = 0x40000000 (2.0) -> %f3 = 0x40600000 (3.5)");
    has("kernel.cu:9 (line 14): mov.u32 %r2, %tid.x; 0x00000000 -> %r2 = 0x00000000 (0)");
    has("kernel.cu:12 (line 42): ret;");
}

#[test]
fn notes_and_races_name_both_lines() {
    let (_, _, err) = run("note", "--entry fused --block 2 --races f32[]:2");
    assert!(err.contains("note: triton.py:7 (kernel.ptx:59): "), "{err}");
    let race = "error: triton.py:7 (kernel.ptx:57): race at offset 0 of the buffer of parameter 0 (4 bytes): ";
    let side = "at triton.py:7 (kernel.ptx:60)";
    assert!(err.contains(race) || err.contains("(kernel.ptx:60): race at"), "{err}");
    assert!(err.contains(side), "{err}");
}
