//! The reductions of `redux.sync` and `tcgen05.ld.red`.

use crate::code::warp::Reduce;
use ptx_core::{Nans, Subnormals, max_f32, min_f32};

/// Combines values in ascending order.
pub(crate) fn reduce(with: Reduce, values: &[u64]) -> u32 {
    let values = values.iter().map(|value| *value as u32);
    let combine = |a: u32, b: u32| match with {
        Reduce::Add => a.wrapping_add(b),
        Reduce::MinU32 => a.min(b),
        Reduce::MaxU32 => a.max(b),
        Reduce::MinS32 => a.cast_signed().min(b.cast_signed()).cast_unsigned(),
        Reduce::MaxS32 => a.cast_signed().max(b.cast_signed()).cast_unsigned(),
        Reduce::And => a & b,
        Reduce::Or => a | b,
        Reduce::Xor => a ^ b,
        Reduce::Float { is_max, is_abs, propagates_nan } => {
            let nans = if propagates_nan { Nans::Propagated } else { Nans::Ignored };
            let value = |bits: u32| f32::from_bits(if is_abs { bits & !(1 << 31) } else { bits });
            let combine = if is_max { max_f32 } else { min_f32 };
            combine(value(a), value(b), Subnormals::Keep, nans).to_bits()
        }
    };
    let first = values.clone().next().unwrap_or(0);
    match with {
        // The fold combines the first value with itself, so that a single NaN becomes the canonical NaN.
        Reduce::Float { .. } => values.fold(first, combine),
        _ => values.skip(1).fold(first, combine),
    }
}

#[cfg(test)]
mod tests {
    use super::{Reduce, reduce};

    #[test]
    fn reductions_of_floats_treat_nans_and_zeros_as_the_manual() {
        let float =
            |is_max, propagates_nan| Reduce::Float { is_max, is_abs: false, propagates_nan };
        let nan = 0x7f80_0001;
        let (zero, minus_zero, one) = (0, 0x8000_0000, 0x3f80_0000);
        assert_eq!(reduce(float(false, false), &[zero, minus_zero]), 0x8000_0000);
        assert_eq!(reduce(float(true, false), &[minus_zero, zero]), 0);
        assert_eq!(reduce(float(true, false), &[nan, one]), 0x3f80_0000);
        assert_eq!(reduce(float(true, true), &[nan, one]), 0x7fff_ffff);
        assert_eq!(reduce(float(true, false), &[nan]), 0x7fff_ffff);
    }
}
