//! Uses the dialect that another crate defines. A dialect is a macro like `ptx!` with other defaults. This test crate
//! has edition 2021, no `std`, and no dependency on `ptx`.
#![no_std]
#![deny(warnings, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code, unused)]

/// Computes `rcp.f64` in the dialect, where `.f64` instructions compute in `.f32`.
#[must_use]
pub const fn reciprocal(x: f64) -> f64 {
    test_dialect::mapped_ptx! { .reg .f64 t; rcp.f64 t, x; t }
}

/// Computes `rcp.rn.f64` with a later PTX version, in which `.f64` instructions compute in `.f64`.
#[must_use]
pub const fn newer(x: f64) -> f64 {
    let d;
    test_dialect::mapped_ptx! { .version 9.0 .target sm_90 rcp.rn.f64 d, x; }
    d
}

#[test]
fn both_reciprocals_are_correct() {
    // The constants are 1/3 rounded to 24 bits and 1/3 rounded to 53 bits.
    const NARROW: f64 = reciprocal(3.0);
    assert_eq!(NARROW.to_bits(), 0x3fd5_5555_6000_0000);
    assert_eq!(test_dialect::reciprocal(3.0).to_bits(), NARROW.to_bits());
    assert_eq!(newer(3.0).to_bits(), 0x3fd5_5555_5555_5555);
}
