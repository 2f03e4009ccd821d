//! Tests which accesses are reported as races, and what a trace contains. Also tests that a random order of blocks and
//! warps changes the results of a kernel with a race, but not of a kernel without races.

use crate::support::{INDEX, REGISTERS, launch};
use ptx_run::{Grid, Memory, Options, Report, Side};

/// Launches a kernel whose body starts at line 5. Its buffer has a word for each thread.
fn report(body: &str, grid: Grid, options: &Options) -> (Report, Vec<u32>) {
    let text = format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}\n{body} }}");
    let count: u32 = grid.blocks.iter().chain(&grid.threads).product();
    let mut memory = Memory::new();
    let out = memory.add(&vec![0_u32; count as usize]);
    let report = launch(&text, grid, &[out.into()], &mut memory, options);
    (report.unwrap_or_else(|fault| panic!("{fault}")), memory.read(out))
}

fn races(body: &str, grid: Grid) -> Report {
    report(body, grid, &Options::default().races(true)).0
}

/// Returns a kernel body that sums the thread numbers of a block in shared memory. `barrier` separates the
/// rounds.
fn sums(barrier: &str) -> String {
    format!(
        ".shared .u32 s[256]; mov.u32 %r10, s; shl.b32 %r11, %r4, 2; add.u32 %r10, %r10, %r11;
        st.shared.u32 [%r10], %r4; bar.sync 0; mov.u32 %r12, 128;
LOOP:   setp.ge.u32 %p1, %r4, %r12; @%p1 bra NEXT; shl.b32 %r13, %r12, 2; add.u32 %r13, %r13, %r10;
        ld.shared.u32 %r14, [%r13];
        ld.shared.u32 %r15, [%r10]; add.u32 %r15, %r15, %r14;
        st.shared.u32 [%r10], %r15;
NEXT:   {barrier}
        shr.u32 %r12, %r12, 1; setp.ne.u32 %p2, %r12, 0; @%p2 bra LOOP;
        ld.shared.u32 %r16, [s]; st.global.u32 [%rd2], %r16;"
    )
}

#[test]
fn a_reduction_with_barriers_has_no_race() {
    for threads in [256, 64, 100] {
        let report = races(&sums("bar.sync 0;"), Grid::new(2, threads));
        assert!(
            report.races.is_empty() && report.same_value_races.is_empty(),
            "{:?}",
            report.races
        );
    }
}

/// Threads 2 and 3 of block 1 write the bytes 12 to 15 and 14 to 15.
#[test]
fn a_race_names_its_block_and_the_first_common_byte() {
    let body = ".shared .align 8 .b8 s[32]; mov.u32 %r10, s; setp.ne.u32 %p3, %r2, 1; @%p3 bra END;
        setp.eq.u32 %p1, %r4, 2; @%p1 st.shared.u32 [%r10+12], 1;
        setp.eq.u32 %p2, %r4, 3; @%p2 st.shared.u16 [%r10+14], 2;
END:    ret;";
    let report = races(body, Grid::new(2, 4));
    assert_eq!(report.races.len(), 1, "{:?}", report.races);
    let race = &report.races[0];
    assert_eq!(race.address, "offset 14 of shared memory (32 bytes)");
    let place = |side: &Side| (side.line, side.block, side.thread);
    assert_eq!(place(&race.first), (6, [1, 0, 0], [2, 0, 0]));
    assert_eq!(place(&race.second), (7, [1, 0, 0], [3, 0, 0]));
}

#[test]
fn a_reduction_without_its_barrier_races() {
    let report = races(&sums(""), Grid::new(1, 256));
    let lines: Vec<_> =
        report.races.iter().map(|race| (race.first.line, race.second.line)).collect();
    // The store in line 10 races with two loads by other threads: line 8 loads a summand, and line 13 loads the result.
    assert!(lines.contains(&(10, 8)), "{lines:?}");
    assert!(lines.contains(&(10, 13)), "{lines:?}");
    let text = report.races.iter().find(|race| race.second.line == 8).unwrap().to_string();
    assert!(text.starts_with("test.ptx:10: race at offset "), "{text}");
    assert!(
        text.contains("of shared memory (1024 bytes): `st.shared.u32` of block (0,0,0), thread "),
        "{text}"
    );
    assert!(text.contains("and `ld.shared.u32` of block (0,0,0), thread "), "{text}");
}

