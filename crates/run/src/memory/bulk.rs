//! Runs bulk copies (PTX ISA, "cp.async.bulk", "cp.reduce.async.bulk" and "cp.async.bulk.tensor").
//!
//! A copy reads its source and writes its destination when the instruction executes, which is one of the orders that
//! PTX allows. The race detector knows until when PTX lets the copy last.
//!
//! Reductions preserve subnormals, also those of `.f32` (PTX ISA 9.4, "cp.reduce.async.bulk"; the assembler encodes
//! `ADD.F32.RN` with and without `.noftz`, and `ADD.F32.FTZ.RN` for `red`). Earlier versions of the manual say that the
//! implementation of `.f32` flushes. Minima and maxima of f16 and bf16 ignore a NaN like those of `atom`, which the manual does not
//! say. Both are presumed.

use crate::code::atomic::Update;
use crate::code::bulk::{Bulk, Kind, MapCopy, Operand, Selector};
use crate::code::{Order, Scope, Width};
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::access::{read_bits, write_bits};
use crate::memory::address::Space;
use crate::memory::area::{Area, Reach};
use crate::memory::areas::{Areas, Own};
use crate::memory::tensor_map::{self, Piece, Selection, TensorMap};
use crate::watching::copies::Sides;
use crate::watching::race::{Races, Touch, Touched};

/// The alignment of the addresses and of the size of a copy without a tensor map.
const ALIGNMENT: u64 = 16;

/// The alignment of the address and of the size of `st.bulk`.
const FILL_ALIGNMENT: usize = 8;

