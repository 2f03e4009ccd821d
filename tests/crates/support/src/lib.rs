//! Helpers for the tests of several packages: whether slow tests run in full, tests for linear
//! time, crates that depend on `ptx` like a user's crate, and the commands in README and book.

mod growth;
mod shown;
mod tier;
mod user;

pub use growth::assert_linear;
pub use shown::{Shown, root, shown, texts};
pub use tier::{is_full, sample};
pub use user::{UserCrate, built};
