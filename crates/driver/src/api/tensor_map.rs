//! Tensor maps. They have the format of the engine, because NVIDIA does not publish its own.

use crate::border::exported;
use crate::code::*;
use crate::pointer::{array, get, put};
use crate::report;
use crate::settings::chip;
use crate::state::ready;
use ptx_isa::Type;
use ptx_run::{Swizzle, TensorMap};

/// The most dimensions of a tensor.
const MOST_RANK: u32 = 5;
/// The alignment of a map in bytes.
const ALIGNMENT: usize = 64;

/// `CUtensorMap`.
type Bytes = [u8; 128];

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
fn refused(function: &str, reason: &str) -> i32 {
    report::say(&format_args!("{function}: {reason}"));
    INVALID_VALUE
}

/// Checks the arguments that all kinds of maps have.
fn check(to: *mut Bytes, rank: u32, interleave: i32, promotion: i32) -> Outcome<usize> {
    check_place(to)?;
    if !(1..=MOST_RANK).contains(&rank) || !(0..=3).contains(&promotion) {
        return Err(INVALID_VALUE);
    }
    match interleave {
        0 => Ok(rank as usize),
        1 | 2 => Err(NOT_SUPPORTED),
        _ => Err(INVALID_VALUE),
    }
}

/// Checks that the thread has a context of a device with tensor maps, and the address of the map.
fn check_place(to: *mut Bytes) -> Outcome {
    ready()?;
    if chip().sm < 90 {
        return Err(NOT_SUPPORTED);
    }
    if to.is_null() || !to.addr().is_multiple_of(ALIGNMENT) {
        return Err(INVALID_VALUE);
    }
    Ok(())
}

/// Returns a map with its steps, permutation and fill.
fn completed(
    map: Result<TensorMap, String>,
    mut steps: Vec<u32>,
    swizzle: Swizzle,
    fill: i32,
) -> Result<TensorMap, String> {
    // A tile without interleaved layout has no step in the first dimension, so the driver ignores the number.
    steps.first_mut().into_iter().for_each(|first| *first = 1);
    let map = map?.steps(&steps)?.swizzle(swizzle)?;
    match fill {
        0 => Ok(map),
        1 => map.fill_nan(),
        _ => Err(format!("a fill of {fill}: it must be 0 or 1")),
    }
}

exported! {
    fn cuTensorMapEncodeTiled(to: *mut Bytes, kind: i32, rank: u32, address: u64, shape: *const u64, strides: *const u64,
        tile: *const u32, element_steps: *const u32, interleave: i32, swizzle: i32, promotion: i32, fill: i32) {
        let rank = check(to, rank, interleave, promotion)?;
        let (shape, strides) = (array(shape, rank)?, array(strides, rank - 1)?);
        let (tile, steps) = (array(tile, rank)?, array(element_steps, rank)?);
        let map = TensorMap::tiled(address, element(kind)?, &shape, &strides, &tile);
        let map = completed(map, steps, permutation(swizzle)?, fill);
        put(to, map.map_err(|reason| refused("cuTensorMapEncodeTiled", &reason))?.to_bytes())
    }
    fn cuTensorMapEncodeIm2col(to: *mut Bytes, kind: i32, rank: u32, address: u64, shape: *const u64, strides: *const u64,
        lower: *const i32, upper: *const i32, channels: u32, pixels: u32, element_steps: *const u32, interleave: i32,
        swizzle: i32, promotion: i32, fill: i32) {
        let rank = check(to, rank, interleave, promotion)?;
        let (shape, strides) = (array(shape, rank)?, array(strides, rank - 1)?);
        let axes = rank.checked_sub(2).filter(|axes| *axes > 0).ok_or(INVALID_VALUE)?;
        let (lower, upper, steps) = (array(lower, axes)?, array(upper, axes)?, array(element_steps, rank)?);
        let map = TensorMap::im2col(address, element(kind)?, &shape, &strides, [&lower, &upper], channels, pixels);
        let map = completed(map, steps, permutation(swizzle)?, fill);
        put(to, map.map_err(|reason| refused("cuTensorMapEncodeIm2col", &reason))?.to_bytes())
    }
    fn cuTensorMapEncodeIm2colWide(to: *mut Bytes, kind: i32, rank: u32, address: u64, shape: *const u64, strides: *const u64,
        lower: i32, upper: i32, channels: u32, pixels: u32, element_steps: *const u32, interleave: i32, mode: i32,
        swizzle: i32, promotion: i32, fill: i32) {
        let rank = check(to, rank, interleave, promotion)?;
        if chip().sm < 100 {
            return Err(NOT_SUPPORTED);
        }
        let pixels = match mode {
            0 => Some(pixels),
            // The number of pixels is 128.
            1 => None,
            _ => return Err(INVALID_VALUE),
        };
        let (shape, strides, steps) = (array(shape, rank)?, array(strides, rank - 1)?, array(element_steps, rank)?);
        let map = TensorMap::im2col_wide(address, element(kind)?, &shape, &strides, [lower, upper], channels, pixels);
        let map = completed(map, steps, permutation(swizzle)?, fill);
        put(to, map.map_err(|reason| refused("cuTensorMapEncodeIm2colWide", &reason))?.to_bytes())
    }
    fn cuTensorMapReplaceAddress(map: *mut Bytes, address: u64) {
        check_place(map)?;
        let changed = TensorMap::from_bytes(&get(map)?).and_then(|map| map.at(address));
        put(map, changed.map_err(|reason| refused("cuTensorMapReplaceAddress", &reason))?.to_bytes())
    }
}
