//! A function that writes through a parameter cannot have it declared as `&`.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn doubled(x: &f32, y: &f32);
}

fn main() {}
