//! Finds and copies the bytes that the lanes of a group access, if all lanes access one memory area. A place is the
//! index of the first byte that a lane accesses in [`Areas::bytes`].

use crate::code::Access;
use crate::lanes::active::Group;
use crate::lanes::bits::Bits;
use crate::lanes::registers::{Column, Frame};
use crate::memory::area::Area;
use crate::memory::areas::Areas;
use crate::memory::trails::{Key, are_rows};
use std::ops::Range;

/// The number of elements that are compared and copied at once. The number is 16, because matrix tiles often have rows
/// of 16 elements.
const CHUNK: usize = 16;

/// Splits the elements of a group by the block of threads that their lanes belong to. For each block, returns its
/// number in the run and the range of its elements.
pub(crate) fn blocks<'a>(
    group: Group<'a>,
    threads: usize,
    lanes: usize,
) -> impl Iterator<Item = (usize, Range<usize>)> + use<'a> {
    let count = group.count();
    let mut start = 0;
    std::iter::from_fn(move || {
        if start == count {
            return None;
        }
        let block = group.lane(start) / threads;
        let next = (block + 1) * threads;
        let is_before = |lane: u16| usize::from(lane) < next;
        let end = match group.active {
            _ if next >= lanes => count,
            None => start + group.lanes[start..].partition_point(|lane| is_before(*lane)),
            Some(active) => {
                let lane = |element: &u16| group.lanes[usize::from(*element)];
                start + active[start..].partition_point(|element| is_before(lane(element)))
            }
        };
        let range = start..end;
        start = end;
        Some((block, range))
    })
}

/// Writes the place of each lane's first byte into `places`, and returns the area. Returns `None` unless all accesses
/// are to one area, in bounds and aligned. The checks use 32-bit integers, so that LLVM vectorises them for any x86-64
/// processor.
pub(crate) fn find(
    areas: &Areas<'_>,
    access: &Access,
    frame: &Frame,
    group: Group<'_>,
    writes: bool,
    places: &mut Vec<u32>,
) -> Option<Area> {
    let whole = access.width.bytes() * access.values.len();
    let column = &frame.columns[access.address];
    let narrow = if access.space.is_narrow() { u64::from(u32::MAX) } else { u64::MAX };
    let address = column.get(group.element(0)).wrapping_add(access.offset) & narrow;
    let (area, offset) = areas.area(access.space, address)?;
    let last = u32::try_from(length(areas, area, group).checked_sub(whole)?).ok()?;
    let is_addressable = u32::try_from(areas.bytes(area).len()).is_ok();
    if !is_addressable || writes && areas.is_read_only(area) {
        return None;
    }
    // The sum of this number and an address register is the offset in the area.
    let shift = access.offset.wrapping_sub(address.wrapping_sub(offset));
    // The low bits of the address of byte 0. They are zeros, unless the caller chose the address of the buffer.
    let start = address.wrapping_sub(offset) as u32;
    let count = group.count();
    let check = Check { shift, narrow, last, start, mask: whole as u32 - 1 };
    places.resize(count, 0);
    let is_inside = match (column, group.active) {
        (Column::B64(all), None) => check.fill(places, all[..count].iter().copied()),
        (Column::B32(all), None) if access.space.is_narrow() => {
            check.fill_narrow(places, &all[..count])
        }
        (Column::B64(all), Some(active)) => {
            check.fill(places, active.iter().map(|element| all[usize::from(*element)]))
        }
        _ => check.fill(places, (0..count).map(|i| column.get(group.element(i)))),
    };
    if !is_inside {
        return None;
    }
    add_bases(areas, area, group, places);
    let own = &areas.own;
    let may_fail = |place: &u32| own.may_fail(area, *place as usize, whole, writes);
    let is_checked = own.may_any_fail();
    (!is_checked || !places.iter().any(may_fail)).then_some(area)
}

/// How addresses become places, and which places are allowed.
struct Check {
    /// The sum of an address and this number is the offset in the area.
    shift: u64,
    /// The bits of an address that count.
    narrow: u64,
    /// The last allowed place.
    last: u32,
    /// The low bits of the address of byte 0.
    start: u32,
    /// The bits of an address that must be 0.
    mask: u32,
}