/// Runs a copy for each lane, in ascending order.
///
/// # Errors
/// If a lane faults: the fault of the first such lane.
pub(crate) fn run(
    bulk: &Bulk,
    frame: &Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
    (site, mut races): (usize, Option<&mut Races>),
) -> Result<(), Stop> {
    for i in 0..group.count() {
        let (lane, element) = (group.lane(i), group.element(i));
        let value = |register: usize| frame.columns[register].get(element);
        let address = |operand: &Operand| value(operand.address).wrapping_add(operand.offset);
        let (pieces, fill, bytes, ty) = match &bulk.kind {
            Kind::Linear { to, from, size, ignored } => {
                let [to, from] = [to, from].map(|side| (side.space, address(side)));
                let ignored = ignored.map(|both| both.map(&value));
                let pieces = linear(areas, lane, [to, from], value(*size), ignored)?;
                if bulk.reductions.is_empty() && areas.own.written.is_some() {
                    check_blocks(areas.own, lane, to, from)?;
                }
                (pieces, vec![0], value(*size) as usize, bulk.reductions.first().map(|one| one.0))
            }
            Kind::Fill { to, size } => {
                let (space, address, bytes) = (to.space, address(to), value(*size) as usize);
                if !bytes.is_multiple_of(FILL_ALIGNMENT) {
                    let what = format!("{bytes} bytes: the size must be a multiple of 8");
                    return Err(Stop::new(FaultKind::Undefined, lane, what));
                }
                let reach = Reach { lane, space, address, bytes, writes: true };
                let (area, _) = areas.locate_aligned(reach, FILL_ALIGNMENT)?;
                if area != Area::Shared {
                    let what = "`st.bulk` writes to shared memory only";
                    return Err(Stop::new(FaultKind::OutOfBounds, lane, what));
                }
                (
                    vec![Piece { to: Some((space, address)), from: None, bytes }],
                    vec![0],
                    bytes,
                    None,
                )
            }
            Kind::Tensor { map, coordinates, mode, shared, loads } => {
                let map = tensor_map(areas, lane, address(map))?;
                let start: Vec<i32> =
                    coordinates.iter().map(|register| value(*register) as i32).collect();
                let wrong = |what: String| Stop::new(FaultKind::Undefined, lane, what);
                let offsets: Vec<u16> = match mode {
                    Selector::Pixels(_, offsets) => {
                        offsets.iter().map(|register| value(*register) as u16).collect()
                    }
                    _ => Vec::new(),
                };
                let selection = match mode {
                    Selector::Pixels(mode, _) => Selection::Pixels(*mode, &offsets),
                    _ => Selection::Tile,
                };
                let is_of_rows = matches!(mode, Selector::Rows);
                let rows = match is_of_rows {
                    false => vec![start],
                    true => start[1..].iter().map(|row| vec![start[0], *row]).collect(),
                };
                map.check_use(rows[0].len(), selection).map_err(wrong)?;
                if is_of_rows {
                    map.check_row().map_err(wrong)?;
                }
                let each = map.bytes(selection);
                let bytes = rows.len() * each;
                let (space, address) = (shared.space, address(shared) & u64::from(u32::MAX));
                let mut pieces = Vec::new();
                for (row, address) in rows.iter().zip((address..).step_by(each)) {
                    let more = map.pieces(row, selection, address, *loads).map_err(wrong)?;
                    pieces.extend(more);
                }
                let reach = Reach { lane, space, address, bytes, writes: *loads };
                areas.locate_aligned(reach, tensor_map::SHARED_ALIGNMENT)?;
                (pieces, map.fill_value(), bytes, Some(map.ty()))
            }
        };
        let mask = bulk.byte_mask.map_or(u16::MAX, |register| value(register) as u16);
        let blocks = bulk.blocks.map(|register| value(register) as u16);
        let known = bulk.reductions.iter().find(|(of, ..)| Some(*of) == ty);
        let reduction = known.map(|(_, update, width)| (*update, *width));
        if let (None, false, Some(ty)) = (reduction, bulk.reductions.is_empty(), ty) {
            let what = format!("a reduction of elements of type `{}` is not supported", ty.word());
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        }
        let is_fill = matches!(bulk.kind, Kind::Fill { .. });
        let sides = races.as_mut().map(|races| match is_fill {
            true => [lane; 2],
            false => races.start_copy(lane),
        });
        let leaves_undefined = matches!(bulk.kind, Kind::Linear { .. });
        let mut copy = Copy { lane, areas, reduction, mask, fill: &fill, leaves_undefined };
        for rank in ranks(copy.areas, lane, blocks)? {
            for piece in &pieces {
                let touched = copy.piece(piece, rank)?;
                if let (Some(races), Some(sides)) = (&mut races, sides) {
                    copy.touch(races, site, sides, touched, piece.bytes);
                }
            }
            let Some(mbarrier) = &bulk.mbarrier else {
                if let (Some(races), Some(sides), false) = (&mut races, sides, is_fill) {
                    races.copy_in_group(lane, sides);
                }
                continue;
            };
            let own = &mut *copy.areas.own;
            let address = address(mbarrier);
            // With `.cta_group::2`, the address of the mbarrier says which block of a pair has it.
            let of_pair = |rank: u32| match super::cluster::rank(
                own.first_rank(),
                address & u64::from(u32::MAX),
            ) {
                Some(own) if bulk.is_of_pair => rank & !1 | (own & 1) as u32,
                _ => rank,
            };
            let address = in_block(own.first_rank(), rank.map(of_pair), address);
            let place = own.object_place(lane, mbarrier.space, address)?;
            if let (Kind::Tensor { shared, .. }, None) = (&bulk.kind, blocks) {
                let to = value(shared.address).wrapping_add(shared.offset);
                check_pair(own, lane, bulk.is_of_pair, to, place)?;
            }
            if let (Some(races), Some(sides)) = (&mut races, sides) {
                races.copy_arrives(sides, place);
            }
            if own.complete_bytes(lane, place, bytes as u32)?
                && let Some(races) = &mut races
            {
                races.complete_mbarrier(place);
            }
        }
    }
    Ok(())
}

/// Returns the pieces of a copy of adjacent bytes. With `.ignore_oob`, the first and the last bytes of the source need not
/// exist, and those of the destination are indeterminate: they become zeros, and count as never written.
fn linear(
    areas: &mut Areas<'_>,
    lane: usize,
    [to, from]: [(Space, u64); 2],
    size: u64,
    ignored: Option<[u64; 2]>,
) -> Result<Vec<Piece>, Stop> {
    let wrong = |what: String| Stop::new(FaultKind::Undefined, lane, what);
    if !size.is_multiple_of(ALIGNMENT) {
        return Err(wrong(format!("a copy of {size} bytes: the size must be a multiple of 16")));
    }
    for ((space, address), writes) in [(to, true), (from, false)] {
        // With `.ignore_oob`, only a misaligned source is a fault here.
        let is_checked = writes || ignored.is_none() || !address.is_multiple_of(ALIGNMENT);
        if size > 0 && is_checked {
            let reach = Reach { lane, space, address, bytes: size as usize, writes };
            areas.locate_aligned(reach, ALIGNMENT as usize)?;
        }
    }
    let Some([left, right]) = ignored else {
        return Ok(vec![Piece { to: Some(to), from: Some(from), bytes: size as usize }]);
    };
    if let Some(count) = [left, right].into_iter().find(|count| *count >= ALIGNMENT) {
        return Err(wrong(format!("{count} ignored bytes: the number must be 0 to 15")));
    }
    let (left, end) = (left.min(size), size.saturating_sub(right));
    let piece = |start: u64, end: u64, is_copied: bool| {
        let at = |(space, address): (Space, u64)| (space, address.wrapping_add(start));
        let from = is_copied.then(|| at(from));
        Piece { to: Some(at(to)), from, bytes: end.saturating_sub(start) as usize }
    };
    Ok(vec![piece(0, left, false), piece(left, end, true), piece(end.max(left), size, false)])
}

