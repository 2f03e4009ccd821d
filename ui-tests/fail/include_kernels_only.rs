//! If the file contains kernels only, the help suggests compiling the source with `-rdc=true`.

ptx::include_ptx! {
    "../include/kernels.ptx"
    fn k_expf(x: f32) -> f32;
}

fn main() {}

// The macro needs declarations.
ptx::include_ptx! { "../include/kernels.ptx" }
