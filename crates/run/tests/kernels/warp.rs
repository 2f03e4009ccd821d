//! Tests the results of shuffles, votes, matches and reductions, and the order that `bar.warp.sync` imposes. Also tests
//! the faults of lanes that are missing or outside of a mask.

use crate::support::{INDEX, REGISTERS, launch, words};
use ptx_run::{FaultKind, Grid, Memory, Options};

/// Returns a pseudo-random word for thread `i`.
fn hash(i: u32) -> u32 {
    i.wrapping_mul(0x9e37_79b1) ^ i >> 3
}

/// Instructions that write `hash` of the global index to `%r10`.
const HASH: &str =
    "mul.lo.u32 %r10, %r1, 0x9e3779b1; shr.u32 %r11, %r1, 3; xor.b32 %r10, %r10, %r11;";

fn each(body: &str, grid: Grid, expected: impl Fn(u32) -> u32) {
    let found = words(body, grid);
    let expected: Vec<_> = (0..found.len() as u32).map(expected).collect();
    assert_eq!(found, expected, "{body}");
}

#[test]
fn a_butterfly_sums_each_warp() {
    let mut body = String::from(HASH);
    for distance in [16, 8, 4, 2, 1] {
        body += &format!(
            "shfl.sync.bfly.b32 %r12, %r10, {distance}, 31, -1; add.u32 %r10, %r10, %r12;"
        );
    }
    body += "st.global.u32 [%rd2], %r10;";
    for (blocks, threads) in [(3, 32), (2, 128), (1, 1024)] {
        each(&body, Grid::new(blocks, threads), |i| {
            (i / 32 * 32..i / 32 * 32 + 32).fold(0, |sum, j| sum.wrapping_add(hash(j)))
        });
    }
}

#[test]
fn shuffles_down_keep_the_own_value_at_the_end_of_a_segment() {
    // The CUDA call is `__shfl_down_sync(~0, x, 3, 8)`, so c = (32 - 8) << 8 | 31.
    let body = format!(
        "{HASH} shfl.sync.down.b32 %r12|%p1, %r10, 3, 0x181f, -1; selp.u32 %r13, 1, 0, %p1;
        shl.b32 %r13, %r13, 31; xor.b32 %r12, %r12, %r13; st.global.u32 [%rd2], %r12;"
    );
    each(&body, Grid::new(1, 64), |i| if i % 8 < 5 { hash(i + 3) ^ 1 << 31 } else { hash(i) });
}

/// The expected lanes are those of the pseudocode of the PTX ISA ("shfl.sync").
#[test]
fn shuffles_are_those_of_the_pseudocode() {
    for mode in ["up", "down", "bfly", "idx"] {
        for b in [0, 1, 5, 16, 31, 37] {
            for c in [0, 3, 7, 31, 0x1800, 0x1c1f, 0x1e01, 0x101f, 0x0a1b] {
                let body = format!(
                    "shfl.sync.{mode}.b32 %r12|%p1, %r4, {b}, {c}, -1; selp.u32 %r13, 64, 0, %p1;
                    add.u32 %r12, %r12, %r13; st.global.u32 [%rd2], %r12;"
                );
                each(&body, Grid::new(1, 32), |lane| {
                    let (b, clamp, mask) = (b & 31, c & 31, c >> 8 & 31);
                    let most = lane & mask | clamp & !mask;
                    let (from, is_in) = match mode {
                        "up" => (lane.wrapping_sub(b), lane as i32 - b as i32 >= most as i32),
                        "down" => (lane + b, lane + b <= most),
                        "bfly" => (lane ^ b, (lane ^ b) <= most),
                        _ => (lane & mask | b & !mask, (lane & mask | b & !mask) <= most),
                    };
                    if is_in { from + 64 } else { lane }
                });
            }
        }
    }
}

#[test]
fn a_shuffle_meets_lanes_of_other_lines() {
    // Even and odd lanes execute the instruction at different lines.
    let body = format!(
        "{HASH} and.b32 %r12, %r1, 1; setp.eq.u32 %p1, %r12, 0; @%p1 bra EVEN;
            shfl.sync.idx.b32 %r13, %r10, 4, 31, -1; add.u32 %r13, %r13, 1; bra NEXT;
        EVEN: shfl.sync.idx.b32 %r13, %r10, 7, 31, -1;
        NEXT: st.global.u32 [%rd2], %r13;"
    );
    each(&body, Grid::new(1, 96), |i| {
        let warp = i / 32 * 32;
        if i % 2 == 0 { hash(warp + 7) } else { hash(warp + 4).wrapping_add(1) }
    });
}

