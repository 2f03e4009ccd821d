//! Runs `wgmma` (PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions").
//!
//! Warp w holds the rows 16 w to 16 w + 15 of D, in the registers of the tiles of `mma` with 8 columns (PTX ISA, "Register
//! Fragments", figures of the accumulator D; CUTLASS, `CLayout_64x8`). An H100 returned the words of 15 kernels in these places.
//! The reads of shared memory are accesses of the async proxy, which needs `fence.proxy.async` after writes of threads (PTX
//! ISA, "Async Proxy" of "wgmma").
//!
//! The 128 threads of a warpgroup wait for each other before a product (`warpgroup.rs`). Then each warp computes its 16
//! rows of D. The product is computed when the instruction executes; `products.rs` checks that nothing uses its
//! registers before `wgmma.wait_group`.

use super::descriptor::{Descriptor, UNIT};
use crate::code::Reg;
use crate::code::wgmma::{Factor, Product, Wgmma};
use crate::fault::{FaultKind, Stop};
use crate::lanes::WARP;
use crate::lanes::registers::Frame;
use crate::memory::address::Space;
use crate::memory::area::Reach;
use crate::memory::areas::Areas;
use ptx_core::mma::{Extras, Operand};

/// The number of rows of D that a warp computes.
const ROWS: usize = 16;
/// The number of warps of a warpgroup.
const WARPS: usize = 4;
/// The number of bits of a word of a unit.
const WORD: usize = 64;

/// Runs a `wgmma` instruction for each warp.
///
/// # Errors
/// If a byte of a matrix is outside of shared memory, or has the faults of a load.
pub(crate) fn run(
    one: &Wgmma,
    frame: &mut Frame,
    lanes: &[u16],
    areas: &mut Areas<'_>,
    line: usize,
) -> Result<(), Stop> {
    if let Wgmma::Multiply(product) = one {
        return multiply(product, frame, lanes, areas, line);
    }
    for first in (0..lanes.len()).step_by(WARP) {
        let lane = usize::from(lanes[first]);
        match one {
            Wgmma::Multiply(_) | Wgmma::Fence => {}
            Wgmma::Commit => areas.own.products.commit(lane),
            Wgmma::Wait(left) => areas.own.products.wait(lane, *left),
        }
    }
    Ok(())
}

/// Multiplies matrices. Consecutive warps whose B is the same compute one product.
fn multiply(
    product: &Product,
    frame: &mut Frame,
    lanes: &[u16],
    areas: &mut Areas<'_>,
    line: usize,
) -> Result<(), Stop> {
    let Product { form, d, c, of_d, adds_d, b, .. } = product;
    let Factor::Shared { descriptor, is_transposed } = *b else { return Ok(()) };
    let [_, n, k] = form.shape().map(usize::from);
    let warps = lanes.len() / WARP;
    let misfit = || {
        let what = "the registers do not fit the form";
        Stop::new(FaultKind::Undefined, usize::from(lanes[0]), what)
    };
    let c = of_d.read(frame, c, warps).ok_or_else(misfit)?;
    let a = match &product.a {
        Factor::Registers(registers, places) => {
            places.read(frame, registers, warps).ok_or_else(misfit)?
        }
        Factor::Shared { .. } => Vec::new(),
    };
    let length = ROWS * usize::from(form.stored());
    let mut sums = vec![0; c.len()];
    let mut same: Vec<Same> = Vec::new();
    for number in 0..warps {
        let first = number * WARP;
        let lane = usize::from(lanes[first]);
        let mut warp = Warp { product, first, lane, units: Vec::new() };
        let a = match &product.a {
            Factor::Registers(..) => a[number * length..(number + 1) * length].to_vec(),
            Factor::Shared { descriptor, is_transposed } => {
                let descriptor = warp.descriptor(frame, *descriptor, *is_transposed);
                let first_row = lane % areas.own.threads / WARP % WARPS * ROWS;
                let stored = form.stored().into();
                warp.shared(areas, &descriptor, first_row..first_row + ROWS, stored)?
            }
        };
        let key = (
            warp.descriptor(frame, descriptor, is_transposed),
            lane / areas.own.threads,
            frame.columns[*adds_d].get(first) != 0,
        );
        let units_of_a = warp.units.len();
        match same.last_mut().filter(|last| last.key == key) {
            Some(last) => {
                warp.units.extend(&last.units);
                last.a.extend(a);
                last.digits.extend(warp.digits(frame));
            }
            None => {
                let b = warp.shared(areas, &key.0, 0..n, k)?;
                let units = warp.units[units_of_a..].to_vec();
                let digits = warp.digits(frame);
                same.push(Same { key, number, units, a, b, digits });
            }
        }
        areas.own.products.add(lane, product, line, warp.units);
    }
    for one in &same {
        let places = one.number * ROWS * n..(one.number * ROWS + one.a.len() / length * ROWS) * n;
        one.multiply(product, &c[places.clone()], &mut sums[places]).ok_or_else(misfit)?;
    }
    let d: Vec<_> = d.iter().map(|register| Some(*register)).collect();
    of_d.write(frame, &d, &sums);
    Ok(())
}

