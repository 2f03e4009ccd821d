//! Runs loads and stores for a group, which is the set of threads at the same instruction (`groups.rs`). A lane is the
//! number of a thread in the run (`lanes.rs`).

use crate::code::{Access, Reg, Width};
use crate::fault::Stop;
use crate::lanes::active::Group;
use crate::lanes::bits::{Bits, convert};
use crate::lanes::registers::{Column, Frame};
use crate::memory::address::Space;
use crate::memory::area::{Area, Reach, Row};
use crate::memory::areas::{Areas, Own};
use crate::memory::places::{self, are_consecutive, copy_in, copy_out};
use std::ops::Range;

/// Blocks of fewer threads have rows so short that a list of addresses is faster.
const SHORT: usize = 8;

/// Vectors for the addresses of an access. Every access reuses these vectors, which saves allocations.
#[derive(Debug, Default)]
pub(crate) struct Addresses {
    pub(crate) all: Vec<u64>,
    /// For each active lane, the index of its first byte in the memory area ([`Area`]).
    places: Vec<u32>,
}

/// Writes the address of each active lane into `addresses`.
pub(crate) fn addresses(
    access: &Access,
    frame: &Frame,
    group: Group<'_>,
    addresses: &mut Vec<u64>,
) {
    let count = group.count();
    let offset = access.offset;
    addresses.clear();
    match (&frame.columns[access.address], group.active) {
        (Column::B64(all), None) => {
            addresses.extend(all[..count].iter().map(|base| base.wrapping_add(offset)));
        }
        (Column::B32(all), None) => {
            addresses.extend(all[..count].iter().map(|base| u64::from(*base).wrapping_add(offset)));
        }
        (column, Some(active)) => addresses.extend(
            active.iter().map(|element| column.get(usize::from(*element)).wrapping_add(offset)),
        ),
        (column, None) => {
            addresses.extend((0..count).map(|i| column.get(i).wrapping_add(offset)));
        }
    }
    if access.space.is_narrow() {
        addresses.iter_mut().for_each(|address| *address &= u64::from(u32::MAX));
    }
}

/// Splits an access into rows ([`Row`]), one for each block of threads. Returns `None` unless the active lanes of each
/// block are adjacent, and their bytes are adjacent, in bounds and aligned. An access in rows is fast, because it needs no
/// list of addresses.
fn rows(
    areas: &mut Areas<'_>,
    access: &Access,
    frame: &Frame,
    group: Group<'_>,
    writes: bool,
) -> Option<Vec<Row>> {
    let Own { threads, lanes, .. } = *areas.own;
    let has_short_rows = threads < SHORT && threads < lanes;
    if has_short_rows || access.values.len() != 1 || access.space == Space::Local {
        return None;
    }
    let mut rows = std::mem::take(&mut areas.own.rows);
    rows.clear();
    for (_, range) in places::blocks(group, areas.own.threads, areas.own.lanes) {
        let elements = adjacent(group, range);
        let found = elements.and_then(|(start, end)| {
            let lane = usize::from(group.lanes[start]);
            let (area, place) = row(areas, access, frame, (start, end, lane), writes)?;
            Some((start, end, area, place))
        });
        let Some((start, end, area, place)) = found else {
            areas.own.rows = rows;
            return None;
        };
        rows.push(Row { start, end, area, place });
    }
    let width = access.width.bytes();
    for Row { start, end, area, place } in &rows {
        if areas.records(*area, writes) {
            let lane = usize::from(group.lanes[*start]);
            areas.mark(lane, *area, *place, (end - start) * width, writes);
        }
    }
    Some(rows)
}

/// Returns the register elements of a range of active lanes. Returns `None` if other elements are between them.
fn adjacent(group: Group<'_>, Range { start, end }: Range<usize>) -> Option<(usize, usize)> {
    let (first, last) = (group.element(start), group.element(end - 1));
    (last - first == end - 1 - start).then_some((first, last + 1))
}

