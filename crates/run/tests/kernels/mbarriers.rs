//! Tests `mbarrier`: phases, arrivals, expected bytes, waits, deadlocks and faults.

use crate::support::{INDEX, REGISTERS};
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options, Report};

/// Runs a kernel for sm_90 with a buffer `p` that has a word for each thread, and an object at `bar`. Thread 0 creates
/// the object for `count` arrivals.
fn run(count: u32, body: &str, grid: Grid, options: &Options) -> Result<(Vec<u32>, Report), Fault> {
    let text = format!(
        ".version 8.0\n.target sm_90\n.address_size 64\n
        .visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} .shared .b64 bar; .shared .b32 s[128];
            setp.eq.u32 %p1, %r4, 0; shl.b32 %r5, %r4, 2; mov.u32 %r6, s; add.u32 %r5, %r5, %r6; mov.u32 %r30, 0;
            @%p1 mbarrier.init.shared::cta.b64 [bar], {count}; bar.sync 0;\n{body}\n
            st.global.u32 [%rd2], %r30; ret; }}"
    );
    let kernel = Module::new("test.ptx", &text).unwrap().kernel("k").unwrap();
    let threads: u32 = grid.blocks.iter().chain(&grid.threads).product();
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u32; threads as usize]);
    let report = kernel.launch(grid, &[out.into()], &mut memory, options)?;
    Ok((memory.read(out), report))
}

fn words(count: u32, body: &str, grid: Grid) -> Vec<u32> {
    run(count, body, grid, &Options::default()).unwrap_or_else(|fault| panic!("{fault}")).0
}

fn fault(count: u32, body: &str, threads: u32) -> Fault {
    run(count, body, Grid::new(1, threads), &Options::default()).unwrap_err()
}

/// Waits for the phase with the parity in `%r20`.
const WAIT: &str =
    "{ wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], %r20; @!%p2 bra.uni wait; }";

#[test]
fn a_wait_defines_its_predicate_and_needs_a_defined_phase() {
    let arrive = "mbarrier.arrive.shared::cta.b64 _, [bar];";
    let strict = Options::default().strict(true);
    let body = format!("{arrive} mov.u32 %r20, 0; {WAIT} mov.u32 %r30, 7;");
    let (found, _) = run(64, &body, Grid::new(1, 64), &strict).unwrap();
    assert_eq!(found, [7; 64]);
    let fault = run(64, &format!("{arrive} {WAIT}"), Grid::new(1, 64), &strict).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Uninitialised, "{fault}");
    assert!(fault.message.contains("register `%r20`"), "{fault}");
}

#[test]
fn every_thread_sees_the_writes_of_a_phase() {
    // Each thread adds what another thread wrote in each of four phases.
    let body = format!(
        "mov.u32 %r20, 0; mov.u32 %r21, 0; xor.b32 %r22, %r4, 16; shl.b32 %r22, %r22, 2; add.u32 %r22, %r22, %r6;
         round: add.u32 %r23, %r4, %r21; st.shared.u32 [%r5], %r23;
         mbarrier.arrive.shared::cta.b64 _, [bar]; {WAIT}
         xor.b32 %r20, %r20, 1; ld.shared.u32 %r24, [%r22]; add.u32 %r30, %r30, %r24;
         mbarrier.arrive.shared::cta.b64 %rd9, [bar];
         again: mbarrier.test_wait.shared::cta.b64 %p3, [bar], %rd9; @!%p3 bra again;
         xor.b32 %r20, %r20, 1; add.u32 %r21, %r21, 100; setp.lt.u32 %p4, %r21, 400; @%p4 bra round;"
    );
    let expected: Vec<u32> = (0..3 * 64).map(|i| 4 * ((i % 64) ^ 16) + 600).collect();
    assert_eq!(words(64, &body, Grid::new(3, 64)), expected);
    for seed in 0..20 {
        let options = Options::default().races(true).shuffle(seed);
        let (found, report) = run(64, &body, Grid::new(1, 64), &options).unwrap();
        assert_eq!(found, expected[..64]);
        assert_eq!(report.races, []);
    }
    // Without the second barrier, a thread overwrites what another thread has not read.
    let mutant = body.replace(
        "again: mbarrier.test_wait.shared::cta.b64 %p3, [bar], %rd9; @!%p3 bra again;",
        "",
    );
    let found = run(64, &mutant, Grid::new(1, 64), &Options::default().races(true).shuffle(1));
    assert!(found.is_err() || found.is_ok_and(|(_, report)| !report.races.is_empty()));
}

