//! State spaces and addresses. An address consists of the number of a memory region and an offset in this
//! region.

/// The state space of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Space {
    /// The instruction names no space, so the generic address determines the space.
    Generic,
    Global,
    Constant,
    Shared,
    Local,
    Parameter,
}

impl Space {
    /// Returns whether addresses in this space have 32 bits.
    pub(crate) fn is_narrow(self) -> bool {
        matches!(self, Self::Shared | Self::Local)
    }
}

/// The number of low address bits that hold the offset. The bits above hold the number of the region.
pub(crate) const OFFSET_BITS: u32 = 40;

/// The offset of the first byte of a region: the middle of all possible offsets. So an address just before a buffer
/// still belongs to the buffer's region.
pub(crate) const FIRST_BYTE: u64 = 1 << (OFFSET_BITS - 1);

/// The generic address of byte 0 of shared memory.
pub(crate) const SHARED: u64 = 1 << OFFSET_BITS | FIRST_BYTE;
/// The generic address of byte 0 of a thread's local memory.
pub(crate) const LOCAL: u64 = 2 << OFFSET_BITS | FIRST_BYTE;
/// The generic address of byte 0 of a kernel's parameters.
pub(crate) const PARAMETERS: u64 = 3 << OFFSET_BITS | FIRST_BYTE;
/// The number of the first buffer's region. Regions 1 to 3 are shared memory, local memory and parameters.
const FIRST_BUFFER: u64 = 4;

/// Returns the address of the function with this number. Buffers have lower addresses, so a load or store at this
/// address is out of bounds.
pub(crate) fn of_function(number: usize) -> u64 {
    const FIRST: u64 = 1 << 63;
    const DISTANCE: u64 = 16;
    FIRST + DISTANCE * number as u64
}

/// A buffer of a [`Memory`](crate::Memory). If the buffer is an argument of a launch, the kernel receives the buffer's
/// address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Buffer(pub(crate) usize);

impl Buffer {
    /// The number of addresses that belong to a buffer, from its first byte on. An address after them may belong to another
    /// buffer.
    ///
    /// ```
    /// use ptx_run::{Buffer, Memory};
    ///
    /// let mut memory = Memory::new();
    /// let (x, y) = (memory.add(&[1u32]), memory.add(&[2u32]));
    /// assert!(x.address() + Buffer::ADDRESSES <= y.address());
    /// ```
    pub const ADDRESSES: u64 = FIRST_BYTE;

    /// Returns the address of the buffer's first byte.
    #[must_use]
    pub fn address(self) -> u64 {
        (FIRST_BUFFER + self.0 as u64) << OFFSET_BITS | FIRST_BYTE
    }

    /// Returns the buffer that contains an address, if any.
    pub(crate) fn of(address: u64) -> Option<Self> {
        (address >> OFFSET_BITS).checked_sub(FIRST_BUFFER).map(|number| Self(number as usize))
    }
}