#[test]
fn neighbouring_bytes_do_not_race() {
    let body =
        ".shared .b8 s[64]; mov.u32 %r10, s; add.u32 %r10, %r10, %r4; st.shared.u8 [%r10], %r4;
        ld.shared.u8 %r11, [%r10]; st.global.u32 [%rd2], %r11;";
    let found = races(body, Grid::new(1, 64));
    assert!(found.races.is_empty(), "{:?}", found.races);
    // With words instead of bytes, four threads write each word.
    let wide = body.replace("st.shared.u8", "and.b32 %r10, %r10, 60;\nst.shared.u32");
    assert_eq!(races(&wide, Grid::new(1, 64)).races[0].first.line, 6);
}

#[test]
fn writes_of_the_same_value_are_apart() {
    let body = ".shared .u32 s; st.shared.u32 [s], 7; bar.sync 0; ld.shared.u32 %r10, [s]; st.global.u32 [%rd2], %r10;";
    let report = races(body, Grid::new(1, 64));
    assert!(report.races.is_empty());
    assert_eq!(report.same_value_races.len(), 1);
    assert_eq!(report.same_value_races[0].count, 63);
}

#[test]
fn a_write_of_the_same_value_hides_no_race() {
    // Both threads write 0. Then thread 1 writes 1, which races with the first write of thread 0.
    let body = "mov.u32 %r10, 0; st.global.u32 [%rd1], %r10; st.global.u32 [%rd1], %r1;";
    for grid in [Grid::new(1, 2), Grid::new(2, 1)] {
        let report = races(body, grid);
        assert!(!report.same_value_races.is_empty());
        let threads: Vec<_> =
            report.races.iter().map(|race| (race.first.block[0], race.first.thread[0])).collect();
        assert_eq!(threads, [(0, 0)]);
    }
    // The volatile writes do not race with each other, but each races with the other thread's plain read.
    let body = "st.volatile.global.u32 [%rd1], %r1; ld.global.u32 %r10, [%rd1];";
    assert_eq!(races(body, Grid::new(1, 2)).races[0].count, 2);
}

#[test]
fn a_warp_operation_orders_its_lanes_only() {
    let exchange = |sync: &str| {
        format!(
            ".shared .u32 s[64]; mov.u32 %r10, s; shl.b32 %r11, %r4, 2; add.u32 %r12, %r10, %r11;
            st.shared.u32 [%r12], %r4; {sync} xor.b32 %r13, %r11, 4; add.u32 %r13, %r13, %r10;
            ld.shared.u32 %r14, [%r13]; st.global.u32 [%rd2], %r14;"
        )
    };
    let grid = Grid::new(1, 64);
    assert!(races(&exchange("bar.warp.sync -1;"), grid).races.is_empty());
    assert!(races(&exchange("vote.sync.any.pred %p1, 1, -1;"), grid).races.is_empty());
    // `activemask` has no mask and does not wait.
    assert_eq!(races(&exchange("activemask.b32 %r20;"), grid).races.len(), 1);
    assert_eq!(races(&exchange(""), grid).races.len(), 1);
    // Each thread reads a word that the other warp writes.
    let far = exchange("bar.warp.sync -1;").replace("%r11, 4", "%r11, 128");
    assert_eq!(races(&far, grid).races.len(), 1);
}

/// Returns a kernel body: block 0 writes a word and then a flag. Block 1 waits for the flag and reads the
/// word.
fn message(write: &str, read: &str) -> String {
    format!(
        "setp.ne.u32 %p1, %r2, 0; @%p1 bra READ; st.global.u32 [%rd1], 5;
        {write}
        ret;
READ:   {read}
        setp.eq.u32 %p2, %r10, 0; @%p2 bra READ;
        ld.global.u32 %r11, [%rd1];"
    )
}

