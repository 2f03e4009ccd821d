//! Tests that a launch restores the bytes that it has overwritten, if it fails or starts again.

use crate::support::{INDEX, REGISTERS, launch, run};
use ptx_run::{Buffer, FaultKind, Grid, Memory, Options};

/// The number of words of a buffer of three and a half pages.
const WORDS: usize = 3584;

/// Returns a memory with `WORDS` words, each its index, and 16 small buffers.
fn memory() -> (Memory<'static>, Buffer) {
    let mut memory = Memory::new();
    let words: Vec<u32> = (0..WORDS as u32).collect();
    let buffer = memory.add(&words);
    (0..16u8).for_each(|byte| _ = memory.add(&[byte; 5]));
    (memory, buffer)
}

/// Launches a kernel body with the buffer of `memory`. The launch must fault in the last block, and the bytes must be as
/// before.
fn faults(body: &str, grid: Grid, kind: FaultKind) {
    let text = format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} {body} ret; }}");
    let (mut memory, buffer) = memory();
    let before = memory.bytes(buffer).to_vec();
    for _ in 0..2 {
        let fault = launch(&text, grid, &[buffer.into()], &mut memory, &Options::default());
        assert_eq!(fault.expect_err("a fault").kind, kind);
        assert_eq!(memory.bytes(buffer), before);
    }
}

#[test]
fn after_a_fault() {
    // The last threads write after the end of the buffer. The bytes of some blocks are in two pages.
    faults("st.global.u32 [%rd2], -1;", Grid::new(43, 100), FaultKind::OutOfBounds);
    faults("st.global.u8 [%rd2], %r1;", Grid::new(43, 100), FaultKind::OutOfBounds);
    // Each thread writes to a page of its own.
    let far = "mul.lo.u32 %r5, %r1, 4088; cvt.u64.u32 %rd4, %r5; add.s64 %rd4, %rd1, %rd4;
               st.global.v2.u32 [%rd4], {%r1, %r1};";
    faults(far, Grid::new(5, 1), FaultKind::OutOfBounds);
}

#[test]
fn after_a_fault_at_the_end_of_rows() {
    // Each thread writes a row of two pages. The last thread then writes after the end of the buffer.
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            mul.wide.u32 %rd4, %r1, 8192;
            add.s64 %rd4, %rd1, %rd4;
            mov.u32 %r6, 0;
        LOOP: st.global.u32 [%rd4], -1;
            add.s64 %rd4, %rd4, 4;
            add.u32 %r6, %r6, 1;
            setp.le.u32 %p1, %r6, 2048;
            @%p1 bra LOOP;
            ret; }}"
    );
    for blocks in [1, 4] {
        let before: Vec<u32> = (0..blocks * 16 * 2048).collect();
        let mut memory = Memory::new();
        let buffer = memory.add(&before);
        let grid = Grid::new(blocks, 16);
        let fault = launch(&text, grid, &[buffer.into()], &mut memory, &Options::default());
        assert_eq!(fault.expect_err("a fault").kind, FaultKind::OutOfBounds);
        assert!(memory.read::<u32>(buffer) == before, "{blocks} blocks");
    }
}

#[test]
fn after_a_fault_behind_atomics() {
    let trap = "setp.eq.u32 %p1, %r1, 1000; @%p1 trap;";
    for atomic in [
        "red.global.add.u32 [%rd2], 5;",
        "atom.global.add.u32 %r5, [%rd1], 1;",
        "atom.global.exch.b32 %r5, [%rd2], 9;",
        "red.global.add.f32 [%rd2], 0f3f800000;",
    ] {
        faults(&format!("{atomic} {trap}"), Grid::new(16, 64), FaultKind::Trap);
    }
}

#[test]
fn before_the_blocks_start_again() {
    // Thread i reads word 800 i + 3200 and writes word 800 i, modulo 6400, so block 1 reads what block 0 has written.
    let body = "mul.lo.u32 %r6, %r1, 3200; cvt.u64.u32 %rd4, %r6; add.s64 %rd4, %rd1, %rd4;
                add.u32 %r5, %r1, 4; and.b32 %r5, %r5, 7; mul.lo.u32 %r5, %r5, 3200;
                cvt.u64.u32 %rd5, %r5; add.s64 %rd5, %rd1, %rd5;
                ld.global.u32 %r6, [%rd5]; add.u32 %r6, %r6, 1; st.global.u32 [%rd4], %r6; ret;";
    let text = format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} {body} }}");
    let mut memory = Memory::new();
    let p = memory.add(&[7u32; 6400]);
    run(&text, Grid::new(2, 4), &[p.into()], &mut memory);
    let expected = |i: usize| if i.is_multiple_of(800) { 8 + (i / 3200) as u32 } else { 7 };
    assert!(memory.read::<u32>(p).iter().enumerate().all(|(i, word)| *word == expected(i)));
}

#[test]
fn between_launches_only_the_last_counts() {
    let text = format!(
        ".visible .entry k(.param .u64 p, .param .u32 last) {{ {REGISTERS} {INDEX}
            ld.param.u32 %r5, [last];
            st.global.u32 [%rd2], %r5;
            setp.eq.u32 %p1, %r1, %r5;
            @%p1 trap;
            ret;
        }}"
    );
    let (mut memory, buffer) = memory();
    let grid = Grid::new(8, 64);
    run(&text, grid, &[buffer.into(), 512u32.into()], &mut memory);
    let words = [vec![512; 512], (512..WORDS as u32).collect()].concat();
    assert_eq!(memory.read::<u32>(buffer), words);
    let arguments = [buffer.into(), 300u32.into()];
    let fault = launch(&text, grid, &arguments, &mut memory, &Options::default());
    assert_eq!(fault.expect_err("a fault").kind, FaultKind::Trap);
    assert_eq!(memory.read::<u32>(buffer), words);
}

#[test]
fn ten_thousand_buffers() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            mul.wide.u32 %rd4, %r1, 8;
            add.s64 %rd4, %rd1, %rd4;
            ld.global.u64 %rd5, [%rd4];
            ld.global.u32 %r5, [%rd5+4];
            add.u32 %r5, %r5, %r1;
            st.global.u32 [%rd5+4], %r5;
            ret;
        }}"
    );
    for is_placed in [false, true] {
        let mut memory = Memory::new();
        let mut add = |i: u64| {
            let bytes = [[1, 2], [i as u8, 0]].concat().repeat(2);
            match is_placed {
                // The addresses are in no order.
                true => memory.add_at(0x10_0000 + i * 7919 % 10007 * 16, bytes, false),
                false => Ok(memory.add_bytes(bytes, false)),
            }
        };
        let all = (0..10_000).map(|i| add(i).expect("a free address"));
        let all: Vec<Buffer> = all.collect();
        let addresses: Vec<u64> = all.iter().map(|buffer| buffer.address()).collect();
        let pointers = memory.add(&addresses);
        run(&text, Grid::new(100, 100), &[pointers.into()], &mut memory);
        for (i, buffer) in all.into_iter().enumerate() {
            let old = 0x0201 + ((i as u32 & 0xff) << 16);
            assert_eq!(memory.read::<u32>(buffer), [old, old + i as u32], "{i}");
        }
    }
}
