//! Compares every distinct computation of `ptx-core` with references that share nothing with it.
//!
//! [`task`] lists the computations, [`against`] says what each is compared with: a tree of references
//! ([`mod@reference`]), [`mpfr`] as a second one, or the C [`model`]. [`compare`] compares on all
//! operands or on steered ones, [`outcome`] is what it finds, and [`page`] the page of
//! the book.

pub mod against;
pub mod compare;
pub mod model;
pub mod mpfr;
pub mod outcome;
pub mod page;
pub mod task;
