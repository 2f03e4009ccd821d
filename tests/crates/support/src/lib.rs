//! Helpers of the tests of several packages: the coverage of a run, a check for linear time, a user's crate, and the
//! commands in README and book.

mod growth;
mod shown;
mod tier;
mod user;

pub use growth::assert_linear;
pub use shown::{Shown, root, shown, texts};
pub use tier::{is_full, sample};
pub use user::UserCrate;
