//! Tests that the threads of a block can wait for other blocks, and that threads that wait forever are a fault.

use crate::support::{INDEX, REGISTERS, launch};
use ptx_run::{Fault, FaultKind, Grid, Memory, Options, Report};
use test_support::is_full;

/// Launches a kernel whose body starts at line 5. Its buffer has a zero word for each thread, and 32 additional words.
fn run(body: &str, grid: Grid, options: &Options) -> Result<(Report, Vec<u32>), Fault> {
    let text = format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}\n{body} }}");
    let count: u32 = grid.blocks.iter().chain(&grid.threads).product();
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u32; count as usize + 32]);
    let report = launch(&text, grid, &[out.into()], &mut memory, options)?;
    Ok((report, memory.read(out)))
}

/// Returns options with which waiting blocks are suspended early, so that the tests end sooner.
fn early() -> Options {
    Options::default().check_progress_after(1000)
}

/// A kernel body in which each thread waits until the first word of the buffer is at least the number of threads in
/// later blocks. Then the thread adds 1 to the first word.
const LAST_FIRST: &str = "
    mov.u32 %r10, %nctaid.x; sub.u32 %r10, %r10, %r2; sub.u32 %r10, %r10, 1;
    mul.lo.u32 %r10, %r10, %r3;
WAIT:
    ld.volatile.global.u32 %r11, [%rd1];
    setp.lt.u32 %p1, %r11, %r10; @%p1 bra WAIT;
    atom.global.add.u32 %r12, [%rd1], 1;
    st.global.u32 [%rd2+128], %r12; ret;";

#[test]
fn blocks_wait_for_later_blocks() {
    for threads in [1, 96] {
        let (_, words) = run(LAST_FIRST, Grid::new(4, threads), &early()).unwrap();
        // The last block finishes first, so its threads get the lowest numbers.
        let expected: Vec<u32> =
            (0..4).rev().flat_map(|block| block * threads..(block + 1) * threads).collect();
        assert_eq!(words[32..], expected);
    }
    let options = early().shuffle(1).races(true);
    let (report, words) = run(LAST_FIRST, Grid::new(2, 32), &options).unwrap();
    assert_eq!(words[0], 64);
    assert!(report.races.is_empty(), "{:?}", report.races);
}

/// Tests the results of a kernel whose blocks all wait for each other twice. Between the two waits, thread i reads the
/// word that thread 319 - i wrote before the first wait.
#[test]
fn a_barrier_of_the_grid() {
    let barrier = |until: u32| {
        format!(
            "bar.sync 0; setp.ne.u32 %p1, %r4, 0; @%p1 bra DONE{until};
            membar.gl; atom.global.add.u32 %r10, [%rd1], 1;
            WAIT{until}: ld.volatile.global.u32 %r11, [%rd1];
            setp.lt.u32 %p2, %r11, {until}; @%p2 bra WAIT{until}; membar.gl;
            DONE{until}: bar.sync 0;"
        )
    };
    let body = format!(
        "add.u32 %r20, %r1, 100; st.global.u32 [%rd2+128], %r20; {}
        sub.u32 %r21, 319, %r1; mul.wide.u32 %rd5, %r21, 4; add.u64 %rd5, %rd5, %rd1;
        ld.global.u32 %r22, [%rd5+128]; {}
        st.global.u32 [%rd2+128], %r22; ret;",
        barrier(5),
        barrier(10)
    );
    for options in [early(), early().races(true), early().shuffle(7)] {
        let (report, words) = run(&body, Grid::new(5, 64), &options).unwrap();
        assert_eq!(words[32..], (100..420).rev().collect::<Vec<u32>>());
        assert!(report.races.is_empty(), "{:?}", report.races);
    }
}

