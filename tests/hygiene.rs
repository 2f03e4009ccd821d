//! Tests hygiene: registers of `ptx!`, Rust variables and the names in the caller's macros do not interfere.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

#[test]
fn an_expression_sees_no_register() {
    let t = 5_u32;
    let v = ptx! { .reg .b32 t, u; mov.b32 t, 1; mov.b32 u, (t); u };
    assert_eq!(v, 5);
}

#[test]
fn an_expr_fragment_is_rust() {
    macro_rules! doubled {
        ($x:expr) => {
            ptx! { .reg .f32 t, u; mov.f32 t, 100.0; fma.rn.f32 u, $x, 2.0, 0.0; u }
        };
    }
    // The caller's variable `t` is different from the register `t` in the macro.
    let t = 3.0_f32;
    assert_eq!(doubled!(t), 6.0);
    assert_eq!(doubled!(t + 1.0), 8.0);
    assert_eq!(doubled!(1.5), 3.0);
}

#[test]
fn ident_and_tt_fragments_are_as_if_written_in_place() {
    macro_rules! through {
        ($d:ident, $a:ident, $b:tt, $c:tt) => {
            ptx! { fma.rn.f32 $d, $a, $b, $c; }
        };
    }
    let (a, b) = (2.0_f32, 3.0_f32);
    let (d, e, f): (f32, f32, f32);
    through!(d, a, b, 1.0);
    through!(e, a, (b + 1.0), 0f3F800000);
    through!(f, a, 1.0, b);
    assert_eq!((d, e, f), (7.0, 9.0, 5.0));
}

#[test]
fn instruction_words_and_registers_through_fragments() {
    macro_rules! unary {
        ($op:ident $(.$modifier:ident)+, $type:ident, $register:ident, $x:expr) => {
            ptx! {
                .reg .$type $register;
                $op $(.$modifier)+ .$type $register, $x;
                $register
            }
        };
    }
    assert_eq!(unary!(rcp.rn, f32, t, 4.0), 0.25);
    assert_eq!(unary!(sqrt.rz.ftz, f32, u, 9.0), 3.0);
    assert_eq!(unary!(sqrt.rn, f64, v, 9.0), 3.0);
}

#[test]
fn types_paths_and_literals_through_fragments() {
    macro_rules! scaled {
        ($op:expr, $type:ty, $version:literal, $size:literal, $count:literal, $x:expr, $factor:literal) => {
            ptx! {
                .version $version .target sm_80 .address_size $size
                .reg .$type %f<$count>;
                @true $op.$type %f0, $x, $factor;
                $op.$type %f1, %f0, -$factor;
                %f1
            }
        };
    }
    assert_eq!(scaled!(mul, f32, 7.0, 64, 2, 3.0, 2.0), -12.0);
    assert_eq!(scaled!(add.rn, f64, 8.0, 32, 3, 3.0, 0.5), 3.0);
}

#[test]
fn words_and_literals_of_sass_through_fragments() {
    macro_rules! sum {
        ($op:path, $mode:ty, $rounding:expr, $target:ident, $x:expr, $y:literal) => {
            ptx::sass! {
                .target $target
                $op.FTZ.$rounding R0, $x, $y;
                @PT FADD.$mode R0, R0, -$y;
                $op R0, R0, $y;
                R0
            }
        };
    }
    let x = 2.0_f32.to_bits();
    assert_eq!(f32::from_bits(sum!(FADD, FTZ, RZ, sm_70, x, 1.5)), 3.5);
    assert_eq!(f32::from_bits(sum!(FADD, RM, RP, sm_50, x, 017)), 19.0);
    macro_rules! moved {
        ($x:expr) => {
            ptx::sass! { MOV R0, $x; R0 }
        };
    }
    assert_eq!((moved!(-1), moved!(1_000), moved!(x + 1)), (u32::MAX, 1_000, x + 1));
}

#[test]
fn a_literal_fragment_has_the_meaning_of_ptx() {
    macro_rules! moved {
        ($type:ident, $x:literal) => {
            ptx! { .reg .$type t; mov.$type t, $x; t }
        };
    }
    assert_eq!(moved!(u32, -1), u32::MAX);
    assert_eq!(moved!(s32, 0xffffffff), -1);
    assert_eq!(moved!(f32, 0f3F800000), 1.0);
    assert_eq!(moved!(f32, 1.00000005960464477539062500001), 1.0);
    assert_eq!(moved!(b64, -2.0), (-2.0_f64).to_bits());
    assert!(moved!(pred, 1));
}

