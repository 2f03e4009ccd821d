//! Digests of results, to compare runs over many operands without keeping them.

use pyo3::prelude::*;

/// Results in a block, of which the digest is one step of that of them all.
const BLOCK: usize = 1 << 16;

const FNV_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0000_0100_0000_01b3;

fn fnv(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(FNV_BASIS, |digest, word| (digest ^ word).wrapping_mul(FNV_PRIME))
}

/// The FNV-1a digest of words, 32 bits a step, in blocks of 2^16, whose digests are digested 64 bits a
/// step.
///
/// 2^20 results have the digest that `conformance/model/blocks` has of them.
#[pyfunction]
pub(crate) fn digest(py: Python<'_>, words: numpy::PyReadonlyArray1<'_, u32>) -> PyResult<u64> {
    let words = words.as_slice()?;
    let block = |block: &[u32]| fnv(block.iter().map(|word| u64::from(*word)));
    Ok(py.detach(|| fnv(words.chunks(BLOCK).map(block))))
}
