//! The first argument of `include_ptx!` must be a path.

ptx::include_ptx! {
    fn scale(x: f32) -> f32;
}

fn main() {}
