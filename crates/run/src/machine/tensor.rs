//! Allocations of tensor memory, and its loads and stores: `UTCATOMSWS`, `LDTM` and `STTM`.
//!
//! `tcgen05.alloc` becomes a loop around `UTCATOMSWS.FIND_AND_SET`, which allocates units of 32 columns, and
//! `tcgen05.dealloc` becomes `UTCATOMSWS.AND`, which keeps the units of a mask. The code also notes the allocated units in
//! reserved shared memory. `LDTM` waits for its words itself: the assembler writes the wait into other bits of the
//! instructions.

use super::operand::{destination, number, source};
use super::{Lowered, Machine};
use crate::code::bulk::Operand as Place;
use crate::code::tensor::{Move, Shape, Tensor};
use crate::code::warp::{Kind, Reduce};
use crate::code::{Action, Width};
use crate::memory::address::Space;
use ptx_sass::{Base, Instruction, Value};

/// The number of low bits of an offset in tensor memory. The other bits are an operand of their own.
const LOW_BITS: u32 = 24;

impl Machine<'_> {
    /// Adds the operations of an instruction on tensor memory.
    pub(super) fn on_tensor_memory(&mut self, one: &Instruction, name: &str) -> Lowered<()> {
        match name {
            // The prefix of uniform instructions is removed.
            "TCATOMSWS.FIND_AND_SET.ALIGN" => {
                let units = self.raw(source(one, 2)?, 0)?;
                let (start, found) = (self.result(one, 1)?, self.written(one, 0)?);
                self.push_tensor(Tensor::FindUnits { units, start, found });
            }
            "TCATOMSWS.AND" if destination(one, 0)? == Base::Zero => {
                let mask = self.raw(source(one, 1)?, 0)?;
                self.push_tensor(Tensor::KeepUnits { mask });
            }
            "VIRTCOUNT.DEALLOC.SMPOOL" => self.push_tensor(Tensor::Relinquish),
            "LDTM" | "LDTM.STAT" => {
                let base = destination(one, 0)?;
                let shape = shape(one)?;
                let count = registers(one, shape);
                let values = (0..count).map(|k| (base != Base::Zero).then(|| self.base(base, k)));
                let values = values.collect();
                let reduction = match name {
                    "LDTM.STAT" => {
                        let Value::Base(to) = source(one, 4)?.value else { return None };
                        Some((reduction(one), Some(self.to(to, 0))))
                    }
                    _ => None,
                };
                let address = self.tensor_place(one, 1, 2)?;
                let is_packed = one.has("PACK16BIT");
                self.of_whole_warp(Tensor::Load(Move {
                    shape,
                    address,
                    is_packed,
                    values,
                    reduction,
                }));
                self.push_tensor(Tensor::Wait { loads: true });
            }
            "STTM" => {
                let from = source(one, 3)?;
                let shape = shape(one)?;
                let values = (0..registers(one, shape)).map(|k| Some(Some(self.raw(from, k)?)));
                let values = values.collect::<Option<_>>()?;
                let address = self.tensor_place(one, 0, 1)?;
                let is_packed = one.has("EXPAND16BIT");
                let reduction = None;
                self.of_whole_warp(Tensor::Store(Move {
                    shape,
                    address,
                    is_packed,
                    values,
                    reduction,
                }));
            }
            "FENCE.VIEW.ASYNC" if one.has("T") => self.of_whole_warp(Tensor::Wait { loads: false }),
            _ => return None,
        }
        Some(())
    }

    pub(super) fn push_tensor(&mut self, one: Tensor) {
        self.push(Action::Tensor(Box::new(one)));
    }

    /// Adds an instruction before which the lanes of a warp wait for each other.
    fn of_whole_warp(&mut self, one: Tensor) {
        self.meet(Kind::Matrix);
        self.push_tensor(one);
    }

    /// Returns the place in tensor memory at the address in a register and an offset, whose two parts are at `offset_at`.
    pub(super) fn tensor_place(
        &mut self,
        one: &Instruction,
        at: usize,
        offset_at: usize,
    ) -> Lowered<Place> {
        let start = self.raw(source(one, at)?, 0)?;
        let offset = number(one, offset_at)? | number(one, offset_at + 1)? << LOW_BITS;
        let offset = self.word(offset as u32);
        let address = self.value("add.s32", Width::B32, &[start, offset])?;
        Some(Place { space: Space::Shared, address, offset: 0 })
    }
}

/// Returns the shape of a move.
fn shape(one: &Instruction) -> Lowered<Shape> {
    Some(match () {
        () if one.has("16dp64bit") => Shape::L16B64,
        () if one.has("16dp128bit") => Shape::L16B128,
        () if one.has("16dp256bit") => Shape::L16B256,
        () if one.has("16dp32bit_t0_t15") => Shape::L16B32 { is_second: false },
        () if one.has("16dp32bit_t16_t31") => Shape::L16B32 { is_second: true },
        () => Shape::L32B32,
    })
}

/// Returns the number of registers of a move.
fn registers(one: &Instruction, shape: Shape) -> u8 {
    let repeated = one.modifiers.iter().find_map(|word| word.strip_prefix('x')?.parse::<u8>().ok());
    let of_one = match shape {
        Shape::L16B128 => 2,
        Shape::L16B256 => 4,
        _ => 1,
    };
    repeated.unwrap_or(1).saturating_mul(of_one)
}

/// Returns the reduction of `LDTM.STAT`.
fn reduction(one: &Instruction) -> Reduce {
    let (is_max, is_abs) =
        (one.has("MAX") || one.has("MAXABS"), one.has("MAXABS") || one.has("MINABS"));
    match (one.has("F32"), one.has("S32"), is_max) {
        (true, ..) => Reduce::Float { is_max, is_abs, propagates_nan: one.has("NAN") },
        (_, true, true) => Reduce::MaxS32,
        (_, true, false) => Reduce::MinS32,
        (_, _, true) => Reduce::MaxU32,
        _ => Reduce::MinU32,
    }
}
