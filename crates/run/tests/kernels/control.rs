//! Tests the results of kernels with branches, guards, calls and special registers.

use crate::support::{INDEX, REGISTERS, module, run, words};
use ptx_run::{Grid, Memory, Options};

#[test]
fn saxpy_at_every_block_size() {
    let text = format!(
        ".visible .entry saxpy(.param .u64 p, .param .u64 y, .param .f32 a, .param .u32 n) {{
            {REGISTERS} {INDEX}
            ld.param.u32 %r5, [n];
            setp.ge.u32 %p1, %r1, %r5;
            @%p1 bra DONE;
            ld.param.u64 %rd4, [y];
            add.s64 %rd5, %rd4, %rd3;
            ld.param.f32 %f1, [a];
            ld.global.f32 %f2, [%rd2];
            ld.global.f32 %f3, [%rd5];
            fma.rn.f32 %f4, %f1, %f2, %f3;
            st.global.f32 [%rd5], %f4;
        DONE: ret;
        }}"
    );
    let count = 1000_u32;
    let xs: Vec<f32> = (0..count).map(|i| (i as f32).sin()).collect();
    let ys: Vec<f32> = (0..count).map(|i| 1.0 / (i as f32 + 3.0)).collect();
    let sums = xs.iter().zip(&ys).map(|(x, y)| 1.7f32.mul_add(*x, *y).to_bits());
    let expected: Vec<u32> = sums.collect();
    for threads in [32, 100, 128, 256, 1000] {
        let mut memory = Memory::new();
        let (x, y) = (memory.add(&xs), memory.add(&ys));
        let grid = Grid::new(count.div_ceil(threads), threads);
        let arguments = [x.into(), y.into(), 1.7f32.into(), count.into()];
        let report = run(&text, grid, &arguments, &mut memory);
        assert_eq!(memory.read::<u32>(y), expected, "{threads}");
        assert_eq!(memory.read::<f32>(x), xs);
        assert_eq!(report.threads, u64::from(grid.blocks[0] * threads));
        // All threads run 11 instructions, including `ret`. Threads that have an element run 7 more.
        let inside = u64::from(count) * 7;
        assert_eq!(report.instructions, report.threads * 11 + inside, "{threads}");
    }
}

#[test]
fn collatz_diverges() {
    let body = "
            add.u32 %r5, %r1, 1;
            mov.u32 %r6, 0;
        LOOP:
            setp.eq.u32 %p1, %r5, 1;
            @%p1 bra DONE;
            and.b32 %r7, %r5, 1;
            setp.eq.u32 %p2, %r7, 0;
            @%p2 bra EVEN;
            mad.lo.u32 %r5, %r5, 3, 1;
            bra NEXT;
        EVEN:
            shr.u32 %r5, %r5, 1;
        NEXT:
            add.u32 %r6, %r6, 1;
            bra LOOP;
        DONE:
            st.global.u32 [%rd2], %r6;
            ret;";
    let steps = |mut n: u32| {
        let mut steps = 0;
        while n != 1 {
            n = if n.is_multiple_of(2) { n / 2 } else { 3 * n + 1 };
            steps += 1;
        }
        steps
    };
    let expected: Vec<u32> = (1..=768).map(steps).collect();
    for threads in [32, 96, 256, 768] {
        assert_eq!(words(body, Grid::new(768 / threads, threads)), expected, "{threads}");
    }
}

#[test]
fn guards_without_branches() {
    let body = "
            st.global.u32 [%rd2], %r1;
            and.b32 %r5, %r1, 3;
            mov.u32 %r6, 7;
            setp.eq.u32 %p1|%p2, %r5, 1;
            @%p1 add.u32 %r6, %r6, 100;
            @%p2 mul.lo.u32 %r6, %r6, %r1;
            setp.eq.and.u32 %p3, %r5, 2, !%p1;
            @%p3 ld.global.u32 %r6, [%rd2];
            setp.ne.u32 %p4, %r5, 3;
            @%p4 st.global.u32 [%rd2], %r6;
            @!%p4 exit;
            add.u32 %r6, %r6, 1000;
            st.global.u32 [%rd2], %r6;
            ret;";
    let expected: Vec<u32> = (0..64)
        .map(|i| match i % 4 {
            0 => 7 * i + 1000,
            1 => 1107,
            2 => i + 1000,
            _ => i,
        })
        .collect();
    assert_eq!(words(body, Grid::new(1, 64)), expected);
    assert_eq!(words(body, Grid::new(2, 32)), expected);
}

