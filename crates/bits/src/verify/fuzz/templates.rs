//! Instructions of warps and blocks, and on memory. In the templates, `A`, `B` and `C` are numbers of registers.

use super::random::Random;
use super::rows::REGISTERS;

/// The function that programs call.
pub(super) const CALLED: &str = "called";

/// Instructions that all threads of a block run together.
const TOGETHER: &[&str] = &[
    "st.shared.b64 [%s], %dA; bar.sync 0; xor.b32 %x, %t, 1; mul.wide.u32 %a, %x, 8; mov.u64 %z, words; \
     add.u64 %a, %a, %z; ld.shared.b64 %dB, [%a]; bar.sync 0; mov.u64 %z, own;",
    "st.shared.b64 [%s], %dA; bar.sync 0; xor.b32 %x, %t, 33; mul.wide.u32 %a, %x, 8; mov.u64 %z, words; \
     add.u64 %a, %a, %z; ld.shared.b64 %dB, [%a]; bar.sync 0; mov.u64 %z, own;",
    "st.shared.v2.b32 [%s], {%rA, %rB}; bar.sync 0; ld.shared.b32 %rC, [words+8]; bar.sync 0;",
    "shfl.sync.bfly.b32 %rA, %rB, 1, 31, -1;",
    "shfl.sync.bfly.b32 %rA, %rB, 18, 31, -1;",
    "shfl.sync.up.b32 %rA|%pC, %rB, 3, 0, -1;",
    "shfl.sync.down.b32 %rA|%pC, %rB, 5, 0x181f, -1;",
    "shfl.sync.idx.b32 %rA|%pC, %rB, %rC, 31, -1;",
    "vote.sync.ballot.b32 %rA, %pB, -1;",
    "vote.sync.any.pred %pA, %pB, -1;",
    "vote.sync.all.pred %pA, !%pB, -1;",
    "vote.sync.uni.pred %pA, %pB, -1;",
    "match.any.sync.b32 %rA, %rB, -1;",
    "match.any.sync.b64 %rA, %dB, -1;",
    "match.all.sync.b32 %rA|%pC, %rB, -1;",
    "redux.sync.add.u32 %rA, %rB, -1;",
    "redux.sync.min.s32 %rA, %rB, -1;",
    "redux.sync.max.u32 %rA, %rB, -1;",
    "redux.sync.xor.b32 %rA, %rB, -1;",
    "bar.red.popc.u32 %rA, 0, %pB;",
    "bar.red.and.pred %pA, 0, %pB;",
    "bar.red.or.pred %pA, 0, !%pB;",
    "st.shared.b64 [%s], %dA; bar.sync 0; and.b32 %x, %t, 31; mul.wide.u32 %a, %x, 16; mov.u64 %z, words; \
     add.u64 %a, %a, %z; ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%rB, %rC}, [%a]; bar.sync 0; mov.u64 %z, own;",
    "movmatrix.sync.aligned.m8n8.trans.b16 %rA, %rB;",
    "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%rA, %rB}, {%rB, %rC}, {%r0}, {%rC, %rA};",
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%r0, %r1, %r2, %r3}, {%rA, %rB}, {%rC}, {%r1, %r0, %r2, %r4};",
    "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%r2, %r3, %r4, %r5}, {%rA, %rB, %rC, %r0}, {%r1, %rA}, \
     {%r0, %r1, %r2, %r3};",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%r0, %r1, %r2, %r3}, {%rA, %rB, %rC, %r4}, {%r5, %rA}, \
     {%r0, %r1, %r2, %r3};",
    "mma.sync.aligned.m16n8k32.row.col.satfinite.s32.s8.u8.s32 {%r0, %r1, %r2, %r3}, {%rA, %rB, %rC, %r4}, {%r5, %rA}, \
     {%r2, %r3, %r4, %r5};",
    "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%dA, %dB}, {%dB}, {%dC}, {%d0, %d1};",
    "mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32 {%r0, %r1, %r2, %r3}, {%rA, %rB, %rC, %r4}, {%r5, %rA}, \
     {%r2, %r3, %r4, %r5};",
    "mma.sync.aligned.m16n8k64.row.col.s32.u4.s4.s32 {%r0, %r1, %r2, %r3}, {%rA, %rB, %rC, %r4}, {%r5, %rA}, \
     {%r2, %r3, %r4, %r5};",
    "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc {%r0, %r1, %r2, %r3}, {%rA, %rB, %rC, %r4}, {%r5, %rA}, \
     {%r2, %r3, %r4, %r5};",
    "mov.b32 %x, 0x4e9dc84e; mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 {%rA, %rB}, \
     {%r0, %r1, %r2, %r3}, {%rC, %rB, %rA, %r4}, {%rB, %rC}, %x, 0;",
    "mov.b32 %x, 0x9c4d84e4; mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 \
     {%r0, %r1, %r2, %r3}, {%rA, %rB, %rC, %r4}, {%rC, %rB, %rA, %r5}, {%r2, %r3, %r4, %r5}, %x, 0;",
    "mov.b32 %x, 0x4e9dc84e; mma.sp::ordered_metadata.sync.aligned.m16n8k64.row.col.s32.s8.s8.s32 \
     {%r0, %r1, %r2, %r3}, {%rA, %rB, %rC, %r4}, {%rC, %rB, %rA, %r5}, {%r2, %r3, %r4, %r5}, %x, 0;",
    "mma.sync.aligned.m16n8k32.row.col.kind::mxf8f6f4.block_scale.f32.e4m3.e2m1.f32.ue8m0 {%r0, %r1, %r2, %r3}, \
     {%rA, %rB, %rC, %r4}, {%r5, %rA}, {%r2, %r3, %r4, %r5}, %rB, {0, 1}, %rC, {2, 0};",
    "mma.sync.aligned.m16n8k64.row.col.kind::mxf4nvf4.block_scale.scale_vec::4X.f32.e2m1.e2m1.f32.ue4m3 \
     {%r0, %r1, %r2, %r3}, {%rA, %rB, %rC, %r4}, {%r5, %rA}, {%r2, %r3, %r4, %r5}, %rB, {0, 1}, %rC, {0, 0};",
    // The elements of a fragment are in an unspecified order: only the stored matrix is a result.
    "st.shared.b64 [%s], %dA; bar.sync 0; { .reg .b32 %a<8>, %b<8>, %f<4>; \
     wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 {%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, [words]; \
     wmma.load.b.sync.aligned.col.m16n16k16.shared.f16 {%b0, %b1, %b2, %b3, %b4, %b5, %b6, %b7}, [words]; \
     wmma.load.c.sync.aligned.row.m16n16k16.shared.f16 {%f0, %f1, %f2, %f3}, [words]; \
     wmma.mma.sync.aligned.row.col.m16n16k16.f16.f16 {%f0, %f1, %f2, %f3}, {%a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7}, \
     {%b0, %b1, %b2, %b3, %b4, %b5, %b6, %b7}, {%f0, %f1, %f2, %f3}; bar.sync 0; \
     wmma.store.d.sync.aligned.col.m16n16k16.shared.f16 [words], {%f0, %f1, %f2, %f3}; } \
     bar.sync 0; ld.shared.b64 %dB, [%s]; bar.sync 0;",
    "st.shared.b64 [%s], %dA; bar.sync 0; and.b32 %x, %t, 31; mul.wide.u32 %a, %x, 16; mov.u64 %z, words; \
     add.u64 %a, %a, %z; ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%r0, %r1, %r2, %r3}, [%a]; bar.sync 0; \
     mov.u64 %z, own;",
    "and.b32 %x, %t, 31; mul.wide.u32 %a, %x, 16; mov.u64 %z, words; add.u64 %a, %a, %z; bar.sync 0; setp.lt.u32 %again, %t, 32; \
     @%again stmatrix.sync.aligned.m8n8.x2.shared.b16 [%a], {%rA, %rB}; bar.sync 0; ld.shared.b64 %dC, [%s]; bar.sync 0; \
     mov.u64 %z, own;",
    "elect.sync %rA|%pB, -1;",
    "barrier.cluster.arrive; barrier.cluster.wait;",
    "st.shared.b64 [%s], %dA; barrier.cluster.arrive.release; barrier.cluster.wait.acquire; xor.b32 %x, %t, 5; \
     mul.wide.u32 %a, %x, 8; mov.u64 %z, words; add.u64 %a, %a, %z; mapa.shared::cluster.u64 %a, %a, 0; \
     ld.shared::cluster.b64 %dB, [%a]; bar.sync 0; mov.u64 %z, own;",
    "setp.eq.u32 %again, %t, 0; @%again mbarrier.init.shared.b64 [barrier], 64; st.shared.b64 [%s], %dA; bar.sync 0; \
     mbarrier.arrive.shared.b64 %a, [barrier]; { wait: mbarrier.test_wait.shared.b64 %again, [barrier], %a; \
     @!%again bra wait; } xor.b32 %x, %t, 40; mul.wide.u32 %a, %x, 8; mov.u64 %z, words; add.u64 %a, %a, %z; \
     ld.shared.b64 %dB, [%a]; bar.sync 0; setp.eq.u32 %again, %t, 0; @%again mbarrier.inval.shared.b64 [barrier]; \
     mov.u64 %z, own;",
    "setp.eq.u32 %again, %t, 0; @%again mbarrier.init.shared.b64 [barrier], 1; bar.sync 0; \
     @%again mbarrier.arrive.expect_tx.shared.b64 %a, [barrier], 512; \
     @%again cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [words], [%from+16], 512, [barrier]; \
     { wait: mbarrier.try_wait.parity.shared.b64 %again, [barrier], 0; @!%again bra wait; } ld.shared.b64 %dB, [%s]; \
     bar.sync 0; setp.eq.u32 %again, %t, 0; @%again mbarrier.inval.shared.b64 [barrier];",
    "and.b32 %x, %t, 16; mul.wide.u32 %a, %x, 8; add.u64 %a, %a, %from; cp.async.ca.shared.global [%s], [%a+8], 8; \
     cp.async.commit_group; cp.async.wait_group 0; bar.sync 0; xor.b32 %x, %t, 3; mul.wide.u32 %a, %x, 8; mov.u64 %z, words; \
     add.u64 %a, %a, %z; ld.shared.b64 %dB, [%a]; bar.sync 0; mov.u64 %z, own;",
];

