//! The result of the function in the file must be declared.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale(x: f32);
}

fn main() {}