#[test]
fn lanes_that_exited_are_not_waited_for() {
    let body = "setp.ge.u32 %p1, %r1, 20; @%p1 exit; vote.sync.ballot.b32 %r10, 1, -1; st.global.u32 [%rd2], %r10;";
    each(body, Grid::new(1, 32), |i| if i < 20 { (1 << 20) - 1 } else { 0 });
}

#[test]
fn votes_count_the_lanes_of_the_mask() {
    let vote = |mode: &str| {
        format!(
            "and.b32 %r10, %r1, 3; setp.eq.u32 %p1, %r10, 0; setp.lt.u32 %p2, %r1, 8; @!%p2 bra DONE;
             vote.sync.{mode} %p3, %p1, 0xff; selp.u32 %r12, 1, 2, %p3; st.global.u32 [%rd2], %r12; DONE: ret;"
        )
    };
    let all = |value: u32| move |i| if i < 8 { value } else { 0 };
    each(&vote("all.pred"), Grid::new(1, 32), all(2));
    each(&vote("any.pred"), Grid::new(1, 32), all(1));
    each(&vote("uni.pred"), Grid::new(1, 32), all(2));
    let negated = vote("any.pred").replace("%p3, %p1", "%p3, !%p1");
    each(&negated, Grid::new(1, 32), all(1));
    let ballot = "and.b32 %r10, %r1, 3; setp.eq.u32 %p1, %r10, 0;
        vote.sync.ballot.b32 %r12, !%p1, -1; st.global.u32 [%rd2], %r12;";
    each(ballot, Grid::new(1, 32), |_| 0xeeee_eeee);
    // The last block has 8 threads, so the other lanes of its warp do not exist.
    each(ballot, Grid::new(1, 40), |i| if i < 32 { 0xeeee_eeee } else { 0xee });
}

#[test]
fn matches_find_equal_values() {
    let any =
        "and.b32 %r10, %r1, 7; match.any.sync.b32 %r12, %r10, -1; st.global.u32 [%rd2], %r12;";
    each(any, Grid::new(1, 64), |i| 0x0101_0101 << (i % 8));
    let wide =
        "and.b32 %r10, %r1, 1; mov.b64 %rd4, {%r10, %r10}; match.any.sync.b64 %r12, %rd4, -1;
        st.global.u32 [%rd2], %r12;";
    each(wide, Grid::new(1, 32), |i| if i % 2 == 0 { 0x5555_5555 } else { 0xaaaa_aaaa });
    let all = "shr.u32 %r10, %r1, 5; setp.eq.u32 %p1, %r1, 33; @%p1 mov.u32 %r10, 9;
        match.all.sync.b32 %r12|%p2, %r10, -1; selp.u32 %r13, %r12, 7, %p2; st.global.u32 [%rd2], %r13;";
    each(all, Grid::new(1, 96), |i| if i / 32 == 1 { 7 } else { u32::MAX });
}

#[test]
fn redux_reduces_the_lanes_of_the_mask() {
    let warp = |i: u32| i / 32 * 32..i / 32 * 32 + 32;
    let reduce =
        |op: &str| format!("{HASH} redux.sync.{op} %r12, %r10, -1; st.global.u32 [%rd2], %r12;");
    let grid = Grid::new(1, 64);
    each(&reduce("add.u32"), grid, |i| warp(i).map(hash).fold(0, u32::wrapping_add));
    each(&reduce("min.s32"), grid, |i| warp(i).map(|j| hash(j) as i32).min().unwrap() as u32);
    each(&reduce("max.s32"), grid, |i| warp(i).map(|j| hash(j) as i32).max().unwrap() as u32);
    each(&reduce("min.u32"), grid, |i| warp(i).map(hash).min().unwrap());
    each(&reduce("max.u32"), grid, |i| warp(i).map(hash).max().unwrap());
    each(&reduce("xor.b32"), grid, |i| warp(i).map(hash).fold(0, |a, b| a ^ b));
    each(&reduce("or.b32"), grid, |i| warp(i).map(hash).fold(0, |a, b| a | b));
    each(&reduce("and.b32"), grid, |i| warp(i).map(hash).fold(u32::MAX, |a, b| a & b));
}

#[test]
fn activemask_is_the_group() {
    let body =
        "and.b32 %r10, %r1, 1; setp.eq.u32 %p1, %r10, 0; mov.u32 %r12, 0; @%p1 activemask.b32 %r12;
        st.global.u32 [%rd2], %r12;";
    each(body, Grid::new(1, 32), |i| if i % 2 == 0 { 0x5555_5555 } else { 0 });
}

