//! Tests that blocks that run together give the same bits, counts and faults as blocks that run one after the
//! other.

use crate::support::{INDEX, REGISTERS, launch, module, run, words};
use ptx_run::{FaultKind, Grid, Memory, Options};
use test_support::is_full;

#[test]
fn a_block_that_reads_what_another_writes() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            add.u32 %r5, %r1, 4;
            and.b32 %r5, %r5, 7;
            mul.wide.u32 %rd4, %r5, 4;
            add.u64 %rd5, %rd1, %rd4;
            ld.global.u32 %r6, [%rd5];
            add.u32 %r6, %r6, 1;
            st.global.u32 [%rd2], %r6;
            ret; }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 8]);
    run(&text, Grid::new(2, 4), &[out.into()], &mut memory);
    // Block 0 reads zeros and writes ones. Block 1 reads the ones of block 0.
    assert_eq!(memory.read::<u32>(out), [1, 1, 1, 1, 2, 2, 2, 2]);
}

#[test]
fn a_block_that_overwrites_what_another_has_read_or_written() {
    // Every block increments the same word, so the last block writes the number of blocks.
    let body = |offset: u32| {
        format!(
            "ld.global.u32 %r5, [%rd1+{offset}]; add.u32 %r5, %r5, 1; bar.sync 0;
             st.global.u32 [%rd1+{offset}], %r5; ret;"
        )
    };
    let mut expected = vec![0; 60 * 32];
    expected[3] = 60;
    assert_eq!(words(&body(12), Grid::new(60, 32)), expected);
    // If blocks only write, the value of the last block remains.
    let body = "st.global.u32 [%rd1+12], %r2; ret;";
    expected[3] = 59;
    assert_eq!(words(body, Grid::new(60, 32)), expected);
}

#[test]
fn late_blocks_that_write_what_others_read() {
    // Each block copies the word `q`. From block 1100 on, each block then writes its number to `q`.
    let text = format!(
        ".visible .entry k(.param .u64 p, .param .u64 q) {{ {REGISTERS} {INDEX}
            ld.param.u64 %rd4, [q];
            ld.global.u32 %r5, [%rd4];
            st.global.u32 [%rd2], %r5;
            setp.lt.u32 %p1, %r2, 1100;
            @%p1 exit;
            st.global.u32 [%rd4], %r2;
            ret; }}"
    );
    for threads in [1, 2, 32] {
        let mut memory = Memory::new();
        let (p, q) = (memory.add(&vec![0_u32; 1200 * threads]), memory.add(&[5_u32]));
        let grid = Grid::new(1200, threads as u32);
        run(&text, grid, &[p.into(), q.into()], &mut memory);
        let expected = |i: usize| if i / threads <= 1100 { 5 } else { (i / threads - 1) as u32 };
        let expected: Vec<u32> = (0..1200 * threads).map(expected).collect();
        assert_eq!(memory.read::<u32>(p), expected, "{threads}");
        assert_eq!(memory.read::<u32>(q), [1199]);
    }
}

#[test]
fn neighbouring_bytes_of_neighbouring_blocks() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            cvt.u64.u32 %rd4, %r1;
            add.u64 %rd5, %rd1, %rd4;
            st.global.u8 [%rd5], %r1;
            ret; }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u8; 70]);
    run(&text, Grid::new(10, 7), &[out.into()], &mut memory);
    assert_eq!(memory.read::<u8>(out), (0..70).collect::<Vec<u8>>());
}

#[test]
fn blocks_are_divisible_unless_a_thread_observes_their_order() {
    let cases = [
        ("red.global.add.u32 [%rd2], 1;", true),
        ("atom.global.max.s32 %r9, [%rd2], 1;", true),
        ("atom.global.add.u32 %r9, [%rd2], 1; st.global.u32 [%rd2], %r9;", false),
        ("atom.global.add.u32 %r9, [%rd2], 1; setp.eq.u32 %p1, %r9, 0; @%p1 exit;", false),
        ("atom.shared.or.b32 _, [%rd2], 1;", true),
        ("red.global.add.f32 [%rd2], %f1;", false),
        ("red.global.add.noftz.f16x2 [%rd2], %r9;", false),
        ("atom.global.exch.b32 _, [%rd2], 1;", false),
        ("atom.global.cas.b32 _, [%rd2], 0, 1;", false),
        ("red.global.inc.u32 [%rd2], 3;", false),
        ("atom.global.dec.u32 %r9, [%rd2], 3;", false),
        ("ld.volatile.global.u32 %r9, [%rd2];", false),
        ("st.relaxed.gpu.global.u32 [%rd2], %r9;", false),
        ("ld.acquire.cta.global.u32 %r9, [%rd2];", false),
        ("membar.gl;", true),
        ("cp.async.ca.shared.global [%rd3], [%rd2], 4; cp.async.wait_all;", true),
        ("bar.sync 0; shfl.sync.idx.b32 %r9, %r1, 0, 31, -1; mov.u32 %r9, %clock;", true),
    ];
    for (body, expected) in cases {
        let text =
            format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} {body} ret; }}");
        let kernel = module(&text).kernel("k").unwrap_or_else(|error| panic!("{body}: {error}"));
        assert_eq!(kernel.is_divisible(), expected, "{body}");
    }
}

