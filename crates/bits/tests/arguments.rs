//! Tests the arguments of `run`: structs, buffers with names, addresses, and the names of C++ kernels.
#![cfg(feature = "run")]

use std::path::PathBuf;
use std::process::Command;

const KERNELS: &str = "
.version 8.0
.target sm_80
.address_size 64
.global .u64 pointer;
.global .align 8 .b8 pair[16];
.global .u32 numbers[3] = {7, 8, 9};

// struct { struct { char step; float scale; } f; const float *x; short count; } s: writes its members, and x[0].
.entry members(.param .align 8 .b8 s[24], .param .u64 y)
{
    .reg .b64 %x, %y; .reg .b32 %a, %b; .reg .f32 %f, %g;
    ld.param.s8 %a, [s]; ld.param.f32 %f, [s+4]; ld.param.u64 %x, [s+8]; ld.param.s16 %b, [s+16];
    ld.param.u64 %y, [y]; ld.global.f32 %g, [%x];
    st.global.s32 [%y], %a; st.global.f32 [%y+4], %f; st.global.f32 [%y+8], %g; st.global.s32 [%y+12], %b;
    ret;
}
// Each thread adds 1 to the number at its pointer.
.entry _Z9incrementPPj(.param .u64 all)
{
    .reg .b64 %all, %x; .reg .b32 %i;
    ld.param.u64 %all, [all]; mov.u32 %i, %tid.x; mad.wide.u32 %all, %i, 8, %all;
    ld.global.u64 %x, [%all]; ld.global.u32 %i, [%x]; add.u32 %i, %i, 1; st.global.u32 [%x], %i;
    ret;
}
// struct node { node *next; unsigned value; }: writes the sum of the values of a list.
.entry _ZN4list3sumEPKNS_4nodeEPj(.param .u64 first, .param .u64 y)
{
    .reg .b64 %n, %y; .reg .b32 %a, %s; .reg .pred %p;
    ld.param.u64 %n, [first]; ld.param.u64 %y, [y]; mov.u32 %s, 0;
NEXT:
    setp.eq.u64 %p, %n, 0; @%p bra DONE;
    ld.global.u32 %a, [%n+8]; add.u32 %s, %s, %a; ld.global.u64 %n, [%n]; bra NEXT;
DONE:
    st.global.u32 [%y], %s; ret;
}
// y[0] = *pointer + *pair.first + pair.second.
.entry _ZN1a1vEPj(.param .u64 y)
{
    .reg .b64 %p, %y; .reg .b32 %a, %b;
    ld.param.u64 %y, [y]; ld.global.u64 %p, [pointer]; ld.global.u32 %a, [%p];
    ld.global.u64 %p, [pair]; ld.global.u32 %b, [%p]; add.u32 %a, %a, %b;
    ld.global.u32 %b, [pair+8]; add.u32 %a, %a, %b; st.global.u32 [%y], %a; ret;
}
.entry _ZN1b1vEPj(.param .u64 y) { ret; }
";

