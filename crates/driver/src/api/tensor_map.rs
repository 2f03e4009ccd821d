//! Tensor maps. They have the format of the engine, because NVIDIA does not publish its own.

use crate::border::exported;
use crate::code::*;
use crate::pointer::{array, put};
use crate::report;
use crate::settings::chip;
use crate::state::ready;
use ptx_isa::Type;
use ptx_run::{Argument, Swizzle, TensorMap};

/// The most dimensions of a tensor.
const MOST_RANK: u32 = 5;
/// The alignment of a map in bytes.
const ALIGNMENT: usize = 64;

/// Returns the type for a `CUtensorMapDataType`. The engine has no types that a copy flushes or converts, and no packed types.
fn element(kind: i32) -> Outcome<Type> {
    match kind {
        0 => Ok(Type::U8),
        1 => Ok(Type::U16),
        2 => Ok(Type::U32),
        3 => Ok(Type::S32),
        4 => Ok(Type::U64),
        5 => Ok(Type::S64),
        6 => Ok(Type::F16),
        7 => Ok(Type::F32),
        8 => Ok(Type::F64),
        9 => Ok(Type::Bf16),
        10..=15 => Err(NOT_SUPPORTED),
        _ => Err(INVALID_VALUE),
    }
}

/// Returns the permutation for a `CUtensorMapSwizzle`.
fn permutation(kind: i32) -> Outcome<Swizzle> {
    match kind {
        0 => Ok(Swizzle::None),
        1 => Ok(Swizzle::B32),
        2 => Ok(Swizzle::B64),
        3 => Ok(Swizzle::B128),
        4 => Ok(Swizzle::B128Atom32),
        5 => Ok(Swizzle::B128Atom32Flip8),
        6 => Ok(Swizzle::B128Atom64),
        _ => Err(INVALID_VALUE),
    }
}

/// Prints why a map is refused.
fn refused(reason: String) -> i32 {
    report::say(&format_args!("cuTensorMapEncodeTiled: {reason}"));
    INVALID_VALUE
}

exported! {
    fn cuTensorMapEncodeTiled(to: *mut [u8; 128], kind: i32, rank: u32, address: u64, shape: *const u64, strides: *const u64,
        tile: *const u32, element_steps: *const u32, interleave: i32, swizzle: i32, promotion: i32, fill: i32) {
        ready()?;
        if chip().sm < 90 {
            return Err(NOT_SUPPORTED);
        }
        if to.is_null() || !to.addr().is_multiple_of(ALIGNMENT) || !(1..=MOST_RANK).contains(&rank) || !(0..=3).contains(&promotion) {
            return Err(INVALID_VALUE);
        }
        match interleave {
            0 => {}
            1 | 2 => return Err(NOT_SUPPORTED),
            _ => return Err(INVALID_VALUE),
        }
        let rank = rank as usize;
        let (shape, strides) = (array(shape, rank)?, array(strides, rank - 1)?);
        let (tile, mut steps) = (array(tile, rank)?, array(element_steps, rank)?);
        // A tile without interleaved layout has no step in the first dimension, so the driver ignores the number.
        steps[0] = 1;
        let map = TensorMap::tiled(address, element(kind)?, &shape, &strides, &tile).map_err(refused)?;
        let map = map.steps(&steps).map_err(refused)?.swizzle(permutation(swizzle)?).map_err(refused)?;
        let map = match fill {
            0 => map,
            1 => map.fill_nan().map_err(refused)?,
            _ => return Err(INVALID_VALUE),
        };
        let bytes = Argument::from(map).to_bytes();
        put(to, <[u8; 128]>::try_from(&bytes[..]).map_err(|_| UNKNOWN)?)
    }
}
