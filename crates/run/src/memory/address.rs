//! State spaces and addresses. An address consists of the number of a memory region and an offset in this
//! region.

pub(crate) use ptx_module::operation::Space;

/// The size in bytes of the shared memory of a block that is reserved for system software (`CUDA_DEVICE_ATTRIBUTE`
/// `RESERVED_SHARED_MEMORY_PER_BLOCK` of all targets from sm_80 on).
pub(crate) const RESERVED_SHARED: usize = 1024;

/// The distance in bytes of `%reserved_smem_offset_1` from the start of reserved shared memory. NVIDIA's cooperative
/// groups use 288 bytes from there on.
pub(crate) const SECOND_RESERVED: usize = 64;

/// The number of low address bits that hold the offset. The bits above hold the number of the region.
pub(crate) const OFFSET_BITS: u32 = 40;

/// The offset of the first byte of a region: the middle of all possible offsets. So an address just before a buffer
/// still belongs to the buffer's region.
pub(crate) const FIRST_BYTE: u64 = 1 << (OFFSET_BITS - 1);

/// The lowest address that no process has: user addresses have 47 to 56 bits on x86-64 and arm64. The engine gives only
/// higher addresses to its regions, so lower addresses belong to buffers that lie at other addresses.
pub(crate) const HOST_END: u64 = 1 << 56;
/// The number of the region that would start at [`HOST_END`].
const FIRST: u64 = HOST_END >> OFFSET_BITS;

/// The address of byte 0 of the heap of `malloc`.
pub(crate) const HEAP: u64 = FIRST << OFFSET_BITS | FIRST_BYTE;
/// The generic address of byte 0 of shared memory.
pub(crate) const SHARED: u64 = (FIRST + 1) << OFFSET_BITS | FIRST_BYTE;
/// The generic address of byte 0 of a thread's local memory.
pub(crate) const LOCAL: u64 = (FIRST + 2) << OFFSET_BITS | FIRST_BYTE;
/// The generic address of byte 0 of a kernel's parameters.
pub(crate) const PARAMETERS: u64 = (FIRST + 3) << OFFSET_BITS | FIRST_BYTE;
/// The address of byte 0 of the first bank of constants.
const BANKS: u64 = (FIRST + 4) << OFFSET_BITS | FIRST_BYTE;
/// The number of the first buffer's region.
const FIRST_BUFFER: u64 = FIRST + 5;

/// Returns the offset of an address of the engine in its region. An offset before the region wraps around to a number
/// that exceeds the size of every region.
pub(crate) fn offset(address: u64) -> u64 {
    (address & ((1 << OFFSET_BITS) - 1)).wrapping_sub(FIRST_BYTE)
}

/// Returns the generic address of byte 0 of the bank of constants of a module of machine code.
pub(crate) fn of_bank(module: u64) -> u64 {
    /// The number of bytes of a bank.
    const SIZE: u64 = 1 << 16;
    BANKS + module % (FIRST_BYTE / SIZE) * SIZE
}

/// Returns whether an address is in a bank of constants.
pub(crate) fn is_in_bank(address: u64) -> bool {
    address >> OFFSET_BITS == BANKS >> OFFSET_BITS
}

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
pub struct Buffer {
    number: usize,
    address: u64,
}

impl Buffer {
    /// The number of addresses that belong to a buffer, from its first byte on. An address after them may belong to another
    /// buffer. A buffer whose address the caller chooses (`Memory::add_at`) has only the addresses of its bytes.
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
        self.address
    }

    /// Returns the number of the buffer in its memory.
    pub(crate) fn number(self) -> usize {
        self.number
    }

    /// Returns the buffer with this number, at the address that the engine gives to it.
    pub(crate) fn numbered(number: usize) -> Self {
        Self { number, address: (FIRST_BUFFER + number as u64) << OFFSET_BITS | FIRST_BYTE }
    }

    /// Returns the buffer with this number, at an address that the caller chooses.
    pub(crate) fn placed(number: usize, address: u64) -> Self {
        Self { number, address }
    }

    /// Returns the number of the buffer to which an address of the engine belongs, and the offset of the address in it. An
    /// offset before the buffer wraps around.
    pub(crate) fn of(address: u64) -> Option<(usize, u64)> {
        let number = (address >> OFFSET_BITS).checked_sub(FIRST_BUFFER)?;
        Some((number as usize, offset(address)))
    }
}