/// Runs a kernel on one block of `threads` threads. Returns the exit status, the standard output and the standard error.
fn run(entry: &str, threads: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arguments");
    std::fs::create_dir_all(&folder).expect("a folder");
    // Tests write the file at the same time, so each has its own.
    let name = format!("{entry}-{}.ptx", std::thread::current().name().unwrap_or("test"));
    let path =
        folder.join(name.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_") + ".ptx");
    std::fs::write(&path, KERNELS).expect("a file");
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .arg("run")
        .arg(&path)
        .args(["--entry", entry, "--grid", "1", "--block", threads])
        .args(arguments)
        .output()
        .expect("the command runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let error = text(output.stderr).replace(&path.display().to_string(), "k.ptx");
    (output.status.code(), text(output.stdout), error)
}

fn out(entry: &str, threads: &str, arguments: &[&str]) -> String {
    let (status, out, error) = run(entry, threads, arguments);
    assert_eq!(status, Some(0), "{error}");
    out
}

/// Returns the standard error of a launch that the caller's arguments prevent.
fn refused(entry: &str, arguments: &[&str]) -> String {
    let (status, out, error) = run(entry, "1", arguments);
    assert_eq!((status, out.as_str()), (Some(2), ""), "{error}");
    error
}

/// Tests members of every kind. A struct in a struct is written by its members: the offsets 0, 4, 8 and 16, and the size
/// of 24 bytes, are those of nvcc for the struct of the kernel.
#[test]
fn a_struct_has_members() {
    let y = "0xfffffffd\n0x3f000000\n0x40200000\n0xfffffffe\n";
    for text in [
        "struct:s8:-3,f32:0.5,same:x+4,s16:-2",
        "struct:bytes:fd,b32:0x3f000000,same:x+4,bytes:feff",
        "struct:bytes:fd0000000000003f,same:x+4,s16:-2,bytes:000000000000",
    ] {
        let arguments = [text, "u32[4]", "--buffer", "x=f32[]:1,2.5", "--print", "1"];
        assert_eq!(out("members", "1", &arguments), y, "{text}");
    }
    let shared = ["struct:s8:-3,f32:0.5,same:1+8,s16:-2", "ro:u32[4]"];
    assert!(run("members", "1", &shared).2.contains("read-only"));
    let text = refused("members", &["struct:s8:1,null", "u32[4]"]);
    assert_eq!(
        text,
        "error: expected 24 bytes for parameter 0 (`s`), found a struct of 16 bytes; kernel `members`\n\
         note: the kernel is members(.b8 s[24], .u64 y)\n"
    );
    let (status, _, text) = run(
        "members",
        "1",
        &["struct:s8:-3,f32:0.5,same:x+8,s16:-2", "u32[4]", "--buffer", "x=f32[]:1,2"],
    );
    assert_eq!(status, Some(1));
    assert!(text.contains("reads 4 bytes at offset 8 of buffer `x` (8 bytes)"), "{text}");
}

#[test]
fn buffers_hold_pointers() {
    let buffers = ["--buffer", "x=u32[]:1,2,3", "--buffer", "n=u32:10"];
    let prints = ["--print", "x", "--print", "n"];
    let expected = "# x\n0x00000002\n0x00000003\n0x00000003\n# n\n0x0000000b\n";
    let table = [&["u64[]:same:x+4,same:n,same:x"][..], &buffers, &prints].concat();
    assert_eq!(out("increment", "3", &table), expected);
    let again = ["same:all", "--buffer", "all=struct:same:x+4,same:n,same:x"];
    assert_eq!(out("increment", "3", &[&again[..], &buffers, &prints].concat()), expected);
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("arguments/x.bin");
    let written = ["--out", &format!("x={}", file.display())];
    assert_eq!(out("increment", "3", &[&again[..], &buffers, &written].concat()), "");
    assert_eq!(std::fs::read(file).expect("a file"), [2, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0]);
    // Without `--print`, every buffer has a line.
    let text = out("increment", "3", &[&again[..], &buffers].concat());
    let lines: Vec<_> = text.lines().collect();
    assert!(lines[0].starts_with("all: b8[24], unchanged: "), "{text}");
    assert_eq!(lines[1..], ["x: u32[3], 2 changed: 2, 3, 3", "n: u32[1], 1 changed: 11"]);
}

/// Tests buffers that point to buffers before and after them, and a parameter that points into another parameter.
#[test]
fn buffers_point_to_each_other() {
    let list = [
        "same:b",
        "same:numbers+4",
        "--buffer",
        "a=struct:null,u32:1",
        "--buffer",
        "b=struct:same:c,u32:20",
        "--buffer",
        "c=struct:same:a,u32:300",
        "--print",
        "numbers",
        "--print",
        "1",
    ];
    let numbers = "0x00000007\n0x00000141\n0x00000009\n";
    assert_eq!(out("sum", "1", &list), format!("# numbers\n{numbers}# 1\n{numbers}"));
    let one = ["ro:u64[]:null,5", "u32[2]", "--print", "1"];
    assert_eq!(out("list::sum", "1", &one), "0x00000005\n0x00000000\n");
}

#[test]
fn variables_hold_addresses() {
    let variables = ["--var", "pointer=same:numbers+8", "--var", "pair=struct:same:0,u32:100"];
    let arguments = [&["u32[]:3", "--print", "0"][..], &variables].concat();
    assert_eq!(out("a::v", "1", &arguments), format!("{:#010x}\n", 9 + 3 + 100));
    let variables =
        ["--var", "pointer=u32[]:50", "--var", "pair=struct:same:b,u32:100", "--buffer", "b=u32:1"];
    let arguments = [&["u32[]:3", "--print", "0"][..], &variables].concat();
    assert_eq!(out("a::v", "1", &arguments), format!("{:#010x}\n", 50 + 1 + 100));
}

#[test]
fn faults_in_names_are_the_callers() {
    for (arguments, expected) in [
        (
            &["u32[1]", "--buffer", "numbers=u32:1"][..],
            "error: `--buffer numbers`: `numbers` is a variable of the file\nhelp: `--var numbers=…` sets the variable\n",
        ),
        (
            &["u32[1]", "--buffer", "x=u32:1", "--buffer", "x=u32:2"],
            "error: `--buffer x`: `x` is already a buffer\nhelp: choose another name\n",
        ),
        (
            &["u32[1]", "--buffer", "1=u32:1"],
            "error: `--buffer 1`: `1` is the number of a parameter\nhelp: choose another name\n",
        ),
        (
            &["same:nubmers"],
            "error: `same:nubmers`: no buffer or variable `nubmers`\nhelp: did you mean `numbers`?\n",
        ),
        (
            &["same:1"],
            "error: `same:1`: parameter 1 has no buffer\nnote: parameters are counted from 0\n",
        ),
        (&["same:numbers+549755813888"], "error: `same:numbers+549755813888` is out of range\n"),
        (
            &["u32[1]", "--buffer", "x=u32:1", "--print", "zzzz"],
            "error: no variable or buffer `zzzz`\nnote: the names are x, pointer, pair, numbers\n",
        ),
    ] {
        assert_eq!(refused("a::v", arguments), expected, "{arguments:?}");
    }
    let text = refused("a::v", &["struct:u32[1]"]);
    assert!(
        text.contains("pass it with `--buffer NAME=u32[1]`, and write `same:NAME` here"),
        "{text}"
    );
}

#[test]
fn a_plain_name_names_one_kernel() {
    assert_eq!(
        refused("v", &["u32[1]"]),
        "error: k.ptx: `v` is the name of 2 kernels\nnote: _ZN1a1vEPj(.u64 y), in C++ a::v(unsigned int*)\n\
         note: _ZN1b1vEPj(.u64 y), in C++ b::v(unsigned int*)\nhelp: write more of the name, such as `a::v`\n"
    );
    assert_eq!(
        refused("increment", &[]),
        "error: expected 1 argument, found 0: `.u64` for parameter 0 (`all`) is missing; kernel `_Z9incrementPPj`\n\
         note: the kernel is _Z9incrementPPj(.u64 all), in C++ increment(unsigned int**)\n"
    );
    let text = refused("b::v", &["bytes:00"]);
    assert_eq!(text.matches("_ZN1b1vEPj(.u64 y)").count(), 1, "{text}");
}
