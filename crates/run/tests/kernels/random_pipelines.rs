//! Tests random pipelines of tensor copies against a plain second implementation: stages, phases, swizzles, and tiles
//! that are partly outside of their tensor.

use crate::bulk::{Case, Random};
use crate::support::REGISTERS;
use ptx_run::{Grid, Memory, Module, Options};
use test_support::sample;

/// The most bytes of shared memory for the stages.
const MOST_STAGES: usize = 40 << 10;

/// A pipeline. Thread 0 loads tile after tile to the stages. The consumer warps write the bytes of each stage to `y`, and
/// one of their threads stores the tile to another place of a second tensor.
struct Pipeline {
    case: Case,
    stages: usize,
    tiles: usize,
    consumers: usize,
    /// `try_wait` or `test_wait`.
    wait: &'static str,
    /// The coordinates of each tile in the first tensor, and in the second.
    places: Vec<[Vec<i32>; 2]>,
}

impl Pipeline {
    fn new(random: &mut Random) -> Self {
        let mut case = Case::new(random).of_stores();
        let most = MOST_STAGES / case.tile_bytes().next_multiple_of(1024);
        let stages = 1 + random.below(most.min(4) as u64) as usize;
        let tiles = 1 + random.below(9) as usize;
        let consumers = 1 + random.below(3) as usize;
        let wait = ["try_wait", "test_wait"][random.below(2) as usize];
        let mut start = || {
            case.move_tile(random);
            case.start.clone()
        };
        // The coordinates of a store are not negative.
        let inside = |start: Vec<i32>| start.into_iter().map(|one| one.max(0)).collect();
        let places = (0..tiles).map(|_| [start(), inside(start())]).collect();
        Self { case, stages, tiles, consumers, wait, places }
    }

    /// Returns the bytes of a stage. A swizzle may move a chunk behind the end of the tile.
    fn stage_bytes(&self) -> usize {
        self.case.tile_bytes().next_multiple_of(1024)
    }

