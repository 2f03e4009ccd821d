//! Tests the order of the products of `wgmma` with accesses to their registers and to shared memory. Each mutant of a
//! correct kernel leaves out one fence, and the race names the two lines.

use crate::support::REGISTERS;
use ptx_run::{Grid, Memory, Module, Options, Report};

/// A warpgroup writes A and B to shared memory, sets the accumulators, multiplies twice, and adds 1 to the accumulators
/// before a second group of products. A lies at offset 0 and B at offset 2048, without swizzle.
const KERNEL: &str = "
mov.u32 %r1, %tid.x; mov.u32 %r2, tile; shl.b32 %r3, %r1, 4; add.u32 %r4, %r2, %r3; mov.b64 %rd1, 0x3c003c003c003c00;
st.shared.v2.b64 [%r4], {%rd1, %rd1};
st.shared.v2.b64 [%r4+2048], {%rd1, %rd1};
fence.proxy.async.shared::cta;
bar.sync 0;
shr.u32 %r5, %r2, 4; cvt.u64.u32 %rd2, %r5; add.u64 %rd3, %rd2, 128;
or.b64 %rd10, %rd2, 0x800400000; or.b64 %rd11, %rd3, 0x800080000; setp.eq.u32 %p1, 0, 0;
mov.f32 %f0, 0f3f800000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;
mov.b32 %r10, 0x3c003c00; mov.b32 %r11, %r10; mov.b32 %r12, %r10; mov.b32 %r13, %r10;
wgmma.fence.sync.aligned; // first
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd10, %rd11, %p1, 1, 1, 0, 0;
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, {%r10, %r11, %r12, %r13}, %rd11, %p1, 1, 1, 0;
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0;
add.rn.f32 %f0, %f0, 0f3f800000;
wgmma.fence.sync.aligned; // second
wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3}, %rd10, %rd11, %p1, 1, -1, 0, 0;
wgmma.commit_group.sync.aligned;
wgmma.wait_group.sync.aligned 0; // last
bar.sync 0;
st.shared.b64 [%r4], 0;
ld.param.u64 %rd5, [y]; mul.wide.u32 %rd6, %r1, 4; add.u64 %rd5, %rd5, %rd6; st.global.f32 [%rd5], %f0; ret;";

fn run(kernel: &str) -> (Vec<f32>, Report) {
    run_blocks(kernel, 1)
}

fn run_blocks(kernel: &str, blocks: u32) -> (Vec<f32>, Report) {
    let text = format!(
        ".version 8.4\n.target sm_90a\n.address_size 64
.visible .entry k(.param .u64 y) {{ {REGISTERS} .shared .align 128 .b8 tile[4096]; {kernel} }}"
    );
    let module = Module::new("test.ptx", &text).unwrap_or_else(|error| panic!("{error}"));
    let kernel = module.kernel("k").unwrap_or_else(|error| panic!("{error}"));
    let mut memory = Memory::new();
    let y = memory.add(&[0f32; 128]);
    let options = Options::default().races(true);
    let report = kernel.launch(Grid::new(blocks, 128), &[y.into()], &mut memory, &options);
    (memory.read(y), report.unwrap_or_else(|fault| panic!("{fault}")))
}

/// Returns the line of the `count`-th line with a part of the kernel.
fn line(kernel: &str, part: &str, count: usize) -> usize {
    let mut found = kernel.lines().enumerate().filter(|(_, line)| line.contains(part));
    4 + found.nth(count).unwrap_or_else(|| panic!("{part}")).0
}

#[test]
fn a_correct_kernel_has_no_race() {
    let (y, report) = run(KERNEL);
    assert_eq!(report.races, []);
    // 1 + 16 + 16 + 1 - 16
    assert_eq!(y, [18.0; 128]);
}

#[test]
fn a_missing_fence_names_both_lines() {
    let first = "wgmma.fence.sync.aligned; // first";
    let second = "wgmma.fence.sync.aligned; // second";
    let product = "wgmma.mma_async";
    for (fence, by, before, after) in [
        (first, "", ("mov.f32 %f0", 0), (product, 0)),
        // The registers of A are written after the fence.
        (first, "wgmma.fence.sync.aligned; mov.b32 %r12, 0;", ("mov.b32 %r12, 0", 0), (product, 1)),
        (second, "", ("add.rn.f32", 0), (product, 2)),
        ("fence.proxy.async.shared::cta;", "", ("[%r4], {", 0), (product, 0)),
        ("fence.proxy.async.shared::cta;", "", ("[%r4+2048]", 0), (product, 0)),
        ("wgmma.wait_group.sync.aligned 0; // last", "", (product, 2), ("[%r4], 0", 0)),
    ] {
        let kernel = KERNEL.replacen(fence, by, 1);
        // A product that nothing waits for may not use its registers again.
        let kernel = if fence.contains("last") {
            kernel.replace("st.global.f32 [%rd5], %f0;", "")
        } else {
            kernel
        };
        let races = run(&kernel).1.races;
        let found: Vec<_> = races.iter().map(|race| (race.first.line, race.second.line)).collect();
        let expected = (line(&kernel, before.0, before.1), line(&kernel, after.0, after.1));
        assert!(found.contains(&expected), "{fence}: {expected:?} is not in {found:?}");
        if by.is_empty() && fence == second {
            let text = races[0].to_string();
            assert!(
                text.contains("race at register `%f0`, with no `wgmma.fence` between:"),
                "{text}"
            );
        }
    }
}

/// Only warp 3 of block 1 uses a register between the fence and the product.
#[test]
fn a_missing_fence_names_the_block_and_the_warp() {
    let second = "wgmma.fence.sync.aligned; // second";
    let by = "wgmma.fence.sync.aligned; mov.u32 %r20, %ctaid.x; mad.lo.u32 %r20, %r20, 128, %r1;
setp.ge.u32 %p2, %r20, 224;
@%p2 add.rn.f32 %f1, %f1, %f1;";
    let kernel = KERNEL.replacen(second, by, 1).replacen("st.global.f32 [%rd5], %f0;", "", 1);
    let races = run_blocks(&kernel, 2).1.races;
    assert_eq!(races.len(), 1, "{races:?}");
    let (first, second) = (&races[0].first, &races[0].second);
    let lines = [line(&kernel, "@%p2", 0), line(&kernel, "wgmma.mma_async", 2)];
    assert_eq!([first.line, second.line], lines);
    for side in [first, second] {
        assert_eq!((side.block, side.thread), ([1, 0, 0], [96, 0, 0]));
    }
}

#[test]
fn the_first_product_needs_a_fence() {
    let kernel = KERNEL.replacen("wgmma.fence.sync.aligned; // first", "", 1);
    // No instruction has used the accumulators.
    let kernel = kernel.replacen(
        "mov.f32 %f0, 0f3f800000; mov.f32 %f1, %f0; mov.f32 %f2, %f0; mov.f32 %f3, %f0;",
        "",
        1,
    );
    let races = run(&kernel).1.races;
    let found = races.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    assert!(found.contains("with no `wgmma.fence` before"), "{found}");
}