#[test]
fn calls_with_arrays_and_own_memory() {
    let text = format!(
        ".func (.param .b32 r) pick(.param .align 4 .b8 all[16], .param .b32 index) {{
            .local .align 4 .b8 depot[16];
            .reg .b32 %r<8>; .reg .b64 %rd<6>; .reg .pred %p<2>;
            ld.param.b32 %r1, [all];
            ld.param.b32 %r2, [all+4];
            ld.param.b32 %r3, [all+8];
            ld.param.b32 %r4, [all+12];
            mov.u64 %rd1, depot;
            cvta.local.u64 %rd2, %rd1;
            st.local.u32 [%rd1], %r1;
            st.u32 [%rd2+4], %r2;
            st.local.u32 [depot+8], %r3;
            st.u32 [%rd2+12], %r4;
            ld.param.b32 %r5, [index];
            setp.gt.u32 %p1, %r5, 3;
            @%p1 ret;
            mul.wide.u32 %rd3, %r5, 4;
            add.s64 %rd4, %rd2, %rd3;
            ld.u32 %r6, [%rd4];
            st.param.b32 [r], %r6;
            ret;
        }}
        .func (.reg .u32 d) twice(.reg .u32 a) {{ add.u32 d, a, a; ret; }}
        .visible .entry calls(.param .u64 p) {{
            {REGISTERS} {INDEX}
            and.b32 %r5, %r1, 3;
            {{
                .param .align 4 .b8 param0[16];
                st.param.v2.b32 [param0], {{%r1, 10}};
                st.param.b32 [param0+8], 20;
                st.param.b32 [param0+12], 30;
                .param .b32 param1;
                st.param.b32 [param1], %r5;
                .param .b32 retval0;
                call.uni (retval0), pick, (param0, param1);
                ld.param.b32 %r6, [retval0];
            }}
            setp.eq.u32 %p1, %r5, 2;
            @%p1 call (%r6), twice, (%r6);
            call (%r7), twice, (21);
            add.u32 %r6, %r6, %r7;
            st.global.u32 [%rd2], %r6;
            ret;
        }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 128]);
    run(&text, Grid::new(2, 64), &[out.into()], &mut memory);
    let expected: Vec<u32> = (0..128).map(|i| [i, 10, 40, 30][i as usize % 4] + 42).collect();
    assert_eq!(memory.read::<u32>(out), expected);
}

#[test]
fn special_registers_in_three_dimensions() {
    let text = format!(
        ".visible .entry specials(.param .u64 p) {{
            {REGISTERS}
            ld.param.u64 %rd1, [p];
            mov.u32 %r1, %tid.x; mov.u32 %r2, %tid.y; mov.u32 %r3, %tid.z;
            mov.u32 %r4, %ntid.x; mov.u32 %r5, %ntid.y; mov.u32 %r6, %ntid.z;
            mov.u32 %r7, %ctaid.x; mov.u32 %r8, %ctaid.y; mov.u32 %r9, %nctaid.x;
            mad.lo.u32 %r10, %r3, %r5, %r2;
            mad.lo.u32 %r10, %r10, %r4, %r1;
            mad.lo.u32 %r11, %r8, %r9, %r7;
            mul.lo.u32 %r12, %r4, %r5;
            mul.lo.u32 %r12, %r12, %r6;
            mad.lo.u32 %r13, %r11, %r12, %r10;
            mul.wide.u32 %rd2, %r13, 32;
            add.s64 %rd3, %rd1, %rd2;
            mov.u32 %r14, %laneid; mov.u32 %r15, %warpid; mov.u32 %r16, %nwarpid;
            mov.u32 %r17, %lanemask_lt; mov.u32 %r18, %lanemask_le; mov.u32 %r19, %lanemask_eq;
            mov.u32 %r20, %lanemask_ge; mov.u32 %r21, %lanemask_gt;
            st.global.v4.u32 [%rd3], {{%r14, %r15, %r16, %r17}};
            st.global.v4.u32 [%rd3+16], {{%r18, %r19, %r20, %r21}};
            ret;
        }}"
    );
    let mut memory = Memory::new();
    let count = 5 * 4 * 3 * 4;
    let out = memory.add(&vec![0_u32; 8 * count]);
    let grid = Grid { blocks: [2, 2, 1], threads: [5, 4, 3], shared: 0 };
    run(&text, grid, &[out.into()], &mut memory);
    let of_thread = |thread: u32| {
        let (lane, eq) = (thread % 32, 1 << (thread % 32));
        let (lt, gt) = (eq - 1, !(eq | (eq - 1)));
        [lane, thread / 32, 2, lt, lt | eq, eq, gt | eq, gt]
    };
    let expected: Vec<u32> = (0..count as u32).flat_map(|i| of_thread(i % 60)).collect();
    assert_eq!(memory.read::<u32>(out), expected);
}

#[test]
fn the_clock_counts_the_instructions_of_the_thread() {
    let body = "
            mov.u32 %r5, %clock;
            mov.u32 %r6, 0;
        LOOP: add.u32 %r6, %r6, 1;
            setp.le.u32 %p1, %r6, %r4;
            @%p1 bra LOOP;
            mov.u64 %rd5, %clock64;
            cvt.u32.u64 %r7, %rd5;
            sub.u32 %r7, %r7, %r5;
            st.global.u32 [%rd2], %r7;
            ret;";
    let expected: Vec<u32> = (0..64).map(|thread| 2 + 3 * (thread + 1)).collect();
    assert_eq!(words(body, Grid::new(1, 64)), expected);
}

