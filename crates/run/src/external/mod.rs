//! The functions without a body that kernels can call.

pub(crate) mod assert;
pub(crate) mod heap;
pub(crate) mod print;
