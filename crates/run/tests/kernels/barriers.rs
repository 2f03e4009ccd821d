//! Tests the results of kernels with shared memory and barriers, and the faults of misused barriers.

use crate::support::{INDEX, REGISTERS, launch, module, run, words};
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options};

/// Launches a kernel whose body begins in line 5. Returns its fault.
fn fault(body: &str, grid: Grid) -> Fault {
    let text = format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}\n{body} }}");
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 1024]);
    launch(&text, grid, &[out.into()], &mut memory, &Options::default()).unwrap_err()
}

#[test]
fn a_tree_of_sums_in_shared_memory() {
    let text = |threads: u32| {
        format!(
            ".visible .entry sums(.param .u64 p, .param .u64 q) {{
                .shared .align 4 .u32 partial[{threads}];
                {REGISTERS} {INDEX}
                ld.global.u32 %r5, [%rd2];
                mov.u32 %r6, partial;
                shl.b32 %r7, %r4, 2;
                add.u32 %r8, %r6, %r7;
                st.shared.u32 [%r8], %r5;
                mov.u32 %r9, {};
            LOOP:
                bar.sync 0;
                setp.ge.u32 %p1, %r4, %r9;
                @%p1 bra NEXT;
                shl.b32 %r10, %r9, 2;
                add.u32 %r11, %r8, %r10;
                ld.shared.u32 %r12, [%r8];
                ld.shared.u32 %r13, [%r11];
                add.u32 %r14, %r12, %r13;
                st.shared.u32 [%r8], %r14;
            NEXT:
                shr.u32 %r9, %r9, 1;
                setp.ne.u32 %p2, %r9, 0;
                @%p2 bra LOOP;
                setp.ne.u32 %p3, %r4, 0;
                @%p3 exit;
                ld.param.u64 %rd4, [q];
                mul.wide.u32 %rd5, %r2, 4;
                add.u64 %rd6, %rd4, %rd5;
                ld.shared.u32 %r15, [partial];
                st.global.u32 [%rd6], %r15;
                ret;
            }}",
            threads / 2
        )
    };
    let values: Vec<u32> = (0..4096_u32).map(|i| i.wrapping_mul(0x9e37_79b9)).collect();
    for threads in [32, 64, 256, 1024] {
        let blocks = 4096 / threads;
        let mut memory = Memory::new();
        let (input, sums) = (memory.add(&values), memory.add(&vec![0_u32; blocks as usize]));
        let arguments = [input.into(), sums.into()];
        run(&text(threads), Grid::new(blocks, threads), &arguments, &mut memory);
        let block = |all: &[u32]| all.iter().fold(0_u32, |sum, one| sum.wrapping_add(*one));
        let expected: Vec<u32> = values.chunks(threads as usize).map(block).collect();
        assert_eq!(memory.read::<u32>(sums), expected, "{threads}");
    }
}

