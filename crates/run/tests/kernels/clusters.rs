//! Tests clusters: special registers, distributed shared memory, barriers, remote arrivals and multicast.

use crate::support::REGISTERS;
use ptx_run::{Argument, Fault, FaultKind, Grid, Memory, Module, Options, Report, TensorMap};

fn text(directives: &str, body: &str) -> String {
    format!(
        ".version 8.6\n.target sm_90\n.address_size 64\n
        .visible .entry k(.param .u64 y, .param .u64 x, .param .align 64 .b8 map[128]) {directives} {{ {REGISTERS}
            .shared .align 128 .b8 s[1024]; .shared .align 16 .b64 bar[2];
            ld.param.u64 %rd1, [y]; ld.param.u64 %rd2, [x]; mov.b64 %rd3, map; cvta.param.u64 %rd3, %rd3;
            mov.u32 %r1, %tid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %ctaid.x; mov.u32 %r4, %ctaid.y; mov.u32 %r5, %nctaid.x;
            mad.lo.u32 %r6, %r4, %r5, %r3; mad.lo.u32 %r6, %r6, %r2, %r1; mul.wide.u32 %rd4, %r6, 4; add.u64 %rd4, %rd4, %rd1;
            mov.u32 %r7, %cluster_ctarank; mov.u32 %r8, s; mov.u32 %r9, bar; mov.u32 %r30, 0; setp.eq.u32 %p1, %r1, 0;
            {body}
            st.global.u32 [%rd4], %r30; ret; }}"
    )
}

fn run(
    directives: &str,
    body: &str,
    grid: Grid,
    map: Option<fn(u64) -> TensorMap>,
    options: &Options,
) -> Result<(Vec<u32>, Report), Fault> {
    run_on("sm_90", directives, body, grid, map, options)
}

fn run_on(
    target: &str,
    directives: &str,
    body: &str,
    grid: Grid,
    map: Option<fn(u64) -> TensorMap>,
    options: &Options,
) -> Result<(Vec<u32>, Report), Fault> {
    let text = text(directives, body).replacen("sm_90", target, 1);
    let kernel = Module::new("test.ptx", &text);
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
    let kernel = kernel.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let count: u32 = grid.blocks.iter().chain(&grid.threads).product();
    let mut memory = Memory::new();
    let y = memory.add(&vec![0u32; count as usize]);
    let x = memory.add(&(0..256).map(|i| i * 3).collect::<Vec<u32>>());
    let map = map.map_or_else(|| Argument::bytes(vec![0; 128]), |map| map(x.address()).into());
    let report = kernel.launch(grid, &[y.into(), x.into(), map], &mut memory, options)?;
    Ok((memory.read(y), report))
}

fn words(body: &str, grid: Grid, cluster: [u32; 3]) -> Vec<u32> {
    let expected = run("", body, grid, None, &Options::default().cluster(cluster));
    let expected = expected.unwrap_or_else(|fault| panic!("{fault}")).0;
    for seed in 0..4 {
        let options = Options::default().cluster(cluster).shuffle(seed).races(true);
        let (found, report) = run("", body, grid, None, &options).unwrap();
        assert_eq!(found, expected);
        assert_eq!(report.races, []);
    }
    expected
}

const SYNC: &str = "barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;";

#[test]
fn registers_name_the_cluster() {
    let grid = Grid { blocks: [4, 6, 1], threads: [1, 1, 1], shared: 0 };
    let body = "mov.u32 %r10, %cluster_ctaid.x; mov.u32 %r11, %cluster_ctaid.y; mov.u32 %r12, %clusterid.x;
        mov.u32 %r13, %clusterid.y; mov.u32 %r14, %nclusterid.x; mov.u32 %r15, %nclusterid.y; mov.u32 %r16, %cluster_nctaid.y;
        mov.u32 %r17, %cluster_nctarank;
        mad.lo.u32 %r30, %r30, 10, %r10; mad.lo.u32 %r30, %r30, 10, %r11; mad.lo.u32 %r30, %r30, 10, %r12;
        mad.lo.u32 %r30, %r30, 10, %r13; mad.lo.u32 %r30, %r30, 10, %r14; mad.lo.u32 %r30, %r30, 10, %r15;
        mad.lo.u32 %r30, %r30, 10, %r16; mad.lo.u32 %r30, %r30, 10, %r17; mad.lo.u32 %r30, %r30, 10, %r7;";
    let digits = |all: [u32; 9]| all.iter().fold(0, |sum, digit| 10 * sum + digit);
    let block = |number: u32| {
        let (x, y) = (number % 4, number / 4);
        digits([x % 2, y % 3, x / 2, y / 3, 2, 2, 3, 6, x % 2 + 2 * (y % 3)])
    };
    assert_eq!(words(body, grid, [2, 3, 1]), (0..24).map(block).collect::<Vec<_>>());
    let alone = |number: u32| digits([0, 0, number % 4, number / 4, 4, 6, 1, 1, 0]);
    assert_eq!(words(body, grid, [1; 3]), (0..24).map(alone).collect::<Vec<_>>());
}