#[test]
fn release_and_acquire_order_blocks() {
    let grid = Grid::new(2, 1);
    let race = |write: &str, read: &str| races(&message(write, read), grid).races.len();
    let read = "ld.acquire.gpu.u32 %r10, [%rd1+4];";
    assert_eq!(race("st.release.gpu.u32 [%rd1+4], 1;", read), 0);
    assert_eq!(race("st.release.cta.u32 [%rd1+4], 1;", read), 2, "the flag, too");
    assert_eq!(race("st.relaxed.gpu.u32 [%rd1+4], 1;", read), 1);
    assert_eq!(race("membar.gl; st.volatile.global.u32 [%rd1+4], 1;", read), 0);
    let relaxed = "ld.relaxed.gpu.u32 %r10, [%rd1+4];";
    assert_eq!(race("st.release.gpu.u32 [%rd1+4], 1;", relaxed), 1);
    let fenced = "ld.relaxed.gpu.u32 %r10, [%rd1+4]; fence.acq_rel.gpu;";
    assert_eq!(race("fence.acq_rel.gpu; st.relaxed.gpu.u32 [%rd1+4], 1;", fenced), 0);
    assert_eq!(race("st.global.u32 [%rd1+4], 1;", "ld.global.u32 %r10, [%rd1+4];"), 2);
}

#[test]
fn threads_that_arrive_release_those_that_wait() {
    let body = ".shared .u32 s; setp.ge.u32 %p1, %r4, 32; @%p1 bra WAIT; setp.eq.u32 %p2, %r4, 0;
        @%p2 st.shared.u32 [s], 3; bar.warp.sync -1; bar.arrive 1, 64; ret;
WAIT:   bar.sync 1, 64; ld.shared.u32 %r10, [s]; st.global.u32 [%rd2], %r10;";
    assert!(races(body, Grid::new(1, 64)).races.is_empty());
    assert_eq!(races(&body.replace("bar.sync 1, 64;", ""), Grid::new(1, 64)).races.len(), 1);
}

#[test]
fn another_order_gives_the_same_bits_without_races() {
    let body = sums("bar.sync 0;");
    let grid = Grid::new(5, 256);
    let (_, expected) = report(&body, grid, &Options::default());
    assert_eq!(expected[0], (0..256).sum::<u32>());
    for seed in 0..8 {
        let (_, found) = report(&body, grid, &Options::default().shuffle(seed));
        assert_eq!(found, expected, "{seed}");
    }
}

#[test]
fn another_order_shows_what_depends_on_the_order() {
    // The value of the block that runs last remains.
    let body = "mov.u32 %r10, %ctaid.x; st.global.u32 [%rd1], %r10;";
    let last = |seed| report(body, Grid::new(16, 1), &Options::default().shuffle(seed)).1[0];
    let winners: std::collections::BTreeSet<_> = (0..8).map(last).collect();
    assert!(winners.len() > 1, "{winners:?}");
    assert_eq!(last(3), last(3));
}

#[test]
fn a_trace_has_every_instruction_of_the_thread() {
    let body = "add.u32 %r10, %r1, 5;
        setp.gt.u32 %p1, %r10, 6;
        @%p1 mul.lo.u32 %r10, %r10, 3;
        shfl.sync.idx.b32 %r11, %r10, 0, 31, -1;
        st.global.u32 [%rd2], %r11;";
    let options = Options::default().trace([0, 0, 0], [2, 0, 0]);
    let (report, _) = report(body, Grid::new(2, 32), &options);
    let of_body: Vec<_> = report.trace.iter().filter(|one| one.line >= 5).collect();
    let lines: Vec<_> = of_body.iter().map(|one| one.line).collect();
    assert_eq!(lines, [5, 6, 7, 8, 9]);
    assert!(of_body.iter().all(|one| (one.block, one.thread) == ([0, 0, 0], [2, 0, 0])));
    assert_eq!(of_body[0].instruction, "add.u32");
    assert_eq!(of_body[0].sources, ["0x00000002", "0x00000005"]);
    assert_eq!(of_body[0].destinations, ["0x00000007"]);
    assert_eq!(of_body[1].destinations, ["0x01"]);
    assert_eq!(of_body[2].destinations, ["0x00000015"]);
    assert_eq!(of_body[3].destinations, ["0x00000005"]);
    assert_eq!(of_body[4].sources.len(), 2);
}

