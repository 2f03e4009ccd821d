//! Compares every distinct computation of `ptx-core` with references that share no code with it.
//!
//! [`task`] lists the computations. [`oracle`] selects the reference of each: a tree of references (the crate
//! `referee`), with [`mpfr`] as a second reference, or the C [`model`]. [`compare`] compares on all operands or on
//! steered operands, [`outcome`] stores the results, and [`page`] writes the page of the book.

pub mod compare;
pub mod model;
pub mod mpfr;
pub mod oracle;
pub mod outcome;
pub mod page;
pub mod task;