#[test]
fn blocks_read_and_write_the_shared_memory_of_each_other() {
    // Each block writes its number, reads that of the next block of the cluster, and adds to a word of the first block.
    let body = format!(
        "st.shared.u32 [s], %r3; st.shared.u32 [s+4], 0; {SYNC}
         add.u32 %r10, %r7, 1; and.b32 %r10, %r10, 3; mapa.shared::cluster.u32 %r11, %r8, %r10; ld.shared::cluster.u32 %r30, [%r11];
         getctarank.shared::cluster.u32 %r12, %r11; mad.lo.u32 %r30, %r12, 1000, %r30;
         cvta.shared.u64 %rd5, %rd6; mov.u64 %rd6, s; cvta.shared.u64 %rd5, %rd6; mapa.u64 %rd7, %rd5, 0;
         atom.add.u32 %r13, [%rd7+4], 1; {SYNC}
         setp.eq.u32 %p2, %r7, 0; @%p2 ld.shared.u32 %r14, [s+4]; @%p2 mad.lo.u32 %r30, %r14, 100000, %r30;
         mapa.shared::cluster.u32 %r15, %r8, %r7; ld.shared::cluster.u32 %r16, [%r15]; sub.u32 %r30, %r30, %r16; {SYNC}"
    );
    let block = |number: u32| {
        let next = (number + 1) % 4 + number / 4 * 4;
        let sum = if number.is_multiple_of(4) { 400_000 } else { 0 };
        (next + next % 4 * 1000 + sum).wrapping_sub(number)
    };
    assert_eq!(words(&body, Grid::new(8, 1), [4, 1, 1]), (0..8).map(block).collect::<Vec<_>>());
}

/// The manual (`isspacep`): `.shared::cta`, the default, is the shared memory of the block, `.shared::cluster` that of the
/// cluster, and the parameters are also in global memory.
#[test]
fn isspacep_tells_the_own_block_from_the_cluster() {
    let test = |address: &str| {
        let spaces = [".shared", ".shared::cta", ".shared::cluster", ".global", ".param"];
        let one = |(i, space): (usize, &&str)| {
            format!(
                "isspacep{space} %p2, {address}; selp.u32 %r10, {}, 0, %p2; or.b32 %r30, %r30, %r10;",
                1 << i
            )
        };
        spaces.iter().enumerate().map(one).collect::<String>()
    };
    let shared = |rank: &str| {
        format!(
            "mov.u64 %rd5, s; cvta.shared.u64 %rd5, %rd5; {rank} mapa.u64 %rd6, %rd5, %r11; {} {SYNC}",
            test("%rd6")
        )
    };
    let run = |body: &str| words(body, Grid::new(2, 2), [2, 1, 1]);
    assert_eq!(run(&shared("mov.u32 %r11, %r7;")), [0b111; 4]);
    assert_eq!(run(&shared("xor.b32 %r11, %r7, 1;")), [0b100; 4]);
    assert_eq!(run(&test("%rd3")), [0b11000; 4]);
    assert_eq!(run(&test("%rd1")), [0b01000; 4]);
    assert_eq!(run(&format!("mov.u64 %rd5, 64; {}", test("%rd5"))), [0b01000; 4]);
}

#[test]
fn an_address_of_the_own_block_has_its_rank() {
    let body = "getctarank.shared::cluster.u32 %r30, %r8; add.u32 %r10, %r8, 8; getctarank.shared::cluster.u32 %r11, %r10;
        mad.lo.u32 %r30, %r11, 10, %r30;";
    assert_eq!(words(body, Grid::new(4, 2), [2, 1, 1]), [0, 0, 11, 11, 0, 0, 11, 11]);
}

