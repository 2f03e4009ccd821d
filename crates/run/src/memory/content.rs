//! The bytes of a buffer.

/// The bytes of a buffer: owned by the [`Memory`](crate::Memory), or borrowed from the caller.
///
/// A kernel reads and writes borrowed bytes in place. If a launch fails, they have the same values as before the launch.
///
/// ```
/// use ptx_run::Memory;
///
/// let mut bytes = [1u8, 2, 3, 4];
/// let mut memory = Memory::new();
/// let x = memory.add_bytes(&mut bytes[..], false);
/// memory.write_at(x, 2, &[7u8]);
/// drop(memory);
/// assert_eq!(bytes, [1, 2, 7, 4]);
/// ```
#[derive(Debug)]
pub enum Content<'a> {
    /// Bytes that the memory owns.
    Owned(Vec<u8>),
    /// Bytes of the caller that kernels can write.
    Borrowed(&'a mut [u8]),
    /// Bytes of the caller that nothing can write.
    Shared(&'a [u8]),
}

impl Content<'_> {
    pub(crate) fn bytes(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            Self::Borrowed(bytes) => bytes,
            Self::Shared(bytes) => bytes,
        }
    }

    /// Returns the bytes for writing. Returns `None` if nothing can write them.
    pub(crate) fn bytes_mut(&mut self) -> Option<&mut [u8]> {
        match self {
            Self::Owned(bytes) => Some(bytes),
            Self::Borrowed(bytes) => Some(bytes),
            Self::Shared(_) => None,
        }
    }
}

impl Default for Content<'_> {
    fn default() -> Self {
        Self::Owned(Vec::new())
    }
}

/// Copies the bytes, unless nothing can write them.
impl Clone for Content<'_> {
    fn clone(&self) -> Self {
        match self {
            Self::Shared(bytes) => Self::Shared(bytes),
            _ => Self::Owned(self.bytes().to_vec()),
        }
    }
}

impl From<Vec<u8>> for Content<'_> {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Owned(bytes)
    }
}

impl<'a> From<&'a mut [u8]> for Content<'a> {
    fn from(bytes: &'a mut [u8]) -> Self {
        Self::Borrowed(bytes)
    }
}

impl<'a> From<&'a [u8]> for Content<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Shared(bytes)
    }
}
