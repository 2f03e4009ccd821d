//! Tests the command `verify` with NVIDIA's assembler: `PTXAS`, or `ptxas` in `PATH`. Without it, most tests are skipped.
#![cfg(feature = "run")]

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify/kernels.ptx");
const NANS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify/nans.ptx");
const OPEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify/open.ptx");
const STACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify/stack.ptx");
const TILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/verify/tile.ptx");

/// Returns the assembler, or prints that the test is skipped.
fn assembler() -> Option<String> {
    let ptxas = std::env::var("PTXAS").unwrap_or_else(|_| "ptxas".into());
    let runs = Command::new(&ptxas).arg("--version").stdout(Stdio::null()).status().is_ok();
    if !runs {
        println!("skipped: no assembler; set PTXAS to the path of NVIDIA's ptxas");
    }
    runs.then_some(ptxas)
}

fn verify(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ptx-bits"));
    command.arg("verify").args(arguments).output().expect("the command runs")
}

/// Compares a kernel with its machine code. Returns the causes, `equal` for none, the lines and the exit status.
fn causes(ptxas: &str, entry: &str, arguments: &[&str]) -> (Vec<String>, String, Option<i32>) {
    let shape = [KERNELS, "--entry", entry, "--ptxas", ptxas, "--grid", "1", "--block"];
    let output = verify(&[&shape[..], arguments].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("note: the engine computed"), "{errors}");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    let cause = |line: &str| {
        let (_, verdict) = line.split_once(": ").expect("a verdict");
        let cause = verdict.strip_prefix("differs: ").unwrap_or(verdict);
        cause.split(": ").next().unwrap_or_default().into()
    };
    (lines.lines().map(cause).collect(), lines, output.status.code())
}

/// Returns the cubin of a text for a chip, in the temporary folder of the tests.
fn cubin(ptxas: &str, chip: &str, name: &str, text: &str) -> PathBuf {
    let input = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let output = input.with_extension("cubin");
    std::fs::write(&input, text).expect("a file");
    let mut command = Command::new(ptxas);
    command.args(["-arch", chip, "-o"]).args([&output, &input]);
    assert!(command.status().expect("the assembler").success());
    output
}

/// 0.3 * 0.9 + 0.3 is 3f11eb86 with two roundings and 3f11eb85 with one; `eval` computes both.
#[test]
fn a_fused_sum_is_permitted() {
    let Some(ptxas) = assembler() else { return };
    let arguments = ["4", "f32[]:0.1,0.2,0.3,3", "f32[]:0.1,0.7,0.9,5", "f32[4]"];
    for target in ["sm_80", "sm_90", "sm_120"] {
        let (found, lines, status) =
            causes(&ptxas, "fused", &[&arguments[..], &["--target", target]].concat());
        assert_eq!(
            (found, status),
            (
                vec!["equal", "equal", "equal", "fused"].into_iter().map(String::from).collect(),
                Some(0)
            ),
            "{lines}"
        );
        let last = "-O3: differs: fused: parameter 2 y, element 2: text 0x3f11eb86 (0.57000005), cubin \
                    0x3f11eb85 (0.57); 1 element differs\n";
        assert!(lines.starts_with("-O0 -fmad=false: equal\n") && lines.ends_with(last), "{lines}");
    }
}

/// The last product of `div.approx` and `div.full`, by the reciprocal, is fused with a sum. The divisors are also subnormal and
/// above 2^126, so that both operands are scaled.
#[test]
fn a_fused_quotient_is_permitted() {
    let Some(ptxas) = assembler() else { return };
    let numbers = |numbers: &str| format!("f32[]:{numbers}");
    let a = numbers("0.1,0.7,1.1,1e-39,3e37,0.1,0.3,5");
    let b = numbers("0.3,0.9,1.3,3e-39,1.1e38,7,0.7,9");
    let c = numbers("-0.33,-0.77,-0.84,-0.33,-0.27,0.1,-0.42,-0.55");
    let arguments = ["8", &a, &b, &c, "f32[40]"];
    for target in ["sm_80", "sm_90", "sm_120"] {
        let (found, lines, status) =
            causes(&ptxas, "quotients", &[&arguments[..], &["--target", target]].concat());
        let expected = ["equal", "equal", "equal", "fused"].map(String::from);
        assert_eq!((found, status), (expected.to_vec(), Some(0)), "{lines}");
    }
}

/// Of two products in a difference, the assembler fuses one.
#[test]
fn either_product_may_be_fused() {
    let Some(ptxas) = assembler() else { return };
    let arguments = ["4", "f32[]:0.1,0.2,0.3,3", "f32[]:0.1,0.7,0.9,5", "f32[4]"];
    let (found, lines, status) = causes(&ptxas, "products", &arguments);
    assert_eq!((found.last().map(String::as_str), status), (Some("fused"), Some(0)), "{lines}");
}