#[test]
fn only_a_launch_with_a_size_has_an_explicit_cluster() {
    let body = "mov.pred %p2, %is_explicit_cluster; selp.u32 %r30, 1, 0, %p2;";
    for (directives, cluster, expected) in
        [("", None, 0), ("", Some([1, 1, 1]), 1), (".reqnctapercluster 2", None, 1)]
    {
        let options = cluster.map_or_else(Options::default, |one| Options::default().cluster(one));
        let (found, _) = run(directives, body, Grid::new(2, 1), None, &options).unwrap();
        assert_eq!(found, [expected; 2], "{directives} {cluster:?}");
    }
}

#[test]
fn a_missing_barrier_is_a_race() {
    let body = format!(
        "st.shared.u32 [s], %r3; xor.b32 %r10, %r7, 1; mapa.shared::cluster.u32 %r11, %r8, %r10;
         ld.shared::cluster.u32 %r30, [%r11]; {SYNC}"
    );
    let options = Options::default().cluster([2, 1, 1]).races(true);
    let (_, report) = run("", &body, Grid::new(2, 1), None, &options).unwrap();
    assert_eq!(report.races.len(), 1);
    assert!(report.races[0].to_string().contains("at offset 0 of shared memory (1040 bytes)"));
    // The shared memories of different blocks are different bytes.
    let (_, report) = run(
        "",
        "st.shared.u32 [s], %r3; ld.shared.u32 %r30, [s];",
        Grid::new(2, 1),
        None,
        &options,
    )
    .unwrap();
    assert_eq!(report.races, []);
}

#[test]
fn a_thread_arrives_at_an_mbarrier_of_another_block() {
    // Each block of two sends a word to the other, with `st.async` and a remote arrival.
    let body = format!(
        "@%p1 mbarrier.init.shared::cta.b64 [bar], 2; @%p1 mbarrier.expect_tx.shared::cta.b64 [bar], 8;
         {SYNC} bar.sync 0; @!%p1 bra done;
         xor.b32 %r10, %r7, 1; mapa.shared::cluster.u32 %r11, %r8, %r10; mapa.shared::cluster.u32 %r12, %r9, %r10;
         add.u32 %r13, %r3, 70; add.u32 %r14, %r3, 80;
         st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%r11], {{%r13, %r14}}, [%r12];
         mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r12];
         mbarrier.arrive.shared::cta.b64 _, [bar];
         wait: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;
         ld.shared.v2.u32 {{%r15, %r16}}, [s]; mad.lo.u32 %r30, %r15, 1000, %r16;
         done: {SYNC}"
    );
    let found = words(&body, Grid::new(4, 2), [2, 1, 1]);
    assert_eq!(found, [71_081, 0, 70_080, 0, 73_083, 0, 72_082, 0]);
}

#[test]
fn a_copy_goes_to_several_blocks() {
    // The first block copies 64 bytes to the blocks 0, 2 and 3 of the cluster.
    let copy = |instruction: &str| {
        format!(
            "mbarrier.init.shared::cta.b64 [bar], 1; fence.mbarrier_init.release.cluster; {SYNC}
             setp.eq.u32 %p3, %r7, 1; @%p3 bra done;
             mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64; mov.b16 %rs1, 13;
             setp.eq.u32 %p4, %r7, 0; @%p4 {instruction}
             wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;
             ld.shared.u32 %r30, [s+20];
             done: {SYNC}"
        )
    };
    let map: fn(u64) -> TensorMap =
        |address| TensorMap::tiled(address, ptx_isa::Type::U32, &[256], &[], &[16]).unwrap();
    for instruction in [
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [s], [%rd2+64], 64, [bar], %rs1;",
        "cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [s], [%rd3, {16}], [bar], %rs1;",
    ] {
        let options = Options::default().cluster([4, 1, 1]);
        let (found, _) = run("", &copy(instruction), Grid::new(4, 1), Some(map), &options).unwrap();
        assert_eq!(found, [63, 0, 63, 63]);
        let wrong = copy(instruction).replace(" 13;", " 29;");
        let found = run("", &wrong, Grid::new(4, 1), Some(map), &options).unwrap_err().to_string();
        assert!(
            found.contains("the mask 0x1d names blocks outside of the cluster of 4"),
            "{found}"
        );
    }
}

