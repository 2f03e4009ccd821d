//! Compares the mnemonics of the decoder with those of the table of machine instructions.

use ptx_isa::sass::{is_opcode, opcodes};
use ptx_sass::mnemonics;
use std::collections::BTreeSet;

/// Instructions of chips before sm_75, which the decoder does not know.
const EARLIER: [&str; 4] = ["IADD32I", "LOP32I", "MOV32I", "RRO"];

#[test]
fn every_decoded_mnemonic_is_explained() {
    let unknown: Vec<_> = mnemonics().filter(|name| !is_opcode(name)).collect();
    assert!(unknown.is_empty(), "neither a row nor a reason: {}", unknown.join(", "));
}

#[test]
fn every_row_is_decoded() {
    let decoded: BTreeSet<_> = mnemonics().collect();
    let missing: BTreeSet<_> = opcodes::names().filter(|name| !decoded.contains(name)).collect();
    assert_eq!(missing, EARLIER.into(), "rows that the decoder does not know");
}