#[test]
fn a_wait_ends_when_its_phase_has_completed() {
    // After `init`, the phase with parity 1 counts as completed, and the phase with parity 0 does not.
    let test = |parity: u32| {
        format!(
            "mbarrier.test_wait.parity.shared::cta.b64 %p2, [bar], {parity}; selp.u32 %r30, 1, 0, %p2;"
        )
    };
    assert_eq!(words(1, &test(1), Grid::new(1, 1)), [1]);
    assert_eq!(words(1, &test(0), Grid::new(1, 1)), [0]);
    let arrive = "mbarrier.arrive.shared::cta.b64 _, [bar];";
    assert_eq!(words(1, &format!("{arrive} {}", test(0)), Grid::new(1, 1)), [1]);
    assert_eq!(words(1, &format!("{arrive} {}", test(1)), Grid::new(1, 1)), [0]);
    assert_eq!(words(1, &format!("{arrive} {arrive} {}", test(1)), Grid::new(1, 1)), [1]);
    // The state of an arrival names phase 0, which a second arrival completes.
    let body = "mbarrier.arrive.shared::cta.b64 %rd9, [bar]; mbarrier.test_wait.shared::cta.b64 %p2, [bar], %rd9;
        mbarrier.arrive.shared::cta.b64 _, [bar]; mbarrier.test_wait.shared::cta.b64 %p3, [bar], %rd9;
        selp.u32 %r30, 10, 0, %p2; @%p3 add.u32 %r30, %r30, 1;";
    assert_eq!(words(2, body, Grid::new(1, 1)), [1]);
    // Two arrivals in one instruction complete two phases of one arrival.
    assert_eq!(
        words(
            2,
            &format!("mbarrier.arrive.shared::cta.b64 _, [bar], 2; {}", test(0)),
            Grid::new(1, 1)
        ),
        [1]
    );
}

#[test]
fn a_state_names_its_phase_and_the_pending_count() {
    let body = "mbarrier.arrive.noComplete.shared::cta.b64 %rd9, [bar], 2;
        mbarrier.arrive.shared::cta.b64 %rd10, [bar]; mbarrier.pending_count.b64 %r21, %rd9;
        mbarrier.pending_count.b64 %r22, %rd10; mad.lo.u32 %r30, %r21, 100, %r22;";
    assert_eq!(words(5, body, Grid::new(1, 1)), [503]);
    // `arrive_drop` removes the arrival from later phases: the second phase needs 2 arrivals.
    let body = "mbarrier.arrive_drop.shared::cta.b64 _, [bar]; mbarrier.arrive.shared::cta.b64 _, [bar], 2;
        mbarrier.arrive.shared::cta.b64 %rd9, [bar]; mbarrier.pending_count.b64 %r30, %rd9;";
    assert_eq!(words(3, body, Grid::new(1, 1)), [2]);
    // Without `.noinc`, the arrival of copies is one that the phase did not expect.
    let body = "cp.async.mbarrier.arrive.shared::cta.b64 [bar]; mbarrier.arrive.shared::cta.b64 %rd9, [bar];
        mbarrier.pending_count.b64 %r30, %rd9;";
    assert_eq!(words(3, body, Grid::new(1, 1)), [3]);
}

#[test]
fn an_object_has_a_generic_address() {
    let body = "mov.u64 %rd5, bar; cvta.shared.u64 %rd5, %rd5; mbarrier.arrive.noComplete.b64 %rd9, [%rd5], 2;
        mbarrier.arrive.b64 %rd9, [%rd5]; mbarrier.pending_count.b64 %r30, %rd9;";
    assert_eq!(words(5, body, Grid::new(2, 1)), [3; 2]);
    let found = fault(5, "mbarrier.arrive.b64 %rd9, [%rd1];", 1);
    assert_eq!(found.kind, FaultKind::OutOfBounds);
    assert!(found.message.ends_with("is not in shared memory"), "{found}");
}

