//! `tcgen05.mma`: a thread starts a multiplication of matrices in tensor memory and shared memory.
//! The operands besides the matrices `d`, `a` and `b` are:
//!
//! | operand | content |
//! |---|---|
//! | `i` | the instruction descriptor, with the shape and the types |
//! | `e` | the metadata of a sparse matrix |
//! | `s`, `t` | the block scales |
//! | `m` | the mask of output lanes |
//! | `p` | whether D is an input |
//! | `k` | the scale of D as an input |
//! | `z` | the zero-column mask descriptor |

use super::syntax::forms;

#[rustfmt::skip]
forms! { "TensorCore 5th Generation Family Instructions: tcgen05.mma";
    tcgen05.mma.cta_group.tensorkind{.collector_a} ([d], a: var64, b: var64, i: b32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_1.tensorkind{.collector_a} ([d], a: var64, b: var64, i: b32, m[4]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_2.tensorkind{.collector_a} ([d], a: var64, b: var64, i: b32, m[8]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_1.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, m[4]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_2.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, m[8]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.tensorkind{.collector_a} ([d], a: var64, b: var64, i: b32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.cta_1.tensorkind{.collector_a} ([d], a: var64, b: var64, i: b32, m[4]: var32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.cta_2.tensorkind{.collector_a} ([d], a: var64, b: var64, i: b32, m[8]: var32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.cta_group.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.cta_1.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, m[4]: var32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.cta_2.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, m[8]: var32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_f8f6f4{.collector_a} ([d], a: var64, b: var64, i: b32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_1.kind_f8f6f4{.collector_a} ([d], a: var64, b: var64, i: b32, m[4]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_2.kind_f8f6f4{.collector_a} ([d], a: var64, b: var64, i: b32, m[8]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_f8f6f4{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_1.kind_f8f6f4{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, m[4]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_2.kind_f8f6f4{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, m[8]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_i8{.collector_a} ([d], a: var64, b: var64, i: b32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_1.kind_i8{.collector_a} ([d], a: var64, b: var64, i: b32, m[4]: var32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_2.kind_i8{.collector_a} ([d], a: var64, b: var64, i: b32, m[8]: var32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_i8{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_1.kind_i8{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, m[4]: var32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_2.kind_i8{.ashift}{.collector_a} ([d], [a], b: var64, i: b32, m[8]: var32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.ws.cta_1.tensorkind{.collector_b} ([d], a: var64, b: var64, i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.ws.cta_1.kind_f8f6f4{.collector_b} ([d], a: var64, b: var64, i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.ws.cta_1.kind_i8{.collector_b} ([d], a: var64, b: var64, i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.ws.cta_1.tensorkind{.collector_b} ([d], [a], b: var64, i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.ws.cta_1.kind_f8f6f4{.collector_b} ([d], [a], b: var64, i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.ws.cta_1.kind_i8{.collector_b} ([d], [a], b: var64, i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf8f6f4.block_scale{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf8f6f4.block_scale{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf8f6f4.block_scale.scale_vec_1x{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf8f6f4.block_scale.scale_vec_1x{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf8f6f4.block_scale.block32{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf8f6f4.block_scale.block32{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4.block_scale{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4.block_scale{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4.block_scale.scale_vec_2x{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4.block_scale.scale_vec_2x{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4.block_scale.block32{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4.block_scale.block32{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4nvf4.block_scale.scale_vec_2x{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.7, sm_100a | 8.7, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4nvf4.block_scale.scale_vec_2x{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.7, sm_100a | 8.7, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4nvf4.block_scale.scale_vec_4x{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.7, sm_100a | 8.7, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4nvf4.block_scale.scale_vec_4x{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.7, sm_100a | 8.7, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4nvf4.block_scale.block16{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4nvf4.block_scale.block16{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4nvf4.block_scale.block32{.collector_a} ([d], a: var64, b: var64, i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.cta_group.kind_mxf4nvf4.block_scale.block32{.collector_a} ([d], [a], b: var64, i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.tensorkind{.collector_a} ([d], a: var64, b: var64, [e], i: b32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_1.tensorkind{.collector_a} ([d], a: var64, b: var64, [e], i: b32, m[4]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_2.tensorkind{.collector_a} ([d], a: var64, b: var64, [e], i: b32, m[8]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_1.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, m[4]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_2.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, m[8]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.tensorkind{.collector_a} ([d], a: var64, b: var64, [e], i: b32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.sp.cta_1.tensorkind{.collector_a} ([d], a: var64, b: var64, [e], i: b32, m[4]: var32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.sp.cta_2.tensorkind{.collector_a} ([d], a: var64, b: var64, [e], i: b32, m[8]: var32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.sp.cta_1.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, m[4]: var32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.sp.cta_2.tensorkind{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, m[8]: var32, p: pred, k: imm(0 to 15)) [8.6, sm_100a | 8.8, sm_100f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_f8f6f4{.collector_a} ([d], a: var64, b: var64, [e], i: b32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_1.kind_f8f6f4{.collector_a} ([d], a: var64, b: var64, [e], i: b32, m[4]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_2.kind_f8f6f4{.collector_a} ([d], a: var64, b: var64, [e], i: b32, m[8]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_f8f6f4{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_1.kind_f8f6f4{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, m[4]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_2.kind_f8f6f4{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, m[8]: var32, p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_i8{.collector_a} ([d], a: var64, b: var64, [e], i: b32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_1.kind_i8{.collector_a} ([d], a: var64, b: var64, [e], i: b32, m[4]: var32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_2.kind_i8{.collector_a} ([d], a: var64, b: var64, [e], i: b32, m[8]: var32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_i8{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_1.kind_i8{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, m[4]: var32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_2.kind_i8{.ashift}{.collector_a} ([d], [a], b: var64, [e], i: b32, m[8]: var32, p: pred) {, k: imm(0 to 15)} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.ws.sp.cta_1.tensorkind{.collector_b} ([d], a: var64, b: var64, [e], i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.ws.sp.cta_1.kind_f8f6f4{.collector_b} ([d], a: var64, b: var64, [e], i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.ws.sp.cta_1.kind_i8{.collector_b} ([d], a: var64, b: var64, [e], i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.ws.sp.cta_1.tensorkind{.collector_b} ([d], [a], b: var64, [e], i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.ws.sp.cta_1.kind_f8f6f4{.collector_b} ([d], [a], b: var64, [e], i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.ws.sp.cta_1.kind_i8{.collector_b} ([d], [a], b: var64, [e], i: b32, p: pred) {, z: b64} [8.6, sm_100a | 8.6, sm_101a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf8f6f4.block_scale{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf8f6f4.block_scale{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf8f6f4.block_scale.scale_vec_1x{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf8f6f4.block_scale.scale_vec_1x{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf8f6f4.block_scale.block32{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf8f6f4.block_scale.block32{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.8, sm_100f | 8.8, sm_101f | 9.0, sm_110f] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4.block_scale{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.8, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4.block_scale{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.8, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4.block_scale.scale_vec_2x{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4.block_scale.scale_vec_2x{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.6, sm_100a | 8.6, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4.block_scale.block32{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.8, sm_100a | 8.8, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4.block_scale.block32{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.8, sm_100a | 8.8, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4nvf4.block_scale.scale_vec_2x{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.7, sm_100a | 8.7, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4nvf4.block_scale.scale_vec_2x{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.7, sm_100a | 8.7, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4nvf4.block_scale.scale_vec_4x{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.7, sm_100a | 8.7, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4nvf4.block_scale.scale_vec_4x{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.7, sm_100a | 8.7, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4nvf4.block_scale.block16{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.8, sm_100a | 8.8, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4nvf4.block_scale.block16{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.8, sm_100a | 8.8, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4nvf4.block_scale.block32{.collector_a} ([d], a: var64, b: var64, [e], i: b32, [s], [t], p: pred) [8.8, sm_100a | 8.8, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
    tcgen05.mma.sp.cta_group.kind_mxf4nvf4.block_scale.block32{.collector_a} ([d], [a], b: var64, [e], i: b32, [s], [t], p: pred) [8.8, sm_100a | 8.8, sm_101a | 8.8, sm_103a | 9.0, sm_110a] effect TensorMatrix;
}
