//! Encodes tensor maps with the functions of the driver.

use super::name_of;
use crate::tensor_map::{Map, Part};
use cudarc::driver::{DeviceRepr, sys};
use ptx_isa::Type;
use ptx_run::Swizzle;
use std::ffi::{CStr, c_int, c_uint, c_void};
use std::ptr;

/// The bytes of a tensor map (`CUtensorMap`).
#[repr(C, align(64))]
pub(super) struct Encoded([u64; 16]);

// SAFETY: the struct has no padding and no pointers, and C has the same layout for it.
unsafe impl DeviceRepr for Encoded {}

/// The parameters of all three functions after those that differ: interleave, swizzle, L2 promotion and fill.
type Tiled = unsafe extern "C" fn(
    *mut Encoded,
    c_uint,
    u32,
    *mut c_void,
    *const u64,
    *const u64,
    *const u32,
    *const u32,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
) -> sys::CUresult;

type Im2col = unsafe extern "C" fn(
    *mut Encoded,
    c_uint,
    u32,
    *mut c_void,
    *const u64,
    *const u64,
    *const c_int,
    *const c_int,
    u32,
    u32,
    *const u32,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
) -> sys::CUresult;

type Wide = unsafe extern "C" fn(
    *mut Encoded,
    c_uint,
    u32,
    *mut c_void,
    *const u64,
    *const u64,
    c_int,
    c_int,
    u32,
    u32,
    *const u32,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
    c_uint,
) -> sys::CUresult;

/// The versions of CUDA that introduced the functions.
const CUDA_12_0: c_int = 12_000;
const CUDA_12_8: c_int = 12_080;

/// `CU_TENSOR_MAP_INTERLEAVE_NONE`, and `CU_TENSOR_MAP_L2_PROMOTION_NONE`.
const NONE: c_uint = 0;

impl Map {
    /// Encodes the map of a tensor. `buffer` is the address of its buffer.
    ///
    /// # Errors
    /// Returns the error of the driver.
    pub(super) fn encode(&self, buffer: u64) -> Result<Encoded, String> {
        let mut map = Encoded([0; 16]);
        let to = &raw mut map;
        let at = ptr::without_provenance_mut::<c_void>((buffer + self.offset) as usize);
        let (rank, ty) = (self.shape.len() as u32, element(self.ty)?);
        let (shape, strides) = (self.shape.as_ptr(), self.strides.as_ptr());
        let (steps, fill) = (self.steps.as_ptr(), c_uint::from(self.fills_nan));
        let swizzle = permutation(self.swizzle)?;
        let status = match self.part {
            Part::Tile(tile) => {
                let found = function(c"cuTensorMapEncodeTiled", CUDA_12_0)?;
                // SAFETY: the driver returned the function for this name, whose parameters cuda.h declares so.
                let encode = unsafe { std::mem::transmute::<*mut c_void, Tiled>(found) };
                let tile = tile.as_ptr();
                // SAFETY: the lists have `rank` elements, those of the strides `rank - 1`.
                unsafe {
                    encode(to, ty, rank, at, shape, strides, tile, steps, NONE, swizzle, NONE, fill)
                }
            }
            Part::Pixels { corners: [lower, upper], channels, pixels } => {
                let found = function(c"cuTensorMapEncodeIm2col", CUDA_12_0)?;
                // SAFETY: as above.
                let encode = unsafe { std::mem::transmute::<*mut c_void, Im2col>(found) };
                let (lower, upper) = (lower.as_ptr(), upper.as_ptr());
                // SAFETY: as above. The corners have an element for each spatial dimension.
                unsafe {
                    encode(
                        to, ty, rank, at, shape, strides, lower, upper, channels, pixels, steps,
                        NONE, swizzle, NONE, fill,
                    )
                }
            }
            Part::Wide { corners: [lower, upper], channels, pixels } => {
                let found = function(c"cuTensorMapEncodeIm2colWide", CUDA_12_8)?;
                // SAFETY: as above.
                let encode = unsafe { std::mem::transmute::<*mut c_void, Wide>(found) };
                // `CU_TENSOR_MAP_IM2COL_WIDE_MODE_W` and `CU_TENSOR_MAP_IM2COL_WIDE_MODE_W128`.
                let mode = c_uint::from(pixels.is_none());
                let pixels = pixels.unwrap_or(1);
                // SAFETY: as above.
                unsafe {
                    encode(
                        to, ty, rank, at, shape, strides, lower, upper, channels, pixels, steps,
                        NONE, mode, swizzle, NONE, fill,
                    )
                }
            }
        };
        status.result().map_err(name_of)?;
        Ok(map)
    }
}

/// Looks up a function of the driver.
fn function(name: &CStr, version: c_int) -> Result<*mut c_void, String> {
    let mut found = ptr::null_mut();
    let mut status = sys::CUdriverProcAddressQueryResult::CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
    // SAFETY: the function reads the name, and writes a pointer and a status to local variables.
    let result = unsafe {
        sys::cuGetProcAddress_v2(name.as_ptr(), &raw mut found, version, 0, &raw mut status)
    };
    result.result().map_err(name_of)?;
    match found.is_null() {
        true => Err(format!("the driver does not have {}", name.to_string_lossy())),
        false => Ok(found),
    }
}

/// Returns the `CUtensorMapDataType` of a type.
fn element(ty: Type) -> Result<c_uint, String> {
    Ok(match ty {
        Type::U8 => 0,
        Type::U16 => 1,
        Type::U32 => 2,
        Type::S32 => 3,
        Type::U64 => 4,
        Type::S64 => 5,
        Type::F16 => 6,
        Type::F32 => 7,
        Type::F64 => 8,
        Type::Bf16 => 9,
        ty => return Err(format!("a tensor map of `{}`", ty.word())),
    })
}

/// Returns the `CUtensorMapSwizzle` of a permutation.
fn permutation(swizzle: Swizzle) -> Result<c_uint, String> {
    Ok(match swizzle {
        Swizzle::None => 0,
        Swizzle::B32 => 1,
        Swizzle::B64 => 2,
        Swizzle::B128 => 3,
        Swizzle::B128Atom32 => 4,
        Swizzle::B128Atom32Flip8 => 5,
        Swizzle::B128Atom64 => 6,
        other => return Err(format!("a swizzle {other:?}")),
    })
}
