//! Moves words between registers and tensor memory: `tcgen05.ld` and `tcgen05.st` (PTX ISA, "Data Movement Shape").
//!
//! Thread t of a warp holds in its register r the word at these lanes and columns, counted from the address (CUTLASS,
//! `copy_traits_sm100.hpp`):
//!
//! | shape | lane | column |
//! |---|---|---|
//! | `.32x32b` | t | r |
//! | `.16x64b` | t / 4 + 8 (t mod 2) | 2 r + t / 2 mod 2 |
//! | `.16x128b` | t / 4 + 8 (r mod 2) | 4 (r / 2) + t mod 4 |
//! | `.16x256b` | t / 4 + 8 (r / 2 mod 2) | 8 (r / 4) + 2 (t mod 4) + r mod 2 |
//! | `.16x32bx2` | t mod 16 | r, for t ≥ 16 plus the offset of the second half |
//!
//! With `.pack::16b` and `.unpack::16b`, a register stands for two columns, of which it holds the low halves.

use super::{Place, check};
use crate::code::tensor::{Move, Shape};
use crate::fault::{FaultKind, Stop};
use crate::lanes::WARP;
use crate::lanes::registers::Frame;
use crate::memory::areas::Own;
use crate::memory::tensor::Part;
use crate::warps::reduce::reduce;

/// Loads registers of a warp. `lane` is the warp's first lane, and `element` its index in the registers.
///
/// # Errors
/// If the warp cannot access the lanes, or a column is not allocated or not ready.
pub(super) fn load(
    one: &Move,
    frame: &mut Frame,
    (lane, element): (usize, usize),
    own: &mut Own,
    line: usize,
) -> Result<(), Stop> {
    let (start, part) = located(one, frame, (lane, element), own)?;
    check(own, lane, &part, false)?;
    own.tensor.check_fenced(lane, &part)?;
    let mut words = vec![Vec::new(); WARP];
    for (r, register) in one.values.iter().enumerate() {
        for (t, words) in words.iter_mut().enumerate().filter(|(t, _)| takes_part(one.shape, *t)) {
            let (lane, columns) = at(one, start, t, r);
            let word = columns.iter().enumerate().fold(0, |word, (i, column)| {
                let found = own.tensor.get(part.block, lane, *column);
                if one.is_packed { word | (found & 0xffff) << (16 * i) } else { found }
            });
            if let Some(register) = register {
                frame.columns[*register].set(element + t, word.into());
            }
            words.push(u64::from(word));
        }
    }
    if let Some((with, Some(register))) = one.reduction {
        for (t, words) in words.iter().enumerate() {
            frame.columns[register].set(element + t, reduce(with, words).into());
        }
    }
    // Triton moves uses of the registers before `tcgen05.wait::ld`. The assembler makes such an instruction wait.
    if own.written.is_some() {
        own.products.load(lane, one.loaded(), line);
    }
    Ok(())
}

/// Stores registers of a warp, like [`load`].
///
/// # Errors
/// As for [`load`].
pub(super) fn store(
    one: &Move,
    frame: &Frame,
    (lane, element): (usize, usize),
    own: &mut Own,
    line: usize,
) -> Result<(), Stop> {
    let (start, part) = located(one, frame, (lane, element), own)?;
    own.tensor.check(lane, &part)?;
    for (r, register) in one.values.iter().enumerate() {
        let Some(register) = register else { continue };
        for t in (0..WARP).filter(|t| takes_part(one.shape, *t)) {
            let word = frame.columns[*register].get(element + t) as u32;
            let (lane, columns) = at(one, start, t, r);
            for (i, column) in columns.iter().enumerate() {
                let word = if one.is_packed { word >> (16 * i) & 0xffff } else { word };
                own.tensor.set(part.block, lane, *column, word);
            }
        }
    }
    own.tensor.store(lane, part, line);
    Ok(())
}

/// Returns whether an instruction moves words of thread `t`.
fn takes_part(shape: Shape, t: usize) -> bool {
    match shape {
        Shape::L16B32 { is_second } => (t >= WARP / 2) == is_second,
        _ => true,
    }
}

/// Returns the lane and the columns of a register of thread `t`.
fn at(one: &Move, start: Place, t: usize, r: usize) -> (usize, Vec<usize>) {
    let (lane, column) = match one.shape {
        Shape::L32B32 => (t, r),
        Shape::L16B64 => (t / 4 + 8 * (t % 2), 2 * r + t / 2 % 2),
        Shape::L16B128 => (t / 4 + 8 * (r % 2), 4 * (r / 2) + t % 4),
        Shape::L16B256 => (t / 4 + 8 * (r / 2 % 2), 8 * (r / 4) + 2 * (t % 4) + r % 2),
        Shape::L16B32X2(_) | Shape::L16B32 { .. } => (t % 16, r),
    };
    let half = match one.shape {
        Shape::L16B32X2(half) if t >= 16 => half,
        _ => 0,
    };
    let each = if one.is_packed { 2 } else { 1 };
    let first = start.column + half + each * column;
    (start.lane + lane, (first..first + each).collect())
}

/// Returns the address that a warp accesses, and the part of tensor memory.
///
/// # Errors
/// If the threads have different addresses, or the warp cannot access the lanes.
fn located(
    one: &Move,
    frame: &Frame,
    (lane, element): (usize, usize),
    own: &Own,
) -> Result<(Place, Part), Stop> {
    let value = |t: usize| frame.columns[one.address.address].get(element + t);
    let stop = |what: String| Err(Stop::new(FaultKind::Undefined, lane, what));
    if (0..WARP).any(|t| value(t) != value(0)) {
        return stop("the threads of the warp have different addresses in tensor memory".into());
    }
    let start = Place::new(value(0).wrapping_add(one.address.offset));
    let warp = lane % own.threads / WARP;
    let first = warp % 4 * WARP;
    let is_whole = one.shape == Shape::L32B32;
    let lanes = if is_whole { WARP } else { WARP / 2 };
    let is_reached = start.lane == first || !is_whole && start.lane == first + lanes;
    if !is_reached {
        return stop(format!(
            "lanes {} to {} of tensor memory: warp {warp} of the block can access lanes {first} to {} only",
            start.lane,
            start.lane + lanes - 1,
            first + WARP - 1
        ));
    }
    let last = (0..WARP)
        .step_by(WARP - 1)
        .chain([15, 16])
        .flat_map(|t| (0..one.values.len()).flat_map(move |r| at(one, start, t, r).1));
    let end = last.max().map_or(start.column, |column| column + 1);
    let lanes = start.lane..start.lane + lanes;
    Ok((start, Part { block: lane / own.threads, lanes, columns: start.column..end }))
}
