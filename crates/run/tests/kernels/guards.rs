//! Tests guarded instructions, whose lanes are any part of a block.

use crate::support::{INDEX, REGISTERS, launch, run, words};
use ptx_run::{FaultKind, Grid, Memory, Options};
use test_support::sample;

/// The value of a register that a guarded load does not write.
const KEPT: u64 = 0x1111_2222_3333_4444;

/// Returns whether a thread of a block takes part.
type Guard = fn(block: u32, thread: u32) -> bool;

const GUARDS: [Guard; 8] = [
    |_, thread| thread < 5,
    |_, thread| thread >= 3,
    |_, thread| (2..21).contains(&thread),
    |block, thread| thread < 9 * block,
    |block, thread| thread == 4 + block,
    |_, thread| !thread.is_multiple_of(3),
    |_, thread| !(8..16).contains(&thread),
    |block, _| block.is_multiple_of(2),
];

/// The tested numbers of blocks and threads. A quick run tests the first half.
const GRIDS: [(u32, u32); 4] = [(5, 33), (2, 256), (3, 8), (4, 64)];

/// Returns a kernel that loads an element of `x` into a register and stores it to `y`, both where a byte of `g` is not 0.
/// Each thread writes the register to `p`. `space` is `global` or `shared`.
fn text(ty: &str, bytes: u32, space: &str) -> String {
    let wide = if bytes == 8 { "%rd9" } else { "%r9" };
    let declared = format!(".shared .align 8 .b8 s[{}];", 256 * bytes);
    let address = match space {
        "global" => "add.u64 %rd7, %rd4, %rd8; add.u64 %rd8, %rd5, %rd8;".to_string(),
        _ => format!(
            "mov.u64 %rd7, s; cvt.u64.u32 %rd8, %r4; mul.lo.u64 %rd8, %rd8, {bytes};
             add.u64 %rd7, %rd7, %rd8; mul.wide.u32 %rd8, %r1, {bytes}; add.u64 %rd10, %rd4, %rd8;
             ld.global.{ty} {wide}, [%rd10]; st.shared.{ty} [%rd7], {wide}; add.u64 %rd8, %rd5, %rd8;"
        ),
    };
    let to_wide = if bytes == 8 { "" } else { "cvt.u64.u32 %rd9, %r9;" };
    let from_wide = if bytes == 8 { "" } else { "cvt.u32.u64 %r9, %rd9;" };
    format!(
        ".visible .entry k(.param .u64 p, .param .u64 x, .param .u64 y, .param .u64 g) {{
            {declared} {REGISTERS} {INDEX}
            ld.param.u64 %rd4, [x]; ld.param.u64 %rd5, [y]; ld.param.u64 %rd6, [g];
            cvt.u64.u32 %rd8, %r1; add.u64 %rd6, %rd6, %rd8; ld.global.u8 %r5, [%rd6];
            setp.ne.u32 %p1, %r5, 0;
            mul.wide.u32 %rd8, %r1, {bytes};
            {address}
            mov.b64 %rd9, 0x{KEPT:x}; {from_wide}
            @%p1 ld.{space}.{ty} {wide}, [%rd7];
            @%p1 st.global.{ty} [%rd8], {wide};
            {to_wide}
            mul.wide.u32 %rd11, %r1, 8; add.u64 %rd11, %rd1, %rd11; st.global.u64 [%rd11], %rd9;
            ret; }}"
    )
}

#[test]
fn guarded_accesses_keep_the_other_lanes() {
    for (ty, bytes) in [("u8", 1), ("s8", 1), ("u16", 2), ("b32", 4), ("b64", 8)] {
        for space in ["global", "shared"] {
            let text = text(ty, bytes, space);
            for grid in &GRIDS[..sample(GRIDS.len(), 2)] {
                for guard in GUARDS {
                    check(&text, ty, bytes, *grid, guard);
                }
            }
        }
    }
}

fn check(text: &str, ty: &str, bytes: u32, (blocks, threads): (u32, u32), guard: Guard) {
    let count = blocks * threads;
    let is_active = |i: u32| guard(i / threads, i % threads);
    let mask = u64::MAX >> (64 - 8 * bytes);
    let element = |i: u32| u64::from(i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) & mask;
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u64; count as usize]);
    let bytes_of = |i| element(i).to_le_bytes()[..bytes as usize].to_vec();
    let x = memory.add(&(0..count).flat_map(bytes_of).collect::<Vec<u8>>());
    let y = memory.add(&vec![0xee_u8; (count * bytes) as usize]);
    let g = memory.add(&(0..count).map(|i| u8::from(is_active(i))).collect::<Vec<u8>>());
    let arguments = [out.into(), x.into(), y.into(), g.into()];
    for options in [Options::default(), Options::default().races(true)] {
        let mut memory = memory.clone();
        let grid = Grid::new(blocks, threads);
        launch(text, grid, &arguments, &mut memory, &options)
            .unwrap_or_else(|fault| panic!("{ty} {blocks} {threads}: {fault}"));
        let kept = if bytes == 8 { KEPT } else { KEPT & u64::from(u32::MAX) };
        let loaded = |i| match ty {
            "s8" => u64::from(i32::from(element(i) as u8 as i8) as u32),
            _ => element(i),
        };
        let register = |i| if is_active(i) { loaded(i) } else { kept };
        assert!(memory.read::<u64>(out).into_iter().eq((0..count).map(register)), "{ty}");
        let stored = |i| if is_active(i) { bytes_of(i) } else { vec![0xee; bytes as usize] };
        let expected: Vec<u8> = (0..count).flat_map(stored).collect();
        assert_eq!(memory.read::<u8>(y), expected, "{ty} {blocks} {threads}");
    }
}

