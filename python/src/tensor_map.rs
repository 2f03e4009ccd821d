//! Tensor maps as bytes.

use ptx_isa::Type;
use ptx_run::{Swizzle, TensorMap};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Returns the bytes of a tensor map whose address is 0. Dimensions are innermost first. `ty` is a type of PTX, and
/// `strides` are those of all dimensions but the innermost, in bytes.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a map has these parts")]
pub(crate) fn tensor_map<'py>(
    py: Python<'py>,
    ty: &str,
    shape: Vec<u64>,
    strides: Vec<u64>,
    tile: Vec<u32>,
    swizzle: u32,
    atom: [u32; 2],
    fills_nan: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let (ty, swizzle) = (type_of(ty)?, swizzle_of(swizzle, atom)?);
    let map = TensorMap::tiled(0, ty, &shape, &strides, &tile).and_then(|map| map.swizzle(swizzle));
    bytes(py, map, fills_nan)
}

/// Returns the bytes of a tensor map for `.im2col`, whose address is 0. The corners have W first. Without `is_wide`, `pixels`
/// is a number.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "a map has these parts")]
pub(crate) fn im2col_map<'py>(
    py: Python<'py>,
    ty: &str,
    shape: Vec<u64>,
    strides: Vec<u64>,
    lower: Vec<i32>,
    upper: Vec<i32>,
    channels: u32,
    pixels: Option<u32>,
    is_wide: bool,
    steps: Vec<u32>,
    swizzle: u32,
    atom: [u32; 2],
    fills_nan: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let (ty, swizzle) = (type_of(ty)?, swizzle_of(swizzle, atom)?);
    let map = match (is_wide, &lower[..], &upper[..]) {
        (true, [lower], [upper]) => {
            TensorMap::im2col_wide(0, ty, &shape, &strides, [*lower, *upper], channels, pixels)
        }
        (true, ..) => Err("corners of a wide map are one number each".into()),
        (false, lower, upper) => {
            let pixels = pixels.unwrap_or_default();
            TensorMap::im2col(0, ty, &shape, &strides, [lower, upper], channels, pixels)
        }
    };
    bytes(py, map.and_then(|map| map.swizzle(swizzle)?.steps(&steps)), fills_nan)
}

fn type_of(word: &str) -> PyResult<Type> {
    let unknown = || PyValueError::new_err(format!("PTX has no type `.{word}`"));
    Type::from_word(word).ok_or_else(unknown)
}

/// Returns the permutation. `atom` has the bytes of a chunk and of a flip.
fn swizzle_of(swizzle: u32, [atom, flip]: [u32; 2]) -> PyResult<Swizzle> {
    let what = "`swizzle` is 0, 32, 64 or 128, `atom` 16, or 32 or 64 with 128, and `flip` 0, or 8 with `atom` 32";
    let wrong = || {
        let found = format!("found swizzle {swizzle}, atom {atom}, flip {flip}");
        PyValueError::new_err(format!("{what}: {found}"))
    };
    let found = Swizzle::of(swizzle, atom, flip == 8).filter(|_| matches!(flip, 0 | 8));
    found.ok_or_else(wrong)
}

fn bytes(
    py: Python<'_>,
    map: Result<TensorMap, String>,
    fills_nan: bool,
) -> PyResult<Bound<'_, PyBytes>> {
    let map = map.and_then(|map| if fills_nan { map.fill_nan() } else { Ok(map) });
    Ok(PyBytes::new(py, &map.map_err(PyValueError::new_err)?.to_bytes()))
}