/// With `Options::strict`, checks that a copy from shared memory to shared memory leaves its block (PTX ISA 9.4,
/// "cp.async.bulk": "strictly remote").
fn check_blocks(
    own: &Own,
    lane: usize,
    (to, address): (Space, u64),
    (from, _): (Space, u64),
) -> Result<(), Stop> {
    let place = own.shared_place(lane, address & u64::from(u32::MAX), 1);
    let block = place.map(|place| place / own.shared_bytes);
    if (to, from) != (Space::Shared, Space::Shared) || block != Some(lane / own.threads) {
        return Ok(());
    }
    let what = "a copy of shared memory within a block: the destination must be in another block of the cluster";
    Err(Stop::new(FaultKind::Undefined, lane, what))
}

/// Returns the ranks of the blocks in the cluster that receive the bytes. `None` is the block that the address names.
fn ranks(areas: &Areas<'_>, lane: usize, blocks: Option<u16>) -> Result<Vec<Option<u32>>, Stop> {
    let Some(mask) = blocks else { return Ok(vec![None]) };
    let cluster = areas.own.cluster as u32;
    if u32::from(mask) >> cluster != 0 {
        let what = format!("the mask {mask:#x} names blocks outside of the cluster of {cluster}");
        return Err(Stop::new(FaultKind::Undefined, lane, what));
    }
    Ok((0..cluster).filter(|rank| mask >> rank & 1 == 1).map(Some).collect())
}

/// Checks that the mbarrier of a copy with a tensor map is in the block of the destination, or with `.cta_group::2` in the
/// pair of this block (PTX ISA, "cp.async.bulk.tensor").
fn check_pair(
    own: &Own,
    lane: usize,
    is_of_pair: bool,
    to: u64,
    mbarrier: usize,
) -> Result<(), Stop> {
    let place = own.shared_place(lane, to & u64::from(u32::MAX), 1);
    let rank = |place: usize| place / own.shared_bytes % own.cluster;
    let blocks = if is_of_pair { 2 } else { 1 };
    match place.map(rank) {
        Some(to) if to / blocks != rank(mbarrier) / blocks => {
            let what = format!(
                "the destination is in block {to} of the cluster and the mbarrier in block {}: they must be in one {}",
                rank(mbarrier),
                if is_of_pair { "pair" } else { "block" }
            );
            Err(Stop::new(FaultKind::Undefined, lane, what))
        }
        _ => Ok(()),
    }
}

/// Returns the address of the same offset in the shared memory of another block of the cluster.
fn in_block(first: u32, rank: Option<u32>, address: u64) -> u64 {
    rank.map_or(address, |rank| super::cluster::address(first, address as u32, rank).into())
}

/// Reads a tensor map from memory.
fn tensor_map(areas: &mut Areas<'_>, lane: usize, address: u64) -> Result<TensorMap, Stop> {
    let (space, bytes) = (Space::Generic, tensor_map::BYTES);
    let reach = Reach { lane, space, address, bytes, writes: false };
    let (area, place) = areas.locate_aligned(reach, tensor_map::ALIGNMENT)?;
    areas.mark(lane, area, place, bytes, false);
    TensorMap::read(&areas.bytes(area)[place..place + bytes])
        .map_err(|what| Stop::new(FaultKind::Undefined, lane, what))
}

/// Copies a tensor map for each lane. The lanes of a warp copy the same map.
///
/// # Errors
/// If a lane faults: the fault of the first such lane.
pub(crate) fn copy_maps(
    copy: &MapCopy,
    frame: &Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
) -> Result<(), Stop> {
    for i in 0..group.count() {
        let (lane, element) = (group.lane(i), group.element(i));
        let side = |operand: &Operand| {
            let address = frame.columns[operand.address].get(element);
            (operand.space, address.wrapping_add(operand.offset))
        };
        let [to, from] = [side(&copy.to), side(&copy.from)];
        for ((space, address), writes) in [(to, true), (from, false)] {
            let reach = Reach { lane, space, address, bytes: tensor_map::BYTES, writes };
            areas.locate_aligned(reach, tensor_map::BYTES)?;
        }
        let piece = Piece { to: Some(to), from: Some(from), bytes: tensor_map::BYTES };
        let (mask, fill) = (u16::MAX, &[][..]);
        Copy { lane, areas, reduction: None, mask, fill, leaves_undefined: false }
            .piece(&piece, None)?;
    }
    Ok(())
}

