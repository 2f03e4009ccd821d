//! A kernel with a matrix product is an error; the message names a function that computes it.

ptx::include_ptx! {
    "../include/matrix.ptx"
    fn product(thread: ptx::Thread, d: &mut [f32]);
}

fn main() {}
