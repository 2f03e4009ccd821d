//! Computes instructions on lanes with the pseudo-code of the PTX manual, in wide integers.

use ptx_core::{Comparison, Merge};

/// An exact operation on two lanes.
pub type Operation = fn(i64, i64) -> i64;

/// Returns the operation for a mnemonic without the number of lanes, such as `vadd` for `vadd4`.
/// The operation for `neg` ignores its second argument.
#[must_use]
pub fn operation(word: &str) -> Option<Operation> {
    Some(match word {
        "neg" => |x, _| -x,
        "add" | "vadd" => |x, y| x + y,
        "sub" | "vsub" => |x, y| x - y,
        "min" | "vmin" => |x, y| x.min(y),
        "max" | "vmax" => |x, y| x.max(y),
        "vabsdiff" => |x, y| (x - y).abs(),
        "vavrg" => |x, y| match x + y {
            sum if sum >= 0 => (sum + 1) >> 1,
            sum => sum >> 1,
        },
        _ => return None,
    })
}

/// The integer comparisons of PTX: the modifier, the mode and the operation.
pub const COMPARISONS: [(&str, Comparison, Operation); 6] = [
    ("eq", Comparison::Eq, |x, y| (x == y).into()),
    ("ne", Comparison::Ne, |x, y| (x != y).into()),
    ("lt", Comparison::Lt, |x, y| (x < y).into()),
    ("le", Comparison::Le, |x, y| (x <= y).into()),
    ("gt", Comparison::Gt, |x, y| (x > y).into()),
    ("ge", Comparison::Ge, |x, y| (x >= y).into()),
];

/// The lane width and the signedness of an instruction.
#[derive(Clone, Copy, Debug)]
pub struct Types {
    /// The width of a lane in bits.
    pub bits: u32,
    /// Whether the lanes of D are signed.
    pub d: bool,
    /// Whether the lanes of A are signed.
    pub a: bool,
    /// Whether the lanes of B are signed.
    pub b: bool,
}

/// Returns the smallest and largest number of a lane.
fn range(bits: u32, signed: bool) -> (i64, i64) {
    if signed { (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) } else { (0, (1 << bits) - 1) }
}

/// Returns the number in a lane.
fn lane(word: u32, index: u32, bits: u32, signed: bool) -> i64 {
    let x = i64::from(word >> (index * bits)) % (1 << bits);
    if x > range(bits, signed).1 { x - (1 << bits) } else { x }
}

/// Computes a SIMD video instruction.
#[must_use]
pub fn video(
    operation: Operation,
    types: Types,
    [a, b, c]: [u32; 3],
    mask: u16,
    selectors: [u16; 2],
    merge: Merge,
) -> u32 {
    let lanes = 32 / types.bits;
    let pick = |selector: u16, i: u32, signed: bool| {
        let digit = u32::from(selector) / 16_u32.pow(i) % 16 % (2 * lanes);
        lane(if digit < lanes { a } else { b }, digit % lanes, types.bits, signed)
    };
    let (least, greatest) = range(types.bits, types.d);
    let (mut sum, mut merged) = (i64::from(c), 0);
    for i in 0..lanes {
        let t = operation(pick(selectors[0], i, types.a), pick(selectors[1], i, types.b));
        let inside = mask / 2_u16.pow(i) % 2 == 1;
        let t_or_c = match (inside, merge) {
            (true, Merge::Saturated) => t.clamp(least, greatest),
            (true, _) => t,
            (false, _) => lane(c, i, types.bits, false),
        };
        sum += if inside { t } else { 0 };
        merged += t_or_c.rem_euclid(1 << types.bits) << (i * types.bits);
    }
    if merge == Merge::Sum { sum.rem_euclid(1 << 32) as u32 } else { merged as u32 }
}

/// Computes a packed instruction: a video instruction on all lanes, followed by `.relu` if `rectified` is set.
#[must_use]
pub fn packed(
    operation: Operation,
    bits: u32,
    signed: bool,
    [a, b]: [u32; 2],
    saturated: bool,
    rectified: bool,
) -> u32 {
    let merge = if saturated { Merge::Saturated } else { Merge::Lanes };
    let types = Types { bits, d: signed, a: signed, b: signed };
    let selectors = if bits == 8 { [0x3210, 0x7654] } else { [0x10, 0x32] };
    let result = video(operation, types, [a, b, 0], u16::MAX, selectors, merge);
    let rectify = |i| match lane(result, i, bits, signed) {
        x if x < 0 && rectified => 0,
        x => x.rem_euclid(1 << bits) << (i * bits),
    };
    (0..32 / bits).map(rectify).sum::<i64>() as u32
}
