//! A kernel that reads `%tid` must be declared with a parameter of type `Thread`.

ptx::include_ptx! {
    "../include/kernels.ptx"
    fn fill(p: &mut [f32], x: f32);
}

fn main() {}
