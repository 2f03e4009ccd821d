//! Runs `atom` and `red` in the order of the threads (PTX ISA, "Parallel Synchronization and Communication
//! Instructions").
//!
//! `.f32` addition on global memory flushes subnormal operands and sums to sign-preserving zero. On shared
//! memory it preserves subnormals. A generic address counts as the memory that it points to. Additions of
//! f16, bf16 and `.f64` preserve subnormals. Source: PTX ISA, `atom`; machine code of sm_80, sm_90 and
//! sm_120. Grade \[S\]; \[H\] on sm_90 (NVIDIA H100 80GB HBM3).
//!
//! NaN in additions of `.f64`, grade \[H\] on sm_90 (NVIDIA H100 80GB HBM3):
//!
//! | memory | result if both are NaNs | result if one is a NaN | quieted |
//! |---|---|---|---|
//! | global | the operand | the NaN | no |
//! | shared | the value in memory | the NaN | yes |

use crate::code::atomic::{Atomic, Update};
use crate::code::{Access, Reg, Width};
use crate::fault::{FaultKind, Stop};
use crate::lanes::active::Group;
use crate::lanes::registers::Frame;
use crate::memory::access::{addresses, read_bits, write_bits};
use crate::memory::area::{Area, Reach};
use crate::memory::areas::Areas;
use ptx_core::Nans::Ignored;
use ptx_core::Rounding::Rn;
use ptx_core::Subnormals::{Flush, Keep};
use ptx_core::{Saturation, add_bf16, add_bf16x2, add_f16, add_f16x2, add_f32, add_f64};
use ptx_core::{
    max_bf16, max_bf16x2, max_f16, max_f16x2, min_bf16, min_bf16x2, min_f16, min_f16x2,
};

impl Update {
    /// Returns the new value of the word `old`. The bits above `width` are zeros in the arguments, and the caller
    /// ignores them in the result.
    pub(crate) fn apply(self, width: Width, old: u64, [b, c]: [u64; 2], is_global: bool) -> u64 {
        let signed = |bits: u64| match width {
            Width::B64 => bits.cast_signed(),
            _ => i64::from((bits as u32).cast_signed()),
        };
        let chosen = |takes_b: bool| if takes_b { b } else { old };
        match self {
            Self::Add => old.wrapping_add(b),
            Self::AddF32 => {
                let (old, b) = (f32::from_bits(old as u32), f32::from_bits(b as u32));
                let subnormals = if is_global { Flush } else { Keep };
                add_f32(old, b, Rn, subnormals, Saturation::Off).to_bits().into()
            }
            Self::AddF64 => {
                let nan = |bits| f64::from_bits(bits).is_nan();
                match [b, old].into_iter().find(|bits| is_global && nan(*bits)) {
                    Some(bits) => bits,
                    // If both are NaNs, `add_f64` returns its second operand: the old value.
                    None => add_f64(f64::from_bits(b), f64::from_bits(old), Rn).to_bits(),
                }
            }
            Self::AddF16 => add_f16(old as u16, b as u16, Rn, Keep, Saturation::Off).into(),
            Self::AddF16x2 => add_f16x2(old as u32, b as u32, Rn, Keep, Saturation::Off).into(),
            Self::AddBf16 => add_bf16(old as u16, b as u16, Rn).into(),
            Self::AddBf16x2 => add_bf16x2(old as u32, b as u32, Rn).into(),
            Self::MinF16 => min_f16(old as u16, b as u16, Keep, Ignored).into(),
            Self::MinF16x2 => min_f16x2(old as u32, b as u32, Keep, Ignored).into(),
            Self::MinBf16 => min_bf16(old as u16, b as u16, Ignored).into(),
            Self::MinBf16x2 => min_bf16x2(old as u32, b as u32, Ignored).into(),
            Self::MaxF16 => max_f16(old as u16, b as u16, Keep, Ignored).into(),
            Self::MaxF16x2 => max_f16x2(old as u32, b as u32, Keep, Ignored).into(),
            Self::MaxBf16 => max_bf16(old as u16, b as u16, Ignored).into(),
            Self::MaxBf16x2 => max_bf16x2(old as u32, b as u32, Ignored).into(),
            Self::Min => old.min(b),
            Self::Max => old.max(b),
            Self::MinSigned => chosen(signed(b) < signed(old)),
            Self::MaxSigned => chosen(signed(b) > signed(old)),
            Self::Increment => {
                if old >= b {
                    0
                } else {
                    old + 1
                }
            }
            Self::Decrement => {
                if old == 0 || old > b {
                    b
                } else {
                    old - 1
                }
            }
            Self::And => old & b,
            Self::Or => old | b,
            Self::Xor => old ^ b,
            Self::Exchange => b,
            Self::Arrive => Self::arrived(old),
            Self::CompareAndSwap => {
                if old == b {
                    c
                } else {
                    old
                }
            }
        }
    }
}

/// Runs an atomic operation for each lane, in ascending order.
///
/// # Errors
/// If a lane faults: the fault of the first such lane. An atomic operation faults if a store to its address would
/// fault, or if the address is in local memory.
pub(crate) fn run(
    atomic: &Atomic,
    frame: &mut Frame,
    group: Group<'_>,
    areas: &mut Areas<'_>,
    places: &mut Vec<u64>,
) -> Result<(), Stop> {
    let Atomic { access, update, b, c, high, alignment, .. } = atomic;
    let Access { space, width, .. } = *access;
    addresses(access, frame, group, places);
    for (i, address) in places.iter().enumerate() {
        let lane = group.lane(i);
        let size = width.bytes();
        let bytes = size * access.values.len();
        let reach = Reach { lane, space, address: *address, bytes, writes: true };
        let (area, place) = areas.locate_aligned(reach, *alignment)?;
        let is_global = match area {
            Area::Buffer(_) => true,
            Area::Shared => false,
            Area::Local | Area::Parameters => {
                let what = "the address is in local memory, where nothing is atomic";
                return Err(Stop::new(FaultKind::Undefined, lane, what));
            }
        };
        areas.check_written(reach, place)?;
        areas.mark(lane, area, place, bytes, true);
        let element = group.element(i);
        let operand = |register: Reg| frame.columns[register].get(element);
        let operands = [operand(*b), c.map_or(0, operand)];
        if let Some([high_b, high_c]) = high {
            let content = &mut areas.bytes_mut(area)[place..];
            let old = [read_bits(content, width), read_bits(&content[size..], width)];
            let (b, c) = ([operands[0], operand(*high_b)], [operands[1], operand(*high_c)]);
            let new = match update {
                Update::CompareAndSwap if old == b => c,
                Update::CompareAndSwap => old,
                _ => b,
            };
            for (half, bits) in new.into_iter().enumerate() {
                write_bits(&mut areas.bytes_mut(area)[place + half * size..], width, bits);
                areas.watch_atomic(lane, area, place + half * size, width);
            }
            for (register, bits) in access.values.iter().zip(old) {
                if let Some(register) = register {
                    frame.columns[*register].set(element, bits);
                }
            }
            continue;
        }
        let bytes = &mut areas.bytes_mut(area)[place..];
        let old = read_bits(bytes, width);
        write_bits(bytes, width, update.apply(width, old, operands, is_global));
        areas.watch_atomic(lane, area, place, width);
        if let Some(Some(to)) = access.values.first() {
            frame.columns[*to].set(element, old);
        }
    }
    Ok(())
}
