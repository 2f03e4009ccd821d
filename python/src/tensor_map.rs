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
    atom: u32,
    fills_nan: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let wrong = |what: String| PyValueError::new_err(what);
    let ty = Type::from_word(ty).ok_or_else(|| wrong(format!("PTX has no type `.{ty}`")))?;
    let swizzle = match (swizzle, atom) {
        (0, 16) => Swizzle::None,
        (32, 16) => Swizzle::B32,
        (64, 16) => Swizzle::B64,
        (128, 16) => Swizzle::B128,
        (128, 32) => Swizzle::B128Atom32,
        _ => {
            let what = "`swizzle` is 0, 32, 64 or 128, and `atom` 16, or 32 with 128";
            return Err(wrong(format!("{what}: found swizzle {swizzle}, atom {atom}")));
        }
    };
    let map = TensorMap::tiled(0, ty, &shape, &strides, &tile).and_then(|map| map.swizzle(swizzle));
    let map = map.and_then(|map| if fills_nan { map.fill_nan() } else { Ok(map) });
    Ok(PyBytes::new(py, &map.map_err(wrong)?.to_bytes()))
}
