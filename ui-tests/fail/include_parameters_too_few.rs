//! Every parameter of the function in the file must be declared.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale() -> f32;
}

fn main() {}