#[test]
fn blocks_with_their_own_histograms_and_copies_run_together() {
    // Each block copies 64 words to shared memory, counts how often each value of their low two bits occurs,
    // and writes the four counts to global memory.
    let text = format!(
        ".visible .entry k(.param .u64 p, .param .u64 counts) {{
            .shared .u32 words[64]; .shared .u32 count[4];
            {REGISTERS} {INDEX}
            mov.u32 %r5, words;
            mad.lo.u32 %r5, %r4, 4, %r5;
            cp.async.ca.shared.global [%r5], [%rd2], 4;
            cp.async.wait_all;
            ld.shared.u32 %r6, [%r5];
            and.b32 %r6, %r6, 3;
            mov.u32 %r7, count;
            mad.lo.u32 %r8, %r6, 4, %r7;
            atom.shared.add.u32 %r9, [%r8], 1;
            bar.sync 0;
            setp.ge.u32 %p1, %r4, 4;
            @%p1 exit;
            mad.lo.u32 %r8, %r4, 4, %r7;
            ld.shared.u32 %r10, [%r8];
            ld.param.u64 %rd4, [counts];
            mad.lo.u32 %r11, %r2, 4, %r4;
            mad.wide.u32 %rd4, %r11, 4, %rd4;
            st.global.u32 [%rd4], %r10;
            ret; }}"
    );
    let words: Vec<u32> = (0..40 * 64).map(|i: u32| i.wrapping_mul(2_654_435_761) >> 7).collect();
    let mut expected = vec![0_u32; 40 * 4];
    for (i, word) in words.iter().enumerate() {
        expected[i / 64 * 4 + (word & 3) as usize] += 1;
    }
    let mut memory = Memory::new();
    let (x, counts) = (memory.add(&words), memory.add(&[0_u32; 40 * 4]));
    run(&text, Grid::new(40, 64), &[x.into(), counts.into()], &mut memory);
    assert_eq!(memory.read::<u32>(counts), expected);
}

#[test]
fn parts_of_a_grid_record_what_they_access() {
    // Thread i of the grid of 6 blocks in two dimensions reads byte i and writes byte 2 * i.
    let text = format!(
        ".visible .entry k(.param .u64 p, .param .u64 q) {{ {REGISTERS}
            ld.param.u64 %rd1, [p]; ld.param.u64 %rd2, [q];
            mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ctaid.y; mov.u32 %r3, %tid.x;
            mad.lo.u32 %r4, %r2, 3, %r1; mad.lo.u32 %r5, %r4, 4, %r3;
            cvt.u64.u32 %rd3, %r5; add.u64 %rd1, %rd1, %rd3;
            shl.b64 %rd3, %rd3, 1; add.u64 %rd2, %rd2, %rd3;
            ld.global.u8 %rs1, [%rd1]; st.global.u8 [%rd2], %rs1;
            ret; }}"
    );
    let module = module(&text);
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let grid = Grid { blocks: [3, 2, 1], threads: [4, 1, 1], shared: 0 };
    let mut memory = Memory::new();
    let x: Vec<u8> = (100..124).collect();
    let (x, y) = (memory.add(&x), memory.add(&[0_u8; 48]));
    let arguments = [x.into(), y.into()];
    let launch = |memory: &mut Memory, blocks| {
        kernel.launch(grid, &arguments, memory, &Options::default().blocks(blocks))
    };
    let report = launch(&mut memory, 2..5).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!((report.threads, report.instructions), (12, 12 * 14));
    let written = |i: usize| i.is_multiple_of(2) && (8..20).contains(&(i / 2));
    let byte = |i: usize| if written(i) { (100 + i / 2) as u8 } else { 0 };
    assert_eq!(memory.read::<u8>(y), (0..48).map(byte).collect::<Vec<_>>());
    let of = |buffer| report.accesses.iter().find(|one| one.buffer == buffer).expect("a record");
    let bits = |bytes: &[u8]| {
        (0..8 * bytes.len()).map(|i| bytes[i / 8] >> (i % 8) & 1 == 1).collect::<Vec<_>>()
    };
    assert_eq!(bits(&of(x).read), (0..24).map(|i| (8..20).contains(&i)).collect::<Vec<_>>());
    assert_eq!(bits(&of(y).written), (0..48).map(written).collect::<Vec<_>>());
    assert!(of(x).written.iter().chain(&of(y).read).all(|byte| *byte == 0));
    // A fault names the block in which it happened, and contains the accesses before the fault.
    memory.write(x, &[1_u8; 15]);
    let fault = launch(&mut memory, 2..5).expect_err("the buffer is too short");
    assert_eq!((fault.block, fault.thread), (Some([0, 1, 0]), Some([3, 0, 0])));
    assert!(fault.accesses.iter().any(|one| one.buffer == y && bits(&one.written)[16]));
    let fault = launch(&mut memory, 2..7).expect_err("too many blocks");
    assert!(fault.is_callers());
    assert_eq!(fault.message, "blocks 2 to 7 are no range of the 6 blocks");
}

