//! Copies to and from variables of the program.

use super::registration::variable;
use super::{exported_runtime, of};
use crate::api::copy::cuMemcpyAsync;
use crate::code::{INVALID_VALUE, Outcome};
use crate::pointer::put;

/// Returns the address of a part of a variable.
pub(super) fn part(host: usize, bytes: usize, offset: usize) -> Outcome<u64> {
    let (address, size) = variable(host)?;
    match offset.checked_add(bytes).is_some_and(|end| end <= size) {
        true => Ok(address + offset as u64),
        false => Err(INVALID_VALUE),
    }
}

exported_runtime! {
    fn cudaGetSymbolAddress(to: *mut u64, host: usize) { put(to, variable(host)?.0) }
    fn cudaGetSymbolSize(to: *mut usize, host: usize) { put(to, variable(host)?.1) }
    "_ptsz" {
        fn cudaMemcpyToSymbolAsync(host: usize, from: u64, bytes: usize, offset: usize, _kind: i32, stream: u64) { of(cuMemcpyAsync(part(host, bytes, offset)?, from, bytes, stream)) }
        fn cudaMemcpyFromSymbolAsync(to: u64, host: usize, bytes: usize, offset: usize, _kind: i32, stream: u64) { of(cuMemcpyAsync(to, part(host, bytes, offset)?, bytes, stream)) }
    }
    "_ptds" {
        fn cudaMemcpyToSymbol(host: usize, from: u64, bytes: usize, offset: usize, _kind: i32) { of(cuMemcpyAsync(part(host, bytes, offset)?, from, bytes, 0)) }
        fn cudaMemcpyFromSymbol(to: u64, host: usize, bytes: usize, offset: usize, _kind: i32) { of(cuMemcpyAsync(to, part(host, bytes, offset)?, bytes, 0)) }
    }
}