    fn text(&self) -> String {
        let Self { stages, tiles, consumers, wait, .. } = self;
        let (rank, total, whole) =
            (self.case.tile.len(), self.case.tile_bytes(), self.stage_bytes());
        let threads = 32 * consumers;
        let init = |i: usize| {
            let place = 8 * i;
            format!(
                "@%p1 mbarrier.init.shared::cta.b64 [full+{place}], 1;
                 @%p1 mbarrier.init.shared::cta.b64 [empty+{place}], {threads};"
            )
        };
        let init: String = (0..*stages).map(init).collect();
        let coordinates = |first: usize| {
            let one = |i: usize| format!("ld.global.s32 %r{}, [%rd5+{}];", 40 + i, 4 * (first + i));
            (0..rank).map(one).collect::<String>()
        };
        let (of_load, of_store) = (coordinates(0), coordinates(rank));
        let list = (0..rank).map(|i| format!("%r{}", 40 + i)).collect::<Vec<_>>().join(", ");
        // The place of the stage, and of its barriers.
        let place = format!(
            "mad.lo.u32 %r10, %r5, 8, %r3; mad.lo.u32 %r11, %r5, 8, %r4; mad.lo.u32 %r12, %r5, {whole}, %r2;"
        );
        let next = format!(
            "add.u64 %rd5, %rd5, {}; add.u32 %r5, %r5, 1; setp.eq.u32 %p4, %r5, {stages}; @%p4 mov.u32 %r5, 0;
             @%p4 xor.b32 %r6, %r6, 1; add.u32 %r7, %r7, 1; setp.lt.u32 %p5, %r7, {tiles};",
            8 * rank
        );
        format!(
            ".version 8.6\n.target sm_90\n.address_size 64
            .visible .entry k(.param .align 64 .b8 from[128], .param .align 64 .b8 to[128], .param .u64 y, .param .u64 places) {{
            {REGISTERS} .shared .align 1024 .b8 s[{}]; .shared .align 8 .b64 full[{stages}]; .shared .align 8 .b64 empty[{stages}];
            mov.b64 %rd1, from; cvta.param.u64 %rd1, %rd1; mov.b64 %rd2, to; cvta.param.u64 %rd2, %rd2;
            ld.param.u64 %rd4, [y]; ld.param.u64 %rd5, [places];
            mov.u32 %r1, %tid.x; mov.u32 %r2, s; mov.u32 %r3, full; mov.u32 %r4, empty; setp.eq.u32 %p1, %r1, 0;
            mov.u32 %r5, 0; mov.u32 %r6, 0; mov.u32 %r7, 0;
            {init} @%p1 fence.mbarrier_init.release.cluster; bar.sync 0;
            setp.ge.u32 %p2, %r1, 32; @%p2 bra consume; @!%p1 bra done; mov.u32 %r6, 1;
            produce: {place}
            free: mbarrier.{wait}.parity.shared::cta.b64 %p3, [%r11], %r6; @!%p3 bra free;
            mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r10], {total}; {of_load}
            cp.async.bulk.tensor.{rank}d.shared::cta.global.mbarrier::complete_tx::bytes [%r12], [%rd1, {{{list}}}], [%r10];
            {next} @%p5 bra produce; bra done;
            consume: {place} sub.u32 %r20, %r1, 32;
            ready: mbarrier.{wait}.parity.shared::cta.b64 %p3, [%r10], %r6; @!%p3 bra ready;
            shl.b32 %r21, %r20, 2;
            word: add.u32 %r22, %r12, %r21; ld.shared.u32 %r23, [%r22]; cvt.u64.u32 %rd6, %r21; add.u64 %rd6, %rd6, %rd4;
            st.global.u32 [%rd6], %r23; add.u32 %r21, %r21, {}; setp.lt.u32 %p6, %r21, {whole}; @%p6 bra word;
            setp.ne.u32 %p6, %r20, 0; @%p6 bra stored; {of_store}
            cp.async.bulk.tensor.{rank}d.global.shared::cta.bulk_group [%rd2, {{{list}}}], [%r12];
            cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;
            stored: mbarrier.arrive.shared::cta.b64 _, [%r11]; add.u64 %rd4, %rd4, {whole};
            {next} @%p5 bra consume; done: ret; }}",
            whole * stages,
            4 * threads
        )
    }

    /// Runs the kernel. Returns the bytes of `y` and of the second tensor.
    fn run(&self, [x, z]: [&[u8]; 2], options: &Options) -> [Vec<u8>; 2] {
        let kernel =
            Module::new("test.ptx", &self.text()).unwrap_or_else(|error| panic!("{error}"));
        let kernel = kernel.kernel("k").unwrap_or_else(|error| panic!("{error}"));
        let mut memory = Memory::new();
        let (x, z) = (memory.add(x), memory.add(z));
        let y = memory.add(&vec![0u8; self.stage_bytes() * self.tiles]);
        let places: Vec<i32> = self.places.iter().flatten().flatten().copied().collect();
        let places = memory.add(&places);
        let maps = [x, z].map(|buffer| self.case.map(buffer.address()));
        let [from, to] = maps.map(Into::into);
        let grid = Grid::new(1, 32 * (1 + self.consumers as u32));
        let report =
            kernel.launch(grid, &[from, to, y.into(), places.into()], &mut memory, options);
        let report = report.unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(report.races, []);
        [y, z].map(|buffer| memory.read(buffer))
    }

    /// Computes the same with loops over the elements.
    fn expected(&mut self, x: &[u8], mut z: Vec<u8>) -> [Vec<u8>; 2] {
        let size = self.case.size;
        let mut stages = vec![vec![0; self.stage_bytes()]; self.stages];
        let mut y = Vec::new();
        for (number, [from, to]) in std::mem::take(&mut self.places).into_iter().enumerate() {
            let stage = &mut stages[number % self.stages];
            self.case.start.clone_from(&from);
            for (element, place) in self.case.elements() {
                let zero = vec![0; size];
                let content = match element {
                    Some(start) => &x[start..start + size],
                    None => self.case.fill.as_ref().unwrap_or(&zero),
                };
                stage[place..place + size].copy_from_slice(content);
            }
            y.extend_from_slice(stage);
            self.case.start = to;
            for (element, place) in self.case.elements() {
                if let Some(start) = element {
                    z[start..start + size].copy_from_slice(&stage[place..place + size]);
                }
            }
        }
        [y, z]
    }
}

#[test]
fn random_pipelines_match_a_plain_second_implementation() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for number in 0..sample(300, 10) {
        let mut pipeline = Pipeline::new(&mut random);
        let bytes = pipeline.case.bytes;
        let mut content = || -> Vec<u8> { (0..bytes).map(|_| random.below(256) as u8).collect() };
        let (x, z) = (content(), content());
        let options = Options::default();
        let found = pipeline.run([&x, &z], &options);
        let shuffled = options.shuffle(number as u64).races(true);
        assert!(pipeline.run([&x, &z], &shuffled) == found, "pipeline {number}, shuffled");
        let expected = pipeline.expected(&x, z);
        assert!(found == expected, "pipeline {number}");
    }
}
