//! Helpers for the tests of several packages. The helpers decide whether slow tests run in full,
//! and test for linear time. Other helpers create crates that depend on `ptx` like a user's crate,
//! find the commands in the READMEs and the book, and list the packages.

mod growth;
mod packages;
mod shown;
mod tier;
mod user;

pub use growth::assert_linear;
pub use packages::{Package, published};
pub use shown::{Shown, root, shown, texts};
pub use tier::{is_full, sample};
pub use user::{UserCrate, built};