/// A copy of one lane.
struct Copy<'a, 'b> {
    lane: usize,
    areas: &'a mut Areas<'b>,
    reduction: Option<(Update, Width)>,
    /// The bytes of each 16 that are written.
    mask: u16,
    /// The bytes of an element outside of the tensor.
    fill: &'a [u8],
    /// Whether bytes without a source are indeterminate.
    leaves_undefined: bool,
}

impl Copy<'_, '_> {
    /// Copies a piece. Returns the source and the destination.
    fn piece(
        &mut self,
        piece: &Piece,
        rank: Option<u32>,
    ) -> Result<[Option<(Area, usize)>; 2], Stop> {
        let (lane, bytes) = (self.lane, piece.bytes);
        let (Some((space, to)), true) = (piece.to, bytes > 0) else { return Ok([None; 2]) };
        let source = match piece.from {
            Some((space, address)) => {
                let (area, place) = self
                    .areas
                    .locate_aligned(Reach { lane, space, address, bytes, writes: false }, 1)?;
                self.areas.mark(lane, area, place, bytes, false);
                Some((area, place))
            }
            None => None,
        };
        let content: Vec<u8> = match source {
            Some((area, place)) => self.areas.bytes(area)[place..place + bytes].to_vec(),
            None => self.fill.iter().copied().cycle().take(bytes).collect(),
        };
        let first = self.areas.own.first_rank();
        let address = if space == Space::Shared { in_block(first, rank, to) } else { to };
        let reach = Reach { lane, space, address, bytes, writes: true };
        let (area, place) = self.areas.locate_aligned(reach, 1)?;
        self.areas.mark(lane, area, place, bytes, true);
        let written = self.areas.own.written.as_mut();
        if let (true, None, Area::Shared, Some(written)) =
            (self.leaves_undefined, piece.from, area, written)
        {
            written[place..place + bytes].fill(false);
        }
        self.follow(source, (area, place), bytes);
        let to = &mut self.areas.bytes_mut(area)[place..place + bytes];
        match self.reduction {
            None if self.mask == u16::MAX => {
                to.iter_mut().zip(&content).for_each(|(to, from)| *to = *from);
            }
            None => {
                for (i, (to, from)) in to.iter_mut().zip(content).enumerate() {
                    if self.mask >> (i % ALIGNMENT as usize) & 1 == 1 {
                        *to = from;
                    }
                }
            }
            Some((update, width)) => {
                // Only `atom` and `red` flush `.f32` in global memory.
                let is_global = matches!(area, Area::Buffer(_)) && update != Update::AddF32;
                let size = width.bytes();
                for (to, from) in to.chunks_exact_mut(size).zip(content.chunks_exact(size)) {
                    let operands = [read_bits(from, width), 0];
                    let new = update.apply(width, read_bits(to, width), operands, is_global);
                    write_bits(to, width, new);
                }
            }
        }
        Ok([source, Some((area, place))])
    }

    /// Reports the accesses of a piece to the race detector.
    fn touch(
        &self,
        races: &mut Races,
        site: usize,
        sides: Sides,
        touched: [Option<(Area, usize)>; 2],
        bytes: usize,
    ) {
        // Reductions of different copies are atomic.
        let scope = self.reduction.map(|_| Scope::Device);
        let orders = [Order::default(), Order { scope, ..Order::default() }];
        for i in 0..touched.len() {
            let Some((area, place)) = touched[i] else { continue };
            let (lane, order) = (sides[i], orders[i]);
            let offset = self.areas.recorded(area, place, self.lane);
            // A copy whose source does not change writes these bytes, whenever it runs.
            let kind = match (i, self.reduction) {
                (0, _) => Touched::Read,
                (_, Some(_)) => Touched::Copy,
                _ => Touched::Write(&self.areas.bytes(area)[place..place + bytes]),
            };
            races.touch(Touch { lane, site, area, offset, bytes, kind, order });
        }
    }

    /// Follows the undefined bits of the bytes. Bytes that a reduction updates count as defined.
    fn follow(&mut self, from: Option<(Area, usize)>, (area, place): (Area, usize), bytes: usize) {
        let Some(memory) = &mut self.areas.own.undefined_bits else { return };
        for i in 0..bytes {
            match from.filter(|_| self.reduction.is_none()) {
                Some((from, start)) => memory.copy((from, start + i), (area, place + i)),
                None => memory.write((area, place + i), 1, Default::default()),
            }
        }
    }
}
