//! How much a run of the tests covers.
//!
//! What compiles many crates or runs long is sampled, so that the tests are quick, and whole where the
//! environment has `PTX_TESTS=full`.

use std::env::var_os;

/// Whether the whole is wanted. A test that has no sample prints that it is skipped.
#[must_use]
pub fn is_full() -> bool {
    let is_full = var_os("PTX_TESTS").is_some_and(|value| value == "full");
    if !is_full {
        println!("sampled or skipped: PTX_TESTS=full runs the whole");
    }
    is_full
}

/// `whole` of something where the whole is wanted, otherwise one part of so many `parts`.
#[must_use]
pub fn sample(whole: usize, parts: usize) -> usize {
    if is_full() { whole } else { whole / parts }
}
