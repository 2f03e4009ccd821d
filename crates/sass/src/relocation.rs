//! Relocations: addresses that the linker or the loader fills in.

use object::SymbolIndex;

/// Kinds of relocations: the address of a variable or function in 64 bits, and the generic address of a variable.
pub(crate) const ADDRESS: u32 = 2;
pub(crate) const GENERIC: u32 = 4;
/// Kinds of relocations: the low and the high half of an address, in bits 63:32 of an instruction.
pub(crate) const LOW: u32 = 0x38;
pub(crate) const HIGH: u32 = 0x39;

/// An entry of a table of relocations.
pub(crate) struct Entry {
    pub(crate) offset: usize,
    pub(crate) symbol: SymbolIndex,
    pub(crate) kind: u32,
    pub(crate) addend: Option<i64>,
}

/// Returns whether a relocation of code is the address of a function, if its symbol is a function. The address to return
/// to has an addend.
pub(crate) fn is_function_address(kind: u32, addend: i64) -> bool {
    matches!(kind, LOW | HIGH) && addend == 0
}
