//! Decodes `tcgen05`.

use super::effect::not_supported;
use super::{Body, Decoder};
use crate::code::bulk::Operand as Place;
use crate::code::tensor::{Factor, Lanes, Move, Product, SPARSE_SHIFT, Shape, Tensor, TensorCopy};
use crate::code::warp::{Kind as Wait, Reduce, Warp};
use crate::code::{Action, Source, Width};
use ptx_core::Sm;
use ptx_core::mma::{Kind, ScaleVector};
use ptx_isa::Type;
use ptx_isa::forms::Effect;
use ptx_module::operation::number;
use ptx_module::resolve::{Fault, Instruction};

impl<'a> Decoder<'a, '_> {
    /// Decodes `tcgen05`.
    pub(super) fn tensor(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        effect: Effect,
    ) -> Result<(), Fault> {
        let words: Vec<&str> = instruction.selection.modifiers.iter().flatten().copied().collect();
        let has = |word: &str| words.contains(&word);
        let blocks = if has("cta_group::2") { 2 } else { 1 };
        match effect {
            Effect::TensorAllocation if has("alloc") => {
                return self.allocate(body, instruction);
            }
            Effect::TensorAllocation if has("dealloc") => {
                let address = self.operand(body, instruction, 0, Type::U32)?;
                let columns = self.operand(body, instruction, 1, Type::U32)?;
                self.on_tensor(Tensor::Free { address, columns });
            }
            Effect::TensorAllocation => self.on_tensor(Tensor::Relinquish),
            Effect::TensorLoad | Effect::TensorStore => {
                let one = self.tensor_move(body, instruction, &words)?;
                let is_load = effect == Effect::TensorLoad;
                self.on_tensor(if is_load { Tensor::Load(one) } else { Tensor::Store(one) });
            }
            Effect::TensorCopy if has("shift") => {
                let to = self.place(body, instruction, 0)?;
                self.push(Action::Tensor(Box::new(Tensor::Shift { to, blocks })));
            }
            Effect::TensorCopy => {
                let (shape, lanes) = rows(&words).ok_or_else(|| not_supported(instruction))?;
                let unpacked = match () {
                    () if has("b6x16_p32") => Some(6),
                    () if has("b4x16_p64") => Some(4),
                    () => None,
                };
                let to = self.place(body, instruction, 0)?;
                let from = self.operand(body, instruction, 1, Type::U64)?;
                let one = TensorCopy { to, from, blocks, shape, lanes, unpacked };
                self.push(Action::Tensor(Box::new(Tensor::Copy(Box::new(one)))));
            }
            Effect::TensorMatrix => {
                let one = self.tensor_product(body, instruction, &words, blocks)?;
                self.push(Action::Tensor(Box::new(Tensor::Multiply(Box::new(one)))));
            }
            _ if has("commit") => {
                let mbarrier = self.place(body, instruction, 0)?;
                let mask = match instruction.operands.len() {
                    ..2 => None,
                    _ => Some(self.operand(body, instruction, 1, Type::U16)?),
                };
                self.push(Action::Tensor(Box::new(Tensor::Commit { mbarrier, blocks: mask })));
            }
            _ if has("wait::ld") || has("wait::st") => {
                self.on_tensor(Tensor::Wait { loads: has("wait::ld") });
            }
            _ if has("fence::after_thread_sync") => {
                self.push(Action::Tensor(Box::new(Tensor::Fence)));
            }
            // `tcgen05.fence::before_thread_sync` only orders accesses, which the engine runs in the order of the program.
            _ => {}
        }
        Ok(())
    }

    /// Decodes `tcgen05.alloc`. The wait for free columns gives the address.
    fn allocate(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
    ) -> Result<(), Fault> {
        let to = self.place(body, instruction, 0)?;
        let columns = self.operand(body, instruction, 1, Type::U32)?;
        let mask = Some(self.constant(Width::B32, Source::Bits(u64::from(u32::MAX))));
        let address = self.temporary(Width::B32);
        let (sources, results) = (vec![columns], [Some(address), None]);
        self.push(Action::Warp(Box::new(Warp { kind: Wait::Allocation, mask, sources, results })));
        self.push(Action::Tensor(Box::new(Tensor::Allocate { to, address })));
        Ok(())
    }

    /// Adds an instruction before which the lanes of a warp wait for each other.
    fn on_tensor(&mut self, one: Tensor) {
        let mask = Some(self.constant(Width::B32, Source::Bits(u64::from(u32::MAX))));
        let (sources, results) = (Vec::new(), [None; 2]);
        self.push(Action::Warp(Box::new(Warp { kind: Wait::Matrix, mask, sources, results })));
        self.push(Action::Tensor(Box::new(one)));
    }

    fn operand(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        i: usize,
        ty: Type,
    ) -> Result<usize, Fault> {
        let at = &instruction.written.operands[i].span;
        self.value(body, &instruction.operands[i], at, ty)
    }

    fn place(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        i: usize,
    ) -> Result<Place, Fault> {
        let at = &instruction.written.operands[i].span;
        let (space, address, offset) =
            self.address(body, instruction, &instruction.operands[i], at)?;
        Ok(Place { space, address, offset })
    }

    fn tensor_move(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        words: &[&str],
    ) -> Result<Move, Fault> {
        let has = |word: &str| words.contains(&word);
        if has("spcompress") {
            return Err(not_supported(instruction));
        }
        let is_load = has("ld");
        let is_max = has("max");
        let with = match instruction.selection.instruction_type() {
            Some(Type::F32) => {
                Reduce::Float { is_max, is_abs: has("abs"), propagates_nan: has("NaN") }
            }
            Some(Type::S32) if is_max => Reduce::MaxS32,
            Some(Type::S32) => Reduce::MinS32,
            _ if is_max => Reduce::MaxU32,
            _ => Reduce::MinU32,
        };
        let reduction = match has("red") {
            true => {
                let at = &instruction.written.operands[1].span;
                Some((with, self.destination(body, &instruction.operands[1], at)?))
            }
            false => None,
        };
        let half = instruction.operands.iter().find_map(number).unwrap_or_default() as usize;
        let shape = match () {
            () if has("16x64b") => Shape::L16B64,
            () if has("16x128b") => Shape::L16B128,
            () if has("16x256b") => Shape::L16B256,
            () if has("16x32bx2") => Shape::L16B32X2(half),
            () => Shape::L32B32,
        };
        let last = instruction.operands.len() - 1;
        let (at, values) = match is_load {
            true => (1 + usize::from(reduction.is_some()), self.receivers(body, instruction)?),
            false => {
                let sources = self.vector(body, instruction, last, Type::B32)?;
                (0, sources.into_iter().map(Some).collect())
            }
        };
        let address = self.place(body, instruction, at)?;
        let is_packed = has("pack::16b") || has("unpack::16b");
        Ok(Move { shape, address, is_packed, values, reduction })
    }

    fn tensor_product(
        &mut self,
        body: &mut Body<'a>,
        instruction: &Instruction<'a>,
        words: &[&str],
        blocks: usize,
    ) -> Result<Product, Fault> {
        let has = |word: &str| words.contains(&word);
        let refused = || not_supported(instruction);
        let selection = &instruction.selection;
        let named = |name: &str| {
            let found = selection.operands().position(|slot| slot.name == name);
            found.filter(|i| *i < instruction.operands.len())
        };
        let (kind, vector) = match () {
            () if has("kind::f16") => (Kind::F16, None),
            () if has("kind::tf32") => (Kind::Tf32, None),
            () if has("kind::f8f6f4") => (Kind::F8f6f4, None),
            () if has("kind::i8") => (Kind::I8, None),
            () if has("kind::mxf8f6f4") => (Kind::Mxf8f6f4, Some(ScaleVector::X1)),
            () if has("kind::mxf4") => (Kind::Mxf4, Some(ScaleVector::X2)),
            () if has("block16") || has("scale_vec::4X") => (Kind::Mxf4nvf4, Some(ScaleVector::X4)),
            () => (Kind::Mxf4nvf4, Some(ScaleVector::X2)),
        };
        if has("ashift") && has("sp") {
            return Err(Fault::new(instruction.written.spelling_span(), SPARSE_SHIFT));
        }
        let required = |name: &str| named(name).ok_or_else(refused);
        let d = self.place(body, instruction, required("[d]")?)?;
        let a = match named("[a]") {
            Some(i) => Factor::Tensor(self.place(body, instruction, i)?),
            None => Factor::Shared(self.operand(body, instruction, required("a")?, Type::B64)?),
        };
        let b = self.operand(body, instruction, required("b")?, Type::B64)?;
        let metadata = match named("[e]") {
            Some(i) => Some(self.place(body, instruction, i)?),
            None => None,
        };
        let descriptor = self.operand(body, instruction, required("i")?, Type::B32)?;
        let scales = match vector {
            Some(vector) => {
                let of_a = self.place(body, instruction, required("[s]")?)?;
                let of_b = self.place(body, instruction, required("[t]")?)?;
                Some((vector, [of_a, of_b]))
            }
            None => None,
        };
        let disabled = match named("m") {
            Some(i) => self.vector(body, instruction, i, Type::B32)?,
            None => Vec::new(),
        };
        let zero_columns = match named("z") {
            Some(i) => Some(self.operand(body, instruction, i, Type::U64)?),
            None => None,
        };
        let adds_d = self.operand(body, instruction, required("p")?, Type::Pred)?;
        let scale_d = named("k").and_then(|i| number(&instruction.operands[i])).unwrap_or_default();
        Ok(Product {
            kind,
            sm: Sm(self.dialect.sm()),
            blocks,
            is_stationary: has("ws"),
            d,
            a,
            shifts_a: has("ashift"),
            b,
            zero_columns,
            metadata,
            instruction: descriptor,
            scales,
            disabled,
            adds_d,
            scale_d: scale_d as u32,
            is_described: false,
        })
    }
}

/// Returns the rows and the bytes of a row that `tcgen05.cp` copies, and the lanes that receive the rows.
fn rows(words: &[&str]) -> Option<([usize; 2], Lanes)> {
    let has = |word: &str| words.contains(&word);
    Some(match () {
        () if has("128x256b") => ([128, 32], Lanes::Once),
        () if has("4x256b") => ([4, 32], Lanes::Spread),
        () if has("128x128b") => ([128, 16], Lanes::Once),
        () if has("warpx2::02_13") => ([64, 16], Lanes::Halves),
        () if has("warpx2::01_23") => ([64, 16], Lanes::Pairs),
        () if has("warpx4") => ([32, 16], Lanes::Quarters),
        () => return None,
    })
}
