//! Tests `clusterlaunchcontrol`: a block takes over the work of blocks that have not started.

use crate::support::REGISTERS;
use ptx_run::{Counter, Fault, FaultKind, Grid, Memory, Module, Options, Report};

/// A kernel whose blocks add 1 to a word for each block, their own and those that they cancel. Thread 0 of each block
/// requests and every thread reads the response. `y` has a word for each block, then the number of blocks that ran.
fn kernel(request: &str) -> String {
    format!(
        ".version 8.7\n.target sm_100a\n.address_size 64
        .visible .entry k(.param .u64 y, .param .u32 blocks) {{ {REGISTERS} .reg .b128 %b;
        .shared .align 16 .b8 answer[16]; .shared .align 8 .b64 bar;
        ld.param.u64 %rd1, [y]; ld.param.u32 %r20, [blocks]; mov.u32 %r1, %tid.x; setp.eq.u32 %p1, %r1, 0;
        mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ctaid.y; mov.u32 %r4, %ctaid.z; mov.u32 %r5, %nctaid.x; mov.u32 %r6, %nctaid.y;
        mov.u32 %r7, 0; mul.wide.u32 %rd3, %r20, 4; add.u64 %rd3, %rd3, %rd1;
        @%p1 mbarrier.init.shared::cta.b64 [bar], 1; @%p1 atom.global.add.u32 %r21, [%rd3], 1;
        fence.proxy.async; bar.sync 0; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
        work: mad.lo.u32 %r8, %r4, %r6, %r3; mad.lo.u32 %r8, %r8, %r5, %r2; mul.wide.u32 %rd2, %r8, 4; add.u64 %rd2, %rd2, %rd1;
        @%p1 red.global.add.u32 [%rd2], 1;
        {request}
        again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [bar], %r7; @!%p2 bra again; xor.b32 %r7, %r7, 1;
        ld.shared.b128 %b, [answer]; clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p3, %b;
        @%p3 clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 {{%r2, %r3, %r4, _}}, %b;
        @%p3 clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r9, %b;
        @%p3 clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 %r10, %b;
        @%p3 clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128 %r11, %b;
        setp.ne.u32 %p4, 0, 0; @%p3 setp.ne.u32 %p4, %r9, %r2; @%p3 setp.ne.or.u32 %p4, %r10, %r3, %p4; @%p3 setp.ne.or.u32 %p4, %r11, %r4, %p4;
        @%p4 trap;
        mov.u32 %r12, %cluster_ctaid.x; add.u32 %r2, %r2, %r12;
        fence.proxy.async.shared::cta; bar.sync 0; barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
        @%p3 bra work; ret; }}"
    )
}

/// A request of one block for itself.
const ALONE: &str = "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
    @%p1 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [answer], [bar];";

/// A request of the last block of a cluster of two for all blocks of the cluster.
const FROM_THE_LAST: &str = "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
    mov.u32 %r13, %cluster_ctarank; setp.eq.and.u32 %p5, %r13, 1, %p1;
    @%p5 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [answer], [bar];";

/// A request of the first block of a cluster for all blocks of the cluster.
const MULTICAST: &str = "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar], 16;
    mov.u32 %r13, %cluster_ctarank; setp.eq.and.u32 %p5, %r13, 0, %p1;
    @%p5 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [answer], [bar];";

fn run(text: &str, grid: Grid, options: &Options) -> Result<(Vec<u32>, u32, Report), Fault> {
    let kernel = Module::new("test.ptx", text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = kernel.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let blocks: u32 = grid.blocks.iter().product();
    let mut memory = Memory::new();
    let y = memory.add(&vec![0u32; blocks as usize + 1]);
    let counter = Counter::default();
    let options = options.clone().counter(&counter);
    let report = kernel.launch(grid, &[y.into(), blocks.into()], &mut memory, &options)?;
    assert_eq!(counter.blocks(), u64::from(blocks));
    let mut words: Vec<u32> = memory.read(y);
    let ran = words.pop().unwrap();
    Ok((words, ran, report))
}

#[test]
fn every_block_is_worked_on_once() {
    for (request, cluster, blocks) in
        [(ALONE, 1, [5, 3, 2]), (MULTICAST, 2, [6, 3, 2]), (FROM_THE_LAST, 2, [4, 2, 1])]
    {
        let grid = Grid { blocks, threads: [64, 1, 1], shared: 0 };
        let text = kernel(request);
        let options = Options::default().cluster([cluster, 1, 1]);
        let once = vec![1; blocks.iter().product::<u32>() as usize];
        let (words, ran, report) =
            run(&text, grid, &options).unwrap_or_else(|fault| panic!("{fault}"));
        // The blocks of the first cluster cancel all others.
        assert_eq!((words, ran, report.threads), (once.clone(), cluster, u64::from(cluster) * 64));
        let mut all = Vec::new();
        for seed in 0..8 {
            let options = options.clone().shuffle(seed).races(true).strict(true);
            let (words, ran, report) =
                run(&text, grid, &options).unwrap_or_else(|fault| panic!("{fault}"));
            assert_eq!((words, report.races), (once.clone(), Vec::new()));
            assert_eq!(report.threads, u64::from(ran) * 64);
            all.push(ran);
        }
        // A shuffled request fails now and then, and the next block starts.
        assert!(all.iter().any(|ran| *ran > cluster), "{all:?}");
    }
}

#[test]
fn faults_name_the_request() {
    let grid = Grid::new(4, 64);
    let check = |from: &str, to: &str, kind: FaultKind, part: &str| {
        let text = kernel(ALONE).replacen(from, to, 1);
        assert_ne!(text, kernel(ALONE));
        let fault = run(&text, grid, &Options::default()).unwrap_err();
        assert!(fault.kind == kind && fault.to_string().contains(part), "{fault}");
    };
    let undefined = FaultKind::Undefined;
    check("@%p3 bra work;", "bra work;", undefined, "has seen that an earlier request failed");
    let misaligned = FaultKind::Misaligned;
    check("b128 [answer], [bar]", "b128 [answer+8], [bar]", misaligned, "16 bytes at offset 8");
    check("_, [bar], 16", "_, [bar], 32", FaultKind::Deadlock, "deadlock");
    check("@%p1 mbarrier.init.shared::cta.b64 [bar], 1;", "", undefined, "no mbarrier");
}

#[test]
fn a_response_that_is_read_early_is_a_race() {
    let text = kernel(ALONE).replacen("@!%p2 bra again;", "", 1);
    let options = Options::default().races(true);
    let found = (0..4).any(|seed| {
        run(&text, Grid::new(4, 64), &options.clone().shuffle(seed))
            .map_or(true, |(.., report)| !report.races.is_empty())
    });
    assert!(found);
}

#[test]
fn a_request_to_another_block_is_refused() {
    let request = ALONE.replace("[answer], [bar]", "[%r30], [bar]");
    let request =
        format!("mov.u32 %r30, answer; mapa.shared::cluster.u32 %r30, %r30, 1; {request}");
    let options = Options::default().cluster([2, 1, 1]);
    let fault = run(&kernel(&request), Grid::new(4, 64), &options).unwrap_err();
    assert!(fault.to_string().contains("must be in the block's own shared memory"), "{fault}");
}
