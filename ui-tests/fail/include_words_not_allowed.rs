//! A declaration with `unsafe`, generics, a body or an unsupported type is an error.

ptx::include_ptx! {
    "../include/functions.ptx"
    unsafe fn scale(x: f32) -> f32;
    async fn scale(x: f32) -> f32;
    fn scale<T>(x: T) -> f32;
    fn scale(self, x: f32) -> f32;
    fn scale(x: impl Into<f32>) -> f32;
    fn scale(x: usize) -> f32;
    fn second(p: &[f16]) -> f32;
    fn second(p: &[[f32; 2]]) -> f32;
    fn second(p: *const f32) -> f32;
    fn scale(x: f32) -> f32 {}
    static SCALE: f32;
    fn scale(x: f32) -> f32
}

fn main() {}