#[test]
fn a_trace_repeats_an_operand_as_the_instruction_does() {
    let body = "mov.f32 %f1, 0f40000000; mov.f32 %f2, 0f40400000;
        mul.rn.f32 %f3, %f1, %f1;
        fma.rn.f32 %f4, %f1, %f2, %f1;
        setp.eq.f32 %p1, %f1, %f1;
        mad.lo.u32 %r9, %r8, %r8, %r8;
        st.global.v4.f32 [%rd1], {%f1, %f1, %f2, %f1};";
    let options = Options::default().trace([0, 0, 0], [0, 0, 0]);
    let (report, _) = report(body, Grid::new(1, 32), &options);
    let of = |line| {
        let mut traced = report.trace.iter().filter(move |one| one.line == line);
        traced.next().map(|one| one.sources.clone()).unwrap_or_default()
    };
    let (two, three, zero) = ("0x40000000", "0x40400000", "0x00000000");
    assert_eq!(of(6), [two, two]);
    assert_eq!(of(7), [two, three, two]);
    assert_eq!(of(8), [two, two]);
    assert_eq!(of(9), [zero, zero, zero]);
    assert_eq!(of(10)[..4], [two, two, three, two]);
}

#[test]
fn a_trace_has_the_sources_before_the_instruction() {
    let body = "shfl.sync.down.b32 %r4, %r4, 1, 31, -1; redux.sync.add.s32 %r4, %r4, -1; add.u32 %r4, %r4, 1;";
    let options = Options::default().trace([0, 0, 0], [2, 0, 0]);
    let (report, _) = report(body, Grid::new(1, 32), &options);
    // The first seven instructions are those of `INDEX`.
    let [_, _, _, _, _, _, _, shuffle, sum, next, ..] = report.trace.as_slice() else {
        panic!("{:?}", report.trace)
    };
    assert_eq!(shuffle.sources[0], "0x00000002");
    assert_eq!(shuffle.destinations, ["0x00000003"]);
    assert_eq!(sum.sources[0], "0x00000003");
    // After the shuffle, lanes 0 to 30 have 1 to 31, and lane 31 keeps 31. The sum is 527.
    assert_eq!(sum.destinations, ["0x0000020f"]);
    assert_eq!(next.sources[0], "0x0000020f");
}

#[test]
fn an_invariant_operation_between_guarded_operations_keeps_the_guard() {
    // `mov.u32 %r12, 7` is computed once for the launch. The second guarded `add` reuses the mask of the first.
    let body = "setp.eq.u32 %p1, %r4, 0; mov.u32 %r10, %r4; mov.u32 %r11, %r4;
        @%p1 add.u32 %r10, %r10, 100;
        mov.u32 %r12, 7;
        @%p1 add.u32 %r11, %r11, 100;
        add.u32 %r10, %r10, %r11; add.u32 %r10, %r10, %r12; st.global.u32 [%rd2], %r10;";
    let options = Options::default();
    for options in [options.clone(), options.clone().races(true), options.trace([0; 3], [1, 0, 0])]
    {
        let (report, words) = report(body, Grid::new(1, 4), &options);
        assert_eq!(words, [207, 9, 11, 13]);
        let lines: Vec<_> =
            report.trace.iter().map(|one| one.line).filter(|line| *line > 5).collect();
        assert!(lines.is_empty() || lines == [7, 9, 9, 9], "{lines:?}");
    }
}

