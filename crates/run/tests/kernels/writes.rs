//! Tests the record of writes.

use crate::support::{INDEX, REGISTERS, launch};
use ptx_run::{Grid, Memory, Options, Write};

/// Runs a body on two blocks of two threads, and returns the writes to the first two words of `p`.
fn writes(body: &str, options: &Options) -> Vec<Write> {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} .shared .u32 s; {INDEX}\n{body} ret; }}"
    );
    let mut memory = Memory::new();
    let p = memory.add(&[0u32; 4]);
    let options = options.clone().watch(p, 0..8);
    let report = launch(&text, Grid::new(2, 2), &[p.into()], &mut memory, &options);
    report.unwrap_or_else(|fault| panic!("{fault}")).writes
}

/// Returns the block, the thread, the offset and the values of each write.
fn parts(writes: &[Write]) -> Vec<([u32; 3], [u32; 3], usize, String)> {
    let part = |one: &Write| (one.block, one.thread, one.offset, one.values.join(" "));
    writes.iter().map(part).collect()
}

#[test]
fn a_write_has_its_block_and_thread() {
    let found = writes("st.global.u32 [%rd2], %r1; st.shared.u32 [s], %r1;", &Options::default());
    let at = |x: u32| [x, 0, 0];
    let expected = [(at(0), at(0), 0, "0x00000000".into()), (at(0), at(1), 4, "0x00000001".into())];
    assert_eq!(parts(&found), expected);
    assert_eq!((found[0].line, found[0].instruction.as_str()), (5, "st.global.u32"));
    // Only the low bits of a register are written. A write of false guards is none.
    let found = writes(
        "setp.eq.u32 %p1, %r1, 3; not.b32 %r5, %r1; @%p1 st.global.u8 [%rd1+7], %r5;",
        &Options::default(),
    );
    assert_eq!(parts(&found), [(at(1), at(1), 7, "0xfc".into())]);
}

/// Tests that an atomic operation records the value after each thread, in the order in which the threads ran.
#[test]
fn the_values_of_atomics_follow_each_other() {
    let body = "atom.global.add.u32 %r5, [%rd1+4], 16; bar.sync 0;";
    for seed in 0..8 {
        let found = writes(body, &Options::default().shuffle(seed));
        let values: Vec<_> = found.iter().map(|one| one.values.join(" ")).collect();
        assert_eq!(values, ["0x00000010", "0x00000020", "0x00000030", "0x00000040"], "{seed}");
        let mut threads: Vec<_> = found.iter().map(|one| (one.block[0], one.thread[0])).collect();
        threads.sort_unstable();
        assert_eq!(threads, [(0, 0), (0, 1), (1, 0), (1, 1)]);
    }
}

/// Tests that the writes of a block that waits for the next block, and of the next block, are in one record.
#[test]
fn a_block_that_waits_keeps_its_writes() {
    let body = "setp.eq.u32 %p1, %r2, 1; @%p1 bra SET; st.global.u32 [%rd1], 7;
        WAIT: ld.volatile.global.u32 %r5, [%rd1+4]; setp.eq.u32 %p2, %r5, 0; @%p2 bra WAIT; bra END;
        SET: st.volatile.global.u32 [%rd1+4], 9; END:";
    let options = Options::default().check_progress_after(1000);
    let found = writes(body, &options);
    let of: Vec<_> = found.iter().map(|one| (one.block[0], one.offset)).collect();
    assert_eq!(of, [(0, 0), (0, 0), (1, 4), (1, 4)]);
}
