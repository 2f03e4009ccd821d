//! Tests the value of a `ptx!` call: the operand or tuple at the end of the call.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

#[test]
fn a_register() {
    let x = 4.0_f32;
    let y: f32 = ptx! { .reg .f32 t; rcp.rn.f32 t, x; t };
    let z = ptx! { .reg .f32 %t; rcp.rn.f32 %t, x; %t };
    assert_eq!([y, z], [0.25; 2]);
}

#[test]
fn a_tuple_of_operands() {
    let x = 4.0_f32;
    let v: (f32, f32, f32, i32) = ptx! { .reg .f32 t, %u; rcp.rn.f32 t, x; (t, %u, x, (1 + 1)) };
    assert_eq!(v, (0.25, 0.0, 4.0, 2));
    let one: (f32,) = ptx! { .reg .f32 t; rcp.rn.f32 t, x; (t,) };
    assert_eq!(one, (0.25,));
    let trailing: (f32, f32) = ptx! { .reg .f32 t; (t, t,) };
    assert_eq!(trailing, (0.0, 0.0));
}

#[test]
fn a_rust_variable_and_a_rust_expression() {
    let x = 4.0_f32;
    let d;
    let y = ptx! { rcp.rn.f32 d, x; d };
    let z = ptx! { (x + 1.0) };
    let () = ptx! { () };
    assert_eq!((y, z), (0.25, 5.0));
}

#[test]
fn a_tail_expression_sees_no_register() {
    let t = 7_u32;
    let v = ptx! { .reg .b32 t; mov.b32 t, 1; (t) };
    assert_eq!(v, 7);
}

#[test]
fn every_register_type_has_its_rust_type() {
    let v: (bool, u8, u16, u32, u64, i8, i16, i32, i64) = ptx! {
        .reg .pred p; .reg .b8 a; .reg .u16 b; .reg .u32 c; .reg .b64 d;
        .reg .s8 e; .reg .s16 f; .reg .s32 g; .reg .s64 h;
        (p, a, b, c, d, e, f, g, h)
    };
    assert_eq!(v, (false, 0, 0, 0, 0, 0, 0, 0, 0));
    let v: (u16, u32, f32, f64) =
        ptx! { .reg .f16 a; .reg .f16x2 b; .reg .f32 c; .reg .f64 d; (a, b, c, d) };
    assert_eq!(v, (0, 0, 0.0, 0.0));
}

#[test]
fn a_complemented_predicate() {
    assert!(ptx! { .reg .pred p; !p });
}

#[test]
fn all_three_delimiters_as_statement_and_as_expression() {
    let x = 4.0_f32;
    let (a, b, c): (f32, f32, f32);
    ptx! { rcp.rn.f32 a, x; }
    ptx!(rcp.rn.f32 b, x;);
    ptx![rcp.rn.f32 c, x;];
    assert_eq!([a, b, c], [0.25; 3]);
    let d = ptx! { .reg .f32 t; rcp.rn.f32 t, x; t };
    let e = ptx!(.reg .f32 t; rcp.rn.f32 t, x; t);
    let f = ptx![.reg .f32 t; rcp.rn.f32 t, x; t];
    assert_eq!([d, e, f], [0.25; 3]);
    assert_eq!(ptx!(.reg .f32 t; t) + 1.0 + ptx![.reg .f32 t; t] + ptx! {.reg .f32 t; t}, 1.0);
}

#[test]
fn in_every_position_of_an_expression() {
    fn tail(x: f32) -> f32 {
        ptx! { .reg .f32 t; rcp.rn.f32 t, x; t }
    }
    fn unit(x: &mut f32) {
        ptx! { rcp.rn.f32 (*x), (*x); }
    }
    let mut x = 4.0;
    unit(&mut x);
    let array = [ptx! { .reg .f32 t; t }, tail(2.0)];
    let chosen = match ptx! { .reg .b32 t; t } {
        0 => ptx! { .reg .b32 t; mov.b32 t, 3; t },
        _ => 0,
    };
    let condition = if ptx! { .reg .pred p; !p } { 1 } else { 2 };
    let method = ptx! { .reg .f32 t; mov.f32 t, 1.0; t }.to_bits();
    assert_eq!((x, array, chosen, condition, method), (0.25, [0.0, 0.5], 3, 1, 0x3f80_0000));
}
