//! Computes bit field instructions with the pseudo-code of the PTX manual.

use ptx_core::Amount;

/// Returns whether bit `i` is set.
#[must_use]
pub fn bit(x: u64, i: u32) -> bool {
    x >> i & 1 == 1
}

/// Builds a number of `width` bits. `of` returns the bit at an index.
#[must_use]
pub fn bits(width: u32, of: impl Fn(u32) -> bool) -> u64 {
    (0..width).map(|i| u64::from(of(i)) << i).sum()
}

/// Returns the value of a position or length operand. A 32-bit instruction uses only the low byte
/// of the operand.
fn place(x: u32, msb: u32) -> u64 {
    if msb == 63 { x.into() } else { (x & 0xff).into() }
}

/// Computes `bfe` for a type with `msb + 1` bits.
#[must_use]
pub fn bfe(a: u64, pos: u32, len: u32, msb: u32, signed: bool) -> u64 {
    let (pos, len, top) = (place(pos, msb), place(len, msb), u64::from(msb));
    let sign = signed && len != 0 && bit(a, (pos + len - 1).min(top) as u32);
    let inside = |i: u32| u64::from(i) < len && pos + u64::from(i) <= top;
    bits(msb + 1, |i| if inside(i) { bit(a, pos as u32 + i) } else { sign })
}

/// Computes `bfi` for a type with `msb + 1` bits.
#[must_use]
pub fn bfi(a: u64, b: u64, pos: u32, len: u32, msb: u32) -> u64 {
    let (pos, len) = (place(pos, msb), place(len, msb));
    let inside = |i: u32| u64::from(i) >= pos && u64::from(i) - pos < len;
    bits(msb + 1, |i| if inside(i) { bit(a, i - pos as u32) } else { bit(b, i) })
}

/// Computes `bfind` of an unsigned number with `msb + 1` bits.
#[must_use]
pub fn bfind(a: u64, msb: u32) -> u32 {
    (0..=msb).rev().find(|i| bit(a, *i)).unwrap_or(u32::MAX)
}

/// Computes `bmsk`.
#[must_use]
pub fn bmsk(a: u32, b: u32, mode: Amount) -> u32 {
    let (a1, b1) = (a & 0x1f, b & 0x1f);
    let up = |n: u32| if n < 32 { u32::MAX << n } else { 0 };
    let clamps = mode == Amount::Clamp;
    let mask0 = if clamps && a >= 32 { 0 } else { up(a1) };
    let overflow = a1 + b1 >= 32 || clamps && (a >= 32 || b >= 32);
    let mask1 = match (overflow, b1) {
        (true, _) => 0,
        (false, 0) => u32::MAX,
        (false, _) => up(a1 + b1),
    };
    mask0 & !mask1
}

/// Computes `szext`.
#[must_use]
pub fn szext(a: u32, b: u32, mode: Amount, signed: bool) -> u32 {
    let too_large = b >= 32 && mode == Amount::Clamp;
    let b1 = b & 0x1f;
    let mask = if too_large { 0 } else { u32::MAX << b1 };
    let sign = b1 != 0 && !too_large && signed && bit(a.into(), b1 - 1);
    a & !mask | if sign { mask } else { 0 }
}

/// Computes `fns`.
#[must_use]
pub fn fns(mask: u32, base: u32, offset: i32) -> u32 {
    // An H100 returns 0 for this offset, whose magnitude does not fit into an i32.
    if offset == i32::MIN {
        return 0;
    }
    let mut place = i64::from(base);
    if offset == 0 {
        return if place < 32 && bit(mask.into(), base) { base } else { u32::MAX };
    }
    let mut count = i64::from(offset).abs() - 1;
    while (0..32).contains(&place) {
        if bit(mask.into(), place as u32) {
            if count == 0 {
                return place as u32;
            }
            count -= 1;
        }
        place += i64::from(offset.signum());
    }
    u32::MAX
}