#[test]
fn a_fault_names_the_first_block() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            and.b32 %r5, %r2, 1;
            setp.eq.u32 %p1, %r5, 1;
            @%p1 bra FAR;
            // Even blocks store a word and end without a fault.
            st.global.u32 [%rd2], %r1;
            ret;
        FAR:
            setp.eq.u32 %p2, %r4, 2;
            @%p2 trap;
            ret; }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[7_u32; 16]);
    let fault = launch(&text, Grid::new(4, 4), &[out.into()], &mut memory, &Options::default());
    let fault = fault.unwrap_err();
    assert_eq!((fault.block, fault.thread), (Some([1, 0, 0]), Some([2, 0, 0])));
    assert_eq!(memory.read::<u32>(out), [7; 16]);
    let options = Options::default().max_steps(11);
    let fault = launch(&text, Grid::new(4, 4), &[out.into()], &mut memory, &options).unwrap_err();
    assert_eq!((fault.kind, fault.block), (FaultKind::Limit, Some([0, 0, 0])));
}

#[test]
fn divergent_blocks_with_barriers_and_early_leavers() {
    // Each thread counts its Collatz steps and leaves the loop at a different time. After a barrier, the thread
    // combines its count with the count of the next thread.
    let text = |threads: u32| {
        format!(
            ".visible .entry k(.param .u64 p) {{
            .shared .u32 steps[{threads}];
            {REGISTERS} {INDEX}
            add.u32 %r5, %r1, 1; mov.u32 %r6, 0;
        LOOP: setp.eq.u32 %p1, %r5, 1; @%p1 bra DONE;
            and.b32 %r7, %r5, 1; setp.eq.u32 %p2, %r7, 0; @%p2 bra EVEN;
            mad.lo.u32 %r5, %r5, 3, 1; bra NEXT;
        EVEN: shr.u32 %r5, %r5, 1;
        NEXT: add.u32 %r6, %r6, 1; bra LOOP;
        DONE:
            mov.u32 %r8, steps; mad.lo.u32 %r9, %r4, 4, %r8;
            st.shared.u32 [%r9], %r6;
            bar.sync 0;
            add.u32 %r10, %r4, 1; rem.u32 %r10, %r10, %r3;
            mad.lo.u32 %r11, %r10, 4, %r8;
            ld.shared.u32 %r12, [%r11];
            mad.lo.u32 %r6, %r6, 1000, %r12;
            st.global.u32 [%rd2], %r6;
            mov.u32 %r13, %clock;
            ret; }}"
        )
    };
    let steps = |start: u32| {
        let (mut n, mut steps) = (start + 1, 0);
        while n != 1 {
            n = if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        steps
    };
    let mut counts = Vec::new();
    for threads in [1, 4, 32, 40, 128, 512, 640] {
        let mut memory = Memory::new();
        let blocks = 2560 / threads;
        let out = memory.add(&vec![0_u32; (blocks * threads) as usize]);
        let report = run(&text(threads), Grid::new(blocks, threads), &[out.into()], &mut memory);
        let next = |i: u32| i / threads * threads + (i % threads + 1) % threads;
        let expected: Vec<u32> =
            (0..blocks * threads).map(|i| steps(i) * 1000 + steps(next(i))).collect();
        assert_eq!(memory.read::<u32>(out), expected, "{threads}");
        counts.push(report.instructions);
    }
    // The number of instructions does not depend on the block size.
    assert!(counts.iter().all(|count| *count == counts[0]), "{counts:?}");
}

