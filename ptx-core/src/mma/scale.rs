//! Block scales: their values, and their locations in the registers of a warp.

use super::form::Form;
use super::layout::Place;
use super::types::{Operand, ScaleType};
use crate::format::power;

/// A block scale. Its value is a significand times 2^exponent.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    /// The value, or NaN.
    pub(super) value: f64,
    /// 2^exponent, without the significand.
    pub(super) power: f64,
}

impl Scale {
    pub(super) const ONE: Self = Self { value: 1.0, power: 1.0 };

    /// Decodes a scale. The significand is an integer of at most four bits. The significand of a `.ue8m0` scale is 8.
    #[inline(always)]
    pub(super) const fn new(element: ScaleType, bits: u8) -> Self {
        let (significand, exponent, nan) = match element {
            ScaleType::Ue8m0 => (8, bits as i32 - 130, bits == 0xff),
            ScaleType::Ue4m3 => {
                let x = (bits & 0x7f) as i32;
                if x >= 8 { (8 + (x & 7), (x >> 3) - 10, x == 0x7f) } else { (x, -9, false) }
            }
        };
        let power = power(exponent);
        Self { value: if nan { f64::NAN } else { significand as f64 * power }, power }
    }
}

/// Returns the lane and the byte of scale `i` of a row of A or a column of B. `id` is PTX's `{byte-id, thread-id}`.
#[inline(always)]
const fn byte_place(
    operand: Operand,
    index: usize,
    i: usize,
    count: usize,
    id: [u16; 2],
) -> (usize, u32) {
    let [byte, thread] = [id[0] as usize, id[1] as usize];
    // If a row has two scales, the low bit of the byte id is ignored. If a row has four scales, both bits are ignored.
    let first = byte & (4 - count) & 3;
    let lane = match operand {
        Operand::A => (index & 7) << 2 | (thread & 1) << 1 | index >> 3 & 1,
        _ => (index & 7) << 2 | thread & 3,
    };
    (lane, ((first + i) & 3) as u32)
}

/// Reads the scales of R rows of A, or of R columns of B, from the registers of a warp.
#[inline(always)]
pub(super) const fn scales<const R: usize, const S: usize>(
    words: &[u32; 32],
    operand: Operand,
    id: [u16; 2],
) -> [[u8; S]; R] {
    let mut scales = [[0; S]; R];
    let mut index = 0;
    while index < R {
        let mut i = 0;
        while i < S {
            let (lane, byte) = byte_place(operand, index, i, S, id);
            scales[index][i] = words[lane & 31].wrapping_shr(8 * byte) as u8;
            i += 1;
        }
        index += 1;
    }
    scales
}

/// Returns one value for each row or column: the value of its `.ue8m0` scale.
#[inline(always)]
pub(super) const fn powers<const R: usize>(scales: &[[u8; 1]; R]) -> [f64; R] {
    let mut powers = [0.0; R];
    let mut index = 0;
    while index < R {
        powers[index] = Scale::new(ScaleType::Ue8m0, scales[index][0]).value;
        index += 1;
    }
    powers
}

/// Returns the location of scale `i` of a row of A or of a column of B: its lane, and its byte in the register. `id` is
/// PTX's `{byte-id, thread-id}`; bits that the form does not use are ignored.
///
/// Returns `None` for a row, column or scale that the form does not have, for C and D, and for instructions other than
/// `mma`.
///
/// Source: PTX ISA, `mma` with `.block_scale`; CUTLASS. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::mma::{Form, Kind, Operand, Place, Type::*, scale_place};
/// let form = Form::mma([16, 8, 64], [F32, E2m1, E2m1, F32]).kind(Kind::Mxf4).build().unwrap();
/// let place = scale_place(form, Operand::A, 9, 1, [2, 1]);
/// assert_eq!(place, Some(Place { lane: 7, register: 0, element: 3 }));
/// ```
#[inline]
#[must_use]
pub const fn scale_place(
    form: Form,
    operand: Operand,
    index: u8,
    i: u8,
    id: [u16; 2],
) -> Option<Place> {
    let Some(scales) = form.scales else { return None };
    let [m, n, _] = form.shape;
    let length = match operand {
        Operand::A => m,
        Operand::B => n,
        Operand::C | Operand::D => 0,
    };
    let count = scales.vector.count();
    let is_mma = matches!(form.instruction, super::Instruction::Mma);
    if !is_mma || index as u16 >= length || i as usize >= count {
        return None;
    }
    let (lane, byte) = byte_place(operand, index as usize, i as usize, count, id);
    Some(Place { lane: lane as u8, register: 0, element: byte as u8 })
}
