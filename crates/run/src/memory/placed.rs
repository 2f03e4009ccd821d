//! The buffers that have addresses of their own, such as the addresses of their bytes in the process.

use crate::memory::Memory;
use crate::memory::address::{Buffer, FIRST_BYTE, HOST_END};
use crate::memory::content::Content;
use crate::memory::region::Region;
use std::fmt;

/// The lowest address that messages call an address near a buffer. Operating systems map no memory below it.
const LOWEST: u64 = 1 << 16;

/// The buffers that have addresses of their own: the first address, the address after the last byte, and the number of
/// the buffer. The list is sorted by address, and the buffers do not overlap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placed(Vec<(u64, u64, usize)>);

impl Placed {
    /// Returns the buffer that contains an address, else the nearest one, and the offset of the address in it. An offset
    /// before the buffer wraps around. Returns `None` if no buffer is within [`FIRST_BYTE`] bytes.
    pub(crate) fn nearest(&self, address: u64) -> Option<(usize, u64)> {
        let after = self.0.partition_point(|(start, ..)| *start <= address);
        let before = after.checked_sub(1).map(|i| self.0[i]);
        if let Some((start, end, number)) = before
            && address < end
        {
            return Some((number, address - start));
        }
        let next = self.0.get(after).filter(|_| address >= LOWEST);
        let before = before.map(|(start, end, number)| (address - end + 1, start, number));
        let next = next.map(|(start, _, number)| (start - address, *start, *number));
        let (distance, start, number) = before.into_iter().chain(next).min_by_key(|one| one.0)?;
        (distance < FIRST_BYTE).then_some((number, address.wrapping_sub(start)))
    }

    /// Adds a buffer. Returns the number of a buffer that it overlaps, if any.
    fn add(&mut self, start: u64, end: u64, number: usize) -> Result<(), usize> {
        // No access to a buffer without bytes succeeds, so it needs no address.
        if start == end {
            return Ok(());
        }
        let after = self.0.partition_point(|one| one.0 <= start);
        let before = after.checked_sub(1).map(|i| self.0[i]).filter(|one| start < one.1);
        let next = self.0.get(after).copied().filter(|one| one.0 < end);
        if let Some((.., other)) = before.or(next) {
            return Err(other);
        }
        self.0.insert(after, (start, end, number));
        Ok(())
    }

    pub(crate) fn remove(&mut self, number: usize) {
        self.0.retain(|one| one.2 != number);
    }
}

/// The reason why a buffer cannot have an address: the address belongs to another buffer, or to the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occupied(String);

impl fmt::Display for Occupied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Occupied {}

impl<'a> Memory<'a> {
    /// Adds a buffer whose address is that of its bytes in this process. Pointers that lie in memory, and that the host
    /// has stored there, then work in kernels.
    ///
    /// # Errors
    /// If the bytes belong to another buffer already, as parts of shared bytes can.
    ///
    /// ```
    /// use ptx_run::Memory;
    ///
    /// let mut x = [1u8; 8];
    /// let address = x.as_ptr().addr() as u64;
    /// let mut memory = Memory::new();
    /// let buffer = memory.add_host(&mut x[..], false)?;
    /// assert_eq!(buffer.address(), address);
    /// assert_eq!(memory.find(address + 3), Some((buffer, 3)));
    /// # Ok::<(), ptx_run::Occupied>(())
    /// ```
    pub fn add_host(
        &mut self,
        bytes: impl Into<Content<'a>>,
        is_read_only: bool,
    ) -> Result<Buffer, Occupied> {
        let content = bytes.into();
        let address = content.bytes().as_ptr().addr() as u64;
        self.add_at(address, content, is_read_only)
    }

    /// Adds a buffer at an address.
    ///
    /// # Errors
    /// If another buffer has one of the addresses, or if one of them is 2^56 or more. The engine gives such addresses to
    /// other memory, because no process has them: user addresses have 47 to 56 bits on x86-64 and arm64.
    ///
    /// ```
    /// use ptx_run::Memory;
    ///
    /// let mut memory = Memory::new();
    /// let x = memory.add_at(0x7f00_0000_1000, vec![0; 64], false)?;
    /// assert_eq!(x.address(), 0x7f00_0000_1000);
    /// let fault = memory.add_at(0x7f00_0000_1020, vec![0; 64], false).unwrap_err();
    /// assert_eq!(
    ///     fault.to_string(),
    ///     "64 bytes at address 0x7f0000001020 overlap buffer 0 (64 bytes at address 0x7f0000001000): add one buffer \
    ///      with all bytes"
    /// );
    /// # Ok::<(), ptx_run::Occupied>(())
    /// ```
    pub fn add_at(
        &mut self,
        address: u64,
        bytes: impl Into<Content<'a>>,
        is_read_only: bool,
    ) -> Result<Buffer, Occupied> {
        let content = bytes.into();
        let length = content.bytes().len();
        let end = address.checked_add(length as u64).filter(|end| *end <= HOST_END);
        if end.is_none() {
            let what = format!("{length} bytes at address 0x{address:x} end after 0x{HOST_END:x}");
            return Err(Occupied(format!("{what}, where the engine's own addresses begin")));
        }
        self.add_placed(address, content, is_read_only)
    }

    /// Adds a buffer at an address, which may be the engine's own.
    ///
    /// # Errors
    /// If another buffer has one of the addresses.
    pub(crate) fn add_placed(
        &mut self,
        address: u64,
        content: Content<'a>,
        is_read_only: bool,
    ) -> Result<Buffer, Occupied> {
        let length = content.bytes().len();
        let end = address + length as u64;
        let number = self.next_number();
        self.placed.add(address, end, number).map_err(|other| {
            let Region { buffer, length: others, name, .. } = &self.regions[other];
            let whose = match name {
                Some(name) => format!("buffer `{name}`"),
                None => format!("buffer {other}"),
            };
            Occupied(format!(
                "{length} bytes at address 0x{address:x} overlap {whose} ({others} bytes at address 0x{:x}): add one \
                 buffer with all bytes",
                buffer.address()
            ))
        })?;
        let is_read_only = is_read_only || matches!(content, Content::Shared(_));
        self.put(Region::new(Buffer::placed(number, address), length, is_read_only), content);
        Ok(Buffer::placed(number, address))
    }
}