/// A map of 256 words, of which a copy moves 16.
fn words_of_map(address: u64) -> TensorMap {
    TensorMap::tiled(address, ptx_isa::Type::U32, &[256], &[], &[16]).unwrap()
}

#[test]
fn a_pair_of_blocks_counts_at_one_mbarrier() {
    // The first block copies 64 bytes to the blocks 0, 2 and 3. The mbarriers of the odd or of the even blocks of the pairs
    // (0, 1) and (2, 3) count the bytes.
    let body = |group: &str, rank: u32, bytes: [u32; 4]| {
        let [a, b, c, d] = bytes;
        format!(
            "mbarrier.init.shared::cta.b64 [bar], 1; fence.mbarrier_init.release.cluster; {SYNC}
             mov.u32 %r20, {a}; setp.eq.u32 %p3, %r7, 1; @%p3 mov.u32 %r20, {b}; setp.eq.u32 %p3, %r7, 2; @%p3 mov.u32 %r20, {c};
             setp.eq.u32 %p3, %r7, 3; @%p3 mov.u32 %r20, {d};
             mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], %r20; mov.b16 %rs1, 13; mov.u32 %r21, {rank};
             mapa.shared::cluster.u32 %r12, %r9, %r21; setp.eq.u32 %p4, %r7, 0;
             @%p4 cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster{group}
                 [s], [%rd3, {{16}}], [%r12], %rs1;
             wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait; {SYNC}
             ld.shared.u32 %r30, [s+20];"
        )
    };
    let options = Options::default().cluster([4, 1, 1]);
    for (group, rank, bytes) in [
        (".cta_group::2", 1, [0, 64, 0, 128]),
        (".cta_group::2", 3, [0, 64, 0, 128]),
        (".cta_group::2", 0, [64, 0, 128, 0]),
        (".cta_group::1", 0, [64, 0, 64, 64]),
        ("", 0, [64, 0, 64, 64]),
    ] {
        let body = body(group, rank, bytes);
        let found = run_on("sm_100a", "", &body, Grid::new(4, 1), Some(words_of_map), &options);
        assert_eq!(
            found.unwrap_or_else(|fault| panic!("{group} {rank}: {fault}")).0,
            [63, 0, 63, 63]
        );
    }
    let wrong = body(".cta_group::2", 1, [0, 64, 64, 64]);
    let fault = run_on("sm_100a", "", &wrong, Grid::new(4, 1), Some(words_of_map), &options);
    assert_eq!(fault.unwrap_err().kind, FaultKind::Deadlock);
}

#[test]
fn an_mbarrier_is_in_the_pair_of_the_destination() {
    let body = |group: &str, to: u32, at: u32| {
        format!(
            "mbarrier.init.shared::cta.b64 [bar], 1; fence.mbarrier_init.release.cluster; {SYNC}
             mov.u32 %r20, {at}; setp.eq.u32 %p4, %r7, 0; setp.eq.u32 %p5, %r7, %r20;
             @%p5 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 64; {SYNC}
             mov.u32 %r21, {to}; mapa.shared::cluster.u32 %r11, %r8, %r21; mapa.shared::cluster.u32 %r12, %r9, %r20;
             @%p4 cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes{group} [%r11], [%rd3, {{16}}], [%r12];
             @!%p5 bra done;
             wait: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], 0; @!%p2 bra wait;
             done: {SYNC} ld.shared.u32 %r30, [s+20];"
        )
    };
    let options = Options::default().cluster([4, 1, 1]);
    let run = |group: &str, to: u32, at: u32| {
        let body = body(group, to, at);
        let found = run_on("sm_100a", "", &body, Grid::new(4, 1), Some(words_of_map), &options);
        found.map(|(words, _)| words).map_err(|fault| fault.to_string())
    };
    assert_eq!(run(".cta_group::2", 3, 2), Ok(vec![0, 0, 0, 63]));
    assert_eq!(run(".cta_group::2", 1, 1), Ok(vec![0, 63, 0, 0]));
    assert_eq!(run("", 2, 2), Ok(vec![0, 0, 63, 0]));
    for (group, to, at, what) in [
        (
            "",
            1,
            0,
            "the destination is in block 1 of the cluster and the mbarrier in block 0: they must be in one block",
        ),
        (".cta_group::1", 3, 2, "they must be in one block"),
        (".cta_group::2", 2, 1, "they must be in one pair"),
    ] {
        let message = run(group, to, at).unwrap_err();
        assert!(message.contains(what), "{message}");
    }
}

