//! The exit statuses of the command.

/// No errors.
pub const OK: u8 = 0;
/// Errors were found, or there is no result.
pub const FOUND: u8 = 1;
/// An argument is wrong, or a file cannot be read or written.
pub const UNREADABLE: u8 = 2;
