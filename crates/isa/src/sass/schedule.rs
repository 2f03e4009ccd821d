//! Scheduling annotations: `&req={0,1} &rd=2 &wr=3 ?WAIT4_END_GROUP`. The annotations do not affect results.

use crate::help::Help;
use crate::message::Message;
use crate::nearest::nearest;

/// The number of the last scoreboard barrier. The first barrier has the number 0.
const LAST_BARRIER: u64 = 5;
/// The maximum wait in cycles. The minimum is 1.
const LONGEST_WAIT: u32 = 15;

/// The annotations that name scoreboard barriers. In code, `&` precedes each annotation.
pub const BARRIERS: [&str; 3] = ["req", "rd", "wr"];

/// Checks the number of a barrier.
///
/// # Errors
/// Returns a message if the barrier does not exist.
pub fn barrier(text: &str) -> Result<(), Message> {
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16),
        None => text.parse(),
    };
    match number {
        Ok(0..=LAST_BARRIER) => Ok(()),
        _ => Err(Message::new(format!("unknown barrier {text}"))
            .note(format!("the barriers are 0 to {LAST_BARRIER}"))),
    }
}

/// Checks the word after `?`.
///
/// ```
/// assert!(ptx_isa::sass::schedule::hint("WAIT15_END_GROUP").is_ok());
/// assert!(ptx_isa::sass::schedule::hint("WAIT16").is_err());
/// ```
///
/// # Errors
/// Returns a message with the known annotations if the word is unknown.
pub fn hint(word: &str) -> Result<(), Message> {
    let bare = word.strip_suffix("_END_GROUP").unwrap_or(word);
    if word == "YIELD" || (1..=LONGEST_WAIT).any(|n| bare == format!("WAIT{n}")) {
        return Ok(());
    }
    let waits = bare.strip_prefix("WAIT").and_then(|n| n.parse::<u64>().ok());
    let message = Message::new(format!("unknown annotation `?{word}`")).note(format!(
        "expected `?WAIT1` to `?WAIT{LONGEST_WAIT}`, optionally with `_END_GROUP`, or `?YIELD`"
    ));
    let near = match waits {
        Some(_) => None,
        None => nearest(&word.to_uppercase(), ["WAIT1", "WAIT2_END_GROUP", "YIELD"]),
    };
    Err(match near {
        Some(near) => message.help(Help::meant(format!("?{near}"))),
        None => message,
    })
}
