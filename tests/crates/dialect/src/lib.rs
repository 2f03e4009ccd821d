//! Defines a dialect: a macro like `ptx!` with another default version and target. The crate in
//! `tests/crates/dialect-user` uses the dialect.
#![no_std]
#![deny(warnings, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]

ptx::dialect! {
    /// `ptx!` for PTX ISA 1.3 and `sm_12`, where `.f64` instructions compute in `.f32`.
    #[macro_export]
    mapped_ptx = .version 1.3 .target sm_12, map_f64_to_f32
}

/// Computes a reciprocal with the macro of this crate.
#[must_use]
pub const fn reciprocal(x: f64) -> f64 {
    mapped_ptx! { .reg .f64 t; rcp.f64 t, x; t }
}

ptx::include_ptx! {
    "lib.ptx"
    /// Returns x + x.
    #[must_use]
    pub fn doubled(x: f32) -> f32;
}