#[test]
fn dynamic_memory_follows_the_static_and_has_generic_addresses() {
    let text = format!(
        ".extern .shared .align 16 .b8 dynamic[];
        .shared .align 4 .b8 fixed[20];
        .visible .entry k(.param .u64 p) {{
            {REGISTERS} {INDEX}
            mov.u32 %r5, fixed;
            mov.u32 %r6, dynamic;
            sub.u32 %r7, %r6, %r5;
            mov.u64 %rd4, dynamic;
            cvta.shared.u64 %rd5, %rd4;
            add.u64 %rd6, %rd5, %rd3;
            st.u32 [%rd6], %r1;
            bar.sync 0;
            xor.b32 %r8, %r4, 1;
            mad.lo.u32 %r9, %r8, 4, %r6;
            ld.shared.u32 %r10, [%r9];
            isspacep.shared %p1, %rd6;
            isspacep.global %p2, %rd6;
            isspacep.global %p3, %rd2;
            selp.u32 %r11, 100, 0, %p1;
            selp.u32 %r12, 200, 0, %p2;
            selp.u32 %r13, 400, 0, %p3;
            add.u32 %r10, %r10, %r11;
            add.u32 %r10, %r10, %r12;
            add.u32 %r10, %r10, %r13;
            mov.u32 %r14, %dynamic_smem_size;
            mov.u32 %r15, %total_smem_size;
            mad.lo.u32 %r16, %r14, 1000, %r15;
            mad.lo.u32 %r10, %r16, 1000, %r10;
            mad.lo.u32 %r10, %r7, 100000000, %r10;
            st.global.u32 [%rd2], %r10;
            ret;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 8]);
    let grid = Grid { blocks: [1, 1, 1], threads: [8, 1, 1], shared: 32 };
    run(&text, grid, &[out.into()], &mut memory);
    // The static variable has 20 bytes, so dynamic memory starts at offset 32. The digits of each result are, from the
    // left: the offset 32, the size 32 of dynamic memory, and the size 64 of all shared memory. The last three digits
    // are the word `i ^ 1` of the neighbour plus 500. Of the predicates, `%p1` adds 100, `%p3` adds 400, and `%p2` is
    // false.
    let base = 32_u32.wrapping_mul(100_000_000).wrapping_add(32_064_000);
    let expected: Vec<u32> = (0..8_u32).map(|i| base.wrapping_add((i ^ 1) + 500)).collect();
    assert_eq!(memory.read::<u32>(out), expected);
    let fault =
        launch(&text, Grid { shared: 28, ..grid }, &[out.into()], &mut memory, &Options::default());
    assert_eq!(
        fault.unwrap_err().to_string(),
        "test.ptx:14: `st.u32`: out of bounds: writes 4 bytes at offset 60 of shared memory (60 bytes); kernel `k`, \
         block (0,0,0), thread (7,0,0)"
    );
}

#[test]
fn too_much_shared_memory_is_refused() {
    let text = ".visible .entry k() { .shared .b8 all[49153]; .reg .u32 a; mov.u32 a, all; ret; }";
    let launched = launch(text, Grid::new(1, 1), &[], &mut Memory::new(), &Options::default());
    let fault = launched.unwrap_err();
    assert!(fault.is_callers());
    assert_eq!(fault.message, "a block needs 49153 bytes of shared memory and can have 49152");
}

/// The predicate is true in the last `count` threads of each block.
#[test]
fn reductions_of_none_some_and_all_threads() {
    for count in [0, 1, 32, 63, 64] {
        let body = format!(
            "setp.ge.u32 %p1, %r4, {}; bar.red.popc.u32 %r6, 0, %p1; bar.red.and.pred %p2, 0, %p1;
            bar.red.or.pred %p3, 0, %p1; bar.red.popc.u32 %r7, 0, !%p1; bar.red.and.pred %p4, 0, !%p1;
            bar.red.or.pred %p5, 0, !%p1; shl.b32 %r7, %r7, 8; add.u32 %r6, %r6, %r7;
            selp.u32 %r8, 0x10000, 0, %p2; add.u32 %r6, %r6, %r8;
            selp.u32 %r8, 0x20000, 0, %p3; add.u32 %r6, %r6, %r8;
            selp.u32 %r8, 0x40000, 0, %p4; add.u32 %r6, %r6, %r8;
            selp.u32 %r8, 0x80000, 0, %p5; add.u32 %r6, %r6, %r8;
            st.global.u32 [%rd2], %r6; ret;",
            64 - count
        );
        let bit = |holds: bool, bit: u32| u32::from(holds) << bit;
        let expected = count
            | (64 - count) << 8
            | bit(count == 64, 16)
            | bit(count > 0, 17)
            | bit(count == 0, 18)
            | bit(count < 64, 19);
        assert_eq!(words(&body, Grid::new(2, 64)), [expected; 128], "{count}");
    }
}

#[test]
fn reductions_of_barriers() {
    let body = "
            and.b32 %r5, %r4, 7;
            setp.eq.u32 %p1, %r5, 3;
            bar.red.popc.u32 %r6, 0, %p1;
            setp.lt.u32 %p2, %r4, 1000;
            barrier.red.and.pred %p3, 1, %p2;
            bar.red.or.pred %p4, 2, !%p2;
            selp.u32 %r7, 1000, 0, %p3;
            selp.u32 %r8, 2000, 0, %p4;
            add.u32 %r6, %r6, %r7;
            add.u32 %r6, %r6, %r8;
            st.global.u32 [%rd2], %r6;
            ret;";
    assert_eq!(words(body, Grid::new(2, 128)), [1016; 256]);
    assert_eq!(words(body, Grid::new(1, 44)), [1006; 44]);
}

#[test]
fn a_warp_counts_whole_though_threads_of_it_have_exited() {
    let body = "
            setp.ge.u32 %p1, %r4, 70;
            @%p1 exit;
            bar.sync 1, 96;
            st.global.u32 [%rd2], 7;
            ret;";
    let expected: Vec<u32> = (0..128).map(|i| if i < 70 { 7 } else { 0 }).collect();
    assert_eq!(words(body, Grid::new(1, 128)), expected);
}

#[test]
fn phases_of_a_counted_barrier_take_the_warps_in_order() {
    // The barrier expects two of the four warps, so it completes twice. The predicate is true only in warp 0.
    let body = "
            setp.lt.u32 %p1, %r4, 32;
            bar.red.popc.u32 %r5, 1, 64, %p1;
            st.global.u32 [%rd2], %r5;
            ret;";
    let expected: Vec<u32> = (0..128).map(|i| if i < 64 { 32 } else { 0 }).collect();
    assert_eq!(words(body, Grid::new(1, 128)), expected);
}

#[test]
fn arriving_does_not_wait() {
    // Warp 0 writes data to shared memory and arrives at barrier 1. Warp 1 waits at this barrier, and then reads the
    // data. Warp 0 waits until it has done so.
    let text = format!(
        ".visible .entry k(.param .u64 p) {{
            .shared .u32 data[32];
            {REGISTERS} {INDEX}
            and.b32 %r5, %r4, 31;
            mov.u32 %r6, data;
            mad.lo.u32 %r6, %r5, 4, %r6;
            setp.ge.u32 %p1, %r4, 32;
            @%p1 bra CONSUMER;
            add.u32 %r7, %r4, 5;
            st.shared.u32 [%r6], %r7;
            bar.arrive 1, 64;
            bar.sync 2, 64;
            st.global.u32 [%rd2], 1;
            ret;
        CONSUMER:
            bar.sync 1, 64;
            ld.shared.u32 %r8, [%r6];
            bar.arrive 2, 64;
            st.global.u32 [%rd2], %r8;
            ret;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 192]);
    run(&text, Grid::new(3, 64), &[out.into()], &mut memory);
    let each = |i: u32| if i < 32 { 1 } else { i - 32 + 5 };
    let expected: Vec<u32> = (0..192).map(|i| each(i % 64)).collect();
    assert_eq!(memory.read::<u32>(out), expected);
}