#[test]
fn a_wrong_cluster_is_refused() {
    let launch = |directives: &str, grid: Grid, cluster: Option<[u32; 3]>| {
        let options = cluster.into_iter().fold(Options::default(), Options::cluster);
        run(directives, "", grid, None, &options).map(|_| ()).map_err(|fault| {
            assert_eq!(fault.kind, FaultKind::Caller);
            fault.message.clone()
        })
    };
    assert_eq!(launch(".reqnctapercluster 2", Grid::new(4, 1), None), Ok(()));
    assert_eq!(launch(".reqnctapercluster 2", Grid::new(4, 1), Some([2, 1, 1])), Ok(()));
    for (directives, grid, cluster, what) in [
        (
            ".reqnctapercluster 2",
            Grid::new(4, 1),
            Some([4, 1, 1]),
            "demands clusters of (2,1,1) blocks, found (4,1,1)",
        ),
        (
            ".reqnctapercluster 2",
            Grid::new(3, 1),
            None,
            "a grid of (3,1,1) blocks is not a multiple of the cluster (2,1,1)",
        ),
        (".explicitcluster", Grid::new(2, 1), None, "`.explicitcluster` demands"),
        ("", Grid::new(32, 1), Some([32, 1, 1]), "expected 1 to 16 blocks in a cluster, found 32"),
        ("", Grid::new(2, 1024), Some([2, 1, 1]), "a cluster of 2048 threads is not supported"),
    ] {
        let message = launch(directives, grid, cluster).unwrap_err();
        assert!(message.contains(what), "{message}");
    }
}

#[test]
fn a_cluster_has_at_most_1024_threads() {
    let found = words("mov.u32 %r30, 3;", Grid::new(2, 512), [2, 1, 1]);
    assert_eq!(found, [3; 1024]);
}

#[test]
fn a_wrong_use_is_a_fault() {
    let fault = |body: &str| {
        let options = Options::default().cluster([2, 1, 1]);
        run("", body, Grid::new(2, 1), None, &options).unwrap_err().to_string()
    };
    for (body, what) in [
        ("barrier.cluster.wait;", "the thread waits without `barrier.cluster.arrive`"),
        (
            "barrier.cluster.arrive; barrier.cluster.arrive;",
            "the thread arrives again without `barrier.cluster.wait`",
        ),
        (
            "mapa.shared::cluster.u32 %r10, %r8, 2; ld.shared::cluster.u32 %r11, [%r10];",
            "out of bounds: reads 4 bytes",
        ),
    ] {
        let found = fault(body);
        assert!(found.contains(what), "{found}");
    }
    // With strict rules, shared memory is copied to another block only.
    let copy = |rank: &str| {
        let body = format!(
            "@%p1 mbarrier.init.shared::cta.b64 [bar], 1; {SYNC} {rank} mapa.shared::cluster.u32 %r10, %r8, %r11;
            mapa.shared::cluster.u32 %r12, %r9, %r11; and.pred %p2, %p1, %p3;
            @%p2 cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r10], [%r8], 16, [%r12]; {SYNC}"
        );
        let options = Options::default().cluster([2, 1, 1]).strict(true);
        let filled = format!(
            "mov.u32 %r13, 7; @%p1 st.shared.v4.u32 [%r8], {{%r13, %r13, %r13, %r13}}; setp.eq.u32 %p3, %r7, 1; {body}"
        );
        run("", &filled, Grid::new(2, 2), None, &options)
    };
    let found = copy("mov.u32 %r11, %r7;").unwrap_err();
    assert!(found.message.contains("a copy of shared memory within a block"), "{found}");
    assert_eq!(found.block, Some([1, 0, 0]));
    assert!(copy("xor.b32 %r11, %r7, 1;").is_ok());
    // One block waits for a phase that the other block does not complete.
    let body = "barrier.cluster.arrive; barrier.cluster.wait; mbarrier.init.shared::cta.b64 [bar], 1;
        setp.eq.u32 %p2, %r7, 1; wait: @%p2 mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0; @%p2 bra wait;
        barrier.cluster.arrive; barrier.cluster.wait;";
    let found = fault(body);
    assert!(
        found.contains("deadlock")
            && found.contains("1 of the 2 threads of the cluster have arrived"),
        "{found}"
    );
}
