//! A name that C++ mangles must be given by an attribute.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn length(x: f32, y: f32) -> f32;
}

fn main() {}
