//! `wgmma`: the 128 threads of a warpgroup together multiply matrices in shared memory. The
//! operands are:
//!
//! | operand | content |
//! |---|---|
//! | `d` | the result, in registers; their number depends on N |
//! | `a`, `b` | descriptors of the matrices in shared memory; A may also be in registers |
//! | `p` | `scale-d`: whether D is an input |
//! | `i`, `j` | whether A and B are negated |
//! | `k`, `l` | whether A and B are transposed |
//! | `e`, `f` | the metadata of a sparse A, and its selector |

use super::syntax::forms;

#[rustfmt::skip]
forms! { "Asynchronous Warpgroup Level Matrix Instructions: wgmma.mma_async";
    wgmma.mma_async.sync.aligned.m64nNk16.f16.f16.f16 (d[m64nNk16]: f16x2, a: var64, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1), k: imm(0|1), l: imm(0|1)) [8.0, sm_90a] wgmma_m64k16_f16_f16 elements;
    wgmma.mma_async.sync.aligned.m64nNk16.f16.f16.f16 (d[m64nNk16]: f16x2, a[4]: var32, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1), l: imm(0|1)) [8.0, sm_90a] wgmma_m64k16_f16_f16 elements;
    wgmma.mma_async.sync.aligned.m64nNk16.f32.f16.f16 (d[m64nNk16]: f32, a: var64, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1), k: imm(0|1), l: imm(0|1)) [8.0, sm_90a] wgmma_m64k16_f32_f16 elements;
    wgmma.mma_async.sync.aligned.m64nNk16.f32.f16.f16 (d[m64nNk16]: f32, a[4]: var32, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1), l: imm(0|1)) [8.0, sm_90a] wgmma_m64k16_f32_f16 elements;
    wgmma.mma_async.sync.aligned.m64nNk16.f32.bf16.bf16 (d[m64nNk16]: f32, a: var64, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1), k: imm(0|1), l: imm(0|1)) [8.0, sm_90a] wgmma_m64k16_f32_bf16 elements;
    wgmma.mma_async.sync.aligned.m64nNk16.f32.bf16.bf16 (d[m64nNk16]: f32, a[4]: var32, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1), l: imm(0|1)) [8.0, sm_90a] wgmma_m64k16_f32_bf16 elements;
    wgmma.mma_async.sync.aligned.m64nNk8.f32.tf32.tf32 (d[m64nNk8]: f32, a: var64, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.0, sm_90a] wgmma_m64k8_f32_tf32 elements;
    wgmma.mma_async.sync.aligned.m64nNk8.f32.tf32.tf32 (d[m64nNk8]: f32, a[4]: var32, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.0, sm_90a] wgmma_m64k8_f32_tf32 elements;
    wgmma.mma_async.sync.aligned.m64nNk32.f16.fp8.fp8_b (d[m64nNk32]: f16x2, a: var64, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.0, sm_90a] wgmma_m64k32_f16_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sync.aligned.m64nNk32.f16.fp8.fp8_b (d[m64nNk32]: f16x2, a[4]: var32, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.0, sm_90a] wgmma_m64k32_f16_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sync.aligned.m64nNk32.f32.fp8.fp8_b (d[m64nNk32]: f32, a: var64, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.0, sm_90a] wgmma_m64k32_f32_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sync.aligned.m64nNk32.f32.fp8.fp8_b (d[m64nNk32]: f32, a[4]: var32, b: var64, p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.0, sm_90a] wgmma_m64k32_f32_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.s8.s8 (d[m64nNk32i]: s32, a: var64, b: var64, p: pred(0|1)) [8.0, sm_90a] k32_s32_s8(satfinite) elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.s8.s8 (d[m64nNk32i]: s32, a[4]: var32, b: var64, p: pred(0|1)) [8.0, sm_90a] k32_s32_s8(satfinite) elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.u8.u8 (d[m64nNk32i]: s32, a: var64, b: var64, p: pred(0|1)) [8.0, sm_90a] k32_s32_u8(satfinite) elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.u8.u8 (d[m64nNk32i]: s32, a[4]: var32, b: var64, p: pred(0|1)) [8.0, sm_90a] k32_s32_u8(satfinite) elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.s8.u8 (d[m64nNk32i]: s32, a: var64, b: var64, p: pred(0|1)) [8.4, sm_90a] k32_s32_s8_u8(satfinite) elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.s8.u8 (d[m64nNk32i]: s32, a[4]: var32, b: var64, p: pred(0|1)) [8.4, sm_90a] k32_s32_s8_u8(satfinite) elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.u8.s8 (d[m64nNk32i]: s32, a: var64, b: var64, p: pred(0|1)) [8.4, sm_90a] k32_s32_u8_s8(satfinite) elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.u8.s8 (d[m64nNk32i]: s32, a[4]: var32, b: var64, p: pred(0|1)) [8.4, sm_90a] k32_s32_u8_s8(satfinite) elements;
    wgmma.mma_async.sync.aligned.m64nNk256i.s32.b1.b1.and.popc (d[m64nNk256i]: s32, a: var64, b: var64, p: pred(0|1)) [8.0, sm_90a] wgmma_m64k256_s32_b1_and_popc elements;
    wgmma.mma_async.sync.aligned.m64nNk256i.s32.b1.b1.and.popc (d[m64nNk256i]: s32, a[4]: var32, b: var64, p: pred(0|1)) [8.0, sm_90a] wgmma_m64k256_s32_b1_and_popc elements;

    wgmma.mma_async.sp.sync.aligned.m64nNk32.f16.f16.f16 (d[m64nNk32]: f16x2, a: var64, b: var64, e: var32, f: imm(0|1), p: pred(0|1), i: imm(1|-1), j: imm(1|-1), k: imm(0|1), l: imm(0|1)) [8.2, sm_90a] wgmma_sp_m64k32_f16_f16 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk32.f16.f16.f16 (d[m64nNk32]: f16x2, a[4]: var32, b: var64, e: var32, f: imm(0|1), p: pred(0|1), i: imm(1|-1), j: imm(1|-1), l: imm(0|1)) [8.2, sm_90a] wgmma_sp_m64k32_f16_f16 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk32.f32.f16.f16 (d[m64nNk32]: f32, a: var64, b: var64, e: var32, f: imm(0|1), p: pred(0|1), i: imm(1|-1), j: imm(1|-1), k: imm(0|1), l: imm(0|1)) [8.2, sm_90a] wgmma_sp_m64k32_f32_f16 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk32.f32.f16.f16 (d[m64nNk32]: f32, a[4]: var32, b: var64, e: var32, f: imm(0|1), p: pred(0|1), i: imm(1|-1), j: imm(1|-1), l: imm(0|1)) [8.2, sm_90a] wgmma_sp_m64k32_f32_f16 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk32.f32.bf16.bf16 (d[m64nNk32]: f32, a: var64, b: var64, e: var32, f: imm(0|1), p: pred(0|1), i: imm(1|-1), j: imm(1|-1), k: imm(0|1), l: imm(0|1)) [8.2, sm_90a] wgmma_sp_m64k32_f32_bf16 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk32.f32.bf16.bf16 (d[m64nNk32]: f32, a[4]: var32, b: var64, e: var32, f: imm(0|1), p: pred(0|1), i: imm(1|-1), j: imm(1|-1), l: imm(0|1)) [8.2, sm_90a] wgmma_sp_m64k32_f32_bf16 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk16.f32.tf32.tf32 (d[m64nNk16]: f32, a: var64, b: var64, e: var32, f: imm(0|1), p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.2, sm_90a] wgmma_sp_m64k16_f32_tf32 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk16.f32.tf32.tf32 (d[m64nNk16]: f32, a[4]: var32, b: var64, e: var32, f: imm(0|1), p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.2, sm_90a] wgmma_sp_m64k16_f32_tf32 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64.f16.fp8.fp8_b (d[m64nNk64]: f16x2, a: var64, b: var64, e: var32, f: imm(0), p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.2, sm_90a] wgmma_sp_m64k64_f16_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64.f16.fp8.fp8_b (d[m64nNk64]: f16x2, a[4]: var32, b: var64, e: var32, f: imm(0), p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.2, sm_90a] wgmma_sp_m64k64_f16_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64.f32.fp8.fp8_b (d[m64nNk64]: f32, a: var64, b: var64, e: var32, f: imm(0), p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.2, sm_90a] wgmma_sp_m64k64_f32_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64.f32.fp8.fp8_b (d[m64nNk64]: f32, a[4]: var32, b: var64, e: var32, f: imm(0), p: pred(0|1), i: imm(1|-1), j: imm(1|-1)) [8.2, sm_90a] wgmma_sp_m64k64_f32_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.s8.s8 (d[m64nNk64i]: s32, a: var64, b: var64, e: var32, f: imm(0), p: pred(0|1)) [8.2, sm_90a] sp_k64_s32_s8(satfinite) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.s8.s8 (d[m64nNk64i]: s32, a[4]: var32, b: var64, e: var32, f: imm(0), p: pred(0|1)) [8.2, sm_90a] sp_k64_s32_s8(satfinite) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.u8.u8 (d[m64nNk64i]: s32, a: var64, b: var64, e: var32, f: imm(0), p: pred(0|1)) [8.2, sm_90a] sp_k64_s32_u8(satfinite) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.u8.u8 (d[m64nNk64i]: s32, a[4]: var32, b: var64, e: var32, f: imm(0), p: pred(0|1)) [8.2, sm_90a] sp_k64_s32_u8(satfinite) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.s8.u8 (d[m64nNk64i]: s32, a: var64, b: var64, e: var32, f: imm(0), p: pred(0|1)) [8.4, sm_90a] sp_k64_s32_s8_u8(satfinite) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.s8.u8 (d[m64nNk64i]: s32, a[4]: var32, b: var64, e: var32, f: imm(0), p: pred(0|1)) [8.4, sm_90a] sp_k64_s32_s8_u8(satfinite) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.u8.s8 (d[m64nNk64i]: s32, a: var64, b: var64, e: var32, f: imm(0), p: pred(0|1)) [8.4, sm_90a] sp_k64_s32_u8_s8(satfinite) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.u8.s8 (d[m64nNk64i]: s32, a[4]: var32, b: var64, e: var32, f: imm(0), p: pred(0|1)) [8.4, sm_90a] sp_k64_s32_u8_s8(satfinite) elements;
}
