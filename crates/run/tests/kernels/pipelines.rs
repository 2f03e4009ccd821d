//! Tests pipelines of bulk copies: a correct kernel has no race, and each mutant of it deadlocks or races.

use crate::support::REGISTERS;
use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options, Report};

/// The threads of a block: a producer warp, and two consumer warps.
const THREADS: u32 = 96;

/// A pipeline of two stages of 256 bytes. Thread 0 copies tile after tile to the stages. The consumers add 1 to each word,
/// and write the tile to a third part of shared memory, from which thread 32 copies the tile to `y`.
fn kernel(tiles: u32) -> String {
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64
        .visible .entry k(.param .u64 x, .param .u64 y) {{ {REGISTERS}
        .shared .align 128 .b8 s[512]; .shared .align 128 .b8 o[256]; .shared .align 8 .b64 full[2]; .shared .align 8 .b64 empty[2];
        ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; mov.u32 %r3, full; mov.u32 %r4, empty;
        mov.u32 %r9, o; setp.eq.u32 %p1, %r1, 0; mov.u32 %r5, 0; mov.u32 %r6, 0;
        @%p1 mbarrier.init.shared::cta.b64 [full], 1; @%p1 mbarrier.init.shared::cta.b64 [full+8], 1;
        @%p1 mbarrier.init.shared::cta.b64 [empty], 64; @%p1 mbarrier.init.shared::cta.b64 [empty+8], 64;
        @%p1 fence.mbarrier_init.release.cluster; bar.sync 0;
        setp.ge.u32 %p2, %r1, 32; @%p2 bra consume; @!%p1 bra done;
        produce: and.b32 %r10, %r5, 1; shl.b32 %r11, %r10, 3; add.u32 %r12, %r3, %r11; add.u32 %r13, %r4, %r11;
        shl.b32 %r14, %r10, 8; add.u32 %r14, %r14, %r2; shr.u32 %r15, %r5, 1; and.b32 %r15, %r15, 1; xor.b32 %r15, %r15, 1;
        free: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r13], %r15; @!%p3 bra free;
        mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r12], 256;
        cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r14], [%rd1], 256, [%r12];
        add.u64 %rd1, %rd1, 256; add.u32 %r5, %r5, 1; setp.lt.u32 %p4, %r5, {tiles}; @%p4 bra produce; bra done;
        consume: sub.u32 %r20, %r1, 32; shl.b32 %r21, %r20, 2; add.u32 %r25, %r9, %r21;
        next: and.b32 %r10, %r5, 1; shl.b32 %r11, %r10, 3; add.u32 %r12, %r3, %r11; add.u32 %r13, %r4, %r11;
        shl.b32 %r14, %r10, 8; add.u32 %r14, %r14, %r2; add.u32 %r22, %r14, %r21; shr.u32 %r15, %r5, 1; and.b32 %r15, %r15, 1;
        ready: mbarrier.try_wait.parity.shared::cta.b64 %p3, [%r12], %r15; @!%p3 bra ready;
        ld.shared.u32 %r23, [%r22]; mbarrier.arrive.shared::cta.b64 _, [%r13];
        add.u32 %r23, %r23, 1; st.shared.u32 [%r25], %r23; fence.proxy.async.shared::cta; bar.sync 1, 64;
        setp.eq.u32 %p5, %r20, 0; @%p5 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [o], 256;
        @%p5 cp.async.bulk.commit_group; @%p5 cp.async.bulk.wait_group.read 0; bar.sync 1, 64;
        add.u64 %rd2, %rd2, 256; add.u32 %r5, %r5, 1; setp.lt.u32 %p4, %r5, {tiles}; @%p4 bra next;
        done: ret; }}"
    )
}

const TILES: u32 = 5;