/// The operands of consecutive warps whose B is the same.
struct Same {
    /// The descriptor of B, the number of the block in the run, and whether the product adds C.
    key: (Descriptor, usize, bool),
    /// The number of the first warp.
    number: usize,
    /// The first bytes of the units of shared memory that B occupies.
    units: Vec<usize>,
    /// The rows of A.
    a: Vec<u64>,
    /// The columns of B.
    b: Vec<u64>,
    /// The metadata digits of each row of A. Empty for a dense form.
    digits: Vec<u8>,
}

impl Same {
    /// Computes D. Returns `None` if the operands do not fit the form.
    fn multiply(&self, product: &Product, c: &[u64], d: &mut [u64]) -> Option<()> {
        let Product { form, sm, negate: [negate_a, negate_b], .. } = *product;
        let [_, n, _] = form.shape().map(usize::from);
        let (.., adds) = self.key;
        let extras =
            Extras { metadata: &self.digits, negate_a, negate_b, ignore_c: !adds, ..Extras::NONE };
        let shape = [1, c.len() / n, n];
        let (a, b) = (&self.a, &self.b);
        let product = ptx_loops::Product { form, sm, shape, instructions: 1, a, b, c, extras };
        product.run(d, &|| false)
    }
}

/// A product, and a warp that computes 16 rows of D.
struct Warp<'a> {
    product: &'a Product,
    /// The index of the warp's first thread in the registers.
    first: usize,
    /// The lane of the warp's first thread.
    lane: usize,
    /// The first bytes of the units of shared memory that the warp has read.
    units: Vec<usize>,
}

impl Warp<'_> {
    fn descriptor(&self, frame: &Frame, register: Reg, is_transposed: bool) -> Descriptor {
        Descriptor::new(frame.columns[register].get(self.first), is_transposed)
    }

    /// Returns rows of A, or columns of B, from shared memory. Each has `count` elements. Goes through the elements in
    /// the order in which memory has them, so that the elements of a unit follow each other.
    fn shared(
        &mut self,
        areas: &Areas<'_>,
        descriptor: &Descriptor,
        rows: std::ops::Range<usize>,
        count: usize,
    ) -> Result<Vec<u64>, Stop> {
        let bits = self.product.form.element_bits(Operand::A) as usize;
        let (each, mask) = (8 * UNIT / bits, u64::MAX >> (64 - bits));
        let mut all = vec![0; rows.len() * count];
        // A line is contiguous. It begins at a unit, because the shapes are multiples of 16 by 32 bytes.
        let is_transposed = descriptor.is_transposed();
        let (lines, length) = if is_transposed { (count, rows.len()) } else { (rows.len(), count) };
        let mut last = (u64::MAX, [0; 2]);
        for line in 0..lines {
            for along in (0..length).step_by(each) {
                let (row, k) = if is_transposed { (along, line) } else { (line, along) };
                let (address, _) = descriptor.place(rows.start + row, k, bits);
                if address != last.0 {
                    last = (address, self.unit(areas, address)?);
                }
                let step = if is_transposed { count } else { 1 };
                let to = all[row * count + k..].iter_mut().step_by(step);
                for (i, to) in to.take(each.min(length - along)).enumerate() {
                    let bit = i * bits;
                    *to = last.1[bit / WORD] >> (bit % WORD) & mask;
                }
            }
        }
        Ok(all)
    }

    /// Reads 16 bytes of shared memory as words, none of which shares an element with the other.
    fn unit(&mut self, areas: &Areas<'_>, address: u64) -> Result<[u64; 2], Stop> {
        let (lane, space) = (self.lane, Space::Shared);
        let reach = Reach { lane, space, address, bytes: UNIT, writes: false };
        let (area, place) = areas.locate(reach)?;
        self.units.push(place);
        let (words, _) = areas.bytes(area)[place..].as_chunks();
        let word = |i: usize| words.get(i).map_or(0, |bytes| u64::from_le_bytes(*bytes));
        Ok([word(0), word(1)])
    }

    /// Returns the metadata digits of each row of A. Returns an empty vector for a dense form.
    fn digits(&self, frame: &Frame) -> Vec<u8> {
        let metadata = self.product.metadata.as_ref();
        metadata.map_or_else(Vec::new, |metadata| metadata.read(frame, self.first))
    }
}
