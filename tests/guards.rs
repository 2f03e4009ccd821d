//! Tests that an instruction with `@p` or `@!p` in `ptx!` runs only if the guard holds.
#![deny(warnings)]
#![forbid(unsafe_code)]

use ptx::ptx;

#[test]
fn a_pred_register() {
    for flag in [false, true] {
        let v = ptx! {
            .reg .pred p, %q; .reg .b32 t, u;
            mov.pred p, flag;
            mov.pred %q, p;
            @p mov.b32 t, 1;
            @!p mov.b32 t, 2;
            @%q mov.b32 u, 3;
            @!%q mov.b32 u, 4;
            (t, u)
        };
        assert_eq!(v, if flag { (1, 3) } else { (2, 4) });
    }
}

#[test]
fn a_rust_bool() {
    for flag in [false, true] {
        let v = ptx! { .reg .b32 t; @flag mov.b32 t, 1; @!flag mov.b32 t, 2; t };
        assert_eq!(v, if flag { 1 } else { 2 });
    }
}

#[test]
fn an_expression() {
    for n in [1, 2] {
        let v = ptx! { .reg .b32 t; @(n == 1) mov.b32 t, 1; @!(n == 1) mov.b32 t, 2; t };
        assert_eq!(v, n);
    }
}

#[test]
fn an_expr_fragment_and_an_ident_fragment() {
    macro_rules! choose {
        ($e:expr, $i:ident) => {
            ptx! { .reg .b32 t, u; @$e mov.b32 t, 1; @!$i mov.b32 u, 1; (t, u) }
        };
    }
    let (yes, no) = (true, false);
    assert_eq!(choose!(1 + 1 == 2, no), (1, 1));
    assert_eq!(choose!(1 + 1 == 3, yes), (0, 0));
}

#[test]
fn the_statement_it_skips_evaluates_nothing() {
    let mut calls = 0;
    let mut count = || {
        calls += 1;
        1_u32
    };
    ptx! { .reg .pred p; .reg .b32 t; @p mov.b32 t, (count()); @!p mov.b32 t, (count()); }
    assert_eq!(calls, 1);
}

#[test]
fn the_guard_is_evaluated_once_and_before_the_sources() {
    let order = std::cell::RefCell::new(Vec::new());
    let say = |word: &'static str| order.borrow_mut().push(word);
    let mut out = [0.0_f32];
    ptx! {
        @({ say("guard"); true }) fma.rn.f32
            (out[{ say("place"); 0 }]), ({ say("a"); 2.0 }), ({ say("b"); 3.0 }), ({ say("c"); 4.0 });
    }
    assert_eq!(*order.borrow(), ["guard", "a", "b", "c", "place"]);
    assert_eq!(out, [10.0]);
}

#[test]
fn a_skipped_write_keeps_a_variable() {
    let mut d = 5_u32;
    ptx! { @false mov.b32 d, 1; }
    assert_eq!(d, 5);
    ptx! { @true mov.b32 d, 1; }
    assert_eq!(d, 1);
}

#[test]
fn an_instruction_may_write_its_own_guard() {
    let v = ptx! { .reg .pred p; @!p mov.pred p, 1; @p mov.pred p, !p; p };
    assert!(!v);
}

#[test]
fn guards_inside_scopes_and_on_vectors() {
    let yes = true;
    let v = ptx! {
        .reg .b64 v; .reg .b32 lo, hi;
        { .reg .pred p; mov.pred p, yes; @p mov.b64 v, {7, 9}; @!p mov.b64 v, 0; }
        @yes mov.b64 {lo, hi}, v;
        (lo, hi)
    };
    assert_eq!(v, (7, 9));
}
