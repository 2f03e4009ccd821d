//! Addresses in the shared memory of other blocks of a cluster (PTX ISA, "mapa", and "Shared State Space").

/// The number of low address bits that hold the offset in the shared memory of a block. The bits above hold the rank of
/// the block plus 1, or 0 for the thread's own block.
const OFFSET_BITS: u32 = 24;

/// Returns the address in the block of this rank at the offset of another address (`mapa`).
pub(crate) fn address(address: u32, rank: u32) -> u32 {
    (rank + 1) << OFFSET_BITS | offset(address)
}

/// Returns the offset of an address in the shared memory of its block.
pub(crate) fn offset(address: u32) -> u32 {
    address & ((1 << OFFSET_BITS) - 1)
}

/// Returns the rank of the block in whose shared memory an address is. Returns `None` for the thread's own block.
pub(crate) fn rank(address: u64) -> Option<u64> {
    (address >> OFFSET_BITS).checked_sub(1)
}

/// Returns the address in the block of this rank for a shared or generic address (`mapa`). For a rank outside of every
/// cluster, returns an address that is out of bounds.
pub(crate) fn mapped(from: u64, rank: u64) -> u64 {
    const OUTSIDE: u64 = 0xfe;
    let low = u64::from(u32::MAX);
    from & !low | u64::from(address(from as u32, rank.min(OUTSIDE) as u32))
}