/// For `b + a`, the assembler computes `a + b`, and the operand b decides the NaN.
#[test]
fn another_nan_is_permitted() {
    let Some(ptxas) = assembler() else { return };
    let arguments = ["2", "f64[]:0x7ff8000000000001,1", "f64[]:0x7ff8000000000002,2", "f64[16]"];
    let (found, lines, status) = causes(&ptxas, "nans", &arguments);
    assert_eq!((found, status), (vec!["equal".into(), "NaN payload".into()], Some(0)), "{lines}");
}

/// The high half of 7 * 123456789abcdef0 is 0, so that the sum is 5. `docs/src/findings.md` describes the fault.
#[test]
fn a_lost_product_is_miscompiled() {
    let Some(ptxas) = assembler() else { return };
    let (found, lines, status) = causes(&ptxas, "high", &["1", "u64:0x123456789abcdef0", "u64[1]"]);
    assert_eq!((found, status), (vec!["equal".into(), "miscompiled".into()], Some(1)), "{lines}");
    assert!(lines.contains("text 0x0000000000000005 (5), cubin 0x123456789abcdef0"), "{lines}");
}

/// The bits of 3.0 are 40400000, so that the shift gives 0. The machine code shifts by 3.
#[test]
fn a_shift_by_the_bits_of_a_float_is_miscompiled() {
    let Some(ptxas) = assembler() else { return };
    let (found, lines, status) =
        causes(&ptxas, "shift", &["1", "f32:1.5", "u64:0x123456789abcdef0", "u64[1]"]);
    assert_eq!((found, status), (vec!["miscompiled".into(); 2], Some(1)), "{lines}");
    let bits = format!("cubin 0x{:016x}", 0x1234_5678_9abc_def0_u64 >> 3);
    assert!(lines.contains(&bits), "{lines}");
}

/// The cubin is that of another text. The given text has a race, which explains every difference.
#[test]
fn a_race_explains_a_difference() {
    let Some(ptxas) = assembler() else { return };
    let text = std::fs::read_to_string(KERNELS).expect("the kernels");
    let other = cubin(
        &ptxas,
        "sm_80",
        "other.ptx",
        &text.replace("xor.b32 %r2, %r1, 32;", "mov.u32 %r2, 1;"),
    );
    let other = other.to_str().expect("UTF-8");
    let shape = [KERNELS, "--cubin", other, "--entry", "race", "--grid", "1", "--block", "64"];
    let output = verify(&[&shape[..], &["u32[64]", "--json"]].concat());
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["cubins"][0]["cubin"], other);
    assert_eq!(document["cubins"][0]["cause"], "undefined");
    // Thread 0 reads the word of thread 32, and the machine code that of thread 1.
    assert_eq!(document["cubins"][0]["differences"][0]["text"], "0x00000020");
    assert_eq!(document["cubins"][0]["differences"][0]["cubin"], "0x00000001");
    assert_eq!(document["cubins"][0]["differences"][0]["count"], 63);
    assert_eq!(output.status.code(), Some(1));
}