#[test]
fn brx_chooses_a_label() {
    let body = "
            and.b32 %r5, %r1, 3;
            setp.gt.u32 %p1, %r5, 2;
            mov.u32 %r6, 9;
            @%p1 bra DONE;
        targets: .branchtargets A, B, C;
            brx.idx %r5, targets;
        A: mov.u32 %r6, 10; bra DONE;
        B: mov.u32 %r6, 20; bra DONE;
        C: mov.u32 %r6, 30;
        DONE: st.global.u32 [%rd2], %r6;
            ret;";
    let expected: Vec<u32> = (0..40).map(|i| [10, 20, 30, 9][i % 4]).collect();
    assert_eq!(words(body, Grid::new(1, 40)), expected);
}

#[test]
fn carries_packed_moves_and_vector_registers() {
    let body = "
            .reg .v2 .u32 pair;
            add.cc.u32 %r5, 0xffffffff, %r1;
            addc.u32 %r6, 0, 0;
            mov.b64 %rd4, {%r5, %r6};
            mov.b64 {%r7, %r8}, %rd4;
            mov.v2.u32 {%r7, %r8}, {%r8, %r7};
            mov.u32 pair.x, %r7;
            mov.u32 pair.y, 100;
            add.u32 %r9, pair.x, pair.y;
            st.global.u32 [%rd2], %r9;
            ret;";
    assert_eq!(words(body, Grid::new(1, 4)), [100, 101, 101, 101]);
}

#[test]
fn vector_registers_are_operands_of_loads_and_stores() {
    let body = "
            .reg .v2 .u32 pair<2>;
            .reg .v4 .u32 four;
            mov.v4.u32 four, %tid;
            add.u32 %r5, four.x, 10;
            mov.v2.u32 pair0, {%r5, 7};
            mul.wide.u32 %rd4, %r1, 8;
            add.s64 %rd5, %rd1, %rd4;
            setp.ge.u32 %p1, %r1, 2;
            @%p1 bra DONE;
            st.global.v2.u32 [%rd5], pair0;
            ld.global.v2.u32 pair1, [%rd5];
            add.u32 %r6, pair1.x, pair1.y;
            st.global.u32 [%rd5+4], %r6;
        DONE:
            ret;";
    assert_eq!(words(body, Grid::new(1, 4)), [10, 17, 11, 18]);
}

#[test]
fn a_video_instruction_replaces_a_byte() {
    let body = "
            mov.u32 %r5, 0x11223344;
            vadd.u32.u32.u32 %r6.b1, %r1, 16, %r5;
            st.global.u32 [%rd2], %r6;
            ret;";
    assert_eq!(words(body, Grid::new(1, 2)), [0x1122_1044, 0x1122_1144]);
}

#[test]
fn a_spin_lock_of_threads_of_one_warp_ends() {
    // Thread i waits until thread i - 1 has written its word.
    let body = "
            setp.eq.u32 %p1, %r1, 0;
            @%p1 bra WRITE;
        SPIN: ld.volatile.global.u32 %r5, [%rd2+-4];
            setp.eq.u32 %p2, %r5, 0;
            @%p2 bra SPIN;
        WRITE: add.u32 %r6, %r1, 1;
            st.volatile.global.u32 [%rd2], %r6;
            ret;";
    let expected: Vec<u32> = (1..=64).collect();
    assert_eq!(words(body, Grid::new(1, 64)), expected);
}

#[test]
fn sums_that_may_be_fused_are_listed() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            mul.f32 %f1, %f2, %f3;
            add.f32 %f4, %f1, %f5;
            ret; }}"
    );
    let module = module(&text);
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(kernel.may_fuse().len(), 1);
    assert!(kernel.may_fuse()[0].starts_with("test.ptx:6: `ptxas` may fuse this `add.f32`"));
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32]);
    let options = Options::default();
    let report = kernel.launch(Grid::new(1, 1), &[out.into()], &mut memory, &options);
    assert_eq!(report.map(|report| report.may_fuse.len()), Ok(1));
}

/// Counts each instruction of each thread. Threads 0 to 9 run three instructions where the others run one.
#[test]
fn instructions_of_each_thread_are_counted() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} mov.u32 %r1, %tid.x; ld.param.u64 %rd1, [p]; setp.lt.u32 %p1, %r1, 10;
        @%p1 bra FEW; bra END; FEW: add.u32 %r1, %r1, 1; add.u32 %r1, %r1, 2; st.global.u32 [%rd1], %r1; END: ret; }}"
    );
    for (blocks, threads) in [(1, 40), (3, 40), (2, 10)] {
        let mut memory = Memory::new();
        let out = memory.add(&[0_u32]);
        let report = run(&text, Grid::new(blocks, threads), &[out.into()], &mut memory);
        let each = 5 * threads + 3 * 10 + (threads - 10);
        assert_eq!(report.instructions, u64::from(blocks * each));
    }
}
