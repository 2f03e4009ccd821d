//! Computes Dᵀ = Bᵀ · Aᵀ + Cᵀ instead of D, if D has few columns.
//!
//! The vectors of a unit hold 16 columns of B. A tile of `mma` has eight columns, but 16 rows, which fill the vectors.

use super::{Product, blocked};
use ptx_core::mma::{Extras, Kind, Operand, Type};

/// The number of columns that a vector of a unit holds.
const COLUMNS: usize = 16;

/// Returns whether Dᵀ needs fewer vectors and the form also computes Dᵀ. The form does so if A and B have the same type
/// and all elements of A are stored. With f64, a NaN result depends on the order of the factors. The vectors for `.e2m1`
/// in four bits hold eight columns.
fn is_faster(product: &Product<'_>) -> bool {
    let Product { form, shape: [_, rows, columns], .. } = *product;
    let [a, b] = [Operand::A, Operand::B].map(|operand| form.element_type(operand));
    let is_fp4 = matches!(form.kind(), Some(Kind::Mxf4 | Kind::Mxf4nvf4));
    let is_symmetric = a == b && !form.is_sparse() && !is_fp4 && a != Type::F64;
    is_symmetric && columns.div_ceil(COLUMNS) * rows > rows.div_ceil(COLUMNS) * columns
}

/// Computes the product or its transpose. Returns `None` if `stop` returned true, or if the target does not have the form.
pub(super) fn run(
    product: &Product<'_>,
    d: &mut [u64],
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<()> {
    if !is_faster(product) {
        return blocked::run(product, d, stop);
    }
    let Product { shape: [count, rows, columns], a, b, c, extras, .. } = *product;
    let mut result = vec![0; d.len()];
    let turned = transpose(c, rows, columns);
    let transposed = Product {
        shape: [count, columns, rows],
        a: b,
        b: a,
        c: &turned,
        extras: Extras { scales_a: extras.scales_b, scales_b: extras.scales_a, ..extras },
        ..*product
    };
    blocked::run(&transposed, &mut result, stop)?;
    d.copy_from_slice(&transpose(&result, columns, rows));
    Some(())
}

/// Transposes matrices of the same size.
fn transpose(matrices: &[u64], rows: usize, columns: usize) -> Vec<u64> {
    let mut turned = Vec::with_capacity(matrices.len());
    for matrix in matrices.chunks(rows * columns) {
        for column in 0..columns {
            turned.extend(matrix.iter().skip(column).step_by(columns));
        }
    }
    turned
}
