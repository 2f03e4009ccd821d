//! The tensor core: the bits of `mma`, `wgmma`, `tcgen05.mma` and `wmma`.
//!
//! A tensor core does not compute a dot product as a chain of `fma`. A tensor core computes several products exactly,
//! and truncates the products and the accumulator to multiples of a common unit. The truncated terms are added exactly,
//! and the sum is rounded once. The unit is a fixed number of bits below the largest exponent of the terms. The number
//! of products and the number of bits differ between chips, and so do the results.
//!
//! - [`element`] computes one element of D, for a row and a column whose length is a multiple of K.
//! - [`element_with`] computes one element of D for forms with metadata, block scales or negations.
//! - [`tile`] has a function on row-major matrices for each form, such as [`tile::m16n8k16_f32_bf16`].
//! - The root of the crate has the instructions on the registers of a warp, such as
//!   [`mma_m16n8k16_f32_bf16_bf16_f32`](crate::mma_m16n8k16_f32_bf16_bf16_f32).
//! - [`warp()`] computes a form that is known only at run time, on the registers of a warp.
//! - [`place`] and [`position`] map between elements and the registers of the lanes. [`metadata_place`] and
//!   [`scale_place`] map metadata and block scales to registers.
//! - [`Form`] is a shape with types and modifiers. [`Form::parameters`] returns its [`Parameters`] on a target.
//!
//! # The step
//!
//! A step adds a few products and the accumulator, which are both called terms in this section:
//!
//! 1. The significand of a product is the product of its operands' significands, below 4. Its exponent is the sum of
//!    the exponents of the operands; the product is not normalised. Subnormal operands have the minimum exponent of
//!    their format.
//! 2. E is the largest exponent of the nonzero terms, or the floor if the floor is larger. The floor is a constant in
//!    the last column of the table.
//! 3. Every term is truncated to a multiple of 2^(E - kept), where "kept" is a number in the table. The truncated terms
//!    are added exactly.
//! 4. The sum is rounded to an f32 towards zero, or to an f16 to nearest even. Magnitudes of 2^128 and above (65520 in
//!    f16) become infinite.
//!
//! A term that is truncated to zero is +0, and so is a sum of zero. The result is a NaN (7fffffff, or 7fff in f16) in
//! three cases: a term is a NaN, a product is infinity times zero, or the terms contain infinities of both signs.
//! Otherwise an infinite term gives an infinite result. A form with more products than a step is a chain of steps in
//! the order of k. If a step overflows, the next step gets the infinity as its accumulator.
//!
//! The table has, for each target and operand type, the number of products in a step and the number of kept bits. The
//! last column has the floor. A number without a label is the floor for f32 results. Steps that keep 13 bits have the
//! floors -126 and, for f16 results, -28, which affect no result.
//!
//! | targets | f16: products, kept | bf16 | tf32 | 8-bit floats | floor |
//! |---|---|---|---|---|---|
//! | sm_70, 72 | 4, 23 | | | | f16 results -19 |
//! | sm_75 | 8, 24 | | | | -132; f16 results -20 |
//! | sm_80, 86, 87, 88 | 8, 24 | 8, 24 | 4, 24 | | -132; f16 results -20 |
//! | sm_89 | 8, 24 | 8, 24 | 4, 24 | 16, 13; an f32 result has 13 fraction bits | -132; f16 results -20 |
//! | sm_90 | 16, 25 | 16, 25 | 8, 25 | two f16 steps; `wgmma` 32, 13, and its f32 result has 13 fraction bits | -133; f16 results -21 |
//! | sm_100, 101, 103, 107, 110 | 16, 25 | 16, 25 | 8, 25 | two f16 steps; `tcgen05.mma` 32, 25 | -133; f16 results -21 |
//! | sm_120, 121 | 16, 25 | 16, 25 | 8, 25 | 32, 25 | -133; f16 results -21 |
//!
//! # Sparse forms
//!
//! D is the sum of C and the products of the stored elements of A with the elements of B that the metadata selects. The
//! steps of the target add only these products. The other elements of B have no effect, even if they are NaN.
//!
//! A metadata digit v describes a chunk of columns. The position of the first stored element is v mod 4, and the
//! position of the second is v / 4. For 4-bit elements, the positions count pairs of columns. For tf32, the positions
//! count the 16-bit halves of a chunk of two columns. The lower half of the selected factor is at v mod 4, and the
//! upper half is at v / 4.
//!
//! Digits that PTX does not define follow the same rule. The positions can be equal, or in descending order. A factor
//! of tf32 can consist of halves of two columns, in any order. With `.kind::mxf4` and `.kind::mxf4nvf4`, the positions
//! are `min(v mod 4, 2)` and `max(v / 4, 1)`.
//!
//! # Block scales
//!
//! With `.kind::mxf8f6f4`, the exponents of both scales are added to the exponent of each product before the alignment.
//! The step has 32 products, keeps 25 bits, and has a floor of -133.
//!
//! With `.kind::mxf4` and `.kind::mxf4nvf4`, each group of 16 products is summed exactly and multiplied by its two
//! scales, exactly. The groups and C are truncated to multiples of a unit, and their sum is rounded to an f32 towards
//! zero. The unit is the largest of these numbers:
//!
//! | term | number |
//! |---|---|
//! | a group with a nonzero product and a nonzero scale product | 2^-29 times 2^(sum of the exponents of its scales) |
//! | a nonzero C | 2^-35 times 2^(exponent of C) |
//! | always | 2^-174 |
//!
//! A `.ue8m0` scale is 8 · 2^(byte - 130). A `.ue4m3` scale has an integer significand below 16; its exponent is the
//! exponent field minus 10, or -9 for a subnormal scale.
//!
//! # Other forms
//!
//! - On sm_90 to sm_110, `mma` of 8-bit floats is a sequence of instructions around the f16 step. The sequence depends
//!   on the version of the assembler, as [`mma_m16n8k32_f32_fp8_fp8_f32`](crate::mma_m16n8k32_f32_fp8_fp8_f32)
//!   describes.
//! - `m8n8k4` with f16 operands is a tensor instruction on sm_70 to sm_75 only.
//!   [`mma_m8n8k4_f32_f16_f16_f32`](crate::mma_m8n8k4_f32_f16_f16_f32) describes the sequence of later targets.
//! - `.f64` is a chain of `fma`. Integers and single bits are exact.
//!
//! # Grades
//!
//! The documentation of the crate defines the grades. The chips in parentheses were measured.
//!
//! | | grade |
//! |---|---|
//! | products in a step, bits kept | \[H\] sm_70 (V100), 80 (A100), 86 (A2), 89 (RTX 1000 Ada, L40S, RTX 4090), 90 (H100, H200), 100 (B200), 120 (RTX 5090, RTX PRO 6000), 75 (by MMA-Sim); \[M\] sm_72, 87, 88, 101, 103, 107, 110, 121, which except for sm_72 and 107 have the machine instructions of their neighbours |
//! | floor with f32 results | \[H\] sm_80, 89, 90; \[M\] others |
//! | floor with f16 results, exponent of a subnormal f16 accumulator | \[H\] sm_90 (NVIDIA H100 80GB HBM3); \[M\] others |
//! | NaN, infinities, a sum of zero | \[H\]; for infinities of both signs among products of e5m2 \[H\] sm_90 (NVIDIA H100 80GB HBM3), \[M\] others |
//! | the sign of a sum truncated to zero | \[H\] sm_90 (NVIDIA H100 80GB HBM3) for `mma` with bf16 or tf32 operands or f16 results; \[M\] others |
//! | 8-bit floats on sm_90, 100 | \[H\] with ptxas 12.9 and 13.5; \[S\] sm_101, 103, 110; \[M\] sm_107 |
//! | `.kind::f8f6f4` with e3m2 and e2m3 | \[M\] |
//! | `m8n8k4` with f16 operands from sm_80 on | \[H\] sm_90 (NVIDIA H100 80GB HBM3); \[S\] others |
//! | `.f64`; its NaN | \[D\], \[H\] sm_80, 90; \[H\] sm_90 (NVIDIA H100 80GB HBM3) |
//! | integers, single bits; that `.satfinite` clamps once | \[D\]; \[H\] sm_90 (NVIDIA H100 80GB HBM3) for dense `mma`, \[M\] others |
//! | fragments | \[D\] |
//! | sparse forms | \[H\] sm_90 (NVIDIA H100 80GB HBM3) for `mma` and `wgmma` with f32 results and f16, bf16, tf32 or e4m3 operands; \[H\] sm_120 with e4m3, and with e2m1 in four bits; \[M\] others; \[D\] integers |
//! | digits that PTX does not define | \[H\] sm_90 (NVIDIA H100 80GB HBM3) for `mma` with f32 results and f16, bf16, tf32 or e4m3 operands; \[H\] sm_120 with e2m1 in four bits; presumed elsewhere |
//! | `.kind::mxf8f6f4` | \[H\] sm_120 with e4m3 and e2m1; \[M\] other types, a scale of ff |
//! | `.kind::mxf4`, `.kind::mxf4nvf4` | \[H\] sm_100, 120; \[M\] `.scale_vec::4X` with `.ue8m0` |
//! | `tcgen05.mma` | \[H\] sm_100; \[M\] e3m2, e2m3, other targets |
//! | `wmma` | as the steps of `mma`; \[S\] that tf32 is two instructions of four products |
//!
//! The measurements are 240,000 words by F. A. Khattak and M. Mikaitis (MATLAB-tensor-core, ACM TACO
//! 10.1145/3830409), of which this crate's tests contain 9,600; raw-bit tests of every architecture by MMA-Sim
//! (arXiv 2511.10909); probes of A100 and H100 by Hawkeye (arXiv 2603.20421); sweeps of RTX 4090, H100 and RTX
//! PRO 6000 by veritor (github.com/danielreuter/veritor).
//!
//! # Not supported
//!
//! This module does not support the fragments of `wmma` and `wgmma`, descriptors of matrices in shared and tensor
//! memory, and `scale-input-d` of `tcgen05.mma`. The module does not support `m8n8k4` with bf16 operands either:
//! NVIDIA's assembler accepts this form, but the manual does not list it.

