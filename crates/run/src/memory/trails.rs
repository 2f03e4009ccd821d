//! Defers the record of accesses, if each lane accesses one element after the other of another row.
//!
//! All accesses of a lane are then recorded once, as one range of bytes. Recording each element took almost half of the
//! host instructions of a layer norm with a row for each thread (benches/RESULTS.md).

use crate::memory::shadow::Shadow;

/// The number of trails, for example for reads and writes of two buffers.
const TRAILS: usize = 4;
/// The number of bytes after the current place of a lane that are saved at once.
const AHEAD: usize = 256;
/// The smallest number of lanes whose accesses are deferred.
const FEWEST: usize = 16;
/// The smallest distance in bytes of the rows of the first two lanes.
const APART: u32 = 64;

/// The accesses whose record is deferred.
#[derive(Debug, Default)]
pub(crate) struct Trails {
    all: [Trail; TRAILS],
    /// The number of the trail that the next one replaces.
    oldest: usize,
}

/// The accesses of all lanes of a run to a buffer.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    key: Key,
    /// The first byte of each lane. Empty if the trail is not in use.
    starts: Vec<u32>,
    /// The number of bytes that each lane has accessed.
    done: usize,
    /// The number of bytes that each lane may access before further bytes must be saved.
    room: usize,
    /// Whether accesses after the first one are not recorded.
    is_deferred: bool,
}

/// The accesses that a trail can hold.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Key {
    pub(crate) buffer: usize,
    pub(crate) writes: bool,
    /// The number of bytes of the buffer.
    pub(crate) length: usize,
    /// The linear number of the first block of the run.
    pub(crate) first_block: u64,
    /// The number of threads of a block.
    pub(crate) threads: usize,
}

/// Returns whether each lane that accesses these places may have another row.
#[inline]
pub(crate) fn are_rows(places: &[u32]) -> bool {
    places.len() >= FEWEST && places[0].abs_diff(places[1]) >= APART
}

impl Trails {
    /// Returns the trail of these accesses, or a trail to replace.
    pub(crate) fn find(&mut self, key: Key) -> &mut Trail {
        let found = self.all.iter().position(|trail| trail.key == key);
        let found = found.unwrap_or_else(|| {
            self.oldest = (self.oldest + 1) % TRAILS;
            self.oldest
        });
        &mut self.all[found]
    }

    /// Records all deferred accesses, if there is a record, and forgets them.
    pub(crate) fn flush(&mut self, mut shadow: Option<&mut Shadow>) {
        for trail in &mut self.all {
            trail.flush(shadow.as_deref_mut());
        }
    }
}

impl Trail {
    /// Returns whether each lane accesses the bytes after its last access.
    #[inline]
    pub(crate) fn is_next(&self, key: Key, places: &[u32]) -> bool {
        let first = self.starts.first().map(|first| *first as usize + self.done);
        if first != Some(places[0] as usize) || self.key != key || self.starts.len() != places.len()
        {
            return false;
        }
        let mut is_equal = true;
        for (start, place) in self.starts.iter().zip(places) {
            is_equal &= place.wrapping_sub(*start) == self.done as u32;
        }
        is_equal
    }

    /// Adds an access of `whole` bytes of each lane, all of which are in the buffer. Calls `save` with the bytes that
    /// are about to be written: the first byte of a lane, and the number of bytes.
    #[inline]
    pub(crate) fn extend(
        &mut self,
        places: &[u32],
        whole: usize,
        mut save: impl FnMut(usize, usize),
    ) {
        if self.done + whole > self.room {
            let last = places.iter().fold(0, |last, place| last.max(*place)) as usize;
            let ahead = AHEAD.min(self.key.length - last);
            places.iter().for_each(|place| save(*place as usize, ahead));
            self.room = self.done + ahead;
        }
        self.done += whole;
        self.is_deferred = true;
    }

    /// Starts a trail with an access of `whole` bytes, which is not deferred.
    pub(crate) fn start(&mut self, key: Key, places: &[u32], whole: usize) {
        self.starts.clear();
        self.starts.extend_from_slice(places);
        (self.key, self.done, self.room) = (key, whole, whole);
    }

    /// Records the deferred accesses, if there is a record, and forgets the trail.
    pub(crate) fn flush(&mut self, shadow: Option<&mut Shadow>) {
        let Key { buffer, writes, length, first_block, threads } = self.key;
        if let Some(shadow) = shadow.filter(|_| self.is_deferred) {
            for (block, starts) in (first_block..).zip(self.starts.chunks(threads)) {
                let Some(mut marks) = shadow.marks((buffer, length), block, writes) else { break };
                for start in starts {
                    marks.mark(*start as usize, self.done);
                }
            }
        }
        self.starts.clear();
        self.is_deferred = false;
    }
}
