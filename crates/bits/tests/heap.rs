//! Tests the option `--heap` of the command `run`.
#![cfg(feature = "run")]

use std::process::Command;

/// Each thread allocates 1,000 bytes and stores whether `malloc` returned null.
const TEXT: &str = "
.version 8.0
.target sm_80
.address_size 64
.extern .func (.param .b64 r) malloc (.param .b64 n);
.entry full(.param .u64 y)
{
    .reg .b64 %y, %a, %n; .reg .b32 %i, %w; .reg .pred %p;
    ld.param.u64 %y, [y]; mov.u32 %i, %tid.x; mad.wide.u32 %y, %i, 4, %y; mov.u64 %n, 1000;
    { .param .b64 x; .param .b64 z; st.param.b64 [x], %n; call (z), malloc, (x); ld.param.b64 %a, [z]; }
    setp.eq.u64 %p, %a, 0; selp.u32 %w, 1, 0, %p; st.global.u32 [%y], %w;
    ret;
}
";

#[test]
fn a_full_heap_gives_null() {
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("heap.ptx");
    std::fs::write(&file, TEXT).expect("a file");
    let printed = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_ptx-bits"))
            .arg("run")
            .arg(&file)
            .args(["--grid", "1", "--block", "4", "u32[4]", "--print", "0"])
            .args(more)
            .output()
            .expect("the command runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    assert_eq!(printed(&[]), "0x00000000\n".repeat(4));
    let expected = "0x00000000\n0x00000000\n0x00000001\n0x00000001\n";
    assert_eq!(printed(&["--heap", "2500"]), expected);
    assert_eq!(printed(&["--heap", "0"]), "0x00000001\n".repeat(4));
}
