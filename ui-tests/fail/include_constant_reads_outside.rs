//! In a constant, an access outside of a slice is a compile error.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn second(p: &[f32]) -> f32;
}

const _: f32 = second(&[1.0]);

fn main() {}
