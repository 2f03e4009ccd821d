//! A parameter that is `.f32` in the file cannot be declared as an integer.

ptx::include_ptx! {
    "../include/kernels.ptx"
    fn fill(thread: ptx::Thread, p: &mut [f32], x: u32);
}

fn main() {}
