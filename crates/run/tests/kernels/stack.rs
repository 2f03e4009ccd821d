//! Tests `alloca`, `stacksave` and `stackrestore`. `ptxas` accepts every text.

use crate::support::{launch, module, run};
use ptx_run::{Fault, FaultKind, Grid, Memory, Options};

/// The start of a kernel: `%p8` is the address of a thread's 64-bit element of `p`.
const START: &str = ".reg .b64 %p8, %off, %a, %b, %c, %n, %s; .reg .b32 %t, %v, %w, %i; .reg .pred %q; ld.param.u64 %p8, [p]; \
                     mov.u32 %t, %tid.x; mul.wide.u32 %off, %t, 8; add.s64 %p8, %p8, %off;";

fn kernel(functions: &str, body: &str) -> String {
    format!("{functions}\n.visible .entry k(.param .u64 p) {{ {START}\n{body}\nret; }}")
}

fn longs(functions: &str, body: &str, threads: u32) -> Vec<u64> {
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u64; threads as usize]);
    run(&kernel(functions, body), Grid::new(2, threads), &[out.into()], &mut memory);
    memory.read(out)
}

fn fault(functions: &str, body: &str, options: &Options) -> Fault {
    let mut memory = Memory::new();
    let out = memory.add(&[0_u64; 2]);
    launch(&kernel(functions, body), Grid::new(1, 2), &[out.into()], &mut memory, options)
        .expect_err("the launch faults")
}

/// Each thread fills an array of `tid + 1` numbers, and adds them.
#[test]
fn sizes_of_threads() {
    let body = "
    cvt.u64.u32 %n, %t; mad.lo.u64 %n, %n, 4, 4;
    alloca.u64 %a, %n;
    mov.u32 %i, 0; mov.u64 %b, %a;
fill:
    st.local.u32 [%b], %i; add.u64 %b, %b, 4;
    add.u32 %i, %i, 1; setp.le.u32 %q, %i, %t; @%q bra fill;
    mov.u32 %v, 0; cvta.local.u64 %b, %a;
sum:
    ld.u32 %w, [%b]; add.u32 %v, %v, %w; add.u64 %b, %b, 4;
    sub.u32 %i, %i, 1; setp.ne.u32 %q, %i, 0; @%q bra sum;
    cvt.u64.u32 %a, %v; st.global.u64 [%p8], %a;";
    let expected: Vec<_> = (0..40).map(|t| t * (t + 1) / 2).collect();
    assert_eq!(longs("", body, 40), expected);
}

/// Addresses have the alignment, which is 8 bytes by default. Memory lies behind the variables, and is zero.
#[test]
fn alignments() {
    for (statement, mask) in [
        ("alloca.u64 %a, 3;", 7),
        ("alloca.u64 %a, 3, 1;", 0),
        ("alloca.u64 %a, 3, 256;", 255),
        ("alloca.u32 %v, 3, 64; cvt.u64.u32 %a, %v;", 63),
    ] {
        let body = format!(
            ".local .align 4 .b8 own[12]; mov.u64 %b, own; st.local.u32 [%b+8], 7; alloca.u64 %c, 1, 1; st.local.u8 [%c], 1;
             {statement} ld.local.u8 %w, [%a]; st.local.u8 [%a+2], 9; ld.local.u32 %v, [%b+8];
             cvt.u64.u32 %n, %v; cvt.u64.u32 %s, %w; shl.b64 %s, %s, 32; add.u64 %n, %n, %s; and.b64 %a, %a, {mask}; shl.b64 %a, %a, 40;
             add.u64 %n, %n, %a; ld.local.u8 %w, [%c]; cvt.u64.u32 %s, %w; shl.b64 %s, %s, 8; add.u64 %n, %n, %s; st.global.u64 [%p8], %n;"
        );
        assert_eq!(longs("", &body, 2), [0x107; 2], "{statement}");
    }
}

/// A function frees its memory when it returns, so that a loop of calls does not exceed the local memory. So does
/// `stackrestore`.
#[test]
fn freed_memory() {
    let function = "
.func (.param .b32 r) last(.param .b32 n) {
    .reg .b64 %a, %n; .reg .b32 %v;
    ld.param.u32 %v, [n]; alloca.u64 %a, 100000; st.local.u32 [%a+99996], %v; ld.local.u32 %v, [%a+99996];
    st.param.b32 [r], %v; ret;
}";
    let call =
        "{ .param .b32 x, y; st.param.b32 [x], %i; call (y), last, (x); ld.param.b32 %w, [y]; }";
    let unchanged = "stacksave.u64 %s; stackrestore.u64 %s; mov.u32 %w, %i;";
    let restored = "stacksave.u64 %s; alloca.u64 %a, 100000; st.local.u32 [%a+99996], %i; ld.local.u32 %w, [%a+99996]; \
                    stackrestore.u64 %s;";
    for statements in [call, restored, unchanged] {
        let body = format!(
            "mov.u32 %i, 0; mov.u32 %v, 0;
loop:
    {statements} add.u32 %v, %v, %w;
    add.u32 %i, %i, 1; setp.lt.u32 %q, %i, 50; @%q bra loop;
    cvt.u64.u32 %a, %v; st.global.u64 [%p8], %a;"
        );
        assert_eq!(longs(function, &body, 2), [1225; 2]);
    }
}

