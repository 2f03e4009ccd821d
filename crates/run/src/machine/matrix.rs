//! Matrix instructions. `product.rs` has the products.

use super::operand::{destination, source};
use super::{Lowered, Machine};
use crate::code::matrix::{Layout, Matrix, Packing, Rows};
use crate::code::warp::{Kind, Shuffle, Warp};
use crate::code::{Access, Action, Order, Reg, Special, Width};
use crate::memory::address::Space;
use ptx_sass::{Address, Base, Instruction, Operand};

/// The number of rows in memory that fill one register of each lane.
const ROWS: usize = 8;

/// Returns the number of matrices.
fn count(one: &Instruction) -> u8 {
    match () {
        () if one.has("4") => 4,
        () if one.has("2") => 2,
        () => 1,
    }
}

impl Machine<'_> {
    /// Adds the operations of a matrix instruction.
    pub(super) fn of_matrices(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            "BMMA" | "DMMA" | "HMMA" | "IMMA" | "OMMA" | "QMMA" => self.product(one),
            "LDSM" | "LDSM.M816" | "LDSM.MT1616" => {
                let count = if name == "LDSM.MT1616" { 2 * count(one) } else { count(one) };
                let base = destination(one, 0)?;
                let values =
                    (0..count).map(|k| (base != Base::Zero).then(|| self.base(base, k))).collect();
                let rows = self.rows(one, 1, values)?;
                self.on_matrices(Matrix::Load(rows))
            }
            "STSM" | "STSM.8.MT168" => {
                let from = source(one, 1)?;
                let values = (0..count(one)).map(|k| Some(Some(self.raw(from, k)?)));
                let values = values.collect::<Option<_>>()?;
                let rows = self.rows(one, 0, values)?;
                self.on_matrices(Matrix::Store(rows))
            }
            "MOVM" if one.has("U4TO8.M832") => self.widen_elements(one),
            "MOVM" => {
                let from = self.raw(source(one, 1)?, 0)?;
                let to = Some(self.result(one, 0)?);
                self.on_matrices(Matrix::Transpose { to, from })
            }
            _ => None,
        }
    }

    /// Widens the elements of a matrix with 8 rows of 32 elements from 4 to 8 bits. A lane has 8 elements in one register
    /// before, and 4 elements in each of two registers after. The order of the elements in a row is presumed. It does not
    /// change the products for which `ptxas` widens both A and B.
    fn widen_elements(&mut self, one: &Instruction) -> Lowered<()> {
        let [zero, bit, two, last] = [0, 1, 2, 31].map(|number| self.word(number));
        let lane = self.special_register(Special::LaneId);
        // Lane 4i + k receives the first elements from lane 4i + k/2, and the others from lane 4i + k/2 + 2.
        let half = self.value("bfe.u32", Width::B32, &[lane, bit, bit])?;
        let first = self.value("bfi.b32", Width::B32, &[half, lane, zero, two])?;
        let second = self.value("add.s32", Width::B32, &[first, two])?;
        let from = self.raw(source(one, 1)?, 0)?;
        let words = [first, second].map(|place| (place, self.temporary(Width::B32)));
        for (place, word) in words {
            let kind = Kind::Shuffle(Shuffle::Idx);
            self.together(kind, None, vec![from, place, last], [Some(word), None])?;
        }
        // Each byte of the lower or the upper half of a word, twice.
        let is_odd = self.value("and.b32", Width::B32, &[lane, bit])?;
        let [lower, step, four] = [0x1100, 0x2222, 4].map(|number| self.word(number));
        let bytes = self.value("mad.lo.s32", Width::B32, &[is_odd, step, lower])?;
        let [even, odd] = [0x000f_000f, 0x0f00_0f00].map(|mask| self.word(mask));
        let base = destination(one, 0)?;
        for (k, (_, word)) in (0..).zip(words) {
            let pairs = self.value("prmt.b32", Width::B32, &[word, word, bytes])?;
            let low = self.value("and.b32", Width::B32, &[pairs, even])?;
            let high = self.value("shr.u32", Width::B32, &[pairs, four])?;
            let high = self.value("and.b32", Width::B32, &[high, odd])?;
            let to = self.to(base, k);
            self.ptx("or.b32", &[low, high], &[to])?;
        }
        Some(())
    }

    /// Returns the rows at the address with an index.
    fn rows(&mut self, one: &Instruction, at: usize, values: Vec<Option<Reg>>) -> Lowered<Rows> {
        let Operand::Address(address) = one.operands.get(at)? else { return None };
        let address: Address = *address;
        let space = Space::Shared;
        let (address, offset) = self.place(space, address)?;
        let addresses = if self.cubin.sm < 80 { 32 } else { ROWS * values.len() };
        let (width, is_signed, order) = (Width::B32, false, Order::default());
        let access = Access { space, address, offset, width, is_signed, values, order };
        let packing = match () {
            () if one.has("U6x16P32TO8") => Packing::B6x16P32,
            () if one.has("U4x16P64TO8") => Packing::B4x16P64,
            () => Packing::B8,
        };
        let layout = match one.name {
            "LDSM.M816" => Layout::Bytes(packing),
            "LDSM.MT1616" | "STSM.8.MT168" => Layout::TransposedBytes(packing),
            _ => Layout::Halves { is_transposed: one.has("16.MT88") },
        };
        Some(Rows { access, layout, addresses })
    }

    /// Adds a matrix instruction, before which the lanes of the warp wait for each other.
    pub(super) fn on_matrices(&mut self, matrix: Matrix) -> Lowered<()> {
        self.on_lanes(matrix, Kind::Matrix)
    }

    /// Adds a matrix instruction, before which the lanes of the warp or warpgroup wait for each other.
    pub(super) fn on_lanes(&mut self, matrix: Matrix, kind: Kind) -> Lowered<()> {
        self.meet(kind);
        self.push(Action::Matrix(matrix));
        Some(())
    }

    /// Lets the lanes of the warp or warpgroup wait for each other.
    pub(super) fn meet(&mut self, kind: Kind) {
        let mask = Some(self.word(u32::MAX));
        let (sources, results) = (Vec::new(), [None; 2]);
        self.push(Action::Warp(Box::new(Warp { kind, mask, sources, results })));
    }
}
