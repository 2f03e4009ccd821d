//! A file that is not PTX causes one error, at its path.

ptx::include_ptx! {
    "../include/not_ptx.ptx"
    fn fill(p: &mut [f32]);
}

fn main() {
    fill(&mut [0.0]);
}
