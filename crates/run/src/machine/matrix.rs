//! Matrix instructions.

use super::operand::{destination, source};
use super::{Lowered, Machine};
use crate::code::matrix::{Layout, Matrix, Multiply, Rows};
use crate::code::warp::{Kind, Warp};
use crate::code::{Access, Action, Order, Reg, Width};
use crate::memory::address::Space;
use ptx_core::Sm;
use ptx_isa::{Table, select_all};
use ptx_loops::matrix;
use ptx_sass::{Address, Base, Instruction, Operand};

/// The number of rows in memory that fill one register of each lane.
const ROWS: usize = 8;

impl Machine<'_> {
    /// Adds the operations of a matrix instruction.
    pub(super) fn of_matrices(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            "HMMA" => {
                let (shape, step) = match *one.modifiers.first()? {
                    "16816" => ("m16n8k16", 16),
                    "1688" => ("m16n8k8", 8),
                    "1684" => ("m16n8k4", 4),
                    _ => return None,
                };
                let (ty, elements) = match () {
                    () if one.has("TF32") => ("tf32", 1),
                    () if one.has("BF16") => ("bf16", 2),
                    () => ("f16", 2),
                };
                let (to, count) =
                    if one.modifiers.get(1) == Some(&"F16") { ("f16", 2) } else { ("f32", 4) };
                // A has 16 rows, B has 8 columns, and a warp has 32 lanes.
                let a = step / 2 / elements;
                self.product(one, &[shape, "row", "col", to, ty, ty, to], [a, a / 2, count], false)
            }
            "IMMA" => {
                let shape = *one.modifiers.first()?;
                let types: Vec<_> =
                    one.modifiers[1..3].iter().map(|ty| ty.to_ascii_lowercase()).collect();
                let (shape, [a, b, c]) = match shape {
                    "8816" => ("m8n8k16", [1, 1, 2]),
                    "8832" => ("m8n8k32", [1, 1, 2]),
                    "16816" => ("m16n8k16", [2, 1, 4]),
                    "16832" if types[0].ends_with('8') => ("m16n8k32", [4, 2, 4]),
                    "16832" => ("m16n8k32", [2, 1, 4]),
                    _ => ("m16n8k64", [4, 2, 4]),
                };
                let words = [shape, "row", "col", "s32", &types[0], &types[1], "s32"];
                self.product(one, &words, [a, b, c], one.has("SAT"))
            }
            "LDSM" => {
                let count: u8 = if one.has("4") {
                    4
                } else if one.has("2") {
                    2
                } else {
                    1
                };
                let base = destination(one, 0)?;
                let values =
                    (0..count).map(|k| (base != Base::Zero).then(|| self.base(base, k))).collect();
                let rows = self.rows(one, 1, values)?;
                self.on_matrices(Matrix::Load(rows))
            }
            "STSM" => {
                let count: u8 = if one.has("4") {
                    4
                } else if one.has("2") {
                    2
                } else {
                    1
                };
                let from = source(one, 1)?;
                let values = (0..count).map(|k| Some(Some(self.raw(from, k)?)));
                let values = values.collect::<Option<_>>()?;
                let rows = self.rows(one, 0, values)?;
                self.on_matrices(Matrix::Store(rows))
            }
            "MOVM" => {
                let from = self.raw(source(one, 1)?, 0)?;
                let to = Some(self.result(one, 0)?);
                self.on_matrices(Matrix::Transpose { to, from })
            }
            _ => None,
        }
    }

    /// Adds a product. `counts` has the numbers of registers of A, B and C.
    fn product(
        &mut self,
        one: &Instruction,
        words: &[&str],
        counts: [u8; 3],
        is_saturated: bool,
    ) -> Lowered<()> {
        let mut all = vec!["sync", "aligned"];
        all.extend(&words[..3]);
        all.extend(is_saturated.then_some("satfinite"));
        all.extend(&words[3..]);
        let selection =
            select_all(Table::Matrices, "mma", &all, self.dialect).ok()?.into_iter().next()?;
        let form = matrix::form(&selection)?;
        let mut factors: [Vec<Reg>; 3] = Default::default();
        for (i, factor) in factors.iter_mut().enumerate() {
            let from = source(one, i + 1)?;
            for k in 0..counts[i] {
                factor.push(self.raw(from, k)?);
            }
        }
        let base = destination(one, 0)?;
        let d = (0..counts[2]).map(|k| Some(self.to(base, k))).collect();
        let one = Multiply::new(form, Sm(self.cubin.sm as u16), d, factors);
        self.on_matrices(Matrix::Multiply(Box::new(one)))
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
        let layout = Layout::Halves { is_transposed: one.has("16.MT88") };
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
