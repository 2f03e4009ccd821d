//! The correctly rounded operations, one in each file.
//!
//! If an instruction has `.ftz`, the caller flushes its subnormal operands. Each operation rounds once. If the native
//! operation returns the required bits, the code uses the native operation, except for square roots, which are computed
//! with integers. Otherwise most binary32 operations compute in binary64, which holds the exact result or enough of its
//! bits to round correctly.

pub(crate) mod add;
pub(crate) mod chain;
pub(crate) mod div;
pub(crate) mod fma;
pub(crate) mod host;
pub(crate) mod integer;
pub(crate) mod mad;
pub(crate) mod mul;
pub(crate) mod rcp;
pub(crate) mod sqrt;
