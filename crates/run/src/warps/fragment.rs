//! Runs `wmma.load` and `wmma.store` (PTX ISA, "Warp Level Matrix Instructions"). `code/fragment.rs` describes the fragments.

use crate::code::fragment::{Fragment, Wmma};
use crate::fault::{FaultKind, Stop};
use crate::lanes::WARP;
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::access::addresses;
use crate::memory::area::{Area, Reach};
use crate::memory::areas::Areas;

/// Elements of a fragment that are consecutive in memory and in a register.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) lane: usize,
    /// The index of the lane in the registers.
    element: usize,
    /// The register, and the first bit in the register.
    register: usize,
    shift: usize,
    pub(crate) area: Area,
    pub(crate) place: usize,
    pub(crate) bytes: usize,
}

/// Runs a load or store of `wmma` for each warp.
///
/// # Errors
/// If a lane has an invalid address: the fault of the first such lane. Also if the lanes of a warp have different
/// addresses or strides.
pub(crate) fn run(
    one: &Wmma,
    frame: &mut Frame,
    lanes: &[u16],
    areas: &mut Areas<'_>,
) -> Result<(), Stop> {
    match one {
        Wmma::Load(fragment) => {
            for piece in pieces(fragment, frame, lanes, areas, false)? {
                let Piece { lane, element, area, place, bytes, shift, .. } = piece;
                areas.mark(lane, area, place, bytes, false);
                let Some(register) = fragment.access.values[piece.register] else { continue };
                let mut word = [0; 8];
                word[..bytes].copy_from_slice(&areas.bytes(area)[place..place + bytes]);
                let mask = (u64::MAX >> (64 - 8 * bytes)) << shift;
                let column = &mut frame.columns[register];
                let new = column.get(element) & !mask | u64::from_le_bytes(word) << shift;
                column.set(element, new);
            }
            Ok(())
        }
        Wmma::Store(fragment) => {
            for piece in pieces(fragment, frame, lanes, areas, true)? {
                let Piece { lane, area, place, bytes, .. } = piece;
                let content = content(fragment, frame, &piece);
                areas.mark(lane, area, place, bytes, true);
                if let Some(memory) = &mut areas.own.undefined_bits {
                    memory.define((area, place), bytes);
                }
                areas.bytes_mut(area)[place..place + bytes].copy_from_slice(&content[..bytes]);
            }
            Ok(())
        }
    }
}

/// Returns the bytes that `wmma.store` writes for a piece, from the first on.
pub(crate) fn content(fragment: &Fragment, frame: &Frame, piece: &Piece) -> [u8; 8] {
    let register = fragment.access.values[piece.register];
    let word = register.map_or(0, |register| frame.columns[register].get(piece.element));
    (word >> piece.shift).to_le_bytes()
}

/// Returns the pieces of a fragment, warp by warp and lane by lane. The manual requires rows or columns that are aligned to
/// the registers of a lane; here each piece is aligned to its own size.
///
/// # Errors
/// As for [`run`].
pub(crate) fn pieces(
    fragment: &Fragment,
    frame: &Frame,
    lanes: &[u16],
    areas: &Areas<'_>,
    writes: bool,
) -> Result<Vec<Piece>, Stop> {
    let Fragment { access, shape, stride, has_columns } = fragment;
    let mut starts = Vec::new();
    addresses(access, frame, Group { lanes, active: None }, &mut starts);
    let width = 8 * access.width.bytes();
    // Elements of fewer than eight bits fill words of 32 bits.
    let step = if shape.bits < 8 { width } else { shape.bits };
    let each = access.values.len() * width / shape.bits;
    let mut all = Vec::new();
    for (i, (lane, start)) in lanes.iter().zip(&starts).enumerate() {
        let lane = usize::from(*lane);
        let first = i - i % WARP;
        let distance = |i: usize| stride.map(|stride| frame.columns[stride].get(i));
        if *start != starts[first] || distance(i) != distance(first) {
            let what = "the lanes of the warp have different addresses or strides";
            return Err(Stop::new(FaultKind::Undefined, lane, what));
        }
        let default = if *has_columns { shape.rows } else { shape.columns };
        let distance = distance(i).unwrap_or(default as u64);
        for bit in (0..access.values.len() * width).step_by(step) {
            let (row, column) = shape.position(i % WARP * each + bit / shape.bits);
            let (outer, inner) = if *has_columns { (column, row) } else { (row, column) };
            let offset = (outer as u64).wrapping_mul(distance).wrapping_add(inner as u64);
            let offset = offset.wrapping_mul(shape.bits as u64) / 8;
            let mut address = start.wrapping_add(offset);
            if access.space.is_narrow() {
                address &= u64::from(u32::MAX);
            }
            let bytes = step / 8;
            let reach = Reach { lane, space: access.space, address, bytes, writes };
            let (area, place) = areas.locate(reach)?;
            let (register, shift) = (bit / width, bit % width);
            all.push(Piece { lane, element: i, register, shift, area, place, bytes });
        }
    }
    Ok(all)
}
