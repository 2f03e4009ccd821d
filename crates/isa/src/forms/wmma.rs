//! `wmma.mma`: the 32 threads of a warp multiply matrices in registers. PTX does not specify which
//! thread holds which element.

use super::syntax::forms;

#[rustfmt::skip]
forms! { "Warp-level Matrix Multiply-Accumulate Instructions: wmma.mma";
    wmma.mma.sync.aligned.alayout.blayout.wmmashape.f16.f16 (d[4]: f16x2, a[8]: f16x2, b[8]: f16x2, c[4]: f16x2) [6.3, sm_70] wmma_k16_f16_f16(sm) elements;
    wmma.mma.sync.aligned.alayout.blayout.wmmashape.f16.f32 (d[4]: f16x2, a[8]: f16x2, b[8]: f16x2, c[8]: f32) [6.3, sm_70] wmma_k16_f16_f16_f16_f32(sm) elements;
    wmma.mma.sync.aligned.alayout.blayout.wmmashape.f32.f16 (d[8]: f32, a[8]: f16x2, b[8]: f16x2, c[4]: f16x2) [6.3, sm_70] wmma_k16_f32_f16_f16_f16(sm) elements;
    wmma.mma.sync.aligned.alayout.blayout.wmmashape.f32.f32 (d[8]: f32, a[8]: f16x2, b[8]: f16x2, c[8]: f32) [6.3, sm_70] wmma_k16_f32_f16(sm) elements;
    wmma.mma.sync.aligned.alayout.blayout.m16n16k16.f32.bf16.bf16.f32 (d[8]: f32, a[4]: bf16x2, b[4]: bf16x2, c[8]: f32) [7.0, sm_80] wmma_k16_f32_bf16(sm) elements;
    wmma.mma.sync.aligned.alayout.blayout.m8n32k16.f32.bf16.bf16.f32 (d[8]: f32, a[2]: bf16x2, b[8]: bf16x2, c[8]: f32) [7.0, sm_80] wmma_k16_f32_bf16(sm) elements;
    wmma.mma.sync.aligned.alayout.blayout.m32n8k16.f32.bf16.bf16.f32 (d[8]: f32, a[8]: bf16x2, b[2]: bf16x2, c[8]: f32) [7.0, sm_80] wmma_k16_f32_bf16(sm) elements;
    wmma.mma.sync.aligned.alayout.blayout.m16n16k8.f32.tf32.tf32.f32 (d[8]: f32, a[4]: tf32, b[4]: tf32, c[8]: f32) [7.0, sm_80] wmma_k8_f32_tf32(sm) elements;
    wmma.mma.sync.aligned.alayout.blayout.m8n8k4{.rnd}.f64.f64.f64.f64 (d[2]: f64, a[1]: f64, b[1]: f64, c[2]: f64) [7.0, sm_80] m8n8k4_f64(rnd) elements;
    wmma.mma.sync.aligned.alayout.blayout.m16n16k16.s32.s8.s8.s32{.satfinite} (d[8]: s32, a[2]: b32, b[2]: b32, c[8]: s32) [6.3, sm_72] wmma_k16_s32_s8(satfinite) elements;
    wmma.mma.sync.aligned.alayout.blayout.m8n32k16.s32.s8.s8.s32{.satfinite} (d[8]: s32, a[1]: b32, b[4]: b32, c[8]: s32) [6.3, sm_72] wmma_k16_s32_s8(satfinite) elements;
    wmma.mma.sync.aligned.alayout.blayout.m32n8k16.s32.s8.s8.s32{.satfinite} (d[8]: s32, a[4]: b32, b[1]: b32, c[8]: s32) [6.3, sm_72] wmma_k16_s32_s8(satfinite) elements;
    wmma.mma.sync.aligned.alayout.blayout.m16n16k16.s32.u8.u8.s32{.satfinite} (d[8]: s32, a[2]: b32, b[2]: b32, c[8]: s32) [6.3, sm_72] wmma_k16_s32_u8(satfinite) elements;
    wmma.mma.sync.aligned.alayout.blayout.m8n32k16.s32.u8.u8.s32{.satfinite} (d[8]: s32, a[1]: b32, b[4]: b32, c[8]: s32) [6.3, sm_72] wmma_k16_s32_u8(satfinite) elements;
    wmma.mma.sync.aligned.alayout.blayout.m32n8k16.s32.u8.u8.s32{.satfinite} (d[8]: s32, a[4]: b32, b[1]: b32, c[8]: s32) [6.3, sm_72] wmma_k16_s32_u8(satfinite) elements;
    wmma.mma.sync.aligned.row.col.m8n8k32.s32.s4.s4.s32{.satfinite} (d[2]: s32, a[1]: b32, b[1]: b32, c[2]: s32) [6.3, sm_75] m8n8k32_s32_s4(satfinite) elements;
    wmma.mma.sync.aligned.row.col.m8n8k32.s32.u4.u4.s32{.satfinite} (d[2]: s32, a[1]: b32, b[1]: b32, c[2]: s32) [6.3, sm_75] m8n8k32_s32_u4(satfinite) elements;
    wmma.mma.xor.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 (d[2]: s32, a[1]: b32, b[1]: b32, c[2]: s32) [6.3, sm_75] m8n8k128_s32_b1_xor_popc elements;
    wmma.mma.and.popc.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 (d[2]: s32, a[1]: b32, b[1]: b32, c[2]: s32) [7.1, sm_80] m8n8k128_s32_b1_and_popc elements;
}
