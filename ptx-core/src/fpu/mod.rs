//! The correctly rounded operations, one in each file.
//!
//! Callers flush the operands where `.ftz` applies. Each operation rounds once. A binary32 operation computes in
//! binary64, which holds the exact result or enough of it to round correctly. If the native operation returns the
//! required bits, it is used instead.

pub(crate) mod add;
pub(crate) mod div;
pub(crate) mod fma;
mod host;
pub(crate) mod integer;
pub(crate) mod mad;
pub(crate) mod mul;
pub(crate) mod rcp;
pub(crate) mod sqrt;
