//! References for sums and products that read or write (`.cc`) the carry flag. The flag is the last
//! operand.

use super::integers::{high, integer, product};
use super::{ones, two};
use crate::{Compute, Words, one};

pub(super) fn of(name: &str) -> Option<Compute> {
    let (word, ty) = name.rsplit_once('_')?;
    let (bits, signed) = integer(ty)?;
    let (word, writes) = match word.strip_suffix("_cc") {
        Some(word) => (word, true),
        None => (word, false),
    };
    let reads = word.starts_with("addc") || word.starts_with("subc") || word.starts_with("madc");
    if !reads && !writes {
        return None;
    }
    let cut = move |exact: i128| {
        let d = exact as u64 & ones(bits);
        let carry = exact != i128::from(d);
        if writes { two(d, carry) } else { one(d) }
    };
    let carry = move |x: &Words, place: usize| if reads { i128::from(x[place]) } else { 0 };
    let whole = move |x: u64| i128::from(x & ones(bits));
    Some(match word.trim_end_matches("_lo").trim_end_matches("_hi") {
        "add" | "addc" => Box::new(move |x| cut(whole(x[0]) + whole(x[1]) + carry(x, 2))),
        "sub" | "subc" => Box::new(move |x| cut(whole(x[0]) - whole(x[1]) - carry(x, 2))),
        "mad" | "madc" if word.ends_with("lo") => Box::new(move |x| {
            let low = product(x, bits, signed) as u64;
            cut(whole(low) + whole(x[2]) + carry(x, 3))
        }),
        "mad" | "madc" => {
            Box::new(move |x| cut(whole(high(x, bits, signed)) + whole(x[2]) + carry(x, 3)))
        }
        _ => return None,
    })
}
