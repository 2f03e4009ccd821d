//! The heap of `malloc` and `free`: one region of memory with all allocations.
//!
//! An allocation is placed after the previous one, and at the first place that is large enough when the end is reached. So
//! freed memory is used again late, and a use after `free` is found. The addresses depend only on the order of the calls,
//! which run in ascending order of the threads.

use crate::code::heap::Heap as Action;
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::Memory;
use crate::memory::address::{Buffer, HEAP, Space};
use crate::memory::area::Area;
use crate::memory::areas::Areas;
use std::collections::BTreeMap;

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

/// Runs `malloc` or `free` in each lane, in ascending order.
///
/// # Errors
/// If `free` gets an address that is neither null nor the start of an allocation, or that is freed already.
pub(crate) fn run(
    action: Action,
    frame: &mut Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
    at: &str,
) -> Result<(), Stop> {
    for i in 0..group.count() {
        let (lane, element) = (group.lane(i), group.element(i));
        match action {
            Action::Allocate { bytes, to } => {
                let bytes = usize::try_from(frame.columns[bytes].get(element));
                let address = bytes.ok().and_then(|bytes| areas.allocate(lane, bytes, at));
                frame.columns[to].set(element, address.unwrap_or(0));
            }
            Action::Free { address } => {
                areas.free(lane, frame.columns[address].get(element), at)?
            }
        }
    }
    Ok(())
}

impl Areas<'_> {
    /// Returns the address of new memory, which is zero. Returns `None` if the heap is full.
    fn allocate(&mut self, lane: usize, bytes: usize, at: &str) -> Option<u64> {
        let heap = self.own.heap.as_mut()?;
        let start = heap.place(bytes.min(heap.bytes))?;
        let (number, address) = (heap.number(), HEAP + start as u64);
        let used = bytes.min(heap.fresh.saturating_sub(start));
        heap.fresh = heap.fresh.max(start + bytes);
        heap.changes += 1;
        heap.all.insert(start, Allocation { bytes, made_at: at.into(), freed_at: None });
        if used > 0 {
            let area = Area::Buffer(number);
            self.mark(lane, area, start, used, true);
            self.bytes_mut(area)[start..start + used].fill(0);
        }
        Some(address)
    }

    fn free(&mut self, lane: usize, address: u64, at: &str) -> Result<(), Stop> {
        if address == 0 {
            return Ok(());
        }
        let area = self.area(Space::Generic, address);
        let wrong = |what: String| Err(Stop::new(FaultKind::Undefined, lane, what));
        let Some(heap) = &mut self.own.heap else { return Ok(()) };
        let number = heap.number();
        let found = match area {
            Some((Area::Buffer(region), offset)) if region == number => {
                heap.all.get_mut(&(offset as usize))
            }
            _ => None,
        };
        match found {
            Some(one) => match &one.freed_at {
                None => {
                    one.freed_at = Some(at.into());
                    heap.changes += 1;
                    Ok(())
                }
                Some(freed) => wrong(format!(
                    "frees the allocation of `malloc` at {}, which `free` at {freed} freed",
                    one.made_at
                )),
            },
            None => {
                let place = area.map(|(area, offset)| self.described(area, offset, lane));
                let place = place.map(|place| format!(" ({place})")).unwrap_or_default();
                wrong(format!(
                    "frees address 0x{address:x}{place}, which is not the start of an allocation of `malloc`"
                ))
            }
        }
    }
}
