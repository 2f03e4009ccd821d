//! The bytes of a buffer or variable.

use std::sync::Arc;

/// A buffer or variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_read_only: bool,
    /// The name of a variable; `None` for a buffer.
    pub(crate) variable: Option<Arc<str>>,
}
