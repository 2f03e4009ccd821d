//! A kernel whose threads multiply matrices together; the function that computes it is named.

ptx::include_ptx! {
    "../include/matrix.ptx"
    fn product(thread: ptx::Thread, d: &mut [f32]);
}

fn main() {}