fn run(text: &str, options: &Options) -> Result<(bool, Report), Fault> {
    let kernel = Module::new("test.ptx", text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = kernel.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let x: Vec<u32> = (0..TILES * 64).map(|i| i * 7).collect();
    let mut memory = Memory::new();
    let (a, b) = (memory.add(&x), memory.add(&vec![0u32; x.len()]));
    let report =
        kernel.launch(Grid::new(1, THREADS), &[a.into(), b.into()], &mut memory, options)?;
    let expected: Vec<u32> = x.iter().map(|word| word + 1).collect();
    Ok((memory.read::<u32>(b) == expected, report))
}

#[test]
fn a_correct_pipeline_has_no_race() {
    let text = kernel(TILES);
    for seed in 0..8 {
        let (is_right, report) = run(&text, &Options::default().races(true).shuffle(seed)).unwrap();
        assert!(is_right, "seed {seed}");
        assert_eq!(report.races, [], "seed {seed}");
    }
    assert!(run(&text, &Options::default()).unwrap().0);
}

/// Returns the line of a text that contains a part.
fn line(text: &str, part: &str) -> usize {
    1 + text.lines().position(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}"))
}

#[test]
fn every_mutant_deadlocks_or_races_and_names_the_line() {
    let right = kernel(TILES);
    let (load, store) = ("cp.async.bulk.shared::cta.global", "cp.async.bulk.global.shared::cta");
    let (read, write) = ("ld.shared.u32 %r23", "st.shared.u32 [%r25]");
    // The line at which threads wait, or the two lines of the race.
    for (name, from, to, lines) in [
        ("a wrong expect_tx", "_, [%r12], 256;", "_, [%r12], 240;", &["ready:"][..]),
        ("a wrong parity of the producer", "xor.b32 %r15, %r15, 1;", "", &["free:"]),
        ("a wrong number of arrivals", "[empty+8], 64", "[empty+8], 65", &["free:"]),
        ("a missing fence", "fence.proxy.async.shared::cta;", "", &[write, store]),
        (
            "a swapped stage",
            "add.u32 %r22, %r14, %r21;",
            "xor.b32 %r22, %r14, 256; add.u32 %r22, %r22, %r21;",
            &[read, load],
        ),
        (
            "no wait of the consumer",
            "[%r12], %r15; @!%p3 bra ready;",
            "[%r12], %r15;",
            &[read, load],
        ),
        // The producer completes phases that the consumers have not seen.
        ("no wait of the producer", "@!%p3 bra free;", "", &["ready:"]),
        (
            "an early arrival",
            "ld.shared.u32 %r23, [%r22]; mbarrier.arrive.shared::cta.b64 _, [%r13];",
            "mbarrier.arrive.shared::cta.b64 _, [%r13]; ld.shared.u32 %r23, [%r22];",
            &[read, load],
        ),
        (
            "no wait for the reads of a copy",
            "@%p5 cp.async.bulk.wait_group.read 0;",
            "",
            &[write, store],
        ),
    ] {
        let text = right.replacen(from, to, 1);
        assert_ne!(text, right, "{name}");
        let all: Vec<_> =
            (0..4).map(|seed| run(&text, &Options::default().races(true).shuffle(seed))).collect();
        let mut lines: Vec<usize> = lines.iter().map(|part| line(&text, part)).collect();
        if let [waits] = lines[..] {
            let found = all.iter().find_map(|one| one.as_ref().err());
            let found = found.unwrap_or_else(|| panic!("{name}"));
            assert_eq!(found.kind, FaultKind::Deadlock, "{name}: {found}");
            let line = format!("line {waits}: ");
            let is_named = |note: &String| note.starts_with(&line) && note.contains("are pending");
            assert!(found.notes.iter().any(is_named), "{name}: {found}");
        } else {
            lines.sort_unstable();
            let reports = all.iter().flatten();
            let races = reports.flat_map(|(_, report)| &report.races);
            let found: Vec<_> = races
                .map(|race| {
                    let (first, second) = (race.first.line, race.second.line);
                    vec![first.min(second), first.max(second)]
                })
                .collect();
            assert!(found.contains(&lines), "{name}: {lines:?} is not in {found:?}");
        }
    }
}

#[test]
fn copies_that_write_the_same_bytes_are_apart() {
    // Threads 0 and 32 copy 128 bytes each to the same place.
    let text = |value: &str| {
        format!(
            ".version 8.6\n.target sm_90\n.address_size 64
            .visible .entry k(.param .u64 x, .param .u64 y) {{ {REGISTERS} .shared .align 128 .b8 s[384];
            ld.param.u64 %rd2, [y]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3;
            and.b32 %r4, %r1, 31; setp.eq.u32 %p1, %r4, 0; st.shared.u32 [%r2], {value};
            fence.proxy.async.shared::cta; bar.sync 0;
            @%p1 cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r2], 128;
            @%p1 cp.async.bulk.commit_group; @%p1 cp.async.bulk.wait_group 0; ret; }}"
        )
    };
    for (value, is_same) in [("%r4", true), ("%r1", false)] {
        let text = text(value);
        let copy = line(&text, "cp.async.bulk.global");
        let (_, report) = run(&text, &Options::default().races(true)).unwrap();
        let (found, others) = match is_same {
            true => (report.same_value_races, report.races),
            false => (report.races, report.same_value_races),
        };
        assert_eq!(others, [], "{value}");
        assert!(
            found.iter().all(|race| [race.first.line, race.second.line] == [copy; 2]),
            "{value}"
        );
        assert_eq!(found.len(), 1, "{value}");
    }
}
