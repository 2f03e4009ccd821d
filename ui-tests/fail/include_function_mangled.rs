//! A function with a mangled C++ name must be declared with an attribute that gives the mangled name.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn length(x: f32, y: f32) -> f32;
}

fn main() {}