impl Check {
    /// Writes the place of each address. Returns whether all are allowed. The loop has no calls and no branches, so that
    /// LLVM vectorises it.
    #[inline(always)]
    fn fill(&self, places: &mut [u32], addresses: impl Iterator<Item = u64>) -> bool {
        let (mut is_outside, mut high, mut low) = (false, 0, 0);
        for (place, address) in places.iter_mut().zip(addresses) {
            let relative = address.wrapping_add(self.shift) & self.narrow;
            high |= relative >> 32;
            *place = relative as u32;
            is_outside |= *place > self.last;
            low |= place.wrapping_add(self.start);
        }
        !is_outside && high == 0 && low & self.mask == 0
    }

    /// Does the same for addresses of 32 bits.
    fn fill_narrow(&self, places: &mut [u32], addresses: &[u32]) -> bool {
        let shift = self.shift as u32;
        let (mut is_outside, mut low) = (false, 0);
        for (place, address) in places.iter_mut().zip(addresses) {
            *place = address.wrapping_add(shift);
            is_outside |= *place > self.last;
            low |= place.wrapping_add(self.start);
        }
        !is_outside && low & self.mask == 0
    }
}

/// Returns the size of an area; of local memory, the smallest size among the lanes.
fn length(areas: &Areas<'_>, area: Area, group: Group<'_>) -> usize {
    let of_lane = |i| areas.length(area, group.lane(i));
    match area {
        Area::Local if !areas.own.tops.is_empty() => {
            (0..group.count()).map(of_lane).min().unwrap_or_default()
        }
        _ => of_lane(0),
    }
}

/// Turns offsets in shared or local memory into places: adds the place of byte 0 of the block's shared memory or of the
/// lane's local memory.
fn add_bases(areas: &Areas<'_>, area: Area, group: Group<'_>, places: &mut [u32]) {
    let own = &areas.own;
    match area {
        Area::Buffer(_) | Area::Parameters => {}
        Area::Shared if own.shared_bytes == own.shared.len() => {}
        Area::Shared => {
            for (block, range) in blocks(group, own.threads, own.lanes) {
                let base = own.shared_base(block) as u32;
                places[range].iter_mut().for_each(|place| *place += base);
            }
        }
        Area::Local => {
            for (i, place) in places.iter_mut().enumerate() {
                *place += areas.base(area, group.lane(i)) as u32;
            }
        }
    }
}

/// Returns whether the record of accesses of `whole` bytes at each place is deferred (`trails.rs`).
fn is_deferred(
    areas: &mut Areas<'_>,
    area: Area,
    places: &[u32],
    whole: usize,
    writes: bool,
) -> bool {
    let Area::Buffer(buffer) = area else { return false };
    let region = &areas.regions.all[buffer];
    // A trail has all lanes of the run, so the position of a place is the number of its lane.
    if places.len() != areas.own.lanes
        || !are_rows(places)
        || region.is_read_only
        || areas.own.accesses.is_some()
        || areas.progress.is_some()
    {
        return false;
    }
    let (length, first_block, threads) = (region.length, areas.first_block, areas.own.threads);
    let key = Key { buffer, writes, length, first_block, threads };
    let trail = areas.own.trails.find(key);
    if trail.is_next(key, places) {
        let regions = &mut areas.regions;
        trail.extend(places, whole, |place, bytes| {
            if writes {
                regions.save(buffer, place, bytes);
            }
        });
        return true;
    }
    trail.flush(areas.shadow.as_deref_mut());
    trail.start(key, places, whole);
    false
}

/// Records accesses of `whole` bytes at each place, if accesses to the area are recorded.
pub(crate) fn mark(
    areas: &mut Areas<'_>,
    group: Group<'_>,
    area: Area,
    places: &[u32],
    whole: usize,
    writes: bool,
) {
    if !areas.records(area, writes) || is_deferred(areas, area, places, whole, writes) {
        return;
    }
    for (_, range) in blocks(group, areas.own.threads, areas.own.lanes) {
        let lane = group.lane(range.start);
        let mut places = places[range].iter().map(|place| *place as usize).peekable();
        let spans = std::iter::from_fn(|| {
            let start = places.next()?;
            let mut end = start + whole;
            while let Some(place) = places.next_if(|place| [end, end - whole].contains(place)) {
                end = place + whole;
            }
            Some((start, end - start))
        });
        areas.mark_all(lane, area, spans, writes);
    }
}

