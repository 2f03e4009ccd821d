//! The regions of memory: buffers and variables.

use crate::memory::address::Buffer;
use crate::memory::content::Content;
use std::sync::Arc;

/// A buffer or variable, without its bytes.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) buffer: Buffer,
    /// The size in bytes.
    pub(crate) length: usize,
    pub(crate) is_read_only: bool,
    /// Whether the buffer was removed, so that the next buffer gets its number.
    pub(crate) is_free: bool,
    /// The name of the variable; `None` if the region is a buffer.
    pub(crate) variable: Option<Arc<str>>,
    /// The name of the buffer in messages, if it has one.
    pub(crate) name: Option<Arc<str>>,
}

impl Region {
    pub(crate) fn new(buffer: Buffer, length: usize, is_read_only: bool) -> Self {
        Self { buffer, length, is_read_only, is_free: false, variable: None, name: None }
    }
}

/// The bytes of all regions. The trait hides the lifetime of borrowed bytes from the engine.
pub(crate) trait Contents {
    /// Returns the bytes of a region.
    fn bytes(&self, number: usize) -> &[u8];
    /// Returns the bytes of a region for writing. The slice is empty if nothing can write them.
    fn bytes_mut(&mut self, number: usize) -> &mut [u8];
}

impl Contents for Vec<Content<'_>> {
    fn bytes(&self, number: usize) -> &[u8] {
        self[number].bytes()
    }

    fn bytes_mut(&mut self, number: usize) -> &mut [u8] {
        self[number].bytes_mut().unwrap_or_default()
    }
}