#[test]
fn expected_bytes_are_waited_for() {
    let body = "mbarrier.expect_tx.shared::cta.b64 [bar], 16; mbarrier.arrive.shared::cta.b64 _, [bar];
        mbarrier.test_wait.parity.shared::cta.b64 %p2, [bar], 0; mbarrier.complete_tx.shared::cta.b64 [bar], 16;
        mbarrier.test_wait.parity.shared::cta.b64 %p3, [bar], 0; selp.u32 %r30, 10, 0, %p2; @%p3 add.u32 %r30, %r30, 1;";
    assert_eq!(words(1, body, Grid::new(1, 1)), [1]);
}

#[test]
fn counts_reach_their_limits() {
    let most = 1_048_575;
    let arrive = |count: u32| {
        format!(
            "mov.u32 %r21, {count}; mbarrier.arrive.shared::cta.b64 %rd9, [bar], %r21; mov.u32 %r30, 7;"
        )
    };
    assert_eq!(words(most, &arrive(most), Grid::new(1, 1)), [7]);
    for count in [0, most + 1] {
        let found = fault(most, &arrive(count), 1).to_string();
        let expected = format!("{count} arrivals: the number must be 1 to {most}");
        assert!(found.contains(&expected), "{found}");
    }
    let body = "mbarrier.expect_tx.shared::cta.b64 [bar], 1048575; mov.u32 %r30, 7;";
    assert_eq!(words(2, body, Grid::new(1, 1)), [7]);
}

#[test]
fn expected_bytes_delay_the_end_of_a_phase() {
    let body = format!(
        "mov.u32 %r20, 0; @!%p1 bra others;
         mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 96;
         mbarrier.complete_tx.shared::cta.b64 [bar], 32; st.shared.u32 [s], 7;
         mbarrier.test_wait.parity.shared::cta.b64 %p3, [bar], 0; selp.u32 %r30, 100, 0, %p3;
         mbarrier.expect_tx.shared::cta.b64 [bar], 64; mbarrier.complete_tx.shared::cta.b64 [bar], 128;
         others: {WAIT} ld.shared.u32 %r21, [s]; add.u32 %r30, %r30, %r21;"
    );
    assert_eq!(words(1, &body, Grid::new(2, 64)), [7; 128]);
    // A copy may end before `expect_tx`: the count is negative for a while.
    let body = format!(
        "mov.u32 %r20, 0; mbarrier.complete_tx.shared::cta.b64 [bar], 16;
         mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16; {WAIT} mov.u32 %r30, 1;"
    );
    assert_eq!(words(1, &body, Grid::new(1, 1)), [1]);
}

#[test]
fn a_wait_that_cannot_end_is_a_deadlock() {
    let expect = |bytes: u32| {
        format!(
            "mov.u32 %r20, 0; @%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], {bytes};\n{WAIT}"
        )
    };
    let found = fault(1, &expect(48), 64);
    assert_eq!(found.kind, FaultKind::Deadlock);
    assert_eq!(
        found.to_string(),
        "test.ptx:9: `mbarrier.try_wait.parity.shared::cta.b64`: deadlock: every thread that has not exited waits for \
         another; kernel `k`, block (0,0,0), thread (0,0,0)\n\
         note: line 9: `mbarrier.try_wait.parity.shared::cta.b64`: 64 threads wait, the first is (0,0,0): phase 0 of the \
         mbarrier at offset 0 of shared memory (520 bytes) has not completed: 0 arrivals of 1 and 48 bytes are pending"
    );
    // Mutants of a correct kernel: a wrong parity, and too few arrivals.
    let right = format!("mov.u32 %r20, 0; mbarrier.arrive.shared::cta.b64 _, [bar];\n{WAIT}");
    assert_eq!(words(64, &right, Grid::new(1, 64)), [0; 64]);
    let wrong = right.replace("%r20, 0", "%r20, 1").replace(
        "_, [bar];",
        &format!("_, [bar]; {WAIT}")
            .replace("wait:", "first:")
            .replace("bra.uni wait", "bra.uni first"),
    );
    assert_eq!(fault(64, &wrong, 64).kind, FaultKind::Deadlock);
    let found = fault(65, &right, 64);
    assert!(found.notes[0].ends_with("1 arrival of 65 and 0 bytes are pending"), "{found}");
}

