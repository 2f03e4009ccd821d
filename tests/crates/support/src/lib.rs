//! Helpers for the tests of several packages. The helpers decide whether slow tests run in full,
//! and test for linear time. Other helpers create crates that depend on `ptx` like a user's crate,
//! and find the commands in the READMEs and the book.

mod growth;
mod shown;
mod tier;
mod user;

pub use growth::assert_linear;
pub use shown::{Shown, root, shown, texts};
pub use tier::{is_full, sample};
pub use user::{UserCrate, built};
