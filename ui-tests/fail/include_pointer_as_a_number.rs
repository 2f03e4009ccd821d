//! A parameter that is read through is not declared as a number.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn second(p: u64) -> f32;
}

fn main() {}