#[test]
fn warps_may_wait_at_different_lines() {
    let body = "
            shr.u32 %r5, %r4, 5;
            setp.eq.u32 %p1, %r5, 1;
            @%p1 bra OTHER;
            bar.sync 0;
            st.global.u32 [%rd2], 1;
            ret;
        OTHER:
            bar.sync 0;
            st.global.u32 [%rd2], 2;
            ret;";
    let expected: Vec<u32> = (0..96).map(|i| if i / 32 == 1 { 2 } else { 1 }).collect();
    assert_eq!(words(body, Grid::new(1, 96)), expected);
}

#[test]
fn threads_of_a_warp_at_different_aligned_instructions() {
    let body = |mnemonic: &str| {
        format!(
            "and.b32 %r5, %r4, 1; setp.eq.u32 %p1, %r5, 1; @%p1 bra OTHER;
            {mnemonic} 0; st.global.u32 [%rd2], 1; ret;
        OTHER:
            {mnemonic} 0; st.global.u32 [%rd2], 2; ret;"
        )
    };
    let fault = fault(&body("bar.sync"), Grid::new(1, 64));
    assert_eq!(fault.kind, FaultKind::Divergent);
    assert_eq!(
        fault.to_string(),
        "test.ptx:6: `bar.sync`: threads of warp 0 wait at different instructions: thread (0,0,0) at line 6, thread \
         (1,0,0) at line 8; kernel `k`, block (0,0,0), thread (0,0,0)"
    );
    let expected: Vec<u32> = (0..64).map(|i| i % 2 + 1).collect();
    assert_eq!(words(&body("barrier.sync"), Grid::new(1, 64)), expected);
    let text =
        format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} {} }}", body("bar.sync"));
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 64]);
    let options = Options::default().allow_divergent_barrier(true);
    let launched = launch(&text, Grid::new(1, 64), &[out.into()], &mut memory, &options);
    assert!(launched.is_ok());
    assert_eq!(memory.read::<u32>(out), expected);
}

#[test]
fn a_warp_is_judged_when_its_barrier_completes() {
    // The threads of warp 0 wait for barrier 0 at two different lines, which is a fault only when the barrier
    // completes. But warp 1 never arrives, so the fault is a deadlock instead.
    let body =
        "setp.ge.u32 %p1, %r4, 32; @%p1 bra SECOND; setp.lt.u32 %p2, %r4, 16; @%p2 bra OTHER;
            bar.sync 0; ret;
        OTHER:
            bar.sync 0; ret;
        SECOND:
            bar.sync 1; ret;";
    assert_eq!(fault(body, Grid::new(1, 64)).kind, FaultKind::Deadlock);
}

