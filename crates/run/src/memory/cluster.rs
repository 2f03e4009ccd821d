//! Addresses in the shared memory of other blocks of a cluster (PTX ISA, "mapa", and "Shared State Space").

/// The number of low address bits that hold the offset in the shared memory of a block. The bits above hold the sum of the
/// rank of the block and a number. In PTX this number is 1, and 0 stands for the thread's own block. In machine code it is
/// 0, because the address of a variable contains the rank of the own block.
const OFFSET_BITS: u32 = 24;

/// Returns the address in the block of this rank at the offset of another address (`mapa`). `first` is the
/// number for rank 0.
pub(crate) fn address(first: u32, address: u32, rank: u32) -> u32 {
    (rank + first) << OFFSET_BITS | offset(address)
}

/// Returns the offset of an address in the shared memory of its block.
pub(crate) fn offset(address: u32) -> u32 {
    address & ((1 << OFFSET_BITS) - 1)
}

/// Returns the rank of the block in whose shared memory an address is. Returns `None` for the thread's own block.
pub(crate) fn rank(first: u32, address: u64) -> Option<u64> {
    (address >> OFFSET_BITS).checked_sub(first.into())
}

/// Returns the address in the block of this rank for a shared or generic address (`mapa`). For a rank outside of every
/// cluster, returns an address that is out of bounds.
pub(crate) fn mapped(first: u32, from: u64, rank: u64) -> u64 {
    const OUTSIDE: u64 = 0xfe;
    let low = u64::from(u32::MAX);
    from & !low | u64::from(address(first, from as u32, rank.min(OUTSIDE) as u32))
}
