//! The correctly rounded operations, one a file.
//!
//! Each takes its operands after `.ftz` has been applied to them, and rounds once. The binary32
//! operations go through binary64, which holds their exact result or enough of it; where the host's
//! own operation is the one asked for, it is taken.

pub(crate) mod add;
pub(crate) mod div;
pub(crate) mod fma;
mod host;
pub(crate) mod integer;
pub(crate) mod mad;
pub(crate) mod mul;
pub(crate) mod rcp;
pub(crate) mod sqrt;