/// Each depth of a recursion has its own memory.
#[test]
fn recursion() {
    let function = "
.func (.param .b32 r) sum(.param .b32 n) {
    .reg .b64 %a, %n; .reg .b32 %v, %w; .reg .pred %q;
    ld.param.u32 %v, [n]; mul.wide.u32 %n, %v, 8; alloca.u64 %a, %n, 16; mov.u32 %w, 0;
    setp.eq.u32 %q, %v, 0; @%q bra done;
    st.local.u32 [%a+4], %v; sub.u32 %v, %v, 1;
    { .param .b32 x, y; st.param.b32 [x], %v; call (y), sum, (x); ld.param.b32 %w, [y]; }
    ld.local.u32 %v, [%a+4]; add.u32 %w, %w, %v;
done:
    st.param.b32 [r], %w; ret;
}";
    let body = "{ .param .b32 x, y; st.param.b32 [x], %t; call (y), sum, (x); ld.param.b32 %w, [y]; } \
                cvt.u64.u32 %a, %w; st.global.u64 [%p8], %a;";
    let expected: Vec<_> = (0..20).map(|t| t * (t + 1) / 2).collect();
    assert_eq!(longs(function, body, 20), expected);
}

#[test]
fn faults() {
    let plain = Options::default();
    for (body, kind, what) in [
        (
            "setp.eq.u32 %q, %t, 1; @%q alloca.u64 %a, 524289;",
            FaultKind::Limit,
            "allocates 524289 bytes, aligned to 8: 0 of the 524288 bytes of local memory of a thread are in use",
        ),
        ("alloca.u64 %a, -16;", FaultKind::Limit, "allocates 18446744073709551600 bytes"),
        ("loop: alloca.u64 %a, 4096; bra loop;", FaultKind::Limit, "524288 of the 524288 bytes"),
        (
            "alloca.u64 %a, 8, 1048576; alloca.u64 %a, 1, 1048576;",
            FaultKind::Limit,
            "aligned to 1048576: 8 of",
        ),
        (
            "mov.u64 %s, 8; stackrestore.u64 %s;",
            FaultKind::Undefined,
            "restores the stack to 0x8, which is above its top, 0x0",
        ),
        (
            "stacksave.u64 %s; alloca.u64 %a, 64; stackrestore.u64 %s; ld.local.u32 %v, [%a+60];",
            FaultKind::OutOfBounds,
            "out of bounds",
        ),
        ("alloca.u64 %a, 6; ld.local.u32 %v, [%a+4];", FaultKind::OutOfBounds, "out of bounds"),
        (
            "setp.eq.u32 %q, %t, 0; selp.b64 %n, 8, 4, %q; alloca.u64 %a, %n; st.local.u32 [%a+4], %t; ld.local.u32 %v, [%a+4];",
            FaultKind::OutOfBounds,
            "offset 4 of local memory (4 bytes)",
        ),
    ] {
        let fault = fault("", body, &plain);
        assert_eq!(fault.kind, kind, "{body}: {fault}");
        assert!(fault.to_string().contains(what), "{body}: {fault}");
    }
    let body =
        "alloca.u64 %a, 8; st.local.u32 [%a], 1; ld.local.u32 %v, [%a+4]; st.global.u32 [%p8], %v;";
    let strict = fault("", body, &Options::default().strict(true));
    assert_eq!(strict.kind, FaultKind::Uninitialised, "{strict}");
    let what = "uninitialised: reads 4 bytes at offset 4 of local memory, which nothing wrote";
    assert_eq!(strict.message, what);
}

/// The alignment is a power of two of at most 2^23, as for `ptxas`.
#[test]
fn rejected_operands() {
    for statement in [
        "alloca.u64 %a, 8, 3;",
        "alloca.u64 %a, 8, 16777216;",
        "stackrestore.u64 8;",
        "alloca.u64 %v, 8;",
    ] {
        let text =
            format!(".version 8.0\n.target sm_80\n.address_size 64\n{}", kernel("", statement));
        assert!(ptx_run::Module::new("k.ptx", &text).is_err(), "{statement}");
    }
    assert!(module(&kernel("", "alloca.u64 %a, 8, 8388608;")).kernel("k").is_ok());
}
