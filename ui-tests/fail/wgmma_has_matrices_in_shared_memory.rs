//! `wgmma` multiplies matrices in shared memory. The message names the functions for the product.

use ptx::ptx;

fn main() {
    let (a, b) = (0_u64, 0_u64);
    ptx! {
        .reg .f32 %f<4>;
        .reg .pred p;
        wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%f0, %f1, %f2, %f3}, a, b, p, 1, 1, 0, 0;
    }
}
