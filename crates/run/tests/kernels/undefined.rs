//! Tests that `Options::strict` finds uses of registers and of local memory that nothing has written, and accepts what
//! compilers write.

use crate::support::{INDEX, REGISTERS, launch};
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options, Report};

/// Runs a kernel body with `Options::strict` in two blocks of 64 threads. The body starts at line 5.
fn strict(body: &str) -> Result<(Report, Vec<u32>), Fault> {
    let text = format!(
        ".global .align 1 .b8 format[3] = {{37, 117, 0}};\
         .extern .func (.param .b32 result) vprintf (.param .b64 format, .param .b64 arguments);\
         .visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} .reg .v2 .b32 %v; .local .align 8 .b8 loc[32];\n\
         {body} }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 512]);
    let options = Options::default().strict(true);
    let report = launch(&text, Grid::new(2, 64), &[out.into()], &mut memory, &options)?;
    Ok((report, memory.read(out)))
}

/// Tests uses of undefined registers: what is read, and the thread and the lines that the fault names. The first line is
/// the line of the read, the second that of the use, if it is another.
#[test]
fn strict_rules_find_uses_of_unwritten_registers() {
    let cases = [
        ("\nst.global.u32 [%rd2], %r10; ret;", "register `%r10`", 0, 6, None),
        (
            "add.u32 %r11, %r10, 1;\nst.global.u32 [%rd2], %r11; ret;",
            "register `%r10`",
            0,
            5,
            Some(6),
        ),
        ("\n@%p5 bra END; st.global.u32 [%rd1], 1; END: ret;", "register `%p5`", 0, 6, None),
        (
            "setp.eq.u32 %p1, %r10, 5;\n\n@%p1 bra END; st.global.u32 [%rd1], 1; END: ret;",
            "register `%r10`",
            0,
            5,
            Some(7),
        ),
        ("@%p5 st.global.u32 [%rd2], 1; ret;", "register `%p5`", 0, 5, None),
        ("@%p5 bar.sync 0; ret;", "register `%p5`", 0, 5, None),
        ("ld.global.u32 %r10, [%rd9]; ret;", "register `%rd9`", 0, 5, None),
        (
            "add.u64 %rd9, %rd9, %rd1;\nst.global.u32 [%rd9], 1; ret;",
            "register `%rd9`",
            0,
            5,
            Some(6),
        ),
        // Threads 7 and up do not write the register.
        (
            "setp.lt.u32 %p1, %r4, 7; @%p1 mov.u32 %r10, 1;\nst.global.u32 [%rd2], %r10; ret;",
            "register `%r10`",
            7,
            6,
            None,
        ),
        // Threads 3 and up write it in a branch.
        (
            "setp.lt.u32 %p1, %r4, 3; @%p1 bra NEXT; mov.f32 %f1, 0f3F800000;\nNEXT: add.rn.f32 %f2, %f1, %f1;\n\
             st.global.f32 [%rd2], %f2; ret;",
            "register `%f1`",
            0,
            6,
            Some(7),
        ),
        // The first iteration reads what later iterations write.
        (
            "mov.u32 %r11, 0; LOOP:\nadd.u32 %r10, %r10, %r11; add.u32 %r11, %r11, 1; setp.lt.u32 %p1, %r11, 3;\n\
             @%p1 bra LOOP; st.global.u32 [%rd2], %r10; ret;",
            "register `%r10`",
            0,
            6,
            Some(7),
        ),
        // A carry from the undefined upper half reaches the bits above it, and a sum that is clamped all bits.
        (
            "mov.u16 %rs1, 5; mov.b32 %r11, {%rs1, %rs2};\nadd.u32 %r11, %r11, 2; and.b32 %r11, %r11, 0x1ffff;\n\
             setp.eq.u32 %p1, %r11, 7; @%p1 bra END; st.global.u32 [%rd1], 1; END: ret;",
            "register `%rs2`",
            0,
            5,
            Some(7),
        ),
        (
            "mov.u16 %rs1, 5; mov.b32 %r11, {%rs1, %rs2};\nadd.sat.s32 %r11, %r11, 2; and.b32 %r11, %r11, 1;\n\
             setp.eq.u32 %p1, %r11, 1; @%p1 bra END; st.global.u32 [%rd1], 1; END: ret;",
            "register `%rs2`",
            0,
            5,
            Some(7),
        ),
        (
            "mov.u16 %rs1, 5; mov.b32 %r11, {%rs1, %rs2};\nadd.cc.u32 %r11, %r11, 2; addc.u32 %r12, 0, 0;\n\
             setp.eq.u32 %p1, %r12, 1; @%p1 bra END; st.global.u32 [%rd1], 1; END: ret;",
            "register `%rs2`",
            0,
            5,
            Some(7),
        ),
        // A product of a value without any defined bit has none.
        (
            "mul.lo.u32 %r11, %r10, 4;\nmad.lo.u32 %r11, %r11, 2, 8;\nst.global.u32 [%rd2], %r11; ret;",
            "register `%r10`",
            0,
            5,
            Some(7),
        ),
        // The predicate does not decide the result.
        (
            "setp.lt.u32 %p1, %r4, 64;\nsetp.ne.and.u32 %p2, %r10, 3, %p1;\n\
             @%p2 bra END; st.global.u32 [%rd1], 1; END: ret;",
            "register `%r10`",
            0,
            6,
            Some(7),
        ),
        ("red.global.add.u32 [%rd1], %r10; ret;", "register `%r10`", 0, 5, None),
        ("atom.global.cas.b32 %r11, [%rd1], 0, %r10; ret;", "register `%r10`", 0, 5, None),
        ("addc.u32 %r10, 1, 2;\nst.global.u32 [%rd2], %r10; ret;", "the carry flag", 0, 5, Some(6)),
        ("mov.u32 %v.x, 1; st.global.u32 [%rd2], %v.y; ret;", "register `%v.y`", 0, 5, None),
        ("st.global.v2.u32 [%rd1], %v; ret;", "register `%v.x`", 0, 5, None),
        (
            "mov.b64 %rd5, {%r10, %r11};\nst.global.u64 [%rd1], %rd5; ret;",
            "register `%r10`",
            0,
            5,
            Some(6),
        ),
        // The value comes from another lane, or from all lanes.
        (
            "setp.ne.u32 %p1, %r4, 5; @%p1 mov.u32 %r10, 1;\nshfl.sync.bfly.b32 %r11, %r10, 1, 31, 0xffffffff;\n\
             st.global.u32 [%rd2], %r11; ret;",
            "register `%r10`",
            4,
            6,
            Some(7),
        ),
        (
            "setp.ne.u32 %p1, %r4, 5; setp.eq.u32 %p2, %r4, 60; @%p1 setp.lt.u32 %p5, %r4, 9;\n\
             vote.sync.all.pred %p3, %p5, 0xffffffff; not.pred %p3, %p3;\n@%p3 bra END; st.global.u32 [%rd1], 1; END: ret;",
            "",
            0,
            0,
            None,
        ),
        (
            "setp.ne.u32 %p1, %r4, 5; @%p1 setp.lt.u32 %p5, %r4, 99;\nvote.sync.all.pred %p3, %p5, 0xffffffff;\n\
             @%p3 bra END; st.global.u32 [%rd1], 1; END: ret;",
            "register `%p5`",
            0,
            6,
            Some(7),
        ),
        ("bar.warp.sync %r10; ret;", "register `%r10`", 0, 5, None),
        ("barrier.sync %r10; ret;", "register `%r10`", 0, 5, None),
        (
            "barrier.red.or.pred %p1, 0, %p5;\n@%p1 bra END; st.global.u32 [%rd1], 1; END: ret;",
            "register `%p5`",
            0,
            5,
            Some(6),
        ),
        // A product of matrices depends on all rows of A.
        (
            "mov.b32 %r20, 0x3c003c00; mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4},\n\
             {%r10, %r20}, {%r20}, {0f00000000, 0f00000000, 0f00000000, 0f00000000};\nst.global.f32 [%rd2], %f1; ret;",
            "register `%r10`",
            0,
            5,
            Some(7),
        ),
        // What another thread stores without any defined bit is no result.
        ("st.shared.u32 [%rd5], %r10; ret;", "register `%rd5`", 0, 5, None),
        // Half of the stored value is defined. The other half is used later.
        (
            "mov.u32 %r11, 1; st.global.v2.u32 [%rd1+1024],\n{%r11, %r10}; ld.global.u32 %r12, [%rd1+1028];\n\
             st.global.u32 [%rd2], %r12; ret;",
            "register `%r10`",
            0,
            5,
            Some(7),
        ),
        (
            "st.local.u32 [loc], %r10; mov.u64 %rd5, loc; cvta.local.u64 %rd5, %rd5; mov.u64 %rd6, format;\n\
             call (%r11), vprintf, (%rd6, %rd5); ret;",
            "register `%r10`",
            0,
            5,
            Some(6),
        ),
    ];
    for (body, what, thread, line, used) in cases {
        if what.is_empty() {
            strict(body).unwrap_or_else(|fault| panic!("{body}: {fault}"));
            continue;
        }
        let Err(fault) = strict(body) else { panic!("{body}") };
        assert_eq!(fault.kind, FaultKind::Uninitialised, "{fault}");
        assert_eq!(
            fault.message,
            format!("uninitialised: reads {what}, which nothing wrote"),
            "{body}"
        );
        assert_eq!(fault.place, Some(("test.ptx".into(), line)), "{body}: {fault}");
        assert_eq!((fault.block, fault.thread), (Some([0; 3]), Some([thread, 0, 0])), "{body}");
        assert_eq!(fault.notes.len(), usize::from(used.is_some()), "{fault}");
        let note = used.map_or(String::new(), |line| format!("line {line}: `"));
        assert!(
            fault.notes.iter().all(|one| one.starts_with(&note) && one.ends_with("uses the value")),
            "{fault}"
        );
    }
}

#[test]
fn strict_rules_find_uses_of_unwritten_local_memory() {
    let cases = [
        (
            "ld.local.u32 %r10, [loc+8];\nst.global.u32 [%rd2], %r10; ret;",
            "4 bytes at offset 8",
            5,
            Some(6),
        ),
        (
            "\nld.local.u8 %r10, [loc+31];\nst.global.u8 [%rd2], %r10; ret;",
            "1 byte at offset 31",
            6,
            Some(7),
        ),
        (
            "st.local.u16 [loc], 7; ld.local.u32 %r10, [loc];\nsetp.eq.u32 %p1, %r10, 3;\n@%p1 bra END; st.global.u32 [%rd1], 1; END: ret;",
            "4 bytes at offset 0",
            5,
            Some(7),
        ),
        // The address is generic, and only thread 9 does not write the word.
        (
            "mov.u64 %rd5, loc; cvta.local.u64 %rd5, %rd5; setp.ne.u32 %p1, %r4, 9; @%p1 st.u32 [%rd5+4], %r4;\n\
             ld.u32 %r10, [%rd5+4];\nred.global.add.u32 [%rd1], %r10; ret;",
            "4 bytes at offset 4",
            6,
            Some(7),
        ),
    ];
    for (body, what, line, used) in cases {
        let Err(fault) = strict(body) else { panic!("{body}") };
        assert_eq!(fault.kind, FaultKind::Uninitialised, "{fault}");
        let message =
            format!("uninitialised: reads {what} of local memory (32 bytes), which nothing wrote");
        assert_eq!(fault.message, message, "{body}");
        assert_eq!(fault.place, Some(("test.ptx".into(), line)), "{body}: {fault}");
        let note = used.map_or(String::new(), |line| format!("line {line}: `"));
        assert!(fault.notes.iter().all(|one| one.starts_with(&note)), "{fault}");
        let thread = if body.contains("%r4, 9") { 9 } else { 0 };
        assert_eq!(fault.thread, Some([thread, 0, 0]), "{body}");
    }
}

/// Tests code in which undefined bits reach no result. Compilers write all of it.
#[test]
fn undefined_bits_that_reach_no_result_are_no_fault() {
    let cases = [
        // A variable that nothing assigns on this path is copied, and not used.
        "mov.u32 %r11, %r10; mov.f32 %f2, %f1; cvt.u64.u32 %rd5, %r11; st.global.u32 [%rd2], 7; ret;",
        // Both sides of a branch became one instruction. The other side is selected.
        "setp.lt.u32 %p1, %r4, 64; selp.b32 %r11, 7, %r10, %p1; st.global.u32 [%rd2], %r11; ret;",
        "max.s32 %r11, %r10, 5; setp.lt.u32 %p1, %r4, 64; selp.b32 %r11, 7, %r11, %p1; st.global.u32 [%rd2], %r11; ret;",
        "setp.gt.u32 %p1, %r4, 64; and.pred %p2, %p1, %p5; mov.u32 %r11, 7; @%p2 mov.u32 %r11, 8;
         st.global.u32 [%rd2], %r11; ret;",
        // Half of a vector is defined.
        "mov.u16 %rs1, 7; mov.b32 %r11, {%rs1, %rs2}; mov.b32 {%rs3, %rs4}, %r11; cvt.u32.u16 %r12, %rs3;
         st.global.u32 [%rd2], %r12; ret;",
        "mov.b16 %rs1, 0x4700; mov.b32 %r11, {%rs1, %rs2}; mov.b32 %r13, 0; add.rn.f16x2 %r11, %r11, %r13; cvt.u16.u32 %rs3, %r11;
         cvt.rzi.u32.f16 %r12, %rs3; st.global.u32 [%rd2], %r12; ret;",
        "mov.u32 %r11, 7; st.global.v2.u32 [%rd1+1024], {%r11, %r10}; ld.global.u32 %r12, [%rd1+1024];
         st.global.u32 [%rd2], %r12; ret;",
        // Bytes are inserted into a word that nothing wrote.
        "mov.u32 %r11, 7; bfi.b32 %r12, %r11, %r10, 8, 8; bfe.u32 %r12, %r12, 8, 8; st.global.u32 [%rd2], %r12; ret;",
        "mov.u32 %r11, 7; prmt.b32 %r12, %r11, %r10, 0x7604; and.b32 %r12, %r12, 0xff00; shr.u32 %r12, %r12, 8;
         mov.u32 %r13, 0; prmt.b32 %r14, %r11, %r10, 0x7640; and.b32 %r14, %r14, 15; st.global.u32 [%rd2], %r14; ret;",
        "shl.b32 %r11, %r10, 8; or.b32 %r11, %r11, 7; and.b32 %r11, %r11, 0xff; st.global.u32 [%rd2], %r11; ret;",
        // A carry goes up only. Half of the word is defined.
        "mov.u16 %rs1, 0x105; mov.b32 %r11, {%rs1, %rs2}; add.u32 %r11, %r11, 2; and.b32 %r11, %r11, 0xff;
         st.global.u32 [%rd2], %r11; ret;",
        "mov.u16 %rs1, 2; mov.b32 %r11, {%rs1, %rs2}; mov.u32 %r12, 0x10009; sub.u32 %r11, %r12, %r11; neg.s32 %r11, %r11;
         neg.s32 %r11, %r11; cvt.u32.u16 %r11, %r11; st.global.u32 [%rd2], %r11; ret;",
        "mov.u16 %rs1, 3; mov.b32 %r11, {%rs1, %rs2}; mad.lo.u32 %r11, %r11, %r11, 5; mul.lo.s32 %r11, %r11, 0x10000;
         shr.u32 %r11, %r11, 17; mul.wide.u32 %rd5, %r11, 1; cvt.u32.u64 %r11, %rd5; st.global.u32 [%rd2], %r11; ret;",
        "mov.b16 %rs1, 0x7; mov.b32 %r11, {%rs1, %rs2}; cvt.u64.u32 %rd5, %r11; add.u64 %rd5, %rd5, 16;
         cvt.u32.u64 %r11, %rd5; and.b32 %r11, %r11, 15; st.global.u32 [%rd2], %r11; ret;",
        "sub.u32 %r11, %r10, %r10; add.u32 %r11, %r11, 7; st.global.u32 [%rd2], %r11; ret;",
        // A comparison with an undefined operand is combined with a predicate that decides the result.
        "setp.gt.u32 %p1, %r4, 64; setp.ne.and.u32 %p2, %r10, 3, %p1; mov.u32 %r11, 7; @%p2 mov.u32 %r11, 8;
         st.global.u32 [%rd2], %r11; ret;",
        "setp.lt.u32 %p1, %r4, 64; setp.ne.or.f32 %p2, %f1, 0f3F800000, %p1; mov.u32 %r11, 8; @%p2 mov.u32 %r11, 7;
         st.global.u32 [%rd2], %r11; ret;",
        "setp.gt.u32 %p1, %r4, 64; setp.lt.and.s64 %p2|%p3, %rd5, 3, %p1; or.pred %p2, %p2, %p3; selp.b32 %r11, 8, 7, %p2;
         st.global.u32 [%rd2], %r11; ret;",
        // The idiom for zero.
        "xor.b32 %r11, %r10, %r10; add.u32 %r11, %r11, 7; st.global.u32 [%rd2], %r11; ret;",
        // A guarded write, and a use under the same guard.
        "setp.lt.u32 %p1, %r4, 9; @%p1 mov.u32 %r11, 7;\n@%p1 st.global.u32 [%rd2], %r11;\n@!%p1 st.global.u32 [%rd2], 7; ret;",
        // The first iteration of a loop does not read the variable.
        "mov.u32 %r12, 0; LOOP: setp.eq.u32 %p1, %r12, 0; add.u32 %r11, %r10, 1; selp.b32 %r10, 5, %r11, %p1;
         add.u32 %r12, %r12, 1; setp.lt.u32 %p2, %r12, 3; @%p2 bra LOOP; st.global.u32 [%rd2], %r10; ret;",
        // A struct is copied with its padding.
        "st.local.u32 [loc], 7; ld.local.u64 %rd5, [loc]; st.local.u64 [loc+8], %rd5; ld.local.v2.u32 {%r11, %r12}, [loc+8];
         st.local.v2.u32 [loc+16], {%r11, %r12}; ld.local.u32 %r13, [loc+16]; st.global.u32 [%rd2], %r13; ret;",
        // Votes whose predicates are all defined, whatever their result is.
        "setp.gt.u32 %p1, %r4, 99; vote.sync.any.pred %p2, %p1, 0xffffffff; vote.sync.all.pred %p3, %p1, 0xffffffff;
         vote.sync.uni.pred %p4, %p1, 0xffffffff; or.pred %p2, %p2, %p3; mov.u32 %r12, %r10; selp.b32 %r11, 8, 7, %p2;
         @!%p4 mov.u32 %r11, 9; st.global.u32 [%rd2], %r11; ret;",
        // The arguments of a print are defined.
        "mov.u32 %r12, 5; st.local.u32 [loc], %r12; mov.u64 %rd5, loc; cvta.local.u64 %rd5, %rd5; mov.u64 %rd6, format;
         call (%r11), vprintf, (%rd6, %rd5); st.global.u32 [%rd2], 7; mov.u32 %r12, %r10; ret;",
        // A lane reads its own value, and another lane's undefined value goes nowhere.
        "setp.ne.u32 %p1, %r4, 5; @%p1 mov.u32 %r10, 7; shfl.sync.idx.b32 %r11, %r10, 0, 31, 0xffffffff;
         st.global.u32 [%rd2], %r11; ret;",
        "setp.ne.u32 %p1, %r4, 5; @%p1 setp.gt.u32 %p5, %r4, 5; vote.sync.ballot.b32 %r11, %p5, 0xffffffff;
         and.b32 %r11, %r11, 0; or.b32 %r11, %r11, 7; st.global.u32 [%rd2], %r11; ret;",
        "setp.ne.u32 %p1, %r4, 5; @%p1 setp.gt.u32 %p5, %r4, 99; vote.sync.all.pred %p2, %p5, 0xffffffff;
         selp.b32 %r11, 8, 7, %p2; setp.lt.u32 %p3, %r4, 32; @!%p3 mov.u32 %r11, 7; st.global.u32 [%rd2], %r11; ret;",
    ];
    for body in cases {
        let (_, words) = strict(body).unwrap_or_else(|fault| panic!("{body}: {fault}"));
        assert_eq!(words[..128], [7; 128], "{body}");
    }
}

/// Runs a kernel body for sm_90 with `Options::strict` in two blocks of 64 threads. Returns the words, or the number of the
/// first thread of the fault in the grid, and the register or the number of bytes that it reads. The address in `%rd6` is
/// that of 8 bytes of a thread in the second half of `p`, and the one in `%r21` is that of 8 bytes in shared memory.
fn traced(body: &str) -> Result<Vec<u32>, (u32, String)> {
    let text = format!(
        ".version 8.0\n.target sm_90\n.address_size 64
        .func (.param .b32 r) second(.param .align 4 .b8 s[8]) {{ .reg .b32 %x;
            ld.param.b32 %x, [s+4]; st.param.b32 [r], %x; ret; }}
        .func (.param .b32 r) counted(.param .b32 n) {{ .reg .b32 %n, %none; .reg .pred %p; .param .b32 x, y;
            ld.param.b32 %n, [n]; setp.eq.u32 %p, %n, 0; @%p bra END; sub.u32 %n, %n, 1; st.param.b32 [x], %n;
            call (y), counted, (x); END: st.param.b32 [r], %none; ret; }}
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} .local .align 8 .b8 loc[32]; .shared .align 16 .b8 tile[1024];
        mul.wide.u32 %rd6, %r1, 8; add.s64 %rd6, %rd6, %rd1; add.s64 %rd6, %rd6, 1024; and.b32 %r22, %r4, 31;
        mov.u32 %r20, tile; mad.lo.u32 %r21, %r4, 8, %r20; mov.u32 %r11, 7; setp.ne.u32 %p1, %r22, 5;
        {body}
        st.global.u32 [%rd2], %r12; ret; }}"
    );
    let kernel = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{body}: {error}"));
    let kernel = kernel.kernel("k").unwrap_or_else(|error| panic!("{body}: {error}"));
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 512]);
    let options = Options::default().strict(true).check_progress_after(1000);
    match kernel.launch(Grid::new(2, 64), &[out.into()], &mut memory, &options) {
        Ok(_) => Ok(memory.read(out)[..128].to_vec()),
        Err(fault) => {
            assert_eq!(fault.kind, FaultKind::Uninitialised, "{body}: {fault}");
            let what = fault
                .message
                .split("reads ")
                .nth(1)
                .and_then(|rest| rest.split(" of local").next());
            let what = what.and_then(|rest| rest.split(',').next()).unwrap_or_default().to_string();
            let (block, thread) =
                (fault.block.unwrap_or_default(), fault.thread.unwrap_or_default());
            Err((64 * block[0] + thread[0], what))
        }
    }
}

