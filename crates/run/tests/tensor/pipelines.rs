//! Tests pipelines of bulk copies and `tcgen05.mma`: a correct kernel has no race, and each mutant of it has a fault or a
//! race that names the line.

use ptx_run::{Fault, FaultKind, Grid, Memory, Module, Options, Report};

/// The tiles of A and B along K, of 16 elements each. A has 128 rows and B 16 columns.
const TILES: usize = 5;
const ROWS: usize = 128;
const COLUMNS: usize = 16;
const K: usize = 16;
/// The bytes of a tile of A, and of both.
const OF_A: usize = ROWS * K * 2;
const OF_BOTH: usize = (ROWS + COLUMNS) * K * 2;

/// A pipeline of two stages. Thread 128 copies tile after tile to the stages, thread 160 multiplies them, and the threads of
/// the first four warps write the rows of D.
fn kernel() -> String {
    format!(
        ".version 8.6\n.target sm_100a\n.address_size 64
        .visible .entry k(.param .u64 x, .param .u64 y) {{
        .reg .pred %p<20>; .reg .b32 %r<60>; .reg .b32 %w<16>; .reg .b64 %rd<40>;
        .shared .align 128 .b8 s[{stages}]; .shared .align 8 .b64 full[2]; .shared .align 8 .b64 empty[2];
        .shared .align 8 .b64 all; .shared .align 4 .b32 columns;
        ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; mov.u32 %r1, %tid.x; mov.u32 %r2, s; mov.u32 %r3, full; mov.u32 %r4, empty;
        mov.u32 %r5, 0; setp.eq.u32 %p1, %r1, 0; setp.lt.u32 %p2, %r1, 32; setp.ge.u32 %p3, %r1, 128; mov.u32 %r6, all;
        @%p1 mbarrier.init.shared::cta.b64 [full], 1; @%p1 mbarrier.init.shared::cta.b64 [full+8], 1;
        @%p1 mbarrier.init.shared::cta.b64 [empty], 1; @%p1 mbarrier.init.shared::cta.b64 [empty+8], 1;
        @%p1 mbarrier.init.shared::cta.b64 [all], 1; @%p1 fence.mbarrier_init.release.cluster;
        @%p2 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [columns], 32;
        tcgen05.fence::before_thread_sync; bar.sync 0; tcgen05.fence::after_thread_sync; ld.shared.u32 %r40, [columns];
        @!%p3 bra rows; setp.eq.u32 %p4, %r1, 128; setp.eq.u32 %p5, %r1, 160; @%p4 bra produce; @!%p5 bra done;
        multiply: and.b32 %r10, %r5, 1; shl.b32 %r11, %r10, 3; add.u32 %r12, %r3, %r11; add.u32 %r13, %r4, %r11;
        mad.lo.u32 %r14, %r10, {OF_BOTH}, %r2; shr.u32 %r15, %r5, 1; and.b32 %r15, %r15, 1;
        ready: mbarrier.try_wait.parity.shared::cta.b64 %p6, [%r12], %r15; @!%p6 bra ready;
        tcgen05.fence::after_thread_sync;
        // K is the major dimension. The chunks of 8 elements are 128 bytes apart, the groups of 8 rows 256 bytes.
        shr.u32 %r16, %r14, 4; cvt.u64.u32 %rd10, %r16; or.b64 %rd10, %rd10, 0x0000401000080000;
        add.u64 %rd11, %rd10, {b}; mov.b32 %r20, 0x08040010; setp.ne.u32 %p7, %r5, 0;
        tcgen05.mma.cta_group::1.kind::f16 [%r40], %rd10, %rd11, %r20, %p7;
        tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r13];
        add.u32 %r5, %r5, 1; setp.lt.u32 %p8, %r5, {TILES}; @%p8 bra multiply;
        tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r6]; bra done;
        produce: and.b32 %r10, %r5, 1; shl.b32 %r11, %r10, 3; add.u32 %r12, %r3, %r11; add.u32 %r13, %r4, %r11;
        mad.lo.u32 %r14, %r10, {OF_BOTH}, %r2; shr.u32 %r15, %r5, 1; and.b32 %r15, %r15, 1; xor.b32 %r15, %r15, 1;
        free: mbarrier.try_wait.parity.shared::cta.b64 %p6, [%r13], %r15; @!%p6 bra free;
        mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r12], {OF_BOTH};
        cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [%r14], [%rd1], {OF_BOTH}, [%r12];
        add.u64 %rd1, %rd1, {OF_BOTH}; add.u32 %r5, %r5, 1; setp.lt.u32 %p8, %r5, {TILES}; @%p8 bra produce; bra done;
        rows: mbarrier.try_wait.parity.shared::cta.b64 %p6, [all], 0; @!%p6 bra rows;
        tcgen05.fence::after_thread_sync; and.b32 %r7, %r1, 96; shl.b32 %r7, %r7, 16; add.u32 %r7, %r7, %r40;
        tcgen05.ld.sync.aligned.32x32b.x16.b32 {{{words}}}, [%r7];
        tcgen05.wait::ld.sync.aligned; mul.wide.u32 %rd5, %r1, {row}; add.u64 %rd2, %rd2, %rd5;
        {stores}
        tcgen05.fence::before_thread_sync; bar.sync 1, 128; tcgen05.fence::after_thread_sync;
        @%p2 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;
        @%p2 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r40, 32;
        done: ret; }}",
        stages = 2 * OF_BOTH,
        b = OF_A / 16,
        row = 4 * COLUMNS,
        words = (0..COLUMNS).map(|i| format!("%w{i}")).collect::<Vec<_>>().join(", "),
        stores = (0..COLUMNS)
            .map(|i| format!("st.global.b32 [%rd2+{}], %w{i};", 4 * i))
            .collect::<String>(),
    )
}

