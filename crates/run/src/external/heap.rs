//! Runs `malloc` and `free`.

use crate::code::heap::Heap;
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::address::{HEAP, Space};
use crate::memory::area::Area;
use crate::memory::areas::Areas;
use crate::watching::race::Races;

/// Runs `malloc` or `free` in each lane, in ascending order. `at` is the position of the call.
///
/// # Errors
/// If `free` gets an address that is neither null nor the start of an allocation, or that is freed already.
pub(crate) fn run(
    action: Heap,
    frame: &mut Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
    at: &str,
    mut races: Option<&mut Races>,
) -> Result<(), Stop> {
    for i in 0..group.count() {
        let (lane, element) = (group.lane(i), group.element(i));
        match action {
            Heap::Allocate { bytes, to } => {
                let bytes = usize::try_from(frame.columns[bytes].get(element));
                let address = bytes
                    .ok()
                    .and_then(|bytes| allocate(areas, lane, bytes, at, races.as_deref_mut()));
                frame.columns[to].set(element, address.unwrap_or(0));
            }
            Heap::Free { address } => {
                free(areas, lane, frame.columns[address].get(element), at)?;
            }
        }
    }
    Ok(())
}

/// Returns the address of new memory, which is zero. Returns `None` if the heap is full.
fn allocate(
    areas: &mut Areas<'_>,
    lane: usize,
    bytes: usize,
    at: &str,
    races: Option<&mut Races>,
) -> Option<u64> {
    let heap = areas.own.heap.as_mut()?;
    let (start, used) = heap.allocate(bytes, at)?;
    let area = Area::Buffer(heap.number());
    if !used.is_empty() {
        // `malloc` orders the accesses to the new memory after those to the freed memory.
        races.into_iter().for_each(|races| races.forget(area, &used));
        areas.mark(lane, area, used.start, used.len(), true);
        areas.bytes_mut(area)[used].fill(0);
    }
    Some(HEAP + start as u64)
}

fn free(areas: &mut Areas<'_>, lane: usize, address: u64, at: &str) -> Result<(), Stop> {
    if address == 0 {
        return Ok(());
    }
    let found = areas.area(Space::Generic, address);
    let freed = match (&mut areas.own.heap, found) {
        (Some(heap), Some((area, offset))) if area == Area::Buffer(heap.number()) => {
            heap.free(offset as usize, at)
        }
        _ => None,
    };
    let freed = freed.unwrap_or_else(|| {
        let place = found.map(|(area, offset)| areas.described(area, offset, lane));
        let place = place.map(|place| format!(" ({place})")).unwrap_or_default();
        Err(format!(
            "frees address 0x{address:x}{place}, which is not the start of an allocation of `malloc`"
        ))
    });
    freed.map_err(|what| Stop::new(FaultKind::Undefined, lane, what))
}
