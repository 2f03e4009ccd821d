//! Reads fatbins: files with the code of a program for several chips, as machine code and as PTX.

mod lz4;

use crate::cubin::Error;
use std::io::Read;

/// The first bytes of a container of images.
const CONTAINER: [u8; 4] = [0x50, 0xed, 0x55, 0xba];
/// The number of the kind that is PTX text.
const TEXT: u64 = 1;
/// The number of the kind that is a cubin.
const CUBIN: u64 = 2;
/// The flags of an image that is compressed.
const LZ4: u64 = 0x2000;
const ZSTANDARD: u64 = 0x8000;
/// The most bytes that a compressed image may have.
const MOST: usize = 1 << 30;

/// A fatbin: the code of a program for several chips, as machine code and as PTX.
///
/// ```
/// use ptx_sass::Fatbin;
///
/// // A container with one image: text for sm_80.
/// let text = b".version 8.0 .target sm_80";
/// let mut bytes = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0, 64 + text.len() as u8, 0, 0, 0, 0, 0, 0, 0];
/// let mut header = [0; 64];
/// (header[0], header[4], header[8], header[28]) = (1, 64, text.len() as u8, 80);
/// bytes.extend(header);
/// bytes.extend(text);
///
/// let fatbin = Fatbin::read(&bytes)?;
/// assert!(fatbin.cubin(None).is_none());
/// assert!(fatbin.text(Some(75)).is_none());
/// assert_eq!(fatbin.text(Some(90)).unwrap().contents()?, text);
/// assert_eq!(fatbin.to_string(), "PTX for sm_80");
/// # Ok::<(), ptx_sass::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Fatbin<'b> {
    images: Vec<Image<'b>>,
}

/// A cubin or a PTX text of a fatbin.
#[derive(Clone, Debug)]
pub struct Image<'b> {
    /// The chip: 90 for sm_90.
    pub sm: u32,
    kind: u64,
    flags: u64,
    /// The number of bytes of the decompressed contents.
    size: usize,
    bytes: &'b [u8],
}

impl<'b> Fatbin<'b> {
    /// Returns whether a file is a fatbin, by its first bytes.
    ///
    /// ```
    /// use ptx_sass::Fatbin;
    ///
    /// assert!(Fatbin::is_fatbin(&[0x50, 0xed, 0x55, 0xba]));
    /// assert!(!Fatbin::is_fatbin(b"\x7fELF"));
    /// ```
    #[must_use]
    pub fn is_fatbin(bytes: &[u8]) -> bool {
        bytes.starts_with(&CONTAINER)
    }

    /// Reads a fatbin.
    ///
    /// # Errors
    /// If the bytes do not begin like a fatbin, or a part is cut off.
    pub fn read(bytes: &'b [u8]) -> Result<Self, Error> {
        match images(bytes) {
            Some(images) if Self::is_fatbin(bytes) => Ok(Self { images }),
            _ => Err(Error("the file is not a valid fatbin".into())),
        }
    }

    /// Returns the cubin for a chip: 90 for sm_90. A chip also runs the cubins of earlier chips with the same major number.
    /// Without a chip, returns the cubin for the newest chip.
    #[must_use]
    pub fn cubin(&self, chip: Option<u32>) -> Option<&Image<'b>> {
        let runs = |sm: u32| chip.is_none_or(|chip| sm <= chip && sm / 10 == chip / 10);
        self.newest(CUBIN, runs)
    }

    /// Returns the PTX text for the newest chip that is not newer than `chip`: a driver compiles this text for the chip.
    #[must_use]
    pub fn text(&self, chip: Option<u32>) -> Option<&Image<'b>> {
        self.newest(TEXT, |sm| chip.is_none_or(|chip| sm <= chip))
    }

    fn newest(&self, kind: u64, runs: impl Fn(u32) -> bool) -> Option<&Image<'b>> {
        let found = self.images.iter().filter(|image| image.kind == kind && runs(image.sm));
        found.max_by_key(|image| image.sm)
    }
}

impl std::fmt::Display for Fatbin<'_> {
    /// Prints what the fatbin has: `cubins for sm_80, sm_90; PTX for sm_90`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        for (kind, name) in [(CUBIN, "cubins"), (TEXT, "PTX")] {
            let chips = self.images.iter().filter(|image| image.kind == kind);
            let chips: Vec<_> = chips.map(|image| format!("sm_{}", image.sm)).collect();
            if !chips.is_empty() {
                parts.push(format!("{name} for {}", chips.join(", ")));
            }
        }
        match parts.is_empty() {
            true => f.write_str("no code"),
            false => f.write_str(&parts.join("; ")),
        }
    }
}

impl Image<'_> {
    /// Returns the contents: a cubin, or a text that may end with a zero byte. nvcc compresses images with Zstandard,
    /// and before version 12.4 with LZ4.
    ///
    /// # Errors
    /// If the compressed bytes are damaged, or have more than 2^30 bytes of contents.
    pub fn contents(&self) -> Result<Vec<u8>, Error> {
        if self.flags & (LZ4 | ZSTANDARD) == 0 {
            return Ok(self.bytes.to_vec());
        }
        let size = self.size.min(MOST);
        let contents = match self.flags & LZ4 {
            0 => decompress(self.bytes, size),
            _ => lz4::decompress(self.bytes, size),
        };
        contents.ok_or_else(|| Error(format!("the compressed image for sm_{} is damaged", self.sm)))
    }
}

