//! The library of `ptx-bits` for the browser. Requests and answers are JSON.
//!
//! JavaScript passes bytes through two buffers in the memory of the module:
//!
//! 1. `request(length)` sets the length of the first buffer and returns its address. JavaScript writes the
//!    request there.
//! 2. `answer()` computes the answer and returns its length.
//! 3. `answer_bytes()` returns the address of the answer, which is valid until the next call.
//!
//! No Rust code in this crate reads through a raw pointer. The only unsafe part is the attribute `no_mangle`. The
//! attribute defines a global symbol, and two symbols of the same name would be undefined behaviour.

mod flow;
pub mod kernel;
mod line;
mod message;
mod number;
pub mod page;
mod plan;
mod sequence;
mod unit;

use serde_json::Value;
use std::sync::{Mutex, MutexGuard, PoisonError};

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Locks a buffer. The lock never waits, because there is only one thread.
fn lock(buffer: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the length of the request. Returns the address of its bytes.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut request = lock(&REQUEST);
    request.clear();
    request.resize(length, 0);
    request.as_mut_ptr()
}

/// The function that answers requests. The module contains only what this function needs: the linker drops the rest.
const RESPOND: fn(&[u8]) -> Value =
    if cfg!(feature = "engine") { kernel::answer } else { page::answer };

/// Computes the answer. Returns its length.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let answered = RESPOND(&lock(&REQUEST)).to_string();
    let mut answer = lock(&ANSWER);
    *answer = answered.into_bytes();
    answer.len()
}

/// Returns the address of the bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer_bytes() -> *const u8 {
    lock(&ANSWER).as_ptr()
}
