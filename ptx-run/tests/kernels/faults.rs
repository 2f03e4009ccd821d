//! Tests the kinds and texts of faults, and that the memory after a fault is the same as before the launch.

use crate::support::{INDEX, REGISTERS, launch, module};
use ptx_run::{Argument, FaultKind, Grid, Memory, Options};

/// Launches a kernel that stores to the first buffer and then runs `operation`, which is in line 6. Checks that the
/// buffer has its contents from before the launch. Returns the fault.
fn fault(operation: &str) -> ptx_run::Fault {
    let text = format!(
        ".visible .entry faulty(.param .u64 p, .param .u64 q) {{ {REGISTERS} {INDEX}
            ld.param.u64 %rd7, [q]; st.global.u32 [%rd2], %r1;
            {operation}
            ret;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[5_u32; 64]);
    let fixed = memory.add_bytes(vec![0; 8], true);
    let arguments = [out.into(), fixed.into()];
    let fault = launch(&text, Grid::new(2, 32), &arguments, &mut memory, &Options::default());
    assert_eq!(memory.read::<u32>(out), [5; 64], "{operation}");
    fault.unwrap_err()
}

#[test]
fn faults_name_the_first_thread_and_keep_the_memory() {
    let outside = "`ld.global.u32`: out of bounds: reads 4 bytes at offset";
    let cases = [
        (
            "ld.global.u32 %r5, [%rd2+168];",
            FaultKind::OutOfBounds,
            format!("{outside} 256 of the buffer of parameter 0 (256 bytes)"),
            "block (0,0,0), thread (22,0,0)",
        ),
        (
            "ld.global.u32 %r5, [%rd2+-4];",
            FaultKind::OutOfBounds,
            format!("{outside} -4 of the buffer of parameter 0 (256 bytes)"),
            "block (0,0,0), thread (0,0,0)",
        ),
        (
            "st.global.u16 [%rd2+1], %r1;",
            FaultKind::Misaligned,
            "`st.global.u16`: misaligned: writes 2 bytes at offset 1 of the buffer of parameter 0 (256 bytes)".into(),
            "block (0,0,0), thread (0,0,0)",
        ),
        (
            "setp.gt.u32 %p1, %r1, 8; @%p1 st.global.u8 [%rd7], 1;",
            FaultKind::ReadOnly,
            "`st.global.u8`: read-only: writes 1 byte at offset 0 of the buffer of parameter 1 (8 bytes)".into(),
            "block (0,0,0), thread (9,0,0)",
        ),
        (
            "setp.eq.u32 %p1, %r1, 33; @%p1 trap;",
            FaultKind::Trap,
            "`trap`: the kernel stopped itself".into(),
            "block (1,0,0), thread (1,0,0)",
        ),
        (
            "mov.u64 %rd8, 4; ld.u32 %r5, [%rd8];",
            FaultKind::OutOfBounds,
            "`ld.u32`: out of bounds: reads 4 bytes at address 0x4, near the null pointer".into(),
            "block (0,0,0), thread (0,0,0)",
        ),
        (
            "ld.global.v2.u32 {%r5, %r6}, [%rd2+4];",
            FaultKind::Misaligned,
            "`ld.global.v2.u32`: misaligned: reads 8 bytes at offset 4 of the buffer of parameter 0 (256 bytes)".into(),
            "block (0,0,0), thread (0,0,0)",
        ),
    ];
    for (operation, kind, text, place) in cases {
        let fault = fault(operation);
        assert_eq!(fault.to_string(), format!("test.ptx:6: {text}; kernel `faulty`, {place}"));
        assert_eq!(fault.kind, kind);
    }
}

#[test]
fn a_limit_bounds_the_instructions_of_each_thread() {
    let text = format!(
        ".visible .entry endless(.param .u64 p) {{ {REGISTERS} {INDEX}
            setp.ne.u32 %p1, %r1, 5;
            @%p1 exit;
        LOOP: add.u32 %r5, %r5, 1;
            bra LOOP;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 32]);
    let options = Options::default().max_steps(1000);
    let fault = launch(&text, Grid::new(1, 32), &[out.into()], &mut memory, &options).unwrap_err();
    assert_eq!((fault.kind, fault.thread), (FaultKind::Limit, Some([5, 0, 0])));
    assert_eq!(fault.message, "a thread ran more than 1000 instructions");
}

