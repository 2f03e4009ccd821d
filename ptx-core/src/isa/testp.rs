//! `testp`: tests a property of a number.

use crate::format::{BINARY32, BINARY64, Format};
use crate::mode::Property;

#[inline(always)]
const fn has(f: Format, bits: u64, property: Property) -> bool {
    let magnitude = bits & f.nan;
    match property {
        Property::Finite => magnitude < f.infinity,
        Property::Infinite => magnitude == f.infinity,
        Property::Number => magnitude <= f.infinity,
        Property::NotANumber => magnitude > f.infinity,
        Property::Normal => magnitude == 0 || magnitude >= f.min_normal && magnitude < f.infinity,
        Property::Subnormal => magnitude > 0 && magnitude < f.min_normal,
    }
}

/// `testp.{finite,infinite,number,notanumber,normal,subnormal}.f32`: whether `a` has the property.
///
/// Zeros are normal.
///
/// Source: PTX ISA, `testp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Property::*, testp_f32};
/// assert!(testp_f32(-0.0, Normal));
/// assert!(testp_f32(1e-40, Subnormal));
/// assert!(!testp_f32(f32::NAN, Number));
/// ```
#[inline]
#[must_use]
pub const fn testp_f32(a: f32, property: Property) -> bool {
    has(BINARY32, a.to_bits() as u64, property)
}

/// `testp.{finite,infinite,number,notanumber,normal,subnormal}.f64`: whether `a` has the property.
///
/// Zeros are normal.
///
/// Source: PTX ISA, `testp`. [Grade](crate#grades) \[D\].
///
/// ```
/// use ptx_core::{Property::*, testp_f64};
/// assert!(testp_f64(f64::NEG_INFINITY, Infinite));
/// assert!(testp_f64(1e-310, Finite));
/// ```
#[inline]
#[must_use]
pub const fn testp_f64(a: f64, property: Property) -> bool {
    has(BINARY64, a.to_bits(), property)
}
