//! References for the functions of `ptx-core`. The references use `rustc_apfloat`, exact integers
//! and the pseudo-code of the PTX manual. They share only the enums of modes with `ptx-core`.
//!
//! [`function`] returns the reference for a function with its modes. [`Reference`] combines
//! references to compute a whole instruction. The other modules contain arithmetic, which tests
//! also use directly.

pub mod bits;
pub mod extremum;
mod functions;
pub mod half;
pub mod lanes;
mod modes;
pub mod operation;
mod reference;
pub mod root;
pub mod scalar_video;
pub mod table;

pub use functions::function;
pub use modes::{Mode, Modes};
pub use reference::Reference;

/// The bits of the operands, followed by zeros. A pair of predicates is two words.
pub type Words = [u64; WORDS];

/// The bits of the results. A single result is followed by zero.
pub type Results = [u64; 2];

/// The maximum number of operands of an instruction.
pub const WORDS: usize = 6;

/// A reference with fixed modes: a function that computes the results from the operands.
pub type Compute = Box<dyn Fn(&Words) -> Results + Send + Sync>;

/// Returns the [`Results`] of an instruction with a single result.
#[must_use]
pub fn one(bits: u64) -> Results {
    [bits, 0]
}
