//! Tests mutants of a kernel. Each mutant omits or weakens one synchronisation. The report must name the two lines that
//! this synchronisation ordered.

use crate::support::{HEADER, INDEX, REGISTERS, launch};
use ptx_run::{Fault, FaultKind, Grid, Memory, Options, Report};

/// A kernel for four blocks of two warps. Each thread exchanges a word with a lane of its warp. Thread 0 of each block
/// reads a word of the other warp, and stores the word in global memory. The last block reads all stored words.
const KERNEL: &str = "
    .shared .u32 s[64];
    .shared .u32 ticket;
    shl.b32 %r10, %r4, 2;
    mov.u32 %r11, s;
    add.u32 %r12, %r11, %r10;
    xor.b32 %r13, %r10, 64;
    add.u32 %r13, %r13, %r11;
    and.b32 %r5, %r4, 16;
    setp.eq.u32 %p4, %r5, 0;
    mov.u32 %r20, 0xffffffff;
    st.shared.u32 [%r12], %r1;
    bar.warp.sync %r20;
    ld.shared.u32 %r14, [%r13];
    shfl.sync.idx.b32 %r15, %r14, 20, 31, %r20;
    bar.sync 0;
    setp.ne.u32 %p1, %r4, 0;
    @%p1 bra WAIT;
    ld.shared.u32 %r16, [s+252];
    mul.wide.u32 %rd4, %r2, 4;
    add.s64 %rd5, %rd1, %rd4;
    st.global.u32 [%rd5+4], %r16;
    fence.acq_rel.gpu;
    atom.global.inc.u32 %r17, [%rd1], 3;
    fence.acq_rel.gpu;
    st.shared.u32 [ticket], %r17;
WAIT:
    bar.sync 1;
    ld.shared.u32 %r18, [ticket];
    setp.ne.u32 %p2, %r18, 3;
    @%p2 ret;
    and.b32 %r6, %r4, 3;
    mul.wide.u32 %rd6, %r6, 4;
    add.s64 %rd6, %rd1, %rd6;
    ld.global.u32 %r19, [%rd6+4];
    ret;";

/// Replaces the first occurrence of a part of the kernel. Returns the text.
fn mutant(part: &str, by: &str) -> String {
    assert!(KERNEL.contains(part), "{part}");
    let kernel = KERNEL.replacen(part, by, 1);
    format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX} {kernel} }}")
}

fn run(text: &str) -> Result<Report, Fault> {
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 8]);
    let options = Options::default().races(true);
    launch(text, Grid::new(4, 64), &[out.into()], &mut memory, &options)
}

/// Returns the line of an instruction in the file.
fn line(text: &str, instruction: &str) -> usize {
    let found = text.lines().position(|line| line.contains(instruction));
    HEADER.lines().count() + 1 + found.unwrap_or_else(|| panic!("{instruction}"))
}

#[test]
fn the_kernel_has_no_race() {
    let report = run(&mutant("", "")).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(report.races.is_empty() && report.same_value_races.is_empty(), "{:?}", report.races);
    assert!(report.undefined_shuffles.is_empty());
}

#[test]
fn races_name_the_lines_that_nothing_orders() {
    let half = "selp.b32 %r20, 0x0000ffff, 0xffff0000, %p4;";
    let plain = "ld.global.u32 %r17, [%rd1];\nadd.u32 %r7, %r17, 1;\nst.global.u32 [%rd1], %r7;";
    let word = ("st.shared.u32 [%r12]", "ld.shared.u32 %r16");
    let lane = ("st.shared.u32 [%r12]", "ld.shared.u32 %r14");
    let sum = ("st.global.u32 [%rd5+4]", "ld.global.u32 %r19");
    let ticket = ("st.shared.u32 [ticket]", "ld.shared.u32 %r18");
    let counter = ("st.global.u32 [%rd1], %r7", "ld.global.u32 %r17");
    let cases = [
        ("a barrier removed", "bar.sync 0;", "", word),
        ("the other barrier removed", "bar.sync 1;", "", ticket),
        ("a barrier of a warp removed", "bar.warp.sync %r20;", "", lane),
        ("a mask narrowed", "mov.u32 %r20, 0xffffffff;", half, lane),
        ("a fence removed", "fence.acq_rel.gpu;", "", sum),
        ("a fence narrowed", "fence.acq_rel.gpu;", "fence.acq_rel.cta;", sum),
        ("an atomic made plain", "atom.global.inc.u32 %r17, [%rd1], 3;", plain, counter),
    ];
    for (name, part, by, (first, second)) in cases {
        let text = mutant(part, by);
        let report = run(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        let found: Vec<_> =
            report.races.iter().map(|race| (race.first.line, race.second.line)).collect();
        let expected = (line(&text, first), line(&text, second));
        assert!(found.contains(&expected), "{name}: {expected:?} is not in {found:?}");
        // Each mutant has only one race, with two exceptions: the plain counter and the missing second barrier
        // leave several accesses unordered.
        assert!(found.len() == 1 || by == plain || part == "bar.sync 1;", "{name}: {found:?}");
    }
}

#[test]
fn a_narrowed_mask_of_a_shuffle_is_reported_or_a_fault() {
    let text = mutant("mov.u32 %r20, 0xffffffff;", "selp.b32 %r20, 0x0000ffff, 0xffff0000, %p4;");
    let report = run(&text).unwrap_or_else(|fault| panic!("{fault}"));
    let lines: Vec<_> = report.undefined_shuffles.iter().map(|one| (one.lane, one.line)).collect();
    // The lower half of each warp reads lane 20, which is not in its mask. The count is 8: two warps in four blocks.
    let expected: Vec<_> = (0..16).map(|lane| (lane, line(&text, "shfl.sync"))).collect();
    assert_eq!(lines, expected);
    assert!(report.undefined_shuffles.iter().all(|one| (one.source, one.count) == (20, 8)));
    // Now all lanes use the mask of the lower half. Lanes 16 to 31 are then not in their own mask, which is a fault.
    let text = mutant("mov.u32 %r20, 0xffffffff;", "mov.u32 %r20, 0x0000ffff;");
    let fault = run(&text).expect_err("a fault");
    assert_eq!(fault.place, Some(("test.ptx".into(), line(&text, "bar.warp.sync"))));
    assert_eq!((fault.kind, fault.thread), (FaultKind::Undefined, Some([16, 0, 0])));
}

#[test]
fn a_barrier_on_two_paths_names_both_lines() {
    let text = mutant("WAIT:\n", "bar.sync 2;\nbra JOIN;\nWAIT:\nbar.sync 2;\nJOIN:\n");
    let fault = run(&text).expect_err("a fault");
    let first = line(&text, "bar.sync 2;");
    let (one, other) = (
        format!("thread (0,0,0) at line {first}"),
        format!("thread (1,0,0) at line {}", first + 3),
    );
    assert_eq!(fault.kind, FaultKind::Divergent);
    assert!(fault.message.contains(&one) && fault.message.contains(&other), "{fault}");
}