/// The buffers end after 40 elements.
#[test]
fn only_active_lanes_fault() {
    let text = text("b32", 4, "global");
    for (last, found) in [(40, None), (41, Some([40, 0, 0]))] {
        let mut memory = Memory::new();
        let out = memory.add(&[0_u64; 64]);
        let (x, y) = (memory.add(&[7_u32; 40]), memory.add(&[0_u32; 40]));
        let g = memory.add(&(0..64).map(|i| u8::from(i < last)).collect::<Vec<u8>>());
        let arguments = [out.into(), x.into(), y.into(), g.into()];
        let launched =
            launch(&text, Grid::new(1, 64), &arguments, &mut memory, &Options::default());
        let thread = launched.err().map(|fault| {
            assert_eq!(fault.kind, FaultKind::OutOfBounds, "{fault}");
            fault.thread
        });
        assert_eq!(thread, found.map(Some));
        if found.is_none() {
            assert_eq!(memory.read::<u32>(y), [7; 40]);
        }
    }
}

#[test]
fn a_guard_that_changes_between_guarded_instructions() {
    let body = "mov.u32 %r5, 0; mov.u32 %r6, 0;
        setp.lt.u32 %p1, %r4, 10;
        @%p1 add.u32 %r5, %r5, 1;
        add.u32 %r6, %r6, 1;
        @%p1 add.u32 %r5, %r5, 2;
        setp.gt.u32 %p1, %r4, 20;
        @%p1 add.u32 %r5, %r5, 4;
        @!%p1 add.u32 %r5, %r5, 8;
        not.pred %p1, %p1;
        @!%p1 add.u32 %r5, %r5, 16;
        @!%p1 setp.lt.u32 %p1, %r4, 30;
        @!%p1 add.u32 %r5, %r5, 32;
        shl.b32 %r6, %r6, 8; add.u32 %r5, %r5, %r6;
        st.global.u32 [%rd2], %r5; ret;";
    let expected = |i: u32| {
        let thread = i % 40;
        let bit = |holds: bool, bit: u32| if holds { bit } else { 0 };
        let late = thread > 20;
        256 + bit(thread < 10, 1 + 2)
            + bit(late, 4)
            + bit(!late, 8)
            + bit(late, 16)
            + bit(late && thread >= 30, 32)
    };
    let found = words(body, Grid::new(3, 40));
    assert!(found.into_iter().eq((0..120).map(expected)));
}

/// The lanes of a block whose guard is false lie between others: two, one or almost all.
#[test]
fn gaps_between_guarded_lanes_stay() {
    let two: &[u32] = &[10, 20];
    let most: Vec<u32> = (0..64).filter(|lane| *lane != 5).collect();
    for blocks in [[&most, two], [two, two], [&[30], &[40]], [&[0, 63], &[0]]] {
        let is_active = |i: u32| !blocks[i as usize / 64].contains(&(i % 64));
        let text = format!(
            ".visible .entry k(.param .u64 p, .param .u64 q) {{ {REGISTERS} {INDEX} ld.param.u64 %rd5, [q]; add.u64 %rd5, %rd5, %rd3;
            ld.global.u32 %r5, [%rd5]; setp.ne.u32 %p1, %r5, 0; mov.u32 %r6, 9; @%p1 ld.global.u32 %r6, [%rd2];
            st.global.u32 [%rd5], %r6; @%p1 st.global.u32 [%rd2], %r4; ret; }}"
        );
        let mut memory = Memory::new();
        let active: Vec<u32> = (0..128).map(|i| is_active(i).into()).collect();
        let (p, q) = (memory.add(&(1000..1128).collect::<Vec<u32>>()), memory.add(&active));
        run(&text, Grid::new(2, 64), &[p.into(), q.into()], &mut memory);
        let stored: Vec<u32> =
            (0..128).map(|i| if is_active(i) { i % 64 } else { 1000 + i }).collect();
        let loaded: Vec<u32> = (0..128).map(|i| if is_active(i) { 1000 + i } else { 9 }).collect();
        assert_eq!((memory.read::<u32>(p), memory.read::<u32>(q)), (stored, loaded));
    }
}
