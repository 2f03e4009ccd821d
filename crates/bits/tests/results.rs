//! Tests what `run` does with results: `--expect`, `--watch`, `--target`.
#![cfg(feature = "run")]

use std::path::PathBuf;
use std::process::Command;

const KERNELS: &str = "
.version 8.0
.target sm_50
.address_size 64
.global .u32 total;
// y[i] = i + 1; adds y[i] to the total, in the order of the threads.
.entry numbers(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %i;
    ld.param.u64 %y, [y]; mov.u32 %i, %tid.x; mad.wide.u32 %y, %i, 4, %y; add.u32 %i, %i, 1;
    st.global.u32 [%y], %i;
    red.global.add.u32 [total], %i;
    ret;
}
// y[0] and y[1] are written together.
.entry pair(.param .u64 y)
{
    .reg .b64 %y;
    ld.param.u64 %y, [y];
    st.global.v2.u16 [%y], {1, 0xffff};
    ret;
}
.entry root(.param .u64 y)
{
    .reg .b64 %y; .reg .f32 %f;
    ld.param.u64 %y, [y]; sqrt.approx.f32 %f, 0f40400000; st.global.f32 [%y], %f; ret;
}
";

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("results");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Writes a file, and returns its path.
fn file(name: &str, bytes: &[u8]) -> String {
    let path = folder().join(name);
    std::fs::write(&path, bytes).expect("a file");
    path.display().to_string()
}

/// Runs a text. Returns the exit status, the standard output, and the standard error without statistics.
fn of_text(text: &str, entry: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let test = std::thread::current().name().unwrap_or("test").to_string();
    let path = file(&format!("{test}.ptx"), text.as_bytes());
    let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
        .args(["run", &path, "--entry", entry, "--grid", "1", "--block", "3"])
        .args(arguments)
        .output()
        .expect("the command runs");
    let utf8 = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let folder = format!("{}/", folder().display());
    let error = utf8(output.stderr).replace(&folder, "").replace(&format!("{test}.ptx"), "k.ptx");
    let is_statistics = |line: &&str| line.contains(" instructions, ");
    let error: Vec<_> = error.lines().filter(|line| !is_statistics(line)).collect();
    (output.status.code(), utf8(output.stdout), error.join("\n"))
}

fn run(entry: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    of_text(KERNELS, entry, arguments)
}

#[test]
fn equal_results_have_status_0() {
    let print = run("numbers", &["u32[3]", "--print", "total", "--print", "0"]).1;
    assert_eq!(print, "# total\n0x00000006\n# 0\n0x00000001\n0x00000002\n0x00000003\n");
    let both = file("both.txt", print.as_bytes());
    let npy = folder().join("equal.npy").display().to_string();
    assert_eq!(run("numbers", &["u32[3]", "--out", &format!("0={npy}")]).0, Some(0));
    let one = file("one.txt", b"0x00000001\n0x00000002\n0x00000003\n");
    let expects = [("0", &both), ("total", &both), ("0", &npy), ("0", &one)];
    for (name, file) in expects {
        let (status, out, error) =
            run("numbers", &["u32[3]", "--expect", &format!("{name}={file}")]);
        assert_eq!((status, error.as_str()), (Some(0), ""), "{file}");
        assert_eq!(out, "0 y: u32[3], 3 changed: 1, 2, 3\n");
    }
}

#[test]
fn the_first_difference_has_status_1() {
    let expect = |name: &str, text: &str| {
        let path = file(&format!("{name}.txt"), text.as_bytes());
        let (status, out, error) =
            run("numbers", &["s32[3]", "--print", "0", "--expect", &format!("0={path}")]);
        // The results are printed, too.
        assert_eq!(
            (status, out.as_str()),
            (Some(1), "0x00000001\n0x00000002\n0x00000003\n"),
            "{error}"
        );
        error
    };
    assert_eq!(
        expect("two", "0x00000001\n0xffffffff\n0x00000004\n"),
        "error: `--expect 0=two.txt`: element 1: expected 0xffffffff (-1), found 0x00000002 (2); 2 elements differ"
    );
    assert_eq!(
        expect("short", "0x00000001\n0x00000002\n"),
        "error: `--expect 0=short.txt`: expected 2 elements, found 3"
    );
}

#[test]
fn unreadable_expectations_are_the_callers() {
    let text = file("word.txt", b"0x00000001\nx\n");
    let npy = file("float.npy", b"\x93NUMPY\x01\x00\x40\x00{'descr': '<f4', 'fortran_order': False, 'shape': (0,)}         \n");
    let headings = file("headings.txt", b"# 1\n0x00000001\n");
    for (file, expected) in [
        (&text, "word.txt:2: expected an integer of `u32`, found `x`"),
        (&npy, "float.npy: expected elements of `u32` (`<u4`), found `<f4`"),
        (&headings, "headings.txt has no heading `# 0`"),
        (&"no such file".into(), "cannot read no such file"),
    ] {
        let (status, out, error) = run("numbers", &["u32[3]", "--expect", &format!("0={file}")]);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{error}");
        assert!(error.starts_with(&format!("error: {expected}")), "{error}");
    }
    let (status, _, error) = run("numbers", &["u32[3]", "--expect", "y=y.npy"]);
    let expected = "error: no variable `y`\nhelp: `y` is parameter 0: write `--expect 0=y.npy`";
    assert_eq!((status, error.as_str()), (Some(2), expected));
}

