//! Digests of results. The `README.md` of `conformance/model` defines blocks, groups and their digests.

/// The number of results in a block.
pub(super) const BLOCK: u32 = 1 << 16;

/// Returns the FNV-1a digest of words, one 64-bit word per step.
pub(super) fn digest(words: impl IntoIterator<Item = u64>) -> u64 {
    let step = |digest: u64, word: u64| (digest ^ word).wrapping_mul(0x0000_0100_0000_01b3);
    words.into_iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Returns the digest of a group of 2^20 consecutive operands: the digest of the digests of its 16 blocks.
pub(super) fn of_group(op: impl Fn(u32) -> u32, group: u32) -> u64 {
    digest((0..16).map(|block| {
        let first = group << 20 | block << 16;
        digest((first..=first + (BLOCK - 1)).map(|x| op(x).into()))
    }))
}