/// The kernel copies two elements of a tensor, whose map refers to a buffer, and adds 1 to another buffer. The other cubin
/// adds 2.
#[test]
fn buffers_beside_the_arguments_are_compared() {
    let Some(ptxas) = assembler() else { return };
    let text = std::fs::read_to_string(TILE).expect("the kernel");
    let other = text.replace("add.u32 %r2, %r2, 1;", "add.u32 %r2, %r2, 2;");
    let other = cubin(&ptxas, "sm_90", "added.ptx", &other);
    let other = other.to_str().expect("UTF-8");
    let buffers = ["--buffer", "x=u32[]:0,1,2,3,4,5,6,7,8,9,10,11", "--buffer", "n=u32:7"];
    let arguments = ["map:x,u32,shape=12,box=8", "u32[2]", "same:n"];
    let shape = ["--grid", "1", "--block", "1"];
    let verified = |which: &[&str]| {
        let output = verify(&[&[TILE], &shape[..], &buffers, which, &arguments].concat());
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let own = verified(&["--ptxas", &ptxas]);
    assert_eq!(own, "-O0 -fmad=false: equal\n-O3 -fmad=false: equal\n");
    let expected = "differs: miscompiled: buffer n, element 0: text 0x00000008 (8), cubin 0x00000009 (9); 1 \
                    element differs";
    assert_eq!(verified(&["--cubin", other]), format!("{other}: {expected}\n"));
}

/// The page shows a command for each small program, and the lines that it prints.
#[test]
#[cfg(unix)]
fn the_findings_are_reproduced() {
    let Some(ptxas) = assembler() else { return };
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let page = Path::new(root).join("docs/src/findings.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, rest) = page.split_once("\n$ ptx-bits verify ").expect("a command");
    let (block, _) = rest.split_once("```").expect("the end of the block");
    let commands: Vec<_> = block.split("\n$ ptx-bits verify ").collect();
    assert!(commands.len() > 10, "{commands:?}");
    for command in commands {
        let (arguments, lines) = command.split_once('\n').expect("the lines");
        let command = format!("exec \"$0\" verify --ptxas \"$1\" {arguments}");
        let output = Command::new("sh")
            .args(["-c", &command, env!("CARGO_BIN_EXE_ptx-bits"), &ptxas])
            .current_dir(root)
            .output();
        let printed = output.expect("a shell").stdout;
        assert_eq!(String::from_utf8_lossy(&printed).trim_end(), lines.trim_end(), "{arguments}");
    }
}

/// The page has a table of programs that a later assembler compiles correctly: the kernel, its argument, and the words of the text
/// and of the machine code of an earlier assembler. `PTXAS` is a later assembler, `PTXAS_13_2` an earlier one.
#[test]
fn the_corrected_faults_are_those_of_the_page() {
    const FILE: &str = "docs/src/corrected.ptx";
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let page = std::fs::read_to_string(root.join("docs/src/findings.md")).expect("the page");
    let (_, rest) =
        page.split_once("| kernel | argument | text | machine code |").expect("a table");
    let rows = rest.lines().skip(2).take_while(|line| line.starts_with('|'));
    let (later, earlier) = (assembler(), std::env::var("PTXAS_13_2").ok());
    let mut kernels = 0;
    for row in rows {
        let cells: Vec<_> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, entry, argument, text, machine, ..] = cells[..] else { panic!("{row}") };
        let argument = Some(argument).filter(|argument| !argument.is_empty());
        let buffer = if argument.is_some() { "1" } else { "0" };
        let run = |command: &str, options: &[&str]| {
            let mut call = Command::new(env!("CARGO_BIN_EXE_ptx-bits"));
            call.args([command, FILE, "--entry", entry, "--grid", "1", "--block", "1"]);
            let output = call.args(options).args(argument).arg("u32[1]").current_dir(root).output();
            String::from_utf8(output.expect("the command runs").stdout).expect("UTF-8")
        };
        assert_eq!(run("run", &["--print", buffer]), format!("0x{text:0>8}\n"), "{entry}");
        if let Some(ptxas) = &later {
            let lines = run("verify", &["--ptxas", ptxas]);
            assert_eq!(lines, "-O0 -fmad=false: equal\n-O3 -fmad=false: equal\n", "{entry}");
        }
        if let Some(ptxas) = &earlier {
            let lines = run("verify", &["--ptxas", ptxas]);
            let (unoptimised, optimised) = lines.split_once('\n').expect("two lines");
            assert_eq!(unoptimised, "-O0 -fmad=false: equal", "{entry}");
            let cause = "-O3 -fmad=false: differs: miscompiled: ";
            let word = format!(", cubin 0x{machine:0>8} ");
            assert!(optimised.starts_with(cause) && optimised.contains(&word), "{lines}");
        }
        kernels += 1;
    }
    let file = std::fs::read_to_string(root.join(FILE)).expect("the programs");
    assert_eq!(kernels, file.matches("\n.visible .entry ").count());
}

#[test]
fn errors_of_the_caller_have_status_2() {
    let shape = [KERNELS, "--entry", "fused", "--grid", "1", "--block", "4"];
    let missing =
        verify(&[&shape[..], &["--ptxas", "/no/ptxas", "f32[4]", "f32[4]", "f32[4]"]].concat());
    assert_eq!(missing.status.code(), Some(2));
    assert!(
        String::from_utf8_lossy(&missing.stderr).starts_with("error: cannot start /no/ptxas: ")
    );
    let unknown = verify(&[KERNELS, "--entry", "fuse", "--grid", "1", "--block", "4"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("help: did you mean `fused`?"));
}

/// Without compression, nvcc stores a cubin in a fatbin behind two headers.
#[test]
fn a_fatbin_has_the_cubin_of_its_newest_chip() {
    let Some(ptxas) = assembler() else { return };
    let text = std::fs::read_to_string(KERNELS).expect("the kernels");
    let cubin = std::fs::read(cubin(&ptxas, "sm_80", "inner.ptx", &text)).expect("a cubin");
    let mut fatbin = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
    fatbin.extend((64 + cubin.len() as u64).to_le_bytes());
    let mut header = [0; 64];
    (header[0], header[4], header[28]) = (2, 64, 80);
    header[8..16].copy_from_slice(&(cubin.len() as u64).to_le_bytes());
    fatbin.extend(header);
    fatbin.extend(cubin);
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("inner.fatbin");
    std::fs::write(&file, fatbin).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let shape = [KERNELS, "--cubin", file, "--entry", "high", "--grid", "1", "--block", "1"];
    let output = verify(&[&shape[..], &["u64:0x123456789abcdef0", "u64[1]"]].concat());
    let lines = String::from_utf8_lossy(&output.stdout);
    assert!(lines.starts_with(&format!("{file}: differs: miscompiled: ")), "{lines}");
    let other = verify(&[&shape[..], &["u64:1", "u64[1]", "--target", "sm_90"]].concat());
    let errors = String::from_utf8_lossy(&other.stderr);
    assert!(errors.contains("no cubin of the fatbin runs on sm_90"), "{errors}");
}

#[test]
fn a_seed_determines_the_random_programs() {
    let Some(ptxas) = assembler() else { return };
    let run = || {
        let shape = ["--ptxas", &ptxas, "--fuzz", "4", "--seed", "3", "--target", "sm_90"];
        let output = verify(&shape);
        (String::from_utf8(output.stdout).expect("UTF-8"), output.status.code())
    };
    let (lines, status) = run();
    assert!(lines.contains("4 programs: ") && matches!(status, Some(0 | 1)), "{lines}");
    assert_eq!(run(), (lines, status));
}

/// `false` is an assembler that refuses all texts.
#[cfg(unix)]
#[test]
fn refused_programs_are_an_error() {
    let output = verify(&["--ptxas", "false", "--fuzz", "2", "--target", "sm_90"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.starts_with("error: all programs are refused ("), "{errors}");
    assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()));
}

/// The kernel writes four elements, and the buffer has three.
#[test]
fn the_document_has_the_fault_of_the_text() {
    let Some(ptxas) = assembler() else { return };
    let shape = [KERNELS, "--ptxas", &ptxas, "--entry", "fused", "--grid", "1", "--block", "4"];
    let arguments = ["f32[4]", "f32[4]", "f32[3]", "--json"];
    let output = verify(&[&shape[..], &arguments].concat());
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&document["kernel"], &document["cubins"]), (&"fused".into(), &json!([])));
    let fault = document["fault"].as_str().expect("a fault");
    assert!(fault.contains("out of bounds"), "{fault}");
    assert_eq!(output.status.code(), Some(1));
}

