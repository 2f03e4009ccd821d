//! Reads and writes digests of the results for all 2^32 operands. Each computation has 256 digests, one for each group
//! of 2^24 operands.
//!
//! A digest is a FNV-1a hash of 64-bit words. First, the results of each block of 2^16 operands are hashed. Then, the
//! digests of the 256 blocks of a group are hashed (`conformance/model/README.md`). A line in
//! `conformance/digests/MNEMONIC.tsv` has the name of a computation, the reference that confirmed the results, and the
//! digests.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The number of operands in a block.
pub const BLOCK: usize = 1 << 16;
/// The number of blocks for 2^32 operands.
pub const BLOCKS: usize = 1 << 16;
/// The number of blocks in a group. Each group has one digest.
pub const GROUP: usize = 1 << 8;
/// The number of groups for 2^32 operands.
pub const GROUPS: usize = BLOCKS / GROUP;

/// The start value of FNV-1a.
pub const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
/// The multiplier of FNV-1a.
pub const PRIME: u64 = 0x0000_0100_0000_01b3;

/// Returns the digest of a list of words.
#[must_use]
pub fn digest(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(BASIS, |digest, word| (digest ^ word).wrapping_mul(PRIME))
}

/// Returns the digest of each group, from the digests of the blocks.
#[must_use]
pub fn of_groups(blocks: &[u64]) -> Vec<u64> {
    blocks.chunks(GROUP).map(|group| digest(group.iter().copied())).collect()
}

/// The digests of a computation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digests {
    /// The reference that confirmed the results: `C model`, `host floats` or `exact integers`.
    /// Without a reference, the text is `ptx-core only`.
    pub checked: String,
    /// The digest of each group.
    pub groups: Vec<u64>,
}

/// Digests, by the name of the computation.
pub type Known = HashMap<String, Digests>;

/// Returns the folder with the recorded digests.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../digests")
}

/// Reads all digests in a folder.
///
/// # Errors
/// Returns an error if a file cannot be read, a line is malformed, or a computation has two lines.
pub fn read(folder: &Path) -> io::Result<Known> {
    let mut known = Known::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_none_or(|extension| extension != "tsv") {
            continue;
        }
        for (i, line) in fs::read_to_string(&path)?.lines().enumerate() {
            let (name, digests) = parsed(line).ok_or_else(|| {
                io::Error::other(format!("{}:{}: not a line of digests", path.display(), i + 1))
            })?;
            if known.insert(name.into(), digests).is_some() {
                return Err(io::Error::other(format!("{}: {name} twice", path.display())));
            }
        }
    }
    Ok(known)
}

fn parsed(line: &str) -> Option<(&str, Digests)> {
    let mut fields = line.split('\t');
    let (name, checked, digits) = (fields.next()?, fields.next()?, fields.next()?);
    let group = |i: usize| u64::from_str_radix(digits.get(16 * i..16 * i + 16)?, 16).ok();
    let groups = (0..GROUPS).map(group).collect::<Option<_>>()?;
    (fields.next().is_none() && digits.len() == 16 * GROUPS)
        .then(|| (name, Digests { checked: checked.into(), groups }))
}

/// Adds a line to the file of a mnemonic.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub fn add(folder: &Path, mnemonic: &str, name: &str, digests: &Digests) -> io::Result<()> {
    let mut line = format!("{name}\t{}\t", digests.checked);
    for group in &digests.groups {
        // Writing to a string cannot fail.
        let _ = write!(line, "{group:016x}");
    }
    line.push('\n');
    let path = folder.join(format!("{mnemonic}.tsv"));
    OpenOptions::new().create(true).append(true).open(path)?.write_all(line.as_bytes())
}
