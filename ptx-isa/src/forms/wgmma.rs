//! `wgmma`: the 128 threads of a warpgroup execute it together, on matrices in shared memory. In a
//! row, `d` is the result in registers, whose number depends on N. `a` and `b` are descriptors of
//! the matrices in shared memory.

use super::syntax::forms;

#[rustfmt::skip]
forms! { "Asynchronous Warpgroup Level Matrix Instructions: wgmma.mma_async";
    wgmma.mma_async.sync.aligned.m64nNk16.f16.f16.f16       (d: f16x2, a: b64, b: b64)  [8.0, sm_90a]   wgmma_m64k16_f16_f16 elements;
    wgmma.mma_async.sync.aligned.m64nNk16.f32.f16.f16       (d: f32, a: b64, b: b64)    [8.0, sm_90a]   wgmma_m64k16_f32_f16 elements;
    wgmma.mma_async.sync.aligned.m64nNk16.f32.bf16.bf16     (d: f32, a: b64, b: b64)    [8.0, sm_90a]   wgmma_m64k16_f32_bf16 elements;
    wgmma.mma_async.sync.aligned.m64nNk8.f32.tf32.tf32      (d: f32, a: b64, b: b64)    [8.0, sm_90a]   wgmma_m64k8_f32_tf32 elements;
    wgmma.mma_async.sync.aligned.m64nNk32.f16.fp8.fp8_b     (d: f16x2, a: b64, b: b64)  [8.0, sm_90a]   wgmma_m64k32_f16_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sync.aligned.m64nNk32.f32.fp8.fp8_b     (d: f32, a: b64, b: b64)    [8.0, sm_90a]   wgmma_m64k32_f32_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.s8.s8    (d: s32, a: b64, b: b64)    [8.0, sm_90a]   elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.u8.u8    (d: s32, a: b64, b: b64)    [8.0, sm_90a]   elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.s8.u8    (d: s32, a: b64, b: b64)    [8.4, sm_90a]   elements;
    wgmma.mma_async.sync.aligned.m64nNk32i{.satfinite}.s32.u8.s8    (d: s32, a: b64, b: b64)    [8.4, sm_90a]   elements;
    wgmma.mma_async.sync.aligned.m64nNk256i.s32.b1.b1.and.popc      (d: s32, a: b64, b: b64)    [8.0, sm_90a]   elements;

    wgmma.mma_async.sp.sync.aligned.m64nNk32.f16.f16.f16    (d: f16x2, a: b64, b: b64)  [8.2, sm_90a]   wgmma_sp_m64k32_f16_f16 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk32.f32.f16.f16    (d: f32, a: b64, b: b64)    [8.2, sm_90a]   wgmma_sp_m64k32_f32_f16 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk32.f32.bf16.bf16  (d: f32, a: b64, b: b64)    [8.2, sm_90a]   wgmma_sp_m64k32_f32_bf16 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk16.f32.tf32.tf32  (d: f32, a: b64, b: b64)    [8.2, sm_90a]   wgmma_sp_m64k16_f32_tf32 elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64.f16.fp8.fp8_b  (d: f16x2, a: b64, b: b64)  [8.2, sm_90a]   wgmma_sp_m64k64_f16_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64.f32.fp8.fp8_b  (d: f32, a: b64, b: b64)    [8.2, sm_90a]   wgmma_sp_m64k64_f32_fp8(fp8, fp8_b) elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.s8.s8 (d: s32, a: b64, b: b64)    [8.2, sm_90a]   elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.u8.u8 (d: s32, a: b64, b: b64)    [8.2, sm_90a]   elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.s8.u8 (d: s32, a: b64, b: b64)    [8.4, sm_90a]   elements;
    wgmma.mma_async.sp.sync.aligned.m64nNk64i{.satfinite}.s32.u8.s8 (d: s32, a: b64, b: b64)    [8.4, sm_90a]   elements;
}
