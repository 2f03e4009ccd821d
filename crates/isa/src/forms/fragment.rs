//! Instructions that move matrices between memory and the registers of a warp, transpose a matrix
//! in registers, or synchronise the matrix products of `wgmma`.

use super::syntax::forms;

#[rustfmt::skip]
forms! { "Warp-level Matrix Instructions: ldmatrix, stmatrix, movmatrix, wmma.load, wmma.store; wgmma.fence";
    ldmatrix.sync.aligned.m8n8.x1{.trans}{.ownshared}.b16 (d[1]: b32, [a]) [6.5, sm_75] effect LoadMatrix;
    ldmatrix.sync.aligned.m8n8.x2{.trans}{.ownshared}.b16 (d[2]: b32, [a]) [6.5, sm_75] effect LoadMatrix;
    ldmatrix.sync.aligned.m8n8.x4{.trans}{.ownshared}.b16 (d[4]: b32, [a]) [6.5, sm_75] effect LoadMatrix;
    ldmatrix.sync.aligned.m16n16.x1.trans{.ownshared}.b8 (d[2]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m16n16.x1.trans{.ownshared}.b8x16.b6x16_p32 (d[2]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m16n16.x1.trans{.ownshared}.b8x16.b4x16_p64 (d[2]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m16n16.x2.trans{.ownshared}.b8 (d[4]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m16n16.x2.trans{.ownshared}.b8x16.b6x16_p32 (d[4]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m16n16.x2.trans{.ownshared}.b8x16.b4x16_p64 (d[4]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m8n16.x1{.ownshared}.b8x16.b6x16_p32 (d[1]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m8n16.x1{.ownshared}.b8x16.b4x16_p64 (d[1]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m8n16.x2{.ownshared}.b8x16.b6x16_p32 (d[2]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m8n16.x2{.ownshared}.b8x16.b4x16_p64 (d[2]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m8n16.x4{.ownshared}.b8x16.b6x16_p32 (d[4]: b32, [a]) [narrow_floats] effect LoadMatrix;
    ldmatrix.sync.aligned.m8n16.x4{.ownshared}.b8x16.b4x16_p64 (d[4]: b32, [a]) [narrow_floats] effect LoadMatrix;
    stmatrix.sync.aligned.m8n8.x1{.trans}{.ownshared}.b16 ([a], b[1]: var32) [7.8, sm_90] effect StoreMatrix;
    stmatrix.sync.aligned.m16n8.x1.trans{.ownshared}.b8 ([a], b[1]: var32) [narrow_floats] effect StoreMatrix;
    stmatrix.sync.aligned.m8n8.x2{.trans}{.ownshared}.b16 ([a], b[2]: var32) [7.8, sm_90] effect StoreMatrix;
    stmatrix.sync.aligned.m16n8.x2.trans{.ownshared}.b8 ([a], b[2]: var32) [narrow_floats] effect StoreMatrix;
    stmatrix.sync.aligned.m8n8.x4{.trans}{.ownshared}.b16 ([a], b[4]: var32) [7.8, sm_90] effect StoreMatrix;
    stmatrix.sync.aligned.m16n8.x4.trans{.ownshared}.b8 ([a], b[4]: var32) [narrow_floats] effect StoreMatrix;
    movmatrix.sync.aligned.m8n8.trans.b16 (d: b32, a: var32) [7.8, sm_75] effect MoveMatrix;
    wmma.load.of_a.sync.aligned.alayout.wmmashape{.anyspace}.f16 (r[8]: f16x2, [a]) {, s: b32} [6.3, sm_70] effect LoadFragment;
    wmma.load.of_b.sync.aligned.blayout.wmmashape{.anyspace}.f16 (r[8]: f16x2, [a]) {, s: b32} [6.3, sm_70] effect LoadFragment;
    wmma.load.of_a.sync.aligned.alayout.m16n16k16{.anyspace}.bf16 (r[4]: bf16x2, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_a.sync.aligned.alayout.m16n16k16{.anyspace}.int8type (r[2]: b32, [a]) {, s: b32} [6.3, sm_72] effect LoadFragment;
    wmma.load.of_a.sync.aligned.alayout.m8n32k16{.anyspace}.bf16 (r[2]: bf16x2, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_a.sync.aligned.alayout.m8n32k16{.anyspace}.int8type (r[1]: b32, [a]) {, s: b32} [6.3, sm_72] effect LoadFragment;
    wmma.load.of_a.sync.aligned.alayout.m32n8k16{.anyspace}.bf16 (r[8]: bf16x2, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_a.sync.aligned.alayout.m32n8k16{.anyspace}.int8type (r[4]: b32, [a]) {, s: b32} [6.3, sm_72] effect LoadFragment;
    wmma.load.of_a.sync.aligned.alayout.m16n16k8{.anyspace}.tf32 (r[4]: tf32, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_a.sync.aligned.alayout.m8n8k4{.anyspace}.f64 (r[1]: f64, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_a.sync.aligned.row.m8n8k32{.anyspace}.int4type (r[1]: b32, [a]) {, s: b32} [6.3, sm_75] effect LoadFragment;
    wmma.load.of_a.sync.aligned.row.m8n8k128{.anyspace}.b1 (r[1]: b32, [a]) {, s: b32} [6.3, sm_75] effect LoadFragment;
    wmma.load.of_b.sync.aligned.alayout.m16n16k16{.anyspace}.bf16 (r[4]: bf16x2, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_b.sync.aligned.alayout.m16n16k16{.anyspace}.int8type (r[2]: b32, [a]) {, s: b32} [6.3, sm_72] effect LoadFragment;
    wmma.load.of_b.sync.aligned.alayout.m8n32k16{.anyspace}.bf16 (r[8]: bf16x2, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_b.sync.aligned.alayout.m8n32k16{.anyspace}.int8type (r[4]: b32, [a]) {, s: b32} [6.3, sm_72] effect LoadFragment;
    wmma.load.of_b.sync.aligned.alayout.m32n8k16{.anyspace}.bf16 (r[2]: bf16x2, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_b.sync.aligned.alayout.m32n8k16{.anyspace}.int8type (r[1]: b32, [a]) {, s: b32} [6.3, sm_72] effect LoadFragment;
    wmma.load.of_b.sync.aligned.alayout.m16n16k8{.anyspace}.tf32 (r[4]: tf32, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_b.sync.aligned.alayout.m8n8k4{.anyspace}.f64 (r[1]: f64, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_b.sync.aligned.col.m8n8k32{.anyspace}.int4type (r[1]: b32, [a]) {, s: b32} [6.3, sm_75] effect LoadFragment;
    wmma.load.of_b.sync.aligned.col.m8n8k128{.anyspace}.b1 (r[1]: b32, [a]) {, s: b32} [6.3, sm_75] effect LoadFragment;
    wmma.load.of_c.sync.aligned.alayout.wmmashape{.anyspace}.f16 (r[4]: f16x2, [a]) {, s: b32} [6.3, sm_70] effect LoadFragment;
    wmma.load.of_c.sync.aligned.alayout.wmmashape{.anyspace}.f32 (r[8]: f32, [a]) {, s: b32} [6.3, sm_70] effect LoadFragment;
    wmma.load.of_c.sync.aligned.alayout.wmmashape{.anyspace}.s32 (r[8]: s32, [a]) {, s: b32} [6.3, sm_72] effect LoadFragment;
    wmma.load.of_c.sync.aligned.alayout.m16n16k8{.anyspace}.f32 (r[8]: f32, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_c.sync.aligned.alayout.m8n8k4{.anyspace}.f64 (r[2]: f64, [a]) {, s: b32} [7.0, sm_80] effect LoadFragment;
    wmma.load.of_c.sync.aligned.alayout.m8n8k32{.anyspace}.s32 (r[2]: s32, [a]) {, s: b32} [6.3, sm_75] effect LoadFragment;
    wmma.load.of_c.sync.aligned.alayout.m8n8k128{.anyspace}.s32 (r[2]: s32, [a]) {, s: b32} [6.3, sm_75] effect LoadFragment;
    wmma.store.of_d.sync.aligned.alayout.wmmashape{.anyspace}.f16 ([a], r[4]: f16x2) {, s: b32} [6.3, sm_70] effect StoreFragment;
    wmma.store.of_d.sync.aligned.alayout.wmmashape{.anyspace}.f32 ([a], r[8]: f32) {, s: b32} [6.3, sm_70] effect StoreFragment;
    wmma.store.of_d.sync.aligned.alayout.wmmashape{.anyspace}.s32 ([a], r[8]: s32) {, s: b32} [6.3, sm_72] effect StoreFragment;
    wmma.store.of_d.sync.aligned.alayout.m16n16k8{.anyspace}.f32 ([a], r[8]: f32) {, s: b32} [7.0, sm_80] effect StoreFragment;
    wmma.store.of_d.sync.aligned.alayout.m8n8k4{.anyspace}.f64 ([a], r[2]: f64) {, s: b32} [7.0, sm_80] effect StoreFragment;
    wmma.store.of_d.sync.aligned.alayout.m8n8k32{.anyspace}.s32 ([a], r[2]: s32) {, s: b32} [6.3, sm_75] effect StoreFragment;
    wmma.store.of_d.sync.aligned.alayout.m8n8k128{.anyspace}.s32 ([a], r[2]: s32) {, s: b32} [6.3, sm_75] effect StoreFragment;
    wgmma.fence.sync.aligned () [8.0, sm_90a] effect MatrixSync;
    wgmma.commit_group.sync.aligned () [8.0, sm_90a] effect MatrixSync;
    wgmma.wait_group.sync.aligned (n: imm(0 to 7)) [8.0, sm_90a] effect MatrixSync;
}