#[test]
fn arguments_are_checked_before_the_first_thread() {
    let text =
        ".visible .entry k(.param .f32 a, .param .u64 x, .param .b32 b) .reqntid 32 { ret; }";
    let launch = |threads, arguments: &[Argument]| {
        let grid = Grid::new(1, threads);
        let launched = launch(text, grid, arguments, &mut Memory::new(), &Options::default());
        launched.map(|_| ()).map_err(|fault| (fault.is_callers(), fault.message.clone()))
    };
    let null = Argument::null;
    assert_eq!(launch(32, &[1.0f32.into(), null(), 1_u32.into()]), Ok(()));
    let refused = |message: &str| Err((true, message.to_string()));
    assert_eq!(
        launch(32, &[1_u32.into(), null(), 1_u32.into()]),
        refused("expected `.f32` for parameter 0 (`a`), found a `.u32`")
    );
    assert_eq!(
        launch(32, &[1.0f32.into(), 1_u32.into(), 1_u32.into()]),
        refused("expected `.u64` for parameter 1 (`x`), found a `.u32`")
    );
    assert_eq!(
        launch(32, &[1.0f32.into()]),
        refused("expected 3 arguments, found 1: `.u64` for parameter 1 (`x`) is missing")
    );
    assert_eq!(
        launch(64, &[1.0f32.into(), null(), 1_u32.into()]),
        refused("`.reqntid` demands blocks of (32,1,1) threads, found (64,1,1)")
    );
    assert_eq!(
        launch(1025, &[1.0f32.into(), null(), 1_u32.into()]),
        refused("expected 1 to 1024 threads in x, found 1025")
    );
}

#[test]
fn an_unknown_kernel_lists_the_known() {
    let error = module(".entry one(.param .u32 a) { ret; } .entry two() { ret; }").kernel("twp");
    let text = "test.ptx: no kernel `twp`\nnote: two()\nnote: one(.param .u32 a)\n\
                help: did you mean `two`?";
    assert_eq!(error.unwrap_err().to_string(), text.replace(".param .", "."));
}

#[test]
fn recursion_is_refused() {
    let text = ".func f() { call g; ret; } .func g() { call f; ret; } .entry k() { call f; ret; }";
    let error = module(text).kernel("k").unwrap_err();
    assert_eq!(error.to_string(), "test.ptx:4:45: `f` calls itself, which is not supported");
}

/// Runs a kernel with `Options::strict` in two blocks of 64 threads. The body starts at line 5.
fn strict(body: &str) -> Result<ptx_run::Report, ptx_run::Fault> {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} .shared .align 16 .b8 s[256];\n{body} }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 64]);
    launch(&text, Grid::new(2, 64), &[out.into()], &mut memory, &Options::default().strict(true))
}

#[test]
fn strict_rules_find_reads_of_uninitialised_shared_memory() {
    let place = "mov.u32 %r10, s; shl.b32 %r11, %r4, 2; add.u32 %r10, %r10, %r11;";
    let most = "setp.ne.u32 %p1, %r4, 37; @%p1 st.shared.u32 [%r10], %r4; bar.sync 0;";
    let cases = [
        (format!("{place} {most}\nld.shared.u32 %r12, [%r10];"), "reads 4 bytes", 148, 37),
        (
            format!("{place} {most}\nld.shared.v2.u32 {{%r12, %r13}}, [s+144];"),
            "reads 8 bytes",
            144,
            0,
        ),
        (format!("{place} {most}\natom.shared.add.u32 %r12, [%r10], 1;"), "reads 4 bytes", 148, 37),
        (
            "st.shared.u16 [s], 1; bar.sync 0;\nld.shared.u32 %r12, [s];".to_string(),
            "reads 4 bytes",
            0,
            0,
        ),
        ("\nld.shared.u8 %r12, [s+255];".into(), "reads 1 byte at", 255, 0),
    ];
    for (body, access, offset, thread) in cases {
        let fault = strict(&format!("{body} ret;")).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Uninitialised, "{fault}");
        assert_eq!(fault.place, Some(("test.ptx".into(), 6)));
        assert_eq!((fault.block, fault.thread), (Some([0; 3]), Some([thread, 0, 0])));
        let place = format!("offset {offset} of shared memory (256 bytes), which nothing wrote");
        assert!(fault.message.contains(access) && fault.message.contains(&place), "{fault}");
    }
    // All bytes that the kernels read were written: by a store, by an atomic after a store, and by an
    // asynchronous copy.
    let copied = "setp.gt.u32 %p1, %r4, 15; @%p1 bra DONE; shl.b32 %r11, %r4, 4; mov.u32 %r10, s;
        add.u32 %r10, %r10, %r11; cvt.u64.u32 %rd5, %r11; add.u64 %rd5, %rd1, %rd5;
        cp.async.ca.shared.global [%r10], [%rd5], 16; cp.async.wait_all;
        DONE: bar.sync 0; ld.shared.u32 %r12, [s+252]; ret;";
    let stored = format!(
        "{place} st.shared.u32 [%r10], %r4; atom.shared.add.u32 %r12, [%r10], 1; bar.sync 0;
        ld.shared.v4.u32 {{%r12, %r13, %r14, %r15}}, [s+240]; ret;"
    );
    for body in [copied, &stored] {
        strict(body).unwrap_or_else(|fault| panic!("{fault}"));
    }
}
