//! Compares `rcp.f32` and `sqrt.f32` on all 2^32 operands with exact integer arithmetic. There is one test for each
//! form:
//!
//! ```text
//! cargo test --release -p ptx-core --test sweep -- --ignored --test-threads=1 [sqrt_rz_ftz]
//! ```
//!
//! Each test takes about ten seconds on all cores.

use ptx_core::{Rounding, Subnormals, rcp_f32, sqrt_f32};
use std::thread::{available_parallelism, scope};

const NAN: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;

/// An exact result: the bits of a special value, or a magnitude. The magnitude is `sig * 2^exp` if `more` is false.
/// Otherwise it is an unspecified number between `sig * 2^exp` and `(sig + 1) * 2^exp`.
enum Exact {
    Bits(u32),
    Number { sig: u64, more: bool, exp: i32 },
}

/// Rounds an exact result to binary32. With `.ftz`, the function rounds to 24 bits and flushes a magnitude below
/// 2^-126. Without `.ftz`, it rounds subnormal results to multiples of 2^-149.
fn pack(sign: u32, exact: Exact, r: Rounding, s: Subnormals) -> u32 {
    let (sig, more, exp) = match exact {
        Exact::Bits(bits) => return bits,
        Exact::Number { sig, more, exp } => (sig, more, exp),
    };
    let normal_unit = exp + 64 - sig.leading_zeros() as i32 - 24;
    let unit = match s {
        Subnormals::Keep => normal_unit.max(-149),
        Subnormals::Flush => normal_unit,
    };
    let shift = (unit - exp) as u32;
    let (kept, lost) = (sig >> shift, sig & ((1 << shift) - 1));
    let half = 1 << (shift - 1);
    let up = match r {
        Rounding::Rn => lost > half || lost == half && (more || kept & 1 == 1),
        Rounding::Rz => false,
        Rounding::Rm => sign != 0 && (lost != 0 || more),
        Rounding::Rp => sign == 0 && (lost != 0 || more),
    };
    // The exponent field of a normal result is `unit + 150`. The leading bit of `kept` is just above the fraction, so
    // the addition increments the field. A carry out of the fraction increments the field, too.
    let magnitude = (i64::from(unit + 149) << 23) + (kept + u64::from(up)) as i64;
    if s == Subnormals::Flush && magnitude < 0x0080_0000 {
        sign
    } else if magnitude < i64::from(INFINITY) {
        sign | magnitude as u32
    } else if r == Rounding::Rn
        || (r == Rounding::Rp && sign == 0)
        || (r == Rounding::Rm && sign != 0)
    {
        sign | INFINITY
    } else {
        sign | (INFINITY - 1)
    }
}

/// Splits a finite nonzero number into its 24-bit significand and the exponent of its unit.
fn unpack(x: u32) -> (u64, i32) {
    let (field, fraction) = (x >> 23 & 0xff, u64::from(x & 0x7f_ffff));
    if field == 0 {
        let shift = fraction.leading_zeros() - 40;
        (fraction << shift, -149 - shift as i32)
    } else {
        (fraction | 1 << 23, field as i32 - 150)
    }
}

fn is_zero(magnitude: u32, s: Subnormals) -> bool {
    magnitude == 0 || s == Subnormals::Flush && magnitude < 0x0080_0000
}

fn rcp(x: u32, s: Subnormals) -> Exact {
    let (sign, magnitude) = (x & 1 << 31, x & !(1 << 31));
    if is_zero(magnitude, s) {
        return Exact::Bits(sign | INFINITY);
    }
    if magnitude >= INFINITY {
        return Exact::Bits(if magnitude == INFINITY { sign } else { NAN });
    }
    let (sig, exp) = unpack(x);
    Exact::Number { sig: (1 << 49) / sig, more: (1 << 49) % sig != 0, exp: -49 - exp }
}

fn sqrt(x: u32, s: Subnormals) -> Exact {
    let (sign, magnitude) = (x & 1 << 31, x & !(1 << 31));
    if is_zero(magnitude, s) {
        return Exact::Bits(sign);
    }
    if sign != 0 || magnitude >= INFINITY {
        return Exact::Bits(if x == INFINITY { INFINITY } else { NAN });
    }
    let (sig, exp) = unpack(x);
    let shift = 28 + (exp & 1);
    let radicand = sig << shift;
    let mut root = (radicand as f64).sqrt() as u64;
    root += u64::from((root + 1) * (root + 1) <= radicand);
    root -= u64::from(root * root > radicand);
    Exact::Number { sig: root, more: root * root != radicand, exp: (exp - shift) / 2 }
}

/// Tests all operands. The threads take blocks of operands in turn, so that all threads have similar work.
fn sweep(
    f: impl Fn(f32, Rounding, Subnormals) -> f32 + Copy + Send,
    exact: impl Fn(u32, Subnormals) -> Exact + Copy + Send,
    r: Rounding,
    s: Subnormals,
) {
    const BLOCK: u32 = 16;
    let threads = available_parallelism().map_or(1, usize::from);
    scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                for block in (thread as u32..1 << (32 - BLOCK)).step_by(threads) {
                    for low in 0..1 << BLOCK {
                        let x = block << BLOCK | low;
                        let result = f(f32::from_bits(x), r, s).to_bits();
                        let expected = pack(x & 1 << 31, exact(x, s), r, s);
                        assert_eq!(result, expected, "{x:08x}: {result:08x}, not {expected:08x}");
                    }
                }
            });
        }
    });
}

macro_rules! sweeps {
    ($($name:ident = $f:ident by $exact:ident, $r:ident $s:ident;)*) => { $(
        #[test]
        #[ignore = "all 2^32 operands"]
        fn $name() {
            sweep($f, $exact, Rounding::$r, Subnormals::$s);
        }
    )* };
}

sweeps! {
    rcp_rn = rcp_f32 by rcp, Rn Keep;
    rcp_rz = rcp_f32 by rcp, Rz Keep;
    rcp_rm = rcp_f32 by rcp, Rm Keep;
    rcp_rp = rcp_f32 by rcp, Rp Keep;
    rcp_rn_ftz = rcp_f32 by rcp, Rn Flush;
    rcp_rz_ftz = rcp_f32 by rcp, Rz Flush;
    rcp_rm_ftz = rcp_f32 by rcp, Rm Flush;
    rcp_rp_ftz = rcp_f32 by rcp, Rp Flush;
    sqrt_rn = sqrt_f32 by sqrt, Rn Keep;
    sqrt_rz = sqrt_f32 by sqrt, Rz Keep;
    sqrt_rm = sqrt_f32 by sqrt, Rm Keep;
    sqrt_rp = sqrt_f32 by sqrt, Rp Keep;
    sqrt_rn_ftz = sqrt_f32 by sqrt, Rn Flush;
    sqrt_rz_ftz = sqrt_f32 by sqrt, Rz Flush;
    sqrt_rm_ftz = sqrt_f32 by sqrt, Rm Flush;
    sqrt_rp_ftz = sqrt_f32 by sqrt, Rp Flush;
}
