//! Chooses how parameters and variables are stored.

use super::body::Storage;
use ptx_module::resolve::{Fault, bytes, element, is_scalar};
use ptx_module::syntax::{Declaration, Declarator};

/// Returns the storage of a parameter or `.param` variable.
pub(crate) fn storage(
    declaration: &Declaration<'_>,
    declarator: &Declarator<'_>,
) -> Result<Storage, Fault> {
    let ty = element(declaration)?;
    match is_scalar(declaration, declarator) {
        true => Ok(Storage::Scalar(ty)),
        false => Ok(Storage::Bytes(bytes(declaration, declarator)?)),
    }
}
