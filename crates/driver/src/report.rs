//! Reports of faults, races and missing functions: to standard error, and to the file of `ptx-bits driver`.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::Write as _;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Prints a message to standard error.
pub(crate) fn say(message: &dyn Display) {
    if cfg!(test) {
        // Unit tests make thousands of wrong calls. Their harness prints this only if a test fails.
        eprintln!("ptx-bits: {message}");
        return;
    }
    // Ignores a closed standard error.
    let _ = writeln!(std::io::stderr(), "ptx-bits: {message}");
}

/// Appends a line to the file that `PTX_BITS_SUMMARY` names. Child processes append to the same file.
fn append(line: &str) {
    static SUMMARY: OnceLock<Option<File>> = OnceLock::new();
    let open = || {
        let path = std::env::var_os("PTX_BITS_SUMMARY")?;
        OpenOptions::new().append(true).create(true).open(path).ok()
    };
    if let Some(mut file) = SUMMARY.get_or_init(open).as_ref() {
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}

/// Notes a launch that has ended.
pub(crate) fn launched(instructions: u64) {
    append(&format!("launch {instructions}"));
}

/// Reports a fault of a kernel.
pub(crate) fn fault(fault: &dyn Display) {
    say(fault);
    append("fault");
}

/// Reports a race.
pub(crate) fn race(race: &dyn Display) {
    say(race);
    append("race");
}

/// Notes that the program has called a function that does not exist, or is not supported. Returns whether it is the first
/// call.
pub(crate) fn missing(name: &str) -> bool {
    static KNOWN: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_first = known.insert(name.into());
    if is_first {
        append(&format!("missing {name}"));
    }
    is_first
}
