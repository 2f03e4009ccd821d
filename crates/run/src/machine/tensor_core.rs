//! Instructions of the tensor core of sm_100: `UTCHMMA`, `UTCQMMA`, `UTCIMMA`, `UTCOMMA`, `UTCCP`, `UTCSHIFT` and `UTCBAR`.
//!
//! A warp runs such an instruction once, with uniform registers. A product does not tell tf32 elements or a sparse matrix A
//! apart from others: its instruction descriptor does.

use super::operand::{number, predicate, source};
use super::{Lowered, Machine};
use crate::code::bulk::Operand as Place;
use crate::code::tensor::{Factor, Lanes, Product, Tensor, TensorCopy};
use crate::memory::address::Space;
use ptx_core::Sm;
use ptx_core::mma::{Kind, ScaleVector};
use ptx_sass::{Base, Instruction, Value};

/// The places of the operands of a product. A register with the address of the metadata precedes the instruction
/// descriptor. `MORE` is the mask of lanes, the descriptor of zero columns, or the addresses of the scales of A and B.
const A: usize = 0;
const B: usize = 1;
const METADATA: usize = 2;
const MORE: usize = 3;
const D: usize = 4;
const ADDS_D: usize = 5;
const SCALE_D: usize = 6;
/// The number of registers with the mask of the lanes of a block.
const MASK_WORDS: u8 = 4;

impl Machine<'_> {
    /// Adds the operation of an instruction of the tensor core.
    pub(super) fn of_tensor_core(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        let blocks = if one.has("2CTA") { 2 } else { 1 };
        let action = match name {
            // The prefix of uniform instructions is removed.
            "TCHMMA" | "TCIMMA" | "TCQMMA" | "TCOMMA" => {
                Tensor::Multiply(Box::new(self.product_of_tensor_core(one, blocks)?))
            }
            "TCBAR" => {
                let mbarrier = self.at_register(one, 0, 0)?;
                let blocks = match one.has("MULTICAST") {
                    true => Some(self.raw(source(one, 1)?, 0)?),
                    false => None,
                };
                Tensor::Commit { mbarrier, blocks }
            }
            "TCCP.T.S" => {
                let from = self.pair(source(one, 1)?, false)?;
                let to = self.tensor_place(one, 0, 2)?;
                let (shape, lanes) = rows(one);
                let unpacked = match () {
                    () if one.has("U6x16P32") => Some(6),
                    () if one.has("U4x16P64") => Some(4),
                    () => None,
                };
                Tensor::Copy(Box::new(TensorCopy { to, from, blocks, shape, lanes, unpacked }))
            }
            "TCSHIFT.DOWN" => Tensor::Shift { to: self.tensor_place(one, 0, 1)?, blocks },
            _ => return None,
        };
        self.push_tensor(action);
        Some(())
    }

    fn product_of_tensor_core(&mut self, one: &Instruction, blocks: usize) -> Lowered<Product> {
        let (kind, vector) = match one.name {
            "UTCHMMA" => (Kind::F16, None),
            "UTCIMMA" => (Kind::I8, None),
            "UTCQMMA" if one.has("SF") => (Kind::Mxf8f6f4, Some(ScaleVector::X1)),
            "UTCQMMA" => (Kind::F8f6f4, None),
            _ if one.has("4X") => (Kind::Mxf4nvf4, Some(ScaleVector::X4)),
            _ => (Kind::Mxf4nvf4, Some(ScaleVector::X2)),
        };
        let is_stationary = one.has("WS");
        let a = match one.has("tmemA") {
            true => Factor::Tensor(self.at_register(one, A, 0)?),
            false => Factor::Shared(self.pair(source(one, A)?, false)?),
        };
        let b = self.pair(source(one, B)?, false)?;
        let metadata = Some(self.at_register(one, METADATA, 0)?);
        let instruction = self.raw(source(one, METADATA)?, 1)?;
        let has_more = source(one, MORE)?.value != Value::Base(Base::Zero);
        let scales = match vector {
            Some(vector) => {
                Some((vector, [self.at_register(one, MORE, 0)?, self.at_register(one, MORE, 1)?]))
            }
            None => None,
        };
        let zero_columns = match is_stationary && has_more {
            true => Some(self.pair(source(one, MORE)?, false)?),
            false => None,
        };
        let mask_words = match has_more && !is_stationary && scales.is_none() {
            true => MASK_WORDS * blocks as u8,
            false => 0,
        };
        let disabled = (0..mask_words).map(|k| self.raw(source(one, MORE)?, k));
        let disabled = disabled.collect::<Option<_>>()?;
        let d = self.at_register(one, D, 0)?;
        let adds_d = self.truth(predicate(one, ADDS_D)?);
        let scale_d = number(one, SCALE_D).unwrap_or(0) as u32;
        Some(Product {
            kind,
            sm: Sm(self.cubin.sm as u16),
            blocks,
            is_stationary,
            d,
            a,
            shifts_a: one.has("ASHIFT"),
            b,
            zero_columns,
            metadata,
            instruction,
            scales,
            disabled,
            adds_d,
            scale_d,
            is_described: true,
        })
    }

    /// Returns the place whose address is in a register `k` after that of an operand.
    fn at_register(&mut self, one: &Instruction, at: usize, k: u8) -> Lowered<Place> {
        let address = self.raw(source(one, at)?, k)?;
        Some(Place { space: Space::Shared, address, offset: 0 })
    }
}

/// Returns the rows and the bytes of a row that `UTCCP` copies, and the lanes that receive the rows.
fn rows(one: &Instruction) -> ([usize; 2], Lanes) {
    match () {
        () if one.has("4dp256bit") => ([4, 32], Lanes::Spread),
        () if one.has("128dp128bit") => ([128, 16], Lanes::Once),
        () if one.has("2x64dp128bit_lw02_lw13") => ([64, 16], Lanes::Halves),
        () if one.has("2x64dp128bit_lw01_lw23") => ([64, 16], Lanes::Pairs),
        () if one.has("4x32dp128bit") => ([32, 16], Lanes::Quarters),
        () => ([128, 32], Lanes::Once),
    }
}
