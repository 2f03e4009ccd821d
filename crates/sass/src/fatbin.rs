//! Finds the cubins of a fatbin.

use crate::cubin::Error;

/// The first bytes of a container of entries.
const CONTAINER: [u8; 4] = [0x50, 0xed, 0x55, 0xba];
/// The kind of an entry that is a cubin.
const CUBIN: u64 = 2;
/// The flags of an entry that is compressed, with LZ4 or Zstandard.
const COMPRESSED: u64 = 0x2000 | 0x8000;

/// An entry that is a cubin.
struct Entry<'b> {
    sm: u32,
    is_compressed: bool,
    bytes: &'b [u8],
}

/// Returns whether a file is a fatbin, by its first bytes.
///
/// ```
/// assert!(ptx_sass::is_fatbin(&[0x50, 0xed, 0x55, 0xba]));
/// assert!(!ptx_sass::is_fatbin(b"\x7fELF"));
/// ```
#[must_use]
pub fn is_fatbin(bytes: &[u8]) -> bool {
    bytes.starts_with(&CONTAINER)
}

/// Returns the cubin of a fatbin for a chip: 90 for sm_90. A chip also runs the cubins of earlier chips with the same major
/// number. Without a chip, returns the cubin for the newest chip.
///
/// # Errors
/// If the bytes are no fatbin, if no cubin runs on the chip, or if the cubin is compressed.
pub fn cubin_of_fatbin(bytes: &[u8], chip: Option<u32>) -> Result<&[u8], Error> {
    let cubins = cubins(bytes).ok_or_else(|| Error("the file is not a valid fatbin".into()))?;
    let runs = |sm: u32| chip.is_none_or(|chip| sm <= chip && sm / 10 == chip / 10);
    let found = cubins.iter().filter(|entry| runs(entry.sm)).max_by_key(|entry| entry.sm);
    let Some(found) = found else {
        let all: Vec<_> = cubins.iter().map(|entry| format!("sm_{}", entry.sm)).collect();
        return Err(Error(match chip {
            _ if all.is_empty() => {
                "the fatbin contains no cubin; `cuobjdump -ptx FILE` prints its PTX".into()
            }
            Some(chip) => {
                format!(
                    "no cubin of the fatbin runs on sm_{chip}; it has cubins for {}",
                    all.join(", ")
                )
            }
            None => "the fatbin contains no cubin".into(),
        }));
    };
    if found.is_compressed {
        return Err(Error(format!(
            "the cubin for sm_{} is compressed; `cuobjdump -xelf all FILE` extracts the cubins",
            found.sm
        )));
    }
    Ok(found.bytes)
}

/// Returns the entries that are cubins. `None` if an entry is cut off.
fn cubins(mut bytes: &[u8]) -> Option<Vec<Entry<'_>>> {
    let mut found = Vec::new();
    while is_fatbin(bytes) {
        let start = size(number(bytes, 6, 2)?)?;
        let end = start.checked_add(size(number(bytes, 8, 8)?)?)?;
        let mut entries = bytes.get(start..end)?;
        bytes = &bytes[end..];
        while !entries.is_empty() {
            let start = size(number(entries, 4, 4)?)?;
            let end = start.checked_add(size(number(entries, 8, 8)?)?)?;
            if number(entries, 0, 2)? == CUBIN {
                found.push(Entry {
                    sm: u32::try_from(number(entries, 28, 4)?).ok()?,
                    is_compressed: number(entries, 40, 8)? & COMPRESSED != 0,
                    bytes: entries.get(start..end)?,
                });
            }
            // An entry without a header would never end.
            entries = entries.get(end.max(1)..)?;
        }
    }
    Some(found)
}

fn size(number: u64) -> Option<usize> {
    usize::try_from(number).ok()
}

/// Returns the little-endian number of some bytes at an offset.
fn number(bytes: &[u8], offset: usize, count: usize) -> Option<u64> {
    let bytes = bytes.get(offset..offset + count)?;
    Some(bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::{CUBIN, cubin_of_fatbin};

    /// Returns a fatbin with entries: kind, chip, flags and contents.
    fn fatbin(entries: &[(u64, u32, u64, &[u8])]) -> Vec<u8> {
        let mut all = Vec::new();
        for (kind, sm, flags, contents) in entries {
            let mut header = vec![0; 64];
            header[0..2].copy_from_slice(&kind.to_le_bytes()[..2]);
            header[4] = 64;
            header[8..16].copy_from_slice(&(contents.len() as u64).to_le_bytes());
            header[28..32].copy_from_slice(&sm.to_le_bytes());
            header[40..48].copy_from_slice(&flags.to_le_bytes());
            all.extend(header);
            all.extend(*contents);
        }
        let mut bytes = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
        bytes.extend((all.len() as u64).to_le_bytes());
        bytes.extend(all);
        bytes
    }

    #[test]
    fn a_chip_runs_cubins_of_its_major_number() {
        let file =
            fatbin(&[(CUBIN, 80, 0x11, b"80"), (1, 90, 0, b"text"), (CUBIN, 90, 0x11, b"90")]);
        let found = |chip| cubin_of_fatbin(&file, chip).map(<[u8]>::to_vec);
        assert_eq!(found(None), Ok(b"90".to_vec()));
        assert_eq!(found(Some(80)), Ok(b"80".to_vec()));
        assert_eq!(found(Some(86)), Ok(b"80".to_vec()));
        let error = found(Some(120)).unwrap_err().to_string();
        assert!(error.ends_with("cubins for sm_80, sm_90"), "{error}");
        assert!(found(Some(75)).is_err());
    }

    #[test]
    fn compressed_and_broken_files_are_errors() {
        for flags in [0x2011, 0x8011] {
            let error = cubin_of_fatbin(&fatbin(&[(CUBIN, 90, flags, b"x")]), None).unwrap_err();
            assert!(error.to_string().contains("`cuobjdump -xelf all FILE`"), "{error}");
        }
        let whole = fatbin(&[(CUBIN, 90, 0, b"code")]);
        for length in 5..whole.len() {
            assert!(cubin_of_fatbin(&whole[..length], None).is_err(), "{length}");
        }
        assert!(cubin_of_fatbin(&fatbin(&[(1, 90, 0, b"text")]), None).is_err());
    }
}
