//! The buffers of a launch, and the shared memory of one block.

use crate::types::Type;

/// An argument of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A `.b32` parameter.
    Word(u32),
    /// A `.b64` parameter.
    Long(u64),
    /// The address of the buffer with this index.
    Buffer(usize),
}

impl Argument {
    /// Returns the bits and the size in bytes.
    pub(crate) fn bits(self) -> (u64, usize) {
        match self {
            Self::Word(word) => (word.into(), 4),
            Self::Long(long) => (long, 8),
            Self::Buffer(index) => ((index as u64 + 1) << 40, 8),
        }
    }
}

/// The generic address of the first byte of shared memory.
pub(crate) const SHARED: u64 = 1 << 60;

/// The memory that the threads of a block can access.
pub(crate) struct Memory<'a> {
    /// The buffers in global memory, which all blocks share.
    pub(crate) buffers: &'a mut [Vec<u8>],
    /// The shared memory of the block.
    pub(crate) shared: Vec<u8>,
}

impl Memory<'_> {
    /// Returns the `length` bytes at an address, or an error if they are out of bounds or
    /// misaligned.
    fn bytes(&mut self, is_shared: bool, address: u64, length: usize) -> Result<&mut [u8], String> {
        let fault = || format!("{length} bytes at {address:#x} are out of bounds or misaligned");
        let (region, offset) = if is_shared {
            (Some(&mut self.shared), address)
        } else if address >= SHARED {
            (Some(&mut self.shared), address - SHARED)
        } else {
            let index = (address >> 40).wrapping_sub(1) as usize;
            (self.buffers.get_mut(index), address & ((1 << 40) - 1))
        };
        let start = usize::try_from(offset).map_err(|_| fault())?;
        let bytes = region.and_then(|region| region.get_mut(start..start.checked_add(length)?));
        bytes.filter(|_| offset % length as u64 == 0).ok_or_else(fault)
    }

    /// Reads `count` consecutive values of type `kind`, at most four.
    pub(crate) fn read(
        &mut self,
        is_shared: bool,
        address: u64,
        kind: Type,
        count: usize,
    ) -> Result<[u64; 4], String> {
        let bytes = self.bytes(is_shared, address, kind.bytes() * count)?;
        let number =
            |bytes: &[u8]| bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
        let mut values = [0; 4];
        for (value, bytes) in values.iter_mut().zip(bytes.chunks(kind.bytes())) {
            *value = number(bytes);
        }
        Ok(values)
    }

    /// Writes consecutive values of type `kind`.
    pub(crate) fn write(
        &mut self,
        is_shared: bool,
        address: u64,
        kind: Type,
        values: &[u64],
    ) -> Result<(), String> {
        let bytes = self.bytes(is_shared, address, kind.bytes() * values.len())?;
        for (bytes, value) in bytes.chunks_mut(kind.bytes()).zip(values) {
            bytes.copy_from_slice(&value.to_le_bytes()[..kind.bytes()]);
        }
        Ok(())
    }
}