/// A remainder of 64 bits is one instruction of PTX, and many of machine code.
#[test]
fn a_cubin_that_reaches_a_limit_is_not_compared() {
    let Some(ptxas) = assembler() else { return };
    let shape = ["--ptxas", &ptxas, "--entry", "remainders", "--grid", "1", "--block", "1"];
    let limit = ["--level", "3", "--max-steps", "300", "u64:77", "u64[1]"];
    let arguments = [&[KERNELS], &shape[..], &limit].concat();
    let output = verify(&arguments);
    let lines = String::from_utf8_lossy(&output.stdout);
    let expected = "-O3 -fmad=false: not compared: a thread ran more than 300 instructions\n";
    assert_eq!((&*lines, output.status.code()), (expected, Some(1)));
    let output = verify(&[&arguments[..], &["--json"]].concat());
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let cubin = &document["cubins"][0];
    assert_eq!((&cubin["equal"], &cubin["cause"]), (&json!(false), &json!("not compared")));
}

#[test]
fn random_programs_need_no_file() {
    let refused = verify(&["--fuzz", "1", "--grid", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = verify(&[KERNELS, "--seed", "1", "--grid", "1", "--block", "1"]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = verify(&["--fuzz", "0", "--target", "sm_90"]);
    assert_eq!(refused.status.code(), Some(2));
    let refused = verify(&["--grid", "1", "--block", "1"]);
    assert_eq!(refused.status.code(), Some(2));
}

/// The engine's clock counts instructions, of which machine code has other numbers. Where no result depends on it, a
/// difference has another cause.
#[test]
fn a_clock_is_undefined() {
    let Some(ptxas) = assembler() else { return };
    let text = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry ticks(.param .u64 y, .param .u64 z)
{
    .reg .b64 %y, %z, %t, %u;
    ld.param.u64 %y, [y];
    ld.param.u64 %z, [z];
    mov.u64 %t, %clock64;
    st.global.u64 [%z], 1;
    mov.u64 %u, %clock64;
    sub.u64 %t, %u, %t;
    st.global.u64 [%y], %t;
    ret;
}
.visible .entry slots(.param .u64 y, .param .u64 z)
{
    .reg .b64 %y;
    .reg .b32 %t;
    .reg .pred %p;
    ld.param.u64 %y, [y];
    mov.u32 %t, %nwarpid;
    setp.ge.u32 %p, %t, 1;
    selp.u32 %t, %t, 1, %p;
    st.global.u32 [%y], %t;
    ret;
}
.visible .entry wait(.param .u64 y, .param .u64 z)
{
    .reg .b64 %y, %z, %t, %u;
    .reg .pred %p;
    ld.param.u64 %y, [y];
    ld.param.u64 %z, [z];
    mov.u64 %t, %globaltimer;
AGAIN:
    mov.u64 %u, %globaltimer;
    sub.u64 %u, %u, %t;
    setp.lt.u64 %p, %u, 40;
    @%p bra AGAIN;
    st.global.u64 [%y], 7;
    st.global.u64 [%z], %u;
    ret;
}
.visible .entry beside(.param .u64 y, .param .u64 z)
{
    .reg .b64 %y, %z;
    .reg .b32 %t, %n;
    ld.param.u64 %y, [y];
    ld.param.u64 %z, [z];
    mov.u32 %t, %clock;
    mov.u32 %n, 3;
    st.global.u32 [%z], %n;
    st.global.v2.u32 [%y], {%t, %n};
    ret;
}
.visible .entry late(.param .u64 y, .param .u64 z)
{
    .reg .b64 %t, %u;
    .reg .pred %p;
    mov.u64 %t, %clock64;
    mov.u64 %u, %clock64;
    sub.u64 %u, %u, %t;
    setp.gt.u64 %p, %u, 1000;
    @%p trap;
    ret;
}
.visible .entry low(.param .u64 y, .param .u64 z)
{
    .reg .b64 %y, %t;
    ld.param.u64 %y, [y];
    cvta.to.global.u64 %t, %y;
    st.global.u64 [%t], 1;
    ret;
}
";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clock.ptx");
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let other = text.replace("[%y], %t;", "[%y], 123456;").replace("[%y], 7;", "[%y], 8;");
    let other = other.replace("{%t, %n}", "{%n, %t}");
    let other = other.replace("%u, 1000;", "%u, 0;");
    let other = cubin(&ptxas, "sm_80", "other_clock.ptx", &other);
    let other = other.to_str().expect("UTF-8");
    let verdict = |entry: &str, which: &[&str]| {
        let y = if entry == "beside" { "u32[2]" } else { "u64[1]" };
        let shape = [file, "--entry", entry, "--grid", "1", "--block", "1", y, "u64[1]"];
        let output = verify(&[&shape[..], which].concat());
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let low = verdict("low", &["--ptxas", &ptxas]);
    assert!(low.starts_with("-O0 -fmad=false: equal"), "{low}");
    for (entry, cause) in [
        ("ticks", "undefined"),
        ("slots", "undefined"),
        ("wait", "miscompiled"),
        ("beside", "miscompiled"),
        ("late", "undefined"),
    ] {
        let lines = verdict(entry, &["--cubin", other]);
        assert!(lines.starts_with(&format!("{other}: differs: {cause}: ")), "{entry}: {lines}");
    }
}

/// PTX leaves the addresses of shared memory open, and the order of elements in the registers of `wmma`. What does not depend
/// on them has one value: bit 9 of an aligned address, and a product of matrices that are loaded as A and as B.
#[test]
fn addresses_and_fragments_are_undefined() {
    let Some(ptxas) = assembler() else { return };
    let text = std::fs::read_to_string(OPEN).expect("the kernels");
    let (swapped, right) = ("{%a}, {%a}", "{%a}, {%b}");
    let (aligned, other_bit) =
        ("%a, %a, 512; add.u32 %a, %a, 0", "%a, %a, 512; add.u32 %a, %a, 512");
    let numbers = |ty: &str, count: usize| {
        let all = (0..count).map(|i| format!("{}", (i * i * 7 + i * 3) % 61));
        format!("{ty}[]:{}", all.collect::<Vec<_>>().join(","))
    };
    let halves = vec![numbers("f16", 256), numbers("f32", 256)];
    let doubles = vec![numbers("f64", 32), "f64[64]".into()];
    let word = vec!["u32[2]".into()];
    let product = "{%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, {%c0";
    let proper = product.replace("%a", "%b");
    type Case<'a> = (&'a str, &'a [String], [&'a str; 2], [&'a str; 2], &'a str);
    let cases: [Case<'_>; 6] = [
        ("address", &word, ["", ""], ["", ""], "undefined"),
        ("aligned", &word, ["", ""], [aligned, other_bit], "miscompiled"),
        ("halves", &halves, ["", ""], [product, &proper], "undefined"),
        (
            "halves",
            &halves,
            [product, &proper],
            ["global.f16 {%b0", "global.f16 {%a7"],
            "miscompiled",
        ),
        ("doubles", &doubles, ["", ""], [swapped, right], "undefined"),
        ("doubles", &doubles, [swapped, right], [right, "{%b}, {%b}"], "miscompiled"),
    ];
    for (entry, arguments, of_text, of_cubin, cause) in cases {
        let text = text.replace(of_text[0], of_text[1]);
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("open.ptx");
        std::fs::write(&file, &text).expect("a file");
        let other = text.replace(of_cubin[0], of_cubin[1]);
        let other = cubin(&ptxas, "sm_90", "other_open.ptx", &other);
        let [file, other] = [&file, &other].map(|path| path.to_str().expect("UTF-8"));
        let shape = [file, "--cubin", other, "--entry", entry, "--grid", "1", "--block", "32"];
        let arguments = arguments.iter().map(String::as_str).collect::<Vec<_>>();
        let output = verify(&[&shape[..], &arguments].concat());
        let lines = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            lines.starts_with(&format!("{other}: differs: {cause}: ")),
            "{entry}: {lines}{errors}"
        );
    }
}

/// The assembler computes `alloca`, `stacksave` and `stackrestore` with the stack pointer.
#[test]
fn memory_on_the_stack_is_equal() {
    let Some(ptxas) = assembler() else { return };
    for target in ["sm_80", "sm_90", "sm_100", "sm_120"] {
        let shape = [STACK, "--ptxas", &ptxas, "--target", target, "--entry", "stack"];
        let output = verify(&[&shape[..], &["--grid", "2", "--block", "20", "u32[80]"]].concat());
        let lines = String::from_utf8_lossy(&output.stdout);
        assert_eq!(lines, "-O0 -fmad=false: equal\n-O3 -fmad=false: equal\n", "{target}");
    }
}

#[test]
fn a_cubin_runs_on_the_target() {
    let Some(ptxas) = assembler() else { return };
    let text = std::fs::read_to_string(KERNELS).expect("the kernels");
    let file = cubin(&ptxas, "sm_80", "target.ptx", &text);
    let file = file.to_str().expect("UTF-8");
    let shape = [KERNELS, "--cubin", file, "--entry", "high", "--grid", "1", "--block", "1"];
    for (target, status) in [("sm_80", 1), ("sm_86", 1), ("sm_90", 2)] {
        let output = verify(&[&shape[..], &["u64:1", "u64[1]", "--target", target]].concat());
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(status), "{errors}");
        let refusal = "a cubin for `sm_80` does not run on `sm_90`";
        assert_eq!(errors.contains(refusal), status == 2, "{errors}");
    }
}

