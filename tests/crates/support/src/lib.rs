//! What tests of several packages share: how much a run covers, whether work is linear, a user's crate,
//! and the commands that README and book show.

mod growth;
mod shown;
mod tier;
mod user;

pub use growth::assert_linear;
pub use shown::{Shown, root, shown, texts};
pub use tier::{is_full, sample};
pub use user::UserCrate;