/// The barrier of cooperative groups: the first block of the grid adds 2^31 less the number of other blocks, each other block adds
/// 1, and each waits until bit 31 of the sum changes. Its address is in `%envreg1` and `%envreg2`, after a word.
#[test]
fn a_barrier_in_the_workspace_of_the_grid() {
    let barrier = |number: u32| {
        format!(
            "barrier.sync 0; setp.ne.u32 %p1, %r4, 0; @%p1 bra DONE{number};
            sub.u32 %r10, 0x80000001, %r11; setp.eq.u32 %p2, %r2, 0; selp.b32 %r10, %r10, 1, %p2;
            atom.add.release.gpu.u32 %r12, [%rd6+4], %r10;
            WAIT{number}: ld.acquire.gpu.u32 %r13, [%rd6+4];
            xor.b32 %r13, %r13, %r12; setp.ge.s32 %p2, %r13, 0; @%p2 bra WAIT{number};
            DONE{number}: barrier.sync 0;"
        )
    };
    let body = format!(
        "mov.u32 %r20, %envreg1; mov.u32 %r21, %envreg2; mov.b64 %rd6, {{%r21, %r20}};
        setp.eq.u64 %p1, %rd6, 0; @%p1 trap;
        mov.u32 %r11, %nctaid.x; mov.u32 %r3, %ntid.x; mul.lo.u32 %r22, %r11, %r3;
        add.u32 %r20, %r1, 100; st.global.u32 [%rd2+128], %r20; {}
        sub.u32 %r22, %r22, %r1; sub.u32 %r22, %r22, 1; mul.wide.u32 %rd5, %r22, 4; add.u64 %rd5, %rd5, %rd1;
        ld.global.u32 %r23, [%rd5+128]; {}
        st.global.u32 [%rd2+128], %r23; ret;",
        barrier(1),
        barrier(2)
    );
    for options in
        [Options::default(), Options::default().races(true), Options::default().shuffle(7)]
    {
        let options = options.cooperative(true);
        for (blocks, threads) in [(1, 32), (3, 64), (12, 33)] {
            let (report, words) = run(&body, Grid::new(blocks, threads), &options).unwrap();
            let expected = (100..100 + blocks * threads).rev().collect::<Vec<u32>>();
            assert_eq!(words[32..], expected);
            assert!(report.races.is_empty(), "{:?}", report.races);
        }
    }
    let fault = run(&body, Grid::new(2, 32), &Options::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Trap);
    assert!(fault.notes[0].contains("cooperative"), "{:?}", fault.notes);
}

/// Tests that a block ends although its threads take a lock again and again until another block has written a value.
/// Taking and releasing the lock changes memory and restores it, which must not count as progress.
#[test]
fn a_lock_that_is_taken_to_look() {
    let body = "setp.ne.u32 %p1, %r2, 0; @%p1 bra SET;
        LOOK: atom.global.exch.b32 %r10, [%rd1+4], 1; setp.ne.u32 %p2, %r10, 0; @%p2 bra LOOK;
        ld.volatile.global.u32 %r11, [%rd1];
        atom.global.exch.b32 %r10, [%rd1+4], 0; setp.eq.u32 %p2, %r11, 0; @%p2 bra LOOK;
        st.global.u32 [%rd2+128], %r11; ret;
        SET: st.volatile.global.u32 [%rd1], 9; ret;";
    let (_, words) = run(body, Grid::new(2, 32), &early()).unwrap();
    assert_eq!(words[32..64], [9; 32]);
}

#[test]
fn a_loop_that_counts_or_reads_a_clock_is_progress() {
    let counts = "mov.u32 %r10, 0; LOOP: add.u32 %r10, %r10, 1;
        setp.ne.u32 %p1, %r10, 300000; @%p1 bra LOOP; st.global.u32 [%rd2+128], %r10; ret;";
    let (_, words) = run(counts, Grid::new(1, 2), &Options::default()).unwrap();
    assert_eq!(words[32..], [300_000; 2]);
    let clock = "mov.u32 %r10, %clock; LOOP: mov.u32 %r11, %clock; sub.u32 %r11, %r11, %r10;
        setp.lt.u32 %p1, %r11, 300000; @%p1 bra LOOP; st.global.u32 [%rd2+128], 1; ret;";
    assert_eq!(run(clock, Grid::new(1, 2), &Options::default()).unwrap().1[32..], [1; 2]);
}

