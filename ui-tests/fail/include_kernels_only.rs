//! A file without functions was compiled without `-rdc=true`.

ptx::include_ptx! {
    "../include/kernels.ptx"
    fn k_expf(x: f32) -> f32;
}

fn main() {}