/// Instructions on memory. Each thread has its own word of shared memory, local memory, and results.
const MEMORY: &[&str] = &[
    "red.shared.add.u32 [sum], %rA;",
    "red.shared.xor.b32 [sum+8], %rA;",
    "and.b32 %x, %rA, 56; cvt.u64.u32 %a, %x; add.u64 %a, %a, %z; st.local.b64 [%a], %dB; ld.local.b64 %dC, [%z+8];",
    "and.b32 %x, %rA, 60; cvt.u64.u32 %a, %x; add.u64 %a, %a, %z; st.local.b32 [%a], %rB; ld.local.b64 %dC, [%z+24];",
    "and.b32 %x, %rA, 63; cvt.u64.u32 %a, %x; add.u64 %a, %a, %z; ld.local.s8 %rB, [%a]; st.local.b8 [%a], %hC;",
    "and.b32 %x, %rA, 127; mul.wide.u32 %a, %x, 8; add.u64 %a, %a, %from; ld.global.v2.b32 {%rB, %rC}, [%a];",
    "and.b32 %x, %rA, 127; mul.wide.u32 %a, %x, 8; add.u64 %a, %a, %from; ld.global.s16 %rB, [%a+6];",
    "and.b32 %x, %rA, 1016; cvt.u64.u32 %a, %x; add.u64 %a, %a, %from; ld.global.u8 %hB, [%a+3];",
    "and.b32 %x, %rA, 1020; cvt.u64.u32 %a, %x; add.u64 %a, %a, %from; ld.global.s32 %dB, [%a];",
    "and.b32 %x, %rA, 1008; cvt.u64.u32 %a, %x; add.u64 %a, %a, %from; ld.global.b64 %dB, [%a+8];",
    "st.shared.b16 [%s+2], %hA; ld.shared.b32 %rB, [%s];",
    "st.shared.b8 [%s+5], %rA; ld.shared.s8 %rB, [%s+5]; ld.shared.u16 %hC, [%s+4];",
    "st.shared.b64 [%s], %dA; ld.shared.v4.b16 {%h0, %h1, %h2, %h3}, [%s];",
    "cvta.shared.u64 %a, %s; st.b32 [%a+4], %rA; ld.b64 %dB, [%a];",
    "cvta.local.u64 %a, %z; st.b32 [%a+4], %rA; ld.b64 %dB, [%a];",
    "st.shared.b32 [%s], %rA; atom.shared.add.u32 %rB, [%s], %rC; ld.shared.b32 %rA, [%s];",
    "st.shared.b32 [%s], %rA; atom.shared.min.s32 %rB, [%s], %rC; ld.shared.b32 %rA, [%s];",
    "st.shared.b32 [%s], %rA; atom.shared.max.u32 %rB, [%s], %rC; ld.shared.b32 %rA, [%s];",
    "st.shared.b32 [%s], %rA; atom.shared.inc.u32 %rB, [%s], %rC; ld.shared.b32 %rA, [%s];",
    "st.shared.b32 [%s], %rA; atom.shared.dec.u32 %rB, [%s], %rC; ld.shared.b32 %rA, [%s];",
    "st.shared.b32 [%s], %rA; atom.shared.cas.b32 %rB, [%s], %rA, %rC; ld.shared.b32 %rA, [%s];",
    "st.shared.b32 [%s], %rA; atom.shared.exch.b32 %rB, [%s], %rC; ld.shared.b32 %rA, [%s];",
    "atom.global.add.u32 %rA, [%to], %rB;",
    "atom.global.and.b32 %rA, [%to], %rB;",
    "st.global.b32 [%to+4], %rA; atom.global.cas.b32 %rB, [%to+4], %rC, %rA; ld.global.b32 %rC, [%to+4];",
    "st.global.b32 [%to], %rA; atom.global.inc.u32 %rB, [%to], %rC; ld.global.b32 %rA, [%to];",
    "st.global.b64 [%to], %dA; atom.global.add.u64 %dB, [%to], %dC; ld.global.b64 %dA, [%to];",
    "st.global.b64 [%to], %dA; atom.global.max.s64 %dB, [%to], %dC; ld.global.b64 %dA, [%to];",
    "st.global.b32 [%to], %rA; red.global.or.b32 [%to], %rB; ld.global.b32 %rC, [%to];",
    "st.shared.b32 [%s], %rA; atom.shared.add.f32 %rB, [%s], %rC; ld.shared.b32 %rA, [%s];",
    "st.shared.b64 [%s], %dA; atom.shared.cas.b64 %dB, [%s], %dA, %dC; ld.shared.b64 %dA, [%s];",
    "st.global.b32 [%to], %rA; atom.global.add.f32 %rB, [%to], %rC; ld.global.b32 %rA, [%to];",
    "st.global.b32 [%to], %rA; atom.global.add.noftz.f16x2 %rB, [%to], %rC; ld.global.b32 %rA, [%to];",
    "st.global.b64 [%to], %dA; atom.global.add.f64 %dB, [%to], %dC; ld.global.b64 %dA, [%to];",
    "st.global.v2.b64 [%to], {%dA, %dB}; ld.global.v4.b32 {%r0, %r1, %r2, %r3}, [%to];",
    "st.global.v4.b32 [%to], {%rA, %rB, %rC, %rA}; ld.global.v2.b64 {%dA, %dB}, [%to];",
    "mov.b128 %q, {%dA, %dB}; st.global.b128 [%to], %q; ld.global.b128 %q, [%to]; mov.b128 {%dB, %dC}, %q;",
    "st.local.v2.b32 [%z+16], {%rA, %rB}; ld.local.b64 %dC, [%z+16];",
    "and.b32 %x, %rA, 63; mul.wide.u32 %a, %x, 8; add.u64 %a, %a, %from; cp.async.ca.shared.global [%s], [%a], 8; \
     cp.async.wait_all; ld.shared.b64 %dB, [%s];",
    "and.b32 %x, %rA, 7; cp.async.ca.shared.global [%s], [%from+24], 8, %x; cp.async.wait_all; ld.shared.b64 %dB, [%s];",
    "mbarrier.init.shared.b64 [%s], 2; mbarrier.arrive.noComplete.shared.b64 _, [%s], 1; mbarrier.arrive.shared.b64 %a, [%s]; \
     mbarrier.test_wait.shared.b64 %pB, [%s], %a; mbarrier.pending_count.b64 %rC, %a; mbarrier.inval.shared.b64 [%s]; \
     st.shared.b64 [%s], %dA;",
    "st.shared.b32 [%s], %rA; atom.shared.cas.b16 %hB, [%s+2], %hA, %hC; ld.shared.b32 %rA, [%s];",
    "st.global.b32 [%to], %rA; atom.global.add.noftz.bf16x2 %rB, [%to], %rC; ld.global.b32 %rA, [%to];",
    "st.global.b32 [%to], %rA; red.relaxed.gpu.global.add.noftz.f16 [%to+2], %hB; ld.global.b32 %rC, [%to];",
    "st.global.v2.b64 [%to], {%dA, %dB}; mov.b128 %q, {%dC, %dA}; atom.global.exch.b128 %q, [%to], %q; \
     ld.global.v2.b64 {%dA, %dB}, [%to]; mov.b128 {%dC, _}, %q;",
    "st.release.gpu.global.b32 [%to], %rA; fence.acq_rel.gpu; ld.acquire.gpu.global.b32 %rB, [%to];",
    "st.volatile.shared.b32 [%s], %rA; ld.volatile.shared.b32 %rB, [%s];",
    "ld.global.nc.v4.b32 {%r0, %r1, %r2, %r3}, [%from+32];",
    "cvta.shared.u64 %a, %s; isspacep.shared %pA, %a; isspacep.global %pB, %to; cvta.local.u64 %a, %z; isspacep.local %pC, %a;",
    "{ targets: .branchtargets first, second, third; and.b32 %x, %rA, 3; min.u32 %x, %x, 2; brx.idx %x, targets; \
     first: xor.b32 %rB, %rB, %rC; bra last; second: add.u32 %rB, %rB, %rC; bra last; third: mul.lo.u32 %rB, %rB, %rC; last: }",
    "{ .param .b32 value; .param .b64 result; st.param.b32 [value], %rA; call (result), called, (value); \
     ld.param.b64 %dB, [result]; }",
];

/// Returns an instruction that all threads of a warp or block run together.
pub(super) fn together(random: &mut Random) -> String {
    filled(random.choose::<&str>(TOGETHER), random)
}

/// Returns an instruction on memory.
pub(super) fn memory(random: &mut Random) -> String {
    filled(random.choose::<&str>(MEMORY), random)
}

/// Returns a template with random registers, which differ.
fn filled(template: &str, random: &mut Random) -> String {
    let first = random.below(REGISTERS);
    let second = (first + 1 + random.below(REGISTERS - 1)) % REGISTERS;
    let third = (0..REGISTERS).filter(|one| *one != first && *one != second);
    let third = third.cycle().nth(random.below(REGISTERS)).unwrap_or_default();
    let number = |one: char| match one {
        'A' => first.to_string(),
        'B' => second.to_string(),
        'C' => third.to_string(),
        one => one.into(),
    };
    template.chars().map(number).collect()
}
