//! Computes digests of results. Digests make it possible to compare runs over many operands without storing the
//! results.

use pyo3::prelude::*;

/// The number of results in a block. The digest of all results is computed from the digests of the blocks.
const BLOCK: usize = 1 << 16;

const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

fn fnv(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(FNV_BASIS, |digest, word| (digest ^ word).wrapping_mul(FNV_PRIME))
}

/// Returns the FNV-1a digest of words. First hashes each block of 2^16 words in steps of 32 bits. Then hashes
/// the digests of the blocks in steps of 64 bits.
///
/// The files in `conformance/model/blocks` contain this digest for each 2^20 consecutive operands.
#[pyfunction]
pub(crate) fn digest(py: Python<'_>, words: numpy::PyReadonlyArray1<'_, u32>) -> PyResult<u64> {
    let words = words.as_slice()?;
    let block = |block: &[u32]| fnv(block.iter().map(|word| u64::from(*word)));
    Ok(py.detach(|| fnv(words.chunks(BLOCK).map(block))))
}