#[test]
fn a_warp_barrier_orders_its_lanes() {
    // Lane 0 writes only after a long loop. The other lanes wait for lane 0.
    let body = "
        .shared .u32 s[2]; shr.u32 %r20, %r4, 5; shl.b32 %r21, %r20, 2; mov.u32 %r22, s; add.u32 %r22, %r22, %r21;
        and.b32 %r10, %r4, 31; setp.ne.u32 %p1, %r10, 0; @%p1 bra WAIT;
        mov.u32 %r12, 0;
        LOOP: add.u32 %r12, %r12, 1; setp.lt.u32 %p2, %r12, 100; @%p2 bra LOOP;
        add.u32 %r12, %r12, %r20; st.shared.u32 [%r22], %r12;
        WAIT: bar.warp.sync -1; ld.shared.u32 %r13, [%r22]; st.global.u32 [%rd2], %r13;";
    each(body, Grid::new(1, 64), |i| 100 + i / 32);
}

#[test]
fn elect_chooses_one_lane() {
    let text = ".version 8.0\n.target sm_90\n.address_size 64\n";
    let body = "elect.sync %r10|%p1, 0xf0; selp.u32 %r12, 1, 2, %p1;";
    let kernel = format!(
        "{text}.visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} setp.lt.u32 %p2, %r1, 8; setp.ge.u32 %p3, %r1, 4;
         and.pred %p4, %p2, %p3; @!%p4 bra DONE; {body} st.global.u32 [%rd2], %r12; DONE: ret; }}"
    );
    let module = ptx_run::Module::new("test.ptx", &kernel).unwrap();
    let mut memory = Memory::new();
    let out = memory.add(&[0u32; 32]);
    let launched = module.kernel("k").unwrap();
    launched.launch(Grid::new(1, 32), &[out.into()], &mut memory, &Options::default()).unwrap();
    let found = memory.read::<u32>(out);
    assert_eq!(found[4..8].iter().filter(|one| **one == 1).count(), 1, "{found:?}");
    assert_eq!(found[4..8].iter().filter(|one| **one == 2).count(), 3);
}

fn fault(body: &str, options: &Options) -> Result<ptx_run::Report, ptx_run::Fault> {
    let text = format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}\n{body} }}");
    let mut memory = Memory::new();
    let out = memory.add(&[0u32; 32]);
    launch(&text, Grid::new(1, 32), &[out.into()], &mut memory, options)
}

#[test]
fn a_lane_outside_of_its_own_mask_is_a_fault() {
    let fault =
        fault("shfl.sync.idx.b32 %r10, %r1, 0, 31, 0xffff;", &Options::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Undefined);
    assert_eq!(
        fault.to_string(),
        "test.ptx:5: `shfl.sync.idx.b32`: lane 16 is not in its own mask 0x0000ffff; kernel `k`, block (0,0,0), \
         thread (16,0,0)"
    );
}

#[test]
fn a_source_lane_outside_of_the_mask_is_reported() {
    let body = "setp.ge.u32 %p1, %r1, 4; @%p1 exit;\nshfl.sync.down.b32 %r10, %r1, 2, 31, 0xf;\n\
        shfl.sync.down.b32 %r10, %r1, 1, 31, 0xf; st.global.u32 [%rd2], %r10;";
    let report = fault(body, &Options::default()).unwrap();
    let lines: Vec<_> = report.undefined_shuffles.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "line 6: lane 2 reads lane 4, which has exited or is not in the mask: 1 time",
            "line 6: lane 3 reads lane 5, which has exited or is not in the mask: 1 time",
            "line 7: lane 3 reads lane 4, which has exited or is not in the mask: 1 time",
        ]
    );
    let fault = fault(body, &Options::default().strict(true)).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "test.ptx:6: `shfl.sync.down.b32`: lane 2 reads lane 4, which has exited or is not in the mask; kernel `k`, \
         block (0,0,0), thread (2,0,0)"
    );
}

#[test]
fn lanes_that_never_come_are_a_deadlock() {
    // Lanes 0 and 1 wait for each other, but with different masks.
    let body = "setp.gt.u32 %p1, %r1, 1; @%p1 exit; setp.eq.u32 %p2, %r1, 0;
        selp.u32 %r11, 3, 0xffffffff, %p2;\nvote.sync.ballot.b32 %r10, 1, %r11;";
    let fault = fault(body, &Options::default()).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Deadlock);
    assert!(fault.to_string().contains("test.ptx:7: `vote.sync.ballot.b32`"), "{fault}");
    assert!(fault.to_string().contains("its mask is 0x00000003"), "{fault}");
}