/// The addresses of functions differ between a text and a cubin.
#[test]
fn addresses_in_initial_values_are_equal() {
    let Some(ptxas) = assembler() else { return };
    let text = "
.version 8.0
.target sm_80
.address_size 64
.func (.param .b32 r) twice(.param .b32 x)
{
    .reg .b32 %a;
    ld.param.u32 %a, [x];
    add.u32 %a, %a, %a;
    st.param.b32 [r], %a;
    ret;
}
.visible .global .align 8 .u64 table[2] = {twice, 5};
.visible .entry call(.param .u64 y, .param .u64 n)
{
    .reg .b64 %y, %f, %n;
    .reg .b32 %a;
    .param .b32 x, r;
    ld.param.u64 %y, [y];
    ld.param.u64 %n, [n];
    ld.global.u64 %f, [table];
    st.param.b32 [x], 21;
    type: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (r), %f, (x), type;
    ld.param.b32 %a, [r];
    st.global.u32 [%y], %a;
    st.global.u64 [table+8], %n;
    ret;
}
";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("addresses.ptx");
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let shape = [file, "--ptxas", &ptxas, "--grid", "1", "--block", "1", "u32[1]", "u64:9"];
    let output = verify(&shape);
    let lines = String::from_utf8_lossy(&output.stdout);
    assert_eq!(lines, "-O0 -fmad=false: equal\n-O3 -fmad=false: equal\n");
}

