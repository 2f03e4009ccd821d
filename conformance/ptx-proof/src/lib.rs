//! Compares every distinct computation of `ptx-core` with references that share no code with it.
//!
//! | module | content |
//! |---|---|
//! | [`task`] | the computations |
//! | [`oracle`] | the reference of each computation: the crate `referee`, or the C [`model`] |
//! | [`mpfr`] | a second reference for some computations |
//! | [`compare`] | the comparison, on all operands or on steered operands |
//! | [`outcome`] | the file of results |
//! | [`page`] | the page of the book |

pub mod compare;
pub mod model;
pub mod mpfr;
pub mod oracle;
pub mod outcome;
pub mod page;
pub mod task;
