//! Tests `ptx::dialect!`, which defines a macro that calls `ptx!` with given directives.
#![deny(warnings)]
#![forbid(unsafe_code)]

ptx::dialect! { crate_ptx = .version 7.8 .target sm_80 }

/// Calls the macro `crate_ptx` of the crate root from a child module. The module `deeper` defines a second macro,
/// `old_ptx`. The module `beside` imports `old_ptx` by its path.
mod below {
    pub(super) fn third(x: f64) -> f64 {
        crate::crate_ptx! { .reg .f64 t; rcp.rn.f64 t, x; t }
    }

    pub(super) mod deeper {
        ptx::dialect! { old_ptx = .version 1.2; .target sm_13; }

        pub(crate) fn reciprocal(x: f64) -> f64 {
            old_ptx! { .reg .f64 t; rcp.f64 t, x; t }
        }
    }
}

mod beside {
    use crate::below::deeper::old_ptx as older;

    pub(super) fn reciprocal(x: f64) -> f64 {
        older! { .reg .f64 t; rcp.f64 t, x; t }
    }
}

/// Tests that an unused dialect causes no warning.
mod unused {
    ptx::dialect! { spare_ptx = .version 8.0 .target sm_90 }
}

#[test]
fn is_found_by_path_in_every_module() {
    assert_eq!(below::third(4.0), 0.25);
    assert_eq!(below::deeper::reciprocal(4.0), 0.25);
    assert_eq!(beside::reciprocal(4.0), 0.25);
    let y = crate::below::deeper::old_ptx! { .reg .f64 t; rcp.f64 t, 4.0; t };
    assert_eq!(y, 0.25);
}

#[test]
fn stands_where_a_statement_can() {
    ptx::dialect! { local_ptx = .version 1.3 .target sm_13 }
    let y = local_ptx! { .reg .f64 t; sqrt.f64 t, 4.0; t };
    assert_eq!(y, 2.0);
}

#[test]
fn all_three_delimiters_and_a_documented_name() {
    ptx::dialect!(round_ptx = .version 1.3 .target sm_13);
    ptx::dialect![
        /// This dialect has documentation.
        square_ptx = .version 1.3 .target sm_13
    ];
    let (a, b): (f64, f64);
    round_ptx!(rcp.f64 a, 2.0;);
    square_ptx![rcp.f64 b, 2.0;];
    assert_eq!([a, b], [0.5; 2]);
}

#[test]
fn one_directive_may_be_all() {
    ptx::dialect! { version_only = .version 2.0 }
    ptx::dialect! { target_only = .target sm_90 }
    ptx::dialect! { nothing = }
    let a = version_only! { .target sm_20 .reg .f32 t; rcp.rn.f32 t, 2.0; t };
    let b = target_only! { .version 8.6 .reg .f32 t; rcp.rn.f32 t, 2.0; t };
    let c = nothing! { .reg .f32 t; rcp.rn.f32 t, 2.0; t };
    assert_eq!([a, b, c], [0.5; 3]);
}

#[test]
fn directives_of_a_call_replace_those_of_the_dialect_one_by_one() {
    ptx::dialect! { mapped = .version 1.4 .target sm_12, map_f64_to_f32 }
    const NARROW: u64 = 0x3fd5_5555_6000_0000;
    const WIDE: u64 = 0x3fd5_5555_5555_5555;
    let both = mapped! { .reg .f64 t; rcp.rn.f64 t, 3.0; t };
    let version = mapped! { .version 1.5 .reg .f64 t; rcp.rn.f64 t, 3.0; t };
    let target = mapped! { .target sm_13 .reg .f64 t; rcp.rn.f64 t, 3.0; t };
    let neither = mapped! { .version 9.0 .target sm_90 .reg .f64 t; rcp.rn.f64 t, 3.0; t };
    // The call sets version 1.3. The dialect sets sm_12 and the option `map_f64_to_f32`. In version 1.3, the spelling
    // `rcp.f64` means `rcp.rn.f64`.
    let older = mapped! { .version 1.3 .reg .f64 t; rcp.f64 t, 3.0; t };
    assert_eq!(
        [both, version, target, neither, older].map(f64::to_bits),
        [NARROW, NARROW, WIDE, WIDE, NARROW]
    );
}

macro_rules! kernel_dialect {
    ($name:ident, $target:ident) => {
        ptx::dialect! { $name = .version 8.6 .target $target }
    };
}
kernel_dialect!(made_ptx, sm_90);

#[test]
fn a_macro_can_make_one() {
    assert_eq!(made_ptx! { .reg .f32 t; sqrt.rn.f32 t, 9.0; t }, 3.0);
}

mod documented {
    ptx::dialect! {
        /// This macro is not exported, although its documentation contains the word macro_export.
        told = .version 7.8 .target sm_80
    }
    ptx::dialect! { #[cfg(any())] absent = .version 7.8 }
}

#[test]
fn attributes_are_read_and_not_guessed() {
    let d = crate::documented::told! { .reg .f32 t; rcp.rn.f32 t, 2.0; t };
    assert_eq!(d.to_bits(), 0x3f00_0000);
}