/// The other cubins give a NaN with another payload. The instructions that computed the element tell its type, not the buffer.
/// The bits of 7fffffff, of 7fff and of the f64 NaN are those of PTX.
#[test]
fn the_instruction_tells_the_type_of_a_nan() {
    let Some(ptxas) = assembler() else { return };
    let text = std::fs::read_to_string(NANS).expect("the kernels");
    type Change = (&'static str, &'static str);
    let cases: [(&str, &[Change], &str); 7] = [
        ("single", &[("[%y], %n", "[%y], 0f7fc00001")], "NaN payload"),
        ("guarded", &[("[%y], {%o, %n}", "[%y], {%o, 0x7fc00001}")], "NaN payload"),
        (
            "double",
            &[("[%y], %low", "[%y], 7"), ("[%y+4], %high", "[%y+4], 0xfff80000")],
            "NaN payload",
        ),
        (
            "halves",
            &[("[%y], %h", "[%y], 0x7e004000"), ("[%y+4], %h", "[%y+4], 0x40007fc1")],
            "NaN payload",
        ),
        ("integer", &[("[%y], %n", "[%y], 0x7fc00001")], "miscompiled"),
        ("derived", &[("[%y], %w", "[%y], 0x7fc00001")], "miscompiled"),
        (
            "number",
            &[("[%y], %n", "[%y], 0f7fc00001"), ("[%y+4], %o", "[%y+4], 0f7fc00000")],
            "miscompiled",
        ),
    ];
    for (entry, changes, cause) in cases {
        let (before, rest) = text.split_once(&format!(".entry {entry}(")).expect("a kernel");
        let changed =
            changes.iter().fold(rest.to_string(), |rest, (from, to)| rest.replacen(from, to, 1));
        let other = format!("{before}.entry {entry}({changed}");
        let other = cubin(&ptxas, "sm_90", &format!("nan_{entry}.ptx"), &other);
        let other = other.to_str().expect("UTF-8");
        for buffer in ["u64[1]", "u32[2]", "u8[8]"] {
            let shape = [NANS, "--cubin", other, "--entry", entry, "--grid", "1", "--block", "1"];
            let output = verify(&[&shape[..], &[buffer, "f32:nan", "f32:1"]].concat());
            let lines = String::from_utf8_lossy(&output.stdout);
            assert!(lines.starts_with(&format!("{other}: differs: {cause}: ")), "{entry}: {lines}");
            assert_eq!(output.status.code(), Some(i32::from(cause == "miscompiled")), "{lines}");
        }
    }
}

