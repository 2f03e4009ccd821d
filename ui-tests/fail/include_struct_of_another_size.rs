//! A tuple must have the size of the struct.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn turned(p: (f32, f32, f32)) -> (f32, f32);
}

fn main() {}