#[test]
fn a_wait_in_vain_returns_false() {
    // The thread polls before it arrives itself. No other thread can complete the phase in the meantime.
    let body = "mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; selp.u32 %r30, 100, 1, %p2;
        mbarrier.arrive.shared::cta.b64 _, [bar]; mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0;
        @%p2 add.u32 %r30, %r30, 10;";
    assert_eq!(words(1, body, Grid::new(1, 1)), [11]);
}

#[test]
fn an_object_is_opaque() {
    let cases = [
        (
            "ld.shared.b64 %rd9, [bar];",
            "opaque: reads 8 bytes at offset 0 of shared memory (520 bytes), where an mbarrier is",
        ),
        (
            "st.shared.u8 [bar+7], 0;",
            "opaque: writes 1 byte at offset 7 of shared memory (520 bytes), where an mbarrier is",
        ),
        (
            "mbarrier.init.shared::cta.b64 [s], 1; mbarrier.inval.shared::cta.b64 [s]; ld.shared.b64 %rd9, [bar];",
            "opaque: reads 8 bytes at offset 0 of shared memory (520 bytes), where an mbarrier is",
        ),
        ("mbarrier.init.shared::cta.b64 [bar], 1;", "an mbarrier already exists at offset 0"),
        (
            "mbarrier.inval.shared::cta.b64 [bar]; mbarrier.arrive.shared::cta.b64 _, [bar];",
            "no mbarrier at offset 0",
        ),
        ("mbarrier.arrive.shared::cta.b64 _, [s];", "no mbarrier at offset 8"),
        ("mbarrier.arrive.shared::cta.b64 _, [bar+4];", "misaligned: the mbarrier at offset 4"),
        (
            "mbarrier.arrive.shared::cta.b64 _, [bar], 3;",
            "3 arrivals at an mbarrier whose phase 0 expects 2 more",
        ),
        (
            "mbarrier.arrive.noComplete.shared::cta.b64 %rd9, [bar], 2;",
            "the arrival with `.noComplete` completes the phase",
        ),
        (
            "mbarrier.expect_tx.shared::cta.b64 [bar], 1048576;",
            "the phase expects 1048576 bytes, which exceeds the range of ±1048575",
        ),
        (
            "mbarrier.init.shared::cta.b64 [s], 0;",
            "an mbarrier of 0 arrivals: the number must be 1 to 1048575",
        ),
    ];
    for (body, what) in cases {
        let found = fault(2, body, 1).to_string();
        assert!(found.contains(what), "{body}: {found}");
    }
    assert_eq!(
        words(
            2,
            "mbarrier.inval.shared::cta.b64 [bar]; st.shared.u64 [bar], 5; ld.shared.u32 %r30, [bar];",
            Grid::new(1, 1)
        ),
        [5]
    );
}

#[test]
fn copies_arrive_before_the_phase_ends() {
    let body = format!(
        "mov.u32 %r20, 0; add.u32 %r21, %r4, 5; st.global.u32 [%rd2], %r21;
         cp.async.ca.shared.global [%r5], [%rd2], 4; cp.async.mbarrier.arrive.noinc.shared::cta.b64 [bar]; {WAIT}
         xor.b32 %r22, %r5, 4; ld.shared.u32 %r30, [%r22];"
    );
    let expected: Vec<u32> = (0..64).map(|thread| (thread ^ 1) + 5).collect();
    assert_eq!(words(64, &body, Grid::new(1, 64)), expected);
    // Without `.noinc` each thread also arrives itself.
    let body = body.replace(
        ".noinc.shared::cta.b64 [bar];",
        ".shared::cta.b64 [bar]; mbarrier.arrive.shared::cta.b64 _, [bar];",
    );
    assert_eq!(words(64, &body, Grid::new(1, 64)), expected);
}
