//! Matrices of the batch: one element of a product.

use ptx_isa::{Dialect, Message};

/// Whether an instruction multiplies matrices.
pub(super) fn is_matrix(instruction: &str) -> bool {
    ["mma.", "wgmma."].iter().any(|mnemonic| instruction.starts_with(mnemonic))
}

/// The result of a row of A, a column of B and an element of C, each as written in the batch.
pub(super) fn element(
    instruction: &str,
    _operands: &[&str],
    _dialect: &Dialect,
) -> Result<String, Message> {
    let mnemonic = instruction.split('.').next().unwrap_or_default();
    Err(format!("`{mnemonic}` is not computed yet").into())
}
