//! Tests `.version`, `.target` and `.address_size` at the start of a `ptx!` call.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

const QUARTER: f32 = 0.25;

#[test]
fn none_is_needed() {
    let four = 4.0_f32;
    let d: f32;
    ptx! { rcp.rn.f32 d, four; }
    assert_eq!(d, QUARTER);
}

#[test]
fn each_with_and_without_a_semicolon() {
    let four = 4.0_f32;
    let (a, b, c, d): (f32, f32, f32, f32);
    ptx! { .version 8.6 .target sm_90 .address_size 64 rcp.rn.f32 a, four; }
    ptx! { .version 8.6; .target sm_90; .address_size 64; rcp.rn.f32 b, four; }
    ptx! { .version 8.6; .target sm_90 .address_size 32; rcp.rn.f32 c, four; }
    ptx! { .version 8.6 .target sm_90; .address_size 32 rcp.rn.f32 d, four; }
    assert_eq!([a, b, c, d], [QUARTER; 4]);
}

#[test]
fn either_may_be_missing() {
    let four = 4.0_f32;
    let (a, b, c): (f32, f32, f32);
    ptx! { .version 9.5 rcp.rn.f32 a, four; }
    ptx! { .target sm_20 rcp.rn.f32 b, four; }
    ptx! { .address_size 64 rcp.rn.f32 c, four; }
    assert_eq!([a, b, c], [QUARTER; 3]);
}

#[test]
fn address_size_stands_anywhere_among_them() {
    let four = 4.0_f32;
    let (a, b): (f32, f32);
    ptx! { .address_size 64 .version 8.6 .target sm_90 rcp.rn.f32 a, four; }
    ptx! { .version 8.6 .address_size 64 .target sm_90 rcp.rn.f32 b, four; }
    assert_eq!([a, b], [QUARTER; 2]);
}

#[test]
fn targets_with_a_suffix_and_options_that_change_nothing() {
    let four = 4.0_f32;
    let (a, b, c, d): (f32, f32, f32, f32);
    ptx! { .target sm_90a rcp.rn.f32 a, four; }
    ptx! { .target sm_100f; rcp.rn.f32 b, four; }
    ptx! { .target sm_52, debug; rcp.rn.f32 c, four; }
    ptx! { .version 3.1 .target sm_30, texmode_independent, debug rcp.rn.f32 d, four; }
    assert_eq!([a, b, c, d], [QUARTER; 4]);
}

#[test]
fn a_call_of_directives_alone_is_unit() {
    let () = ptx! { .version 8.6 .target sm_90 };
    let () = ptx! { .version 8.6; .target sm_90; };
    let () = ptx! {};
}

#[test]
fn versions_are_words_not_floats() {
    let four = 4.0_f32;
    let d: f32;
    // Rust's lexer reads the version 1.4 as a float literal. The macro must use the text of the literal, because the
    // floats 1.4 and 1.40 are equal, but only 1.4 is a version.
    ptx! { .version 1.4 .target sm_13 mov.f32 d, four; }
    assert_eq!(d, 4.0);
}

#[test]
fn map_f64_to_f32_computes_f64_in_f32() {
    let three = 3.0_f64;
    let (wide, narrow): (f64, f64);
    ptx! { .version 1.4 .target sm_13 rcp.rn.f64 wide, three; }
    ptx! { .version 1.4 .target sm_12, map_f64_to_f32 rcp.rn.f64 narrow, three; }
    assert_eq!(wide.to_bits(), 0x3fd5_5555_5555_5555);
    // The result is 1/3 rounded to f32 (0x3eaaaaab), then converted to f64.
    assert_eq!(narrow.to_bits(), 0x3fd5_5555_6000_0000);
}

#[test]
fn they_hold_for_one_call() {
    let four = 4.0_f64;
    let (a, b): (f64, f64);
    ptx! { .version 1.2 .target sm_13 rcp.f64 a, four; }
    ptx! { rcp.rn.f64 b, four; }
    assert_eq!([a, b], [0.25; 2]);
}

#[test]
fn before_1_4_a_missing_rounding_of_f64_is_rn() {
    let (one, three) = (1.0_f64, 3.0_f64);
    let (a, b, c): (f64, f64, f64);
    ptx! { .version 1.3 .target sm_13 rcp.f64 a, three; div.f64 b, one, three; sqrt.f64 c, one; }
    assert_eq!(a.to_bits(), 0x3fd5_5555_5555_5555);
    assert_eq!(b.to_bits(), 0x3fd5_5555_5555_5555);
    assert_eq!(c, 1.0);
}

#[test]
fn the_defaults_are_those_of_the_checker() {
    assert_eq!(ptx::DEFAULT_VERSION, ptx_isa::Version::DEFAULT.to_string());
    assert_eq!(ptx::DEFAULT_TARGET, ptx_isa::Target::DEFAULT.to_string());
}
