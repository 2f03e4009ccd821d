//! The help for an unknown function names the nearest function.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scael(x: f32) -> f32;
}

fn main() {}
