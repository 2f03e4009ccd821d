//! A struct must be declared as a tuple or an array.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn turned(p: f32) -> (f32, f32);
}

fn main() {}
