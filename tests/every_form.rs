//! Tests that the functions for every spelling of every row of the instruction table can be called in `const`.

const NAMES: &[&str] = &ptx::__private::__every_form!(ptx);

#[test]
fn every_form_is_a_const_function_of_the_core() {
    for name in ["rcp.rp.ftz.f32", "fma.rn.sat.f32", "div.f64", "mov.pred"] {
        assert!(NAMES.contains(&name), "{name} is missing");
    }
}
