//! A kernel that reads `%tid` takes a `Thread`.

ptx::include_ptx! {
    "../include/kernels.ptx"
    fn fill(p: &mut [f32], x: f32);
}

fn main() {}