#[test]
fn writes_are_printed() {
    let write = |line: usize, instruction: &str, value: &str, place: &str, thread: usize| {
        format!(
            "k.ptx:{line}: `{instruction}` writes {value} at {place}; block (0,0,0), thread ({thread},0,0)"
        )
    };
    let store = |element: usize| {
        let place = format!("offset {} of the buffer of parameter 0 (12 bytes)", 4 * element);
        write(11, "st.global.u32", &format!("{:#010x}", element + 1), &place, element)
    };
    assert_eq!(run("numbers", &["u32[3]", "--watch", "0"]).2, [0, 1, 2].map(store).join("\n"));
    assert_eq!(run("numbers", &["u32[3]", "--watch", "0+4", "--jobs", "2"]).2, store(1));
    // Each thread adds its element to the total.
    let sums = [1, 3, 6].into_iter().enumerate().map(|(thread, sum)| {
        let value = format!("{sum:#010x}");
        write(12, "red.global.add.u32", &value, "offset 0 of variable `total` (4 bytes)", thread)
    });
    let sums = sums.collect::<Vec<_>>().join("\n");
    assert_eq!(run("numbers", &["u32[3]", "--watch", "total"]).2, sums);
    // A write is printed if it touches one of the bytes. A vector is one write.
    let (_, _, error) = run("pair", &["u16[2]", "--watch", "0+2"]);
    let place = "offset 0 of the buffer of parameter 0 (4 bytes)";
    assert!(
        error.starts_with(&write(20, "st.global.v2.u16", "0x0001, 0xffff", place, 0)),
        "{error}"
    );
    // The writes before a fault are printed before it.
    let (status, _, error) = run("numbers", &["u32[2]", "--watch", "0"]);
    assert_eq!(
        (status, error.contains("error: k.ptx:11: `st.global.u32`: out of bounds")),
        (Some(1), true)
    );
    let (status, _, error) = run("numbers", &["u32[3]", "--watch", "0+12"]);
    assert_eq!(
        (status, error.as_str()),
        (Some(2), "error: `--watch 0+12`: the buffer has 12 bytes")
    );
}

/// Tests a product of matrices whose first step gives 2 and whose second step adds 16 products of 2^-24. The tensor core of
/// sm_80 truncates them, that of sm_90 does not: 2.0 and 2.0000009536743164 (the page of `mma`).
#[test]
fn matrices_are_computed_as_on_another_chip() {
    let element = |row: usize, k: usize, one: &'static str| match k {
        0 => one,
        16.. if row < 16 => "0x0c00",
        _ => "0",
    };
    let list = |count: usize, of: &dyn Fn(usize) -> &'static str| {
        format!("f16[]:{}", (0..count).map(of).collect::<Vec<_>>().join(","))
    };
    let a = list(16 * 32, &|i| element(i / 32, i % 32, "2"));
    let b = list(32 * 8, &|i| element(i % 8, i / 8, "1"));
    let file = test_support::root().join("examples/kernels/matmul.ptx");
    for (target, bits) in
        [("sm_80", "0x40000000"), ("sm_86", "0x40000000"), ("sm_90", "0x40000004")]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
            .arg("run")
            .arg(&file)
            .args(["--grid", "1", "--block", "32", &a, &b, "f32[128]", "u32:32", "--print", "2"])
            .args(["--target", target])
            .output()
            .expect("the command runs");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            format!("{bits}\n").repeat(128),
            "{target}"
        );
    }
}

/// Tests the square root of 3, whose approximation differs between sm_50 and later chips (the page of `sqrt`).
#[test]
fn a_text_is_computed_as_on_another_chip() {
    let root = |target: &[&str]| run("root", &[&["f32[1]", "--print", "0"][..], target].concat()).1;
    assert_eq!(root(&[]), "0x3fddb3d8\n");
    assert_eq!(root(&["--target", "sm_50"]), "0x3fddb3d8\n");
    assert_eq!(root(&["--target", "sm_52"]), "0x3fddb3d7\n");
    assert_eq!(root(&["--target", "sm_90"]), "0x3fddb3d7\n");
    let (status, _, error) = run("root", &["f32[1]", "--target", "sm_37"]);
    assert_eq!(
        (status, error.as_str()),
        (
            Some(2),
            "error: k.ptx: `sm_37` is below the target of the text, `sm_50`\n\
                   note: `.target sm_50` is set at k.ptx:3\nhelp: choose a later chip, such as `sm_50`"
        )
    );
    // The chip determines how much shared memory a block can have.
    let shared = |chip: &str| run("root", &["f32[1]", "--shared", "60000", "--target", chip]).0;
    assert_eq!([shared("sm_50"), shared("sm_75"), shared("sm_90")], [Some(2), Some(0), Some(0)]);
    // The text is judged by its own target: `redux` needs sm_80, whatever the chip is.
    let text = KERNELS.replace("ret;", "{ .reg .b32 %r; redux.sync.add.u32 %r, 1, -1; } ret;");
    let (status, _, error) = of_text(&text, "root", &["f32[1]", "--target", "sm_90"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("sm_80"), "{error}");
    let text = KERNELS.replace("sm_50", "sm_90a");
    assert_eq!(of_text(&text, "root", &["f32[1]", "--target", "sm_90"]).0, Some(0));
    let (status, _, error) = of_text(&text, "root", &["f32[1]", "--target", "sm_100"]);
    assert_eq!(status, Some(2));
    assert!(error.contains("a text for `sm_90a` does not run on `sm_100`"), "{error}");
}
