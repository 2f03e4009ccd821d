//! Every parameter must be declared.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn scale() -> f32;
}

fn main() {}
