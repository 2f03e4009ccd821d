//! Tests the kinds and texts of faults, and that the memory after a fault is the same as before the launch.

use crate::support::{INDEX, REGISTERS, launch, module};
use ptx_run::{Argument, Counter, Fault, FaultKind, Grid, Memory, Options, Report};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

/// Launches a kernel that stores to the first buffer and then runs `operation`, which is in line 6. Checks that the
/// buffer has its contents from before the launch. Returns the fault.
fn fault(operation: &str) -> Fault {
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
fn a_missing_size_of_shared_memory_is_named_where_it_matters() {
    for (access, has_note) in
        [("st.shared.u32 [tile], 1;", true), ("st.global.u32 [%rd1+64], 1;", false)]
    {
        let text = format!(
            ".extern .shared .b32 tile[];
            .visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} mov.u32 %r5, tile; {access} ret; }}"
        );
        let mut memory = Memory::new();
        let out = memory.add(&[0_u32; 16]);
        let options = Options::default();
        let fault = launch(&text, Grid::new(1, 1), &[out.into()], &mut memory, &options);
        let fault = fault.unwrap_err();
        assert_eq!(fault.kind, FaultKind::OutOfBounds);
        assert_eq!(
            fault.notes.iter().any(|note| note.contains("dynamic shared memory")),
            has_note,
            "{fault}"
        );
    }
}

#[test]
fn wrong_addresses_of_all_lanes_are_faults() {
    let (outside, misaligned) = (FaultKind::OutOfBounds, FaultKind::Misaligned);
    for (access, kind) in [
        ("mov.u32 %r5, -1; st.shared.u8 [%r5], 1;", outside),
        ("shl.b32 %r5, %r4, 3; add.u32 %r5, %r5, %r6; st.shared.u32 [%r5+1], 1;", misaligned),
        ("ld.shared.u32 %r7, [%r6+3];", misaligned),
        (
            "shl.b32 %r5, %r4, 1; cvt.u64.u32 %rd8, %r5; sub.u64 %rd8, %rd1, %rd8; ld.global.u8 %r7, [%rd8+-1];",
            outside,
        ),
        (
            "mov.u64 %rd8, 0x100000000; add.u64 %rd8, %rd1, %rd8; ld.global.u32 %r7, [%rd8];",
            outside,
        ),
        ("mov.u64 %rd8, 4; ld.u32 %r7, [%rd8];", outside),
    ] {
        let found = fault(&format!(".shared .align 8 .b8 tile[1024]; mov.u32 %r6, tile; {access}"));
        assert_eq!(found.kind, kind, "{access}: {found}");
    }
}

#[test]
fn a_directive_limits_the_threads_of_a_block() {
    let launched = |threads: u32| {
        let text = ".visible .entry k() .maxntid 64 { ret; }";
        launch(text, Grid::new(1, threads), &[], &mut Memory::new(), &Options::default())
    };
    assert!(launched(63).is_ok() && launched(64).is_ok());
    let fault = launched(65).unwrap_err();
    assert!(fault.is_callers());
    assert!(fault.message.contains("`.maxntid` allows 64 threads in a block, found 65"), "{fault}");
}

#[test]
fn a_counter_counts_the_blocks_that_ended() {
    let text = ".visible .entry k() { .reg .pred %p; .reg .b32 %r; mov.u32 %r, %ctaid.x; setp.eq.u32 %p, %r, 9; @%p trap; ret; }";
    for jobs in [1, 3] {
        for (blocks, is_done) in [(7, true), (10, false)] {
            let counter = Counter::default();
            let options = Options::default().jobs(jobs).counter(&counter);
            let kernel = module(text).kernel("k").unwrap();
            let done = kernel.launch(Grid::new(blocks, 2), &[], &mut Memory::new(), &options);
            assert_eq!((done.is_ok(), counter.blocks() == u64::from(blocks)), (is_done, is_done));
        }
    }
    let options = Options::default().stop_if(|| false);
    assert_eq!(options, options.clone());
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

/// Launches four blocks of 1024 threads. Block number `endless` runs `step` in an endless loop. Checks that a launch with
/// a fault does not change the memory.
fn endless(step: &str, endless: u32, options: &Options) -> Result<Report, Fault> {
    let text = format!(
        ".visible .entry k(.param .u64 p, .param .u32 endless) {{ {REGISTERS}
            ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [endless]; mov.u32 %r2, %ctaid.x;
            mul.wide.u32 %rd2, %r2, 4; add.u64 %rd2, %rd1, %rd2; st.global.u32 [%rd2], 1;
            setp.ne.u32 %p1, %r1, %r2; @%p1 exit;
        LOOP: {step}
            bra LOOP;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 4]);
    let kernel = module(&text).kernel("k").unwrap();
    // Without the check for progress, an endless loop is no deadlock.
    let options = &options.clone().check_progress_after(u64::MAX);
    let result =
        kernel.launch(Grid::new(4, 1024), &[out.into(), endless.into()], &mut memory, options);
    assert_eq!(memory.read::<u32>(out), [u32::from(result.is_ok()); 4]);
    result
}

/// Tests endless loops in the first batch of blocks, in a later batch on the first core, and on the second core. The
/// blocks of the kernel with `atom` run one after the other.
#[test]
fn another_thread_stops_endless_threads() {
    for step in ["", "bar.sync 0;", "atom.global.add.u32 %r3, [%rd1], 1;"] {
        for (block, jobs) in [(0, 1), (3, 1), (0, 2), (1, 2), (3, 2)] {
            let calls = Arc::new(AtomicU32::new(0));
            let stop = Arc::new(AtomicU32::new(u32::MAX));
            let condition = {
                let (calls, stop) = (Arc::clone(&calls), Arc::clone(&stop));
                move || calls.fetch_add(1, Ordering::Relaxed) >= stop.load(Ordering::Relaxed)
            };
            let options = Options::default().max_steps(0).jobs(jobs).stop_if(condition);
            let fault = thread::scope(|scope| {
                let launched = scope.spawn(|| endless(step, block, &options).unwrap_err());
                while calls.load(Ordering::Relaxed) < 5 {
                    thread::yield_now();
                }
                stop.store(0, Ordering::Relaxed);
                launched.join().unwrap()
            });
            assert_eq!(fault.kind, FaultKind::Stopped);
            assert_eq!(fault.to_string(), "the launch was stopped; kernel `k`");
        }
    }
}

/// Tests a condition that is true once, and only on the thread that launches. On two cores, this thread waits for the
/// other core, which runs the endless block.
#[test]
fn a_condition_that_is_true_once_stops_every_core() {
    for jobs in [1, 2] {
        let calls = AtomicU32::new(0);
        let caller = thread::current().id();
        let condition =
            move || thread::current().id() == caller && calls.fetch_add(1, Ordering::Relaxed) == 3;
        let options = Options::default().max_steps(0).jobs(jobs).stop_if(condition);
        assert_eq!(endless("", 3, &options).unwrap_err().kind, FaultKind::Stopped);
    }
}

#[test]
fn a_condition_that_is_never_true_changes_no_result() {
    for jobs in [1, 2] {
        let options = Options::default().jobs(jobs);
        let report = endless("", 4, &options.clone().stop_if(|| false)).unwrap();
        assert_eq!(report, endless("", 4, &options).unwrap());
    }
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