/// Returns the area that the register elements from `start` to `end` access, and the index of the first byte. Returns
/// `None` for local memory, and for an access that may fault. Also returns `None` unless the bytes are adjacent, in
/// bounds and aligned. `lane` is the lane of element `start`.
fn row(
    areas: &Areas<'_>,
    access: &Access,
    frame: &Frame,
    (start, end, lane): (usize, usize, usize),
    writes: bool,
) -> Option<(Area, usize)> {
    let bytes = access.width.bytes() as u64;
    let first = match &frame.columns[access.address] {
        Column::B64(all) => {
            let all = &all[start..end];
            are_consecutive(all, bytes).then_some(all[0].wrapping_add(access.offset))?
        }
        Column::B32(all) => {
            let all = &all[start..end];
            let first = u64::from(all[0]).wrapping_add(access.offset);
            are_consecutive(all, bytes as u32).then_some(first)?
        }
        _ => return None,
    };
    let first = if access.space.is_narrow() { first & u64::from(u32::MAX) } else { first };
    let (area, offset) = areas.area(access.space, first)?;
    let last = offset.checked_add(bytes * (end - start) as u64)?;
    let fits = area != Area::Local
        && last <= areas.length(area, lane) as u64
        && first.is_multiple_of(bytes)
        && !(writes && areas.is_read_only(area));
    if !fits {
        return None;
    }
    let place = areas.base(area, lane) + offset as usize;
    let length = access.width.bytes() * (end - start);
    (!areas.own.may_fail(area, place, length, writes)).then_some((area, place))
}

/// Runs a load in all active lanes.
///
/// # Errors
/// If a lane faults: the fault of the first such lane.
pub(crate) fn load(
    access: &Access,
    frame: &mut Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
    buffers: &mut Addresses,
) -> Result<(), Stop> {
    let count = group.count();
    if count == 0 {
        return Ok(());
    }
    // Guarded lanes read into the register itself, whose other elements do not change.
    let kept = match (group.active, access.values[..].first()) {
        (Some(_), Some(Some(register))) => Some(*register),
        _ => None,
    };
    let fits = match group.active {
        Some(_) => kept.is_some_and(|one| frame.columns[one].width() == access.width),
        None => true,
    };
    if fits && let Some(rows) = rows(areas, access, frame, group, false) {
        let mut column = match kept {
            Some(one) => std::mem::replace(&mut frame.columns[one], Column::B8(Vec::new())),
            None => frame.take(access.width),
        };
        for Row { start, end, area, place } in &rows {
            let (count, bytes) = (end - start, &areas.bytes(*area)[*place..]);
            match &mut column {
                Column::B8(to) => to[*start..*end].copy_from_slice(&bytes[..count]),
                Column::B16(to) => copy_in(bytes, &mut to[*start..*end]),
                Column::B32(to) => copy_in(bytes, &mut to[*start..*end]),
                Column::B64(to) => copy_in(bytes, &mut to[*start..*end]),
            }
        }
        areas.own.rows = rows;
        match kept {
            Some(one) => frame.columns[one] = column,
            None => set(frame, access, access.values[0], column, group),
        }
        return Ok(());
    }
    let whole = access.width.bytes() * access.values.len();
    let area = places::find(areas, access, frame, group, false, &mut buffers.places);
    let each = match area {
        Some(area) => {
            places::mark(areas, group, area, &buffers.places, whole, false);
            Vec::new()
        }
        None => {
            addresses(access, frame, group, &mut buffers.all);
            one_by_one(access, group, areas, &buffers.all, false)?
        }
    };
    let places = buffers.places.as_slice();
    for (i, value) in access.values.iter().enumerate() {
        let Some(register) = *value else { continue };
        let skip = i * access.width.bytes();
        let mut column = frame.take(access.width);
        if let Some(area) = area {
            if areas.read_rows(area, places, whole, &mut column) {
                set(frame, access, Some(register), column, group);
                continue;
            }
            let bytes = areas.bytes(area);
            match &mut column {
                Column::B8(to) => places::read(bytes, places, skip, whole, to),
                Column::B16(to) => places::read(bytes, places, skip, whole, to),
                Column::B32(to) => places::read(bytes, places, skip, whole, to),
                Column::B64(to) => places::read(bytes, places, skip, whole, to),
            }
        } else {
            for (k, (area, place)) in each.iter().enumerate() {
                let bytes = &areas.bytes(*area)[place + skip..];
                column.set(k, read_bits(bytes, access.width));
            }
        }
        set(frame, access, Some(register), column, group);
    }
    Ok(())
}

/// Writes loaded elements to register `to`, in the active lanes.
fn set(frame: &mut Frame, access: &Access, to: Option<Reg>, mut column: Column, group: Group<'_>) {
    let Some(register) = to else {
        frame.give(column);
        return;
    };
    let width = frame.columns[register].width();
    if width != access.width {
        let mut converted = frame.take(width);
        convert(&column, &mut converted, group.count(), access.is_signed);
        frame.give(column);
        column = converted;
    }
    match group.active {
        None => frame.put(register, column, None),
        Some(active) => {
            column.scatter(active, &mut frame.columns[register]);
            frame.give(column);
        }
    }
}

