//! The heap of `malloc` and `free`: one region of memory with all allocations.
//!
//! An allocation is placed after the previous one, and at the first place that is large enough when the end is reached. So
//! freed memory is used again late, and a use after `free` is found. The addresses depend only on the order of the calls,
//! which run in ascending order of the threads.

use crate::memory::Memory;
use crate::memory::address::Buffer;
use std::collections::BTreeMap;
use std::ops::Range;

/// The alignment of an allocation. An allocation of a GPU has at least this alignment.
const ALIGNMENT: usize = 16;
/// The distance between two allocations, so that an access shortly after an allocation is in no allocation.
const GAP: usize = 16;

/// The allocations of the heap.
#[derive(Clone, Debug)]
pub(crate) struct Heap {
    buffer: Buffer,
    /// The number of bytes that the current launch may use.
    bytes: usize,
    /// The allocations by their offsets. A freed allocation stays until its memory is used again.
    all: BTreeMap<usize, Allocation>,
    /// The offset from which the next allocation is placed.
    next: usize,
    /// The offset from which on all bytes are zero.
    fresh: usize,
    /// The number of allocations and of frees so far.
    pub(crate) changes: u64,
}

#[derive(Clone, Debug)]
struct Allocation {
    bytes: usize,
    /// The position of the call of `malloc`, for messages.
    made_at: String,
    /// The position of the call of `free`.
    freed_at: Option<String>,
}

impl Allocation {
    /// Returns the offset of the end of the allocation and the gap after it.
    fn end(&self, start: usize) -> usize {
        start + end(self.bytes)
    }
}

/// Returns the number of bytes that an allocation and the gap after it take.
fn end(bytes: usize) -> usize {
    bytes.next_multiple_of(ALIGNMENT) + GAP
}

impl Heap {
    /// Returns the number of the heap's region.
    pub(crate) fn number(&self) -> usize {
        self.buffer.number()
    }

    /// Returns the last allocation that starts at or before an offset.
    fn before(&self, offset: usize) -> Option<(usize, &Allocation)> {
        self.all.range(..=offset).next_back().map(|(start, one)| (*start, one))
    }

    /// Returns whether bytes are in an allocation that is not freed.
    pub(crate) fn has(&self, offset: usize, bytes: usize) -> bool {
        self.before(offset).is_some_and(|(start, one)| {
            one.freed_at.is_none() && offset + bytes <= start + one.bytes
        })
    }

    /// Returns the description of a byte: ``offset 8 of the allocation of `malloc` at line 12 (8 bytes)``. Returns `None`
    /// if no allocation is before the byte.
    pub(crate) fn described(&self, offset: usize) -> Option<String> {
        let (start, one) = self.before(offset)?;
        let freed = one.freed_at.as_ref().map(|at| format!(", which `free` at {at} freed"));
        let freed = freed.unwrap_or_default();
        let Allocation { bytes, made_at, .. } = one;
        let offset = offset - start;
        Some(format!(
            "offset {offset} of the allocation of `malloc` at {made_at} ({bytes} bytes){freed}"
        ))
    }

    /// Returns whether the allocation that contains an offset, or ends before it, is freed.
    pub(crate) fn is_freed(&self, offset: usize) -> bool {
        self.before(offset)
            .is_some_and(|(start, one)| one.freed_at.is_some() && offset < start + one.bytes.max(1))
    }

    /// Allocates memory. `at` is the position of the call. Returns the offset, and the range of bytes that are not zero
    /// because an earlier allocation had them. Returns `None` if the heap is full.
    pub(crate) fn allocate(&mut self, bytes: usize, at: &str) -> Option<(usize, Range<usize>)> {
        let start = self.place(bytes.min(self.bytes))?;
        let end = start + bytes;
        let used = start..end.min(self.fresh).max(start);
        self.fresh = self.fresh.max(end);
        self.changes += 1;
        self.all.insert(start, Allocation { bytes, made_at: at.into(), freed_at: None });
        Some((start, used))
    }

    /// Frees the allocation that starts at an offset. Returns `None` if none starts there.
    ///
    /// # Errors
    /// If the allocation is freed already.
    pub(crate) fn free(&mut self, offset: usize, at: &str) -> Option<Result<(), String>> {
        let one = self.all.get_mut(&offset)?;
        if let Some(freed) = &one.freed_at {
            return Some(Err(format!(
                "frees the allocation of `malloc` at {}, which `free` at {freed} freed",
                one.made_at
            )));
        }
        one.freed_at = Some(at.into());
        self.changes += 1;
        Some(Ok(()))
    }

    /// Places an allocation, and returns its offset. Returns `None` if the heap is full.
    fn place(&mut self, bytes: usize) -> Option<usize> {
        let need = end(bytes);
        if need > self.bytes {
            return None;
        }
        let start = self.gap(self.next, need).or_else(|| self.gap(GAP, need))?;
        let stop = start + need;
        // The new allocation uses the memory of freed allocations.
        let old: Vec<_> = self
            .all
            .range(..stop)
            .rev()
            .map(|(at, one)| (*at, one.end(*at)))
            .take_while(|(_, end)| *end > start)
            .map(|(at, _)| at)
            .collect();
        old.into_iter().for_each(|at| drop(self.all.remove(&at)));
        self.next = stop;
        Some(start)
    }

    /// Returns the first offset from `from` on with `need` bytes that no allocation uses.
    fn gap(&self, from: usize, need: usize) -> Option<usize> {
        let mut start = from;
        let before = self.all.range(..from).next_back();
        let live = before.into_iter().chain(self.all.range(from..));
        for (at, one) in live.filter(|(_, one)| one.freed_at.is_none()) {
            if start + need <= *at {
                break;
            }
            start = start.max(one.end(*at));
        }
        (start + need <= self.bytes).then_some(start)
    }
}

impl Memory<'_> {
    /// Returns the heap for a launch that may use `bytes` bytes of it. Adds the heap at the first call, if `is_used`.
    pub(crate) fn heap_of(&mut self, bytes: usize, is_used: bool) -> Option<Heap> {
        if self.heap.is_none() && is_used {
            let buffer = self.add_bytes(vec![0; bytes], false);
            self.set_name(buffer, "the heap");
            let all = BTreeMap::new();
            self.heap = Some(Heap { buffer, bytes, all, next: GAP, fresh: 0, changes: 0 });
        }
        let heap = self.heap.as_mut()?;
        heap.bytes = bytes;
        let number = heap.number();
        if is_used && self.regions[number].length < bytes {
            let mut longer = self.contents[number].bytes().to_vec();
            longer.resize(bytes, 0);
            self.contents[number] = longer.into();
            self.regions[number].length = bytes;
        }
        self.heap.clone()
    }

    /// Replaces the heap of `malloc` by the heap of another memory, in which a launch may have changed it. Does nothing if
    /// no kernel has used the other heap. The addresses of the allocations stay the same.
    pub fn keep_heap(&mut self, other: &Memory<'_>) {
        let Some(heap) = &other.heap else { return };
        let bytes = other.contents[heap.number()].bytes();
        self.heap_of(bytes.len(), true);
        if let Some(own) = &mut self.heap {
            *own = Heap { buffer: own.buffer, ..heap.clone() };
            self.contents[own.number()] = bytes.to_vec().into();
        }
    }
}
