//! Reads matrices from shared memory for `tcgen05`.

use super::{Thread, in_block};
use crate::fault::Stop;
use crate::memory::area::Reach;
use crate::memory::areas::Areas;
use crate::warps::descriptor::Descriptor;
pub(super) use crate::warps::descriptor::UNIT;
use ptx_core::mma::{self, ByteRow};

/// A matrix in shared memory.
pub(super) struct Matrix {
    pub(super) descriptor: u64,
    pub(super) is_transposed: bool,
    /// The numbers of its rows along M or N, and of its elements along K.
    pub(super) shape: [usize; 2],
    /// The number of bits of an element.
    pub(super) bits: usize,
    /// The number of bits of a packed element, if a unit of 16 bytes holds 16 elements that are unpacked to bytes.
    pub(super) packed: Option<usize>,
}

impl Matrix {
    /// Reads the elements, row by row, from the shared memory of a block. Adds the first bytes of the units that it
    /// reads to `units`.
    ///
    /// # Errors
    /// If a byte is outside of shared memory, or has the faults of a load.
    pub(super) fn read(
        &self,
        thread: &Thread<'_>,
        block: usize,
        areas: &Areas<'_>,
        units: &mut Vec<usize>,
    ) -> Result<Vec<u64>, Stop> {
        let wrong = |what: String| thread.stop(what);
        let descriptor =
            Descriptor::of_tensor_core(self.descriptor, self.is_transposed).map_err(wrong)?;
        if self.is_transposed && descriptor.is_paired() != (self.bits == 32) {
            return Err(thread.stop(format!(
                "the matrix descriptor 0x{:016x} of a transposed matrix: elements of 32 bits need the swizzle of 128 bytes in \
                 units of 32 bytes, and other elements do not have it",
                self.descriptor
            )));
        }
        let [rows, length] = self.shape;
        let (along, across) = if self.is_transposed { (rows, length) } else { (length, rows) };
        let per_unit = 8 * UNIT / self.bits;
        let mut all = vec![0; rows * length];
        for y in 0..across {
            for first in (0..along).step_by(per_unit) {
                let (x, k) = if self.is_transposed { (first, y) } else { (y, first) };
                let (address, _) = descriptor.place(x, k, self.bits);
                let unit = self.unit(thread, block, areas, address, units)?;
                for i in 0..per_unit.min(along - first) {
                    let element = (unit >> (i * self.bits)) as u64 & u64::MAX >> (64 - self.bits);
                    let (x, k) = if self.is_transposed { (first + i, y) } else { (y, first + i) };
                    all[x * length + k] = element;
                }
            }
        }
        Ok(all)
    }

    fn unit(
        &self,
        thread: &Thread<'_>,
        block: usize,
        areas: &Areas<'_>,
        address: u64,
        units: &mut Vec<usize>,
    ) -> Result<u128, Stop> {
        let (space, address) = in_block(areas.own, block, address);
        let reach = Reach { lane: thread.lane, space, address, bytes: UNIT, writes: false };
        let (area, place) = areas.locate(reach)?;
        units.push(place);
        let mut bytes: ByteRow = [0; UNIT];
        bytes.copy_from_slice(&areas.bytes(area)[place..place + UNIT]);
        Ok(u128::from_le_bytes(unpacked(bytes, self.packed)))
    }
}

/// Unpacks 16 elements of 4 or 6 bits to bytes. An element of 4 bits is in bits 2 to 5 of its byte.
fn unpacked(bytes: ByteRow, bits: Option<usize>) -> ByteRow {
    match bits {
        Some(4) => mma::unpack_b4x16_p64(&bytes).map(|byte| byte << 2),
        Some(6) => mma::unpack_b6x16_p32(&bytes),
        _ => bytes,
    }
}
