//! What tests of several packages share: how much a run covers, and whether work is linear.

mod growth;
mod tier;

pub use growth::assert_linear;
pub use tier::{is_full, sample};