#[test]
fn a_guarded_barrier_is_for_the_threads_whose_guard_holds() {
    let body = "
            shr.u32 %r5, %r4, 5;
            setp.ne.u32 %p1, %r5, 2;
            @%p1 bar.sync 3, 96;
            st.global.u32 [%rd2], 4;
            ret;";
    assert_eq!(words(body, Grid::new(1, 128)), [4; 128]);
}

#[test]
fn a_deadlock_names_each_group() {
    let body = "setp.lt.u32 %p1, %r4, 32; @%p1 bra FIRST;
            bar.sync 2; ret;
        FIRST:
            bar.sync 1, 128; ret;";
    let found = fault(body, Grid::new(1, 96));
    assert_eq!(found.kind, FaultKind::Deadlock);
    assert_eq!(
        found.to_string(),
        "test.ptx:8: `bar.sync`: deadlock: every thread that has not exited waits for another; kernel `k`, block (0,0,0), \
         thread (0,0,0)\n\
         note: line 8: `bar.sync`: 32 threads wait, the first is (0,0,0): barrier 1 expects 128 threads, 32 arrived\n\
         note: line 6: `bar.sync`: 64 threads wait, the first is (32,0,0): barrier 2 expects all threads of the block, \
         64 arrived"
    );
}

/// Half of a warp of each block of a cluster waits at another barrier than the other half.
#[test]
fn a_deadlock_names_the_warps_of_its_block() {
    let text = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k() { .reg .pred %p<4>; .reg .b32 %r<4>;
        mov.u32 %r1, %tid.x; mov.u32 %r2, %cluster_ctarank; setp.ne.u32 %p1, %r2, 1; @%p1 bra END; setp.lt.u32 %p1, %r1, 48;
        @%p1 bra FIRST; barrier.sync 2, 96; bra END; FIRST: barrier.sync 1, 96; END: ret; }";
    let kernel = Module::new("test.ptx", text).unwrap().kernel("k").unwrap();
    let options = Options::default().cluster([2, 1, 1]);
    let launched = kernel.launch(Grid::new(2, 80), &[], &mut Memory::new(), &options);
    let found = launched.unwrap_err().to_string();
    let why = "a warp arrives when all its threads wait";
    for (first, number, arrived) in [("(0,0,0)", 1, 32), ("(48,0,0)", 2, 32)] {
        let expected = format!(
            "the first is {first}: barrier {number} expects 96 threads, {arrived} arrived: {why}"
        );
        assert!(found.contains(&expected), "{found}");
    }
}

#[test]
fn the_last_barrier_has_number_15() {
    let body = "mov.u32 %r5, 15; barrier.sync %r5, 64; st.global.u32 [%rd2], 3; ret;";
    assert_eq!(words(body, Grid::new(2, 64)), [3; 128]);
}

#[test]
fn misuses_of_a_barrier() {
    let cases = [
        ("mov.u32 %r5, 16; barrier.sync %r5;", "barrier 16 does not exist: barriers are 0 to 15"),
        (
            "mov.u32 %r5, 40; barrier.sync 0, %r5;",
            "a barrier of 40 threads: the number must be a positive multiple of 32",
        ),
        (
            "mov.u32 %r5, 0; barrier.sync 0, %r5;",
            "a barrier of 0 threads: the number must be a positive multiple of 32",
        ),
        (
            "setp.lt.u32 %p1, %r4, 32; @%p1 bra OTHER; bar.sync 4; ret; OTHER: bar.sync 4, 32;",
            "barrier 4 expects 32 threads and 64 threads in one phase",
        ),
        (
            "setp.lt.u32 %p1, %r4, 32; @%p1 bra OTHER; bar.sync 4; ret; OTHER: bar.red.popc.u32 %r6, 4, %p1;",
            "`.red` and another instruction, or another operation, at barrier 4 in one phase",
        ),
    ];
    for (body, message) in cases {
        let fault = fault(&format!("{body} ret;"), Grid::new(1, 64));
        assert_eq!((fault.message.as_str(), fault.kind), (message, FaultKind::Undefined));
    }
}

