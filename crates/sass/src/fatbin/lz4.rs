//! Decompresses blocks of LZ4, as older versions of nvcc write them.

/// Returns the decompressed bytes of a block. `None` if the block is cut off, or does not have exactly `size` bytes.
pub(super) fn decompress(block: &[u8], size: usize) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = block.iter().copied();
    while let Some(token) = rest.next() {
        let literals = length(token >> 4, &mut rest)?;
        for _ in 0..literals {
            out.push(rest.next()?);
        }
        // The last sequence has literals only.
        let Some(low) = rest.next() else { break };
        let offset = usize::from(u16::from_le_bytes([low, rest.next()?]));
        let count = length(token & 15, &mut rest)? + 4;
        let first = out.len().checked_sub(offset).filter(|_| offset > 0)?;
        if out.len() + count > size {
            return None;
        }
        for from in first..first + count {
            out.push(out[from]);
        }
    }
    (out.len() == size).then_some(out)
}

/// Reads the rest of a length, which begins with four bits of the token.
fn length(first: u8, rest: &mut impl Iterator<Item = u8>) -> Option<usize> {
    let mut length = usize::from(first);
    if first == 15 {
        loop {
            let next = rest.next()?;
            length += usize::from(next);
            if next != 255 {
                break;
            }
        }
    }
    Some(length)
}

#[cfg(test)]
mod tests {
    use super::decompress;

    #[test]
    fn literals_and_repetitions_are_decompressed() {
        // Three literals, then eight bytes from three bytes before, then one literal.
        let block = [0x34, b'a', b'b', b'c', 3, 0, 0x10, b'x'];
        assert_eq!(decompress(&block, 12).as_deref(), Some(&b"abcabcabcabx"[..]));
        assert_eq!(decompress(&block, 10), None);
        assert_eq!(decompress(&block[..3], 12), None);
        assert_eq!(decompress(&[0x04, 1, 0], 12), None);
        // The last sequence may have no literals. A distance of 0 is invalid.
        let block = [0x34, b'a', b'b', b'c', 3, 0, 0];
        assert_eq!(decompress(&block, 11).as_deref(), Some(&b"abcabcabcab"[..]));
        assert_eq!(decompress(&[0x34, b'a', b'b', b'c', 0, 0], 11), None);
    }

    #[test]
    fn long_lengths_continue_in_further_bytes() {
        // 15 + 255 + 3 literals, and 4 + 15 + 255 + 0 bytes from as many bytes before.
        let literals: Vec<u8> = (0..273).map(|i| (i % 251) as u8).collect();
        let block = [&[0xff, 255, 3], &literals[..], &273u16.to_le_bytes(), &[255, 0]].concat();
        let expected = [&literals[..], &literals, &literals[..1]].concat();
        assert_eq!(decompress(&block, 547), Some(expected));
        assert_eq!(decompress(&block[..2], 547), None);
        assert_eq!(decompress(&block[..block.len() - 1], 547), None);
    }
}