#[test]
fn threads_that_wait_for_ever_are_named() {
    let body = "setp.lt.u32 %p1, %r4, 40; @%p1 bra SPIN;
        bar.sync 0; ret;
SPIN:   setp.eq.u32 %p3, %r2, 1; @%p3 bra OTHER;
WAIT:   ld.volatile.global.u32 %r11, [%rd1];
        setp.eq.u32 %p2, %r11, 0;
        @%p2 bra WAIT; ret;
OTHER:  atom.global.exch.b32 %r11, [%rd1], 0;
        bra OTHER;";
    for options in [early(), early().shuffle(3)] {
        let fault = run(body, Grid::new(2, 64), &options).unwrap_err();
        assert_eq!(fault.kind, FaultKind::Deadlock);
        let text = fault.to_string();
        for part in [
            "deadlock: the threads only repeat themselves, and no other block can write what they wait for",
            "note: line 6: `bar.sync`: 24 threads wait, the first is (40,0,0): barrier 0 expects all threads of the block, 0 arrived: a warp arrives when all its threads wait; block (0,0,0)",
            "repeat this loop, the first is (0,0,0) of block (0,0,0)",
            "repeat this loop, the first is (0,0,0) of block (1,0,0)",
        ] {
            assert!(text.contains(part), "{text}");
        }
        let has_line = |line: usize| text.contains(&format!("note: line {line}: `"));
        assert!(has_line(8) && has_line(11), "{text}");
    }
}

/// Tests the kind of the fault when a thread waits forever. By default, a block is suspended only after a million
/// instructions, so a lower limit (`max_steps`) is reached first.
#[test]
fn a_step_limit_below_a_million_is_reached_by_a_thread_that_waits() {
    let body =
        "WAIT: ld.volatile.global.u32 %r11, [%rd1]; setp.eq.u32 %p2, %r11, 0; @%p2 bra WAIT; ret;";
    let kind = |max_steps| {
        let options = Options::default().max_steps(max_steps);
        run(body, Grid::new(1, 1), &options).unwrap_err().kind
    };
    assert_eq!(kind(20_000), FaultKind::Limit);
    if is_full() {
        assert_eq!(kind(900_000), FaultKind::Limit);
    }
    assert_eq!(kind(2_000_000), FaultKind::Deadlock);
    for steps in [0, 1, 10, 20_000] {
        let options = Options::default().max_steps(100_000).check_progress_after(steps);
        assert_eq!(run(body, Grid::new(1, 1), &options).unwrap_err().kind, FaultKind::Deadlock);
    }
}

/// Tests that a loop which no other thread can end is not called a deadlock, whether one thread runs it or several.
#[test]
fn an_endless_loop_is_no_deadlock() {
    let endless = "endless loop: it repeats itself, and reads no memory that could end it";
    let alone = "the thread only repeats itself, and no other thread can write what it waits for";
    let cases = [
        ("LOOP: bra LOOP;", 1, FaultKind::EndlessLoop, endless),
        ("LOOP: bra LOOP;", 64, FaultKind::EndlessLoop, endless),
        // The other warp waits at a barrier for the warp in the loop.
        (
            "setp.lt.u32 %p1, %r4, 32; @%p1 bra LOOP; bar.sync 0; ret; LOOP: bra LOOP;",
            64,
            FaultKind::EndlessLoop,
            endless,
        ),
        (
            "mov.u32 %r10, 3; LOOP: and.b32 %r10, %r10, 1; setp.eq.u32 %p1, %r10, 1; @%p1 bra LOOP; ret;",
            1,
            FaultKind::EndlessLoop,
            endless,
        ),
        (
            "WAIT: ld.volatile.global.u32 %r11, [%rd1]; setp.eq.u32 %p2, %r11, 0; @%p2 bra WAIT; ret;",
            1,
            FaultKind::Deadlock,
            alone,
        ),
    ];
    for (body, threads, kind, message) in cases {
        let fault = run(body, Grid::new(1, threads), &early()).unwrap_err();
        assert_eq!((fault.kind, fault.message.as_str()), (kind, message), "{body}");
        assert!(!fault.to_string().contains("deadlock"), "{fault}");
        assert!(fault.notes.iter().any(|note| note.contains("this loop")), "{fault}");
    }
}

#[test]
fn the_block_of_an_endless_loop_is_named() {
    // Block 0 waits for block 1, which is in an endless loop.
    let body = "setp.eq.u32 %p1, %r2, 1; @%p1 bra LOOP;
WAIT:   ld.volatile.global.u32 %r11, [%rd1]; setp.eq.u32 %p2, %r11, 0; @%p2 bra WAIT; ret;
LOOP:   bra LOOP;";
    let fault = run(body, Grid::new(2, 1), &early()).unwrap_err();
    assert_eq!((fault.kind, fault.block), (FaultKind::EndlessLoop, Some([1, 0, 0])));
    assert_eq!(fault.place, Some(("test.ptx".into(), 7)));
}
