//! Helpers for the tests of several packages: test coverage, linear time, crates of a user, and
//! commands in README and book.

mod growth;
mod shown;
mod tier;
mod user;

pub use growth::assert_linear;
pub use shown::{Shown, root, shown, texts};
pub use tier::{is_full, sample};
pub use user::UserCrate;