/// Lanes of two warps have different distances, segments or both. The expected lanes are those of the pseudocode.
#[test]
fn operands_of_a_shuffle_may_differ_between_lanes() {
    let own = |i: u32| (hash(i) & 31, (hash(i) >> 8) & 0x1f1f);
    let operands = "and.b32 %r14, %r10, 31; shr.u32 %r15, %r10, 8; and.b32 %r15, %r15, 0x1f1f;";
    for mode in ["up", "down", "bfly", "idx"] {
        for (b, c) in [(None, None), (Some(3), None), (None, Some(0x101f))] {
            let word = |number: Option<u32>, register: &str| {
                number.map_or_else(|| register.into(), |number| number.to_string())
            };
            let body = format!(
                "{HASH} {operands} shfl.sync.{mode}.b32 %r12|%p1, %r1, {}, {}, -1; selp.u32 %r13, 64, 0, %p1;
                add.u32 %r12, %r12, %r13; st.global.u32 [%rd2], %r12;",
                word(b, "%r14"),
                word(c, "%r15")
            );
            each(&body, Grid::new(1, 64), |i| {
                let (lane, own) = (i % 32, own(i));
                let (b, c) = (b.unwrap_or(own.0), c.unwrap_or(own.1));
                let (clamp, mask) = (c & 31, c >> 8 & 31);
                let most = lane & mask | clamp & !mask;
                let from = match mode {
                    "up" => lane.wrapping_sub(b),
                    "down" => lane + b,
                    "bfly" => lane ^ b,
                    _ => lane & mask | b & !mask,
                };
                let is_in =
                    if mode == "up" { lane as i32 - b as i32 >= most as i32 } else { from <= most };
                if is_in { i / 32 * 32 + from + 64 } else { i }
            });
        }
    }
}

/// Several cores count what is undefined in their blocks.
#[test]
fn undefined_shuffles_of_all_blocks_are_counted() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} mov.u32 %r12, 0;
        LOOP: add.u32 %r12, %r12, 1; setp.lt.u32 %p2, %r12, 30; @%p2 bra LOOP; setp.ge.u32 %p1, %r4, 4; @%p1 exit;
        shfl.sync.down.b32 %r10, %r4, 2, 31, 0xf;
        shfl.sync.down.b32 %r10, %r4, 1, 31, 0xf; bar.sync 0; st.global.u32 [%rd2], %r10; ret; }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 64 * 128]);
    let done = launch(&text, Grid::new(64, 128), &[out.into()], &mut memory, &Options::default());
    let report = done.unwrap_or_else(|fault| panic!("{fault}"));
    let lines: Vec<_> = report.undefined_shuffles.iter().map(ToString::to_string).collect();
    let expected = [("6", 2, 4), ("6", 3, 5), ("7", 3, 4)].map(|(line, lane, from)| {
        format!("line {line}: lane {lane} reads lane {from}, which has exited or is not in the mask: 64 times")
    });
    assert_eq!((lines, report.undefined_barriers), (expected.to_vec(), 64));
}

/// The mask is in a register. In warp 1, it has the own half of the warp only.
#[test]
fn masks_in_registers_may_be_full_in_some_warps() {
    for (masks, is_split) in [
        ("selp.b32 %r11, -1, 0xffff, %p1; selp.b32 %r12, -1, 0xffff0000, %p1;", true),
        ("mov.u32 %r11, -1; mov.u32 %r12, -1;", false),
    ] {
        let body = format!(
            "setp.lt.u32 %p1, %r4, 32; and.b32 %r13, %r4, 16; setp.eq.u32 %p2, %r13, 0; {masks} selp.b32 %r11, %r11, %r12, %p2;
            shfl.sync.down.b32 %r10, %r1, 1, 31, %r11; st.global.u32 [%rd2], %r10;"
        );
        let text =
            format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} {body} ret; }}");
        let mut memory = Memory::new();
        let out = memory.add(&[0_u32; 64]);
        let done = launch(&text, Grid::new(1, 64), &[out.into()], &mut memory, &Options::default());
        let report = done.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(report.undefined_shuffles.len(), usize::from(is_split));
        for (lane, found) in (0..64).zip(memory.read::<u32>(out)) {
            // Lane 47 reads a lane outside of its mask.
            if lane != 47 || !is_split {
                assert_eq!(found, if lane % 32 == 31 { lane } else { lane + 1 });
            }
        }
    }
}
