//! rustc itself reports a missing file.

ptx::include_ptx! {
    "../include/no_such.ptx"
    fn fill(p: &mut [f32]);
}

fn main() {
    fill(&mut [0.0]);
}
