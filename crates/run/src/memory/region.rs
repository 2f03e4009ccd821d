//! A region of memory: the bytes of a buffer or variable.

use std::sync::Arc;

/// The memory of a buffer or variable.
#[derive(Clone, Debug, Default)]
pub(crate) struct Region {
    pub(crate) bytes: Vec<u8>,
    pub(crate) is_read_only: bool,
    /// The name of the variable; `None` if the region is a buffer.
    pub(crate) variable: Option<Arc<str>>,
    /// The name of the buffer in messages, if it has one.
    pub(crate) name: Option<Arc<str>>,
}