#[test]
fn a_histogram_with_atomics_has_no_race() {
    let body = ".shared .u32 s[8]; setp.ge.u32 %p1, %r4, 8; shl.b32 %r10, %r4, 2; mov.u32 %r11, s;
        add.u32 %r12, %r11, %r10; @!%p1 st.shared.u32 [%r12], 0; bar.sync 0;
        and.b32 %r13, %r4, 7; shl.b32 %r13, %r13, 2; add.u32 %r13, %r13, %r11;
        atom.shared.add.u32 %r14, [%r13], 1;
        red.global.add.u32 [%rd1], 1;
        bar.sync 0; @%p1 ret; ld.shared.u32 %r15, [%r12];";
    let report = races(body, Grid::new(3, 64));
    assert!(report.races.is_empty() && report.order_matters.is_empty(), "{:?}", report.races);
    let plain = body.replace(
        "atom.shared.add.u32 %r14, [%r13], 1;",
        "ld.shared.u32 %r14, [%r13]; add.u32 %r14, %r14, 1;\nst.shared.u32 [%r13], %r14;",
    );
    assert!(!races(&plain, Grid::new(1, 64)).races.is_empty());
    // An atomic and a plain access by two threads are a race.
    let mixed = "setp.eq.u32 %p1, %r4, 0; @%p1 red.global.add.u32 [%rd1], 1; @!%p1 ld.global.u32 %r10, [%rd1];";
    assert_eq!(races(mixed, Grid::new(1, 2)).races.len(), 1);
}

#[test]
fn the_last_block_reads_what_the_others_wrote() {
    // Like CUDA's threadFenceReduction: word 0 counts the blocks, and block i writes word i + 1.
    let body = |fence: &str| {
        format!(
            "setp.ne.u32 %p1, %r4, 0; @%p1 bra WAIT; mul.wide.u32 %rd4, %r2, 4; add.s64 %rd5, %rd1, %rd4;
            st.global.u32 [%rd5+4], %r2;
            {fence} atom.global.inc.u32 %r10, [%rd1], 3; {fence}
            .shared .u32 s; st.shared.u32 [s], %r10;
WAIT:       bar.sync 0; ld.shared.u32 %r11, [s]; setp.ne.u32 %p2, %r11, 3; @%p2 ret;
            and.b32 %r13, %r4, 3; mul.wide.u32 %rd6, %r13, 4; add.s64 %rd6, %rd1, %rd6;
            ld.global.u32 %r12, [%rd6+4];"
        )
    };
    let fenced = races(&body("membar.gl;"), Grid::new(4, 8));
    assert!(fenced.races.is_empty(), "{:?}", fenced.races);
    // CUDA's sample has only one fence. The barrier replaces the second fence.
    let one = body("").replacen("atom.global", "membar.gl; atom.global", 1);
    assert!(races(&one, Grid::new(4, 8)).races.is_empty());
    assert_eq!(races(&body(""), Grid::new(4, 8)).races.len(), 1);
}

#[test]
fn the_order_of_float_sums_matters() {
    let body = "red.global.add.f32 [%rd1], 0f3F800000;";
    let report = races(body, Grid::new(1, 4));
    assert!(report.races.is_empty());
    let lines: Vec<_> = report.order_matters.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        ["test.ptx:5: the order matters at offset 0 of the buffer of parameter 0 (16 bytes): \
          `red.global.add.f32` of block (0,0,0), thread (0,0,0), and `red.global.add.f32` of block (0,0,0), thread \
          (1,0,0) at test.ptx:5; 3 times"]
    );
    // A single thread adds twice.
    let once = "setp.ne.u32 %p1, %r4, 0; @%p1 ret; red.global.add.f32 [%rd1], 0f3F800000;\n\
        red.global.add.f32 [%rd1], 0f3F800000;";
    assert!(races(once, Grid::new(1, 4)).order_matters.is_empty());
}

#[test]
fn a_barrier_orders_threads_after_those_that_exited() {
    // Thread 0 reads and exits. The other threads write after a barrier.
    let body = "setp.ne.u32 %p1, %r4, 0; @%p1 bra WAIT; ld.global.u32 %r10, [%rd1+4]; ret;
WAIT:   bar.sync 0; st.global.u32 [%rd2], %r4;";
    assert!(races(body, Grid::new(1, 64)).races.is_empty());
    // Without the barrier, nothing orders the read and the write.
    let report = races(&body.replace("bar.sync 0;", ""), Grid::new(1, 64));
    assert_eq!(report.races.len(), 1);
}