/// Returns whether each place is the same.
#[inline(always)]
fn are_same(places: &[u32; CHUNK]) -> bool {
    let difference = places.iter().fold(0, |difference, place| difference | place ^ places[0]);
    difference == 0
}

/// Returns whether elements of `bytes` bytes at these places follow each other without gaps.
#[inline(always)]
fn are_row(places: &[u32; CHUNK], bytes: usize) -> bool {
    let mut difference = 0;
    for (i, place) in places.iter().enumerate() {
        difference |= place ^ places[0].wrapping_add((i * bytes) as u32);
    }
    difference == 0
}

/// For each place, reads the element that starts `skip` bytes after the place. `whole` is the size in bytes of the
/// whole access of a lane, which may have several elements.
pub(crate) fn read<T: Bits>(bytes: &[u8], places: &[u32], skip: usize, whole: usize, to: &mut [T]) {
    let bytes = &bytes[skip..];
    let (chunks, rest) = places.as_chunks::<CHUNK>();
    let (to, rest_of_to) = to[..places.len()].split_at_mut(chunks.len() * CHUNK);
    for (places, to) in chunks.iter().zip(to.as_chunks_mut::<CHUNK>().0) {
        let distance = places[1].wrapping_sub(places[0]) as usize;
        if distance == 0 && are_same(places) {
            to.fill(T::read(&bytes[places[0] as usize..]));
        } else if distance == T::BYTES && whole == T::BYTES && are_row(places, T::BYTES) {
            copy_in(&bytes[places[0] as usize..][..CHUNK * T::BYTES], to);
        } else {
            each(bytes, places, to);
        }
    }
    each(bytes, rest, rest_of_to);
}

#[inline(always)]
fn each<T: Bits>(bytes: &[u8], places: &[u32], to: &mut [T]) {
    for (to, place) in to.iter_mut().zip(places) {
        *to = T::read(&bytes[*place as usize..]);
    }
}

/// For each place, in the order of the lanes, writes the element that starts `skip` bytes after the place. `whole` is
/// the size in bytes of the whole access of a lane, which may have several elements.
pub(crate) fn write<T: Bits>(
    bytes: &mut [u8],
    places: &[u32],
    skip: usize,
    whole: usize,
    from: &[T],
) {
    let bytes = &mut bytes[skip..];
    let (chunks, rest) = places.as_chunks::<CHUNK>();
    let (from, rest_of_from) = from.split_at(chunks.len() * CHUNK);
    for (places, from) in chunks.iter().zip(from.chunks_exact(CHUNK)) {
        let distance = places[1].wrapping_sub(places[0]) as usize;
        if distance == T::BYTES && whole == T::BYTES && are_row(places, T::BYTES) {
            copy_out(from, &mut bytes[places[0] as usize..][..CHUNK * T::BYTES]);
        } else {
            write_each(bytes, places, from);
        }
    }
    write_each(bytes, rest, rest_of_from);
}

#[inline(always)]
fn write_each<T: Bits>(bytes: &mut [u8], places: &[u32], from: &[T]) {
    for (from, place) in from.iter().zip(places) {
        from.write(&mut bytes[*place as usize..]);
    }
}

/// Reads adjacent elements.
pub(crate) fn copy_in<T: Bits>(bytes: &[u8], to: &mut [T]) {
    to.iter_mut().zip(bytes.chunks_exact(T::BYTES)).for_each(|(to, from)| *to = T::read(from));
}

/// Writes adjacent elements.
pub(crate) fn copy_out<T: Bits>(from: &[T], bytes: &mut [u8]) {
    bytes.chunks_exact_mut(T::BYTES).zip(from).for_each(|(to, from)| from.write(to));
}

/// Returns whether each number is the previous number plus `step`.
pub(crate) fn are_consecutive<T: Bits>(numbers: &[T], step: T) -> bool {
    // The first and the last number are enough to reject most others.
    let ends = numbers.first().zip(numbers.last());
    let distance = ends.map_or(0, |(first, last)| last.wide().wrapping_sub(first.wide()));
    let expected = step.wide().wrapping_mul(numbers.len().saturating_sub(1) as u64);
    if T::narrow(distance) != T::narrow(expected) {
        return false;
    }
    let mut is_equal = true;
    for (pair, next) in numbers.iter().zip(numbers.iter().skip(1)) {
        is_equal &= T::narrow(next.wide().wrapping_sub(pair.wide())) == step;
    }
    is_equal
}