/// Decompresses a frame of Zstandard. `None` if it is damaged, or does not have exactly `size` bytes.
fn decompress(bytes: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let decoder = ruzstd::decoding::StreamingDecoder::new(bytes).ok()?;
    decoder.take(size as u64 + 1).read_to_end(&mut out).ok()?;
    (out.len() == size).then_some(out)
}

/// Returns the images of all containers. `None` if one is cut off.
fn images(mut bytes: &[u8]) -> Option<Vec<Image<'_>>> {
    let mut found = Vec::new();
    while Fatbin::is_fatbin(bytes) {
        let start = number(bytes, 6, 2)?;
        let end = start.checked_add(number(bytes, 8, 8)?)?;
        let mut rest = bytes.get(start..end)?;
        bytes = &bytes[end..];
        while !rest.is_empty() {
            let start = number(rest, 4, 4)?;
            let end = start.checked_add(number(rest, 8, 8)?)?;
            let flags = number(rest, 40, 8)? as u64;
            let all = rest.get(start..end)?;
            let is_compressed = flags & (LZ4 | ZSTANDARD) != 0;
            found.push(Image {
                sm: u32::try_from(number(rest, 28, 4)?).ok()?,
                kind: number(rest, 0, 2)? as u64,
                flags,
                size: if is_compressed { number(rest, 56, 8)? } else { all.len() },
                bytes: if is_compressed { all.get(..number(rest, 16, 4)?)? } else { all },
            });
            // An image without a header would never end.
            rest = rest.get(end.max(1)..)?;
        }
    }
    Some(found)
}

/// Returns the little-endian number of some bytes at an offset.
fn number(bytes: &[u8], offset: usize, count: usize) -> Option<usize> {
    let bytes = bytes.get(offset..offset.checked_add(count)?)?;
    let number = bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    usize::try_from(number).ok()
}

#[cfg(test)]
mod tests {
    use super::{CUBIN, Fatbin, LZ4, TEXT, ZSTANDARD};

    /// Returns a fatbin with images: kind, chip, flags, contents, and the number of bytes of the decompressed contents.
    fn fatbin(images: &[(u64, u32, u64, &[u8], u64)]) -> Vec<u8> {
        let mut all = Vec::new();
        for (kind, sm, flags, contents, size) in images {
            let mut header = vec![0; 64];
            header[0..2].copy_from_slice(&kind.to_le_bytes()[..2]);
            header[4] = 64;
            header[8..16].copy_from_slice(&(contents.len() as u64).to_le_bytes());
            header[16..20].copy_from_slice(&(contents.len() as u32).to_le_bytes());
            header[28..32].copy_from_slice(&sm.to_le_bytes());
            header[40..48].copy_from_slice(&flags.to_le_bytes());
            header[56..64].copy_from_slice(&size.to_le_bytes());
            all.extend(header);
            all.extend(*contents);
        }
        let mut bytes = vec![0x50, 0xed, 0x55, 0xba, 1, 0, 16, 0];
        bytes.extend((all.len() as u64).to_le_bytes());
        bytes.extend(all);
        bytes
    }

    #[test]
    fn a_chip_runs_cubins_of_its_major_number_and_older_texts() {
        let file = fatbin(&[
            (CUBIN, 80, 0x11, b"80", 0),
            (TEXT, 90, 0, b"text", 0),
            (CUBIN, 90, 0x11, b"90", 0),
        ]);
        let file = Fatbin::read(&file).expect("a fatbin");
        let cubin = |chip| file.cubin(chip).map(|image| image.sm);
        assert_eq!(cubin(None), Some(90));
        assert_eq!(cubin(Some(80)), Some(80));
        assert_eq!(cubin(Some(86)), Some(80));
        assert_eq!(cubin(Some(75)), None);
        assert_eq!(cubin(Some(120)), None);
        let text = |chip| file.text(chip).map(|image| image.contents().expect("contents"));
        assert_eq!(text(Some(120)), Some(b"text".to_vec()));
        assert_eq!(text(None), Some(b"text".to_vec()));
        assert_eq!(text(Some(80)), None);
        assert_eq!(file.to_string(), "cubins for sm_80, sm_90; PTX for sm_90");
    }

    #[test]
    fn compressed_images_are_decompressed() {
        // A frame of Zstandard with a raw block of three bytes, and a block of LZ4 with three literals.
        let frame = [0x28, 0xb5, 0x2f, 0xfd, 0x20, 3, 0x19, 0, 0, b'a', b'b', b'c'];
        let block = [0x30, b'a', b'b', b'c'];
        let contents = |flags, bytes, size| {
            let file = fatbin(&[(CUBIN, 90, flags, bytes, size)]);
            Fatbin::read(&file).expect("a fatbin").cubin(None).expect("a cubin").contents()
        };
        for (flags, bytes) in [(ZSTANDARD, &frame[..]), (LZ4, &block[..])] {
            assert_eq!(contents(flags, bytes, 3), Ok(b"abc".to_vec()));
            for (length, size) in [(bytes.len() - 1, 3), (bytes.len(), 2), (0, 3)] {
                let error = contents(flags, &bytes[..length], size).unwrap_err().to_string();
                assert_eq!(error, "the compressed image for sm_90 is damaged");
            }
        }
    }

    #[test]
    fn files_that_are_cut_off_are_errors() {
        let whole = fatbin(&[(CUBIN, 90, 0, b"code", 0)]);
        for length in 0..whole.len() {
            assert!(Fatbin::read(&whole[..length]).is_err(), "{length}");
        }
        assert!(Fatbin::read(b"text").is_err());
    }
}