/// Returns the elements of A or B: small integers.
fn element(of_b: bool, x: usize, k: usize) -> usize {
    (x * 5 + k * 3 + x * k + usize::from(of_b)) % 4
}

/// Returns the tiles in the order of the copies, in which 8 rows of 16 bytes follow each other.
fn tiles() -> Vec<u8> {
    let mut bytes = vec![0; TILES * OF_BOTH];
    let mut put = |start: usize, of_b: bool, x: usize, k: usize| {
        let half: u16 = [0, 0x3c00, 0x4000, 0x4200][element(of_b, x, k)];
        let at = start + x / 8 * 256 + k % K / 8 * 128 + x % 8 * 16 + k % 8 * 2;
        bytes[at..at + 2].copy_from_slice(&half.to_le_bytes());
    };
    for k in 0..TILES * K {
        let start = k / K * OF_BOTH;
        (0..ROWS).for_each(|x| put(start, false, x, k));
        (0..COLUMNS).for_each(|x| put(start + OF_A, true, x, k));
    }
    bytes
}

fn run(text: &str, options: &Options) -> Result<(bool, Report), Fault> {
    let kernel = Module::new("test.ptx", text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = kernel.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let (x, y) = (memory.add(&tiles()), memory.add(&[0.0f32; ROWS * COLUMNS]));
    let report = kernel.launch(Grid::new(1, 192), &[x.into(), y.into()], &mut memory, options)?;
    let sum = |i: usize| -> usize {
        let terms =
            (0..TILES * K).map(|k| element(false, i / COLUMNS, k) * element(true, i % COLUMNS, k));
        terms.sum()
    };
    let expected: Vec<f32> = (0..ROWS * COLUMNS).map(|i| sum(i) as f32).collect();
    Ok((memory.read::<f32>(y) == expected, report))
}

#[test]
fn a_correct_pipeline_has_no_race() {
    let text = kernel();
    for seed in 0..6 {
        let (is_right, report) = run(&text, &Options::default().races(true).shuffle(seed)).unwrap();
        assert!(is_right, "seed {seed}");
        assert_eq!(report.races, [], "seed {seed}");
    }
    assert!(run(&text, &Options::default().strict(true)).unwrap().0);
}

/// The manual (9.4, "Canonical synchronization patterns"): a load needs a fence after the wait for the product.
#[test]
fn a_load_without_a_fence_is_reported_with_strict() {
    let right = kernel();
    let text = right.replacen(
        "@!%p6 bra rows;\n        tcgen05.fence::after_thread_sync;",
        "@!%p6 bra rows;\n       ",
        1,
    );
    assert_ne!(text, right);
    let fault = run(&text, &Options::default().strict(true)).unwrap_err();
    assert_eq!(fault.kind, FaultKind::Undefined);
    assert_eq!(fault.place, Some(("test.ptx".into(), line(&text, "tcgen05.ld"))));
    let product = format!("operation at line {}", line(&text, "tcgen05.mma"));
    assert!(fault.to_string().contains(&product), "{fault}");
    assert!(fault.notes[0].contains("`tcgen05.fence::after_thread_sync`"), "{fault}");
    assert!(run(&text, &Options::default()).unwrap().0);
}

/// Returns the line of a text that contains a part.
fn line(text: &str, part: &str) -> usize {
    1 + text.lines().position(|line| line.contains(part)).unwrap_or_else(|| panic!("{part}"))
}

#[test]
fn every_mutant_is_reported_with_its_line() {
    let right = kernel();
    let (copy, product) = ("cp.async.bulk.shared::cta.global", "tcgen05.mma");
    let commit = "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%r13];";
    let early = format!("{commit}\n");
    let swapped = "xor.b32 %r16, %r10, 1; mad.lo.u32 %r14, %r16,";
    // The line at which threads wait, or the two lines of the race. An access to columns of a product that has not ended is
    // a fault that names the product.
    for (name, from, to, lines) in [
        ("a wrong expect_tx", "[%r12], 4608;\n", "[%r12], 4624;\n", &["ready:"][..]),
        ("a wrong parity of the producer", "xor.b32 %r15, %r15, 1;", "", &["free:"]),
        ("a wrong number of arrivals", "[empty+8], 1;", "[empty+8], 2;", &["free:"]),
        ("no commit of a stage", commit, "", &["free:"]),
        ("no commit of the result", "cluster.b64 [%r6];", "cluster.b64 [%r3];", &["rows:"]),
        (
            "a wrong parity of the products",
            "and.b32 %r15, %r15, 1;\n        ready:",
            "and.b32 %r15, %r15, 1; xor.b32 %r15, %r15, 1;\n        ready:",
            &["ready:"],
        ),
        ("no wait of the products", "@!%p6 bra ready;", "", &[copy, product]),
        ("a swapped stage", "mad.lo.u32 %r14, %r10,", swapped, &[copy, product]),
        ("an early commit", "tcgen05.mma", "COMMIT tcgen05.mma", &[copy, product]),
        (
            "no wait for the result",
            "mbarrier.try_wait.parity.shared::cta.b64 %p6, [all], 0; @!%p6 bra rows;",
            "",
            &["tcgen05.ld", product],
        ),
    ] {
        let mut text = right.replacen(from, to, 1);
        assert_ne!(text, right, "{name}");
        if text.contains("COMMIT") {
            text = text.replacen(commit, "", 1).replacen("COMMIT ", &early, 1);
        }
        let all: Vec<_> =
            (0..8).map(|seed| run(&text, &Options::default().races(true).shuffle(seed))).collect();
        let faults = || all.iter().filter_map(|one| one.as_ref().err());
        let numbers: Vec<usize> = lines.iter().map(|part| line(&text, part)).collect();
        match numbers[..] {
            [waits] => {
                let found = faults().next().unwrap_or_else(|| panic!("{name}"));
                assert_eq!(found.kind, FaultKind::Deadlock, "{name}: {found}");
                let line = format!("line {waits}: ");
                let is_named =
                    |note: &String| note.starts_with(&line) && note.contains("are pending");
                assert!(found.notes.iter().any(is_named), "{name}: {found}");
            }
            [load, product] if lines[0] == "tcgen05.ld" => {
                // Either the load is too early, or the memory is freed before the product.
                let at = |line: usize| Some(("test.ptx".into(), line));
                let names = |fault: &Fault| {
                    fault.place == at(load)
                        && fault.to_string().contains(&format!("line {product}"))
                };
                let is_there = |fault: &Fault| names(fault) || fault.place == at(product);
                assert!(faults().any(is_there), "{name}: {:?}", faults().next());
            }
            [copy, product] => {
                let reports = all.iter().flatten();
                let races = reports.flat_map(|(_, report)| &report.races);
                let found: Vec<_> = races.map(|race| [race.first.line, race.second.line]).collect();
                let is_there =
                    [[copy, product], [product, copy]].iter().any(|one| found.contains(one));
                assert!(
                    is_there,
                    "{name}: {copy}, {product} are not in {found:?}, {:?}",
                    faults().next()
                );
            }
            _ => unreachable!(),
        }
    }
}
