//! References for `mov` from several registers to one, and for dot products.

use super::integers::{integer, value};
use super::ones;
use crate::{Compute, one};

pub(super) fn of(name: &str) -> Option<Compute> {
    let (word, types) = name.split_once('_')?;
    match word {
        "pack" => pack(types),
        "dp4a" => dot_product(types, 8, 0, 4),
        "dp2a" => {
            let (half, types) = types.split_once('_')?;
            dot_product(types, 16, if half == "hi" { 16 } else { 0 }, 2)
        }
        _ => None,
    }
}

/// Returns the reference for packing words, lowest word first.
fn pack(types: &str) -> Option<Compute> {
    let (to, from) = types.split_once('_')?;
    let (all, bits) = (integer(to)?.0, integer(from)?.0);
    Some(Box::new(move |x| {
        let words = x.iter().take((all / bits) as usize).zip(0..);
        one(words.map(|(word, i): (_, u32)| (word & ones(bits)) << (i * bits)).sum())
    }))
}

/// Returns the reference for a dot product. The reference multiplies `count` elements of the first
/// operand, each with `bits` bits, by bytes of the second operand. The first of these bytes is at
/// bit `from`. The sum of the products is added to the third operand.
fn dot_product(types: &str, bits: u32, from: u32, count: u32) -> Option<Compute> {
    let (a, b) = types.split_once('_')?;
    let (a_signed, b_signed) = (integer(a)?.1, integer(b)?.1);
    Some(Box::new(move |x| {
        let products = (0..count).map(|i| {
            let a = value(x[0] >> (i * bits), bits, a_signed);
            a * value(x[1] >> (from + 8 * i), 8, b_signed)
        });
        one((i128::from(x[2]) + products.sum::<i128>()) as u64 & ones(32))
    }))
}
