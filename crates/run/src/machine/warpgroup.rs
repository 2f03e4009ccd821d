//! Products of a warpgroup: `HGMMA`, `QGMMA`, `IGMMA` and `BGMMA`.

use super::operand::{destination, number, predicate, source};
use super::{Lowered, Machine};
use crate::code::Reg;
use crate::code::matrix::Matrix;
use crate::code::places::{Metadata, Places};
use crate::code::warp::Kind;
use crate::code::wgmma::{Factor, Product, Wgmma};
use crate::decode::wgmma::fragments;
use ptx_core::Sm;
use ptx_core::mma::{Form, Operand};
use ptx_isa::{Table, select_all};
use ptx_loops::matrix;
use ptx_sass::{Base, Instruction, Value};

/// The places of the operands after D.
const A: usize = 1;
const C: usize = 2;
/// The place of the metadata if A is in shared memory. If A is in registers, the descriptor of B precedes the metadata.
const METADATA: usize = 3;
/// The step of the number of columns of B, and the number of steps.
const COLUMNS: usize = 8;
const STEPS: usize = 32;
/// The numbers of columns of B in products of integers.
const INTEGER_COLUMNS: [usize; 18] =
    [8, 16, 24, 32, 48, 64, 80, 96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256];
/// The number of registers after the descriptor of A where the descriptor of B is.
const AFTER_A: u8 = 2;
/// The number of threads of a warpgroup, and the number of rows of A.
const THREADS: usize = 128;
const ROWS: usize = 64;

impl Machine<'_> {
    /// Adds the operations of an instruction of a warpgroup.
    pub(super) fn of_warpgroup(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            "WARPGROUP.ARRIVE" => self.on_matrices(Matrix::Warpgroup(Wgmma::Fence)),
            "WARPGROUP.DEPBAR" => self.on_matrices(Matrix::Warpgroup(Wgmma::Wait(number(one, 0)?))),
            "HGMMA" | "QGMMA" | "IGMMA" | "BGMMA.AND.POPC" => {
                // A product without a destination only closes a group.
                if destination(one, 0)? != Base::Zero {
                    let product = self.product_of_warpgroup(one)?;
                    let matrix = Matrix::Warpgroup(Wgmma::Multiply(Box::new(product)));
                    self.on_lanes(matrix, Kind::Warpgroup)?;
                }
                match one.has("GSB0") {
                    true => self.on_matrices(Matrix::Warpgroup(Wgmma::Commit)),
                    false => Some(()),
                }
            }
            _ => None,
        }
    }

    fn product_of_warpgroup(&mut self, one: &Instruction) -> Lowered<Product> {
        let Value::Base(a) = source(one, A)?.value else { return None };
        let is_in_registers = matches!(a, Base::Register(_));
        let at = METADATA + usize::from(is_in_registers);
        let is_sparse = one.has("SP");
        let form = self.form_of_warpgroup(one, number(one, at + 2)? as usize, is_sparse)?;
        let base = destination(one, 0)?;
        let adds_d = predicate(one, at + 3)?;
        let Value::Base(c) = source(one, C)?.value else { return None };
        let is_zero = c == Base::Zero && adds_d.number.is_none() && adds_d.is_negated;
        // The zero register is no C that a product adds.
        let c = if is_zero { base } else { c };
        let [_, columns, steps] = form.shape().map(usize::from);
        let bits = |part| form.element_type(part).bits() as usize;
        let fragments = fragments(form)?;
        let words = |elements: usize, bits: usize| (elements * bits / 32 / THREADS) as u8;
        let of_d = words(ROWS * columns, bits(Operand::D));
        let [d, c] =
            [base, c].map(|first| -> Vec<Reg> { (0..of_d).map(|k| self.base(first, k)).collect() });
        let of_d = Places::of_warpgroup(fragments, columns, d.len())?;
        let mut descriptor = |base: Base| {
            let (low, high) = (self.base(base, 0), self.base(base, 1));
            self.pack(low, high)
        };
        let (a, b) = if is_in_registers {
            let Value::Base(b) = source(one, METADATA)?.value else { return None };
            let b = descriptor(b.next(AFTER_A))?;
            let elements = ROWS * steps / if is_sparse { 2 } else { 1 };
            let count = words(elements, bits(Operand::A));
            let registers = (0..count).map(|k| self.base(a, k)).collect();
            let places = Places::of_mma(fragments, Operand::A, count.into())?;
            (Factor::Registers(registers, places), b)
        } else {
            let (a, b) = (descriptor(a)?, descriptor(a.next(AFTER_A))?);
            (Factor::Shared { descriptor: a, is_transposed: one.has("tnspA") }, b)
        };
        let b = Factor::Shared { descriptor: b, is_transposed: one.has("tnspB") };
        let metadata = match is_sparse {
            true => {
                let register = self.raw(source(one, at)?, 0)?;
                Some(Metadata::new(fragments, register, number(one, at + 1)? as u32))
            }
            false => None,
        };
        let sm = Sm(self.cubin.sm as u16);
        let negate = [one.has("negA"), one.has("negB")];
        let adds_d = self.truth(adds_d);
        Some(Product { form, sm, d, c, of_d, a, b, metadata, adds_d, negate })
    }

    /// Returns the form of `wgmma` that an instruction computes. `shape` is the number of the shape in the instruction.
    fn form_of_warpgroup(&self, one: &Instruction, shape: usize, is_sparse: bool) -> Lowered<Form> {
        let types: Vec<String> = one.modifiers.iter().map(|word| word.to_lowercase()).collect();
        let float = if one.has("F32") { "f32" } else { "f16" };
        let named = |names: &[&str]| -> Vec<&str> {
            types.iter().map(String::as_str).filter(|ty| names.contains(ty)).collect()
        };
        let floats =
            |steps: &[usize]| Some((COLUMNS * (shape % STEPS + 1), *steps.get(shape / STEPS)?));
        let (columns, steps) = match one.name {
            "HGMMA" => floats(&[16, 8, 32])?,
            "QGMMA" => floats(&[32, 64])?,
            "IGMMA" => (*INTEGER_COLUMNS.get(shape / 3)?, *[32, 64].get(shape % 3)?),
            _ => (*INTEGER_COLUMNS.get(shape)?, 256),
        };
        let types = match one.name {
            "HGMMA" => {
                let ty = match () {
                    () if one.has("TF32") => "tf32",
                    () if one.has("BF16") => "bf16",
                    () => "f16",
                };
                vec![float, ty, ty]
            }
            "QGMMA" => [vec![float], named(&["e4m3", "e5m2"])].concat(),
            "IGMMA" => [vec!["s32"], named(&["u8", "s8"])].concat(),
            _ => vec!["s32", "b1", "b1", "and", "popc"],
        };
        let shape = format!("m64n{columns}k{steps}");
        let mut words = vec!["mma_async"];
        words.extend(is_sparse.then_some("sp"));
        words.extend(["sync", "aligned", &shape]);
        words.extend(one.has("SAT").then_some("satfinite"));
        words.extend(types);
        let selections = select_all(Table::Matrices, "wgmma", &words, &self.own_dialect()).ok()?;
        matrix::form(&selections.into_iter().next()?)
    }
}
