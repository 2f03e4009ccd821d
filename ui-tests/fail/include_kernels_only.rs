//! A file with kernels only has no function to declare; the help is to compile it with `-rdc=true`.

ptx::include_ptx! {
    "../include/kernels.ptx"
    fn k_expf(x: f32) -> f32;
}

fn main() {}
