//! Decides whether tests run in full. Slow tests run on a sample, unless the environment contains
//! `PTX_TESTS=full`.

use std::env::var_os;

/// Returns whether tests run in full. Prints a note if they do not.
#[must_use]
pub fn is_full() -> bool {
    let is_full = var_os("PTX_TESTS").is_some_and(|value| value == "full");
    if !is_full {
        println!("sampled or skipped: PTX_TESTS=full runs the whole");
    }
    is_full
}

/// Returns `whole` if tests run in full, otherwise `whole / parts`.
#[must_use]
pub fn sample(whole: usize, parts: usize) -> usize {
    if is_full() { whole } else { whole / parts }
}