/// The threads below `first` write and exit. The others read the first word after a barrier.
#[test]
fn a_barrier_does_not_order_threads_that_take_no_part() {
    for (barrier, first, count) in [
        ("bar.sync 0;", 32, 0),
        ("bar.sync 1, 32;", 32, 1),
        // A warp takes part as a whole.
        ("bar.sync 1, 32;", 40, 1),
        ("bar.sync 1, 64;", 20, 0),
        ("bar.warp.sync 0xffffffff;", 16, 0),
        ("bar.warp.sync 0xffff0000;", 16, 1),
        ("bar.warp.sync 0xffff0001;", 16, 0),
    ] {
        let threads = if first == 16 { 32 } else { 64 };
        let body = format!(
            "setp.ge.u32 %p1, %r4, {first}; @%p1 bra WAIT; st.global.u32 [%rd2], %r4; ret;\n\
             WAIT: {barrier} ld.global.u32 %r10, [%rd1];"
        );
        assert_eq!(races(&body, Grid::new(1, threads)).races.len(), count, "{barrier} {first}");
    }
}

#[test]
fn a_fault_keeps_the_trace() {
    let text = format!(
        ".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}
            add.u32 %r5, %r1, 7;
            ld.global.u32 %r6, [%rd2];
            ret; }}"
    );
    let mut memory = Memory::new();
    let out = memory.add(&[0_u32; 5]);
    let options = Options::default().trace([1, 0, 0], [1, 0, 0]);
    let fault = launch(&text, Grid::new(2, 4), &[out.into()], &mut memory, &options).unwrap_err();
    // Only threads 0 to 3 of block 0 and thread 0 of block 1 have a word in the buffer.
    assert_eq!((fault.block, fault.thread), (Some([1, 0, 0]), Some([1, 0, 0])));
    let last = fault.trace.last().expect("a trace");
    assert_eq!((last.line, last.instruction.as_str()), (5, "add.u32"));
    assert_eq!(
        (&*last.sources, &*last.destinations),
        (&["0x00000005".into(), "0x00000007".into()][..], &["0x0000000c".into()][..])
    );
}

/// Tests which atomic operations of several threads on one word are listed because their order matters.
#[test]
fn the_order_of_atomics_matters_if_it_changes_a_result() {
    let used = "st.global.u32 [%rd2+64], %r10;";
    let cases = [
        // The value in memory does not depend on the order, and no thread uses the old value.
        ("atom.global.add.u32 %r10, [%rd1], 1;", "", false),
        ("red.global.max.s32 [%rd1], %r4;", "", false),
        ("atom.global.add.u32 %r10, [%rd1], 1; mov.u32 %r10, 5;", used, false),
        // The old value depends on the order.
        ("atom.global.add.u32 %r10, [%rd1], 1;", used, true),
        ("atom.global.or.b32 %r10, [%rd1], 1; setp.eq.u32 %p1, %r10, 0;", "@%p1 st.global.u32 [%rd2+64], 1;", true),
        // The value in memory depends on the order.
        ("atom.global.exch.b32 %r10, [%rd1], %r4;", "", true),
        ("atom.global.cas.b32 %r10, [%rd1], 0, 1;", "", true),
        ("red.global.inc.u32 [%rd1], 2;", "", true),
        ("red.global.dec.u32 [%rd1], 2;", "", true),
        ("setp.eq.u32 %p1, %r4, 0; @%p1 red.global.max.u32 [%rd1], 5;\n@!%p1 red.global.add.u32 [%rd1], 1;", "", true),
        // The threads update different words, or one thread makes all updates.
        ("atom.global.add.u32 %r10, [%rd2], 1;", used, false),
        ("setp.ne.u32 %p1, %r4, 0; @%p1 ret; atom.global.inc.u32 %r10, [%rd1], 9; atom.global.inc.u32 %r10, [%rd1], 9;", used, false),
        // Two halves of a word are two values.
        ("setp.eq.u32 %p1, %r4, 0; mov.b16 %rs1, 1; selp.b64 %rd5, 0, 2, %p1; add.u64 %rd5, %rd1, %rd5;
          setp.gt.u32 %p2, %r4, 1; @%p2 ret; atom.global.cas.b16 %rs2, [%rd5], %rs1, %rs1;", "", false),
    ];
    for (atomics, rest, matters) in cases {
        let body = format!("{atomics}\n{rest}");
        let text =
            format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}\n{body} ret; }}");
        let mut memory = Memory::new();
        let out = memory.add(&[0_u32; 64]);
        let options = Options::default().races(true);
        let report = launch(&text, Grid::new(1, 8), &[out.into()], &mut memory, &options);
        let report = report.unwrap_or_else(|fault| panic!("{fault}"));
        assert!(report.races.is_empty(), "{body}: {:?}", report.races);
        assert_eq!(!report.order_matters.is_empty(), matters, "{body}: {:?}", report.order_matters);
        assert!(report.order_matters.iter().all(|one| one.order_matters && !one.is_sum));
    }
}

