//! Tests `map:` and `--cluster` of `run`.
#![cfg(feature = "run")]

use std::path::PathBuf;
use std::process::Command;

/// Both kernels copy a tile of 2 rows of 4 words, from column 2 of row 1 on, to `y`. `of_struct` has the tensor map as a
/// struct, and `of_pointer` its address. `ranks` writes the rank of each block in its cluster.
const KERNELS: &str = "
.version 8.6
.target sm_90
.address_size 64
.entry of_struct(.param .u64 x, .param .align 64 .b8 map[128], .param .u64 y)
{
    .reg .b64 %m, %y; .reg .pred %p; .shared .align 128 .b8 s[128]; .shared .b64 bar;
    mov.b64 %m, map; cvta.param.u64 %m, %m; ld.param.u64 %y, [y];
    mbarrier.init.shared::cta.b64 [bar], 1; mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 32;
    cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [s], [%m, {2, 1}], [bar];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [bar], 0; @!%p bra WAIT;
    cp.async.bulk.global.shared::cta.bulk_group [%y], [s], 32;
    ret;
}
.entry of_pointer(.param .u64 x, .param .u64 map, .param .u64 y)
{
    .reg .b64 %m, %y; .reg .pred %p; .shared .align 128 .b8 s[128]; .shared .b64 bar;
    ld.param.u64 %m, [map]; ld.param.u64 %y, [y];
    mbarrier.init.shared::cta.b64 [bar], 1; mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 32;
    cp.async.bulk.tensor.2d.shared::cta.global.mbarrier::complete_tx::bytes [s], [%m, {2, 1}], [bar];
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [bar], 0; @!%p bra WAIT;
    cp.async.bulk.global.shared::cta.bulk_group [%y], [s], 32;
    ret;
}
.entry pixels(.param .u64 x, .param .align 64 .b8 map[128], .param .u64 y)
{
    .reg .b64 %m, %y; .reg .pred %p; .shared .align 128 .b8 s[128]; .shared .b64 bar;
    mov.b64 %m, map; cvta.param.u64 %m, %m; ld.param.u64 %y, [y];
    mbarrier.init.shared::cta.b64 [bar], 1; mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64;
    cp.async.bulk.tensor.3d.shared::cta.global.im2col.mbarrier::complete_tx::bytes [s], [%m, {0, -1, 0}], [bar], {0};
WAIT:
    mbarrier.try_wait.parity.shared::cta.b64 %p, [bar], 0; @!%p bra WAIT;
    cp.async.bulk.global.shared::cta.bulk_group [%y], [s], 64;
    ret;
}
.entry ranks(.param .u64 y)
{
    .reg .b64 %y; .reg .b32 %b, %r;
    ld.param.u64 %y, [y]; mov.u32 %b, %ctaid.x; mad.wide.u32 %y, %b, 4, %y;
    mov.u32 %r, %cluster_ctarank; st.global.u32 [%y], %r;
    ret;
}
";

/// Runs a kernel. Returns the exit status, the standard output and the standard error.
fn run(entry: &str, grid: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hopper");
    std::fs::create_dir_all(&folder).expect("a folder");
    // Tests write the file at the same time, so each has its own.
    let name = format!("{entry}-{}.ptx", std::thread::current().name().unwrap_or("test"));
    let path = folder.join(name.replace(':', "_"));
    std::fs::write(&path, KERNELS).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ptx-bits"));
    command.arg("run").arg(&path).args(["--entry", entry, "--grid", grid, "--block", "1"]);
    let output = command.args(arguments).output().expect("the command runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

const X: &str = "u32[]:0,1,2,3,4,5,6,7,8,9,10,11";

#[test]
fn a_map_is_a_struct_or_an_address() {
    let map = "map:0,u32,shape=4x3,strides=16,box=4x2";
    for entry in ["of_struct", "of_pointer"] {
        let (status, out, err) = run(entry, "1", &[X, map, "u32[8]", "--print", "2"]);
        assert_eq!(status, Some(0), "{err}");
        let words = [6, 7, 0, 0, 10, 11, 0, 0].map(|word| format!("0x{word:08x}\n"));
        assert_eq!(out, words.concat());
    }
}

#[test]
fn a_map_may_have_pixels() {
    // 2 images of 3 pixels with 4 channels each. The bounding box begins one pixel before, and ends one pixel earlier.
    let x = format!("u32[]:{}", (0..24).map(|i| i.to_string()).collect::<Vec<_>>().join(","));
    let map =
        "map:0,u32,shape=4x3x2,strides=16x48,lower=-1,upper=-2,channels=4,pixels=4,steps=1x1x1";
    let (status, out, err) = run("pixels", "1", &[&x, map, "u32[16]", "--print", "2"]);
    assert_eq!(status, Some(0), "{err}");
    let words = [0, 0, 0, 0, 0, 1, 2, 3, 0, 0, 0, 0, 12, 13, 14, 15];
    assert_eq!(out, words.map(|word| format!("0x{word:08x}\n")).concat());
}

#[test]
fn a_wrong_map_is_refused() {
    for (map, what) in [
        ("map:0,u32,shape=4x3,box=4x2", "`strides=` is missing"),
        ("map:0,u32,shape=4x3,strides=12,box=4x2", "tensor map of `0`: a stride of 12 bytes"),
        (
            "map:0,u32,shape=4x3x2,strides=16x48,lower=-1,upper=-4,channels=4,pixels=4",
            "tensor map of `0`: a bounding box from -1 to -2: it is empty",
        ),
        ("map:7,u32,shape=4x3,strides=16,box=4x2", "parameter 7 has no buffer"),
        (
            "map:0,u32,shape=4x3,strides=16,box=4x2,swizzle=48",
            "`swizzle=48` is not a part of a tensor map",
        ),
    ] {
        let (status, _, err) = run("of_struct", "1", &[X, map, "u32[8]"]);
        assert_eq!(status, Some(2), "{map}: {err}");
        assert!(err.contains(what), "{map}: {err}");
    }
}

#[test]
fn a_cluster_has_several_blocks() {
    let ranks =
        |options: &[&str]| run("ranks", "4", &[&["u32[4]", "--print", "0"], options].concat());
    let lines = |all: [u32; 4]| all.map(|word| format!("0x{word:08x}\n")).concat();
    assert_eq!(ranks(&["--cluster", "2"]).1, lines([0, 1, 0, 1]));
    assert_eq!(ranks(&[]).1, lines([0; 4]));
    let (status, _, err) = ranks(&["--cluster", "3"]);
    assert_eq!(status, Some(2));
    assert!(
        err.contains("a grid of (4,1,1) blocks is not a multiple of the cluster (3,1,1)"),
        "{err}"
    );
}
