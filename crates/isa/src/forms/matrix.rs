//! Warp-level matrix instructions. The 32 threads of a warp execute such an instruction together.
//! Each operand is a vector of registers in every thread.

use super::syntax::forms;

#[rustfmt::skip]
forms! { "Warp-level Matrix Instructions: mma";
    mma.sync.aligned.m8n8k4.alayout.blayout.f16.f16.f16.f16     (d[4]: f16x2, a[2]: f16x2, b[2]: f16x2, c[4]: f16x2)    [6.4, sm_70]    mma_m8n8k4_(alayout, blayout, sm) warp;
    mma.sync.aligned.m8n8k4.alayout.blayout.f32.f16.f16.f16     (d[8]: f32, a[2]: f16x2, b[2]: f16x2, c[4]: f16x2)      [6.4, sm_70]    mma_m8n8k4_(alayout, blayout, sm) warp;
    mma.sync.aligned.m8n8k4.alayout.blayout.f32.f16.f16.f32     (d[8]: f32, a[2]: f16x2, b[2]: f16x2, c[8]: f32)        [6.4, sm_70]    mma_m8n8k4_(alayout, blayout, sm) warp;

    mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16            (d[2]: f16x2, a[2]: f16x2, b[1]: f16x2, c[2]: f16x2)    [6.5, sm_75]    mma_m16n8k8_(sm) warp;
    mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32            (d[4]: f32, a[2]: f16x2, b[1]: f16x2, c[4]: f32)        [6.5, sm_75]    mma_m16n8k8_(sm) warp;
    mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16           (d[2]: f16x2, a[4]: f16x2, b[2]: f16x2, c[2]: f16x2)    [7.0, sm_80]    mma_m16n8k16_(sm) warp;
    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32           (d[4]: f32, a[4]: f16x2, b[2]: f16x2, c[4]: f32)        [7.0, sm_80]    mma_m16n8k16_(sm) warp;
    mma.sync.aligned.m16n8k8.row.col.f32.bf16.bf16.f32          (d[4]: f32, a[2]: bf16x2, b[1]: bf16x2, c[4]: f32)      [7.0, sm_80]    mma_m16n8k8_(sm) warp;
    mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32         (d[4]: f32, a[4]: bf16x2, b[2]: bf16x2, c[4]: f32)      [7.0, sm_80]    mma_m16n8k16_(sm) warp;
    mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32          (d[4]: f32, a[2]: tf32, b[1]: tf32, c[4]: f32)          [7.0, sm_80]    mma_m16n8k4_(sm) warp;
    mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32          (d[4]: f32, a[4]: tf32, b[2]: tf32, c[4]: f32)          [7.0, sm_80]    mma_m16n8k8_(sm) warp;

    mma.sync.aligned.m16n8k16.row.col.f16.fp8.fp8_b.f16         (d[2]: f16x2, a[2]: b32, b[1]: b32, c[2]: f16x2)        [8.7, sm_89]    mma_m16n8k16_f16_fp8_fp8_f16(fp8, fp8_b, sm) warp;
    mma.sync.aligned.m16n8k16.row.col.f32.fp8.fp8_b.f32         (d[4]: f32, a[2]: b32, b[1]: b32, c[4]: f32)            [8.7, sm_89]    mma_m16n8k16_f32_fp8_fp8_f32(fp8, fp8_b, sm) warp;
    mma.sync.aligned.m16n8k32.row.col.f16.fp8.fp8_b.f16         (d[2]: f16x2, a[4]: b32, b[2]: b32, c[2]: f16x2)        [8.7, sm_89]    mma_m16n8k32_f16_fp8_fp8_f16(fp8, fp8_b, sm) warp;
    mma.sync.aligned.m16n8k32.row.col.f32.fp8.fp8_b.f32         (d[4]: f32, a[4]: b32, b[2]: b32, c[4]: f32)            [8.4, sm_89]    mma_m16n8k32_f32_fp8_fp8_f32(fp8, fp8_b, sm) warp;
    mma.sync.aligned.m16n8k32.row.col.kind_f8f6f4.f16.f8f6f4type.f8f6f4type_b.f16 (d[2]: f16x2, a[4]: b32, b[2]: b32, c[2]: f16x2) [8.7, sm_120a | 8.8, sm_120f] mma_m16n8k32_f16_f8f6f4_f8f6f4_f16(f8f6f4type, f8f6f4type_b, sm) warp;
    mma.sync.aligned.m16n8k32.row.col.kind_f8f6f4.f32.f8f6f4type.f8f6f4type_b.f32 (d[4]: f32, a[4]: b32, b[2]: b32, c[4]: f32)     [8.7, sm_120a | 8.8, sm_120f] mma_m16n8k32_f32_f8f6f4_f8f6f4_f32(f8f6f4type, f8f6f4type_b, sm) warp;

    mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64{.rnd}       (d[2]: f64, a[1]: f64, b[1]: f64, c[2]: f64)            [7.0, sm_80]    mma_m8n8k4_(rnd) warp;
    mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64{.rnd}      (d[4]: f64, a[2]: f64, b[1]: f64, c[4]: f64)            [7.8, sm_90]    mma_m16n8k4_(rnd) warp;
    mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64{.rnd}      (d[4]: f64, a[4]: f64, b[2]: f64, c[4]: f64)            [7.8, sm_90]    mma_m16n8k8_(rnd) warp;
    mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64{.rnd}     (d[4]: f64, a[8]: f64, b[4]: f64, c[4]: f64)            [7.8, sm_90]    mma_m16n8k16_(rnd) warp;

    mma.sync.aligned.m8n8k16.row.col{.satfinite}.s32.int8type.int8type.s32  (d[2]: s32, a[1]: u32, b[1]: u32, c[2]: s32)        [6.5, sm_75]    mma_m8n8k16_(satfinite) warp;
    mma.sync.aligned.m16n8k16.row.col{.satfinite}.s32.int8type.int8type.s32 (d[4]: s32, a[2]: b32, b[1]: b32, c[4]: s32)        [7.0, sm_80]    mma_m16n8k16_(satfinite) warp;
    mma.sync.aligned.m16n8k32.row.col{.satfinite}.s32.int8type.int8type.s32 (d[4]: s32, a[4]: b32, b[2]: b32, c[4]: s32)        [7.0, sm_80]    mma_m16n8k32_(satfinite) warp;
    mma.sync.aligned.m8n8k32.row.col{.satfinite}.s32.int4type.int4type.s32  (d[2]: s32, a[1]: b32, b[1]: b32, c[2]: s32)        [6.5, sm_75]    mma_m8n8k32_(satfinite) warp;
    mma.sync.aligned.m16n8k32.row.col{.satfinite}.s32.int4type.int4type.s32 (d[4]: s32, a[2]: b32, b[1]: b32, c[4]: s32)        [7.0, sm_80]    mma_m16n8k32_(satfinite) warp;
    mma.sync.aligned.m16n8k64.row.col{.satfinite}.s32.int4type.int4type.s32 (d[4]: s32, a[4]: b32, b[2]: b32, c[4]: s32)        [7.0, sm_80]    mma_m16n8k64_(satfinite) warp;

    mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.xor.popc    (d[2]: s32, a[1]: b32, b[1]: b32, c[2]: s32)            [7.0, sm_75]    mma_m8n8k128_s32_b1_b1_s32_xor_popc warp;
    mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.xor.popc   (d[4]: s32, a[2]: b32, b[1]: b32, c[4]: s32)            [7.0, sm_80]    mma_m16n8k128_s32_b1_b1_s32_xor_popc warp;
    mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc   (d[4]: s32, a[4]: b32, b[2]: b32, c[4]: s32)            [7.0, sm_80]    mma_m16n8k256_s32_b1_b1_s32_xor_popc warp;
    mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc    (d[2]: s32, a[1]: b32, b[1]: b32, c[2]: s32)            [7.1, sm_80]    mma_m8n8k128_s32_b1_b1_s32_and_popc warp;
    mma.sync.aligned.m16n8k128.row.col.s32.b1.b1.s32.and.popc   (d[4]: s32, a[2]: b32, b[1]: b32, c[4]: s32)            [7.1, sm_80]    mma_m16n8k128_s32_b1_b1_s32_and_popc warp;
    mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.and.popc   (d[4]: s32, a[4]: b32, b[2]: b32, c[4]: s32)            [7.1, sm_80]    mma_m16n8k256_s32_b1_b1_s32_and_popc warp;

    mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 (d[2]: f16x2, a[2]: f16x2, b[2]: f16x2, c[2]: f16x2, e: var32, f: imm(0|1|2|3)) [7.1, sm_80] mma_sp_m16n8k16_(sm) warp;
    mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 (d[4]: f32, a[2]: f16x2, b[2]: f16x2, c[4]: f32, e: var32, f: imm(0|1|2|3)) [7.1, sm_80] mma_sp_m16n8k16_(sm) warp;
    mma.sp.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 (d[2]: f16x2, a[4]: f16x2, b[4]: f16x2, c[2]: f16x2, e: var32, f: imm(0|1|2|3)) [7.1, sm_80] mma_sp_m16n8k32_(sm) warp;
    mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 (d[4]: f32, a[4]: f16x2, b[4]: f16x2, c[4]: f32, e: var32, f: imm(0|1|2|3)) [7.1, sm_80] mma_sp_m16n8k32_(sm) warp;
    mma.sp.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 (d[4]: f32, a[2]: bf16x2, b[2]: bf16x2, c[4]: f32, e: var32, f: imm(0|1|2|3)) [7.1, sm_80] mma_sp_m16n8k16_(sm) warp;
    mma.sp.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 (d[4]: f32, a[4]: bf16x2, b[4]: bf16x2, c[4]: f32, e: var32, f: imm(0|1)) [7.1, sm_80] mma_sp_m16n8k32_(sm) warp;
    mma.sp.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 (d[4]: f32, a[2]: tf32, b[2]: tf32, c[4]: f32, e: var32, f: imm(0|1|2|3)) [7.1, sm_80] mma_sp_m16n8k8_(sm) warp;
    mma.sp.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 (d[4]: f32, a[4]: tf32, b[4]: tf32, c[4]: f32, e: var32, f: imm(0|1)) [7.1, sm_80] mma_sp_m16n8k16_(sm) warp;
    mma.sp.sync.aligned.m16n8k64.row.col.f32.fp8.fp8_b.f32 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0)) [8.4, sm_89] mma_sp_m16n8k64_f32_fp8_fp8_f32(fp8, fp8_b, sm) warp;
    mma.sp.sync.aligned.m16n8k32.row.col{.satfinite}.s32.int8type.int8type.s32 (d[4]: s32, a[2]: b32, b[2]: b32, c[4]: s32, e: var32, f: imm(0|1)) [7.1, sm_80] mma_sp_m16n8k32_(satfinite) warp;
    mma.sp.sync.aligned.m16n8k64.row.col{.satfinite}.s32.int8type.int8type.s32 (d[4]: s32, a[4]: b32, b[4]: b32, c[4]: s32, e: var32, f: imm(0)) [7.1, sm_80] mma_sp_m16n8k64_(satfinite) warp;
    mma.sp.sync.aligned.m16n8k64.row.col{.satfinite}.s32.int4type.int4type.s32 (d[4]: s32, a[2]: b32, b[2]: b32, c[4]: s32, e: var32, f: imm(0|1)) [7.1, sm_80] mma_sp_m16n8k64_(satfinite) warp;
    mma.sp.sync.aligned.m16n8k128.row.col{.satfinite}.s32.int4type.int4type.s32 (d[4]: s32, a[4]: b32, b[4]: b32, c[4]: s32, e: var32, f: imm(0)) [7.1, sm_80] mma_sp_m16n8k128_(satfinite) warp;
    mma.sp_ordered.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 (d[2]: f16x2, a[2]: f16x2, b[2]: f16x2, c[2]: f16x2, e: var32, f: imm(0|1|2|3)) [8.5, sm_80] mma_sp_m16n8k16_(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 (d[4]: f32, a[2]: f16x2, b[2]: f16x2, c[4]: f32, e: var32, f: imm(0|1|2|3)) [8.5, sm_80] mma_sp_m16n8k16_(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k32.row.col.f16.f16.f16.f16 (d[2]: f16x2, a[4]: f16x2, b[4]: f16x2, c[2]: f16x2, e: var32, f: imm(0|1|2|3)) [8.5, sm_80] mma_sp_m16n8k32_(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 (d[4]: f32, a[4]: f16x2, b[4]: f16x2, c[4]: f32, e: var32, f: imm(0|1|2|3)) [8.5, sm_80] mma_sp_m16n8k32_(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 (d[4]: f32, a[2]: bf16x2, b[2]: bf16x2, c[4]: f32, e: var32, f: imm(0|1|2|3)) [8.5, sm_80] mma_sp_m16n8k16_(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k32.row.col.f32.bf16.bf16.f32 (d[4]: f32, a[4]: bf16x2, b[4]: bf16x2, c[4]: f32, e: var32, f: imm(0|1)) [8.5, sm_80] mma_sp_m16n8k32_(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 (d[4]: f32, a[2]: tf32, b[2]: tf32, c[4]: f32, e: var32, f: imm(0|1|2|3)) [8.5, sm_80] mma_sp_m16n8k8_(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k16.row.col.f32.tf32.tf32.f32 (d[4]: f32, a[4]: tf32, b[4]: tf32, c[4]: f32, e: var32, f: imm(0|1)) [8.5, sm_80] mma_sp_m16n8k16_(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k64.row.col.f32.fp8.fp8_b.f32 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0)) [8.5, sm_89] mma_sp_m16n8k64_f32_fp8_fp8_f32(fp8, fp8_b, sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k32.row.col{.satfinite}.s32.int8type.int8type.s32 (d[4]: s32, a[2]: b32, b[2]: b32, c[4]: s32, e: var32, f: imm(0|1)) [8.5, sm_80] mma_sp_m16n8k32_(satfinite) warp;
    mma.sp_ordered.sync.aligned.m16n8k64.row.col{.satfinite}.s32.int8type.int8type.s32 (d[4]: s32, a[4]: b32, b[4]: b32, c[4]: s32, e: var32, f: imm(0)) [8.5, sm_80] mma_sp_m16n8k64_(satfinite) warp;
    mma.sp_ordered.sync.aligned.m16n8k64.row.col{.satfinite}.s32.int4type.int4type.s32 (d[4]: s32, a[2]: b32, b[2]: b32, c[4]: s32, e: var32, f: imm(0|1)) [8.5, sm_80] mma_sp_m16n8k64_(satfinite) warp;
    mma.sp_ordered.sync.aligned.m16n8k128.row.col{.satfinite}.s32.int4type.int4type.s32 (d[4]: s32, a[4]: b32, b[4]: b32, c[4]: s32, e: var32, f: imm(0)) [8.5, sm_80] mma_sp_m16n8k128_(satfinite) warp;
    mma.sp_ordered.sync.aligned.m16n8k64.row.col.f16.fp8.fp8_b.f16 (d[2]: f16x2, a[4]: b32, b[4]: b32, c[2]: f16x2, e: var32, f: imm(0)) [8.7, sm_120a | 8.8, sm_120f] mma_sp_m16n8k64_f16_fp8_fp8_f16(fp8, fp8_b, sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k64.row.col.kind_f8f6f4.f16.f8f6f4type.f8f6f4type_b.f16 (d[2]: f16x2, a[4]: b32, b[4]: b32, c[2]: f16x2, e: var32, f: imm(0)) [8.7, sm_120a | 8.8, sm_120f] mma_sp_m16n8k64_f16_f8f6f4_f8f6f4_f16(f8f6f4type, f8f6f4type_b, sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k64.row.col.kind_f8f6f4.f32.byte8.byte8_b.f32 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0)) [narrow_floats] mma_sp_m16n8k64_f32_f8f6f4_f8f6f4_f32(byte8, byte8_b, sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k64.row.col.kind_f8f6f4.f32.byte8.short_b.f32 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0)) [8.7, sm_120a | 8.8, sm_120f] mma_sp_m16n8k64_f32_f8f6f4_f8f6f4_f32(byte8, short_b, sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k64.row.col.kind_f8f6f4.f32.short.f8f6f4type_b.f32 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0)) [8.7, sm_120a | 8.8, sm_120f] mma_sp_m16n8k64_f32_f8f6f4_f8f6f4_f32(short, f8f6f4type_b, sm) warp;
    mma.sync.aligned.m16n8k32.row.col.kind_mxf8f6f4.block_scale{.scale_vec_1x}.f32.f8f6f4type.f8f6f4type_b.f32.ue8m0 (d[4]: f32, a[4]: b32, b[2]: b32, c[4]: f32, sa: var32, {i, j}: u16(0|1|2|3; 0|1), sb: var32, {k, l}: u16(0|1|2|3; 0|1|2|3)) [8.7, sm_120a | 8.8, sm_120f] mma_m16n8k32_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0(f8f6f4type, f8f6f4type_b, sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k64.row.col.kind_mxf8f6f4.block_scale{.scale_vec_1x}.f32.f8f6f4type.f8f6f4type_b.f32.ue8m0 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0), sa: var32, {i, j}: u16(0|1|2|3; 0|1), sb: var32, {k, l}: u16(0|1|2|3; 0|1|2|3)) [8.7, sm_120a | 8.8, sm_120f] mma_sp_m16n8k64_mxf8f6f4_f32_f8f6f4_f8f6f4_f32_ue8m0(f8f6f4type, f8f6f4type_b, sm) warp;
    mma.sync.aligned.m16n8k64.row.col.kind_mxf4.block_scale{.scale_vec_2x}.f32.e2m1.e2m1.f32.ue8m0 (d[4]: f32, a[4]: b32, b[2]: b32, c[4]: f32, sa: var32, {i, j}: u16(0|2; 0|1), sb: var32, {k, l}: u16(0|2; 0|1|2|3)) [8.7, sm_120a | 8.8, sm_120f] mma_m16n8k64_mxf4_2x_f32_e2m1_e2m1_f32_ue8m0(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k128.row.col.kind_mxf4.block_scale{.scale_vec_2x}.f32.e2m1.e2m1.f32.ue8m0 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0), sa: var32, {i, j}: u16(0|2; 0|1), sb: var32, {k, l}: u16(0|2; 0|1|2|3)) [8.7, sm_120a | 8.8, sm_121a] mma_sp_m16n8k128_mxf4_2x_f32_e2m1_e2m1_f32_ue8m0(sm) warp;
    mma.sync.aligned.m16n8k64.row.col.kind_mxf4nvf4.block_scale.scale_vec_2x.f32.e2m1.e2m1.f32.ue8m0 (d[4]: f32, a[4]: b32, b[2]: b32, c[4]: f32, sa: var32, {i, j}: u16(0|2; 0|1), sb: var32, {k, l}: u16(0|2; 0|1|2|3)) [8.7, sm_120a | 8.8, sm_120f] mma_m16n8k64_mxf4nvf4_2x_f32_e2m1_e2m1_f32_ue8m0(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k128.row.col.kind_mxf4nvf4.block_scale.scale_vec_2x.f32.e2m1.e2m1.f32.ue8m0 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0), sa: var32, {i, j}: u16(0|2; 0|1), sb: var32, {k, l}: u16(0|2; 0|1|2|3)) [8.7, sm_120a | 8.8, sm_121a] mma_sp_m16n8k128_mxf4nvf4_2x_f32_e2m1_e2m1_f32_ue8m0(sm) warp;
    mma.sync.aligned.m16n8k64.row.col.kind_mxf4nvf4.block_scale.scale_vec_4x.f32.e2m1.e2m1.f32.ue8m0 (d[4]: f32, a[4]: b32, b[2]: b32, c[4]: f32, sa: var32, {i, j}: u16(0; 0|1), sb: var32, {k, l}: u16(0; 0|1|2|3)) [9.1, sm_120f] mma_m16n8k64_mxf4nvf4_4x_f32_e2m1_e2m1_f32_ue8m0(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k128.row.col.kind_mxf4nvf4.block_scale.scale_vec_4x.f32.e2m1.e2m1.f32.ue8m0 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0), sa: var32, {i, j}: u16(0; 0|1), sb: var32, {k, l}: u16(0; 0|1|2|3)) [9.1, sm_120a | 9.1, sm_121a] mma_sp_m16n8k128_mxf4nvf4_4x_f32_e2m1_e2m1_f32_ue8m0(sm) warp;
    mma.sync.aligned.m16n8k64.row.col.kind_mxf4nvf4.block_scale.scale_vec_4x.f32.e2m1.e2m1.f32.ue4m3 (d[4]: f32, a[4]: b32, b[2]: b32, c[4]: f32, sa: var32, {i, j}: u16(0; 0|1), sb: var32, {k, l}: u16(0; 0|1|2|3)) [8.7, sm_120a | 8.8, sm_120f] mma_m16n8k64_mxf4nvf4_4x_f32_e2m1_e2m1_f32_ue4m3(sm) warp;
    mma.sp_ordered.sync.aligned.m16n8k128.row.col.kind_mxf4nvf4.block_scale.scale_vec_4x.f32.e2m1.e2m1.f32.ue4m3 (d[4]: f32, a[4]: b32, b[4]: b32, c[4]: f32, e: var32, f: imm(0), sa: var32, {i, j}: u16(0; 0|1), sb: var32, {k, l}: u16(0; 0|1|2|3)) [8.7, sm_120a | 8.8, sm_121a] mma_sp_m16n8k128_mxf4nvf4_4x_f32_e2m1_e2m1_f32_ue4m3(sm) warp;
}