#[test]
fn a_barrier_fixes_the_order_of_atomics() {
    // Thread 0 takes the first ticket before the barrier, thread 32 the second ticket after the barrier.
    let body = "setp.ne.u32 %p1, %r4, 0; @%p1 bra WAIT; atom.global.add.u32 %r10, [%rd1], 1;
WAIT:   bar.sync 0; setp.ne.u32 %p1, %r4, 32; @%p1 ret; atom.global.add.u32 %r10, [%rd1], 1;
        st.global.u32 [%rd2], %r10;";
    assert!(races(body, Grid::new(1, 64)).order_matters.is_empty());
    let report = races(&body.replace("bar.sync 0;", ""), Grid::new(1, 64));
    let lines: Vec<_> = report.order_matters.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        ["test.ptx:5: the order matters at offset 0 of the buffer of parameter 0 (256 bytes): \
          `atom.global.add.u32` of block (0,0,0), thread (0,0,0), and `atom.global.add.u32` of block (0,0,0), thread \
          (32,0,0) at test.ptx:6; 1 time"]
    );
}

/// Tests that another order of the threads (`--shuffle`) changes the results of a kernel only if the report lists it.
#[test]
fn a_result_that_changes_with_the_order_is_listed() {
    let kernels = [
        // Compaction: each thread takes the next place.
        "atom.global.add.u32 %r10, [%rd1], 1; mul.wide.u32 %rd5, %r10, 4; add.u64 %rd5, %rd1, %rd5;
         st.global.u32 [%rd5+4], %r4;",
        // A table of hash values: each thread takes the first free place.
        "mov.u64 %rd5, %rd1; add.u32 %r11, %r4, 1;
         NEXT: atom.global.cas.b32 %r10, [%rd5], 0, %r11; setp.eq.u32 %p1, %r10, 0; add.u64 %rd5, %rd5, 4;
         @!%p1 bra NEXT;",
        // A list: each thread links itself before the first element.
        "atom.global.exch.b32 %r10, [%rd1], %r4; st.global.u32 [%rd2+4], %r10;",
    ];
    for body in kernels {
        let text =
            format!(".visible .entry k(.param .u64 p) {{ {REGISTERS} {INDEX}\n{body} ret; }}");
        let run = |options: &Options| {
            let mut memory = Memory::new();
            let out = memory.add(&[0_u32; 96]);
            let report = launch(&text, Grid::new(1, 64), &[out.into()], &mut memory, options);
            (report.unwrap_or_else(|fault| panic!("{fault}")), memory.read::<u32>(out))
        };
        let (report, words) = run(&Options::default().races(true));
        assert!(!report.order_matters.is_empty() && report.races.is_empty(), "{body}");
        assert_ne!(run(&Options::default().shuffle(1)).1, words, "{body}");
    }
}
