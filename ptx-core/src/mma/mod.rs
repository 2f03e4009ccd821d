//! The tensor core: the bits of `mma.sync` and `wgmma`.
//!
//! A product of matrices on a tensor core is not a chain of `fma`. Products are exact; a block of them
//! and the accumulator are cut towards zero at a common unit, some bits below the largest exponent
//! among them, summed exactly, and rounded once. How many products a block has and how many bits are
//! kept differs from chip to chip, and so does the result.
//!
//! - [`element`] computes one element of D, of any length of row and column;
//! - [`tile`] has a function for each form on matrices by rows, such as [`tile::m16n8k16_f32_bf16`];
//! - the instructions on the registers of a warp are at the root of the crate, such as
//!   [`mma_m16n8k16_f32_bf16_bf16_f32`](crate::mma_m16n8k16_f32_bf16_bf16_f32);
//! - [`place`] and [`position`] say which element lies in which lane's register;
//! - [`Form`] is a form by its text, with its [`Parameters`] on each target.
//!
//! # The step
//!
//! A product's significand is that of its operands multiplied, below 4, and its exponent the sum of
//! theirs: it is not normalised. Subnormal numbers are kept, with the least exponent of their format.
//! With E the largest exponent of the products and of the accumulator that are not zero, but at least
//! the floor, every term is cut towards zero to a multiple of 2^(E - kept). The sum becomes an f32
//! towards zero, or an f16 to nearest even; 2^128, of f16 65520, and more become infinite; a term
//! that is cut to nothing and a sum of zero are +0.
//!
//! A NaN, infinity times zero, and infinities of both signs among the terms give 7fffffff, of f16
//! 7fff; other infinities stay. A form of more products than a step has is a chain of steps in the
//! order of k; an infinity made by overflow then meets the next step as an infinite accumulator.
//!
//! | targets | f16: products, kept | bf16 | tf32 | 8-bit floats | floor |
//! |---|---|---|---|---|---|
//! | sm_70, 72 | 4, 23 | | | | f16 results -19 |
//! | sm_75 | 8, 24 | | | | -132; f16 results -20 |
//! | sm_80, 86, 87, 88 | 8, 24 | 8, 24 | 4, 24 | | -132; f16 results -20 |
//! | sm_89 | 8, 24 | 8, 24 | 4, 24 | 16, 13; an f32 result has 13 fraction bits | -132; f16 results -20 |
//! | sm_90 | 16, 25 | 16, 25 | 8, 25 | two f16 steps; `wgmma` 32, 13, 13 fraction bits | -133; f16 results -21 |
//! | sm_100, 101, 103, 107, 110 | 16, 25 | 16, 25 | 8, 25 | two f16 steps | -133; f16 results -21 |
//! | sm_120, 121 | 16, 25 | 16, 25 | 8, 25 | 32, 25 | -133; f16 results -21 |
//!
//! # Other forms
//!
//! - The 8-bit floats on sm_90 to sm_110 are a sequence around the f16 step, which belongs to a
//!   version of the assembler: [`mma_m16n8k32_f32_fp8_fp8_f32`](crate::mma_m16n8k32_f32_fp8_fp8_f32)
//!   describes it.
//! - `m8n8k4` of f16 is a tensor instruction on sm_70 to sm_75 only:
//!   [`mma_m8n8k4_f32_f16_f16_f32`](crate::mma_m8n8k4_f32_f16_f16_f32) says what it is later.
//! - `.f64` is a chain of `fma`, integers and bits are exact.
//!
//! # How surely the bits are known
//!
//! Grades as in the crate's documentation, of the chips that were measured:
//!
//! | | grade |
//! |---|---|
//! | products in a step, bits kept | \[H\] sm_70 (V100), 80 (A100), 86 (A2), 89 (RTX 1000 Ada, L40S, RTX 4090), 90 (H100, H200), 100 (B200), 120 (RTX 5090, RTX PRO 6000), 75 (by MMA-Sim); \[M\] sm_72, 87, 88, 101, 103, 107, 110, 121, which but for sm_72 and 107 have the machine instructions of their neighbours |
//! | floor with f32 results | \[H\] sm_80, 89, 90; \[M\] others |
//! | floor with f16 results, exponent of a subnormal f16 accumulator | \[M\] |
//! | NaN, infinities, a sum of zero | \[H\]; \[M\] for infinities of both signs among products of e5m2 |
//! | the sign of a sum that is cut to nothing | \[M\] |
//! | 8-bit floats on sm_90, 100 | \[H\] with ptxas 12.9 and 13.5; \[S\] sm_101, 103, 110; \[M\] sm_107 |
//! | `.kind::f8f6f4` of e3m2 and e2m3 | \[M\] |
//! | `m8n8k4` of f16 from sm_80 on | \[S\] |
//! | `.f64`; its NaN | \[D\], \[H\] sm_80, 90; \[M\] |
//! | integers, bits; that `.satfinite` clamps once | \[D\]; \[M\] |
//! | fragments | \[D\] |
//!
//! The measurements are 240,000 words by F. A. Khattak and M. Mikaitis (MATLAB-tensor-core, ACM TACO
//! 10.1145/3830409), of which 9,600 are among this crate's tests; raw-bit tests of every architecture by
//! MMA-Sim (arXiv 2511.10909); probes of A100 and H100 by Hawkeye (arXiv 2603.20421); sweeps of RTX
//! 4090, H100 and RTX PRO 6000 by veritor.
//!
//! # Not supported
//!
//! Sparse forms (`mma.sp`), block-scaled ones (`.kind::mxf8f6f4`, `.mxf4`, `.mxf4nvf4`), `tcgen05.mma`,
//! `wgmma` of integers and bits, the fragments of `wmma` and `wgmma`, and `m8n8k4` of bf16, which
//! NVIDIA's assembler takes and the manual does not have.

mod builder;
mod convert;
mod decode;
mod element;
mod float;
mod form;
pub(crate) mod instruction;
mod integer;
mod layout;
mod list;
mod parameters;
mod quad;
mod rust;
mod step;
mod table;
pub mod tile;
mod types;
mod warp;

pub use builder::FormBuilder;
pub use element::element;
pub use form::Form;
pub use layout::{Place, Position, place, position};
pub use parameters::{Order, Parameters, Rounded};
pub use types::{BitOperation, F8f6f4, Fp8, Kind, Layout, Operand, Type};

#[cfg(test)]
mod tests;
