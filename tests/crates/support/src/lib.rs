//! What tests of several packages share: how much a run covers, whether work is linear, and a user's
//! crate.

mod growth;
mod tier;
mod user;

pub use growth::assert_linear;
pub use tier::{is_full, sample};
pub use user::UserCrate;
