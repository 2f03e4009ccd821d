//! Runs `tcgen05.cp` and `tcgen05.shift`.

use super::operand::Matrix;
use super::{Site, Thread, check, touch};
use crate::code::bulk::Operand;
use crate::code::tensor::{Lanes, TensorCopy};
use crate::fault::Stop;
use crate::memory::areas::Areas;
use crate::memory::tensor::{LANES, Part};

/// The number of lanes that a warp can access.
const SUBPARTITION: usize = 32;
/// The number of columns of the elements that `tcgen05.shift` moves: 32 bytes.
const SHIFTED: usize = 8;

/// Copies a matrix from shared memory to the tensor memory of each block.
///
/// # Errors
/// If a byte cannot be read, or a column is not allocated or not ready.
pub(super) fn run(
    one: &TensorCopy,
    thread: &Thread<'_>,
    areas: &mut Areas<'_>,
    site: &mut Site<'_>,
) -> Result<(), Stop> {
    let to = thread.place(one.to);
    let [rows, bytes] = one.shape;
    let mut units = Vec::new();
    let mut parts = Vec::new();
    for block in thread.blocks(areas.own, one.blocks)? {
        let matrix = Matrix {
            descriptor: (thread.value)(one.from),
            is_transposed: false,
            shape: [rows, bytes],
            bits: 8,
            packed: one.unpacked,
        };
        let content = matrix.read(thread, block, areas, &mut units)?;
        let columns = to.column..to.column + bytes / 4;
        let part = Part { block, lanes: to.lane..LANES.max(to.lane + 1), columns };
        check(areas.own, thread.lane, &part, true)?;
        for (row, bytes) in content.chunks_exact(bytes).enumerate() {
            for lane in lanes(one.lanes, row).into_iter().map(|lane| to.lane + lane) {
                let own = Part { lanes: lane..lane + 1, ..part.clone() };
                check(areas.own, thread.lane, &own, true)?;
                for (i, word) in bytes.chunks_exact(4).enumerate() {
                    let word = word.iter().rev().fold(0, |word, byte| word << 8 | *byte as u32);
                    areas.own.tensor.set(block, lane, to.column + i, word);
                }
            }
        }
        parts.push(part);
    }
    let sides = touch(&units, thread.lane, areas, site);
    areas.own.tensor.start(thread.lane, parts, site.line, sides);
    Ok(())
}

/// Returns the lanes that receive a row.
fn lanes(of: Lanes, row: usize) -> Vec<usize> {
    let pair = row % SUBPARTITION + row / SUBPARTITION * 2 * SUBPARTITION;
    match of {
        Lanes::Once => vec![row],
        Lanes::Spread => vec![SUBPARTITION * row],
        Lanes::Halves => vec![row, row + 2 * SUBPARTITION],
        Lanes::Pairs => vec![pair, pair + SUBPARTITION],
        Lanes::Quarters => (0..LANES).step_by(SUBPARTITION).map(|first| first + row).collect(),
    }
}

/// Moves 32 bytes of each lane to the lane before, within each 32 lanes.
///
/// # Errors
/// If a column is not allocated or not ready.
pub(super) fn shift(
    to: Operand,
    blocks: usize,
    thread: &Thread<'_>,
    areas: &mut Areas<'_>,
    site: &mut Site<'_>,
) -> Result<(), Stop> {
    let to = thread.place(to);
    if !to.lane.is_multiple_of(SUBPARTITION) {
        return Err(thread.stop(format!("lane {} is not a multiple of 32", to.lane)));
    }
    let mut parts = Vec::new();
    for block in thread.blocks(areas.own, blocks)? {
        let columns = to.column..to.column + SHIFTED;
        let part = Part { block, lanes: to.lane..LANES.max(to.lane + 1), columns };
        check(areas.own, thread.lane, &part, true)?;
        let tensor = &mut areas.own.tensor;
        for lane in part.lanes.clone().filter(|lane| lane % SUBPARTITION != SUBPARTITION - 1) {
            for column in part.columns.clone() {
                let word = tensor.get(block, lane + 1, column);
                tensor.set(block, lane, column, word);
            }
        }
        parts.push(part);
    }
    areas.own.tensor.start(thread.lane, parts, site.line, None);
    Ok(())
}
