//! A parameter through which the function writes cannot be declared as `&`.

ptx::include_ptx! {
    "../include/functions.ptx"
    fn doubled(x: &f32, y: &f32);
}

fn main() {}
