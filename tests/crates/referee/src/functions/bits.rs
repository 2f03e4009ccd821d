//! References for logic, shifts and bit fields, computed bit by bit.

use super::integers::integer;
use super::{ones, two};
use crate::bits::{bfe, bfi, bfind, bit, bits as by_bit, bmsk, fns, szext};
use crate::modes::{Modes, combined};
use crate::{Compute, Words, one};
use ptx_core::{Amount, Combination, Permutation};

pub(super) fn of(name: &str, m: &Modes) -> Option<Compute> {
    if let Some(operation) = name.strip_suffix("_pred") {
        return of_predicates(operation);
    }
    let (word, ty) = name.rsplit_once('_')?;
    let (bits, signed) = integer(ty)?;
    let msb = bits - 1;
    let each = move |of: &dyn Fn(u32) -> bool| one(by_bit(bits, of));
    let amount = m.get(Amount::Clamp);
    Some(match word {
        "and" => Box::new(move |x| each(&|i| bit(x[0], i) && bit(x[1], i))),
        "or" => Box::new(move |x| each(&|i| bit(x[0], i) || bit(x[1], i))),
        "xor" => Box::new(move |x| each(&|i| bit(x[0], i) != bit(x[1], i))),
        "not" => Box::new(move |x| each(&|i| !bit(x[0], i))),
        "cnot" => Box::new(|x| one((x[0] == 0).into())),
        "shl" => Box::new(move |x| each(&|i| u64::from(i) >= x[1] && bit(x[0], i - x[1] as u32))),
        "popc" => Box::new(move |x| one((0..bits).filter(|i| bit(x[0], *i)).count() as u64)),
        "brev" => Box::new(move |x| each(&|i| bit(x[0], msb - i))),
        "clz" => Box::new(move |x| {
            let found = (0..bits).rev().find(|i| bit(x[0], *i));
            one(found.map_or(bits, |i| msb - i).into())
        }),
        "bfind" | "bfind_shiftamt" => {
            let is_amount = word == "bfind_shiftamt";
            Box::new(move |x| {
                let is_negative = signed && bit(x[0], msb);
                let found = bfind(if is_negative { !x[0] } else { x[0] }, msb);
                one(if is_amount && found <= msb { msb - found } else { found }.into())
            })
        }
        "bfe" => Box::new(move |x| one(bfe(x[0], x[1] as u32, x[2] as u32, msb, signed))),
        "bfi" => Box::new(move |x| one(bfi(x[0], x[1], x[2] as u32, x[3] as u32, msb))),
        "bmsk" => Box::new(move |x| one(bmsk(x[0] as u32, x[1] as u32, amount).into())),
        "szext" => Box::new(move |x| one(szext(x[0] as u32, x[1] as u32, amount, signed).into())),
        "fns" => Box::new(|x| one(fns(x[0] as u32, x[1] as u32, x[2] as i32).into())),
        "lop3" => Box::new(|x| one(chosen(x))),
        "lop3_boolop" => {
            let combination = m.get(Combination::And);
            Box::new(move |x| {
                let d = chosen(x);
                two(d, combined((d != 0).into(), x[4], combination))
            })
        }
        "prmt" => {
            let permutation = m.get(Permutation::Selected);
            Box::new(move |x| one(permuted(x, permutation)))
        }
        "shf_l" | "shf_r" => {
            let is_left = word == "shf_l";
            Box::new(move |x| {
                let both = u128::from(x[1]) << 32 | u128::from(x[0]);
                let count = if amount == Amount::Clamp { x[2].min(32) } else { x[2] % 32 };
                let shifted = if is_left { both << count >> 32 } else { both >> count };
                one(shifted as u64 & ones(32))
            })
        }
        "clmad_lo" | "clmad_hi" => {
            let is_high = word == "clmad_hi";
            Box::new(move |x| {
                let rows = (0..64).filter(|i| bit(x[0], *i)).map(|i| u128::from(x[1]) << i);
                let product = rows.fold(0, |sum, row| sum ^ row);
                one((if is_high { product >> 64 } else { product }) as u64 ^ x[2])
            })
        }
        _ => return None,
    })
}

/// Returns the reference for logic on predicates, computed as arithmetic on 0 and 1.
fn of_predicates(operation: &str) -> Option<Compute> {
    Some(match operation {
        "and" => Box::new(|x| one(combined(x[0], x[1], Combination::And))),
        "or" => Box::new(|x| one(combined(x[0], x[1], Combination::Or))),
        "xor" => Box::new(|x| one(combined(x[0], x[1], Combination::Xor))),
        "not" => Box::new(|x| one(1 - x[0])),
        _ => return None,
    })
}

/// Computes `lop3`: three source bits select a bit of the table.
fn chosen(x: &Words) -> u64 {
    let row =
        |i| 4 * u32::from(bit(x[0], i)) + 2 * u32::from(bit(x[1], i)) + u32::from(bit(x[2], i));
    by_bit(32, |i| bit(x[3], row(i)))
}

/// Returns the table of the PTX manual for a mode of `prmt`. The table has a row for each selector:
/// the indices of the source bytes, highest byte first.
fn bytes_of(permutation: Permutation) -> [[usize; 4]; 4] {
    match permutation {
        Permutation::Selected => [[0; 4]; 4],
        Permutation::F4e => [[3, 2, 1, 0], [4, 3, 2, 1], [5, 4, 3, 2], [6, 5, 4, 3]],
        Permutation::B4e => [[5, 6, 7, 0], [6, 7, 0, 1], [7, 0, 1, 2], [0, 1, 2, 3]],
        Permutation::Rc8 => [[0; 4], [1; 4], [2; 4], [3; 4]],
        Permutation::Ecl => [[3, 2, 1, 0], [3, 2, 1, 1], [3, 2, 2, 2], [3; 4]],
        Permutation::Ecr => [[0; 4], [1, 1, 1, 0], [2, 2, 1, 0], [3, 2, 1, 0]],
        Permutation::Rc16 => [[1, 0, 1, 0], [3, 2, 3, 2], [1, 0, 1, 0], [3, 2, 3, 2]],
    }
}

fn permuted(x: &Words, permutation: Permutation) -> u64 {
    let byte = |i: usize| (x[i / 4] >> (8 * (i % 4)) & 0xff) as u8;
    let bytes = match permutation {
        Permutation::Selected => [3, 2, 1, 0].map(|i| {
            let select = x[2] as usize >> (4 * i) & 0xf;
            let byte = byte(select & 7);
            if select < 8 { byte } else { 0xff * (byte >> 7) }
        }),
        _ => bytes_of(permutation)[x[2] as usize & 3].map(byte),
    };
    u32::from_be_bytes(bytes).into()
}
