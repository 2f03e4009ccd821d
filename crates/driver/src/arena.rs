//! The addresses of device memory: one range of the process, which the operating system fills with zeros at the first
//! access.
//!
//! The range tells an address of the device from one of the host, also after the memory was freed.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};

/// The alignment of an allocation in bytes, and the least distance between two allocations.
const GRAIN: usize = 512;
/// The size of a page in bytes, or a multiple of it.
const PAGE: usize = 1 << 16;

const READ_WRITE: c_int = 3;
/// `MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE` of Linux. Miri has no `MAP_NORESERVE`.
const PRIVATE: c_int = if cfg!(miri) { 0x2 | 0x20 } else { 0x2 | 0x20 | 0x4000 };
const DONT_NEED: c_int = 4;

unsafe extern "C" {
    fn mmap(
        at: *mut c_void,
        bytes: usize,
        rights: c_int,
        flags: c_int,
        file: c_int,
        offset: i64,
    ) -> *mut c_void;
    fn madvise(at: *mut c_void, bytes: usize, advice: c_int) -> c_int;
}

/// A range of addresses, of which parts are taken.
#[derive(Debug)]
pub(crate) struct Arena {
    start: usize,
    size: usize,
    /// The free parts: the address and the size of each.
    free: BTreeMap<usize, usize>,
}

impl Arena {
    /// Reserves a range of addresses. Takes a smaller range if the process may not have so many.
    pub(crate) fn new(size: usize) -> Option<Self> {
        // Miri keeps data for each byte.
        let size = if cfg!(miri) { size.min(1 << 24) } else { size };
        let map = |size| {
            // SAFETY: without a wished address, `mmap` returns new memory or `MAP_FAILED`, which is -1.
            let first = unsafe { mmap(std::ptr::null_mut(), size, READ_WRITE, PRIVATE, -1, 0) };
            first.expose_provenance()
        };
        let sizes = (0..8).map(|halvings| size >> halvings);
        let (start, size) = sizes.map(|size| (map(size), size)).find(|one| one.0 != usize::MAX)?;
        Some(Self { start, size, free: BTreeMap::from([(start, size)]) })
    }

    /// Returns whether an address belongs to the range.
    pub(crate) fn contains(&self, address: u64) -> bool {
        usize::try_from(address).is_ok_and(|address| address.wrapping_sub(self.start) < self.size)
    }

    /// Returns `bytes` bytes of zeros, which nothing else refers to until [`give`](Self::give).
    pub(crate) fn take(&mut self, bytes: usize) -> Option<&'static mut [u8]> {
        let size = whole(bytes)?;
        let (&at, &found) = self.free.iter().find(|one| *one.1 >= size)?;
        self.free.remove(&at);
        if found > size {
            self.free.insert(at + size, found - size);
        }
        let first = std::ptr::with_exposed_provenance_mut(at);
        // SAFETY: the bytes are mapped, initialised with zeros, and were in no other allocation since they were given back.
        Some(unsafe { std::slice::from_raw_parts_mut(first, bytes) })
    }

    /// Returns bytes that were taken, and to which nothing refers any more.
    ///
    /// # Safety
    /// Nothing refers to the bytes, and they were taken and not given back.
    pub(crate) unsafe fn again(&mut self, address: u64, bytes: usize) -> &'static mut [u8] {
        let first = std::ptr::with_exposed_provenance_mut(address as usize);
        // SAFETY: the bytes are mapped and initialised, and the caller guarantees that nothing refers to them.
        unsafe { std::slice::from_raw_parts_mut(first, bytes) }
    }

    /// Fills bytes that were taken with zeros. Nothing may refer to them.
    pub(crate) fn clear(&mut self, address: u64, bytes: usize) {
        clear(address as usize, bytes);
    }

    /// Takes back the bytes of [`take`](Self::take). Nothing may refer to them.
    pub(crate) fn give(&mut self, address: u64, bytes: usize) {
        let (Ok(mut at), Some(mut size)) = (usize::try_from(address), whole(bytes)) else { return };
        clear(at, bytes);
        if let Some((&before, &length)) = self.free.range(..at).next_back()
            && before + length == at
        {
            self.free.remove(&before);
            (at, size) = (before, size + length);
        }
        if let Some(length) = self.free.remove(&(at + size)) {
            size += length;
        }
        self.free.insert(at, size);
    }
}

/// Returns the size of an allocation with the distance to the next one.
fn whole(bytes: usize) -> Option<usize> {
    bytes.checked_next_multiple_of(GRAIN)?.checked_add(GRAIN)
}

/// Fills bytes of the range with zeros. Returns whole pages to the operating system.
fn clear(at: usize, bytes: usize) {
    let end = at + bytes;
    let (first, last) = (at.next_multiple_of(PAGE), end / PAGE * PAGE);
    let zero = |from: usize, to: usize| {
        let first: *mut u8 = std::ptr::with_exposed_provenance_mut(from);
        // SAFETY: the bytes are mapped, and nothing refers to them any more.
        unsafe { first.write_bytes(0, to - from) };
    };
    // Miri has no `madvise`.
    if first >= last || cfg!(miri) {
        return zero(at, end);
    }
    zero(at, first);
    zero(last, end);
    // SAFETY: the pages are mapped and private, and nothing refers to them any more.
    let result =
        unsafe { madvise(std::ptr::with_exposed_provenance_mut(first), last - first, DONT_NEED) };
    if result != 0 {
        zero(first, last);
    }
}

#[cfg(test)]
mod tests {
    use super::{Arena, GRAIN};

    #[test]
    fn memory_is_aligned_apart_and_zero_again() {
        let mut arena = Arena::new(1 << 24).expect("addresses");
        let before = arena.free.clone();
        let first = arena.take(5).expect("memory");
        let second = arena.take(1 << 18).expect("memory");
        let (first_at, second_at) = (first.as_ptr().addr(), second.as_ptr().addr());
        assert_eq!((first_at % GRAIN, second_at - first_at), (0, 2 * GRAIN));
        first.fill(1);
        second.fill(2);
        assert!(arena.contains(first_at as u64) && !arena.contains(before.len() as u64));
        arena.give(first_at as u64, 5);
        arena.give(second_at as u64, 1 << 18);
        assert_eq!(arena.free, before);
        let again = arena.take(1 << 19).expect("memory");
        assert!(*again == vec![0; 1 << 19]);
        assert!(arena.take(1 << 25).is_none());
        assert!(arena.take(usize::MAX).is_none());
    }
}
