//! State spaces, and the addresses of memory: a region, and an offset in it.

/// The state space of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// The instruction names no space; the generic address determines it.
    Generic,
    Global,
    Constant,
    Shared,
    Local,
    Parameter,
}

/// The number of low address bits that hold the offset; the region's number is above them.
pub(crate) const OFFSET_BITS: u32 = 40;

/// The offset of the first byte of a region. It is in the middle of the range of offsets, so that an address just
/// before a buffer still names this buffer.
pub(crate) const FIRST_BYTE: u64 = 1 << (OFFSET_BITS - 1);

/// The generic address of byte 0 of shared memory.
pub(crate) const SHARED: u64 = 1 << OFFSET_BITS | FIRST_BYTE;
/// The generic address of byte 0 of a thread's own memory.
pub(crate) const LOCAL: u64 = 2 << OFFSET_BITS | FIRST_BYTE;
/// The generic address of byte 0 of a kernel's parameters.
pub(crate) const PARAMETERS: u64 = 3 << OFFSET_BITS | FIRST_BYTE;
/// The region of the first buffer.
const FIRST_BUFFER: u64 = 4;

/// A buffer of a [`Memory`](crate::Memory). As an argument of a launch, it passes the buffer's address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer(pub(crate) usize);

impl Buffer {
    /// Returns the address of the buffer's first byte.
    #[must_use]
    pub fn address(self) -> u64 {
        (FIRST_BUFFER + self.0 as u64) << OFFSET_BITS | FIRST_BYTE
    }

    /// Returns the buffer that an address names, if it names one.
    pub(crate) fn of(address: u64) -> Option<Self> {
        (address >> OFFSET_BITS).checked_sub(FIRST_BUFFER).map(|number| Self(number as usize))
    }
}
