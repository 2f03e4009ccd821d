//! Tests `.reg` in `ptx!`: names, ranges, scopes, and the initial value of a register.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

#[test]
fn every_register_type_starts_as_zero_bits() {
    let all = ptx! {
        .reg .pred p;
        .reg .b8 b8; .reg .b16 b16; .reg .b32 b32; .reg .b64 b64;
        .reg .u8 u8; .reg .u16 u16; .reg .u32 u32; .reg .u64 u64;
        .reg .s8 s8; .reg .s16 s16; .reg .s32 s32; .reg .s64 s64;
        .reg .f16 f16; .reg .f16x2 f16x2; .reg .f32 f32; .reg .f64 f64;
        (p, b8, b16, b32, b64, u8, u16, u32, u64, s8, s16, s32, s64)
    };
    let zero = (false, 0_u8, 0_u16, 0_u32, 0_u64, 0_u8, 0_u16, 0_u32, 0_u64, 0_i8, 0_i16, 0_i32);
    assert_eq!((all.0, all.1, all.2, all.3, all.4), (zero.0, zero.1, zero.2, zero.3, zero.4));
    assert_eq!((all.5, all.6, all.7, all.8), (zero.5, zero.6, zero.7, zero.8));
    assert_eq!((all.9, all.10, all.11, all.12), (zero.9, zero.10, zero.11, 0_i64));
    let floats = ptx! {
        .reg .f16 f16; .reg .f16x2 f16x2; .reg .f32 f32; .reg .f64 f64; (f16, f16x2, f32, f64)
    };
    assert_eq!((floats.0, floats.1), (0_u16, 0_u32));
    assert_eq!((floats.2.to_bits(), floats.3.to_bits()), (0_u32, 0_u64));
}

#[test]
fn several_names_and_ranges_in_one_declaration() {
    let sum = ptx! {
        .reg .f32 t, %f<4>, u, $g<2>;
        mov.f32 t, 1.0; mov.f32 %f0, 2.0; mov.f32 %f3, 4.0; mov.f32 u, 8.0; mov.f32 $g1, 16.0;
        fma.rn.f32 t, %f0, 1.0, t;
        fma.rn.f32 t, %f3, 1.0, t;
        fma.rn.f32 t, u, 1.0, t;
        fma.rn.f32 t, $g1, 1.0, t;
        t
    };
    assert_eq!(sum, 31.0);
}

#[test]
fn a_range_of_one_and_ranges_of_names_that_end_in_digits() {
    let v = ptx! {
        .reg .b32 r<1>; .reg .b32 %r1<12>;
        mov.b32 r0, 5; mov.b32 %r10, 7; mov.b32 %r111, 9;
        (r0, %r10, %r111)
    };
    assert_eq!(v, (5, 7, 9));
}

#[test]
fn a_large_range_costs_nothing_until_used() {
    let v = ptx! { .reg .b32 %r<1000000>; mov.b32 %r999999, 3; %r999999 };
    assert_eq!(v, 3);
}

#[test]
fn sigils_make_different_registers() {
    let v = ptx! {
        .reg .b32 f, %f, $f;
        mov.b32 f, 1; mov.b32 %f, 2; mov.b32 $f, 3;
        (f, %f, $f)
    };
    assert_eq!(v, (1, 2, 3));
}

#[test]
fn a_sigil_keeps_a_register_apart_from_a_rust_variable() {
    let x = 1_u32;
    let v = ptx! { .reg .b32 %x; mov.b32 %x, x; (%x, x) };
    assert_eq!(v, (1, 1));
}

#[test]
fn keywords_and_instruction_names_are_names() {
    let v = ptx! {
        .reg .b32 in, and, match, fn, type, %let, reg, mov, b32, version, r#loop, async;
        mov.b32 in, 1; mov.b32 and, 2; mov.b32 match, 3; mov.b32 fn, 4; mov.b32 type, 5;
        mov.b32 %let, 6; mov.b32 reg, 7; mov.b32 mov, 8; mov.b32 b32, 9; mov.b32 version, 10;
        mov.b32 r#loop, 11; mov.b32 async, 12;
        (in, and, match, fn, type, %let, reg, mov, b32, version, r#loop, async)
    };
    assert_eq!(v, (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12));
}

#[test]
fn names_with_underscores_capitals_and_letters_of_the_world() {
    let v = ptx! {
        .reg .b32 _t, T, t, größe, 変数;
        mov.b32 _t, 1; mov.b32 T, 2; mov.b32 t, 3; mov.b32 größe, 5; mov.b32 変数, 6;
        (_t, T, t, größe, 変数)
    };
    assert_eq!(v, (1, 2, 3, 5, 6));
}

#[test]
fn a_declaration_stands_anywhere_before_use() {
    let v = ptx! {
        .reg .b32 a; mov.b32 a, 1;
        .reg .b32 b; mov.b32 b, a;
        b
    };
    assert_eq!(v, 1);
}

#[test]
fn an_inner_scope_shadows_and_ends() {
    let v = ptx! {
        .reg .b32 t, u;
        mov.b32 t, 1;
        {
            mov.b32 t, 2;
            .reg .b32 t;
            mov.b32 u, t;
            mov.b32 t, 3;
            { .reg .f32 t; mov.f32 t, 1.0; }
        }
        (t, u)
    };
    assert_eq!(v, (2, 0));
}

#[test]
fn a_register_shadows_a_rust_variable_inside_its_scope_only() {
    let t;
    ptx! {
        { .reg .b32 t; mov.b32 t, 9; }
        mov.b32 t, 2;
    }
    assert_eq!(t, 2);
    let v = ptx! { .reg .b32 t; mov.b32 t, 7; t };
    assert_eq!((t, v), (2, 7));
}

#[test]
fn a_range_shadows_in_an_inner_scope() {
    let v = ptx! {
        .reg .b32 r1; mov.b32 r1, 1;
        { .reg .b32 r<2>; mov.b32 r1, 2; }
        r1
    };
    assert_eq!(v, 1);
}

#[test]
fn a_register_is_zero_again_each_time_its_scope_is_entered() {
    let mut seen = [9_u32; 2];
    for (i, slot) in seen.iter_mut().enumerate() {
        ptx! { .reg .b32 t; mov.b32 (*slot), t; mov.b32 t, 5; }
        assert_eq!(i < 2, *slot == 0);
    }
    assert_eq!(seen, [0, 0]);
}

#[test]
fn unused_registers_and_ranges_give_no_warning() {
    ptx! { .reg .f32 a, b, %c<5>; .reg .pred p; { .reg .b64 x; } }
}

#[test]
fn a_register_never_read_gives_no_warning() {
    ptx! { .reg .f32 a; mov.f32 a, 1.0; mov.f32 a, 2.0; }
}
