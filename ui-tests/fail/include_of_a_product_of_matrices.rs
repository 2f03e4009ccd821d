//! A kernel with `mma` cannot be translated. The message names a function that computes the product.

ptx::include_ptx! {
    "../include/matrix.ptx"
    fn product(thread: ptx::Thread, d: &mut [f32]);
}

fn main() {}