#[test]
fn a_literal_fragment_is_rust_where_ptx_has_no_literal() {
    macro_rules! doubled {
        ($type:ident, $x:expr) => {
            ptx! { .reg .$type t; add.$type t, $x, $x; t }
        };
    }
    assert_eq!(doubled!(f16, 0x3c00), 0x4000);
    assert_eq!(doubled!(u32, 1_000_u32), 2_000);
    let value: u32 = {
        macro_rules! value {
            ($x:expr) => {
                ptx! { $x }
            };
        }
        value!(7)
    };
    assert_eq!(value, 7);
}

#[test]
fn a_whole_program_through_tt_and_through_two_macros() {
    macro_rules! outer {
        ($($t:tt)*) => { inner! { $($t)* } };
    }
    macro_rules! inner {
        ($($t:tt)*) => { ptx! { .version 8.6 .target sm_90 $($t)* } };
    }
    let x = 4.0_f32;
    let v = outer! { .reg .f32 %f<2>; rcp.rn.f32 %f1, x; @(x > 1.0) mov.f32 %f0, 1.e5; (%f0, %f1) };
    assert_eq!(v, (100_000.0, 0.25));
}

#[test]
fn registers_of_the_macro_and_registers_of_the_caller_side_by_side() {
    macro_rules! twice {
        ($r:ident, $($caller:tt)*) => {
            ptx! { .reg .f32 $r; $($caller)* .reg .f32 hidden; fma.rn.f32 hidden, $r, 2.0, 0.0; hidden }
        };
    }
    assert_eq!(twice!(t, mov.f32 t, 4.0;), 8.0);
}

#[test]
fn a_call_inside_an_expression_has_registers_of_its_own() {
    let v = ptx! {
        .reg .b32 t, u;
        mov.b32 t, 1;
        mov.b32 u, (ptx! { .reg .b32 t; mov.b32 t, 2; { .reg .b32 u; mov.b32 u, 3; } t });
        (t, u)
    };
    assert_eq!(v, (1, 2));
}

#[test]
fn calls_inside_calls_several_deep_and_in_guards_and_places() {
    let mut out = [0_u32; 2];
    let v = ptx! {
        .reg .b32 t;
        @(ptx! { .reg .pred t; mov.pred t, 1; t }) mov.b32
            (out[ptx! { .reg .u64 t; mov.u64 t, 1; t } as usize]),
            (ptx! { .reg .b32 t; mov.b32 t, (ptx! { .reg .b32 t; mov.b32 t, 5; t }); t });
        mov.b32 t, (out[1]);
        t
    };
    assert_eq!((v, out), (5, [0, 5]));
}

#[test]
fn names_that_the_expansion_might_use_are_free() {
    let (__s0, __s1, __s2, __d, __p, __e0) = (2.0_f32, 3.0_f32, 4.0_f32, 5.0_f32, true, 6.0_f32);
    let core = 7.0_f32;
    let ptx_core = 8.0_f32;
    let v = ptx! {
        .reg .f32 t, u;
        @__p fma.rn.f32 t, (__s1), (__s0), (__s2);
        fma.rn.f32 u, __d, __e0, core;
        fma.rn.f32 u, u, 1.0, ptx_core;
        (t, u)
    };
    assert_eq!(v, (10.0, 45.0));
    let __d: f32;
    ptx! { mov.f32 __d, 1.0; }
    assert_eq!(__d, 1.0);
}

#[test]
fn types_and_crates_of_these_names_change_nothing() {
    mod inner {
        #![expect(non_camel_case_types, dead_code, reason = "the test needs these names")]
        pub(super) struct f32;
        pub(super) struct u32;
        pub(super) mod core {}
        pub(super) mod ptx {}
        pub(super) fn value() -> std::primitive::u32 {
            use ::ptx::ptx as p;
            p! { .reg .f32 t; .reg .b32 w; rcp.rn.f32 t, 4.0; mov.b32 w, t; w }
        }
    }
    assert_eq!(inner::value(), 0x3e80_0000);
}
