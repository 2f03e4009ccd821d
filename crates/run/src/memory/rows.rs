//! Keeps the next elements of rows that lanes read, if each lane reads another row.
//!
//! Such lanes read one element after the other of rows that are far apart. Each load accesses another line of the host's
//! cache for each lane. More lines than the cache has places for are accessed before a line is accessed again. So the
//! engine reads [`AHEAD`] elements of each row at once, and keeps them until the lanes read them (benches/RESULTS.md, layer norm).

use crate::lanes::bits::Bits;

/// The number of elements of a row that are read at once.
const AHEAD: usize = 16;
/// The number of loads that must read consecutive elements before elements are kept.
const STREAK: usize = 4;
/// The smallest number of lanes whose rows are kept.
const FEWEST: usize = 64;
/// The smallest distance of two rows in bytes: a line of the host's cache.
const LINE: u32 = 64;
/// The number of elements between the elements of all lanes and the next ones, so that they are in different sets of the
/// host's cache.
const GAP: usize = 16;
/// The number of rows that a lane can read at the same time.
const STREAMS: usize = 2;

/// The rows of all lanes of a run, for elements of one type.
#[derive(Debug, Default)]
pub(crate) struct Rows<T> {
    streams: [Stream<T>; STREAMS],
    /// The number of the stream that the next buffer replaces.
    oldest: usize,
}

/// The rows of a buffer.
#[derive(Debug, Default)]
struct Stream<T> {
    buffer: usize,
    /// The places of the elements of the last load that was not kept.
    places: Vec<u32>,
    /// The number of loads that have read consecutive elements.
    streak: usize,
    /// The elements from `places` on: first those of all lanes at `places`, then the next ones.
    kept: Vec<T>,
}

impl<T: Bits + Default> Rows<T> {
    /// Forgets the elements of a buffer, because they are about to be written.
    #[inline]
    pub(crate) fn forget(&mut self, buffer: usize) {
        for stream in &mut self.streams {
            if stream.buffer == buffer {
                stream.kept.clear();
                stream.streak = 0;
            }
        }
    }

    /// Forgets all elements.
    pub(crate) fn clear(&mut self) {
        self.streams.iter_mut().for_each(|stream| {
            stream.kept.clear();
            stream.places.clear();
        });
    }

    /// Reads an element at each place of a buffer, if elements are kept. Returns whether it has read them.
    #[inline]
    pub(crate) fn read(
        &mut self,
        buffer: usize,
        bytes: &[u8],
        places: &[u32],
        to: &mut [T],
    ) -> bool {
        let [first, second, ..] = *places else { return false };
        if places.len() < FEWEST || first.abs_diff(second) < LINE {
            return false;
        }
        let found = self.streams.iter().position(|stream| stream.buffer == buffer);
        let found = found.unwrap_or_else(|| {
            self.oldest = (self.oldest + 1) % STREAMS;
            self.oldest
        });
        self.streams[found].read(buffer, bytes, places, to)
    }
}

impl<T: Bits + Default> Stream<T> {
    fn read(&mut self, buffer: usize, bytes: &[u8], places: &[u32], to: &mut [T]) -> bool {
        let size = T::BYTES as u32;
        let distance = self.places.first().map_or(0, |first| places[0].wrapping_sub(*first));
        let is_same = self.buffer == buffer
            && self.places.len() == places.len()
            && distance.is_multiple_of(size)
            && are_apart(&self.places, places, distance);
        let (number, step) = ((distance / size) as usize, places.len() + GAP);
        let kept = self.kept.len() / step;
        if is_same && number < kept {
            to[..places.len()].copy_from_slice(&self.kept[number * step..][..places.len()]);
            return true;
        }
        // The lanes read the element after the last one.
        let is_next = is_same && number == kept.max(1);
        self.streak = if is_next { self.streak + 1 } else { 0 };
        self.kept.clear();
        self.buffer = buffer;
        self.places.clear();
        self.places.extend_from_slice(places);
        let last = places.iter().fold(0, |last, place| last.max(*place)) as usize;
        if self.streak < STREAK || last + AHEAD * T::BYTES > bytes.len() {
            return false;
        }
        self.kept.resize(AHEAD * step, T::default());
        for (lane, place) in places.iter().enumerate() {
            let row = bytes[*place as usize..][..AHEAD * T::BYTES].chunks_exact(T::BYTES);
            for (element, bytes) in row.enumerate() {
                self.kept[element * step + lane] = T::read(bytes);
            }
        }
        to[..places.len()].copy_from_slice(&self.kept[..places.len()]);
        true
    }
}

/// Returns whether each place of `next` is `distance` after the place of the same lane.
fn are_apart(places: &[u32], next: &[u32], distance: u32) -> bool {
    let mut is_equal = true;
    for (place, next) in places.iter().zip(next) {
        is_equal &= next.wrapping_sub(*place) == distance;
    }
    is_equal
}

#[cfg(test)]
mod tests {
    use super::{AHEAD, FEWEST, Rows};

    #[test]
    fn kept_elements_are_those_of_memory() {
        const ROW: usize = 256;
        let mut bytes: Vec<u8> = (0..FEWEST * ROW).map(|i| (i * 7 % 251) as u8).collect();
        let mut rows = Rows::<u32>::default();
        let mut count = 0;
        let places = |k: usize| -> Vec<u32> {
            (0..FEWEST).map(|lane| (lane * ROW + 4 * k) as u32).collect()
        };
        // A row twice, with a write in the middle.
        for k in (0..ROW / 4).chain(0..ROW / 4) {
            if k == 30 {
                bytes.iter_mut().for_each(|byte| *byte ^= 0x55);
                rows.forget(3);
            }
            let places = places(k);
            let mut found = [0; FEWEST];
            if rows.read(3, &bytes, &places, &mut found) {
                count += 1;
                for (place, found) in places.iter().zip(found) {
                    let bytes = bytes[*place as usize..].first_chunk().copied();
                    assert_eq!(bytes.map(u32::from_le_bytes), Some(found), "{k}");
                }
            }
        }
        assert!(count > 2 * (ROW / 4 - 2 * AHEAD), "{count}");
        assert!(!rows.read(3, &bytes, &places(0)[1..], &mut [0; FEWEST]));
    }
}
