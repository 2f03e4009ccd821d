//! The nearest name is the help.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scael(x: f32) -> f32;
}

fn main() {}