#[test]
fn shared_memory_is_a_block_s_own_and_zero_at_the_start() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{
            .shared .u32 count[1];
            {REGISTERS} {INDEX}
            ld.shared.u32 %r5, [count];
            bar.sync 0;
            st.shared.u32 [count], 9;
            st.global.u32 [%rd2], %r5;
            ret;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[1_u32; 64]);
    run(&text, Grid::new(4, 16), &[out.into()], &mut memory);
    assert_eq!(memory.read::<u32>(out), [0; 64]);
    let kernel = module(&text).kernel("k").unwrap();
    assert_eq!((kernel.sizes(), kernel.registers()), ((4, 0), None));
}

/// Launches a kernel body, which starts at line 5, with or without `Options::strict`.
fn launched(body: &str, grid: Grid, is_strict: bool) -> Result<ptx_run::Report, Fault> {
    let text = format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}\n{body} }}");
    let count: u32 = grid.blocks.iter().chain(&grid.threads).product();
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u32; count as usize]);
    launch(&text, grid, &[out.into()], &mut memory, &Options::default().strict(is_strict))
}

/// Tests the count of warps that pass an `.aligned` barrier without all their threads.
#[test]
fn aligned_barriers_without_all_threads_of_a_warp_are_counted() {
    let cases = [
        // All threads come.
        ("bar.sync 0; ret;", 70, 0),
        // Warp 1 has exited as a whole. Warp 2 has 20 threads, of which 10 have exited.
        ("setp.ge.u32 %p1, %r4, 74; @%p1 exit; bar.sync 0; bar.sync 0; ret;", 84, 2),
        ("shr.u32 %r5, %r4, 5; setp.eq.u32 %p1, %r5, 1; @%p1 exit; bar.sync 0; ret;", 84, 0),
        // Two warps lack threads.
        ("and.b32 %r5, %r4, 31; setp.eq.u32 %p1, %r5, 7; @%p1 exit; bar.sync 0; ret;", 64, 2),
        // The contract's example: threads 70 to 127 exit.
        ("setp.ge.u32 %p1, %r4, 70; @%p1 exit; bar.sync 1, 96; ret;", 128, 1),
        // Without `.aligned`, nothing is undefined.
        ("setp.ge.u32 %p1, %r4, 70; @%p1 exit; barrier.sync 1, 96; ret;", 128, 0),
        // Threads pass by the barrier, and end without it.
        (
            "and.b32 %r5, %r4, 1; setp.eq.u32 %p1, %r5, 0; @%p1 bra PAST; bar.sync 0;
            PAST: st.global.u32 [%rd2], %r4; ret;",
            64,
            2,
        ),
    ];
    for (body, threads, count) in cases {
        let report = launched(body, Grid::new(3, threads), false).unwrap();
        assert_eq!(report.undefined_barriers, 3 * count, "{body}");
    }
}

/// Tests that `Options::strict` makes it a fault if a thread passes by an `.aligned` barrier at which other threads of its
/// warp wait. Threads that have exited, or have only their exit left, are no fault.
#[test]
fn strict_rules_find_threads_that_pass_by_a_barrier() {
    let past = "and.b32 %r5, %r4, 1; setp.eq.u32 %p1, %r5, 0; @%p1 bra PAST;\nbar.sync 0;
            PAST: st.global.u32 [%rd2], %r4; ret;";
    let fault = launched(past, Grid::new(1, 64), true).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "test.ptx:6: `bar.sync`: an `.aligned` barrier without all threads of the warp: thread (0,0,0) has ended without \
         it; kernel `k`, block (0,0,0), thread (1,0,0)"
    );
    assert_eq!(fault.kind, FaultKind::Undefined);
    for body in [
        past.replace("bar.sync 0", "barrier.sync 0"),
        // A whole warp passes by.
        past.replace("and.b32 %r5, %r4, 1", "shr.u32 %r5, %r4, 5"),
        // The threads come late, from another side of a branch.
        "and.b32 %r5, %r4, 1; setp.eq.u32 %p1, %r5, 0; @%p1 bra LATE; ONCE: bar.sync 0; ret;
            LATE: st.global.u32 [%rd2], %r4; bra ONCE;"
            .into(),
        "setp.ge.u32 %p1, %r4, 50; @%p1 exit; bar.sync 0; st.global.u32 [%rd2], %r4; ret;".into(),
        // Compilers jump to the end of the kernel in place of an early `return`.
        "setp.ge.u32 %p1, %r4, 50; @%p1 bra END; bar.sync 0; st.global.u32 [%rd2], %r4; END: ret;"
            .into(),
    ] {
        let report = launched(&body, Grid::new(1, 64), true);
        report.unwrap_or_else(|fault| panic!("{body}: {fault}"));
    }
}
