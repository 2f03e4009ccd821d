//! References for packed integers and SIMD video instructions, computed with the module [`lanes`].

use crate::lanes::{self, COMPARISONS, Types};
use crate::{Compute, Modes, one};
use ptx_core::{Comparison, Merge};

pub(super) fn of(name: &str, m: &Modes) -> Option<Compute> {
    if let Some((word, ty @ ("u16x2" | "s16x2" | "u8x4" | "s8x4"))) = name.split_once('_') {
        let operation = lanes::operation(word)?;
        let (bits, signed) = (if ty.ends_with("x4") { 8 } else { 16 }, ty.starts_with('s'));
        let (sat, relu) = (m.is_saturating(), m.is_rectifying());
        return Some(Box::new(move |x| {
            let operands = [x[0] as u32, x[1] as u32];
            one(lanes::packed(operation, bits, signed, operands, sat, relu).into())
        }));
    }
    let (word, types) = name.strip_prefix('v').and(name.split_once('_'))?;
    let (operation, bits) = match word.split_at_checked(word.len() - 1)? {
        (word, "2") => (word, 16),
        (word, "4") => (word, 8),
        _ => return None,
    };
    let signs: Vec<_> = types.split('_').map(|ty| ty == "s32").collect();
    let (operation, types) = match (operation, signs.as_slice()) {
        ("vset", [a, b]) => {
            let comparison = m.get(Comparison::F);
            let (_, _, holds) = COMPARISONS.iter().find(|row| row.1 == comparison)?;
            (*holds, Types { bits, d: false, a: *a, b: *b })
        }
        (word, [d, a, b]) => (lanes::operation(word)?, Types { bits, d: *d, a: *a, b: *b }),
        _ => return None,
    };
    let [mask, a, b] = *m.numbers.as_slice() else { return None };
    let merge = m.get(Merge::Lanes);
    Some(Box::new(move |x| {
        let operands = [x[0] as u32, x[1] as u32, x[2] as u32];
        one(lanes::video(operation, types, operands, mask, [a, b], merge).into())
    }))
}