/// Follows undefined bits through copies, calls, memory and warps. Lane 5 or all lanes have an undefined value.
#[test]
fn undefined_bits_keep_their_places() {
    let copied = |copy: &str, load: &str| {
        format!(
            "st.global.v2.u32 [%rd6], {{%r11, %r10}}; mov.u32 %r13, 4; mov.u32 %r14, 5; setp.eq.u32 %p3, %r4, %r4;
            cp.async.ca.shared.global [%r21], [%rd6], 8{copy}; cp.async.wait_all; {load} setp.eq.u32 %p2, %r12, 0; @%p2 mov.u32 %r12, 7;"
        )
    };
    let low = "ld.shared.u32 %r12, [%r21];";
    let high = "ld.shared.u32 %r12, [%r21+4];";
    let call = |low: &str, high: &str| {
        format!(
            "@%p1 mov.u32 %r10, 7; {{ .param .align 4 .b8 s[8]; .param .b32 y; st.param.b32 [s], {low}; st.param.b32 [s+4], {high};
            call (y), second, (s); ld.param.b32 %r12, [y]; }}"
        )
    };
    let again = |body: &str| {
        format!(
            "stacksave.u64 %rd9; alloca.u64 %rd5, 16; {body} stackrestore.u64 %rd9; alloca.u64 %rd5, 16;"
        )
    };
    let bulk = |word: &str| {
        format!(
            ".shared .align 8 .b64 bar; setp.ne.u32 %p2, %r4, 0; mov.u32 %r12, 7; @%p2 bra END;
            st.global.v2.u32 [%rd1+1024], {{%r11, %r11}}; st.global.v2.u32 [%rd1+1032], {{%r11, %r10}};
            mbarrier.init.shared::cta.b64 [bar], 1; mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16; add.u64 %rd7, %rd1, 1024;
            cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd7], 16, [bar];
            WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0; @!%p3 bra WAIT; ld.shared.u32 %r12, {word}; END:"
        )
    };
    let row = |lane: u32| {
        format!(
            "st.shared.v2.u32 [%r21], {{%r11, %r11}}; setp.{} %p2, %r22, {lane}; @%p2 mov.u32 %r13, %r20; bar.sync 0;
            ldmatrix.sync.aligned.m8n8.x1.shared.b16 {{%r12}}, [%r13]; setp.lt.u32 %p2, %r22, 40; @%p2 mov.u32 %r12, 7;",
            if lane == 8 { "lt.u32" } else { "ne.u32" }
        )
    };
    let cases = [
        // The guard of a computation.
        ("@%p1 setp.lt.u32 %p5, %r4, 0; mov.u32 %r12, 7; @%p5 mov.u32 %r12, 8;".to_string(), Err((5, "register `%p5`"))),
        // An asynchronous copy of a word that is defined, and of one that is not.
        (copied("", low), Ok(())),
        (copied("", high), Err((0, "register `%r10`"))),
        (copied(", %r13", high), Ok(())),
        (copied(", %r14", "ld.shared.u8 %r12, [%r21+5];"), Ok(())),
        (copied(", %r14", "ld.shared.u8 %r12, [%r21+4];"), Err((0, "register `%r10`"))),
        (copied(", %p3", high), Ok(())),
        (copied(", %p3", high).replace("setp.eq", "setp.ne"), Err((0, "register `%r10`"))),
        // A struct that is passed to a function, and the result of a recursive function.
        (call("%r10", "%r11"), Ok(())),
        (call("%r11", "%r10"), Err((5, "register `%r10`"))),
        (
            "{ .param .b32 x, y; st.param.b32 [x], %r4; call (y), counted, (x); ld.param.b32 %r12, [y]; }".into(),
            Err((0, "register `%none`")),
        ),
        // Rows of matrices: the addresses of lanes 0 to 7.
        (row(8), Ok(())),
        (row(7), Err((7, "register `%r13`"))),
        (row(6), Err((6, "register `%r13`"))),
        ("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r21], {%r10};".into(), Err((0, "register `%r10`"))),
        (
            "st.shared.v2.u32 [%r21], {%r11, %r10}; bar.sync 0; shr.u32 %r13, %r4, 5; shl.b32 %r13, %r13, 8; add.u32 %r13, %r13, %r20;
            shl.b32 %r14, %r22, 4; and.b32 %r14, %r14, 127; add.u32 %r13, %r13, %r14; mov.u32 %r15, 0x00070007;
            stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r13], {%r15}; bar.sync 0; add.u32 %r14, %r14, 12; ld.shared.u16 %rs1, [%r13+12];
            cvt.u32.u16 %r12, %rs1;"
                .into(),
            Ok(()),
        ),
        // A bulk copy.
        (bulk("[tile+8]"), Ok(())),
        (bulk("[tile+12]"), Err((0, "register `%r10`"))),
        // The size of an allocation.
        ("mov.u32 %r12, 7; alloca.u64 %rd5, %rd9;".into(), Err((0, "register `%rd9`"))),
        // The second element of a vector.
        ("st.local.u32 [loc+8], 7; st.local.u32 [loc+4], 7; ld.local.v2.u32 {%r11, %r12}, [loc+8];".into(), Err((0, "4 bytes at offset 12"))),
        ("st.local.u32 [loc+12], 7; st.local.u32 [loc+4], 7; ld.local.v2.u32 {%r11, %r12}, [loc+8];".into(), Ok(())),
        // The undefined sign of a halfword, and its lower byte.
        (
            "st.local.u8 [loc], 7; ld.local.s16 %r12, [loc]; shr.u32 %r12, %r12, 16; add.u32 %r12, %r12, 7; @!%p1 mov.u32 %r12, 7;
            setp.eq.u32 %p2, %r12, 7; @%p2 bra END; mov.u32 %r12, 7; END:"
                .into(),
            Err((0, "2 bytes at offset 0")),
        ),
        // An amount of a shift decides all bits.
        (
            "shl.b32 %r12, %r11, %r10; and.b32 %r12, %r12, 0x40000000; setp.eq.u32 %p2, %r12, 0; @%p2 bra END; mov.u32 %r12, 7; END:".into(),
            Err((0, "register `%r10`")),
        ),
        // Memory that was freed, undefined bits beside it, and undefined bits that move when the local memory grows.
        (again("st.local.u32 [%rd5], 7;") + "ld.local.u32 %r12, [%rd5];", Err((0, "4 bytes at offset 32"))),
        (again("@%p1 mov.u32 %r10, 7; st.local.u32 [loc+4], %r10;") + "ld.local.u32 %r12, [loc+4];", Err((5, "register `%r10`"))),
        ("@%p1 mov.u32 %r10, 7; st.local.u32 [loc+4], %r10; alloca.u64 %rd5, 300; ld.local.u32 %r12, [loc+4];".into(), Err((5, "register `%r10`"))),
        (again("st.global.v2.u32 [%rd6], {%r11, %r10};") + "ld.global.u32 %r12, [%rd6+4];", Err((0, "register `%r10`"))),
        // A block that started later reads what an earlier block has stored.
        (
            "setp.eq.u32 %p2, %r2, 1; @%p2 bra LATER; st.global.v2.u32 [%rd6], {%r11, %r10}; mov.u32 %r12, 7;
            WAIT: ld.volatile.global.u32 %r13, [%rd1+508]; setp.eq.u32 %p2, %r13, 0; @%p2 bra WAIT; ret;
            LATER: ld.global.u32 %r12, [%rd6+-508];"
                .into(),
            Err((64, "register `%r10`")),
        ),
        // Votes, of which lane 5 has no defined bit.
        ("@%p1 setp.lt.u32 %p5, %r22, 3; vote.sync.uni.pred %p2, %p5, -1; selp.u32 %r12, 8, 7, %p2;".into(), Ok(())),
        ("@%p1 setp.lt.u32 %p5, %r22, 99; vote.sync.uni.pred %p2, %p5, -1; mov.u32 %r12, 7; @%p2 bra END; st.global.u32 [%rd1], 1; END:".into(), Err((0, "register `%p5`"))),
        ("@%p1 setp.lt.u32 %p5, %r22, 3; vote.sync.ballot.b32 %r12, %p5, -1; and.b32 %r12, %r12, 0xffffffdf;".into(), Ok(())),
        (
            "@%p1 setp.lt.u32 %p5, %r22, 3; vote.sync.ballot.b32 %r12, %p5, -1; and.b32 %r12, %r12, 32; setp.eq.u32 %p2, %r12, 0;
            @%p2 bra END; mov.u32 %r12, 7; END:"
                .into(),
            Err((0, "register `%p5`")),
        ),
        ("match.all.sync.b32 %r12|%p2, %r11, -1; selp.u32 %r12, 7, 8, %p2;".into(), Ok(())),
        ("@%p1 mov.u32 %r10, 7; match.all.sync.b32 %r12|%p2, %r10, -1; mov.u32 %r12, 7; @%p2 bra END; st.global.u32 [%rd1], 1; END:".into(), Err((0, "register `%r10`"))),
        // Lane 5 of the second warp has an undefined part of B, which reaches column 1 of D.
        (
            "setp.ne.u32 %p1, %r4, 37; @%p1 mov.u32 %r10, 0; mov.b32 %r15, 0x3c003c00; mov.f32 %f5, 0f00000000; mov.u32 %r12, 7;
            mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r15, %r15}, {%r10}, {%f5, %f5, %f5, %f5}; setp.gt.f32 %p2, %f2, %f5; mov.u32 %r12, 7; @%p2 bra END; st.global.u32 [%rd1], 1; END:"
                .into(),
            Err((32, "register `%r10`")),
        ),
    ];
    for (body, expected) in cases {
        let found = traced(&body).map(|words| assert_eq!(words, [7; 128], "{body}"));
        assert_eq!(found, expected.map_err(|(thread, what)| (thread, what.to_string())), "{body}");
    }
}

#[test]
fn fragments_are_defined_as_a_whole() {
    let list = (1..9).map(|i| format!("%f{i}")).collect::<Vec<_>>().join(", ");
    let load = format!("wmma.load.c.sync.aligned.row.m16n16k16.global.f32 {{{list}}}, [%rd1], ");
    let store = format!("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], {{{list}}}, ");
    let end = "st.global.f32 [%rd6], %f1; mov.u32 %r12, 7;";
    let one = |operand: &str| Err((0, format!("register `{operand}`")));
    for (body, expected) in [
        (format!("mov.u32 %r13, 16; {load} %r13; {end}"), Ok(())),
        (format!("{load} %r10; {end}"), one("%r10")),
        (format!("{load} %r13; {end}").replace("[%rd1]", "[%rd9]"), one("%rd9")),
        (format!("mov.u32 %r13, 16; {load} %r13; bar.sync 0; {store} %r10; {end}"), one("%r10")),
        (format!("mov.u32 %r13, 16; {store} %r13; {end}"), one("%f1")),
    ] {
        let found = traced(&body).map(|_| ());
        assert_eq!(found, expected, "{body}");
    }
}