/// The other cubins have other instructions in place of those on floats, and integer instructions read the NaNs. Some NaN that PTX
/// permits gives their bits, unless an integer instruction or a number is wrong, too.
#[test]
fn an_integer_may_read_another_nan() {
    let Some(ptxas) = assembler() else { return };
    let text = std::fs::read_to_string(NANS).expect("the kernels");
    type Change = (&'static str, &'static str);
    let sum: Change = ("add.f32 %s, %o, %n;", "mov.b32 %s, %n;");
    let sign: Change = ("neg.f32 %m, %n;", "mov.b32 %m, %n;");
    let halves: Change = ("neg.f16x2 %h, %h;", "xor.b32 %h, %h, 0x80008000;");
    let double: Change = ("add.f64 %d, %d, %d;", "mov.b64 %d, 0x7ff8000000000000;");
    let minimum: Change = ("min.f32 %n, %n, %n;", "");
    let wrong = |from: &'static str, to: &'static str| (from, to);
    let cases: [(&str, &[Change], &str); 12] = [
        ("read", &[sum], "NaN payload"),
        ("read", &[sign], "NaN payload"),
        ("read", &[halves], "NaN payload"),
        ("read", &[double], "NaN payload"),
        ("read", &[sum, sign, halves, double], "NaN payload"),
        ("read", &[sum, wrong("%a, 5, 7", "%a, 5, 8")], "miscompiled"),
        ("read", &[wrong("%a, 5, 7", "%a, 5, 8")], "miscompiled"),
        ("read", &[sum, wrong("%o, %o, %o", "%o, %o, 0f40000000")], "miscompiled"),
        ("read", &[sum, sign, wrong("popc.b32 %c, %h", "clz.b32 %c, %h")], "miscompiled"),
        ("branch", &[minimum], "NaN payload"),
        ("branch", &[minimum, wrong("%w, 1;", "%w, 2;")], "miscompiled"),
        ("branch", &[wrong("3, 4, %p", "5, 3, %p")], "miscompiled"),
    ];
    for (i, (entry, changes, cause)) in cases.into_iter().enumerate() {
        let (before, rest) = text.split_once(&format!(".entry {entry}(")).expect("a kernel");
        let changed = changes.iter().fold(rest.to_string(), |rest, (from, to)| {
            assert!(rest.contains(from), "{from}");
            rest.replacen(from, to, 1)
        });
        let other = format!("{before}.entry {entry}({changed}");
        let other = cubin(&ptxas, "sm_90", &format!("read_{i}.ptx"), &other);
        let other = other.to_str().expect("UTF-8");
        for buffer in ["u32[6]", "u64[3]"] {
            let shape = [NANS, "--cubin", other, "--entry", entry, "--grid", "1", "--block", "1"];
            let output = verify(&[&shape[..], &[buffer, "f32:0xfffefdfe", "f32:1"]].concat());
            let lines = String::from_utf8_lossy(&output.stdout);
            let start = format!("{other}: differs: {cause}: ");
            assert!(lines.starts_with(&start), "{entry} {i} {buffer}: {lines}");
            assert_eq!(output.status.code(), Some(i32::from(cause == "miscompiled")), "{lines}");
        }
    }
}