mod builder;
mod convert;
mod decode;
mod element;
mod float;
mod form;
mod fp4;
pub(crate) mod instruction;
mod integer;
mod layout;
mod list;
mod move_bytes;
mod move_matrix;
#[doc(hidden)]
pub mod panel;
mod parameters;
mod quad;
mod rust;
mod scale;
mod sparse;
mod step;
mod table;
pub mod tile;
mod tile_any;
mod tile_more;
mod types;
mod warp;
mod warp_form;
pub(crate) mod warp_sparse;

pub use builder::FormBuilder;
pub use element::{Extras, element, element_with};
pub use form::Form;
pub use layout::{Place, Position, place, position};
pub use move_bytes::{
    ByteRow, load_bytes, load_bytes_transposed, store_bytes_transposed, unpack_b4x16_p64,
    unpack_b6x16_p32,
};
pub use move_matrix::{MatrixRow, load_matrix, move_matrix, store_matrix};
pub use parameters::{Order, Parameters, Rounded};
pub use scale::scale_place;
pub use sparse::metadata_place;
pub use types::{
    BitOperation, F8f6f4, Fp8, Instruction, Kind, Layout, Operand, ScaleType, ScaleVector, Scales,
    Type,
};
pub use warp_form::{Lanes, Warp, warp};

#[cfg(test)]
mod tests;
