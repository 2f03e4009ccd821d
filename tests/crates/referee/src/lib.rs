//! References of the functions of `ptx-core`, by `rustc_apfloat`, exact integers and the manual's loops. They share
//! only the enums of modes with `ptx-core`.
//!
//! [`function`] finds the reference of a function by its name and compiles it for its modes. [`Reference`] compiles
//! the tree of calls of an instruction. The other modules contain the arithmetic, which tests also use directly.

pub mod bits;
pub mod extremum;
mod functions;
pub mod half;
pub mod lanes;
mod modes;
pub mod operation;
mod reference;
pub mod root;
pub mod table;

pub use functions::function;
pub use modes::{Mode, Modes};
pub use reference::Reference;

/// The operands' bits, in order, then zeros. A pair of predicates takes two words.
pub type Words = [u64; WORDS];

/// The results' bits; a zero follows a single result.
pub type Results = [u64; 2];

/// The largest number of operands of an instruction.
pub const WORDS: usize = 6;

/// A reference in fixed modes: computes the results from the operands.
pub type Compute = Box<dyn Fn(&Words) -> Results + Send + Sync>;

/// Returns one result.
#[must_use]
pub fn one(bits: u64) -> Results {
    [bits, 0]
}