/// Runs a store in all active lanes.
///
/// # Errors
/// If a lane faults: the fault of the first such lane.
pub(crate) fn store(
    access: &Access,
    frame: &mut Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
    buffers: &mut Addresses,
) -> Result<(), Stop> {
    let count = group.count();
    if count == 0 {
        return Ok(());
    }
    if let [Some(register)] = access.values[..]
        && frame.columns[register].width() == access.width
        && let Some(rows) = rows(areas, access, frame, group, true)
    {
        for Row { start, end, area, place } in &rows {
            let (count, bytes) = (end - start, &mut areas.bytes_mut(*area)[*place..]);
            match &frame.columns[register] {
                Column::B8(from) => bytes[..count].copy_from_slice(&from[*start..*end]),
                Column::B16(from) => copy_out(&from[*start..*end], bytes),
                Column::B32(from) => copy_out(&from[*start..*end], bytes),
                Column::B64(from) => copy_out(&from[*start..*end], bytes),
            }
        }
        areas.own.rows = rows;
        return Ok(());
    }
    let whole = access.width.bytes() * access.values.len();
    let area = places::find(areas, access, frame, group, true, &mut buffers.places);
    let each = match area {
        Some(area) => {
            places::mark(areas, group, area, &buffers.places, whole, true);
            Vec::new()
        }
        None => {
            addresses(access, frame, group, &mut buffers.all);
            one_by_one(access, group, areas, &buffers.all, true)?
        }
    };
    let places = buffers.places.as_slice();
    for (i, value) in access.values.iter().enumerate() {
        let Some(register) = *value else { continue };
        let skip = i * access.width.bytes();
        let width = frame.columns[register].width();
        let mut taken = None;
        if let Some(active) = group.active {
            let mut column = frame.take(width);
            frame.columns[register].gather(active, &mut column);
            taken = Some(column);
        }
        if width != access.width {
            let mut column = frame.take(access.width);
            convert(taken.as_ref().unwrap_or(&frame.columns[register]), &mut column, count, false);
            if let Some(taken) = taken.replace(column) {
                frame.give(taken);
            }
        }
        let column = taken.as_ref().unwrap_or(&frame.columns[register]);
        if let Some(area) = area {
            let bytes = areas.bytes_mut(area);
            match column {
                Column::B8(from) => places::write(bytes, places, skip, whole, &from[..count]),
                Column::B16(from) => places::write(bytes, places, skip, whole, &from[..count]),
                Column::B32(from) => places::write(bytes, places, skip, whole, &from[..count]),
                Column::B64(from) => places::write(bytes, places, skip, whole, &from[..count]),
            }
        } else {
            for (k, (area, place)) in each.iter().enumerate() {
                let bytes = &mut areas.bytes_mut(*area)[place + skip..];
                write_bits(bytes, access.width, column.get(k));
            }
        }
        if let Some(column) = taken {
            frame.give(column);
        }
    }
    Ok(())
}

/// Checks, locates and records the access of each lane, in the order of the lanes.
fn one_by_one(
    access: &Access,
    group: Group<'_>,
    areas: &mut Areas<'_>,
    addresses: &[u64],
    writes: bool,
) -> Result<Vec<(Area, usize)>, Stop> {
    let bytes = access.width.bytes() * access.values.len();
    let each = addresses.iter().enumerate().map(|(i, address)| {
        let lane = group.lane(i);
        areas.locate(Reach { lane, space: access.space, address: *address, bytes, writes })
    });
    let each: Vec<_> = each.collect::<Result<_, _>>()?;
    for (i, (area, place)) in each.iter().enumerate() {
        areas.mark(group.lane(i), *area, *place, bytes, writes);
    }
    Ok(each)
}

/// Reads an element from memory and zero-extends it.
pub(crate) fn read_bits(bytes: &[u8], width: Width) -> u64 {
    match width {
        Width::B8 => u8::read(bytes).wide(),
        Width::B16 => u16::read(bytes).wide(),
        Width::B32 => u32::read(bytes).wide(),
        Width::B64 => u64::read(bytes),
    }
}

/// Writes the low bits of `bits` to memory as an element of this width.
pub(crate) fn write_bits(bytes: &mut [u8], width: Width, bits: u64) {
    match width {
        Width::B8 => u8::narrow(bits).write(bytes),
        Width::B16 => u16::narrow(bits).write(bytes),
        Width::B32 => u32::narrow(bits).write(bytes),
        Width::B64 => bits.write(bytes),
    }
}
