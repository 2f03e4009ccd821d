//! Finds replacements for a type that an instruction does not support. A replacement has the width of the type. A float
//! type, narrow float or packed type has a replacement only in bitwise instructions: the bit type of its width.

use super::written::Written;
use crate::nearest::{distance, nearest};
use crate::operand::Operand;
use crate::types::{Kind, Type};

/// Instructions that only move or combine bits. The result of such an instruction depends only on the width of its
/// type.
const BITWISE: &[&str] =
    &["and", "brev", "lop3", "mov", "not", "or", "popc", "prmt", "selp", "shf", "xor"];

/// Returns the types that may replace a type.
pub(super) fn relatives(ty: Type, written: &Written<'_>) -> Vec<&'static str> {
    let bits = Type::bits_of_width(ty.bits());
    let types: Vec<Type> = match ty.kind() {
        Kind::Bits => {
            let mut declared = written.operands.iter().filter_map(|operand| match operand {
                Operand::Register { ty, .. } => *ty,
                _ => None,
            });
            let float = declared.rfind(|d| d.kind() == Kind::Float && d.bits() == ty.bits());
            let unsigned = Type::unsigned_of_width(ty.bits());
            match float {
                Some(float) => vec![float],
                None => unsigned.into_iter().chain(Type::signed_of_width(ty.bits())).collect(),
            }
        }
        Kind::Integer => bits.into_iter().collect(),
        Kind::Float | Kind::Narrow | Kind::Packed if BITWISE.contains(&written.mnemonic) => {
            bits.into_iter().collect()
        }
        Kind::Float | Kind::Narrow | Kind::Packed | Kind::Predicate => Vec::new(),
    };
    types.into_iter().map(Type::word).collect()
}

/// Returns the candidates with the lowest edit distance to a word, if these candidates are similar
/// enough to the word.
pub(super) fn same_distance(word: &str, candidates: &[&'static str]) -> Vec<&'static str> {
    let Some(near) = nearest(word, candidates.iter().copied()) else { return Vec::new() };
    let is_as_near = |candidate: &&&str| distance(word, candidate) == distance(word, near);
    candidates.iter().filter(is_as_near).copied().collect()
}