/// The assembler keeps the NaN that the instruction replaces: of a minimum of one value, and of two `neg`.
#[test]
fn an_integer_may_read_a_nan_that_the_assembler_keeps() {
    let Some(ptxas) = assembler() else { return };
    let text = "
.version 8.6
.target sm_80
.address_size 64
.visible .entry kept(.param .u64 y, .param .b32 n)
{
    .reg .b64 %y;
    .reg .b16 %h, %k;
    .reg .b32 %n, %m;
    ld.param.u64 %y, [y];
    ld.param.b32 %n, [n];
    mov.b32 {%h, %k}, %n;
    min.f16 %h, %h, %h;
    cvt.u32.u16 %m, %h;
    add.u32 %m, %m, 3;
    st.global.u32 [%y], %m;
    neg.f16x2 %n, %n;
    neg.f16x2 %n, %n;
    CHANGE
    vmax.u32.s32.u32.sat.add %n, %n, %m, %m;
    st.global.u32 [%y+4], %n;
    ret;
}
";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("kept.ptx");
    std::fs::write(&file, text.replace("CHANGE", "")).expect("a file");
    let other = text.replace("CHANGE", "shr.u32 %n, %n, 1;");
    let other = cubin(&ptxas, "sm_80", "other_kept.ptx", &other);
    let [file, other] = [&file, &other].map(|path| path.to_str().expect("UTF-8"));
    let shape = ["--grid", "1", "--block", "1", "u32[2]", "b32:0xffffffff"];
    let verified = |options: &[&str]| {
        let output = verify(&[&[file], options, &shape].concat());
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let lines = verified(&["--ptxas", &ptxas]);
    assert!(lines.contains("-O3 -fmad=false: differs: NaN payload: "), "{lines}");
    let lines = verified(&["--cubin", other]);
    assert!(lines.starts_with(&format!("{other}: differs: miscompiled: ")), "{lines}");
}

/// Machine code has no lines of PTX. With `-lineinfo`, it has those of the source.
#[test]
fn documents_about_machine_code_have_no_lines_of_ptx() {
    let Some(ptxas) = assembler() else { return };
    let text = std::fs::read_to_string(KERNELS).expect("the kernels");
    let file = cubin(&ptxas, "sm_80", "documents.ptx", &text);
    let trace = file.with_extension("json");
    let [file, trace] = [&file, &trace].map(|path| path.to_str().expect("UTF-8"));
    let shape = ["run", file, "--entry", "race", "--grid", "1", "--block", "64", "u32[64]"];
    let options =
        ["--races", "--watch", "0", "--json", "--trace", "0,0,0:1,0,0", "--trace-out", trace];
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits")).args(shape).args(options).output();
    let document: Value =
        serde_json::from_slice(&output.expect("the command runs").stdout).expect("JSON");
    let lines = std::fs::read_to_string(trace).expect("the trace");
    let traced = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    let traced: Vec<_> = traced.collect();
    let found = |list: &str| document[list].as_array().expect("a list").clone();
    let sides =
        found("races").into_iter().flat_map(|race| [race["first"].clone(), race["second"].clone()]);
    let sides: Vec<_> = sides.collect();
    for all in [traced, sides, found("writes")] {
        assert!(!all.is_empty());
        for one in all {
            assert!(
                one["instruction"].as_str().is_some_and(|text| text.starts_with("/*")),
                "{one}"
            );
            assert_eq!(one.get("line"), None, "{one}");
        }
    }
}

#[test]
fn errors_name_the_cubin() {
    let Some(ptxas) = assembler() else { return };
    let other = "
.version 8.0
.target sm_80
.address_size 64
.visible .entry high(.param .u64 x, .param .u64 y, .param .u32 z) { ret; }
";
    let other = cubin(&ptxas, "sm_80", "parameters.ptx", other);
    let other = other.to_str().expect("UTF-8");
    let shape = [KERNELS, "--cubin", other, "--entry", "high", "--grid", "1", "--block", "1"];
    let output = verify(&[&shape[..], &["u64:1", "u64[1]"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.starts_with(&format!("error: {other}: expected 3 arguments, found 2")),
        "{errors}"
    );
    assert_eq!(output.status.code(), Some(2));
}