/// Tests launches with 3 jobs, in a full run with 1 to 64. Each block reads and writes only its own bytes. The lengths of some buffers are
/// not multiples of a word.
#[test]
fn cores_write_their_parts_of_a_buffer() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            cvt.u64.u32 %rd4, %r1;
            add.u64 %rd5, %rd1, %rd4;
            ld.global.u8 %r5, [%rd5];
            // The loop runs enough instructions for the launch to use several cores.
            mov.u32 %r6, 0;
        LOOP: add.u32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 100; @%p1 bra LOOP;
            add.u32 %r5, %r5, %r2;
            st.global.u8 [%rd5], %r5;
            ret; }}"
    );
    for (blocks, threads) in [(13, 999), (300, 12), (8, 1024), (5, 1021), (4099, 1)] {
        let count = (blocks * threads) as usize;
        let before: Vec<u8> = (0..count).map(|i| (i % 251) as u8).collect();
        let block = |i: usize| (i / threads as usize) as u8;
        let expected: Vec<u8> =
            before.iter().enumerate().map(|(i, byte)| byte.wrapping_add(block(i))).collect();
        let jobs: &[usize] = if is_full() { &[1, 2, 3, 5, 64] } else { &[3] };
        for &jobs in jobs {
            let mut memory = Memory::new();
            let out = memory.add(&before);
            let kernel = module(&text).kernel("k").unwrap();
            let grid = Grid::new(blocks, threads);
            let options = Options::default().jobs(jobs);
            // The second launch reuses the memory of the first launch.
            for _ in 0..2 {
                memory.write(out, &before);
                let report = kernel.launch(grid, &[out.into()], &mut memory, &options).unwrap();
                assert_eq!(report.threads, count as u64);
                assert_eq!(memory.read::<u8>(out), expected, "{jobs} jobs, {blocks} blocks");
            }
        }
    }
}

/// The first row of a block overlaps the second half of the last row of the block before.
#[test]
fn rows_of_threads_that_overlap_at_the_ends_of_blocks() {
    let stores = [("st.global.u32 [%rd4], %r2;", 4), ("st.global.v2.u32 [%rd4], {%r2, %r2};", 8)];
    for (blocks, threads) in [(64, 1), (40, 3), (5, 32)] {
        let step = threads * 32 - 16;
        for (store, bytes) in stores {
            let text = format!(
                ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
                    mul.lo.u32 %r5, %r2, {step};
                    mad.lo.u32 %r5, %r4, 32, %r5;
                    mul.wide.u32 %rd4, %r5, 4;
                    add.s64 %rd4, %rd1, %rd4;
                    mov.u32 %r6, 0;
                LOOP: {store}
                    add.s64 %rd4, %rd4, {bytes};
                    add.u32 %r6, %r6, {bytes};
                    setp.lt.u32 %p1, %r6, 128;
                    @%p1 bra LOOP;
                    ret; }}"
            );
            let mut memory = Memory::new();
            let out = memory.add(&vec![u32::MAX; (blocks * step + 16) as usize]);
            run(&text, Grid::new(blocks, threads), &[out.into()], &mut memory);
            // The later block writes last.
            let expected = |i: u32| (i / step).min(blocks - 1);
            let expected: Vec<u32> = (0..blocks * step + 16).map(expected).collect();
            assert!(memory.read::<u32>(out) == expected, "{blocks} blocks, {store}");
        }
    }
}

/// Each thread writes the sum of its row into the row of the same thread of the next block.
#[test]
fn rows_of_threads_that_the_block_before_has_written() {
    for (blocks, threads) in [(64, 1), (40, 3), (5, 32)] {
        let text = format!(
            ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
                mul.wide.u32 %rd4, %r1, 128;
                add.s64 %rd4, %rd1, %rd4;
                mov.u32 %r6, 0;
                mov.u32 %r7, 0;
            LOOP: ld.global.u32 %r5, [%rd4];
                add.u32 %r7, %r7, %r5;
                add.s64 %rd4, %rd4, 4;
                add.u32 %r6, %r6, 1;
                setp.lt.u32 %p1, %r6, 32;
                @%p1 bra LOOP;
                st.global.u32 [%rd4+{}], %r7;
                ret; }}",
            128 * (threads - 1) + 64
        );
        let mut expected: Vec<u32> = (0..(blocks + 1) * threads * 32).collect();
        let mut memory = Memory::new();
        let words = memory.add(&expected);
        run(&text, Grid::new(blocks, threads), &[words.into()], &mut memory);
        for row in 0..(blocks * threads) as usize {
            let sum =
                expected[row * 32..][..32].iter().fold(0u32, |sum, word| sum.wrapping_add(*word));
            expected[(row + threads as usize) * 32 + 16] = sum;
        }
        assert!(memory.read::<u32>(words) == expected, "{blocks} blocks");
    }
}
